//! The small picture of a material beside its name: its colour, or its texture in a few squares.

use eframe::egui::{Color32, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use super::tree::MaterialRow;
use crate::geometry::Shape;
use crate::surface::{CHECKER, Material, TextureUse, encoded};
use crate::workspace::Workspace;
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
    pub(super) fn of(workspace: &Workspace, material: &MaterialRow) -> Self {
        let color =
            material.color.map_or(Color32::WHITE, |color| Color32::from_rgb(color.0[0], color.0[1], color.0[2]));
        let plain = Self([[color; SQUARES as usize]; SQUARES as usize]);
        let Some(Item::Object(first)) = material.parts.first() else { return plain };
        let Some(Shape::Mesh(mesh)) = workspace.world().objects.get(*first).map(|object| &object.shape) else {
            return plain;
        };
        let parts = mesh.surface().map_or(&[][..], |surface| &surface.parts);
        let found = parts.iter().find(|part| part.material.name == material.name);
        found.map_or(plain, |part| Self::of_material(&part.material, color))
    }

    /// As drawn, apart from the light: the texture times the colour, and the light that the material emits. A material whose image
    /// is missing is a checker.
    fn of_material(material: &Material, color: Color32) -> Self {
        if material.lacks_color {
            let colors = CHECKER.map(|[r, g, b]| Color32::from_rgb(r, g, b));
            return Self(std::array::from_fn(|row| std::array::from_fn(|column| colors[(row + column) % 2])));
        }
        let [red, green, blue] = material.emissive.to_array().map(|light| byte(encoded(light.clamp(0.0, 1.0))));
        let emitted = Color32::from_rgb(red, green, blue);
        let base = |column, row| mean(material.base_color_texture.as_ref(), column, row);
        let light = |column, row| mean(material.emissive_texture.as_ref(), column, row);
        let square = |column, row| {
            let ([r, g, b, _], [x, y, z, _]) =
                ((color * base(column, row)).to_array(), (emitted * light(column, row)).to_array());
            Color32::from_rgb(r.saturating_add(x), g.saturating_add(y), b.saturating_add(z))
        };
        Self(std::array::from_fn(|row| std::array::from_fn(|column| square(column, row))))
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

/// The mean of a square of a texture; white without one.
fn mean(texture: Option<&TextureUse>, column: usize, row: usize) -> Color32 {
    let Some(image) = texture.map(|texture| &texture.image) else { return Color32::WHITE };
    let [width, height] = image.size().map(|side| side as usize);
    let (side, steps) = (usize::from(SAMPLES), usize::from(SQUARES) * usize::from(SAMPLES));
    let pixel = |x: usize, y: usize| image.rgba().get(y * height / steps * width + x * width / steps);
    let near = (0..side * side).filter_map(|i| pixel(column * side + i % side, row * side + i / side));
    let (count, sum) = near.fold((0, [0_u32; 3]), |(count, [r, g, b]), pixel| {
        (count + 1, [r + u32::from(pixel[0]), g + u32::from(pixel[1]), b + u32::from(pixel[2])])
    });
    let [r, g, b] = sum.map(|sum| u8::try_from(sum / u32::max(count, 1)).unwrap_or(u8::MAX));
    Color32::from_rgb(r, g, b)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn byte(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}
