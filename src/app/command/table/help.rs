//! Commands that open help.

/// A command of the Help menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum HelpCommand {
    Palette,
    Shortcuts,
    FirstMinute,
    Glossary,
    About,
    CloseWindow,
}

impl HelpCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 6] =
        [Self::Palette, Self::Shortcuts, Self::FirstMinute, Self::Glossary, Self::About, Self::CloseWindow];
}
