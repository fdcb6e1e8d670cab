//! Commands on the eye of the 3D view and on its camera.

use eframe::egui::Key;

use crate::app::App;
use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, ctrl, ctrl_alt, ctrl_shift, plain, shift};
use crate::app::shell::layout::Pane;
use crate::app::view::axis_gizmo::Direction;
use crate::app::view::gizmo::Keymap;
use crate::app::view::navigate::{Axis, Toward};
use crate::app::view::saved_view;
use crate::app::view::viewport::Request;
use crate::world::Item;

/// Why a command of the free view is disabled.
const THROUGH: &str = "The 3D view already looks through a camera.";

/// A command of the View menu.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum ViewCommand {
    FrameAll,
    FrameSelected,
    /// A view along an axis, or with `true` from the other side.
    Along(Axis, bool),
    /// A view from an end of a world axis.
    From(Direction),
    /// A step around the point that the view orbits.
    Orbit(Toward),
    /// A step in the plane of the picture.
    Pan(Toward),
    ZoomIn,
    ZoomOut,
    Orthographic,
    LookThrough,
    LeaveCamera,
    /// Pins the querier, or unpins it.
    KeepAnswers,
    /// Moves the selected camera to where the view is.
    CameraFromView,
    /// Adds a camera where the view is.
    NewCameraFromView,
    /// Makes the viewpoint the one with which the scene opens.
    SaveView,
    /// Adds a ray from the eye through the pointer.
    Shoot,
    /// Navigation moves the camera through which the view looks.
    LockCamera,
    /// The view moves with the camera path of a recorded session.
    FollowSession,
}

/// The views along an axis.
pub(in crate::app) const ALONG: [ViewCommand; 6] = [
    ViewCommand::Along(Axis::Front, false),
    ViewCommand::Along(Axis::Front, true),
    ViewCommand::Along(Axis::Right, false),
    ViewCommand::Along(Axis::Right, true),
    ViewCommand::Along(Axis::Top, false),
    ViewCommand::Along(Axis::Top, true),
];

/// The steps of the view by keys.
pub(in crate::app) const STEPS: [ViewCommand; 10] = [
    ViewCommand::Orbit(Toward::Left),
    ViewCommand::Orbit(Toward::Right),
    ViewCommand::Orbit(Toward::Up),
    ViewCommand::Orbit(Toward::Down),
    ViewCommand::Pan(Toward::Left),
    ViewCommand::Pan(Toward::Right),
    ViewCommand::Pan(Toward::Up),
    ViewCommand::Pan(Toward::Down),
    ViewCommand::ZoomIn,
    ViewCommand::ZoomOut,
];

impl ViewCommand {
    /// All commands, except those of axis ends, which repeat the views along the axes.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let view = [Self::FrameAll, Self::FrameSelected];
        let camera = [
            Self::LookThrough,
            Self::LeaveCamera,
            Self::CameraFromView,
            Self::NewCameraFromView,
            Self::SaveView,
            Self::Shoot,
            Self::LockCamera,
            Self::KeepAnswers,
            Self::FollowSession,
        ];
        view.into_iter().chain(ALONG).chain(STEPS).chain([Self::Orthographic]).chain(camera)
    }

    pub(super) fn entry(self, context: &Context) -> Entry {
        match self {
            Self::FrameAll => Entry::new("Frame all", |work| work.view(Request::FrameAll))
                .help("Fit the whole scene into the 3D view.")
                .keys(Scope::View, [plain(Key::Home)]),
            Self::FrameSelected => Entry::new("Frame selected", |work| work.view(Request::FrameSelection))
                .help("Fit the selection into the 3D view. Without a selection, fit the whole scene.")
                .keys(Scope::View, [plain(Key::F)])
                // The period of the numeric keypad.
                .keys_if(context.gizmo.keymap == Keymap::Blender, Scope::View, [plain(Key::F), plain(Key::Period)]),
            Self::Along(axis, is_opposite) => along(axis, is_opposite, context.gizmo.keymap),
            Self::Orbit(toward) => {
                Entry::new(format!("Orbit {}", toward.word()), move |work| work.view(Request::Orbit(toward)))
                    .help("Turn the 3D view by 15° around the point that it orbits.")
                    .keys(Scope::View, [plain(digit(toward))])
            }
            Self::Pan(toward) => {
                Entry::new(format!("Pan {}", toward.word()), move |work| work.view(Request::Pan(toward)))
                    .help("Move the 3D view by a tenth of the height of the picture.")
                    .keys(Scope::View, [ctrl(digit(toward))])
            }
            Self::ZoomIn => Entry::new("Zoom in", |work| work.view(Request::Zoom(true)))
                .help("Move the 3D view closer to the point that it orbits.")
                // + needs Shift on some keyboards; on others = is typed.
                .keys(Scope::View, [plain(Key::Plus), plain(Key::Equals)]),
            Self::ZoomOut => Entry::new("Zoom out", |work| work.view(Request::Zoom(false)))
                .help("Move the 3D view away from the point that it orbits.")
                .keys(Scope::View, [plain(Key::Minus)]),
            Self::From(direction) => {
                Entry::new(format!("View from {}", direction.name()), move |work| work.view(Request::From(direction)))
            }
            Self::Orthographic => Entry::new("Orthographic", |work| work.view(Request::ToggleOrthographic))
                .help("Switch between perspective and orthographic projection.")
                .keys(Scope::View, [plain(Key::Num5)])
                .switch(context.is_orthographic),
            Self::LookThrough => Entry::new("Look through camera", |work| {
                work.app.layout.reveal(Pane::View);
                let workspace = &work.app.workspace;
                let camera = workspace.selection().active_camera().and_then(|camera| workspace.world().id_of(Item::Camera(camera)));
                work.app.panels.views.active_mut().look_through(camera);
            })
            .help("Show in the 3D view what the selected camera sees.")
            .needs(context.has_camera, "No camera is selected.")
            .needs(!context.is_through_camera, THROUGH)
            .keys_if(context.gizmo.keymap == Keymap::Blender, Scope::View, [plain(Key::Num0)]),
            Self::LeaveCamera => Entry::new("Leave camera view", |work| work.view(Request::Leave))
                .help("Return to the free 3D view.")
                .keys(Scope::Camera, [plain(Key::Escape)])
                .keys_if(context.gizmo.keymap == Keymap::Blender, Scope::Camera, [plain(Key::Escape), plain(Key::Num0)])
                .needs(context.is_through_camera, "The 3D view does not look through a camera."),
            Self::CameraFromView => {
                let entry = Entry::new("Camera from view", |work| {
                    let App { workspace, panels, .. } = &mut *work.app;
                    panels.views.active_mut().camera_from_view(workspace);
                })
                .help("Move the selected camera to the viewpoint of the 3D view.")
                .needs(context.has_camera, "No camera is selected. “New camera from view” adds one.")
                .needs(context.can_move_camera, "A recording or a model file defines the pose of this camera, or it is not placed.")
                .needs(!context.is_through_camera, THROUGH);
                match context.gizmo.keymap {
                    Keymap::Unity => entry.keys(Scope::View, [ctrl_shift(Key::F)]),
                    Keymap::Blender => entry.keys(Scope::View, [ctrl_alt(Key::Num0)]),
                }
            }
            Self::NewCameraFromView => Entry::new("New camera from view", |work| {
                let App { workspace, panels, .. } = &mut *work.app;
                panels.views.active_mut().new_camera_from_view(workspace);
            })
            .help("Add a camera at the viewpoint of the 3D view.")
            .keys(Scope::View, [ctrl_alt(Key::F)])
            .needs(!context.is_through_camera, THROUGH),
            Self::SaveView => save_view(context),
            Self::Shoot => shoot(),
            Self::LockCamera => {
                Entry::new("Lock camera to view", |work| work.app.panels.views.active_mut().locks_camera ^= true)
                    .help("While the 3D view looks through a camera, navigation moves the camera.")
                    .switch(context.locks_camera)
                    .needs(context.is_through_camera || context.locks_camera, "Look through a camera first.")
            }
            Self::FollowSession => Entry::new("Follow session", |work| {
                work.app.layout.reveal(Pane::View);
                let App { workspace, panels, .. } = &mut *work.app;
                panels.views.active_mut().toggle_follow(work.ctx, workspace);
            })
            .help("Move the 3D view with the selected recorded session during playback. Without a selected session, the first one is used.")
            .switch(context.follows_session)
            .needs(context.needed_panels.contains(&Pane::Sessions), "This scene has no recorded session."),
            Self::KeepAnswers => {
                let name = match &context.querier {
                    Some(name) => format!("Keep the answers of “{name}”"),
                    None => "Keep the answers of a camera".to_owned(),
                };
                Entry::new(name, |work| work.app.workspace.selection_mut().pin_querier())
                    .help("Keep showing the answers of this camera or ray while other items are selected, moved or looked through.")
                    .switch(context.keeps_answers)
                    .needs(context.querier.is_some(), "No camera or ray is selected.")
            }
        }
    }
}

fn save_view(context: &Context) -> Entry {
    Entry::new("Save view with scene", |work| {
        let App { workspace, panels, .. } = &mut *work.app;
        let eye = panels.views.active().seen_from(workspace);
        if let Ok(seen) = saved_view::viewpoint(eye.as_ref()) {
            saved_view::save(workspace, seen);
        }
    })
    .help(
        "The scene opens with the present view. This is a change of the scene, which Undo takes back and Save writes.",
    )
    .needs(context.why_no_view.is_none(), context.why_no_view.unwrap_or_default())
}

fn shoot() -> Entry {
    Entry::new("Shoot a ray from here", |work| {
        let App { workspace, panels, .. } = &mut *work.app;
        panels.views.active_mut().shoot(workspace);
    })
    .help(
        "Add a ray from the eye of the 3D view through the pointer, and show what it hits. Without the pointer in the \
         view, the ray goes through the middle.",
    )
    .found_by("raycast ray cast pick")
    .keys(Scope::View, [shift(Key::R)])
}

/// The key of the numeric keypad at this side of its middle.
fn digit(toward: Toward) -> Key {
    match toward {
        Toward::Left => Key::Num4,
        Toward::Right => Key::Num6,
        Toward::Up => Key::Num8,
        Toward::Down => Key::Num2,
    }
}

fn along(axis: Axis, is_opposite: bool, keymap: Keymap) -> Entry {
    let (name, from, key) = match (axis, is_opposite) {
        (Axis::Front, false) => ("Front", "+Z", Key::Num1),
        (Axis::Front, true) => ("Back", "−Z", Key::Num1),
        (Axis::Right, false) => ("Right", "+X", Key::Num3),
        (Axis::Right, true) => ("Left", "−X", Key::Num3),
        (Axis::Top, false) => ("Top", "+Y", Key::Num7),
        (Axis::Top, true) => ("Bottom", "−Y", Key::Num7),
    };
    let shortcut = if is_opposite { ctrl(key) } else { plain(key) };
    let (request, how) = match keymap {
        Keymap::Unity => (Request::Along(axis, is_opposite), ""),
        Keymap::Blender => {
            (Request::FlatAlong(axis, is_opposite), ", in orthographic projection until the view is turned")
        }
    };
    Entry::new(name, move |work| work.view(request))
        .help(format!("Look at the scene from {from}{how}."))
        .keys(Scope::View, [shortcut])
}
