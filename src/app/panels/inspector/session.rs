//! The fields of a recorded session, and the session that a camera or object follows.

use std::sync::Arc;

use eframe::egui::{Color32, Response, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use glam::{DQuat, DVec3};

use crate::app::kit::form::decimal::decimal;
use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::form::several;
use crate::geometry::narrate::fine;
use crate::import::trajectory::{Format, USUAL_RATE};
use crate::scene::{
    DeltaUnit, Follow, RecordedSession, Scene, SessionAlign, SessionAxes, SessionFormat, SessionGap, SessionReference,
    SessionTimeUnit, SessionWorld, Track,
};
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
        (Some(SessionFormat::Arkit), "ARKit log"),
        (Some(SessionFormat::Mcap), "MCAP, ROS 2 bag"),
    ];
    form.choice(
        "format",
        &mut written.format,
        &formats,
        "The format of the file. By default it is recognised by name and content.",
    );
    topic(&mut form, &mut written, &at);
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
    let help = "The unit of the times in the file. By default it is that of the format; of TUM files and \
                of files of times it is recognised by the size of the first time.";
    form.choice("times", &mut written.time_unit, &units, help);
    decimal(&mut form, "start s", &mut written.start, "The scene time of the first frame.");
    numbered(&mut form, &mut written);
    jump(&mut form, &mut written, &at);
    gap(&mut form, &mut written.gap, &at);
    reference(&mut form, &mut written, &scene, index);
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, written);
    }
}

/// The times of a recording whose file has none: a rate, or a file with a time a line.
fn numbered(form: &mut ItemForm, written: &mut RecordedSession) {
    let help = "Frames a second of a file without times. By default those that the file says, else 30.";
    form.optional("rate", &mut written.rate, "usual", help, || USUAL_RATE);
    if let Some(rate) = &mut written.rate {
        decimal(form, "rate /s", rate, help);
    }
    let mut times = written.times.clone().unwrap_or_default();
    let help = "A file with a time a line for each frame of a file without times, as times.txt of KITTI, in the folder of the \
                scene file.";
    form.text("times file", &mut times, help);
    written.times = Some(times).filter(|file| !file.is_empty());
}

/// The topic of a bag.
fn topic(form: &mut ItemForm, written: &mut RecordedSession, at: &SessionAt) {
    let is_bag = at.file.as_ref().is_ok_and(|file| file.recorded().is_ok_and(|read| read.format == Format::Mcap));
    if !is_bag && written.topic.is_none() && written.format != Some(SessionFormat::Mcap) {
        return;
    }
    let mut topic = written.topic.clone().unwrap_or_default();
    let help = "The topic whose poses are read; the first one with poses when this is empty. /tf:odom.base_link is the transform from \
                odom to base_link.";
    form.text("topic", &mut topic, help);
    written.topic = Some(topic).filter(|topic| !topic.is_empty());
}

/// The speeds above which a step is a jump.
fn jump(form: &mut ItemForm, written: &mut RecordedSession, at: &SessionAt) {
    let limit = at.trajectory().map(|path| path.jump).unwrap_or_default();
    let speed = "A faster step between two frames is a jump. By default 5 m/s, or five times the median speed of all steps, \
                 whichever is more.";
    let turn = "A faster turn between two frames is a jump. By default 720 °/s, or five times the median turn of all steps, \
                whichever is more.";
    let jump = &mut written.jump;
    for (switch, label, value, limit, help) in [
        ("jump m/s", "limit m/s", &mut jump.speed, limit.speed, speed),
        ("jump °/s", "limit °/s", &mut jump.turn, limit.turn, turn),
    ] {
        let text = if value.is_none() { format!("usual: {}", fine(limit)) } else { "usual".to_owned() };
        form.optional(switch, value, &text, help, || limit);
        if let Some(value) = value {
            decimal(form, label, value, help);
        }
    }
}

/// What [`SessionGap`] is, without its number.
#[derive(Clone, Copy, PartialEq)]
enum GapRule {
    Usual,
    Never,
    After,
}

/// When a recording without a frame counts as lost.
fn gap(form: &mut ItemForm, gap: &mut SessionGap, at: &SessionAt) {
    let limit = at.trajectory().and_then(|path| path.gap);
    let mut rule = match gap {
        SessionGap::Usual => GapRule::Usual,
        SessionGap::Never => GapRule::Never,
        SessionGap::After(_) => GapRule::After,
    };
    let before = rule;
    let usual = match limit.filter(|_| rule == GapRule::Usual) {
        Some(limit) => format!("lost after {} s, as usual", fine(limit)),
        None => "lost after the usual time".to_owned(),
    };
    let rules = [(GapRule::Usual, &*usual), (GapRule::Never, "never lost"), (GapRule::After, "lost after a time")];
    let help = "A time without frames counts as lost tracking until the next frame. By default after ten times the median step, \
                at least 0.5 s. A file without times has no gaps.";
    form.choice("gap", &mut rule, &rules, help);
    if rule != before {
        *gap = match rule {
            GapRule::Usual => SessionGap::Usual,
            GapRule::Never => SessionGap::Never,
            GapRule::After => SessionGap::After(limit.unwrap_or(1.0)),
        };
    }
    if let SessionGap::After(seconds) = gap {
        decimal(form, "gap s", seconds, "Seconds without a frame, above 0.");
    }
}

/// The session that it is compared with, and how.
fn reference(form: &mut ItemForm, written: &mut RecordedSession, scene: &Scene, index: usize) {
    let others = || scene.sessions.iter().enumerate().filter(|(i, _)| *i != index);
    if others().next().is_none() {
        return;
    }
    form.section("Reference");
    let own = written.reference.as_ref();
    let mut chosen = own.and_then(|own| scene.sessions.iter().position(|one| one.name == own.session));
    let before = chosen;
    let choices: Vec<(Option<usize>, &str)> =
        std::iter::once((None, "nothing")).chain(others().map(|(i, one)| (Some(i), one.name.as_str()))).collect();
    let help =
        "The session that has the true path. The report then has the error of this one against it, as evo computes it.";
    form.choice("compared with", &mut chosen, &choices, help);
    if chosen != before {
        let name = chosen.map(|i| scene.sessions[i].name.clone());
        written.reference = match (name, written.reference.take()) {
            (Some(session), Some(old)) => Some(SessionReference { session, ..old }),
            (name, _) => name.map(SessionReference::to),
        };
    }
    let Some(reference) = &mut written.reference else { return };
    let aligns = [
        (SessionAlign::None, "nothing"),
        (SessionAlign::Origin, "the first poses"),
        (SessionAlign::Translation, "translation"),
        (SessionAlign::Yaw, "translation and yaw"),
        (SessionAlign::Se3, "rotation and translation"),
        (SessionAlign::Sim3, "these and scale"),
    ];
    form.choice(
        "aligned by",
        &mut reference.align,
        &aligns,
        "What is changed first to bring the path closest to the reference.",
    );
    let help = "The greatest difference in time of two frames that are compared.";
    decimal(form, "difference s", &mut reference.max_difference, help);
    decimal(form, "offset s", &mut reference.offset, "Seconds that are added to the times of this session.");
    let help = "The alignment is that of so many pairs of frames from the first one; without it that of all.";
    form.optional("first pairs", &mut reference.align_first, "all", help, || 100);
    if let Some(first) = &mut reference.align_first {
        let mut count = u64::from(*first);
        form.count("align first", &mut count, help);
        *first = u32::try_from(count).unwrap_or(u32::MAX);
    }
    decimal(form, "delta", &mut reference.delta, "The length of the step of a relative error.");
    let units =
        [(DeltaUnit::Frames, "pairs of frames"), (DeltaUnit::Metres, "metres"), (DeltaUnit::Seconds, "seconds")];
    form.choice("delta unit", &mut reference.delta_unit, &units, "The unit of `delta`.");
}

/// The presets of camera axes side by side. Each shows the up and the view direction of the current frame's camera with
/// these axes. With the correct preset, the up direction points upwards and the view direction points ahead.
fn axes(form: &mut ItemForm, axes: &mut Option<SessionAxes>, at: &SessionAt) {
    let used = at.file.as_ref().ok().and_then(|file| file.recorded().ok()).map(|recorded| recorded.convention);
    let presets = [
        (CameraAxes::OpenGl, SessionAxes::OpenGl, "OpenGL"),
        (CameraAxes::OpenCv, SessionAxes::OpenCv, "OpenCV"),
        (CameraAxes::Unity, SessionAxes::Unity, "Unity"),
        (CameraAxes::Ros, SessionAxes::Ros, "ROS"),
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
    let mirror = |axes: CameraAxes, q: DQuat| match axes {
        CameraAxes::Unity => DQuat::from_xyzw(-q.x, -q.y, q.z, q.w),
        CameraAxes::OpenGl | CameraAxes::OpenCv | CameraAxes::Ros => q,
    };
    let in_file = mirror(used.axes, rotation) * used.axes.file_from_camera().conjugate();
    mirror(other, in_file * other.file_from_camera())
}

fn picture(ui: &mut Ui, rotation: Option<DQuat>, name: &str, is_used: bool) -> Response {
    let (place, response) = ui.allocate_exact_size(vec2(46.0, 58.0), Sense::click());
    let visuals = ui.style().interact_selectable(&response, is_used);
    ui.painter().rect(place, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    let middle = place.center() - vec2(0.0, 5.0);
    if let Some(rotation) = rotation {
        // A view from the front right and above.
        #[expect(clippy::cast_possible_truncation, reason = "a few points")]
        let flat =
            |v: DVec3| vec2((v.x * 0.87 - v.z * 0.5) as f32, (-v.y * 0.9 + (v.x * 0.25 + v.z * 0.43)) as f32) * 16.0;
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
    part!("rate", rate),
    part!("rate /s", rate),
    part!("times file", times),
    part!("topic", topic),
    part!("jump m/s", jump.speed),
    part!("limit m/s", jump.speed),
    part!("jump °/s", jump.turn),
    part!("limit °/s", jump.turn),
    part!("gap", gap),
    part!("gap s", gap),
    presence!("compared with", reference),
    part_of_some!("aligned by", reference, Some(own) => own.align),
    part_of_some!("difference s", reference, Some(own) => own.max_difference),
    part_of_some!("offset s", reference, Some(own) => own.offset),
    part_of_some!("align first", reference, Some(own) => own.align_first),
    part_of_some!("first pairs", reference, Some(own) => own.align_first),
    part_of_some!("delta", reference, Some(own) => own.delta),
    part_of_some!("delta unit", reference, Some(own) => own.delta_unit),
] }
