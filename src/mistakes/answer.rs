//! Answers to cases.

/// The answer of a program, or of a rule, to a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// To a question about a view volume.
    Verdict(SaidVerdict),
    /// To a question about a ray; `None` when it hits nothing.
    Hit(Option<SaidHit>),
    /// To the question whether two boxes overlap.
    Overlap(bool),
    /// The world box of a local box.
    Bounds {
        /// The least corner.
        min: [f64; 3],
        /// The greatest corner.
        max: [f64; 3],
    },
    /// A Morton code.
    Code(u64),
}

/// The verdict of a program about a view volume. A program may distinguish `inside` from `intersect`, or say only `visible`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaidVerdict {
    /// All of it is in the volume.
    Inside,
    /// Some of it is in the volume.
    Intersect,
    /// None of it is in the volume.
    Outside,
    /// Inside or intersecting.
    Visible,
    /// The same as `outside`, from a program that says `visible`.
    Culled,
}

impl SaidVerdict {
    /// All verdicts.
    pub const ALL: [Self; 5] = [Self::Inside, Self::Intersect, Self::Outside, Self::Visible, Self::Culled];

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Intersect => "intersect",
            Self::Outside => "outside",
            Self::Visible => "visible",
            Self::Culled => "culled",
        }
    }

    /// Whether it says that some of it is in the volume.
    pub const fn is_visible(self) -> bool {
        matches!(self, Self::Inside | Self::Intersect | Self::Visible)
    }
}

/// A hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SaidHit {
    /// The point is `origin + t * direction`.
    pub t: f64,
    /// The outward unit normal of the surface in world space; `None` when it is not said, or has no direction there.
    pub normal: Option<[f64; 3]>,
}
