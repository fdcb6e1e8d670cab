//! A bounding volume hierarchy over boxes that move. It finds the boxes that a ray may meet, nearest first, and those that
//! overlap a box.
//!
//! A tree of nodes with four children each, whose boxes lie side by side so that a ray is tested against all four at
//! once. Its form depends on the number of boxes alone: children follow from indices, and a box that moves needs no
//! rebalancing. It changes only the nodes above it ([`BoxTree::set`]), which costs far less than a new tree, but nodes
//! overlap more after each move; so [`BoxTree::refresh`] sorts the boxes again after many moves. The sort repeatedly
//! halves the longest axis of the boxes' centres. A tree by the surface area heuristic is some tenths faster to
//! traverse and several times slower to build.
//!
//! eyeline has three trees, and none can replace another. The tree of a mesh (`mesh/tree.rs`) is built once over
//! triangles that never move relative to each other, by the surface area heuristic and with blocks of eight triangles
//! at its leaves; a box that moved would need a new tree. This tree has the bounds of the objects of a scene, which
//! move at every tick, so a change must cost a few nodes only. The octree (`crate::octree`) is a question of the scene:
//! its cells follow from the depth and method in the file, not from speed, and it answers pairs and culling, not rays.
//!
//! The answers do not depend on the form of the tree: a traversal visits every box that a ray may meet, and a caller
//! must not depend on the order.

mod build;
mod near;
mod nodes;
mod walk;

pub use nodes::BoxTree;

#[cfg(test)]
mod tests;
