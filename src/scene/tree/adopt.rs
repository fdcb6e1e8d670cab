//! Nodes without their children, and adopting the ids of nodes when a file is read again.

use super::leaf::{Action, ActionKind};
use super::node::{Composite, Decorator, Node, Parallel, Repeater, Timed};
use super::source::AgentTree;
use crate::behavior::{Description, NodeKey, correspondence};

impl Node {
    /// A copy of the node with its parameters and its id, but without its children. A composite has no children in it;
    /// a decorator has an arbitrary leaf as its child.
    #[must_use]
    pub fn without_children(&self) -> Self {
        let leaf = || {
            let kind = ActionKind::Script(Vec::new());
            Box::new(Self::Action(Action { id: NodeKey::default(), name: String::new(), kind }))
        };
        let composite = |node: &Composite| Composite { name: node.name.clone(), children: Vec::new(), ..*node };
        let one = |node: &Decorator| Decorator { name: node.name.clone(), child: leaf(), ..*node };
        let timed = |node: &Timed| Timed { name: node.name.clone(), child: leaf(), ..*node };
        match self {
            Self::Sequence(node) => Self::Sequence(composite(node)),
            Self::Selector(node) => Self::Selector(composite(node)),
            Self::Parallel(node) => Self::Parallel(Parallel { name: node.name.clone(), children: Vec::new(), ..*node }),
            Self::Inverter(node) => Self::Inverter(one(node)),
            Self::Succeeder(node) => Self::Succeeder(one(node)),
            Self::Failer(node) => Self::Failer(one(node)),
            Self::UntilSuccess(node) => Self::UntilSuccess(one(node)),
            Self::UntilFailure(node) => Self::UntilFailure(one(node)),
            Self::Repeater(node) => Self::Repeater(Repeater { name: node.name.clone(), child: leaf(), ..*node }),
            Self::Timeout(node) => Self::Timeout(timed(node)),
            Self::Cooldown(node) => Self::Cooldown(timed(node)),
            leaf @ (Self::Condition(_) | Self::Action(_)) => leaf.clone(),
        }
    }

    /// Replaces the parameters by those of a node [without children](Self::without_children). The children stay.
    pub fn set_parameters(&mut self, mut new: Self) {
        if let (Some(children), Some(list)) = (self.list_mut(), new.list_mut()) {
            std::mem::swap(children, list);
        } else if let ([child], [place]) = (self.children_mut(), new.children_mut()) {
            std::mem::swap(child, place);
        }
        *self = new;
    }

    /// The nodes in the order of the file, in pre-order.
    fn descriptions(&self) -> Vec<Description<'_>> {
        fn add<'a>(node: &'a Node, all: &mut Vec<Description<'a>>) {
            all.push(Description {
                kind: node.word(),
                name: node.name(),
                contents: format!("{:?}", node.without_children()),
                children: node.children().len(),
            });
            node.children().iter().for_each(|child| add(child, all));
        }
        let mut all = Vec::new();
        add(self, &mut all);
        all
    }
}

impl AgentTree {
    /// Gives every node the id of the same node in an earlier reading of the scene file. Other nodes keep their new
    /// ids. Nodes of XML files adopt ids when that file is read.
    pub(in crate::scene) fn adopt_ids(&mut self, before: &Self) {
        let (Some(old), Some(new)) = (before.root(), self.root()) else { return };
        let places = correspondence(&old.descriptions(), &new.descriptions());
        let mut ids = Vec::new();
        old.each(&mut |node| ids.push(node.id()));
        let mut taken = vec![None; new.count()];
        for (id, place) in ids.into_iter().zip(places) {
            if let Some(place) = place {
                taken[place] = Some(id);
            }
        }
        let mut taken = taken.into_iter();
        if let Some(root) = self.root_mut() {
            root.each_mut(&mut |node| {
                if let Some(id) = taken.next().flatten() {
                    node.set_id(id);
                }
            });
        }
    }
}
