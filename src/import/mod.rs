//! Files of other programs: images, levels, behaviour trees and recorded camera paths.

pub mod behavior_tree;
pub mod image;
pub mod level;
pub mod trajectory;
