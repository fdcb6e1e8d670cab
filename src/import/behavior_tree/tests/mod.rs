//! Trees that are read, built and run.

mod bad_input;
mod includes;
mod library;
mod nodes;
mod written;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::build::{Built, Setting};
use super::parse;
use super::tree_file::TreeFile;
use crate::behavior::{Blackboard, EmptyWorld, Log, Script, Status, TreeState, Value};
use crate::budget::Budget;
use crate::source::error::SceneError;

/// A file around some trees.
fn file(inside: &str) -> String {
    format!("<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\">\n{inside}\n</root>")
}

/// A file with one tree.
fn main_tree(inside: &str) -> String {
    file(&format!("<BehaviorTree ID=\"Main\">\n{inside}\n</BehaviorTree>"))
}

fn read(text: &str) -> TreeFile {
    parse(text, "a.xml", None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// `name: answers`, answers as their first letters.
fn scripts(given: &[(&str, &str)]) -> BTreeMap<String, Script> {
    let script = |answers: &str| {
        let answers: Vec<Status> = answers
            .chars()
            .map(|c| match c {
                'r' => Status::Running,
                's' => Status::Success,
                'k' => Status::Skipped,
                _ => Status::Failure,
            })
            .collect();
        Script::new(&answers).unwrap()
    };
    given.iter().map(|(name, answers)| ((*name).to_owned(), script(answers))).collect()
}

fn build(text: &str, given: &[(&str, &str)]) -> Built {
    build_with(text, given, &Blackboard::default())
}

fn build_with(text: &str, given: &[(&str, &str)], blackboard: &Blackboard) -> Built {
    let setting =
        Setting { tree: None, scripts: &scripts(given), tick_rate: 10.0, blackboard, budget: &Budget::default() };
    read(text).build(&setting).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The nodes with their depth as indentation: kind, and name where there is one.
fn outline(built: &Built) -> String {
    let mut text = String::new();
    for node in 0..built.tree.len() {
        let (indent, kind) = ("  ".repeat(built.tree.depth(node)), built.tree.kind(node).word());
        let name = built.tree.name(node);
        writeln!(text, "{indent}{kind}{}{name}", if name.is_empty() { "" } else { " " }).unwrap();
    }
    text
}

/// A tree that was ticked some times: the root's status after each tick as its first letter, the log, the blackboard.
struct TreeRun {
    roots: String,
    state: TreeState,
    log: Log,
}

fn run(built: &Built, ticks: usize) -> TreeRun {
    run_with(built, built.blackboard.iter().cloned().collect(), ticks)
}

/// The same with these values on the blackboard.
fn run_with(built: &Built, board: Blackboard, ticks: usize) -> TreeRun {
    let mut state = TreeState::new(&built.tree, board, 0);
    let mut log = Log::default();
    let mut roots = String::new();
    for _ in 0..ticks {
        let status = state.tick(&built.tree, &mut EmptyWorld, &mut log);
        roots.push_str(if status == Status::Skipped { "k" } else { &status.word()[..1] });
    }
    TreeRun { roots, state, log }
}

impl TreeRun {
    fn value(&self, key: &str) -> Option<&Value> {
        self.state.blackboard().get(key)
    }

    /// In which ticks a node of that name started.
    fn starts(&self, built: &Built, name: &str) -> Vec<u32> {
        let is_it = |node: u32| built.tree.name(node as usize) == name;
        let starts = self.log.events.iter().filter(|e| e.what == crate::behavior::EventKind::Start && is_it(e.node));
        starts.map(|event| event.tick).collect()
    }
}

/// The tree of a file, without scripts and blackboard, at 10 ticks a second.
fn built_of(file: &TreeFile) -> Result<Built, SceneError> {
    file.build(&Setting {
        tree: None,
        scripts: &scripts(&[]),
        tick_rate: 10.0,
        blackboard: &Blackboard::default(),
        budget: &Budget::default(),
    })
}

/// Trees of a real project, where they lie beside the repository.
#[test]
fn trees_of_others_can_be_stepped() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/trees");
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = file.path();
        let file = super::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let built = built_of(&file).unwrap();
        assert_eq!(run(&built, 1).roots, "s", "{}", path.display());
        assert!(!built.leaves.is_empty() && !built.notes.is_empty(), "{}", path.display());
        assert_eq!(read(&file.to_xml()), file);
    }
}

fn notes(built: &Built) -> Vec<String> {
    built.notes.iter().map(ToString::to_string).collect()
}
