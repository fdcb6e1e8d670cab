//! What every rule needs: the names of a scene, and the list of violations.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::violation::{Seeks, Violation, ViolationKind};
use crate::scene::document::Scene;
use crate::scene::levels::Levels;
use crate::scene::names::{InModel, Kind, Names};
use crate::scene::read::hint::such_as_within;
use crate::source::error::quoted;
use crate::source::folder::{self, Folder};
use crate::source::place::ValuePath;

#[derive(Clone)]
pub(super) struct Check<'s> {
    pub(super) names: Arc<Names<'s>>,
    pub(super) levels: &'s dyn Levels,
    pub(super) folder: Option<&'s Folder>,
    /// A valid scene with the same names in the same order, from before the change.
    pub(super) before: Option<&'s Scene>,
    /// Whether the change is an edit in the window; otherwise a file was read.
    pub(super) is_change: bool,
    /// The tick rate of the scene.
    pub(super) tick_rate: f64,
    pub(super) violations: Vec<Violation>,
}

/// A rule: its condition, the key that it checks, and the rest of the message "`key` …".
pub(super) type Rule = (bool, &'static str, &'static str);

impl<'s> Check<'s> {
    pub(super) fn new(
        names: Names<'s>,
        scene: &'s Scene,
        levels: &'s dyn Levels,
        folder: Option<&'s Folder>,
        before: Option<&'s Scene>,
    ) -> Self {
        // A change of the scene's tick rate affects every agent.
        let before = before.filter(|before| before.tick_rate.to_bits() == scene.tick_rate.to_bits());
        Self {
            names: Arc::new(names),
            levels,
            folder,
            before,
            is_change: false,
            tick_rate: scene.tick_rate,
            violations: Vec::new(),
        }
    }

    /// Checks the name of a file. A file that is missing or outside the root is not an error of the scene: see
    /// `Files::level_faults`. An edit in the window to a name that leads out of the root is refused.
    pub(super) fn file(&mut self, file: &str, at: ValuePath) {
        let found = match self.folder {
            Some(folder) => folder.resolve(file).map(drop),
            None => folder::check_written(file),
        };
        match found {
            Err(error) if error.is_refused() || (self.is_change && error.leads_out()) => {
                self.push_kind(ViolationKind::File(file.into()), at, error.to_string(), Some(error.help()));
            }
            Ok(()) | Err(_) => {}
        }
    }

    /// Checks a reference to an object or a camera.
    pub(super) fn reference(&mut self, name: &str, wanted: Kind, at: ValuePath) {
        let in_model = || self.names.in_model(name);
        let message = match self.names.kind(name).map(InModel::Found).or_else(in_model) {
            Some(InModel::Unread) => return,
            Some(InModel::Found(kind)) if kind == wanted => return,
            Some(InModel::Found(kind)) => {
                format!("{} is {}, not {}", quoted(name), kind.with_article(), wanted.with_article())
            }
            Some(InModel::Missing) | None => format!("there is no {} named {}", wanted.word(), quoted(name)),
        };
        self.push_kind(ViolationKind::Reference(name.into()), at, message, None::<String>);
        self.seek(Seeks::Item(wanted));
    }

    pub(super) fn each<T: PartialEq + 's>(
        &mut self,
        list: impl Fn(&'s Scene) -> &'s Vec<T>,
        scene: &'s Scene,
        key: &'static str,
        one: impl Fn(&mut Self, &'s T, &ValuePath),
    ) {
        let list_place = ValuePath::default().key(key);
        let before = self.before.map_or(&[][..], |before| list(before));
        for (i, item) in list(scene).iter().enumerate().filter(|(i, item)| before.get(*i) != Some(item)) {
            one(self, item, &list_place.index(i));
        }
    }

    /// All violations, with names that may be meant. Only the first violation in the text is shown. It is among the first of
    /// its list, so later ones get no suggestion: a search compares all names.
    pub(super) fn finish(mut self) -> Vec<Violation> {
        /// More than an item has references outside its lists.
        const SUGGESTIONS: usize = 16;
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for violation in &mut self.violations {
            let Some(seeks) = violation.seeks.take() else { continue };
            let count = counts.entry(violation.place.list().unwrap_or_default()).or_default();
            *count += 1;
            if *count > SUGGESTIONS {
                continue;
            }
            match (seeks, &violation.kind) {
                (Seeks::Item(wanted), ViolationKind::Reference(name)) => {
                    violation.help = self.names.suggestion(name, wanted);
                }
                (Seeks::NodeOf(file), ViolationKind::Node(Some(node))) => {
                    if let Some(near) = self.levels.node_meant_by(&file, node) {
                        violation.message = format!("{}; did you mean {}?", violation.message, quoted(near));
                    }
                }
                _ => {}
            }
        }
        self.violations
    }

    /// Sets the names among which the suggested name of the last violation is searched.
    pub(super) fn seek(&mut self, seeks: Seeks) {
        if let Some(violation) = self.violations.last_mut() {
            violation.seeks = Some(seeks);
        }
    }

    pub(super) fn rules(&mut self, at: &ValuePath, rules: &[Rule]) {
        let around = at.item().map_or("", |(list, _)| list);
        for &(holds, key, must) in rules {
            if !holds {
                self.push_value(at.key(key), format!("`{key}` {must}"), such_as_within(around, key));
            }
        }
    }

    /// Checks that at most one of some keys is given.
    pub(super) fn exclusive(&mut self, at: &ValuePath, keys: &[(&'static str, bool)]) {
        let mut written = keys.iter().filter(|(_, is_written)| *is_written).map(|(key, _)| *key);
        if let (Some(first), Some(second)) = (written.next(), written.next()) {
            let message = format!("`{second}` and `{first}` exclude each other");
            self.push(at.key(second), message, Some("give one of them"));
        }
    }

    /// Sets the place to report for the last violation when its own place is not in the file.
    pub(super) fn or_place(&mut self, place: ValuePath) {
        if let Some(violation) = self.violations.last_mut() {
            violation.or_place = Some(place);
        }
    }

    /// Adds a violation whose message is followed by the value.
    pub(super) fn push_value<'m>(&mut self, place: ValuePath, message: impl Into<Cow<'m, str>>, help: Option<String>) {
        self.push(place, message, help);
        if let Some(violation) = self.violations.last_mut() {
            violation.shows_value = true;
            violation.kind = ViolationKind::Value;
        }
    }

    pub(super) fn push<'m>(
        &mut self,
        place: ValuePath,
        message: impl Into<Cow<'m, str>>,
        help: Option<impl Into<String>>,
    ) {
        let message = message.into().into_owned();
        let help = help.map(Into::into);
        self.violations.push(Violation::at(place, message, help));
    }

    /// Adds a violation with a given kind.
    pub(super) fn push_kind<'m>(
        &mut self,
        kind: ViolationKind,
        place: ValuePath,
        message: impl Into<Cow<'m, str>>,
        help: Option<impl Into<String>>,
    ) {
        self.push(place, message, help);
        if let Some(violation) = self.violations.last_mut() {
            violation.kind = kind;
        }
    }
}
