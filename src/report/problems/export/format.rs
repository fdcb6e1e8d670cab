//! The formats of a list of problems.

use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use super::row::ProblemList;
use super::{csv, json, sarif, table};
use crate::source::extension::has_extension;

/// A format of a list of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemFormat {
    /// Text in columns.
    Table,
    /// RFC 4180, with a header.
    Csv,
    /// `{ "eyeline_problems": 1, … }`.
    Json,
    /// SARIF 2.1.0, for GitHub code scanning and editors.
    Sarif,
}

impl ProblemFormat {
    /// All of them with their words.
    pub const ALL: [(Self, &str); 4] =
        [(Self::Table, "table"), (Self::Csv, "csv"), (Self::Json, "json"), (Self::Sarif, "sarif")];

    /// The format for the extension of a file; `None` for another extension.
    pub fn of_file(file: &Path) -> Option<Self> {
        let by_extension = [("txt", Self::Table), ("csv", Self::Csv), ("json", Self::Json), ("sarif", Self::Sarif)];
        // `problems.sarif.json` is a usual name too.
        let stem = file.file_stem().map(Path::new);
        if has_extension(file, "json") && stem.is_some_and(|stem| has_extension(stem, "sarif")) {
            return Some(Self::Sarif);
        }
        by_extension.into_iter().find(|(extension, _)| has_extension(file, extension)).map(|(_, format)| format)
    }

    /// Writes a list in this format.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write(self, list: &ProblemList, mut out: impl Write) -> io::Result<()> {
        match self {
            Self::Table => table::write(list, &mut out),
            Self::Csv => csv::write(list, &mut out),
            Self::Json => json::write(list, &mut out),
            Self::Sarif => sarif::write(list, &mut out),
        }
    }
}

impl FromStr for ProblemFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|(_, word)| *word == text).map(|(format, _)| format);
        found.ok_or_else(|| format!("write one of {}", Self::ALL.map(|(_, word)| word).join(", ")))
    }
}
