//! Files of other programs: images, levels and behaviour trees.

pub mod behavior_tree;
pub mod image;
pub mod level;
