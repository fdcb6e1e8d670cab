//! The meshes of a glTF: all primitives of a mesh merged, their triangles in file order.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use glam::Vec3;
use gltf::json::accessor::{Accessor, Type};
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{Index, Material, Mesh as Written};

use super::accessor::Elements;
use super::attributes::{RawSurface, ReadElements, Used};
use super::compressed::draco;
use super::influences::{RawInfluences, RawTargets, add_influences, add_targets};
use super::parts::{MeshPart, attribute};
use super::source::GltfSource;
use super::state::Reading;
use super::{attributes, material};
use crate::geometry::Mesh;
use crate::geometry::narrate::counted;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::limits::READY;
use crate::import::level::notes::{NoteKind, Notes};
use crate::parallel;
use crate::scene::Color;
use crate::surface::encoded;

/// A mesh and its colour.
#[derive(Clone, Debug)]
pub(super) struct Built {
    pub(super) mesh: Arc<Mesh>,
    pub(super) color: Option<Color>,
    pub(super) influences: RawInfluences,
    pub(super) targets: RawTargets,
    /// The weights of the targets, where no node has its own.
    pub(super) weights: Vec<f32>,
}

/// These meshes; an empty one is left out with a note.
pub(super) fn build(reading: &mut Reading, used: &BTreeSet<MeshPart>) -> Result<BTreeMap<MeshPart, Built>> {
    let mut raw = Vec::new();
    let has_surfaces = material::are_drawn(reading, used, READY);
    for &part in used {
        raw.push((part, gather(reading, part, has_surfaces)?));
    }
    let work = reading.source.work;
    for (_, raw) in &raw {
        work.keep_many(raw.triangles.len(), READY)?;
    }
    // After the memory for the answers was reserved: a texture that does not fit is only missing in pictures.
    let materials = attributes::used(raw.iter().filter_map(|(_, raw)| raw.surface.as_ref()));
    let materials = if has_surfaces { material::read(reading, &materials)? } else { BTreeMap::new() };
    let all = raw.iter().map(|(_, raw)| raw.triangles.len()).sum();
    let finish = |(part, raw)| {
        let Raw { place, positions, triangles, color, surface, influences, targets, weights } = raw;
        if work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        let count = triangles.len();
        let surface = surface.and_then(|surface| surface.finish(&materials));
        let mesh = Mesh::new(positions, triangles).map(|mesh| mesh.with_surface(surface));
        work.advance_by(count, all);
        let built = |mesh| Built { mesh: Arc::new(mesh), color, influences, targets, weights };
        Ok((part, place, mesh.map(built)))
    };
    let meshes: Vec<_> = parallel::map_owned(raw, finish).into_iter().collect::<Result<_>>()?;
    let mut built = BTreeMap::new();
    for (part, place, mesh) in meshes {
        match mesh {
            Ok(mesh) => drop(built.insert(part, mesh)),
            Err(error) => reading.notes.add(NoteKind::EmptyMesh(error.to_string()), place),
        }
    }
    Ok(built)
}

/// A mesh before it is made.
struct Raw {
    place: LevelPlace,
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    color: Option<Color>,
    surface: Option<RawSurface>,
    influences: RawInfluences,
    targets: RawTargets,
    weights: Vec<f32>,
}

/// What the vertices of a primitive are read from, by the accessors. Primitives that read all of it from the same accessors share
/// their vertices. Normals, texture coordinates and colours are not part of it, because a surface has its own vertices.
#[derive(PartialEq, Eq, Hash)]
struct VertexSource {
    positions: usize,
    /// `JOINTS_n` and `WEIGHTS_n` of each set.
    influences: Vec<[Option<usize>; 2]>,
    /// The positions and normals of each morph target.
    targets: Vec<[Option<usize>; 2]>,
}

impl VertexSource {
    /// `None` for a primitive without positions.
    fn of(primitive: &Primitive) -> Option<Self> {
        let set = |n| [Semantic::Joints(n), Semantic::Weights(n)].map(|semantic| attribute(primitive, semantic));
        let targets = primitive.targets.iter().flatten();
        Some(Self {
            positions: attribute(primitive, Semantic::Positions)?,
            influences: (0..u32::MAX).map(set).take_while(|set| set.iter().any(Option::is_some)).collect(),
            targets: targets.map(|target| [target.positions, target.normals].map(index_of)).collect(),
        })
    }
}

fn index_of(accessor: Option<Index<Accessor>>) -> Option<usize> {
    accessor.map(|accessor| accessor.value())
}

/// The first vertex of those that were read whole from each source.
type Vertices = HashMap<VertexSource, usize>;

fn gather(reading: &mut Reading, MeshPart { mesh: index, part }: MeshPart, has_surface: bool) -> Result<Raw> {
    let document = &reading.source.document;
    let belongs = |primitive: &Primitive| part.has(document, primitive);
    let belongs: Vec<bool> = document.meshes[index].primitives.iter().map(belongs).collect();
    let place = LevelPlace::named("meshes", index, document.meshes[index].name.as_ref());
    draco::unpack(reading, index, &belongs, &place)?;
    // Taken out and put back, because reading needs the rest of the document.
    let written = Written { primitives: Vec::new(), ..reading.source.document.meshes[index].clone() };
    let primitives = std::mem::take(&mut reading.source.document.meshes[index].primitives);
    let surface = has_surface.then(RawSurface::default);
    let mut raw = Raw {
        place,
        positions: Vec::new(),
        triangles: Vec::new(),
        color: None,
        surface,
        influences: RawInfluences::default(),
        targets: Vec::new(),
        weights: written.weights.unwrap_or_default(),
    };
    let mut vertices = Vertices::new();
    let mut colored: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    let mut result = Ok(());
    for (primitive, _) in primitives.iter().zip(belongs).filter(|(_, belongs)| *belongs) {
        let (before, positions) = (raw.triangles.len(), raw.positions.len());
        result = add(reading, primitive, &mut raw, &mut vertices)
            .and_then(|()| add_attributes(reading, primitive, &mut raw, &vertices, before, positions));
        if result.is_err() {
            break;
        }
        let material = primitive.material.map(|material| material.value());
        let count = reading.source.document.materials.len();
        if material.is_some_and(|material| material >= count) {
            let why = format!(
                "a primitive names a material that does not exist, because the length of `materials` is {count}; it is \
                 drawn with the default material"
            );
            reading.notes.add(NoteKind::ReadAs(why), raw.place.clone());
        }
        *colored.entry(material).or_default() += raw.triangles.len() - before;
    }
    reading.source.document.meshes[index].primitives = primitives;
    result?;
    let most = colored.into_iter().rev().max_by_key(|(_, triangles)| *triangles);
    if let Some((Some(material), _)) = most {
        raw.color = reading.source.document.materials.get(material).and_then(color);
    }
    Ok(raw)
}

/// Adds the triangles of a primitive.
fn add(reading: &mut Reading, primitive: &Primitive, raw: &mut Raw, vertices: &mut Vertices) -> Result<()> {
    let Reading { source, notes, stamps } = reading;
    let place = &raw.place;
    let Checked::Valid(mode) = primitive.mode else {
        return Err(LevelError::at(place.clone(), "has a primitive whose `mode` is none of glTF"));
    };
    if matches!(mode, Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip) {
        notes.add(NoteKind::NoTriangles, place.clone());
        return Ok(());
    }
    let Some(from) = VertexSource::of(primitive) else {
        notes.add(NoteKind::NoPositions, place.clone());
        return Ok(());
    };
    let accessor = from.positions;
    let positions = Elements::open(source, accessor, Type::Vec3, place, stamps)?.expect_numbers()?;
    let corners = match primitive.indices {
        Some(index) => {
            let indices = Elements::open(source, index.value(), Type::Scalar, place, stamps)?.expect_indices()?;
            source.take(indices.count, size_of::<u32>(), place)?;
            let corners: Vec<u32> = (0..indices.count).map(|i| indices.index(i)).collect();
            if let Some(i) = corners.iter().position(|&corner| corner as usize >= positions.count) {
                let elements = counted(positions.count, "element");
                let message = format!("its index {i} is {}, but {} has {elements}", corners[i], positions.place);
                return Err(LevelError::at(indices.place, message));
            }
            Some(corners)
        }
        None => None,
    };
    let corner_count = corners.as_ref().map_or(positions.count, Vec::len);
    let (triangles, left_over) = match mode {
        Mode::TriangleStrip | Mode::TriangleFan => (corner_count.saturating_sub(2), 0),
        _ => (corner_count / 3, corner_count % 3),
    };
    if left_over > 0 {
        notes.add(NoteKind::LeftOver, place.clone());
    }
    source.take(triangles, size_of::<[u32; 3]>(), place)?;
    let corner = |i: usize| corners.as_ref().map_or(u32::try_from(i).unwrap_or(u32::MAX), |corners| corners[i]);
    let mut triangle_at: Vec<[u32; 3]> = match mode {
        Mode::TriangleStrip => {
            (0..triangles).map(|i| [corner(i), corner(i + 1 + i % 2), corner(i + 2 - i % 2)]).collect()
        }
        Mode::TriangleFan => (0..triangles).map(|i| [corner(i + 1), corner(i + 2), corner(0)]).collect(),
        _ => (0..triangles).map(|i| [corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)]).collect(),
    };
    let base = match vertices.get(&from) {
        Some(&base) => base,
        // From a long list that many meshes share, only the used vertices.
        None if positions.count / 4 > corner_count => {
            return add_used(source, notes, raw, &positions, triangle_at);
        }
        None => {
            let base = raw.positions.len();
            source.take(positions.count, size_of::<Vec3>(), place)?;
            raw.positions.extend((0..positions.count).map(|i| Vec3::from(positions.numbers::<3>(i))));
            note_not_finite(notes, &positions.place, &raw.positions[base..]);
            vertices.insert(from, base);
            base
        }
    };
    let base = first_vertex(base, positions.count, place)?;
    for corner in triangle_at.iter_mut().flatten() {
        *corner += base;
    }
    raw.triangles.append(&mut triangle_at);
    Ok(())
}

/// Adds the attributes of the triangles that [`add`] added after the first `before`; there were `positions` vertices.
fn add_attributes(
    reading: &mut Reading,
    primitive: &Primitive,
    raw: &mut Raw,
    vertices: &Vertices,
    before: usize,
    positions: usize,
) -> Result<()> {
    let triangles = &raw.triangles[before..];
    let Some(from) = VertexSource::of(primitive) else { return Ok(()) };
    let first = vertices.get(&from).copied();
    if triangles.is_empty() && first.is_none() {
        return Ok(());
    }
    let Reading { source, stamps, .. } = reading;
    let used = if let Some(first) = first {
        let count = source.document.accessors.get(from.positions).map_or(0, |accessor| accessor.count.0);
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        Used { first: u32::try_from(first).unwrap_or(u32::MAX), elements: ReadElements::All(count) }
    } else {
        // Those of `add_used`: each index once, ascending.
        let Some(indices) = primitive.indices else { return Ok(()) };
        let indices = Elements::open(source, indices.value(), Type::Scalar, &raw.place, stamps)?;
        let left_over = match primitive.mode {
            Checked::Valid(Mode::TriangleStrip | Mode::TriangleFan) => 0,
            _ => indices.count % 3,
        };
        let mut elements: Vec<u32> = (0..indices.count - left_over).map(|i| indices.index(i)).collect();
        elements.sort_unstable();
        elements.dedup();
        Used { first: u32::try_from(positions).unwrap_or(u32::MAX), elements: ReadElements::Some(elements) }
    };
    // Vertices that an earlier primitive has read have the same joints, weights and offsets.
    if used.first as usize >= positions {
        add_influences(reading, primitive, &used, &mut raw.influences, &raw.place)?;
        add_targets(reading, primitive, &used, &mut raw.targets, &raw.place)?;
    }
    let Some(surface) = raw.surface.as_mut().filter(|_| !triangles.is_empty()) else { return Ok(()) };
    surface.add(reading, primitive, &used, triangles, &raw.place)
}

/// Adds triangles with the vertices that they name, and no others.
fn add_used(
    source: &mut GltfSource,
    notes: &mut Notes,
    raw: &mut Raw,
    positions: &Elements,
    mut triangles: Vec<[u32; 3]>,
) -> Result<()> {
    let mut used: Vec<u32> = triangles.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    source.take(used.len(), size_of::<Vec3>(), &raw.place)?;
    let base = raw.positions.len();
    raw.positions.extend(used.iter().map(|&vertex| Vec3::from(positions.numbers::<3>(vertex as usize))));
    note_not_finite(notes, &positions.place, &raw.positions[base..]);
    let base = first_vertex(base, used.len(), &raw.place)?;
    for corner in triangles.iter_mut().flatten() {
        let at = used.binary_search(corner).unwrap_or(0);
        *corner = base + u32::try_from(at).unwrap_or(0);
    }
    raw.triangles.append(&mut triangles);
    Ok(())
}

/// The index of the first of `count` vertices, all of which must be named by 32 bits.
fn first_vertex(base: usize, count: usize, place: &LevelPlace) -> Result<u32> {
    let is_in_range = base.checked_add(count).is_some_and(|end| u32::try_from(end).is_ok());
    let base = u32::try_from(base).ok().filter(|_| is_in_range);
    base.ok_or_else(|| LevelError::at(place.clone(), "has more vertices than 32-bit indices can address"))
}

fn note_not_finite(notes: &mut Notes, place: &LevelPlace, positions: &[Vec3]) {
    let count = positions.iter().filter(|position| !position.is_finite()).count();
    notes.add_many(NoteKind::NotFinite, place.clone(), count);
}

/// The base colour, converted from linear glTF values to sRGB; `None` for white.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
pub(super) fn color(material: &Material) -> Option<Color> {
    let [r, g, b, _] = material.pbr_metallic_roughness.base_color_factor.0;
    let byte = |light: f32| (encoded(light.clamp(0.0, 1.0)) * 255.0).round() as u8;
    let color = [r, g, b].map(byte);
    (color != [255; 3]).then_some(Color(color))
}
