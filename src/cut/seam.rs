//! The edges at which both halves met.

use super::source::VertexSource;

/// An edge at which both halves met, in the direction of the front half's triangle.
pub(super) type SeamEdge = [VertexSource; 2];
