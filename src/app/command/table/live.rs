//! Commands on a running program.

/// A command of the menu of running programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum LiveCommand {
    /// Listens on the usual address.
    Listen,
    /// The view stays at its tick, or follows the program again.
    Hold,
    /// To the last tick, from which the view follows the program.
    Now,
    SaveRecording(SavedSpan),
    /// The shown tick of a trace as a scene.
    SaveMoment,
    /// The world of another program, by its number.
    Show(usize),
    Disconnect,
}

/// Which part of a recording is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum SavedSpan {
    /// All that is kept.
    Kept,
    /// The last seconds.
    Last(u32),
}

impl LiveCommand {
    /// The commands that save.
    pub(in crate::app) const SAVES: [Self; 4] = [
        Self::SaveRecording(SavedSpan::Kept),
        Self::SaveRecording(SavedSpan::Last(10)),
        Self::SaveRecording(SavedSpan::Last(30)),
        Self::SaveMoment,
    ];

    /// All commands, except those that show one program of several.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        [Self::Listen, Self::Hold, Self::Now].into_iter().chain(Self::SAVES).chain([Self::Disconnect])
    }
}
