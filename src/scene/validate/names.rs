//! The rules of names, of the selection, and of problems that are ignored.

use super::check::Check;
use super::violation::ViolationKind;
use crate::scene::document::{Ignored, LevelProblem, Scene};
use crate::scene::names::{InModel, Kind, named};
use crate::scene::read::hint::such_as;
use crate::source::error::quoted;
use crate::source::place::ValuePath;
use crate::source::suggest::nearest;

impl<'s> Check<'s> {
    /// Checks that names are not empty, and unique over all lists.
    pub(super) fn names(&mut self, scene: &'s Scene) {
        let of = |name: &str| ViolationKind::Name(name.into());
        for (name, kind, index) in named(scene) {
            if name.trim().is_empty() {
                self.push_kind(of(name), kind.name_at(index), "a name must not be empty", such_as("name"));
            } else if let Some((first_kind, first)) = self.names.first_other(name, (kind, index)) {
                self.push_kind(
                    of(name),
                    kind.name_at(index),
                    format!("the name {} is taken", quoted(name)),
                    Some("names are unique in a scene, over all its lists together"),
                );
                if let Some(violation) = self.violations.last_mut() {
                    violation.other = Some(first_kind.name_at(first));
                }
            } else if let Some(twice) = (kind == Kind::Model).then(|| self.names.given_twice(name)).flatten() {
                self.push_kind(
                    of(name),
                    kind.name_at(index),
                    format!("{} would be the name of two items: one of this model and one of another", quoted(&twice)),
                    Some("give the model another name, such as one without `/`"),
                );
            } else if self.names.is_half(name) {
                self.push_kind(
                    of(name),
                    kind.name_at(index),
                    format!("the name {} is taken by a half of a cut", quoted(name)),
                    Some("halves are named after their object and their cut"),
                );
            } else if let Some(InModel::Found(other)) = self.names.in_model(name) {
                self.push_kind(
                    of(name),
                    kind.name_at(index),
                    format!("the name {} is taken by {} of a model", quoted(name), other.with_article()),
                    Some("objects and cameras of models are named after the model and their node"),
                );
            }
        }
    }

    /// The selection: one item, or a camera or ray and an object, or a ray and an image. A model is no item: its objects are.
    pub(super) fn select(&mut self, names: &'s [String], at: &ValuePath) {
        let kind = |name: &String| match (self.names.kind(name), self.names.in_model(name)) {
            (None, Some(InModel::Found(kind))) => Some(kind),
            // It may be a camera too, of a trace that is not read yet.
            (None, Some(InModel::Unread)) => Some(Kind::Object),
            (kind, _) => kind,
        };
        let is_unread = |name: &String| {
            self.names.kind(name).is_none() && matches!(self.names.in_model(name), Some(InModel::Unread))
        };
        let kinds: Vec<_> = names.iter().map(kind).collect();
        let can_be = |kind: &Option<Kind>| kind.is_some_and(|kind| kind != Kind::Model);
        if let Some(i) = kinds.iter().position(|kind| !can_be(kind)) {
            if kinds[i] == Some(Kind::Model) {
                let message = format!("{} is a model, and a model cannot be selected", quoted(&names[i]));
                let object = quoted(&self.names.object_of_model(&names[i]));
                return self.push(at.index(i), message, Some(format!("select one of its objects, such as {object}")));
            }
            let words: Vec<_> = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Model).map(Kind::word).collect();
            let (last, others) = words.split_last().unwrap_or((&"", &[]));
            let message = format!("there is no {} or {last} named {}", others.join(", "), quoted(&names[i]));
            let help = self.names.suggestion(&names[i], Kind::Object);
            return self.push(at.index(i), message, help);
        }
        let is_question = match kinds[..] {
            [_, _] if names.iter().any(is_unread) => true,
            [Some(one), Some(other)] => {
                let is = |a, b| [(one, other), (other, one)].contains(&(a, b));
                is(Kind::Camera, Kind::Object) || is(Kind::Ray, Kind::Object) || is(Kind::Ray, Kind::Image)
            }
            _ => names.len() <= 1,
        };
        if !is_question {
            let message =
                "`select` must be one name, a camera or ray together with an object, or a ray together with an image";
            self.push(at.clone(), message, such_as("select"));
        }
    }

    pub(super) fn ignored(&mut self, ignored: &'s Ignored, at: &ValuePath) {
        if !LevelProblem::WORDS.contains(&&*ignored.problem) {
            let message = format!("there is no kind of problem named {}", quoted(&ignored.problem));
            let help = match nearest(&ignored.problem, LevelProblem::WORDS) {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None => format!("the kinds are {}", LevelProblem::WORDS.join(", ")),
            };
            self.push(at.key("problem"), message, Some(help));
        }
        let Some(name) = &ignored.object else { return };
        let is_there = self.names.kind(name).is_some()
            || matches!(self.names.in_model(name), Some(InModel::Found(_) | InModel::Unread));
        if !is_there {
            self.reference(name, Kind::Object, at.key("object"));
        }
    }
}
