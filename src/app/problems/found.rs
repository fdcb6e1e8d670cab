//! Problems of objects and their meshes: by kind, with a row for each.

use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Context, Label, Rect, RichText, Sense, Ui, vec2};

use super::row::{self, ROW, Row};
use crate::app::job::Job;
use crate::app::session::Session;
use crate::app::{glossary, theme};
use crate::geometry::{Mesh, Tone};
use crate::report::problems::{Kind, Problem, Problems};

/// The problems. They are kept until an object changes.
#[derive(Default)]
pub(super) struct Found {
    problems: Problems,
    made_for: Option<(u64, u64)>,
    /// The meshes whose triangles have been checked.
    meshes: Vec<Arc<Mesh>>,
    looking: Option<Job<Vec<Arc<Mesh>>>>,
}

impl Found {
    /// Computes the list again when an object has changed. Another thread checks the triangles of each mesh once.
    pub(super) fn update(&mut self, session: &Session, ctx: &Context) {
        let key = (session.generation(), session.placement_revision());
        if self.made_for.replace(key) != Some(key) {
            let meshes = session.report().marks.meshes();
            let is_known = |mesh: &Arc<Mesh>| self.meshes.iter().any(|known| Arc::ptr_eq(known, mesh));
            if meshes.iter().all(is_known) {
                self.looking = None;
                self.problems = session.report().problems();
            } else {
                self.problems = session.report().problems_of_objects();
                self.looking = Some(Job::start(ctx, move |progress| {
                    meshes.into_iter().take_while(|mesh| !progress.is_cancelled() && looked_at(mesh)).collect()
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

    pub(super) fn count(&self) -> usize {
        self.problems.count()
    }

    /// All kinds of problems that occur, one below the other. Returns the problem that was clicked.
    pub(super) fn ui(&self, ui: &mut Ui, session: &Session, sight: Rect) -> Option<Problem> {
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
            glossary::label(ui, Label::new(RichText::new(head).strong().color(orange)));
            ui.add(Label::new(RichText::new(kind.meaning()).small().weak()).wrap());
            rows_in_sight(ui, sight, top, listed.len(), |ui, place, i| {
                if one(ui, place, session, listed[i], i) {
                    clicked = Some(listed[i].clone());
                }
            });
            if left_out > 0 {
                ui.weak(format!("and {left_out} more, which are not listed"));
            }
        }
        clicked
    }
}

/// Makes a mesh check its triangles. The mesh stores the result.
fn looked_at(mesh: &Mesh) -> bool {
    mesh.faults();
    true
}

/// A row. Returns whether it was clicked.
fn one(ui: &Ui, place: Rect, session: &Session, problem: &Problem, number: usize) -> bool {
    let row = Row {
        symbol: "⚠",
        tone: Tone::Partial,
        words: &theme::quoted(&problem.message),
        place: "",
        help: Some("Select the object, frame it in the 3D view and mark the problem."),
        is_selected: session.problem() == Some(problem),
    };
    row.put(ui, place, (problem.kind.word(), number))
}

/// Rows of one line. Only the visible ones are drawn. `top` is the y of the scrolled contents.
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
        let size = vec2(ui.available_width(), ROW * count as f32);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rows in sight, not negative")]
        let [first, end] = [sight.min.y, sight.max.y + ROW].map(|y| ((y - from_top) / ROW).max(0.0) as usize);
        for i in first..end.min(count) {
            show(ui, row::place(rect, i), i);
        }
    });
}
