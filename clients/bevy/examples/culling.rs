//! Bevy's visibility systems without a window and without a GPU, and what they answered, sent to eyeline.
//!
//!     cargo run --example culling                            # to `eyeline live`, which listens at 127.0.0.1:7420
//!     cargo run --example culling -- --file bevy.jsonl       # into a file, which eyeline opens
//!     cargo run --example culling -- --lesson --file a.jsonl # 3.2 s of five objects, 20 frames a second
//!
//! Two cameras look at 500 moving boxes for 4 s at 60 Hz. bevy 0.19.1 answers some questions wrongly:
//!
//! - The near plane of its `ViewFrustum` is row 4 + row 3 of the matrix; with Bevy's reversed depth, row 4 − row 3 is right. An orthographic
//!   camera then sees what is behind it, and a perspective camera what is before its near plane.
//! - The far plane is not tested. A perspective camera has none, but an orthographic one has.
//! - The sphere that is tested before the box is too small for sheared entities, such as a turned child of a stretched parent. Such an
//!   entity vanishes while a part of it is in view.
//! - What only touches a plane is culled.

#![expect(clippy::print_stderr, reason = "the messages of a program")]

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_asset::{AssetPlugin, Assets};
use bevy_camera::{
    Camera, CameraPlugin, OrthographicProjection, PerspectiveProjection, Projection, visibility::Visibility,
};
use bevy_ecs::prelude::*;
use bevy_eyeline::{Client, Eyeline, EyelinePlugin};
use bevy_math::primitives::Cuboid;
use bevy_math::{Quat, Rect, Vec3};
use bevy_mesh::{Mesh, Mesh3d, MeshPlugin};
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

/// Not longer than 1/60 s, so that frame n is at tick n of eyeline's 60 ticks a second.
const FRAME: Duration = Duration::from_nanos(16_666_666);

/// The same for the 20 ticks a second of the lesson.
const LESSON_FRAME: Duration = Duration::from_nanos(49_999_999);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut is_lesson, mut file) = (false, None);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--lesson" => is_lesson = true,
            "--file" => file = arguments.next(),
            _ => {
                eprintln!("usage: culling [--lesson] [--file PATH]");
                return ExitCode::from(2);
            }
        }
    }
    let client = match file {
        None => Client::connect("bevy"),
        Some(path) => match Client::to_file("bevy", &path) {
            Ok(client) => client,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(2);
            }
        },
    };
    let mut app = if is_lesson { lesson(EyelinePlugin::new(client)) } else { swarm(EyelinePlugin::new(client)) };
    let start = Instant::now();
    let (frames, frame_time) = if is_lesson { (65, LESSON_FRAME) } else { (240, FRAME) };
    for frame in 1..=frames {
        app.update();
        std::thread::sleep((frame * frame_time).saturating_sub(start.elapsed()));
    }
    let client = &app.world().resource::<Eyeline>().client;
    let (is_connected, dropped, refused) = (client.is_connected(), client.dropped(), client.refused());
    eprintln!("connected: {is_connected}, ticks dropped: {dropped}, calls refused: {refused}");
    ExitCode::SUCCESS
}

/// What of Bevy decides what is visible. `TaskPoolPlugin` and `TimePlugin` are those of `MinimalPlugins`; the loop in `main` replaces its
/// `ScheduleRunnerPlugin`.
fn bevy(plugin: EyelinePlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, AssetPlugin::default(), MeshPlugin))
        .add_plugins((CameraPlugin, plugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        .add_systems(Update, advance);
    app
}

/// Goes around a circle, or to and fro along a line, and turns.
#[derive(Component)]
struct Moves {
    from: Transform,
    /// Metres along each axis; X as the cosine of time, Y and Z as its sine.
    reach: Vec3,
    /// Radians a second.
    speed: f32,
    /// Radians at time 0.
    phase: f32,
    /// Radians a second about each axis.
    turn: Vec3,
}

fn advance(time: Res<Time>, mut moving: Query<(&Moves, &mut Transform)>) {
    for (moves, mut transform) in &mut moving {
        let seconds = time.elapsed_secs();
        let (sin, cos) = (moves.phase + moves.speed * seconds).sin_cos();
        *transform = moves.from;
        transform.translation += moves.reach * Vec3::new(cos, sin, sin);
        if moves.turn != Vec3::ZERO {
            transform.rotate(Quat::from_scaled_axis(moves.turn * seconds));
        }
    }
}

/// 500 boxes around a perspective camera that turns, and under an orthographic one that looks down from 30 m.
fn swarm(plugin: EyelinePlugin) -> App {
    let mut app = bevy(plugin);
    let eye = Transform::from_xyz(0.0, 2.0, 0.0);
    let projection = PerspectiveProjection { aspect_ratio: 16.0 / 9.0, fov: FRAC_PI_2 / 1.5, ..Default::default() };
    let turns = Moves { from: eye, reach: Vec3::ZERO, speed: 0.0, phase: 0.0, turn: Vec3::Y * 0.8 };
    app.world_mut().spawn((Name::new("eye"), Camera::default(), Projection::Perspective(projection), eye, turns));
    let map = Transform::from_xyz(0.0, 30.0, 0.0).looking_to(Vec3::NEG_Y, Vec3::NEG_Z);
    let area = Rect::new(-20.0, -20.0, 20.0, 20.0);
    let projection = OrthographicProjection { area, ..OrthographicProjection::default_3d() };
    app.world_mut().spawn((Name::new("map"), Camera::default(), Projection::Orthographic(projection), map));
    let cube = cube(&mut app, Vec3::ONE);
    for i in 0..500_u16 {
        // The golden angle spreads them evenly.
        let (angle, share) = (f32::from(i) * 2.399_963, f32::from(i) / 500.0);
        let (sin, cos) = angle.sin_cos();
        let radius = 4.0 + 26.0 * share.sqrt();
        let (is_bird, is_sign) = (i % 12 == 5, i % 25 == 7);
        let height = if is_bird { 35.0 } else { 0.5 + 5.0 * (1.0 + sin) };
        let size = Vec3::splat(0.5 + share) * if is_sign { Vec3::new(4.0, 1.0, 1.0) } else { Vec3::ONE };
        let from = Transform::from_xyz(radius * cos, height, radius * sin).with_scale(size);
        let turn = if i % 5 == 3 { Vec3::new(0.3, 1.0, 0.2) } else { Vec3::ZERO };
        let moves = Moves { from, reach: Vec3::new(3.0, 0.0, 3.0), speed: 1.0 + share, phase: angle, turn };
        if is_sign {
            // A stretched parent without a box, and a turned child: a sheared box.
            let turned = Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_4));
            let child = (Name::new(format!("sign {i}")), Mesh3d(cube.clone()), turned);
            app.world_mut().spawn((from, moves, Visibility::default())).with_child(child);
        } else {
            let name = Name::new(format!("{} {i}", if is_bird { "bird" } else { "crate" }));
            app.world_mut().spawn((name, Mesh3d(cube.clone()), from, moves));
        }
    }
    app
}

/// Moves along a line.
#[derive(Component)]
struct Flies {
    from: Vec3,
    /// Metres a second.
    velocity: Vec3,
}

fn fly(time: Res<Time>, mut flying: Query<(&Flies, &mut Transform)>) {
    for (flies, mut transform) in &mut flying {
        transform.translation = flies.from + flies.velocity * time.elapsed_secs();
    }
}

/// An orthographic camera that looks along −Z, and five objects. Four of them leave its view volume one after the other:
///
/// - `balloon` rises through the top plane, and is culled at that time, which is right.
/// - `bird` flies past the camera, and stays visible behind it: the near plane is wrong.
/// - `cart` drives beyond the far plane, and stays visible. It is culled beyond 2 · far − near, where the wrong near plane is.
/// - `kite` leaves through the left plane, and is culled while 2 m of it are in view: the sphere is too small.
fn lesson(plugin: EyelinePlugin) -> App {
    let mut app = bevy(plugin);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(LESSON_FRAME)).add_systems(Update, fly);
    let area = Rect::new(-8.0, -4.5, 8.0, 4.5);
    let projection = OrthographicProjection { area, near: 0.0, far: 8.0, ..OrthographicProjection::default_3d() };
    let at = Transform::from_xyz(0.0, 3.5, 6.0);
    app.world_mut().spawn((Name::new("game"), Camera::default(), Projection::Orthographic(projection), at));
    for (name, size, from, velocity) in [
        ("house", [3.6, 3.0, 3.0], [3.0, 1.5, 0.5], [0.0; 3]),
        ("balloon", [1.2; 3], [3.5, 7.35, 2.0], [0.0, 1.6, 0.0]),
        ("bird", [1.6, 0.6, 1.2], [4.5, 5.0, 4.05], [0.0, 0.0, 2.5]),
        ("cart", [1.8, 1.2, 1.4], [-6.0, 0.6, 4.6], [0.0, 0.0, -5.0]),
    ] {
        let (mesh, from) = (cube(&mut app, size.into()), Vec3::from(from));
        let flies = Flies { from, velocity: velocity.into() };
        app.world_mut().spawn((Name::new(name), Mesh3d(mesh), Transform::from_translation(from), flies));
    }
    // A cube that is turned by 45°, with a parent without a box that is stretched four times: a diamond, 5.7 m wide and 1.4 m high.
    let mesh = cube(&mut app, Vec3::ONE);
    let kite = (Name::new("kite"), Mesh3d(mesh), Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_4)));
    let from = Vec3::new(-4.0, 4.0, 4.5);
    let stretched = Transform::from_translation(from).with_scale(Vec3::new(4.0, 1.0, 1.0));
    let flies = Flies { from, velocity: Vec3::X * -2.5 };
    app.world_mut().spawn((stretched, flies, Visibility::default())).with_child(kite);
    app
}

fn cube(app: &mut App, size: Vec3) -> bevy_asset::Handle<Mesh> {
    app.world_mut().resource_mut::<Assets<Mesh>>().add(Cuboid::from_size(size))
}
