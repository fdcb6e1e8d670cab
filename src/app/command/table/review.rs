//! Commands on the review of a run of `eyeline check --out`.

/// The ways to show the pictures of a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) enum ReviewLook {
    /// Before at the left, after at the right.
    #[default]
    SideBySide,
    /// One over the other, with a border that the pointer moves.
    Swipe,
    /// Both pictures alternately.
    Blink,
    /// The difference of the pictures.
    Difference,
}

impl ReviewLook {
    pub(in crate::app) const ALL: [Self; 4] = [Self::SideBySide, Self::Swipe, Self::Blink, Self::Difference];

    /// Its name on its button.
    pub(in crate::app) fn word(self) -> &'static str {
        match self {
            Self::SideBySide => "Side by side",
            Self::Swipe => "Swipe",
            Self::Blink => "Blink",
            Self::Difference => "Difference",
        }
    }
}

/// The captures to accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Accept {
    /// The shown capture.
    Capture,
    /// All captures of the shown scene.
    Scene,
    /// All captures of the run.
    All,
}

/// A command of the submenu Review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum ReviewCommand {
    Run,
    Next,
    Previous,
    /// How the pictures are shown.
    Look(ReviewLook),
    FullSize,
    Accept(Accept),
    UndoAccept,
    OpenScene,
    WholeWindow,
    End,
}

impl ReviewCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 15] = [
        Self::Run,
        Self::Next,
        Self::Previous,
        Self::OpenScene,
        Self::Look(ReviewLook::SideBySide),
        Self::Look(ReviewLook::Swipe),
        Self::Look(ReviewLook::Blink),
        Self::Look(ReviewLook::Difference),
        Self::FullSize,
        Self::WholeWindow,
        Self::Accept(Accept::Capture),
        Self::Accept(Accept::Scene),
        Self::Accept(Accept::All),
        Self::UndoAccept,
        Self::End,
    ];
}
