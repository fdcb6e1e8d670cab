//! What happens to the triangles and to the smallest feature of an object.

use std::sync::Arc;

use glam::DVec3;

use super::bands::{spacing_along, spacing_at};
use super::facets::{stored, triangles};
use crate::geometry::exact::body::ExactBody;
use crate::geometry::{Mesh, Shape};
use crate::world::ObjectAt;

/// The width of a mesh is measured along the normals of at most so many triangles.
const MOST_NORMALS: usize = 512;
/// A normal that turns by more than this counts: the cosine of 5°.
const TURNED: f64 = 0.996_2;

/// A feature changes more than another one by more than the rounding of both ratios.
const MORE: f64 = 1.0 + 1e-9;

/// What a smallest feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// An edge of a triangle.
    Edge,
    /// The distance between opposite faces.
    Thickness,
}

/// The feature of an object that its stored vertices change most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmallFeature {
    /// What it is.
    pub kind: FeatureKind,
    /// Its true length, metres.
    pub length: f64,
    /// The spacing at its place along it, metres.
    pub spacing: f64,
    /// Its middle.
    pub at: DVec3,
    /// Its direction, a unit vector.
    pub along: DVec3,
}

impl SmallFeature {
    /// The spacing over the length: from 1 on the feature may collapse.
    pub fn ratio(&self) -> f64 {
        self.spacing / self.length
    }
}

/// What `f32` does to an object.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectPrecision {
    /// Its name.
    pub name: Arc<str>,
    /// Its index in the world.
    pub object: usize,
    /// The greatest spacing at its vertices, metres.
    pub spacing: f64,
    /// Its triangles with an area.
    pub triangles: u64,
    /// The greatest distance of a vertex from its stored place, metres.
    pub moved: f64,
    /// The true place of that vertex.
    pub moved_at: DVec3,
    /// Triangles whose stored corners have no area.
    pub collapsed: u64,
    /// Triangles whose normal turns by more than 5°, without those that collapse.
    pub turned: u64,
    /// The feature that changes most; `None` for an object without triangles.
    pub feature: Option<SmallFeature>,
}

impl ObjectPrecision {
    /// Compares the true triangles of an object with the stored ones.
    pub(super) fn of(index: usize, object: &ObjectAt) -> Self {
        let mut found = Self {
            name: Arc::clone(&object.name),
            object: index,
            spacing: 0.0,
            triangles: 0,
            moved: 0.0,
            moved_at: DVec3::ZERO,
            collapsed: 0,
            turned: 0,
            feature: thickness(object),
        };
        for corners in triangles(object) {
            found.add(corners);
        }
        found
    }

    fn add(&mut self, corners: [DVec3; 3]) {
        let area = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a);
        let (was, now) = (area(corners), area(corners.map(stored)));
        if was == DVec3::ZERO || !was.is_finite() {
            return;
        }
        self.triangles += 1;
        if now == DVec3::ZERO {
            self.collapsed += 1;
        } else if was.normalize_or_zero().dot(now.normalize_or_zero()) < TURNED {
            self.turned += 1;
        }
        for (i, corner) in corners.into_iter().enumerate() {
            let moved = stored(corner).distance(corner);
            if moved > self.moved {
                (self.moved, self.moved_at) = (moved, corner);
            }
            self.spacing = self.spacing.max(spacing_at(corner));
            let edge = corners[(i + 1) % 3] - corner;
            let along = edge.normalize_or_zero();
            let at = corner + edge / 2.0;
            let spacing = spacing_along(at, along);
            self.offer(SmallFeature { kind: FeatureKind::Edge, length: edge.length(), spacing, at, along });
        }
    }

    /// Keeps the feature that changes more.
    fn offer(&mut self, feature: SmallFeature) {
        if feature.length > 0.0 && self.feature.is_none_or(|known| feature.ratio() > known.ratio() * MORE) {
            self.feature = Some(feature);
        }
    }
}

/// The least width of a solid or of a small mesh, in the direction in which the spacing is greatest beside it.
fn thickness(object: &ObjectAt) -> Option<SmallFeature> {
    let body = ExactBody::new(&object.shape, &object.pose);
    let directions: Vec<DVec3> = match object.shape.faces() {
        None => DVec3::AXES.iter().map(|axis| body.world(*axis) - body.world(DVec3::ZERO)).collect(),
        Some(mesh) if mesh.triangles().len() <= MOST_NORMALS && has_inside(&object.shape, mesh) => {
            body.triangles().map(|[a, b, c]| (b - a).cross(c - a)).collect()
        }
        Some(_) => return None,
    };
    let widths = directions.into_iter().filter_map(|direction| {
        let along = direction.try_normalize()?;
        let ends = [body.support(along), body.support(-along)];
        let length = (ends[0] - ends[1]).dot(along);
        let at = (ends[0] + ends[1]) / 2.0;
        let feature =
            SmallFeature { kind: FeatureKind::Thickness, length, spacing: spacing_along(at, along), at, along };
        (length > 0.0).then_some(feature)
    });
    widths.max_by(|a, b| a.ratio().total_cmp(&b.ratio()))
}

fn has_inside(shape: &Shape, mesh: &Mesh) -> bool {
    !matches!(shape, Shape::Mesh(_)) || mesh.is_closed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::world::World;

    fn of(half: [f32; 3], position: [f32; 3]) -> ObjectPrecision {
        let text = format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "box", "shape": {{ "box": {{ "half_extents": {half:?} }} }},
                "position": {position:?} }}] }}"#
        );
        let world = World::at(&crate::scene::parse(&text, "a.json").unwrap(), &Files::default(), 0);
        ObjectPrecision::of(0, &world.objects[0])
    }

    #[test]
    fn a_thin_box_far_away_collapses_and_near_the_origin_it_does_not() {
        // At 2²⁰ m numbers are 1/8 m apart: both faces of a slab of 6 cm are stored at the same place.
        let far = of([0.03, 1.0, 1.0], [1_048_576.0, 0.0, 0.0]);
        assert_eq!((far.spacing, far.triangles), (0.125, 12));
        let feature = far.feature.unwrap();
        assert_eq!(feature.kind, FeatureKind::Thickness);
        assert!((feature.length - 0.06).abs() < 1e-6 && (feature.spacing - 0.125).abs() < f64::EPSILON, "{feature:?}");
        assert_eq!(far.collapsed, 8, "the triangles of the four narrow sides");
        assert!((far.moved - 0.03).abs() < 1e-6, "{}", far.moved);
        let near = of([0.03, 1.0, 1.0], [0.0, 0.0, 0.0]);
        assert_eq!((near.collapsed, near.turned), (0, 0));
        assert!(near.feature.unwrap().ratio() < 1e-5);
    }

    #[test]
    fn a_box_that_is_thin_on_another_axis_keeps_its_thickness() {
        let flat = of([1.0, 0.03, 1.0], [1_048_576.0, 0.0, 0.0]);
        assert_eq!(flat.collapsed, 0, "the spacing of y is that of a small number");
        assert!(flat.feature.unwrap().ratio() < 0.1);
    }
}
