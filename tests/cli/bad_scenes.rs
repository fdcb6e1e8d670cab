//! Every kind of error in a scene, with its location and message.

use eyeline::scene::{self, SceneError};

/// A scene with `▶` before the location of its error, and words that the message or help must contain.
///
/// `S` is replaced by the format version, `OBJECT` by the entries of a valid object with the name `o`.
const BAD: &[(&str, &str)] = &[
    // Not JSON.
    ("▶", "the file is empty"),
    ("▶ \n\t\n", "the file is empty"),
    ("▶// nothing\n/* at all */", "only comments"),
    (r#"▶{ "eyeline": 1"#, "ends before this object is closed"),
    ("{ \"eyeline\": 1,\n  \"rays\": ▶[", "ends before this list is closed"),
    (r#"{ "eyeline": 1, "title": ▶"Gu"#, "not closed on its line"),
    ("{ \"eyeline\": 1, \"title\": ▶\"a\nb\" }", "not closed on its line"),
    ("{ \"eyeline\": 1, \"title\": \"a▶\tb\" }", "control character U+0009"),
    (r#"{ "eyeline": 1 ▶/* }"#, "comment is never closed"),
    ("{ \"eyeline\": 1 }\n▶{}", "the scene has ended"),
    (r#"{ "eyeline": 1▶ "title": "a" }"#, "a comma is missing"),
    (r#"{ "eyeline" ▶1 }"#, "`:` must follow a key"),
    (r#"{ "eyeline": ▶}"#, "a value is missing"),
    ("{ ▶eyeline: 1 }", "double quotes"),
    ("{ ▶'eyeline': 1 }", "double quotes"),
    (r#"{ "eyeline": ▶0x1 }"#, "decimal"),
    (r#"{ "eyeline": ▶+1 }"#, "`+`"),
    (r#"{ "eyeline": 1, "tick_rate": ▶.5 }"#, "digits on both sides"),
    (r#"{ "eyeline": 1, "tick_rate": ▶NaN }"#, "`NaN` is not a finite number"),
    (r#"{ "eyeline": 1, "tick_rate": ▶-Infinity }"#, "not a finite number"),
    (r#"{ "eyeline": 1, "tick_rate": ▶sixty }"#, "`sixty` is not a value"),
    ("▶# a scene\n{ \"eyeline\": 1 }", "`#` is not a value"),
    (r#"{ "eyeline": 1, "title": ▶“a” }"#, "straight double quotes"),
    ("{ \"eyeline\": 1 }▶\0", "zero bytes"),
    ("▶\0", "zero bytes"),
    (r#"{ "eyeline": 1, "title": "a▶\x41" }"#, "escape"),
    ("▶eyeline", "is not a value"),
    // Wrong keys and types.
    ("▶[]", "it is a list of 0 values, and a scene is an object"),
    ("▶null", "not an eyeline scene: it is a single value"),
    ("▶{}", "the key `eyeline` is missing"),
    (r#"{ "eyeline": ▶2, "new_key": 1 }"#, "`eyeline` must be 1, found `2`"),
    (r#"{ "eyeline": ▶"1" }"#, "`eyeline` must be a whole number"),
    (r#"{ "eyeline": ▶1.5 }"#, "`eyeline` must be 1"),
    (r#"{ "eyeline": 1, ▶"eyeline": 1 }"#, "given twice, first at 1:3"),
    ("{ S\n  ▶\"camras\": [] }", "did you mean `cameras`?"),
    ("{ S\n  ▶\"banana\": [] }", "the keys here are `$schema`, `eyeline`, `title`"),
    (r#"{ S "title": ▶7 }"#, "`title` must be text in double quotes, found `7`"),
    (r#"{ S "view": ▶null }"#, "leave the key out"),
    (r#"{ S "objects": [{ "name": ▶null }] }"#, "such as `\"name\": \"crate\"`"),
    (r#"{ S "objects": [{ "position": [0, ▶null, 0], OBJECT }] }"#, "such as `\"position\": [0, 1.7, 0]`"),
    (r#"{ S "objects": ▶{} }"#, "`objects` must be a list"),
    (r#"{ S "objects": [▶7] }"#, "`objects[0]` must be an object"),
    ("{ S \"objects\": [\n  ▶{ \"name\": \"a\" }] }", "the key `shape` is missing"),
    ("{ S \"objects\": [\n  ▶{ \"shape\": { \"sphere\": { \"radius\": 1 } } }] }", "the key `name` is missing"),
    ("{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": ▶\"box\" }] }", r#"must be an object, `{ "box": { … } }`"#),
    ("{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": ▶{} }] }", "must have exactly one of `box`"),
    (
        "{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": { \"sphere\": { \"radius\": 1 }, ▶\"box\": {} } }] }",
        "exactly one of",
    ),
    (
        "{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": { ▶\"spere\": { \"radius\": 1 } } }] }",
        "did you mean `sphere`?",
    ),
    ("{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": { \"sphere\": ▶{} } }] }", "the key `radius` is missing"),
    (
        "{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": { \"sphere\": { ▶\"radious\": 1 } } }] }",
        "did you mean `radius`?",
    ),
    (
        "{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": { \"sphere\": { \"radius\": ▶\"1\" } } }] }",
        "`radius` must be a number",
    ),
    (
        "{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": { \"box\": { \"half_extents\": ▶[1, 2] } } }] }",
        "a list of 3 numbers, found a list of 2 items",
    ),
    (
        "{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": { \"box\": { \"half_extents\": [1, 2, ▶true] } } }] }",
        "`half_extents[2]` must be a number, found `true`",
    ),
    (
        "{ S \"objects\": [{ \"name\": \"a\",\n  \"shape\": { \"box\": { \"half_extents\": ▶1 } } }] }",
        "a list of 3 numbers, found `1`",
    ),
    (r#"{ S "objects": [{ "color": ▶"red", OBJECT }] }"#, "`red` is not a colour"),
    (r#"{ S "objects": [{ "layers": [▶1.5], OBJECT }] }"#, "a whole number"),
    (r#"{ S "objects": [{ "layers": [▶-1], OBJECT }] }"#, "0 or more"),
    (r#"{ S "objects": [{ "layers": [▶300], OBJECT }] }"#, "`layers[0]` must be a smaller number, found `300`"),
    (r#"{ S "objects": [{ "layers": [0, ▶1e30], OBJECT }] }"#, "each from 0 to 63"),
    (r#"{ S "octree": { "depth": ▶-1 } }"#, "a whole number of halvings from 0 to 10"),
    (r#"{ S "octree": { "depth": ▶2.5 } }"#, "a whole number of halvings from 0 to 10"),
    (r#"{ S "octree": { "depth": ▶5000000000 } }"#, "a whole number of halvings from 0 to 10"),
    (r#"{ S "objects": [{ "path": { "points": [[0, 0, 0]], "loop": ▶1 }, OBJECT }] }"#, "`true` or `false`"),
    (r#"{ S "objects": [{ "position": [0, ▶1e39, 0], OBJECT }] }"#, "`1e39` is too large"),
    (r#"{ S "objects": [{ "position": [0, ▶1e300, 0], OBJECT }] }"#, "`1e300` is too large"),
    (r#"{ S "tick_rate": ▶1e999 }"#, "`1e999` is too large"),
    (r#"{ S "agents": [{ "name": "g", "tree": { "timeout": { "ticks": ▶1e999 } } }] }"#, "`1e999` is too large"),
    (r#"{ S "agents": [{ "name": "g", "tree": { "n": 1, ▶"n": 2 } }] }"#, "given twice"),
    (
        r#"{ S "rays": [{ "name": "r", "origin": [0, 0, 0], "direction": [0, 0, 1], "kind": ▶"Ray" }] }"#,
        "did you mean `ray`?",
    ),
    (
        r#"{ S "rays": [{ "name": "r", "origin": [0, 0, 0], "direction": [0, 0, 1], "kind": ▶1 }] }"#,
        "`kind` must be one of `line`, `ray`, `segment`",
    ),
    (r#"{ S "rays": [▶{ "name": "r", "origin": [0, 0, 0] }] }"#, "the key `direction` is missing"),
    (r#"{ S "cameras": [{ "name": "c", "projection": ▶"perspective" }] }"#, "must be an object"),
    (r#"{ S "cameras": [{ "name": "c", "depth": ▶0 }] }"#, "must be one of `-1..1`, `0..1`, `reversed`"),
    (r#"{ S "cameras": [{ "name": "c", "projection": { "orthographic": ▶{} } }] }"#, "the key `height` is missing"),
    // Invalid values.
    (r#"{ S "tick_rate": ▶0 }"#, "`tick_rate` must be above 0, found `0`"),
    (r#"{ S "view": { "eye": ▶[1, 2, 3], "target": [1, 2, 3] } }"#, "must differ from `target`"),
    (r#"{ S "view": { "up": ▶[0, 0, 0] } }"#, "must not be zero"),
    (r#"{ S "view": { "fov_y": ▶180 } }"#, "between 0 and 180"),
    (r#"{ S "view": { "height": ▶-1 } }"#, "above 0"),
    (r#"{ S "view": { "fov_y": 45, "height": ▶3 } }"#, "`height` and `fov_y` exclude each other"),
    (r#"{ S "cameras": [{ "name": ▶" " }] }"#, "must not be empty"),
    (
        r#"{ S "cameras": [{ "name": "c", "near": 5, "far": ▶5 }] }"#,
        "`far`, which is 5, must be above `near`, which is 5",
    ),
    (r#"{ S "cameras": [{ "name": "c", "far": ▶"all" }] }"#, "`far` must be a number, found the text"),
    (r#"{ S "cameras": [{ "name": "c", "far": ▶[] }] }"#, "or `null` for no far plane"),
    (r#"{ S "cameras": [{ "name": "c", "near": ▶null }] }"#, "`near` must be a number, found `null`"),
    (
        r#"{ S "cameras": [{ "name": "c", "far": ▶null, "projection": { "orthographic": { "height": 4 } } }] }"#,
        "must be a number for an orthographic camera",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "far": ▶null,
            "projection": { "ortho": { "left": 0, "right": 1, "bottom": 0, "top": 1 } } }] }"#,
        "no matrix spreads that over an infinite distance",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "near": ▶0,
            "projection": { "frustum": { "left": 0, "right": 1, "bottom": 0, "top": 1 } } }] }"#,
        "above 0 for a perspective camera",
    ),
    (
        r#"{ S "cameras": [{ "name": "c",
            "projection": { "frustum": { "left": 1, "right": ▶1, "bottom": 0, "top": 1 } } }] }"#,
        "`right` must be above `left`",
    ),
    (
        r#"{ S "cameras": [{ "name": "c",
            "projection": { "ortho": { "left": 0, "right": 1, "bottom": 0, "top": ▶-1 } } }] }"#,
        "`top` must be above `bottom`",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "projection": { "frustum": ▶{ "left": 1, "right": 2, "top": 1 } } }] }"#,
        "the key `bottom` is missing",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "projection": { "frustum": { "left": 1, ▶"rigth": 2, "top": 1 } } }] }"#,
        "did you mean `right`?",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "projection": { "matrix": ▶[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0] } }] }"#,
        "`matrix` must be a list of 16 numbers, found a list of 15 items",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "projection": { "matrix":
            [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, ▶1e39, 0, 0, 0, 0, 1] } }] }"#,
        "`1e39` is too large",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "projection": { "matrix": ▶[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] } }] }"#,
        "`matrix` must have an inverse",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "projection": { "matrix": ▶[-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0] } }] }"#,
        "`matrix` must have something in view",
    ),
    (r#"{ S "cameras": [{ "name": "c", "far": ▶0.05 }] }"#, "above `near`, which is 0.1"),
    (r#"{ S "cameras": [{ "name": "c", "near": ▶500 }] }"#, "`far`, which is 100, must be above `near`, which is 500"),
    (r#"{ S "cameras": [{ "name": "c", "near": ▶0 }] }"#, "above 0 for a perspective camera"),
    (r#"{ S "cameras": [{ "name": "c", "projection": { "perspective": { "fov_y": ▶0 } } }] }"#, "between 0 and 180"),
    (
        r#"{ S "cameras": [{ "name": "c", "projection": { "perspective": { "aspect": ▶0 } } }] }"#,
        "`aspect` must be above 0",
    ),
    (
        r#"{ S "cameras": [{ "name": "c", "projection": { "orthographic": { "height": ▶0 } } }] }"#,
        "`height` must be above 0",
    ),
    (r#"{ S "cameras": [{ "name": "c", "look_at": ▶[0, 0, 0] }] }"#, "must differ from `position`"),
    (
        r#"{ S "cameras": [{ "name": "c", "look_at": [0, 0, 1], "euler": ▶[0, 0, 0] }] }"#,
        "`euler` and `look_at` exclude each other",
    ),
    (r#"{ S "cameras": [{ "name": "c", "rotation": ▶[0, 0, 0, 0] }] }"#, "must not be zero"),
    (r#"{ S "cameras": [{ "name": "c", "attach": ▶"o" }] }"#, "the scene has no objects"),
    (
        r#"{ S "cameras": [{ "name": "c", "attach": ▶"crat" }], "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } } }] }"#,
        "did you mean `crate`?",
    ),
    (r#"{ S "cameras": [{ "name": "c", "attach": ▶"c" }] }"#, "`c` is a camera, not an object"),
    (
        r#"{ S "select": [▶"crate"] }"#,
        "there is no camera, object, ray, agent, image, occlusion query, session, tap, cut, leak or collider named `crate`",
    ),
    (r#"{ S "select": ▶["c", "c"], "cameras": [{ "name": "c" }] }"#, "a camera or ray together with an object"),
    (
        "{ S \"objects\": [{ OBJECT }],\n  \"rays\": [{ \"name\": ▶\"o\", \"origin\": [0, 0, 0], \"direction\": [0, 0, 1] }] }",
        "the name `o` is taken, first at 1:39",
    ),
    (
        "{ S \"rays\": [{ \"name\": \"o\", \"origin\": [0, 0, 0], \"direction\": [0, 0, 1] }],\n  \"objects\": [{ \"name\": ▶\"o\", \"shape\": { \"sphere\": { \"radius\": 1 } } }] }",
        "the name `o` is taken, first at 1:36",
    ),
    (r#"{ S "objects": [{ "scale": ▶[1, 0, 1], OBJECT }] }"#, "must not contain a 0, found `[1, 0, 1]`"),
    (r#"{ S "objects": [{ "scale": ▶[1e-39, 1e-39, 1], OBJECT }] }"#, "too extreme"),
    (
        r#"{ S "objects": [{ "position": ▶[3e38, 0, 0], "scale": [1e38, 1, 1], OBJECT }] }"#,
        "leads out of the range of 32-bit numbers",
    ),
    (r#"{ S "objects": [{ "rotation": ▶[0, 0, 0, 0], OBJECT }] }"#, "must not be zero"),
    (r#"{ S "objects": [{ "layers": [0, ▶64], OBJECT }] }"#, "a layer must be from 0 to 63, found `64`"),
    (r#"{ S "objects": [{ "path": { "points": ▶[] }, OBJECT }] }"#, "at least one point"),
    (r#"{ S "objects": [{ "path": { "points": [[0, 0, 0]], "speed": ▶-1 }, OBJECT }] }"#, "must not be negative"),
    (
        r#"{ S "objects": [{ "name": "a", "shape": { "box": { "half_extents": ▶[1, -1, 1] } } }] }"#,
        "above 0 on every axis",
    ),
    (r#"{ S "objects": [{ "name": "a", "shape": { "sphere": { "radius": ▶0 } } }] }"#, "`radius` must be above 0"),
    (r#"{ S "objects": [{ "name": "a", "shape": { "cylinder": { "radius": 1, "half_height": ▶0 } } }] }"#, "above 0"),
    (r#"{ S "objects": [{ "name": "a", "shape": { "cone": { "radius": 1, "height": ▶-2 } } }] }"#, "above 0"),
    (
        r#"{ S "objects": [{ "name": "a", "shape": { "hull": { "points": ▶[[0, 0, 0], [1, 0, 0], [0, 1, 0]] } } }] }"#,
        "`points` must have at least 4 points",
    ),
    (
        r#"{ S "objects": [{ "name": "a", "shape": { "hull": { "points": ▶[[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 2, 0], [2, 2, 0]] } } }] }"#,
        "`points` must not all be in one plane",
    ),
    (
        r#"{ S "objects": [{ "name": "a", "shape": { "hull": { "points": [[0, 0, 0], [1, 0, ▶1e300], [0, 1, 0], [0, 0, 1]] } } }] }"#,
        "`1e300` is too large",
    ),
    (r#"{ S "objects": [{ "name": "a", "shape": { "hull": ▶{} } }] }"#, "the key `points` is missing"),
    (
        r#"{ S "objects": [{ "name": "a", "shape": { "capsule": { "radius": ▶1e-50, "half_height": 1 } } }] }"#,
        "above 0, found `1e-50`",
    ),
    (r#"{ S "rays": [{ "name": "r", "origin": [0, 0, 0], "direction": ▶[0, 0, 0] }] }"#, "must not be zero"),
    (r#"{ S "rays": [{ "name": "r", "origin": [0, 0, 0], "direction": [0, 0, 1], "mask": [▶99] }] }"#, "0 to 63"),
    (r#"{ S "octree": { "depth": ▶11 } }"#, "a whole number of halvings from 0 to 10"),
    (r#"{ S "octree": { "min": ▶[0, 0, 0] } }"#, "`min` and `max` belong together"),
    (r#"{ S "octree": { "min": [0, 0, 0], "max": ▶[1, 0, 1] } }"#, "above `min` on every axis"),
    (r#"{ S "agents": [{ "name": "g", "tree": ▶{} }] }"#, "must contain a node"),
    (
        r#"{ S "agents": [{ "name": "g", "tree": { "action": { "wait": { "ticks": 1 } } }, "body": ▶"x" }] }"#,
        "there is no object named `x`",
    ),
    (r#"{ S "agents": [{ "name": "g", "tree": { "file": ▶1 } }] }"#, "text in double quotes"),
    (r#"{ S "images": [{ "name": "i", "file": "leaf.png", "divisions": ▶[0, 1] }] }"#, "at least 1"),
    (r#"{ S "images": [{ "name": "i", "file": "leaf.png", "threshold": ▶1.1 }] }"#, "from 0 to 1"),
    (r#"{ S "images": [{ "name": "i", "file": "leaf.png", "size": ▶[0, 1] }] }"#, "above 0"),
    (r#"{ S "models": [{ "name": "m", "file": ▶"a\\leaf.glb" }] }"#, "backslash"),
    (r#"{ S "models": [{ "name": "m", "file": ▶"" }] }"#, "empty"),
    (r#"{ S "images": [{ "name": "i", "file": "town.glb", "texture": ▶-1 }] }"#, "0 or more"),
    (r#"{ S "occlusion": [{ "name": "q", "a": ▶"x", "b": "y" }] }"#, "there is no object named `x`"),
    (
        r#"{ S "objects": [{ OBJECT }], "occlusion": [{ "name": "q", "a": "o", "b": ▶"o" }] }"#,
        "`b` must differ from `a`",
    ),
    (
        r#"{ S "objects": [{ OBJECT }], "models": [{ "name": "m", "file": "m.glb" }], "occlusion": [{ "name": "q", "a": "o", "b": "m", "resolution": ▶0 }] }"#,
        "must be 1 or more",
    ),
];

const START: &str = r#""eyeline": 1,"#;
const OBJECT: &str = r#""name": "o", "shape": { "sphere": { "radius": 1 } }"#;

/// The text without its mark, and the line and column of the mark.
fn marked(template: &str) -> (String, String) {
    let text = template.replace("{ S", &format!("{{ {START}")).replace("OBJECT", OBJECT);
    let (before, after) = text.split_once('▶').expect("a mark");
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    (format!("{before}{after}"), format!("{}:{column}", before.matches('\n').count() + 1))
}

fn refuse(text: &str) -> SceneError {
    eyeline::files::parse(text, "bad.json", None).expect_err(text)
}

#[test]
fn every_invalid_scene_is_refused_at_its_error() {
    let mut failures = Vec::new();
    for (template, words) in BAD {
        let (text, place) = marked(template);
        let error = refuse(&text);
        let found = format!("{}:{}", error.line, error.column);
        let said = format!("{} ({})", error.message, error.help.as_deref().unwrap_or_default());
        if found != place || !said.contains(words) {
            failures.push(format!("{template}\n  wanted {place} {words}\n  found  {found} {said}"));
        }
        assert_eq!(error.to_string(), format!("bad.json:{found}: {}", error.message));
        assert!(!error.to_string().contains('\n'), "{error}");
        let shown = error.render(false);
        assert!(shown.starts_with("error: ") && shown.contains(&format!("bad.json:{found}")), "{shown}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_first_of_several_wrong_values_is_reported() {
    let (text, place) = marked(
        r#"{ S "rays": [{ "name": "r", "direction": ▶[0, 0, 0], "origin": [0, 0, 0] }], "tick_rate": 0, "octree": { "depth": 11 } }"#,
    );
    let error = refuse(&text);
    assert_eq!(format!("{}:{}", error.line, error.column), place);
}

#[test]
fn columns_count_characters_without_the_byte_order_mark() {
    for template in ["{ S \"title\": \"日本語 é\", ▶\"nmae\": 1 }", "{\r\n\"eyeline\": 1,\r\n  ▶\"nmae\": 1 }"]
    {
        let (text, place) = marked(template);
        let error = refuse(&format!("\u{feff}{text}"));
        assert_eq!(format!("{}:{}", error.line, error.column), place);
    }
}

#[test]
fn an_error_shows_its_line() {
    let error = refuse("{\n  \"eyeline\": 1,\n  \"cameras\": [{ \"name\": \"guard\", \"positon\": [0, 1, 0] }]\n}");
    insta::assert_snapshot!(error.render(false), @r#"
    error: unknown key `positon`
     --> bad.json:3:34
      |
    3 |   "cameras": [{ "name": "guard", "positon": [0, 1, 0] }]
      |                                  ^^^^^^^^^
      |
      = help: did you mean `position`?
    "#);
}

#[test]
fn a_hundred_thousand_brackets_are_refused_at_once() {
    for open in ["[", "{\"a\":", "{\"eyeline\": 1, \"agents\": [{\"name\": \"a\", \"tree\": {\"b\":"] {
        let started = std::time::Instant::now();
        let error = refuse(&open.repeat(100_000));
        assert!(error.message.contains("levels deep"), "{error}");
        assert!(error.render(false).len() < 2000);
        assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
    }
}

#[test]
fn the_deepest_tree_that_is_read_is_also_written() {
    let nested = "{ \"failer\": { \"child\": ".repeat(120)
        + "{ \"action\": { \"script\": [\"success\"] } }"
        + &"} }".repeat(120);
    let text = format!("{{ \"eyeline\": 1, \"agents\": [{{ \"name\": \"a\", \"tree\": {nested} }}] }}");
    let scene = scene::parse(&text, "a.json").unwrap();
    assert_eq!(scene::parse(&scene::write(&scene), "a.json").unwrap(), scene);
}

#[test]
fn an_occlusion_query_may_be_about_models_and_their_parts() {
    let text = format!(
        "{{ {START} \"objects\": [{{ {OBJECT} }}],\n \"models\": [{{ \"name\": \"m\", \"file\": \"m.glb\" }}],
        \"occlusion\": [{{ \"name\": \"q\", \"a\": \"o\", \"b\": \"m/a/b\" }}, {{ \"name\": \"p\", \"a\": \"o\", \"b\": \"m\" }},
        {{ \"name\": \"r\", \"among\": [\"o\", \"m\"] }}] }}"
    );
    assert_eq!(eyeline::files::parse(&text, "a.json", None).unwrap().warnings.len(), 0);
}

#[test]
fn a_far_plane_moved_by_rounding_has_a_warning() {
    let warned = |camera: &str| {
        let text = format!("{{ {START}\n  \"cameras\": [{{ \"name\": \"c\", {camera} }}] }}");
        let warnings = eyeline::files::parse(&text, "a.json", None).unwrap().warnings;
        warnings.iter().map(|warning| (warning.line, warning.column, warning.message.to_string())).collect::<Vec<_>>()
    };
    let [(line, column, message)] = warned(r#""near": 0.01, "far": 1e10"#).try_into().unwrap();
    assert_eq!((line, column), (2, 51));
    assert!(message.starts_with("`far` is 1e12 times `near`: with depth `-1..1`"), "{message}");
    assert!(warned(r#""near": 0.01, "far": 1e10, "depth": "0..1""#)[0].2.contains("with depth `0..1`"));
    for fine in [
        r#""near": 0.01, "far": 1e10, "depth": "reversed""#,
        r#""near": 0.01, "far": 1e10, "projection": { "orthographic": { "height": 4 } }"#,
        r#""near": 0.01, "far": 1e5"#,
    ] {
        assert_eq!(warned(fine), [], "{fine}");
    }
    let text = format!("{{ {START} \"cameras\": [{{ \"name\": \"c\", \"far\": 1e12 }}] }}");
    assert_eq!(eyeline::files::parse(&text, "a.json", None).unwrap().warnings[0].subject.as_deref(), Some("c"));
}

#[test]
fn an_error_has_the_name_of_its_item() {
    for (template, subject) in [
        (r#"{ S "cameras": [{ "name": "guard", "near": ▶0 }] }"#, Some("guard")),
        (r#"{ S "objects": [{ OBJECT, ▶"colour": 3 }] }"#, Some("o")),
        (r#"{ S "tick_rate": ▶0, "objects": [{ OBJECT }] }"#, None),
        (r#"{ S "objects": [{ OBJECT ▶"#, None),
    ] {
        let (text, _) = marked(template);
        assert_eq!(refuse(&text).subject.as_deref(), subject, "{template}");
    }
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        eyeline::files::open(&path).expect_err(name)
    };
    for (bytes, place, words) in [
        (&b"{ \"eyeline\": 1,\n \"title\": \"\xff\" }"[..], (2, 12), "0xff is not UTF-8"),
        (b"\xff\xfe{\0}\0", (1, 1), "0xff"),
        (b"\xef\xbb\xbf{ \"\xc3 }", (1, 4), "0xc3"),
        (b"", (1, 1), "empty"),
    ] {
        let error = read("bytes.json", bytes);
        assert_eq!(((error.line, error.column), error.message.contains(words)), (place, true), "{error}");
        assert!(error.render(false).contains("bytes.json"));
    }
    let large = folder.path().join("large.json");
    std::fs::File::create(&large).unwrap().set_len(eyeline::source::LARGEST_SCENE + 1).unwrap();
    assert!(eyeline::files::open(&large).unwrap_err().message.contains("larger than 512 MiB"));
    assert!(eyeline::files::open(&folder.path().join("none.json")).unwrap_err().message.contains("no such file"));
    assert!(eyeline::files::open(folder.path()).unwrap_err().message.contains("folder"));
}

#[test]
fn files_of_a_scene_must_be_inside_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let scene_file = folder.path().join("a.json");
    let read = |file: &str| {
        std::fs::write(&scene_file, format!("{{ {START} \"models\": [{{ \"name\": \"m\", \"file\": \"{file}\" }}] }}"))
            .unwrap();
        eyeline::files::open(&scene_file)
    };
    std::fs::write(folder.path().join("leaf.gltf"), r#"{ "asset": { "version": "2.0" } }"#).unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    let loaded = read("leaf.gltf").unwrap();
    let [note] = &loaded.warnings[..] else { panic!("{:?}", loaded.warnings) };
    assert!(note.message.contains("it has no triangle") && loaded.faults.is_empty(), "{note:?}");
    assert!(read("sub/../leaf.gltf").unwrap().faults.is_empty());
    for (file, words) in [
        ("none.glb", "there is no file `none.glb`"),
        ("sub", "not a file"),
        ("../a.gltf", "leaves the root"),
        ("/a.gltf", "absolute"),
    ] {
        let loaded = read(file).unwrap();
        let [fault] = &loaded.faults[..] else { panic!("{:?}", loaded.faults) };
        assert!(fault.message.contains(words) && (fault.line, fault.column) == (1, 51), "{fault}");
        assert_eq!(fault.subject.as_deref(), Some("m"));
    }
}
