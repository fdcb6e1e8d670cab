//! The fields of a recorded session, and the session that a camera or object follows.

use std::sync::Arc;

use eframe::egui::{Color32, Response, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use glam::{DQuat, DVec3};

use crate::app::kit::form::decimal::decimal;
use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::form::several;
use crate::scene::{Follow, RecordedSession, Scene, SessionAxes, SessionFormat, SessionTimeUnit, SessionWorld, Track};
use crate::trajectory::{CameraAxes, Convention};
use crate::workspace::Workspace;
use crate::world::SessionAt;

/// The choice of no session.
const NONE: &str = "its own pose";

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut written) = workspace.scene().sessions.get(index).cloned() else { return };
    let Some(at) = workspace.world().sessions.get(index).cloned() else { return };
    let scene = Arc::clone(workspace.scene());
    let mut name = written.name.clone();
    let mut form = ItemForm::of::<RecordedSession>(ui, workspace, &scene.sessions[index].name, index);
    form.name(&mut name);
    form.text("file", &mut written.file, "The recording, in the folder of the scene file.");
    let formats = [
        (None, "recognised"),
        (Some(SessionFormat::Eyeline), "eyeline"),
        (Some(SessionFormat::Tum), "TUM"),
        (Some(SessionFormat::Euroc), "EuRoC"),
        (Some(SessionFormat::Kitti), "KITTI"),
        (Some(SessionFormat::ArkitScenes), "ARKitScenes"),
        (Some(SessionFormat::Stray), "Stray Scanner"),
        (Some(SessionFormat::Nerfstudio), "Nerfstudio"),
        (Some(SessionFormat::Colmap), "COLMAP"),
        (Some(SessionFormat::Record3d), "Record3D"),
        (Some(SessionFormat::Polycam), "Polycam"),
    ];
    form.choice(
        "format",
        &mut written.format,
        &formats,
        "The format of the file. By default it is recognised by name and content.",
    );
    axes(&mut form, &mut written.axes, &at);
    let worlds = [
        (None, "of the format"),
        (Some(SessionWorld::YUp), "+Y is up"),
        (Some(SessionWorld::YDown), "−Y is up, turned"),
        (Some(SessionWorld::ZUp), "+Z is up, turned"),
    ];
    form.choice("world", &mut written.world, &worlds, "The axis of the file that points up.");
    let inverses = [(None, "of the format"), (Some(false), "world from camera"), (Some(true), "camera from world")];
    form.choice("poses", &mut written.inverse, &inverses, "The transform that a pose in the file stores.");
    let units = [
        (None, "recognised"),
        (Some(SessionTimeUnit::Seconds), "seconds"),
        (Some(SessionTimeUnit::Milliseconds), "milliseconds"),
        (Some(SessionTimeUnit::Microseconds), "microseconds"),
        (Some(SessionTimeUnit::Nanoseconds), "nanoseconds"),
    ];
    let help = "The unit of the times in the file. By default it is that of the format; of TUM files it is recognised by the size \
                of the first time.";
    form.choice("times", &mut written.time_unit, &units, help);
    for (label, value, help) in [
        ("start s", &mut written.start, "The scene time of the first frame."),
        ("rate /s", &mut written.rate, "Frames a second of a file without times."),
        ("jump m/s", &mut written.jump.speed, "A faster step between two frames is a jump."),
        ("jump °/s", &mut written.jump.turn, "A faster turn between two frames is a jump."),
    ] {
        decimal(&mut form, label, value, help);
    }
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, written);
    }
}

/// The presets of camera axes side by side. Each shows the up and the view direction of the current frame's camera with
/// these axes. With the correct preset, the up direction points upwards and the view direction points ahead.
fn axes(form: &mut ItemForm, axes: &mut Option<SessionAxes>, at: &SessionAt) {
    let used = at.file.as_ref().ok().and_then(|file| file.recorded().ok()).map(|recorded| recorded.convention);
    let presets = [
        (CameraAxes::OpenGl, SessionAxes::OpenGl, "OpenGL"),
        (CameraAxes::OpenCv, SessionAxes::OpenCv, "OpenCV"),
        (CameraAxes::Unity, SessionAxes::Unity, "Unity"),
    ];
    let help = "The axes of the camera in the file. The pictures show up (green) and the direction of view (blue) of the \
                current frame. Click the picture that looks right.";
    form.row("axes", help, |ui, _| {
        let mut is_changed = false;
        ui.spacing_mut().item_spacing.x = 4.0;
        for (preset, value, name) in presets {
            let is_used = used.is_some_and(|used| used.axes == preset);
            let rotation = used.zip(at.held).map(|(used, held)| reinterpreted(used, preset, held.rotation));
            if picture(ui, rotation, name, is_used).clicked() {
                *axes = Some(value);
                is_changed = true;
            }
        }
        is_changed
    });
}

/// The rotation of the same file pose with other camera axes.
fn reinterpreted(used: Convention, other: CameraAxes, rotation: DQuat) -> DQuat {
    let flip = DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);
    let mirror = |q: DQuat| DQuat::from_xyzw(-q.x, -q.y, q.z, q.w);
    let in_file = match used.axes {
        CameraAxes::OpenGl => rotation,
        CameraAxes::OpenCv => rotation * flip,
        CameraAxes::Unity => mirror(rotation),
    };
    match other {
        CameraAxes::OpenGl => in_file,
        CameraAxes::OpenCv => in_file * flip,
        CameraAxes::Unity => mirror(in_file),
    }
}

fn picture(ui: &mut Ui, rotation: Option<DQuat>, name: &str, is_used: bool) -> Response {
    let (place, response) = ui.allocate_exact_size(vec2(58.0, 58.0), Sense::click());
    let visuals = ui.style().interact_selectable(&response, is_used);
    ui.painter().rect(place, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    let middle = place.center() - vec2(0.0, 5.0);
    if let Some(rotation) = rotation {
        // A view from the front right and above.
        #[expect(clippy::cast_possible_truncation, reason = "a few points")]
        let flat =
            |v: DVec3| vec2((v.x * 0.87 - v.z * 0.5) as f32, (-v.y * 0.9 + (v.x * 0.25 + v.z * 0.43)) as f32) * 18.0;
        let ground = visuals.fg_stroke.color.gamma_multiply(0.4);
        for axis in [DVec3::X, DVec3::Z] {
            ui.painter().line_segment([middle - flat(axis) * 0.9, middle + flat(axis) * 0.9], Stroke::new(1.0, ground));
        }
        let arrow = |to: DVec3, color: Color32| ui.painter().arrow(middle, flat(to), Stroke::new(2.0, color));
        arrow(rotation * DVec3::Y, Color32::from_rgb(0x3f, 0xb9, 0x7f));
        arrow(rotation * DVec3::NEG_Z, Color32::from_rgb(0x56, 0xb4, 0xe9));
    }
    let at = pos2(place.center().x, place.bottom() - 3.0);
    let font = eframe::egui::FontId::proportional(10.0);
    ui.painter().text(at, eframe::egui::Align2::CENTER_BOTTOM, name, font, visuals.text_color());
    let words = format!("axes {name}");
    response.widget_info(|| {
        eframe::egui::WidgetInfo::selected(eframe::egui::Role::RadioButton, true, is_used, words.clone())
    });
    response
}

/// The session that a camera or object follows, and the part of the pose that it takes.
pub(super) fn follow(form: &mut ItemForm, follow: &mut Option<Follow>, scene: &Scene) {
    if scene.sessions.is_empty() {
        return;
    }
    let mut chosen = follow.as_ref().and_then(|own| scene.sessions.iter().position(|one| one.name == own.name));
    let before = chosen;
    let choices: Vec<(Option<usize>, &str)> = std::iter::once((None, NONE))
        .chain(scene.sessions.iter().enumerate().map(|(i, one)| (Some(i), one.name.as_str())))
        .collect();
    form.choice("follows", &mut chosen, &choices, "A recorded session whose pose replaces the item's own pose.");
    if chosen != before {
        *follow = chosen.map(|i| Follow { name: scene.sessions[i].name.clone(), track: Track::default() });
    }
    if let Some(follow) = follow {
        let tracks =
            [(Track::Pose, "position and rotation"), (Track::Position, "position"), (Track::Rotation, "rotation")];
        form.choice("track", &mut follow.track, &tracks, "The part of the pose that it takes from the session.");
    }
}

multi_edit! { RecordedSession, Session in sessions: vec![
    part!("file", file),
    part!("format", format),
    part!("axes", axes),
    part!("world", world),
    part!("poses", inverse),
    part!("times", time_unit),
    part!("start s", start),
    part!("rate /s", rate),
    part!("jump m/s", jump.speed),
    part!("jump °/s", jump.turn),
] }
