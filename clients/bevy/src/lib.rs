//! A plugin for Bevy that sends the world, and what Bevy itself answered, to [eyeline](https://docs.rs/eyeline), which shows where the
//! answers are wrong and why.
//!
//! ```no_run
//! use bevy_app::App;
//! use bevy_eyeline::{Client, EyelinePlugin};
//!
//! App::new().add_plugins(EyelinePlugin::new(Client::connect("my game"))).run();
//! ```
//!
//! At the end of each frame it sends
//!
//! - each entity with an `Aabb` and a `GlobalTransform` as a box; its name is its `Name`, or the entity's bits,
//! - each entity with a `Projection` and a `GlobalTransform` as a camera,
//! - for each active camera and each box that Bevy tested, what Bevy answered: whether it is in the camera's `VisibleEntities`, with the six
//!   half-spaces of the camera's `Frustum`, and with the world box or the bounding sphere that decided.
//!
//! Bevy does not test hidden entities, and those with `NoFrustumCulling`, `NoCpuCulling` or a `VisibilityRange`; about these nothing is
//! said. It tests boxes as they are turned, which eyeline has no field for, so a world box is told only of an entity whose axes are those of
//! the world.
//!
//! The resource [`Eyeline`] is the client. Systems use it to send more, such as the rays that they cast.

mod answers;
mod cameras;
mod names;
mod objects;

use std::sync::{Mutex, PoisonError};

use bevy_app::{App, Last, Plugin};
use bevy_ecs::prelude::*;
use bevy_time::Time;

pub use eyeline_client as client;
pub use eyeline_client::Client;

/// Sends the world to eyeline at the end of each frame.
#[derive(Debug)]
pub struct EyelinePlugin {
    /// Until the plugin is built.
    client: Mutex<Option<Client>>,
    answers_every: u32,
}

impl EyelinePlugin {
    /// With a client, which sends to eyeline or into a file.
    pub fn new(client: Client) -> Self {
        Self { client: Mutex::new(Some(client)), answers_every: 1 }
    }

    /// With the answers of every n-th frame alone. The world is sent in each frame; the answers are the greater part.
    #[must_use]
    pub fn answers_every(mut self, frames: u32) -> Self {
        self.answers_every = frames.max(1);
        self
    }
}

impl Plugin for EyelinePlugin {
    fn build(&self, app: &mut App) {
        let client = self.client.lock().unwrap_or_else(PoisonError::into_inner).take();
        app.insert_resource(Eyeline { client: client.unwrap_or_else(Client::off), answers_every: self.answers_every })
            .add_systems(Last, send);
    }
}

/// The client of the plugin.
#[derive(Debug, Resource)]
pub struct Eyeline {
    /// Sends to eyeline. The plugin ends its ticks.
    pub client: Client,
    answers_every: u32,
}

/// What eyeline knows.
#[derive(Default)]
struct Sent {
    frame: u32,
    names: names::Names,
    boxes: names::Known,
    views: names::Known,
}

fn send(
    mut eyeline: ResMut<Eyeline>,
    mut sent: Local<Sent>,
    time: Option<Res<Time>>,
    boxes: Query<objects::Body>,
    views: Query<cameras::View>,
) {
    let Eyeline { client, answers_every } = &mut *eyeline;
    if client.is_off() {
        return;
    }
    let sent = &mut *sent;
    objects::send(client, &mut sent.boxes, &mut sent.names, &boxes);
    cameras::send(client, &mut sent.views, &mut sent.names, &views);
    if sent.frame.is_multiple_of(*answers_every) {
        answers::send(client, [&sent.boxes, &sent.views], &boxes, &views);
    }
    // Without Bevy's clock, frames are counted as 60 a second.
    client.tick(time.map_or(f64::from(sent.frame) / 60.0, |time| time.elapsed_secs_f64()));
    sent.frame = sent.frame.wrapping_add(1);
}
