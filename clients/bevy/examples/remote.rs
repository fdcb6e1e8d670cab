//! Bevy's visibility systems without a window and without a GPU, and Bevy's Remote Protocol, from which `eyeline live --brp` reads.
//!
//!     cargo run --example remote --features remote          # for 60 s
//!     cargo run --example remote --features remote -- 300   # for 300 s
//!     eyeline live --brp http://127.0.0.1:15702 --headless --for 10s
//!
//! One camera turns among boxes. Some of them have no name, the same name, another layer, or are hidden. The plugin of this crate is not
//! used: what eyeline receives is what the protocol gives of each program that has it.

#![expect(clippy::print_stderr, reason = "the messages of a program")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_asset::{AssetPlugin, Assets};
use bevy_camera::primitives::{Aabb, Frustum};
use bevy_camera::visibility::{
    InheritedVisibility, NoFrustumCulling, RenderLayers, ViewVisibility, Visibility, VisibilityRange,
};
use bevy_camera::{Camera, CameraPlugin, PerspectiveProjection, Projection};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_math::primitives::Cuboid;
use bevy_mesh::{Mesh, Mesh3d, MeshPlugin};
use bevy_remote::RemotePlugin;
use bevy_remote::http::RemoteHttpPlugin;
use bevy_time::{Time, TimePlugin};
use bevy_transform::TransformPlugin;
use bevy_transform::components::{GlobalTransform, Transform};

const FRAME: Duration = Duration::from_micros(16_667);

fn main() -> ExitCode {
    let seconds = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 60,
        Some(Ok(seconds)) => seconds,
        Some(Err(_)) => {
            eprintln!("usage: remote [SECONDS]");
            return ExitCode::from(2);
        }
    };
    let mut app = app();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        let begin = Instant::now();
        app.update();
        std::thread::sleep(FRAME.saturating_sub(begin.elapsed()));
    }
    ExitCode::SUCCESS
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, AssetPlugin::default(), MeshPlugin))
        .add_plugins((CameraPlugin, RemotePlugin::default(), RemoteHttpPlugin::default()))
        .add_systems(Update, (turn, sway));
    // The protocol reads registered types. With Bevy's feature `reflect_auto_register`, which is a default one, all are.
    app.register_type::<Name>()
        .register_type::<GlobalTransform>()
        .register_type::<Camera>()
        .register_type::<Projection>()
        .register_type::<Frustum>()
        .register_type::<Aabb>()
        .register_type::<InheritedVisibility>()
        .register_type::<ViewVisibility>()
        .register_type::<RenderLayers>()
        .register_type::<NoFrustumCulling>()
        .register_type::<VisibilityRange>();
    let world = app.world_mut();
    let projection = PerspectiveProjection { aspect_ratio: 16.0 / 9.0, far: 100.0, ..Default::default() };
    world.spawn((
        Name::new("eye"),
        Camera::default(),
        Projection::from(projection),
        Transform::from_xyz(0.0, 1.0, 0.0),
    ));
    let cube = world.resource_mut::<Assets<Mesh>>().add(Cuboid::from_length(1.0));
    let at = |x: f32, y: f32, z: f32| (Mesh3d(cube.clone()), Transform::from_xyz(x, y, z));
    for i in 0..60_u16 {
        // The golden angle spreads them evenly.
        let (sin, cos) = (f32::from(i) * 2.399_963).sin_cos();
        let radius = 3.0 + f32::from(i) / 4.0;
        world.spawn((Name::new(format!("crate {i}")), at(radius * cos, 0.5, radius * sin), Sways(f32::from(i))));
    }
    world.spawn(at(0.0, 3.0, -8.0));
    world.spawn((Name::new("twin"), at(-2.0, 3.0, -8.0)));
    world.spawn((Name::new("twin"), at(2.0, 3.0, -8.0)));
    world.spawn((Name::new("hidden"), at(4.0, 3.0, -8.0), Visibility::Hidden));
    world.spawn((Name::new("other layer"), at(6.0, 3.0, -8.0), RenderLayers::layer(3)));
    world.spawn((Name::new("always"), at(-6.0, 3.0, -8.0), NoFrustumCulling));
    app
}

/// Moves along X, with a phase in radians.
#[derive(Component)]
struct Sways(f32);

fn turn(time: Res<Time>, mut cameras: Query<&mut Transform, With<Camera>>) {
    for mut transform in &mut cameras {
        transform.rotate_y(0.5 * time.delta_secs());
    }
}

fn sway(time: Res<Time>, mut boxes: Query<(&Sways, &mut Transform)>) {
    for (Sways(phase), mut transform) in &mut boxes {
        transform.translation += Vec3::X * (phase + time.elapsed_secs()).sin() * time.delta_secs();
    }
}
