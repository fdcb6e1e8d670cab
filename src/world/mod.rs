//! The scene at a tick: the poses of all cameras, objects and rays, in the types of the queries, and the states of
//! agents.
//!
//! ```
//! use eyeline::{files::Files, scene, world::World};
//! use glam::{DVec3, Vec3};
//!
//! let text = r#"{ "eyeline": 1, "tick_rate": 60, "objects": [{
//!     "name": "cart", "shape": { "sphere": { "radius": 0.5 } },
//!     "path": { "points": [[0, 0, 0], [4, 0, 0]], "speed": 1.5 }
//! }] }"#;
//! let scene = scene::parse(text, "cart.json")?;
//! // After one second the cart is 1.5 m along its path.
//! let world = World::at(&scene, &Files::default(), 60);
//! assert_eq!(world.objects[0].aabb.centre(), Vec3::new(1.5, 0.0, 0.0));
//! # Ok::<(), eyeline::scene::SceneError>(())
//! ```
//!
//! A pure function of scene, files and tick. Lists keep the order of the file. The state of agents depends on earlier
//! ticks, so a caller that advances tick by tick keeps a [`Recording`].

pub mod agents;
mod at_tick;
mod bounds;
mod build;
mod colliders;
mod cuts;
mod export;
mod follow;
mod given_box;
mod image;
mod item;
mod joined;
mod layers;
mod leaks;
mod lookup;
mod models;
mod motion;
mod occlusion;
mod past;
mod pieces;
mod place;
mod placed;
mod sessions;
mod skins;
mod taps;
mod traced;

pub use self::at_tick::World;
pub use self::placed::{CameraAt, ObjectAt, OctreeAt, RayAt, Unplaced};
pub use agents::agent::AgentAt;
pub use agents::recording::Recording;
pub use colliders::{ColliderAt, ColliderOfModel};
pub use cuts::halves::{CutAt, Halves};
pub use export::{ExportError, object_to_glb};
pub use follow::Changes;
pub use given_box::GivenBox;
pub use image::{ImageAt, Opacity, Quad};
pub use item::{Item, ItemKind};
pub use joined::without_trace;
pub use leaks::LeakAt;
pub use models::ModelAt;
pub(crate) use models::animation;
pub use occlusion::{BodyAt, OcclusionAt, OcclusionBodies};
pub use past::{LATE_TICKS, PastWorlds};
pub(crate) use place::{looking, unplaced_camera};
pub use sessions::{ReferenceAt, SessionAt, TurnedTwice};
pub(crate) use skins::QUICK_SEARCH;
pub use skins::checks::USUAL_INFLUENCES;
pub use skins::enclosing::EnclosingBoxes;
pub use skins::search::SEARCHED_BOXES;
pub use skins::weights::{NormalizedVertex, WeightSums};
pub use skins::{Bone, Box64, Escape, PlainNode, SkinAt};
pub use taps::{TapAnswer, TapAt};
pub use traced::{TraceAt, first_tick};
