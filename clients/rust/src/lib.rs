//! Sends the world of a game, and what its engine answered, to [eyeline](https://docs.rs/eyeline), which shows where the answers are wrong
//! and why.
//!
//! ```no_run
//! use eyeline_client::{Camera, Client, Object, Shape, Tested, Verdict};
//!
//! let mut eyeline = Client::connect("my game"); // `eyeline live` listens at 127.0.0.1:7420
//! eyeline.camera("guard", Camera::perspective(60.0, 1.5).at([0.0, 1.7, 0.0]));
//! eyeline.object("crate", Object::new(Shape::cuboid([0.5; 3])).at([0.0, 0.5, -4.0]));
//! for frame in 0..600 {
//!     let time = f64::from(frame) / 60.0;
//!     eyeline.pose("crate", [time as f32, 0.5, -4.0]);
//!     eyeline.said_visibility("guard", "crate", Verdict::Visible, &Tested::default());
//!     eyeline.tick(time);
//! }
//! ```
//!
//! The game's thread never waits: it copies numbers, and another thread formats and writes them. A client without a listener, and one
//! that is [`off`](Client::off), do almost nothing. The conventions are those of eyeline's scene file: right-handed, +Y up, metres,
//! degrees, quaternions x, y, z, w, matrices column by column.
//!
//! # What is sent
//!
//! A trace: lines of JSON. Each connection begins with a keyframe, which has the whole world, and so does each file; another keyframe
//! follows every 5 s of the trace's time, and after ticks that were dropped because the other side took them too slowly. The lines between
//! have what has changed.
//!
//! A name is unique among objects and cameras. What eyeline would not accept is left out and counted in [`Client::refused`]: NaN and
//! infinity, sizes that are not above 0, numbers above 1e18, matrices without an inverse, and unknown names.

mod camera;
mod client;
mod json;
mod lines;
mod object;
mod place;
mod queue;
mod said;
mod tick;
mod world;
mod writer;

pub use camera::{Camera, Depth, Projection};
pub use client::Client;
pub use object::{Layers, Object, Shape};
pub use place::Pose;
pub use said::{Aabb, Hit, Ray, Sphere, Status, Tested, Verdict};
