//! The joints, weights and morph targets of the vertices of a glTF's mesh.

use std::sync::Arc;

use glam::Vec3;
use gltf::json::Index;
use gltf::json::accessor::{Accessor, Type};
use gltf::json::mesh::{Primitive, Semantic};

use super::accessor::Elements;
use super::attributes::Used;
use super::parts::attribute;
use super::state::Reading;
use crate::geometry::narrate::counted;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::rig::{Morph, Skinned};
use crate::skin::Influences;

/// How far a sum of float weights may be from 1, for each weight that is not 0 (glTF 2.0, section 3.7.3.3).
const TOLERANCE: f64 = 2e-7;

/// The joints and weights of a mesh while its primitives are read.
#[derive(Clone, Debug, Default)]
pub(super) struct RawInfluences {
    /// Those of each vertex, the same number for each; shorter than the vertices when the last ones have none.
    sets: Vec<RawSet>,
}

/// A set of four joints and weights of each vertex.
#[derive(Clone, Debug, Default)]
struct RawSet {
    joints: Vec<[u16; 4]>,
    weights: Vec<[f32; 4]>,
    /// The first vertex of each primitive, ascending, with the integer that stands for 1 in its weights; `None` for floats.
    units: Vec<(usize, Option<u32>)>,
}

/// The morph targets of a mesh while its primitives are read: for each one the offsets of positions and of normals, which are
/// shorter than the vertices when the last ones have none.
pub(super) type RawTargets = Vec<[Vec<Vec3>; 2]>;

/// Reads the sets `JOINTS_n` and `WEIGHTS_n` of the vertices that a primitive uses, which come after all that were read before.
/// Sets that cannot be used are a note.
pub(super) fn add_influences(
    reading: &mut Reading,
    primitive: &Primitive,
    used: &Used,
    raw: &mut RawInfluences,
    place: &LevelPlace,
) -> Result<()> {
    let first = used.first as usize;
    let count = used.elements.len();
    for n in 0.. {
        let set = [Semantic::Joints(n), Semantic::Weights(n)].map(|semantic| attribute(primitive, semantic));
        let (joints, weights) = match set {
            [Some(joints), Some(weights)] => (joints, weights),
            [None, None] => break,
            _ => {
                let why =
                    format!("only one of JOINTS_{n} and WEIGHTS_{n} exists; this set and further sets are not used");
                reading.notes.add(NoteKind::Influences(why), place.clone());
                break;
            }
        };
        let n = n as usize;
        let Some((joints, weights)) = open(reading, [joints, weights], used, place)? else { break };
        reading.source.take(count, size_of::<([u16; 4], [f32; 4])>() * 2, place)?;
        if raw.sets.len() <= n {
            raw.sets.resize_with(n + 1, RawSet::default);
        }
        if joints.is_u32() {
            let why = format!(
                "JOINTS_{n} has the type UNSIGNED_INT, which glTF does not allow for joints; it is read nevertheless"
            );
            reading.notes.add(NoteKind::Forbidden(why), joints.place.clone());
        }
        if let Some(unit) = weights.unit_if_normalized() {
            let why = format!(
                "WEIGHTS_{n} has integers and the accessor is not `normalized`, so the integer {unit} is a weight of {unit} and \
                 not of 1; add `\"normalized\": true`"
            );
            reading.notes.add(NoteKind::Forbidden(why), weights.place.clone());
        }
        let set = &mut raw.sets[n];
        set.joints.resize(first, [0; 4]);
        set.weights.resize(first, [0.0; 4]);
        set.units.push((first, weights.unit()));
        for i in 0..count {
            let at = used.elements.get(i);
            set.joints.push(joints.indices::<4>(at).map(|joint| u16::try_from(joint).unwrap_or(u16::MAX)));
            set.weights.push(weights.numbers::<4>(at));
        }
    }
    Ok(())
}

/// `None` with a note for a set that cannot be used.
fn open(
    reading: &mut Reading,
    [joints, weights]: [usize; 2],
    used: &Used,
    place: &LevelPlace,
) -> Result<Option<(Elements, Elements)>> {
    let Reading { source, notes, stamps } = reading;
    let mut open = || {
        let joints = Elements::open(source, joints, Type::Vec4, place, stamps)?.expect_indices()?;
        let weights = Elements::open(source, weights, Type::Vec4, place, stamps)?.expect_numbers()?;
        for elements in [&joints, &weights] {
            if elements.count < used.elements.least() {
                let found = counted(elements.count, "element");
                let why = format!("has {found} for {}", vertices(used.elements.least()));
                return Err(LevelError::at(elements.place.clone(), why));
            }
        }
        Ok((joints, weights))
    };
    match open() {
        Ok(both) => Ok(Some(both)),
        Err(error) if error.over.is_some() || source.work.is_cancelled() => Err(error),
        Err(error) => {
            let why = format!("joints and weights are not used: {}: {}", error.place, error.message);
            notes.add(NoteKind::Influences(why), place.clone());
            Ok(None)
        }
    }
}

/// A count of vertices in words.
fn vertices(count: usize) -> String {
    if count == 1 { "1 vertex".to_owned() } else { format!("{count} vertices") }
}

impl RawSet {
    /// The integer that stands for 1 in the weights of a vertex; `None` for floats.
    fn unit(&self, vertex: usize) -> Option<u32> {
        let after = self.units.partition_point(|(first, _)| *first <= vertex);
        self.units[..after].last().and_then(|(_, unit)| *unit)
    }
}

/// The weights of a vertex that are not 0.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    all: f64,
    count: u32,
    /// Of normalised integers: how many parts of `unit` they are together.
    parts: u64,
    unit: Option<u32>,
    /// Whether a weight is not finite.
    is_bad: bool,
}

impl Sum {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a normalised integer from 0 to 65,535"
    )]
    fn add(&mut self, weight: f32, unit: Option<u32>) {
        // A vertex with integers of different sizes is judged as one of floats.
        self.unit = if self.count == 0 { unit } else { self.unit.filter(|_| self.unit == unit) };
        self.all += f64::from(weight);
        self.count += 1;
        self.parts += unit.map_or(0, |unit| (f64::from(weight) * f64::from(unit)).round() as u64);
    }

    fn is_off(&self) -> bool {
        match self.unit {
            Some(unit) => self.parts != u64::from(unit),
            None => self.is_bad || (self.all - 1.0).abs() > TOLERANCE * f64::from(self.count.max(1)),
        }
    }
}

impl RawInfluences {
    /// The influences of `vertices` vertices of a mesh by the joints of a skin; `None` without any set. Joints out of range are
    /// a warning and weights that are not finite an error; both count as weight 0. The sums are those of the weights in the file.
    pub(super) fn skinned(
        &self,
        skin: usize,
        joint_count: usize,
        vertices: usize,
        place: &LevelPlace,
        notes: &mut Notes,
    ) -> Option<Skinned> {
        if self.sets.is_empty() {
            return None;
        }
        let per_vertex = 4 * self.sets.len();
        let (mut joints, mut weights) = (vec![0; per_vertex * vertices], vec![0.0; per_vertex * vertices]);
        let (mut off, mut doubled, mut out_of_range) = (Vec::new(), Vec::new(), Vec::new());
        let (mut not_finite, mut negative) = (0, 0);
        for vertex in 0..vertices {
            let number = u32::try_from(vertex).unwrap_or(u32::MAX);
            let own = vertex * per_vertex..(vertex + 1) * per_vertex;
            let mut sum = Sum::default();
            for (n, set) in self.sets.iter().enumerate() {
                let Some((of, by)) = set.joints.get(vertex).zip(set.weights.get(vertex)) else { continue };
                let unit = set.unit(vertex);
                for lane in 0..4 {
                    let (joint, weight) = (of[lane], by[lane]);
                    let at = own.start + 4 * n + lane;
                    if weight == 0.0 {
                        continue;
                    }
                    if !weight.is_finite() {
                        not_finite += 1;
                        sum.is_bad = true;
                        continue;
                    }
                    sum.add(weight, unit);
                    if usize::from(joint) >= joint_count {
                        out_of_range.push(number);
                    } else {
                        negative += usize::from(weight < 0.0);
                        (joints[at], weights[at]) = (joint, weight);
                    }
                }
            }
            if sum.is_off() {
                off.push(number);
            }
            let weighted: Vec<u16> = own.clone().filter(|&i| weights[i] != 0.0).map(|i| joints[i]).collect();
            if weighted.iter().enumerate().any(|(i, joint)| weighted[..i].contains(joint)) {
                doubled.push(number);
            }
        }
        out_of_range.dedup();
        if let Some(first) = out_of_range.first() {
            let why = match out_of_range.len() {
                1 => format!("vertex {first} names a joint that its skin does not have; this weight counts as 0"),
                count => format!(
                    "{count} vertices name a joint that its skin does not have, vertex {first} is the first; these weights count as 0"
                ),
            };
            notes.add(NoteKind::Influences(why), place.clone());
        }
        if not_finite > 0 {
            let why = match not_finite {
                1 => "a weight is not finite and counts as 0".to_owned(),
                count => format!("{count} weights are not finite and count as 0"),
            };
            notes.add(NoteKind::Influences(why).of_number(), place.clone());
        }
        if negative > 0 {
            let why = match negative {
                1 => "a weight is negative; it is used as it is".to_owned(),
                count => format!("{count} weights are negative; they are used as they are"),
            };
            notes.add(NoteKind::Forbidden(why), place.clone());
        }
        let mut is_used = vec![false; joint_count];
        for (&joint, _) in joints.iter().zip(&weights).filter(|(_, weight)| **weight != 0.0) {
            is_used[usize::from(joint)] = true;
        }
        let unused = (0..=u16::MAX).zip(&is_used).filter(|(_, is_used)| !**is_used).map(|(joint, _)| joint).collect();
        let influences = Influences::new(joint_count, per_vertex, joints, weights).ok()?;
        Some(Skinned {
            skin,
            influences: Arc::new(influences),
            off: off.into(),
            doubled: doubled.into(),
            out_of_range: out_of_range.into(),
            unused,
        })
    }
}

/// Reads the offsets of positions and normals of the vertices that a primitive uses, which come after all that were read before.
/// Those that cannot be used are a note.
pub(super) fn add_targets(
    reading: &mut Reading,
    primitive: &Primitive,
    used: &Used,
    raw: &mut RawTargets,
    place: &LevelPlace,
) -> Result<()> {
    for (n, target) in primitive.targets.iter().flatten().enumerate() {
        if raw.len() <= n {
            raw.resize_with(n + 1, Default::default);
        }
        let [positions, normals] = &mut raw[n];
        add_offsets(reading, target.positions, used, positions, place, |why| {
            NoteKind::Morph(format!("target {n}: {why}"))
        })?;
        let no_normals = |why| NoteKind::Attribute(format!("the normals of morph target {n} cannot be used: {why}"));
        add_offsets(reading, target.normals, used, normals, place, no_normals)?;
    }
    Ok(())
}

/// Reads offsets of the vertices that a primitive uses. `kind` is that of the note if they cannot be used.
fn add_offsets(
    reading: &mut Reading,
    accessor: Option<Index<Accessor>>,
    used: &Used,
    offsets: &mut Vec<Vec3>,
    place: &LevelPlace,
    kind: impl Fn(String) -> NoteKind,
) -> Result<()> {
    let Some(accessor) = accessor else { return Ok(()) };
    offsets.resize(used.first as usize, Vec3::ZERO);
    let Reading { source, notes, stamps } = reading;
    let elements = Elements::open(source, accessor.value(), Type::Vec3, place, stamps);
    let why = match elements.and_then(Elements::expect_numbers) {
        Ok(elements) if elements.count >= used.elements.least() => {
            source.take(used.elements.len(), size_of::<Vec3>(), place)?;
            let offset = |i| Vec3::from(elements.numbers::<3>(used.elements.get(i)));
            let before = offsets.len();
            offsets.extend((0..used.elements.len()).map(offset));
            let mut not_finite = 0;
            for offset in offsets[before..].iter_mut().filter(|offset| !offset.is_finite()) {
                *offset = Vec3::ZERO;
                not_finite += 1;
            }
            let why = match not_finite {
                0 => return Ok(()),
                1 => "an offset of a morph target is not finite and counts as 0".to_owned(),
                count => format!("{count} offsets of a morph target are not finite and count as 0"),
            };
            notes.add(NoteKind::Forbidden(why).of_number(), elements.place);
            return Ok(());
        }
        Ok(elements) => {
            let count = counted(elements.count, "element");
            format!("{} has {count} for {}", elements.place, vertices(used.elements.least()))
        }
        Err(error) if error.over.is_some() || source.work.is_cancelled() => return Err(error),
        Err(error) => format!("{}: {}", error.place, error.message),
    };
    notes.add(kind(why), place.clone());
    Ok(())
}

/// The morph targets of `vertices` vertices; `None` without any. Weights that are missing are 0.
pub(super) fn morph(targets: &RawTargets, weights: &[f32], vertices: usize) -> Option<Morph> {
    if targets.is_empty() {
        return None;
    }
    let all = |offsets: &[Vec3]| {
        let mut offsets = offsets.to_vec();
        offsets.resize(vertices, Vec3::ZERO);
        offsets
    };
    let of_normals = |normals: &Vec<Vec3>| if normals.is_empty() { Vec::new() } else { all(normals) };
    let normals = targets.iter().map(|[_, normals]| of_normals(normals)).collect();
    let targets: Vec<Vec<Vec3>> = targets.iter().map(|[positions, _]| all(positions)).collect();
    let finite = |weight: &f32| if weight.is_finite() { *weight } else { 0.0 };
    let mut weights: Vec<f32> = weights.iter().map(finite).collect();
    weights.resize(targets.len(), 0.0);
    Some(Morph { targets, normals, weights })
}
