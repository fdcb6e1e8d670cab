//! What could make an answer of the queries wrong.

use super::view::DepthView;
use crate::geometry::exact::body::ExactBody;

/// A limit of the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Part of a body is outside of the view.
    Clipped,
    /// A body, or the part that both share, is thinner than a pixel. Of a positive answer: the gap between the bodies is
    /// smaller than the spacing of depths, or than what fattening adds.
    BelowResolution,
    /// A body has no inside.
    OpenMesh,
    /// A body is not convex.
    NotConvex,
}

/// Limits as a part of a sentence; empty without any.
pub(super) fn in_words(limits: &[Limit]) -> String {
    limits.iter().map(|limit| limit.words()).collect::<Vec<_>>().join("; ")
}

impl Limit {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Clipped => "clipped",
            Self::BelowResolution => "below_resolution",
            Self::OpenMesh => "open_mesh",
            Self::NotConvex => "not_convex",
        }
    }

    /// The limit as part of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Clipped => "a part of a body is outside of the view",
            Self::BelowResolution => "a body, an overlap or a gap is thinner than the resolution",
            Self::OpenMesh => "a mesh is open, so it has no inside",
            Self::NotConvex => "a body is not convex",
        }
    }
}

/// The limits of a positive answer. Bodies that are nearer to each other than `gap` in metres may be reported: by the
/// spacing of depths, and because they are made wider.
pub(super) fn of_positive([a, b]: [&[ExactBody]; 2], separation: f64, gap: f64) -> Vec<Limit> {
    let bodies = || a.iter().chain(b);
    // Several shapes are convex together only by chance.
    let is_convex = |body: &[ExactBody]| body.len() == 1 && body.iter().all(ExactBody::is_convex);
    let mut limits = Vec::new();
    limits.extend(bodies().any(|body| !body.is_closed()).then_some(Limit::OpenMesh));
    limits.extend((!is_convex(a) || !is_convex(b)).then_some(Limit::NotConvex));
    limits.extend((separation > 0.0 && separation < gap).then_some(Limit::BelowResolution));
    limits
}

/// The limits of a negative answer of one view.
pub(super) fn of_negative(
    view: &DepthView,
    [a, b]: [&[ExactBody]; 2],
    exact: bool,
    fatten: bool,
    pixel_size: f64,
) -> Vec<Limit> {
    let bodies = || a.iter().chain(b);
    let is_clipped = bodies().any(|body| view.clips(body));
    let is_open = bodies().any(|body| !body.is_closed());
    // A body that is made wider by half the diagonal of a pixel has a sample, however thin it is.
    let is_thin = !fatten && [a, b].into_iter().any(|body| view.least_width(body) < pixel_size);
    // A ray through the centre of a pixel and through a point that both closed bodies share passes both tests. So the
    // part that both share has no pixel centre in it.
    let is_shared_part_thin = exact && !fatten && !is_clipped && !is_open;
    let mut limits = Vec::new();
    limits.extend(is_clipped.then_some(Limit::Clipped));
    limits.extend((is_thin || is_shared_part_thin).then_some(Limit::BelowResolution));
    limits.extend(is_open.then_some(Limit::OpenMesh));
    limits
}
