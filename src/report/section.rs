//! The sections of a report, one for each question.

use std::str::FromStr;

use super::questions::questions;

macro_rules! sections {
    ($(
        $(#[$section_doc:meta])* $section:ident: $folder:ident::$question:ident, $(key $key:literal,)?
        $(scope { $(#[$_scope:meta])* $scope:ident: $part:ty },)?
        answers { $(#[$_answers:meta])* $field:ident: $answers:ty }
        $(, subject { $(#[$_subject:meta])* $subject:ident($of:ty) })?;
    )+) => {
        /// A question as a section of a report, which can be asked for by itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Section {
            $($(#[$section_doc])* $section,)+
        }

        impl Section {
            /// All of them, in report order.
            pub const ALL: [Self; [$(stringify!($section)),+].len()] = [$(Self::$section),+];

            /// Its key in the report.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$section => stringify!($folder),)+
                }
            }

            /// The key by which an expectation names an answer of it.
            pub(super) fn naming_key(self) -> Option<&'static str> {
                match self {
                    $(Self::$section => [$($key)?].first().copied(),)+
                }
            }
        }
    };
}

questions!(sections);

impl Section {
    /// The section of a key of the report.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.word() == word)
    }
}

impl FromStr for Section {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::of_word(text.trim())
            .ok_or_else(|| format!("no such section; there are {}", Self::ALL.map(Self::word).join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{NAMING_KEYS, SkippedSection};

    #[test]
    fn a_scene_can_name_and_skip_each_section() {
        for section in Section::ALL {
            assert!(section.naming_key().is_none_or(|key| NAMING_KEYS.contains(&key)), "{section:?}");
            let skipped: Result<SkippedSection, _> = serde_json::from_value(section.word().into());
            assert_eq!(skipped.is_ok(), section != Section::Problems, "{section:?}");
        }
    }
}
