//! Opens a file of behaviour trees as a scene: one agent runs its main tree, or the one that the user chose.

use std::collections::BTreeMap;
use std::path::Path;

use crate::files::content::Files;
use crate::files::read::{Loaded, load};
use crate::files::reading::Reading;
use crate::import::behavior_tree::{self, TreeFile};
use crate::opacity::Progress;
use crate::scene::tree::AgentTree;
use crate::scene::{self, Agent, EntryId, Folder, Scene, WrittenScene};
use crate::source::decoding::guarded_file;
use crate::source::error::SceneError;
use crate::source::extension::has_extension;
use crate::source::text;

/// The tick rate of the scene.
const TICK_RATE: f64 = 10.0;

/// The file extensions of trees and of projects of Groot2, in lower case.
pub const TREE_EXTENSIONS: [&str; 2] = ["xml", "btproj"];

/// Whether a file name has the extension of a tree file.
pub fn is_tree(path: &Path) -> bool {
    TREE_EXTENSIONS.iter().any(|extension| has_extension(path, extension))
}

/// Opens a tree file as a scene: one agent without a body, named after the main tree.
///
/// # Errors
/// With the first error of the file, located.
pub(crate) fn open(path: &Path, files: Files, reading: &Reading) -> Result<Loaded, SceneError> {
    let (folder, real) = text::folder_of(path, &reading.options)?;
    as_scene(path, &real, &folder, files, reading)
}

/// The scene of the trees in `path`, which a scene in `folder` names `real`.
///
/// # Errors
/// With the first error of the file, located.
pub fn as_scene(
    path: &Path,
    real: &str,
    folder: &Folder,
    files: Files,
    reading: &Reading,
) -> Result<Loaded, SceneError> {
    let trees = || behavior_tree::read_with(path, &reading.options, &files.budget);
    let trees = guarded_file(&text::path_in_message(path), trees)?;
    let chosen = reading.options.tree.as_deref();
    let agent = trees.chosen(chosen)?.to_owned();
    let name = text::path_in_message(path);
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let tree = scene::tree::TreeFile { file: real.to_owned(), id: chosen.map(str::to_owned), scripts: BTreeMap::new() };
    let scene = Scene {
        title: format!("{agent}, from {file}"),
        about: about(&trees, &agent, &file),
        tick_rate: TICK_RATE,
        agents: vec![Agent {
            id: EntryId::default(),
            name: agent,
            tree: AgentTree::File(tree),
            body: None,
            camera: None,
            tick_rate: None,
            blackboard: BTreeMap::new(),
        }],
        ..Scene::empty()
    };
    // The store reads the file again, and a large file takes much memory.
    drop(trees);
    load(scene, &WrittenScene::made(&name), Some(folder), files, reading, &Progress::default())
}

fn about(trees: &TreeFile, agent: &str, file: &str) -> String {
    /// More trees than these are counted.
    const MOST: usize = 20;
    let mut names: Vec<String> = trees.trees().take(MOST).map(|name| format!("- {name}")).collect();
    let more = trees.trees().count() - names.len();
    if more > 0 {
        names.push(format!("- and {more} more"));
    }
    format!(
        "The behaviour tree **{}** of `{file}`, opened as a scene without body, camera and objects. Unknown leaves \
         return *success* in every tick. To give them other results, save this scene and write `scripts` beside \
         `file`, such as `\"scripts\": {{ \"FollowPath\": [\"running\", \"success\"] }}`.\n\nTrees in the file:\n\n{}",
        agent,
        names.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::{files, scene};

    #[test]
    fn a_tree_opens_as_a_scene_with_one_agent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("guard.XML");
        let tree =
            "<BehaviorTree ID=\"Guard duty\"><Sequence><Look/><Turnstiles><A/></Turnstiles></Sequence></BehaviorTree>";
        fs::write(&path, format!("<root BTCPP_format=\"4\">{tree}</root>")).unwrap();
        let loaded = files::open(&path).unwrap();
        assert_eq!(loaded.scene.agents[0].name, "Guard duty");
        assert!(loaded.scene.title.contains("guard.XML"));
        let lines: Vec<_> = loaded.warnings.iter().map(|warning| (warning.line, warning.subject.as_deref())).collect();
        assert_eq!(lines, [(1, Some("Guard duty")); 3], "{:?}", loaded.warnings);
        assert!(loaded.warnings.iter().all(|warning| warning.file.ends_with("guard.XML")));
        // The saved scene names the file. It can be read from the scene's folder.
        let saved = folder.path().join("guard.json");
        scene::save(&loaded.scene, &saved).unwrap();
        let again = files::open(&saved).unwrap();
        assert!(again.faults.is_empty());
        assert_eq!(scene::write(&again.scene), scene::write(&loaded.scene));

        fs::write(&path, "<root BTCPP_format=\"4\"><BehaviorTree><Inverter/></BehaviorTree></root>").unwrap();
        let error = files::open(&path).unwrap_err();
        assert_eq!((error.line, error.column), (1, 38), "{error}");
    }
}
