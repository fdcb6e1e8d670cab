//! Scripts in attributes of any node, such as `_skipIf`, and notes on attributes without an effect.

use super::super::tree_file::ElementNode;
use super::expand::Build;
use super::scope::ScopeId;
use crate::behavior::NodeScripts;
use crate::source::error::{SceneError, quoted};

/// The attributes of any node whose value is a script.
const SCRIPTS: [&str; 8] =
    ["_failureIf", "_successIf", "_skipIf", "_while", "_onSuccess", "_onFailure", "_onHalted", "_post"];

/// Whether an attribute has a script, or no effect on the behaviour of a node.
fn is_common(name: &str) -> bool {
    SCRIPTS.contains(&name) || COSMETIC.contains(&name)
}

/// Attributes without an effect on the behaviour of a node.
const COSMETIC: [&str; 5] = ["_description", "_uid", "_fullpath", "_collapsed", "_fold"];

/// Attributes of a `SubTree` for the mapping of its keys.
const REMAPPING: [&str; 3] = ["_autoremap", "__autoremap", "__shared_blackboard"];

impl<'b> Build<'b> {
    /// Puts the scripts of an element around the node that was opened last.
    pub(super) fn wrap(&mut self, node: ElementNode, scope: ScopeId) -> Result<(), SceneError> {
        if !self.element(node).attributes.iter().any(|attribute| SCRIPTS.contains(&&*attribute.name)) {
            return Ok(());
        }
        let mut script = |name: &'static str| {
            let is_written = self.element(node).attribute(name).is_some();
            is_written.then(|| self.code(node, scope, name)).transpose()
        };
        let scripts = NodeScripts {
            failure_if: script("_failureIf")?,
            success_if: script("_successIf")?,
            skip_if: script("_skipIf")?,
            while_true: script("_while")?,
            on_success: script("_onSuccess")?,
            on_failure: script("_onFailure")?,
            on_halted: script("_onHalted")?,
            post: script("_post")?,
        };
        self.builder.around(scripts);
        Ok(())
    }

    /// Adds notes for attributes without an effect, where `known` are those with a meaning. For a node of an unknown
    /// kind, only the attributes common to all nodes are checked.
    pub(super) fn check_attributes(&mut self, node: ElementNode, known: Option<&[&str]>) {
        let idle = |name: &str| {
            let is_meant = is_common(name) || known.unwrap_or_default().contains(&name);
            let is_plain = matches!(name, "name" | "ID") || name.starts_with("xmlns");
            !is_meant && !is_plain && (known.is_some() || name.starts_with('_'))
        };
        self.list_idle(node, idle);
    }

    /// The same for a `SubTree`, all of whose plain attributes are ports.
    pub(super) fn check_subtree_attributes(&mut self, node: ElementNode) {
        let idle = |name: &str| name.starts_with('_') && !is_common(name) && !REMAPPING.contains(&name);
        self.list_idle(node, idle);
    }

    /// Adds notes for text and other content between elements.
    pub(super) fn check_contents(&mut self, node: ElementNode) {
        let text = self.document(node).text(node.element);
        if !text.is_empty() {
            let tag = quoted(&self.element(node).tag);
            self.note(node, format!("the text {} in {tag} does nothing", quoted(&text)));
        }
    }

    fn list_idle(&mut self, node: ElementNode, idle: impl Fn(&str) -> bool) {
        for attribute in self.element(node).attributes.iter().filter(|attribute| idle(&attribute.name)) {
            let tag = quoted(self.id_of(node));
            let message = format!("{} of {tag} is not supported; it does nothing", quoted(&attribute.name));
            self.note_at(node, attribute.at, message);
        }
    }

    fn id_of(&self, node: ElementNode) -> &'b str {
        let element = self.element(node);
        let is_explicit = super::super::model::Class::from_tag(&element.tag).is_some();
        element.attribute("ID").filter(|_| is_explicit).unwrap_or(&element.tag)
    }
}
