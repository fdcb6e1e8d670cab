//! The numbers of a camera.

use std::mem::discriminant;
use std::sync::Arc;

use eframe::egui::{DragValue, Ui};
use glam::{EulerRot, Quat, Vec3};

use super::given::GivenBySession;
use crate::app::kit::anchors::Anchor;
use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::picker::{Offers, optional_picker};
use crate::app::kit::form::several::ItemPart;
use crate::app::kit::form::{attempt, several};
use crate::mistakes::SpatialQuestion;
use crate::scene::{Camera, Depth, Projection};
use crate::workspace::Workspace;
use crate::workspace::edit::attach;
use crate::workspace::edit::projection::{ProjectionKind, change_projection};

/// Distance of a new look-at point from the eye, metres.
const AHEAD: f32 = 5.0;
/// The choice of no object to attach to.
const NOTHING: &str = "nothing";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    LookAt,
    Euler,
    Rotation,
    Ahead,
}

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut camera) = workspace.scene().cameras.get(index).cloned() else { return };
    let mut name = camera.name.clone();
    let local = local_rotation(workspace, &camera, index);
    let scene = Arc::clone(workspace.scene());
    let mut form = ItemForm::of::<Camera>(ui, workspace, &scene.cameras[index].name, index);
    form.name(&mut name);
    let given = GivenBySession::of(workspace, camera.session.as_ref());
    lens(&mut form, &mut camera, &given);
    place(&mut form, &mut camera, local, &given, Offers::objects(workspace));
    super::session::follow(&mut form, &mut camera.session, &scene);
    picture(&mut form, &mut camera, workspace.world().cameras.get(index).map(|camera| camera.size));
    super::mistake::mistake(&mut form, &mut camera.mistake, SpatialQuestion::is_of_cameras);
    let Some(changed) = form.changed() else { return };
    if camera.attach == scene.cameras[index].attach {
        several::change(workspace, index, &changed, &name, camera);
    } else {
        let carrier = camera.attach.as_deref();
        several::change_each::<Camera>(workspace, index, &changed, |camera, world| attach(camera, carrier, world));
    }
}

fn lens(form: &mut ItemForm, camera: &mut Camera, given: &GivenBySession) {
    let mut kind = ProjectionKind::of(&camera.projection);
    let before = kind;
    let kinds = [
        (ProjectionKind::Perspective, "perspective"),
        (ProjectionKind::Orthographic, "orthographic"),
        (ProjectionKind::Frustum, "perspective, off centre"),
        (ProjectionKind::Ortho, "orthographic, off centre"),
        (ProjectionKind::Matrix, "matrix"),
    ];
    form.choice(
        "projection",
        &mut kind,
        &kinds,
        "A pyramid from the eye, or a box; by an angle or a height, by the borders of the picture, or by an engine's matrix.",
    );
    if kind != before {
        change_projection(camera, kind);
    }
    match &mut camera.projection {
        Projection::Perspective { fov_y, aspect } => {
            if !given.field_of_view(form) {
                let help = "The vertical angle of the pyramid, from lower to upper plane.";
                form.number("field of view", fov_y, Unit::Degrees, help);
            }
            if !given.aspect(form) {
                form.number("aspect", aspect, Unit::Ratio, "Width of the picture divided by its height.");
            }
        }
        Projection::Orthographic { height, aspect } => {
            form.number("height", height, Unit::Size, "The full height of the view volume.");
            form.number("aspect", aspect, Unit::Ratio, "Width of the picture divided by its height.");
        }
        Projection::Frustum { left, right, bottom, top } => {
            borders(form, [left, right, bottom, top], "on the near plane");
        }
        Projection::Ortho { left, right, bottom, top } => {
            borders(form, [left, right, bottom, top], "of the view volume");
        }
        Projection::Matrix(_) => super::matrix::show(form, camera),
    }
    if kind != ProjectionKind::Matrix {
        near_and_far(form, camera, kind);
    }
    let depths = [
        (Depth::MinusOneToOne, "−1 to 1 (OpenGL)"),
        (Depth::ZeroToOne, "0 to 1 (Direct3D, Vulkan)"),
        (Depth::Reversed, "reversed: near 1, far 0"),
    ];
    let help = "The clip-space depth of the near and the far plane. The planes are the same, but they follow from other rows of the matrix.";
    form.choice("depth", &mut camera.depth, &depths, help);
}

/// What its picture shows: layers, pixels and depth.
fn picture(form: &mut ItemForm, camera: &mut Camera, size: Option<[u32; 2]>) {
    form.section("Picture");
    form.optional("mask", &mut camera.mask, "all layers", "The layers that the camera sees.", || vec![0]);
    if let Some(mask) = &mut camera.mask {
        form.layers("mask layers", mask, "The layers that the camera sees, 0 to 63.");
    }
    let [width, height] = size.unwrap_or([Camera::DEFAULT_WIDTH; 2]);
    let help =
        "The pixels of the picture in which objects are seen or not. Without a size the picture is 640 pixels wide.";
    form.optional("size", &mut camera.size, "640 pixels wide", help, || [width, height]);
    if let Some(size) = &mut camera.size {
        let own = camera.name.clone();
        form.row("pixels", "Width and height of the picture in pixels, each 1 to 8192.", |ui, _| {
            let mut is_changed = false;
            for (pixels, letter) in size.iter_mut().zip(["X", "Y"]) {
                let drag = DragValue::new(pixels).speed(1.0).range(1..=Camera::MOST_PIXELS).update_while_editing(false);
                let id = ui.scope_id().with(("pixels", letter, &own));
                is_changed |= attempt::field(ui, drag, id, None).accessible_name(format!("pixels {letter}")).changed();
            }
            is_changed
        });
    }
    let bits = [(16, "16 bits"), (24, "24 bits"), (32, "32 bits, float")];
    form.choice(
        "depth buffer",
        &mut camera.depth_bits,
        &bits,
        "The bits of a depth. Faces that are nearer to each other than it can tell apart flicker.",
    );
}

/// The borders of the picture.
fn borders(form: &mut ItemForm, borders: [&mut f32; 4], of: &str) {
    for (border, label) in borders.into_iter().zip(["left", "right", "bottom", "top"]) {
        form.number(label, border, Unit::Metres, &format!("The {label} border {of}, from the direction of view."));
    }
}

fn near_and_far(form: &mut ItemForm, camera: &mut Camera, kind: ProjectionKind) {
    form.number(
        "near",
        &mut camera.near,
        Unit::Size,
        "Distance of the near plane from the eye. Nearer points are not visible.",
    );
    form.note(Anchor::Near);
    let (unit, help) = if matches!(kind, ProjectionKind::Perspective | ProjectionKind::Frustum) {
        (
            Unit::SizeOrInfinite,
            "Distance of the far plane from the eye (not from the near plane). Type ∞, or nothing, for no far plane.",
        )
    } else {
        (Unit::Size, "Distance of the far plane from the eye (not from the near plane).")
    };
    form.number("far", &mut camera.far, unit, help);
}

fn place(form: &mut ItemForm, camera: &mut Camera, local: Quat, given: &GivenBySession, objects: Offers<'_>) {
    form.section("Pose");
    form.row(
        "attached to",
        "The object that the camera is attached to. The camera's pose is then relative to it. When this changes, the \
         camera stays where it is at this tick.",
        |ui, label| optional_picker(ui, label, "attach", &mut camera.attach, NOTHING, objects),
    );
    if !given.position(form) {
        let help = "The position of the eye, relative to the object that the camera is attached to.";
        form.vector("position", &mut camera.position, Unit::Metres, help);
    }
    if given.rotation(form) {
        return;
    }
    let mut direction = match camera {
        Camera { look_at: Some(_), .. } => Direction::LookAt,
        Camera { rotation: Some(_), .. } => Direction::Rotation,
        Camera { euler: Some(_), .. } => Direction::Euler,
        _ => Direction::Ahead,
    };
    let before = direction;
    let choices = [
        (Direction::LookAt, "look at a point"),
        (Direction::Euler, "Euler angles"),
        (Direction::Rotation, "quaternion"),
        (Direction::Ahead, "along −Z"),
    ];
    form.choice(
        "direction",
        &mut direction,
        &choices,
        "The form of the direction in the file. Changing the form keeps the direction.",
    );
    if direction != before {
        write_direction(camera, direction, local);
    }
    if let Some(target) = &mut camera.look_at {
        form.vector("look at", target, Unit::Metres, "The point in the middle of the picture.");
    }
    if let Some(euler) = &mut camera.euler {
        let help = "Pitch about X, yaw about Y, roll about Z, in degrees; roll is applied first, then pitch, then yaw.";
        form.columns("angles", euler, ["pitch", "yaw", "roll"], Unit::Degrees, help);
    }
    if let Some(rotation) = &mut camera.rotation {
        let help = "Quaternion x, y, z, w; it is normalised when used.";
        form.columns("quaternion", rotation, ["X", "Y", "Z", "W"], Unit::Ratio, help);
    }
}

fn write_direction(camera: &mut Camera, direction: Direction, local: Quat) {
    (camera.look_at, camera.rotation, camera.euler) = (None, None, None);
    match direction {
        Direction::LookAt => {
            camera.look_at = Some((Vec3::from(camera.position) + local * Vec3::NEG_Z * AHEAD).to_array());
        }
        Direction::Rotation => camera.rotation = Some(local.to_array()),
        Direction::Euler => camera.euler = Some(euler_degrees(local)),
        Direction::Ahead => {}
    }
}

/// Pitch, yaw and roll in the order of the scene file.
fn euler_degrees(rotation: Quat) -> [f32; 3] {
    let (yaw, pitch, roll) = rotation.to_euler(EulerRot::YXZ);
    [pitch, yaw, roll].map(f32::to_degrees)
}

/// The camera's rotation relative to the object that it is attached to.
fn local_rotation(workspace: &Workspace, camera: &Camera, index: usize) -> Quat {
    let world = workspace.world();
    let placed = world.cameras.get(index).map_or(Quat::IDENTITY, |camera| camera.camera.rotation.as_quat());
    let parent = camera.attach.as_deref().and_then(|name| world.objects.iter().find(|object| &*object.name == name));
    parent.map_or(placed, |object| object.rotation.inverse().as_quat() * placed)
}

multi_edit! { Camera, Camera in cameras: vec![
    ItemPart {
        label: "projection",
        differs: |a, b| discriminant(&a.projection) != discriminant(&b.projection),
        write: |_, from, to| {
            if discriminant(&from.projection) != discriminant(&to.projection) {
                to.projection = from.projection;
            }
        },
    },
    part_of_some!("field of view", projection, Projection::Perspective { fov_y, .. } => *fov_y),
    part_of_some!("height", projection, Projection::Orthographic { height, .. } => *height),
    part_of_some!(
        "aspect",
        projection,
        Projection::Perspective { aspect, .. } | Projection::Orthographic { aspect, .. } => *aspect
    ),
    part_of_some!(
        "left",
        projection,
        Projection::Frustum { left, .. } | Projection::Ortho { left, .. } => *left
    ),
    part_of_some!(
        "right",
        projection,
        Projection::Frustum { right, .. } | Projection::Ortho { right, .. } => *right
    ),
    part_of_some!(
        "bottom",
        projection,
        Projection::Frustum { bottom, .. } | Projection::Ortho { bottom, .. } => *bottom
    ),
    part_of_some!(
        "top",
        projection,
        Projection::Frustum { top, .. } | Projection::Ortho { top, .. } => *top
    ),
    part_of_some!("16 numbers", projection, Projection::Matrix(columns) => *columns),
    part!("near", near),
    part!("far", far),
    part!("depth", depth),
    presence!("mask", mask),
    part_of_some!("mask layers", mask, Some(layers) => *layers),
    presence!("size", size),
    part_of_some!("pixels", size, Some(size) => *size),
    part!("depth buffer", depth_bits),
    part!("mistake", mistake),
    part!("attached to", attach),
    part!("position X", position[0]),
    part!("position Y", position[1]),
    part!("position Z", position[2]),
    part_of_some!("look at X", look_at, Some(point) => point[0]),
    part_of_some!("look at Y", look_at, Some(point) => point[1]),
    part_of_some!("look at Z", look_at, Some(point) => point[2]),
    part_of_some!("angles pitch", euler, Some(angles) => angles[0]),
    part_of_some!("angles yaw", euler, Some(angles) => angles[1]),
    part_of_some!("angles roll", euler, Some(angles) => angles[2]),
    part_of_some!("quaternion X", rotation, Some(rotation) => rotation[0]),
    part_of_some!("quaternion Y", rotation, Some(rotation) => rotation[1]),
    part_of_some!("quaternion Z", rotation, Some(rotation) => rotation[2]),
    part_of_some!("quaternion W", rotation, Some(rotation) => rotation[3]),
    presence!("follows", session),
    part_of_some!("follows", session, Some(follow) => follow.name),
    part_of_some!("track", session, Some(follow) => follow.track),
] }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn changing_the_form_of_the_direction_keeps_it() {
        let text = r#"{ "eyeline": 1,
            "objects": [{ "name": "o", "shape": { "sphere": { "radius": 1 } }, "position": [1, 2, 3],
                "rotation": [0.1, 0.7, 0.2, 0.6] }],
            "cameras": [{ "name": "free", "position": [1, 2, 3], "look_at": [4, 1, -2] },
                { "name": "carried", "position": [0, 1, 0], "euler": [20, -70, 0], "attach": "o" }] }"#;
        let scene: Scene = serde_json::from_str(text).unwrap();
        for index in 0..2 {
            for direction in [Direction::Euler, Direction::Rotation, Direction::LookAt] {
                let mut workspace = Workspace::new(scene.clone(), None);
                let before = workspace.world().cameras[index].camera;
                let local = local_rotation(&workspace, &workspace.scene().cameras[index], index);
                assert!(
                    workspace.edit("direction", |scene| write_direction(&mut scene.cameras[index], direction, local))
                        || direction == Direction::LookAt
                        || direction == Direction::Euler
                );
                let after = workspace.world().cameras[index].camera;
                let turned =
                    (before.rotation.as_quat() * Vec3::NEG_Z).angle_between(after.rotation.as_quat() * Vec3::NEG_Z);
                assert!(turned < 2e-3, "{index}: {turned}");
            }
        }
    }
}
