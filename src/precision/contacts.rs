//! Pairs of objects that touch and are apart when stored, or the reverse.

use std::sync::Arc;

use glam::DVec3;

use super::facets::{stored, triangles};
use crate::geometry::exact::body::ExactBody;
use crate::geometry::exact::separation::closest;
use crate::geometry::{Aabb, Mesh, Pose, Shape};
use crate::octree::PackedTree;
use crate::world::{ObjectAt, World};

/// At most so many pairs are compared.
pub(super) const MOST_PAIRS: usize = 2_000;
/// Objects with more triangles are not compared.
const MOST_TRIANGLES: usize = 5_000;
/// Boxes are enlarged by so many spacings to find pairs that may touch when stored.
const AROUND: f32 = 2.0;

/// A contact that the stored vertices change.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredContact {
    /// The names of both objects.
    pub names: [Arc<str>; 2],
    /// Their true distance, metres; 0 when they touch or overlap.
    pub distance: f64,
    /// The distance of the stored triangles.
    pub stored: f64,
    /// The place of a contact, or between both.
    pub at: DVec3,
}

impl StoredContact {
    /// Whether they touch and are apart when stored.
    pub fn is_missed(&self) -> bool {
        self.distance == 0.0
    }
}

/// The changed contacts, missed ones first, then by the change; and the number of pairs that were compared. `None` for more than
/// [`MOST_PAIRS`], which are not compared.
pub(super) fn contacts(world: &World) -> Option<(Vec<StoredContact>, usize)> {
    let grown = |object: &ObjectAt| {
        let reach = object.aabb.min.abs().max(object.aabb.max.abs()).max_element();
        let margin = glam::Vec3::splat(AROUND * crate::geometry::spacing(reach));
        Aabb { min: object.aabb.min - margin, max: object.aabb.max + margin }
    };
    let boxes: Vec<Aabb> = world.objects.iter().map(grown).collect();
    let pairs = PackedTree::new(&boxes).overlap_pairs_within(MOST_PAIRS)?;
    let mut found: Vec<StoredContact> = pairs
        .iter()
        .filter_map(|pair| {
            let objects = [world.objects.get(pair[0] as usize)?, world.objects.get(pair[1] as usize)?];
            changed(objects)
        })
        .collect();
    found.sort_by(|a, b| {
        let change = |contact: &StoredContact| (contact.stored - contact.distance).abs();
        b.is_missed().cmp(&a.is_missed()).then(change(b).total_cmp(&change(a)))
    });
    Some((found, pairs.len()))
}

/// The contact of two objects, when it is not the same when stored. Round solids have no stored triangles, so they are left out.
fn changed(objects: [&ObjectAt; 2]) -> Option<StoredContact> {
    let is_flat = |object: &&ObjectAt| {
        let faces = object.shape.faces().map(|mesh| mesh.triangles().len());
        faces.map_or(matches!(object.shape, Shape::Box { .. }), |count| count <= MOST_TRIANGLES)
    };
    if !objects.iter().all(is_flat) {
        return None;
    }
    let truth = objects.map(|object| ExactBody::new(&object.shape, &object.pose));
    let [a, b] = objects.map(as_stored);
    let [first, second] = truth;
    let truth = closest(&[first], &[second]);
    let rounded = closest(&[a?], &[b?]);
    let is_changed = (truth.distance == 0.0) != (rounded.distance == 0.0);
    let at = if truth.distance == 0.0 { rounded } else { truth };
    is_changed.then(|| StoredContact {
        names: objects.map(|object| Arc::clone(&object.name)),
        distance: truth.distance,
        stored: rounded.distance,
        at: (at.points[0] + at.points[1]) / 2.0,
    })
}

/// The stored triangles of an object as a body; `None` when none has an area.
fn as_stored(object: &ObjectAt) -> Option<ExactBody> {
    let all = triangles(object);
    let positions = all.iter().flatten().map(|corner| stored(*corner).as_vec3()).collect();
    let count = u32::try_from(all.len()).ok()?;
    let mesh = Mesh::new(positions, (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).ok()?;
    Some(ExactBody::new(&Shape::Mesh(Arc::new(mesh)), &Pose::IDENTITY))
}
