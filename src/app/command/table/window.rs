//! Commands on the panels and on the appearance of the window.

use eframe::egui::ThemePreference;

use crate::app::command::pane::Pane;
use crate::app::kit::motion::Motion;
use crate::app::kit::{fly_speed, scale};
use crate::geometry::units::{Angle, Length, Units};

/// A command on the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum WindowCommand {
    /// Opens or closes a panel.
    Panel(Pane),
    /// Brings a panel to the front and outlines its field with this label.
    PointAt(&'static str, Pane),
    Hints,
    ResetLayout,
    ShowTree,
    Larger,
    Smaller,
    UsualSize,
    /// A scale of the window in percent.
    Scale(u16),
    Theme(ThemePreference),
    /// Opens the window with the settings, or closes it.
    Settings,
    /// Opens the context menu without the mouse.
    ContextMenu,
    /// The unit of lengths on screen.
    Length(Length),
    /// The unit of angles on screen.
    Angle(Angle),
    /// The number of digits on screen.
    Digits(u8),
    /// Whether behaviour trees are drawn from left to right.
    SidewaysTrees(bool),
    Motion(Motion),
    /// The speed at which the view flies, in percent.
    FlySpeed(u16),
}

/// The themes.
pub(in crate::app) const THEMES: [WindowCommand; 3] = [
    WindowCommand::Theme(ThemePreference::Dark),
    WindowCommand::Theme(ThemePreference::Light),
    WindowCommand::Theme(ThemePreference::System),
];

impl WindowCommand {
    /// All commands without a field.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let panels = Pane::ALL.into_iter().map(Self::Panel);
        let layout = [Self::Hints, Self::ResetLayout, Self::ShowTree, Self::Larger, Self::Smaller, Self::UsualSize];
        let units = Length::ALL.map(Self::Length).into_iter().chain(Angle::ALL.map(Self::Angle));
        let numbers = units.chain(Units::DIGITS.map(Self::Digits));
        let look = scale::STEPS.into_iter().map(Self::Scale).chain(THEMES);
        let trees =
            [false, true].map(Self::SidewaysTrees).into_iter().chain([Motion::Full, Motion::Reduced].map(Self::Motion));
        let moves = trees.chain(fly_speed::STEPS.map(Self::FlySpeed));
        panels.chain(layout).chain(look).chain([Self::Settings, Self::ContextMenu]).chain(numbers).chain(moves)
    }
}
