//! The small pictures of the glossary.
//!
//! ```text
//! sketch      a small canvas, 160 × 100, with the colours of the theme
//! boxes       corners, planes and boxes
//! views       the view of a camera
//! rays        t, intervals, starts inside, layers
//! cones       quadratics and cones
//! octree      cells, their codes and candidate pairs
//! images      pixels, cells, and the unread rest
//! meshes      triangles, their faults, and the boxes around them
//! navigation  the children that nodes of Navigation2 tick, and the ticks
//! ```
//!
//! Colours have the same meaning as in the whole window, and line styles repeat them. A picture is a list of shapes
//! within its rectangle; only [`show`] draws them on screen.

mod boxes;
mod cones;
mod images;
mod meshes;
mod navigation;
mod octree;
mod rays;
mod sketch;
mod views;

use eframe::egui::{CornerRadius, Painter, Rect, Role, Sense, Shape, Ui, Vec2, WidgetInfo, vec2};

use super::term::Term;
use sketch::{Sketch, SketchColors};

/// The size of every picture, points.
pub(super) const SIZE: Vec2 = vec2(160.0, 100.0);

/// Whether a term has a picture.
pub(super) fn has(term: Term) -> bool {
    painting(term).is_some()
}

/// The picture of a term, if it has one.
pub(super) fn show(ui: &mut Ui, term: Term) {
    if !has(term) {
        return;
    }
    let (rect, response) = ui.allocate_exact_size(SIZE, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Picture: {}", term.title())));
    if ui.is_rect_visible(rect) {
        ui.painter().rect_filled(rect, CornerRadius::same(4), ui.visuals().extreme_bg_color);
        ui.painter().extend(shapes(ui.painter(), SketchColors::of(ui), rect, term));
    }
}

fn shapes(painter: &Painter, colors: SketchColors, rect: Rect, term: Term) -> Vec<Shape> {
    let mut sketch = Sketch::new(painter, colors, rect);
    if let Some(paint) = painting(term) {
        paint(&mut sketch);
    }
    sketch.into_shapes()
}

/// The function that draws the picture of a term.
fn painting(term: Term) -> Option<fn(&mut Sketch<'_>)> {
    Some(match term {
        Term::PVertex => boxes::p_vertex,
        Term::NVertex => boxes::n_vertex,
        Term::Margin => boxes::margin,
        Term::RejectingPlane => boxes::rejecting_plane,
        Term::HalfSpace => boxes::half_space,
        Term::Aabb => boxes::aabb,
        Term::WorldAabb => boxes::world_aabb,
        Term::Verdict => views::verdict,
        Term::ViewVolume => views::view_volume,
        Term::FalsePositive => views::false_positive,
        Term::NearFar => views::near_far,
        Term::FieldOfView => views::field_of_view,
        Term::Aspect => views::aspect,
        Term::Depth => views::depth,
        Term::Line => rays::kinds,
        Term::T => rays::t,
        Term::Interval => rays::interval,
        Term::Slab => rays::slabs,
        Term::SolidHollow => rays::solid_hollow,
        Term::Layers => rays::layers,
        Term::Quadratic => cones::quadratic,
        Term::Nappe => cones::nappe,
        Term::Generator => cones::generator,
        Term::CandidatePair => octree::candidate_pair,
        Term::OctreeCell => octree::octree_cell,
        Term::MortonCode => octree::morton_code,
        Term::Straddler => octree::straddler,
        Term::LooseTree => octree::loose_tree,
        Term::Alpha => images::alpha_of_pixels,
        Term::OpacityCell => images::cell,
        Term::Threshold => images::threshold,
        Term::OddBlock => images::odd_block,
        Term::Mesh => meshes::mesh,
        Term::TreeOfBoxes => meshes::tree_of_boxes,
        Term::Barycentric => meshes::barycentric,
        Term::BackFace => meshes::back_face,
        Term::Winding => meshes::winding,
        Term::NonManifoldEdge => meshes::non_manifold_edge,
        Term::OpenEdge => meshes::open_edge,
        Term::DegenerateTriangle => meshes::degenerate,
        Term::Instance => meshes::instance,
        Term::RecoveryNode => navigation::recovery,
        Term::PipelineSequence => navigation::pipeline_sequence,
        Term::RoundRobin => navigation::round_robin,
        Term::NonblockingSequence => navigation::nonblocking_sequence,
        Term::PersistentSequence => navigation::persistent_sequence,
        Term::RateController => navigation::rate_controller,
        Term::DistanceController => navigation::distance_controller,
        Term::SpeedController => navigation::speed_controller,
        Term::GoalUpdatedController => navigation::goal_updated_controller,
        Term::GoalUpdater => navigation::goal_updater,
        Term::SingleTrigger => navigation::single_trigger,
        Term::PathLongerOnApproach => navigation::path_longer_on_approach,
        Term::PauseResumeController => navigation::pause_resume_controller,
        Term::Exact | Term::LookAt | Term::Attach | Term::Feature | Term::NoHit => return None,
    })
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Context, RawInput, Theme, pos2};

    use super::*;
    use crate::app::kit::theme::set_look;

    #[test]
    fn every_picture_stays_within_its_rectangle_in_both_themes() {
        let rect = Rect::from_min_size(pos2(300.0, 200.0), SIZE);
        for theme in [Theme::Dark, Theme::Light] {
            let ctx = Context::default();
            set_look(&ctx);
            ctx.set_theme(theme);
            let mut painted = 0;
            let mut output = ctx.run_ui(RawInput::default(), |ui| {
                painted = 0;
                for term in Term::all().filter(|term| has(*term)) {
                    let shapes = shapes(ui.painter(), SketchColors::of(ui), rect, term);
                    assert!(shapes.len() > 3, "{term:?}");
                    for shape in &shapes {
                        // A completely transparent shape covers nothing.
                        let bounds = shape.visual_bounding_rect();
                        let is_within = rect.contains_rect(bounds) || !bounds.is_positive();
                        assert!(is_within, "{term:?}: {shape:?} reaches to {bounds:?}");
                    }
                    painted += 1;
                }
            });
            output.textures_delta.set.clear();
            assert_eq!(painted, 54);
        }
    }
}
