//! The octree's section of a report and its explanations: computed by hand, and compared with [`plain_octree`], which
//! follows the contract only.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};
use crate::plain_octree;

/// The region −8..8 with leaves of 1 m.
const HAND: &str = r#"{ "eyeline": 1, "octree": { "min": [-8, -8, -8], "max": [8, 8, 8], "depth": 4 }, "objects": [
    { "name": "middle", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [0, 2.5, 2.5] },
    { "name": "leaf", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [2.5, 2.5, 2.5] },
    { "name": "twin", "shape": { "sphere": { "radius": 0.25 } }, "position": [2.75, 2.5, 2.5] },
    { "name": "upper", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [7.75, 7.75, 7.75] },
    { "name": "lower", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [-7.75, -7.75, -7.75] },
    { "name": "edge", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [4.5, 4, 4] },
    { "name": "out", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [7.75, -2.5, 0.5] } ] }"#;

fn report(folder: &Path, args: &[&str]) -> Value {
    let output = eyeline(folder, &[&["report", "a.json"], args].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn section(scene: &str) -> Value {
    report(fresh(&[("a.json", scene)]).path(), &["--only", "octree"])["octree"].clone()
}

fn explained(scene: &str, args: &[&str]) -> String {
    let folder = fresh(&[("a.json", scene)]);
    let output = eyeline(folder.path(), &[&["explain", "a.json"], args].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// min 1011 gives 3 digits for the cells x, y, z, and so on. Every number was computed by hand.
#[test]
fn a_tight_tree_computed_by_hand() {
    let section = section(HAND);
    let keys: Vec<_> = section.as_object().unwrap().keys().map(String::as_str).collect();
    let contract = [
        "min",
        "max",
        "depth",
        "method",
        "unit",
        "objects",
        "cells",
        "candidate_count",
        "candidate_pairs",
        "overlap_pairs",
        "brute_force_pairs",
    ];
    assert_eq!(keys[..contract.len()], contract);
    assert_eq!(keys[contract.len()..], ["pairs_by", "other"], "without cameras there is no culling");
    assert_eq!(section["pairs_by"], json!({ "candidate_pairs": "octree", "overlap_pairs": "packed_tree" }));
    assert_eq!(section["min"], json!([-8.0, -8.0, -8.0]));
    assert_eq!(section["max"], json!([8.0, 8.0, 8.0]));
    assert_eq!(section["unit"], json!([1.0, 1.0, 1.0]));
    assert_eq!((&section["depth"], &section["method"]), (&json!(4), &json!("tight")));
    assert_eq!(
        section["objects"][0],
        json!({ "object": "middle", "aabb": { "min": [-0.25, 2.25, 2.25], "max": [0.25, 2.75, 2.75] },
            "min_morton": 0o6171, "max_morton": 0o7060, "xor": 0o1111, "level": 0, "morton": 0, "index": 0,
            "outside": false, "straddles": ["x"] })
    );
    let keys: Vec<_> = section["objects"][0].as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        keys,
        ["object", "aabb", "min_morton", "max_morton", "xor", "level", "morton", "index", "outside", "straddles"]
    );
    for (i, name, codes, level, morton, index, straddles) in [
        // x, y and z are 10: 1010 each.
        (1, "leaf", [0o7070, 0o7070, 0], 4, 0o7070, 3640 + 585, json!([])),
        // Its greatest x is 3.0, which is a plane, so it is in cell 11. The last digit differs in x.
        (2, "twin", [0o7070, 0o7071, 1], 3, 0o707, 455 + 73, json!(["x"])),
        (3, "upper", [0o7777, 0o7777, 0], 4, 0o7777, 4095 + 585, json!([])),
        (4, "lower", [0, 0, 0], 4, 0, 585, json!([])),
        // y and z from cell 11 = 1011 to 12 = 1100, x in cell 12.
        (5, "edge", [0o7166, 0o7700, 0o0666], 1, 0o7, 7 + 1, json!(["y", "z"])),
    ] {
        let object = &section["objects"][i];
        let found = ["object", "min_morton", "max_morton", "xor", "level", "morton", "index", "straddles"];
        assert_eq!(
            found.map(|key| object[key].clone()),
            [
                name.into(),
                codes[0].into(),
                codes[1].into(),
                codes[2].into(),
                level.into(),
                morton.into(),
                index.into(),
                straddles
            ]
        );
        assert_eq!(object["outside"], false);
    }
    assert_eq!(
        section["objects"][6],
        json!({ "object": "out", "aabb": { "min": [7.25, -3.0, 0.0], "max": [8.25, -2.0, 1.0] }, "min_morton": null,
            "max_morton": null, "xor": null, "level": 0, "morton": null, "index": 0, "outside": true, "straddles": null })
    );
    let cell = |index: u32, level: u32, morton: u32, min: [f64; 3], edge: f64, objects: &[&str]| json!({ "index": index, "level": level, "morton": morton, "min": min, "max": min.map(|x| x + edge), "objects": objects });
    assert_eq!(
        section["cells"],
        json!([
            cell(0, 0, 0, [-8.0; 3], 16.0, &["middle", "out"]),
            cell(8, 1, 7, [0.0; 3], 8.0, &["edge"]),
            cell(528, 3, 0o707, [2.0; 3], 2.0, &["twin"]),
            cell(585, 4, 0, [-8.0; 3], 1.0, &["lower"]),
            cell(4225, 4, 0o7070, [2.0; 3], 1.0, &["leaf"]),
            cell(4680, 4, 0o7777, [7.0; 3], 1.0, &["upper"]),
        ])
    );
    assert_eq!(
        section["candidate_pairs"],
        json!([
            ["middle", "leaf"],
            ["middle", "twin"],
            ["middle", "upper"],
            ["middle", "lower"],
            ["middle", "edge"],
            ["middle", "out"],
            ["leaf", "twin"],
            ["leaf", "edge"],
            ["leaf", "out"],
            ["twin", "edge"],
            ["twin", "out"],
            ["upper", "edge"],
            ["upper", "out"],
            ["lower", "out"],
            ["edge", "out"]
        ])
    );
    assert_eq!(section["candidate_count"], 15);
    assert_eq!(section["overlap_pairs"], json!([["leaf", "twin"]]));
    assert_eq!(section["brute_force_pairs"], 21);
    assert_eq!(section["other"]["method"], "loose");
}

#[test]
fn a_loose_tree_computed_by_hand() {
    let section = section(&HAND.replace("\"depth\": 4", "\"depth\": 4, \"method\": \"loose\""));
    assert_eq!(section["method"], "loose");
    for (i, level, morton, index) in [
        // Half a metre fits into a leaf at any position. The centre of `middle` is on a plane and so in the upper cell,
        // 8.
        (0, 4, json!(0o7060), 3632 + 585),
        (1, 4, json!(0o7070), 3640 + 585),
        // Its centre, 2.75, is in the same leaf.
        (2, 4, json!(0o7070), 3640 + 585),
        (3, 4, json!(0o7777), 4680),
        // 12, 12, 12
        (5, 4, json!(0o7700), 4032 + 585),
        (6, 0, Value::Null, 0),
    ] {
        let object = &section["objects"][i];
        assert_eq!(
            (&object["level"], &object["morton"], &object["index"]),
            (&json!(level), &morton, &json!(index)),
            "{i}"
        );
    }
    assert_eq!(section["objects"][0]["straddles"], json!([]), "no plane decides");
    // The cell itself, not enlarged.
    let cells = section["cells"].as_array().unwrap();
    let leaf = cells.iter().find(|cell| cell["index"] == 4225).unwrap();
    assert_eq!(leaf["objects"], json!(["leaf", "twin"]));
    assert_eq!((&leaf["min"], &leaf["max"]), (&json!([2.0, 2.0, 2.0]), &json!([3.0, 3.0, 3.0])));
    // Cells 8 and 10 on x, enlarged, are [−0.5, 1.5] and [1.5, 3.5], which touch. Cells 10 and 12 touch too, on each
    // axis.
    assert_eq!(
        section["candidate_pairs"],
        json!([
            ["middle", "leaf"],
            ["middle", "twin"],
            ["middle", "out"],
            ["leaf", "twin"],
            ["leaf", "edge"],
            ["leaf", "out"],
            ["twin", "edge"],
            ["twin", "out"],
            ["upper", "out"],
            ["lower", "out"],
            ["edge", "out"]
        ])
    );
    assert_eq!(section["candidate_count"], 11);
    assert_eq!(section["other"], json!({ "method": "tight", "candidate_count": 15 }));
}

#[test]
fn defaults_and_absence() {
    let scene =
        |octree: &str| HAND.replace(r#""octree": { "min": [-8, -8, -8], "max": [8, 8, 8], "depth": 4 },"#, octree);
    let default = section(&scene(r#""octree": {},"#));
    assert_eq!(default["min"], json!([-8.0, -8.0, -8.0]), "around all objects");
    assert_eq!(default["max"], json!([8.25, 8.0, 8.0]));
    assert_eq!((&default["depth"], &default["method"]), (&json!(4), &json!("tight")));
    assert!(default["objects"].as_array().unwrap().iter().all(|object| object["outside"] == false));
    assert_eq!(section(&scene("")), Value::Null);
    let folder = fresh(&[("a.json", HAND)]);
    assert!(report(folder.path(), &[])["octree"].is_object());
    assert!(report(folder.path(), &["--only", "rays"]).get("octree").is_none());
    let empty = section(r#"{ "eyeline": 1, "octree": {} }"#);
    assert_eq!(empty["objects"], json!([]));
    assert_eq!(empty["cells"], json!([]));
    assert_eq!((&empty["candidate_count"], &empty["brute_force_pairs"]), (&json!(0), &json!(0)));
    assert_eq!((&empty["candidate_pairs"], &empty["overlap_pairs"]), (&json!([]), &json!([])));
}

#[test]
fn a_moving_object_changes_its_cell() {
    let scene = r#"{ "eyeline": 1, "tick_rate": 10, "octree": { "min": [-8, -8, -8], "max": [8, 8, 8] }, "objects": [
        { "name": "walker", "shape": { "sphere": { "radius": 0.25 } },
          "path": { "points": [[0.5, 0.5, 0.5], [10.5, 0.5, 0.5]], "speed": 1 } } ] }"#;
    let folder = fresh(&[("a.json", scene)]);
    let at = |tick: &str| {
        let report = report(folder.path(), &["--only", "octree", "--tick", tick]);
        let object = &report["octree"]["objects"][0];
        (object["level"].clone(), object["straddles"].clone(), object["outside"].clone())
    };
    assert_eq!(at("0"), (json!(4), json!([]), json!(false)));
    assert_eq!(at("35"), (json!(1), json!(["x"]), json!(false)), "across x = 4");
    assert_eq!(at("40"), (json!(4), json!([]), json!(false)));
    assert_eq!(at("75"), (json!(0), Value::Null, json!(true)));
    let moved = eyeline(folder.path(), &["explain", "a.json", "walker", "--tick", "35"]);
    assert!(String::from_utf8(moved.stdout).unwrap().contains("it straddles the split plane x = 4"));
}

/// 1,500 boxes at one place. There are more pairs than are listed, but each is counted, and all overlaps are listed.
#[test]
fn more_than_a_million_candidate_pairs_are_only_counted() {
    let scene = |count: usize| {
        let mut text = String::from(r#"{ "eyeline": 1, "octree": {}, "objects": ["#);
        for i in 0..count {
            let comma = if i == 0 { "" } else { "," };
            write!(text, r#"{comma}{{ "name": "{i}", "shape": {{ "sphere": {{ "radius": 1 }} }} }}"#).unwrap();
        }
        text + "] }"
    };
    // 1414 · 1413 / 2 = 998,991, and 1415 · 1414 / 2 = 1,000,405.
    let [below, above] = [1414, 1415].map(|count| section(&scene(count)));
    assert_eq!(below["candidate_count"], 998_991);
    assert_eq!(below["candidate_pairs"].as_array().unwrap().len(), 998_991);
    assert_eq!(above["candidate_count"], 1_000_405);
    assert_eq!(above["candidate_pairs"], Value::Null);
    assert_eq!(above["overlap_pairs"].as_array().unwrap().len(), 1_000_405);
    assert_eq!(above["brute_force_pairs"], 1_000_405);
}

#[test]
fn culling_by_cells_saves_tests() {
    let mut scene = String::from(
        r#"{ "eyeline": 1, "octree": { "min": [-8, -8, -8], "max": [8, 8, 8] }, "cameras": [
            { "name": "away", "position": [0, 0, 20], "look_at": [0, 0, 40], "far": 10 },
            { "name": "whole", "position": [0, 0, 60], "far": 100 } ], "objects": ["#,
    );
    for i in 0..100 {
        let (x, z) = (f64::from(i % 10) - 4.5, f64::from(i / 10) - 4.5);
        let comma = if i == 0 { "" } else { "," };
        write!(
            scene,
            r#"{comma}{{ "name": "{i}", "shape": {{ "sphere": {{ "radius": 0.1 }} }}, "position": [{x}, 0.5, {z}] }}"#
        )
        .unwrap();
    }
    scene += "] }";
    // One test of the root decides for all objects.
    assert_eq!(
        section(&scene)["culling"],
        json!([
            { "camera": "away", "cell_tests": 1, "object_tests": 0, "saved": 99 },
            { "camera": "whole", "cell_tests": 1, "object_tests": 0, "saved": 99 }
        ])
    );
    assert!(explained(&scene, &["whole"]).contains("That saves 99 of the 100 box tests"));
}

#[test]
fn one_object_is_explained() {
    insta::assert_snapshot!(explained(HAND, &["middle"]));
    let outside = explained(HAND, &["out"]);
    assert!(outside.contains("in the root: it reaches out of the region; 6 candidate pairs, none of them overlaps"));
    let default = explained(
        r#"{ "eyeline": 1, "objects": [
        { "name": "only", "shape": { "sphere": { "radius": 1 } } }] }"#,
        &["only"],
    );
    assert!(default.contains("The scene has no key `octree`."), "{default}");
    assert!(default.contains("There is no other object."), "{default}");
}

#[test]
fn two_objects_are_explained_in_either_order() {
    insta::assert_snapshot!(explained(HAND, &["leaf", "upper"]));
    let loose = HAND.replace("\"depth\": 4", "\"depth\": 4, \"method\": \"loose\"");
    insta::assert_snapshot!(explained(&loose, &["middle", "leaf"]));
    for (a, b, answer) in [
        ("leaf", "twin", "a candidate pair, and their boxes overlap"),
        ("middle", "upper", "a candidate pair, but their boxes do not overlap"),
        ("lower", "upper", "not a candidate pair; their boxes do not overlap"),
    ] {
        for names in [[a, b], [b, a]] {
            assert_eq!(explained(HAND, &names).lines().nth(1), Some(answer), "{names:?}");
        }
    }
}

/// Coordinates with few bits, so that `f32` and `f64` agree exactly. Many are on planes and faces, some outside.
#[test]
fn a_random_scene_as_the_contract_has_it() {
    /// The edges of the region.
    const SIXTEENTHS: [u64; 3] = [256, 128, 128];
    let mut state = 7_u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((state >> 33) % n).unwrap()
    };
    let mut seen = [0; 4];
    for depth in [0, 1, 2, 3, 5, 10] {
        let (min, max) = ([-8.0, -4.0, -8.0], [8.0, 4.0, 0.0]);
        let objects: Vec<(String, plain_octree::Box)> = (0..150)
            .map(|i| {
                // Most boxes are small.
                let half = [(); 3].map(|()| f64::from(1 + below(if i % 7 == 0 { 40 } else { 6 })) / 16.0);
                let centre: [f64; 3] =
                    std::array::from_fn(|axis| min[axis] - 0.25 + f64::from(below(SIXTEENTHS[axis] + 8 + 1)) / 16.0);
                let corner = |sign: f64| std::array::from_fn(|axis| centre[axis] + sign * half[axis]);
                (format!("o{i}"), [corner(-1.0), corner(1.0)])
            })
            .collect();
        for is_loose in [false, true] {
            let tree = plain_octree::Tree { min, max, depth, is_loose };
            let written = objects.iter().map(|(name, [low, high])| {
                let half: Vec<_> = (0..3).map(|axis| (high[axis] - low[axis]) / 2.0).collect();
                let centre: Vec<_> = (0..3).map(|axis| f64::midpoint(high[axis], low[axis])).collect();
                json!({ "name": name, "shape": { "box": { "half_extents": half } }, "position": centre })
            });
            let method = if is_loose { "loose" } else { "tight" };
            let scene = json!({ "eyeline": 1, "objects": written.collect::<Vec<_>>(),
                "octree": { "min": min, "max": max, "depth": depth, "method": method } });
            let mut found = section(&scene.to_string());
            let expected = tree.section(&objects);
            found.as_object_mut().unwrap().remove("other");
            let pairs_by = found.as_object_mut().unwrap().remove("pairs_by");
            assert_eq!(pairs_by, Some(json!({ "candidate_pairs": "octree", "overlap_pairs": "packed_tree" })));
            for key in expected.as_object().unwrap().keys() {
                assert_eq!(found[key], expected[key], "{key}, depth {depth}, {method}");
            }
            assert_eq!(found.as_object().unwrap().len(), expected.as_object().unwrap().len());
            let objects = expected["objects"].as_array().unwrap();
            seen[0] += objects.iter().filter(|object| object["outside"] == true).count();
            let axes = |object: &&Value| object["straddles"].as_array().is_some_and(|axes| axes.len() == 2);
            seen[1] += objects.iter().filter(axes).count();
            seen[2] += objects.iter().filter(|object| object["level"] == depth && depth > 2).count();
            seen[3] += expected["overlap_pairs"].as_array().unwrap().len();
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn a_bad_octree_is_refused_where_it_is_wrong() {
    for (octree, words) in [
        (r#"{ "min": [0, 0, 0], "max": ▶[1, 0, 1] }"#, "`max` must be above `min` on every axis, found `[1, 0, 1]`"),
        (r#"{ "min": [2, 0, 0], "max": ▶[1, 1, 1] }"#, "`max` must be above `min` on every axis"),
        (r#"{ "min": [-3e38, 0, 0], "max": ▶[3e38, 1, 1] }"#, "`max` is too far from `min` for 32-bit numbers"),
        (r#"{ "min": ▶[0, 0, 0] }"#, "`min` and `max` belong together"),
        (r#"{ "max": ▶[0, 0, 0] }"#, "`min` and `max` belong together"),
        (r#"{ "depth": ▶11 }"#, "`depth` must be from 0 to 10, found `11`"),
        (r#"{ "depth": ▶-1 }"#, "`depth` must be 0 or more, found `-1`"),
        (r#"{ "depth": ▶4.5 }"#, "`depth` must be a whole number, found `4.5`"),
        (r#"{ "depth": ▶NaN }"#, "NaN"),
        (r#"{ "depth": ▶null }"#, "`depth` must be"),
        (r#"{ "min": [▶NaN, 0, 0], "max": [1, 1, 1] }"#, "NaN"),
        (r#"{ "min": [0, ▶1e39, 0], "max": [1, 1, 1] }"#, "`1e39` is too large"),
        (r#"{ "min": ▶[0, 0], "max": [1, 1, 1] }"#, "a list of 3 numbers"),
        (r#"{ "method": ▶"snug" }"#, "`tight`, `loose`"),
        (r#"{ "method": ▶1 }"#, "`tight`, `loose`"),
        (r#"{ ▶"dpeth": 4 }"#, "did you mean `depth`?"),
        ("▶4", "must be an object"),
        ("▶[]", "must be an object"),
    ] {
        let scene = format!(r#"{{ "eyeline": 1, "octree": {octree} }}"#);
        let column = scene.chars().position(|c| c == '▶').unwrap() + 1;
        let folder = fresh(&[("a.json", &scene.replace('▶', ""))]);
        for command in [&["report", "a.json"][..], &["explain", "a.json", "o"]] {
            let output = eyeline(folder.path(), command);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{octree}: {said}");
            assert!(output.stdout.is_empty() && said.contains(words), "{octree}: {said}");
            assert!(said.contains(&format!("--> a.json:1:{column}\n")), "{octree}: wanted column {column} in {said}");
        }
    }
}
