//! Expands `SubTree` elements to the trees that they name.

use std::sync::Arc;

use super::super::model::Class;
use super::super::tree_file::ElementNode;
use super::expand::{Build, BuildingTask};
use super::ports;
use super::scope::ScopeId;
use crate::behavior::{Arity, NodeKind, literal};
use crate::source::error::{SceneError, quoted};
use crate::source::suggest::nearest;

/// The greatest nesting depth of trees.
const DEEPEST: usize = 200;

impl Build<'_> {
    /// Expands another tree at this place, in a scope of its own.
    pub(super) fn subtree(
        &mut self,
        node: ElementNode,
        scope: ScopeId,
        id: &str,
        name: &str,
        children: usize,
    ) -> Result<(), SceneError> {
        self.check_children(node, "SubTree", Arity::None, children)?;
        self.check_subtree_attributes(node);
        let Some(tree) = self.file.tree(id) else {
            if self.file.left_out.is_empty() {
                let near = || nearest(id, self.file.trees()).map(|near| format!("did you mean {}?", quoted(near)));
                let help = self.file.in_neighbour(id).or_else(near);
                return Err(self.error(node, &format!("there is no tree {}", quoted(id)), help.as_deref()));
            }
            self.note(node, format!("there is no tree {} in the files; it is loaded as a leaf", quoted(id)));
            let (kind, _) = self.unknown(node, id, name, Some(Class::Action), 0);
            self.open(kind, name, node)?;
            self.wrap(node, scope)?;
            self.builder.close();
            return Ok(());
        };
        let inner = self.ports(node, scope, id, name)?;
        self.open(NodeKind::Subtree { tree: id.into() }, name, node)?;
        self.wrap(node, scope)?;
        self.push(BuildingTask::Close);
        self.enter_tree(id, tree, node, inner)
    }

    /// The scope of a subtree: its attributes map its keys to those of the enclosing tree, or give them values.
    fn ports(&mut self, node: ElementNode, scope: ScopeId, id: &str, name: &str) -> Result<ScopeId, SceneError> {
        let file = self.file;
        let element = file.document_of(node).element(node.element);
        let is_shared = ["_autoremap", "__autoremap", "__shared_blackboard"]
            .into_iter()
            .try_fold(false, |any, name| self.truth(node, scope, name, false).map(|is_so| any || is_so))?;
        let inner = self.scopes.enter(scope, name, is_shared);
        let written = element.attributes.iter().map(|port| (&*port.name, &*port.value));
        let written = written.filter(|(name, _)| !matches!(*name, "ID" | "name") && !name.starts_with('_'));
        let models = file.model(id).map(|model| &*model.ports).unwrap_or_default().iter();
        let defaults = models.filter(|port| element.attribute(&port.name).is_none());
        let defaults = defaults.filter_map(|port| Some((&*port.name, port.default.as_deref()?)));
        for (port, value) in written.chain(defaults) {
            let is_old_key = !file.index().is_version_4 && &*element.tag == "SubTree" && ports::key(value).is_none();
            match ports::key(value) {
                Some("=") => {
                    let key = self.key_of(scope, port)?;
                    self.scopes.lead(inner, port, key);
                }
                Some(key) => {
                    let key = self.key_of(scope, key)?;
                    self.scopes.lead(inner, port, key);
                }
                // In version 3 the value of a port is a key, with or without braces.
                None if is_old_key => {
                    let key = self.key_of(scope, value)?;
                    self.scopes.lead(inner, port, key);
                }
                None => {
                    let key = self.scopes.private(inner, port);
                    self.scopes.lead(inner, port, Arc::clone(&key));
                    let (value, declared) = literal(value);
                    if let Some(declared) = declared {
                        self.builder.declare(&key, declared);
                    }
                    self.blackboard.insert(key, value);
                }
            }
        }
        Ok(inner)
    }

    /// Replaces a `SubTree` element by the tree that it names.
    pub(super) fn enter_tree(
        &mut self,
        name: &str,
        tree: ElementNode,
        from: ElementNode,
        scope: ScopeId,
    ) -> Result<(), SceneError> {
        if let Some(start) = self.chain.iter().position(|(open, _)| **open == *name) {
            let way: Vec<String> = self.chain[start..].iter().map(|(open, _)| quoted(open)).collect();
            let message = format!("the tree {} contains itself: {} → {0}", quoted(name), way.join(" → "));
            return Err(self.error(from, &message, Some("remove one of these `SubTree` elements")));
        }
        if self.chain.len() > DEEPEST {
            let message = format!("trees are nested more than {DEEPEST} deep");
            return Err(self.error(from, &message, None));
        }
        let mut children = self.file.document_of(tree).children(tree.element);
        let (Some(root), None) = (children.next(), children.next()) else {
            let found = self.file.document_of(tree).children(tree.element).count();
            let message = format!("the tree {} must have one child, found {found}", quoted(name));
            return Err(self.error(tree, &message, Some("put several into a `Sequence`, `Fallback` or `Parallel`")));
        };
        let outer = self.node_id(from);
        self.chain.push((name.into(), from));
        self.outer.push(outer);
        self.push(BuildingTask::LeaveTree);
        self.push(BuildingTask::Element(ElementNode { element: root, ..tree }, scope));
        Ok(())
    }
}
