//! Primitives that are compressed by Draco: the glTF extension `KHR_draco_mesh_compression`.
//!
//! A primitive is decoded when its mesh is read. Its numbers become a buffer of the document, and its accessors refer to that
//! buffer. Draco may split or merge vertices, so the counts of the accessors become those of the decoded mesh.

use std::collections::BTreeMap;

use draco_core::{DecodeLimits, DecoderBuffer, ErrorKind, Mesh, MeshDecoder};
use gltf::json::accessor::{ComponentType, GenericComponentType, Type};
use gltf::json::mesh::{Mode, Primitive};
use gltf::json::validation::{Checked, USize64};
use gltf::json::{Accessor, Index};
use serde::Deserialize;

use super::DECOMPRESS;
use crate::budget::ChargedVec;
use crate::import::gltf::state::Reading;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::notes::NoteKind;

const NAME: &str = "KHR_draco_mesh_compression";

/// Estimates of the bytes that the decoder takes for a triangle and for a vertex, besides the numbers of the vertices. Measured with
/// meshes of 100,000 and more triangles, and rounded up.
const PER_TRIANGLE: u64 = 300;
const PER_VERTEX: u64 = 200;
/// A mesh may have this many times the vertices and triangles that its accessors have, because Draco splits vertices.
const MORE: u64 = 2;
/// So many vertices and triangles are accepted whatever the accessors have.
const ALWAYS: u64 = 1 << 12;

/// The extension of a primitive.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Compressed {
    buffer_view: usize,
    /// The names of attributes with their identifiers in the compressed mesh.
    attributes: BTreeMap<String, u32>,
}

/// What is decoded for one primitive.
struct Wanted {
    view: usize,
    /// The identifiers in the compressed mesh, each with its accessor.
    attributes: Vec<(u32, usize)>,
    indices: Option<usize>,
}

/// Decodes the primitives of a mesh that are compressed and selected, so that their accessors have bytes.
///
/// # Errors
/// When a compressed mesh is broken, does not fit its accessors, or does not fit into the budget.
pub(in crate::import::gltf) fn unpack(
    reading: &mut Reading,
    mesh: usize,
    is_selected: &[bool],
    place: &LevelPlace,
) -> Result<()> {
    for (at, _) in is_selected.iter().enumerate().filter(|(_, is_selected)| **is_selected) {
        let primitive = &reading.source.document.meshes[mesh].primitives[at];
        let Some(wanted) = wanted(primitive, &reading.source.document.accessors, place)? else { continue };
        let indices = unpack_one(reading, &wanted, place)?;
        let primitive = &mut reading.source.document.meshes[mesh].primitives[at];
        primitive.indices = Some(indices);
        // A compressed mesh has single triangles, also where the file says that they were strips.
        primitive.mode = Checked::Valid(Mode::Triangles);
    }
    Ok(())
}

/// `None` for a primitive without compression, and for one whose accessors have bytes: these are the same numbers
/// uncompressed, for programs that do not know the extension, or an earlier primitive with the same accessors was decoded.
fn wanted(primitive: &Primitive, accessors: &[Accessor], place: &LevelPlace) -> Result<Option<Wanted>> {
    let written = primitive.extensions.as_ref().and_then(|extensions| extensions.others.get(NAME));
    let Some(written) = written else { return Ok(None) };
    let has_bytes =
        |accessor: &Index<Accessor>| accessors.get(accessor.value()).is_none_or(|found| found.buffer_view.is_some());
    if primitive.attributes.values().chain(&primitive.indices).all(has_bytes) {
        return Ok(None);
    }
    let Compressed { buffer_view, attributes } = Compressed::deserialize(written)
        .map_err(|error| LevelError::at(place.clone(), format!("has a primitive with an invalid {NAME}: {error}")))?;
    let accessor = |name: &str| {
        let mut named = primitive.attributes.iter().filter_map(|(semantic, accessor)| match semantic {
            Checked::Valid(semantic) => Some((semantic.to_string(), accessor.value())),
            Checked::Invalid => None,
        });
        named.find_map(|(semantic, accessor)| (semantic == name).then_some(accessor))
    };
    let attributes = attributes.iter().filter_map(|(name, id)| Some((*id, accessor(name)?))).collect::<Vec<_>>();
    let indices = primitive.indices.map(|indices| indices.value());
    Ok(Some(Wanted { view: buffer_view, attributes, indices }))
}

/// Decodes one primitive, changes its accessors, and returns the accessor of its indices.
fn unpack_one(reading: &mut Reading, wanted: &Wanted, place: &LevelPlace) -> Result<Index<Accessor>> {
    let Reading { source, notes, stamps } = reading;
    let broken = |why: String| LevelError::at(place.clone(), format!("has a primitive whose Draco compression {why}"));
    let accessors = &source.document.accessors;
    let count = |accessor: usize| accessors.get(accessor).map_or(0, |accessor| accessor.count.0);
    let vertices = wanted.attributes.iter().map(|(_, accessor)| count(*accessor)).max().unwrap_or(0);
    let triangles = wanted.indices.map_or(vertices, count) / 3;
    let numbers: u64 = wanted.attributes.iter().filter_map(|(_, at)| Some(4 * lanes(accessors.get(*at)?) as u64)).sum();
    let estimate = vertices.saturating_mul(PER_VERTEX + numbers).saturating_add(triangles.saturating_mul(PER_TRIANGLE));
    let memory = source.work.borrow(estimate)?;
    let view = source.view(wanted.view, place, stamps)?;
    let most = |count: u64| count.saturating_mul(MORE).saturating_add(ALWAYS);
    let limits = DecodeLimits::permissive()
        .with_max_points(most(vertices))
        .with_max_faces(most(triangles))
        .with_max_decoded_bytes(most(vertices).saturating_mul(numbers.max(64)));
    let mut decoded = Mesh::new();
    MeshDecoder::new().decode(&mut DecoderBuffer::new(view.as_slice()).with_limits(limits), &mut decoded).map_err(
        |error| match error.kind() {
            ErrorKind::LimitExceeded => {
                let why =
                    format!("has far more than the {vertices} vertices and {triangles} triangles of its accessors");
                broken(why).help("export the level again from where it was made")
            }
            _ => broken("cannot be read, because it is broken or of an unknown version".to_owned()).help(DECOMPRESS),
        },
    )?;
    let points = decoded.num_points();
    let (mut bytes, mut paid) = (Vec::new(), source.work.budget().nothing());
    let mut changed = Vec::new();
    for &(id, accessor) in &wanted.attributes {
        let Some(found) = source.document.accessors.get(accessor) else { continue };
        let attribute = decoded
            .attribute_by_unique_id(id)
            .ok_or_else(|| broken(format!("has no attribute {id}, which accessors[{accessor}] refers to")))?;
        let start = bytes.len();
        source.work.charged(paid.grow((points as u64).saturating_mul(4 * lanes(found) as u64)))?;
        let numbers = attribute.read_f32s(points, lanes(found));
        let Some(component) = component(found) else { continue };
        for number in numbers {
            write(number, component, &mut bytes);
        }
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        changed.push((accessor, start, points, component));
    }
    let start = bytes.len();
    source.work.charged(paid.grow((decoded.num_faces() as u64).saturating_mul(12)))?;
    bytes.extend(decoded.faces().iter().flatten().flat_map(|corner| corner.0.to_le_bytes()));
    let indices = wanted.indices.filter(|&indices| indices < source.document.accessors.len());
    let indices = indices.unwrap_or_else(|| {
        source.document.accessors.push(list_of_indices());
        source.document.accessors.len() - 1
    });
    changed.push((indices, start, 3 * decoded.num_faces(), ComponentType::U32));
    drop((decoded, memory));
    let bytes = source.work.charged(ChargedVec::from_parts(bytes, paid))?;
    let view = source.add_view(bytes, place)?;
    for (accessor, start, count, component) in changed {
        let index = accessor;
        let accessor = &mut source.document.accessors[index];
        if accessor.count.0 != count as u64 && index != indices {
            let why = format!(
                "its `count` is {}, but the compressed mesh has {count} vertices; all of these are read",
                accessor.count.0
            );
            notes.add(NoteKind::Forbidden(why), LevelPlace::named("accessors", index, accessor.name.as_ref()));
        }
        accessor.buffer_view = Some(view);
        accessor.byte_offset = Some(USize64(start as u64));
        accessor.count = USize64(count as u64);
        accessor.component_type = Checked::Valid(GenericComponentType(component));
    }
    Ok(Index::new(u32::try_from(indices).unwrap_or(u32::MAX)))
}

/// An accessor of indices for a primitive that has none.
fn list_of_indices() -> Accessor {
    Accessor {
        buffer_view: None,
        byte_offset: None,
        count: USize64(0),
        component_type: Checked::Valid(GenericComponentType(ComponentType::U32)),
        extensions: None,
        extras: None,
        type_: Checked::Valid(Type::Scalar),
        min: None,
        max: None,
        name: None,
        normalized: false,
        sparse: None,
    }
}

/// The numbers of an element. 0 for an invalid type, which is an error where the accessor is read.
fn lanes(accessor: &Accessor) -> usize {
    match &accessor.type_ {
        Checked::Valid(kind) => kind.multiplicity(),
        Checked::Invalid => 0,
    }
}

fn component(accessor: &Accessor) -> Option<ComponentType> {
    match accessor.component_type {
        Checked::Valid(GenericComponentType(component)) => Some(component),
        Checked::Invalid => None,
    }
}

/// Writes a number as the accessor stores it. Whole numbers of up to 24 bits are exact in `f32`, and Draco in glTF has no larger ones
/// but indices.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn write(number: f32, component: ComponentType, bytes: &mut Vec<u8>) {
    match component {
        ComponentType::I8 => bytes.extend((number as i8).to_le_bytes()),
        ComponentType::U8 => bytes.push(number as u8),
        ComponentType::I16 => bytes.extend((number as i16).to_le_bytes()),
        ComponentType::U16 => bytes.extend((number as u16).to_le_bytes()),
        ComponentType::U32 => bytes.extend((number as u32).to_le_bytes()),
        ComponentType::F32 => bytes.extend(number.to_le_bytes()),
    }
}
