//! The Inspector: the selected answer, and the fields of the selected items below it. The last fields are those of the
//! scene itself; they are open while nothing is selected.
//!
//! `panel` has all fields in their order, `block` a section of them that can be collapsed, and `summary` the selected
//! answer. Each kind of item has a file of its name. The other files have fields that belong to several kinds.

mod agent;
mod animation;
mod block;
mod camera;
mod collider;
mod cut;
mod given;
mod image;
mod leak;
mod level;
mod level_fields;
mod matrix;
mod mistake;
mod model;
mod object;
mod occlusion;
mod panel;
mod ray;
mod scene;
mod session;
mod summary;
mod tap;
mod vanishing;

pub(in crate::app) use panel::show;
