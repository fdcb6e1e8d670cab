//! What a run of the text leads to: an item of the scene, a field of an item, or a node of a behaviour tree.

use crate::app::command::pane::Pane;
use crate::app::kit::markdown::TextLook;
use crate::behavior::{NodeId, Tree};
use crate::escape;
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::world::{Item, ItemKind};

/// The target of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkTarget {
    /// An item.
    Item(ItemId),
    /// A field of an item in a panel. The octree has no item.
    Field {
        /// The label of the field.
        label: &'static str,
        /// The panel with the field.
        pane: Pane,
        /// The item that has the field.
        item: Option<ItemId>,
    },
    /// A node of an agent's behaviour tree.
    Node {
        /// The agent.
        agent: ItemId,
        /// The node.
        node: NodeId,
    },
}

/// The items that have a field.
enum Owner {
    /// Items of these kinds.
    Kinds(&'static [ItemKind]),
    /// The octree of the scene.
    Octree,
}

/// The fields that a text can name. Other words between stars are only emphasised.
const FIELDS: [(&str, Owner); 15] = [
    ("axes", Owner::Kinds(&[ItemKind::Session])),
    ("caps", Owner::Kinds(&[ItemKind::Cut])),
    ("divisions", Owner::Kinds(&[ItemKind::Image])),
    ("follows", Owner::Kinds(&[ItemKind::Camera, ItemKind::Object])),
    ("halvings", Owner::Octree),
    ("method", Owner::Octree),
    ("normal", Owner::Kinds(&[ItemKind::Cut])),
    ("plays", Owner::Kinds(&[ItemKind::Model])),
    ("point", Owner::Kinds(&[ItemKind::Cut])),
    ("position", Owner::Kinds(&[ItemKind::Model, ItemKind::Object, ItemKind::Camera])),
    ("rule", Owner::Kinds(&[ItemKind::Tap])),
    ("speed", Owner::Kinds(&[ItemKind::Model])),
    ("start", Owner::Kinds(&[ItemKind::Model])),
    ("tested box", Owner::Kinds(&[ItemKind::Model])),
    ("threshold", Owner::Kinds(&[ItemKind::Image])),
];

impl LinkTarget {
    /// The target of a run. `near` are the items that the same line names before it.
    pub(super) fn of(look: TextLook, words: &str, workspace: &Workspace, near: &[ItemId]) -> Option<Self> {
        let item = || workspace.world().named(words).map(Self::Item);
        let field = || field(words, workspace, near);
        let node = || node(words, workspace);
        match look {
            TextLook::Code => item().or_else(field).or_else(node),
            TextLook::Strong => field().or_else(item).or_else(node),
            TextLook::Plain | TextLook::Emphasis => None,
        }
    }

    /// What a click does, as a sentence.
    pub(super) fn help(&self, workspace: &Workspace) -> String {
        let name = |id: ItemId| {
            let item = workspace.world().find(id)?;
            workspace.world().name_of(item).map(|name| escape::shown(name).into_owned())
        };
        match self {
            Self::Item(id) => format!("Select `{}`.", name(*id).unwrap_or_default()),
            Self::Field { label, item, .. } => match item.and_then(name) {
                Some(name) => format!("Show the field {label} of `{name}`."),
                None => format!("Show the field {label}."),
            },
            Self::Node { agent, node } => {
                let shown = tree(*agent, workspace).and_then(|tree| Some(escape::shown(tree.name(tree.find(*node)?))));
                let [node, agent] = [shown.unwrap_or_default().into_owned(), name(*agent).unwrap_or_default()];
                format!("Show the node `{node}` in the tree of `{agent}`.")
            }
        }
    }

    /// Selects the item. For a node, it selects the agent.
    pub(super) fn select(&self, workspace: &mut Workspace) {
        let id = match self {
            Self::Item(id) | Self::Field { item: Some(id), .. } | Self::Node { agent: id, .. } => *id,
            Self::Field { item: None, .. } => return,
        };
        if let Some(item) = workspace.world().find(id)
            && workspace.selection().active() != Some(id)
        {
            workspace.selection_mut().choose(item, false);
        }
    }
}

/// The field with this label, of the selected item, else of the last one that the line names, else of the first one
/// that has the field.
fn field(words: &str, workspace: &Workspace, near: &[ItemId]) -> Option<LinkTarget> {
    let (label, owner) = FIELDS.iter().find(|(label, _)| *label == words)?;
    let kinds = match owner {
        Owner::Octree => {
            workspace.scene().octree.as_ref()?;
            return Some(LinkTarget::Field { label, pane: Pane::Octree, item: None });
        }
        Owner::Kinds(kinds) => *kinds,
    };
    let world = workspace.world();
    let has_it = |id: &ItemId| world.find(*id).is_some_and(|item: Item| kinds.contains(&item.kind()));
    let first = || kinds.iter().filter(|kind| world.count(**kind) > 0).find_map(|kind| world.id_of(kind.item(0)));
    let item = near
        .iter()
        .rev()
        .copied()
        .find(has_it)
        .or_else(|| workspace.selection().active().filter(has_it))
        .or_else(first)?;
    Some(LinkTarget::Field { label, pane: Pane::Inspector, item: Some(item) })
}

/// The first node with this name: of the tree that is shown, else of the first tree that has one.
fn node(words: &str, workspace: &Workspace) -> Option<LinkTarget> {
    let agents = &workspace.world().agents;
    let shown = workspace.selection().shown_agent().and_then(|index| agents.get(index));
    shown.into_iter().chain(agents).find_map(|agent| {
        let tree = agent.tree.as_ref().ok()?;
        let node = (0..tree.len()).find(|node| tree.name(*node) == words)?;
        Some(LinkTarget::Node { agent: agent.id, node: tree.id(node) })
    })
}

/// The tree of an agent. `None` when it could not be read.
fn tree(agent: ItemId, workspace: &Workspace) -> Option<&Tree> {
    let agent = workspace.world().agents.iter().find(|one| one.id == agent)?;
    agent.tree.as_deref().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    /// Two agents whose trees both have the node “round”. One node has the name of an object.
    fn workspace() -> Workspace {
        let agent = |name: &str, leaf: &str| {
            format!(
                r#"{{ "name": "{name}", "tree": {{ "sequence": {{ "name": "round", "children": [
                    {{ "action": {{ "name": "crate", "wait": {{ "ticks": 1 }} }} }},
                    {{ "action": {{ "name": "{leaf}", "wait": {{ "ticks": 2 }} }} }},
                    {{ "action": {{ "wait": {{ "ticks": 3 }} }} }} ] }} }} }}"#
            )
        };
        let text = format!(
            r#"{{ "eyeline": 1, "objects": [ {{ "name": "crate", "shape": {{ "sphere": {{ "radius": 1 }} }} }} ],
                "agents": [ {}, {} ] }}"#,
            agent("guard", "look"),
            agent("dog", "bark")
        );
        Workspace::new(parse(&text, "test").unwrap(), None)
    }

    /// The agent and the node that a text leads to, by their indices.
    fn found(look: TextLook, words: &str, workspace: &Workspace) -> Option<(usize, usize)> {
        let LinkTarget::Node { agent, node } = LinkTarget::of(look, words, workspace, &[])? else { return None };
        let index = workspace.world().agents.iter().position(|one| one.id == agent)?;
        Some((index, tree(agent, workspace)?.find(node)?))
    }

    #[test]
    fn names_of_nodes_lead_to_the_shown_tree_or_to_the_first_that_has_the_node() {
        let mut workspace = workspace();
        for look in [TextLook::Code, TextLook::Strong] {
            for (words, expected) in [
                ("look", Some((0, 2))),
                ("bark", Some((1, 2))),
                ("round", Some((0, 0))),
                ("sequence", None),
                ("wait", None),
            ] {
                assert_eq!(found(look, words, &workspace), expected, "{look:?} {words}");
            }
        }
        for look in [TextLook::Plain, TextLook::Emphasis] {
            assert_eq!(found(look, "bark", &workspace), None, "{look:?}");
        }
        workspace.selection_mut().show_agent(1);
        assert_eq!(found(TextLook::Code, "round", &workspace), Some((1, 0)));
        assert_eq!(found(TextLook::Code, "look", &workspace), Some((0, 2)), "the shown tree has no such node");
    }

    #[test]
    fn names_of_items_win_over_those_of_nodes() {
        let workspace = workspace();
        let object = workspace.world().named("crate").unwrap();
        for look in [TextLook::Code, TextLook::Strong] {
            assert_eq!(LinkTarget::of(look, "crate", &workspace, &[]), Some(LinkTarget::Item(object)), "{look:?}");
        }
    }

    #[test]
    fn a_link_to_a_node_selects_its_agent() {
        let mut workspace = workspace();
        let target = LinkTarget::of(TextLook::Strong, "bark", &workspace, &[]).unwrap();
        assert_eq!(target.help(&workspace), "Show the node `bark` in the tree of `dog`.");
        target.select(&mut workspace);
        assert_eq!(
            (workspace.selection().active_item(), workspace.selection().shown_agent()),
            (Some(Item::Agent(1)), Some(1))
        );
    }
}
