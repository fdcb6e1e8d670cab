//! Tree files: read once with the scene, and built for each agent that names them.
//!
//! A file that cannot be used does not fail the scene: only its agents have no answer.

use crate::geometry::narrate::counted;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::Files;
use crate::behavior::{Blackboard, Script, Status, Tree, Value};
use crate::budget::{Budget, Reservation};
use crate::import::behavior_tree::{self, Built, Origin, Setting};
use crate::scene::tree::{ActionResult, AgentTree};
use crate::scene::{Agent, Scene};
use crate::source::decoding::guarded_file;
use crate::source::error::{SceneError, SceneWarning, quoted};
use crate::source::folder::Folder;
use crate::source::place::Place;
use crate::source::stamp::Stamp;

/// The reading of a tree file with its stamps, or an edited copy of it.
#[derive(Clone, Debug)]
pub struct TreeAsset {
    /// The files that were searched: the tree file first, then included files.
    stamps: Vec<(PathBuf, Option<Stamp>)>,
    trees: Result<behavior_tree::TreeFile, SceneError>,
    /// The identity of the reading. Edited copies have the same identity.
    reading: Arc<()>,
    is_edited: bool,
    /// The trees that were built from the reading and are still in use. Agents with the same tree and settings share
    /// one.
    built: Arc<Mutex<BuiltTrees>>,
    _memory: Arc<Reservation>,
}

/// Trees in use.
#[derive(Debug, Default)]
struct BuiltTrees {
    /// With their settings, by a hash of these.
    by_settings: HashMap<u64, Vec<(BuildSettings, Weak<Runnable>)>>,
    count: usize,
    /// At so many, those that are no longer in use are removed.
    limit: usize,
}

impl BuiltTrees {
    fn get(&self, wanted: &BuildSettings) -> Option<Arc<Runnable>> {
        let alike = self.by_settings.get(&wanted.hash())?;
        alike.iter().find(|(of, _)| of == wanted).and_then(|(_, built)| built.upgrade())
    }

    fn insert(&mut self, settings: BuildSettings, built: &Arc<Runnable>) {
        if self.count >= self.limit {
            self.by_settings.retain(|_, alike| {
                alike.retain(|(_, built)| built.strong_count() > 0);
                !alike.is_empty()
            });
            self.count = self.by_settings.values().map(Vec::len).sum();
            // The search through all of them is then rare, however many are in use.
            self.limit = 2 * self.count + 1;
        }
        self.count += 1;
        self.by_settings.entry(settings.hash()).or_default().push((settings, Arc::downgrade(built)));
    }
}

/// The settings with which a tree was built.
#[derive(Clone, Debug, PartialEq)]
struct BuildSettings {
    /// The name of the tree in the agent.
    tree: Option<String>,
    scripts: BTreeMap<String, Vec<ActionResult>>,
    tick_rate: u64,
    blackboard: Blackboard,
}

impl BuildSettings {
    /// Of its text form: values of a blackboard have no hash of their own.
    fn hash(&self) -> u64 {
        struct Text(DefaultHasher);

        impl fmt::Write for Text {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.write(text.as_bytes());
                Ok(())
            }
        }

        let mut text = Text(DefaultHasher::new());
        let _never_fails = write!(text, "{self:?}");
        text.0.finish()
    }
}

/// An estimate of the bytes of memory for each byte of XML.
const MEMORY_PER_BYTE: u64 = 16;

impl TreeAsset {
    /// Reads a file that a scene in `folder` names. `chosen` is the tree that an agent runs, if it names one.
    pub fn read(file: &str, folder: &Folder, chosen: Option<&str>, budget: &Budget) -> Self {
        let mut paths = Vec::new();
        let mut memory = budget.nothing();
        let own = folder.resolve(file).ok().and_then(|path| path.metadata().ok()).map_or(0, |own| own.len());
        let over = |over| SceneError::over_budget(file, "the trees of this file", over);
        let read = memory.grow(own.saturating_mul(MEMORY_PER_BYTE)).map_err(over);
        let trees = read.and_then(|()| {
            let read = || behavior_tree::read_noting(folder, file, chosen, &mut paths, budget);
            let trees = guarded_file(file, read)?;
            let size = |path: &PathBuf| path.metadata().map_or(0, |file| file.len());
            let included = paths.iter().map(size).sum::<u64>().saturating_sub(own);
            memory.grow(included.saturating_mul(MEMORY_PER_BYTE)).map_err(over)?;
            Ok(trees)
        });
        if paths.is_empty() {
            // The included files, to detect their changes.
            paths.extend(folder.resolve(file));
        }
        let stamp = |path: PathBuf| {
            let stamp = Stamp::of(&path);
            (path, stamp)
        };
        Self {
            stamps: paths.into_iter().map(stamp).collect(),
            trees,
            reading: Arc::new(()),
            is_edited: false,
            built: Arc::default(),
            _memory: Arc::new(memory),
        }
    }

    /// A copy of the reading with edited trees that are not saved yet.
    #[must_use]
    pub fn edited(&self, trees: behavior_tree::TreeFile) -> Self {
        Self { trees: Ok(trees), is_edited: true, built: Arc::default(), ..self.clone() }
    }

    /// A new reading whose nodes have the ids of an earlier reading of the file, so that references to nodes stay
    /// valid.
    #[must_use]
    pub fn adopting_ids(mut self, before: &Self) -> Self {
        if let (Ok(trees), Ok(old)) = (&mut self.trees, &before.trees) {
            trees.adopt_ids(old);
            self.built = Arc::default();
        }
        self
    }

    /// This reading after it was written to the file.
    #[must_use]
    pub fn saved(&self) -> Self {
        let mut saved = self.clone();
        if let Some((path, stamp)) = saved.stamps.first_mut() {
            *stamp = Stamp::of(path);
        }
        saved
    }

    /// Whether both are from the same reading of the file.
    pub fn is_same_reading(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.reading, &other.reading)
    }

    /// Whether it has edits that `disk`, the last reading or the last saved form of the file, does not have.
    ///
    /// An older reading, which undo can restore, counts only when the user edited it. Otherwise another program has
    /// replaced its content since, and no edit of the user is lost.
    pub fn is_unsaved(&self, disk: &Self) -> bool {
        match (&self.trees, &disk.trees) {
            _ if !self.is_same_reading(disk) && !self.is_edited => false,
            (Ok(own), Ok(disk)) => !own.has_text_of(disk),
            _ => self.is_edited,
        }
    }

    /// Whether this form is kept, where `disk` is the last known content of the file: either the file has not changed,
    /// or edits would be lost.
    pub fn is_kept(&self, disk: &Self, file: &str, folder: &Folder) -> bool {
        self.is_unsaved(disk) || (self.is_same_reading(disk) && disk.is_current(file, folder))
    }

    /// Whether the stamps of the file and of included files are those of the reading.
    pub fn is_current(&self, file: &str, folder: &Folder) -> bool {
        let own = self.stamps.first().map(|(path, _)| path);
        folder.resolve(file).ok().as_ref() == own && Stamp::are_current(&self.stamps)
    }

    /// The files of the reading: the tree file first, then included files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.stamps.iter().map(|(path, _)| &**path)
    }

    /// Whether the file was found. If not, the error of [`TreeAsset::trees`] is about the file's name and has no
    /// location in the file.
    pub fn is_found(&self) -> bool {
        !self.stamps.is_empty()
    }

    /// The trees of the file.
    ///
    /// # Errors
    /// The error of the file or of an included file, with its location.
    pub fn trees(&self) -> Result<&behavior_tree::TreeFile, &SceneError> {
        self.trees.as_ref()
    }
}

/// The error of a tree file that an agent cannot use.
#[derive(Clone, Debug)]
pub(crate) struct TreeFault {
    /// The error, for the agent. It is located in the file if the file was read.
    pub(crate) error: SceneError,
    /// The place in the scene that names the file, for a file that does not exist or cannot be read.
    pub(crate) named_at: Option<Place>,
}

/// A tree that can run.
#[derive(Debug)]
pub struct Runnable {
    /// The tree.
    pub tree: Arc<Tree>,
    /// The initial values of the blackboard. Values of the agent replace them.
    pub blackboard: Vec<(Arc<str>, Value)>,
    /// Notes about unsupported content, and about nodes that behave differently in eyeline.
    pub notes: Vec<SceneWarning>,
    /// The origin of each node, when the tree is in a file.
    pub origins: Vec<Origin>,
    /// The reservation for the tree.
    pub memory: Arc<Reservation>,
}

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
                    let tree = Place::default().key("agents").index(i).key("tree");
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
