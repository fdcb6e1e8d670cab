//! The visible part of an image, and its scale: panned by dragging, zoomed by the wheel.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

use crate::opacity::PixelRect;

/// The largest size of a pixel, points.
const LARGEST: f32 = 64.0;
/// The border around an image that is shown completely, points.
const BORDER: f32 = 6.0;

/// An image in its view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ImageView {
    view: Rect,
    /// Size of the image, pixels.
    size: Vec2,
    /// The point of the image in the middle of the view, pixels from its upper left corner.
    centre: Vec2,
    /// Points on screen per pixel.
    scale: f32,
}

impl ImageView {
    /// The whole image.
    pub(super) fn whole(view: Rect, [width, height]: [u32; 2]) -> Self {
        let size = vec2(width as f32, height as f32);
        let room = (view.size() - Vec2::splat(2.0 * BORDER)).max(Vec2::splat(1.0));
        Self { view, size, centre: 0.5 * size, scale: (room / size).min_elem().min(LARGEST) }
    }

    /// The same part of the image in another view.
    pub(super) fn within(self, view: Rect) -> Self {
        Self { view, ..self }.kept()
    }

    /// The view after panning with the pointer.
    pub(super) fn dragged(self, by: Vec2) -> Self {
        Self { centre: self.centre - by / self.scale, ..self }.kept()
    }

    /// The view after zooming by a factor. The point of the image under the pointer stays at its place.
    pub(super) fn zoomed(self, factor: f32, pointer: Pos2) -> Self {
        let least = (0.5 * (self.view.size() / self.size).min_elem()).min(LARGEST);
        let scale = (self.scale * factor).clamp(least, LARGEST);
        let from_middle = pointer - self.view.center();
        let centre = self.centre + from_middle / self.scale - from_middle / scale;
        Self { centre, scale, ..self }.kept()
    }

    /// The view limited so that its middle is on the image.
    fn kept(self) -> Self {
        Self { centre: self.centre.clamp(Vec2::ZERO, self.size), ..self }
    }

    /// Points for a pixel.
    pub(super) fn scale(&self) -> f32 {
        self.scale
    }

    /// The rectangle on screen.
    pub(super) fn view(&self) -> Rect {
        self.view
    }

    /// The position on screen of a point of the image. Pixel (0, 0) extends from [0, 0] to [1, 1].
    pub(super) fn at(&self, [x, y]: [f32; 2]) -> Pos2 {
        self.view.center() + (vec2(x, y) - self.centre) * self.scale
    }

    /// The rectangle on screen of some pixels.
    pub(super) fn rect(&self, rect: &PixelRect) -> Rect {
        let corner = |x: u32, y: u32| self.at([x as f32, y as f32]);
        Rect::from_min_max(corner(rect.x.start, rect.y.start), corner(rect.x.end, rect.y.end))
    }

    /// The pixel at a point of the screen; `None` beside the image.
    pub(super) fn pixel(&self, at: Pos2) -> Option<[u32; 2]> {
        let point = self.centre + (at - self.view.center()) / self.scale;
        let is_on = |x: f32, side: f32| (0.0..side).contains(&x);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the image")]
        (is_on(point.x, self.size.x) && is_on(point.y, self.size.y)).then_some([point.x as u32, point.y as u32])
    }

    /// The pixels that are completely or partly visible.
    pub(super) fn visible(&self) -> PixelRect {
        let half = 0.5 * self.view.size() / self.scale;
        let (from, to) = (self.centre - half, self.centre + half);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the image")]
        let range =
            |from: f32, to: f32, side: f32| from.floor().clamp(0.0, side) as u32..to.ceil().clamp(0.0, side) as u32;
        PixelRect { x: range(from.x, to.x, self.size.x), y: range(from.y, to.y, self.size.y) }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    fn view() -> Rect {
        Rect::from_min_size(pos2(100.0, 50.0), vec2(212.0, 112.0))
    }

    #[test]
    fn a_whole_image_fits_and_pixels_map_back_from_the_screen() {
        let sight = ImageView::whole(view(), [100, 50]);
        assert_eq!(sight.rect(&PixelRect { x: 0..100, y: 0..50 }), view().shrink(BORDER));
        assert_eq!(sight.visible(), PixelRect { x: 0..100, y: 0..50 });
        assert_eq!(sight.pixel(view().min + Vec2::splat(BORDER + 0.5)), Some([0, 0]));
        assert_eq!(sight.pixel(view().max - Vec2::splat(BORDER + 0.5)), Some([99, 49]));
        assert_eq!(sight.pixel(view().min), None);
    }

    #[test]
    fn zooming_keeps_the_pixel_under_the_pointer_and_dragging_moves_it() {
        let whole = ImageView::whole(view(), [100, 50]);
        let pointer = view().min + vec2(40.0, 30.0);
        let near = whole.zoomed(8.0, pointer);
        assert_eq!((near.pixel(pointer), near.scale()), (whole.pixel(pointer), 8.0 * whole.scale()));
        let visible = near.visible();
        assert!(visible.x.len() < 20 && visible.x.contains(&17) && visible.y.contains(&12), "{visible:?}");
        let moved = near.dragged(vec2(16.0, -16.0));
        assert_eq!(moved.pixel(pointer + vec2(16.0, -16.0)), near.pixel(pointer));
        let far = near.dragged(vec2(1e6, 1e6));
        assert_eq!(far.at([0.0, 0.0]), view().center(), "it cannot be lost");
        assert!(near.zoomed(1e9, pointer).scale() <= LARGEST);
        assert!(near.zoomed(1e-9, pointer).scale() > 0.0);
    }

    #[test]
    fn a_view_without_size_does_not_panic() {
        let none = Rect::from_min_size(pos2(0.0, 0.0), Vec2::ZERO);
        let sight = ImageView::whole(none, [16_384, 1]).zoomed(2.0, pos2(3.0, 3.0)).dragged(vec2(5.0, 5.0));
        assert!(sight.scale().is_finite() && sight.visible().x.end <= 16_384);
    }
}
