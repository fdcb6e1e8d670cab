//! The rules for an occlusion query.

use std::collections::HashSet;

use super::check::Check;
use crate::scene::document::Occlusion;
use crate::scene::names::Kind;
use crate::scene::read::hint::such_as;
use crate::source::error::quoted;
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn occlusion(&mut self, query: &'s Occlusion, at: &ValuePath) {
        self.rules(at, &[(query.resolution >= 1, "resolution", "must be 1 or more")]);
        let pair = [("a", &query.a), ("b", &query.b)];
        if !query.among.is_empty() {
            if let Some((key, _)) = pair.iter().find(|(_, name)| !name.is_empty()) {
                let message = format!("`{key}` and `among` exclude each other");
                return self.push(
                    at.key(key),
                    message,
                    Some("give two objects with `a` and `b`, or several with `among`"),
                );
            }
            let mut named = HashSet::with_capacity(query.among.len());
            for (i, name) in query.among.iter().enumerate() {
                self.body(name, at.key("among").index(i));
                if !named.insert(name) {
                    let message = format!("{} occurs twice in `among`", quoted(name));
                    self.push(at.key("among").index(i), message, Some("name each object once"));
                }
            }
            if query.among.len() == 1 {
                self.push(at.key("among"), "`among` needs two objects or more", such_as("among"));
            }
            return;
        }
        for (key, name) in pair {
            if name.is_empty() {
                let message = format!("an occlusion query needs `{key}`");
                self.push(at.clone(), message, Some("give two objects with `a` and `b`, or several with `among`"));
            } else {
                self.body(name, at.key(key));
            }
        }
        if query.a == query.b && !query.a.is_empty() {
            let message = format!("`b` must differ from `a`, which is {} too", quoted(&query.a));
            self.push(at.key("b"), message, Some("a body always touches itself: give another object"));
        }
    }

    /// A reference to an object, to a part of a model or to a whole model.
    pub(super) fn body(&mut self, name: &str, at: ValuePath) {
        if self.names.kind(name) != Some(Kind::Model) {
            self.reference(name, Kind::Object, at);
        }
    }
}
