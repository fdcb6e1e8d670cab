//! The `TreeNodesModel` of a file: the declared nodes and their ports.

use std::collections::BTreeMap;

use super::document::{ElementId, XmlDocument};

/// The declared class of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A leaf that runs an action.
    Action,
    /// A leaf that tests a condition.
    Condition,
    /// An inner node with children.
    Control,
    /// An inner node with one child.
    Decorator,
    /// Another tree.
    SubTree,
}

/// The declaration of one kind of node.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The class.
    pub class: Class,
    /// Its ports in order.
    pub ports: Vec<Port>,
}

/// A parameter of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// The name of the attribute.
    pub name: Box<str>,
    /// Whether the node reads it, writes it or both.
    pub direction: Direction,
    /// The type in the language of its author; may be empty.
    pub kind: Box<str>,
    /// The default value.
    pub default: Option<Box<str>>,
    /// The description.
    pub about: Box<str>,
}

/// The direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The node reads it.
    Input,
    /// The node writes it.
    Output,
    /// Both.
    Both,
}

impl Class {
    /// The class of a tag.
    pub fn from_tag(tag: &str) -> Option<Self> {
        match tag {
            "Action" => Some(Self::Action),
            "Condition" => Some(Self::Condition),
            "Control" => Some(Self::Control),
            "Decorator" => Some(Self::Decorator),
            "SubTree" | "SubTreePlus" => Some(Self::SubTree),
            _ => None,
        }
    }
}

impl Direction {
    fn from_tag(tag: &str) -> Option<Self> {
        match tag {
            "input_port" => Some(Self::Input),
            "output_port" => Some(Self::Output),
            "inout_port" => Some(Self::Both),
            _ => None,
        }
    }
}

/// Collects the models of one `TreeNodesModel` element; of two with one name, the first.
pub(super) fn collect(document: &XmlDocument, list: ElementId, models: &mut BTreeMap<Box<str>, Model>) {
    for id in document.children(list) {
        let element = document.element(id);
        let (Some(class), Some(name)) = (Class::from_tag(&element.tag), element.attribute("ID")) else { continue };
        let ports = document.children(id).filter_map(|child| {
            let port = document.element(child);
            Some(Port {
                name: port.attribute("name")?.into(),
                direction: Direction::from_tag(&port.tag)?,
                kind: port.attribute("type").unwrap_or_default().into(),
                default: port.attribute("default").map(Into::into),
                about: document.text(child).into(),
            })
        });
        models.entry(name.into()).or_insert_with(|| Model { class, ports: ports.collect() });
    }
}
