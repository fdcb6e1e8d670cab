//! The nearest place of the eye along the camera's own axes from which a target is seen.

use glam::{DVec3, Vec3};

use super::look::look_watching;
use super::look_target::{LookTarget, Visible};
use super::pixel_camera::PixelCamera;
use super::seen::Seen;
use crate::budget::{Budget, OverBudget};
use crate::geometry::Shape;
use crate::geometry::ray::{self, Feature, Ray, RayQuery};
use crate::opacity::Progress;

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

/// Whether a target is a solid that is no mesh.
fn is_solid(target: &LookTarget) -> bool {
    matches!(target.what, Visible::Body { shape, .. } if !matches!(shape, Shape::Mesh(_)))
}

/// Whether a point is inside a solid that is no mesh.
fn is_inside(target: &LookTarget, point: Vec3) -> bool {
    let Visible::Body { shape, pose } = target.what else { return false };
    let is_in_box = point.cmpge(target.bounds.min).all() && point.cmple(target.bounds.max).all();
    if !is_in_box || !is_solid(target) {
        return false;
    }
    let ray = Ray { origin: point, direction: Vec3::Y };
    ray::cast(&ray, RayQuery::default(), shape, pose).hit().is_some_and(|hit| hit.feature == Feature::Inside)
}

/// The nearest eye from which the target is seen; `None` when none was found, and when the search was cancelled.
///
/// A search: the eye goes 5 cm, then 1.3 times as far each time, up to the size of all targets, in every direction, and the
/// first distance at which the target is seen is bisected to a hundredth of itself. So a place that is seen between two that
/// are not may be missed. The pictures of the search have a quarter of the width and height.
///
/// # Errors
/// When the budget has no room for a picture.
pub fn nearest_eye(
    view: &PixelCamera,
    targets: &[LookTarget],
    target: usize,
    budget: &Budget,
    progress: &Progress,
) -> Result<Option<EyeMove>, OverBudget> {
    /// The first distance, metres.
    const FIRST: f64 = 0.05;
    const FACTOR: f64 = 1.3;
    /// The steps of the bisection, at most.
    const HALVES: u64 = 7;
    let Some(bounds) = targets.iter().map(|target| target.bounds).reduce(|a, b| a.union(&b)) else { return Ok(None) };
    let eye = view.camera.position;
    let most = f64::from((bounds.max - bounds.min).length() + (bounds.min - eye).length()).min(1e4);
    let distances: Vec<f64> =
        std::iter::successors(Some(FIRST), |last| (*last < most).then(|| (last * FACTOR).min(most))).collect();
    let search = Search::of(view, targets, target, budget, progress);
    progress.expect(distances.len() as u64 + HALVES + 1);
    let mut found = None;
    for (i, &distance) in distances.iter().enumerate() {
        if let Some(direction) = search.way(distance)? {
            found = Some((direction, i));
            break;
        }
        progress.advance(1);
        if progress.is_cancelled() {
            return Ok(None);
        }
    }
    let Some((direction, i)) = found else { return Ok(None) };
    progress.advance((distances.len() - i) as u64);
    let mut near = i.checked_sub(1).map_or(0.0, |before| distances[before]);
    // The best direction of those that see it at that distance is the one that sees it first.
    let (mut best, mut far) = (direction, distances[i]);
    while far - near > far / 100.0 {
        if progress.is_cancelled() {
            return Ok(None);
        }
        let middle = f64::midpoint(near, far);
        match search.way(middle)? {
            Some(direction) => (best, far) = (direction, middle),
            None => near = middle,
        }
        progress.advance(1);
    }
    let share = match search.share(view, best, far)? {
        Some(share) => Some(share),
        None => search.share(&search.small, best, far)?,
    };
    Ok(share.map(|share| EyeMove { direction: best, distance: far, share }))
}

/// The pictures of a search.
struct Search<'a> {
    targets: &'a [LookTarget<'a>],
    target: usize,
    /// The camera with fewer pixels.
    small: PixelCamera,
    axes: [DVec3; 3],
    /// The targets through which an eye does not see. An eye inside a solid sees through it: those that contain it at the
    /// start are left out.
    solids: Vec<usize>,
    budget: &'a Budget,
    progress: &'a Progress,
}

impl<'a> Search<'a> {
    fn of(
        view: &PixelCamera,
        targets: &'a [LookTarget<'a>],
        target: usize,
        budget: &'a Budget,
        progress: &'a Progress,
    ) -> Self {
        let small = PixelCamera { size: view.size.map(|size| (size / 4).clamp(size.min(64), 320)), ..view.clone() };
        let eye = view.camera.position;
        let is_solid = |of: &LookTarget| of.layers & view.mask != 0 && is_solid(of) && !is_inside(of, eye);
        let solids = (0..targets.len()).filter(|i| is_solid(&targets[*i])).collect();
        Self { targets, target, small, axes: view.axes(), solids, budget, progress }
    }

    /// The first direction in which the eye sees the target from this far.
    fn way(&self, distance: f64) -> Result<Option<MoveDirection>, OverBudget> {
        for direction in MoveDirection::ALL {
            if self.progress.is_cancelled() {
                return Ok(None);
            }
            if self.share(&self.small, direction, distance)?.is_some() {
                return Ok(Some(direction));
            }
        }
        Ok(None)
    }

    /// The share that a moved camera sees; `None` when it sees nothing of the target, and inside a solid.
    fn share(&self, view: &PixelCamera, direction: MoveDirection, distance: f64) -> Result<Option<f64>, OverBudget> {
        let moved = view.moved(direction.along(self.axes) * distance);
        if self.solids.iter().any(|solid| is_inside(&self.targets[*solid], moved.camera.position)) {
            return Ok(None);
        }
        let seen = look_watching(&moved, self.targets, None, self.budget)?.seen;
        Ok(seen.get(self.target).filter(|seen| seen.pixels > 0).and_then(Seen::share))
    }
}
