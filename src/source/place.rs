//! Paths to values in a scene, such as `cameras[2].near`, and their positions in the file.

use std::fmt;
use std::ops::Range;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use smallvec::SmallVec;

/// The path from the whole scene to one of its values.
///
/// A check makes the path of every value that it looks at, so short paths are not on the heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ValuePath(SmallVec<[PathStep; 5]>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PathStep {
    Key(&'static str),
    Index(usize),
}

impl ValuePath {
    /// The value of a key of this place.
    #[must_use]
    pub(crate) fn key(&self, key: &'static str) -> Self {
        self.with(PathStep::Key(key))
    }

    /// An item of the list at this place, or of the object whose keys are names.
    #[must_use]
    pub(crate) fn index(&self, index: usize) -> Self {
        self.with(PathStep::Index(index))
    }

    fn with(&self, step: PathStep) -> Self {
        let mut place = self.clone();
        place.0.push(step);
        place
    }

    /// The list of the scene that contains the value, and the index in that list.
    pub(crate) fn item(&self) -> Option<(&'static str, usize)> {
        match self.0[..] {
            [PathStep::Key(list), PathStep::Index(index), ..] => Some((list, index)),
            _ => None,
        }
    }

    /// The key of the scene that the path begins with.
    pub(crate) fn list(&self) -> Option<&'static str> {
        match self.0.first() {
            Some(PathStep::Key(list)) => Some(list),
            _ => None,
        }
    }

    /// The key below the first one.
    pub(crate) fn second_key(&self) -> Option<&'static str> {
        match self.0.get(1) {
            Some(PathStep::Key(key)) => Some(key),
            _ => None,
        }
    }

    /// The path within the item that contains the value.
    pub(crate) fn within_item(&self) -> Self {
        Self(self.0.get(2..).unwrap_or_default().into())
    }

    /// The value at this path, or the nearest enclosing value in the file, because the file has no default values.
    pub(crate) fn find<'v, 'a>(&self, root: &'v Value<'a>) -> FoundValue<'v, 'a> {
        let mut value = root;
        for step in &self.0 {
            let next = match (step, value) {
                (PathStep::Key(key), Value::Object(object)) => object.get(key).map(|property| &property.value),
                (PathStep::Index(index), Value::Array(array)) => array.elements.get(*index),
                // An object whose keys are names.
                (PathStep::Index(index), Value::Object(object)) => {
                    object.properties.get(*index).map(|property| &property.value)
                }
                _ => None,
            };
            let Some(next) = next else { return FoundValue { value, is_written: false } };
            value = next;
        }
        FoundValue { value, is_written: true }
    }
}

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Key(key) if i == 0 => f.write_str(key)?,
                PathStep::Key(key) => write!(f, ".{key}")?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// The value in the file that a path leads to.
pub(crate) struct FoundValue<'v, 'a> {
    pub(crate) value: &'v Value<'a>,
    /// Whether it is the value itself rather than an enclosing value.
    pub(crate) is_written: bool,
}

impl FoundValue<'_, '_> {
    /// The bytes to mark: the whole value, or the opening bracket of an enclosing value.
    pub(crate) fn span(&self) -> Range<usize> {
        let range = self.value.range();
        if self.is_written { range.start..range.end } else { opening(self.value) }
    }
}

/// The opening bracket of a list or object; the whole of any other value.
pub(crate) fn opening(value: &Value) -> Range<usize> {
    let range = value.range();
    match value {
        Value::Object(_) | Value::Array(_) => range.start..range.start + 1,
        _ => range.start..range.end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_or_the_value_that_encloses_it() {
        let text = r#"{ "cameras": [ {}, { "near": 7 } ] }"#;
        let root = super::super::syntax::parse(text).unwrap();
        let camera = ValuePath::default().key("cameras").index(1);
        assert_eq!(&text[camera.key("near").find(&root).span()], "7");
        assert_eq!(camera.key("far").find(&root).span(), 19..20);
        assert_eq!(camera.key("near").to_string(), "cameras[1].near");
    }
}
