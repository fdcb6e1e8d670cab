//! The trees of the agents of a scene: built from the store, with their errors and their places.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use super::content::Files;
use super::tree::{BuildSettings, Runnable};
use crate::behavior::{Blackboard, Script, Status};
use crate::budget::Reservation;
use crate::geometry::narrate::counted;
use crate::import::behavior_tree::{Built, Setting};
use crate::scene::tree::{ActionResult, AgentTree};
use crate::scene::{Agent, Scene};
use crate::source::error::{SceneError, SceneWarning, quoted};
use crate::source::place::ValuePath;

impl Files {
    /// The tree of an agent of the scene. Agents with the same tree and settings share it.
    ///
    /// # Errors
    /// The reason why the tree cannot run. For a tree in a file, it is located in that file.
    pub fn runnable(&self, scene: &Scene, agent: &Agent) -> Result<Arc<Runnable>, SceneError> {
        let budget = &self.budget;
        let file = match &agent.tree {
            AgentTree::Written(root) => {
                let tree = root.build();
                let tree = tree.map_err(|error| SceneError::unreadable("", &error.to_string(), None))?;
                let memory = Arc::new(budget.nothing());
                let (blackboard, notes, origins, tree) = (Vec::new(), Vec::new(), Vec::new(), Arc::new(tree));
                return Ok(Arc::new(Runnable { tree, blackboard, notes, origins, memory }));
            }
            AgentTree::File(file) => file,
        };
        let read = self.trees.get(&file.file).ok_or_else(|| {
            let help = Some("save the scene into the folder of the file");
            SceneError::unreadable(&file.file, "the file was not searched, because the scene has no folder", help)
        })?;
        let trees = read.trees().map_err(Clone::clone)?;
        let script = |(name, answers): (&String, &Vec<ActionResult>)| {
            let answers: Vec<Status> = answers.iter().map(|&answer| answer.into()).collect();
            Some((name.clone(), Script::new(&answers)?))
        };
        let scripts: BTreeMap<String, Script> = file.scripts.iter().filter_map(script).collect();
        let own = agent.blackboard.iter().map(|(key, value)| (key.as_str().into(), value.clone()));
        let tick_rate = agent.tick_rate.unwrap_or(scene.tick_rate);
        let blackboard = own.collect::<Blackboard>();
        let wanted = BuildSettings {
            tree: file.id.clone(),
            scripts: file.scripts.clone(),
            tick_rate: tick_rate.to_bits(),
            blackboard,
        };
        let mut known = read.built.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(built) = known.get(&wanted) {
            return Ok(built);
        }
        let setting =
            Setting { tree: file.id.as_deref(), scripts: &scripts, tick_rate, blackboard: &wanted.blackboard, budget };
        let built = trees.build(&setting).map_err(|error| match error.choices() {
            [first, ..] => {
                let help = format!(
                    "choose one with `\"id\"` beside `\"file\"`, such as `\"id\": \"{first}\"`; the trees are {}",
                    error.choices().iter().map(|tree| quoted(tree)).collect::<Vec<_>>().join(", ")
                );
                error.with_help(&help)
            }
            [] => error,
        })?;
        let Built { tree, blackboard, notes, origins, memory, .. } = built;
        let built = Arc::new(Runnable { tree: Arc::new(tree), blackboard, notes, origins, memory });
        known.insert(wanted, &built);
        Ok(built)
    }

    /// The errors and warnings of the tree files that the agents of a scene name, in file order.
    pub(crate) fn tree_faults(&self, scene: &Scene) -> (Vec<TreeFault>, Vec<SceneWarning>) {
        let (mut faults, mut notes) = (Vec::new(), Vec::new());
        // All trees are kept until the end, so that agents share trees, and the memory for all of them is checked.
        let mut built = Vec::new();
        for (i, agent) in scene.agents.iter().enumerate() {
            let runnable = self.runnable(scene, agent).and_then(|tree| Ok((self.state_memory(&tree)?, tree)));
            match runnable {
                Ok((memory, tree)) => {
                    let subject = Some(Box::from(agent.name.as_str()));
                    if agent.tree.file().is_some() {
                        let note = |note: &SceneWarning| SceneWarning { subject: subject.clone(), ..note.clone() };
                        notes.extend(tree.notes.iter().map(note));
                    }
                    built.push((memory, tree));
                }
                Err(error) => {
                    let file = agent.tree.file();
                    let read = file.and_then(|file| self.trees.get(&file.file));
                    let tree = ValuePath::default().key("agents").index(i).key("tree");
                    let named_at = match file {
                        // A tree that exceeds the budget is not an error of the file.
                        _ if error.over.is_some() || error.file.is_empty() => Some(tree),
                        Some(_) if read.is_some_and(|read| !read.is_found()) => Some(tree.key("file")),
                        _ => None,
                    };
                    faults.push(TreeFault { error: error.about(Some(&agent.name)), named_at });
                }
            }
        }
        (faults, notes)
    }

    /// Reserves memory for the state of an agent's running tree, including its snapshots.
    ///
    /// # Errors
    /// When it does not fit into the scene's budget. The error is about no file.
    pub(crate) fn state_memory(&self, tree: &Runnable) -> Result<Reservation, SceneError> {
        /// An estimate of the bytes of a node.
        const STATE: usize = 128;
        let memory = self.budget.take_many(tree.tree.len(), STATE);
        memory
            .map_err(|over| SceneError::over_budget("", &format!("running {}", counted(tree.tree.len(), "node")), over))
    }
}

/// The error of a tree file that an agent cannot use.
#[derive(Clone, Debug)]
pub(crate) struct TreeFault {
    /// The error, for the agent. It is located in the file if the file was read.
    pub(crate) error: SceneError,
    /// The place in the scene that names the file, for a file that does not exist or cannot be read.
    pub(crate) named_at: Option<ValuePath>,
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::read::Loaded;
    use super::super::reading::Pace;
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
    fn a_tree_from_a_file_runs_and_a_missing_one_does_not_affect_others() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("door.xml"), TREE).unwrap();
        let loaded = super::super::read::parse(SCENE, "a.json", Some(folder.path())).unwrap();
        let [fault] = &loaded.faults[..] else { panic!("{:?}", loaded.faults) };
        assert_eq!(fault.subject.as_deref(), Some("b"), "{fault}");
        let world = World::at(&loaded.scene, &loaded.files, 2);
        let statuses = |i: usize| world.agents[i].status();
        assert_eq!([statuses(0), statuses(1), statuses(2)], [Status::Success, Status::Inactive, Status::Success]);
        assert_eq!(World::at(&loaded.scene, &loaded.files, 1).agents[0].status(), Status::Running);
        assert!(world.agents[1].tree.as_ref().unwrap_err().contains("none.xml"));
        assert!(!loaded.warnings.is_empty(), "unknown leaves are reported");
    }

    #[test]
    fn files_are_read_again_when_an_included_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("door.xml", &TREE.replace("<BehaviorTree", "<include path=\"sub.xml\"/><BehaviorTree"));
        write("sub.xml", "<broken");
        let Loaded { scene, mut files, .. } = super::super::read::parse(SCENE, "a.json", Some(folder.path())).unwrap();
        assert!(files.runnable(&scene, &scene.agents[0]).is_err());
        let on_disk = files.trees.clone();
        assert!(!files.forget_changed(Some(&folder.path().into()), &on_disk), "nothing has changed");
        write("sub.xml", "<root BTCPP_format=\"4\"/>");
        assert!(files.forget_changed(Some(&folder.path().into()), &on_disk));
        files.update(&scene, Some(&folder.path().into()), Pace::AtOnce);
        assert!(files.runnable(&scene, &scene.agents[0]).is_ok());
    }

    #[test]
    fn a_tree_file_outside_the_root_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("door.xml"), TREE).unwrap();
        for (file, words) in [("../none.xml", "leaves the root"), ("/none.xml", "absolute"), ("none.xml", "no file")] {
            let outside = SCENE.replace("none.xml", file);
            let loaded = super::super::read::parse(&outside, "a.json", Some(folder.path())).unwrap();
            let [fault] = &loaded.faults[..] else { panic!("{:?}", loaded.faults) };
            assert!(fault.message.contains(words) && fault.line == 3, "{fault}");
        }
        let error = scene::parse(&SCENE.replace("none.xml", "a\\\\b.xml"), "a.json").unwrap_err();
        assert_eq!(error.line, 3, "{error}");
    }
}
