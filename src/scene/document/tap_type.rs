//! The types of targets of taps.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A type of items that a tap may hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TapType {
    /// An anchor inside its boundary.
    Polygon,
    /// An anchor inside the rectangle of its extent.
    Extent,
    /// The whole plane of an anchor.
    Infinite,
    /// The horizontal plane through the feature point that `point` chooses.
    Estimated,
    /// The feature point of least angle to the ray, at most 3°.
    Point,
}
