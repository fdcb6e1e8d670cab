//! The subjects of explanations.

use super::questions::questions;

macro_rules! subjects {
    ($(
        $(#[$_section:meta])* $section:ident: $folder:ident::$question:ident, $(key $key:literal,)?
        $(scope { $(#[$_scope:meta])* $scope:ident: $part:ty },)?
        answers { $(#[$_answers:meta])* $field:ident: $answers:ty }
        $(, subject { $(#[$subject_doc:meta])* $subject:ident($of:ty) })?;
    )+) => {
        /// The subject of an explanation, by its question. The numbers are indices into the world's lists.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Subject {
            $($($(#[$subject_doc])* $subject($of),)?)+
        }
    };
}

questions!(subjects);
