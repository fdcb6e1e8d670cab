//! The window with all terms and a search.

use eframe::egui::{Context, Id, RichText, ScrollArea, TextEdit, Ui, Window, vec2};

use super::picture;
use super::term::Term;
use crate::app::kit::keys;

/// The state of the window.
#[derive(Default)]
pub(in crate::app) struct Glossary {
    is_open: bool,
    search: String,
}

impl Glossary {
    /// Opens the window with all terms.
    pub(in crate::app) fn open(&mut self) {
        *self = Self { is_open: true, search: String::new() };
    }

    /// Closes the window.
    pub(in crate::app) fn close(&mut self) {
        self.is_open = false;
    }

    /// The id of the window, when it is open.
    pub(in crate::app) fn window(&self) -> Option<Id> {
        self.is_open.then(window_id)
    }

    /// Shows the window while it is open.
    pub(in crate::app) fn show(&mut self, ctx: &Context) {
        let Self { is_open, search } = self;
        let room = ctx.content_rect().size();
        let window = Window::new("Glossary").id(window_id()).open(is_open).collapsible(false).constrain(true);
        let height = (room.y - 120.0).min(520.0);
        window
            .default_pos(((room - vec2(540.0, height + 60.0)) / 2.0).to_pos2())
            .default_size(vec2(520.0, height))
            .show(ctx, |ui| {
                let field = TextEdit::singleline(search).hint_text("Search").desired_width(220.0);
                let response = ui.add(field).accessible_name("Search the glossary");
                if keys::is_escaped(&response) {
                    search.clear();
                }
                ui.add_space(4.0);
                ui.separator();
                ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| list(ui, search));
            });
    }
}

fn window_id() -> Id {
    Id::unique("glossary")
}

fn list(ui: &mut Ui, search: &str) {
    let mut is_empty = true;
    for term in Term::all().filter(|term| matches(*term, search)) {
        is_empty = false;
        entry(ui, term);
        ui.separator();
    }
    if is_empty {
        ui.weak("No term has all these words.");
    }
}

/// Text at the left, picture at the right.
fn entry(ui: &mut Ui, term: Term) {
    ui.add_space(4.0);
    ui.horizontal_top(|ui| {
        let beside = if picture::has(term) { picture::SIZE.x + 16.0 } else { 0.0 };
        let width = (ui.available_width() - beside).max(120.0);
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.label(RichText::new(term.title()).strong().size(14.0));
            ui.label(term.text());
        });
        picture::show(ui, term);
    });
    ui.add_space(4.0);
}

/// Whether a term contains every word of the search, in any case.
fn matches(term: Term, search: &str) -> bool {
    let words = term.words().join(" ");
    let all = format!("{} {} {words}", term.title(), term.text()).to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| all.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_matches_all_its_words() {
        let found = |search: &str| Term::all().filter(|term| matches(*term, search)).collect::<Vec<_>>();
        assert_eq!(found("").len(), Term::all().count());
        assert_eq!(found("NAPPE"), [Term::Nappe]);
        assert_eq!(found("discriminant"), [Term::Quadratic]);
        assert_eq!(found("  cone generator "), [Term::Generator]);
        assert_eq!(found("no such item"), []);
    }
}
