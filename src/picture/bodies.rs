//! The shapes and poses of the objects, without the colours of their answers.
//!
//! The poses of 100,000 solids change rarely, but their colours change with every edit of the querier. So a picture has
//! both separately: pictures share [`Bodies`], and the renderer finds what moved since the last picture
//! ([`Bodies::moved_since`]); a [`BodyLook`] is a few bytes an object.
//!
//! Pieces and boxes are in chunks that copies share. The move of one object makes its own chunks again
//! ([`Bodies::follow`]), and all others stay those of the last picture.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Affine3A, Vec3, Vec3A};

use super::palette::{Color, Style};
use super::part::SolidPart;
use super::shape_parts::parts;
use super::triangles::SolidForm;
use crate::geometry::frustum::batch::{Blocks, BoxSlices, classify_blocks};
use crate::geometry::frustum::{Frustum, Verdict};
use crate::geometry::{Aabb, Mesh, Shape};
use crate::scene::{self, Changed, List};
use crate::world::{ObjectAt, World};

/// The number of objects in a chunk of boxes.
const CHUNK: usize = 1024;

/// If more than one in this many objects changed, all bodies are made again.
const GREATEST_PART: usize = 32;

/// Solids and tested boxes of all objects of a world, by index.
#[derive(Clone, Debug, PartialEq)]
pub struct Bodies {
    groups: Vec<BodyGroup>,
    chunks: Vec<Arc<Chunk>>,
    /// The number of objects.
    len: usize,
}

/// The tested boxes of up to [`CHUNK`] neighbours, and their traits.
#[derive(Debug, PartialEq)]
struct Chunk {
    min: [Vec<f32>; 3],
    max: [Vec<f32>; 3],
    blocks: Blocks,
    traits: Vec<Traits>,
}

/// What the look of an object depends on besides its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits {
    /// Its own colour.
    pub(super) color: Option<scene::Color>,
    /// Whether the tested box is the solid itself.
    pub(super) fills_its_box: bool,
}

/// All pieces with the same triangles, by object.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyGroup {
    /// The triangles.
    pub form: SolidForm,
    /// Their poses, in the order of the objects.
    pub bodies: List<SolidBody>,
}

/// One piece of an object's solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidBody {
    /// The transform of its triangles.
    pub world_from_unit: Affine3A,
    /// The index of its object.
    pub object: u32,
}

/// The colours and lines of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyLook {
    /// The colour of the surface; with alpha 0 it is not drawn. It is never translucent: see
    /// [`super::contents::Picture::solids`].
    pub fill: Color,
    /// The colour of the answer over a material; alpha is its share, and never 0 where the surface is drawn.
    pub tint: Color,
    /// The colour of the edges of the tested box; with alpha 0 they are not drawn.
    pub edge: Color,
    /// Width of the edges in pixels at 100% scale.
    pub width: f32,
    /// The style of the edges.
    pub style: Style,
}

impl BodyLook {
    /// An object that is not drawn.
    pub const HIDDEN: Self =
        Self { fill: Color([0; 4]), tint: Color([0; 4]), edge: Color([0; 4]), width: 0.0, style: Style::Solid };
}

impl Default for Bodies {
    fn default() -> Self {
        let group = |part: SolidPart| BodyGroup { form: part.into(), bodies: List::default() };
        Self { groups: SolidPart::ALL.map(group).into(), chunks: Vec::new(), len: 0 }
    }
}

impl Bodies {
    /// The bodies of a world.
    #[expect(clippy::cast_possible_truncation, reason = "more than 4 billion objects do not fit into memory")]
    pub fn of(world: &World) -> Self {
        let mut groups: Vec<(SolidForm, Vec<SolidBody>)> =
            SolidPart::ALL.into_iter().map(|part| (SolidForm::from(part), Vec::new())).collect();
        let mut meshes: HashMap<*const Mesh, usize> = HashMap::new();
        for (i, object) in world.objects.iter().enumerate() {
            parts(&object.shape, object.pose.world_from_local(), |form, world_from_unit| {
                let group = match &form {
                    SolidForm::Part(part) => *part as usize,
                    SolidForm::Mesh(mesh) => *meshes.entry(Arc::as_ptr(mesh)).or_insert(groups.len()),
                };
                if group == groups.len() {
                    groups.push((form, Vec::new()));
                }
                groups[group].1.push(SolidBody { world_from_unit, object: i as u32 });
            });
        }
        let group =
            |(form, bodies): (SolidForm, Vec<SolidBody>)| BodyGroup { form, bodies: bodies.into_iter().collect() };
        Self {
            groups: groups.into_iter().map(group).collect(),
            chunks: world.objects.chunks(CHUNK).map(|objects| Arc::new(Chunk::of(objects))).collect(),
            len: world.objects.len(),
        }
    }

    /// Follows a change of the objects of a world. The result equals [`Bodies::of`].
    ///
    /// Returns false, and changes nothing, when the bodies must be made again: objects were added or removed, an object
    /// has another kind of shape or another mesh, or many objects changed.
    #[must_use]
    pub fn follow(&mut self, world: &World, changed: &Changed) -> bool {
        let Changed::At(changed) = changed else { return false };
        if self.len != world.objects.len() || changed.len() > (self.len / GREATEST_PART).max(1) {
            return false;
        }
        let Some(pieces) = self.new_pieces(world, changed) else { return false };
        for (group, place, body) in pieces {
            self.groups[group].bodies[place] = body;
        }
        let mut chunks: Vec<usize> = changed.iter().map(|object| object / CHUNK).collect();
        chunks.dedup();
        for chunk in chunks {
            if let Some(objects) = world.objects.chunks(CHUNK).nth(chunk) {
                self.chunks[chunk] = Arc::new(Chunk::of(objects));
            }
        }
        true
    }

    /// The pieces of some objects of a world, each with its group and its place there. `None` if an object has other
    /// forms than before: different kinds of shapes have no form in common.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    fn new_pieces(&self, world: &World, objects: &[usize]) -> Option<Vec<(usize, usize, SolidBody)>> {
        let mut meshes: Option<HashMap<*const Mesh, usize>> = None;
        let mut pieces: Vec<(usize, usize, SolidBody)> = Vec::with_capacity(objects.len());
        for &i in objects {
            let (object, first) = (world.objects.get(i)?, pieces.len());
            let mut has_same_forms = true;
            parts(&object.shape, object.pose.world_from_local(), |form, world_from_unit| {
                let group = match &form {
                    SolidForm::Part(part) => Some(*part as usize),
                    SolidForm::Mesh(mesh) => {
                        meshes.get_or_insert_with(|| self.groups_of_meshes()).get(&Arc::as_ptr(mesh)).copied()
                    }
                };
                let body = SolidBody { world_from_unit, object: i as u32 };
                let piece = group.and_then(|group| {
                    // Both domes of a capsule are in one group.
                    let earlier = pieces[first..].iter().filter(|(of, ..)| *of == group).count();
                    Some((group, self.place_of(group, body.object, earlier)?, body))
                });
                has_same_forms &= piece.is_some();
                pieces.extend(piece);
            });
            if !has_same_forms {
                return None;
            }
        }
        Some(pieces)
    }

    /// The groups of meshes, by the addresses of the meshes.
    fn groups_of_meshes(&self) -> HashMap<*const Mesh, usize> {
        let address = |(group, BodyGroup { form, .. }): (usize, &BodyGroup)| match form {
            SolidForm::Mesh(mesh) => Some((Arc::as_ptr(mesh), group)),
            SolidForm::Part(_) => None,
        };
        self.groups.iter().enumerate().filter_map(address).collect()
    }

    /// The place in a group of a piece of an object, after so many `earlier` ones of that object.
    fn place_of(&self, group: usize, object: u32, earlier: usize) -> Option<usize> {
        let bodies = &self.groups.get(group)?.bodies;
        let (mut start, mut end) = (0, bodies.len());
        while start < end {
            let middle = usize::midpoint(start, end);
            if bodies[middle].object < object {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        let place = start + earlier;
        (bodies.get(place)?.object == object).then_some(place)
    }

    /// The objects whose pieces have other poses than in `before`, ascending. `None` if pieces were added, removed or
    /// mirrored, or have other forms or objects.
    pub fn moved_since(&self, before: &Self) -> Option<Vec<usize>> {
        if self.len != before.len || self.groups.len() != before.groups.len() {
            return None;
        }
        let mut moved = Vec::new();
        for (now, before) in self.groups.iter().zip(&before.groups) {
            let Changed::At(places) = now.bodies.changes_since(&before.bodies) else { return None };
            let is_same_piece = |place: &usize| {
                let (now, before) = (&now.bodies[*place], &before.bodies[*place]);
                now.object == before.object && now.mirrors() == before.mirrors()
            };
            if !is_same_form(&now.form, &before.form) || !places.iter().all(is_same_piece) {
                return None;
            }
            moved.extend(places.into_iter().map(|place| now.bodies[place].object as usize));
        }
        moved.sort_unstable();
        moved.dedup();
        Some(moved)
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the number of objects is 0.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The pieces of all objects: first one group for each unit mesh, in the order of [`SolidPart::ALL`], then one for each
    /// mesh.
    pub fn groups(&self) -> &[BodyGroup] {
        &self.groups
    }

    /// Whether an object has a mesh.
    pub fn have_meshes(&self) -> bool {
        self.groups.len() > SolidPart::ALL.len()
    }

    /// Whether an object has materials.
    pub fn have_materials(&self) -> bool {
        self.groups.iter().any(|group| group.form.has_material())
    }

    /// The verdict of each tested box.
    pub fn classify(&self, frustum: &Frustum) -> Vec<Verdict> {
        let (mut all, mut verdicts) = (Vec::with_capacity(self.len), Vec::new());
        for chunk in &self.chunks {
            classify_blocks(frustum, chunk.boxes(), &chunk.blocks, &mut verdicts);
            all.append(&mut verdicts);
        }
        all
    }

    /// The tested box of an object; the index must be in range.
    pub fn aabb(&self, object: usize) -> Aabb {
        let (Chunk { min, max, .. }, i) = (&*self.chunks[object / CHUNK], object % CHUNK);
        let corner = |axes: &[Vec<f32>; 3]| Vec3::new(axes[0][i], axes[1][i], axes[2][i]);
        Aabb { min: corner(min), max: corner(max) }
    }

    /// The traits of an object; the index must be in range.
    pub(super) fn traits(&self, object: usize) -> Traits {
        self.chunks[object / CHUNK].traits[object % CHUNK]
    }
}

impl SolidBody {
    /// Whether its transform mirrors.
    pub fn mirrors(&self) -> bool {
        self.world_from_unit.matrix3.determinant() < 0.0
    }
}

impl Chunk {
    fn of(objects: &[ObjectAt]) -> Self {
        let axes = |corner: fn(&Aabb) -> Vec3| -> [Vec<f32>; 3] {
            std::array::from_fn(|axis| objects.iter().map(|object| corner(&object.aabb)[axis]).collect())
        };
        let traits = |object: &ObjectAt| Traits { color: object.color, fills_its_box: fills_its_box(object) };
        let mut chunk = Self {
            min: axes(|aabb| aabb.min),
            max: axes(|aabb| aabb.max),
            blocks: Blocks::default(),
            traits: objects.iter().map(traits).collect(),
        };
        chunk.blocks = Blocks::of(chunk.boxes());
        chunk
    }

    /// The tested boxes.
    fn boxes(&self) -> BoxSlices<'_> {
        BoxSlices::of(&self.min, &self.max)
    }
}

/// Whether the tight box is the solid itself.
pub(super) fn fills_its_box(object: &ObjectAt) -> bool {
    let m = object.pose.world_from_local().matrix3;
    matches!(object.shape, Shape::Box { .. })
        && [m.x_axis, m.y_axis, m.z_axis]
            .iter()
            .all(|axis| axis.abs().cmplt(Vec3A::splat(1e-6)).bitmask().count_ones() >= 2)
}

/// Whether two forms are the same unit mesh, or the same mesh in memory: equal meshes may have different surfaces.
fn is_same_form(a: &SolidForm, b: &SolidForm) -> bool {
    match (a, b) {
        (SolidForm::Part(a), SolidForm::Part(b)) => a == b,
        (SolidForm::Mesh(a), SolidForm::Mesh(b)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use glam::{DAffine3, DQuat, DVec3};
    use proptest::prelude::*;

    use super::*;
    use crate::files::Files;
    use crate::geometry::Pose;
    use crate::geometry::frustum::classify;
    use crate::scene::generate;

    /// Objects of all kinds in more than one chunk, some with one of two meshes.
    fn world() -> (World, [Arc<Mesh>; 2]) {
        let mut world = World::at(&generate(2 * CHUNK + 100, 1), &Files::default(), 0);
        let meshes = [Vec3::Z, Vec3::NEG_Z].map(|tip| {
            let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, tip];
            Arc::new(Mesh::new(positions, vec![[0, 1, 2], [0, 1, 3]]).unwrap())
        });
        for (i, object) in world.objects.iter_mut().enumerate() {
            give_shape(object, i % 7, 1.0, &meshes);
        }
        (world, meshes)
    }

    fn give_shape(object: &mut ObjectAt, kind: usize, size: f32, meshes: &[Arc<Mesh>; 2]) {
        object.shape = match kind {
            0 => Shape::Box { half_extents: Vec3::splat(size) },
            1 => Shape::Sphere { radius: size },
            2 => Shape::Cylinder { radius: size, half_height: 2.0 },
            3 => Shape::Cone { radius: size, height: 2.0 },
            4 => Shape::Capsule { radius: size, half_height: 2.0 },
            mesh => Shape::Mesh(Arc::clone(&meshes[mesh % 2])),
        };
        object.aabb = Aabb::of(&object.shape, &object.pose);
    }

    fn give_pose(object: &mut ObjectAt, scale: f64, angle: f64, x: f64) {
        let scale = DVec3::new(scale, 1.0, 2.0);
        let turn = DQuat::from_rotation_y(angle);
        let pose = DAffine3::from_scale_rotation_translation(scale, turn, DVec3::new(x, 1.0, 0.0));
        object.pose = Pose::from_affine(pose).unwrap();
        object.aabb = Aabb::of(&object.shape, &object.pose);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn following_edits_equals_making_all_bodies_again(
            edits in prop::collection::vec(
                (0_u8..8, prop::collection::btree_set(0_usize..2 * CHUNK + 100, 1..9), 0_usize..7, -9_i8..9),
                1..10,
            ),
        ) {
            let (mut world, meshes) = world();
            let mut bodies = Bodies::of(&world);
            for (what, objects, kind, by) in edits {
                let before = bodies.clone();
                let changed = if what == 0 {
                    let object = *objects.first().unwrap();
                    let copy = world.objects[object].clone();
                    world.objects.insert(object, copy);
                    Changed::Range { removed: object..object, added: 1 }
                } else {
                    for &object in &objects {
                        let object = &mut world.objects[object];
                        match what {
                            1 => give_shape(object, kind, 0.5, &meshes),
                            2 => object.color = Some(scene::Color([by.unsigned_abs(), 0, 9])),
                            _ => give_pose(object, if by < -6 { -0.5 } else { 1.5 }, f64::from(by), f64::from(by)),
                        }
                    }
                    Changed::At(objects.into_iter().collect())
                };
                let is_followed = bodies.follow(&world, &changed);
                prop_assert!(is_followed || what < 2, "a move and a colour are followed");
                if !is_followed {
                    prop_assert_eq!(&bodies, &before);
                    bodies = Bodies::of(&world);
                }
                prop_assert_eq!(&bodies, &Bodies::of(&world));
                // What the renderer learns is enough: all other pieces are as before.
                if let Some(moved) = bodies.moved_since(&before) {
                    for (now, before) in bodies.groups().iter().zip(before.groups()) {
                        let is_moved = |body: &SolidBody| moved.binary_search(&(body.object as usize)).is_ok();
                        for (now, before) in now.bodies.iter().zip(before.bodies.iter()) {
                            prop_assert!(now == before || (is_moved(now) && now.object == before.object));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_objects_that_moved_are_found() {
        let (mut world, meshes) = world();
        let before = Bodies::of(&world);
        assert_eq!(before.clone().moved_since(&before), Some(vec![]));
        // A box, a capsule, and a mesh in the second chunk.
        let changed = [0, 4, CHUNK + 10];
        assert_eq!(changed.map(|object| object % 7), [0, 4, 5]);
        for object in changed {
            give_pose(&mut world.objects[object], 1.0, 0.5, 3.0);
        }
        let mut bodies = before.clone();
        assert!(bodies.follow(&world, &Changed::At(changed.to_vec())));
        assert_eq!(bodies.moved_since(&before), Some(changed.to_vec()));
        assert_eq!(bodies.moved_since(&Bodies::default()), None);
        let chunks = bodies.chunks.iter().zip(&before.chunks);
        assert_eq!(chunks.map(|(a, b)| Arc::ptr_eq(a, b)).collect::<Vec<_>>(), [false, false, true]);
        give_pose(&mut world.objects[0], -1.0, 0.5, 3.0);
        assert!(bodies.follow(&world, &Changed::At(vec![0])));
        assert_eq!(bodies.moved_since(&before), None, "a mirrored piece is drawn in another call");
        give_shape(&mut world.objects[0], 1, 1.0, &meshes);
        assert!(!bodies.follow(&world, &Changed::At(vec![0])), "another form");
    }

    #[test]
    fn the_verdicts_of_all_chunks_are_in_the_order_of_the_objects() {
        let world = World::at(&generate(CHUNK + 7, 1), &Files::default(), 0);
        let frustum = world.cameras[0].frustum;
        let expected: Vec<_> = world.objects.iter().map(|object| classify(&frustum, &object.aabb).verdict).collect();
        let bodies = Bodies::of(&world);
        assert_eq!(bodies.classify(&frustum), expected);
        assert!((0..bodies.len()).all(|i| bodies.aabb(i) == world.objects[i].aabb));
    }
}
