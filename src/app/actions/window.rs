//! Commands on the panels and on the appearance of the window.

use eframe::egui::{Context, Key, ThemePreference};

use super::action::Action;
use super::state::WindowState;
use super::target::CommandTarget;
use crate::app::command::item_menus::open_context_menu;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{ctrl, plain, shift};
use crate::app::command::table::window::WindowCommand;
use crate::app::kit::motion::Motion;
use crate::app::kit::{fly_speed, pointing, scale, units};
use crate::app::panels::behavior;
use crate::app::panels::state::is_needed;
use crate::geometry::units::Units;

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct WindowFacts {
    open_panels: Vec<Pane>,
    /// The panels for which the scene has content.
    needed_panels: Vec<Pane>,
    has_hints: bool,
    /// Whether an agent has a behaviour tree that can be shown.
    has_tree: bool,
    /// The scale of the window in percent.
    scale: u16,
    /// The speed of flying in percent, if it is one of the settings.
    fly_speed: Option<u16>,
    theme: ThemePreference,
    /// Whether behaviour trees are drawn from left to right.
    has_sideways_trees: bool,
    motion: Motion,
    /// The units of numbers on screen.
    units: Units,
}

impl WindowFacts {
    pub(super) fn of(window: &WindowState, ctx: &Context, has_tree: bool) -> Self {
        let WindowState { workspace, panels, layout, .. } = window;
        let is_needed = |pane: &Pane| is_needed(*pane, workspace, panels);
        let is_open = |pane: &Pane| match pane {
            Pane::View => layout.wants_view() || is_needed(pane),
            _ => layout.is_open(*pane),
        };
        Self {
            open_panels: Pane::ALL.into_iter().filter(is_open).collect(),
            needed_panels: Pane::ALL.into_iter().filter(is_needed).collect(),
            has_hints: layout.has_hints(),
            has_tree,
            scale: scale::percent(ctx),
            fly_speed: fly_speed::step(ctx),
            theme: ctx.options(|options| options.theme_preference),
            has_sideways_trees: behavior::is_sideways(ctx),
            motion: Motion::of(ctx),
            units: workspace.view().draw_options().units,
        }
    }
}

impl WindowCommand {
    pub(super) fn action(self, facts: &WindowFacts) -> Action {
        match self {
            Self::Panel(pane) => {
                let is_open = facts.open_panels.contains(&pane);
                Action::new(pane.title(), move |target| {
                    // A panel behind another tab comes to the front.
                    let layout = &mut target.window.layout;
                    if layout.shows(pane) { layout.close(pane) } else { layout.reveal(pane) }
                })
                .help(pane.help())
                .switch(is_open)
                .needs(pane.is_closable() || !is_open, "The 3D view cannot be closed.")
                .needs(
                    !pane.is_closable() || facts.needed_panels.contains(&pane),
                    "This scene has nothing to show in this panel.",
                )
            }
            Self::PointAt(label, pane) => Action::new(format!("Show {label}"), move |target| {
                target.window.layout.reveal(pane);
                pointing::begin(target.ctx, label);
            })
            .help("Bring the panel of this field to the front and outline the field."),
            Self::Hints => Action::new("Panel hints", |target| target.window.layout.toggle_hints())
                .help("Show a short description beside each panel title.")
                .switch(facts.has_hints),
            Self::ResetLayout => Action::new("Reset layout", |target| target.window.layout.reset())
                .help("Move all panels back to their default places."),
            Self::ShowTree => Action::new("Show behaviour tree", |target| {
                target.show_tree();
            })
            .help("Bring the panel with the behaviour tree to the front.")
            .needs(facts.has_tree, "This scene has no agent with a behaviour tree."),
            Self::Larger => to_scale("Larger", scale::larger_than(facts.scale))
                .help("Draw the whole window larger.")
                // + needs Shift on some keyboards; on others = is typed.
                .keys(KeyScope::Everywhere, [ctrl(Key::Plus).with_any_shift(), ctrl(Key::Equals).with_any_shift()]),
            Self::Smaller => to_scale("Smaller", scale::smaller_than(facts.scale))
                .help("Draw the whole window smaller.")
                .keys(KeyScope::Everywhere, [ctrl(Key::Minus).with_any_shift()]),
            Self::UsualSize => Action::new("Reset scale", |target| scale::set(target.ctx, scale::USUAL))
                .help("Draw the whole window at its usual size.")
                .keys(KeyScope::Everywhere, [ctrl(Key::Num0).with_any_shift()]),
            Self::Scale(percent) => Action::new(format!("{percent} %"), move |target| scale::set(target.ctx, percent))
                .help("The scale of the whole window.")
                .switch(facts.scale == percent),
            Self::Theme(theme) => {
                let name = match theme {
                    ThemePreference::Dark => "Dark theme",
                    ThemePreference::Light => "Light theme",
                    ThemePreference::System => "System theme",
                };
                Action::new(name, move |target| target.ctx.set_theme(theme)).switch(facts.theme == theme)
            }
            Self::Settings => Action::new("Settings…", |target| target.window.help.toggle_settings())
                .help("Choose keys, theme, scale, units, the number of digits, fly speed and motion. They stay for the next run.")
                .keys(KeyScope::Panels, [ctrl(Key::Comma)]),
            Self::ContextMenu => Action::new("Context menu", |target| open_context_menu(target.ctx))
                .help("Open the menu with the commands on the selection and the 3D view.")
                .keys(KeyScope::View, [plain(Key::Menu), shift(Key::F10)]),
            Self::SidewaysTrees(is_sideways) => {
                let name = if is_sideways { "Trees left to right" } else { "Trees top down" };
                Action::new(name, move |target| behavior::set_sideways(target.ctx, is_sideways))
                    .help("The direction in which behaviour trees are drawn.")
                    .switch(facts.has_sideways_trees == is_sideways)
            }
            Self::Motion(motion) => {
                let name = if motion == Motion::Reduced { "Reduced motion" } else { "Full motion" };
                Action::new(name, move |target| motion.choose(target.ctx))
                    .help("With reduced motion, the view, panels and lists change at once.")
                    .switch(facts.motion == motion)
            }
            Self::FlySpeed(percent) => {
                let factor = f32::from(percent) / 100.0;
                Action::new(format!("Fly speed {percent} %"), move |target| fly_speed::choose(target.ctx, factor))
                    .help(
                        "The speed of flying. It also depends on the distance to the surface under the pointer. During a \
                         flight, the wheel changes it.",
                    )
                    .switch(facts.fly_speed == Some(percent))
            }
            Self::Length(length) => {
                to_units(format!("Lengths in {}", length.name()), Units { length, ..facts.units }, facts)
                    .help("The unit of lengths in fields, labels, tables and measurements.")
            }
            Self::Angle(angle) => {
                to_units(format!("Angles in {}", angle.name()), Units { angle, ..facts.units }, facts)
                    .help("The unit of angles in fields and labels.")
            }
            Self::Digits(digits) => to_units(
                format!("Numbers with {digits} digits"),
                Units { digits, ..facts.units },
                facts,
            )
            .help(
                "The significant digits of labels and tables. Fields show one more; a field that is edited shows all.",
            ),
        }
    }
}

/// Chooses the units of numbers on screen.
fn to_units(name: String, units: Units, facts: &WindowFacts) -> Action {
    Action::new(name, move |target| units::choose(target.ctx, units)).switch(facts.units == units)
}

/// Sets the next larger or smaller scale.
fn to_scale(name: &'static str, percent: Option<u16>) -> Action {
    let run = move |target: &mut CommandTarget<'_>| {
        if let Some(percent) = percent {
            scale::set(target.ctx, percent);
        }
    };
    Action::new(name, run).needs(percent.is_some(), "The window has no further scale in this direction.")
}
