//! Writes the differences as JSON, found while they are written.

use std::cell::RefCell;
use std::iter::Peekable;

use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::super::output;
use super::comparison::{DiffComparison, NotIn, TickDifference, set_aside};
use crate::report::brief;
use crate::report::difference::words;

/// Writes the differences as JSON. Returns whether there is none.
pub(super) fn write_json(comparison: &mut DiffComparison) -> anyhow::Result<bool> {
    let mut comparison = comparison.peekable();
    let is_equal = comparison.peek().is_none();
    let mut failed = None;
    let document = DiffDocument {
        equal: is_equal,
        differences: DiffEntries { comparison: RefCell::new(&mut comparison), failed: RefCell::new(&mut failed) },
    };
    let written = output::stream(None, |out| brief::write(&document, out));
    failed.map_or(written, Err)?;
    Ok(is_equal)
}

#[derive(Serialize)]
struct DiffDocument<'w, 'a, 'c> {
    equal: bool,
    differences: DiffEntries<'w, 'a, 'c>,
}

/// The differences, found while they are written.
struct DiffEntries<'w, 'a, 'c> {
    comparison: RefCell<&'w mut Peekable<&'c mut DiffComparison<'a>>>,
    failed: RefCell<&'w mut Option<anyhow::Error>>,
}

impl Serialize for DiffEntries<'_, '_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for found in self.comparison.borrow_mut().by_ref() {
            let entry = found.and_then(|found| as_json(&found));
            let entry = entry.map_err(|error| S::Error::custom(set_aside(error, &mut self.failed.borrow_mut())))?;
            list.serialize_element(&entry)?;
        }
        list.end()
    }
}

fn as_json(found: &TickDifference) -> anyhow::Result<Value> {
    let mut entry = json!({ "tick": found.tick });
    match &found.what {
        Ok(difference) => {
            if let (Value::Object(entry), Value::Object(fields)) = (&mut entry, serde_json::to_value(difference)?) {
                entry.extend(fields);
                entry.insert("text".to_owned(), words::line(difference).into());
            }
        }
        Err(NotIn(_)) => entry["missing"] = true.into(),
    }
    Ok(entry)
}
