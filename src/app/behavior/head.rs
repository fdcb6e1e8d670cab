//! The sentence that is read first, and the way through time: by ticks, by events inside one, and to the next breakpoint.

use std::time::Duration;

use eframe::egui::{Button, ComboBox, Label, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::shown::Moment;
use super::{Asked, Subject, menu, words};
use crate::app::command::{self, TreeCommand};
use crate::app::session::{Search, Session, TreeChoices};
use crate::app::theme;
use crate::behavior::{Status, What};
use crate::geometry::Tone;
use crate::world::agents::Breakpoint;

/// A search for the next breakpoint that goes on from frame to frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seeking {
    /// The tick of the scene up to which was looked.
    tick: u64,
    /// There is none.
    is_over: bool,
    /// The tick from which was looked.
    from: u64,
}

impl Seeking {
    /// Whether there is none.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }
}

/// The room of the sentence and of what goes on beside it, points: the same whatever they say. What is longer is scrolled
/// to.
const SENTENCE: f32 = 37.0;
/// So long a frame may be busy with looking.
const MOMENT: Duration = Duration::from_millis(25);

/// Goes on looking, and goes to the breakpoint when it is found.
pub(super) fn seek(seeking: &mut Option<Seeking>, ui: &Ui, session: &mut Session) {
    let Some(search) = seeking else { return };
    if search.is_over {
        if session.tick() != search.from {
            *seeking = None;
        }
        return;
    }
    match session.seek_break(MOMENT) {
        Search::Found(tick) => {
            *seeking = None;
            session.set_tick(tick);
        }
        Search::GoesOn(tick) => {
            search.tick = tick;
            ui.ctx().request_repaint();
        }
        Search::None => *search = Seeking { is_over: true, from: session.tick(), ..*search },
    }
}

/// Which agent is looked at.
pub(super) fn agents(ui: &mut Ui, session: &Session, index: usize, asked: &mut Asked<'_>) {
    let agents = &session.world().agents;
    let Some(agent) = agents.get(index) else { return };
    if agents.len() == 1 {
        ui.label(RichText::new(&*agent.name).strong());
        return trees(ui, session, index, asked);
    }
    let list = ComboBox::from_id_salt("agent").selected_text(&*agent.name).width(90.0);
    let shown = list.show_ui(ui, |ui| {
        for (i, other) in agents.iter().enumerate() {
            if ui.selectable_label(i == index, &*other.name).clicked() {
                asked.agent = Some(i);
            }
        }
    });
    shown.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Agent"));
    trees(ui, session, index, asked);
}

/// The trees of the agent's file, when it holds several: the one that runs, and those that could.
fn trees(ui: &mut Ui, session: &Session, index: usize, asked: &mut Asked<'_>) {
    let Some(TreeChoices { chosen, trees }) = session.tree_choices(index) else { return };
    let words = chosen.as_deref().unwrap_or("choose a tree");
    let list = ComboBox::from_id_salt("tree of the file").selected_text(words).width(90.0);
    let shown = list.show_ui(ui, |ui| {
        for tree in &trees {
            if ui.selectable_label(chosen.as_ref() == Some(tree), &**tree).clicked() {
                asked.tree = Some(tree.clone());
            }
        }
    });
    shown.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Tree of the file"));
    shown.response.on_hover_text("The tree of the file that this agent runs.");
}

/// Both rows.
pub(super) fn show(
    ui: &mut Ui,
    session: &Session,
    subject: &Subject<'_>,
    seeking: Option<&Seeking>,
    asked: &mut Asked<'_>,
) {
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        agents(ui, session, subject.index, asked);
        ui.spacing_mut().item_spacing.x = 3.0;
        steps(ui, asked);
        let words = TreeCommand::NextBreak.name(asked.commands.context());
        button(ui, &format!("⏭ {words}"), &words, TreeCommand::NextBreak, asked);
        if let Some(search) = seeking.filter(|search| !search.is_over) {
            ui.weak(format!("at tick {}", search.tick));
        }
        button(ui, "Fit", "Fit", TreeCommand::Fit, asked);
        if asked.commands.context().tree.as_ref().is_some_and(|tree| tree.is_still) {
            button(ui, "Follow", "Follow", TreeCommand::Follow, asked);
        }
        if asked.commands.context().tree.as_ref().is_some_and(|tree| !tree.folded.is_empty()) {
            button(ui, "Unfold", "Unfold", TreeCommand::UnfoldAll, asked);
        }
        // At the end, so that no button moves when it comes, goes or has more digits.
        if subject.shown.tick != session.tick() {
            let help = "Its tree makes ticks of its own; the bar at the bottom counts those of the scene.";
            ui.weak(format!(" its tick {}", subject.shown.tick)).on_hover_text(help);
        }
    });
    let size = vec2(ui.available_width(), SENTENCE);
    ui.allocate_ui(size, |ui| {
        let scroll = ScrollArea::vertical().id_salt("sentence").max_height(SENTENCE).min_scrolled_height(SENTENCE);
        scroll.auto_shrink([false, false]).show(ui, |ui| sentence(ui, subject, asked));
    });
    let here = subject.shown.tick;
    let stops = |one: &&Breakpoint| session.recording().next(subject.index, here.saturating_sub(1), one) == Some(here);
    for one in subject.breaks.iter().filter(stops).filter(|_| here > 0) {
        let color = theme::text_color(ui.ctx(), Tone::Fail);
        let text = format!("⏺ stops here: {}", theme::quoted(&menu::break_words(subject.shown.tree, one)));
        ui.add(Label::new(RichText::new(text).small().color(color)).truncate());
    }
}

/// The way through time: by ticks of the tree, and by events inside one.
fn steps(ui: &mut Ui, asked: &mut Asked<'_>) {
    button(ui, "⏪", "Tree tick back", TreeCommand::PreviousTick, asked);
    button(ui, "⏴", "Event back", TreeCommand::PreviousEvent, asked);
    button(ui, "⏵", "Event forward", TreeCommand::NextEvent, asked);
    button(ui, "⏩", "Tree tick forward", TreeCommand::NextTick, asked);
}

fn button(ui: &mut Ui, text: &str, name: &str, command: TreeCommand, asked: &mut Asked<'_>) {
    let button = Button::new(text).min_size(vec2(26.0, 0.0));
    command::button(ui, button, name, command, asked.commands);
}

/// What happened, and below what goes on beside.
fn sentence(ui: &mut Ui, subject: &Subject<'_>, asked: &mut Asked<'_>) {
    let shown = &subject.shown;
    ui.spacing_mut().item_spacing.y = 2.0;
    let palette = theme::palette(ui.ctx());
    let symbol = match shown.last_event().map(|event| event.what) {
        Some(What::Start) => "▶",
        Some(What::Reevaluate) => "↻",
        Some(What::End) => {
            palette.symbol(words::tone(shown.last_event().map_or(Status::Running, |event| event.status)))
        }
        _ if shown.is_interrupted() => "⊘",
        _ => palette.symbol(words::tone(shown.statuses[0])),
    };
    let color = ui.visuals().strong_text_color();
    let text = format!("{symbol} {}", theme::quoted(&shown.headline()));
    ui.add(Label::new(RichText::new(text).size(13.5).strong().color(color)).wrap());
    let Some(beside) = shown.beside() else { return };
    let text = RichText::new(theme::quoted(&beside)).small().weak();
    if shown.is_interrupted() {
        ui.add(Label::new(text).wrap());
        return;
    }
    let link = ui.add(Label::new(text).wrap().sense(Sense::click()));
    if link.on_hover_text("Click to go to that tick").clicked() {
        asked.moment = Some(Moment { tick: shown.halted_in, step: None });
    }
}
