//! Comments, order and formatting stay, and the text is that of the scene.

use std::fs;
use std::path::Path;

use super::*;
use crate::random::Random;
use crate::scene::read::located::parse;
use crate::scene::write;

const DESK: &str = r#"// The desk, by hand.
{
	"eyeline": 1, /* the version */
	"objects": [
		// The crate comes first,
		{ "name": "crate", "shape": { "box": { "half_extents": [0.50, 0.5, 0.5] } }, "position": [0, 1e0, 0] }, // on the floor
		// and then the ball.
		{
			"shape": { "sphere": { "radius": 1 } },
			"name": "ball",
			"layers": [0], // its default
		},
		{ "name": "drum", "shape": { "cylinder": { "radius": 1, "half_height": 2 } } },
	],
	"title": "Desk",
	"cameras": [ { "name": "guard", "near": 0.1 /* default */, "far": 20 } ],
}
"#;

fn changed(text: &str, change: impl FnOnce(&mut Scene)) -> String {
    let mut scene = parse(text, "desk.json").unwrap();
    change(&mut scene);
    let changed = rewrite(text, &scene).expect("a change in place");
    assert_eq!(parse(&changed, "desk.json").unwrap(), scene, "{changed}");
    changed
}

#[test]
fn an_unchanged_scene_has_an_unchanged_text() {
    assert_eq!(changed(DESK, |_| ()), DESK);
    let marked = format!("\u{feff}{}", DESK.replace('\n', "\r\n"));
    assert_eq!(changed(&marked, |_| ()), marked);
}

#[test]
fn a_number_changes_and_everything_else_stays() {
    let text = changed(DESK, |scene| scene.objects[0].position[1] = 2.5);
    assert_eq!(text, DESK.replace("1e0", "2.5"));
    let text = changed(DESK, |scene| scene.cameras[0].far = 30.0);
    assert_eq!(text, DESK.replace("\"far\": 20", "\"far\": 30"));
    // A default that the user has written is replaced too.
    let text = changed(DESK, |scene| scene.cameras[0].near = 0.5);
    assert_eq!(text, DESK.replace("0.1 /*", "0.5 /*"));
}

#[test]
fn entries_are_renamed_removed_and_moved_with_their_comments() {
    let text = changed(DESK, |scene| scene.objects[1].name = "globe".to_owned());
    assert_eq!(text, DESK.replace("\"ball\"", "\"globe\""));
    let text = changed(DESK, |scene| drop(scene.objects.remove(2)));
    assert!(
        !text.contains("drum")
            && text.contains("// its default")
            && text.contains("\t\t\"eyeline\"") != text.contains("\t\"eyeline\"")
    );
    let text = changed(DESK, |scene| scene.objects.swap(0, 1));
    assert!(text.find("and then the ball").unwrap() < text.find("The crate comes first").unwrap(), "{text}");
    assert!(text.contains("} // on the floor") || text.contains("}, // on the floor"), "{text}");
}

#[test]
fn new_entries_and_keys_have_the_style_of_the_file() {
    let text = changed(DESK, |scene| {
        let mut copy = scene.objects[0].clone();
        copy.name = "box".to_owned();
        scene.objects.push(copy);
        scene.objects[1].position = [1.0, 2.0, 3.0];
    });
    assert!(text.contains("\n\t\t{ \"name\": \"box\","), "{text}");
    assert!(text.contains("\n\t\t\t\"position\": [1, 2, 3]"), "{text}");
    assert!(text.contains("// The desk, by hand.") && text.contains("// on the floor"), "{text}");
    let text = changed("{ \"eyeline\": 1, \"objects\": [] }\n", |scene| {
        *scene = parse(DESK, "desk.json").unwrap();
    });
    assert!(text.lines().all(|line| line.len() < 130), "{text}");
}

#[test]
fn a_new_entry_on_several_lines_has_its_vectors_on_one_line() {
    let text = changed(DESK, |scene| {
        let mut copy = scene.objects[0].clone();
        copy.name = "a copy of the crate whose entry is too long for one line".to_owned();
        copy.position = [0.0, 0.5, 0.0];
        scene.objects.push(copy);
    });
    let lines = "\n\t\t{\n\t\t\t\"name\": \"a copy of the crate whose entry is too long for one line\",\n";
    assert!(text.contains(lines), "{text}");
    assert!(text.contains("\n\t\t\t\"position\": [0, 0.5, 0]"), "{text}");
}

#[test]
fn an_entry_on_one_line_stays_on_it() {
    let text = changed(DESK, |scene| {
        scene.cameras[0].position = [1.0, 2.0, 3.0];
        scene.objects[2].position = [0.0, 5.0, 0.0];
        scene.objects[2].layers = vec![3];
    });
    assert!(
        text.contains("{ \"name\": \"guard\", \"position\": [1, 2, 3], \"near\": 0.1 /* default */, \"far\": 20 }"),
        "{text}"
    );
    assert_eq!(text.lines().count(), DESK.lines().count(), "{text}");
}

#[test]
fn texts_that_cannot_be_changed_in_place_are_refused() {
    let scene = parse(DESK, "desk.json").unwrap();
    for text in ["", "[]", "{ \"eyeline\": 1, }}", "{ \"eyeline\": 2 }"] {
        assert_eq!(rewrite(text, &scene), None, "{text}");
    }
}

/// A small change of an entry that keeps the scene valid.
fn change(scene: &mut Scene, random: &mut Random) {
    let object = random.below(scene.objects.len());
    let value = [0.0, -1.5, 1e-7, 123_456.0, 0.1][random.below(5)];
    match random.below(8) {
        0 => scene.title = ["", "a", "\"quoted\"\n", "// no comment"][random.below(4)].to_owned(),
        1 if scene.objects.len() > 1 => {
            let mut copy = scene.objects[object].clone();
            copy.name = format!("copy {}", random.0);
            scene.objects.insert(random.below(scene.objects.len()), copy);
        }
        2 if scene.objects.len() > 1 => scene.objects.swap(object, random.below(scene.objects.len())),
        3 => scene.tick_rate = [1.0, 30.0, 60.0][random.below(3)],
        4 if !scene.cameras.is_empty() => scene.cameras[0].position = [value, 0.0, value],
        5 if !scene.rays.is_empty() => scene.rays[0].origin[random.below(3)] = value,
        _ if !scene.objects.is_empty() => scene.objects[object].position[random.below(3)] = value,
        _ => scene.seed += 1,
    }
}

#[test]
fn ten_thousand_edits_of_the_lessons_are_written_and_undo_restores_every_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "json") && path.metadata().unwrap().len() < 10_000);
    paths.sort();
    let each = 10_000 / paths.len() + 1;
    let mut random = Random(7);
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        let first = parse(&text, "lesson").unwrap();
        let mut scene = first.clone();
        for i in 0..each {
            let mut next = scene.clone();
            change(&mut next, &mut random);
            if write(&next) != write(&scene) && crate::scene::validate(&next, &NoLevels, None).is_empty() {
                scene = next;
            }
            if i % 8 == 0 {
                let written = rewrite(&text, &scene).unwrap_or_else(|| panic!("{} after {i} edits", path.display()));
                assert_eq!(write(&parse(&written, "lesson").unwrap()), write(&scene), "{written}");
                // Redo: the text depends only on the scene.
                assert_eq!(rewrite(&text, &scene), Some(written));
            }
        }
        assert_eq!(rewrite(&text, &first).as_deref(), Some(&*text), "all edits are undone");
    }
}
