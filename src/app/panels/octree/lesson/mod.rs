//! The Morton lesson: how the bits of the selected object's coordinates become the code of its cell.
//!
//! Every octal digit of a code is a column with a place for z, y and x. The rows of x, y and z show their bits spread
//! over the columns. The row below, the interleaved code, combines the three.

mod model;
mod paint;

use eframe::egui::{Label, RichText, Ui};

use crate::app::kit::theme;
use crate::geometry::Story;
use crate::octree::place_told;
use crate::workspace::Workspace;
use model::Lesson;

/// Shows the lesson.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace) {
    let selected = workspace.selected().object();
    let object = selected.and_then(|object| workspace.world().objects.get(object));
    let placement = selected.and_then(|object| workspace.report().octree.as_ref()?.placements.get(object));
    let Some(((octree, object), placement)) = workspace.report().octree.as_ref().zip(object).zip(placement) else {
        ui.label(RichText::new("Morton codes").strong());
        ui.weak("Select an object to see the bits that choose its cell.");
        return;
    };
    let (region, method) = (octree.tree.region(), octree.tree.method());
    let mut story = Story::default();
    place_told(region, method, &object.aabb, &mut story);
    let lesson = Lesson::of(region, method, placement);
    // The deciding bits come first: the headings above refer to them, and a small panel cuts off the rest.
    ui.spacing_mut().item_spacing.y = 2.0;
    for step in story.steps.iter().rev().take(2).rev() {
        ui.add(Label::new(RichText::new(theme::quoted(&step.outcome)).small()).wrap());
    }
    paint::show(ui, &lesson, &crate::escape::shown(&object.name));
}
