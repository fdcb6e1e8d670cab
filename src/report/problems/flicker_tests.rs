//! Which faces flicker, and in which words.

use super::{Kind, of_world};
use crate::files::Files;
use crate::scene::parse;
use crate::world::World;

/// Kind, number of pairs and message of the problems of faces.
fn found(cameras: &str, objects: &str, more: &str) -> Vec<(&'static str, usize, String)> {
    let text = format!(r#"{{ "eyeline": 1, "cameras": [{cameras}], "objects": [{objects}]{more} }}"#);
    let world = World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0);
    let problems = of_world(&world).listed.into_iter();
    let of_faces = problems.filter(|one| [Kind::DepthFighting, Kind::CoplanarOverlap].contains(&one.kind));
    of_faces.map(|one| (one.kind.word(), one.count, one.message)).collect()
}

fn kinds(cameras: &str, objects: &str) -> Vec<&'static str> {
    found(cameras, objects, "").into_iter().map(|(kind, ..)| kind).collect()
}

fn cuboid(name: &str, half: [f64; 3], at: [f64; 3]) -> String {
    format!(r#"{{ "name": "{name}", "shape": {{ "box": {{ "half_extents": {half:?} }} }}, "position": {at:?} }}"#)
}

const EYE: &str = r#"{ "name": "eye", "position": [0, 0, 20], "near": 0.01, "far": 100 }"#;

#[test]
fn contacts_and_neighbours_are_no_problem() {
    let floor = cuboid("floor", [5.0, 0.5, 5.0], [0.0, -0.5, 0.0]);
    for (what, objects) in [
        ("a box on a floor", cuboid("crate", [0.5; 3], [0.0, 0.5, 0.0])),
        ("a box that is a rounding above the floor", cuboid("crate", [0.5; 3], [0.0, 0.500_001, 0.0])),
        ("a box that is sunk into the floor", cuboid("crate", [0.5; 3], [0.0, 0.4, 0.0])),
        ("tiles that share an edge", cuboid("tile", [5.0, 0.5, 5.0], [10.0, -0.5, 0.0])),
        ("tiles that are rounded apart", cuboid("tile", [5.0, 0.5, 5.0], [9.999_999, -0.5, 0.0])),
        (
            "a cylinder on the floor",
            r#"{ "name": "c", "shape": { "cylinder": { "radius": 1, "half_height": 1 } }, "position": [0, 1, 0] }"#
                .to_owned(),
        ),
        (
            "two posts whose lower faces are in the floor",
            [cuboid("a", [0.5, 1.0, 0.5], [0.0, 0.9, 0.0]), cuboid("b", [0.4, 0.9, 0.8], [0.05, 0.8, 0.1])].join(","),
        ),
    ] {
        assert_eq!(kinds("", &format!("{floor}, {objects}")), Vec::<&str>::new(), "{what}");
    }
}

#[test]
fn faces_in_one_plane_flicker_from_everywhere() {
    let wall = cuboid("wall", [5.0, 3.0, 0.5], [0.0, 0.0, -0.5]);
    for (what, objects, message) in [
        (
            "a plate that is flush",
            cuboid("plate", [1.0, 0.5, 0.25], [1.0, 0.0, -0.25]),
            "plate and wall are in one plane and overlap by 2 m², so they flicker from every distance: +z of plate and +z of wall",
        ),
        (
            "walls that overlap in their length",
            cuboid("other", [5.0, 3.0, 0.5], [9.0, 0.0, -0.5]),
            "other and wall are in one plane and overlap by 14 m², so they flicker from every distance: 4 pairs of faces: +z and +z, -z and -z, +y and +y …",
        ),
        (
            "the cap of a cylinder",
            r#"{ "name": "knob", "shape": { "cylinder": { "radius": 1, "half_height": 0.25 } }, "position": [0, 0, -0.25], "rotation": [0.70710678, 0, 0, 0.70710678] }"#.to_owned(),
            "knob and wall are in one plane and overlap by 3.1 m², so they flicker from every distance: top of knob and +z of wall",
        ),
    ] {
        let found = found("", &format!("{wall}, {objects}"), "");
        let [(kind, _, own)] = &found[..] else { panic!("{what}: {found:?}") };
        assert_eq!(*kind, "coplanar_overlap", "{what}");
        assert_eq!(own, message, "{what}");
    }
}

#[test]
fn a_camera_confuses_faces_that_are_near_to_each_other() {
    let wall = cuboid("wall", [5.0, 3.0, 0.5], [0.0, 0.0, -0.5]);
    let poster = cuboid("poster", [1.0, 1.0, 0.0005], [0.0, 0.0, 0.0005]);
    let objects = format!("{wall}, {poster}");
    assert_eq!(
        found(EYE, &objects, ""),
        [(
            "depth_fighting",
            1,
            "poster and wall are 1 mm apart and flicker in eye from 20 m on: there one step of its depth buffer (24 bits, \
             near 0.01 m) covers 2.4 mm; +z of poster and +z of wall; set near to 0.024 m, or use a 32-bit float with reversed \
             depth, or move them 2.4 mm apart"
                .to_owned()
        )]
    );
    for (what, camera) in [
        ("no camera", String::new()),
        ("a near plane that is far enough", EYE.replace("0.01", "0.03")),
        ("reversed depth in floats", EYE.replace("\"far\"", "\"depth\": \"reversed\", \"depth_bits\": 32, \"far\"")),
        ("from behind", EYE.replace("[0, 0, 20]", "[0, 0, -20]")),
        ("beside it", EYE.replace("\"far\"", "\"look_at\": [0, 30, 20], \"far\"")),
        ("beyond the far plane", EYE.replace("100", "15")),
        ("by another layer", EYE.replace("\"far\"", "\"mask\": [3], \"far\"")),
        ("near to it", EYE.replace("20]", "5]")),
    ] {
        assert_eq!(kinds(&camera, &objects), Vec::<&str>::new(), "{what}");
    }
    let bits_16 = EYE.replace("\"near\": 0.01", "\"depth_bits\": 16, \"near\": 0.5");
    let words = &found(&bits_16, &objects, "")[0].2;
    assert!(words.contains("(16 bits, near 0.5 m) covers 12 mm") && words.contains("use 24 bits"), "{words}");
}

#[test]
fn a_pair_is_ignored_by_each_of_its_objects() {
    let objects =
        [cuboid("wall", [5.0, 3.0, 0.5], [0.0, 0.0, -0.5]), cuboid("poster", [1.0, 1.0, 0.0005], [0.0, 0.0, 0.0005])];
    for (object, count) in [("wall", 0), ("poster", 0)] {
        let ignore = format!(r#", "ignore": [{{ "problem": "depth_fighting", "object": "{object}" }}]"#);
        assert_eq!(found(EYE, &objects.join(","), &ignore).len(), count, "{object}");
    }
    let other = r#", "ignore": [{ "problem": "coplanar_overlap" }]"#;
    assert_eq!(found(EYE, &objects.join(","), other).len(), 1);
}
