//! Problems of objects and their meshes: by kind, with a row for each.

use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Button, Context, Label, Rect, Response, RichText, Sense, TextWrapMode, Ui, UiBuilder, pos2, vec2};

use super::face_search::FaceSearch;
use super::filter::ProblemFilter;
use super::row;
use super::row::{ProblemRow, ROW};
use crate::app::kit::job::Job;
use crate::app::kit::{glossary, theme};
use crate::escape;
use crate::geometry::narrate::counted;
use crate::geometry::{Mesh, Tone};
use crate::report::problems::{Elements, Kind, Problem, ProblemPlace, Problems};
use crate::scene::Ignored;
use crate::workspace::Workspace;
use crate::world::Item;

/// The problems. They are kept until an object changes.
#[derive(Default)]
pub(super) struct ObjectProblems {
    problems: Problems,
    made_for: Option<(u64, u64, Vec<Ignored>)>,
    /// The meshes whose triangles have been checked.
    meshes: Vec<Arc<Mesh>>,
    /// The problem and the place that were shown in the last frame: the rows of others are scrolled into view.
    shown: Option<(Problem, usize)>,
    looking: Option<Job<Vec<Arc<Mesh>>>>,
    filter: ProblemFilter,
    faces: FaceSearch,
}

impl ObjectProblems {
    /// Computes the list again when an object has changed. Another thread checks the triangles of each mesh once.
    pub(super) fn update(&mut self, workspace: &Workspace, ctx: &Context) {
        let key = (workspace.disk().generation(), workspace.placement().revision(), workspace.scene().ignore.clone());
        if self.made_for.as_ref() != Some(&key) {
            self.made_for = Some(key);
            let meshes = workspace.report().marks.meshes();
            let is_known = |mesh: &Arc<Mesh>| self.meshes.iter().any(|known| Arc::ptr_eq(known, mesh));
            if meshes.iter().all(is_known) {
                self.looking = None;
                self.make_list(workspace);
            } else {
                // A moving mesh keeps its problems until those of its new pose are found.
                if !meshes.iter().filter(|mesh| !is_known(mesh)).all(|mesh| mesh.is_moved()) {
                    self.problems = workspace.report().problems_of_objects();
                }
                self.looking = Some(Job::start(ctx, move |progress| {
                    meshes.into_iter().take_while(|mesh| !progress.is_cancelled() && check_mesh(mesh)).collect()
                }));
            }
        }
        if let Some(Poll::Ready(meshes)) = self.looking.as_ref().map(|job| job.poll(ctx)) {
            self.looking = None;
            self.meshes = meshes.unwrap_or_default();
            self.make_list(workspace);
        }
        if self.faces.update(workspace, ctx) && self.looking.is_none() {
            self.make_list(workspace);
        }
    }

    /// Lists all problems that are known.
    fn make_list(&mut self, workspace: &Workspace) {
        let report = workspace.report();
        self.problems = match self.faces.found() {
            Some(found) => report.problems_with(workspace.world(), found),
            None => report.problems(),
        };
    }

    /// Marks a problem of the faces of the selected object while no other problem is marked, and marks those of a moved object
    /// or a changed camera as they are now.
    pub(super) fn mark_faces(&self, workspace: &mut Workspace) {
        // What is listed may be of the objects before they moved.
        if self.is_looking() {
            return;
        }
        let bodies = |problem: &Problem| Some((problem.kind, problem.objects_of_faces()?));
        let listed = || self.problems.listed.iter().filter_map(|problem| Some((bodies(problem)?, problem)));
        let found = if let Some(shown) = workspace.view().problem() {
            let Some(own) = bodies(shown) else { return };
            let now = listed().find(|(bodies, _)| *bodies == own).map(|(_, problem)| problem);
            if now == Some(shown) {
                return;
            }
            now
        } else {
            let Some(selected) = workspace.selected().object() else { return };
            let own = listed().find(|(_, problem)| problem.is_shown_with(selected, workspace.world()));
            let Some((_, problem)) = own else { return };
            Some(problem)
        };
        workspace.selection_mut().mark_problem(found.cloned());
    }

    pub(super) fn is_looking(&self) -> bool {
        self.looking.is_some() || self.faces.is_running()
    }

    /// All problems; `None` while they are searched.
    pub(super) fn list(&self) -> Option<&Problems> {
        (!self.is_looking()).then_some(&self.problems)
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

    /// The shown problems in the order of their rows.
    fn in_order(&self) -> impl Iterator<Item = &Problem> {
        let of_kind = |kind: Kind| self.problems.listed.iter().filter(move |problem| problem.kind == kind);
        Kind::ALL.into_iter().flat_map(of_kind).filter(|problem| self.filter.has(problem))
    }

    /// Shows the next or the previous place: of the shown problem, else the first or the last one of the problem after or
    /// before it. `false` without a problem.
    pub(super) fn step(&self, workspace: &mut Workspace, is_back: bool) -> bool {
        let at = workspace.view().place_number();
        let beside = if is_back { at.checked_sub(1) } else { Some(at + 1) };
        if beside.is_some_and(|beside| workspace.selection_mut().show_place(beside)) {
            return true;
        }
        let all: Vec<&Problem> = self.in_order().collect();
        let now = workspace.view().problem().and_then(|shown| all.iter().position(|problem| *problem == shown));
        let next = match (now, is_back) {
            (None, false) => all.first(),
            (None | Some(0), true) => all.last(),
            (Some(now), true) => all.get(now - 1),
            (Some(now), false) => all.get(now + 1).or(all.first()),
        };
        let Some(next) = next else { return false };
        workspace.selection_mut().show_problem((*next).clone());
        if is_back {
            let last = workspace.view().problem_places().len().saturating_sub(1);
            workspace.selection_mut().show_place(last);
        }
        true
    }

    /// The fields that choose problems, when there are several.
    fn filter_row(&mut self, ui: &mut Ui, workspace: &Workspace) {
        if self.problems.listed.len() < 2 && !self.filter.is_on() {
            return;
        }
        let shown = workspace.view().problem();
        let number = shown.and_then(|shown| self.in_order().position(|problem| problem == shown)).map(|at| at + 1);
        let rest = self.problems.left_out.iter().filter(|(kind, _)| self.filter.counts_rest_of(*kind));
        let count = self.in_order().count() + rest.map(|(_, count)| count).sum::<usize>();
        self.filter.ui(ui, &self.problems, number, count);
        if count == 0 {
            ui.weak("No problem has this kind and this text.");
        }
    }

    /// All kinds of problems that occur, one below the other; below the shown problem, its places. Returns what was clicked.
    pub(super) fn ui(&mut self, ui: &mut Ui, workspace: &Workspace, sight: Rect) -> Option<Clicked> {
        let top = ui.min_rect().top();
        let mut clicked = None;
        let shown = workspace.view().problem().map(|problem| (problem.clone(), workspace.view().place_number()));
        let is_other = shown.is_some() && shown != self.shown;
        self.shown = shown;
        for (is_running, words) in [
            (self.looking.is_some(), "Checking the triangles of meshes …"),
            (self.faces.is_running(), "Searching faces that flicker, cross or are hidden …"),
        ] {
            if is_running {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.weak(words);
                });
            }
        }
        self.filter_row(ui, workspace);
        for kind in Kind::ALL {
            let of_kind = |problem: &&Problem| problem.kind == kind && self.filter.has(problem);
            let listed: Vec<&Problem> = self.problems.listed.iter().filter(of_kind).collect();
            if listed.is_empty() {
                continue;
            }
            let rest = self.problems.left_out.iter().find(|(of, _)| *of == kind && self.filter.counts_rest_of(kind));
            let left_out = rest.map_or(0, |(_, count)| *count);
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
            let rows = KindRows::of(&listed, workspace);
            if let Some(place) = rows.shown_place(workspace).filter(|_| is_other) {
                let height = row::height(ui.available_width());
                let from = ui.cursor().min + vec2(0.0, place as f32 * height);
                ui.scroll_to_rect(Rect::from_min_size(from, vec2(1.0, height)), None);
            }
            rows_in_sight(ui, sight, top, rows.len(), |ui, place, i| {
                let found = match rows.at(i) {
                    InList::Problem(i) => one(ui, place, workspace, listed[i], i),
                    InList::Place(number) => one_place(ui, place, workspace, number),
                };
                clicked = found.or(clicked.take());
            });
            if left_out > 0 {
                ui.weak(format!("and {left_out} more, which are listed when some of these are mended or ignored"));
            }
        }
        for (_, words) in &self.problems.unfinished {
            ui.add_space(4.0);
            ui.add(Label::new(RichText::new(format!("{words}.")).weak()).wrap());
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

/// The rows of a kind: its problems, and below the shown one its places if there are several.
struct KindRows {
    problems: usize,
    /// The shown problem with the number of its places.
    unfolded: Option<(usize, usize)>,
}

/// A row of a kind.
enum InList {
    /// A problem, by its number in the kind.
    Problem(usize),
    /// A place of the shown problem, by its number.
    Place(usize),
}

impl KindRows {
    fn of(listed: &[&Problem], workspace: &Workspace) -> Self {
        let shown = workspace.view().problem().and_then(|shown| listed.iter().position(|problem| *problem == shown));
        let places = Some(workspace.view().problem_places().len()).filter(|places| *places > 1);
        Self { problems: listed.len(), unfolded: shown.zip(places) }
    }

    fn len(&self) -> usize {
        self.problems + self.unfolded.map_or(0, |(_, places)| places)
    }

    fn at(&self, row: usize) -> InList {
        match self.unfolded {
            Some((shown, places)) if row > shown + places => InList::Problem(row - places),
            Some((shown, _)) if row > shown => InList::Place(row - shown - 1),
            _ => InList::Problem(row),
        }
    }

    /// The row of the shown place.
    fn shown_place(&self, workspace: &Workspace) -> Option<usize> {
        self.unfolded.map(|(shown, _)| shown + 1 + workspace.view().place_number())
    }
}

/// What was clicked in the list.
pub(super) enum Clicked {
    /// A problem, to show it.
    Show(Problem),
    /// A place of the shown problem, to show it.
    ShowPlace(usize),
    /// A problem of triangles, to repair them.
    Repair(Problem),
    /// An item, to select it without its problem.
    Select(Item),
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
fn one(ui: &mut Ui, place: Rect, workspace: &Workspace, problem: &Problem, number: usize) -> Option<Clicked> {
    /// Of the buttons, points.
    const IGNORE: f32 = 60.0;
    const REPAIR: f32 = 100.0;
    let can_repair = can_repair(workspace, problem);
    let buttons = if can_repair { IGNORE + REPAIR + 8.0 } else { IGNORE + 4.0 };
    let words = Rect::from_min_max(place.min, place.max - vec2(buttons, 0.0));
    let row = ProblemRow {
        symbol: "⚠",
        tone: Tone::Partial,
        words: &theme::quoted(&problem.message),
        place: "",
        help: Some("Select what it is about, and look closely at its first place. F9 shows the next one."),
        is_selected: workspace.view().problem() == Some(problem),
    };
    let response = row.respond(ui, words, (problem.kind.word(), number));
    let is_shown = response.clicked();
    let of_row = || match workspace.view().problem_place().filter(|_| workspace.view().problem() == Some(problem)) {
        Some(place) => Some(place.clone()),
        None => problem.first_place(workspace.world()),
    };
    if let Some(chosen) = menu(&response, workspace, problem, of_row) {
        return Some(chosen);
    }
    let mut button = |text: &str, right: f32, width: f32| {
        let from = pos2(right - width, place.top() + 1.0);
        let button = Rect::from_min_size(from, vec2(width, ROW - 2.0));
        // In a ui of its own: a row has its place already, and must not move the next one.
        let mut own = ui.new_child(UiBuilder::new().max_rect(button));
        own.add_sized(button.size(), Button::new(text).small().wrap_mode(TextWrapMode::Extend))
    };
    let ignore = button("Ignore", place.right(), IGNORE);
    if can_repair {
        let repair = button("Repair level…", place.right() - IGNORE - 4.0, REPAIR);
        let help = "Save a copy of the level without this problem. Choose what is repaired, and see each change.";
        if repair.on_hover_text(help).clicked() {
            return Some(Clicked::Repair(problem.clone()));
        }
    }
    let ignore = ignore.on_hover_text("Do not list this problem. The choice is saved in the scene.");
    if ignore.clicked() {
        return Some(Clicked::Ignore(workspace.report().entries_to_ignore(problem)));
    }
    is_shown.then(|| Clicked::Show(problem.clone()))
}

/// Whether the repair of levels can mend a problem: it is about triangles of a model of a saved scene.
fn can_repair(workspace: &Workspace, problem: &Problem) -> bool {
    let is_mended = matches!(
        problem.kind,
        Kind::DegenerateTriangles
            | Kind::DuplicateTriangles
            | Kind::FlippedWinding
            | Kind::InsideOut
            | Kind::OpenEdges
            | Kind::Gaps
            | Kind::VerticesNotFinite
    );
    let of_model = |item: Item| matches!(item, Item::Object(object) if workspace.world().model_of(object).is_some());
    let is_of_pair = matches!(problem.elements, Elements::Gap(_));
    is_mended && !is_of_pair && of_model(problem.item) && workspace.path().is_some()
}

/// From the left border of the list to that of the rows of places, points.
const PLACE_INDENT: f32 = 20.0;

/// The row of a place of the shown problem. Returns what was clicked.
fn one_place(ui: &Ui, area: Rect, workspace: &Workspace, number: usize) -> Option<Clicked> {
    let (problem, place) = (workspace.view().problem()?, workspace.view().problem_places().get(number)?);
    // The mesh names the first faults of a kind.
    let of = match (workspace.view().problem_places().len(), problem.count) {
        (known, all) if known < all => format!("of the first {known} of {all}"),
        (known, _) => format!("of {known}"),
    };
    let at = workspace.view().units().point(place.middle());
    let row = ProblemRow {
        symbol: "·",
        tone: Tone::Partial,
        words: &format!("{} {of}: {}", number + 1, place.what),
        place: &at,
        help: Some("Look closely at this place. F9 shows the next one, Shift+F9 the one before it."),
        is_selected: workspace.view().place_number() == number,
    };
    let response = row.respond(ui, area.with_min_x(area.left() + PLACE_INDENT), ("place", number));
    if let Some(chosen) = menu(&response, workspace, problem, || Some(place.clone())) {
        return Some(chosen);
    }
    response.clicked().then_some(Clicked::ShowPlace(number))
}

/// The context menu of a problem or of one of its places. Returns what was chosen.
fn menu(
    response: &Response,
    workspace: &Workspace,
    problem: &Problem,
    place: impl Fn() -> Option<ProblemPlace>,
) -> Option<Clicked> {
    let mut chosen = None;
    response.context_menu(|ui| {
        ui.set_min_width(140.0);
        if ui.button("Select object").clicked() {
            let item = place().map_or(problem.item, |place| Item::Object(place.object));
            chosen = Some(Clicked::Select(item));
        }
        if ui.button("Ignore").on_hover_text("Do not list this problem. The choice is saved in the scene.").clicked() {
            chosen = Some(Clicked::Ignore(workspace.report().entries_to_ignore(problem)));
        }
        let help = "Copy the object, the triangle or edge, and the position in metres.";
        if ui.button("Copy place").on_hover_text(help).clicked() {
            let text = place().map_or_else(|| problem.message.clone(), |place| place.text(problem, workspace.world()));
            ui.ctx().copy_text(text);
        }
    });
    chosen
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
        let four =
            ["mirrored", "inside_out", "joint_twice", "joint_without_vertices"].map(|problem| entry(problem, None));
        let words = "4 entries of “ignore” match no problem at this tick: mirrored, inside_out, joint_twice …";
        assert_eq!(words_of_unused(&four).as_deref(), Some(words));
    }
}
