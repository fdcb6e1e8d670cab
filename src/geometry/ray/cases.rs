//! Tables of hits and misses, all solids, in one form: what comes in, what must come out.

use glam::{Quat, Vec3};

use super::answer::{Cast, Feature, Inside, Miss, Ray, RayKind, RayQuery};
use super::cast;
use super::cast::cast_told;
use crate::geometry::interval::Interval;
use crate::geometry::narrate::Story;
use crate::geometry::pose::Pose;
use crate::geometry::shape::Shape;

const BOX: Shape = Shape::Box { half_extents: Vec3::new(1.0, 2.0, 0.5) };
const SPHERE: Shape = Shape::Sphere { radius: 1.0 };
const CYLINDER: Shape = Shape::Cylinder { radius: 1.0, half_height: 2.0 };
const CONE: Shape = Shape::Cone { radius: 1.0, height: 2.0 };
const CAPSULE: Shape = Shape::Capsule { radius: 0.5, half_height: 1.0 };
const SOLIDS: [Shape; 5] = [BOX, SPHERE, CYLINDER, CONE, CAPSULE];

/// Name, solid, origin, direction; the interval and the features at its ends.
type LineCase = (&'static str, Shape, [f32; 3], [f32; 3], Option<([f32; 2], [Feature; 2])>);

fn ray(origin: [f32; 3], direction: [f32; 3]) -> Ray {
    Ray { origin: origin.into(), direction: direction.into() }
}

/// Casts silently and with a story, which must not change a bit.
fn ask(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose) -> Cast {
    let silent = cast(ray, query, shape, pose);
    let mut story = Story::default();
    assert_eq!(silent, cast_told(ray, query, shape, pose, &mut story), "the story of {ray:?} at {shape:?} differs");
    assert!(story.steps.len() >= 2, "{ray:?} at {shape:?}: {story:?}");
    silent
}

#[test]
fn lines_through_unposed_solids() {
    use Feature::{Base, Bottom, NegX, NegY, NegZ, PosX, PosY, PosZ, Side, Surface, Top};
    let table: &[LineCase] = &[
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
    for &(case, ref shape, origin, direction, expected) in table {
        let ray = ray(origin, direction);
        let found = ask(&ray, RayQuery::new(RayKind::Line, Inside::Solid), shape, &Pose::IDENTITY);
        assert_eq!(found.interval().is_some(), expected.is_some(), "{case}: {found:?}");
        let Some((t, features)) = expected else { continue };
        let interval = found.interval().unwrap().ends();
        for end in 0..2 {
            assert!((interval[end] - t[end]).abs() <= 1e-6 * t[end].abs(), "{case}: {interval:?}, expected {t:?}");
        }
        assert_eq!(found.hit().unwrap().feature, features[0], "{case}: entry");
        // The exit is where the line turned round enters.
        let back = Ray { direction: -ray.direction, ..ray };
        let back = ask(&back, RayQuery::new(RayKind::Line, Inside::Solid), shape, &Pose::IDENTITY);
        let touches = t[0] >= t[1];
        assert!(touches || back.hit().unwrap().feature == features[1], "{case}: exit is {back:?}");
    }
}

/// All kinds of ray, from before, inside and behind one drum.
#[test]
fn kinds_and_insides() {
    use Inside::{Hollow, Solid};
    use RayKind::{Line, Ray as Half, Segment};
    // A line along +X at x = −3, speed 2, through a cylinder of radius 1: inside for t in [1, 2].
    let ahead = ([-3.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    let inside = ([0.0; 3], [2.0, 0.0, 0.0]);
    let behind = ([3.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    let on_entry = ([-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    let on_exit = ([1.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    let side = |t: f32| Ok((t, Feature::Side, true));
    let start = Ok((0.0, Feature::Inside, false));
    let table = [
        ("line ahead", ahead, Line, Solid, side(1.0)),
        ("line from inside", inside, Line, Solid, side(-0.5)),
        ("line from inside, hollow", inside, Line, Hollow, side(-0.5)),
        ("line behind", behind, Line, Solid, side(-2.0)),
        ("ray ahead", ahead, Half, Solid, side(1.0)),
        ("ray ahead, hollow", ahead, Half, Hollow, side(1.0)),
        ("ray from inside", inside, Half, Solid, start),
        ("ray from inside, hollow", inside, Half, Hollow, side(0.5)),
        ("ray behind", behind, Half, Solid, Err(Miss::Behind)),
        ("ray from the entry", on_entry, Half, Solid, side(0.0)),
        ("ray from the exit", on_exit, Half, Solid, start),
        ("ray from the exit, hollow", on_exit, Half, Hollow, side(0.0)),
        ("segment that ends on the entry", ahead, Segment, Solid, side(1.0)),
        ("segment too short", ([-3.0, 0.0, 0.0], [1.9, 0.0, 0.0]), Segment, Solid, Err(Miss::Beyond)),
        ("segment from inside", inside, Segment, Solid, start),
        ("segment from inside to the outside, hollow", inside, Segment, Hollow, side(0.5)),
        ("segment that ends on the way out, hollow", ([0.0; 3], [1.0, 0.0, 0.0]), Segment, Hollow, side(1.0)),
        ("segment within, hollow", ([0.0; 3], [0.9, 0.0, 0.0]), Segment, Hollow, Err(Miss::Beyond)),
        ("segment behind", behind, Segment, Hollow, Err(Miss::Behind)),
        ("ray that misses", ([-3.0, 5.0, 0.0], [2.0, 0.0, 0.0]), Half, Solid, Err(Miss::Misses)),
    ];
    for (case, (origin, direction), kind, inside, expected) in table {
        let ray = ray(origin, direction);
        let found = ask(&ray, RayQuery::new(kind, inside), &CYLINDER, &Pose::IDENTITY);
        let brief = found.result().map(|hit| (hit.t, hit.feature, hit.normal.is_some()));
        assert_eq!(brief, expected, "{case}: {found:?}");
        if let Ok(hit) = found.result() {
            assert_eq!(hit.point, ray.at(hit.t), "{case}");
            assert!((hit.distance - hit.t.abs() * ray.direction.length()).abs() < 1e-6, "{case}");
        }
        let masked = found.masked();
        assert_eq!((masked.result(), masked.interval()), (Err(Miss::Masked), found.interval()), "{case}");
    }
}

#[test]
fn normals_point_outward_in_world_space() {
    let turned = Pose::new(Vec3::new(0.0, 0.0, -3.0), Quat::from_rotation_z(std::f32::consts::FRAC_PI_2), Vec3::ONE);
    let flat = Pose::new(Vec3::ZERO, Quat::IDENTITY, Vec3::new(2.0, 1.0, -1.0));
    let tiny = Pose::new(Vec3::ZERO, Quat::IDENTITY, Vec3::splat(1e-12));
    let cone_side = Vec3::new(0.0, 1.0, 2.0).normalize_or_zero();
    for (case, shape, pose, origin, direction, expected) in [
        ("box", BOX, Some(Pose::IDENTITY), [5.0, 0.0, 0.0], [-1.0, 0.0, 0.0], Vec3::X),
        // Local +Y is world −X.
        ("turned box", BOX, turned, [-9.0, 0.0, -3.0], [1.0, 0.0, 0.0], Vec3::NEG_X),
        ("turned cone, base", CONE, turned, [9.0, 0.0, -3.0], [-1.0, 0.0, 0.0], Vec3::X),
        ("mirrored box", BOX, flat, [0.0, 0.0, 9.0], [0.0, 0.0, -1.0], Vec3::Z),
        ("sphere", SPHERE, Some(Pose::IDENTITY), [0.0, 0.0, 9.0], [0.0, 0.0, -1.0], Vec3::Z),
        // x²/4 + y² = 1 at (2 · 0.6, 0.8): the gradient is (0.6 / 2, 0.8).
        ("ellipsoid", SPHERE, flat, [1.2, 9.0, 0.0], [0.0, -1.0, 0.0], Vec3::new(0.3, 0.8, 0.0).normalize_or_zero()),
        ("cylinder, top", CYLINDER, flat, [0.5, 9.0, 0.0], [0.0, -1.0, 0.0], Vec3::Y),
        ("cylinder, bottom", CYLINDER, flat, [0.5, -9.0, 0.0], [0.0, 1.0, 0.0], Vec3::NEG_Y),
        ("cylinder, side", CYLINDER, flat, [0.0, 0.0, -9.0], [0.0, 0.0, 1.0], Vec3::NEG_Z),
        ("cone, side", CONE, Some(Pose::IDENTITY), [0.0, -1.0, 9.0], [0.0, 0.0, -1.0], cone_side),
        ("cone, apex from above", CONE, Some(Pose::IDENTITY), [0.0, 9.0, 0.0], [0.0, -1.0, 0.0], Vec3::Y),
        ("cone, apex from the side", CONE, Some(Pose::IDENTITY), [3.0, 3.0, 0.0], [-1.0, -1.0, 0.0], Vec3::Y),
        ("turned cone, apex", CONE, turned, [-9.0, 0.0, -3.0], [1.0, 0.0, 0.0], Vec3::NEG_X),
        ("capsule, cap", CAPSULE, Some(Pose::IDENTITY), [0.0, 9.0, 0.0], [0.0, -1.0, 0.0], Vec3::Y),
        ("capsule, side", CAPSULE, Some(Pose::IDENTITY), [9.0, 0.5, 0.0], [-1.0, 0.0, 0.0], Vec3::X),
        ("tiny sphere", SPHERE, tiny, [0.0, 0.0, 9.0], [0.0, 0.0, -1.0], Vec3::Z),
        ("tiny cone", CONE, tiny, [0.0, -1e-12, 9.0], [0.0, 0.0, -1.0], cone_side),
    ] {
        let found = ask(&ray(origin, direction), RayQuery::default(), &shape, &pose.unwrap());
        let normal = found.hit().unwrap_or_else(|| panic!("{case}: {found:?}")).normal.unwrap();
        assert!((normal - expected).length() < 1e-5, "{case}: {normal}, expected {expected}");
    }
}

/// Every finite ray gets a finite answer, and one that does not depend on how long its direction is.
#[test]
fn extreme_rays_stay_finite() {
    let lengths = [1e-45, 1e-38, 1e-30, 1e-12, 1.0, 1e12, 1e30, 3e38];
    let places = [0.0, 1e-45, 1.0, -1e6, 1e30, 3e38];
    for shape in SOLIDS {
        for x in places {
            for y in places {
                for length in lengths {
                    for direction in [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [-0.6, 0.8, 0.0], [0.6, -0.48, 0.64]] {
                        let ray = ray([x, y, 0.25], direction.map(|d| d * length));
                        for kind in [RayKind::Line, RayKind::Ray, RayKind::Segment] {
                            let found = ask(&ray, RayQuery::new(kind, Inside::Hollow), &shape, &Pose::IDENTITY);
                            let case = format!("{ray:?} at {shape:?}: {found:?}");
                            if let Some([a, b]) = found.interval().map(Interval::ends) {
                                assert!(a.is_finite() && b.is_finite() && a <= b, "{case}");
                            }
                            if let Ok(hit) = found.result() {
                                assert!(hit.t.is_finite() && hit.distance >= 0.0 && hit.point.is_finite(), "{case}");
                                assert!((hit.normal.unwrap().length() - 1.0).abs() < 1e-5, "{case}");
                            }
                        }
                    }
                }
            }
        }
    }
    for shape in SOLIDS {
        for (near, length) in [(1.0, 1e-30), (1.0, 1e30), (1e6, 1.0), (1e6, 1e-30)] {
            let ray = ray([-near, -0.25, 0.0625], [length, 0.0, 0.0]);
            let found = ask(&ray, RayQuery::new(RayKind::Line, Inside::Solid), &shape, &Pose::IDENTITY);
            let plain = self::ray([-1.0, -0.25, 0.0625], [1.0, 0.0, 0.0]);
            let plain = ask(&plain, RayQuery::new(RayKind::Line, Inside::Solid), &shape, &Pose::IDENTITY);
            let (hit, plain) = (found.hit().unwrap(), plain.hit().unwrap());
            assert!((hit.point - plain.point).length() < 1e-6, "{shape:?} {near} {length}: {hit:?}, plainly {plain:?}");
            assert_eq!(hit.feature, plain.feature, "{shape:?} {near} {length}");
        }
    }
    let nowhere = ray([0.0; 3], [0.0; 3]);
    for shape in SOLIDS {
        let silent = cast(&nowhere, RayQuery::default(), &shape, &Pose::IDENTITY);
        assert_eq!(silent, Cast::MISS, "{shape:?}");
    }
}

/// The steps of each story, by their titles, and the marks that can be drawn.
#[test]
fn stories_go_step_by_step() {
    let through = ray([0.1, -0.25, 5.0], [0.0, 0.0, -1.0]);
    let down = ray([0.1, 9.0, 0.1], [0.01, -1.0, 0.0]);
    let far = ray([0.1, -0.25, 5000.0], [0.0, 0.0, -1e20]);
    let both = "Both at once";
    for (shape, ray, titles) in [
        (BOX, &through, &["The ray in local space", "Slab X", "Slab Y", "Slab Z", "Hit"][..]),
        (SPHERE, &through, &["The ray from the centre", "Quadratic of the sphere", "Hit"]),
        (SPHERE, &far, &["The ray from the centre", "The ray, rescaled", "Quadratic of the sphere", "Hit"]),
        (CYLINDER, &through, &["The ray in local space", "Slab Y", "Quadratic of the circle", both, "Hit"]),
        (
            CONE,
            &down,
            &[
                "The ray in local space",
                "Quadratic of the double cone",
                "The lower nappe",
                "Slab Y: above the base",
                both,
                "Hit",
            ],
        ),
        (
            CAPSULE,
            &down,
            &[
                "The ray in local space",
                "Quadratic of the circle",
                "The entry beyond the tube: upper cap, o from its centre",
                "The exit beyond the tube: lower cap, o from its centre",
                "Side or cap",
                "Hit",
            ],
        ),
    ] {
        let mut story = Story::default();
        cast_told(ray, RayQuery::default(), &shape, &Pose::IDENTITY, &mut story);
        let described: Vec<_> = story.steps.iter().map(|step| step.title.as_str()).collect();
        assert_eq!(described, titles, "{shape:?}");
        for step in &story.steps {
            assert_eq!(step.formula.is_empty(), step.numbers.is_empty(), "{step:?}");
            assert!(!step.outcome.contains("NaN") && !step.numbers.contains("undefined"), "{step:?}");
        }
    }
}
