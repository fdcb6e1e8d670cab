//! Commands on the 3D view, the panels and the appearance of the window.

use eframe::egui::{Key, ThemePreference};

use super::super::shortcut::{Scope, ctrl, ctrl_alt, ctrl_shift, plain};
use super::super::{Context, Entry, Work};
use crate::app::App;
use crate::app::axis_gizmo::Direction;
use crate::app::gizmo::Keymap;
use crate::app::layout::Pane;
use crate::app::navigate::Axis;
use crate::app::scale;
use crate::app::viewport::Request;
use crate::picture::Display;

/// A command of the View menu.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum ViewCommand {
    FrameAll,
    FrameSelected,
    /// A view along an axis, or with `true` from the other side.
    Along(Axis, bool),
    /// A view from an end of a world axis.
    From(Direction),
    Orthographic,
    LookThrough,
    LeaveCamera,
    /// Places the selected camera, or a new one, where the view is.
    CameraFromView,
    /// Navigation moves the camera through which the view looks.
    LockCamera,
    /// The view moves with the camera path of a recorded session.
    FollowSession,
    Legend,
    /// What the surfaces of objects show.
    Display(Display),
    /// Opens or closes a panel.
    Panel(Pane),
    Hints,
    ResetLayout,
    ShowTree,
    Larger,
    Smaller,
    UsualSize,
    /// A scale of the window in percent.
    Scale(u16),
    Theme(ThemePreference),
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

/// The themes.
pub(in crate::app) const THEMES: [ViewCommand; 3] = [
    ViewCommand::Theme(ThemePreference::Dark),
    ViewCommand::Theme(ThemePreference::Light),
    ViewCommand::Theme(ThemePreference::System),
];

impl ViewCommand {
    /// All commands, except those of axis ends, which repeat the views along the axes.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let view = [Self::FrameAll, Self::FrameSelected];
        let camera =
            [Self::LookThrough, Self::LeaveCamera, Self::CameraFromView, Self::LockCamera, Self::FollowSession];
        let other = [Self::Orthographic].into_iter().chain(camera).chain([Self::Legend]);
        let panels = Pane::ALL.into_iter().filter(|pane| pane.is_closable()).map(Self::Panel);
        let layout = [Self::Hints, Self::ResetLayout, Self::ShowTree, Self::Larger, Self::Smaller, Self::UsualSize];
        let scales = scale::STEPS.into_iter().map(Self::Scale);
        view.into_iter()
            .chain(ALONG)
            .chain(other)
            .chain(Display::ALL.map(Self::Display))
            .chain(panels)
            .chain(layout)
            .chain(scales)
            .chain(THEMES)
    }

    /// Whether it is about panels and the window, not about the 3D view.
    pub(super) fn is_about_panels(self) -> bool {
        matches!(
            self,
            Self::Panel(_)
                | Self::Hints
                | Self::ResetLayout
                | Self::ShowTree
                | Self::Larger
                | Self::Smaller
                | Self::UsualSize
                | Self::Scale(_)
                | Self::Theme(_)
        )
    }

    pub(super) fn entry(self, context: &Context) -> Entry {
        match self {
            Self::FrameAll => Entry::new("Frame all", |work| work.view(Request::FrameAll))
                .help("Fit the whole scene into the 3D view.")
                .keys(Scope::View, [plain(Key::Home)]),
            Self::FrameSelected => Entry::new("Frame selected", |work| work.view(Request::FrameSelection))
                .help("Fit the selection into the 3D view. Without a selection, fit the whole scene.")
                .keys(Scope::View, [plain(Key::F)]),
            Self::Along(axis, is_opposite) => along(axis, is_opposite),
            Self::From(direction) => {
                Entry::new(format!("View from {}", direction.name()), move |work| work.view(Request::From(direction)))
            }
            Self::Orthographic => Entry::new("Orthographic", |work| work.view(Request::ToggleOrthographic))
                .help("Switch between perspective and orthographic projection.")
                .keys(Scope::View, [plain(Key::Num5)])
                .switch(context.is_orthographic),
            Self::LookThrough => Entry::new("Look through camera", |work| {
                work.app.layout.reveal(Pane::View);
                work.app.panels.view.look_through(work.app.session.selected().camera());
            })
            .help("Show in the 3D view what the selected camera sees.")
            .needs(context.has_camera, "No camera is selected.")
            .needs(!context.is_through_camera, "The 3D view already looks through a camera.")
            .keys_if(context.gizmo.keymap == Keymap::Blender, Scope::View, [plain(Key::Num0)]),
            Self::LeaveCamera => Entry::new("Leave camera view", |work| work.view(Request::Leave))
                .help("Return to the free 3D view.")
                .keys(Scope::Camera, [plain(Key::Escape)])
                .needs(context.is_through_camera, "The 3D view does not look through a camera."),
            Self::CameraFromView => {
                let name = if context.has_camera { "Camera from view" } else { "New camera from view" };
                let entry = Entry::new(name, |work| {
                    let App { session, panels, .. } = &mut *work.app;
                    panels.view.camera_from_view(session);
                })
                .help("Place the selected camera where the 3D view is. Without a selected camera, add one there.")
                .needs(!context.is_through_camera, "The 3D view already looks through a camera.");
                match context.gizmo.keymap {
                    Keymap::Unity => entry.keys(Scope::View, [ctrl_shift(Key::F)]),
                    Keymap::Blender => entry.keys(Scope::View, [ctrl_alt(Key::Num0)]),
                }
            }
            Self::LockCamera => Entry::new("Lock camera to view", |work| work.app.panels.view.locks_camera ^= true)
                .help("While the 3D view looks through a camera, navigation moves the camera.")
                .switch(context.locks_camera),
            Self::FollowSession => Entry::new("Follow session", |work| {
                work.app.layout.reveal(Pane::View);
                let App { session, panels, .. } = &mut *work.app;
                panels.view.toggle_follow(work.ctx, session);
            })
            .help("The 3D view moves with the recorded session as time passes: the selected one, else the first.")
            .switch(context.follows_session)
            .needs(context.needed_panels.contains(&Pane::Sessions), "This scene has no recorded session."),
            Self::Legend => Entry::new("Legend", |work| work.app.panels.view.hides_legend ^= true)
                .help("Show what the colours and lines mean.")
                .switch(context.has_legend),
            Self::Display(display) => {
                Entry::new(format!("{} display", display.name()), move |work| work.app.session.set_display(display))
                    .help(display.help())
                    .switch(context.display == display)
            }
            Self::Panel(pane) => {
                let is_open = context.open_panels.contains(&pane);
                Entry::new(pane.title(), move |work| {
                    if is_open { work.app.layout.close(pane) } else { work.app.layout.reveal(pane) }
                })
                .help(pane.help())
                .switch(is_open)
                .needs(pane.is_closable(), "The 3D view cannot be closed.")
                .needs(context.needed_panels.contains(&pane), "This scene has nothing to show in this panel.")
            }
            Self::Hints => Entry::new("Panel hints", |work| work.app.layout.toggle_hints())
                .help("Show a short description beside each panel title.")
                .switch(context.has_hints),
            Self::ResetLayout => Entry::new("Reset layout", |work| work.app.layout.reset())
                .help("Move all panels back to their default places."),
            Self::ShowTree => Entry::new("Show behaviour tree", |work| {
                work.show_tree();
            })
            .help("Bring the panel with the behaviour tree to the front.")
            .needs(context.tree.is_some(), "This scene has no agent with a behaviour tree."),
            Self::Larger => to_scale("Larger", scale::larger_than(context.scale))
                .help("Draw the whole window larger.")
                // + needs Shift on some keyboards; on others = is typed.
                .keys(Scope::Everywhere, [ctrl(Key::Plus).with_any_shift(), ctrl(Key::Equals).with_any_shift()]),
            Self::Smaller => to_scale("Smaller", scale::smaller_than(context.scale))
                .help("Draw the whole window smaller.")
                .keys(Scope::Everywhere, [ctrl(Key::Minus).with_any_shift()]),
            Self::UsualSize => Entry::new("Reset scale", |work| scale::set(work.ctx, scale::USUAL))
                .help("Draw the whole window at its usual size.")
                .keys(Scope::Everywhere, [ctrl(Key::Num0).with_any_shift()]),
            Self::Scale(percent) => Entry::new(format!("{percent} %"), move |work| scale::set(work.ctx, percent))
                .help("The scale of the whole window.")
                .switch(context.scale == percent),
            Self::Theme(theme) => {
                let name = match theme {
                    ThemePreference::Dark => "Dark theme",
                    ThemePreference::Light => "Light theme",
                    ThemePreference::System => "System theme",
                };
                Entry::new(name, move |work| work.ctx.set_theme(theme)).switch(context.theme == theme)
            }
        }
    }
}

/// Sets the next larger or smaller scale.
fn to_scale(name: &'static str, percent: Option<u16>) -> Entry {
    let run = move |work: &mut Work<'_>| {
        if let Some(percent) = percent {
            scale::set(work.ctx, percent);
        }
    };
    Entry::new(name, run).needs(percent.is_some(), "The window has no further scale in this direction.")
}

fn along(axis: Axis, is_opposite: bool) -> Entry {
    let (name, from, key) = match (axis, is_opposite) {
        (Axis::Front, false) => ("Front", "+Z", Key::Num1),
        (Axis::Front, true) => ("Back", "−Z", Key::Num1),
        (Axis::Right, false) => ("Right", "+X", Key::Num3),
        (Axis::Right, true) => ("Left", "−X", Key::Num3),
        (Axis::Top, false) => ("Top", "+Y", Key::Num7),
        (Axis::Top, true) => ("Bottom", "−Y", Key::Num7),
    };
    let shortcut = if is_opposite { ctrl(key) } else { plain(key) };
    Entry::new(name, move |work| work.view(Request::Along(axis, is_opposite)))
        .help(format!("Look at the scene from {from}."))
        .keys(Scope::View, [shortcut])
}
