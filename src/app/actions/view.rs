//! Commands on the eye of the 3D view and on its camera.

use eframe::egui::Key;

use super::action::Action;
use super::shared::SharedFacts;
use super::state::WindowState;
use crate::app::command::directions::{Toward, ViewAxis};
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{ctrl, ctrl_alt, ctrl_shift, plain, shift};
use crate::app::command::table::view::ViewCommand;
use crate::app::command::tool::Keymap;
use crate::app::panels::cost;
use crate::app::panels::state::is_needed;
use crate::app::view::gizmo::Gizmo;
use crate::app::view::saved_view;
use crate::app::view::viewport::Request;
use crate::escape;
use crate::workspace::Workspace;
use crate::world::Item;

/// What the commands depend on.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct ViewFacts {
    /// Whether the 3D view looks through a camera.
    is_through_camera: bool,
    /// Whether navigation moves the camera through which the view looks.
    locks_camera: bool,
    /// Whether a camera is selected.
    has_camera: bool,
    /// Whether the view and the gizmo can move it: no recording and no model file defines its pose.
    can_move_camera: bool,
    /// Whether the scene has a recorded session.
    has_session: bool,
    /// Whether the view moves with a recorded session.
    follows_session: bool,
    is_orthographic: bool,
    /// Why the scene cannot open with the present view, a sentence.
    why_no_view: Option<&'static str>,
    /// The name of the querier.
    querier: Option<String>,
    /// Whether an object is selected.
    has_object: bool,
    /// Whether the scene has an object.
    has_any_object: bool,
    /// Whether the scene has a camera that is placed.
    has_any_camera: bool,
    /// Whether a camera is asked what it sees of the object.
    asks_why: bool,
    /// Whether a position of the costs is chosen.
    has_cost_position: bool,
    /// Whether it is pinned: it stays the querier while others are selected.
    keeps_answers: bool,
}

impl ViewFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let WindowState { workspace, panels, .. } = window;
        let view = panels.views.active();
        let camera = workspace.selection().active_camera();
        Self {
            is_through_camera: view.through.is_some(),
            locks_camera: view.locks_camera,
            has_camera: camera.is_some(),
            can_move_camera: camera.is_some_and(|camera| Gizmo::camera(workspace, camera).is_some()),
            has_session: is_needed(Pane::Sessions, workspace, panels),
            follows_session: view.follows_session(),
            is_orthographic: view.is_orthographic(),
            why_no_view: saved_view::viewpoint(view.seen_from(workspace).as_ref()).err(),
            querier: querier_name(workspace),
            has_object: workspace.selected().object().is_some(),
            has_any_object: !workspace.world().objects.is_empty(),
            has_any_camera: workspace.world().cameras.iter().any(|camera| camera.error.is_none()),
            asks_why: workspace.selected().asks_why,
            has_cost_position: workspace.view().cost_map().is_some_and(|map| map.chosen_place().is_some()),
            keeps_answers: workspace.selection().pinned_querier().is_some(),
        }
    }
}

/// The name of the camera or ray whose answers are shown.
fn querier_name(workspace: &Workspace) -> Option<String> {
    let item = workspace.selected().querier()?;
    Some(escape::shown(workspace.world().name_of(item)?).into_owned())
}

/// Why a command of the free view is disabled.
const THROUGH: &str = "The 3D view already looks through a camera.";

impl ViewCommand {
    pub(super) fn action(self, facts: &ViewFacts, shared: &SharedFacts) -> Action {
        match self {
            Self::FrameAll => Action::new("Frame all", |target| target.view(Request::FrameAll))
                .help("Fit the whole scene into the 3D view.")
                .keys(KeyScope::View, [plain(Key::Home)]),
            Self::FrameSelected => Action::new("Frame selected", |target| target.view(Request::FrameSelection))
                .help("Fit the selection into the 3D view. Without a selection, fit the whole scene.")
                .keys(KeyScope::View, [plain(Key::F)])
                // The period of the numeric keypad.
                .keys_if(shared.keymap == Keymap::Blender, KeyScope::View, [plain(Key::F), plain(Key::Period)]),
            Self::Along(axis, is_opposite) => along(axis, is_opposite, shared.keymap),
            Self::Orbit(toward) => {
                Action::new(format!("Orbit {}", toward.word()), move |target| target.view(Request::Orbit(toward)))
                    .help("Turn the 3D view by 15° around the point that it orbits.")
                    .keys(KeyScope::View, [plain(digit(toward))])
            }
            Self::Pan(toward) => {
                Action::new(format!("Pan {}", toward.word()), move |target| target.view(Request::Pan(toward)))
                    .help("Move the 3D view by a tenth of the height of the picture.")
                    .keys(KeyScope::View, [ctrl(digit(toward))])
            }
            Self::ZoomIn => Action::new("Zoom in", |target| target.view(Request::Zoom(true)))
                .help("Move the 3D view closer to the point that it orbits.")
                // + needs Shift on some keyboards; on others = is typed.
                .keys(KeyScope::View, [plain(Key::Plus), plain(Key::Equals)]),
            Self::ZoomOut => Action::new("Zoom out", |target| target.view(Request::Zoom(false)))
                .help("Move the 3D view away from the point that it orbits.")
                .keys(KeyScope::View, [plain(Key::Minus)]),
            Self::From(direction) => {
                Action::new(format!("View from {}", direction.name()), move |target| target.view(Request::From(direction)))
            }
            Self::Orthographic => Action::new("Orthographic", |target| target.view(Request::ToggleOrthographic))
                .help("Switch between perspective and orthographic projection.")
                .keys(KeyScope::View, [plain(Key::Num5)])
                .switch(facts.is_orthographic),
            Self::LookThrough => Action::new("Look through camera", |target| {
                target.window.layout.reveal(Pane::View);
                let workspace = &target.window.workspace;
                let camera = workspace.selection().active_camera().and_then(|camera| workspace.world().id_of(Item::Camera(camera)));
                target.window.panels.views.active_mut().look_through(camera);
            })
            .help("Show in the 3D view what the selected camera sees.")
            .needs(facts.has_camera, "No camera is selected.")
            .needs(!facts.is_through_camera, THROUGH)
            .keys_if(shared.keymap == Keymap::Blender, KeyScope::View, [plain(Key::Num0)]),
            Self::LeaveCamera => Action::new("Leave camera view", |target| target.view(Request::Leave))
                .help("Return to the free 3D view.")
                .keys(KeyScope::Camera, [plain(Key::Escape)])
                .keys_if(shared.keymap == Keymap::Blender, KeyScope::Camera, [plain(Key::Escape), plain(Key::Num0)])
                .needs(facts.is_through_camera, "The 3D view does not look through a camera."),
            Self::CameraFromView => {
                let entry = Action::new("Camera from view", |target| {
                    let WindowState { workspace, panels, .. } = &mut *target.window;
                    panels.views.active_mut().camera_from_view(workspace);
                })
                .help("Move the selected camera to the viewpoint of the 3D view.")
                .needs(facts.has_camera, "No camera is selected. “New camera from view” adds one.")
                .needs(facts.can_move_camera, "A recording or a model file defines the pose of this camera, or it is not placed.")
                .needs(!facts.is_through_camera, THROUGH);
                match shared.keymap {
                    Keymap::Unity => entry.keys(KeyScope::View, [ctrl_shift(Key::F)]),
                    Keymap::Blender => entry.keys(KeyScope::View, [ctrl_alt(Key::Num0)]),
                }
            }
            Self::NewCameraFromView => Action::new("New camera from view", |target| {
                let WindowState { workspace, panels, .. } = &mut *target.window;
                panels.views.active_mut().new_camera_from_view(workspace);
            })
            .help("Add a camera at the viewpoint of the 3D view.")
            .keys(KeyScope::View, [ctrl_alt(Key::F)])
            .needs(!facts.is_through_camera, THROUGH),
            Self::SaveView => save_view(facts),
            Self::Shoot => shoot(),
            Self::WhyNotSeen => why_not_seen(facts),
            Self::ShowCost => show_cost(facts),
            Self::LookFromPosition => look_from_position(facts),
            Self::WhyNotSeenBy { camera, object } => why_not_seen_by(camera, object),
            Self::LockCamera => {
                Action::new("Lock camera to view", |target| target.window.panels.views.active_mut().locks_camera ^= true)
                    .help("While the 3D view looks through a camera, navigation moves the camera.")
                    .switch(facts.locks_camera)
                    .needs(facts.is_through_camera || facts.locks_camera, "Look through a camera first.")
            }
            Self::FollowSession => Action::new("Follow session", |target| {
                target.window.layout.reveal(Pane::View);
                let WindowState { workspace, panels, .. } = &mut *target.window;
                panels.views.active_mut().toggle_follow(target.ctx, workspace);
            })
            .help("Move the 3D view with the selected recorded session during playback. Without a selected session, the first one is used.")
            .switch(facts.follows_session)
            .needs(facts.has_session, "This scene has no recorded session."),
            Self::KeepAnswers => {
                let name = match &facts.querier {
                    Some(name) => format!("Keep the answers of “{name}”"),
                    None => "Keep the answers of a camera".to_owned(),
                };
                Action::new(name, |target| target.window.workspace.selection_mut().pin_querier())
                    .help("Keep showing the answers of this camera or ray while other items are selected, moved or looked through.")
                    .switch(facts.keeps_answers)
                    .needs(facts.querier.is_some(), "No camera or ray is selected.")
            }
        }
    }
}

fn save_view(facts: &ViewFacts) -> Action {
    Action::new("Save view with scene", |target| {
        let WindowState { workspace, panels, .. } = &mut *target.window;
        let eye = panels.views.active().seen_from(workspace);
        if let Ok(seen) = saved_view::viewpoint(eye.as_ref()) {
            saved_view::save(workspace, seen);
        }
    })
    .help(
        "The scene opens with the present view. This is a change of the scene, which Undo takes back and Save writes.",
    )
    .needs(facts.why_no_view.is_none(), facts.why_no_view.unwrap_or_default())
}

fn shoot() -> Action {
    Action::new("Shoot a ray from here", |target| {
        let WindowState { workspace, panels, .. } = &mut *target.window;
        panels.views.active_mut().shoot(workspace);
    })
    .help(
        "Add a ray from the eye of the 3D view through the pointer, and show what it hits. Without the pointer in the \
         view, the ray goes through the middle.",
    )
    .found_by("raycast ray cast pick")
    .keys(KeyScope::View, [shift(Key::R)])
}

fn why_not_seen(facts: &ViewFacts) -> Action {
    Action::new("Why don't I see it?", |target| {
        let WindowState { workspace, panels, layout, .. } = &mut *target.window;
        if workspace.selected().asks_why {
            workspace.selection_mut().ask_why(None);
            return;
        }
        let world = workspace.world();
        let through = panels.views.active().through.and_then(|camera| match world.find(camera) {
            Some(Item::Camera(camera)) => Some(camera),
            _ => None,
        });
        let placed = || world.cameras.iter().position(|camera| camera.error.is_none());
        if let Some(camera) = through.or(workspace.selected().camera()).or_else(placed) {
            panels.visibility.open(workspace);
            workspace.selection_mut().ask_why(Some(camera));
            layout.reveal(Pane::Explain);
        }
    })
    .help(
        "Explain why a camera sees the selected object or not: layers, the sides of the view, near and far plane, faces, \
         alpha, what covers it, and pixels. The camera is the one that the 3D view looks through, else the selected one, else \
         the first. Again: back to its place in the view volume.",
    )
    .found_by("visible invisible hidden occluded covered missing seen visibility")
    .switch(facts.asks_why)
    .needs(facts.has_any_camera, "The scene has no camera. “New camera from view” adds one.")
    .needs(facts.has_object, "Select an object first.")
}

fn look_from_position(facts: &ViewFacts) -> Action {
    Action::new("Look from the chosen position", |target| target.view(Request::FromPosition))
        .help("Look from the chosen position of the costs along its most expensive view.")
        .needs(facts.has_cost_position, "Choose a position in the Cost panel first.")
}

fn show_cost(facts: &ViewFacts) -> Action {
    Action::new("Cost of the level", |target| {
        let WindowState { workspace, panels, layout, .. } = &mut *target.window;
        panels.cost.open(workspace);
        layout.feature(Pane::Cost, cost::HEIGHT);
    })
    .help(
        "Count triangles, memory and draw calls of the level, and survey its floor plan: where the most is in the frustum, and \
         what of it is covered.",
    )
    .found_by("performance slow triangles draw calls memory heat map survey budget")
    .needs(facts.has_any_object, "The scene has no object.")
}

fn why_not_seen_by(camera: usize, object: usize) -> Action {
    Action::new("Why don't I see it?", move |target| {
        let WindowState { workspace, panels, layout, .. } = &mut *target.window;
        panels.visibility.open(workspace);
        workspace.selection_mut().select_object(Some(object));
        workspace.selection_mut().ask_why(Some(camera));
        layout.reveal(Pane::Explain);
    })
    .help("Explain why the camera sees this object or not, pixel by pixel.")
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

fn along(axis: ViewAxis, is_opposite: bool, keymap: Keymap) -> Action {
    let (name, from, key) = match (axis, is_opposite) {
        (ViewAxis::Front, false) => ("Front", "+Z", Key::Num1),
        (ViewAxis::Front, true) => ("Back", "−Z", Key::Num1),
        (ViewAxis::Right, false) => ("Right", "+X", Key::Num3),
        (ViewAxis::Right, true) => ("Left", "−X", Key::Num3),
        (ViewAxis::Top, false) => ("Top", "+Y", Key::Num7),
        (ViewAxis::Top, true) => ("Bottom", "−Y", Key::Num7),
    };
    let shortcut = if is_opposite { ctrl(key) } else { plain(key) };
    let (request, how) = match keymap {
        Keymap::Unity => (Request::Along(axis, is_opposite), ""),
        Keymap::Blender => {
            (Request::FlatAlong(axis, is_opposite), ", in orthographic projection until the view is turned")
        }
    };
    Action::new(name, move |target| target.view(request))
        .help(format!("Look at the scene from {from}{how}."))
        .keys(KeyScope::View, [shortcut])
}
