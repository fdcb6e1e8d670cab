//! Entities with a `Projection` as cameras.

use glam::{DAffine3, DMat4, DVec4, Mat3A, Mat4, Quat};

use super::row::{BevyProjection, CameraState, EntityRow, Layers};
use crate::scene::{Camera, Depth, NoLevels, Projection as Lens, Scene, validate};

/// The camera of an entity, with a name that [`named`] replaces; `None` without a `Projection`. When eyeline has no such camera: the reason.
pub(super) fn camera(row: &EntityRow) -> Option<Result<Camera, String>> {
    let projection = row.projection?;
    Some(of(row, &projection).and_then(checked))
}

/// What is new of a camera; `None` when `set` cannot make the new one of the old one.
#[expect(clippy::float_cmp, reason = "what differs at all has changed")]
pub(super) fn change(before: &Camera, after: &Camera) -> Option<CameraChange> {
    if before.size.is_some() && after.size.is_none() {
        return None;
    }
    let lens = |camera: &Camera| (camera.projection, camera.near, camera.far);
    let is_other_lens = lens(before) != lens(after);
    Some(CameraChange {
        position: (before.position != after.position).then_some(after.position),
        rotation: after.rotation.filter(|rotation| before.rotation != Some(*rotation)),
        projection: is_other_lens.then_some(after.projection),
        near: is_other_lens.then_some(after.near),
        far: is_other_lens.then_some(after.far),
        mask: after.mask.clone().filter(|_| before.mask != after.mask),
        size: after.size.filter(|_| before.size != after.size),
    })
}

/// Values of `set`. An infinite `far` is written as `null`.
#[derive(Debug, serde::Serialize)]
pub(super) struct CameraChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    projection: Option<Lens>,
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    far: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mask: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<[u32; 2]>,
}

fn of(row: &EntityRow, projection: &BevyProjection) -> Result<Camera, String> {
    let world_from_view = DAffine3::from_mat4(Mat4::from(row.world_from_local).as_dmat4());
    if world_from_view.matrix3.determinant() == 0.0 {
        return Err("its transform has no inverse".to_owned());
    }
    let (_, rotation, position) = Mat4::from(row.world_from_local).to_scale_rotation_translation();
    // Sheared axes have no rotation, but any will do.
    let rotation = if rotation.is_finite() { rotation.normalize() } else { Quat::IDENTITY };
    let is_rigid = Mat3A::from_quat(rotation).abs_diff_eq(row.world_from_local.matrix3, 1e-5);
    let mut camera = Camera::new("camera");
    camera.position = position.to_array();
    camera.rotation = Some(rotation.to_array());
    (camera.depth, camera.depth_bits) = (Depth::Reversed, 32);
    camera.mask = Some(row.layers.as_ref().map_or_else(|| Layers::default().list(), Layers::list));
    let pixels = 1..=Camera::MOST_PIXELS;
    let size = row.camera.and_then(|camera| camera.size);
    camera.size = size.filter(|size| size.iter().all(|side| pixels.contains(side)));
    match *projection {
        BevyProjection::Perspective { fov_y, aspect, near, is_oblique: false } if is_rigid => {
            // In f64, so that the degrees are rounded once.
            #[expect(clippy::cast_possible_truncation, reason = "rounded once")]
            let fov_y = f64::from(fov_y).to_degrees() as f32;
            camera.projection = Lens::Perspective { fov_y, aspect };
            (camera.near, camera.far) = (near, f32::INFINITY);
        }
        BevyProjection::Orthographic { borders: [left, right, bottom, top], near, far } if is_rigid => {
            camera.projection = Lens::Ortho { left, right, bottom, top };
            (camera.near, camera.far) = (near, far);
        }
        _ => {
            // eyeline's cameras have no scale: it goes into the projection.
            let rigid = DAffine3::from_rotation_translation(rotation.as_dquat().normalize(), position.as_dvec3());
            let view_from_rigid = world_from_view.inverse() * rigid;
            let clip_from_view = clip_from_view(projection, row.camera.as_ref())?;
            camera.projection = Lens::Matrix((clip_from_view * DMat4::from(view_from_rigid)).to_cols_array());
        }
    }
    Ok(camera)
}

/// The matrix of Bevy, with its reversed depth.
fn clip_from_view(projection: &BevyProjection, camera: Option<&CameraState>) -> Result<DMat4, String> {
    let known =
        camera.and_then(|camera| camera.clip_from_view).map(|numbers| Mat4::from_cols_array(&numbers).as_dmat4());
    match *projection {
        BevyProjection::Perspective { fov_y, aspect, near, is_oblique: false } => {
            // An infinite reversed perspective: depth is near / distance.
            let y = 1.0 / libm::tan(f64::from(fov_y) / 2.0);
            Ok(DMat4::from_cols(
                DVec4::X * (y / f64::from(aspect)),
                DVec4::Y * y,
                DVec4::NEG_W,
                DVec4::Z * f64::from(near),
            ))
        }
        BevyProjection::Orthographic { borders, near, far } => {
            let [left, right, bottom, top] = borders.map(f64::from);
            let (near, far) = (f64::from(near), f64::from(far));
            let (width, height, depth) = (right - left, top - bottom, far - near);
            Ok(DMat4::from_cols(
                DVec4::X * (2.0 / width),
                DVec4::Y * (2.0 / height),
                DVec4::Z / depth,
                DVec4::new(-(left + right) / width, -(bottom + top) / height, far / depth, 1.0),
            ))
        }
        BevyProjection::Perspective { .. } => {
            known.ok_or_else(|| "its near plane is oblique and its matrix not computed".to_owned())
        }
        BevyProjection::Custom => {
            known.ok_or_else(|| "its projection is a custom one and its matrix not computed".to_owned())
        }
    }
}

/// A camera that a scene can have.
fn checked(camera: Camera) -> Result<Camera, String> {
    let numbers = [camera.near, camera.position[0], camera.position[1], camera.position[2]];
    let is_finite = numbers.iter().all(|number| number.is_finite())
        && match camera.projection {
            Lens::Matrix(matrix) => matrix.iter().all(|number| number.is_finite()),
            Lens::Ortho { left, right, bottom, top } => {
                [left, right, bottom, top].iter().all(|border| border.is_finite())
            }
            Lens::Perspective { fov_y, aspect } => fov_y.is_finite() && aspect.is_finite(),
            _ => true,
        };
    if !is_finite {
        return Err("a number is out of range".to_owned());
    }
    let mut scene = Scene::empty();
    scene.cameras.push(camera);
    let violation = validate(&scene, &NoLevels, None).into_iter().next().map(|violation| violation.message);
    match (violation, scene.cameras.pop()) {
        (None, Some(camera)) => Ok(camera),
        (violation, _) => Err(violation.unwrap_or_default()),
    }
}

/// The camera with its name.
pub(super) fn named(camera: &Camera, name: &str) -> Camera {
    Camera { name: name.to_owned(), ..camera.clone() }
}
