//! Kinds of faults.

/// A way in which an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// The body is in view, and the answer says that it is not.
    Vanishes,
    /// The body is out of view, and the answer says that it is in view.
    Needless,
    /// Inside for intersect, or intersect for inside.
    WrongClass,
    /// A hit for a miss, or a miss for a hit.
    WrongHit,
    /// The place of the hit along the ray.
    WrongT,
    /// The normal at the hit.
    WrongNormal,
    /// A wrong overlap, world box or code.
    WrongValue,
    /// A number that is not finite.
    NotFinite,
    /// The program ended.
    Crashed,
    /// The program did not answer.
    Hung,
    /// The answer is not one of the question.
    Malformed,
}

impl FaultKind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 11] = [
        Self::Vanishes,
        Self::Needless,
        Self::WrongClass,
        Self::WrongHit,
        Self::WrongT,
        Self::WrongNormal,
        Self::WrongValue,
        Self::NotFinite,
        Self::Crashed,
        Self::Hung,
        Self::Malformed,
    ];

    /// The word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Vanishes => "vanishes",
            Self::Needless => "needless",
            Self::WrongClass => "wrong_class",
            Self::WrongHit => "wrong_hit",
            Self::WrongT => "wrong_t",
            Self::WrongNormal => "wrong_normal",
            Self::WrongValue => "wrong_value",
            Self::NotFinite => "not_finite",
            Self::Crashed => "crashed",
            Self::Hung => "hung",
            Self::Malformed => "malformed",
        }
    }

    /// What the answerer did, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Vanishes => "the body is in view, and the answer says that it is not",
            Self::Needless => "the body is out of view, and the answer says that it is in view",
            Self::WrongClass => "inside and intersect are exchanged",
            Self::WrongHit => "a hit for a miss, or a miss for a hit",
            Self::WrongT => "the hit is at another place along the ray",
            Self::WrongNormal => "the normal differs by more than the tolerance",
            Self::WrongValue => "the value differs",
            Self::NotFinite => "the answer has a number that is not finite",
            Self::Crashed => "the program ended",
            Self::Hung => "the program did not answer for 10 s",
            Self::Malformed => "the answer has not the form of the question",
        }
    }

    /// Whether the program can be asked again for the same fault.
    pub const fn is_of_answers(self) -> bool {
        !matches!(self, Self::Crashed | Self::Hung | Self::Malformed)
    }
}
