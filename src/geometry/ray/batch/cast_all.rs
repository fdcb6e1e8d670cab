//! Rays against one solid, in register-sized groups where the solid and its pose allow it.

use fearless_simd::{Level, dispatch};
use glam::Vec3;

use super::choice::EndChoice;
use super::lane_cast::LaneCast;
use super::ray_mesh;
use super::rays::{Hits, Rays};
use super::sweep::sweep;
use crate::geometry::pose::Pose;
use crate::geometry::ray::answer::{Ray, RayQuery};
use crate::geometry::shape::kind::Shape;
use crate::geometry::shape::of_shape::of_shape;

/// Casts all `rays` at one solid, with the widest instruction set of this machine. `hits` is overwritten and
/// keeps its memory.
///
/// ```
/// # use eyeline::geometry::{Pose, Shape, ray::{RayQuery, batch::{Hits, Rays, cast_all}}};
/// let (zero, five, down) = ([0.0; 2], [5.0; 2], [-1.0, 1.0]);
/// let rays = Rays { origin: [&zero, &zero, &five], direction: [&zero, &zero, &down] };
/// let mut hits = Hits::default();
/// cast_all(RayQuery::default(), rays, &Shape::Sphere { radius: 1.0 }, &Pose::IDENTITY, &mut hits);
/// assert_eq!(hits.t, [4.0, f32::INFINITY]);
/// ```
pub fn cast_all(query: RayQuery, rays: Rays, shape: &Shape, pose: &Pose, hits: &mut Hits) {
    cast_all_at(Level::new(), query, rays, shape, pose, hits);
}

/// [`cast_all`] with a given instruction set.
pub fn cast_all_at(level: Level, query: RayQuery, rays: Rays, shape: &Shape, pose: &Pose, hits: &mut Hits) {
    hits.resize(rays.len());
    if let Shape::Mesh(mesh) = shape {
        return ray_mesh::cast_all(level, query, rays, mesh, pose, hits);
    }
    let is_sound = dispatch!(level, _simd => cast_lanes(query, rays, shape, pose, hits));
    if !is_sound || !is_ordinary(shape, pose) {
        cast_unsound(query, rays, shape, pose, hits);
    }
}

/// Whether squares of the solid's sizes and of the pose's scale are well inside the range of `f32`.
fn is_ordinary(shape: &Shape, pose: &Pose) -> bool {
    let is_ordinary = |size: f32| (1e-12..=1e12).contains(&size);
    let scale = pose.world_from_local().matrix3;
    let scale = [scale.x_axis, scale.y_axis, scale.z_axis].map(|axis| axis.abs().max_element());
    let sizes = shape.half_size().to_array();
    sizes.into_iter().chain(scale).all(is_ordinary)
}

/// Casts those rays one by one whose normals could not be given unit length, as at solids of 1e-16 m or beside a thin
/// solid far from the start.
#[cold]
#[inline(never)]
fn cast_unsound(query: RayQuery, rays: Rays, shape: &Shape, pose: &Pose, hits: &mut Hits) {
    for i in 0..rays.len() {
        let squared: f32 = hits.normal.iter().map(|axis| axis[i] * axis[i]).sum();
        if hits.t[i] == f32::INFINITY || (0.5..=2.0).contains(&squared) {
            continue;
        }
        let vector = |axes: [&[f32]; 3]| Vec3::from(axes.map(|axis| axis[i]));
        let ray = Ray { origin: vector(rays.origin), direction: vector(rays.direction) };
        let hit = crate::geometry::ray::cast::hit(&ray, query, shape, pose);
        hits.t[i] = hit.map_or(f32::INFINITY, |hit| hit.t);
        let normal = hit.and_then(|hit| hit.normal).unwrap_or_default();
        for (axis, n) in hits.normal.iter_mut().zip(normal.to_array()) {
            axis[i] = n;
        }
    }
}

/// Every function from here to the kernels, closures included, must be inlined into [`dispatch!`]: what stays a
/// call is compiled for the oldest machine and not vectorised.
///
/// Returns whether every normal could be given unit length.
#[inline(always)]
fn cast_lanes(query: RayQuery, rays: Rays, shape: &Shape, pose: &Pose, hits: &mut Hits) -> bool {
    let choice = EndChoice::new(query);
    // A mesh has gone its own way in `cast_all_at`.
    of_shape!(shape, solid => swept(rays, pose, hits, solid, choice), _mesh => true)
}

#[inline(always)]
fn swept<S: LaneCast>(rays: Rays, pose: &Pose, hits: &mut Hits, solid: S, choice: EndChoice) -> bool {
    if S::CHECKS {
        sweep::<true>(
            rays,
            pose,
            hits,
            #[inline(always)]
            |o, d| solid.lanes(o, d, choice),
        )
    } else {
        sweep::<false>(
            rays,
            pose,
            hits,
            #[inline(always)]
            |o, d| solid.lanes(o, d, choice),
        )
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::geometry::exact::ray::clearance;
    use crate::geometry::interval::Interval;
    use crate::geometry::ray::answer::{Inside, RayKind};
    use crate::geometry::ray::cast;
    use fearless_simd::Simd;
    use glam::Quat;
    use proptest::prelude::*;

    /// Every instruction set that this machine has.
    pub(crate) fn levels() -> Vec<Level> {
        let best = Level::new();
        let mut levels = vec![Level::baseline(), best];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            levels.extend(best.as_sse4_2().map(Simd::level));
            levels.extend(best.as_avx2().map(Simd::level));
        }
        levels
    }

    const QUERIES: [RayQuery; 5] = [
        RayQuery::new(RayKind::Line, Inside::Solid),
        RayQuery::new(RayKind::Ray, Inside::Solid),
        RayQuery::new(RayKind::Ray, Inside::Hollow),
        RayQuery::new(RayKind::Segment, Inside::Solid),
        RayQuery::new(RayKind::Segment, Inside::Hollow),
    ];

    const SOLIDS: [Shape; 5] = [
        Shape::Box { half_extents: Vec3::new(1.0, 2.0, 0.5) },
        Shape::Sphere { radius: 1.0 },
        Shape::Cylinder { radius: 1.0, half_height: 2.0 },
        Shape::Cone { radius: 1.0, height: 2.0 },
        Shape::Capsule { radius: 0.5, half_height: 1.0 },
    ];

    /// The batch with every instruction set, which must not differ in a bit.
    fn ask(rays: &[Ray], query: RayQuery, shape: &Shape, pose: &Pose) -> Hits {
        let axis = |of: fn(&Ray) -> f32| -> Vec<f32> { rays.iter().map(of).collect() };
        let origin = [axis(|ray| ray.origin.x), axis(|ray| ray.origin.y), axis(|ray| ray.origin.z)];
        let direction = [axis(|ray| ray.direction.x), axis(|ray| ray.direction.y), axis(|ray| ray.direction.z)];
        let arrays =
            Rays { origin: origin.each_ref().map(Vec::as_slice), direction: direction.each_ref().map(Vec::as_slice) };
        let mut hits = Hits::default();
        cast_all(query, arrays, shape, pose, &mut hits);
        for level in levels() {
            let mut others = Hits::default();
            cast_all_at(level, query, arrays, shape, pose, &mut others);
            assert_eq!(hits, others, "{level:?}");
        }
        hits
    }

    #[test]
    fn simple_rays_get_the_answers_of_the_single_ray() {
        let origins =
            [[0.0, 0.0, 5.0], [0.25, -0.5, 5.0], [0.0, -0.5, 0.0], [0.0, 5.0, 0.0], [0.25, 5.0, 0.25], [3.0, 0.0, 5.0]];
        let directions = [
            [0.0, 0.0, -1.0],
            [0.0, 0.0, 1.0],
            [0.0, -1.0, 0.0],
            [0.0, 4.0, 0.0],
            [0.0, -5.5, -5.0],
            [0.1, -0.2, -20.0],
        ];
        let rays: Vec<_> = origins
            .into_iter()
            .flat_map(|o| directions.map(|d| Ray { origin: o.into(), direction: d.into() }))
            .collect();
        for shape in SOLIDS {
            for query in QUERIES {
                let hits = ask(&rays, query, &shape, &Pose::IDENTITY);
                for (i, ray) in rays.iter().enumerate() {
                    let single = cast(ray, query, &shape, &Pose::IDENTITY);
                    let case =
                        format!("{ray:?} {query:?} {shape:?}: {single:?}, batch {} {:?}", hits.t[i], hits.normal(i));
                    match single.hit() {
                        None => assert_eq!((hits.t[i], hits.normal(i)), (f32::INFINITY, None), "{case}"),
                        Some(hit) => {
                            assert!((hits.t[i] - hit.t).abs() < 1e-5, "{case}");
                            assert_eq!(hits.normal(i).is_some(), hit.normal.is_some(), "{case}");
                            let (a, b) = (hits.normal(i).unwrap_or_default(), hit.normal.unwrap_or_default());
                            // At an edge, any surface that meets there is right.
                            let edge = clearance(ray, &shape, &Pose::IDENTITY).unwrap() > -1e-3;
                            assert!(edge || (a - b).length() < 1e-4, "{case}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_shortest_slice_counts() {
        let axis = [0.0; 130];
        let down = [-1.0; 130];
        let five = [5.0; 130];
        let mut hits = Hits::default();
        for len in [130, 129, 128, 65, 64, 63, 1, 0] {
            let rays = Rays { origin: [&axis, &axis, &five[..len]], direction: [&axis, &axis, &down] };
            assert_eq!((rays.len(), rays.is_empty()), (len, len == 0));
            cast_all(RayQuery::default(), rays, &SOLIDS[1], &Pose::IDENTITY, &mut hits);
            assert_eq!(hits.t, vec![4.0; len]);
            assert!((0..len).all(|i| hits.normal(i) == Some(Vec3::Z)));
            assert_eq!(hits.normal(len), None);
        }
    }

    fn vector(reach: f32) -> impl Strategy<Value = Vec3> {
        [-reach..reach, -reach..reach, -reach..reach].prop_map(Vec3::from)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn random_rays_get_the_answers_of_the_single_ray(
            shape in prop::sample::select(SOLIDS.to_vec()),
            query in prop::sample::select(QUERIES.to_vec()),
            position in vector(10.0),
            rotation in vector(3.0),
            scale in [0.5_f32..2.0, 0.5..2.0, -2.0..-0.5],
            rays in prop::collection::vec((vector(3.0), vector(2.0)), 1..150),
        ) {
            let pose = Pose::new(position, Quat::from_scaled_axis(rotation), scale.into()).unwrap();
            let rays: Vec<_> = rays
                .into_iter()
                .map(|(start, target)| Ray { origin: position + start, direction: target - start })
                .collect();
            let hits = ask(&rays, query, &shape, &pose);
            for (i, ray) in rays.iter().enumerate() {
                let single = cast(ray, query, &shape, &pose);
                // Rounding may decide a ray that grazes, or that starts or ends on the surface.
                let bounds = single.interval().unwrap_or(Interval::point(f32::INFINITY)).ends();
                let close_bound = bounds.iter().any(|t| t.abs() < 1e-3 || (t - 1.0).abs() < 1e-3);
                if close_bound || clearance(ray, &shape, &pose).is_none_or(|depth| depth.abs() < 1e-3) {
                    continue;
                }
                let case = format!("{ray:?}: {single:?}, batch {} {:?}", hits.t[i], hits.normal(i));
                prop_assert_eq!(single.hit().is_some(), hits.t[i] < f32::INFINITY, "{}", case);
                let Some(hit) = single.hit() else { continue };
                prop_assert!((hit.t - hits.t[i]).abs() * ray.direction.length() < 1e-3, "{}", case);
                prop_assert_eq!(hit.normal.is_some(), hits.normal(i).is_some(), "{}", case);
                if let (Some(a), Some(b)) = (hit.normal, hits.normal(i)) {
                    prop_assert!((b.length() - 1.0).abs() < 1e-5, "{}", case);
                    let rim = rim_distance(&shape, pose.local_from_world().transform_point3(hit.point));
                    prop_assert!(rim < 1e-3 || a.dot(b) > 0.999, "{}", case);
                }
            }
        }
    }

    /// How far a local surface point is from an edge, a rim or an apex, where normals jump.
    fn rim_distance(shape: &Shape, p: Vec3) -> f32 {
        let ring = p.x.hypot(p.z);
        match *shape {
            Shape::Box { half_extents } => {
                let mut gaps = (half_extents - p.abs()).to_array();
                gaps.sort_by(f32::total_cmp);
                gaps[1]
            }
            Shape::Cylinder { radius, half_height } => (radius - ring).abs().max((half_height - p.y.abs()).abs()),
            Shape::Cone { height, .. } => ring.min((p.y + height).abs().max((p.y * 0.5 + ring).abs())),
            _ => f32::INFINITY,
        }
    }
}
