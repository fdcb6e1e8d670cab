//! OBJ: groups, faces and materials, and their errors.

use std::fmt::Write as _;

use super::*;
use crate::import::level::work::LevelWork;
use crate::import::obj::memory::LineCounts;

fn obj(text: &str) -> Level {
    read_as("shed.obj", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

const POINTS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

#[test]
fn faces_of_all_kinds_become_triangles() {
    for (faces, triangles) in [
        ("f 1 2 3", vec![[0, 1, 2]]),
        ("f 1/1 2/2 3/3", vec![[0, 1, 2]]),
        ("f 1//1 2//1 3//1", vec![[0, 1, 2]]),
        ("f 1/1/1 2/1/1 3/1/1 4/1/1", vec![[0, 1, 2], [0, 2, 3]]),
        ("f -4 -3 -2", vec![[0, 1, 2]]),
        ("\tf  1\t2 \\\n  3", vec![[0, 1, 2]]),
        ("f 1 2 3\r\nf 1 3 4\r\n", vec![[0, 1, 2], [0, 2, 3]]),
        ("f 5 1 2\nv 9 9 9 1.0 0.5 0.5 0.5", vec![[4, 0, 1]]),
        ("vn 0 0 1\nvt 0 0\ns off\n# f 9 9 9\nvp 1\nf 1 2 3\nunknown 7", vec![[0, 1, 2]]),
    ] {
        let lists = "vt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\n";
        let level = obj(&format!("{POINTS}{faces}\n{lists}"));
        assert_eq!(level.objects[0].mesh.triangles(), triangles, "{faces}");
        assert_eq!(&*level.objects[0].name, "shed");
        assert_eq!(notes(&level), [""; 0], "{faces}");
    }
}

#[test]
fn polygons_are_cut_where_they_are_not_convex() {
    let dart = "v 4 0 0\nv 1 1 0\nv 0 4 0\nv 0 0 0\n";
    let area = |level: &Level| -> f32 {
        let mesh = &level.objects[0].mesh;
        let areas = (0..mesh.triangles().len()).map(|i| {
            let [a, b, c] = mesh.corners(i);
            (b - a).cross(c - a).length() / 2.0
        });
        areas.sum()
    };
    // Before its vertices, after them, and with another face on either side.
    for text in [
        format!("{dart}f 1 2 3 4"),
        format!("f 1 2 3 4\n{dart}"),
        format!("{dart}f 1 2 3 4\ng other\nf 1 2 4"),
        format!("{dart}f 4 3 2 1"),
    ] {
        let level = obj(&text);
        assert_eq!(level.objects[0].mesh.triangles().len(), 2, "{text}");
        assert!((area(&level) - 4.0).abs() < 1e-6, "{text}: {}, and 8 by a fan", area(&level));
        assert_eq!(notes(&level), [""; 0], "{text}");
    }
    let level = obj(&format!("{dart}f 1 2 4\nf 1 2 3 4\nf 2 3 4"));
    let triangles = level.objects[0].mesh.triangles();
    assert_eq!(
        (triangles.len(), triangles[0], triangles[3]),
        (4, [0, 1, 3], [1, 2, 3]),
        "the others keep their numbers"
    );
}

#[test]
fn polygons_that_cannot_be_cut_become_fans_and_are_reported() {
    for (points, words) in [
        (
            "v 0 0 0\nv 3 3 0\nv 3 0 0\nv 0 2 0\n",
            "a polygon that crosses itself is triangulated as a fan from its first corner",
        ),
        ("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\n", "a polygon without area is triangulated as a fan"),
    ] {
        for text in [format!("{points}\nf 1 2 3 4"), format!("f 1 2 3 4\n{points}")] {
            let level = obj(&text);
            assert_eq!(level.objects[0].mesh.triangles(), [[0, 1, 2], [0, 2, 3]], "{text}");
            let line = 1 + text.lines().position(|line| line.starts_with('f')).unwrap();
            let [note] = &notes(&level)[..] else { panic!("{:?}", notes(&level)) };
            assert!(note.starts_with(&format!("shed.obj:{line}:3: {words}")), "{note}");
        }
    }
    // Of many there is one note.
    let level = obj("v 0 0 0\nv 3 3 0\nv 3 0 0\nv 0 2 0\nf 1 2 3 4\nf 4 3 2 1");
    assert!(notes(&level)[0].ends_with("(2 times; this is the first)"), "{:?}", notes(&level));
    // A face with non-finite vertices has only the message about them.
    let level = obj("v 0 0 0\nv nan 3 0\nv 3 0 0\nv 0 2 0\nf 1 2 3 4");
    assert_eq!(notes(&level).len(), 1);
    assert!(notes(&level)[0].contains("is not finite"), "{:?}", notes(&level));
}

#[test]
fn groups_are_objects_known_by_their_names() {
    let text =
        format!("{POINTS}f 1 2 3\no wall\ng\nf 1 2 4\ng north gable\nf 2 3 4\no wall\nf 2 4 3\nf 4 3 2\no empty");
    let level = obj(&text);
    let found: Vec<_> =
        level.objects.iter().map(|o| (&*o.name, o.mesh.triangles().len(), o.mesh.positions().len())).collect();
    assert_eq!(found, [("shed", 1, 3), ("wall", 2, 3), ("default", 1, 3), ("north gable", 1, 3)]);
    assert_eq!(level.objects[3].mesh.corners(0), [Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y]);
}

#[test]
fn colours_come_from_a_file_in_the_root() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("sub/my colours.mtl"), "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n").unwrap();
    let text = |library: &str| {
        format!("mtllib {library}\n{POINTS}usemtl red\nf 1 2 3\nusemtl blue\nf 1 2 3 4\nusemtl odd\nf 1 2 3")
    };
    fs::write(folder.path().join("sub/a.obj"), text("my colours.mtl")).unwrap();
    let level = read_in(folder.path(), "sub/a.obj").unwrap();
    assert_eq!(level.objects[0].color, Some(crate::scene::Color([0, 0, 255])));
    assert_eq!(level.counts.materials, 2);
    assert_eq!(notes(&level), ["sub/a.obj:10:8: no material `odd` was found"]);
    for (library, words) in [
        ("none.mtl", "there is no file `none.mtl`; its colours are not used"),
        ("../../secret.mtl", "leaves the root"),
        ("/etc/passwd", "absolute path"),
        ("a\\b.mtl", "backslash"),
    ] {
        fs::write(folder.path().join("sub/a.obj"), text(library)).unwrap();
        let level = read_in(folder.path(), "sub/a.obj").unwrap();
        let described = notes(&level);
        assert!(
            described.len() == 1 && described[0].starts_with("sub/a.obj:1:8:") && described[0].contains(words),
            "{described:?}"
        );
        assert_eq!(level.objects[0].color, None);
    }
}

#[test]
fn what_is_wrong_is_found_in_its_line() {
    for (line, words, column) in [
        ("f 1 2 5", "refers to vertex 5, but the number of vertices is 4", 7),
        ("f 1 2 4294967297", "which exceeds 32-bit indices", 7),
        ("f 1 2 99999999999999999999", "no corner", 7),
        ("f 0 1 2", "counted from 1", 3),
        ("f 1 -5 2", "the vertex 5 back, but only 4", 5),
        ("f 1 2", "at least three corners, not 2", 3),
        ("f", "at least three corners, not 0", 1),
        ("f 1 two 3", "`two` is no corner", 5),
        ("f 1 /2 3", "`/2` is no corner", 5),
        ("v 1 2", "has no z", 3),
        ("v 1 b 3", "`b` is no number", 5),
    ] {
        let error = read_as("a.obj", format!("{POINTS}\n{line}\nf 1 2 3").as_bytes()).unwrap_err();
        assert!(error.message.contains(words), "{line}: {error}");
        assert_eq!((error.line, error.column), (6, column), "{line}: {error}");
        assert!(error.render(false).contains(line), "{}", error.render(false));
    }
}

#[test]
fn ignored_content_is_reported() {
    let level = obj(&format!("{POINTS}v nan 0 0\nl 1 2\np 1\nf 1 2 3\nf 1 2 5\np 2\ng gone\nf 5 5 5"));
    assert_eq!(level.objects.len(), 1);
    assert_eq!(level.objects[0].mesh.triangles().len(), 2, "the one that is not finite is counted");
    let described = notes(&level).join("\n");
    for part in ["5:3: a vertex is not finite", "6:1: `l` is not a triangle", "(2 times", "the group `gone`"] {
        assert!(described.contains(part), "{described}");
    }
}

#[test]
fn any_bytes_are_a_text() {
    let level = read_as("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\ng caf\xe9\nf 1 2 3\n\0\xff\\").unwrap();
    assert_eq!(&*level.objects[0].name, "caf\u{fffd}");
    assert_eq!(read_as("a.obj", b"").unwrap().objects.len(), 0);
}

#[test]
fn every_spelling_of_nan_and_infinity_is_read() {
    for word in ["nan", "-nan", "NaN", "inf", "-nan(ind)", "nan(0x7ff)", "1.#QNAN", "-1.#IND", "1.#INF00"] {
        let level = obj(&format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv {word} 0 0\nf 1 2 3\nf 1 2 4\n"));
        assert_eq!((level.objects[0].mesh.triangles().len(), notes(&level).len()), (2, 1), "{word}");
    }
    for word in ["nano", "1.5#", "#", "1,5"] {
        assert!(read_as("a.obj", format!("v {word} 0 0\n").as_bytes()).is_err(), "{word}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    let level = obj("\u{feff}v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_eq!(level.objects[0].mesh.corners(0), [Vec3::ZERO, Vec3::X, Vec3::Y]);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.mtl"), "\u{feff}newmtl red\nKd 1 0 0\n").unwrap();
    fs::write(folder.path().join("a.obj"), format!("mtllib a.mtl\n{POINTS}usemtl red\nf 1 2 3\n")).unwrap();
    let level = read_in(folder.path(), "a.obj").unwrap();
    assert_eq!((level.objects[0].color, notes(&level).len()), (Some(crate::scene::Color([255, 0, 0])), 0));
}

#[test]
fn a_comment_may_end_the_line_of_a_face() {
    let level = obj(&format!("{POINTS}f 1 2 3 # the first\nf 1 2 4 #9\n"));
    assert_eq!(level.objects[0].mesh.triangles(), [[0, 1, 2], [0, 1, 3]]);
    let error = read_as("a.obj", format!("{POINTS}f 1 2 # 3\n").as_bytes()).unwrap_err();
    assert!(error.message.contains("at least three corners, not 2"), "{error}");
}

#[test]
fn an_empty_file_is_reported() {
    for text in ["", "# empty\n", POINTS, "V 0 0 0\nF 1 1 1\n", "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r"] {
        let described = notes(&obj(text));
        assert!(described.len() == 1 && described[0].contains("it has no triangle"), "{text:?}: {described:?}");
    }
}

#[test]
fn of_several_files_of_materials_each_counts_and_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("red.mtl"), "newmtl red\nKd 1 0 0\n").unwrap();
    fs::write(folder.path().join("blue.mtl"), "newmtl blue\nKd 0 0 1\n").unwrap();
    let read = |libraries: &str| {
        fs::write(folder.path().join("a.obj"), format!("{libraries}\n{POINTS}usemtl blue\nf 1 2 3\n")).unwrap();
        let level = read_in(folder.path(), "a.obj").unwrap();
        (level.counts.materials, notes(&level))
    };
    assert_eq!(read("mtllib red.mtl blue.mtl"), (2, vec![]));
    assert_eq!(read(&format!("mtllib {}", "red.mtl ./red.mtl ".repeat(5_000))).0, 1);
    let (count, described) = read("mtllib red.mtl none.mtl blue.mtl");
    assert_eq!((count, described.len()), (2, 1), "{described:?}");
    assert!(described[0].contains("there is no file `none.mtl`"), "{described:?}");
    let many: Vec<String> = (0..3_000).map(|i| format!("mtllib {i}.mtl")).collect();
    let described = read(&many.join("\n")).1;
    assert!(described.iter().any(|note| note.contains("more than 500 files of materials")), "{:?}", described.last());
}

/// Each of these took the square of its length.
#[test]
fn long_lines_and_many_materials_take_linear_time_and_memory() {
    let count = 200_000;
    let uses = (0..count).map(|i| format!("usemtl m{i}\n")).collect::<Vec<_>>().concat();
    let level = obj(&format!("{POINTS}{uses}f 1 2 3\nmtllib none.mtl\n"));
    assert_eq!(level.objects.len(), 1);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.mtl"), "newmtl a\n").unwrap();
    fs::write(folder.path().join("a.obj"), format!("mtllib a.mtl\n{POINTS}{uses}f 1 2 3\n")).unwrap();
    let described = notes(&read_in(folder.path(), "a.obj").unwrap());
    assert_eq!(described.len(), 1001, "a file says only so much");
    assert!(described[1000].contains("199000 more warnings are left out"), "{}", described[1000]);
    let face = (1..=count).map(|i| format!(" {i}")).collect::<Vec<_>>().concat();
    let level = obj(&format!("f{face}\n{}", "v 0 0 0\nv 1 0 0\nv 0 1 0\n".repeat(count / 3 + 1)));
    assert_eq!(level.objects[0].mesh.triangles().len(), count - 2);
}

/// A field of hills of so many squares a side, in bands of `band` rows, each of which is a group; `corner` writes a corner.
fn hills(side: usize, band: usize, corner: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for i in 0..(side + 1) * (side + 1) {
        let (x, z) = (i % (side + 1), i / (side + 1));
        let height = (x * x + 3 * z) % 17;
        writeln!(text, "v {x}.25 0.{height:06} -{z}.5\nvt 0.{x:04} 0.{z:04}").unwrap();
    }
    for z in 0..side {
        if z % band == 0 && band < side {
            writeln!(text, "g band {z}").unwrap();
        }
        for x in 0..side {
            let first = z * (side + 1) + x + 1;
            let [a, b, c, d] = [first, first + 1, first + side + 2, first + side + 1].map(&corner);
            writeln!(text, "f {a} {b} {c}\nf {a} {c} {d}").unwrap();
        }
    }
    text
}

/// A level of ten million triangles has room in the default budget.
#[test]
fn the_memory_for_an_obj_is_at_least_what_it_takes_and_at_most_twice_that() {
    let plain = |i: usize| i.to_string();
    let with_uv = |i: usize| format!("{i}/{i}");
    for (name, text) in [
        ("one group", hills(200, 200, plain)),
        ("several groups", hills(200, 20, plain)),
        ("texture coordinates", hills(200, 20, with_uv)),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.obj"), &text).unwrap();
        let read = |budget: &Budget| LevelFile::read("a.obj", &folder.path().into(), budget, &Progress::default());
        let budget = Budget::default();
        let file = read(&budget);
        let taken = budget.total() - budget.left();
        let level = file.level().unwrap();
        assert_eq!(level.counts.triangles, 2 * 200 * 200, "{name}");
        let meshes = level.objects.iter().map(|object| {
            let (mesh, tree) = (&object.mesh, object.mesh.tree());
            let lists = size_of_val(mesh.positions()) + size_of_val(mesh.triangles());
            lists + size_of_val(&tree.nodes[..]) + size_of_val(&tree.blocks[..]) + size_of_val(mesh.runs())
        });
        let needed = meshes.sum::<usize>() as u64;
        assert!((needed..=2 * needed).contains(&taken), "{name}: {taken} bytes for {needed}");

        let counts = LineCounts::of(text.as_bytes(), &LevelWork::new(&Progress::default(), &budget));
        let most = counts.most() as u64 + (1 << 20);
        assert!(read(&Budget::new(most)).level().is_ok(), "{name}: the estimate is enough");
        let refused = read(&Budget::new(most / 2));
        assert_eq!(refused.over_budget().map(|over| over.total), Some(most / 2), "{name}: half of it is not enough");
        if !counts.has_corners {
            assert!(most * 10_000_000 / (counts.triangles as u64) < Budget::DEFAULT, "{name}: {most}");
        }
        drop(file);
        assert_eq!(budget.left(), budget.total(), "{name}");
    }
}
