//! New nodes of a tree file: the kinds that can be added, and the attributes of an element.

use super::document::ElementId;
use super::edit::is_name;
use super::kinds::{self, ElementKind, TagKind};
use super::model::{Class, Port};
use super::tree_file::TreeFile;
use crate::behavior::{Arity, Declared};

/// The smallest valid element of a kind, which can be added to a tree file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The group of its kind.
    pub group: TemplateGroup,
    /// Its tag.
    pub tag: Box<str>,
    /// Its attributes.
    pub attributes: Vec<(Box<str>, Box<str>)>,
}

/// Kinds of nodes, as menus list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateGroup {
    /// With many children.
    Control,
    /// With one child.
    Decorator,
    /// A leaf that tests a condition.
    Condition,
    /// A leaf that runs an action.
    Action,
    /// Another tree of the file.
    SubTree,
}

impl Template {
    fn known(entry: &TagKind) -> Self {
        let group = match (entry.known.arity(), entry.known) {
            (Arity::Some, _) => TemplateGroup::Control,
            (Arity::One, _) => TemplateGroup::Decorator,
            (Arity::None, ElementKind::ScriptCondition | ElementKind::WasEntryUpdated) => TemplateGroup::Condition,
            (Arity::None, _) => TemplateGroup::Action,
        };
        // The required attributes, with useful values.
        let attributes: &[(&str, &str)] = match entry.known {
            ElementKind::Repeat => &[("num_cycles", "3")],
            ElementKind::Retry => &[("num_attempts", "3")],
            ElementKind::Timeout | ElementKind::Sleep => &[("msec", "1000")],
            ElementKind::PauseResumeController => &[("pause_service_name", "pause"), ("resume_service_name", "resume")],
            ElementKind::Delay => &[("delay_msec", "1000")],
            ElementKind::Switch(2) => &[("variable", "{value}"), ("case_1", "1"), ("case_2", "2")],
            ElementKind::Switch(_) => &[("variable", "{value}"), ("case_1", "1")],
            ElementKind::Precondition => &[("if", "true"), ("else", "FAILURE")],
            ElementKind::Loop(Declared::Truth) => &[("queue", "true;false"), ("value", "{value}")],
            ElementKind::Loop(_) => &[("queue", "1;2;3"), ("value", "{value}")],
            ElementKind::EntryUpdated(_) | ElementKind::WasEntryUpdated => &[("entry", "{value}")],
            ElementKind::ConsumeQueue | ElementKind::PopFromQueue => {
                &[("queue", "{queue}"), ("popped_item", "{value}")]
            }
            ElementKind::QueueSize => &[("queue", "{queue}"), ("size", "{value}")],
            ElementKind::UnsetBlackboard => &[("key", "value")],
            ElementKind::SetBlackboard => &[("output_key", "value"), ("value", "1")],
            ElementKind::Script => &[("code", "value := 1")],
            ElementKind::ScriptCondition => &[("code", "true")],
            _ => &[],
        };
        let attributes = attributes.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        Self { group, tag: entry.tag.into(), attributes }
    }

    /// A node of an unknown kind, by its tag if that is valid, else by its `ID`.
    fn named(group: TemplateGroup, name: &str) -> Self {
        if is_name(name) {
            return Self { group, tag: name.into(), attributes: Vec::new() };
        }
        let tag = match group {
            TemplateGroup::Control => "Control",
            TemplateGroup::Decorator => "Decorator",
            TemplateGroup::Condition => "Condition",
            TemplateGroup::Action => "Action",
            TemplateGroup::SubTree => "SubTree",
        };
        Self { group, tag: tag.into(), attributes: vec![("ID".into(), name.into())] }
    }

    /// The text in menus: its tag or its ID.
    pub fn words(&self) -> &str {
        let id = self.attributes.iter().find(|(name, _)| &**name == "ID");
        id.map_or(&self.tag, |(_, id)| id)
    }
}

impl TreeFile {
    /// All elements that can be added to the file: known nodes, those of its models, leaves of the file, and its other
    /// trees.
    pub fn templates(&self) -> Vec<Template> {
        let known = kinds::ENTRIES.iter().filter(|entry| !entry.is_old).map(Template::known);
        let mut all: Vec<Template> = known.collect();
        for (name, model) in &self.index().models {
            let group = match model.class {
                Class::Action => TemplateGroup::Action,
                Class::Condition => TemplateGroup::Condition,
                Class::Control => TemplateGroup::Control,
                Class::Decorator => TemplateGroup::Decorator,
                Class::SubTree => continue,
            };
            self.list(&mut all, group, name);
        }
        for leaf in self.leaves() {
            self.list(&mut all, TemplateGroup::Action, leaf);
        }
        let others = self.trees().filter(|tree| self.main_tree().ok() != Some(*tree));
        all.extend(others.map(|tree| Template {
            group: TemplateGroup::SubTree,
            tag: "SubTree".into(),
            attributes: vec![("ID".into(), tree.into())],
        }));
        all
    }

    fn list(&self, all: &mut Vec<Template>, group: TemplateGroup, name: &str) {
        if !all.iter().any(|one| one.words() == name) && kinds::find(name, self.index().is_version_4).is_none() {
            all.push(Template::named(group, name));
        }
    }

    /// The tags of leaves in its own trees, once for each occurrence.
    fn leaves(&self) -> Vec<&str> {
        let document = self.document();
        let is_tree = |id: &ElementId| &*document.element(*id).tag == "BehaviorTree";
        let mut open: Vec<ElementId> = document.children(document.root()).filter(is_tree).collect();
        let mut leaves = Vec::new();
        while let Some(id) = open.pop() {
            let before = open.len();
            open.extend(document.children(id));
            let tag = &*document.element(id).tag;
            if open.len() == before && Class::from_tag(tag).is_none() && !is_tree(&id) {
                leaves.push(tag);
            }
        }
        leaves
    }

    /// The number of children that an element of its own document can have.
    pub fn arity(&self, id: ElementId) -> Arity {
        let element = self.document().element(id);
        let explicit = Class::from_tag(&element.tag);
        let name = explicit.and_then(|_| element.attribute("ID")).unwrap_or(&element.tag);
        if &*element.tag == "BehaviorTree" {
            return Arity::One;
        }
        if let Some(entry) = kinds::find(name, self.index().is_version_4) {
            return entry.known.arity();
        }
        match explicit.or_else(|| self.model(name).map(|model| model.class)) {
            Some(Class::Control) => Arity::Some,
            Some(Class::Decorator) => Arity::One,
            // No model declares it: an element with children is an inner node.
            None if self.document().children(id).next().is_some() => Arity::Some,
            _ => Arity::None,
        }
    }

    /// The attributes with a meaning for an element of its own document, besides its name and those of every node; with
    /// their ports in the model.
    pub fn ports(&self, id: ElementId) -> Vec<(&str, Option<&Port>)> {
        let element = self.document().element(id);
        let name = Class::from_tag(&element.tag).and_then(|_| element.attribute("ID")).unwrap_or(&element.tag);
        let known = kinds::find(name, self.index().is_version_4).map_or(&[][..], |entry| entry.attributes);
        let modelled = self.model(name).map_or(&[][..], |model| &model.ports);
        let known = known.iter().filter(|name| modelled.iter().all(|port| *port.name != ***name));
        known.map(|&name| (name, None)).chain(modelled.iter().map(|port| (&*port.name, Some(port)))).collect()
    }
}
