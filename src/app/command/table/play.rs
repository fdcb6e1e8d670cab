//! Commands on the time of the scene and on the steps of an answer.

/// A command of the Play menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum PlayCommand {
    Play,
    FirstTick,
    PreviousTick,
    NextTick,
    /// Playback repeats, or ends at the last tick.
    Loop,
    /// Playback shows each step of the selected answer, or only the ticks.
    WalkSteps,
    /// The loop begins at the shown tick.
    LoopStart,
    /// The loop ends at the shown tick.
    LoopEnd,
    /// The loop is the whole time bar.
    LoopAll,
    /// To a tick, such as that of a jump.
    GoTo(u64),
    CancelReplay,
    /// Marks the shown tick, or removes its mark.
    Mark,
    PreviousMark,
    NextMark,
    PreviousStep,
    NextStep,
    AllSteps,
    PlaySteps,
}

impl PlayCommand {
    /// All commands, except those to a tick, which only panels have.
    pub(in crate::app) const ALL: [Self; 17] = [
        Self::Play,
        Self::FirstTick,
        Self::PreviousTick,
        Self::NextTick,
        Self::Loop,
        Self::WalkSteps,
        Self::LoopStart,
        Self::LoopEnd,
        Self::LoopAll,
        Self::CancelReplay,
        Self::Mark,
        Self::PreviousMark,
        Self::NextMark,
        Self::PreviousStep,
        Self::NextStep,
        Self::AllSteps,
        Self::PlaySteps,
    ];
}
