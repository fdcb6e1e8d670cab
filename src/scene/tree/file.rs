//! An agent's tree, from where it is written: in the scene, or in a file of its own.
//!
//! A tree that cannot be built is no reason to refuse a scene: the agent stands still, and everything else is answered.

use std::sync::Arc;

use super::AgentTree;
use crate::behavior::{Tree, Value};
use crate::scene::document::{Agent, Scene};
use crate::scene::error::SceneError;

/// A tree that can run.
#[derive(Clone, Debug)]
pub struct Runnable {
    /// The tree.
    pub tree: Tree,
    /// What it puts on the blackboard before the agent's own values.
    pub blackboard: Vec<(Arc<str>, Value)>,
}

impl Scene {
    /// The tree of one of its agents, ready to run.
    ///
    /// # Errors
    /// Why it cannot run: of a tree in a file, located there.
    pub fn runnable(&self, agent: &Agent) -> Result<Runnable, SceneError> {
        match &agent.tree {
            AgentTree::Written(root) => {
                let tree = root.build();
                let tree = tree.map_err(|error| SceneError::unreadable(&agent.name, &error.to_string(), None))?;
                Ok(Runnable { tree, blackboard: Vec::new() })
            }
            AgentTree::File(file) => {
                let built = self.tree_from_file(agent, file)?;
                Ok(Runnable { tree: built.tree, blackboard: built.blackboard })
            }
        }
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
