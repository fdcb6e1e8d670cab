//! Moves, rotates and scales entries of the scene, from the values before a drag to those at the pointer.
//!
//! A change is in world space. It is written in the form of the file: in the space of the object that carries a camera,
//! as look-at point, Euler angles or quaternion, to all points of a path, to a point of a node of a tree. Numbers that
//! change are rounded to a grain, and all others stay as they are written.
//!
//! An item without a rotation or a scale still moves about the pivot, as in Blender: an image turns around it and keeps
//! facing +Z, and a camera comes nearer to it and keeps its lens. What a recording gives is not written.

use glam::{DAffine3, DMat3, DQuat, DVec3, EulerRot, Mat3, Vec3};

use crate::behavior::NodeId;
use crate::geometry::pose::unit_rotation;
use crate::scene::tree::{Action, ActionKind, Condition, ConditionKind, Face, Flee, MoveTo, Node};
use crate::scene::{Agent, Camera, Cut, Entry, Follow, Image, Leak, Model, Object, Ray, Scene};
use crate::world::{World, looking};

/// The least scale of an axis, so that a pose keeps its inverse.
const LEAST_SCALE: f64 = 1e-4;
/// Quaternions, scales and unit vectors are rounded to this.
const FINE: f64 = 1e-6;
/// Positions that are chosen by eye are rounded to this, metres.
const TIDY: f64 = 1e-4;
/// Euler angles are rounded to so many degrees.
const FINE_DEGREES: f64 = 1e-4;
/// A look-at point is kept where it gives the rotation within this angle, radians.
const SAME_ROTATION: f64 = 2e-3;

/// A change of places in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Transform {
    /// By metres.
    Move(DVec3),
    /// About a point.
    Rotate {
        /// The fixed point.
        pivot: DVec3,
        /// In world space.
        rotation: DQuat,
    },
    /// Along the own axes of each item. Equal factors also move items away from the pivot.
    Scale {
        /// The fixed point.
        pivot: DVec3,
        /// Along X, Y and Z.
        factors: DVec3,
    },
}

/// The part of an item that a change moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MovedPart {
    /// All of it.
    #[default]
    Whole,
    /// The point of a ray at t = 0. The point at t = 1 stays.
    RayStart,
    /// The point of a ray at t = 1.
    RayEnd,
    /// The point that a camera looks at.
    LookAt,
    /// A point of the path of an object.
    PathPoint(usize),
    /// The goal of a leak.
    LeakGoal,
    /// The tip of the normal of a cut.
    Normal,
    /// A point of a node of an agent's tree, by its index in [`tree_points`] of this node.
    NodePoint(NodeId, usize),
}

/// An item at the beginning of a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moved {
    pub(crate) entry: Entry,
    pub(crate) part: MovedPart,
    /// The space in which a camera is written: that of the object that carries it.
    pub(crate) carrier: Carrier,
    /// The rotation of a camera in world space.
    pub(crate) rotation: DQuat,
}

impl Moved {
    /// All of an item that is written in world space.
    pub(crate) fn in_world(entry: Entry) -> Self {
        Self { entry, part: MovedPart::Whole, carrier: Carrier::WORLD, rotation: DQuat::IDENTITY }
    }
}

/// The space of an object that carries a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Carrier {
    pub(crate) world_from_local: DAffine3,
    pub(crate) rotation: DQuat,
}

impl Carrier {
    /// The world.
    pub(crate) const WORLD: Self = Self { world_from_local: DAffine3::IDENTITY, rotation: DQuat::IDENTITY };

    /// The space of the object with a name; `None` when the world does not have it.
    pub(crate) fn of(name: Option<&str>, world: &World) -> Option<Self> {
        let object = name.and_then(|name| world.objects.iter().find(|object| *object.name == *name))?;
        let affine = object.pose.world_from_local();
        let matrix = Mat3::from(affine.matrix3).as_dmat3();
        let world_from_local = DAffine3::from_mat3_translation(matrix, Vec3::from(affine.translation).as_dvec3());
        Some(Self { world_from_local, rotation: object.rotation })
    }
}

impl Transform {
    /// The place to which a point goes.
    pub(crate) fn point(&self, point: DVec3) -> DVec3 {
        match *self {
            Self::Move(by) => point + by,
            Self::Rotate { pivot, rotation } => pivot + rotation * (point - pivot),
            Self::Scale { pivot, .. } => pivot + (point - pivot) * self.factor().unwrap_or(1.0),
        }
    }

    /// The rotation that it adds.
    fn rotation(&self) -> DQuat {
        match *self {
            Self::Rotate { rotation, .. } => rotation,
            _ => DQuat::IDENTITY,
        }
    }

    /// The common factor of all axes.
    fn factor(&self) -> Option<f64> {
        let Self::Scale { factors, .. } = *self else { return None };
        ((factors - factors.x).abs().max_element() < 1e-12).then_some(factors.x)
    }

    fn vector(&self, vector: DVec3) -> DVec3 {
        self.rotation() * vector
    }
}

/// Writes the change of an item. `before` is the scene at the beginning; coordinates that change are rounded to
/// multiples of `grain` metres.
pub(crate) fn transform(scene: &mut Scene, before: &Scene, item: &Moved, change: &Transform, grain: f64) {
    let i = item.entry.index();
    match item.entry {
        Entry::Object(_) => {
            if let (Some(to), Some(from)) = (scene.objects.get_mut(i), before.objects.get(i)) {
                object(to, from, item.part, change, grain);
            }
        }
        Entry::Model(_) => {
            if let (Some(to), Some(from)) = (scene.models.get_mut(i), before.models.get(i)) {
                model(to, from, change, grain);
            }
        }
        Entry::Camera(_) => {
            if let (Some(to), Some(from)) = (scene.cameras.get_mut(i), before.cameras.get(i)) {
                camera(to, from, item, change, grain);
            }
        }
        Entry::Ray(_) => {
            if let (Some(to), Some(from)) = (scene.rays.get_mut(i), before.rays.get(i)) {
                ray(to, from, item.part, change, grain);
            }
        }
        Entry::Cut(_) => {
            if let (Some(to), Some(from)) = (scene.cuts.get_mut(i), before.cuts.get(i)) {
                cut(to, from, item.part, change, grain);
            }
        }
        Entry::Leak(_) => {
            if let (Some(to), Some(from)) = (scene.leaks.get_mut(i), before.leaks.get(i)) {
                leak(to, from, item.part, change, grain);
            }
        }
        Entry::Image(_) => {
            if let (Some(to), Some(from)) = (scene.images.get_mut(i), before.images.get(i)) {
                image(to, from, change, grain);
            }
        }
        Entry::Agent(_) => {
            if let (Some(to), Some(from)) = (scene.agents.get_mut(i), before.agents.get(i)) {
                agent(to, from, item.part, change, grain);
            }
        }
        _ => {}
    }
}

/// Moves an image, also about the pivot. It always faces +Z and keeps its size.
fn image(to: &mut Image, from: &Image, change: &Transform, grain: f64) {
    to.position = point(from.position, change, grain);
}

/// Whether a recording gives the position of an item, and whether it gives the rotation.
pub(crate) fn driven(follow: Option<&Follow>) -> [bool; 2] {
    follow.map_or([false; 2], |follow| [follow.track.has_position(), follow.track.has_rotation()])
}

/// Moves a point of a node. An agent has no place of its own, so the other parts change nothing.
fn agent(to: &mut Agent, from: &Agent, part: MovedPart, change: &Transform, grain: f64) {
    let MovedPart::NodePoint(id, index) = part else { return };
    let Some(old) = find(from, id).and_then(|node| points_of(node).get(index)) else { return };
    let moved = point(*old, change, grain);
    let Some(root) = to.tree.root_mut() else { return };
    root.each_mut(&mut |node| {
        if node.id() == id
            && let Some(place) = points_of_mut(node).get_mut(index)
        {
            *place = moved;
        }
    });
}

/// The points of the nodes of an agent's tree, in pre-order and in world space. A tree in a file has none, because the
/// scene cannot change it.
pub(crate) fn tree_points(agent: &Agent) -> Vec<(MovedPart, DVec3)> {
    let mut points = Vec::new();
    if let Some(root) = agent.tree.root() {
        root.each(&mut |node| {
            let own = points_of(node).iter().enumerate();
            points.extend(own.map(|(i, point)| (MovedPart::NodePoint(node.id(), i), wide(*point))));
        });
    }
    points
}

/// The name of a point of a node, such as "patrol point 2" or "point of move to". `None` when the node does not exist.
pub(crate) fn node_point_name(agent: &Agent, id: NodeId, index: usize) -> Option<String> {
    let key = match find(agent, id)? {
        Node::Action(Action { kind: ActionKind::Patrol(_), .. }) => return Some(format!("patrol point {}", index + 1)),
        Node::Action(action) => action.kind.key(),
        Node::Condition(condition) => condition.kind.key(),
        other => other.word(),
    };
    Some(format!("point of {}", key.replace('_', " ")))
}

/// The node of an agent's tree with an id.
fn find(agent: &Agent, id: NodeId) -> Option<&Node> {
    fn below(node: &Node, id: NodeId) -> Option<&Node> {
        if node.id() == id { Some(node) } else { node.children().iter().find_map(|child| below(child, id)) }
    }
    below(agent.tree.root()?, id)
}

/// The points of a node: those of a patrol, or the single point of another leaf.
fn points_of(node: &Node) -> &[[f32; 3]] {
    match node {
        Node::Action(Action { kind: ActionKind::Patrol(patrol), .. }) => patrol.points.as_slice(),
        Node::Action(Action {
            kind:
                ActionKind::MoveTo(MoveTo { point, .. })
                | ActionKind::Flee(Flee { point, .. })
                | ActionKind::Face(Face { point, .. }),
            ..
        }) => point.as_slice(),
        Node::Condition(Condition { kind: ConditionKind::Near(near), .. }) => near.point.as_slice(),
        _ => &[],
    }
}

/// The same, mutable.
fn points_of_mut(node: &mut Node) -> &mut [[f32; 3]] {
    match node {
        Node::Action(Action { kind: ActionKind::Patrol(patrol), .. }) => patrol.points.as_mut_slice(),
        Node::Action(Action {
            kind:
                ActionKind::MoveTo(MoveTo { point, .. })
                | ActionKind::Flee(Flee { point, .. })
                | ActionKind::Face(Face { point, .. }),
            ..
        }) => point.as_mut_slice(),
        Node::Condition(Condition { kind: ConditionKind::Near(near), .. }) => near.point.as_mut_slice(),
        _ => &mut [],
    }
}

fn object(to: &mut Object, from: &Object, part: MovedPart, change: &Transform, grain: f64) {
    if let MovedPart::PathPoint(index) = part {
        let points = to.path.as_mut().zip(from.path.as_ref());
        if let Some((to, from)) = points.and_then(|(to, from)| to.points.get_mut(index).zip(from.points.get(index))) {
            *to = point(*from, change, grain);
        }
        return;
    }
    let [has_driven_position, has_driven_rotation] = driven(from.session.as_ref());
    match (&mut to.path, &from.path) {
        _ if has_driven_position => {}
        // The path gives the position, so the written one stays.
        (Some(to), Some(from)) => {
            for (to, from) in to.points.iter_mut().zip(&from.points) {
                *to = point(*from, change, grain);
            }
        }
        _ => to.position = point(from.position, change, grain),
    }
    if !has_driven_rotation {
        to.rotation = rotation(from.rotation, change);
    }
    to.scale = scale(from.scale, change);
}

fn model(to: &mut Model, from: &Model, change: &Transform, grain: f64) {
    to.position = point(from.position, change, grain);
    to.rotation = rotation(from.rotation, change);
    to.scale = scale(from.scale, change);
}

fn camera(to: &mut Camera, from: &Camera, item: &Moved, change: &Transform, grain: f64) {
    // An earlier frame of the drag may have changed the form of the direction.
    to.clone_from(from);
    let world_from_local = item.carrier.world_from_local;
    let local_from_world = world_from_local.inverse();
    let place = |written: [f32; 3]| world_from_local.transform_point3(wide(written));
    let eye = place(from.position);
    let target = from.look_at.map(place);
    if item.part == MovedPart::LookAt {
        let Some(target) = target else { return };
        to.look_at =
            from.look_at.map(|old| rounded(old, local_from_world.transform_point3(change.point(target)), grain));
        return;
    }
    let [has_driven_position, has_driven_rotation] = driven(from.session.as_ref());
    let moved = if has_driven_position { eye } else { change.point(eye) };
    to.position = rounded(from.position, local_from_world.transform_point3(moved), grain);
    let turn = if has_driven_rotation { DQuat::IDENTITY } else { change.rotation() };
    // The eye looks at the same point relative to it.
    let ahead = target.map(|target| turn * (target - eye));
    to.look_at = match (from.look_at, ahead) {
        (Some(old), Some(ahead)) => Some(rounded(old, local_from_world.transform_point3(moved + ahead), grain)),
        _ => None,
    };
    if turn == DQuat::IDENTITY {
        return;
    }
    direct(to, from, item, turn * item.rotation, ahead);
}

/// Writes the rotation of a camera in the form that it has. `ahead` goes from the eye to the new look-at point.
fn direct(to: &mut Camera, from: &Camera, item: &Moved, world: DQuat, ahead: Option<DVec3>) {
    let carrier = item.carrier.rotation;
    let local = carrier.conjugate() * world;
    if let (Some(ahead), Some(_)) = (ahead, from.look_at) {
        // A look-at point has no roll. A rotation that has one is written as a quaternion.
        let found = carrier * looking(carrier.conjugate() * ahead);
        if found.angle_between(world) > SAME_ROTATION {
            to.look_at = None;
            to.rotation = Some(quaternion(local));
        }
    } else if from.euler.is_some() {
        let (yaw, pitch, roll) = local.to_euler(EulerRot::YXZ);
        to.euler = Some([pitch, yaw, roll].map(|angle| round(angle.to_degrees(), FINE_DEGREES)));
    } else {
        to.rotation = Some(quaternion(local));
    }
}

/// Places a camera at an eye in world space, with a rotation, looking at a target.
pub(crate) fn place_camera(scene: &mut Scene, before: &Scene, item: &Moved, eye: DVec3, world: DQuat, target: DVec3) {
    let i = item.entry.index();
    let (Some(to), Some(from)) = (scene.cameras.get_mut(i), before.cameras.get(i)) else { return };
    to.clone_from(from);
    let local_from_world = item.carrier.world_from_local.inverse();
    to.position = rounded(from.position, local_from_world.transform_point3(eye), TIDY);
    to.look_at = from.look_at.map(|old| rounded(old, local_from_world.transform_point3(target), TIDY));
    direct(to, from, item, world, Some(target - eye));
}

/// Turns a camera or ray towards a point in world space. A ray then reaches it at t = 1. A camera whose rotation a
/// recording gives stays.
pub(crate) fn aim(scene: &mut Scene, before: &Scene, item: &Moved, target: DVec3) {
    let i = item.entry.index();
    match item.entry {
        Entry::Camera(_) => {
            let Some(from) = before.cameras.get(i).filter(|from| !driven(from.session.as_ref())[1]) else { return };
            let eye = item.carrier.world_from_local.transform_point3(wide(from.position));
            let carrier = item.carrier.rotation;
            let world = carrier * looking(carrier.conjugate() * (target - eye));
            if eye.distance(target) > TIDY {
                place_camera(scene, before, item, eye, world, target);
            }
        }
        Entry::Ray(_) => {
            let (Some(to), Some(from)) = (scene.rays.get_mut(i), before.rays.get(i)) else { return };
            let direction = target - wide(from.origin);
            if direction.length() > TIDY {
                to.direction = rounded(from.direction, direction, TIDY);
            }
        }
        _ => {}
    }
}

fn ray(to: &mut Ray, from: &Ray, part: MovedPart, change: &Transform, grain: f64) {
    let (start, direction) = (wide(from.origin), wide(from.direction));
    let end = start + direction;
    match part {
        MovedPart::RayStart => {
            to.origin = point(from.origin, change, grain);
            to.direction = rounded(from.direction, end - wide(to.origin), FINE);
        }
        MovedPart::RayEnd => to.direction = rounded(from.direction, change.point(end) - start, grain),
        _ => {
            to.origin = point(from.origin, change, grain);
            let longer = if let Transform::Scale { factors, .. } = change { factors.x } else { 1.0 };
            to.direction = rounded(from.direction, change.vector(direction) * longer, FINE);
        }
    }
    if wide(to.direction).length() < FINE {
        to.direction = from.direction;
    }
}

/// Moves the start, or the goal alone. As a whole the goal stays: it is a place of its own.
fn leak(to: &mut Leak, from: &Leak, part: MovedPart, change: &Transform, grain: f64) {
    let moved = |place: [f64; 3]| rounded_wide(place, change.point(DVec3::from(place)), grain);
    match (part, from.to) {
        (MovedPart::LeakGoal, Some(goal)) => to.to = Some(moved(goal)),
        (MovedPart::LeakGoal, None) => {}
        _ => to.from = moved(from.from),
    }
}

fn cut(to: &mut Cut, from: &Cut, part: MovedPart, change: &Transform, grain: f64) {
    let (point, normal) = (DVec3::from(from.point), DVec3::from(from.normal));
    let turned = if part == MovedPart::Normal {
        change.point(point + normal) - point
    } else {
        to.point = rounded_wide(from.point, change.point(point), grain);
        change.vector(normal)
    };
    to.normal = rounded_wide(from.normal, turned, FINE);
    if DVec3::from(to.normal).length() < FINE {
        to.normal = from.normal;
    }
}

/// The same numbers with the decimals that a file would have: 0.1 in place of 0.10000000149.
pub(crate) fn wide(written: [f32; 3]) -> DVec3 {
    DVec3::from(written.map(|x| if x.abs() < 1e5 { (f64::from(x) * 1e7).round() / 1e7 } else { f64::from(x) }))
}

fn point(from: [f32; 3], change: &Transform, grain: f64) -> [f32; 3] {
    let before = wide(from);
    rounded(from, change.point(before), grain)
}

/// The point in the numbers of the file. A coordinate that has not changed stays as it was written.
pub(crate) fn rounded(from: [f32; 3], to: DVec3, grain: f64) -> [f32; 3] {
    let (before, to) = (wide(from).to_array(), to.to_array());
    std::array::from_fn(|i| if (to[i] - before[i]).abs() < 1e-7 { from[i] } else { round(to[i], grain) })
}

fn rounded_wide(from: [f64; 3], to: DVec3, grain: f64) -> [f64; 3] {
    let to = to.to_array();
    std::array::from_fn(|i| if (to[i] - from[i]).abs() < 1e-9 { from[i] } else { round_wide(to[i], grain) })
}

fn round_wide(x: f64, grain: f64) -> f64 {
    if grain > 0.0 && grain < 1.0 {
        // A division by a whole number gives the decimal that a text would have.
        let per_one = (1.0 / grain).round();
        (x * per_one).round() / per_one + 0.0
    } else if grain > 0.0 {
        (x / grain).round() * grain + 0.0
    } else {
        x
    }
}

/// The nearest multiple of the grain.
#[expect(clippy::cast_possible_truncation, reason = "the numbers of the file")]
pub(crate) fn round(x: f64, grain: f64) -> f32 {
    round_wide(x, grain) as f32
}

fn rotation(from: [f32; 4], change: &Transform) -> [f32; 4] {
    let turn = change.rotation();
    if turn == DQuat::IDENTITY { from } else { quaternion(turn * unit_rotation(from)) }
}

fn quaternion(rotation: DQuat) -> [f32; 4] {
    rotation.normalize().to_array().map(|x| round(x, FINE))
}

fn scale(from: [f32; 3], change: &Transform) -> [f32; 3] {
    let Transform::Scale { factors, .. } = change else { return from };
    let (before, factors) = (wide(from).to_array(), factors.to_array());
    std::array::from_fn(|i| {
        if (factors[i] - 1.0).abs() < 1e-12 {
            return from[i];
        }
        let scaled = before[i] * factors[i];
        round(if scaled.abs() < LEAST_SCALE { LEAST_SCALE.copysign(scaled) } else { scaled }, FINE)
    })
}

/// The axes of an item: the columns of its rotation.
pub(crate) fn axes_of(rotation: DQuat) -> [DVec3; 3] {
    let DMat3 { x_axis, y_axis, z_axis } = DMat3::from_quat(rotation);
    [x_axis, y_axis, z_axis]
}

#[cfg(test)]
mod tests;
