//! Tables of hits and misses, all solids, in one form: what comes in, what must come out.

use glam::{Quat, Vec3};

use super::{Cast, Feature, Inside, Kind, Miss, Ray, RayQuery, cast};
use crate::geometry::{Pose, Shape, Silent, Story};

const BOX: Shape = Shape::Box { half_extents: Vec3::new(1.0, 2.0, 0.5) };
const SPHERE: Shape = Shape::Sphere { radius: 1.0 };
const CYLINDER: Shape = Shape::Cylinder { radius: 1.0, half_height: 2.0 };
const CONE: Shape = Shape::Cone { radius: 1.0, height: 2.0 };
const CAPSULE: Shape = Shape::Capsule { radius: 0.5, half_height: 1.0 };
const SOLIDS: [Shape; 5] = [BOX, SPHERE, CYLINDER, CONE, CAPSULE];

fn ray(origin: [f32; 3], direction: [f32; 3]) -> Ray {
    Ray { origin: origin.into(), direction: direction.into() }
}

/// Casts silently and with a story, which must not change a bit.
fn ask(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose) -> Cast {
    let silent = cast(ray, query, shape, pose, &mut Silent);
    let mut story = Story::default();
    assert_eq!(silent, cast(ray, query, shape, pose, &mut story), "the story of {ray:?} at {shape:?} differs");
    assert!(story.steps.len() >= 2, "{ray:?} at {shape:?}: {story:?}");
    silent
}

#[test]
fn lines_through_unposed_solids() {
    use Feature::{Base, Bottom, NegX, NegY, NegZ, PosX, PosY, PosZ, Side, Surface, Top};
    let table: &[(&str, Shape, [f32; 3], [f32; 3], Option<([f32; 2], [Feature; 2])>)] = &[
        ("box: through X", BOX, [-3.0, 0.5, 0.2], [1.0, 0.0, 0.0], Some(([2.0, 4.0], [NegX, PosX]))),
        (
            "box: back through Y, half as fast",
            BOX,
            [0.0, 5.0, 0.0],
            [0.0, -0.5, 0.0],
            Some(([6.0, 14.0], [PosY, NegY])),
        ),
        ("box: through Z from inside", BOX, [0.0; 3], [0.0, 0.0, 2.0], Some(([-0.25, 0.25], [NegZ, PosZ]))),
        ("box: parallel on a face", BOX, [1.0, 5.0, 0.0], [0.0, -1.0, 0.0], Some(([3.0, 7.0], [PosY, NegY]))),
        ("box: parallel beside a face", BOX, [1.000_001, 5.0, 0.0], [0.0, -1.0, 0.0], None),
        ("box: along an edge", BOX, [1.0, 5.0, 0.5], [0.0, -1.0, 0.0], Some(([3.0, 7.0], [PosY, NegY]))),
        ("box: an edge touched", BOX, [2.0, 1.0, 0.0], [-1.0, 1.0, 0.0], Some(([1.0, 1.0], [PosX, PosY]))),
        ("box: an edge passed", BOX, [2.0, 1.001, 0.0], [-1.0, 1.0, 0.0], None),
        ("box: a corner touched", BOX, [1.5, 1.5, 1.0], [-1.0, 1.0, -1.0], Some(([0.5, 0.5], [PosX, PosY]))),
        ("sphere: through", SPHERE, [0.0, 0.0, 5.0], [0.0, 0.0, -2.0], Some(([2.0, 3.0], [Surface; 2]))),
        ("sphere: grazing", SPHERE, [1.0, 0.0, 5.0], [0.0, 0.0, -2.0], Some(([2.5, 2.5], [Surface; 2]))),
        ("sphere: passing", SPHERE, [1.000_001, 0.0, 5.0], [0.0, 0.0, -2.0], None),
        ("sphere: start on it, inward", SPHERE, [0.0, 0.0, 1.0], [0.0, 0.0, -1.0], Some(([0.0, 2.0], [Surface; 2]))),
        ("sphere: start on it, outward", SPHERE, [0.0, 0.0, 1.0], [0.0, 0.0, 1.0], Some(([-2.0, 0.0], [Surface; 2]))),
        ("sphere: start on it, tangent", SPHERE, [0.0, 0.0, 1.0], [0.0, 3.0, 0.0], Some(([0.0, 0.0], [Surface; 2]))),
        ("cylinder: side to side", CYLINDER, [0.0, 1.0, 5.0], [0.0, 0.0, -1.0], Some(([4.0, 6.0], [Side, Side]))),
        ("cylinder: along the axis", CYLINDER, [0.0, 5.0, 0.0], [0.0, -1.0, 0.0], Some(([3.0, 7.0], [Top, Bottom]))),
        ("cylinder: upward", CYLINDER, [0.5, -4.0, 0.5], [0.0, 2.0, 0.0], Some(([1.0, 3.0], [Bottom, Top]))),
        ("cylinder: along the side", CYLINDER, [1.0, 5.0, 0.0], [0.0, -1.0, 0.0], Some(([3.0, 7.0], [Top, Bottom]))),
        ("cylinder: beside the side", CYLINDER, [1.000_001, 5.0, 0.0], [0.0, -1.0, 0.0], None),
        ("cylinder: on the top", CYLINDER, [0.0, 2.0, 5.0], [0.0, 0.0, -1.0], Some(([4.0, 6.0], [Side, Side]))),
        ("cylinder: above the top", CYLINDER, [0.0, 2.000_001, 5.0], [0.0, 0.0, -1.0], None),
        ("cylinder: grazing the side", CYLINDER, [1.0, 0.0, 5.0], [0.0, 0.0, -1.0], Some(([5.0, 5.0], [Side, Side]))),
        ("cylinder: top to side", CYLINDER, [0.0, 3.0, 0.0], [1.0, -2.0, 0.0], Some(([0.5, 1.0], [Top, Side]))),
        ("cylinder: rim touched", CYLINDER, [2.0, 1.0, 0.0], [-1.0, 1.0, 0.0], Some(([1.0, 1.0], [Side, Side]))),
        ("cylinder: rim passed", CYLINDER, [2.0, 1.001, 0.0], [-1.0, 1.0, 0.0], None),
        (
            "cylinder: nearly along the axis",
            CYLINDER,
            [0.5, 5.0, 0.0],
            [1e-20, -1.0, 0.0],
            Some(([3.0, 7.0], [Top, Bottom])),
        ),
        ("cone: side to side, A > 0", CONE, [0.0, -1.0, 5.0], [0.0, 0.0, -1.0], Some(([4.5, 5.5], [Side, Side]))),
        ("cone: down the axis, A < 0", CONE, [0.0, 3.0, 0.0], [0.0, -1.0, 0.0], Some(([3.0, 5.0], [Side, Base]))),
        ("cone: up the axis, A < 0", CONE, [0.0, -4.0, 0.0], [0.0, 2.0, 0.0], Some(([1.0, 2.0], [Base, Side]))),
        ("cone: beside the axis", CONE, [0.5, 3.0, 0.0], [0.0, -1.0, 0.0], Some(([4.0, 5.0], [Side, Base]))),
        ("cone: parallel to a generator", CONE, [-1.0, 0.0, 0.0], [1.0, -2.0, 0.0], Some(([0.5, 1.0], [Side, Base]))),
        ("cone: parallel, upward", CONE, [1.0, -4.0, 0.0], [-1.0, 2.0, 0.0], Some(([1.0, 1.5], [Base, Side]))),
        ("cone: parallel, other side", CONE, [3.0, 0.0, 0.0], [1.0, -2.0, 0.0], None),
        ("cone: along a generator", CONE, [-1.0, 2.0, 0.0], [1.0, -2.0, 0.0], Some(([1.0, 2.0], [Side, Base]))),
        ("cone: A all but 0", CONE, [-1.0, 0.0, 0.0], [1.0, -2.000_000_2, 0.0], Some(([0.5, 1.0], [Side, Base]))),
        (
            "cone: A all but 0, below",
            CONE,
            [-1.0, 0.0, 0.0],
            [1.0, -1.999_999_9, 0.0],
            Some(([0.5, 1.0], [Side, Base])),
        ),
        ("cone: apex from the side", CONE, [3.0, 0.0, 0.0], [-1.0, 0.0, 0.0], Some(([3.0, 3.0], [Side, Side]))),
        ("cone: apex slanting", CONE, [3.0, 3.0, 0.0], [-1.0, -1.0, 0.0], Some(([3.0, 3.0], [Side, Side]))),
        ("cone: apex slanting, odd sizes", CONE, [0.3, 0.1, 0.7], [-0.6, -0.2, -1.4], Some(([0.5, 0.5], [Side, Side]))),
        ("cone: just above the apex", CONE, [3.0, 0.000_001, 0.0], [-1.0, 0.0, 0.0], None),
        ("cone: upper nappe only", CONE, [0.0, 1.0, 5.0], [0.0, 0.0, -1.0], None),
        ("cone: upper nappe, then past the base", CONE, [-6.0, 10.0, 0.0], [1.0, -2.5, 0.0], None),
        ("cone: upper nappe, then in", CONE, [-0.5, 2.0, 0.0], [0.25, -1.0, 0.0], Some(([2.0, 4.0], [Side, Base]))),
        ("cone: on the base", CONE, [0.0, -2.0, 5.0], [0.0, 0.0, -1.0], Some(([4.0, 6.0], [Side, Side]))),
        ("cone: below the base", CONE, [0.0, -2.000_001, 5.0], [0.0, 0.0, -1.0], None),
        ("cone: rim touched", CONE, [2.0, -1.0, 0.0], [-1.0, -1.0, 0.0], Some(([1.0, 1.0], [Side, Side]))),
        ("capsule: side to side", CAPSULE, [0.0, 0.5, 5.0], [0.0, 0.0, -1.0], Some(([4.5, 5.5], [Surface; 2]))),
        ("capsule: along the axis", CAPSULE, [0.0, 5.0, 0.0], [0.0, -1.0, 0.0], Some(([3.5, 6.5], [Surface; 2]))),
        ("capsule: along the side", CAPSULE, [0.5, 5.0, 0.0], [0.0, -1.0, 0.0], Some(([4.0, 6.0], [Surface; 2]))),
        ("capsule: over the cap", CAPSULE, [0.0, 1.5, 5.0], [0.0, 0.0, -1.0], Some(([5.0, 5.0], [Surface; 2]))),
        ("capsule: above the cap", CAPSULE, [0.0, 1.500_001, 5.0], [0.0, 0.0, -1.0], None),
        ("capsule: at the seam", CAPSULE, [0.0, 1.0, 5.0], [0.0, 0.0, -1.0], Some(([4.5, 5.5], [Surface; 2]))),
        ("capsule: past a cap", CAPSULE, [2.0, 1.0, 0.0], [-1.0, 0.5, 0.0], None),
    ];
    for &(case, shape, origin, direction, expected) in table {
        let ray = ray(origin, direction);
        let found = ask(&ray, RayQuery { kind: Kind::Line, inside: Inside::Solid }, &shape, &Pose::IDENTITY);
        assert_eq!(found.interval.is_some(), expected.is_some(), "{case}: {found:?}");
        let Some((t, features)) = expected else { continue };
        let interval = found.interval.unwrap();
        for end in 0..2 {
            assert!((interval[end] - t[end]).abs() <= 1e-6 * t[end].abs(), "{case}: {interval:?}, expected {t:?}");
        }
        assert_eq!(found.hit().unwrap().feature, features[0], "{case}: entry");
        // The exit is where the line turned round enters.
        let back = Ray { direction: -ray.direction, ..ray };
        let back = ask(&back, RayQuery { kind: Kind::Line, inside: Inside::Solid }, &shape, &Pose::IDENTITY);
        let touches = t[0] >= t[1];
        assert!(touches || back.hit().unwrap().feature == features[1], "{case}: exit is {back:?}");
    }
}
