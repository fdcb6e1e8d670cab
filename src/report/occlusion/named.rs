//! The query of an entry, found by its name.

use crate::world::{OcclusionAt, OcclusionBodies, World};

/// Whether a query, or an entry of a query with `among`, has that name.
pub fn is_named(world: &World, name: &str) -> bool {
    query_named(world, name).is_some()
}

/// The index of the query of an entry.
pub(super) fn query_named(world: &World, name: &str) -> Option<usize> {
    let of_pair = |query: &OcclusionAt| name.strip_prefix(&*query.name).is_some_and(|rest| rest.starts_with(": "));
    let is_several = |query: &OcclusionAt| matches!(query.bodies, OcclusionBodies::Among(_));
    let exact = world.occlusion.iter().position(|query| &*query.name == name);
    exact.or_else(|| world.occlusion.iter().position(|query| is_several(query) && of_pair(query)))
}
