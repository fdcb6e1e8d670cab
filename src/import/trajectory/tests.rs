//! The same walk in every format opens to the same path; bad input has its place.

use glam::{DMat3, DQuat, DVec3};
use proptest::prelude::*;

use super::beside::Alone;
use super::format::Format;
use super::{AlsoNamed, Contents, GivenGap, GivenJump, Recorded, Settings, TimesFile, parse, parse_in, trim};
use crate::budget::Budget;
use crate::source::error::SceneError;
use crate::trajectory::{CameraAxes, Convention, Frame, Tracking, World};

/// A walk on a curve, turning.
fn walk() -> Vec<Frame> {
    let frame = |i: u32| {
        let t = f64::from(i) / 30.0;
        let rotation = DQuat::from_rotation_y(0.4 * t) * DQuat::from_rotation_x(0.2 * libm::sin(t));
        Frame { time: t, position: DVec3::new(libm::cos(t), 1.6 + 0.1 * t, t), rotation, tracking: Tracking::Normal }
    };
    (0..40).map(frame).collect()
}

/// The pose of a file that is converted to ours.
fn written(convention: Convention, frame: &Frame) -> (DVec3, DQuat) {
    // Each conversion but the inverse is undone by its parts in reverse order.
    let mirror = |v: DVec3| if convention.axes == CameraAxes::Unity { DVec3::new(v.x, v.y, -v.z) } else { v };
    let up = |v: DVec3| match convention.world {
        World::YUp => v,
        World::YDown => DVec3::new(v.x, -v.y, -v.z),
        World::ZUp => DVec3::new(v.x, -v.z, v.y),
    };
    let to_file = |v: DVec3| up(mirror(v));
    let [right, above, back] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| to_file(frame.rotation * axis));
    let columns = match convention.axes {
        CameraAxes::OpenGl => [right, above, back],
        CameraAxes::OpenCv => [right, -above, -back],
        CameraAxes::Unity => [right, above, -back],
        CameraAxes::Ros => [-back, -right, above],
    };
    let rotation = DQuat::from_mat3(&DMat3::from_cols(columns[0], columns[1], columns[2])).normalize();
    let position = to_file(frame.position);
    if convention.inverse { (-(rotation.conjugate() * position), rotation.conjugate()) } else { (position, rotation) }
}

pub(super) fn text(format: Format, convention: Convention) -> String {
    let row = |frame: &Frame| {
        let (DVec3 { x, y, z }, turn) = written(convention, frame);
        let DQuat { x: a, y: b, z: c, w: d } = turn;
        let [m0, m1, m2] = DMat3::from_quat(turn).transpose().to_cols_array_2d();
        let time = frame.time + 1_403_636_579.0;
        match format {
            Format::Tum => format!("{time} {x} {y} {z} {a} {b} {c} {d}\n"),
            Format::Euroc => {
                #[expect(clippy::cast_possible_truncation, reason = "a time of a few seconds")]
                let ns = 1_403_636_579_000_000_000_i64 + (frame.time * 1e9).round() as i64;
                format!("{ns},{x},{y},{z},{d},{a},{b},{c},0,0,0,0,0,0,0,0,0\n")
            }
            Format::Kitti => {
                let [m0, m1, m2] = [(m0, x), (m1, y), (m2, z)].map(|([p, q, r], t)| format!("{p} {q} {r} {t}"));
                format!("{m0} {m1} {m2}\n")
            }
            Format::ArkitScenes => {
                let DVec3 { x: a, y: b, z: c } = turn.to_scaled_axis();
                format!("{time} {a} {b} {c} {x} {y} {z}\n")
            }
            Format::Stray => format!("{time}, 000001, {x}, {y}, {z}, {a}, {b}, {c}, {d}\n"),
            Format::Nerfstudio => {
                let rows = [(m0, x), (m1, y), (m2, z)].map(|([p, q, r], t)| format!("[{p}, {q}, {r}, {t}]"));
                format!("{{ \"transform_matrix\": [{}, [0, 0, 0, 1]] }},\n", rows.join(", "))
            }
            Format::Colmap => format!("1 {d} {a} {b} {c} {x} {y} {z} 1 frame {time:015.4}.png\n0.5 0.5 -1\n"),
            Format::Record3d => format!("[{a}, {b}, {c}, {d}, {x}, {y}, {z}],\n"),
            Format::Polycam | Format::Mcap => unreachable!("it is no text"),
            Format::Arkit => {
                let columns =
                    [(m0, m1, m2, 0), (m0, m1, m2, 1), (m0, m1, m2, 2)].map(|(p, q, r, i)| [p[i], q[i], r[i]]);
                let numbers: Vec<String> = columns.map(|[a, b, c]| format!("{a}, {b}, {c}, 0")).to_vec();
                format!("{{ \"timestamp\": {time}, \"transform\": [{}, {x}, {y}, {z}, 1] }},\n", numbers.join(", "))
            }
            Format::Eyeline => {
                format!(
                    "{{\"time\": {}, \"position\": [{x}, {y}, {z}], \"rotation\": [{a}, {b}, {c}, {d}]}}\n",
                    frame.time + 7.0
                )
            }
        }
    };
    let rows: String = walk().iter().map(row).collect();
    match format {
        Format::Stray => format!("timestamp, frame, x, y, z, qx, qy, qz, qw\n{rows}"),
        Format::Euroc => format!("#timestamp [ns], p_RS_R_x [m], p_RS_R_y [m]\n{rows}"),
        Format::Tum => format!("# timestamp tx ty tz qx qy qz qw\n{rows}"),
        Format::Nerfstudio => {
            format!(
                "{{ \"fl_y\": 500, \"w\": 800, \"h\": 600, \"frames\": [{}] }}",
                rows.trim_end().trim_end_matches(',')
            )
        }
        Format::Arkit => format!("[{}]", rows.trim_end().trim_end_matches(',')),
        Format::Colmap => format!("# Image list with two lines of data per image:\n{rows}"),
        Format::Record3d => format!(
            "{{ \"w\": 800, \"h\": 600, \"K\": [510, 0, 0, 0, 500, 0, 400, 300, 1], \"fps\": 30, \"poses\": [{}] }}",
            rows.trim_end().trim_end_matches(',')
        ),
        _ => rows,
    }
}

pub(super) fn name(format: Format) -> &'static str {
    match format {
        Format::Eyeline => "walk.jsonl",
        Format::Tum | Format::Kitti => "walk.txt",
        Format::Euroc => "data.csv",
        Format::ArkitScenes => "lowres_wide.traj",
        Format::Stray => "odometry.csv",
        Format::Nerfstudio => "transforms.json",
        Format::Colmap => "images.txt",
        Format::Record3d => "metadata.json",
        Format::Polycam => "1.json",
        Format::Arkit => "log.json",
        Format::Mcap => "bag.mcap",
    }
}

fn same_path(found: &Recorded, tolerance: f64) {
    let wanted = walk();
    assert_eq!(found.trajectory.frames.len(), wanted.len());
    for (found, wanted) in found.trajectory.frames.iter().zip(wanted) {
        assert!((found.time - wanted.time).abs() < 1e-6, "{found:?}");
        assert!(found.position.distance(wanted.position) < tolerance, "{found:?}\n{wanted:?}");
        assert!(found.rotation.dot(wanted.rotation).abs() > 1.0 - tolerance, "{found:?}\n{wanted:?}");
    }
}

#[test]
fn each_format_opens_to_the_same_path_without_being_named() {
    for format in Format::ALL.into_iter().filter(|format| !matches!(format, Format::Polycam | Format::Mcap)) {
        let found = parse(name(format), &text(format, format.convention()), &Settings::default()).unwrap();
        assert_eq!((found.format, &found.left_out[..]), (format, &[][..]));
        let notes: Vec<String> = found.notes.iter().map(ToString::to_string).collect();
        match format {
            Format::Kitti | Format::Nerfstudio | Format::Colmap => {
                let note = "1:1: no_times: the file has no times; its frames are taken as 30 a second";
                assert!(notes.len() == 1 && notes[0].contains(note), "{notes:?}");
                let given = Settings { rate: Some(30.0), ..Settings::default() };
                let found = parse(name(format), &text(format, format.convention()), &given).unwrap();
                assert_eq!(found.notes, []);
                same_path(&found, 1e-12);
            }
            _ => assert_eq!(notes, [""; 0], "{format:?}"),
        }
        same_path(&found, 1e-12);
        // Also with Windows' line ends, and a byte order mark.
        let other = format!("\u{feff}{}", text(format, format.convention()).replace('\n', "\r\n"));
        same_path(&parse(name(format), &other, &Settings::default()).unwrap(), 1e-12);
    }
    for format in [Format::Nerfstudio, Format::Record3d] {
        let found = parse(name(format), &text(format, format.convention()), &Settings::default());
        let lens = found.unwrap().trajectory.at(0.1).unwrap().lens.unwrap();
        assert_eq!(lens.aspect, Some(800.0 / 600.0));
        assert!((lens.fov_y.unwrap() - 61.927_513).abs() < 1e-6);
    }
}

#[test]
fn each_convention_of_a_file_opens_to_the_same_path() {
    for axes in [CameraAxes::OpenGl, CameraAxes::OpenCv, CameraAxes::Unity, CameraAxes::Ros] {
        for world in [World::YUp, World::YDown, World::ZUp] {
            for inverse in [false, true] {
                let convention = Convention { axes, world, inverse };
                let settings =
                    Settings { axes: Some(axes), world: Some(world), inverse: Some(inverse), ..Settings::default() };
                same_path(&parse("walk.txt", &text(Format::Tum, convention), &settings).unwrap(), 1e-12);
            }
        }
    }
}

#[test]
fn frames_of_others_that_are_not_later_are_left_out_and_ours_are_refused() {
    let rows = "1 0 0 0 0 0 0 1\n2 1 0 0 0 0 0 1\n2 2 0 0 0 0 0 1\n1.5 3 0 0 0 0 0 1\n3 4 0 0 0 0 0 1\n";
    let found = parse("a.txt", rows, &Settings { start: 10.0, ..Settings::default() }).unwrap();
    assert_eq!(found.trajectory.frames.times(), [10.0, 11.0, 12.0]);
    assert_eq!(found.left_out.iter().map(|out| (out.line, out.time)).collect::<Vec<_>>(), [(3, 11.0), (4, 10.5)]);
    let ours = "{\"time\": 1, \"position\": [0,0,0], \"rotation\": [0,0,0,1]}\n".repeat(2);
    assert_eq!(
        parse("a.jsonl", &ours, &Settings::default()).unwrap_err().to_string(),
        "a.jsonl:2:2: the time 1 is not later than that of the frame before"
    );
}

#[test]
fn a_rotation_of_another_length_is_normalised_with_a_warning() {
    let rows = "1 0 0 0 0 0 0 1\n2 0 0 0 0 0 0 2\n3 0 0 0 0 0 0 1.0005\n4 0 0 0 0 3 0 4\n";
    let found = parse("a.txt", rows, &Settings::default()).unwrap();
    let [note] = &found.notes[..] else { panic!("{:?}", found.notes) };
    assert_eq!(
        note.to_string(),
        "a.txt:2:1: 2 rotations are not of unit length; they were normalised. This one has 2.000000"
    );
    assert!(found.trajectory.frames.iter().all(|frame| frame.rotation.is_normalized()));
}

#[test]
fn a_row_that_cannot_be_read_is_left_out_when_nine_tenths_are_good() {
    let rows = |bad: &[usize], count: usize| -> String {
        let row = |i| if bad.contains(&i) { "1 2 x 0 0 0 0 1\n".to_owned() } else { format!("{i} {i} 0 0 0 0 0 1\n") };
        (0..count).map(row).collect()
    };
    let of = |bad: &[usize], count: usize| parse("a.txt", &rows(bad, count), &Settings::default());
    // The first row is bad: the times count from the first good one.
    let found = of(&[0], 10).unwrap();
    assert_eq!(
        (found.trajectory.frames.times(), found.trajectory.file_start),
        (&[0., 1., 2., 3., 4., 5., 6., 7., 8.][..], Some(1.0))
    );
    assert_eq!((&found.unreadable.lines[..], &*found.unreadable.reason), (&[1][..], "`x` is no number"));
    assert_eq!(of(&[0], 9).unwrap_err().to_string(), "a.txt:1:5: `x` is no number");
    assert_eq!(of(&[4, 19], 20).unwrap().unreadable.lines, [5, 20]);
    assert!(of(&[4, 7, 19], 20).is_err());
    // A part of such a recording has none of these rows.
    let text = rows(&[4, 12], 20);
    let part = trim("a.txt", &text, &Settings::default(), [3.0, 6.0], &mut Budget::default().nothing()).unwrap();
    assert_eq!(part.text, "3 3 0 0 0 0 0 1\n5 5 0 0 0 0 0 1\n6 6 0 0 0 0 0 1\n");
    let images = |bad: usize| -> String {
        let image = |i| {
            if i == bad {
                "1 0 0 0 0 1 2 3 1 a.png\n\n".to_owned()
            } else {
                format!("{i} 1 0 0 0 {i} 0 0 1 {i:02}.png\n\n")
            }
        };
        (0..12).map(image).collect()
    };
    let settings = Settings { format: Some(Format::Colmap), ..Settings::default() };
    let found = parse("images.txt", &images(5), &settings).unwrap();
    assert_eq!((found.trajectory.frames.len(), &found.unreadable.lines[..]), (11, &[11][..]));
}

#[test]
fn the_format_is_told_by_the_first_rows_that_can_be_read() {
    let convention = |format: Format| format.convention();
    for format in [Format::Tum, Format::Euroc, Format::Kitti, Format::ArkitScenes, Format::Stray] {
        let text = text(format, convention(format));
        let (header, rows): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#') || line.starts_with("timestamp"));
        let has_commas = rows[0].contains(',');
        let separator = if has_commas { "," } else { " " };
        let fields: Vec<&str> = rows[0].split(separator).collect();
        let nan = vec!["NaN"; fields.len()].join(separator);
        // A row that was cut may have the columns of another format.
        let cut: Vec<String> = (1..fields.len().min(8)).map(|count| fields[..count].join(separator)).collect();
        for bad in cut.iter().map(String::as_str).chain([&*nan, "x", "1 2"]) {
            let text = [&header[..], &[bad], &rows].concat().join("\n");
            let found =
                parse(name(format), &text, &Settings::default()).unwrap_or_else(|error| panic!("{bad}: {error}"));
            assert_eq!((found.format, found.trajectory.frames.len()), (format, rows.len()), "{bad}");
            assert_eq!(found.unreadable.lines, [header.len() + 1], "{bad}");
        }
    }
}

#[test]
fn a_file_of_times_gives_each_numbered_frame_its_time() {
    let rows = |count: usize| -> String {
        (0..count).map(|i| format!("1 0 0 {i} 0 1 0 0 0 0 1 0\n")).collect::<Vec<_>>().concat()
    };
    let of = |rows: &str, times: &str, settings: &Settings| {
        let listed = TimesFile { file: "times.txt", text: times };
        parse_in(
            "00.txt",
            Contents::Text(rows),
            AlsoNamed { times: Some(listed), topic: None },
            &Alone,
            settings,
            &mut Budget::default().nothing(),
        )
    };
    let usual = Settings::default();
    let found = of(&rows(3), "# times\n1.000000e+01\n\n1.010000e+01\r\n1.030000e+01\n", &usual).unwrap();
    let times: Vec<f64> = found.trajectory.frames.times().iter().map(|time| (time * 1e9).round() / 1e9).collect();
    assert_eq!((times, found.trajectory.file_start), (vec![0.0, 0.1, 0.3], Some(10.0)));
    assert_eq!((found.trajectory.numbering, &found.notes[..]), (None, &[][..]));
    // Nanoseconds since 1970, as EuRoC has them, with the note about the unit.
    let stamp = |i: i64| format!("{}\n", 1_403_636_579_763_555_584_i64 + i * 50_000_000);
    let stamps = (0..3).map(stamp).collect::<Vec<_>>().concat();
    let found = of(&rows(3), &stamps, &usual).unwrap();
    assert_eq!(found.trajectory.frames.times(), [0.0, 0.05, 0.1]);
    assert!(found.notes[0].to_string().starts_with("times.txt:1:1: time_unit: the times are read as nanoseconds"));
    // A time that cannot be read, and one that is not later, leave their frames out.
    let list =
        |bad: &str| -> String { (0..12).map(|i| if i == 4 { format!("{bad}\n") } else { format!("{i}\n") }).collect() };
    let found = of(&rows(12), &list("NaN"), &usual).unwrap();
    assert_eq!((found.trajectory.frames.len(), &found.unreadable.lines[..]), (11, &[5][..]));
    assert_eq!(&*found.unreadable.reason, "times.txt:5:1: `NaN` is no finite number");
    let found = of(&rows(12), &list("2"), &usual).unwrap();
    assert_eq!((found.trajectory.frames.len(), found.left_out[0].line, found.left_out[0].time), (11, 5, 2.0));
    for (count, times, wanted) in [
        (3, "0\n1\n", "times.txt:2:2: the recording has 3 frames, and this file has 2 times"),
        (2, "0\n1\n2\n", "times.txt:3:1: the recording has 2 frames, and this file has 3 times"),
        (2, "", "times.txt:1:1: the recording has 2 frames, and this file has 0 times"),
        (2, "0\nNaN\n", "times.txt:2:1: `NaN` is no finite number"),
    ] {
        assert_eq!(of(&rows(count), times, &usual).unwrap_err().to_string(), wanted);
    }
    let error = of("1 0 0 0 0 0 0 1\n", "0\n", &usual).unwrap_err();
    assert_eq!(error.to_string(), "times.txt:1:1: the recording has times of its own");
    // The formats with pictures.
    let pictures = text(Format::Nerfstudio, Format::Nerfstudio.convention());
    let times = (0..40).map(|i| format!("{}\n", i * i)).collect::<Vec<_>>().concat();
    let found = of(&pictures, &times, &usual).unwrap();
    assert_eq!(found.trajectory.frames.times().last(), Some(&1521.0));
}

#[test]
fn limits_follow_from_the_recording_unless_they_are_given() {
    let row = |i: i32| format!("{} {} 0 0 0 0 0 1\n", f64::from(i) * 0.1, 2 * i);
    let rows = (0..20).map(row).collect::<Vec<_>>().concat();
    let limits = |settings: Settings| {
        let path = parse("a.txt", &rows, &settings).unwrap().trajectory;
        (path.jump.speed.round(), path.jump.turn, path.gap.map(|gap| (gap * 1e6).round() / 1e6))
    };
    assert_eq!(limits(Settings::default()), (100.0, 720.0, Some(1.0)));
    let jump = GivenJump { speed: Some(7.0), turn: None };
    assert_eq!(limits(Settings { jump, gap: GivenGap::Never, ..Settings::default() }), (7.0, 720.0, None));
    assert_eq!(limits(Settings { gap: GivenGap::After(0.25), ..Settings::default() }), (100.0, 720.0, Some(0.25)));
    // A file without times has numbers, and no gaps.
    let found =
        parse("a.txt", "1 0 0 0 0 1 0 0 0 0 1 0\n", &Settings { gap: GivenGap::After(1.0), ..Settings::default() });
    let path = found.unwrap().trajectory;
    assert_eq!((path.gap, path.numbering.map(|numbering| numbering.rate)), (None, Some(30.0)));
}

#[test]
fn bad_input_has_its_place() {
    let of =
        |file: &str, text: &str| parse(file, text, &Settings::default()).map_err(|error: SceneError| error.to_string());
    let unit = "{\"time\": 0, \"position\": [0,0,0], \"rotation\": [0,0,0,1]";
    for (file, text, wanted) in [
        ("a.txt", "", "a.txt:1:1: this is no recording of a known format"),
        ("a.txt", "# nothing\n", "a.txt:1:1: this is no recording of a known format"),
        ("a.txt", "1 2 3\n", "a.txt:1:1: this is no recording of a known format"),
        ("a.traj", "\n", "a.traj:1:1: this is no recording of a known format"),
        ("a.jsonl", "", "a.jsonl:1:1: the recording has no frames"),
        ("a.txt", "0 0 0 0 0 0 0 1\n1 0 0 0 0 0 0\n", "a.txt:2:1: the row has 7 columns, and `tum` has 8"),
        ("a.txt", "0 0 0 0 0 0 0 1\n1 0 x1 0 0 0 0 1\n", "a.txt:2:5: `x1` is no number"),
        ("a.txt", "0 0 NaN 0 0 0 0 1\n", "a.txt:1:5: NaN is no finite number"),
        ("a.txt", "0 0 1e999 0 0 0 0 1\n", "a.txt:1:5: 1e999 is no finite number"),
        ("a.csv", "#timestamp\n0,0,0,0,1,,0,0\n", "a.csv:2:11: this column is empty"),
        ("a.csv", "0,0,0,0,1,0,0,0\n", "a.csv:1:1: a row with commas has two readings"),
        (
            "a.txt",
            "0 0 0 0 0 0 0 0\n",
            "a.txt:1:1: the quaternion [0.0, 0.0, 0.0, 0.0] has the length 0 and is no rotation",
        ),
        ("a.txt", "1 0 0 0 0 1 0 0 0 0 -1 0\n", "a.txt:1:1: the matrix has the determinant -1 and is no rotation"),
        ("a.jsonl", "{\"time\": 0}", "a.jsonl:1:11: missing field `position`"),
        ("a.jsonl", &format!("{unit}}}\n{{\"time\": NaN}}"), "a.jsonl:2:10: expected value"),
        ("a.jsonl", &format!("{unit}, \"fov\": 3}}"), "a.jsonl:1:61: unknown field `fov`"),
        (
            "a.jsonl",
            &format!("{unit}, \"fov_y\": 180}}"),
            "a.jsonl:1:57: `fov_y` must be above 0 and below 180, found 180",
        ),
        ("a.jsonl", &format!("{unit}, \"tracking\": \"good\"}}"), "unknown variant `good`"),
        (
            "a.jsonl",
            &format!("{unit}, \"add\": [{{\"id\": \"a\", \"rotation\": [0,0,0,0]}}]}}"),
            "a.jsonl:1:57: the quaternion",
        ),
        (
            "t.json",
            "{ \"frames\": [{ \"transform_matrix\": [[1, 0], [0, 1]] }] }",
            "t.json:1:16: the matrix of frame 0",
        ),
        ("t.json", "{ \"frames\": [] }", "t.json:1:1: the recording has no frames"),
        ("t.json", "{ \"frames\": [}", "t.json:1:14: expected value"),
    ] {
        let found = of(file, text).unwrap_err();
        assert!(found.contains(wanted), "{found}\n{wanted}");
    }
}

#[test]
fn our_format_has_anchors_points_lens_and_reasons() {
    let text = [
        r#"{"time": 5, "position": [0,1,0], "rotation": [0,0,0,1], "fov_y": 60, "aspect": 1.5, "points": [[0,0,-1]]}"#,
        r#"{"time": 6, "position": [0,1,1], "rotation": [0,0,0,1], "tracking": "limited", "reason": "dark",
            "add": [{"id": "floor", "center": [0,0,0], "extent": [2, 4], "alignment": "horizontal"}]}"#,
        r#"{"time": 7, "position": [0,1,2], "rotation": [0,0,0,1], "update": [{"id": "floor", "polygon": [[0,0],[1,0],[0,1]]}, {"id": "ghost"}]}"#,
        r#"{"time": 8, "position": [0,1,3], "rotation": [0,0,0,1], "remove": ["floor"]}"#,
    ]
    .map(|line| line.replace('\n', " "))
    .join("\n");
    let found = parse("walk.jsonl", &text, &Settings { start: 1.0, ..Settings::default() }).unwrap();
    let path = &found.trajectory;
    assert_eq!(path.frames.times(), [1.0, 2.0, 3.0, 4.0]);
    assert_eq!((path.reason(0), path.reason(1), path.reason(2)), (None, Some("dark"), None));
    assert_eq!(path.points_at(3.5), [DVec3::NEG_Z]);
    assert_eq!(path.points_at(0.5), []);
    assert_eq!(path.at(1.0).unwrap().lens.unwrap().fov_y, Some(60.0));
    assert_eq!(path.at(2.0).unwrap().lens, None);
    let area = |time| path.anchors.at(time).map(|(id, anchor)| (id, anchor.area())).collect::<Vec<_>>();
    assert_eq!((area(2.0), area(3.0), area(4.0)), (vec![("floor", 8.0)], vec![("floor", 0.5)], vec![]));
    assert_eq!(path.anchors.unknown_events().len(), 1);
}

proptest! {
    /// A change of bytes gives an error, or a path whose times ascend.
    #[test]
    fn no_change_of_a_text_ends_the_program(
        format in prop::sample::select(Format::ALL.into_iter().filter(|format| *format != Format::Mcap).collect::<Vec<_>>()),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..5),
        times in "[0-9.eN\n #-]{0,60}",
        has_times in any::<bool>(),
    ) {
        let whole = match format {
            Format::Polycam => "{ \"t_00\": 1, \"t_11\": 1, \"t_22\": 1, \"t_23\": 2, \"timestamp\": 7 }".to_owned(),
            format => text(format, format.convention()),
        };
        let mut bytes = whole.into_bytes();
        for (at, byte, kind) in changes {
            let at = at.index(bytes.len().max(1)).min(bytes.len());
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => bytes.truncate(at),
            }
        }
        let changed = String::from_utf8_lossy(&bytes);
        let named = AlsoNamed { times: has_times.then_some(TimesFile { file: "times.txt", text: &times }), topic: None };
        let mut memory = Budget::new(64 << 20).nothing();
        let settings = Settings::default();
        let read = parse_in(name(format), Contents::Text(&changed), named, &Alone, &settings, &mut memory);
        prop_assert!(read.map_or(true, |read| read.trajectory.frames.times().is_sorted_by(|a, b| a < b)));
    }
}
