//! An answer that differs between two reports, and its fields that differ.

use serde::Serialize;
use serde_json::Value;

/// One answer that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The key of the section in the report; of a renamed item the kind of the item, such as `objects`.
    pub section: String,
    /// The names of the answer: `["guard", "crate"]`; of a renamed item its new name.
    pub names: Vec<String>,
    /// The difference.
    #[serde(flatten)]
    pub what: DifferenceKind,
}

/// The kind of a difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// Only the later report has the answer, with these fields. Those of a camera or a ray have its `objects`.
    New(serde_json::Map<String, Value>),
    /// Only the earlier report has the answer, with these fields. Those of a camera or a ray have its `objects`.
    Vanished(serde_json::Map<String, Value>),
    /// Both have it, and these fields differ.
    Changes(Vec<FieldChange>),
    /// All answers of an item are equal, and the item has another name.
    Renamed {
        /// The name in the earlier report.
        before: String,
        /// The number of its answers.
        answers: usize,
    },
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldChange {
    /// The key; for a cell of an image `cell x,y`, for a nested value the keys separated by dots: `bounds.bind.max.x`.
    pub field: String,
    /// Another value, or other items of a list.
    #[serde(flatten)]
    pub how: ChangeKind,
}

/// The kind of the difference of a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ChangeKind {
    /// Another value; `null` for a field that is absent.
    Value {
        /// In the earlier report.
        before: Value,
        /// In the later report.
        after: Value,
    },
    /// A list whose items differ.
    Items {
        /// Only in the earlier list.
        removed: Vec<Value>,
        /// Only in the later list.
        added: Vec<Value>,
    },
}

impl Difference {
    /// Whether both are differences of the same answer.
    pub(crate) fn is_about(&self, other: &Self) -> bool {
        self.section == other.section && self.names == other.names
    }

    /// Whether only numbers differ.
    pub fn is_of_numbers(&self) -> bool {
        let is_number = |change: &FieldChange| match &change.how {
            ChangeKind::Value { before, after } => before.is_number() && after.is_number(),
            ChangeKind::Items { .. } => false,
        };
        matches!(&self.what, DifferenceKind::Changes(changes) if changes.iter().all(is_number))
    }

    /// Whether only a name differs.
    pub fn is_rename(&self) -> bool {
        matches!(self.what, DifferenceKind::Renamed { .. })
    }

    /// The error in the place of the later answer; `None` when there is an answer.
    pub fn error(&self) -> Option<&str> {
        match &self.what {
            DifferenceKind::New(fields) => fields.get("error")?.as_str(),
            DifferenceKind::Changes(changes) => changes.iter().find_map(|change| match &change.how {
                ChangeKind::Value { before: Value::Null, after } if change.field == "error" => after.as_str(),
                _ => None,
            }),
            DifferenceKind::Vanished(_) | DifferenceKind::Renamed { .. } => None,
        }
    }
}
