//! "Which way is up?" for a recording that was opened alone: three small pictures of its path, one for each axis that may
//! point up in its world. A click sets `world` of the session.

use std::collections::BTreeSet;
use std::path::PathBuf;

use eframe::egui::{
    Align, Align2, Button, Color32, FontId, Label, Layout, Rect, Response, RichText, Role, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use glam::DVec3;

use crate::app::command::{Commands, ViewCommand};
use crate::app::kit::callout::callout;
use crate::app::kit::theme;
use crate::files::SessionFile;
use crate::geometry::Tone;
use crate::scene::SessionWorld;
use crate::trajectory::{Convention, StrokeKind as PathKind, World};
use crate::workspace::Workspace;

/// The size of a picture.
const PICTURE: Vec2 = vec2(108.0, 58.0);
/// The height of the name below it.
const NAME: f32 = 14.0;
/// From this width on, words and pictures are in one row, points.
const ONE_ROW: f32 = 540.0;
/// The most lines of a path in a picture.
const MOST_LINES: usize = 400;
/// The cameras whose own up is drawn.
const CAMERAS: usize = 7;
/// The colour of a camera's own up, as in the pictures of the camera axes.
const UP: Color32 = Color32::from_rgb(0x3f, 0xb9, 0x7f);

/// The choices, each with its value in the scene and its name.
const CHOICES: [(World, SessionWorld, &str); 3] = [
    (World::YUp, SessionWorld::YUp, "+Y is up"),
    (World::YDown, SessionWorld::YDown, "−Y is up"),
    (World::ZUp, SessionWorld::ZUp, "+Z is up"),
];

/// The recordings for which it was answered or closed.
#[derive(Default)]
pub(in crate::app) struct WhichWayUp {
    answered: BTreeSet<PathBuf>,
}

impl WhichWayUp {
    /// Whether the question is open: a recording was opened alone, and its world is not set.
    pub(in crate::app) fn is_open(&mut self, workspace: &Workspace) -> bool {
        let Some(path) = recording(workspace) else { return false };
        if workspace.scene().sessions.iter().any(|session| session.world.is_some()) {
            // Also when it was set in the Inspector.
            self.answered.insert(path);
            return false;
        }
        !self.answered.contains(&path) && file(workspace).is_some()
    }

    /// Shows the question and carries out the answer.
    pub(in crate::app) fn show(&mut self, ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
        let Some(path) = recording(workspace).filter(|_| self.is_open(workspace)) else { return };
        let Some(file) = file(workspace) else { return };
        let Ok(recorded) = file.recorded() else { return };
        let (convention, usual) = (recorded.convention, recorded.format.convention().world);
        let paths = CHOICES.map(|(world, ..)| TurnedPath::of(file, convention, world));
        let (mut chosen, mut closes) = (None, false);
        let color = theme::text_color(ui.ctx(), Tone::Note);
        ui.add_space(6.0);
        callout(ui, color, |ui| {
            let mut pictures = |ui: &mut Ui| {
                for ((world, value, name), path) in CHOICES.into_iter().zip(&paths) {
                    if path.picture(ui, name, world == usual).clicked() {
                        chosen = Some(value);
                    }
                }
            };
            if ui.available_width() < ONE_ROW {
                ui.horizontal(|ui| {
                    words(ui);
                    closes = close(ui);
                });
                ui.horizontal_wrapped(pictures);
            } else {
                ui.horizontal(|ui| {
                    ui.vertical(words);
                    pictures(ui);
                    closes = close(ui);
                });
            }
        });
        ui.add_space(6.0);
        if let Some(world) = chosen {
            workspace.edit("which way is up", |scene| {
                if let Some(session) = scene.sessions.first_mut() {
                    session.world = Some(world);
                }
            });
            workspace.settle();
        }
        if closes || chosen.is_some() {
            self.answered.insert(path);
            // The view is higher now, and the path may be turned.
            commands.push(ViewCommand::FrameAll);
        }
    }
}

fn words(ui: &mut Ui) {
    ui.add(Label::new(RichText::new("Which way is up?").strong()));
    ui.add(Label::new(RichText::new("Green: up of the camera.").weak()));
}

/// Returns whether the question was closed.
fn close(ui: &mut Ui) -> bool {
    let close = |ui: &mut Ui| {
        let close = ui.add(Button::new("✖").frame(false)).on_hover_text("Keep the default.");
        close.widget_info(|| WidgetInfo::labeled(Role::Button, true, "close the question which way is up"));
        close.clicked()
    };
    ui.with_layout(Layout::right_to_left(Align::Min), close).inner
}

/// The recording that was opened alone.
fn recording(workspace: &Workspace) -> Option<PathBuf> {
    let path = workspace.path()?;
    let [session] = &workspace.scene().sessions[..] else { return None };
    let is_alone = workspace.disk().folder()?.join(&session.file) == *path;
    is_alone.then(|| path.to_owned())
}

fn file(workspace: &Workspace) -> Option<&SessionFile> {
    workspace.world().sessions.first()?.file.as_deref().ok()
}

/// The path as it is with one of the axes up, seen from the front right and above: X to the right, Y upwards.
struct TurnedPath {
    /// The two ends of each line.
    lines: Vec<[Vec2; 2]>,
    /// Positions of cameras, and the directions of their own up.
    cameras: Vec<[Vec2; 2]>,
}

impl TurnedPath {
    fn of(file: &SessionFile, convention: Convention, world: World) -> Self {
        let turned = |v: DVec3| flat(convention.in_world(world, v));
        let strokes = file.outline();
        let step = strokes.len().div_ceil(MOST_LINES).max(1);
        let drawn = |kind| matches!(kind, PathKind::Normal | PathKind::Limited);
        // A long path has longer lines, each over several of the outline.
        let lines = strokes.chunks(step).filter(|chunk| chunk.iter().all(|stroke| drawn(stroke.stretch)));
        let lines = lines.filter_map(|chunk| Some([turned(chunk.first()?.from), turned(chunk.last()?.to)]));
        let frames = file.trajectory().map(|path| &path.frames);
        let cameras = frames.map_or_else(
            |_| Vec::new(),
            |frames| {
                let of = |i: usize| [turned(frames.position(i)), turned(frames.rotation(i) * DVec3::Y)];
                let last = frames.len().saturating_sub(1);
                (0..CAMERAS.min(frames.len())).map(|i| of(i * last / (CAMERAS - 1))).collect()
            },
        );
        Self { lines: lines.collect(), cameras }
    }

    /// A button with the path and the name.
    fn picture(&self, ui: &mut Ui, name: &str, is_usual: bool) -> Response {
        let (place, response) = ui.allocate_exact_size(PICTURE + vec2(0.0, NAME), Sense::click());
        let visuals = ui.style().interact_selectable(&response, is_usual);
        ui.painter().rect(place, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
        let inner = Rect::from_min_size(place.min, PICTURE).shrink2(vec2(12.0, 11.0));
        let points = || self.lines.iter().flatten().copied().chain(self.cameras.iter().map(|[at, _]| *at));
        let around = Rect::from_points(&points().map(Vec2::to_pos2).collect::<Vec<_>>());
        let scale = (inner.size() / around.size().max(Vec2::splat(1e-6))).min_elem();
        let on = |at: Vec2| inner.center() + (at - around.center().to_vec2()) * scale;
        let color = visuals.text_color();
        let lines = self.lines.iter().map(|line| Shape::line_segment(line.map(on), Stroke::new(1.5, color)));
        ui.painter().extend(lines);
        for [at, up] in &self.cameras {
            let stroke = Stroke::new(1.5, UP);
            ui.painter().arrow(on(*at), *up * 11.0, stroke);
        }
        let words = if is_usual { format!("{name} (default)") } else { name.to_owned() };
        let at = pos2(place.center().x, place.bottom() - 3.0);
        ui.painter().text(at, Align2::CENTER_BOTTOM, &words, FontId::proportional(11.0), color);
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_usual, words.clone()));
        let help = match name {
            _ if is_usual => "This is the default of the format. A click writes it to the scene.",
            _ => "A click sets `world` of the session, which turns the path. You can undo it.",
        };
        response.on_hover_text(help)
    }
}

/// A point or direction in the plane of a picture, whose Y goes down.
#[expect(clippy::cast_possible_truncation, reason = "a picture of few points")]
fn flat(v: DVec3) -> Vec2 {
    vec2((v.x * 0.87 - v.z * 0.5) as f32, (-v.y * 0.9 + (v.x * 0.25 + v.z * 0.43)) as f32)
}
