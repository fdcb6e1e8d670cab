//! The values of attributes: numbers, truth values, scripts and keys, and their errors.

use std::collections::hash_map::Entry;

use super::super::document::{Attribute, XmlDocument};
use super::super::tree_file::ElementNode;
use super::expand::Build;
use super::scope::ScopeId;
use crate::behavior::{Expression, ExpressionError, Port, is_constant};
use crate::source::error::{SceneError, quoted};

/// A whole number, or no attribute.
pub(super) enum PortNumber {
    Missing,
    Value(i64),
}

/// The key in `{key}`.
pub(super) fn key(value: &str) -> Option<&str> {
    let inner = value.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    (!inner.is_empty()).then_some(inner)
}

/// What a literal in a port must be.
#[derive(Clone, Copy)]
pub(super) enum Literal {
    /// Of 32 bits.
    Whole,
    /// Milliseconds.
    Time,
    Truth,
    /// The status that a node returns.
    Status,
    Any,
}

impl Literal {
    /// What is wrong with a text.
    fn fault(self, text: &str) -> Option<&'static str> {
        let is_right = match self {
            Self::Whole => text.parse::<i32>().is_ok(),
            Self::Time => text.parse::<u32>().is_ok(),
            Self::Truth => matches!(text, "true" | "TRUE" | "True" | "1" | "false" | "FALSE" | "False" | "0"),
            Self::Status => matches!(text, "SUCCESS" | "FAILURE" | "RUNNING" | "SKIPPED"),
            Self::Any => true,
        };
        let wanted = match self {
            Self::Whole => "must be a whole number",
            Self::Time => "must be a number of milliseconds, 0 or more",
            Self::Truth => "must be `true` or `false`",
            Self::Status => "must be `SUCCESS`, `FAILURE`, `RUNNING` or `SKIPPED`",
            Self::Any => "",
        };
        (!is_right).then_some(wanted)
    }
}

impl<'b> Build<'b> {
    /// A port that is read in each tick; `None` without the attribute.
    pub(super) fn port(
        &mut self,
        node: ElementNode,
        scope: ScopeId,
        name: &str,
        literal: Literal,
    ) -> Result<Option<Port>, SceneError> {
        let Some(value) = self.element(node).attribute(name) else { return Ok(None) };
        if let Some(key) = key(value) {
            let key = self.key_of(scope, if key == "=" { name } else { key })?;
            return Ok(Some(Port::Key(key)));
        }
        let text = if matches!(literal, Literal::Any) { value } else { value.trim() };
        match literal.fault(text) {
            Some(fault) => Err(self.wrong(node, name, fault)),
            None => Ok(Some(Port::Text(text.into()))),
        }
    }

    /// The key that an output port names.
    pub(super) fn output(
        &mut self,
        node: ElementNode,
        scope: ScopeId,
        name: &str,
    ) -> Result<Option<std::sync::Arc<str>>, SceneError> {
        let Some(key) = self.element(node).attribute(name).and_then(key) else { return Ok(None) };
        self.key_of(scope, if key == "=" { name } else { key }).map(Some)
    }

    /// The key of an entry, with or without braces.
    pub(super) fn entry(
        &mut self,
        node: ElementNode,
        scope: ScopeId,
        name: &str,
    ) -> Result<std::sync::Arc<str>, SceneError> {
        let value = self.required(node, name)?;
        if value.is_empty() {
            return Err(self.wrong(node, name, "must be a key of the blackboard"));
        }
        self.key_of(scope, key(value).unwrap_or(value))
    }

    /// A whole number. A number on the blackboard is read once, when the tree is built.
    pub(super) fn whole(&mut self, node: ElementNode, scope: ScopeId, name: &str) -> Result<PortNumber, SceneError> {
        let Some(attribute) = self.element(node).attribute_node(name) else { return Ok(PortNumber::Missing) };
        let Some(value) = self.fixed(node, scope, attribute)? else { return Ok(PortNumber::Value(1)) };
        match value.trim().parse() {
            Ok(number) => Ok(PortNumber::Value(number)),
            Err(_not_whole) => Err(self.wrong(node, name, "must be a whole number")),
        }
    }

    /// A finite number; `None` without the attribute, and for a key without a value when the tree is built.
    pub(super) fn number(&mut self, node: ElementNode, scope: ScopeId, name: &str) -> Result<Option<f64>, SceneError> {
        let Some(attribute) = self.element(node).attribute_node(name) else { return Ok(None) };
        let Some(value) = self.fixed(node, scope, attribute)? else { return Ok(None) };
        match value.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(self.wrong(node, name, "must be a number")),
        }
    }

    /// A truth value, as words or numbers.
    pub(super) fn truth(
        &mut self,
        node: ElementNode,
        scope: ScopeId,
        name: &str,
        default: bool,
    ) -> Result<bool, SceneError> {
        let Some(attribute) = self.element(node).attribute_node(name) else { return Ok(default) };
        let Some(value) = self.fixed(node, scope, attribute)? else { return Ok(default) };
        match value.trim() {
            "true" | "TRUE" | "True" | "1" => Ok(true),
            "false" | "FALSE" | "False" | "0" => Ok(false),
            _ => Err(self.wrong(node, name, "must be `true` or `false`")),
        }
    }

    /// The value of an attribute when the tree is built; `None` for a key without a value then.
    fn fixed(
        &mut self,
        node: ElementNode,
        scope: ScopeId,
        attribute: &Attribute,
    ) -> Result<Option<String>, SceneError> {
        let Some(inner) = key(&attribute.value) else { return Ok(Some(attribute.value.to_string())) };
        let key = self.key_of(scope, inner)?;
        let value = self.initial(&key).map(ToString::to_string);
        let name = quoted(&attribute.name);
        let message = match &value {
            Some(value) => format!("{name} is read once, when the tree is built; its value is {}", quoted(value)),
            None => format!(
                "the key of {name} is not on the blackboard when the tree is built: 1 \
                 is used for a whole number, else the default"
            ),
        };
        self.note_at(node, attribute.at, message);
        Ok(value)
    }

    /// A required attribute.
    pub(super) fn required(&self, node: ElementNode, name: &str) -> Result<&'b str, SceneError> {
        let value = self.element(node).attribute(name);
        value.ok_or_else(|| self.missing(node, name, "give it a value, or a key of the blackboard in braces"))
    }

    /// A script on the keys of a scope.
    pub(super) fn code(
        &mut self,
        node: ElementNode,
        scope: ScopeId,
        name: &'static str,
    ) -> Result<Expression, SceneError> {
        let Some(attribute) = self.element(node).attribute_node(name) else {
            return Err(self.missing(node, name, "such as `hp -= 10`"));
        };
        let expression = match self.scripts.entry((node, name)) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(entry) => {
                let parsed = Expression::parse(&attribute.value);
                entry.insert(parsed.map_err(|error| located(self.file.document_of(node), attribute, &error))?).clone()
            }
        };
        // The keys of the main tree are the blackboard's own.
        if scope == 0 && !expression.keys().any(|key| key.starts_with('@')) {
            return Ok(expression);
        }
        let root = &self.setting.blackboard;
        let expression = expression.with_constants(|name| is_constant(name).then(|| root.get(name).cloned()).flatten());
        let mut resolved = Vec::new();
        for key in expression.keys() {
            resolved.push(self.key_of(scope, key)?);
        }
        let mut next = resolved.into_iter();
        Ok(expression.with_keys(|key| next.next().unwrap_or_else(|| key.clone())))
    }

    pub(super) fn missing(&self, node: ElementNode, name: &str, help: &str) -> SceneError {
        let element = self.element(node);
        let tag = quoted(&element.tag);
        // A similar attribute is probably the one that the author means.
        let is_other =
            |other: &str| !matches!(other, "name" | "ID") && !other.starts_with('_') && !other.starts_with("xmlns");
        let others = element.attributes.iter().map(|attribute| &*attribute.name).filter(|other| is_other(other));
        let known = super::super::kinds::find(&element.tag, false).map_or(&[][..], |entry| entry.attributes);
        let others: Vec<&str> = others.filter(|other| !known.contains(other)).collect();
        let near = crate::source::suggest::nearest(name, others.iter().copied())
            .or(others.first().copied().filter(|_| name != "ID"));
        match near {
            Some(other) => {
                let message = format!("{tag} has no `{name}`; it has {}", quoted(other));
                self.error(node, &message, Some(&format!("call the attribute `{name}`, {help}")))
            }
            None => self.error(node, &format!("{tag} must have the attribute `{name}`"), Some(help)),
        }
    }

    /// An error about the value of an attribute.
    pub(super) fn wrong(&self, node: ElementNode, name: &str, message: &str) -> SceneError {
        let attribute = self.element(node).attribute_node(name);
        let document = self.document(node);
        let (at, value) =
            attribute.map_or_else(|| (document.position(node.element), ""), |found| (found.at, &*found.value));
        document.error_at(at, &format!("`{name}` {message}, found {}", quoted(value)), None)
    }
}

/// The error of a script. If the attribute has no escapes, the position in the script gives the position in the file.
fn located(document: &XmlDocument, attribute: &Attribute, error: &ExpressionError) -> SceneError {
    let mut at = attribute.at;
    if at.bytes().is_some_and(|bytes| bytes.len() == attribute.value.len()) {
        at.start += u32::try_from(error.at).unwrap_or(0);
        at.end = at.start + 1;
    }
    document.error_at(at, &format!("`{}`: {error}", attribute.name), Some(SCRIPT))
}

const SCRIPT: &str = "examples of scripts are `hp := 10; hp -= 1` and `hp > 5 && seen`; write texts in single quotes";
