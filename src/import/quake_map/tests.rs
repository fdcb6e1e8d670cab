//! Maps: brushes as hulls, names of entities, and what is left out.

use std::fmt::Write as _;

use glam::Vec3;

use crate::import::level::Level;
use crate::import::level::tests::{notes, read_as};

/// A brush that is a box, with a texture for each side. The points of a plane are clockwise as seen from outside.
fn cuboid(min: [i32; 3], max: [i32; 3], more: &str) -> String {
    let [a, b, c] = min;
    let [d, e, f] = max;
    let (x, y, z) = (a + 1, b + 1, c + 1);
    let mut text = String::from("{\n");
    for (side, points) in [
        ("left", [[a, b, c], [a, y, c], [a, b, z]]),
        ("front", [[a, b, c], [a, b, z], [x, b, c]]),
        ("floor", [[a, b, c], [x, b, c], [a, y, c]]),
        ("top", [[d, e, f], [d, e + 1, f], [d + 1, e, f]]),
        ("back", [[d, e, f], [d + 1, e, f], [d, e, f + 1]]),
        ("right", [[d, e, f], [d, e, f + 1], [d, e + 1, f]]),
    ] {
        let points: Vec<String> = points.iter().map(|[x, y, z]| format!("( {x} {y} {z} )")).collect();
        writeln!(text, "{} {side} 0 0 0 1 1{more}", points.join(" ")).unwrap();
    }
    text + "}\n"
}

fn entity(keys: &[(&str, &str)], brushes: &[String]) -> String {
    let keys: Vec<String> = keys.iter().map(|(key, value)| format!("\"{key}\" \"{value}\"\n")).collect();
    let keys = keys.concat();
    format!("{{\n{keys}{}}}\n", brushes.concat())
}

fn map(text: &str) -> Level {
    read_as("e1.map", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn brushes_are_hulls_in_metres_with_y_up() {
    let level = map(&entity(&[("classname", "func_wall")], &[cuboid([0, 32, -64], [64, 64, 32], "")]));
    let [wall] = &level.objects[..] else { panic!("one brush") };
    assert_eq!((&*wall.name, notes(&level).len()), ("func_wall", 0));
    let bounds = wall.mesh.bounds();
    assert_eq!((bounds.min, bounds.max), (Vec3::new(0.0, -2.0, -2.0), Vec3::new(2.0, 1.0, -1.0)));
    assert_eq!((wall.mesh.positions().len(), wall.mesh.triangles().len()), (8, 12), "corners are shared");
    let centre = bounds.centre();
    for i in 0..12 {
        let [a, b, c] = wall.mesh.corners(i);
        assert!((b - a).cross(c - a).dot(a - centre) > 0.0, "triangle {i} faces outwards");
    }
}

#[test]
fn entities_name_their_brushes_and_are_groups() {
    let small = |x: i32| cuboid([x, 0, 0], [x + 8, 8, 8], " 0 1 2");
    let text = [
        entity(&[("classname", "worldspawn")], &[small(0), small(16), small(32)]),
        entity(&[("classname", "info_player_start"), ("origin", "0 0 24")], &[]),
        entity(&[("classname", "func_door"), ("targetname", "gate")], &[small(48)]),
        entity(&[("classname", "light")], &[]),
        entity(&[("classname", "func_door")], &[small(64)]),
        entity(&[("classname", "func_door")], &[small(80)]),
        entity(&[], &[small(96)]),
    ]
    .concat();
    let level = map(&format!("// made by hand\r\n{}", text.replace('\n', "\r\n")));
    let names: Vec<&str> = level.objects.iter().map(|object| &*object.name).collect();
    let expected = ["worldspawn 0", "worldspawn 1", "worldspawn 2", "gate", "func_door", "func_door#2", "entity"];
    assert_eq!(names, expected);
    let [world] = &level.outline.groups[..] else { panic!("{:?}", level.outline.groups) };
    assert_eq!((&*world.name, world.parts.clone()), ("worldspawn", 0..3));
    let materials: Vec<&str> = level.outline.materials.iter().map(|material| &*material.name).collect();
    assert_eq!(materials, ["left", "front", "floor", "top", "back", "right"]);
    assert_eq!(level.outline.materials[0].objects.len(), 7);
    // A light is no fault of a map.
    assert_eq!(notes(&level), [""; 0]);
}

#[test]
fn slopes_double_planes_and_axes_of_textures_are_read() {
    let valve = cuboid([0, 0, 0], [32, 32, 32], "").replace("0 0 0 1 1", "[ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1");
    let twice = valve.replacen("}\n", "( 32 0 32 ) ( 32 1 32 ) ( 33 0 32 ) top [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n}\n", 1);
    let cut = valve.replacen("}\n", "( 32 0 16 ) ( 0 0 32 ) ( 0 32 32 ) slope [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n}\n", 1);
    for (brush, triangles, height) in [(&valve, 12, 1.0), (&twice, 12, 1.0), (&cut, 12, 1.0)] {
        let level = map(&entity(&[("classname", "a")], std::slice::from_ref(brush)));
        assert_eq!(notes(&level), [""; 0]);
        assert_eq!(level.objects[0].mesh.triangles().len(), triangles, "{brush}");
        assert!((level.objects[0].mesh.bounds().max.y - height).abs() < 1e-6);
    }
    let level = map(&entity(&[("classname", "a")], &[cut]));
    let highest = |x: f32| {
        let positions = level.objects[0].mesh.positions().iter().filter(|position| (position.x - x).abs() < 1e-6);
        positions.map(|position| position.y).fold(0.0, f32::max)
    };
    assert_eq!((highest(0.0), highest(1.0)), (1.0, 0.5));
}

#[test]
fn brushes_without_a_hull_are_left_out_with_the_reason() {
    let sound = cuboid([0, 0, 0], [8, 8, 8], "");
    let open: Vec<&str> = sound.lines().filter(|line| !line.contains("top")).collect();
    let open = open.join("\n") + "\n";
    for (brush, words) in [
        (open, "its planes do not close it"),
        (cuboid([8, 0, 0], [0, 8, 8], ""), "no volume is behind all of its planes"),
        ("{\n}\n".to_owned(), "no volume is behind all of its planes"),
        (sound.replacen("( 0 1 0 )", "( 0 0 0 )", 1), "three points of a plane are on a line"),
        (sound.replacen("( 0 1 0 )", "( 0 nan 0 )", 1), "a coordinate is not a finite number"),
        (format!("{{\n{}}}\n", "( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) a 0 0 0 1 1\n".repeat(129)), "more than 128 planes"),
    ] {
        let level = map(&entity(&[("classname", "world")], &[sound.clone(), brush.clone()]));
        assert_eq!(level.objects.len(), 1, "{words}");
        let said = notes(&level);
        let expected = format!("entities[0] `world`: a brush is left out: {words}");
        assert!(said.len() == 1 && (said[0].contains(&expected) || said[0].contains(words)), "{said:?}");
    }
}

#[test]
fn what_cannot_be_parsed_is_found_in_its_line() {
    let sound = entity(&[("classname", "world")], &[cuboid([0, 0, 0], [8, 8, 8], "")]);
    for (text, line) in [
        (sound.replacen("( 0 1 0 )", "( 0 x 0 )", 1), 4),
        (sound.replacen("left 0 0 0 1 1", "left 0 0", 1), 5),
        (sound.replacen("{\n(", "{\nbrushDef\n{\n(", 1), 4),
        (sound[..sound.len() - 4].to_owned(), 9),
        ("hello".to_owned(), 1),
    ] {
        let error = read_as("a.map", text.as_bytes()).unwrap_err();
        assert_eq!(error.line, line, "{error}: {text}");
        assert!(error.message.starts_with("the parser of maps stops here: "), "{error}");
    }
    assert!(notes(&map(""))[0].contains("it has no triangle"));
}
