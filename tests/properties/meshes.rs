//! Rays and meshes: compared with a reference that tests every triangle, with parry3d, with analytic solids, and at
//! edges and vertices, where a ray must not pass through.

use std::sync::Arc;

use eyeline::geometry::exact;
use eyeline::geometry::exact::cast::ExactDifference;
use eyeline::geometry::exact::ray::distance;
use eyeline::geometry::ray::batch::{Hits, Rays, cast_all, meets_any};
use eyeline::geometry::ray::{
    BackFaces, Cast, Feature, Inside, Miss, Ray, RayKind, RayQuery, cast, cast_mesh, cast_mesh_told, hit_mesh,
};
use eyeline::geometry::{Aabb, Interval, Mesh, Pose, Shape, Story};
use glam::{DVec3, Vec3};

use crate::random::{Random, narrow};

/// Closed surfaces around the origin with radius about 1.
pub(crate) fn closed() -> Vec<Mesh> {
    vec![cuboid(Vec3::ONE), ball(3), torus(24, 12, 0.4), torus(5, 3, 0.3), tent()]
}

pub(crate) fn open() -> Vec<Mesh> {
    let half = ball(2);
    let kept = half.triangles().iter().filter(|corners| corners.iter().any(|&v| half.positions()[v as usize].y > 0.0));
    vec![terrain(20), mesh(half.positions().to_vec(), kept.copied().collect())]
}

fn mesh(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(positions, triangles).expect("a mesh")
}

fn cuboid(half: Vec3) -> Mesh {
    let corner = |i: u32| half * Vec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 1.0 } else { -1.0 }));
    let quads = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    mesh((0..8).map(corner).collect(), triangles)
}

/// Slivers: a very long and very thin octahedron.
fn tent() -> Mesh {
    let positions = vec![Vec3::X, -Vec3::X, Vec3::Y * 1e-4, -Vec3::Y * 1e-4, Vec3::Z * 0.3, -Vec3::Z * 0.3];
    let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    mesh(positions, faces.to_vec())
}

/// An icosphere: an octahedron whose triangles are divided into four and projected to radius 1. Its vertices are not
/// shared.
fn ball(times: u32) -> Mesh {
    let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z];
    let mut faces =
        vec![[x, y, z], [y, -x, z], [-x, -y, z], [-y, x, z], [y, x, -z], [-x, y, -z], [-y, -x, -z], [x, -y, -z]];
    for _ in 0..times {
        let middle = |a: Vec3, b: Vec3| (a + b).normalize_or_zero();
        faces = faces
            .into_iter()
            .flat_map(|[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    let triangles = (0..).take(faces.len()).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    mesh(faces.into_iter().flatten().collect(), triangles)
}

fn torus(around: u32, tube: u32, thickness: f32) -> Mesh {
    let at = |i: u32, j: u32| {
        let angle = |i: u32, n: u32| i as f32 / n as f32 * std::f32::consts::TAU;
        let ((s, c), (t, d)) = (libm::sincosf(angle(i, around)), libm::sincosf(angle(j, tube)));
        let ring = 1.0 + thickness * d;
        Vec3::new(ring * c, thickness * t, ring * s)
    };
    let positions = (0..around).flat_map(|i| (0..tube).map(move |j| at(i, j))).collect();
    let index = |i: u32, j: u32| i % around * tube + j % tube;
    let quads = (0..around)
        .flat_map(|i| (0..tube).map(move |j| [index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j)]));
    mesh(positions, quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

fn terrain(n: u32) -> Mesh {
    let at = |i: u32, j: u32| {
        let [x, z] = [i, j].map(|i| i as f32 / n as f32 * 2.0 - 1.0);
        Vec3::new(x, 0.2 * libm::sinf(5.0 * x) * libm::cosf(4.0 * z), z)
    };
    let positions = (0..=n).flat_map(|i| (0..=n).map(move |j| at(i, j))).collect();
    let index = |i: u32, j: u32| i * (n + 1) + j;
    let quads =
        (0..n).flat_map(|i| (0..n).map(move |j| [index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j)]));
    mesh(positions, quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// A ray near the mesh, often through a corner or an edge, in the world space of the pose.
pub(crate) fn aimed(random: &mut Random, mesh: &Mesh, pose: &Pose) -> Ray {
    let triangle = usize::try_from(random.bits() % mesh.triangles().len() as u64).expect("an index");
    let [a, b, c] = mesh.corners(triangle);
    let target = match random.bits() % 5 {
        0 => a,
        1 => (a + b) / 2.0,
        2 => (a + b + c) / 3.0,
        _ => random.in_ball(1.3).as_vec3(),
    };
    let origin = match random.bits() % 4 {
        0 => mesh.corners(triangle / 2)[1],
        1 => random.in_ball(0.5).as_vec3(),
        _ => random.in_ball(4.0).as_vec3(),
    };
    let world = pose.world_from_local();
    let (origin, target) = (world.transform_point3(origin), world.transform_point3(target));
    let direction = if random.once_in(8) { Vec3::AXES[triangle % 3] } else { target - origin };
    Ray { origin, direction: if direction == Vec3::ZERO { Vec3::X } else { direction } }
}

fn queries() -> impl Iterator<Item = RayQuery> {
    let kinds = [RayKind::Line, RayKind::Ray, RayKind::Segment];
    let insides = [Inside::Solid, Inside::Hollow];
    let faces = [BackFaces::Hit, BackFaces::Cull];
    kinds.into_iter().flat_map(move |kind| {
        insides.into_iter().flat_map(move |inside| faces.map(|back_faces| RayQuery { kind, inside, back_faces }))
    })
}

#[test]
fn closed_meshes_are_closed_and_open_ones_open() {
    assert!(closed().iter().all(Mesh::is_closed));
    assert!(open().iter().all(|mesh| !mesh.is_closed()));
}

/// Every ray that starts inside a closed surface hits it, also at corners and edges.
#[test]
fn no_ray_from_inside_misses_a_closed_surface() {
    let mut random = Random::new(700);
    for (i, mesh) in [cuboid(Vec3::new(1.0, 0.5, 2.0)), ball(3), ball(0)].into_iter().enumerate() {
        for _ in 0..60_000 {
            let pose = random.pose();
            let ray = Ray {
                origin: pose.world_from_local().transform_point3(random.in_ball(0.2).as_vec3()),
                ..aimed(&mut random, &mesh, &pose)
            };
            let query = RayQuery { inside: Inside::Hollow, ..RayQuery::default() };
            let hollow = cast_mesh(&ray, query, &mesh, &pose);
            assert!(hollow.cast.hit().is_some() && hollow.spot.is_some(), "mesh {i}: {hollow:?} {ray:?} {pose:?}");
            let solid = cast_mesh(&ray, RayQuery::default(), &mesh, &pose).cast.hit().expect("inside");
            assert_eq!((solid.t, solid.feature), (0.0, Feature::Inside), "mesh {i}: {ray:?} {pose:?}");
        }
    }
}

/// Fast and exact answers agree, except where the line grazes an edge or starts on the surface, within rounding.
#[test]
fn fast_and_exact_agree() {
    let mut random = Random::new(710);
    let (mut requested, mut recorded) = (0, 0);
    for mesh in closed().into_iter().chain(open()) {
        let shape = Shape::Mesh(Arc::new(mesh));
        let Shape::Mesh(mesh) = &shape else { continue };
        for _ in 0..1500 {
            let pose = random.pose();
            let ray = aimed(&mut random, mesh, &pose);
            for query in queries() {
                let fast = cast(&ray, query, &shape, &pose);
                let exact = exact::cast::cast(&ray, query, &shape, &pose);
                requested += 1;
                match exact::cast::difference(&ray, &shape, &pose, &fast, &exact) {
                    None => {}
                    Some(
                        ExactDifference::Grazing { clearance, rounding }
                        | ExactDifference::End { clearance, rounding, .. },
                    ) if clearance.abs() <= rounding => {
                        recorded += 1;
                    }
                    Some(other) => panic!("{other:?}\n{fast:?}\n{exact:?}\n{query:?} {ray:?} {pose:?}"),
                }
            }
        }
    }
    // A third of the rays go through a corner or an edge, or start at a corner.
    assert!(recorded * 4 < requested, "{recorded} of {requested}");
}

/// A mesh in the form of a box gives the answers of the box.
#[test]
fn a_box_of_triangles_answers_as_a_box() {
    let mut random = Random::new(720);
    let half = Vec3::new(1.0, 0.7, 1.5);
    let (mesh, solid) = (cuboid(half), Shape::Box { half_extents: half });
    let mut hits = 0;
    for _ in 0..40_000 {
        let (pose, direction) = (random.pose(), random.direction());
        let world = pose.world_from_local();
        let origin = world.transform_point3(random.in_ball(3.0).as_vec3());
        let through = world.transform_point3(random.in_ball(1.5).as_vec3());
        let ray = Ray { origin, direction: if random.once_in(3) { direction.as_vec3() } else { through - origin } };
        for query in queries().filter(|query| query.back_faces == BackFaces::Hit) {
            let (ours, theirs) = (cast_mesh(&ray, query, &mesh, &pose), cast(&ray, query, &solid, &pose));
            let case = || format!("{ours:?}\n{theirs:?}\n{query:?} {ray:?} {pose:?}");
            let (Some([a, b]), Some([c, d])) =
                (ours.cast.interval().map(Interval::ends), theirs.interval().map(Interval::ends))
            else {
                let chord = ours.cast.interval().or(theirs.interval());
                assert!(chord.is_none_or(|t| t.far - t.near < 1e-3 * (1.0 + t.far.abs())), "{}", case());
                continue;
            };
            if (b - a).min(d - c) < 1e-2 {
                continue;
            }
            let tolerance = 1e-3 * (1.0 + b.abs());
            assert!((a - c).abs() < tolerance && (b - d).abs() < tolerance, "{}", case());
            let is_close = [a, b].iter().any(|t| t.abs() < tolerance || (t - 1.0).abs() < tolerance);
            if is_close {
                continue;
            }
            match (ours.cast.result(), theirs.result()) {
                (Ok(x), Ok(y)) => {
                    hits += 1;
                    assert!((x.t - y.t).abs() < tolerance, "{}", case());
                    assert_eq!(x.feature == Feature::Inside, y.feature == Feature::Inside, "{}", case());
                    let near_edge = x.normal.zip(y.normal).is_some_and(|(n, m)| n.dot(m) < 0.999);
                    let at = pose.local_from_world().transform_point3(x.point).abs() - half;
                    let edges = at.to_array().iter().filter(|x| x.abs() < 1e-2).count();
                    assert!(!near_edge || edges > 1, "{}", case());
                }
                (x, y) => assert_eq!(x.map(|_| ()), y.map(|_| ()), "{}", case()),
            }
        }
    }
    assert!(hits > 20_000, "{hits}");
}

/// Where parry3d hits, eyeline hits too, at the same point.
#[test]
fn parry_agrees() {
    use parry3d::math::Vector;
    use parry3d::query::RayCast;
    use parry3d::shape::TriMesh;
    let mut random = Random::new(730);
    let vector = |v: Vec3| Vector::from_array(v.to_array());
    for mesh in closed().into_iter().chain(open()) {
        let vertices = mesh.positions().iter().map(|v| vector(*v)).collect();
        let theirs = TriMesh::new(vertices, mesh.triangles().to_vec()).expect("a mesh");
        let (mut hits, mut parted) = (0, 0);
        for _ in 0..20_000 {
            let origin = random.in_ball(3.0).as_vec3();
            let ray = Ray { origin, direction: random.in_ball(1.2).as_vec3() - origin };
            let query = RayQuery { inside: Inside::Hollow, ..RayQuery::default() };
            let ours = cast_mesh(&ray, query, &mesh, &Pose::IDENTITY).cast.hit().map(|hit| hit.t);
            let other = parry3d::query::Ray::new(vector(ray.origin), vector(ray.direction));
            let theirs = theirs.cast_local_ray(&other, f32::MAX, false);
            hits += u32::from(ours.is_some());
            let agree = match (ours, theirs) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-4 * (1.0 + a),
                (a, b) => a.is_none() && b.is_none(),
            };
            parted += u32::from(!agree);
        }
        assert!(hits > 100 && parted <= 20, "{parted} of {hits}");
    }
}

/// Triangles on a coarse grid, in any order, near or far: many crossings at the same place, in the plane of a triangle,
/// at edges and corners, duplicate triangles, and triangles without area. The nearest hit that is found without all
/// crossings equals that of all crossings.
#[test]
fn the_nearest_hit_equals_that_of_all_crossings() {
    let mut random = Random::new(741);
    let mut hits = 0;
    for round in 0..80 {
        let offset = random.direction().as_vec3() * random.pick(&[0.0, 0.0, 1.0, 300.0, 1e5]);
        let step = random.pick(&[1.0, 0.1, 1e-3]);
        let on_grid = |random: &mut Random, cells: usize| {
            offset + Vec3::from_array([(); 3].map(|()| (random.below(2 * cells + 1) as f32 - cells as f32) * step))
        };
        let count = random.pick(&[1, 8, 60, 200]);
        let positions: Vec<Vec3> = (0..count + 2).map(|_| on_grid(&mut random, 3)).collect();
        let mut corner = || u32::try_from(random.below(count + 2)).expect("few");
        let triangles: Vec<[u32; 3]> = (0..count).map(|_| [corner(), corner(), corner()]).collect();
        let mesh = mesh(positions, triangles);
        let pose = if round % 3 == 0 { random.pose() } else { Pose::IDENTITY };
        let world = |p: Vec3| pose.world_from_local().transform_point3(p);
        for _ in 0..15 {
            let (from, to) = (on_grid(&mut random, 5), on_grid(&mut random, 3));
            let (origin, target) = (world(from), world(to));
            let length = random.pick(&[1.0, 1.0, 0.3, 1e3]);
            let direction = if from == to { Vec3::Y } else { (target - origin) * length };
            let ray = Ray { origin, direction };
            for query in queries() {
                let all = cast_mesh_told(&ray, query, &mesh, &pose, &mut Story::default());
                assert_eq!(cast_mesh(&ray, query, &mesh, &pose), all, "{ray:?} {query:?} {pose:?}\n{mesh:?}");
                let hit = all.cast.hit().map(|hit| (hit, all.spot));
                assert_eq!(hit_mesh(&ray, query, &mesh, &pose), hit, "{ray:?} {query:?} {pose:?}\n{mesh:?}");
                hits += usize::from(hit.is_some());
            }
        }
    }
    assert!(hits > 3_000, "only {hits} hits");
}

/// Recording the steps does not change the answer, every hit is on its triangle, and the weights give its position.
#[test]
fn a_hit_is_on_its_triangle() {
    let mut random = Random::new(740);
    for mesh in closed().into_iter().chain(open()) {
        for _ in 0..2000 {
            let pose = random.pose();
            let ray = aimed(&mut random, &mesh, &pose);
            for query in queries() {
                let silent = cast_mesh(&ray, query, &mesh, &pose);
                let mut story = Story::default();
                assert_eq!(cast_mesh_told(&ray, query, &mesh, &pose, &mut story), silent);
                let hit = silent.cast.hit().map(|hit| (hit, silent.spot));
                assert_eq!(hit_mesh(&ray, query, &mesh, &pose), hit, "{ray:?} {query:?} {pose:?}");
                assert!(story.steps.len() < 60 && story.steps.iter().all(|step| step.marks.len() < 200));
                let Some((hit, spot)) = silent.cast.hit().zip(silent.spot) else { continue };
                let [u, v, w] = spot.barycentric;
                assert!(u >= 0.0 && v >= 0.0 && w >= 0.0 && (u + v + w - 1.0).abs() < 1e-5, "{spot:?}");
                let [a, b, c] =
                    mesh.corners(spot.triangle as usize).map(|corner| pose.world_from_local().transform_point3(corner));
                let size = (a - b).length().max((a - c).length()) + a.length() + ray.origin.distance(hit.point);
                assert!((u * a + v * b + w * c - hit.point).length() < 1e-4 * size, "{silent:?} {ray:?} {pose:?}");
                let normal = hit.normal.expect("a surface");
                assert!((normal.length() - 1.0).abs() < 1e-5);
                if query.back_faces == BackFaces::Cull {
                    assert!(normal.dot(ray.direction) < 1e-4 * ray.direction.length(), "{silent:?}");
                }
            }
        }
    }
}

/// Outside a closed surface its normals point away from it, for every pose, including mirrored ones.
#[test]
fn normals_point_outward() {
    let mut random = Random::new(750);
    let shape = Shape::Mesh(Arc::new(ball(2)));
    for _ in 0..10_000 {
        let pose = random.pose();
        let world = pose.world_from_local();
        let from = world.transform_point3(random.direction().as_vec3() * 3.0);
        let ray = Ray { origin: from, direction: world.transform_point3(random.in_ball(0.5).as_vec3()) - from };
        let hit = cast(&ray, RayQuery::default(), &shape, &pose).hit().expect("through the middle");
        assert!(hit.normal.expect("a surface").dot(ray.direction) < 0.0, "{hit:?} {ray:?} {pose:?}");
    }
}

/// The tight box contains every corner and is touched on all six sides.
#[test]
fn boxes_are_tight() {
    let mut random = Random::new(760);
    for mesh in closed().into_iter().chain(open()) {
        let shape = Shape::Mesh(Arc::new(mesh.clone()));
        for _ in 0..200 {
            let pose = random.pose();
            let aabb = Aabb::of(&shape, &pose);
            let world = pose.world_from_local();
            let rows = glam::Mat3::from(world.matrix3).as_dmat3();
            let at = |p: &Vec3| rows * p.as_dvec3() + Vec3::from(world.translation).as_dvec3();
            let corners = mesh.triangles().iter().flatten().map(|&vertex| &mesh.positions()[vertex as usize]);
            let all: Vec<DVec3> = corners.map(at).collect();
            let min = all.iter().copied().reduce(DVec3::min).expect("corners");
            let max = all.iter().copied().reduce(DVec3::max).expect("corners");
            let slack = 1e-6 * max.abs().max(min.abs()).max_element();
            let (low, high) = (min - aabb.min.as_dvec3(), aabb.max.as_dvec3() - max);
            for outside in low.to_array().into_iter().chain(high.to_array()) {
                assert!((-1e-12 * (1.0 + slack)..=slack).contains(&outside), "{aabb:?} {min} {max}");
            }
        }
    }
}

/// A batch of rays has the answers of single rays, except for rays that graze within rounding.
#[test]
fn many_rays_answer_as_one() {
    let mut random = Random::new(780);
    for mesh in closed().into_iter().chain(open()) {
        let shape = Shape::Mesh(Arc::new(mesh.clone()));
        let mut parted = 0;
        for _ in 0..12 {
            let pose = random.pose();
            let world = pose.world_from_local();
            let plain = |_| {
                let [origin, target] = [4.0, 1.3].map(|r| world.transform_point3(random.in_ball(r).as_vec3()));
                Ray { origin, direction: target - origin }
            };
            let rays: Vec<Ray> = (0..300).map(plain).collect();
            for query in queries() {
                let (mut hits, mut blocked) = (Hits::default(), Vec::new());
                with_arrays(&rays, |rays| {
                    cast_all(query, rays, &shape, &pose, &mut hits);
                    meets_any(query, rays, &mesh, &pose, &mut blocked);
                });
                for (i, ray) in rays.iter().enumerate() {
                    let one = cast_mesh(ray, query, &mesh, &pose).cast.hit();
                    let t = hits.t[i];
                    assert_eq!(blocked[i], t.is_finite(), "{query:?} {ray:?} {pose:?}");
                    let is_same = match one {
                        None => t == f32::INFINITY,
                        Some(hit) => {
                            let normals = hit.normal.unwrap_or_default().dot(hits.normal(i).unwrap_or_default());
                            (hit.t - t).abs() <= 1e-3 * (1.0 + t.abs()) && (hit.normal.is_none() || normals > 0.99)
                        }
                    };
                    parted += u32::from(!is_same);
                }
            }
        }
        assert!(parted <= 43, "{parted} of 43,200");
    }
}

/// The rays in the layout of a batch.
fn with_arrays(rays: &[Ray], ask: impl FnOnce(Rays)) {
    let of = |number: fn(&Ray) -> f32| rays.iter().map(number).collect::<Vec<f32>>();
    let origin = [of(|ray| ray.origin.x), of(|ray| ray.origin.y), of(|ray| ray.origin.z)];
    let direction = [of(|ray| ray.direction.x), of(|ray| ray.direction.y), of(|ray| ray.direction.z)];
    ask(Rays { origin: origin.each_ref().map(Vec::as_slice), direction: direction.each_ref().map(Vec::as_slice) });
}

/// The same for a batch of rays that start inside a closed surface.
#[test]
fn no_ray_of_a_batch_misses_a_closed_surface() {
    let mut random = Random::new(790);
    let mesh = ball(4);
    let shape = Shape::Mesh(Arc::new(mesh.clone()));
    let query = RayQuery::new(RayKind::Ray, Inside::Hollow);
    for _ in 0..30 {
        let pose = random.pose();
        let world = pose.world_from_local();
        let rays: Vec<Ray> = (0..20_000)
            .map(|_| {
                let origin = world.transform_point3(random.in_ball(0.3).as_vec3());
                Ray { origin, ..aimed(&mut random, &mesh, &pose) }
            })
            .collect();
        let mut hits = Hits::default();
        with_arrays(&rays, |rays| cast_all(query, rays, &shape, &pose, &mut hits));
        let lost: Vec<_> = (0..rays.len()).filter(|&i| !hits.t[i].is_finite()).map(|i| rays[i]).collect();
        assert!(lost.is_empty(), "{} slip out: {:?} {pose:?}", lost.len(), lost[0]);
    }
}

/// Broken meshes and rays get finite answers. Nothing panics.
#[test]
fn any_mesh_and_ray_is_answered() {
    let mut random = Random::new(770);
    let special = [0.0, -0.0, 1.0, 1e-38, 1e-45, 1e30, f32::MAX, f32::MIN, f32::NAN, f32::INFINITY];
    for _ in 0..3000 {
        let n = 3 + random.bits() % 20;
        let number = |random: &mut Random| {
            if random.once_in(3) { random.pick(&special) } else { narrow(random.range(-1.0, 1.0)) }
        };
        let vector = |random: &mut Random| Vec3::new(number(random), number(random), number(random));
        let positions: Vec<Vec3> = (0..n).map(|_| vector(&mut random)).collect();
        let vertex = |random: &mut Random| u32::try_from(random.bits() % n).expect("an index");
        let triangles = (0..2 * n).map(|_| [(); 3].map(|()| vertex(&mut random))).collect();
        let Ok(mesh) = Mesh::new(positions, triangles) else { continue };
        let shape = Shape::Mesh(Arc::new(mesh));
        for _ in 0..4 {
            let finite = |v: Vec3| if v.is_finite() { v } else { Vec3::ONE };
            let ray = Ray { origin: finite(vector(&mut random)), direction: finite(vector(&mut random)) };
            let pose = random.pose();
            for query in queries() {
                let answer: Cast = cast(&ray, query, &shape, &pose);
                if let Ok(hit) = answer.result() {
                    assert!(hit.t.is_finite() && hit.distance >= 0.0, "{hit:?}");
                } else {
                    assert_ne!(answer.result(), Err(Miss::Masked));
                }
                let mut hits = Hits::default();
                with_arrays(&[ray; 3], |rays| cast_all(query, rays, &shape, &pose, &mut hits));
                assert!(hits.t.iter().all(|t| !t.is_nan()), "{hits:?}");
                let exact = exact::cast::cast(&ray, query, &shape, &pose);
                let _: Option<ExactDifference> = exact::cast::difference(&ray, &shape, &pose, &answer, &exact);
            }
        }
    }
}

/// From far outside, the distance of a point is that of the nearest triangle.
#[test]
fn distances_are_those_of_triangles() {
    let shape = Shape::Mesh(Arc::new(cuboid(Vec3::ONE)));
    for (p, expected) in [([3.0, 0.0, 0.0], 2.0), ([0.0, 0.25, 0.0], 0.75), ([2.0, 2.0, 1.0], 2.0_f64.sqrt())] {
        assert!((distance(&shape, DVec3::from(p)) - expected).abs() < 1e-12, "{p:?}");
    }
}
