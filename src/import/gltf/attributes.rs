//! The normals, texture coordinates and colours of the vertices of a glTF's mesh, as the surface of that mesh.
//!
//! Primitives may share positions and have different attributes, so a surface has its own vertices. An attribute that cannot
//! be used is a note; the vertices then have none. The same holds for single values that are not finite. A mesh whose surface
//! does not fit into memory is read without it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use glam::{Vec2, Vec3};
use gltf::json::accessor::Type;
use gltf::json::mesh::{Primitive, Semantic};
use gltf::json::validation::Checked;

use super::accessor::Elements;
use super::state::Reading;
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::notes::NoteKind;
use crate::surface::{Material, Part, Surface, Vertex, shaded};

/// The names of the attributes that are read.
const ATTRIBUTES: [&str; 4] = ["NORMAL", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0"];

/// The surface of a mesh while its primitives are read.
#[derive(Default)]
pub(super) struct RawSurface {
    vertices: Vec<Vertex>,
    /// The triangles of each primitive, with its material.
    parts: Vec<(Option<usize>, Vec<[u32; 3]>)>,
    /// The first surface vertex of the vertices from a mesh vertex on with these attributes.
    known: HashMap<(u32, [Option<usize>; 4]), u32>,
    /// Whether it did not fit into memory. It is then empty.
    is_left_out: bool,
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

    /// Adds the triangles of a primitive, which name vertices of the mesh. Without memory for them the surface is left out,
    /// with a note.
    pub(super) fn add(
        &mut self,
        reading: &mut Reading,
        primitive: &Primitive,
        used: &Used,
        triangles: &[[u32; 3]],
        place: &LevelPlace,
    ) -> Result<()> {
        if self.is_left_out {
            return Ok(());
        }
        match self.add_part(reading, primitive, used, triangles, place) {
            Err(error) if !reading.source.work.is_cancelled() => {
                reading.notes.add(NoteKind::NoMaterialMemory(error.message), place.clone());
                *self = Self { is_left_out: true, ..Self::default() };
                Ok(())
            }
            added => added,
        }
    }

    fn add_part(
        &mut self,
        reading: &mut Reading,
        primitive: &Primitive,
        used: &Used,
        triangles: &[[u32; 3]],
        place: &LevelPlace,
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
        place: &LevelPlace,
    ) -> Result<()> {
        let count = used.elements.len();
        reading.source.take(count, size_of::<Vertex>() * 2, place)?;
        let [normals, first_uv, second_uv, colors] = attributes;
        let normals = open(reading, normals, &[Type::Vec3], used, place)?;
        let first_uv = open(reading, first_uv, &[Type::Vec2], used, place)?;
        let second_uv = open(reading, second_uv, &[Type::Vec2], used, place)?;
        let colors = open(reading, colors, &[Type::Vec4, Type::Vec3], used, place)?;
        let uv = |list: &Option<(Elements, Type)>, at: usize| {
            list.as_ref().map_or(Vec2::ZERO, |(elements, _)| Vec2::from(elements.numbers::<2>(at)))
        };
        let color = |at: usize| match &colors {
            Some((elements, Type::Vec4)) => elements.numbers::<4>(at),
            Some((elements, _)) => {
                let [r, g, b] = elements.numbers::<3>(at);
                [r, g, b, 1.0]
            }
            None => [1.0; 4],
        };
        let mut not_finite = [0; ATTRIBUTES.len()];
        self.vertices.extend((0..count).map(|i| {
            let at = used.elements.get(i);
            let normal = normals.as_ref().map_or(Vec3::ZERO, |(elements, _)| Vec3::from(elements.numbers::<3>(at)));
            let (uv, color) = ([uv(&first_uv, at), uv(&second_uv, at)], color(at));
            let has_color = color.iter().all(|part| part.is_finite());
            let are_finite = [normal.is_finite(), uv[0].is_finite(), uv[1].is_finite(), has_color];
            for (count, is_finite) in not_finite.iter_mut().zip(are_finite) {
                *count += usize::from(!is_finite);
            }
            let [r, g, b, alpha] = if has_color { color.map(|part| part.clamp(0.0, 1.0)) } else { [1.0; 4] };
            Vertex {
                position: used.first + u32::try_from(i).unwrap_or(0),
                normal: if normal.is_finite() { normal.normalize_or_zero() } else { Vec3::ZERO },
                uv: uv.map(|uv| if uv.is_finite() { uv } else { Vec2::ZERO }),
                color: [shaded(r), shaded(g), shaded(b), alpha],
            }
        }));
        let lists = [normals, first_uv, second_uv, colors];
        for ((list, name), count) in lists.into_iter().zip(ATTRIBUTES).zip(not_finite) {
            if let Some((elements, _)) = list {
                reading.notes.add_many(NoteKind::NotFiniteAttribute(name), elements.place, count);
            }
        }
        Ok(())
    }

    /// The surface with its materials; `None` without triangles.
    pub(super) fn finish(self, materials: &BTreeMap<Option<usize>, Arc<Material>>) -> Option<Arc<Surface>> {
        let mut parts: Vec<Part> = Vec::new();
        let mut places = HashMap::new();
        for (material, mut triangles) in self.parts {
            let material = materials.get(&material).or_else(|| materials.get(&None))?;
            let place = *places.entry(Arc::as_ptr(material)).or_insert(parts.len());
            match parts.get_mut(place) {
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
    place: &LevelPlace,
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
            notes.add(NoteKind::Attribute(why), elements.place);
            Ok(None)
        }
        Err(error) if error.over.is_some() || source.work.is_cancelled() => Err(error),
        Err(error) => {
            notes.add(NoteKind::Attribute(error.message), error.place);
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::import::level::tests::{FLOAT, Maker, notes};

    #[test]
    fn values_that_are_not_finite_are_counted_and_left_out() {
        let (nan, infinity) = (f32::NAN, f32::INFINITY);
        let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let mut maker = Maker::new();
        let positions = maker.positions(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        let normals = maker.positions(&[[0.0, 0.0, 2.0], [nan, 0.0, 1.0], [0.0, infinity, 0.0]]);
        let uvs = maker.accessor("VEC2", FLOAT, 3, &bytes(&[0.25, 0.5, infinity, 0.0, 1.0, 1.0]));
        let colors = [0.5, 0.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 0.0, nan, 0.0, 0.5];
        let colors = maker.accessor("VEC4", FLOAT, 3, &bytes(&colors));
        let attributes = json!({ "POSITION": positions, "NORMAL": normals, "TEXCOORD_0": uvs, "COLOR_0": colors });
        let mesh = maker.mesh(json!({ "attributes": attributes }));
        maker.node("n", mesh);
        let level = maker.level();
        let notes = notes(&level);
        for words in [
            "accessors[1]: 2 values of NORMAL are not finite, this is the first",
            "accessors[2]: a value of TEXCOORD_0 is not finite; its vertex is drawn without it",
            "accessors[3]: a value of COLOR_0 is not finite",
        ] {
            assert!(notes.iter().any(|note| note.contains(words)), "{words}: {notes:?}");
        }
        assert_eq!(notes.len(), 3, "{notes:?}");
        let [a, b, c] = level.objects[0].mesh.surface().unwrap().vertices[..] else { panic!("three vertices") };
        assert_eq!([a, b, c].map(|vertex| vertex.normal), [Vec3::Z, Vec3::ZERO, Vec3::ZERO]);
        assert_eq!([a, b, c].map(|vertex| vertex.uv[0]), [Vec2::new(0.25, 0.5), Vec2::ZERO, Vec2::ONE]);
        assert_eq!([b.color, c.color], [[1.0; 4]; 2]);
        assert!((a.color[0].sqrt() * 255.0 - 187.5).abs() < 0.1, "a linear half is 188 in sRGB: {}", a.color[0]);
        assert!((a.color[3] - 0.5).abs() < f32::EPSILON, "alpha is no light");
    }
}
