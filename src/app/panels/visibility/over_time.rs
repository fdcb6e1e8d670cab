//! The share of the selected object over the ticks, and the ticks at which what covers it changes, in words.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::{DragValue, Role, Stroke, Ui, WidgetInfo};
use egui_plot::{Line, Plot, PlotPoints, VLine};

use crate::app::command::{Commands, PlayCommand};
use crate::app::kit::job::Job;
use crate::app::kit::theme;
use crate::app::timeline::marks;
use crate::files::Content;
use crate::geometry::Tone;
use crate::report::visibility::over_time::ShareOverTime;
use crate::scene::{LAST_TICK, Scene};
use crate::visibility::percent;
use crate::workspace::Workspace;

/// Height of the plot, points.
const PLOT: f32 = 110.0;
/// Seconds that are searched in a scene without a recording and without animations.
const SECONDS: f64 = 10.0;
/// The greatest time that a picture waits for the result.
const LONGEST: Duration = Duration::from_mins(10);

/// What is searched.
#[derive(Clone, PartialEq)]
struct ShareInput {
    camera: Arc<str>,
    object: Arc<str>,
    last: u64,
}

/// The search that was started last, and its result.
#[derive(Default)]
pub(super) struct OverTime {
    /// The last tick, when the user has chosen it.
    last: Option<u64>,
    running: Option<(ShareInput, Arc<Scene>, Job<Option<ShareOverTime>>)>,
    found: Option<(ShareInput, Arc<Scene>, ShareOverTime)>,
}

impl OverTime {
    /// The button that starts the search, its progress, or its plot.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        camera: usize,
        waits: bool,
        commands: &mut Commands,
    ) {
        let world = workspace.world();
        let Some(object) = workspace.selected().object().and_then(|object| world.objects.get(object)) else {
            ui.weak("Select an object to see how much of it the camera sees over the ticks.");
            return;
        };
        let usual = || (world.time.max(SECONDS) * workspace.scene().tick_rate).min(LAST_TICK as f64);
        let mut last = self.last.unwrap_or_else(|| {
            let end = marks::end(workspace);
            if end > 0 { end } else { marks::tick_of(usual() / workspace.scene().tick_rate, workspace) }
        });
        let camera = Arc::clone(&world.cameras[camera].name);
        ui.horizontal_wrapped(|ui| {
            ui.label("Share over the ticks 0 to");
            let drag = DragValue::new(&mut last).range(1..=LAST_TICK).update_while_editing(false);
            if ui.add(drag).accessible_name("last tick").changed() {
                self.last = Some(last);
            }
            let input = ShareInput { camera, object: Arc::clone(&object.name), last };
            let help = "Looks through the camera at up to 97 ticks, and finds the ticks at which what covers the object \
                        changes.";
            let is_idle = self.running.is_none();
            if ui.add_enabled(is_idle, eframe::egui::Button::new("Search")).on_hover_text(help).clicked() || (waits && self.found.is_none()) {
                self.start(ui, workspace, input);
            }
        });
        self.poll(ui, waits);
        if let Some((_, _, job)) = &self.running {
            job.bar(ui, "ticks");
            return;
        }
        let Some((of, scene, found)) = &self.found else { return };
        if !Arc::ptr_eq(scene, workspace.scene()) || of.object != object.name {
            ui.weak("The scene or the selection has changed after this search. Search again.");
        }
        plot(ui, workspace, found, commands);
        changes(ui, found, commands);
    }

    fn start(&mut self, ui: &Ui, workspace: &Workspace, input: ShareInput) {
        let (scene, files) = (Arc::clone(workspace.scene()), workspace.files().clone());
        let (of, searched) = (input.clone(), Arc::clone(&scene));
        let job = Job::start(ui.ctx(), move |progress| {
            let content = Content { scene: &searched, files: &files };
            ShareOverTime::of(content, &of.camera, &of.object, of.last, progress)
        });
        self.running = Some((input, scene, job));
    }

    fn poll(&mut self, ui: &Ui, waits: bool) {
        let Some((input, scene, job)) = &self.running else { return };
        let polled = if waits { job.wait(LONGEST) } else { job.poll(ui.ctx()) };
        if let Poll::Ready(found) = polled {
            if let Some(found) = found.flatten() {
                self.found = Some((input.clone(), Arc::clone(scene), found));
            }
            self.running = None;
        }
    }
}

/// The share over the ticks. A click goes to that tick.
fn plot(ui: &mut Ui, workspace: &Workspace, found: &ShareOverTime, commands: &mut Commands) {
    let palette = theme::palette(ui.ctx());
    let (text, weak) = (theme::color(palette.tone(Tone::Pass)), ui.visuals().weak_text_color());
    let partial = theme::color(palette.tone(Tone::Partial));
    let shown = Plot::new("share over time")
        .height(PLOT)
        .show_x(false)
        .show_y(false)
        .include_y(0.0)
        .include_y(100.0)
        .grid_color(theme::color(palette.grid))
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_zoom([true, false])
        .allow_drag([true, false])
        .label_formatter(|_| None)
        .show(ui, |ui| {
            let points = found.samples.iter().map(|sample| [sample.tick as f64, 100.0 * sample.share.unwrap_or(0.0)]);
            let points: PlotPoints<'_> = points.collect();
            ui.line(Line::new("share", points).stroke(Stroke::new(1.5, text)).allow_hover(false));
            for change in &found.changes {
                let line = VLine::new("change", change.tick as f64).stroke(Stroke::new(1.0, partial));
                ui.vline(line.allow_hover(false));
            }
            let now = VLine::new("now", workspace.world().tick as f64).stroke(Stroke::new(1.0, weak));
            ui.vline(now.allow_hover(false));
            ui.pointer_coordinate().filter(|_| ui.response().hovered())
        });
    let words = format!("share of {} that {} sees over the ticks, in per cent", found.object, found.camera);
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    let Some(pointer) = shown.inner else { return };
    let near = found.samples.partition_point(|sample| (sample.tick as f64) < pointer.x).min(found.samples.len() - 1);
    let sample = &found.samples[near];
    if shown.response.clicked() {
        commands.push(PlayCommand::GoTo(sample.tick));
    }
    let share = sample.share.map_or("none".to_owned(), percent);
    let line = format!("tick {}: {share}, {}. Click to go there.", sample.tick, sample.state.words());
    shown.response.on_hover_text_at_pointer(theme::quoted(&line));
}

/// The changes as sentences, each with a button that goes there.
fn changes(ui: &mut Ui, found: &ShareOverTime, commands: &mut Commands) {
    let first = found.samples.first().map(|first| first.state.words()).unwrap_or_default();
    ui.label(theme::quoted(&format!("At tick 0 {first}.")));
    for change in &found.changes {
        let words = theme::quoted(&format!("From tick {} {}.", change.tick, change.state.words()));
        if ui.link(words).clicked() {
            commands.push(PlayCommand::GoTo(change.tick));
        }
    }
    if found.changes.is_empty() {
        ui.weak("Nothing changes.");
    }
}
