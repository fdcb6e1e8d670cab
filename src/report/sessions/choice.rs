//! What is chosen of a comparison of paths in place of what the scene says.

use crate::trajectory::align::AlignmentKind;
use crate::trajectory::errors::Matching;
use crate::trajectory::steps::StepLength;
use crate::world::SessionAt;

/// What is chosen of a comparison of paths in place of what the scene says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComparisonChoice {
    /// The alignment whose error is the answer; by default rotation and translation.
    pub align: Option<AlignmentKind>,
    /// The alignment is that of so many pairs from the first one.
    pub align_first: Option<usize>,
    /// The greatest difference in time of two frames that are matched, in seconds.
    pub max_difference: Option<f64>,
    /// Seconds that are added to the times of the path.
    pub offset: Option<f64>,
    /// How long the step of a relative error is.
    pub delta: Option<StepLength>,
}

impl ComparisonChoice {
    /// How the frames of a path are matched with those of a reference.
    pub(super) fn matching(&self, reference: &SessionAt, path: &SessionAt) -> Matching {
        let own = path.matching_with(reference);
        Matching {
            clock: own.clock,
            max_difference: self.max_difference.unwrap_or(own.max_difference),
            offset: self.offset.unwrap_or(own.offset),
            delta: self.delta.unwrap_or(own.delta),
            align_first: self.align_first.or(own.align_first),
        }
    }

    /// The alignments whose error is the answer: the first that the paths determine.
    pub(super) fn answering(&self) -> [AlignmentKind; 2] {
        [self.align.unwrap_or(AlignmentKind::Rigid), AlignmentKind::None]
    }
}
