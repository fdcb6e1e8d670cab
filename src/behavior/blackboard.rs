//! The named values that the nodes of a tree share.
//!
//! Nodes of BehaviorTree.CPP and their scripts also use the type of an entry and the number of its writes, see
//! [`super::entry`].

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use super::entry::{Declared, EntryState, NumberForm, Typed};
use super::expression::error::RunError;
use super::value::Value;

/// Values by name, sorted by name. A copy shares the values until one of the two is written.
#[derive(Clone, Debug, Default)]
pub struct Blackboard {
    values: Arc<BTreeMap<Arc<str>, Value>>,
    entries: Arc<BTreeMap<Arc<str>, EntryState>>,
}

/// A copy that shares the values is equal without a look at them.
impl PartialEq for Blackboard {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.values, &other.values) || self.values == other.values
    }
}

impl Blackboard {
    /// The value of a name; `None` if there is none.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.values.get(key)
    }

    /// Sets a value.
    pub fn set(&mut self, key: &Arc<str>, value: Value) {
        if self.values.get(key) != Some(&value) {
            Arc::make_mut(&mut self.values).insert(Arc::clone(key), value);
        }
    }

    /// Declares the type of an entry, unless it is declared. The entry has no value yet.
    pub fn declare(&mut self, key: &Arc<str>, declared: Declared) {
        let entry = Arc::make_mut(&mut self.entries).entry(Arc::clone(key)).or_default();
        if entry.declared.is_none() {
            let is_whole = matches!(declared, Declared::Whole | Declared::Unsigned | Declared::Truth);
            entry.form = match declared {
                Declared::Real => NumberForm::Real,
                _ if is_whole => NumberForm::Whole,
                _ => entry.form,
            };
            entry.declared = Some(declared);
        }
    }

    /// A value with the form of its number.
    pub(super) fn typed(&self, key: &str) -> Option<Typed> {
        let value = self.values.get(key)?.clone();
        let form = self.entries.get(key).map_or(NumberForm::Plain, |entry| entry.form);
        Some(Typed { value, form })
    }

    /// The declared type of an entry.
    pub(super) fn declared(&self, key: &str) -> Option<Declared> {
        self.entries.get(key)?.declared
    }

    /// The number of writes of an entry; 1 for a value that was there before the first tick, 0 without a value.
    pub(super) fn writes(&self, key: &str) -> u64 {
        let written = self.entries.get(key).map_or(0, |entry| entry.writes);
        if written == 0 { u64::from(self.values.contains_key(key)) } else { written }
    }

    /// Whether there is an entry, with or without a value.
    pub(super) fn has_entry(&self, key: &str) -> bool {
        self.values.contains_key(key) || self.entries.contains_key(key)
    }

    /// Writes a value with its form, and counts the write.
    ///
    /// # Errors
    /// If the number is not finite.
    pub(super) fn write(&mut self, key: &Arc<str>, typed: Typed) -> Result<(), RunError> {
        if typed.number().is_some_and(|number| !number.is_finite()) {
            return Err(RunError(format!(
                "the value of `{key}` is not finite; a blackboard holds finite numbers only"
            )));
        }
        let writes = self.writes(key) + 1;
        let entry = Arc::make_mut(&mut self.entries).entry(Arc::clone(key)).or_default();
        (entry.form, entry.writes) = (typed.form, writes);
        self.set(key, typed.value);
        Ok(())
    }

    /// Writes a value of a type, which the type of the entry must allow. An entry without a type takes that one.
    ///
    /// # Errors
    /// If the type of the entry does not allow the value.
    pub(super) fn output(&mut self, key: &Arc<str>, typed: Typed, of: Declared) -> Result<(), RunError> {
        let fitting = match (self.declared(key).filter(|declared| declared.is_strict()), typed.as_text()) {
            (None, _) => typed,
            (Some(declared), Some(text)) => declared.parse(text)?,
            (Some(Declared::Text), None) => {
                return Err(RunError(format!("`{key}` is a text, so it does not take {}", typed.shown())));
            }
            (Some(_), None) => match self.typed(key) {
                Some(before) => typed.replacing(&before)?,
                None => typed,
            },
        };
        self.write(key, fitting)?;
        self.retype(key, of);
        Ok(())
    }

    /// Gives an entry a type unless it keeps to one.
    pub(super) fn retype(&mut self, key: &Arc<str>, declared: Declared) {
        let entry = Arc::make_mut(&mut self.entries).entry(Arc::clone(key)).or_default();
        entry.declared = entry.declared.filter(|declared| declared.is_strict()).or(Some(declared));
    }

    /// Removes the value of an entry. The entry stays.
    pub(super) fn empty(&mut self, key: &Arc<str>) {
        let writes = self.writes(key) + 1;
        Arc::make_mut(&mut self.values).remove(key);
        Arc::make_mut(&mut self.entries).entry(Arc::clone(key)).or_default().writes = writes;
    }

    /// Removes an entry with its type. Returns whether there was one.
    pub(super) fn remove(&mut self, key: &str) -> bool {
        let is_there = self.has_entry(key);
        if is_there {
            Arc::make_mut(&mut self.values).remove(key);
            Arc::make_mut(&mut self.entries).remove(key);
        }
        is_there
    }

    /// Replaces every `{key}` in a text by the value of that name; unknown keys are left as they are. A result longer
    /// than `most` bytes is cut there and ends in a note.
    pub fn fill_in(&self, text: &str, most: usize) -> String {
        let mut filled = CutText { text: String::new(), most };
        // Ends as soon as the limit is reached.
        let is_cut = self.write_filled_in(text, &mut filled).is_err();
        if is_cut {
            let _never_fails = write!(filled.text, "… (cut at {most} bytes)");
        }
        filled.text
    }

    fn write_filled_in(&self, text: &str, filled: &mut CutText) -> fmt::Result {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.write_str(before)?;
            let value = after.split_once('}').and_then(|(key, after)| Some((self.get(key)?, after)));
            rest = if let Some((value, after)) = value {
                write!(filled, "{value}")?;
                after
            } else {
                filled.write_char('{')?;
                after
            };
        }
        filled.write_str(rest)
    }

    /// Names and values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.values.iter()
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// A text of limited length.
struct CutText {
    text: String,
    most: usize,
}

impl fmt::Write for CutText {
    /// Appends what fits. Fails if that is not all.
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let room = self.most.saturating_sub(self.text.len());
        let end = more.floor_char_boundary(room);
        self.text.push_str(&more[..end]);
        if end < more.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

impl FromIterator<(Arc<str>, Value)> for Blackboard {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, Value)>>(values: I) -> Self {
        Self { values: Arc::new(values.into_iter().collect()), entries: Arc::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_filled_in() {
        let board: Blackboard = [("hp".into(), 100.0.into()), ("who".into(), "me".into())].into_iter().collect();
        for (text, filled) in [
            ("{who} has {hp}", "me has 100"),
            ("{none} {", "{none} {"),
            ("{{hp}}", "{100}"),
            ("plain", "plain"),
            ("", ""),
        ] {
            assert_eq!(board.fill_in(text, 100), filled);
        }
    }

    #[test]
    fn a_text_that_values_make_too_long_is_cut() {
        let board: Blackboard = [("k".into(), "é".repeat(50_000).as_str().into())].into_iter().collect();
        let filled = board.fill_in(&"{k}".repeat(30_000), 7);
        assert_eq!(filled, "ééé… (cut at 7 bytes)");
        assert_eq!(board.fill_in("1234567", 7), "1234567");
        assert_eq!(board.fill_in("12345678", 7), "1234567… (cut at 7 bytes)");
    }

    #[test]
    fn a_copy_keeps_what_it_has() {
        let mut board = Blackboard::default();
        board.set(&"a".into(), 1.0.into());
        let copy = board.clone();
        board.set(&"a".into(), 2.0.into());
        assert_eq!((copy.get("a"), board.get("a")), (Some(&1.0.into()), Some(&2.0.into())));
    }
}
