//! Families of cases: where mistakes hide.
//!
//! A family makes blocks of eight recipes from random numbers of its own, so a run with some families asks the same cases of them
//! as a run with all.

mod bounds;
mod boxes;
mod draw;
mod family;
mod frusta;
mod morton;
mod of_question;
mod rays;
mod solids;
mod triangles;

pub(super) use draw::Draw;
pub(super) use family::BLOCK;
pub use family::Family;
pub use of_question::{families, of_name};
