//! The shapes and poses of the objects, without their colours.
//!
//! The poses of 100,000 solids change rarely, but their colours change with every edit of the querier. So a picture has
//! both separately: pictures share [`Bodies`], and the renderer compares the pointer to see whether they changed; a
//! [`Look`] is a few bytes an object.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::strokes::parts;
use super::{Color, Form, Part, Style};
use crate::geometry::frustum::batch::{Blocks, Boxes, classify_blocks};
use crate::geometry::frustum::{Frustum, Verdict};
use crate::geometry::{Aabb, Mesh};
use crate::world::World;

/// Solids and tested boxes of all objects of a world, by index.
#[derive(Clone, Debug, PartialEq)]
pub struct Bodies {
    groups: Vec<Group>,
    min: [Vec<f32>; 3],
    max: [Vec<f32>; 3],
    blocks: Blocks,
}

/// All pieces with the same triangles, by object.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The triangles.
    pub form: Form,
    /// Their poses.
    pub bodies: Vec<Body>,
}

/// One piece of an object's solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The transform of its triangles.
    pub world_from_unit: Affine3A,
    /// The index of its object.
    pub object: u32,
}

/// The colours and lines of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The colour of the surface; with alpha 0 it is not drawn. It is never translucent: see
    /// [`super::Picture::solids`].
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

impl Look {
    /// An object that is not drawn.
    pub const HIDDEN: Self =
        Self { fill: Color([0; 4]), tint: Color([0; 4]), edge: Color([0; 4]), width: 0.0, style: Style::Solid };
}

impl Default for Bodies {
    fn default() -> Self {
        let group = |part: Part| Group { form: part.into(), bodies: Vec::new() };
        Self {
            groups: Part::ALL.map(group).into(),
            min: Default::default(),
            max: Default::default(),
            blocks: Blocks::default(),
        }
    }
}

impl Bodies {
    /// The bodies of a world.
    #[expect(clippy::cast_possible_truncation, reason = "more than 4 billion objects do not fit into memory")]
    pub fn of(world: &World) -> Self {
        let count = world.objects.len();
        let axis = || Vec::with_capacity(count);
        let mut bodies = Self { min: [axis(), axis(), axis()], max: [axis(), axis(), axis()], ..Self::default() };
        let mut meshes: HashMap<*const Mesh, usize> = HashMap::new();
        for (i, object) in world.objects.iter().enumerate() {
            for axis in 0..3 {
                bodies.min[axis].push(object.aabb.min[axis]);
                bodies.max[axis].push(object.aabb.max[axis]);
            }
            parts(&object.shape, object.pose.world_from_local(), |form, world_from_unit| {
                let group = match &form {
                    Form::Part(part) => *part as usize,
                    Form::Mesh(mesh) => *meshes.entry(Arc::as_ptr(mesh)).or_insert(bodies.groups.len()),
                };
                if group == bodies.groups.len() {
                    bodies.groups.push(Group { form, bodies: Vec::new() });
                }
                bodies.groups[group].bodies.push(Body { world_from_unit, object: i as u32 });
            });
        }
        bodies.blocks = Blocks::of(bodies.boxes());
        bodies
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.min[0].len()
    }

    /// Whether the number of objects is 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pieces of all objects: first one group for each unit mesh, in the order of [`Part::ALL`], then one for each
    /// mesh.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Whether an object has materials.
    pub fn have_materials(&self) -> bool {
        self.groups.iter().any(|group| group.form.has_material())
    }

    /// The verdict of each tested box.
    pub fn classify(&self, frustum: &Frustum) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        classify_blocks(frustum, self.boxes(), &self.blocks, &mut verdicts);
        verdicts
    }

    /// The tested boxes.
    fn boxes(&self) -> Boxes<'_> {
        Boxes { min: self.min.each_ref().map(|axis| &axis[..]), max: self.max.each_ref().map(|axis| &axis[..]) }
    }

    /// The tested box of an object; the index must be in range.
    pub fn aabb(&self, object: usize) -> Aabb {
        let corner = |axes: &[Vec<f32>; 3]| Vec3::new(axes[0][object], axes[1][object], axes[2][object]);
        Aabb { min: corner(&self.min), max: corner(&self.max) }
    }
}
