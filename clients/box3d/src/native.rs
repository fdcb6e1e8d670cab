//! The replay of Box3D, by its C functions: the safe `boxddd` gives the ids of the bodies of a replay, and not where they are.
//!
//! All calls of C are here. Each takes the ids of the player's own world while the player exists.

#![expect(unsafe_code, reason = "the functions of Box3D are C")]

use std::ffi::{CStr, c_char, c_int};
use std::ptr::NonNull;

use boxddd_sys::ffi;
use eyeline_convert::Pose;

/// A body or a shape: its place in the world, and how often the place was used before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    pub(crate) index: i32,
    pub(crate) generation: u16,
}

/// A body.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) key: Key,
    /// Empty without a name.
    pub(crate) name: String,
    /// In lengths of the recording.
    pub(crate) pose: Pose,
    /// A body that is switched off takes part in nothing.
    pub(crate) is_enabled: bool,
    pub(crate) shapes: Vec<Key>,
}

/// A shape, in the space of its body.
#[derive(Clone, Debug)]
pub(crate) struct BodyShape {
    /// Empty without a name.
    pub(crate) name: String,
    pub(crate) filter: Filter,
    pub(crate) geometry: Geometry,
}

/// What may meet. A query meets a shape when the category of each has a bit in common with the mask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) category: u64,
    pub(crate) mask: u64,
}

/// A geometry in the space of its body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Geometry {
    Sphere { center: [f32; 3], radius: f32 },
    Capsule { ends: [[f32; 3]; 2], radius: f32 },
    Hull { points: Vec<[f32; 3]> },
    Mesh { points: Vec<[f32; 3]>, triangles: Vec<[u32; 3]> },
    Compound,
}

/// The kinds of queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryKind {
    OverlapBox,
    OverlapShape,
    /// A callback saw the hits.
    CastRay,
    CastRayClosest,
    CastShape,
    CastMover,
    CollideMover,
}

/// A query, and what Box3D answered.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) kind: QueryKind,
    pub(crate) filter: Filter,
    /// The bounds: the least and the greatest coordinates.
    pub(crate) bounds: [[f32; 3]; 2],
    pub(crate) origin: [f32; 3],
    pub(crate) translation: [f32; 3],
    /// Given by the program; 0 and empty without one.
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) hits: Vec<QueryHit>,
}

/// A shape that a query met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryHit {
    pub(crate) shape: Key,
    pub(crate) point: [f32; 3],
    pub(crate) normal: [f32; 3],
    /// The part of the translation up to the hit.
    pub(crate) fraction: f32,
}

/// A replay of a recording.
#[derive(Debug)]
pub(crate) struct Player {
    raw: NonNull<ffi::b3RecPlayer>,
    world0: u16,
}

impl Player {
    /// A replay before the first record; `None` when Box3D refuses the recording.
    pub(crate) fn new(bytes: &[u8]) -> Option<Self> {
        let size = c_int::try_from(bytes.len()).ok()?;
        // SAFETY: the player copies the bytes.
        let raw = NonNull::new(unsafe { ffi::b3RecPlayer_Create(bytes.as_ptr().cast(), size, 1) })?;
        // SAFETY: the player exists.
        let world = unsafe { ffi::b3RecPlayer_GetWorldId(raw.as_ptr()) };
        // SAFETY: the player exists. Keyframes are for seeking, which is not done here.
        unsafe { ffi::b3RecPlayer_SetKeyframePolicy(raw.as_ptr(), 0, c_int::MAX) };
        Some(Self { raw, world0: world.index1.wrapping_sub(1) })
    }

    /// Replays up to the end of the next step; false at the end of the recording, where what is after the last step has been replayed.
    pub(crate) fn step(&mut self) -> bool {
        // SAFETY: the player exists.
        unsafe { ffi::b3RecPlayer_StepFrame(self.raw.as_ptr()) }
    }

    /// Replays a frame that creates bodies up to its step. Another call of this function makes the step.
    pub(crate) fn half_step(&mut self) {
        // SAFETY: the player exists.
        unsafe { ffi::b3RecPlayer_SubStepFrame(self.raw.as_ptr()) }
    }

    /// The number of steps so far.
    pub(crate) fn steps(&self) -> usize {
        // SAFETY: the player exists.
        usize::try_from(unsafe { ffi::b3RecPlayer_GetFrame(self.raw.as_ptr()) }).unwrap_or(0)
    }

    /// The step at which the replay differs from the recording for the first time.
    pub(crate) fn first_difference(&self) -> Option<i32> {
        // SAFETY: the player exists.
        let (has, step) = unsafe {
            (ffi::b3RecPlayer_HasDiverged(self.raw.as_ptr()), ffi::b3RecPlayer_GetDivergeFrame(self.raw.as_ptr()))
        };
        has.then_some(step.max(0))
    }

    /// The bodies, in the order of their creation.
    pub(crate) fn bodies(&self) -> Vec<Body> {
        // SAFETY: the player exists, and the index is in its range.
        let id = |i| unsafe { ffi::b3RecPlayer_GetBodyId(self.raw.as_ptr(), i) };
        // SAFETY: the player exists.
        let count = unsafe { ffi::b3RecPlayer_GetBodyCount(self.raw.as_ptr()) };
        (0..count).map(id).filter(|id| id.index1 != 0).filter_map(|id| self.body(id)).collect()
    }

    fn body(&self, id: ffi::b3BodyId) -> Option<Body> {
        // SAFETY: an id of any value may be asked.
        if !unsafe { ffi::b3Body_IsValid(id) } {
            return None;
        }
        // SAFETY: the body is in the world. Its name is copied before the world changes.
        let (name, place, is_enabled, count) = unsafe {
            let name = text(ffi::b3Body_GetName(id));
            (name, ffi::b3Body_GetTransform(id), ffi::b3Body_IsEnabled(id), ffi::b3Body_GetShapeCount(id))
        };
        let mut shapes = vec![self.shape_id(Key { index: 0, generation: 0 }); usize::try_from(count).unwrap_or(0)];
        // SAFETY: the buffer has room for the count that is given.
        let written = unsafe { ffi::b3Body_GetShapes(id, shapes.as_mut_ptr(), count) };
        shapes.truncate(usize::try_from(written).unwrap_or(0));
        Some(Body {
            key: Key { index: id.index1, generation: id.generation },
            name,
            pose: Pose::new(vector(place.p), quaternion(place.q)),
            is_enabled,
            shapes: shapes.into_iter().map(shape_key).collect(),
        })
    }

    /// A shape of a body of the present world.
    pub(crate) fn shape(&self, key: Key) -> Option<BodyShape> {
        let id = self.shape_id(key);
        // SAFETY: an id of any value may be asked.
        if !unsafe { ffi::b3Shape_IsValid(id) } {
            return None;
        }
        // SAFETY: the shape is in the world. Its name is copied before the world changes.
        let (name, filter) = unsafe { (text(ffi::b3Shape_GetName(id)), ffi::b3Shape_GetFilter(id)) };
        let filter = Filter { category: filter.categoryBits, mask: filter.maskBits };
        Some(BodyShape { name, filter, geometry: geometry(id)? })
    }

    /// The pairs of shapes of this body that touch others, by the last step.
    pub(crate) fn contacts(&self, body: Key) -> Vec<[Key; 2]> {
        let id = ffi::b3BodyId { index1: body.index, world0: self.world0, generation: body.generation };
        // SAFETY: an id of any value may be asked.
        if !unsafe { ffi::b3Body_IsValid(id) } {
            return Vec::new();
        }
        // SAFETY: the body is in the world.
        let capacity = unsafe { ffi::b3Body_GetContactCapacity(id) };
        let mut contacts: Vec<ffi::b3ContactData> = Vec::with_capacity(usize::try_from(capacity).unwrap_or(0));
        // SAFETY: the buffer has room for the capacity, and the function writes as many entries as it returns.
        unsafe {
            let count = ffi::b3Body_GetContactData(id, contacts.as_mut_ptr(), capacity);
            contacts.set_len(usize::try_from(count).unwrap_or(0).min(contacts.capacity()));
        }
        contacts.iter().map(|contact| [contact.shapeIdA, contact.shapeIdB].map(shape_key)).collect()
    }

    /// The queries of the last frame.
    pub(crate) fn queries(&self) -> Vec<Query> {
        // SAFETY: the player exists.
        let count = unsafe { ffi::b3RecPlayer_GetFrameQueryCount(self.raw.as_ptr()) };
        (0..count).filter_map(|i| self.query(i)).collect()
    }

    fn query(&self, index: c_int) -> Option<Query> {
        // SAFETY: the player exists, and the index is in its range. The name is copied before the player goes on.
        let (query, name) = unsafe {
            let query = ffi::b3RecPlayer_GetFrameQuery(self.raw.as_ptr(), index);
            (query, text(query.name))
        };
        // SAFETY: the player exists, and both indices are in their ranges.
        let hit = |i| unsafe { ffi::b3RecPlayer_GetFrameQueryHit(self.raw.as_ptr(), index, i) };
        let hits = (0..query.hitCount).map(hit).map(|hit| QueryHit {
            shape: shape_key(hit.shape),
            point: vector(hit.point),
            normal: vector(hit.normal),
            fraction: hit.fraction,
        });
        Some(Query {
            kind: QueryKind::of(query.type_)?,
            filter: Filter { category: query.filter.categoryBits, mask: query.filter.maskBits },
            bounds: [vector(query.aabb.lowerBound), vector(query.aabb.upperBound)],
            origin: vector(query.origin),
            translation: vector(query.translation),
            id: query.id,
            name,
            hits: hits.collect(),
        })
    }

    fn shape_id(&self, key: Key) -> ffi::b3ShapeId {
        ffi::b3ShapeId { index1: key.index, world0: self.world0, generation: key.generation }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // SAFETY: the player exists and is not used afterwards.
        unsafe { ffi::b3RecPlayer_Destroy(self.raw.as_ptr()) };
    }
}

impl QueryKind {
    fn of(kind: ffi::b3RecQueryType) -> Option<Self> {
        Some(match kind {
            ffi::b3RecQueryType_b3_recQueryOverlapAABB => Self::OverlapBox,
            ffi::b3RecQueryType_b3_recQueryOverlapShape => Self::OverlapShape,
            ffi::b3RecQueryType_b3_recQueryCastRay => Self::CastRay,
            ffi::b3RecQueryType_b3_recQueryCastShape => Self::CastShape,
            ffi::b3RecQueryType_b3_recQueryCastRayClosest => Self::CastRayClosest,
            ffi::b3RecQueryType_b3_recQueryCastMover => Self::CastMover,
            ffi::b3RecQueryType_b3_recQueryCollideMover => Self::CollideMover,
            _ => return None,
        })
    }
}

/// The geometry of a shape that is in the world.
fn geometry(id: ffi::b3ShapeId) -> Option<Geometry> {
    // SAFETY: the shape is in the world, and each function is called for its own type. The pointers are to data that the world holds; they
    // are read before it changes.
    unsafe {
        Some(match ffi::b3Shape_GetType(id) {
            ffi::b3ShapeType_b3_sphereShape => {
                let sphere = ffi::b3Shape_GetSphere(id);
                Geometry::Sphere { center: vector(sphere.center), radius: sphere.radius }
            }
            ffi::b3ShapeType_b3_capsuleShape => {
                let capsule = ffi::b3Shape_GetCapsule(id);
                let ends = [capsule.center1, capsule.center2].map(vector);
                Geometry::Capsule { ends, radius: capsule.radius }
            }
            ffi::b3ShapeType_b3_hullShape => {
                let start = ffi::b3Shape_GetHull(id);
                let hull = start.as_ref()?;
                let points = trailing::<ffi::b3Vec3, _>(start, hull.byteCount, hull.pointOffset, hull.vertexCount)?;
                Geometry::Hull { points: points.iter().copied().map(vector).collect() }
            }
            ffi::b3ShapeType_b3_meshShape => {
                let mesh = ffi::b3Shape_GetMesh(id);
                mesh_of(mesh.data, vector(mesh.scale))?
            }
            ffi::b3ShapeType_b3_heightShape => height_field(ffi::b3Shape_GetHeightField(id))?,
            ffi::b3ShapeType_b3_compoundShape => Geometry::Compound,
            _ => return None,
        })
    }
}

/// # Safety
/// The pointer is null, or the data is at the start of an allocation of its byte count.
unsafe fn mesh_of(start: *const ffi::b3MeshData, scale: [f32; 3]) -> Option<Geometry> {
    // SAFETY: as the caller guarantees.
    let (points, triangles) = unsafe {
        let data = start.as_ref()?;
        (
            trailing::<ffi::b3Vec3, _>(start, data.byteCount, data.vertexOffset, data.vertexCount)?,
            trailing::<ffi::b3MeshTriangle, _>(start, data.byteCount, data.triangleOffset, data.triangleCount)?,
        )
    };
    let scaled = |point: &ffi::b3Vec3| {
        let point = vector(*point);
        [0, 1, 2].map(|i| point[i] * scale[i])
    };
    let is_mirrored = scale.iter().filter(|factor| **factor < 0.0).count() % 2 == 1;
    let indices = |triangle: &ffi::b3MeshTriangle| {
        let [a, b, c] = [triangle.index1, triangle.index2, triangle.index3].map(|index| u32::try_from(index).ok());
        Some(if is_mirrored { [a?, c?, b?] } else { [a?, b?, c?] })
    };
    let triangles: Option<Vec<[u32; 3]>> = triangles.iter().map(indices).collect();
    Some(Geometry::Mesh { points: points.iter().map(scaled).collect(), triangles: triangles? })
}

/// The triangles of a height field, as `b3GetHeightFieldTriangle` makes them.
///
/// # Safety
/// The pointer is null, or the data is at the start of an allocation of its byte count.
unsafe fn height_field(start: *const ffi::b3HeightFieldData) -> Option<Geometry> {
    // SAFETY: as the caller guarantees.
    let field = unsafe { start.as_ref()? };
    let (rows, columns) = (u32::try_from(field.rowCount).ok()?, u32::try_from(field.columnCount).ok()?);
    let cells = field.rowCount.checked_sub(1)?.checked_mul(field.columnCount.checked_sub(1)?)?;
    // SAFETY: as the caller guarantees.
    let (heights, materials) = unsafe {
        let count = field.rowCount.checked_mul(field.columnCount)?;
        (
            trailing::<u16, _>(start, field.byteCount, field.heightsOffset, count)?,
            trailing::<u8, _>(start, field.byteCount, field.materialOffset, cells)?,
        )
    };
    let scale = vector(field.scale);
    let point = |(i, height): (u32, &u16)| {
        let [x, z] = [i % columns, i / columns].map(|at| at as f32);
        [x * scale[0], (field.minHeight + field.heightScale * f32::from(*height)) * scale[1], z * scale[2]]
    };
    let points: Vec<[f32; 3]> = (0..).zip(heights).map(point).collect();
    let mut triangles = Vec::new();
    for row in 0..rows.saturating_sub(1) {
        for column in 0..columns.saturating_sub(1) {
            let cell = row * (columns - 1) + column;
            if u32::from(*materials.get(cell as usize)?) == ffi::B3_HEIGHT_FIELD_HOLE {
                continue;
            }
            let first = row * columns + column;
            let [a, b, c, d] = [first, first + 1, first + columns, first + columns + 1];
            let pair = [[a, c, b], [d, b, c]];
            triangles.extend(if field.clockwise { pair.map(|[a, b, c]| [a, c, b]) } else { pair });
        }
    }
    Some(Geometry::Mesh { points, triangles })
}

/// The array that follows a head in one allocation; `None` when it is not in the allocation.
///
/// # Safety
/// The head is at the start of an allocation of `bytes` bytes that has entries of type `T` at the offset, and that stays as it is for `'a`.
unsafe fn trailing<'a, T, H>(head: *const H, bytes: c_int, offset: c_int, count: c_int) -> Option<&'a [T]> {
    let [bytes, offset, count] = [bytes, offset, count].map(|number| usize::try_from(number).ok());
    let (offset, count) = (offset?, count?);
    let end = count.checked_mul(size_of::<T>())?.checked_add(offset)?;
    let start = head.cast::<u8>();
    if offset < size_of::<H>() || end > bytes? || (start.addr() + offset) % align_of::<T>() != 0 {
        return None;
    }
    // SAFETY: the array is in the allocation, as the caller guarantees and the lines above check, and it is aligned.
    Some(unsafe { std::slice::from_raw_parts(start.add(offset).cast(), count) })
}

/// # Safety
/// The pointer is null, or the text ends with a byte 0.
unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: as the caller guarantees.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

fn shape_key(id: ffi::b3ShapeId) -> Key {
    Key { index: id.index1, generation: id.generation }
}

fn vector(v: ffi::b3Vec3) -> [f32; 3] {
    [v.x, v.y, v.z]
}

fn quaternion(q: ffi::b3Quat) -> [f32; 4] {
    [q.v.x, q.v.y, q.v.z, q.s]
}
