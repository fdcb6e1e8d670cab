//! The small picture of a material beside its name: its colour, or its texture in a few squares.

use eframe::egui::{Color32, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use super::tree::MaterialRow;
use crate::app::session::Session;
use crate::geometry::Shape;
use crate::surface::Material;
use crate::world::Item;

/// The squares on each side.
const SQUARES: u8 = 4;
/// Each square is the mean of this many pixels on each side of the texture.
const SAMPLES: u8 = 4;
/// The size of the picture, points.
const SIZE: f32 = 12.0;

/// The colours of the squares, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Swatch([[Color32; SQUARES as usize]; SQUARES as usize]);

impl Swatch {
    /// The picture of a material. Its texture is found at the first part that has it.
    pub(super) fn of(session: &Session, material: &MaterialRow) -> Self {
        let color =
            material.color.map_or(Color32::WHITE, |color| Color32::from_rgb(color.0[0], color.0[1], color.0[2]));
        let plain = Self([[color; SQUARES as usize]; SQUARES as usize]);
        let Some(Item::Object(first)) = material.parts.first() else { return plain };
        let Some(Shape::Mesh(mesh)) = session.world().objects.get(*first).map(|object| &object.shape) else {
            return plain;
        };
        let parts = mesh.surface().map_or(&[][..], |surface| &surface.parts);
        let textured = parts.iter().find(|part| part.material.name == material.name);
        textured.and_then(|part| Self::of_texture(&part.material, color)).unwrap_or(plain)
    }

    fn of_texture(material: &Material, color: Color32) -> Option<Self> {
        let image = &material.base_color_texture.as_ref()?.image;
        let [width, height] = image.size().map(|side| side as usize);
        let steps = usize::from(SQUARES) * usize::from(SAMPLES);
        let pixel = |x: usize, y: usize| image.rgba().get(y * height / steps * width + x * width / steps);
        let mean = |column: usize, row: usize| {
            let side = usize::from(SAMPLES);
            let near = (0..side * side).filter_map(|i| pixel(column * side + i % side, row * side + i / side));
            let (count, sum) = near.fold((0, [0_u32; 3]), |(count, [r, g, b]), pixel| {
                (count + 1, [r + u32::from(pixel[0]), g + u32::from(pixel[1]), b + u32::from(pixel[2])])
            });
            let channel = |i: usize| u8::try_from(sum[i] / u32::max(count, 1)).unwrap_or(u8::MAX);
            // As drawn, apart from the light: the texture times the colour.
            color * Color32::from_rgb(channel(0), channel(1), channel(2))
        };
        Some(Self(std::array::from_fn(|row| std::array::from_fn(|column| mean(column, row)))))
    }

    /// Paints it around the middle of a symbol.
    pub(super) fn paint(&self, ui: &Ui, middle: eframe::egui::Pos2) {
        let painter = ui.painter();
        let all = Rect::from_center_size(middle, vec2(SIZE, SIZE));
        let side = SIZE / f32::from(SQUARES);
        for (row, top) in self.0.iter().zip(0_u8..) {
            for (color, left) in row.iter().zip(0_u8..) {
                let corner = pos2(all.left() + f32::from(left) * side, all.top() + f32::from(top) * side);
                painter.rect_filled(Rect::from_min_size(corner, vec2(side, side)), 0.0, *color);
            }
        }
        painter.rect_stroke(all, 1.0, Stroke::new(1.0, ui.visuals().weak_text_color()), StrokeKind::Outside);
    }
}
