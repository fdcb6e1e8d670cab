//! A behaviour tree as flat arrays in pre-order. The first child of a node follows it directly, and the next sibling
//! follows the whole subtree. So the code needs no recursion, and deep trees do not overflow the stack.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::arity::Arity;
use super::entry::Declared;
use super::id::{NodeId, NodeKey};
use super::kind::{Abort, ChildOrder, NodeKind};
use super::leaf::{Action, Condition, ObjectRef};
use super::library::scripts::NodeScripts;
use super::shared_names::SharedNames;
use super::status::Status;

/// The greatest number of nodes of a tree. Readers refuse larger trees.
pub const MOST_NODES: usize = 1_000_000;

/// A valid tree: every node has a number of children that its kind allows. Nodes are indices in pre-order; the root is
/// 0. Trees that differ by the ids of their nodes alone are equal.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    kinds: Vec<NodeKind>,
    names: Vec<Arc<str>>,
    ids: Vec<NodeKey>,
    links: Vec<Link>,
    depths: Vec<u32>,
    /// How many children each node has.
    child_counts: Vec<u32>,
    /// Which child of its parent each node is, from 0.
    places: Vec<u32>,
    objects: Vec<Arc<str>>,
    watches: Vec<Watch>,
    /// By node; only nodes with scripts have an entry.
    scripts: BTreeMap<u32, Box<NodeScripts>>,
    /// The types of the keys that its ports declare.
    declared: Vec<(Arc<str>, Declared)>,
    /// Whether something happens when a node is halted: it has scripts, or nodes that keep their place.
    has_halting: bool,
}

/// No parent, in the arrays of [`Tree`].
pub(super) const NONE: u32 = u32::MAX;

/// What the loop of a tick needs of a node, in few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// [`NONE`] for the root.
    pub(super) parent: u32,
    /// One past the last node of its subtree.
    pub(super) end: u32,
    pub(super) turn: TickTurn,
    /// The turn of its parent; [`TickTurn::Other`] for the root.
    pub(super) above: TickTurn,
    /// Whether it is the last child of its parent.
    pub(super) is_last: bool,
    /// The result of a leaf whose script has one result; inactive for all other nodes.
    pub(super) constant: Status,
}

/// How a node is ticked: the common kinds by themselves, all others by their [`NodeKind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TickTurn {
    /// A sequence that resumes, or a kind that ticks like one.
    Sequence,
    /// A selector that resumes.
    Selector,
    /// A condition that is never watched.
    Condition,
    /// A condition that may be watched.
    Watched,
    Action,
    /// By its kind.
    Other,
}

impl TickTurn {
    /// That of a node; a script around it, and a leaf that can fail with an error, need the turn of other kinds.
    fn of(kind: &NodeKind, has_scripts: bool) -> Self {
        match kind {
            _ if has_scripts => Self::Other,
            NodeKind::Condition(Condition::Expression(_))
            | NodeKind::Action(Action::Expression(_) | Action::Library(_)) => Self::Other,
            NodeKind::Sequence { order: ChildOrder::Resume, .. } | NodeKind::Unsupported { .. } => Self::Sequence,
            NodeKind::Selector { order: ChildOrder::Resume, .. } => Self::Selector,
            NodeKind::Condition(_) => Self::Condition,
            NodeKind::Action(_) => Self::Action,
            _ => Self::Other,
        }
    }
}

impl Tree {
    /// The number of nodes, at least one.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Always false: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The kind of a node.
    ///
    /// # Panics
    /// If there is no such node, here and in the methods below.
    #[inline]
    pub fn kind(&self, node: usize) -> &NodeKind {
        &self.kinds[node]
    }

    /// The name of a node; may be empty.
    pub fn name(&self, node: usize) -> &str {
        &self.names[node]
    }

    /// The id of a node.
    pub fn id(&self, node: usize) -> NodeId {
        self.ids[node].get()
    }

    /// The node of an id; `None` when no node has it, such as that of a deleted node.
    pub fn find(&self, id: NodeId) -> Option<usize> {
        self.ids.iter().position(|own| own.get() == id)
    }

    /// The name of a node, or the word of its kind if it has none.
    pub fn label(&self, node: usize) -> &str {
        if self.names[node].is_empty() { self.kinds[node].word() } else { &self.names[node] }
    }

    /// The parent; `None` for the root.
    #[inline]
    pub fn parent(&self, node: usize) -> Option<usize> {
        let parent = self.links[node].parent;
        (parent != NONE).then_some(parent as usize)
    }

    /// One past the last node of its subtree.
    #[inline]
    pub fn end(&self, node: usize) -> usize {
        self.links[node].end as usize
    }

    /// The children, first to last.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let end = self.end(node);
        let first = Some(node + 1).filter(|&first| first < end);
        std::iter::successors(first, move |&child| Some(self.end(child)).filter(|&next| next < end))
    }

    /// The number of children.
    #[inline]
    pub fn child_count(&self, node: usize) -> usize {
        self.child_counts[node] as usize
    }

    /// Which child of its parent a node is, from 0; 0 for the root.
    #[inline]
    pub(super) fn place(&self, node: usize) -> usize {
        self.places[node] as usize
    }

    /// The child of `ancestor` that is `node` or an ancestor of it. `node` must be below `ancestor`.
    pub fn child_towards(&self, ancestor: usize, node: usize) -> usize {
        let mut at = node;
        while let Some(parent) = self.parent(at).filter(|&parent| parent != ancestor) {
            at = parent;
        }
        at
    }

    /// The number of ancestors.
    pub fn depth(&self, node: usize) -> usize {
        self.depths[node] as usize
    }

    /// The nearest composite above a node.
    pub fn composite_above(&self, node: usize) -> Option<usize> {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
            .find(|&node| self.kinds[node].is_composite())
    }

    /// The names of the objects that its leaves refer to, each once. [`ObjectRef`] is an index into it.
    pub fn objects(&self) -> &[Arc<str>] {
        &self.objects
    }

    /// Whether a node may be skipped.
    pub fn can_skip(&self) -> bool {
        let is_skipping = |kind: &NodeKind| match kind {
            NodeKind::Condition(Condition::Script(script)) | NodeKind::Action(Action::Script(script)) => {
                script.answers().contains(&Status::Skipped)
            }
            NodeKind::Library(node) => node.can_skip(),
            _ => false,
        };
        self.scripts.values().any(|scripts| scripts.skip_if.is_some() || scripts.while_true.is_some())
            || self.kinds.iter().any(is_skipping)
    }

    /// The scripts around a node.
    pub(super) fn scripts(&self, node: usize) -> Option<&NodeScripts> {
        if self.scripts.is_empty() {
            return None;
        }
        self.scripts.get(&u32::try_from(node).ok()?).map(|scripts| &**scripts)
    }

    /// The scripts around its nodes, with the index of the node.
    pub fn all_scripts(&self) -> impl Iterator<Item = (usize, &NodeScripts)> {
        self.scripts.iter().map(|(node, scripts)| (*node as usize, &**scripts))
    }

    /// The types of the keys that its ports declare.
    pub(super) fn declared(&self) -> &[(Arc<str>, Declared)] {
        &self.declared
    }

    /// Whether something happens when a node is halted.
    pub(super) fn has_halting(&self) -> bool {
        self.has_halting
    }

    /// The conditions that may be watched, in tree order.
    pub(super) fn watches(&self) -> &[Watch] {
        &self.watches
    }

    /// One link for each node, for the loop of a tick.
    #[inline]
    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }
}

/// The reason why nodes are no valid tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// There are no nodes.
    Empty,
    /// A composite or decorator has no child.
    NoChild {
        /// The node.
        node: usize,
        /// The word of its kind.
        kind: &'static str,
        /// Whether it must have exactly one child.
        is_one: bool,
    },
    /// A decorator or leaf has more children than it can have.
    ManyChildren {
        /// The node.
        node: usize,
        /// The word of its kind.
        kind: &'static str,
        /// Whether it must have no children.
        is_leaf: bool,
        /// The number of its children.
        found: usize,
    },
    /// There are more than [`MOST_NODES`].
    TooLarge,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a tree must have a node"),
            Self::NoChild { kind, is_one: true, .. } => write!(f, "`{kind}` must have a child"),
            Self::NoChild { kind, is_one: false, .. } => write!(f, "`{kind}` must have at least one child"),
            Self::ManyChildren { kind, is_leaf: true, found, .. } => {
                write!(f, "`{kind}` must have no child, found {found}")
            }
            Self::ManyChildren { kind, is_leaf: false, found, .. } => {
                write!(f, "`{kind}` must have one child, found {found}")
            }
            Self::TooLarge => write!(f, "a tree may have at most {MOST_NODES} nodes"),
        }
    }
}

impl Error for TreeError {}

impl TreeError {
    /// The node of the error; `None` if the error concerns the whole tree.
    pub fn node(&self) -> Option<usize> {
        match self {
            Self::NoChild { node, .. } | Self::ManyChildren { node, .. } => Some(*node),
            Self::Empty | Self::TooLarge => None,
        }
    }
}

/// Builds a tree from nodes in pre-order.
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder {
    kinds: Vec<NodeKind>,
    names: Vec<Arc<str>>,
    ids: Vec<NodeKey>,
    parents: Vec<u32>,
    ends: Vec<u32>,
    open: Vec<u32>,
    objects: Vec<Arc<str>>,
    by_name: HashMap<Arc<str>, ObjectRef>,
    shared: SharedNames,
    scripts: BTreeMap<u32, Box<NodeScripts>>,
    declared: Vec<(Arc<str>, Declared)>,
    is_too_large: bool,
}

impl TreeBuilder {
    /// A builder without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The reference to the object of that name, for leaves.
    pub fn object(&mut self, name: &str) -> ObjectRef {
        if let Some(&object) = self.by_name.get(name) {
            return object;
        }
        let name: Arc<str> = name.into();
        let object = ObjectRef(u32::try_from(self.objects.len()).unwrap_or(NONE));
        self.objects.push(Arc::clone(&name));
        self.by_name.insert(name, object);
        object
    }

    /// Adds a node with a new id and returns its index. Nodes that are added before the matching [`TreeBuilder::close`]
    /// are below it.
    pub fn open(&mut self, kind: NodeKind, name: &str) -> usize {
        self.open_as(NodeId::fresh(), kind, name)
    }

    /// The same with the id of the node that it was made from.
    pub fn open_as(&mut self, id: NodeId, kind: NodeKind, name: &str) -> usize {
        let node = self.kinds.len();
        if node >= MOST_NODES {
            self.is_too_large = true;
            return node;
        }
        let index = u32::try_from(node).unwrap_or(NONE);
        self.kinds.push(kind);
        self.names.push(self.shared.get(name));
        self.ids.push(id.into());
        self.parents.push(self.open.last().copied().unwrap_or(NONE));
        self.ends.push(index + 1);
        self.open.push(index);
        node
    }

    /// Puts scripts around the node that was opened last and is open.
    pub fn around(&mut self, scripts: NodeScripts) {
        if let Some(node) = self.open.last().filter(|_| !self.is_too_large) {
            self.scripts.insert(*node, Box::new(scripts));
        }
    }

    /// Declares the type of a key of the blackboard. The first declaration counts.
    pub fn declare(&mut self, key: &Arc<str>, declared: Declared) {
        self.declared.push((Arc::clone(key), declared));
    }

    /// Closes the node that was opened last.
    pub fn close(&mut self) {
        if let Some(node) = self.open.pop() {
            self.ends[node as usize] = u32::try_from(self.kinds.len()).unwrap_or(NONE);
        }
    }

    /// Adds a node without children and returns its index.
    pub fn leaf(&mut self, kind: NodeKind, name: &str) -> usize {
        let node = self.open(kind, name);
        if !self.is_too_large {
            self.close();
        }
        node
    }

    /// The finished tree. Closes all open nodes. Nodes after the subtree of the first one are dropped.
    ///
    /// # Errors
    /// If there are no nodes, or more than [`MOST_NODES`], or a node has a number of children that its kind does not
    /// allow.
    pub fn finish(mut self) -> Result<Tree, TreeError> {
        while !self.open.is_empty() {
            self.close();
        }
        if self.is_too_large {
            return Err(TreeError::TooLarge);
        }
        let count = *self.ends.first().ok_or(TreeError::Empty)? as usize;
        self.kinds.truncate(count);
        self.names.truncate(count);
        self.ids.truncate(count);
        self.parents.truncate(count);
        self.ends.truncate(count);
        let Self { kinds, names, ids, parents, ends, objects, scripts, declared, .. } = self;
        let (mut depths, mut child_counts, mut places) = (vec![0; count], vec![0; count], vec![0; count]);
        for node in 1..count {
            let parent = parents[node] as usize;
            depths[node] = depths[parent] + 1;
            places[node] = child_counts[parent];
            child_counts[parent] += 1;
        }
        let link = |node: usize| {
            let turn_of = |node: usize| {
                let has_scripts =
                    !scripts.is_empty() && u32::try_from(node).is_ok_and(|node| scripts.contains_key(&node));
                kinds.get(node).map_or(TickTurn::Other, |kind| TickTurn::of(kind, has_scripts))
            };
            let (parent, end, turn) = (parents[node], ends[node], turn_of(node));
            let above = turn_of(parent as usize);
            let is_last = ends.get(parent as usize).is_none_or(|&last| end == last);
            let constant = kinds[node].only_answer().unwrap_or_default();
            Link { parent, end, turn, above, is_last, constant }
        };
        let links = (0..count).map(link).collect();
        let has_halting = !scripts.is_empty() || kinds.iter().any(|kind| matches!(kind, NodeKind::Library(_)));
        let mut tree = Tree {
            kinds,
            names,
            ids,
            links,
            depths,
            child_counts,
            places,
            objects,
            watches: Vec::new(),
            scripts,
            declared,
            has_halting,
        };
        for node in 0..count {
            tree.check(node)?;
        }
        tree.watches = Watch::all(&tree);
        for watch in &tree.watches {
            tree.links[watch.condition].turn = TickTurn::Watched;
        }
        Ok(tree)
    }
}

impl Tree {
    fn check(&self, node: usize) -> Result<(), TreeError> {
        let (kind, found) = (self.kinds[node].word(), self.child_count(node));
        match (self.kinds[node].arity(), found) {
            (Arity::None, 0) | (Arity::One, 1) | (Arity::Some, 1..) => Ok(()),
            (arity @ (Arity::One | Arity::Some), 0) => {
                Err(TreeError::NoChild { node, kind, is_one: arity == Arity::One })
            }
            (arity, found) => Err(TreeError::ManyChildren { node, kind, is_leaf: arity == Arity::None, found }),
        }
    }
}

/// A condition that can be watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Watch {
    pub(super) condition: usize,
    /// Its nearest composite. The abort kind of that composite is not none.
    pub(super) composite: usize,
    /// The child of that composite that is the condition or an ancestor of it.
    pub(super) child: usize,
    /// The next composite above, and its child that is the composite or an ancestor of it.
    pub(super) above: Option<(usize, usize)>,
}

impl Watch {
    /// All conditions of a tree that can be watched, in tree order.
    pub(super) fn all(tree: &Tree) -> Vec<Self> {
        // Of each node, the nearest composite above it, and the child of that composite towards it.
        let mut above: Vec<Option<(usize, usize)>> = vec![None; tree.len()];
        let mut watches = Vec::new();
        for node in 1..tree.len() {
            let Some(parent) = tree.parent(node) else { continue };
            above[node] = if tree.kind(parent).is_composite() { Some((parent, node)) } else { above[parent] };
            let Some((composite, child)) = above[node].filter(|_| matches!(tree.kind(node), NodeKind::Condition(_)))
            else {
                continue;
            };
            if tree.kind(composite).abort() != Abort::None {
                watches.push(Self { condition: node, composite, child, above: above[composite] });
            }
        }
        watches
    }
}
