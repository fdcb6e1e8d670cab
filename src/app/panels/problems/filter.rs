//! Which problems the list shows, and the row above it: a kind, a text, and the number of the shown problem.

use eframe::egui::{ComboBox, TextEdit, Ui};

use crate::geometry::narrate::counted;
use crate::report::problems::{Kind, Problem, Problems};

/// The choice of problems. It is kept while the window is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProblemFilter {
    /// A kind of problems; all when `None`.
    kind: Option<Kind>,
    /// A text that their messages contain, in any case.
    text: String,
}

impl ProblemFilter {
    /// Whether a problem is shown.
    pub(super) fn has(&self, problem: &Problem) -> bool {
        let text = self.text.trim();
        self.kind.is_none_or(|kind| kind == problem.kind)
            && (text.is_empty() || problem.message.to_lowercase().contains(&text.to_lowercase()))
    }

    /// Whether problems are left out.
    pub(super) fn is_on(&self) -> bool {
        self.kind.is_some() || !self.text.trim().is_empty()
    }

    /// Whether the number of problems that are not listed counts for a kind: their messages are not known.
    pub(super) fn counts_rest_of(&self, kind: Kind) -> bool {
        self.text.trim().is_empty() && self.kind.is_none_or(|chosen| chosen == kind)
    }

    /// Shows the fields, and which problem of how many is shown: "3 of 17". `number` counts from 1.
    pub(super) fn ui(&mut self, ui: &mut Ui, problems: &Problems, number: Option<usize>, count: usize) {
        // A kind without problems is not offered. Its problems may have been mended.
        let occurs = |kind: &Kind| problems.listed.iter().any(|problem| problem.kind == *kind);
        self.kind = self.kind.filter(occurs);
        ui.horizontal_wrapped(|ui| {
            let of_kind = |kind: Option<Kind>| kind.map_or("All kinds", Kind::title);
            let kinds = ComboBox::from_id_salt("kind of problems").selected_text(of_kind(self.kind)).width(190.0);
            let kinds = kinds.show_ui(ui, |ui| {
                for kind in std::iter::once(None).chain(Kind::ALL.into_iter().filter(occurs).map(Some)) {
                    ui.selectable_value(&mut self.kind, kind, of_kind(kind));
                }
            });
            kinds.response.on_hover_text("List only problems of one kind.");
            let field = TextEdit::singleline(&mut self.text).hint_text("Filter by text").desired_width(150.0);
            ui.add(field).on_hover_text("List only problems whose line has this text, such as the name of an object.");
            if self.is_on() && ui.small_button("Clear").on_hover_text("List all problems.").clicked() {
                *self = Self::default();
            }
            let words = match number {
                Some(number) => format!("{number} of {count}"),
                None => counted(count as u64, "problem"),
            };
            ui.weak(words).on_hover_text("F9 shows the next place of a problem, Shift+F9 the one before it.");
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::problems::Elements;
    use crate::world::Item;

    #[test]
    fn a_kind_and_a_text_choose_problems() {
        let problem = |kind: Kind, message: &str| Problem {
            kind,
            item: Item::Object(0),
            count: 1,
            elements: Elements::Object,
            message: message.to_owned(),
            image: None,
        };
        let rock = problem(Kind::OpenEdges, "Level/Rock has 3 open edges");
        let all = ProblemFilter::default();
        assert!(all.has(&rock) && !all.is_on() && all.counts_rest_of(Kind::Mirrored));
        let of_kind = ProblemFilter { kind: Some(Kind::OpenEdges), text: String::new() };
        assert!(of_kind.has(&rock) && !of_kind.has(&problem(Kind::Mirrored, "rock")));
        assert!(!of_kind.counts_rest_of(Kind::Mirrored));
        let by_text = ProblemFilter { kind: None, text: " rock ".to_owned() };
        assert!(by_text.has(&rock) && !by_text.has(&problem(Kind::OpenEdges, "wall")));
        assert!(by_text.is_on() && !by_text.counts_rest_of(Kind::OpenEdges));
    }
}
