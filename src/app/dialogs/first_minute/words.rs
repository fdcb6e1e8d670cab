//! The texts of the first-minute cards. Each card is about one target.

use crate::app::kit::anchors::Anchor;
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::narrate::num;
use crate::picture::Palette;
use crate::report::headline;
use crate::workspace::Workspace;

/// The texts for the current selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// The title: a question that the window answers.
    pub(super) question: String,
    /// The texts of the cards in the order of their numbers.
    pub(super) callouts: Vec<(Anchor, String)>,
}

impl Words {
    /// The texts. For the tour they also say where to drag.
    pub(super) fn of(workspace: &Workspace, is_tour: bool) -> Self {
        let (selected, report) = (workspace.selected(), workspace.report());
        let object = selected
            .object()
            .and_then(|object| workspace.world().objects.get(object))
            .map(|object| escape::shown(&object.name));
        let rejection = selected.camera().zip(selected.object()).and_then(|(c, o)| report.planes_on(c, o)?.rejection());
        let question = match (&object, rejection) {
            (Some(name), Some(_)) => format!("Which plane rejects the {name}, and by how much?"),
            _ => workspace.explanation().map_or("Where to look".to_owned(), |explanation| explanation.title.clone()),
        };
        let look = match (&object, rejection) {
            (Some(name), Some((side, behind))) => Some(format!(
                "The {name} is outside: even its p-vertex, the large {} dot, is {}\u{a0}m behind the {} plane.",
                Palette::name(Tone::Fail),
                num(behind),
                side.word()
            )),
            _ => selected.question(workspace.world()).and_then(|subject| headline(report, subject)),
        };
        let drag = match &object {
            Some(name) if is_tour => format!("Drag this number to the left: the {name} comes into view."),
            _ => "Drag this number: every answer is computed again at once.".to_owned(),
        };
        // An object on a path has no own position to drag.
        let has_position =
            selected.object().and_then(|o| workspace.world().objects.get(o)).is_some_and(|o| o.path.is_none());
        let number = if has_position { Anchor::Position } else { Anchor::Near };
        let moving = workspace.world().objects.iter().find(|object| object.path.is_some());
        let callouts = [
            look.map(|text| (Anchor::Object, text)),
            Some((Anchor::Verdict, "This row has the same answer. Click another row to select its object.".to_owned())),
            Some((Anchor::DecidingStep, "This step decides the answer. Click it to show only this step.".to_owned())),
            Some((number, drag)),
            moving.map(|object| {
                (Anchor::Play, format!("Play: the {} moves, and its answer changes.", escape::shown(&object.name)))
            }),
        ];
        let quote = |(anchor, text): (Anchor, String)| (anchor, theme::quoted(&text));
        Self { question: theme::quoted(&question), callouts: callouts.into_iter().flatten().map(quote).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;

    fn said(workspace: &Workspace, is_tour: bool) -> String {
        let Words { question, callouts } = Words::of(workspace, is_tour);
        callouts.iter().fold(question, |all, (anchor, text)| format!("{all}\n{anchor:?}: {text}"))
    }

    #[test]
    fn the_tour_s_words_name_plane_and_distance() {
        let workspace = Workspace::new(scene::tour().unwrap(), None);
        let rejection = workspace.report().planes_on(0, 0).unwrap().rejection();
        let (side, behind) = rejection.unwrap();
        let said = said(&workspace, true);
        assert!(said.starts_with("Which plane rejects the crate, and by how much?"), "{said}");
        assert!(
            said.contains(&format!("large orange dot, is {}\u{a0}m behind the {} plane", num(behind), side.word())),
            "{said}"
        );
        assert!(said.contains("Position: Drag this number to the left: the crate comes into view."), "{said}");
        assert!(said.contains("Play: Play: the visitor moves"), "{said}");
        assert_eq!(said.lines().count(), 6);
    }

    #[test]
    fn dragging_to_the_left_brings_the_crate_into_view() {
        let mut workspace = Workspace::new(scene::tour().unwrap(), None);
        assert!(workspace.edit("position of crate", |scene| scene.objects[0].position[0] = 1.0));
        assert_eq!(workspace.report().frusta[0].objects[0].fast.rejected_by, None);
    }

    #[test]
    fn other_selections_have_words_too() {
        let mut workspace = Workspace::new(scene::tour().unwrap(), None);
        workspace.selection_mut().select_names(&["aim".to_owned(), "visitor".to_owned()]).unwrap();
        let said = said(&workspace, false);
        assert!(said.starts_with("Does “aim” hit “visitor”?\nObject: “aim” misses “visitor”"), "{said}");
        assert!(said.contains("Near: Drag this number: every answer"), "{said}");
    }
}
