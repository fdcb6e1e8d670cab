//! Lists of problems in each format, read back.

use serde_json::Value;

use super::*;
use crate::budget::Budget;
use crate::files::Files;
use crate::report::problems::{Kind, report_of_problems};
use crate::scene::{LevelProblem, parse};
use crate::world::World;

const SCENE: &str = "{ \"eyeline\": 1,\n  \"objects\": [\n    { \"name\": \"=cmd\", \"shape\": { \"box\": { \"half_extents\": [1, 1, 1e-9] } } },\n    \
     { \"name\": \"a {0} [b](c)\", \"shape\": { \"box\": { \"half_extents\": [1, 1e-9, 1] } }, \"position\": [9, -1, 0] },\n    \
     { \"name\": \"far\", \"shape\": { \"sphere\": { \"radius\": 1 } }, \"position\": [0, 1e6, 0] } ],\n  \
     \"ignore\": [] }\n";

/// The problems of a scene of some kinds in a format.
fn written(format: ProblemFormat, kinds: &[Kind]) -> String {
    let scene = parse(SCENE, "a.json").unwrap();
    let world = World::at(&scene, &Files::default(), 0);
    let report = report_of_problems(&world);
    let problems = report.all_problems(&world);
    let source = ProblemSource {
        report: &report,
        world: &world,
        scene: &scene,
        file: "levels/a b.json",
        text: Some(SCENE),
        is_whole: true,
    };
    let mut out = Vec::new();
    format.write(&ProblemList::of(source, &problems, kinds, &Budget::default()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_table_has_a_line_for_each_problem_and_their_number() {
    let table = written(ProblemFormat::Table, &[]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 4, "{table}");
    assert_eq!(
        lines[0],
        "warning  zero_volume      levels/a b.json:3  =cmd has no volume: it has no extent along its own Z"
    );
    assert_eq!(lines[3], "3 problems: 3 warnings");
    assert_eq!(written(ProblemFormat::Table, &[Kind::Mirrored]), "0 problems\n");
}

#[test]
fn a_spreadsheet_gets_cells_and_no_formulas() {
    let csv = written(ProblemFormat::Csv, &[]);
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 4, "{csv}");
    let columns = lines[0].split(',').count();
    assert!(
        lines[1]
            .starts_with("warning,zero_volume,\"'=cmd\",1,0,0,0,object =cmd,levels/a b.json,3,5,\"'=cmd has no volume")
    );
    assert!(lines[3].contains(",far,1,0,1000000,0,"), "{}", lines[3]);
    // Commas are only between cells.
    for line in &lines[1..] {
        let mut is_quoted = false;
        let commas = line.chars().filter(|c| {
            is_quoted ^= *c == '"';
            *c == ',' && !is_quoted
        });
        assert_eq!(commas.count() + 1, columns, "{line}");
    }
}

#[test]
fn json_has_the_fields_of_each_problem() {
    let list: Value = serde_json::from_str(&written(ProblemFormat::Json, &[Kind::FarFromOrigin])).unwrap();
    assert_eq!((&list["eyeline_problems"], &list["scene"]), (&Value::from(1), &Value::from("levels/a b.json")));
    let [problem] = &list["problems"].as_array().unwrap()[..] else { panic!("{list}") };
    assert_eq!(problem["kind"], "far_from_origin");
    assert_eq!([&problem["line"], &problem["column"]], [5, 5]);
    assert_eq!(problem["at"], serde_json::json!([0.0, 1e6, 0.0]));
}

#[test]
fn sarif_has_the_rules_and_located_results() {
    let log: Value = serde_json::from_str(&written(ProblemFormat::Sarif, &[])).unwrap();
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), LevelProblem::ALL.len());
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "levels/a%20b.json");
    }
    assert_eq!(
        results[1]["locations"][0]["physicalLocation"]["region"],
        serde_json::json!({ "startLine": 4, "startColumn": 5 })
    );
    let text = results[1]["message"]["text"].as_str().unwrap();
    assert!(text.starts_with("a {{0}} \\[b\\](c) has no volume"), "{text}");
    let prints: std::collections::BTreeSet<&str> =
        results.iter().map(|one| one["partialFingerprints"]["eyelineProblem/v1"].as_str().unwrap()).collect();
    assert_eq!(prints.len(), 3);
}

#[test]
fn the_extension_of_a_file_chooses_the_format() {
    for (file, format) in [
        ("a.csv", Some(ProblemFormat::Csv)),
        ("a.SARIF", Some(ProblemFormat::Sarif)),
        ("a.sarif.json", Some(ProblemFormat::Sarif)),
        ("a.json", Some(ProblemFormat::Json)),
        ("a.txt", Some(ProblemFormat::Table)),
        ("a", None),
        ("sarif", None),
    ] {
        assert_eq!(ProblemFormat::of_file(std::path::Path::new(file)), format, "{file}");
    }
    assert!("xml".parse::<ProblemFormat>().unwrap_err().contains("table, csv, json, sarif"));
}
