//! A problem of a scene, and how the rules report one.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Check, Rule};
use crate::scene::document::Scene;
use crate::scene::id::ItemId;
use crate::scene::names::Kind;
use crate::scene::read::hint::such_as_within;
use crate::source::error::quoted;
use crate::source::place::Place;

/// The kind of a problem. Two problems with equal kind, item and place are the same problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// A value outside its range.
    Value,
    /// Values that contradict each other, or a missing value.
    Combination,
    /// A reference with this name refers to no item, or to an item of another kind.
    Reference(Box<str>),
    /// This name is empty or already used.
    Name(Box<str>),
    /// This file name is refused.
    File(Box<str>),
    /// A file has no node with this name, or, without a name, no mesh.
    Node(Option<Box<str>>),
}

/// The identity of a problem, see [`Problem::identity`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ProblemId {
    item: Option<ItemId>,
    place: Place,
    kind: ProblemKind,
}

/// An invalid value of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind. Code compares kinds; messages are for people only.
    pub kind: ProblemKind,
    /// The path of the value.
    pub place: Place,
    /// The message.
    pub message: String,
    /// Whether the value at the place is appended to the message.
    pub shows_value: bool,
    /// The remedy.
    pub help: Option<String>,
    /// The place to report when the value at `place` has its default and is not in the file.
    pub or_place: Option<Place>,
    /// For a duplicate name: the place of the other item.
    pub other: Option<Place>,
    /// The suggested name is not searched yet.
    pub(super) seeks: Option<Seeks>,
}

/// The names among which the suggested name is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seeks {
    /// Those of the scene's items of a kind.
    Item(Kind),
    /// Those of the nodes of a file.
    NodeOf(Box<str>),
}

impl Problem {
    /// A problem without the optional parts.
    pub(crate) fn at(place: Place, message: String, help: Option<String>) -> Self {
        let kind = ProblemKind::Combination;
        Self { kind, place, or_place: None, message, shows_value: false, help, other: None, seeks: None }
    }

    /// What makes it the same problem as one in another scene: its item, the place within the item, and its kind. The item
    /// may have a different name and index there.
    pub(crate) fn identity(&self, scene: &Scene) -> ProblemId {
        let item = scene.id_at(&self.place);
        let place = if item.is_some() { self.place.within_item() } else { self.place.clone() };
        ProblemId { item, place, kind: self.kind.clone() }
    }
}

impl Check<'_> {
    /// All problems, with names that may be meant. Only the first problem in the text is shown. It is among the first of
    /// its list, so later ones get no suggestion: a search compares all names.
    pub(super) fn finish(mut self) -> Vec<Problem> {
        /// More than an item has references outside its lists.
        const SUGGESTIONS: usize = 16;
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for problem in &mut self.problems {
            let Some(seeks) = problem.seeks.take() else { continue };
            let count = counts.entry(problem.place.list().unwrap_or_default()).or_default();
            *count += 1;
            if *count > SUGGESTIONS {
                continue;
            }
            match (seeks, &problem.kind) {
                (Seeks::Item(wanted), ProblemKind::Reference(name)) => {
                    problem.help = self.names.suggestion(name, wanted);
                }
                (Seeks::NodeOf(file), ProblemKind::Node(Some(node))) => {
                    if let Some(near) = self.levels.node_meant_by(&file, node) {
                        problem.message = format!("{}; did you mean {}?", problem.message, quoted(near));
                    }
                }
                _ => {}
            }
        }
        self.problems
    }

    /// Sets the names among which the suggested name of the last problem is searched.
    pub(super) fn seek(&mut self, seeks: Seeks) {
        if let Some(problem) = self.problems.last_mut() {
            problem.seeks = Some(seeks);
        }
    }

    pub(super) fn rules(&mut self, at: &Place, rules: &[Rule]) {
        let around = at.item().map_or("", |(list, _)| list);
        for &(holds, key, must) in rules {
            if !holds {
                self.push_value(at.key(key), format!("`{key}` {must}"), such_as_within(around, key));
            }
        }
    }

    /// Checks that at most one of some keys is given.
    pub(super) fn exclusive(&mut self, at: &Place, keys: &[(&'static str, bool)]) {
        let mut written = keys.iter().filter(|(_, is_written)| *is_written).map(|(key, _)| *key);
        if let (Some(first), Some(second)) = (written.next(), written.next()) {
            let message = format!("`{second}` and `{first}` exclude each other");
            self.push(at.key(second), message, Some("give one of them"));
        }
    }

    /// Sets the place to report for the last problem when its own place is not in the file.
    pub(super) fn or_place(&mut self, place: Place) {
        if let Some(problem) = self.problems.last_mut() {
            problem.or_place = Some(place);
        }
    }

    /// Adds a problem whose message is followed by the value.
    pub(super) fn push_value<'m>(&mut self, place: Place, message: impl Into<Cow<'m, str>>, help: Option<String>) {
        self.push(place, message, help);
        if let Some(problem) = self.problems.last_mut() {
            problem.shows_value = true;
            problem.kind = ProblemKind::Value;
        }
    }

    pub(super) fn push<'m>(&mut self, place: Place, message: impl Into<Cow<'m, str>>, help: Option<impl Into<String>>) {
        let message = message.into().into_owned();
        let help = help.map(Into::into);
        self.problems.push(Problem::at(place, message, help));
    }

    /// Adds a problem with a given kind.
    pub(super) fn push_kind<'m>(
        &mut self,
        kind: ProblemKind,
        place: Place,
        message: impl Into<Cow<'m, str>>,
        help: Option<impl Into<String>>,
    ) {
        self.push(place, message, help);
        if let Some(problem) = self.problems.last_mut() {
            problem.kind = kind;
        }
    }
}
