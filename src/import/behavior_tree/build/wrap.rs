//! Scripts in attributes of any node, such as `_skipIf`: each is converted to nodes around the element with the same
//! effect, so that they can be watched like other nodes.
//!
//! ```text
//! _failureIf="e"   sequence { !e, node }
//! _successIf="e"   selector { e, node }
//! _skipIf="e"      as _successIf in a sequence, as _failureIf in a selector: so the parent skips it
//! _while="e"       the same with !e and reactive, so that the node is halted when it no longer holds
//! _onSuccess="s"   sequence { node, s }
//! _onFailure="s"   selector { node, failer { s } }
//! _post="s"        selector { sequence { node, s }, failer { s } }
//! ```
//!
//! Conditions are evaluated in this order, from the outside in, and scripts run in this order, from the inside out
//! (behaviortree.dev, "Pre and Post conditions", 2024).

use std::fmt;

use super::super::tree_file::Node;
use super::scope::ScopeId;
use super::{Build, Origin, Part, Task};
use crate::behavior::{Abort, Action, Condition, Expression, Kind, Order};
use crate::source::error::{SceneError, quoted};

/// The content of a wrapper after its element.
#[derive(Clone)]
pub(super) enum After {
    Nothing,
    /// A script that succeeds.
    Run(Expression),
    /// A script with a failer around it.
    RunAndFail(Expression),
}

/// An attribute of any node whose value is a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScriptAttribute {
    /// `_failureIf`
    FailureIf,
    /// `_successIf`
    SuccessIf,
    /// `_skipIf`
    SkipIf,
    /// `_while`
    While,
    /// `_post`
    Post,
    /// `_onFailure`
    OnFailure,
    /// `_onSuccess`
    OnSuccess,
}

const BEFORE: [ScriptAttribute; 4] =
    [ScriptAttribute::FailureIf, ScriptAttribute::SuccessIf, ScriptAttribute::SkipIf, ScriptAttribute::While];
const AFTER: [ScriptAttribute; 3] = [ScriptAttribute::Post, ScriptAttribute::OnFailure, ScriptAttribute::OnSuccess];

impl ScriptAttribute {
    /// The name of the attribute in XML.
    pub fn name(self) -> &'static str {
        match self {
            Self::FailureIf => "_failureIf",
            Self::SuccessIf => "_successIf",
            Self::SkipIf => "_skipIf",
            Self::While => "_while",
            Self::Post => "_post",
            Self::OnFailure => "_onFailure",
            Self::OnSuccess => "_onSuccess",
        }
    }
}

/// Its name.
impl fmt::Display for ScriptAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether an attribute has a script, or no effect on the behaviour of a node.
fn is_common(name: &str) -> bool {
    BEFORE.iter().chain(&AFTER).any(|attribute| attribute.name() == name) || COSMETIC.contains(&name)
}

/// Attributes without an effect on the behaviour of a node.
const COSMETIC: [&str; 5] = ["_description", "_uid", "_fullpath", "_collapsed", "_fold"];

/// Attributes of a `SubTree` for the mapping of its keys.
const REMAPPING: [&str; 3] = ["_autoremap", "__autoremap", "__shared_blackboard"];

impl<'b> Build<'b> {
    /// Opens the nodes around an element, outermost first; tasks close them after the element.
    pub(super) fn wrap(&mut self, node: Node, scope: ScopeId) -> Result<(), SceneError> {
        if !self.element(node).attributes.iter().any(|attribute| attribute.name.starts_with('_')) {
            return Ok(());
        }
        let in_selector = self.in_selector.last().copied().unwrap_or(false);
        for attribute in BEFORE {
            let name = attribute.name();
            if self.element(node).attribute(name).is_none() {
                continue;
            }
            let evaluated = self.code(node, scope, name)?;
            let is_while = attribute == ScriptAttribute::While;
            let order = if is_while { Order::Reactive } else { Order::Resume };
            let passes_with_success = match attribute {
                ScriptAttribute::FailureIf => false,
                ScriptAttribute::SuccessIf => true,
                _ => !in_selector,
            };
            // A selector ends here when its condition is true, a sequence when it is false.
            let is_negated = passes_with_success == is_while;
            let evaluated = if is_negated { evaluated.negated() } else { evaluated };
            self.open_wrapper(node, attribute, passes_with_success, order, After::Nothing)?;
            let condition = Kind::Condition(Condition::Expression(evaluated.clone()));
            let origin = Origin { node, attribute: Some(attribute) };
            self.open(condition, evaluated.text(), origin, Part::Condition)?;
            self.close();
        }
        for attribute in AFTER {
            let name = attribute.name();
            if self.element(node).attribute(name).is_none() {
                continue;
            }
            let script = self.code(node, scope, name)?;
            let order = Order::Resume;
            if attribute != ScriptAttribute::OnSuccess {
                self.open_wrapper(node, attribute, true, order, After::RunAndFail(script.clone()))?;
            }
            if attribute != ScriptAttribute::OnFailure {
                self.open_wrapper(node, attribute, false, order, After::Run(script))?;
            }
        }
        Ok(())
    }

    fn open_wrapper(
        &mut self,
        node: Node,
        attribute: ScriptAttribute,
        is_selector: bool,
        order: Order,
        after: After,
    ) -> Result<(), SceneError> {
        let abort = Abort::None;
        let kind = if is_selector { Kind::Selector { order, abort } } else { Kind::Sequence { order, abort } };
        let origin = Origin { node, attribute: Some(attribute) };
        let part = match &after {
            After::Nothing => Part::Check,
            After::Run(_) => Part::Run,
            After::RunAndFail(_) => Part::RunAndFail,
        };
        self.open(kind, attribute.name(), origin, part)?;
        self.push(Task::CloseWrapper(origin, after));
        Ok(())
    }

    /// Closes the nodes that [`Build::wrap`] opened, with the scripts after the element.
    pub(super) fn close_wrapper(&mut self, origin: Origin, after: After) -> Result<(), SceneError> {
        let is_failing = matches!(after, After::RunAndFail(_));
        if let After::Run(script) | After::RunAndFail(script) = after {
            if is_failing {
                self.open(Kind::Failer, "", origin, Part::Failer)?;
            }
            let name = script.text().to_owned();
            let part = if is_failing { Part::FailingScript } else { Part::Script };
            self.open(Kind::Action(Action::Expression(script)), &name, origin, part)?;
            self.close();
            if is_failing {
                self.close();
            }
        }
        self.close();
        Ok(())
    }

    /// Adds notes for attributes without an effect, where `known` are those with a meaning. For a node of an unknown
    /// kind, only the attributes common to all nodes are checked.
    pub(super) fn check_attributes(&mut self, node: Node, known: Option<&[&str]>) {
        let idle = |name: &str| {
            let is_meant = is_common(name) || known.unwrap_or_default().contains(&name);
            let is_plain = matches!(name, "name" | "ID") || name.starts_with("xmlns");
            !is_meant && !is_plain && (known.is_some() || name.starts_with('_'))
        };
        self.list_idle(node, idle);
    }

    /// The same for a `SubTree`, all of whose plain attributes are ports.
    pub(super) fn check_subtree_attributes(&mut self, node: Node) {
        let idle = |name: &str| name.starts_with('_') && !is_common(name) && !REMAPPING.contains(&name);
        self.list_idle(node, idle);
    }

    /// Adds notes for text and other content between elements.
    pub(super) fn check_contents(&mut self, node: Node) {
        let text = self.document(node).text(node.element);
        if !text.is_empty() {
            let tag = quoted(&self.element(node).tag);
            self.note(node, format!("the text {} in {tag} does nothing", quoted(&text)));
        }
    }

    fn list_idle(&mut self, node: Node, idle: impl Fn(&str) -> bool) {
        for attribute in self.element(node).attributes.iter().filter(|attribute| idle(&attribute.name)) {
            let tag = quoted(self.id_of(node));
            let message = format!("{} of {tag} is not supported; it does nothing", quoted(&attribute.name));
            self.note_at(node, attribute.at, message);
        }
    }

    fn id_of(&self, node: Node) -> &'b str {
        let element = self.element(node);
        let is_explicit = super::super::model::Class::from_tag(&element.tag).is_some();
        element.attribute("ID").filter(|_| is_explicit).unwrap_or(&element.tag)
    }
}
