//! A problem of a scene, and how the rules report one.

use std::borrow::Cow;

use super::{Check, Rule};
use crate::scene::document::Scene;
use crate::scene::hint::such_as;
use crate::source::place::Place;

/// The kind of a problem. Two problems of one kind at one place of the same item are the same problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A value out of its range.
    Value,
    /// Values that do not fit each other, or a value that is missing.
    Combination,
    /// A reference by this name leads nowhere, or to an item of another kind.
    Reference(Box<str>),
    /// This name is empty or taken.
    Name(Box<str>),
    /// This file may not be read.
    File(Box<str>),
    /// A file does not have this node, or without a name no mesh.
    Node(Option<Box<str>>),
}

/// An invalid value of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its kind. Code compares it; the message is for people only.
    pub kind: ProblemKind,
    /// Its place.
    pub place: Place,
    /// The error.
    pub message: String,
    /// Whether the value at the place is appended to the message.
    pub wants_value: bool,
    /// The remedy.
    pub help: Option<String>,
    /// The place to report when `place` is not in the file and has its default value.
    pub or_place: Option<Place>,
    /// For a duplicate name: the place of the other item.
    pub other: Option<Place>,
}

impl Problem {
    /// A problem without the optional parts.
    pub(crate) fn at(place: Place, message: String, help: Option<String>) -> Self {
        let kind = ProblemKind::Combination;
        Self { kind, place, or_place: None, message, wants_value: false, help, other: None }
    }

    /// Whether both are the same problem of the same item, this one in `scene` and the other one in `other_scene`. The
    /// item may have another name and another index there.
    pub(crate) fn is_same_as(&self, scene: &Scene, other: &Self, other_scene: &Scene) -> bool {
        let (item, other_item) = (scene.id_at(&self.place), other_scene.id_at(&other.place));
        let is_same_place = match (item, other_item) {
            (Some(item), Some(other_item)) => item == other_item && self.place.is_same_within_item(&other.place),
            (None, None) => self.place == other.place,
            _ => false,
        };
        is_same_place && self.kind == other.kind
    }
}

impl Check<'_> {
    pub(super) fn rules(&mut self, at: &Place, rules: &[Rule]) {
        for &(holds, key, must) in rules {
            if !holds {
                self.push_value(at.key(key), format!("`{key}` {must}"), such_as(key));
            }
        }
    }

    /// At most one of some keys may be given.
    pub(super) fn exclusive(&mut self, at: &Place, keys: &[(&'static str, bool)]) {
        let mut written = keys.iter().filter(|(_, is_written)| *is_written).map(|(key, _)| *key);
        if let (Some(first), Some(second)) = (written.next(), written.next()) {
            let message = format!("`{second}` and `{first}` exclude each other");
            self.push(at.key(second), message, Some("give one of them"));
        }
    }

    /// The place to report for the last problem when its own is not in the file.
    pub(super) fn or_place(&mut self, place: Place) {
        if let Some(problem) = self.problems.last_mut() {
            problem.or_place = Some(place);
        }
    }

    /// A problem whose message is followed by the value.
    pub(super) fn push_value<'m>(&mut self, place: Place, message: impl Into<Cow<'m, str>>, help: Option<String>) {
        self.push(place, message, help);
        if let Some(problem) = self.problems.last_mut() {
            problem.wants_value = true;
            problem.kind = ProblemKind::Value;
        }
    }

    pub(super) fn push<'m>(&mut self, place: Place, message: impl Into<Cow<'m, str>>, help: Option<impl Into<String>>) {
        let message = message.into().into_owned();
        let help = help.map(Into::into);
        self.problems.push(Problem::at(place, message, help));
    }

    /// The same for a problem of a kind of its own.
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
