//! eyeline answers spatial queries of games and simulations, and shows the steps of each answer.
//!
//! The queries need no scene and no window:
//!
//! - [`geometry`]: is a box in the view of a camera, and where does a ray hit a shape or a mesh;
//! - [`octree`]: which objects can touch each other;
//! - [`opacity`]: which parts of an image are solid;
//! - [`occlusion`]: do two bodies collide, by occlusion queries on a depth buffer;
//! - [`visibility`]: which pixels of a camera's picture show an object, and what covers it;
//! - [`clearance`]: can a sphere get out of a room, and how far are two surfaces apart;
//! - [`flicker`]: which faces can a depth buffer not distinguish;
//! - [`crossing`]: which triangles of a mesh go through each other, and which faces are inside of a solid;
//! - [`mistakes`] and [`hunt`]: which mistake does another implementation of these queries make;
//! - [`behavior`]: what does a behaviour tree do in a tick;
//! - [`trajectory`]: where was the camera, and what did a tap hit;
//! - [`skin`]: where an animation and the joints of a skin move the vertices of a mesh.
//!
//! The queries of geometry, octree, opacity and occlusion have two forms. The plain form only answers. The form whose
//! name ends with `_told` takes a
//! [narrator](geometry::Narrator): with a [`Story`](geometry::Story), the same code also records its steps and their
//! numbers.
//!
//! ```
//! use eyeline::geometry::ray::{Ray, RayQuery, cast, cast_told};
//! use eyeline::geometry::{Pose, Shape, Story};
//! use glam::Vec3;
//!
//! let ball = Shape::Sphere { radius: 1.0 };
//! let ray = Ray { origin: Vec3::new(0.0, 0.0, 5.0), direction: Vec3::NEG_Z };
//!
//! let answer = cast(&ray, RayQuery::default(), &ball, &Pose::IDENTITY);
//! assert_eq!(answer.hit().unwrap().point, Vec3::Z);
//!
//! let mut story = Story::default();
//! assert_eq!(cast_told(&ray, RayQuery::default(), &ball, &Pose::IDENTITY, &mut story), answer);
//! for step in &story.steps {
//!     println!("{}: {}", step.title, step.outcome);
//! }
//! ```
//!
//! # From a file to pixels
//!
//! Data flows in one direction. A module uses only the modules before it.
//!
//! ```text
//! queries ─► scene ─► files ─► world ─► report ─► picture ─► render ─► workspace ─► app, commands
//!            the      what     the      all       lines,     pixels    the open   the window and
//!            document it       scene    answers   triangles            scene and  the command line
//!                     names    at a               and labels           selection
//!                              tick
//! ```
//!
//! # Features
//!
//! | feature | modules | what it adds |
//! |---|---|---|
//! | none | [`geometry`], [`octree`], [`opacity`], [`occlusion`], [`clearance`], [`flicker`], [`crossing`], [`gaps`], [`mistakes`], [`hunt`], [`behavior`], [`skin`], [`trajectory`], [`visibility`], [`surface`], [`budget`] | the queries, the appearance of meshes, and the memory budget; depends on glam, libm, robust and `fearless_simd` only |
//! | `parallel` | | large inputs are divided over several threads; the answers are the same |
//! | `scene` | `cut`, `source`, `scene`, `trace`, `files`, `import`, `world`, `report`, `picture` | scene files and all answers about them; includes `parallel` |
//! | `render` | `render` | pictures with OpenGL, without a display; includes `scene` |
//! | `window` (default) | `check`, `hunt_results`, `live`, `lessons`, `offscreen`, `workspace`, `app`, `commands` | the window and the command line; includes `render` |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(feature = "window"),
    allow(dead_code, unused_imports, reason = "the window is the only caller of some items of other rooms")
)]
#![cfg_attr(
    target_family = "wasm",
    allow(
        dead_code,
        unused_imports,
        unreachable_pub,
        private_interfaces,
        reason = "a page has no commands and no public library"
    )
)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests may use the platform's sines"))]

pub mod behavior;
pub mod budget;
pub mod clearance;
pub mod crossing;
pub mod flicker;
pub mod gaps;
pub mod geometry;
#[cfg(feature = "scene")]
mod host;
pub mod hunt;
#[cfg(feature = "window")]
pub mod hunt_results;
pub mod mistakes;
pub mod occlusion;
pub mod octree;
#[cfg(feature = "window")]
pub mod offscreen;
pub mod opacity;
mod parallel;
mod random;
pub mod surface;
pub mod trajectory;
pub mod visibility;
#[cfg(feature = "window")]
pub mod workspace;

#[cfg(feature = "scene")]
pub mod cost;
#[cfg(feature = "scene")]
pub mod cut;
#[cfg(feature = "scene")]
mod escape;
#[cfg(feature = "scene")]
pub mod files;
#[cfg(feature = "scene")]
pub mod import;
#[cfg(feature = "window")]
pub mod live;
#[cfg(feature = "scene")]
pub mod picture;
#[cfg(feature = "scene")]
pub mod precision;
#[cfg(feature = "scene")]
pub mod quiz;
#[cfg(all(test, feature = "window"))]
mod readme;
#[cfg(feature = "scene")]
pub mod report;
#[cfg(test)]
mod rooms;
#[cfg(feature = "scene")]
pub mod scene;
#[cfg(all(feature = "window", not(target_family = "wasm")))]
pub mod share;
pub mod skin;
#[cfg(feature = "scene")]
pub mod source;
#[cfg(feature = "scene")]
pub mod trace;
#[cfg(feature = "scene")]
pub mod world;

#[cfg(feature = "render")]
pub mod render;

#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "window")]
pub mod check;
#[cfg(all(feature = "window", not(target_family = "wasm")))]
pub mod commands;
#[cfg(feature = "window")]
pub mod lessons;

/// Compiles and runs the README's example with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
