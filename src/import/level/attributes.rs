//! The normals, texture coordinates and colours of the vertices of a glTF's mesh, as the surface of that mesh.
//!
//! Primitives may share positions and have different attributes, so a surface has its own vertices. An attribute that cannot
//! be used is a note; the vertices then have none.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use glam::{Vec2, Vec3};
use gltf::json::accessor::Type;
use gltf::json::mesh::{Primitive, Semantic};
use gltf::json::validation::Checked;

use super::accessor::Elements;
use super::error::{Place, Result};
use super::notes::Kind;
use super::reading::Reading;
use crate::surface::{Material, Part, Surface, Vertex};

/// The surface of a mesh while its primitives are read.
#[derive(Default)]
pub(super) struct RawSurface {
    vertices: Vec<Vertex>,
    /// The triangles of each primitive, with its material.
    parts: Vec<(Option<usize>, Vec<[u32; 3]>)>,
    /// The first surface vertex of the vertices from a mesh vertex on with these attributes.
    known: HashMap<(u32, [Option<usize>; 4]), u32>,
}

/// The vertices of the mesh that a primitive uses: from `first` on, those of `elements` of its accessor.
pub(super) struct Used {
    pub(super) first: u32,
    pub(super) elements: ReadElements,
}

/// Which elements of an accessor were read.
pub(super) enum ReadElements {
    /// All of them.
    All(usize),
    /// Only these.
    Some(Vec<u32>),
}

impl ReadElements {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::All(count) => *count,
            Self::Some(elements) => elements.len(),
        }
    }

    /// The element of a vertex, by its index among those that were read.
    pub(super) fn get(&self, i: usize) -> usize {
        match self {
            Self::All(_) => i,
            Self::Some(elements) => elements[i] as usize,
        }
    }

    /// How many elements an accessor must have.
    pub(super) fn least(&self) -> usize {
        match self {
            Self::All(count) => *count,
            Self::Some(elements) => elements.last().map_or(0, |last| *last as usize + 1),
        }
    }
}

impl RawSurface {
    /// The materials of its parts.
    pub(super) fn materials(&self) -> impl Iterator<Item = Option<usize>> {
        self.parts.iter().map(|(material, _)| *material)
    }

    /// Adds the triangles of a primitive, which name vertices of the mesh.
    pub(super) fn add(
        &mut self,
        reading: &mut Reading,
        primitive: &Primitive,
        used: &Used,
        triangles: &[[u32; 3]],
        place: &Place,
    ) -> Result<()> {
        let attributes = [Semantic::Normals, Semantic::TexCoords(0), Semantic::TexCoords(1), Semantic::Colors(0)]
            .map(|semantic| primitive.attributes.get(&Checked::Valid(semantic)).map(gltf::json::Index::value));
        let key = (used.first, attributes);
        let base = if let Some(&base) = self.known.get(&key) {
            base
        } else {
            let base = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
            self.read(reading, attributes, used, place)?;
            self.known.insert(key, base);
            base
        };
        reading.source.take(triangles.len(), size_of::<[u32; 3]>() * 2, place)?;
        let moved = triangles.iter().map(|corners| corners.map(|corner| corner - used.first + base));
        self.parts.push((primitive.material.map(|material| material.value()), moved.collect()));
        Ok(())
    }

    fn read(
        &mut self,
        reading: &mut Reading,
        attributes: [Option<usize>; 4],
        used: &Used,
        place: &Place,
    ) -> Result<()> {
        let count = used.elements.len();
        reading.source.take(count, size_of::<Vertex>() * 2, place)?;
        let [normals, first_uv, second_uv, colors] = attributes;
        let normals = open(reading, normals, &[Type::Vec3], used, place)?;
        let first_uv = open(reading, first_uv, &[Type::Vec2], used, place)?;
        let second_uv = open(reading, second_uv, &[Type::Vec2], used, place)?;
        let colors = open(reading, colors, &[Type::Vec4, Type::Vec3], used, place)?;
        let uv = |elements: &Option<(Elements, Type)>, at: usize| {
            let uv = elements.as_ref().map(|(elements, _)| Vec2::from(elements.numbers::<2>(at)));
            uv.filter(|uv| uv.is_finite()).unwrap_or_default()
        };
        let color = |at: usize| match &colors {
            Some((elements, Type::Vec4)) => elements.numbers::<4>(at),
            Some((elements, _)) => {
                let [r, g, b] = elements.numbers::<3>(at);
                [r, g, b, 1.0]
            }
            None => [1.0; 4],
        };
        self.vertices.extend((0..count).map(|i| {
            let at = used.elements.get(i);
            let normal = normals.as_ref().map(|(elements, _)| Vec3::from(elements.numbers::<3>(at)));
            Vertex {
                position: used.first + u32::try_from(i).unwrap_or(0),
                normal: normal.unwrap_or_default().normalize_or_zero(),
                uv: [uv(&first_uv, at), uv(&second_uv, at)],
                color: color(at).map(|part| if part.is_finite() { part.clamp(0.0, 1.0) } else { 1.0 }),
            }
        }));
        Ok(())
    }

    /// The surface with its materials; `None` without triangles.
    pub(super) fn finish(self, materials: &BTreeMap<Option<usize>, Arc<Material>>) -> Option<Arc<Surface>> {
        let mut parts: Vec<Part> = Vec::new();
        for (material, mut triangles) in self.parts {
            let material = materials.get(&material).or_else(|| materials.get(&None))?;
            match parts.iter_mut().find(|part| Arc::ptr_eq(&part.material, material)) {
                Some(part) => part.triangles.append(&mut triangles),
                None => parts.push(Part { triangles, material: Arc::clone(material) }),
            }
        }
        (!parts.is_empty()).then(|| Arc::new(Surface { vertices: self.vertices, parts }))
    }
}

/// The materials of some surfaces.
pub(super) fn used<'s>(surfaces: impl Iterator<Item = &'s RawSurface>) -> BTreeSet<Option<usize>> {
    surfaces.flat_map(RawSurface::materials).collect()
}

/// An attribute with its type, one of `kinds`; `None` with a note for one that cannot be used.
fn open(
    reading: &mut Reading,
    accessor: Option<usize>,
    kinds: &[Type],
    used: &Used,
    place: &Place,
) -> Result<Option<(Elements, Type)>> {
    let Some(index) = accessor else { return Ok(None) };
    let Reading { source, notes, stamps } = reading;
    let written = source.document.accessors.get(index).map(|accessor| &accessor.type_);
    let kind = kinds.iter().copied().find(|kind| matches!(written, Some(Checked::Valid(found)) if found == kind));
    let kind = kind.or(kinds.first().copied()).unwrap_or(Type::Vec3);
    match Elements::open(source, index, kind, place, stamps).and_then(Elements::expect_numbers) {
        Ok(elements) => {
            let least = used.elements.least();
            if elements.count >= least {
                return Ok(Some((elements, kind)));
            }
            let why = format!("has {} elements for {least} vertices", elements.count);
            notes.add(Kind::Attribute(why), elements.place);
            Ok(None)
        }
        Err(error) if error.over.is_some() || source.work.is_cancelled() => Err(error),
        Err(error) => {
            notes.add(Kind::Attribute(error.message), error.place);
            Ok(None)
        }
    }
}
