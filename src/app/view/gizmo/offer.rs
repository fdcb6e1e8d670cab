//! The dots that a tool offers, with their names, and the lines between the points of patrols.

use eframe::egui::Pos2;
use glam::DVec3;

use super::handles::{DrawnHandle, Handle};
use super::lens::ScreenProjection;
use super::sizes::Slider;
use super::subject::GizmoSubject;
use super::{handles, sizes};
use crate::app::command::tool::Tool;
use crate::scene::Entry;
use crate::workspace::Workspace;
use crate::workspace::edit::transform::{MovedPart, node_point_name, tree_points, wide};

/// The dots that a tool offers.
#[derive(Default)]
pub(super) struct Offer {
    pub(super) points: Vec<(MovedPart, DVec3)>,
    pub(super) sliders: Vec<Slider>,
    /// The number of sliders of the item. Those of the octree's region follow.
    pub(super) own: usize,
    /// The region of the octree. Its middle has a dot.
    pub(super) region: Option<[[f32; 3]; 2]>,
}

impl Offer {
    pub(super) fn of(workspace: &Workspace, subject: Option<&GizmoSubject>, tool: Tool) -> Self {
        let mut offer = Self::default();
        match (tool, subject) {
            (Tool::Move, Some(subject)) => offer.points = sizes::points(workspace, subject),
            (Tool::Size, Some(subject)) => offer.sliders = sizes::sliders(workspace, subject),
            _ => {}
        }
        offer.own = offer.sliders.len();
        // The arrows of a selected item come before the dot in the middle of the region.
        let has_arrows = subject.is_some_and(|subject| subject.can(Tool::Move));
        let is_offered = tool == Tool::Size || (tool == Tool::Move && !has_arrows);
        let octree = workspace.world().octree.filter(|_| is_offered && workspace.view().is_octree_open());
        if let Some(region) = octree.map(|octree| octree.region) {
            if tool == Tool::Size {
                offer.sliders.extend(sizes::of_region(region.min(), region.max()));
            }
            offer.region = Some([region.min().to_array(), region.max().to_array()]);
        }
        offer
    }

    /// The dots on screen. The chosen part has arrows in place of a dot.
    pub(super) fn dots(&self, lens: &ScreenProjection, chosen: MovedPart) -> Vec<DrawnHandle> {
        let points = self.points.iter().enumerate().filter(|(_, (part, _))| *part != chosen);
        let points = points.map(|(i, (_, point))| (Handle::Point(i), *point));
        // A size that is seen end on cannot be dragged.
        let seen = |slider: &Slider| !handles::is_head_on(lens, slider.place(), slider.axis);
        let sliders = self.sliders.iter().enumerate().filter(|(_, slider)| seen(slider));
        let sliders = sliders.map(|(i, slider)| (Handle::Slider(i), slider.place()));
        let region = self.region.map(|region| (Handle::Region, middle(region)));
        handles::dots(lens, points.chain(sliders).chain(region))
    }

    /// The name of a dot, with the number that it changes.
    pub(super) fn label(&self, handle: Handle, workspace: &Workspace) -> Option<String> {
        match handle {
            Handle::Point(i) => Some(match self.points.get(i)?.0 {
                MovedPart::Whole => "position".to_owned(),
                MovedPart::RayStart => "origin, t = 0".to_owned(),
                MovedPart::RayEnd => "end, t = 1".to_owned(),
                MovedPart::LookAt => "look-at point".to_owned(),
                MovedPart::PathPoint(i) => format!("path point {}", i + 1),
                MovedPart::Normal => "normal".to_owned(),
                MovedPart::LeakGoal => "goal".to_owned(),
                MovedPart::NodePoint(node, i) => {
                    let Some(Entry::Agent(agent)) = workspace.selection().active_entry() else { return None };
                    node_point_name(workspace.scene().agents.get(agent)?, node, i)?
                }
            }),
            Handle::Slider(i) => {
                let slider = self.sliders.get(i)?;
                let (factor, unit) = slider.unit(workspace.view().units());
                let value = slider.value(slider.distance) * factor;
                let digits = if value.abs() < 1.0 { 3 } else { 2 };
                Some(format!("{} {value:.digits$}{unit}", slider.size.name()))
            }
            Handle::Region => Some("octree region".to_owned()),
            _ => None,
        }
    }
}

/// The middle of the octree's region.
pub(super) fn middle([min, max]: [[f32; 3]; 2]) -> DVec3 {
    (wide(min) + wide(max)) / 2.0
}

/// The lines between the points of each patrol, from the last point to the first too, on screen.
pub(super) fn routes(points: &[(MovedPart, DVec3)], lens: &ScreenProjection) -> Vec<[Pos2; 2]> {
    let node = |part: MovedPart| if let MovedPart::NodePoint(node, _) = part { Some(node) } else { None };
    // Only a patrol has several points, and they follow each other.
    let patrols = points.chunk_by(|(a, _), (b, _)| node(*a).is_some() && node(*a) == node(*b));
    let lines = patrols.flat_map(|patrol| {
        // Two points have one line, one point has none.
        let count = if patrol.len() > 2 { patrol.len() } else { patrol.len() - 1 };
        (0..count).map(move |i| [patrol[i].1, patrol[(i + 1) % patrol.len()].1])
    });
    lines.filter_map(|[from, to]| Some([lens.project(from)?, lens.project(to)?])).collect()
}

/// The routes of the active agent while the Move tool is used.
pub(super) fn routes_of_active(workspace: &Workspace, tool: Tool, lens: &ScreenProjection) -> Vec<[Pos2; 2]> {
    let Some(Entry::Agent(agent)) = workspace.selection().active_entry().filter(|_| tool == Tool::Move) else {
        return Vec::new();
    };
    workspace.scene().agents.get(agent).map_or(Vec::new(), |agent| routes(&tree_points(agent), lens))
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Rect, pos2, vec2};
    use glam::Vec3;

    use super::*;
    use crate::behavior::NodeId;
    use crate::picture::{Lens, Viewpoint};

    #[test]
    fn only_the_points_of_one_patrol_are_joined_and_the_last_with_the_first() {
        let lens = Lens::Orthographic { height: 12.0 };
        let viewpoint = Viewpoint { eye: Vec3::Z * 9.0, target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 100.0] };
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 600.0));
        let lens = ScreenProjection::new(&viewpoint, rect);
        let at = |x: f64| DVec3::new(x, 0.0, 0.0);
        let patrol = |places: &[f64]| -> Vec<(MovedPart, DVec3)> {
            let node = NodeId::fresh();
            places.iter().enumerate().map(|(i, x)| (MovedPart::NodePoint(node, i), at(*x))).collect()
        };
        let path = [(MovedPart::PathPoint(0), at(5.0)), (MovedPart::PathPoint(1), at(6.0))];
        let points = [patrol(&[0.0, 1.0, 2.0]), patrol(&[3.0]), patrol(&[-1.0, -2.0]), path.to_vec()].concat();
        let expected = [[0.0, 1.0], [1.0, 2.0], [2.0, 0.0], [-1.0, -2.0]];
        let expected = expected.map(|ends| ends.map(|x| lens.project(at(x)).unwrap()));
        assert_eq!(routes(&points, &lens), expected);
    }
}
