//! The errors of a level, with the item or line of its file.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::budget::OverBudget;
use crate::source::error::quoted;

/// The reason why a level cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) struct LevelError {
    pub(in crate::import) place: LevelPlace,
    pub(in crate::import) message: String,
    pub(in crate::import) help: Option<String>,
    /// Set when it does not fit into the scene's budget.
    pub(in crate::import) over: Option<Box<OverBudget>>,
    /// Whether a number of the file is NaN or infinite.
    pub(in crate::import) is_number: bool,
}

pub(in crate::import) type Result<T> = std::result::Result<T, LevelError>;

/// A place in a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) enum LevelPlace {
    /// The file as a whole.
    File,
    /// A place in its text: the number of the line, from 1, its content, and the range of its bytes with the error.
    Text { line: usize, text: Arc<str>, span: Range<usize> },
    /// A place in another file that it names, which is written as in the scene; line and column from 1.
    Beside { file: Arc<str>, line: usize, column: usize },
    /// A byte of a file that is no text, from 0.
    Byte(usize),
    /// An item of one of its lists, with its name.
    Item { list: &'static str, index: usize, name: Option<String> },
}

impl LevelPlace {
    /// An item without a name.
    pub(in crate::import) fn item(list: &'static str, index: usize) -> Self {
        Self::Item { list, index, name: None }
    }

    /// An item with its name in the file.
    pub(in crate::import) fn named(list: &'static str, index: usize, name: Option<&String>) -> Self {
        Self::Item { list, index, name: name.filter(|name| !name.trim().is_empty()).cloned() }
    }
}

/// Empty for the file and for a place in a text, "byte 84", `accessors[4]`, or "nodes[2] `wall`".
impl fmt::Display for LevelPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File | Self::Text { .. } | Self::Beside { .. } => Ok(()),
            Self::Byte(byte) => write!(f, "byte {byte}"),
            Self::Item { list, index, name: None } => write!(f, "{list}[{index}]"),
            Self::Item { list, index, name: Some(name) } => write!(f, "{list}[{index}] {}", quoted(name)),
        }
    }
}

impl LevelError {
    /// Of the whole file.
    pub(in crate::import) fn file(message: impl Into<String>) -> Self {
        Self::at(LevelPlace::File, message)
    }

    pub(in crate::import) fn at(place: LevelPlace, message: impl Into<String>) -> Self {
        Self { place, message: message.into(), help: None, over: None, is_number: false }
    }

    #[must_use]
    pub(in crate::import) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The same error, of a number that is NaN or infinite.
    #[must_use]
    pub(in crate::import) fn of_number(self) -> Self {
        Self { is_number: true, ..self }
    }

    /// It does not fit into the scene's budget.
    pub(in crate::import) fn no_memory(over: OverBudget) -> Self {
        Self { over: Some(Box::new(over)), ..Self::file(over.to_string()).help(over.help()) }
    }

    /// The user cancelled the reading.
    pub(in crate::import) fn cancelled() -> Self {
        Self::file("reading it was cancelled").help("open it again to read it")
    }
}

/// The entry at an index of a list, or the error for an index out of range; `by` is the referring item.
pub(in crate::import) fn get<'a, T>(
    items: &'a [T],
    list: &'static str,
    index: usize,
    by: &LevelPlace,
) -> Result<&'a T> {
    items.get(index).ok_or_else(|| {
        let length = items.len();
        LevelError::at(by.clone(), format!("refers to {list}[{index}], but the length of `{list}` is {length}"))
    })
}
