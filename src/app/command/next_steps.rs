//! What a panel without an answer offers: to add a camera or a ray, the problems of the scene, and its largest objects.

use std::sync::Arc;

use eframe::egui::{Button, Id, Label, RichText, ScrollArea, Ui};

use crate::app::command;
use crate::app::command::{Command, Commands, ProblemCommand, ViewCommand};
use crate::escape;
use crate::geometry::narrate::counted;
use crate::workspace::Workspace;
use crate::world::Item;

/// The number of largest objects that are offered.
const MOST: usize = 5;

/// The largest objects, kept until an object changes.
#[derive(Clone, Default)]
struct Largest {
    made_for: (u64, u64),
    /// Each with its greatest extent along an axis, metres.
    objects: Arc<[(usize, f32)]>,
}

/// The contents of the panel. `sentence` says what to select for an answer.
pub(in crate::app) fn show(ui: &mut Ui, workspace: &mut Workspace, sentence: &str, commands: &mut Commands) {
    ui.add_space(8.0);
    ScrollArea::vertical().id_salt("next steps").auto_shrink([false, false]).show(ui, |ui| {
        let has_none = workspace.world().cameras.is_empty() && workspace.world().rays.is_empty();
        let sentence = if has_none { "No camera and no ray asks about this scene yet. Add one:" } else { sentence };
        ui.add(Label::new(RichText::new(sentence).weak()).wrap());
        ui.add_space(2.0);
        ui.horizontal_wrapped(|ui| {
            let mut offer = |ui: &mut Ui, words: &str, command: Command| {
                command::button(ui, Button::new(words), words, command, commands);
            };
            offer(ui, "Camera from this view", ViewCommand::NewCameraFromView.into());
            offer(ui, "Shoot a ray", ViewCommand::Shoot.into());
        });
        let problems = commands.menus().problems;
        if problems > 0 {
            ui.add_space(6.0);
            ui.weak("What may be wrong in the scene:");
            let words = counted(problems, "problem");
            command::button(ui, Button::new(&words), &words, ProblemCommand::Show, commands);
        }
        largest(ui, workspace, commands);
    });
}

/// A button for each of the largest objects, which selects and frames it.
fn largest(ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
    let found = ui.data(|data| data.get_temp::<Largest>(id())).unwrap_or_default();
    let made_for = (workspace.disk().generation(), workspace.placement().revision());
    let found = if found.made_for == made_for && !found.objects.is_empty() {
        found
    } else {
        Largest { made_for, objects: largest_of(workspace).into() }
    };
    if !found.objects.is_empty() {
        ui.add_space(6.0);
        ui.weak("The largest objects:");
        ui.horizontal_wrapped(|ui| {
            for &(object, size) in found.objects.iter() {
                let Some(name) = workspace.world().name_of(Item::Object(object)) else { continue };
                let name = escape::shown(workspace.world().short_name(name)).into_owned();
                let words = format!("{name} · {}", workspace.view().units().length(size));
                let help = "Select this object and frame it in the 3D view.";
                if ui.button(words).on_hover_text(help).clicked() {
                    workspace.selection_mut().select_object(Some(object));
                    commands.push(ViewCommand::FrameSelected);
                }
            }
        });
    }
    ui.data_mut(|data| data.insert_temp(id(), found));
}

/// The objects with the greatest extents, the largest first.
fn largest_of(workspace: &Workspace) -> Vec<(usize, f32)> {
    let sizes = workspace.world().objects.iter().map(|object| 2.0 * object.aabb.half_extents().max_element());
    let mut sizes: Vec<(usize, f32)> = sizes.enumerate().filter(|(_, size)| size.is_finite()).collect();
    let larger_first = |a: &(usize, f32), b: &(usize, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if sizes.len() > MOST {
        sizes.select_nth_unstable_by(MOST, larger_first);
        sizes.truncate(MOST);
    }
    sizes.sort_unstable_by(larger_first);
    sizes
}

fn id() -> Id {
    Id::unique("the largest objects")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    #[test]
    fn the_largest_objects_come_first() {
        let object = |i: usize, half: f32| {
            format!(r#"{{ "name": "o{i}", "shape": {{ "box": {{ "half_extents": [0.1, {half}, 0.1] }} }} }}"#)
        };
        let objects: Vec<String> = (0..9).map(|i| object(i, [1.0, 3.0, 2.0][i % 3] + i as f32)).collect();
        let text = format!(r#"{{ "eyeline": 1, "objects": [{}] }}"#, objects.join(", "));
        let workspace = Workspace::new(parse(&text, "a.json").unwrap(), None);
        let names: Vec<usize> = largest_of(&workspace).into_iter().map(|(object, _)| object).collect();
        assert_eq!(names, [7, 8, 4, 5, 6]);
    }
}
