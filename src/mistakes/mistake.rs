//! A mistake and its words.

use super::question::SpatialQuestion;

/// The mistakes, each with its row in [`MISTAKES`](super::MISTAKES), in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "their rows in the table describe them")]
pub enum MistakeKind {
    NearRowOfMinusOne,
    NearRowOfZeroToOne,
    ReversedNearPlus,
    NearNeverCulls,
    FarPlaneSkipped,
    PlaneConstantSign,
    LeftRowMinus,
    PlanesNotNormalised,
    CornersSwapped,
    RadiusWithoutAbs,
    CentreOnly,
    RowsForColumns,
    StartInsideMisses,
    StartInsideIsBehind,
    StartInsideLeaves,
    BehindIsHit,
    DirectionIsTarget,
    TInMetres,
    TInLocalUnits,
    ScaleIgnored,
    MirrorIgnored,
    SlabZeroTimesInfinity,
    ParallelRayMisses,
    F32Discriminant,
    UnitDirectionAssumed,
    CylinderWithoutEnds,
    CapsMissing,
    ConeMirrorHalf,
    BackFacesMissed,
    EdgesExcluded,
    AbsoluteEpsilon,
    ThirdEdgeForgotten,
    TouchingIsApart,
    ThirdAxisForgotten,
    CornersOnly,
    TwoCorners,
    CornersNotSorted,
    BoundsStartAtLocalCorner,
    BoundsStartAtZero,
    TranslationForgotten,
    AxesReversed,
    LowestBitLost,
    TenBits,
    RowByRow,
    EqualCodesAreTies,
    OddBlocksUnread,
    BindPoseBounds,
    ChildrenNotHalted,
}

/// A known wrong rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// Which one it is.
    pub kind: MistakeKind,
    /// Its key in scenes, reports and on the command line.
    pub key: &'static str,
    /// A short title.
    pub title: &'static str,
    /// The questions of the hunt whose answers it changes. None: its lesson alone shows it.
    pub questions: &'static [SpatialQuestion],
    /// The wrong rule, and the right one.
    pub rule: &'static str,
    /// Its effect in a game.
    pub symptom: &'static str,
    /// A project in which it was found, and the issue; `None` for a mistake that is not from one project.
    pub source: Option<&'static str>,
    /// The lesson that shows it, the name of its scene without `.json`.
    pub exhibit: Option<&'static str>,
}

impl Mistake {
    /// Whether it changes answers to a question.
    pub fn is_of(&self, question: SpatialQuestion) -> bool {
        self.questions.contains(&question)
    }

    /// Whether it concerns the world box of a body.
    pub fn is_of_world_boxes(&self) -> bool {
        self.is_of(SpatialQuestion::TransformedBox)
    }

    /// Whether it concerns view volumes with spheres alone.
    pub fn is_of_spheres(&self) -> bool {
        self.questions == [SpatialQuestion::FrustumSphere]
    }

    /// Whether a camera that makes it needs the bodies in local space.
    pub fn is_of_bodies(&self) -> bool {
        self.is_of_world_boxes() || self.is_of_spheres()
    }
}
