//! Rays and cameras with a mesh: two triangles far apart, one on each side of the view.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

const WALLS: &str = "v -9 0 -5\nv -8 0 -5\nv -9 1 -5\nv 8 0 -5\nv 9 0 -5\nv 8 1 -5\nf 1 2 3\nf 4 5 6\n";

const SCENE: &str = r#"{ "eyeline": 1, "objects": [{ "name": "walls", "shape": { "mesh": { "file": "walls.obj" } } }],
    "cameras": [{ "name": "eye", "projection": { "perspective": { "fov_y": 60, "aspect": 1 } }, "near": 1, "far": 10 }],
    "rays": [
        { "name": "front", "origin": [8.25, 0.25, 0], "direction": [0, 0, -1] },
        { "name": "back", "origin": [8.25, 0.25, -10], "direction": [0, 0, 2] },
        { "name": "culled", "origin": [8.25, 0.25, -10], "direction": [0, 0, 2], "back_faces": "cull" } ] }"#;

fn ask(args: &[&str]) -> String {
    let folder = fresh(&[("a.json", SCENE), ("walls.obj", WALLS)]);
    let output = eyeline(folder.path(), args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_report_names_the_triangle_and_where_on_it() {
    let report: Value = serde_json::from_str(&ask(&["report", "a.json"])).unwrap();
    let answers = |ray: usize| report["rays"][ray]["objects"][0].clone();
    let front = answers(0);
    assert_eq!(front["feature"], "triangle 1");
    assert_eq!(front["barycentric"], json!([0.5, 0.25, 0.25]));
    assert_eq!([&front["t"], &front["normal"]], [&json!(5.0), &json!([0.0, 0.0, 1.0])]);
    assert_eq!([&front["exact"], &front["interval"]], [&json!("hit"), &json!([5.0, 5.0])]);
    let back = answers(1);
    assert_eq!([&back["t"], &back["normal"]], [&json!(2.5), &json!([0.0, 0.0, 1.0])]);
    let culled = answers(2);
    assert_eq!([&culled["reason"], &culled["exact"]], [&json!("misses"), &json!("misses")]);
    assert_eq!(culled.get("barycentric"), None);
}

#[test]
fn a_box_in_view_can_have_all_triangles_outside() {
    let report: Value = serde_json::from_str(&ask(&["report", "a.json"])).unwrap();
    let seen = &report["frusta"][0]["objects"][0];
    assert_eq!([&seen["verdict"], &seen["exact"], &seen["mesh"]], ["intersect", "intersect", "outside"]);
    let printed = ask(&["explain", "a.json", "eye", "walls"]);
    assert!(printed.contains("its triangles: outside"), "{printed}");
    assert!(printed.contains("The box of the mesh is in view, but no triangle is."), "{printed}");
}

#[test]
fn the_steps_of_a_ray_descend_the_tree_of_boxes() {
    let printed = ask(&["explain", "a.json", "front", "walls"]);
    for part in ["Boxes, level 1", "triangle 1: t = 5, weights (0.5, 0.25, 0.25)", "The mesh is open and has no inside"]
    {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

/// Sixteen columns, 10 m apart, of four squares each, one above the other and facing +Z. Column n has triangles 8 n to
/// 8 n + 7, two for each square, from below.
fn columns() -> String {
    let mut text = String::new();
    for column in 0..16 {
        for square in 0..4 {
            let (x, y) = (10 * column, square);
            for [x, y] in [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]] {
                writeln!(text, "v {x} {y} 0").unwrap();
            }
            text += "f -4 -3 -2 -1\n";
        }
    }
    text
}

const ROW: &str = r#"{ "eyeline": 1,
    "objects": [{ "name": "row", "shape": { "mesh": { "file": "columns.obj" } } },
        { "name": "mirrored", "shape": { "mesh": { "file": "columns.obj" } }, "position": [0, 0, -20], "scale": [-2, 1, 1] }],
    "cameras": [
        { "name": "gap", "position": [35.5, 2, 5], "projection": { "orthographic": { "height": 4, "aspect": 1 } }, "far": 9 },
        { "name": "corner", "position": [31, 4, 5], "projection": { "orthographic": { "height": 0.5, "aspect": 1 } }, "far": 9 },
        { "name": "all", "position": [75.5, 2, 5], "projection": { "orthographic": { "height": 10, "aspect": 20 } }, "far": 9 }],
    "rays": [
        { "name": "aim", "origin": [30.75, 2.25, 5], "direction": [0, 0, -2] },
        { "name": "between", "origin": [35.5, 2.25, 5], "direction": [0, 0, -1] },
        { "name": "there", "origin": [-61.5, 2.25, 0], "direction": [0, 0, -1], "back_faces": "cull" },
        { "name": "along", "origin": [-5, 0.25, 0.5], "direction": [10, 0, -1] },
        { "name": "short", "kind": "segment", "origin": [30.75, 2.25, 5], "direction": [0, 0, -4] },
        { "name": "away", "origin": [30.75, 2.25, -5], "direction": [0, 0, -1] } ] }"#;

fn of_row(args: &[&str]) -> String {
    let folder = fresh(&[("a.json", ROW), ("columns.obj", &columns())]);
    let output = eyeline(folder.path(), args);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn hits_equal_those_computed_by_hand() {
    let report: Value = serde_json::from_str(&of_row(&["report", "a.json"])).unwrap();
    let answer = |ray: usize, object: usize| &report["rays"][ray]["objects"][object];
    // In the third square of column 3, at (0.75, 0.25) of the square: in its first triangle, (0, 0) (1, 0) (1, 1).
    let aim = answer(0, 0);
    assert_eq!(aim["feature"], "triangle 28", "{aim}");
    assert_eq!([&aim["t"], &aim["distance"], &aim["exact"]], [&json!(2.5), &json!(5.0), &json!("hit")]);
    assert_eq!([&aim["point"], &aim["normal"]], [&json!([30.75, 2.25, 0.0]), &json!([0.0, 0.0, 1.0])]);
    assert_eq!(aim["barycentric"], json!([0.25, 0.5, 0.25]));
    assert_eq!(aim["interval"], json!([2.5, 2.5]), "met once");
    // It touches the left edge of the lowest square, a quarter of the height up. That edge belongs to the other
    // triangle: (0, 0) (1, 1) (0, 1).
    let along = answer(3, 0);
    assert_eq!([&along["feature"], &along["exact"], &along["t"]], [&json!("triangle 1"), &json!("hit"), &json!(0.5)]);
    assert_eq!(along["barycentric"], json!([0.75, 0.0, 0.25]), "{along}");
    assert!((along["distance"].as_f64().unwrap() - 0.5 * 101_f64.sqrt()).abs() < 1e-6, "{along}");
    for ray in [1, 4, 5] {
        let answer = answer(ray, 0);
        let wanted = ["", "misses", "", "", "beyond", "behind"][ray];
        assert_eq!([&answer["reason"], &answer["exact"]], [wanted, wanted], "{answer}");
        assert!(answer.get("barycentric").is_none() && answer["t"].is_null(), "{answer}");
    }
    // The same point of the mesh, mirrored and twice as wide. Its front still faces +Z, so it is not culled.
    let there = answer(2, 1);
    assert_eq!([&there["feature"], &there["exact"]], ["triangle 28", "hit"], "{there}");
    assert_eq!([&there["t"], &there["normal"]], [&json!(20.0), &json!([0.0, 0.0, 1.0])]);
    assert_eq!(there["barycentric"], json!([0.25, 0.5, 0.25]));
    assert_eq!(report["rays"][0]["nearest"]["object"], "row");
}

/// The numbers in a text, in their order.
fn numbers(text: &str) -> Vec<usize> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// The numbers of tested, met and pruned boxes of each level.
fn levels(printed: &str) -> Vec<[usize; 3]> {
    let rows = printed.lines().filter(|line| line.contains(" tested: ") && line.ends_with(" pruned"));
    rows.map(|row| numbers(row).try_into().unwrap()).collect()
}

#[test]
fn the_steps_count_the_boxes_that_were_hit_and_those_that_were_pruned() {
    let printed = of_row(&["explain", "a.json", "aim", "row"]);
    let levels = levels(&printed);
    assert!(levels.len() >= 2, "128 triangles, eight to a box and eight boxes to a box: {printed}");
    let mut most = 8;
    for [looked_at, met, pruned] in levels {
        assert!(looked_at == met + pruned && met == 1 && looked_at <= most, "{printed}");
        most = 8 * met;
    }
    assert!(
        printed.contains("8 of the mesh's 128 triangles lie in boxes that the line meets; it meets 1 of them."),
        "{printed}"
    );
    assert!(printed.contains("triangle 28: t = 2.5, weights (0.25, 0.5, 0.25)"), "{printed}");
    assert!(printed.contains("triangle 28 from its front") && printed.contains("They agree."), "{printed}");
    // Between the columns the ray reaches no triangle.
    let printed = of_row(&["explain", "a.json", "between", "row"]);
    let [.., [looked_at, met, pruned]] = self::levels(&printed)[..] else { panic!("{printed}") };
    assert!(met == 0 && pruned == looked_at && pruned > 0, "{printed}");
    assert!(printed.contains("no hit: misses") && printed.contains("They agree."), "{printed}");
    assert!(printed.contains("0 of the mesh's 128 triangles"), "{printed}");
}

#[test]
fn the_steps_of_a_mesh_in_view_count_the_tested_triangles() {
    let report: Value = serde_json::from_str(&of_row(&["report", "a.json"])).unwrap();
    for (camera, verdicts) in
        [["intersect", "intersect", "outside"], ["intersect", "intersect", "intersect"], ["inside", "inside", "inside"]]
            .into_iter()
            .enumerate()
    {
        let seen = &report["frusta"][camera]["objects"][0];
        assert_eq!([&seen["verdict"], &seen["exact"], &seen["mesh"]], verdicts, "{seen}");
    }
    let counts = |printed: &str| {
        let row = printed.lines().find(|line| line.contains("triangles tested")).unwrap();
        numbers(row)[..2].to_vec()
    };
    let printed = of_row(&["explain", "a.json", "gap", "row"]);
    assert_eq!(counts(&printed), [0, 128], "{printed}");
    assert!(
        printed.contains("No triangle is in view. The box around the triangles may still be in view."),
        "{printed}"
    );
    assert!(printed.contains("⚠ The box of the mesh is in view, but no triangle is."), "{printed}");
    // Half a metre around the upper right corner of column 3: only triangles 30 and 31 have a part in that box.
    let printed = of_row(&["explain", "a.json", "corner", "row"]);
    let [tested, all] = counts(&printed)[..] else { panic!("{printed}") };
    assert!(tested > 0 && tested <= 8 && all == 128, "those of its column at most: {printed}");
    let seen = numbers(printed.split_once(", for example, is in view").unwrap().0);
    assert!([Some(&30), Some(&31)].contains(&seen.last()), "{printed}");
    assert!(!printed.contains('⚠'), "{printed}");
    let printed = of_row(&["explain", "a.json", "all", "row"]);
    assert!(printed.contains("All triangles are in view.") && counts(&printed) == [0, 128], "{printed}");
}
