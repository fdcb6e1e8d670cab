//! Scenes that are written: they read back equal, have a layout for people, and are never half written on disk.

use std::collections::BTreeMap;

use eyeline::scene;
use proptest::prelude::*;

use super::any_scene::any_scene;

#[test]
fn a_scene_reads_like_one_written_by_hand() {
    let text = r##"{ "eyeline": 1, "title": "Guard \"post\"", "tick_rate": 60,
        "view": { "eye": [8, 6, 10], "target": [0, 1, 0], "up": [0, 1, 0], "fov_y": 45 },
        "cameras": [ { "name": "guard", "position": [0, 1.7, 0], "look_at": [0, 1.7, -5],
            "projection": { "perspective": { "fov_y": 60, "aspect": 1.5 } }, "near": 0.3, "far": 20, "depth": "0..1" } ],
        "objects": [ { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "color": "#C08040" } ],
        "rays": [ { "name": "aim", "origin": [0, 1, 5], "direction": [0, 0, -1e-7], "kind": "ray" } ], "octree": {} }"##;
    let scene = scene::parse(text, "a.json").unwrap();
    insta::assert_snapshot!(scene::write(&scene), @r##"
    {
      "eyeline": 1,
      "title": "Guard \"post\"",
      "view": { "eye": [8, 6, 10], "target": [0, 1, 0], "fov_y": 45 },
      "cameras": [
        {
          "name": "guard",
          "position": [0, 1.7, 0],
          "look_at": [0, 1.7, -5],
          "projection": { "perspective": { "aspect": 1.5 } },
          "near": 0.3,
          "far": 20,
          "depth": "0..1"
        }
      ],
      "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "color": "#c08040" }
      ],
      "rays": [
        { "name": "aim", "origin": [0, 1, 5], "direction": [0, 0, -1e-7] }
      ],
      "octree": {}
    }
    "##);
}

proptest! {
    /// Also shows that all these scenes pass the checks.
    #[test]
    fn a_written_scene_reads_back_equal(scene in any_scene()) {
        let text = scene::write(&scene);
        match eyeline::files::parse(&text, "a.json", None) {
            Ok(loaded) => prop_assert_eq!(loaded.scene, scene),
            Err(error) => prop_assert!(false, "{}", error.render(false)),
        }
    }

    /// Damage at any byte gives an error or another scene, never a panic.
    #[test]
    fn damage_is_survived(
        scene in any_scene(),
        at in any::<proptest::sample::Index>(),
        with in "[\\[\\]{}\",:/*0-9a\\\\\u{0}é-]{0,3}",
        cut in 0usize..4,
    ) {
        let text = scene::write(&scene);
        let start = text.floor_char_boundary(at.index(text.len()));
        let end = text.floor_char_boundary((start + cut).min(text.len())).max(start);
        let damaged = format!("{}{with}{}", &text[..start], &text[end..]);
        for text in [&damaged[..], &text[..start]] {
            if let Err(error) = eyeline::files::parse(text, "a.json", None) {
                prop_assert!(error.render(false).contains("a.json:"));
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}

#[test]
fn saving_replaces_a_file_whole_and_keeps_its_permissions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    let scene = scene::parse("{ \"eyeline\": 1, \"title\": \"new\" }", "a.json").unwrap();

    scene::save(&scene, &path).unwrap();
    assert_eq!(eyeline::files::open(&path).unwrap().scene, scene);

    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link.json");
        symlink(&path, &link).unwrap();
        std::fs::write(&path, "old").unwrap();
        scene::save(&scene, &link).unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink(), "the link is followed, not replaced");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(eyeline::files::open(&path).unwrap().scene, scene);
    }

    for (target, words) in [("none/a.json", "there is no folder"), ("", "folder")] {
        let error = scene::save(&scene, &folder.path().join(target)).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    assert!(std::fs::read_dir(folder.path()).unwrap().all(|entry| entry.unwrap().path().extension().is_some()));
}

#[test]
fn a_blackboard_keeps_its_numbers() {
    let text = r#"{ "eyeline": 1, "agents": [{ "name": "g", "blackboard": { "hp": 100, "x": 0.1, "big": 9007199254740992 },
        "tree": { "action": { "script": ["success"] } } }] }"#;
    let scene = scene::parse(text, "a.json").unwrap();
    let expected: BTreeMap<_, _> = [
        ("hp".to_owned(), 100.0.into()),
        ("x".to_owned(), 0.1.into()),
        ("big".to_owned(), 9_007_199_254_740_992.0.into()),
    ]
    .into();
    assert_eq!(scene.agents[0].blackboard, expected);
}
