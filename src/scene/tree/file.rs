//! Trees that stand in files of their own: read once with the scene, and built for each agent that names them.
//!
//! A file that cannot be used is no reason to refuse a scene: the agent stands still, and everything else is answered.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::AgentTree;
use crate::behavior::{Blackboard, Script, Status, Tree, Value};
use crate::scene::document::{Agent, Scene};
use crate::scene::error::{SceneError, SceneWarning};
use crate::scene::folder;
use crate::scene::image::Stamp;
use crate::scene::import::behavior_tree::{self, Setting};

/// What reading a file of trees gave, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeAsset {
    stamp: Option<Stamp>,
    trees: Result<behavior_tree::TreeFile, SceneError>,
}

impl TreeAsset {
    /// Reads a file that a scene in `folder` names.
    pub fn read(file: &str, folder: &Path) -> Self {
        // The stamp first: what is written meanwhile is seen as a change afterwards.
        Self { stamp: stamp(file, folder), trees: behavior_tree::read_in(folder, file) }
    }

    /// Whether the file looks as it did when it was read. Files that it includes are not looked at.
    pub fn is_current(&self, file: &str, folder: &Path) -> bool {
        self.stamp == stamp(file, folder)
    }

    /// The trees, or what is wrong with the file.
    pub fn trees(&self) -> Result<&behavior_tree::TreeFile, &SceneError> {
        self.trees.as_ref()
    }
}

fn stamp(file: &str, folder: &Path) -> Option<Stamp> {
    folder::resolve(folder, file).ok().and_then(|path| Stamp::of(&path))
}

/// A tree that can run.
#[derive(Clone, Debug)]
pub struct Runnable {
    /// The tree.
    pub tree: Tree,
    /// What it puts on the blackboard before the agent's own values.
    pub blackboard: Vec<(Arc<str>, Value)>,
    /// What is not supported, and what acts otherwise than where it comes from.
    pub notes: Vec<SceneWarning>,
}

impl Scene {
    /// The tree of one of its agents, ready to run.
    ///
    /// # Errors
    /// Why it cannot run: of a tree in a file, located there.
    pub fn runnable(&self, agent: &Agent) -> Result<Runnable, SceneError> {
        let file = match &agent.tree {
            AgentTree::Written(root) => {
                let tree = root.build();
                let tree = tree.map_err(|error| SceneError::unreadable(&agent.name, &error.to_string(), None))?;
                return Ok(Runnable { tree, blackboard: Vec::new(), notes: Vec::new() });
            }
            AgentTree::File(file) => file,
        };
        let read = self.assets.trees.get(&file.file).ok_or_else(|| {
            let help = Some("save the scene into the folder of the file");
            SceneError::unreadable(&file.file, "the file was not looked for", help)
        })?;
        let trees = read.trees().map_err(Clone::clone)?;
        let script = |(name, answers): (&String, &Vec<super::Answer>)| {
            let answers: Vec<Status> = answers.iter().map(|&answer| answer.into()).collect();
            Some((name.clone(), Script::new(&answers)?))
        };
        let scripts: BTreeMap<String, Script> = file.scripts.iter().filter_map(script).collect();
        let own = agent.blackboard.iter().map(|(key, value)| (key.as_str().into(), value.clone()));
        let setting = Setting {
            scripts: &scripts,
            tick_rate: agent.tick_rate.unwrap_or(self.tick_rate),
            blackboard: &own.collect::<Blackboard>(),
        };
        let built = trees.build(&setting)?;
        Ok(Runnable { tree: built.tree, blackboard: built.blackboard, notes: built.notes })
    }

    /// What is wrong with the files of trees that its agents name, and what should be known about them, in file order.
    pub(in crate::scene) fn tree_faults(&self) -> (Vec<SceneError>, Vec<SceneWarning>) {
        let (mut faults, mut notes) = (Vec::new(), Vec::new());
        for agent in self.agents.iter().filter(|agent| agent.tree.file().is_some()) {
            match self.runnable(agent) {
                Ok(runnable) => {
                    let subject = Some(Box::from(agent.name.as_str()));
                    notes.extend(
                        runnable.notes.into_iter().map(|note| SceneWarning { subject: subject.clone(), ..note }),
                    );
                }
                Err(error) => faults.push(error.about(Some(&agent.name))),
            }
        }
        (faults, notes)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::behavior::Status;
    use crate::scene;
    use crate::world::World;

    const TREE: &str =
        r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><Fallback><Open/><Knock/></Fallback></BehaviorTree></root>"#;

    const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 10, "agents": [
        { "name": "a", "tree": { "file": "door.xml", "scripts": { "Open": ["running", "failure"] } } },
        { "name": "b", "tree": { "file": "none.xml" } },
        { "name": "c", "tree": { "action": { "script": ["success"] } } } ] }"#;

    #[test]
    fn a_tree_from_a_file_runs_and_one_that_is_missing_leaves_the_others_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("door.xml"), TREE).unwrap();
        let loaded = scene::parse(SCENE, "a.json", Some(folder.path())).unwrap();
        let [fault] = &loaded.faults[..] else { panic!("{:?}", loaded.faults) };
        assert_eq!(fault.subject.as_deref(), Some("b"), "{fault}");
        let world = World::at(&loaded.scene, 2);
        let statuses = |i: usize| world.agents[i].status();
        assert_eq!([statuses(0), statuses(1), statuses(2)], [Status::Success, Status::Inactive, Status::Success]);
        assert_eq!(World::at(&loaded.scene, 1).agents[0].status(), Status::Running);
        assert!(world.agents[1].tree.as_ref().unwrap_err().contains("none.xml"));
        assert!(!loaded.warnings.is_empty(), "leaves that are not known are told");
    }

    #[test]
    fn a_tree_may_not_leave_the_folder() {
        let outside = SCENE.replace("none.xml", "../none.xml");
        let error = scene::parse(&outside, "a.json", None).unwrap_err();
        assert_eq!(error.line, 3, "{error}");
    }
}
