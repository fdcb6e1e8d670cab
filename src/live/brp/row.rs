//! The entities of an answer to `world.query`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use glam::{Affine3A, Vec3A, Vec4};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::call::{self, CallError};
use super::complaints::Complaints;
use super::component::Component;
use super::entity::EntityId;

/// The greatest number of a place or a box. Above it, products of two numbers come near the end of the range of 32 bits.
const GREATEST: f32 = 1e18;

/// An entity, as far as it is read.
#[derive(Clone, Debug)]
pub(super) struct EntityRow {
    pub entity: EntityId,
    /// Its `Name`.
    pub name: Option<String>,
    /// From local to world space; finite.
    pub world_from_local: Affine3A,
    /// Its `Aabb`, in local space; finite.
    pub bounds: Option<LocalBox>,
    /// Its `Projection`.
    pub projection: Option<BevyProjection>,
    /// Its `Camera`.
    pub camera: Option<CameraState>,
    /// The half-spaces of its `Frustum` in eyeline's order, left, right, bottom, top, near, far: inward normals; finite.
    pub planes: Option<[Vec4; 6]>,
    /// Its `RenderLayers`, layer 0 without them; `None` when they cannot be read.
    pub layers: Option<Layers>,
    /// Its `InheritedVisibility`: whether Bevy tests it at all.
    pub is_shown: Option<bool>,
    /// Its `ViewVisibility`: whether some view sees it.
    pub is_seen: Option<bool>,
    /// Whether it has `NoFrustumCulling` or a `VisibilityRange`, so that its verdict is not that of the test of its box.
    pub has_other_rule: bool,
    /// Whether it is a light that casts shadows, which is a view too.
    pub casts_shadows: bool,
}

/// A box in local space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LocalBox {
    pub center: Vec3A,
    /// Not negative in Bevy's own boxes.
    pub half_extents: Vec3A,
}

/// A projection with the fields of Bevy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BevyProjection {
    /// `fov_y` is in radians. An oblique near plane is not described by these fields.
    Perspective { fov_y: f32, aspect: f32, near: f32, is_oblique: bool },
    /// The borders are left, right, bottom, top.
    Orthographic { borders: [f32; 4], near: f32, far: f32 },
    /// A projection of the program.
    Custom,
}

/// What is read of a `Camera`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CameraState {
    /// `None` when the component cannot be read.
    pub is_active: Option<bool>,
    /// The width and height of its picture in pixels.
    pub size: Option<[u32; 2]>,
    /// Its matrix, column by column, once it has a target.
    pub clip_from_view: Option<[f32; 16]>,
}

/// Bits of layers, 64 in each block. Layers without blocks are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layers(Vec<u64>);

impl Default for Layers {
    fn default() -> Self {
        Self(vec![1])
    }
}

impl Layers {
    /// Whether both have a layer in common.
    pub(super) fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The layers from 0 to 63. eyeline has no others.
    pub(super) fn list(&self) -> Vec<u8> {
        let bits = self.0.first().copied().unwrap_or_default();
        (0..64).filter(|layer| bits >> layer & 1 == 1).collect()
    }
}

/// A row as the protocol has it.
#[derive(Deserialize)]
struct WrittenRow<'a> {
    entity: EntityId,
    #[serde(borrow, default)]
    components: BTreeMap<Cow<'a, str>, &'a RawValue>,
    #[serde(borrow, default)]
    has: BTreeMap<Cow<'a, str>, bool>,
}

#[derive(Deserialize)]
struct WrittenBounds {
    center: [f32; 3],
    half_extents: [f32; 3],
}

#[derive(Deserialize)]
enum WrittenProjection {
    Perspective(WrittenPerspective),
    Orthographic(WrittenOrthographic),
    Custom(serde::de::IgnoredAny),
}

#[derive(Deserialize)]
struct WrittenPerspective {
    fov: f32,
    aspect_ratio: f32,
    near: f32,
    #[serde(default)]
    near_clip_plane: Option<[f32; 4]>,
}

#[derive(Deserialize)]
struct WrittenOrthographic {
    near: f32,
    far: f32,
    area: WrittenRect,
}

#[derive(Deserialize)]
struct WrittenRect {
    min: [f32; 2],
    max: [f32; 2],
}

#[derive(Deserialize)]
struct WrittenCamera {
    is_active: bool,
    #[serde(default)]
    viewport: Option<WrittenSize>,
    #[serde(default)]
    computed: Option<WrittenComputed>,
}

#[derive(Deserialize)]
struct WrittenSize {
    physical_size: [u32; 2],
}

#[derive(Deserialize)]
struct WrittenComputed {
    #[serde(default)]
    clip_from_view: Option<[Option<f32>; 16]>,
    #[serde(default)]
    target_info: Option<WrittenSize>,
}

#[derive(Deserialize)]
struct WrittenFrustum {
    half_spaces: [WrittenHalfSpace; 6],
}

/// `null` is infinity or NaN: a plane that is not there.
#[derive(Deserialize)]
struct WrittenHalfSpace {
    normal_d: [Option<f32>; 4],
}

/// Bits, of which the lowest is the present state; a boolean before Bevy 0.18.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenViewVisibility {
    Bits(u8),
    Is(bool),
}

#[derive(Deserialize)]
struct WrittenLight {
    shadow_maps_enabled: bool,
}

/// The entities of the result of `world.query`. What cannot be read is left out, with a message.
///
/// # Errors
/// When the result is no list.
pub(super) fn rows(result: &RawValue, complaints: &mut Complaints) -> Result<Vec<EntityRow>, CallError> {
    let written: Vec<&RawValue> = call::read("world.query", result)?;
    let mut rows = Vec::with_capacity(written.len());
    let mut entities = BTreeSet::new();
    for text in written {
        let row: WrittenRow = match serde_json::from_str(text.get()) {
            Ok(row) => row,
            Err(error) => {
                complaints
                    .add("row", || format!("an entity of `world.query` cannot be read ({error}) and is left out"));
                continue;
            }
        };
        if !entities.insert(row.entity) {
            let entity = row.entity;
            complaints
                .add("twice", || format!("the entity {entity} comes twice in an answer, and the second is left out"));
        } else if let Some(row) = (RowReading { row: &row, complaints }).row() {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// The reading of the components of a row.
struct RowReading<'r, 'a> {
    row: &'r WrittenRow<'a>,
    complaints: &'r mut Complaints,
}

impl<'a> RowReading<'_, 'a> {
    fn row(mut self) -> Option<EntityRow> {
        use Component as C;
        let transform: [f32; 12] = self.read(C::GlobalTransform, "the entity is left out")?;
        if !are_usable(&transform) {
            self.complain(C::GlobalTransform, "a number is out of range", "the entity is left out");
            return None;
        }
        let casts_shadows = [C::DirectionalLight, C::PointLight, C::SpotLight].into_iter().any(|light| {
            self.has(light)
                && self
                    .read(light, "the light counts as one that casts shadows")
                    .is_none_or(|light: WrittenLight| light.shadow_maps_enabled)
        });
        let layers = if self.has(C::RenderLayers) {
            self.read(C::RenderLayers, "the entity has layer 0 and no answers").map(Layers)
        } else {
            Some(Layers::default())
        };
        Some(EntityRow {
            entity: self.row.entity,
            name: self.read(C::Name, "the id is the name"),
            world_from_local: Affine3A::from_cols_array(&transform),
            bounds: self.bounds(),
            projection: self.projection(),
            camera: self.camera(),
            planes: self.planes(),
            layers,
            is_shown: self.read(C::InheritedVisibility, "the entity has no answers"),
            is_seen: self.read(C::ViewVisibility, "the entity has no answers").map(|visibility| match visibility {
                WrittenViewVisibility::Bits(bits) => bits & 1 == 1,
                WrittenViewVisibility::Is(is_seen) => is_seen,
            }),
            has_other_rule: self.has(C::NoFrustumCulling) || self.has(C::VisibilityRange),
            casts_shadows,
        })
    }

    fn bounds(&mut self) -> Option<LocalBox> {
        let WrittenBounds { center, half_extents } = self.read(Component::Aabb, "the object is left out")?;
        if !are_usable(&center) || !are_usable(&half_extents) {
            self.complain(Component::Aabb, "a number is out of range", "the object is left out");
            return None;
        }
        Some(LocalBox { center: center.into(), half_extents: half_extents.into() })
    }

    #[expect(clippy::float_cmp, reason = "as Bevy compares")]
    fn projection(&mut self) -> Option<BevyProjection> {
        Some(match self.read(Component::Projection, "the camera is left out")? {
            WrittenProjection::Perspective(perspective) => BevyProjection::Perspective {
                fov_y: perspective.fov,
                aspect: perspective.aspect_ratio,
                near: perspective.near,
                is_oblique: perspective.near_clip_plane.is_some_and(|[x, y, z, _]| x != 0.0 || y != 0.0 || z != -1.0),
            },
            WrittenProjection::Orthographic(WrittenOrthographic { near, far, area: WrittenRect { min, max } }) => {
                BevyProjection::Orthographic { borders: [min[0], max[0], min[1], max[1]], near, far }
            }
            WrittenProjection::Custom(_) => BevyProjection::Custom,
        })
    }

    fn camera(&mut self) -> Option<CameraState> {
        if !self.has(Component::Camera) {
            return None;
        }
        let unknown = CameraState { is_active: None, size: None, clip_from_view: None };
        if !self.row.components.contains_key(Component::Camera.path()) {
            self.complain(Component::Camera, "the program cannot write it", "the camera has no answers");
            return Some(unknown);
        }
        let Some(written) = self.read::<WrittenCamera>(Component::Camera, "the camera has no answers") else {
            return Some(unknown);
        };
        let (matrix, target) = written.computed.map_or((None, None), |computed| {
            (computed.clip_from_view.and_then(|numbers| finite(&numbers)), computed.target_info)
        });
        Some(CameraState {
            is_active: Some(written.is_active),
            // Without a target, the matrix is not computed yet.
            clip_from_view: matrix.filter(|_| target.is_some()),
            size: written.viewport.or(target).map(|size| size.physical_size),
        })
    }

    fn planes(&mut self) -> Option<[Vec4; 6]> {
        let WrittenFrustum { half_spaces } = self.read(Component::Frustum, "the answers have no planes")?;
        let mut planes = [Vec4::ZERO; 6];
        for (plane, half_space) in planes.iter_mut().zip(&half_spaces) {
            *plane = Vec4::from_array(finite(&half_space.normal_d)?);
        }
        Some(planes)
    }

    /// Whether the entity has a component.
    fn has(&self, component: Component) -> bool {
        let path = component.path();
        self.row.components.contains_key(path) || self.row.has.get(path).is_some_and(|has| *has)
    }

    /// The value of a component. `None` when the entity does not have it, and, with a message, when it cannot be read.
    fn read<T: Deserialize<'a>>(&mut self, component: Component, result: &str) -> Option<T> {
        let Some(text) = self.row.components.get(component.path()) else {
            if component == Component::GlobalTransform {
                self.complain(component, "it is missing", result);
            }
            return None;
        };
        match serde_json::from_str(text.get()) {
            Ok(value) => Some(value),
            Err(error) => {
                self.complain(component, &error.to_string(), result);
                None
            }
        }
    }

    fn complain(&mut self, component: Component, reason: &str, result: &str) {
        let entity = self.row.entity;
        self.complaints.add(component.word(), || {
            format!(
                "`{}` of the entity {entity} cannot be read ({reason}): {result}, and others like it",
                component.word()
            )
        });
    }
}

fn are_usable(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.abs() <= GREATEST)
}

fn finite<const N: usize>(numbers: &[Option<f32>; N]) -> Option<[f32; N]> {
    let all: Option<Vec<f32>> = numbers.iter().map(|number| number.filter(|number| number.is_finite())).collect();
    all?.try_into().ok()
}
