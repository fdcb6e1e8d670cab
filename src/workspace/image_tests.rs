//! Tests with images of the open scene: when they are read, when their cells are computed, and the notices about broken
//! ones.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::notices::notice::Notice;
use super::open_scene::Workspace;
use crate::files::{Files, Pace, Reading, open as open_scene, open_watched};
use crate::opacity::Progress;
use crate::report::work::Work;
use crate::report::{Report, Scope};
use crate::world::{Opacity, World};

/// A folder with a scene of one image of 8 × 8 pixels, opaque from column `clear` on.
fn folder(clear: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    paint(folder.path(), clear, 0);
    let text = r#"{ "eyeline": 1, "images": [
        { "name": "leaf", "file": "leaf.png", "divisions": [4, 4] },
        { "name": "other", "file": "none.png", "divisions": [1, 1] } ] }"#;
    std::fs::write(folder.path().join("a.json"), text).unwrap();
    folder
}

/// Writes the image with a date this many seconds after a fixed date.
fn paint(folder: &Path, clear: u32, seconds: u64) {
    let path = folder.join("leaf.png");
    let image = image::RgbaImage::from_fn(8, 8, |x, _| image::Rgba([0, 0, 0, if x < clear { 0 } else { 255 }]));
    image.save(&path).unwrap();
    let date = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + seconds);
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(date).unwrap();
}

fn open(folder: &tempfile::TempDir) -> Workspace {
    let path = folder.path().join("a.json");
    Workspace::opened(open_scene(&path).unwrap(), path)
}

fn leaf(workspace: &Workspace) -> &Opacity {
    workspace.world().images[0].opacity.as_ref().unwrap()
}

#[test]
fn only_another_cut_adds_up_anew_and_nothing_decodes_again() {
    let folder = folder(3);
    let mut workspace = open(&folder);
    let (bitmap, grid) = (Arc::clone(&leaf(&workspace).bitmap), Arc::clone(&leaf(&workspace).grid));
    assert_eq!(leaf(&workspace).solid_cells, 12, "the second column is half opaque");
    workspace.edit("position", |scene| scene.images[0].position[1] = 2.0);
    workspace.edit("size", |scene| scene.images[0].size = Some([3.0, 1.0]));
    workspace.edit("threshold", |scene| scene.images[0].threshold = 0.6);
    assert!(Arc::ptr_eq(&leaf(&workspace).grid, &grid), "the same cells");
    assert_eq!(leaf(&workspace).solid_cells, 8);
    assert_eq!(workspace.world().images[0].quad.aabb().max, glam::Vec3::new(1.5, 2.5, 0.0));
    workspace.edit("divisions", |scene| scene.images[0].divisions = [2, 1]);
    workspace.edit("name", |scene| scene.images[0].name = "blade".to_owned());
    assert_eq!(leaf(&workspace).grid.means().collect::<Vec<_>>(), [0.25, 1.0]);
    assert!(Arc::ptr_eq(&leaf(&workspace).bitmap, &bitmap), "the same pixels");
    let scope = Scope { leaks: Work::Later, colliders: Work::Later, ..Scope::ALL };
    assert_eq!(*workspace.report(), Report::within(&World::at(workspace.scene(), workspace.files(), 0), scope));
    workspace.undo();
    workspace.undo();
    assert_eq!(leaf(&workspace).layout().divisions(), [4, 4]);
}

#[test]
fn a_file_that_changes_is_read_again_and_is_no_edit() {
    let folder = folder(3);
    let mut workspace = open(&folder);
    assert!(!workspace.disk_mut().refresh_files(), "nothing has changed");
    workspace.edit("threshold", |scene| scene.images[0].threshold = 0.6);
    paint(folder.path(), 6, 1);
    assert!(workspace.disk_mut().refresh_files());
    assert_eq!((leaf(&workspace).solid_cells, workspace.is_dirty()), (4, true));
    workspace.undo();
    assert_eq!((leaf(&workspace).solid_cells, workspace.is_dirty()), (4, false), "undo does not bring old pixels back");
    paint(folder.path(), 8, 2);
    assert!(workspace.disk_mut().refresh_files() && !workspace.is_dirty());
    assert_eq!(leaf(&workspace).solid_cells, 0);
}

fn name_of(workspace: &Workspace, notice: &Notice) -> String {
    workspace.scene().name_of(notice.subject.unwrap()).unwrap().to_owned()
}

#[test]
fn an_invalid_image_has_a_notice_until_it_is_valid() {
    let folder = folder(3);
    let mut workspace = open(&folder);
    let shown = |workspace: &Workspace| {
        let notices = workspace.notices().iter().filter(|notice| notice.is_error);
        notices.map(|notice| (name_of(workspace, notice), notice.place.is_some())).collect::<Vec<_>>()
    };
    assert_eq!(shown(&workspace), [("other".to_owned(), true)]);
    workspace.edit("divisions", |scene| scene.images[0].divisions = [9, 1]);
    assert_eq!(shown(&workspace), [("leaf".to_owned(), false), ("other".to_owned(), true)]);
    workspace.edit("file", |scene| scene.images[1].file = "leaf.png".to_owned());
    workspace.undo();
    workspace.undo();
    assert_eq!(shown(&workspace), [("other".to_owned(), false)]);
    workspace.edit("file", |scene| scene.images[1].file = "leaf.png".to_owned());
    assert_eq!(shown(&workspace), []);
    assert!(workspace.save(), "{:?}", workspace.notices());
    std::fs::remove_file(folder.path().join("leaf.png")).unwrap();
    assert!(workspace.disk_mut().refresh_files());
    assert_eq!(shown(&workspace), [("leaf".to_owned(), false)], "the last reading is shown with a notice");
    assert!(workspace.world().images.iter().all(|image| image.opacity.is_ok()));
    paint(folder.path(), 3, 9);
    assert!(workspace.disk_mut().refresh_files());
    assert_eq!(shown(&workspace), []);
}

/// Undo steps keep the names of images. Memory contains only the current images, and undo reads other images again.
#[test]
fn undo_keeps_the_names_of_images_and_not_the_images() {
    let folder = tempfile::tempdir().unwrap();
    for i in 0..6_u8 {
        let image = image::RgbaImage::from_pixel(64, 64, image::Rgba([0, 0, 0, 51 * i]));
        image.save(folder.path().join(format!("{i}.png"))).unwrap();
    }
    let path = folder.path().join("a.json");
    let text = r#"{ "eyeline": 1, "images": [{ "name": "a", "file": "0.png", "divisions": [1, 1] }] }"#;
    std::fs::write(&path, text).unwrap();
    for pace in [Pace::AtOnce, Pace::Later] {
        let reading = Reading::at(pace);
        let loaded = open_watched(&path, Files::default(), &reading, &Progress::default()).unwrap();
        let mut workspace = Workspace::opened_with(loaded, path.clone(), reading);
        workspace.load(std::time::Duration::from_mins(1));
        let mean =
            |workspace: &Workspace| workspace.world().images[0].opacity.as_ref().unwrap().grid.mean([0, 0]).unwrap();
        let left = workspace.files().budget.left();
        for i in 1..6_u8 {
            workspace.edit("file", |scene| scene.images[0].file = format!("{i}.png"));
            workspace.settle();
            workspace.load(std::time::Duration::from_mins(1));
            assert!((mean(&workspace) - f64::from(i) / 5.0).abs() < 1e-9);
            assert_eq!(workspace.files().budget.left(), left, "{pace:?}, step {i}");
        }
        for i in (0..5_u8).rev() {
            workspace.undo();
            workspace.load(std::time::Duration::from_mins(1));
            assert!((mean(&workspace) - f64::from(i) / 5.0).abs() < 1e-9);
            assert_eq!(workspace.files().budget.left(), left, "{pace:?}, back to {i}");
        }
        assert!(!workspace.is_dirty(), "{pace:?}");
        workspace.redo();
        workspace.load(std::time::Duration::from_mins(1));
        assert!((mean(&workspace) - 0.2).abs() < 1e-9);
    }
}
