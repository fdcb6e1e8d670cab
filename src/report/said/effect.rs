//! What a player sees of an answer that differs.

/// What a player sees when a program acts on an answer that differs, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// The program does not draw an object that is in view.
    Vanishes,
    /// A ray of the program hits another object, at another place, or nothing.
    OtherHit,
    /// The broad phase of the program misses a pair of objects whose boxes overlap.
    MissingPair,
    /// An agent of the program is in another state.
    OtherState,
    /// The program draws an object that is not in view. The picture is right, and drawing costs time.
    Needless,
    /// The program does not draw an object of which only the world box is in view. Its own box is tighter, and the picture is right.
    Tighter,
}

impl Effect {
    /// All of them, the worst first.
    pub const ALL: [Self; 6] =
        [Self::Vanishes, Self::OtherHit, Self::MissingPair, Self::OtherState, Self::Needless, Self::Tighter];

    /// The effect in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Vanishes => "vanishes",
            Self::OtherHit => "other hit",
            Self::MissingPair => "missing pair",
            Self::OtherState => "other state",
            Self::Needless => "needless",
            Self::Tighter => "tighter box",
        }
    }

    /// The effect in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Vanishes => "The program does not draw an object that is in view, so a player sees it vanish.",
            Self::OtherHit => "The ray hits another object in the program, or at another t, or nothing.",
            Self::MissingPair => "The boxes overlap, and the pair is not among those of the program.",
            Self::OtherState => "The agent has another status or other running nodes in the program.",
            Self::Needless => {
                "The program draws an object that is not in view. The picture is right, but it costs time."
            }
            Self::Tighter => {
                "The program does not draw an object of which only the world box is in view. Its own box is tighter, so nothing vanishes."
            }
        }
    }
}
