//! Commands on the panels and on the appearance of the window.

use eframe::egui::{Key, ThemePreference};

use super::super::shortcut::{Scope, ctrl};
use super::super::{Context, Entry, Work};
use crate::app::layout::Pane;
use crate::app::scale;

/// A command on the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum WindowCommand {
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

/// The themes.
pub(in crate::app) const THEMES: [WindowCommand; 3] = [
    WindowCommand::Theme(ThemePreference::Dark),
    WindowCommand::Theme(ThemePreference::Light),
    WindowCommand::Theme(ThemePreference::System),
];

impl WindowCommand {
    /// All commands.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let panels = Pane::ALL.into_iter().filter(|pane| pane.is_closable()).map(Self::Panel);
        let layout = [Self::Hints, Self::ResetLayout, Self::ShowTree, Self::Larger, Self::Smaller, Self::UsualSize];
        panels.chain(layout).chain(scale::STEPS.into_iter().map(Self::Scale)).chain(THEMES)
    }

    pub(super) fn entry(self, context: &Context) -> Entry {
        match self {
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
