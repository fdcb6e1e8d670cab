//! The named values that the nodes of a tree share.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use super::Value;

/// Values by name, sorted by name. A copy shares the values until one of the two is written.
#[derive(Clone, Debug, Default)]
pub struct Blackboard {
    values: Arc<BTreeMap<Arc<str>, Value>>,
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

    /// Replaces every `{key}` in a text by the value of that name; unknown keys are left as they are. A result longer
    /// than `most` bytes is cut there and ends in a note.
    pub fn fill_in(&self, text: &str, most: usize) -> String {
        let mut filled = Cut { text: String::new(), most };
        // Ends as soon as the limit is reached.
        let is_cut = self.write_filled_in(text, &mut filled).is_err();
        if is_cut {
            let _never_fails = write!(filled.text, "… (cut at {most} bytes)");
        }
        filled.text
    }

    fn write_filled_in(&self, text: &str, filled: &mut Cut) -> fmt::Result {
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
struct Cut {
    text: String,
    most: usize,
}

impl fmt::Write for Cut {
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
        Self { values: Arc::new(values.into_iter().collect()) }
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
