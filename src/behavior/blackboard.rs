//! The memory that the nodes of a tree share.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Value;

/// Values by name, in the order of their names. A copy costs nothing until one of the two is written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blackboard {
    values: Arc<BTreeMap<Arc<str>, Value>>,
}

impl Blackboard {
    /// The value of that name.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.values.get(key)
    }

    /// Writes a value.
    pub fn set(&mut self, key: &Arc<str>, value: Value) {
        if self.values.get(key) != Some(&value) {
            Arc::make_mut(&mut self.values).insert(Arc::clone(key), value);
        }
    }

    /// A text in which every `{key}` is replaced by the value of that name, and left as it is when there is none.
    pub fn fill_in(&self, text: &str) -> String {
        let (mut filled, mut rest) = (String::new(), text);
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let value = after.split_once('}').and_then(|(key, after)| Some((self.get(key)?, after)));
            rest = if let Some((value, after)) = value {
                filled.push_str(&value.to_string());
                after
            } else {
                filled.push('{');
                after
            };
        }
        filled + rest
    }

    /// Names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.values.iter()
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
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
            assert_eq!(board.fill_in(text), filled);
        }
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
