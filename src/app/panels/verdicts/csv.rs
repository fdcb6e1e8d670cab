//! The table as comma-separated values (Shafranovich, RFC 4180, 2005).
//!
//! The columns have the names of the report's fields. Numbers have enough digits to restore the same `f32`. Unbounded
//! and missing values are empty.

use std::fmt::{Display, Write};

use crate::geometry::ray::{Miss, bounded};
use crate::report::Report;
use crate::world::Item;

/// A header and one line for each row of a camera or ray, in their order. Lines end with CR LF.
pub(super) fn text(report: &Report, querier: Item, rows: &[u32]) -> String {
    let mut csv = Csv::default();
    match querier {
        Item::Camera(camera) => {
            csv.line(["object", "verdict", "margin", "rejected_by", "exact"]);
            for (object, answer) in
                rows.iter().filter_map(|&row| Some((row as usize, report.in_view(camera, row as usize)?)))
            {
                csv.line([
                    report.name(object),
                    answer.fast.verdict.word(),
                    &number(Some(answer.fast.margin)),
                    answer.fast.rejected_by.map_or("", |side| side.word()),
                    answer.exact.word(),
                ]);
            }
        }
        Item::Ray(ray) => {
            csv.line(["object", "hit", "reason", "t", "distance", "feature", "t_in", "t_out", "exact"]);
            for (object, answer) in
                rows.iter().filter_map(|&row| Some((row as usize, report.on_ray(ray, row as usize)?)))
            {
                let hit = answer.cast.hit();
                csv.line([
                    report.name(object),
                    &hit.is_some().to_string(),
                    answer.cast.result().map_or_else(Miss::word, |_| ""),
                    &number(hit.map(|hit| hit.t)),
                    &number(hit.map(|hit| hit.distance)),
                    &answer.feature().filter(|_| hit.is_some()).unwrap_or_default(),
                    &number(answer.cast.interval().map(|t| t.near)),
                    &number(answer.cast.interval().map(|t| t.far)),
                    answer.exact.word(),
                ]);
            }
        }
        _ => {}
    }
    csv.0
}

fn number(x: Option<f32>) -> String {
    x.and_then(bounded).map_or(String::new(), |x| x.to_string())
}

#[derive(Default)]
struct Csv(String);

impl Csv {
    fn line<const N: usize>(&mut self, fields: [&str; N]) {
        for (i, field) in fields.into_iter().enumerate() {
            if i > 0 {
                self.0.push(',');
            }
            if field.contains([',', '"', '\r', '\n']) {
                self.push(format_args!("\"{}\"", field.replace('"', "\"\"")));
            } else {
                self.0.push_str(field);
            }
        }
        self.0.push_str("\r\n");
    }

    fn push(&mut self, what: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::scene::Scene;
    use crate::world::World;

    const SCENE: &str = r#"{ "eyeline": 1,
        "cameras": [{ "name": "eye", "near": 0.3, "far": 10 }],
        "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, -3] }],
        "objects": [
            { "name": "plain", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -5] },
            { "name": "a \"big\", red one", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -12] },
            { "name": "two\nlines", "shape": { "sphere": { "radius": 0.5 } }, "position": [5, 0, 3] } ] }"#;

    fn report() -> Report {
        let scene: Scene = serde_json::from_str(SCENE).unwrap();
        Report::of(&World::at(&scene, &Files::default(), 0))
    }

    #[test]
    fn quotes_commas_and_line_ends_are_preserved() {
        let text = text(&report(), Item::Camera(0), &[1, 2, 0]);
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], "object,verdict,margin,rejected_by,exact");
        assert!(lines[1].starts_with("\"a \"\"big\"\", red one\",outside,-1.5"), "{}", lines[1]);
        assert!(lines[2].starts_with("\"two\nlines\",outside,"), "{}", lines[2]);
        assert!(lines[3].starts_with("plain,inside,"), "{}", lines[3]);
        assert_eq!(lines[4..], [""], "the last line ends as well");
    }

    #[test]
    fn numbers_are_restored_exactly() {
        let report = report();
        let csv = text(&report, Item::Ray(0), &[0, 1, 2]);
        let line = csv.split("\r\n").nth(1).unwrap();
        let fields: Vec<&str> = line.split(',').collect();
        let hit = report.on_ray(0, 0).unwrap().cast.hit().unwrap();
        assert_eq!(fields[..3], ["plain", "true", ""]);
        assert_eq!(fields[3].parse::<f32>().unwrap().to_bits(), hit.t.to_bits(), "{line}");
        assert_eq!(fields[5], "+z");
        assert!(csv.contains("lines\",false,misses,,,,,,misses\r\n"), "{csv}");
    }

    #[test]
    fn unbounded_numbers_are_left_empty() {
        assert_eq!([Some(f32::INFINITY), Some(f32::NAN), Some(f32::MIN), None].map(number), [""; 4]);
        assert_eq!(number(Some(1e-7)), "0.0000001");
    }
}
