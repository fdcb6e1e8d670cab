//! The nearest place of the eye along the camera's own axes from which a target is seen.

use glam::{DVec3, Vec3};

use super::look::look;
use super::look_target::{LookTarget, Visible};
use super::pixel_camera::PixelCamera;
use crate::geometry::Shape;
use crate::geometry::ray::{self, Feature, Ray, RayQuery};

/// A direction along the camera's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveDirection {
    /// Against the camera's +X.
    Left,
    /// Along its +X.
    Right,
    /// Along its +Y.
    Up,
    /// Against its +Y.
    Down,
    /// Along the view.
    Forward,
    /// Against the view.
    Back,
}

impl MoveDirection {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Left, Self::Right, Self::Up, Self::Down, Self::Forward, Self::Back];

    /// In words after a distance: "0.4 m further left".
    pub fn words(self) -> &'static str {
        match self {
            Self::Left => "further left",
            Self::Right => "further right",
            Self::Up => "further up",
            Self::Down => "further down",
            Self::Forward => "further forward",
            Self::Back => "further back",
        }
    }

    /// The unit vector, from the axes of a [`PixelCamera`].
    pub fn along(self, [right, up, forward]: [DVec3; 3]) -> DVec3 {
        match self {
            Self::Left => -right,
            Self::Right => right,
            Self::Up => up,
            Self::Down => -up,
            Self::Forward => forward,
            Self::Back => -forward,
        }
    }
}

/// A move of the eye after which a target is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EyeMove {
    /// Where to.
    pub direction: MoveDirection,
    /// How far, in metres.
    pub distance: f64,
    /// The share of its own pixels that is seen there, 0 to 1.
    pub share: f64,
}

/// Whether a point is inside a solid that is no mesh.
fn is_inside(target: &LookTarget, point: Vec3) -> bool {
    let Visible::Body { shape, pose } = target.what else { return false };
    let is_in_box = point.cmpge(target.bounds.min).all() && point.cmple(target.bounds.max).all();
    if !is_in_box || matches!(shape, Shape::Mesh(_)) {
        return false;
    }
    let ray = Ray { origin: point, direction: Vec3::Y };
    ray::cast(&ray, RayQuery::default(), shape, pose).hit().is_some_and(|hit| hit.feature == Feature::Inside)
}

/// The nearest eye from which the target is seen; `None` when none was found.
///
/// A search: the eye goes 5 cm, then 1.3 times as far each time, up to the size of all targets, in every direction, and the
/// first distance at which the target is seen is bisected to a hundredth of itself. So a place that is seen between two that
/// are not may be missed. The pictures of the search have a quarter of the width and height.
pub fn nearest_eye(view: &PixelCamera, targets: &[LookTarget], target: usize) -> Option<EyeMove> {
    /// The first distance, metres.
    const FIRST: f64 = 0.05;
    const FACTOR: f64 = 1.3;
    let bounds = targets.iter().map(|target| target.bounds).reduce(|a, b| a.union(&b))?;
    let eye = view.camera.position;
    let most = f64::from((bounds.max - bounds.min).length() + (bounds.min - eye).length()).min(1e4);
    let small = PixelCamera { size: view.size.map(|size| (size / 4).clamp(size.min(64), 320)), ..view.clone() };
    let axes = view.axes();
    // An eye inside a solid sees through it. Only solids that it is inside of at the start count as left out.
    let solids: Vec<&LookTarget> =
        targets.iter().filter(|target| target.layers & view.mask != 0 && !is_inside(target, eye)).collect();
    let share = |view: &PixelCamera, direction: MoveDirection, distance: f64| {
        let moved = view.moved(direction.along(axes) * distance);
        if solids.iter().any(|solid| is_inside(solid, moved.camera.position)) {
            return None;
        }
        let seen = look(&moved, targets);
        seen.get(target).filter(|seen| seen.pixels > 0).and_then(super::seen::Seen::share)
    };
    let mut distance = FIRST;
    let (direction, mut far) = loop {
        let found = MoveDirection::ALL.into_iter().find(|direction| share(&small, *direction, distance).is_some());
        match found {
            Some(direction) => break (direction, distance),
            None if distance >= most => return None,
            None => distance = (distance * FACTOR).min(most),
        }
    };
    let mut near = if far <= FIRST { 0.0 } else { far / FACTOR };
    // The best direction of those that see it at that distance is the one that sees it first.
    let mut best = direction;
    while far - near > far / 100.0 {
        let middle = f64::midpoint(near, far);
        match MoveDirection::ALL.into_iter().find(|direction| share(&small, *direction, middle).is_some()) {
            Some(direction) => (best, far) = (direction, middle),
            None => near = middle,
        }
    }
    let share = share(view, best, far).or_else(|| share(&small, best, far))?;
    Some(EyeMove { direction: best, distance: far, share })
}
