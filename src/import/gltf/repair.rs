//! A copy of a glTF or GLB whose weights are repaired: normalised, or limited to few joints for each vertex.
//!
//! The copy has all chunks and values of the file. The repaired joints and weights are new accessors at the end of its bytes, joints
//! as unsigned shorts and weights as floats, and the primitives name these in place of their own. What was there stays.
//!
//! ```text
//! one joint named twice    its weights are added
//! limit                    the greatest weights are kept, scaled so that they have the sum of all
//! normalise                w / Σ w; weights that add up to 0 stay, because no joint is known to move the vertex
//! ```

use std::collections::HashMap;

use serde_json::{Value, json};

use super::chunk_accessors::VERTICES;
use super::chunks::Chunks;

/// What is repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WeightRepair {
    /// Whether weights are scaled to add up to 1.
    pub(crate) normalizes: bool,
    /// The most joints of a vertex, 1 to 4; `None` for all.
    pub(crate) limit: Option<usize>,
}

/// What was done.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct RepairedWeights {
    /// The number of vertices with joints.
    pub(crate) vertices: usize,
    /// The vertices whose weights did not add up to 1, and do now.
    pub(crate) normalized: usize,
    /// The vertices that had more joints than the limit.
    pub(crate) limited: usize,
    /// The vertices whose weights add up to 0.
    pub(crate) unweighted: usize,
}

/// Repairs the weights of a glTF or GLB.
///
/// # Errors
/// When there are none, or they are compressed: in one sentence.
pub(crate) fn repair_weights(chunks: &mut Chunks, how: WeightRepair) -> Result<RepairedWeights, String> {
    let mut repaired = RepairedWeights::default();
    let mut known: HashMap<Vec<[usize; 2]>, Vec<[usize; 2]>> = HashMap::new();
    let meshes = chunks.json.get("meshes").and_then(Value::as_array).map_or(0, Vec::len);
    for mesh in 0..meshes {
        let primitives = chunks.json["meshes"][mesh].get("primitives").and_then(Value::as_array).map_or(0, Vec::len);
        for primitive in 0..primitives {
            let place = format!("meshes[{mesh}].primitives[{primitive}]");
            let of = |chunks: &Chunks| chunks.json["meshes"][mesh]["primitives"][primitive].clone();
            let sets = sets(&of(chunks), &place)?;
            if sets.is_empty() {
                continue;
            }
            let new = if let Some(new) = known.get(&sets) {
                new.clone()
            } else {
                let new = chunks.repair(&sets, how, &mut repaired).map_err(|why| format!("{place}: {why}"))?;
                known.insert(sets.clone(), new.clone());
                new
            };
            let attributes = chunks.json["meshes"][mesh]["primitives"][primitive].get_mut("attributes");
            let Some(attributes) = attributes.and_then(Value::as_object_mut) else { continue };
            for n in 0..sets.len() {
                for (name, i) in [("JOINTS", 0), ("WEIGHTS", 1)] {
                    match new.get(n) {
                        Some(set) => drop(attributes.insert(format!("{name}_{n}"), json!(set[i]))),
                        None => drop(attributes.shift_remove(&format!("{name}_{n}"))),
                    }
                }
            }
        }
    }
    if known.is_empty() {
        return Err("no mesh has joints and weights".to_owned());
    }
    Ok(repaired)
}

/// The accessors of the joints and weights of a primitive, set by set.
fn sets(primitive: &Value, place: &str) -> Result<Vec<[usize; 2]>, String> {
    let index = |name: &str| {
        let written = primitive.get("attributes").and_then(|attributes| attributes.get(name))?;
        Some(written.as_u64().and_then(|index| usize::try_from(index).ok()))
    };
    let mut sets = Vec::new();
    loop {
        let n = sets.len();
        match (index(&format!("JOINTS_{n}")), index(&format!("WEIGHTS_{n}"))) {
            (None, None) => break,
            (Some(Some(joints)), Some(Some(weights))) => sets.push([joints, weights]),
            _ => return Err(format!("{place}: JOINTS_{n} and WEIGHTS_{n} must both be the index of an accessor")),
        }
    }
    let extensions = primitive.get("extensions").and_then(Value::as_object);
    if !sets.is_empty() && extensions.is_some_and(|extensions| extensions.contains_key("KHR_draco_mesh_compression")) {
        return Err(format!("{place}: its data are compressed; export it without compression"));
    }
    Ok(sets)
}

impl Chunks {
    /// Adds the repaired sets. Returns their accessors.
    fn repair(
        &mut self,
        sets: &[[usize; 2]],
        how: WeightRepair,
        repaired: &mut RepairedWeights,
    ) -> Result<Vec<[usize; 2]>, String> {
        let read: Vec<[Vec<[f64; 4]>; 2]> = sets
            .iter()
            .map(|&[joints, weights]| Ok([self.vectors(joints)?, self.vectors(weights)?]))
            .collect::<Result<_, String>>()?;
        let count = read.iter().flatten().map(Vec::len).min().unwrap_or(0);
        if read.iter().flatten().any(|all| all.len() != count) {
            return Err("its joints and weights are not of equally many vertices".to_owned());
        }
        let lanes = how.limit.map_or(4 * sets.len(), |_| 4);
        let mut new: Vec<Vec<(f64, f32)>> = Vec::with_capacity(count);
        for vertex in 0..count {
            let pairs = read.iter().flat_map(|[joints, weights]| joints[vertex].into_iter().zip(weights[vertex]));
            new.push(repaired_vertex(pairs, how, lanes, repaired));
        }
        repaired.vertices += count;
        let mut accessors = Vec::new();
        for set in 0..lanes / 4 {
            let lane = |of: &[(f64, f32)], i: usize| of.get(4 * set + i).copied().unwrap_or((0.0, 0.0));
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "read from 16 bits")]
            let joints = new.iter().flat_map(|of| (0..4).flat_map(|i| (lane(of, i).0 as u16).to_le_bytes()));
            let joints = self.add(joints.collect(), 5123, count)?;
            let weights = new.iter().flat_map(|of| (0..4).flat_map(|i| lane(of, i).1.to_le_bytes()));
            accessors.push([joints, self.add(weights.collect(), 5126, count)?]);
        }
        Ok(accessors)
    }

    /// Adds an accessor of vectors of four. Returns its index.
    fn add(&mut self, bytes: Vec<u8>, component: u32, count: usize) -> Result<usize, String> {
        let view = self.add_view(bytes, VERTICES)?;
        self.push(
            "accessors",
            json!({ "bufferView": view, "componentType": component, "count": count, "type": "VEC4" }),
        )
    }

    fn vectors(&self, accessor: usize) -> Result<Vec<[f64; 4]>, String> {
        let numbers = self.numbers(accessor, 4)?;
        if numbers.iter().any(|number| *number > f64::from(u16::MAX)) {
            return Err(format!("accessors[{accessor}] has a number above {}", u16::MAX));
        }
        Ok(numbers.chunks_exact(4).map(|of| [of[0], of[1], of[2], of[3]]).collect())
    }
}

/// The joints of a vertex with their new weights.
fn repaired_vertex(
    pairs: impl Iterator<Item = (f64, f64)>,
    how: WeightRepair,
    lanes: usize,
    repaired: &mut RepairedWeights,
) -> Vec<(f64, f32)> {
    /// As glTF 2.0, section 3.7.3.3, allows for each weight that is not 0.
    const TOLERANCE: f64 = 2e-7;
    let mut joints: Vec<(f64, f64)> = Vec::new();
    for (joint, weight) in pairs.filter(|(joint, weight)| *weight != 0.0 && weight.is_finite() && joint.is_finite()) {
        match joints.iter_mut().find(|(known, _)| known.to_bits() == joint.to_bits()) {
            Some((_, known)) => *known += weight,
            None => joints.push((joint, weight)),
        }
    }
    let sum = |joints: &[(f64, f64)]| joints.iter().map(|(_, weight)| weight).sum::<f64>();
    let all = sum(&joints);
    repaired.unweighted += usize::from(all == 0.0);
    let limit = how.limit.unwrap_or(lanes);
    if joints.len() > limit {
        joints.sort_by(|a, b| b.1.total_cmp(&a.1));
        joints.truncate(limit);
        repaired.limited += 1;
    }
    let kept = sum(&joints);
    let wanted = if how.normalizes { 1.0 } else { all };
    if how.normalizes && all != 0.0 && (all - 1.0).abs() > TOLERANCE * joints.len() as f64 {
        repaired.normalized += 1;
    }
    let factor = if kept == 0.0 || all == 0.0 { 1.0 } else { wanted / kept };
    #[expect(clippy::cast_possible_truncation, reason = "weights are f32")]
    let rounded = |(joint, weight): (f64, f64)| (joint, (weight * factor) as f32);
    joints.into_iter().map(rounded).collect()
}

#[cfg(test)]
mod tests {
    use super::super::chunks::{CopyForm, NamedFiles};
    use super::*;
    use crate::random::Random;

    /// A copy of a file without files beside it.
    fn repaired(bytes: &[u8], how: WeightRepair, form: &CopyForm) -> Result<(Vec<u8>, RepairedWeights), String> {
        let files = NamedFiles { read: &|name| Err(format!("there is no file {name}")), is_same_folder: true };
        let mut chunks = Chunks::read(bytes, &files)?;
        let repaired = repair_weights(&mut chunks, how)?;
        Ok((chunks.write(form, &files)?.0, repaired))
    }

    fn figure() -> Vec<u8> {
        std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/figure.glb")).unwrap()
    }

    #[test]
    fn joints_are_merged_limited_and_scaled() {
        let vertex = |pairs: &[(f64, f64)], normalizes, limit| {
            let mut repaired = RepairedWeights::default();
            let how = WeightRepair { normalizes, limit };
            (repaired_vertex(pairs.iter().copied(), how, 8, &mut repaired), repaired)
        };
        let (found, counts) = vertex(&[(3.0, 0.25), (3.0, 0.25), (1.0, 0.5), (2.0, 0.0), (9.0, f64::NAN)], true, None);
        assert_eq!((found, counts.normalized), (vec![(3.0, 0.5), (1.0, 0.5)], 0));
        let (found, counts) = vertex(&[(0.0, 0.1), (1.0, 0.4), (2.0, 0.2), (3.0, 0.1)], false, Some(2));
        assert_eq!((counts.limited, counts.normalized), (1, 0));
        assert_eq!(found.iter().map(|(joint, _)| *joint).collect::<Vec<_>>(), [1.0, 2.0]);
        assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 0.8).abs() < 1e-6, "the sum stays: {found:?}");
        let (found, counts) = vertex(&[(0.0, 0.5), (1.0, 1.5)], true, Some(4));
        assert_eq!((found, counts.normalized), (vec![(0.0, 0.25), (1.0, 0.75)], 1));
        let (found, counts) = vertex(&[(0.0, 0.0)], true, Some(4));
        assert_eq!((found, counts.unweighted, counts.normalized), (vec![], 1, 0));
    }

    /// No change of a file, however it is broken, is a panic.
    #[test]
    fn a_broken_file_is_an_error() {
        let how = WeightRepair { normalizes: true, limit: Some(4) };
        let sound = figure();
        assert_eq!(repaired(&sound, how, &CopyForm::Glb).unwrap().1.vertices, 1056);
        let text = repaired(&sound, how, &CopyForm::Text { buffer: "a.bin".into() }).unwrap().0;
        let mut random = Random(7);
        for _ in 0..2000 {
            let mut bytes = sound.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(5000);
                bytes[at] = u8::try_from(random.below(256)).unwrap();
            }
            if random.below(4) == 0 {
                bytes.truncate(random.below(sound.len()));
            }
            let _ = repaired(&bytes, how, &CopyForm::Glb);
            let mut bytes = text.clone();
            let at = random.below(text.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap();
            let _ = repaired(&bytes, how, &CopyForm::Text { buffer: "b.bin".into() });
        }
    }
}
