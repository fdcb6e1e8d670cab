//! The small depth pictures of the shown pair. For each view they show the front of one body and the back of the other,
//! with the passing pixels marked.
//!
//! A separate thread computes them on the processor, with the resolution of the query. They are only an illustration:
//! the answers are those of the queries.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::{
    Align2, Color32, ColorImage, Context, FontId, Image, Rect, RichText, Sense, StrokeKind, TextureHandle,
    TextureOptions, Ui, pos2, vec2,
};

use super::table;
use super::within::within;
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::occlusion::{DepthPicture, DepthView, Method, Pair, ViewAnswer};
use crate::workspace::job::Job;
use crate::workspace::{OcclusionKey, Workspace};

/// Side of a picture, points.
const SIDE: f32 = 66.0;
/// The gap between the two pictures of a row, points.
const PAIR_GAP: f32 = 4.0;
/// The gap between the pictures of two views, points.
const GAP: f32 = 14.0;
/// The least and the greatest width of the text beside the pictures, points. With less room it is above them.
const TEXT: [f32; 2] = [110.0, 220.0];
/// Height of all pictures with their headings, points.
pub(super) const HEIGHT: f32 = 2.0 * SIDE + 32.0;
/// The largest number of pixels of a picture along each side. Further pixels are combined.
const MOST: u32 = 132;
/// The largest number of pixels along each side for which depths are computed.
const MOST_COMPUTED: u32 = 512;
/// Pictures of a few triangles are complete after this time.
const FIRST_WAIT: Duration = Duration::from_millis(4);
/// Behind the bodies. It is dark in both themes: near is bright, and would not be visible on a light ground.
const GROUND: Color32 = Color32::from_gray(24);

/// The inputs of the pictures.
#[derive(Clone, Debug, PartialEq)]
struct Of {
    key: OcclusionKey,
    bodies: Option<[Arc<str>; 2]>,
    method: Method,
}

/// The pictures of the shown pair.
#[derive(Default)]
pub(super) struct PairPictures {
    shown: Option<(Of, Vec<[TextureHandle; 4]>)>,
    running: Option<(Of, Job<Vec<[ColorImage; 4]>>)>,
}

impl PairPictures {
    /// The views of the shown pair. `width` is that of the panel, points.
    pub(super) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, width: f32, waits_for_results: bool) {
        let Some((pair, method)) = workspace.judging().shown_pair() else { return };
        let (Some(answer), Some(names), Some(key)) =
            (pair.by(method), &pair.tested.bodies, workspace.judging().occlusion().map(|answers| answers.of))
        else {
            return;
        };
        let of = Of { key, bodies: pair.tested.bodies.clone(), method };
        if let Some(pair) = pair.pair(method) {
            let passed = answer.views.iter().map(|view| [view.a_before_b_back, view.b_before_a_back]).collect();
            self.update(ui.ctx(), of, pair, passed, waits_for_results);
        }
        let [a, b] = names.each_ref().map(|name| escape::shown(name).into_owned());
        let method = method.word();
        let text = format!(
            "Method {method}. A is {a}, B is {b}. Near is bright. Marked pixels of a back pass against the front at its left."
        );
        let text = RichText::new(text).weak().small();
        let beside = width - answer.views.len() as f32 * (2.0 * SIDE + PAIR_GAP + GAP);
        if beside < TEXT[0] {
            within(ui, width, |ui| drop(ui.label(text.clone())));
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for (i, view) in answer.views.iter().enumerate() {
                let textures = self.shown.as_ref().and_then(|(_, all)| all.get(i));
                ui.vertical(|ui| of_view(ui, view, textures, [&a, &b]));
            }
            if beside >= TEXT[0] {
                ui.vertical(|ui| {
                    ui.set_max_width(beside.min(TEXT[1]));
                    ui.label(text);
                });
            }
        });
    }

    /// Begins the pictures of a pair, whose tests `passed` in each view, or takes those that are made.
    fn update(&mut self, ctx: &Context, of: Of, pair: &Pair, passed: Vec<[bool; 2]>, waits_for_results: bool) {
        let is_made = self.shown.as_ref().is_some_and(|(made, _)| *made == of);
        if !is_made && self.running.is_none() {
            let (views, a, b, fatten) = (pair.views().to_vec(), pair.a.clone(), pair.b.clone(), pair.is_fattened());
            let passing = theme::color(theme::palette(ctx).tone(Tone::Pass));
            let job = Job::quietly(move |_| {
                let drawn = views.iter().zip(passed).map(|(view, passed)| {
                    let view = DepthView { resolution: view.resolution.min(MOST_COMPUTED), ..*view };
                    images(&DepthPicture::of(&view, [&a, &b], fatten), passed, passing)
                });
                drawn.collect()
            });
            self.running = Some((of, job));
        }
        let Some((made, job)) = self.running.take() else { return };
        match job.wait(if waits_for_results { Duration::from_hours(1) } else { FIRST_WAIT }) {
            Poll::Pending => {
                self.running = Some((made, job));
                ctx.request_repaint();
            }
            Poll::Ready(found) => {
                let texture = |image| ctx.load_texture("depth picture", image, TextureOptions::NEAREST);
                let textures = found.unwrap_or_default().into_iter().map(|images| images.map(texture));
                self.shown = Some((made, textures.collect()));
                // The inputs may have changed since.
                ctx.request_repaint();
            }
        }
    }
}

/// One view: its indicators, and two rows of a front and a back.
fn of_view(ui: &mut Ui, view: &ViewAnswer, textures: Option<&[TextureHandle; 4]>, [a, b]: [&str; 2]) {
    ui.spacing_mut().item_spacing = vec2(PAIR_GAP, 2.0);
    let [x, y, z] = view.view.direction.to_array();
    let along = match [x, y, z].map(|part| part.abs() > 0.999) {
        [true, ..] => "along X".to_owned(),
        [_, true, _] => "along Y".to_owned(),
        [.., true] => "along Z".to_owned(),
        _ => "scene's view".to_owned(),
    };
    let tests = [view.a_before_b_back, view.b_before_a_back];
    ui.label(RichText::new(along).small().strong());
    for (test, passes) in tests.into_iter().enumerate() {
        let (front, back) = if test == 0 { (a, b) } else { (b, a) };
        let letters = if test == 0 { ["A front", "B back"] } else { ["B front", "A back"] };
        let row = ui.horizontal(|ui| {
            for side in 0..2 {
                let (rect, _) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::hover());
                let border = if side == 1 && passes {
                    theme::text_color(ui.ctx(), Tone::Pass)
                } else {
                    ui.visuals().weak_text_color().gamma_multiply(0.5)
                };
                if let Some(textures) = textures {
                    Image::new(&textures[2 * test + side]).paint_at(ui, rect);
                }
                ui.painter().rect_stroke(rect, 0.0, (1.0, border), StrokeKind::Inside);
                caption(ui, rect, letters[side]);
            }
            table::indicator(ui, passes);
        });
        let verdict = if passes { "Some pixel passes" } else { "No pixel passes" };
        row.response.on_hover_text(format!(
            "The nearest front faces of {front}, and the furthest back faces of {back}. {verdict}: a pixel passes where the back \
             of {back} is at or behind the front of {front}."
        ));
    }
}

fn caption(ui: &Ui, rect: Rect, text: &str) {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(9.5), Color32::from_gray(230));
    let place = Align2::LEFT_BOTTOM.anchor_size(rect.left_bottom() + vec2(2.0, -1.0), galley.size());
    ui.painter().rect_filled(place.expand(1.0), 2.0, GROUND.gamma_multiply(0.8));
    ui.painter().galley(pos2(place.left(), place.top()), galley, Color32::PLACEHOLDER);
}

/// The front of A, the back of B, the front of B and the back of A. Pixels are marked where one of the `tests` passed: OpenGL
/// decides that, and it may differ for a pixel whose centre is exactly on an edge.
fn images(depths: &DepthPicture, tests: [bool; 2], passing: Color32) -> [ColorImage; 4] {
    let n = depths.resolution;
    let block = n.div_ceil(MOST);
    let side = n.div_ceil(block);
    let [near, far] = depths.range().unwrap_or([0.0, 1.0]);
    let shade = |depth: f64| {
        let part = if far > near { (depth - near) / (far - near) } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a grey between these")]
        let grey = (225.0 - 150.0 * part).clamp(0.0, 255.0) as u8;
        Color32::from_gray(grey)
    };
    let image = |which: usize, is_front: bool| {
        let pixel = |i: u32| {
            // Rows of an image are in order from the top.
            let (left, low) = (i % side * block, (side - 1 - i / side) * block);
            let mut depth: Option<f64> = None;
            let mut is_marked = false;
            for y in low..(low + block).min(n) {
                for x in left..(left + block).min(n) {
                    let faces = depths.at(x, y)[which];
                    let found = if is_front { faces.front } else { faces.back };
                    if found.is_finite() {
                        depth = Some(match depth {
                            Some(known) if is_front => known.min(found),
                            Some(known) => known.max(found),
                            None => found,
                        });
                    }
                    // The back of B is tested against the front of A, and the other way round.
                    is_marked |= !is_front && tests[1 - which] && depths.passes(x, y)[1 - which];
                }
            }
            match depth {
                Some(depth) if is_marked => shade(depth).lerp_to_gamma(passing, 0.65),
                Some(depth) => shade(depth),
                None => GROUND,
            }
        };
        ColorImage::new([side as usize, side as usize], (0..side * side).map(pixel).collect())
    };
    [image(0, true), image(1, false), image(1, true), image(0, false)]
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Quat, Vec3};

    use super::*;
    use crate::geometry::exact::body::ExactBody;
    use crate::geometry::{Pose, Shape};

    #[test]
    fn passing_pixels_are_marked_at_every_resolution() {
        let at = |x: f32, z: f32| {
            let pose = Pose::new(Vec3::new(x, 0.0, z), Quat::IDENTITY, Vec3::ONE).unwrap();
            vec![ExactBody::new(&Shape::Sphere { radius: 1.0 }, &pose)]
        };
        // A is in front, on +Z. The test against A's front passes where both bodies are, the other test nowhere.
        let (a, b) = (at(0.0, 2.5), at(0.5, 0.0));
        for resolution in [7, 64, 300] {
            let bounds = [DVec3::new(-1.0, -1.0, -1.0), DVec3::new(1.5, 1.0, 3.5)];
            let view = DepthView::framing(DVec3::NEG_Z, bounds, resolution);
            let depths = DepthPicture::of(&view, [&a, &b], false);
            let drawn = images(&depths, [true; 2], Color32::GREEN);
            let none = images(&depths, [false; 2], Color32::GREEN);
            assert!(none.iter().flat_map(|image| &image.pixels).all(|c| c.g() == c.r()), "nothing passed");
            let marked = drawn.each_ref().map(|image| image.pixels.iter().filter(|c| c.g() > c.r()).count());
            let filled = drawn.each_ref().map(|image| image.pixels.iter().filter(|c| **c != GROUND).count());
            assert!(marked[1] > 0 && marked[1] < filled[1], "{resolution}: {marked:?} {filled:?}");
            assert_eq!([marked[0], marked[2], marked[3]], [0; 3], "{resolution}");
            let side = drawn[0].size[0];
            assert!(side <= MOST as usize && side * side / 6 < filled[0], "{resolution}: {side} {filled:?}");
        }
    }
}
