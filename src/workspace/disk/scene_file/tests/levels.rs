//! Tests with levels of an open scene that another program writes, and with files beside them: bytes, textures and
//! materials.

#![expect(clippy::float_cmp, reason = "heights come back as they were written")]

use serde_json::json;

use super::*;
use crate::import::image::ImageError;

/// Scenes with a level of each kind. `height` is the height of the walls.
const OBJ: &str = r#"{ "eyeline": 1, "select": ["shed/wall"],
    "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } }],
    "models": [{ "name": "shed", "file": "parts/shed.obj" }],
    "rays": [{ "name": "aim", "origin": [0.25, 0.25, 9], "direction": [0, 0, -1] }] }"#;

const GLTF: &str = r#"{ "eyeline": 1, "models": [{ "name": "yard", "file": "parts/yard.gltf" }],
    "images": [{ "name": "leaf", "file": "parts/yard.gltf", "texture": 0, "divisions": [2, 2] }] }"#;

fn shed(height: f32) -> String {
    format!("mtllib shed.mtl\nv 0 0 0\nv 2 0 0\nv 0 {height} 0\no wall\nusemtl paint\nf 1 2 3\n")
}

fn paint(red: u8) -> String {
    format!("newmtl paint\nKd {} 0 0\n", f32::from(red) / 255.0)
}

fn yard() -> String {
    let gltf = json!({
        "asset": { "version": "2.0" },
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "wall", "mesh": 0 }],
        "materials": [{ "alphaMode": "MASK", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
        "textures": [{ "source": 0 }],
        "images": [{ "uri": "my%20leaf.png" }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "TEXCOORD_0": 1 }, "material": 0 }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC2" }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36, "uri": "bytes/yard.bin" }],
    });
    gltf.to_string()
}

fn bytes(height: f32) -> Vec<u8> {
    [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, height, 0.0].iter().flat_map(|x: &f32| x.to_le_bytes()).collect()
}

impl TestWorkspace {
    fn on_shed(pace: Pace) -> Self {
        Self::beside(OBJ, pace, |opened| {
            fs::create_dir(opened.path("parts")).unwrap();
            opened.write("parts/shed.obj", shed(3.0));
            opened.write("parts/shed.mtl", paint(51));
        })
    }

    fn on_yard(pace: Pace) -> Self {
        Self::beside(GLTF, pace, |opened| {
            fs::create_dir_all(opened.path("parts/bytes")).unwrap();
            opened.write("parts/yard.gltf", yard());
            opened.write("parts/bytes/yard.bin", bytes(3.0));
            opened.paint_leaf(8);
        })
    }

    fn paint_leaf(&mut self, side: u32) {
        image::RgbaImage::new(side, side).save(self.path("parts/my leaf.png")).unwrap();
        self.date("parts/my leaf.png");
    }

    /// The height of the last object.
    fn height(&self) -> f32 {
        self.workspace.world().objects.last().map_or(0.0, |object| object.aabb.max.y)
    }

    /// The side of the only image in pixels, or the reason why it has none.
    fn leaf(&self) -> Result<u32, ImageError> {
        self.workspace.world().images[0].opacity.as_ref().map(|o| o.bitmap.size()[0]).map_err(Clone::clone)
    }
}

#[test]
fn the_materials_of_an_obj_are_followed() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::on_shed(pace);
        let red = |opened: &TestWorkspace| {
            opened.workspace.files().level("parts/shed.obj").unwrap().objects[0].color.unwrap().0[0]
        };
        assert_eq!((red(&opened), opened.height()), (51, 3.0));
        opened.write("parts/shed.mtl", paint(204));
        opened.settle();
        assert_eq!((red(&opened), opened.height()), (204, 3.0), "{pace:?}");
        assert_eq!(
            (opened.workspace.document().undo_label(), opened.workspace.is_dirty()),
            (None, false),
            "no change of the scene"
        );
        // Without its materials the level has no colours. That is a warning, not an error.
        fs::remove_file(opened.path("parts/shed.mtl")).unwrap();
        opened.settle();
        let [notice] = opened.workspace.notices() else { panic!("{:?}", opened.workspace.notices()) };
        assert!(!notice.is_error && notice.text.contains("there is no file `shed.mtl`"), "{notice:?}");
        assert!(opened.workspace.files().level("parts/shed.obj").unwrap().objects[0].color.is_none());
        opened.write("parts/shed.mtl", paint(102));
        opened.settle();
        assert_eq!((red(&opened), opened.workspace.notices().len()), (102, 0));
        assert!(!opened.look(9.0), "and it is read once");
    }
}

#[test]
fn the_bytes_of_a_gltf_are_followed_and_broken_bytes_keep_the_last_reading() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::on_yard(pace);
        assert_eq!((opened.height(), opened.leaf()), (3.0, Ok(8)));
        opened.write("parts/bytes/yard.bin", bytes(4.25));
        opened.settle();
        assert_eq!((opened.height(), opened.leaf()), (4.25, Ok(8)), "{pace:?}");
        opened.write("parts/bytes/yard.bin", &bytes(5.5)[..20]);
        opened.settle();
        assert_eq!(opened.height(), 4.25, "what was read last is shown");
        assert_eq!(opened.shown(), ["yard.gltf has changed and cannot be read"], "{pace:?}");
        assert!(opened.workspace.notices()[0].text.contains("claims 36 bytes, but there are 20"));
        fs::remove_file(opened.path("parts/bytes/yard.bin")).unwrap();
        opened.settle();
        assert!(opened.workspace.notices()[0].text.contains("there is no file `bytes/yard.bin`"));
        assert!(!opened.look(9.0), "it is not tried again and again");
        opened.write("parts/bytes/yard.bin", bytes(6.75));
        opened.settle();
        assert_eq!((opened.height(), opened.shown().len(), opened.workspace.is_dirty()), (6.75, 0, false));
    }
}

#[test]
fn the_texture_of_a_gltf_is_followed() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::on_yard(pace);
        opened.paint_leaf(16);
        opened.settle();
        assert_eq!((opened.height(), opened.leaf()), (3.0, Ok(16)), "{pace:?}");
        assert_eq!(opened.workspace.files().level("parts/yard.gltf").unwrap().textures[0].size, [16, 16]);
        opened.write("parts/my leaf.png", "no image");
        opened.settle();
        assert_eq!((opened.height(), opened.leaf()), (3.0, Ok(16)), "what was read last is shown");
        assert!(!opened.shown().is_empty(), "{pace:?}");
        opened.paint_leaf(4);
        opened.settle();
        assert_eq!((opened.leaf(), opened.workspace.notices().len()), (Ok(4), 0), "{:?}", opened.workspace.notices());
        assert!(!opened.look(9.0));
    }
}

#[test]
fn a_level_is_read_when_it_is_complete_and_its_new_files_are_watched() {
    let mut opened = TestWorkspace::on_shed(Pace::AtOnce);
    let text = shed(4.0).replace("shed.mtl", "other.mtl");
    for end in [0, 30, text.len() - 3] {
        opened.write("parts/shed.obj", &text[..end]);
        assert!(opened.look(0.1) && opened.look(0.1), "a further check is needed");
        assert_eq!((opened.height(), opened.workspace.notices().len()), (3.0, 0), "after {end} bytes");
    }
    opened.write("parts/other.mtl", paint(153));
    opened.write("parts/shed.obj", text);
    opened.settle();
    assert_eq!((opened.height(), opened.workspace.notices().len()), (4.0, 0));
    let watched = opened.workspace.disk().watched_files();
    let is_watched = |name: &str| watched.iter().any(|path| path.ends_with(name));
    assert!(is_watched("parts/other.mtl") && !is_watched("parts/shed.mtl"), "{watched:?}");
}

#[test]
fn all_files_of_a_level_are_watched() {
    let opened = TestWorkspace::on_yard(Pace::AtOnce);
    let watched = opened.workspace.disk().watched_files();
    for name in ["a.json", "parts/yard.gltf", "parts/bytes/yard.bin", "parts/my leaf.png"] {
        assert!(watched.iter().any(|path| path.ends_with(name)), "{name}: {watched:?}");
    }
}

#[test]
fn a_missing_level_has_a_notice_and_is_read_once_it_exists() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::on_shed(pace);
        assert!(opened.workspace.edit("file of shed", |scene| scene.models[0].file = "parts/barn.obj".into()));
        let text = "there is no file `parts/barn.obj`";
        let [notice] = opened.workspace.notices() else { panic!("{:?}", opened.workspace.notices()) };
        assert_eq!(
            (notice.is_error, &*notice.text, notice.subject),
            (true, text, opened.workspace.world().named("shed"))
        );
        assert_eq!((&notice.place, &notice.excerpt), (&None, &None), "it is not written anywhere yet");
        assert_eq!(opened.workspace.world().objects.len(), 1, "the crate is answered");
        opened.settle();
        assert!(!opened.look(9.0), "it is not searched repeatedly");
        assert!(opened.workspace.save(), "{:?}", opened.workspace.notices());
        let [notice] = opened.workspace.notices() else { panic!("{:?}", opened.workspace.notices()) };
        assert!(notice.place.as_ref().is_some_and(|place| place.starts_with("a.json:")), "{notice:?}");
        assert!(notice.text == text && notice.excerpt.is_some(), "{notice:?}");
        fs::create_dir(opened.path("parts/barn.obj")).unwrap();
        opened.settle();
        let [notice] = opened.workspace.notices() else { panic!("{:?}", opened.workspace.notices()) };
        assert!(notice.text.contains("is not a file"), "{notice:?}");
        assert!(!opened.look(9.0), "a folder is checked once too");
        fs::remove_dir(opened.path("parts/barn.obj")).unwrap();
        opened.write("parts/barn.obj", shed(5.0));
        opened.settle();
        assert_eq!((opened.height(), opened.workspace.notices().len()), (5.0, 0), "{:?}", opened.workspace.notices());
    }
}

#[test]
fn a_deleted_level_keeps_its_last_reading() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::on_shed(pace);
        fs::remove_file(opened.path("parts/shed.obj")).unwrap();
        opened.settle();
        assert!(!opened.look(9.0));
        let [notice] = opened.workspace.notices() else { panic!("{:?}", opened.workspace.notices()) };
        assert_eq!(notice.text, "there is no file `parts/shed.obj`. The last version that could be read is shown.");
        assert!(notice.place.is_none() && notice.excerpt.is_none(), "{notice:?}");
        assert!(opened.workspace.edit("position", |scene| scene.models[0].position = [0.0, 0.5, 0.0]));
        assert_eq!(opened.height(), 3.5, "and it is edited as before");
        opened.write("parts/shed.obj", shed(4.0));
        opened.settle();
        assert_eq!((opened.height(), opened.workspace.notices().len()), (4.5, 0));
    }
}

#[test]
fn a_level_that_is_moved_away_and_back_leaves_no_notice() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::on_yard(pace);
        fs::rename(opened.path("parts"), opened.path("away")).unwrap();
        opened.settle();
        assert!(!opened.shown().is_empty(), "{pace:?}");
        assert_eq!((opened.height(), opened.leaf()), (3.0, Ok(8)), "what was read last is shown");
        fs::rename(opened.path("away"), opened.path("parts")).unwrap();
        opened.settle();
        assert!(opened.workspace.notices().is_empty(), "{:?}, {pace:?}", opened.workspace.notices());
        assert_eq!((opened.height(), opened.leaf()), (3.0, Ok(8)));
    }
}

#[test]
fn an_added_level_adds_its_textures_that_are_not_in_the_scene() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::on_yard(pace);
        let add = |opened: &mut TestWorkspace| {
            let level = opened.workspace.disk().known_level("parts/yard.gltf").unwrap();
            assert!(opened.workspace.edits().add_level("parts/yard.gltf", level), "{:?}", opened.workspace.notices());
            opened.workspace.load(Duration::from_mins(1));
            let scene = opened.workspace.scene();
            let names = |names: &mut dyn Iterator<Item = &str>| names.collect::<Vec<_>>().join(", ");
            [
                names(&mut scene.models.iter().map(|model| &*model.name)),
                names(&mut scene.images.iter().map(|image| &*image.name)),
            ]
        };
        assert_eq!(add(&mut opened), ["yard, yard 2", "leaf"]);
        opened.workspace.undo();
        assert!(opened.workspace.edit("delete", |scene| scene.images.clear()));
        assert_eq!(add(&mut opened), ["yard, yard 2", "yard 2/my leaf"], "{pace:?}");
        let image = &opened.workspace.scene().images[0];
        assert_eq!((&*image.file, image.texture, image.divisions), ("parts/yard.gltf", Some(0), [8, 8]));
        assert!(opened.workspace.world().images[0].opacity.is_ok());
        assert_eq!(opened.workspace.document().undo_label(), Some("add level"));
        opened.workspace.undo();
        assert!(opened.workspace.scene().images.is_empty() && opened.workspace.scene().models.len() == 1, "one step");
    }
}

impl TestWorkspace {
    /// Changes the scene's file to another level. The reading of that level continues until it is cancelled.
    fn stall_on_barn(&mut self) {
        self.write("parts/barn.obj", shed(7.0));
        self.write("a.json", OBJ.replace("shed.obj", "barn.obj"));
        let stamp = Stamp::of(&self.path("a.json")).unwrap();
        let job = Job::quietly(|progress| {
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            None
        });
        self.workspace.disk.tracking.reading = Some(RunningReading { stamp, ready: Ready::Whole, job });
    }
}

#[test]
fn reading_the_scene_again_shows_progress_and_can_be_cancelled() {
    let mut opened = TestWorkspace::on_shed(Pace::Later);
    opened.stall_on_barn();
    assert!(opened.look(0.1), "it continues");
    let working = opened.workspace.disk().working().unwrap();
    assert_eq!((&*working.file, &*working.what), ("a.json", "reading a.json …"));
    opened.workspace.disk_mut().stop_loading();
    opened.settle();
    assert_eq!((opened.height(), opened.workspace.disk().working()), (3.0, None), "what was read last is shown");
    let [notice] = opened.workspace.notices() else { panic!("{:?}", opened.workspace.notices()) };
    assert!(notice.text.contains("a.json has changed, but reading it was cancelled"), "{notice:?}");
    assert!(!opened.look(9.0), "it is not tried again");
    assert!(opened.workspace.edit("tick_rate", |scene| scene.tick_rate = 30.0) && !opened.workspace.save());
    assert!(opened.workspace.disk().conflict().is_some(), "saving asks");
    opened.workspace.disk_mut().keep_mine();
    opened.workspace.undo();
    assert!(opened.workspace.disk_mut().reload(), "{:?}", opened.workspace.notices());
    assert_eq!((opened.height(), opened.workspace.notices().len()), (7.0, 0), "{:?}", opened.workspace.notices());
}

#[test]
fn saving_waits_for_the_reading_of_a_changed_file() {
    let mut opened = TestWorkspace::on_shed(Pace::Later);
    assert!(opened.workspace.edit("tick_rate", |scene| scene.tick_rate = 30.0));
    opened.stall_on_barn();
    assert!(!opened.workspace.save());
    let [notice] = opened.workspace.notices() else { panic!("{:?}", opened.workspace.notices()) };
    assert!(notice.text.contains("still being read"), "{notice:?}");
    opened.workspace.disk.tracking.reading = None;
    assert!(!opened.workspace.save());
    opened.settle();
    assert!(opened.workspace.disk().conflict().is_some(), "{:?}", opened.workspace.notices());
    assert!(fs::read_to_string(opened.path("a.json")).unwrap().contains("barn.obj"), "nothing was written over it");
}
