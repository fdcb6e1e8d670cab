//! What a step or a mark contributes to the answer.

/// What a step or a mark contributes to the answer. The picture shows it by colour, line style and symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Context, which decides nothing by itself.
    #[default]
    Note,
    /// For inside, hit or success.
    Pass,
    /// For intersect.
    Partial,
    /// For outside, miss or failure.
    Fail,
    /// From the exact reference.
    Exact,
    /// From a known wrong rule.
    Mistaken,
}

impl Tone {
    /// The tone of a condition or of an answer of yes or no.
    pub fn pass_or_fail(passes: bool) -> Self {
        if passes { Self::Pass } else { Self::Fail }
    }
}
