//! A file of behaviour trees that an agent names, as it was read, and the agent's tree that follows from it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::behavior_tree::{self, Built, Setting, TreeFile};
use crate::behavior::{Blackboard, Script, Status};
use crate::scene::document::{Agent, Scene};
use crate::scene::error::{SceneError, SceneWarning, quoted};
use crate::scene::stamp::Stamp;
use crate::scene::{folder, nearest, tree};

/// What reading a file of behaviour trees gave, and when.
#[derive(Clone, Debug)]
pub struct TreeAsset {
    /// The files that were looked for: itself and what it includes.
    stamps: Vec<(PathBuf, Option<Stamp>)>,
    trees: Result<TreeFile, SceneError>,
}

impl TreeAsset {
    /// Reads a file that a scene in `folder` names.
    pub fn read(file: &str, folder: &Path) -> Self {
        let mut paths = Vec::new();
        let trees = behavior_tree::read_noting(folder, file, &mut paths);
        let stamp = |path: PathBuf| {
            let stamp = Stamp::of(&path);
            (path, stamp)
        };
        Self { stamps: paths.into_iter().map(stamp).collect(), trees }
    }

    /// Whether all that was read looks as it did then.
    pub fn is_current(&self, file: &str, folder: &Path) -> bool {
        let own = self.stamps.first().map(|(path, _)| path);
        folder::resolve(folder, file).ok().as_ref() == own
            && self.stamps.iter().all(|(path, stamp)| *stamp == Stamp::of(path))
    }

    /// The trees.
    ///
    /// # Errors
    /// With the first thing wrong, located in the file or in one that it includes.
    pub fn trees(&self) -> Result<&TreeFile, &SceneError> {
        self.trees.as_ref()
    }
}

impl Scene {
    /// The tree that one of its agents has from a file, ready to run.
    ///
    /// # Errors
    /// With the first thing wrong, located in the file, or that it was never looked for.
    pub fn tree_from_file(&self, agent: &Agent, written: &tree::TreeFile) -> Result<Built, SceneError> {
        self.built(agent, written).map_err(|error| error.about(Some(&agent.name)))
    }

    fn built(&self, agent: &Agent, written: &tree::TreeFile) -> Result<Built, SceneError> {
        let asset = self.assets.trees.get(&written.file).ok_or_else(|| {
            let help = Some("save the scene in the folder of the file");
            SceneError::unreadable(&written.file, "the scene has no folder to look in", help)
        })?;
        let trees = asset.trees().map_err(Clone::clone)?;
        let script = |answers: &Vec<tree::Answer>| {
            let answers: Vec<Status> = answers.iter().map(|&answer| answer.into()).collect();
            Script::new(&answers)
        };
        let scripts = written.scripts.iter().filter_map(|(name, answers)| Some((name.clone(), script(answers)?)));
        let scripts: BTreeMap<String, Script> = scripts.collect();
        let blackboard = agent.blackboard.iter().map(|(key, value)| (key.as_str().into(), value.clone()));
        let blackboard: Blackboard = blackboard.collect();
        let tick_rate = agent.tick_rate.unwrap_or(self.tick_rate);
        trees.build(&Setting { scripts: &scripts, tick_rate, blackboard: &blackboard })
    }
}

/// What the author of an agent should know about its tree from a file.
pub(in crate::scene) fn tree_warnings(
    agent: &Agent,
    written: &tree::TreeFile,
    built: Built,
) -> impl Iterator<Item = SceneWarning> {
    let subject: Option<Box<str>> = Some(agent.name.as_str().into());
    let Built { notes, leaves, tree, .. } = built;
    let is_used = |name: &str| leaves.contains_key(name) || (0..tree.len()).any(|node| tree.name(node) == name);
    let unused = written.scripts.keys().filter(|name| !is_used(name)).map(|name| {
        let near = nearest(name, leaves.keys().map(|leaf| &**leaf));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean {}?", quoted(near)));
        let message = format!("`scripts` names {}, but no leaf of the tree is called so{hint}", quoted(name)).into();
        SceneWarning { file: (&*written.file).into(), line: 1, column: 1, message, subject: None }
    });
    let unused: Vec<SceneWarning> = unused.collect();
    notes.into_iter().chain(unused).map(move |warning| SceneWarning { subject: subject.clone(), ..warning })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::scene::{self, Loaded};

    const MAIN: &str = "<root BTCPP_format=\"4\"><include path=\"sub.xml\"/>\n\
        <BehaviorTree ID=\"Main\"><SubTree ID=\"Sub\" n=\"3\"/></BehaviorTree></root>";
    const SUB: &str = "<root BTCPP_format=\"4\">\n<BehaviorTree ID=\"Sub\"><Go/></BehaviorTree></root>";

    fn read(folder: &std::path::Path, scripts: &str) -> Loaded {
        let tree = format!("{{ \"file\": \"main.xml\", \"scripts\": {scripts} }}");
        let text = format!("{{ \"eyeline\": 1, \"agents\": [ {{ \"name\": \"me\", \"tree\": {tree} }} ] }}");
        scene::parse(&text, "a.json", Some(folder)).unwrap()
    }

    #[test]
    fn an_agent_gets_its_tree_from_a_file_and_what_is_wrong_is_told_there() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("main.xml", MAIN);
        write("sub.xml", SUB);
        let loaded = read(folder.path(), "{ \"Go\": [\"running\", \"success\"] }");
        assert!(loaded.faults.is_empty() && loaded.warnings.is_empty(), "{loaded:?}");
        let agent = &loaded.scene.agents[0];
        let built = loaded.scene.tree_from_file(agent, agent.tree.file().unwrap()).unwrap();
        assert_eq!((built.tree.len(), &*built.blackboard[0].0), (2, "Sub/n"));

        let warnings = read(folder.path(), "{ \"Goo\": [\"success\"] }").warnings;
        let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert!(texts[0].contains("sub.xml:2:25: `Go` is not known"), "{texts:?}");
        assert!(texts[1].contains("`Goo`, but no leaf") && texts[1].contains("did you mean `Go`?"), "{texts:?}");
        assert!(warnings.iter().all(|warning| warning.subject.as_deref() == Some("me")));

        write("sub.xml", &SUB.replace("<Go/>", "<Inverter/>"));
        let loaded = read(folder.path(), "{}");
        let fault = loaded.faults[0].to_string();
        assert!(fault.contains("sub.xml:2:25: `Inverter` must have one child"), "{fault}");
        assert_eq!((loaded.faults[0].subject.as_deref(), loaded.scene.agents.len()), (Some("me"), 1));
    }

    #[test]
    fn files_are_read_again_when_one_of_them_changes() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("main.xml", MAIN);
        write("sub.xml", "<broken");
        let loaded = read(folder.path(), "{}");
        assert_eq!(loaded.faults.len(), 1);
        let mut assets = loaded.scene.assets.clone();
        assert!(!assets.forget_changed(Some(folder.path())), "nothing has changed");
        write("sub.xml", SUB);
        assert!(assets.forget_changed(Some(folder.path())));
        assets.update(&loaded.scene, Some(folder.path()));
        assert_ne!(assets, loaded.scene.assets);
        let scene = scene::Scene { assets, ..loaded.scene };
        let agent = &scene.agents[0];
        assert!(scene.tree_from_file(agent, agent.tree.file().unwrap()).is_ok());
    }
}
