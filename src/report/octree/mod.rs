//! The objects that may collide: the octree over all objects, its candidate pairs and the overlaps.

pub(super) mod answers;
mod brief;
mod costs;
mod explain;
mod follow;
mod headline;
mod json;
pub(super) mod question;
mod split_planes;
pub(super) mod subject;

pub use self::answers::{MOST_CANDIDATES, MOST_OVERLAPS, OctreeAnswers, OtherMethod};
pub use self::costs::{CostReason, PairCost};
pub use self::subject::OctreeSubject;
pub(super) use explain::record_culling;

use self::split_planes::split_planes;
