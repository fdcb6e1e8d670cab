//! Files of other programs as parts of a scene.

pub mod behavior_tree;
