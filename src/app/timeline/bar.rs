//! The time bar at the bottom: the current tick, and playback.

use std::collections::BTreeSet;
use std::time::Duration;

use eframe::egui::{Align2, Area, Button, Context, DragValue, Frame, Id, Label, Order, Pos2, Slider, Ui, vec2};

use super::loop_range::LoopRange;
use super::marks::TimeMark;
use super::said_marks_job::SaidMarks;
use super::skin_search_job::Escapes;
use super::{marks, step_lane};
use crate::app::command;
use crate::app::command::{Commands, FileCommand, PlayCommand};
use crate::app::kit::anchors::Anchor;
use crate::app::kit::form::attempt;
use crate::app::kit::{anchors, playback, slider_click};
use crate::geometry::Tone;
use crate::workspace::{Working, Workspace};

/// The default last tick of the time bar of a scene with a path or an agent, and of one without recordings and animations.
const DEFAULT_END: u64 = 600;
/// The last tick whose time is exact in the displayed precision.
pub(in crate::app) const MOST: u64 = 1_000_000_000;

/// Heights of the bar with its margins in a high and in a low window, and the least height of a high one, points. A low bar has the
/// steps without their numbers.
const HEIGHTS: [f32; 2] = [44.0, 32.0];
const HIGH_WINDOW: f32 = 800.0;
/// Width of the time in seconds, points.
const TIME: f32 = 78.0;

/// Width of the button for playback step by step, points.
const STEPS: f32 = 44.0;
/// The least width beside it.
const LEAST_FOR_STEPS: f32 = 360.0;

/// The time bar's state between frames.
pub(in crate::app) struct Timeline {
    /// The first tick of the bar.
    begin: u64,
    /// The last tick of the bar, as it was drawn last.
    end: u64,
    /// The end that the user chose, or the latest tick that was shown; 0 at first.
    least_end: u64,
    is_end_chosen: bool,
    /// The `DiskRef::generation` to which all of this belongs.
    generation: u64,
    playing: Option<PlaybackStart>,
    /// The ticks that playback repeats.
    pub(in crate::app) range: LoopRange,
    /// Whether playback shows each step of the selected answer before it goes to the next tick.
    pub(in crate::app) walks_steps: bool,
    escapes: Escapes,
    said: SaidMarks,
    /// The ticks that the user has marked.
    marked: BTreeSet<u64>,
    /// The ticks of all marks of the bar, ascending, as it was drawn last.
    marks: Vec<u64>,
}

/// The time and tick at which playback began.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlaybackStart {
    time: f64,
    tick: u64,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            begin: 0,
            end: DEFAULT_END,
            least_end: 0,
            is_end_chosen: false,
            generation: 0,
            playing: None,
            range: LoopRange::default(),
            walks_steps: false,
            escapes: Escapes::default(),
            said: SaidMarks::default(),
            marked: BTreeSet::new(),
            marks: Vec::new(),
        }
    }
}

impl Timeline {
    /// The height of the bar with its margins in a window of some height, points.
    pub(in crate::app) fn height(window: f32) -> f32 {
        if window >= HIGH_WINDOW { HEIGHTS[0] } else { HEIGHTS[1] }
    }

    /// Whether the bar is shown: when something in the scene changes with time, or another tick than the first is shown.
    pub(in crate::app) fn is_needed(workspace: &Workspace) -> bool {
        marks::has_motion(workspace) || workspace.tick() > 0 || workspace.clock().catching_up().is_some()
    }

    /// Shows the bar. `is_followed` is whether it follows a running program.
    pub(in crate::app) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        is_followed: bool,
        commands: &mut Commands,
    ) {
        let now = ui.input(|i| i.time);
        if self.generation != workspace.disk().generation() {
            // Another scene: its bar has its own end and no loop.
            let (generation, walks_steps) = (workspace.disk().generation(), self.walks_steps);
            *self = Self { generation, walks_steps, ..Self::default() };
        }
        self.find_end(workspace);
        self.play(ui, workspace, now);
        self.escapes.update(workspace, ui.ctx());
        self.said.update(workspace, ui.ctx());
        ui.horizontal_centered(|ui| {
            let before = workspace.tick();
            let mut tick = before;
            let mut button = |ui: &mut Ui, text, name, command| {
                command::button(ui, Button::new(text).min_size(vec2(28.0, 22.0)), name, command, commands)
            };
            button(ui, "⏮", "First tick", PlayCommand::FirstTick);
            button(ui, "⏪", "Tick back", PlayCommand::PreviousTick);
            let is_playing =
                self.playing.is_some() || is_followed || (self.walks_steps && playback::is_playing(ui.ctx()));
            let (symbol, name) = if is_playing { ("⏸", "Pause") } else { ("▶", "Play") };
            let play = button(ui, symbol, name, PlayCommand::Play);
            anchors::note(ui, Anchor::Play, play.rect);
            button(ui, "⏩", "Tick forward", PlayCommand::NextTick);
            let shown = workspace.tick();
            let value = DragValue::new(&mut tick).range(0..=MOST).speed(0.5).update_while_editing(false);
            attempt::field(ui, value, ui.scope_id().with("tick"), Some(vec2(62.0, 22.0)))
                .on_hover_text("The tick shown: the scene's clock, counted from 0. Drag or type.")
                .accessible_name("Tick");
            // The field has the same width for 1 s and for 1000 s, so that the slider does not move.
            let time = Label::new(format!("{:.3} s", workspace.world().time)).truncate();
            ui.add_sized([TIME, 22.0], time)
                .on_hover_text(format!("Tick divided by {} ticks per second", workspace.scene().tick_rate));
            ui.add_space(4.0);
            let repeat = Button::selectable(self.range.repeats, "⟲").min_size(vec2(24.0, 22.0));
            command::button(ui, repeat, "Loop", PlayCommand::Loop, commands);
            // The menu has the command too.
            if ui.available_width() >= LEAST_FOR_STEPS {
                let steps = Button::selectable(self.walks_steps, "Steps").min_size(vec2(STEPS, 22.0));
                command::button(ui, steps, "Play step by step", PlayCommand::WalkSteps, commands);
            }
            let end_width = 86.0;
            ui.spacing_mut().slider_width = (ui.available_width() - end_width - 14.0).max(60.0);
            // A tick beyond the end, typed here or set elsewhere, extends the time bar.
            self.least_end = self.least_end.max(tick);
            self.find_end(workspace);
            let span = [self.begin, self.end.max(self.begin + 1)];
            let slider = Slider::new(&mut tick, span[0]..=span[1]).show_value(false);
            let bar = ui.add(slider).accessible_name("Time");
            self.range.show(ui, &bar, span);
            if let Some(step) = step_lane::show(ui, &bar, workspace) {
                workspace.selection_mut().show_step(Some(step));
            }
            if let Some(part) = slider_click::clicked(ui, &bar) {
                tick = at_part(part, span);
            }
            let own = self.marked.iter().map(|tick| TimeMark {
                tick: *tick,
                tone: Tone::Note,
                words: format!("your mark at tick {tick}"),
            });
            let (clicked, all) = marks::show(ui, &bar, span, workspace, self.said.marks().chain(own).collect());
            self.marks = all;
            tick = clicked.unwrap_or(tick);
            let begins = clicked.is_some_and(|tick| self.said.begins_at(tick));
            let end =
                DragValue::new(&mut self.end).range(1..=MOST).speed(1.0).prefix("to ").update_while_editing(false);
            let end = attempt::field(ui, end, ui.scope_id().with("last tick"), Some(vec2(end_width, 22.0)))
                .on_hover_text("The last tick of the bar. Drag or type to extend the bar.")
                .accessible_name("Last tick");
            if end.changed() {
                (self.least_end, self.is_end_chosen) = (self.end, true);
            }
            if tick != shown && tick != workspace.tick() {
                self.go_to(tick, workspace);
            }
            if begins {
                select_difference(workspace);
            }
        });
    }

    /// The end of the bar: the chosen one, else that of the recordings and animations, else [`DEFAULT_END`]. A later tick
    /// that was shown extends the bar.
    fn find_end(&mut self, workspace: &Workspace) {
        self.begin = marks::begin(workspace);
        let known = marks::end(workspace);
        let least = if marks::goes_on_after_end(workspace) { DEFAULT_END } else { marks::last_cut(workspace) };
        self.least_end = self.least_end.max(workspace.tick());
        self.end = self.least_end.max(if self.is_end_chosen { known } else { known.max(least) });
    }

    /// The first and the last tick of the loop, or of the bar.
    pub(in crate::app) fn span(&self) -> [u64; 2] {
        self.range.ticks([self.begin, self.end])
    }

    /// The part that is done of a long search for the marks.
    pub(in crate::app) fn searching(&self) -> Option<f32> {
        self.escapes.fraction()
    }

    /// The part that is done of a search for answers of a program that differ.
    pub(in crate::app) fn comparing(&self) -> Option<f32> {
        self.said.fraction()
    }

    /// Marks a tick, or removes its mark.
    pub(in crate::app) fn toggle_mark(&mut self, tick: u64) {
        if !self.marked.remove(&tick) {
            self.marked.insert(tick);
        }
    }

    /// The last mark before a tick, or the first one after it.
    pub(in crate::app) fn mark_beside(&self, tick: u64, is_back: bool) -> Option<u64> {
        let mut before = self.marks.iter().rev().filter(|mark| **mark < tick);
        let mut after = self.marks.iter().filter(|mark| **mark > tick);
        if is_back { before.next().copied() } else { after.next().copied() }
    }

    /// The last tick before a tick at which an answer of a program begins to differ, or the first one after it.
    pub(in crate::app) fn difference_beside(&self, tick: u64, is_back: bool) -> Option<u64> {
        self.said.begin_beside(tick, is_back)
    }

    /// Stops playback.
    pub(in crate::app) fn pause(&mut self) {
        self.playing = None;
    }

    /// Whether the tick follows the clock.
    pub(in crate::app) fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// Goes to a tick and stops playback.
    pub(in crate::app) fn go_to(&mut self, tick: u64, workspace: &mut Workspace) {
        self.playing = None;
        workspace.set_tick(tick);
    }

    /// Starts or stops playback.
    pub(in crate::app) fn toggle(&mut self, workspace: &mut Workspace, now: f64) {
        self.playing = if self.playing.is_some() {
            None
        } else {
            let [first, last] = self.span();
            if workspace.tick() >= last || (self.range.repeats && workspace.tick() < first) {
                workspace.set_tick(first);
            }
            Some(PlaybackStart { time: now, tick: workspace.tick() })
        };
    }

    /// Goes on with the steps that are played. When playback walks through the steps, the next tick follows the last step.
    pub(in crate::app) fn advance_steps(&mut self, ctx: &Context, workspace: &mut Workspace) {
        if playback::advance(ctx, workspace) && self.walks_steps {
            let [first, last] = self.span();
            let next = match workspace.tick() {
                tick if tick < last && marks::has_motion(workspace) => tick + 1,
                _ if self.range.repeats => first,
                _ => return,
            };
            if workspace.clock_mut().break_within(next).is_none() {
                workspace.set_tick(next);
                playback::play_from(ctx, workspace, 0);
            }
        }
    }

    /// The next or the previous step of the selected answer. When playback walks through the steps, the first step of the next tick
    /// follows the last step of a tick.
    pub(in crate::app) fn step(&mut self, workspace: &mut Workspace, is_back: bool) {
        let count = workspace.explanation().map_or(0, |explanation| explanation.story.steps.len());
        let shown = workspace.selected().step;
        let tick = workspace.tick();
        let is_over = self.walks_steps && marks::has_motion(workspace) && shown.is_some();
        match shown {
            Some(0) if is_over && is_back && tick > 0 => {
                self.go_to(tick - 1, workspace);
                workspace.selection_mut().show_step(Some(usize::MAX));
            }
            Some(step) if is_over && !is_back && step + 1 >= count && tick < MOST => {
                self.go_to(tick + 1, workspace);
                workspace.selection_mut().show_step(Some(0));
            }
            _ => workspace.selection_mut().step_in_story(is_back),
        }
    }

    fn play(&mut self, ui: &Ui, workspace: &mut Workspace, now: f64) {
        let Some(start) = self.playing else { return };
        let rate = workspace.scene().tick_rate;
        let [first, last] = self.span();
        let reached = tick_at(start, now, rate);
        let tick = reached.min(last.max(start.tick));
        // A frame may advance by several ticks. A tick with a breakpoint is not skipped.
        let stop = workspace.clock_mut().break_within(tick);
        if stop.is_none() && reached > last && self.range.repeats {
            // After a slow frame, playback continues at the tick of the present time.
            let tick = first + (reached - first) % (last - first + 1);
            self.playing = Some(PlaybackStart { time: now, tick });
            workspace.set_tick(tick);
            ui.ctx().request_repaint();
            return;
        }
        workspace.set_tick(stop.unwrap_or(tick));
        if stop.is_some() || (tick >= last && !self.range.repeats) {
            self.playing = None;
        } else {
            let wait = (1.0 / rate).clamp(1.0 / 60.0, 1.0);
            ui.ctx().request_repaint_after(Duration::from_secs_f64(wait));
        }
    }
}

/// Selects what the program was asked where its first answer at this tick differs.
fn select_difference(workspace: &mut Workspace) {
    let first = workspace.report().said.as_ref().and_then(|said| said.disagreements.first()).cloned();
    if let Some(first) = first {
        workspace.selection_mut().select_asked(&first);
    }
}

/// Long work with a cancel button, on a plate at the lower left corner of the panels and over them, so that nothing moves.
/// `searching` is the part that is done of the search for marks of skins, and `comparing` that of the answers of a program.
pub(in crate::app) fn progress(
    ctx: &Context,
    corner: Pos2,
    workspace: &Workspace,
    [searching, comparing]: [Option<f32>; 2],
    commands: &mut Commands,
) {
    let replay = workspace.clock().catching_up();
    let reading = workspace.disk().working().map(|Working { what, fraction, .. }| (what, fraction));
    let computing = workspace.judging().computing();
    if replay.is_none() && reading.is_none() && searching.is_none() && comparing.is_none() && computing.is_none() {
        return;
    }
    let area = Area::new(Id::unique("progress")).order(Order::Foreground).movable(false).pivot(Align2::LEFT_BOTTOM);
    area.fixed_pos(corner + vec2(8.0, -6.0)).show(ctx, |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            if let Some((reached, wanted)) = replay {
                ui.horizontal(|ui| {
                    command::button(ui, Button::new("Cancel"), "Cancel replay", PlayCommand::CancelReplay, commands);
                    ui.label(format!("running agents: {reached} of {wanted}"));
                });
            }
            if let Some((what, fraction)) = reading {
                ui.horizontal(|ui| {
                    command::button(ui, Button::new("Cancel"), "Cancel loading", FileCommand::CancelLoading, commands);
                    let words = format!("{what} {:.0} %", 100.0 * fraction);
                    ui.label(words).on_hover_text("All other answers are already shown.");
                });
            }
            if let Some((what, fraction)) = computing {
                ui.horizontal(|ui| {
                    if ui.button("Cancel").on_hover_text("The answer is then that it was cancelled.").clicked() {
                        workspace.judging().cancel_computing();
                    }
                    ui.label(format!("{what} {:.0} %", 100.0 * fraction))
                        .on_hover_text("All other answers are already shown.");
                });
            }
            if let Some(fraction) = comparing {
                ui.label(format!("comparing the answers of the program {:.0} %", 100.0 * fraction)).on_hover_text(
                    "The time bar marks the ticks at which an answer begins to differ from that of eyeline.",
                );
            }
            if let Some(fraction) = searching {
                ui.label(format!("searching for times at which skins leave their boxes {:.0} %", 100.0 * fraction))
                    .on_hover_text(
                        "After the search, the time bar marks the first time at which a mesh leaves each box.",
                    );
            }
        });
    });
}

/// The time is measured from the start of playback rather than from frame to frame, so that slow frames lose no time.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and clamped to the bar")]
fn tick_at(start: PlaybackStart, now: f64, rate: f64) -> u64 {
    let passed = ((now - start.time).max(0.0) * rate).floor().min(MOST as f64) as u64;
    start.tick.saturating_add(passed)
}

/// The tick at a fraction of the time bar, from 0 to 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the last tick")]
fn at_part(part: f64, [first, last]: [u64; 2]) -> u64 {
    first + (part * last.saturating_sub(first) as f64).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_follow_the_clock() {
        let start = PlaybackStart { time: 10.0, tick: 5 };
        for (now, rate, tick) in
            [(10.0, 60.0, 5), (10.999, 10.0, 14), (11.0, 60.0, 65), (9.0, 60.0, 5), (1e300, 1.0, 5 + MOST)]
        {
            assert_eq!(tick_at(start, now, rate), tick, "{now} at {rate}");
        }
    }
}
