//! The cost of each object, material and texture, and of all of them together.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::bytes::{geometry_bytes, texture_bytes};
use super::count::Count;
use super::solids::mesh_of_solid;
use crate::budget::{OverBudget, Reservation};
use crate::geometry::Mesh;
use crate::scene;
use crate::surface::Material;
use crate::world::{ImageAt, ObjectAt, World};

/// The bytes of one object in the lists of a [`LevelCost`], with its part of the maps that make them.
const ITEM: usize = 512;

/// What an object or an image costs when it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemCost {
    /// Its name.
    pub name: Arc<str>,
    /// Its triangles.
    pub triangles: u64,
    /// Its vertices.
    pub vertices: u64,
    /// The bytes of its geometry.
    pub geometry_bytes: u64,
    /// The number of objects with the same geometry, with itself. It is in memory once.
    pub shared_by: u64,
    /// The bytes of its textures.
    pub texture_bytes: u64,
    /// One for each of its materials.
    pub draws: u64,
    /// Its materials, as indices of [`LevelCost::materials`].
    pub materials: Vec<usize>,
}

/// What the objects with a material cost.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialCost {
    /// Its name, or its colour for objects that a scene gives a colour.
    pub name: String,
    /// The objects that have it, their triangles with it, and a draw call for each.
    pub count: Count,
    /// The bytes of its textures.
    pub texture_bytes: u64,
    /// Its textures, as indices of [`LevelCost::textures`].
    pub textures: Vec<usize>,
}

/// A texture.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureCost {
    /// Width and height in pixels, as in its file.
    pub size: [u32; 2],
    /// The bytes, see [`texture_bytes`].
    pub bytes: u64,
    /// The number of materials that use it.
    pub used_by: u64,
}

/// What a level costs.
#[derive(Debug)]
pub struct LevelCost {
    /// Objects, then images, in the order of the world.
    pub items: Vec<ItemCost>,
    /// In the order in which objects name them.
    pub materials: Vec<MaterialCost>,
    /// Each image once.
    pub textures: Vec<TextureCost>,
    /// All objects and images.
    pub count: Count,
    /// The vertices of all objects.
    pub vertices: u64,
    /// The bytes of all geometry, that which objects share once.
    pub geometry_bytes: u64,
    /// The bytes of all textures, each once.
    pub texture_bytes: u64,
    /// The number of different geometries.
    pub geometries: u64,
    _memory: Reservation,
}

/// What objects share when it is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum GeometryKey {
    Mesh(*const Mesh),
    /// A kind of solid: one unit mesh for all sizes.
    Solid(&'static str),
    Rectangle,
    /// An image that could not be read.
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum MaterialKey {
    Material(*const Material),
    Color(Option<[u8; 3]>),
    Image(usize),
}

impl LevelCost {
    /// Counts all objects and images of a world.
    ///
    /// # Errors
    /// When the budget has no room for the lists.
    pub fn of(world: &World) -> Result<Self, OverBudget> {
        let memory = world.budget.take_for_answers(world.objects.len() + world.images.len(), ITEM)?;
        let mut counting = Counting::default();
        for object in &world.objects {
            counting.object(object);
        }
        for (i, image) in world.images.iter().enumerate() {
            counting.image(i, image);
        }
        Ok(counting.finished(memory))
    }

    /// The items by a number, greatest first; equal ones in the order of the world.
    pub fn ranked(&self, number: impl Fn(&ItemCost) -> u64) -> Vec<&ItemCost> {
        let mut items: Vec<&ItemCost> = self.items.iter().collect();
        items.sort_by_key(|item| std::cmp::Reverse(number(item)));
        items
    }

    /// The materials by a number, greatest first.
    pub fn ranked_materials(&self, number: impl Fn(&MaterialCost) -> u64) -> Vec<&MaterialCost> {
        let mut materials: Vec<&MaterialCost> = self.materials.iter().collect();
        materials.sort_by_key(|material| std::cmp::Reverse(number(material)));
        materials
    }
}

#[derive(Default)]
struct Counting {
    items: Vec<ItemCost>,
    keys: Vec<GeometryKey>,
    geometries: IndexMap<GeometryKey, [u64; 2], FxBuildHasher>,
    materials: IndexMap<MaterialKey, MaterialCost, FxBuildHasher>,
    textures: IndexMap<*const (), TextureCost, FxBuildHasher>,
}

impl Counting {
    fn object(&mut self, object: &ObjectAt) {
        let Some(mesh) = object.shape.faces() else {
            let mesh = mesh_of_solid(&object.shape);
            let material = self.plain(object.color);
            return self.add(
                &object.name,
                GeometryKey::Solid(object.shape.word()),
                mesh,
                false,
                &[(material, mesh[0])],
            );
        };
        // The mesh of a skin is moved at each tick, and its buffers stay.
        let origin = mesh.origin();
        let triangles = mesh.triangles().len() as u64;
        let key = GeometryKey::Mesh(Arc::as_ptr(origin));
        let is_skinned = object.skin.is_some();
        let surface = origin.surface();
        let vertices = surface.map_or(mesh.positions().len(), |surface| surface.vertices.len()) as u64;
        let parts: Vec<(usize, u64)> = match surface {
            Some(surface) => {
                let drawn = surface.parts.iter().filter(|part| !part.triangles.is_empty());
                drawn.map(|part| (self.material(&part.material), part.triangles.len() as u64)).collect()
            }
            None => vec![(self.plain(object.color), triangles)],
        };
        self.add(&object.name, key, [triangles, vertices], is_skinned, &parts);
    }

    fn image(&mut self, index: usize, image: &ImageAt) {
        let Ok(opacity) = &image.opacity else {
            return self.add(&image.name, GeometryKey::Nothing, [0, 0], false, &[]);
        };
        let pixels = Arc::as_ptr(&opacity.bitmap).cast();
        let texture = self.texture(pixels, opacity.bitmap.size());
        let cost = || MaterialCost {
            name: format!("image {}", image.name),
            count: Count::default(),
            texture_bytes: 0,
            textures: vec![texture],
        };
        let entry = self.materials.entry(MaterialKey::Image(index));
        let material = entry.index();
        entry.or_insert_with(cost);
        self.add(&image.name, GeometryKey::Rectangle, [2, 4], false, &[(material, 2)]);
    }

    /// Adds an object. `parts` are its materials with their triangles.
    fn add(
        &mut self,
        name: &Arc<str>,
        key: GeometryKey,
        [triangles, vertices]: [u64; 2],
        is_skinned: bool,
        parts: &[(usize, u64)],
    ) {
        let bytes = geometry_bytes(vertices, triangles, is_skinned);
        self.geometries.entry(key).or_insert([0, bytes])[0] += 1;
        self.keys.push(key);
        let mut textures = Vec::new();
        for (material, triangles) in parts {
            let cost = &mut self.materials[*material];
            cost.count += Count { objects: 1, triangles: *triangles, draws: 1 };
            textures.extend_from_slice(&cost.textures);
        }
        textures.sort_unstable();
        textures.dedup();
        self.items.push(ItemCost {
            name: Arc::clone(name),
            triangles,
            vertices,
            geometry_bytes: bytes,
            shared_by: 1,
            texture_bytes: textures.iter().map(|texture| self.textures[*texture].bytes).sum(),
            draws: parts.len() as u64,
            materials: parts.iter().map(|(material, _)| *material).collect(),
        });
    }

    /// The material of objects of one colour.
    fn plain(&mut self, color: Option<scene::Color>) -> usize {
        let rgb = color.map(|color| color.0);
        let entry = self.materials.entry(MaterialKey::Color(rgb));
        let index = entry.index();
        entry.or_insert_with(|| MaterialCost {
            name: rgb.map_or("no material".to_owned(), |[r, g, b]| format!("colour #{r:02x}{g:02x}{b:02x}")),
            count: Count::default(),
            texture_bytes: 0,
            textures: Vec::new(),
        });
        index
    }

    fn material(&mut self, material: &Arc<Material>) -> usize {
        let key = MaterialKey::Material(Arc::as_ptr(material));
        if let Some(index) = self.materials.get_index_of(&key) {
            return index;
        }
        let mut textures: Vec<usize> = material
            .textures()
            .map(|texture| self.texture(Arc::as_ptr(&texture.image).cast(), texture.image.full_size()))
            .collect();
        textures.sort_unstable();
        textures.dedup();
        let name = if material.name.is_empty() { "material without a name" } else { &material.name };
        let cost = MaterialCost { name: name.to_owned(), count: Count::default(), texture_bytes: 0, textures };
        self.materials.insert_full(key, cost).0
    }

    fn texture(&mut self, image: *const (), size: [u32; 2]) -> usize {
        let entry = self.textures.entry(image);
        let index = entry.index();
        entry.or_insert_with(|| TextureCost { size, bytes: texture_bytes(size), used_by: 0 });
        index
    }

    fn finished(mut self, memory: Reservation) -> LevelCost {
        for (item, key) in self.items.iter_mut().zip(&self.keys) {
            item.shared_by = self.geometries[key][0];
        }
        for material in self.materials.values_mut() {
            for texture in &material.textures {
                let texture = &mut self.textures[*texture];
                texture.used_by += 1;
                material.texture_bytes += texture.bytes;
            }
        }
        let mut count = Count::default();
        for item in &self.items {
            count += Count { objects: 1, triangles: item.triangles, draws: item.draws };
        }
        LevelCost {
            count,
            vertices: self.items.iter().map(|item| item.vertices).sum(),
            geometry_bytes: self.geometries.values().map(|[_, bytes]| bytes).sum(),
            texture_bytes: self.textures.values().map(|texture| texture.bytes).sum(),
            geometries: self.geometries.keys().filter(|key| **key != GeometryKey::Nothing).count() as u64,
            items: self.items,
            materials: self.materials.into_values().collect(),
            textures: self.textures.into_values().collect(),
            _memory: memory,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::geometry::Shape;

    fn cost(objects: &str) -> LevelCost {
        let text = format!(r#"{{ "eyeline": 1, "objects": [{objects}] }}"#);
        LevelCost::of(&World::at(&crate::scene::parse(&text, "a.json").unwrap(), &Files::default(), 0)).unwrap()
    }

    #[test]
    fn solids_count_with_their_meshes_and_share_them() {
        let found = cost(
            r##"{ "name": "a", "shape": { "box": { "half_extents": [1, 1, 1] } }, "color": "#808080" },
                { "name": "b", "shape": { "box": { "half_extents": [2, 1, 1] } }, "color": "#808080" },
                { "name": "c", "shape": { "sphere": { "radius": 1 } } }"##,
        );
        let ball = mesh_of_solid(&Shape::Sphere { radius: 1.0 })[0];
        assert_eq!(found.count, Count { objects: 3, triangles: 24 + ball, draws: 3 });
        assert_eq!(found.geometries, 2, "both boxes are one unit box");
        assert_eq!(found.items[0].shared_by, 2);
        let names: Vec<_> = found.materials.iter().map(|material| (&*material.name, material.count.draws)).collect();
        assert_eq!(names, [("colour #808080", 2), ("no material", 1)]);
        assert_eq!(found.ranked(|item| item.triangles)[0].name, "c".into());
        let box_bytes = 24 * 32 + 36 * 2;
        assert_eq!(found.geometry_bytes, box_bytes + found.items[2].geometry_bytes);
        assert_eq!(found.texture_bytes, 0);
    }

    #[test]
    fn a_scene_without_objects_costs_nothing() {
        let found = cost("");
        assert_eq!((found.count, found.vertices, found.geometry_bytes), (Count::default(), 0, 0));
    }
}
