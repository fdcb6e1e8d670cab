//! Levels of other programs, where such files are available.

use super::*;

#[test]
fn levels_from_elsewhere_are_read_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/levels");
    if !folder.is_dir() {
        return;
    }
    for (name, objects, triangles, cameras, described) in [
        ("town.glb", 16, 10_610, 0, 0),
        ("terrain.glb", 1, 31_422, 0, 0),
        ("duck.glb", 1, 4212, 1, 0),
        ("fox_skinned.glb", 1, 576, 0, 0),
        ("cesium_man_skinned.glb", 1, 4672, 0, 0),
        ("teapot.obj", 1, 6320, 0, 0),
        ("bunny.obj", 1, 69_451, 0, 0),
        // Its file of materials is not there.
        ("cornellbox_suzanne.obj", 7, 980, 0, 1),
    ] {
        let level = read_in(&folder, name).unwrap();
        let found = (level.objects.len(), level.counts.placed_triangles, level.cameras.len());
        assert_eq!(found, (objects, triangles, cameras), "{name}");
        assert_eq!(level.notes.len(), described, "{name}: {:?}", notes(&level));
    }
}
