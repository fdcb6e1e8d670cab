//! Problems of objects and their meshes: by kind, with a row for each.

use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Button, Context, Label, Rect, RichText, Sense, TextWrapMode, Ui, UiBuilder, pos2, vec2};

use super::row::{self, ROW, Row};
use crate::app::job::Job;
use crate::app::session::Session;
use crate::app::{glossary, theme};
use crate::escape;
use crate::geometry::narrate::counted;
use crate::geometry::{Mesh, Tone};
use crate::report::problems::{Kind, Problem, Problems};
use crate::scene::Ignored;

/// The problems. They are kept until an object changes.
#[derive(Default)]
pub(super) struct ObjectProblems {
    problems: Problems,
    made_for: Option<(u64, u64, Vec<Ignored>)>,
    /// The meshes whose triangles have been checked.
    meshes: Vec<Arc<Mesh>>,
    looking: Option<Job<Vec<Arc<Mesh>>>>,
}

impl ObjectProblems {
    /// Computes the list again when an object has changed. Another thread checks the triangles of each mesh once.
    pub(super) fn update(&mut self, session: &Session, ctx: &Context) {
        let key = (session.generation(), session.placement_revision(), session.scene().ignore.clone());
        if self.made_for.as_ref() != Some(&key) {
            self.made_for = Some(key);
            let meshes = session.report().marks.meshes();
            let is_known = |mesh: &Arc<Mesh>| self.meshes.iter().any(|known| Arc::ptr_eq(known, mesh));
            if meshes.iter().all(is_known) {
                self.looking = None;
                self.problems = session.report().problems();
            } else {
                // A moving mesh keeps its problems until those of its new pose are found.
                if !meshes.iter().filter(|mesh| !is_known(mesh)).all(|mesh| mesh.is_moved()) {
                    self.problems = session.report().problems_of_objects();
                }
                self.looking = Some(Job::start(ctx, move |progress| {
                    meshes.into_iter().take_while(|mesh| !progress.is_cancelled() && check_mesh(mesh)).collect()
                }));
            }
        }
        if let Some(Poll::Ready(meshes)) = self.looking.as_ref().map(|job| job.poll(ctx)) {
            self.looking = None;
            self.meshes = meshes.unwrap_or_default();
            self.problems = session.report().problems();
        }
    }

    pub(super) fn is_looking(&self) -> bool {
        self.looking.is_some()
    }

    /// Whether the list ends with lines about the scene's `ignore`.
    pub(super) fn mentions_ignored(&self) -> bool {
        self.problems.ignored > 0 || !self.unused().is_empty()
    }

    /// The entries of the scene's `ignore` that match no problem; none while problems are searched.
    fn unused(&self) -> &[Ignored] {
        if self.is_looking() { &[] } else { &self.problems.unused }
    }

    pub(super) fn count(&self) -> usize {
        self.problems.count()
    }

    /// All kinds of problems that occur, one below the other. Returns what was clicked.
    pub(super) fn ui(&self, ui: &mut Ui, session: &Session, sight: Rect) -> Option<Clicked> {
        let top = ui.min_rect().top();
        let mut clicked = None;
        if self.looking.is_some() {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.weak("Checking the triangles of meshes …");
            });
        }
        for kind in Kind::ALL {
            let of_kind = |problem: &&Problem| problem.kind == kind;
            let listed: Vec<&Problem> = self.problems.listed.iter().filter(of_kind).collect();
            if listed.is_empty() {
                continue;
            }
            let left_out = self.problems.left_out.iter().find(|(of, _)| *of == kind).map_or(0, |(_, count)| *count);
            ui.add_space(4.0);
            let orange = theme::text_color(ui.ctx(), Tone::Partial);
            let head = format!("⚠ {}: {}", kind.title(), listed.len() + left_out);
            ui.horizontal(|ui| {
                glossary::label(ui, Label::new(RichText::new(head).strong().color(orange)));
                let help = "Do not list problems of this kind. The choice is saved in the scene.";
                if ui.small_button("Ignore all").on_hover_text(help).clicked() {
                    clicked = Some(Clicked::Ignore(vec![Ignored { problem: kind.word().to_owned(), object: None }]));
                }
            });
            ui.add(Label::new(RichText::new(kind.meaning()).small().weak()).wrap());
            rows_in_sight(ui, sight, top, listed.len(), |ui, place, i| {
                clicked = one(ui, place, session, listed[i], i).or(clicked.take());
            });
            if left_out > 0 {
                ui.weak(format!("and {left_out} more, which are not listed"));
            }
        }
        if self.problems.ignored > 0 {
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                ui.weak(format!("{} ignored", counted(self.problems.ignored, "problem")));
                if ui.small_button("Show again").on_hover_text("List all problems of the scene again.").clicked() {
                    clicked = Some(Clicked::ShowIgnored);
                }
            });
        }
        if let Some(words) = words_of_unused(self.unused()) {
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(words).weak()).wrap());
        }
        clicked
    }
}

/// What was clicked in the list.
pub(super) enum Clicked {
    /// A problem, to show it.
    Show(Problem),
    /// A problem or a kind of problems, to ignore it, with the entries for that.
    Ignore(Vec<Ignored>),
    /// All ignored problems, to list them again.
    ShowIgnored,
}

/// Makes a mesh check its triangles. The mesh stores the result.
fn check_mesh(mesh: &Mesh) -> bool {
    mesh.faults();
    true
}

/// The line about entries of the scene's `ignore` that match no problem; `None` without any.
fn words_of_unused(entries: &[Ignored]) -> Option<String> {
    const FEW: usize = 3;
    let words = |entry: &Ignored| match &entry.object {
        Some(object) => format!("{} of “{}”", escape::shown(&entry.problem), escape::shown(object)),
        None => escape::shown(&entry.problem).into_owned(),
    };
    let first: Vec<String> = entries.iter().take(FEW).map(words).collect();
    let more = if entries.len() > FEW { " …" } else { "" };
    let what = match entries.len() {
        0 => return None,
        1 => "1 entry of “ignore” matches".to_owned(),
        count => format!("{count} entries of “ignore” match"),
    };
    Some(format!("{what} no problem at this tick: {}{more}", first.join(", ")))
}

/// A row with a button. Returns what was clicked.
fn one(ui: &mut Ui, place: Rect, session: &Session, problem: &Problem, number: usize) -> Option<Clicked> {
    /// Of the button, points.
    const BUTTON: f32 = 60.0;
    let words = Rect::from_min_max(place.min, place.max - vec2(BUTTON + 4.0, 0.0));
    let row = Row {
        symbol: "⚠",
        tone: Tone::Partial,
        words: &theme::quoted(&problem.message),
        place: "",
        help: Some("Select what it is about, frame it in the 3D view and mark the problem."),
        is_selected: session.problem() == Some(problem),
    };
    let is_shown = row.put(ui, words, (problem.kind.word(), number));
    let button = pos2(place.right() - BUTTON, place.top() + 1.0);
    let button = Rect::from_min_size(button, vec2(BUTTON, ROW - 2.0));
    // In a ui of its own: a row has its place already, and must not move the next one.
    let mut own = ui.new_child(UiBuilder::new().max_rect(button));
    let ignore = own.add_sized(button.size(), Button::new("Ignore").small().wrap_mode(TextWrapMode::Extend));
    let ignore = ignore.on_hover_text("Do not list this problem. The choice is saved in the scene.");
    if ignore.clicked() {
        return Some(Clicked::Ignore(session.report().entries_to_ignore(problem)));
    }
    is_shown.then(|| Clicked::Show(problem.clone()))
}

/// Rows of the same height. Only the visible ones are drawn. `top` is the y of the scrolled contents.
pub(super) fn rows_in_sight(
    ui: &mut Ui,
    sight: Rect,
    top: f32,
    count: usize,
    mut show: impl FnMut(&mut Ui, Rect, usize),
) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let from_top = ui.cursor().top() - top;
        let height = row::height(ui.available_width());
        let size = vec2(ui.available_width(), height * count as f32);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rows in sight, not negative")]
        let [first, end] = [sight.min.y, sight.max.y + height].map(|y| ((y - from_top) / height).max(0.0) as usize);
        for i in first..end.min(count) {
            show(ui, row::place(rect, i), i);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_without_a_problem_are_named() {
        let entry = |problem: &str, object: Option<&str>| Ignored {
            problem: problem.to_owned(),
            object: object.map(str::to_owned),
        };
        assert_eq!(words_of_unused(&[]), None);
        let one = [entry("open_edges", Some("m/b"))];
        let words = "1 entry of “ignore” matches no problem at this tick: open_edges of “m/b”";
        assert_eq!(words_of_unused(&one).as_deref(), Some(words));
        let four = ["mirrored", "inside_out", "joint_twice", "unused_joints"].map(|problem| entry(problem, None));
        let words = "4 entries of “ignore” match no problem at this tick: mirrored, inside_out, joint_twice …";
        assert_eq!(words_of_unused(&four).as_deref(), Some(words));
    }
}
