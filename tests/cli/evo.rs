//! Two recorded paths compared through the binary give the figures of evo 1.38.1 (Grupp, "evo: Python package for the
//! evaluation of odometry and SLAM", 2017) on the same files. The figures here are what `evo_ape` and `evo_rpe` printed.
//! `KEEP_PATHS=folder cargo test --test cli evo` keeps the files, so that evo can be run on them again.

use std::fmt::Write;
use std::path::Path;

use glam::{DMat3, DQuat, DVec3};

use crate::commands::{eyeline, fresh};

const FRAMES: i32 = 120;

/// Time, position and rotation.
type Row = (f64, DVec3, DQuat);

/// A reference of 120 frames, and an estimate that is turned, moved, of another scale and disturbed. Its times differ by
/// some milliseconds.
fn paths() -> [Vec<Row>; 2] {
    let wave = |i: i32, factor: f64| libm::sin(f64::from(i) * factor);
    let world = DQuat::from_scaled_axis(DVec3::new(0.4, -0.9, 0.2));
    let row = |i: i32| {
        let s = f64::from(i) * 0.1;
        let time = 1_305_031_102.0 + s + 0.003 * wave(i, 1.7);
        let position = DVec3::new(3.0 * libm::cos(0.7 * s), 0.4 * libm::sin(2.3 * s), 2.0 * libm::sin(1.1 * s));
        let turn = DVec3::new(0.3 * libm::sin(s), 0.5 * s, 0.2 * libm::cos(1.7 * s));
        (time, position, DQuat::from_scaled_axis(turn))
    };
    let estimate = |i: i32| {
        let (time, position, rotation) = row(i);
        let error = DVec3::new(wave(i, 7.7), wave(i, 11.3), wave(i, 2.9)) * 0.03;
        let turn = DVec3::new(wave(i, 3.1), wave(i, 9.7), wave(i, 5.3)) * 0.02;
        let position = world * position * 0.8 + DVec3::new(1.0, 2.0, -0.5) + error;
        (time + 0.004 * wave(i, 4.1), position, world * rotation * DQuat::from_scaled_axis(turn))
    };
    [(0..FRAMES).map(row).collect(), (0..FRAMES).map(estimate).collect()]
}

fn tum(rows: &[Row]) -> String {
    rows.iter().fold(String::new(), |mut text, (time, p, q)| {
        let [x, y, z] = p.to_array();
        let [a, b, c, d] = q.to_array();
        writeln!(text, "{time:.6} {x:.9} {y:.9} {z:.9} {a:.9} {b:.9} {c:.9} {d:.9}").unwrap();
        text
    })
}

fn euroc(rows: &[Row]) -> String {
    let head = "#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []\n";
    rows.iter().fold(head.to_owned(), |mut text, (time, p, q)| {
        let [x, y, z] = p.to_array();
        let [a, b, c, d] = q.to_array();
        // Microseconds, as in the file of TUM.
        let time = format!("{time:.6}").replace('.', "");
        writeln!(text, "{time}000,{x:.9},{y:.9},{z:.9},{d:.9},{a:.9},{b:.9},{c:.9}").unwrap();
        text
    })
}

fn kitti(rows: &[Row]) -> String {
    rows.iter().fold(String::new(), |mut text, (_, p, q)| {
        let m = DMat3::from_quat(*q);
        let row = |i: usize| format!("{:.12} {:.12} {:.12} {:.12}", m.row(i).x, m.row(i).y, m.row(i).z, p[i]);
        writeln!(text, "{} {} {}", row(0), row(1), row(2)).unwrap();
        text
    })
}

/// RMSE, mean, median, max and min by the title of the alignment: APE in metres and degrees, RPE in metres and degrees.
fn figures(folder: &Path, [reference, other]: [&str; 2], title: &str) -> [[f64; 5]; 4] {
    // The usual world of EuRoC has +Z up and that of TUM has +Y up. evo compares the numbers of the files.
    let session = |name: &str, file: &str| serde_json::json!({ "name": name, "file": file, "world": "y-up" });
    let scene = serde_json::json!({ "eyeline": 1, "sessions": [session("a", reference), session("b", other)] });
    std::fs::write(folder.join("both.json"), scene.to_string()).unwrap();
    printed(folder, &["explain", "both.json", "a", "b"], title)
}

/// The same of what a command prints.
fn printed(folder: &Path, args: &[&str], title: &str) -> [[f64; 5]; 4] {
    let output = eyeline(folder, args);
    let text = String::from_utf8(output.stdout).unwrap().replace('−', "-");
    let part = text.split(&format!(". {title}\n")).nth(1).unwrap_or_else(|| panic!("{text}"));
    let mut lines = part.lines().filter(|line| line.trim_start().starts_with(['A', 'R']) && line.contains(": rmse"));
    [(); 4].map(|()| {
        let words = lines.next().unwrap().split([' ', ',']);
        let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
        <[f64; 5]>::try_from(numbers).unwrap()
    })
}

/// The commands end in `-r trans_part` and `-r angle_deg`.
#[expect(clippy::unreadable_literal, reason = "as evo prints them")]
const TUM: [(&str, [[f64; 5]; 4]); 3] = [
    // evo_ape tum reference.txt estimate.txt; evo_rpe tum reference.txt estimate.txt
    (
        "Not aligned",
        [
            [3.152498, 2.996778, 2.905477, 4.854874, 1.737854],
            [57.595803, 57.590439, 57.541285, 58.934707, 56.174955],
            [0.079270, 0.072862, 0.071012, 0.149001, 0.017287],
            [2.285808, 2.180742, 2.168519, 3.277948, 0.424465],
        ],
    ),
    // evo_ape tum reference.txt estimate.txt -a; evo_rpe tum reference.txt estimate.txt -a
    (
        "Aligned by rotation and translation",
        [
            [0.516691, 0.498105, 0.523886, 0.732398, 0.168472],
            [1.412757, 1.380384, 1.431699, 1.987844, 0.315682],
            [0.079270, 0.072862, 0.071012, 0.149001, 0.017287],
            [2.285808, 2.180742, 2.168519, 3.277948, 0.424465],
        ],
    ),
    // evo_ape tum reference.txt estimate.txt -as; evo_rpe tum reference.txt estimate.txt -as
    (
        "Aligned with scale",
        [
            [0.045925, 0.044743, 0.046238, 0.063434, 0.012741],
            [1.412757, 1.380384, 1.431699, 1.987844, 0.315682],
            [0.071147, 0.068829, 0.071523, 0.104934, 0.020067],
            [2.285808, 2.180742, 2.168519, 3.277948, 0.424465],
        ],
    ),
];
#[expect(clippy::unreadable_literal, reason = "as evo prints them")]
const KITTI: [(&str, [[f64; 5]; 4]); 3] = [
    // evo_ape kitti reference.kitti.txt estimate.kitti.txt; evo_rpe kitti reference.kitti.txt estimate.kitti.txt
    (
        "Not aligned",
        [
            [2.975988, 2.831357, 2.531160, 4.854874, 1.737854],
            [57.598894, 57.593038, 57.582353, 59.153012, 55.977862],
            [0.072251, 0.067425, 0.069730, 0.129084, 0.012658],
            [2.427221, 2.351753, 2.404687, 3.363107, 0.745704],
        ],
    ),
    // evo_ape kitti reference.kitti.txt estimate.kitti.txt -a; evo_rpe kitti reference.kitti.txt estimate.kitti.txt -a
    (
        "Aligned by rotation and translation",
        [
            [0.498552, 0.474015, 0.471162, 0.804896, 0.092333],
            [1.410670, 1.371743, 1.427603, 1.991312, 0.022923],
            [0.072251, 0.067425, 0.069730, 0.129084, 0.012658],
            [2.427221, 2.351753, 2.404687, 3.363107, 0.745704],
        ],
    ),
    // evo_ape kitti reference.kitti.txt estimate.kitti.txt -as; evo_rpe kitti reference.kitti.txt estimate.kitti.txt -as
    (
        "Aligned with scale",
        [
            [0.045679, 0.044443, 0.045544, 0.063043, 0.001428],
            [1.410670, 1.371743, 1.427603, 1.991312, 0.022923],
            [0.070132, 0.067901, 0.069969, 0.099679, 0.020064],
            [2.427221, 2.351753, 2.404687, 3.363107, 0.745704],
        ],
    ),
];

/// A part that begins 1.5 s later, ends earlier, and lacks every seventh frame.
fn part(estimate: &[Row]) -> Vec<Row> {
    estimate[15..105].iter().enumerate().filter(|(i, _)| i % 7 != 3).map(|(_, row)| *row).collect()
}

#[test]
fn a_comparison_has_the_figures_of_evo() {
    let [reference, estimate] = paths();
    let kitti = [kitti(&reference), kitti(&estimate)];
    let estimate = part(&estimate);
    let files = [
        ("reference.txt", tum(&reference)),
        ("estimate.txt", tum(&estimate)),
        ("reference.csv", euroc(&reference)),
        ("reference.kitti.txt", kitti[0].clone()),
        ("estimate.kitti.txt", kitti[1].clone()),
    ];
    if let Some(folder) = std::env::var_os("KEEP_PATHS") {
        for (name, text) in &files {
            std::fs::write(Path::new(&folder).join(name), text).unwrap();
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, &**text)).collect();
    let folder = fresh(&files);
    for (paths, expected) in [
        (["reference.txt", "estimate.txt"], TUM),
        // `evo_ape euroc` takes the estimate in the format of TUM.
        (["reference.csv", "estimate.txt"], TUM),
        (["reference.kitti.txt", "estimate.kitti.txt"], KITTI),
    ] {
        for (title, expected) in expected {
            let found = figures(folder.path(), paths, title);
            for (found, expected) in found.iter().zip(&expected) {
                // evo prints six digits after the point, eyeline seven digits.
                let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * b.abs().max(1.0);
                assert!(found.iter().zip(expected).all(is_near), "{paths:?} {title}: {found:?}, evo {expected:?}");
            }
        }
    }
}

/// The report of a path with a reference has the same figures: APE in metres, and the RMSE of RPE.
#[test]
fn the_error_of_a_report_is_that_of_evo() {
    let [reference, estimate] = paths();
    let folder = fresh(&[("reference.txt", &tum(&reference)), ("estimate.txt", &tum(&part(&estimate)))]);
    let error = |keys: &serde_json::Value| {
        let mut given = serde_json::json!({ "session": "a" });
        given.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        let scene = serde_json::json!({ "eyeline": 1, "sessions": [{ "name": "a", "file": "reference.txt" },
            { "name": "b", "file": "estimate.txt", "reference": given }] });
        std::fs::write(folder.path().join("gate.json"), scene.to_string()).unwrap();
        let output = eyeline(folder.path(), &["report", "gate.json", "--only", "sessions"]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        report["sessions"][1]["error"].clone()
    };
    let is_near = |found: &serde_json::Value, expected: f64| {
        (found.as_f64().unwrap() - expected).abs() <= 1e-6 * expected.abs().max(1.0)
    };
    for (align, (_, expected)) in ["none", "se3", "sim3"].into_iter().zip(TUM) {
        let found = error(&serde_json::json!({ "align": align }));
        for (key, expected) in ["rmse", "mean", "median", "max"].into_iter().zip(expected[0]) {
            assert!(is_near(&found[key], expected), "{align} {key}: {found}, evo {expected}");
        }
        assert!(is_near(&found["rpe_rmse"], expected[2][0]), "{align}: {found}");
        assert_eq!((&found["pairs"], &found["unmatched"]), (&77.into(), &0.into()));
    }
    for (keys, pairs, rmse, relative) in MORE {
        let found = error(&serde_json::from_str(keys).unwrap());
        assert_eq!(found["pairs"].as_u64(), Some(pairs), "{keys}: {found}");
        assert!(is_near(&found["rmse"], rmse) && is_near(&found["rpe_rmse"], relative), "{keys}: {found}");
    }
}

/// The keys of `reference`, the pairs, and the RMSE of APE and RPE, both from evo with the options beside them.
#[expect(clippy::unreadable_literal, reason = "as evo prints them")]
const MORE: [(&str, u64, f64, f64); 5] = [
    // -as; evo_rpe also --delta 5
    (r#"{ "align": "sim3", "delta": 5 }"#, 77, 0.045925, 0.072090),
    // -a; evo_rpe also --delta 7
    (r#"{ "align": "se3", "delta": 7 }"#, 77, 0.516691, 0.373280),
    // -a --t_max_diff 0.002
    (r#"{ "align": "se3", "max_difference": 0.002 }"#, 24, 0.475195, 0.170721),
    // --t_offset 0.006
    (r#"{ "offset": 0.006 }"#, 77, 3.152498, 0.079270),
    // -a --t_offset -0.008 --t_max_diff 0.005
    (r#"{ "align": "se3", "offset": -0.008, "max_difference": 0.005 }"#, 18, 0.521220, 0.256172),
];

/// Other alignments and steps: the options of eyeline, the title of the alignment, the row of figures, and what evo prints for
/// the same files, all frames of both paths.
#[expect(clippy::unreadable_literal, reason = "as evo prints them")]
const CHOSEN: [(&str, &str, usize, [f64; 5]); 12] = [
    // evo_ape tum reference.txt estimate.txt --align_origin, with -r trans_part and -r angle_deg
    ("", "Aligned by the first poses", 0, [0.731406, 0.642454, 0.596430, 1.295644, 0.0]),
    ("", "Aligned by the first poses", 1, [1.410680, 1.371690, 1.431288, 1.980781, 0.0]),
    // -a --n_to_align 40
    (FIRST, "Aligned by rotation and translation", 0, [0.513055, 0.476612, 0.451754, 0.887465, 0.168995]),
    (FIRST, "Aligned by rotation and translation", 1, [1.412944, 1.373435, 1.430974, 2.052753, 0.093077]),
    // -as --n_to_align 40
    (FIRST, "Aligned with scale", 0, [0.045758, 0.044536, 0.045138, 0.065810, 0.004632]),
    (FIRST, "Aligned with scale", 1, [1.412944, 1.373435, 1.430974, 2.052753, 0.093077]),
    // evo_rpe tum reference.txt estimate.txt --delta 2 --delta_unit m
    ("--delta=2m", "Not aligned", 2, [0.477193, 0.471529, 0.485960, 0.569308, 0.342633]),
    ("--delta=2m", "Not aligned", 3, [1.676711, 1.579407, 1.758698, 2.195064, 0.449468]),
    // The same with -as: metres along the scaled path.
    ("--delta=2m", "Aligned with scale", 2, [0.059436, 0.053861, 0.045783, 0.108979, 0.024380]),
    ("--delta=2m", "Aligned with scale", 3, [1.690335, 1.573349, 1.536972, 2.683912, 0.440521]),
    // evo_rpe tum reference.txt estimate.txt --delta 10
    ("--delta=10", "Not aligned", 2, [0.422933, 0.410259, 0.420761, 0.546250, 0.138457]),
    ("--delta=10", "Not aligned", 3, [2.201724, 2.001106, 1.789744, 3.489482, 0.771952]),
];
const FIRST: &str = "--align-first=40";

#[test]
fn chosen_alignments_and_steps_have_the_figures_of_evo() {
    let [reference, estimate] = paths();
    let folder = fresh(&[("reference.txt", &tum(&reference)), ("estimate.txt", &tum(&estimate))]);
    for (option, title, row, expected) in CHOSEN {
        let mut args = vec!["explain", "reference.txt", "estimate.txt"];
        args.extend((!option.is_empty()).then_some(option));
        let found = printed(folder.path(), &args, title)[row];
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * b.abs().max(1.0);
        assert!(found.iter().zip(&expected).all(is_near), "{option} {title} {row}: {found:?}, evo {expected:?}");
    }
}
