//! The image with its cells: panned by dragging, zoomed by the wheel, and read by pointing.

use std::sync::Arc;

use eframe::egui::{PointerButton, Rect, Response, Role, Sense, Ui, WidgetInfo};

use super::show::Show;
use super::sight::ImageView;
use super::subject::{OpacitySubject, RayPoint};
use super::texture::Textures;
use super::{paint, words};
use crate::app::kit::wheel;
use crate::escape;
use crate::geometry::Interval;
use crate::opacity::Grid;
use crate::report::Report;
use crate::world::{Item, World};

/// The largest number of rays that are marked. Where there are more, the view says how many.
const MOST_RAYS: usize = 2000;

/// The view's state between frames.
#[derive(Default)]
pub(super) struct OpacityCanvas {
    textures: Textures,
    /// The part to which the user moved the view, for an image of this size. Without it the whole image is shown.
    own: Option<([u32; 2], ImageView)>,
}

/// The rays that cross an image, and the number of those that are not marked. The selected one is last, so that it is drawn on
/// top.
pub(super) fn met(world: &World, report: &Report, querier: Option<Item>, index: usize) -> (Vec<RayPoint>, usize) {
    let Some(image) = world.images.get(index) else { return (Vec::new(), 0) };
    let Ok(opacity) = &image.opacity else { return (Vec::new(), 0) };
    let [width, height] = opacity.bitmap.size();
    let (mut met, mut left_out): (Vec<RayPoint>, usize) = (Vec::new(), 0);
    for (r, ray) in world.rays.iter().enumerate() {
        let is_querier = querier == Some(Item::Ray(r));
        let crossing = report.on_ray_image(r, index).and_then(|answer| Some((answer, answer.cast.interval()?)));
        let Some((answer, Interval { near: t, .. })) = crossing else { continue };
        if !is_querier && met.len() >= MOST_RAYS {
            left_out += 1;
            continue;
        }
        let from_middle = (ray.ray.at(t) - image.quad.centre).truncate() / image.quad.half_size;
        let at = [0.5 * (1.0 + from_middle.x) * width as f32, 0.5 * (1.0 - from_middle.y) * height as f32];
        let is_hit = answer.cast.hit().is_some();
        met.push(RayPoint { name: Arc::from(&*escape::shown(&ray.name)), at, cell: answer.cell, is_hit, is_querier });
    }
    met.sort_by_key(|met| met.is_querier);
    (met, left_out)
}

impl OpacityCanvas {
    /// Shows the whole image.
    pub(super) fn fit(&mut self) {
        self.own = None;
    }

    /// Whether the user has zoomed or moved the view.
    pub(super) fn is_moved(&self) -> bool {
        self.own.is_some()
    }

    /// Draws the image in a rectangle.
    pub(super) fn ui(&mut self, ui: &mut Ui, rect: Rect, subject: &OpacitySubject<'_>) {
        let response = ui.interact(rect, ui.scope_id().with("image"), Sense::click_and_drag());
        let size = subject.bitmap.size();
        let own = self.own.filter(|(of, _)| *of == size).map(|(_, sight)| sight.within(rect));
        let mut sight = own.unwrap_or_else(|| ImageView::whole(rect, size));
        if moved(ui, &response, &mut sight) {
            self.own = Some((size, sight));
        }
        if response.double_clicked() {
            self.own = None;
        }
        let pointed = response.hover_pos().and_then(|pointer| sight.pixel(pointer));
        paint::show(ui, &sight, subject, &mut self.textures, pointed);
        describe(response, subject, pointed);
    }
}

/// Dragging pans, the wheel zooms to the pointer.
fn moved(ui: &Ui, response: &Response, sight: &mut ImageView) -> bool {
    let before = *sight;
    if response.dragged_by(PointerButton::Primary) || response.dragged_by(PointerButton::Middle) {
        *sight = sight.dragged(response.drag_delta());
    }
    if let Some((factor, pointer)) = wheel::zoom(ui, response, 0.005) {
        *sight = sight.zoomed(factor, pointer);
    }
    *sight != before
}

/// The tooltip at the pointer, which screen readers read too.
fn describe(response: Response, subject: &OpacitySubject<'_>, pointed: Option<[u32; 2]>) {
    let lines = pointed.map(|pixel| pixel_facts(subject, pixel)).unwrap_or_default();
    let first = lines.first().map(|line| format!("; {line}")).unwrap_or_default();
    let name = format!("Cells of {}{first}", escape::shown(&subject.image.name));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    if !lines.is_empty() {
        response.on_hover_text_at_pointer(lines.join("\n"));
    }
}

/// The description of a pixel and its cell.
fn pixel_facts(subject: &OpacitySubject<'_>, pixel: [u32; 2]) -> Vec<String> {
    let (grid, threshold) = (subject.grid, subject.image.threshold);
    let [x, y] = pixel;
    let [.., alpha] = subject.bitmap.rgba(pixel);
    let own = format!("pixel {x},{y}: alpha {alpha} of 255");
    let compared = subject.compared.filter(|_| subject.show == Show::Difference);
    if let Some(compared) = compared {
        let Some(cell) = compared.exact.layout().cell_of(pixel) else { return vec![own] };
        let mean_of = |grid: &Grid| words::cell(grid, cell, threshold).unwrap_or_default();
        let (by, _) = compared.at(cell);
        let [exact, odd] = [&compared.exact, &compared.odd];
        return vec![
            format!("exact {}", mean_of(exact)),
            format!("odd_block {}", mean_of(odd)),
            format!("odd_block's mean differs by {by:+.3}"),
            own,
        ];
    }
    let mut lines = match grid.layout().cell_of(pixel) {
        Some(cell) => {
            let rect = grid.layout().cell(cell);
            let rays = subject.rays.iter().filter(|met| met.cell == Some(cell));
            let rays =
                rays.map(|met| format!("ray {} {}", met.name, if met.is_hit { "hits it" } else { "passes through" }));
            words::cell(grid, cell, threshold).into_iter().chain(rect.as_ref().map(words::pixels)).chain(rays).collect()
        }
        None => vec!["in no cell: this pixel is never read".to_owned()],
    };
    lines.push(own);
    lines
}
