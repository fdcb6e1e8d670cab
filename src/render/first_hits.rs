//! The solids of a crowd that are nearest at some pixel, by a ray through the centre of each pixel.
//!
//! [`super::coverage`] leaves out certainly hidden solids. Of hundreds of thousands of large solids that nearly
//! coincide, it keeps too many: at the resolution of its cells, each may be visible somewhere. Rays find exactly the
//! solids that pass the depth test at the centre of a pixel, in a time that depends more on the pixels than on the
//! solids.
//!
//! The solids are in a tree. A node has a box and a ball around all of its solids. The ball is necessary: for balls of
//! radius 10 that are a centimetre apart, boxes do not show which one is nearer, but balls do. Solids are divided by
//! place and by size, so that a node has solids of about the same size.
//!
//! The time is bounded: at most [`MOST_RAYS`] rays are cast, and each visits at most [`MOST_VISITS`] nodes. A ray that
//! reaches this limit takes the nearest solid found, and [`FirstHits::unsure`] counts it.

use glam::{DVec3, Vec3, Vec3A};

use super::coverage::outer_radius;
use super::view_uniforms::Eye;
use crate::geometry::ray::{Inside, Ray, RayKind, RayQuery, hit};
use crate::geometry::{Aabb, Pose, Shape};
use crate::parallel;
use crate::picture::{Bodies, SolidForm, SolidPart};

/// The greatest number of rays. In a larger picture, one ray represents several pixels.
const MOST_RAYS: u32 = 1 << 20;
/// The greatest number of nodes that a ray visits.
const MOST_VISITS: u32 = 1200;
/// The time of a solid, in nodes.
const VISITS_OF_SOLID: u32 = 10;
/// The fraction by which bounds are moved nearer, for rounding.
const ROUNDING: f32 = 1e-5;
/// The number of solids in a leaf.
const LEAF: usize = 4;

/// The result of the rays.
pub(super) struct FirstHits {
    /// The number of rays at which each object is nearest.
    pub(super) rays: Vec<u32>,
    /// Pixels along the side of the square that a ray represents.
    pub(super) step: u32,
    /// The number of rays whose search was not finished, so that another object may be nearer.
    pub(super) unsure: u32,
}

/// Casts the rays at the objects for which `is_drawn` is true.
pub(super) fn first_hits(bodies: &Bodies, is_drawn: impl Fn(usize) -> bool, eye: &Eye) -> FirstHits {
    let tree = ItemTree::new(bodies, is_drawn);
    let rays = Rays::new(eye);
    let rows = parallel::map_owned((0..rays.rows).collect(), |row| {
        let mut hits: Vec<(u32, u32)> = Vec::new();
        let mut before = None;
        let mut unsure = 0;
        for column in 0..rays.columns {
            let (ray, far) = rays.through(column, row);
            let is_sure;
            (before, is_sure) = tree.nearest(&ray, far, before);
            unsure += u32::from(!is_sure);
            if let Some(leaf) = before {
                let object = tree.items[leaf].object;
                match hits.last_mut() {
                    Some((last, count)) if *last == object => *count += 1,
                    _ => hits.push((object, 1)),
                }
            }
        }
        (hits, unsure)
    });
    let mut found = FirstHits { rays: vec![0; bodies.len()], step: rays.step, unsure: 0 };
    for (hits, unsure) in rows {
        found.unsure += unsure;
        for (object, count) in hits {
            found.rays[object as usize] += count;
        }
    }
    found
}

/// A ray for each pixel, or for each square of some pixels.
pub(super) struct Rays {
    columns: u32,
    rows: u32,
    step: u32,
    /// On the near plane: the lower left corner of the picture, and the steps to the next ray to the right and up.
    near: [DVec3; 3],
    far: [DVec3; 3],
}

impl Rays {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size in pixels")]
    pub(super) fn new(eye: &Eye) -> Self {
        let [width, height] = eye.size.to_array().map(|side| side as u32);
        let step = (1..=width.max(height))
            .find(|step| width.div_ceil(*step) * height.div_ceil(*step) <= MOST_RAYS)
            .unwrap_or(1);
        let world_from_clip = eye.clip_from_world.as_dmat4().inverse();
        let plane = |z: f64| {
            let corner = |x: f64, y: f64| world_from_clip.project_point3(DVec3::new(x, y, z));
            let start = corner(-1.0, -1.0);
            let part = |side: f32| f64::from(step) / f64::from(side);
            [start, (corner(1.0, -1.0) - start) * part(eye.size.x), (corner(-1.0, 1.0) - start) * part(eye.size.y)]
        };
        let (near, far) = (plane(-1.0), plane(1.0));
        Self { columns: width.div_ceil(step), rows: height.div_ceil(step), step, near, far }
    }

    /// A ray from the near plane, and its length to the far plane.
    fn through(&self, column: u32, row: u32) -> (Ray, f32) {
        self.across(f64::from(column) + 0.5, f64::from(row) + 0.5)
    }

    /// The same through a place in the picture, in pixels from its lower left corner.
    pub(super) fn at(&self, x: f64, y: f64) -> (Ray, f32) {
        self.across(x / f64::from(self.step), y / f64::from(self.step))
    }

    #[expect(clippy::cast_possible_truncation, reason = "a distance in a picture, which is drawn in f32")]
    fn across(&self, columns: f64, rows: f64) -> (Ray, f32) {
        let at = |[start, right, up]: [DVec3; 3]| start + right * columns + up * rows;
        let (near, far) = (at(self.near), at(self.far));
        let direction = (far - near).normalize_or_zero().as_vec3();
        (Ray { origin: near.as_vec3(), direction }, near.distance(far) as f32)
    }
}

/// A piece of an object.
struct Item {
    /// A ball around it.
    centre: Vec3A,
    radius: f32,
    object: u32,
    group: u32,
    piece: u32,
}

/// A range of items.
struct ItemNode {
    min: Vec3A,
    max: Vec3A,
    /// A ball around them.
    centre: Vec3A,
    radius: f32,
    start: u32,
    end: u32,
    /// The second child; the first is the next node. 0 for a leaf.
    second: u32,
}

/// The pieces of objects for rays.
pub(super) struct ItemTree<'b> {
    bodies: &'b Bodies,
    items: Vec<Item>,
    nodes: Vec<ItemNode>,
}

impl<'b> ItemTree<'b> {
    /// The pieces of the objects for which `is_drawn` is true.
    #[expect(clippy::cast_possible_truncation, reason = "more than 4 billion pieces do not fit into memory")]
    pub(super) fn new(bodies: &'b Bodies, is_drawn: impl Fn(usize) -> bool) -> Self {
        let mut items = Vec::new();
        for (group, pieces) in bodies.groups().iter().enumerate() {
            for (piece, body) in pieces.bodies.iter().enumerate().filter(|(_, body)| is_drawn(body.object as usize)) {
                let aabb = bodies.aabb(body.object as usize);
                let (centre, radius) = match pieces.form {
                    SolidForm::Part(SolidPart::Ball | SolidPart::Dome) => {
                        (body.world_from_unit.translation, outer_radius(&body.world_from_unit.matrix3))
                    }
                    _ => (aabb.centre().into(), aabb.half_extents().length()),
                };
                items.push(Item { centre, radius, object: body.object, group: group as u32, piece: piece as u32 });
            }
        }
        let mut tree = Self { bodies, items, nodes: Vec::new() };
        let count = tree.items.len();
        if count > 0 {
            tree.divide(0, count);
        }
        tree
    }

    /// Makes the node of some items and all below it.
    #[expect(clippy::cast_possible_truncation, reason = "as above")]
    fn divide(&mut self, start: usize, end: usize) {
        let items = &mut self.items[start..end];
        let [mut least, mut most] = [Vec3A::INFINITY, Vec3A::NEG_INFINITY];
        let [mut smallest, mut largest] = [f32::INFINITY, 0.0_f32];
        let [mut min, mut max] = [Vec3A::INFINITY, Vec3A::NEG_INFINITY];
        for item in &*items {
            (least, most) = (least.min(item.centre), most.max(item.centre));
            (smallest, largest) = (smallest.min(item.radius), largest.max(item.radius));
            let Aabb { min: low, max: high } = self.bodies.aabb(item.object as usize);
            (min, max) = (min.min(low.into()), max.max(high.into()));
        }
        let centre = (least + most) / 2.0;
        let radius = items.iter().map(|item| item.centre.distance(centre) + item.radius).fold(0.0, f32::max);
        let node = self.nodes.len();
        self.nodes.push(ItemNode { min, max, centre, radius, start: start as u32, end: end as u32, second: 0 });
        if items.len() <= LEAF {
            return;
        }
        let spread = (most - least).extend(largest - smallest);
        let axis = spread.max_position();
        let key = |item: &Item| if axis == 3 { item.radius } else { item.centre[axis] };
        let middle = items.len() / 2;
        items.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)));
        self.divide(start, start + middle);
        self.nodes[node].second = self.nodes.len() as u32;
        self.divide(start + middle, end);
    }

    /// The nearest object that a ray meets before `far`.
    pub(super) fn first_object(&self, ray: &Ray, far: f32) -> Option<usize> {
        self.nearest(ray, far, None).0.map(|item| self.items[item].object as usize)
    }

    /// The index of the nearest item, and whether it is certain. `likely` is tested first.
    fn nearest(&self, ray: &Ray, far: f32, likely: Option<usize>) -> (Option<usize>, bool) {
        let mut best: (f32, Option<usize>) = (far, None);
        let meet = |i: usize, (t, item): &mut (f32, Option<usize>)| {
            if let Some(hit) = self.meets(i, ray)
                && (hit < *t
                    || hit <= *t && item.is_some_and(|before| self.items[i].object < self.items[before].object))
            {
                (*t, *item) = (hit, Some(i));
            }
        };
        if let Some(likely) = likely {
            meet(likely, &mut best);
        }
        let slopes = Vec3A::from(ray.direction).recip();
        let mut visits = 0;
        let mut waiting: Vec<(f32, u32)> = Vec::with_capacity(64);
        waiting.extend(self.enters(0, ray, slopes).map(|entry| (entry, 0)));
        while let Some((entry, index)) = waiting.pop() {
            if entry > best.0 {
                continue;
            }
            if visits > MOST_VISITS {
                return (best.1, false);
            }
            visits += 1;
            let Some(node) = self.nodes.get(index as usize) else { continue };
            if node.second == 0 {
                for i in node.start as usize..node.end as usize {
                    if self.nears(i, ray, slopes).is_some_and(|entry| entry <= best.0) {
                        visits += VISITS_OF_SOLID;
                        meet(i, &mut best);
                    }
                }
                continue;
            }
            let [first, second] = [index + 1, node.second].map(|child| {
                let entry = self.enters(child, ray, slopes).filter(|entry| *entry <= best.0);
                entry.map(|entry| (entry, child))
            });
            match (first, second) {
                // The nearer one is at the top of the stack.
                (Some(a), Some(b)) => waiting.extend(if a.0 <= b.0 { [b, a] } else { [a, b] }),
                (one, other) => waiting.extend(one.or(other)),
            }
        }
        (best.1, true)
    }

    /// A lower bound of the distance of all items of a node on a ray.
    fn enters(&self, node: u32, ray: &Ray, slopes: Vec3A) -> Option<f32> {
        let node = self.nodes.get(node as usize)?;
        let ball = enters_ball(ray, node.centre, node.radius)?;
        Some(ball.max(enters_box(ray, slopes, node.min, node.max)?))
    }

    /// A lower bound of the distance of an item on a ray.
    fn nears(&self, item: usize, ray: &Ray, slopes: Vec3A) -> Option<f32> {
        let Item { centre, radius, object, .. } = self.items[item];
        let ball = enters_ball(ray, centre, radius)?;
        let Aabb { min, max } = self.bodies.aabb(object as usize);
        Some(ball.max(enters_box(ray, slopes, min.into(), max.into())?))
    }

    /// The distance at which a ray meets an item from outside.
    fn meets(&self, item: usize, ray: &Ray) -> Option<f32> {
        let Item { group, piece, .. } = self.items[item];
        let group = &self.bodies.groups()[group as usize];
        let local_from_world = group.bodies[piece as usize].world_from_unit.inverse();
        let local = Ray {
            origin: local_from_world.transform_point3(ray.origin),
            direction: local_from_world.transform_vector3(ray.direction),
        };
        let (shape, inside) = match &group.form {
            SolidForm::Part(SolidPart::Cube) => (Shape::Box { half_extents: Vec3::ONE }, Inside::Solid),
            // The other half of a dome's ball is inside the capsule, and so are the discs of its tube.
            SolidForm::Part(SolidPart::Ball | SolidPart::Dome) => (Shape::Sphere { radius: 1.0 }, Inside::Solid),
            SolidForm::Part(SolidPart::Cylinder | SolidPart::Tube) => {
                (Shape::Cylinder { radius: 1.0, half_height: 1.0 }, Inside::Solid)
            }
            SolidForm::Part(SolidPart::Cone) => (Shape::Cone { radius: 1.0, height: 1.0 }, Inside::Solid),
            SolidForm::Mesh(mesh) => (Shape::Mesh(std::sync::Arc::clone(mesh)), Inside::Hollow),
        };
        // The inside of a solid is not drawn, so a solid that contains the start of the ray is not visible.
        hit(&local, RayQuery::new(RayKind::Ray, inside), &shape, &Pose::IDENTITY).map(|hit| hit.t).filter(|t| *t > 0.0)
    }
}

/// Where a ray enters a box, 0 when it starts inside.
fn enters_box(ray: &Ray, slopes: Vec3A, min: Vec3A, max: Vec3A) -> Option<f32> {
    let origin = Vec3A::from(ray.origin);
    let [a, b] = [(min - origin) * slopes, (max - origin) * slopes];
    // For a ray within a face of the box a value is NaN, which `max` and `min` ignore.
    let (entry, exit) = (a.min(b).to_array(), a.max(b).to_array());
    let entry = entry.into_iter().fold(0.0, f32::max);
    let exit = exit.into_iter().fold(f32::INFINITY, f32::min);
    (entry <= exit * (1.0 + ROUNDING)).then_some(entry * (1.0 - ROUNDING))
}

/// Where a ray enters a ball, 0 when it starts inside.
fn enters_ball(ray: &Ray, centre: Vec3A, radius: f32) -> Option<f32> {
    let direction = Vec3A::from(ray.direction);
    let way = centre - Vec3A::from(ray.origin);
    let along = way.dot(direction);
    let away = (way - direction * along).length_squared();
    let inner = radius * radius * (1.0 + 1e-5) - away;
    if inner < 0.0 {
        return None;
    }
    let half = inner.sqrt();
    (along + half >= 0.0).then(|| (along - half).max(0.0) * (1.0 - ROUNDING))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::files::Files;
    use crate::picture::{Lens, Palette, Viewpoint};
    use crate::scene::parse;
    use crate::world::World;

    const SIZE: [u32; 2] = [24, 18];

    fn object(i: usize, (kind, [a, b], position, turn): (u8, [f32; 2], [f32; 3], [f32; 3])) -> Value {
        let shape = match kind {
            0 => json!({ "box": { "half_extents": [a, b, a] } }),
            1 => json!({ "cylinder": { "radius": a, "half_height": b } }),
            2 => json!({ "cone": { "radius": a, "height": b } }),
            3 => json!({ "capsule": { "radius": a, "half_height": b } }),
            _ => json!({ "sphere": { "radius": a } }),
        };
        let [x, y, z] = turn;
        let rotation = glam::Quat::from_euler(glam::EulerRot::XYZ, x, y, z).to_array();
        json!({ "name": format!("{i}"), "shape": shape, "position": position, "rotation": rotation })
    }

    /// The nearest distance of all objects, one by one.
    fn brute_force(world: &World, ray: &Ray, object: Option<usize>) -> f32 {
        let of = |i: usize| {
            let object = &world.objects[i];
            hit(ray, RayQuery::new(RayKind::Ray, Inside::Solid), &object.shape, &object.pose).map(|hit| hit.t)
        };
        let objects = object.map_or(0..world.objects.len(), |i| i..i + 1);
        objects.filter_map(of).filter(|t| *t > 0.0).fold(f32::INFINITY, f32::min)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn the_nearest_of_a_tree_is_the_nearest_of_all(
            solids in prop::collection::vec(
                (0_u8..6, [0.3_f32..2.0, 0.3_f32..2.0], prop::array::uniform3(-4.0_f32..4.0), prop::array::uniform3(-3.0_f32..3.0)),
                1..60,
            ),
            is_flat in any::<bool>(),
        ) {
            let objects: Vec<Value> = solids.into_iter().enumerate().map(|(i, solid)| object(i, solid)).collect();
            let text = json!({ "eyeline": 1, "objects": objects }).to_string();
            let world = World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0);
            let lens = if is_flat { Lens::Orthographic { height: 9.0 } } else { Lens::Perspective { fov_y: 0.8 } };
            let (eye, depth) = (Vec3::new(7.0, 5.0, 11.0), [0.1, 100.0]);
            let viewpoint = Viewpoint { eye, target: Vec3::ZERO, up: Vec3::Y, lens, depth };
            let eye = Eye::new(&viewpoint, SIZE, 1.0, &Palette::DARK);
            let bodies = Bodies::of(&world);
            let (tree, rays) = (ItemTree::new(&bodies, |_| true), Rays::new(&eye));
            let mut counts = vec![0; world.objects.len()];
            for row in 0..rays.rows {
                let mut before = None;
                for column in 0..rays.columns {
                    let (ray, far) = rays.through(column, row);
                    let (found, is_sure) = tree.nearest(&ray, far, before);
                    prop_assert!(is_sure);
                    let nearest = brute_force(&world, &ray, None);
                    let object = found.map(|item| tree.items[item].object as usize);
                    let near = object.map_or(f32::INFINITY, |object| brute_force(&world, &ray, Some(object)));
                    // The parts of a capsule and the capsule differ by rounding, and at a rim by a whole hit.
                    let is_close = (near - nearest).abs() < 1e-3;
                    let is_rim = || [Vec3::X, Vec3::Y].into_iter().any(|way| {
                        let beside = |part: f32| Ray { origin: ray.origin + way * part, ..ray };
                        let [a, b] = [-2e-3, 2e-3].map(|part| brute_force(&world, &beside(part), None));
                        a.is_finite() != b.is_finite() || (a - b).abs() > 2e-2
                    });
                    prop_assert!(near.to_bits() == nearest.to_bits() || is_close || is_rim(), "{near} {nearest}");
                    before = found;
                    if let Some(object) = object {
                        counts[object] += 1;
                    }
                }
            }
            prop_assert_eq!(first_hits(&bodies, |_| true, &eye).rays, counts);
        }
    }

    #[test]
    fn what_is_not_drawn_hides_nothing_and_nothing_is_a_picture_too() {
        let ball =
            |z: f32| json!({ "name": format!("{z}"), "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, z] });
        let text = json!({ "eyeline": 1, "objects": [ball(0.0), ball(3.0)] }).to_string();
        let bodies = Bodies::of(&World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0));
        let lens = Lens::Orthographic { height: 4.0 };
        let viewpoint = Viewpoint { eye: Vec3::Z * 9.0, target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 100.0] };
        let eye = Eye::new(&viewpoint, SIZE, 1.0, &Palette::DARK);
        let both = first_hits(&bodies, |_| true, &eye).rays;
        assert!(both[0] == 0 && both[1] > 40, "{both:?}");
        assert_eq!(first_hits(&bodies, |object| object == 0, &eye).rays, [both[1], 0]);
        assert_eq!(first_hits(&bodies, |_| false, &eye).rays, [0, 0]);
    }
}
