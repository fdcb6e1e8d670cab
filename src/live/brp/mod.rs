//! A Bevy program that has `RemotePlugin` and `RemoteHttpPlugin`, read over Bevy's Remote Protocol: JSON-RPC 2.0 over HTTP.
//!
//! Several times a second, eyeline queries the boxes and the cameras of the program, and makes lines of a trace of each answer, with the
//! conventions of the plugin in `clients/bevy`. Bevy and eyeline have the same axes (right-handed, +Y up, a camera looks along −Z) and both
//! have metres; the depth of Bevy is reversed, and its perspective projection has no far plane.
//!
//! One `world.query` reads everything: the program handles each request in a frame of its own, so that two queries would mix two frames. The
//! protocol has no filter "one of these components", and the query returns each entity with a `GlobalTransform`.
//!
//! Bevy gives less over the protocol than to a plugin in the program:
//!
//! - `VisibleEntities` is empty. The verdict is that of `ViewVisibility`, which says whether *some* view sees an entity. So `culled` holds for
//!   all cameras; `visible` is read as an answer of a camera only when no other view sees the layers of the entity and no light casts shadows.
//! - `NoCpuCulling` is not in Bevy's registry. Bevy does not test an entity or a camera that has it, and its answers are wrongly read as
//!   those of a test.
//! - No time of the program belongs to the same frame. The time of a line is that at which its answer came, in seconds since the first one.

mod address;
mod answers;
mod body;
mod call;
mod camera;
mod complaints;
mod component;
mod entity;
mod lines;
mod names;
mod row;
mod source;
mod world;

#[cfg(test)]
mod tests;

pub(super) use source::start;
