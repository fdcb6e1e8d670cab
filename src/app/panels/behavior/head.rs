//! The headline, and the navigation in time: by ticks, by events within a tick, and to the next breakpoint.

use std::time::Duration;

use eframe::egui::{Button, ComboBox, Label, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use super::menu;
use super::shown::Moment;
use super::subject::{AgentSubject, Requests};
use crate::app::command::{self, TreeCommand};
use crate::app::kit::{fitted, theme};
use crate::behavior::{EventKind, Status};
use crate::escape;
use crate::geometry::Tone;
use crate::report::agents::words;
use crate::workspace::{SearchState, TreeChoices, Workspace};
use crate::world::agents::Breakpoint;

/// In a panel at least this wide the lists are beside the tree, points.
pub(super) const WIDE: f32 = 640.0;

/// A search for the next breakpoint. It continues over several frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BreakpointSearch {
    /// The last tick of the scene that was searched.
    tick: u64,
    /// Whether the search found no breakpoint.
    is_over: bool,
    /// The tick at which the search began.
    from: u64,
}

impl BreakpointSearch {
    /// Whether the search found no breakpoint.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Height of the headline and the lines below it, points. It is the same for every text, with and without breakpoints. A
/// panel without lists beside the tree has more lines. A text that is too long gets a smaller font, and is scrolled if it
/// is still too long.
const SENTENCE: f32 = 40.0;
const SENTENCE_IN_NARROW: f32 = 52.0;
/// Width of the button to the next breakpoint, points.
const NEXT_BREAK: f32 = 92.0;
/// The least width of a panel in which the button to the next breakpoint has a text, points.
const NARROW: f32 = 480.0;
/// Least width of a button, and width that a note at the end of the row needs, points.
const STEP: f32 = 26.0;
const NOTE: f32 = 80.0;
/// Size of the letters of the other lines relative to the headline, and the gap above them, points.
const BESIDE: f32 = 0.82;
const BESIDE_GAP: f32 = 2.0;
/// The note for a tick beyond the recorded events.
const CUT: &str = "The limit of recorded events was reached: events end before this tick.";
/// The time of a frame that the search may take.
const MOMENT: Duration = Duration::from_millis(25);

/// Continues the search, and goes to the breakpoint when it finds one.
pub(super) fn seek(searching: &mut Option<BreakpointSearch>, ui: &Ui, workspace: &mut Workspace) {
    let Some(search) = searching else { return };
    if search.is_over {
        if workspace.tick() != search.from {
            *searching = None;
        }
        return;
    }
    match workspace.clock_mut().seek_break(MOMENT) {
        SearchState::Found(tick) => {
            *searching = None;
            workspace.set_tick(tick);
        }
        SearchState::Searching(tick) => {
            search.tick = tick;
            ui.ctx().request_repaint();
        }
        SearchState::None => *search = BreakpointSearch { is_over: true, from: workspace.tick(), ..*search },
    }
}

/// The choice of the agent.
pub(super) fn agents(ui: &mut Ui, workspace: &Workspace, index: usize, requests: &mut Requests<'_>) {
    let agents = &workspace.world().agents;
    let Some(agent) = agents.get(index) else { return };
    if agents.len() == 1 {
        ui.label(RichText::new(escape::shown(&agent.name)).strong());
        return trees(ui, workspace, index, requests);
    }
    let list = ComboBox::from_id_salt("agent").selected_text(escape::shown(&agent.name)).width(90.0);
    let shown = list.show_ui(ui, |ui| {
        for (i, other) in agents.iter().enumerate() {
            if ui.selectable_label(i == index, escape::shown(&other.name)).clicked() {
                requests.agent = Some(i);
            }
        }
    });
    shown.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Agent"));
    trees(ui, workspace, index, requests);
}

/// The choice of the tree, when the agent's file has several.
fn trees(ui: &mut Ui, workspace: &Workspace, index: usize, requests: &mut Requests<'_>) {
    let Some(TreeChoices { chosen, trees }) = workspace.disk().tree_choices(index) else { return };
    let words = chosen.as_deref().unwrap_or("choose a tree");
    let list = ComboBox::from_id_salt("tree of the file").selected_text(escape::shown(words)).width(90.0);
    let shown = list.show_ui(ui, |ui| {
        for tree in &trees {
            if ui.selectable_label(chosen.as_ref() == Some(tree), escape::shown(tree)).clicked() {
                requests.tree = Some(tree.clone());
            }
        }
    });
    shown.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Tree of the file"));
    shown.response.on_hover_text("The tree of the file that this agent runs.");
}

/// Shows both rows.
pub(super) fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    subject: &AgentSubject<'_>,
    searching: Option<&BreakpointSearch>,
    is_cut: bool,
    requests: &mut Requests<'_>,
) {
    ui.add_space(2.0);
    let is_narrow = ui.available_width() < NARROW;
    ui.horizontal_wrapped(|ui| {
        agents(ui, workspace, subject.index, requests);
        ui.spacing_mut().item_spacing.x = 3.0;
        steps(ui, requests);
        let words = requests.commands.entry(TreeCommand::NextBreak).name;
        let next = if is_narrow { Button::new("⏭") } else { Button::new(format!("⏭ {words}")) };
        let next = next.min_size(vec2(if is_narrow { STEP } else { NEXT_BREAK }, 0.0));
        command::button(ui, next, &words, TreeCommand::NextBreak, requests.commands);
        button(ui, "Fit", "Fit", TreeCommand::Fit, requests);
        if requests.commands.entry(TreeCommand::Follow).is_enabled() {
            // A second row of buttons would reduce the height of the tree.
            button(ui, if is_narrow { "🎯" } else { "Follow" }, "Follow", TreeCommand::Follow, requests);
        }
        if requests.commands.entry(TreeCommand::UnfoldAll).is_enabled() {
            button(ui, "Unfold", "Unfold", TreeCommand::UnfoldAll, requests);
        }
        // The note is at the end of the row, so that a change of it moves no button. It begins no new line.
        let note = |ui: &mut Ui, text: String| {
            let has_room = ui.available_size_before_wrap().x > NOTE;
            has_room.then(|| ui.add(Label::new(RichText::new(text).weak()).truncate()))
        };
        if let Some(search) = searching.filter(|search| !search.is_over) {
            note(ui, format!(" at tick {}", search.tick));
        }
        if subject.shown.tick != workspace.tick() {
            let help = "The tree counts its own ticks; the bar at the bottom counts the ticks of the scene.";
            note(ui, format!(" tree tick {}", subject.shown.tick)).map(|shown| shown.on_hover_text(help));
        }
    });
    let width = ui.available_width();
    let room = vec2(width, if width < WIDE { SENTENCE_IN_NARROW } else { SENTENCE });
    let stops = stops_here(workspace, subject).map(|words| (words, Tone::Fail));
    let cut = is_cut.then(|| (CUT.to_owned(), Tone::Partial));
    let notes: Vec<(String, Tone)> = cut.into_iter().chain(stops).collect();
    fitted::room(ui, "sentence", room, |ui| sentence(ui, subject, &notes, room.y, requests));
}

/// The breakpoints of this tick in words, if there are any.
fn stops_here(workspace: &Workspace, subject: &AgentSubject<'_>) -> Option<String> {
    let here = subject.shown.tick;
    let stops = |one: &&Breakpoint| {
        workspace.clock().recording().next(subject.index, here.saturating_sub(1), one) == Some(here)
    };
    let stopping = subject.breaks.iter().filter(|_| here > 0).filter(stops);
    let words: Vec<String> = stopping.map(|one| theme::quoted(&menu::break_words(subject.shown.tree, one))).collect();
    (!words.is_empty()).then(|| format!("⏺ stops here: {}", words.join(", ")))
}

/// The buttons for ticks of the tree, and for events within a tick.
fn steps(ui: &mut Ui, requests: &mut Requests<'_>) {
    button(ui, "⏪", "Tree tick back", TreeCommand::PreviousTick, requests);
    button(ui, "⏴", "Event back", TreeCommand::PreviousEvent, requests);
    button(ui, "⏵", "Event forward", TreeCommand::NextEvent, requests);
    button(ui, "⏩", "Tree tick forward", TreeCommand::NextTick, requests);
}

fn button(ui: &mut Ui, text: &str, name: &str, command: TreeCommand, requests: &mut Requests<'_>) {
    let button = Button::new(text).min_size(vec2(STEP, 0.0));
    command::button(ui, button, name, command, requests.commands);
}

/// The headline; below it the notes, such as the breakpoints of this tick, and the second sentence.
fn sentence(
    ui: &mut Ui,
    subject: &AgentSubject<'_>,
    notes: &[(String, Tone)],
    height: f32,
    requests: &mut Requests<'_>,
) {
    let shown = &subject.shown;
    ui.spacing_mut().item_spacing.y = BESIDE_GAP;
    let palette = theme::palette(ui.ctx());
    let symbol = match shown.last_event().map(|event| event.what) {
        Some(EventKind::Start) => "▶",
        Some(EventKind::Reevaluate) => "↻",
        Some(EventKind::End) => {
            palette.symbol(words::tone(shown.last_event().map_or(Status::Running, |event| event.status)))
        }
        _ if shown.is_aborted() => "⊘",
        _ => palette.symbol(words::tone(shown.statuses[0])),
    };
    let color = ui.visuals().strong_text_color();
    let text = format!("{symbol} {}", theme::quoted(&shown.headline()));
    let beside = shown.beside().map(|beside| theme::quoted(&beside));
    let mut paragraphs = vec![(&*text, 1.0)];
    paragraphs.extend(beside.as_deref().map(|text| (text, BESIDE)));
    paragraphs.extend(notes.iter().map(|(text, _)| (&**text, BESIDE)));
    let room = vec2(ui.available_width(), height - BESIDE_GAP * (paragraphs.len() - 1).max(1) as f32);
    let size = fitted::size_for(ui, &paragraphs, room, &fitted::STRONG);
    ui.add(Label::new(RichText::new(&text).size(size).strong().color(color)).wrap());
    for (note, tone) in notes {
        let color = theme::text_color(ui.ctx(), *tone);
        ui.add(Label::new(RichText::new(note).size(size * BESIDE).color(color)).wrap());
    }
    let Some(beside) = beside else { return };
    let text = RichText::new(beside).size(size * BESIDE).weak();
    if shown.is_aborted() {
        ui.add(Label::new(text).wrap());
        return;
    }
    let link = ui.add(Label::new(text).wrap().sense(Sense::click()));
    if link.on_hover_text("Click to go to that tick").clicked() {
        requests.moment = Some(Moment { tick: shown.halted_in, step: None });
    }
}
