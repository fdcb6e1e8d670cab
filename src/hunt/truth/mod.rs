//! The truth of a case: what is right for its `f32` numbers as they are, or undecided when one unit in the last place of a number
//! would change it.
//!
//! The truth is computed in `f64` by other algorithms than those of [`mistakes::rules`](crate::mistakes::rules): view volumes by
//! points in them and by sums of planes that exclude all points, solids by the least value of a convex function along the ray.
//! Numbers of a case that are equal move together, and zeros stay, because they are equal and zero for a reason: a ray that runs
//! in the plane of a face still does after the move.

mod bounds;
mod certain_view;
mod frustum_box;
mod frustum_sphere;
mod of_case;
mod ray_solid;
mod ray_triangle;
mod right_answer;
mod solid;

pub use of_case::truth;
pub(super) use ray_solid::t_spread as solid_spread;
pub(super) use ray_triangle::t_spread as triangle_spread;
pub use right_answer::{TrueHit, Truth};
