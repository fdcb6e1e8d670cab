//! The edges at which both halves met.

use super::source::Source;

/// An edge at which both halves met, in the direction of the front half's triangle.
pub(super) type SeamEdge = [Source; 2];
