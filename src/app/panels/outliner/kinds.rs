//! The entry of each kind of item in the outliner: the words of its section, its rows, and its own commands.

use super::answer;
use super::answer::{RowAnswer, answer, of_image, of_occlusion};
use super::line::RowLine;
use super::of_model::Summaries;
use crate::app::command::{Command, ViewCommand, WindowCommand};
use crate::app::kit::theme;
use crate::clearance::leak::LeakAnswer;
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::narrate::counted;
use crate::picture::{Palette, Selected};
use crate::report::agents::words::doing;
use crate::report::{colliders, cuts, leaks, sessions, taps};
use crate::trajectory::Tracking;
use crate::workspace::Workspace;
use crate::world::{Item, ItemKind};

/// A kind of items in the outliner.
pub(super) struct OutlinerKind {
    /// The title of its section.
    pub(super) title: &'static str,
    /// Its tooltip.
    pub(super) help: &'static str,
    /// Whether most scenes have no such item. The header is then left out.
    pub(super) is_rare: bool,
    /// The row of an item, by its index; `None` when it does not exist.
    pub(super) row: fn(&mut RowSource<'_>, usize) -> Option<Content>,
    /// A command that a click on the row also carries out.
    pub(super) on_click: Option<Command>,
    /// A command in its context menu, in addition to those of all items.
    pub(super) in_menu: Option<Command>,
}

/// The data from which rows are made.
pub(super) struct RowSource<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) selected: Selected,
    /// Whether the item is the active one.
    pub(super) is_active: bool,
    pub(super) palette: &'a Palette,
    pub(super) summaries: &'a mut Summaries,
    /// Whether a model is expanded.
    pub(super) is_open: &'a dyn Fn(usize) -> bool,
}

/// The content of a row, except what all items have: name, eye and place.
pub(super) struct Content {
    symbol: &'static str,
    fold: Option<bool>,
    answer: RowAnswer,
    pub(super) is_selected: bool,
}

impl Content {
    /// The row.
    pub(super) fn line(&self) -> RowLine<'_> {
        RowLine { fold: self.fold, ..self.answer.line(self.symbol) }
    }

    /// The tooltip.
    pub(super) fn help(&self) -> &str {
        &self.answer.help
    }

    /// The row while answers are hidden: as it is without its answer, or one without any.
    pub(super) fn hidden(made: Option<Self>, is_selected: bool) -> Self {
        let made = made.unwrap_or_else(|| Self::new("", is_selected, RowAnswer::default()));
        Self { symbol: "·", answer: row_answer(Tone::Note, "?", "The answers are hidden."), ..made }
    }

    fn new(symbol: &'static str, is_selected: bool, answer: RowAnswer) -> Self {
        Self { symbol, fold: None, answer, is_selected }
    }
}

/// A kind that few scenes have, without commands of its own.
fn rare(
    title: &'static str,
    help: &'static str,
    row: fn(&mut RowSource<'_>, usize) -> Option<Content>,
) -> OutlinerKind {
    OutlinerKind { title, help, is_rare: true, row, on_click: None, in_menu: None }
}

/// The entry of a kind.
pub(super) fn of_kind(kind: ItemKind) -> OutlinerKind {
    match kind {
        ItemKind::Agent => OutlinerKind {
            title: "Agents",
            help: "Each runs a behaviour tree. The row shows the node that runs now.",
            is_rare: true,
            row: agent,
            on_click: Some(Command::Window(WindowCommand::ShowTree)),
            in_menu: Some(Command::Window(WindowCommand::ShowTree)),
        },
        ItemKind::Camera => OutlinerKind {
            title: "Cameras",
            help: "Each camera is tested against every object: is the object in view?",
            is_rare: false,
            row: camera,
            on_click: None,
            in_menu: Some(Command::View(ViewCommand::LookThrough)),
        },
        ItemKind::Ray => OutlinerKind {
            title: "Rays",
            help: "Each ray is tested against every object: does the ray hit it?",
            is_rare: false,
            row: ray,
            on_click: None,
            in_menu: None,
        },
        ItemKind::Object => OutlinerKind {
            title: "Objects",
            help: "The solids, with the answers of the selected camera or ray.",
            is_rare: false,
            row: object,
            on_click: None,
            in_menu: None,
        },
        ItemKind::Unplaced => {
            rare("Unplaced objects", "Their meshes could not be read, so they have no answers.", unplaced)
        }
        ItemKind::Model => rare("Models", "Levels from files. Each row unfolds to its objects and cameras.", model),
        ItemKind::Image => rare("Images", "Cut into cells that are solid or clear.", image),
        ItemKind::Occlusion => {
            rare("Occlusion queries", "Each query tests with a depth buffer whether objects touch.", occlusion)
        }
        ItemKind::Session => rare("Sessions", "Recorded camera paths. Cameras and objects can follow them.", session),
        ItemKind::Tap => rare(
            "Taps",
            "Hit tests of a point of a camera's picture against the planes and points of its session.",
            tap,
        ),
        ItemKind::Cut => {
            rare("Cuts", "Each cuts a mesh by a plane. From its tick on, two halves take the place of the object.", cut)
        }
        ItemKind::Leak => rare("Leaks", "Each asks whether a sphere can get out of a room, or to a place.", leak),
        ItemKind::Collider => {
            rare("Colliders", "Each compares the surface that collides with the surface that is drawn.", collider)
        }
    }
}

/// A row with a word that is not the answer of a camera or ray.
fn row_answer(tone: Tone, word: impl Into<String>, help: impl Into<String>) -> RowAnswer {
    RowAnswer { tone, word: word.into(), detail: String::new(), is_disputed: false, term: None, help: help.into() }
}

fn agent(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let (tone, word) = doing(source.workspace.world().agents.get(index)?);
    let answer = row_answer(
        tone,
        word,
        "Show the behaviour tree of this agent. The word at the right is the running leaf, or the status of the tree.",
    );
    Some(Content::new(source.palette.symbol(tone), source.selected.agent() == Some(index), answer))
}

fn camera(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let answers = source.workspace.report().frusta.get(index)?;
    let (symbol, answer) = match answers.no_list_sentence().map(|why| theme::quoted(&why)) {
        None => {
            let help = "Show which objects are in view of this camera. Ctrl + click selects it together with the selected \
                        items.";
            ("▣", row_answer(Tone::default(), "", help))
        }
        Some(why) if answers.error.is_some() => {
            (source.palette.symbol(Tone::Fail), row_answer(Tone::Fail, answer::NO_ANSWER, why))
        }
        Some(why) => ("▣", row_answer(Tone::Partial, "no list", why)),
    };
    Some(Content::new(symbol, source.selected.querier() == Some(Item::Camera(index)), answer))
}

fn ray(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let report = source.workspace.report();
    let nearest = report.rays.get(index)?.nearest;
    let arrow =
        nearest.map_or("nothing".to_owned(), |target| format!("→ {}", escape::shown(report.target_name(target))));
    let help = "Show which objects this ray hits; the name after the arrow is the first hit. Ctrl + click selects it \
                together with the selected items.";
    let answer = row_answer(Tone::default(), arrow, help);
    Some(Content::new("↗", source.selected.querier() == Some(Item::Ray(index)), answer))
}

fn session(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let session = source.workspace.world().sessions.get(index)?;
    let answer = match (&session.file, session.held) {
        (Err(error), _) => row_answer(Tone::Fail, answer::NO_ANSWER, theme::quoted(error)),
        (Ok(_), held) => {
            let tracking = held.map_or(Tracking::Lost, |held| held.tracking);
            let tone = match tracking {
                Tracking::Normal => Tone::Pass,
                Tracking::Limited => Tone::Partial,
                Tracking::Lost => Tone::Fail,
            };
            let sentence = sessions::headline(session).map_or_else(String::new, |words| theme::quoted(&words));
            row_answer(tone, tracking.word(), format!("{sentence}. Show its steps."))
        }
    };
    let symbol = source.palette.symbol(answer.tone);
    Some(Content::new(symbol, source.selected.explained_alone() == Some(Item::Session(index)), answer))
}

fn tap(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let tap = source.workspace.world().taps.get(index)?;
    let answer = match &tap.outcome {
        Err(error) => row_answer(Tone::Fail, answer::NO_ANSWER, theme::quoted(error)),
        Ok(found) => {
            let chosen = found.chosen(tap.rule);
            let tone = Tone::pass_or_fail(chosen.is_some());
            let word = chosen.map_or("nothing", |chosen| chosen.target.word());
            let sentence = taps::headline(tap).map_or_else(String::new, |words| theme::quoted(&words));
            RowAnswer {
                is_disputed: taps::rules_differ(found),
                ..row_answer(tone, word, format!("{sentence}. Show its steps."))
            }
        }
    };
    let symbol = source.palette.symbol(answer.tone);
    Some(Content::new(symbol, source.selected.explained_alone() == Some(Item::Tap(index)), answer))
}

fn cut(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let cut = source.workspace.world().cuts.get(index)?;
    let answer = match &cut.outcome {
        None => row_answer(Tone::Note, format!("at tick {}", cut.tick), "Until this tick the mesh is whole."),
        Some(Err(error)) => row_answer(Tone::Fail, answer::NO_ANSWER, theme::quoted(error)),
        Some(Ok(halves)) => {
            let count = halves.cut.loops.len();
            let sentence = cuts::headline(cut).map_or_else(String::new, |words| theme::quoted(&words));
            row_answer(Tone::Note, counted(count, "loop"), format!("{sentence}. Show its steps."))
        }
    };
    let symbol = if answer.tone == Tone::Fail { source.palette.symbol(Tone::Fail) } else { "◪" };
    Some(Content::new(symbol, source.selected.explained_alone() == Some(Item::Cut(index)), answer))
}

fn leak(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let asked = source.workspace.report().leaks.get(index)?;
    let sentence = || leaks::headline(asked).map_or_else(String::new, |words| theme::quoted(&words));
    let answer = match (&asked.input, asked.answer.as_deref()) {
        (Err(error), _) => row_answer(Tone::Fail, answer::NO_ANSWER, theme::quoted(error)),
        (Ok(_), None) => row_answer(Tone::Note, "searching…", "The search runs. Its answer appears here."),
        (Ok(_), Some(found)) => {
            let (tone, word) = match found {
                LeakAnswer::Leaks(_) => (Tone::Fail, "leaks"),
                LeakAnswer::Sealed { .. } => (Tone::Pass, "sealed"),
                LeakAnswer::StartsInside { .. } => (Tone::Partial, "starts inside"),
                LeakAnswer::Undecided { .. } => (Tone::Partial, "undecided"),
            };
            row_answer(tone, word, format!("{}. Show its steps.", sentence()))
        }
    };
    let symbol = source.palette.symbol(answer.tone);
    Some(Content::new(symbol, source.selected.explained_alone() == Some(Item::Leak(index)), answer))
}

fn collider(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let asked = source.workspace.report().colliders.get(index)?;
    let sentence = || colliders::headline(asked).map_or_else(String::new, |words| theme::quoted(&words));
    let answer = match (&asked.input, asked.answer.as_deref()) {
        (Err(error), _) => row_answer(Tone::Fail, answer::NO_ANSWER, theme::quoted(error)),
        (Ok(_), None) => row_answer(Tone::Note, "comparing…", "The comparison runs. Its answer appears here."),
        (Ok(_), Some(Err(_))) => row_answer(Tone::Partial, "undecided", format!("{}.", sentence())),
        (Ok(input), Some(Ok(found))) => {
            let is_within = input.is_within(found);
            let most = found.both.iter().map(|one| one.distance).fold(0.0, f64::max);
            #[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
            let word = source.workspace.view().units().length(most as f32);
            row_answer(Tone::pass_or_fail(is_within), word, format!("{}. Show its steps.", sentence()))
        }
    };
    let symbol = source.palette.symbol(answer.tone);
    Some(Content::new(symbol, source.selected.explained_alone() == Some(Item::Collider(index)), answer))
}

fn object(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    source.workspace.world().objects.get(index)?;
    let answer = answer(source.workspace.report(), &source.selected, index, source.workspace.view().units());
    let symbol = source.palette.symbol(answer.tone);
    Some(Content::new(symbol, source.selected.object() == Some(index), answer))
}

fn unplaced(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    source.workspace.world().unplaced.get(index)?;
    let answer = row_answer(Tone::Fail, "not placed", "It could not be placed. The Inspector shows the reason.");
    Some(Content::new(source.palette.symbol(Tone::Fail), source.is_active, answer))
}

fn model(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let model = source.workspace.world().models.get(index)?;
    let answer = source.summaries.row(source.workspace, index);
    let symbol = if answer.tone == Tone::Note { "◫" } else { source.palette.symbol(answer.tone) };
    let has_parts = !model.objects.is_empty() || !model.cameras.is_empty();
    let fold = has_parts.then(|| (source.is_open)(index));
    Some(Content { fold, ..Content::new(symbol, source.selected.model() == Some(index), answer) })
}

fn image(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    source.workspace.world().images.get(index)?;
    let answer = of_image(source.workspace.report(), &source.selected, index, source.workspace.view().units());
    let symbol = if answer.tone == Tone::Note { "▦" } else { source.palette.symbol(answer.tone) };
    // The row of an image shows neither a detail nor a term.
    let answer = row_answer(answer.tone, answer.word, answer.help);
    Some(Content::new(symbol, source.selected.image() == Some(index), answer))
}

fn occlusion(source: &mut RowSource<'_>, index: usize) -> Option<Content> {
    let answer = of_occlusion(source.workspace, source.workspace.world().occlusion.get(index)?);
    let symbol = if answer.tone == Tone::Note { "◎" } else { source.palette.symbol(answer.tone) };
    Some(Content::new(symbol, source.selected.occlusion() == Some(index), answer))
}
