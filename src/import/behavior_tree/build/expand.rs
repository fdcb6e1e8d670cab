//! Expands the elements of a tree file to the nodes of a tree.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::scope::{ScopeId, Scopes};
use crate::behavior::{
    Action, Arity, Blackboard, Condition, Expression, MOST_NODES, NodeId, NodeKind, Script, Status, Tree, TreeBuilder,
    Value,
};
use crate::budget::{Budget, Reservation};
use crate::import::behavior_tree::document::{Element, Position, XmlDocument};
use crate::import::behavior_tree::kinds;
use crate::import::behavior_tree::model::Class;
use crate::import::behavior_tree::notes::Notes;
use crate::import::behavior_tree::tree_file::{ElementNode, TreeFile};
use crate::source::error::{SceneError, SceneWarning, quoted};
use crate::source::suggest::nearest;

/// The settings with which a tree is built.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'s> {
    /// The tree to run; `None` for the main tree.
    pub tree: Option<&'s str>,
    /// The results of unknown leaves, by the name or the ID of the leaf.
    pub scripts: &'s BTreeMap<String, Script>,
    /// Ticks a second, above 0.
    pub tick_rate: f64,
    /// The agent's blackboard, for enums, and for numbers of Navigation2 that are read when the tree is built.
    pub blackboard: &'s Blackboard,
    /// The budget for the memory of the tree.
    pub budget: &'s Budget,
}

/// A tree that can run, with notes about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// The tree.
    pub tree: Tree,
    /// The initial values of the blackboard from literal ports of subtrees; values of the agent replace them.
    pub blackboard: Vec<(Arc<str>, Value)>,
    /// Notes on unsupported content, and on nodes that behave differently here.
    pub notes: Vec<SceneWarning>,
    /// The leaves with scripted results, by name.
    pub leaves: BTreeMap<Box<str>, ScriptedLeaf>,
    /// The origin of each node of the tree.
    pub origins: Vec<Origin>,
    /// The memory for it.
    pub memory: Arc<Reservation>,
}

/// A leaf of an unknown kind.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptedLeaf {
    /// Its first occurrence.
    pub node: ElementNode,
    /// Whether it is a condition.
    pub is_condition: bool,
    /// Whether the scene scripts results for it, by node or by name. Without a script it returns `success`.
    pub has_script: bool,
    /// The number of its occurrences in the tree.
    pub count: usize,
}

/// The origin of a node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The element.
    pub node: ElementNode,
}

/// Memory is reserved for so many nodes at once.
const NODES: usize = 1024;
/// An estimate of the bytes of a node while a tree is built.
const NODE: u64 = 240;

/// The greatest amount of work for a tree, in bytes of attributes that are read and steps for them.
const MOST_WORK: usize = 1 << 28;

pub(super) struct Build<'b> {
    pub(super) file: &'b TreeFile,
    pub(super) setting: Setting<'b>,
    pub(super) scripts: HashMap<(ElementNode, &'static str), Expression>,
    pub(super) builder: TreeBuilder,
    pub(super) origins: Vec<Origin>,
    pub(super) tasks: Vec<BuildingTask>,
    pub(super) scopes: Scopes,
    pub(super) blackboard: BTreeMap<Arc<str>, Value>,
    /// The trees around, with the `SubTree` elements that led to them.
    pub(super) chain: Vec<(Box<str>, ElementNode)>,
    /// For each of these, the id of the node that its tree is below.
    pub(super) outer: Vec<NodeId>,
    pub(super) notes: Notes,
    pub(super) leaves: BTreeMap<Box<str>, ScriptedLeaf>,
    /// The scripts that a leaf uses.
    pub(super) used_scripts: BTreeSet<&'b str>,
    pub(super) work: usize,
    pub(super) memory: Reservation,
}

pub(super) enum BuildingTask {
    Element(ElementNode, ScopeId),
    Close,
    LeaveTree,
}

impl TreeFile {
    /// Builds the chosen tree.
    ///
    /// # Errors
    /// With the first error, located: a tree that does not exist or contains itself, too few or too many children, a
    /// wrong number or script, or more nodes than the limit.
    pub fn build(&self, setting: &Setting) -> Result<Built, SceneError> {
        let main = self.chosen(setting.tree)?;
        let mut build = Build {
            file: self,
            setting: *setting,
            scripts: HashMap::new(),
            builder: TreeBuilder::new(),
            origins: Vec::new(),
            tasks: Vec::new(),
            scopes: Scopes::default(),
            blackboard: BTreeMap::new(),
            chain: Vec::new(),
            outer: Vec::new(),
            notes: Notes::default(),
            leaves: BTreeMap::new(),
            used_scripts: BTreeSet::new(),
            work: 0,
            memory: setting.budget.nothing(),
        };
        build.run(main)?;
        build.note_leaves();
        let Build { builder, origins, notes, leaves, blackboard, memory, .. } = build;
        let tree = builder.finish().map_err(|error| {
            let node = error.node().and_then(|node| origins.get(node)).map(|origin| origin.node);
            let node = node.or_else(|| self.tree(main));
            let document = node.map_or(self.document(), |node| self.document_of(node));
            document.error(node.map_or(document.root(), |node| node.element), &error.to_string(), None)
        })?;
        let notes = self.left_out.iter().chain(&self.index().notes).cloned().chain(notes.finish()).collect();
        Ok(Built {
            tree,
            blackboard: blackboard.into_iter().collect(),
            notes,
            leaves,
            origins,
            memory: Arc::new(memory),
        })
    }

    /// Checks that its main tree can be built. A file without a main tree is checked when a tree is chosen.
    pub(in crate::import::behavior_tree) fn check(&self, budget: &Budget) -> Result<(), SceneError> {
        if self.main_tree().is_err_and(|error| !error.choices().is_empty()) {
            return Ok(());
        }
        let (scripts, blackboard) = (BTreeMap::new(), Blackboard::default());
        self.build(&Setting { tree: None, scripts: &scripts, tick_rate: 1.0, blackboard: &blackboard, budget })
            .map(drop)
    }
}

impl<'b> Build<'b> {
    pub(super) fn run(&mut self, main: &str) -> Result<(), SceneError> {
        if let Some(node) = self.file.tree(main) {
            self.enter_tree(main, node, node, 0)?;
        }
        while let Some(task) = self.tasks.pop() {
            match task {
                BuildingTask::Element(node, scope) => self.element_task(node, scope)?,
                BuildingTask::Close => self.builder.close(),
                BuildingTask::LeaveTree => {
                    self.chain.pop();
                    self.outer.pop();
                }
            }
        }
        Ok(())
    }

    pub(super) fn element_task(&mut self, node: ElementNode, scope: ScopeId) -> Result<(), SceneError> {
        let file = self.file;
        let document = file.document_of(node);
        let element = document.element(node.element);
        self.work_on(node, 16 + element.attributes.iter().map(|a| a.name.len() + a.value.len()).sum::<usize>())?;
        let explicit = Class::from_tag(&element.tag);
        let id = match explicit {
            Some(_) => element.attribute("ID").ok_or_else(|| self.missing(node, "ID", "the name of the node"))?,
            None => &*element.tag,
        };
        let class = explicit.or_else(|| file.model(id).map(|model| model.class));
        let name = element.attribute("name").unwrap_or_default();
        let children = document.children(node.element).count();
        self.check_contents(node);
        if explicit == Some(Class::SubTree) {
            return self.subtree(node, scope, id, if name.is_empty() { id } else { name }, children);
        }
        let (kind, arity) = if let Some(entry) = kinds::find(id, file.index().is_version_4) {
            self.check_attributes(node, Some(entry.attributes));
            let kind = self.kind(entry, node, scope)?;
            let arity = kind.arity();
            (kind, arity)
        } else {
            self.check_attributes(node, None);
            self.unknown(node, id, name, class, children)
        };
        self.check_children(node, id, arity, children)?;
        // The default name of a composite or decorator is its kind, that of a leaf its ID.
        let is_plain = kind.arity() != Arity::None && !matches!(kind, NodeKind::Unsupported { .. });
        let name = if name.is_empty() && !is_plain { id } else { name };
        match &kind {
            NodeKind::Library(node) => node.declares(|key, declared| self.builder.declare(key, declared)),
            NodeKind::Action(Action::Library(leaf)) => {
                leaf.declares(|key, declared| self.builder.declare(key, declared));
            }
            _ => {}
        }
        self.open(kind, name, node)?;
        self.wrap(node, scope)?;
        self.tasks.push(BuildingTask::Close);
        let tasks = document.children(node.element).rev();
        self.tasks.extend(tasks.map(|child| BuildingTask::Element(ElementNode { element: child, ..node }, scope)));
        Ok(())
    }

    /// A node that is not known: an inner one ticks like a sequence, a leaf answers from its script.
    pub(super) fn unknown(
        &mut self,
        node: ElementNode,
        id: &str,
        name: &str,
        class: Option<Class>,
        children: usize,
    ) -> (NodeKind, Arity) {
        let is_inner = matches!(class, Some(Class::Control | Class::Decorator)) || (class.is_none() && children > 0);
        if is_inner {
            let near = || {
                crate::source::suggest::nearest(id, kinds::tags()).map(|near| format!("did you mean {}?", quoted(near)))
            };
            let why = near().map_or_else(String::new, |why| format!("; {why}"));
            self.note(node, format!("{} is not supported; it ticks like a sequence{why}", quoted(id)));
            let arity = if class == Some(Class::Decorator) { Arity::One } else { Arity::Some };
            return (NodeKind::Unsupported { tag: id.into() }, arity);
        }
        let setting = self.setting;
        let given = setting.scripts.get_key_value(name).or_else(|| setting.scripts.get_key_value(id));
        self.used_scripts.extend(given.map(|(key, _)| key.as_str()));
        let given = given.map(|(_, script)| script);
        let script = given.cloned().unwrap_or_else(|| Script::always(true));
        let is_condition = class == Some(Class::Condition);
        let leaf = ScriptedLeaf { node, is_condition, has_script: given.is_some(), count: 0 };
        let leaf = self.leaves.entry(id.into()).or_insert(leaf);
        leaf.count += 1;
        leaf.has_script |= given.is_some();
        let kind = if !is_condition {
            NodeKind::Action(Action::Script(script))
        } else if script.answers().contains(&Status::Running) {
            let message = format!("{} is a condition that returns `running`; it is loaded as an action", quoted(id));
            self.note(node, message);
            NodeKind::Action(Action::Script(script))
        } else {
            NodeKind::Condition(Condition::Script(script))
        };
        (kind, Arity::None)
    }

    /// Adds one note for each leaf without a script, at its first place, and one for each script without a leaf.
    pub(super) fn note_leaves(&mut self) {
        let leaves = self.leaves.iter().filter(|(_, leaf)| !leaf.has_script);
        let mut silent: Vec<_> = leaves.map(|(id, leaf)| (leaf.node, quoted(id), leaf.count)).collect();
        silent.sort_unstable();
        for (node, id, count) in silent {
            let count = if count == 1 { String::new() } else { format!(", {count} times in this tree,") };
            self.note(
                node,
                format!("{id}{count} is not known: it returns `success` unless `scripts` has results for it"),
            );
        }
        let document = self.file.document();
        for script in self.setting.scripts.keys().filter(|script| !self.used_scripts.contains(script.as_str())) {
            let near = nearest(script, self.leaves.keys().map(|leaf| &**leaf));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean {}?", quoted(near)));
            let message = format!(
                "`scripts` has an entry {}, but no leaf of an unknown type has this name{hint}",
                quoted(script)
            );
            self.notes.at(document, document.root(), message);
        }
    }

    pub(super) fn check_children(
        &self,
        node: ElementNode,
        id: &str,
        arity: Arity,
        children: usize,
    ) -> Result<(), SceneError> {
        let wanted = match (arity, children) {
            (Arity::None, 0) | (Arity::One, 1) | (Arity::Some, 1..) => return Ok(()),
            (Arity::None, _) => "no child",
            (Arity::One, _) => "one child",
            (Arity::Some, _) => "at least one child",
        };
        Err(self.error(node, &format!("{} must have {wanted}, found {children}", quoted(id)), None))
    }

    /// The id of a node that is made from an element. A tree may be used more than once, so the id also depends on the
    /// `SubTree` elements around it.
    pub(super) fn node_id(&self, node: ElementNode) -> NodeId {
        self.element(node).id().derived(self.outer.last().copied())
    }

    /// Opens the node of an element.
    pub(super) fn open(&mut self, kind: NodeKind, name: &str, node: ElementNode) -> Result<(), SceneError> {
        if self.origins.len() >= MOST_NODES {
            let message = format!("with its subtrees, the tree has more than {MOST_NODES} nodes");
            return Err(self.error(node, &message, Some("nest fewer subtrees")));
        }
        if self.origins.len().is_multiple_of(NODES) {
            let taken = self.memory.grow(NODES as u64 * NODE);
            let file = self.document(node).file();
            taken.map_err(|over| SceneError::over_budget(file, "the tree, with its subtrees,", over))?;
        }
        self.origins.push(Origin { node });
        self.builder.open_as(self.node_id(node), kind, name);
        Ok(())
    }

    pub(super) fn push(&mut self, task: BuildingTask) {
        self.tasks.push(task);
    }

    pub(super) fn document(&self, node: ElementNode) -> &'b XmlDocument {
        self.file.document_of(node)
    }

    pub(super) fn element(&self, node: ElementNode) -> &'b Element {
        self.document(node).element(node.element)
    }

    pub(super) fn error(&self, node: ElementNode, message: &str, help: Option<&str>) -> SceneError {
        self.document(node).error(node.element, message, help)
    }

    pub(super) fn note(&mut self, node: ElementNode, message: String) {
        self.note_at(node, self.document(node).position(node.element), message);
    }

    pub(super) fn note_at(&mut self, node: ElementNode, at: Position, message: String) {
        self.notes.at_place(self.file.document_of(node), at, message);
    }

    /// The key of the whole blackboard for a key of a scope.
    pub(super) fn key_of(&mut self, scope: ScopeId, key: &str) -> Result<Arc<str>, SceneError> {
        let (key, steps) = self.scopes.resolve(scope, key);
        let node = self.chain.last().map(|(_, node)| *node);
        if let Some(node) = node {
            self.work_on(node, 8 * steps + key.len())?;
        }
        Ok(key)
    }

    /// A value that is on the blackboard when the tree is made.
    pub(super) fn initial(&self, key: &str) -> Option<&Value> {
        self.setting.blackboard.get(key).or_else(|| self.blackboard.get(key))
    }

    pub(super) fn work_on(&mut self, node: ElementNode, work: usize) -> Result<(), SceneError> {
        self.work = self.work.saturating_add(work);
        if self.work > MOST_WORK {
            let help = "nest fewer subtrees, or shorter names and scripts";
            return Err(self.error(node, "with its subtrees, the tree is too large", Some(help)));
        }
        Ok(())
    }
}
