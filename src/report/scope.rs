//! The answers that a report computes.

use super::cameras::Cameras;
use super::questions::questions;
use super::visibility::looking::Looking;
use super::work::Work;

/// The part of a [`Scope`] that is for one question.
pub(super) trait ScopePart {
    /// All answers of the question.
    const ALL: Self;
    /// None of them.
    const NONE: Self;
}

impl ScopePart for Cameras {
    const ALL: Self = Self::All;
    const NONE: Self = Self::None;
}

impl ScopePart for Work {
    const ALL: Self = Self::Now;
    const NONE: Self = Self::Never;
}

/// What cameras see takes longer than other answers, so it is computed only where it is asked for.
impl ScopePart for Looking {
    const ALL: Self = Self::None;
    const NONE: Self = Self::None;
}

impl ScopePart for bool {
    const ALL: Self = true;
    const NONE: Self = false;
}

macro_rules! scope {
    ($(
        $(#[$_section:meta])* $section:ident: $folder:ident::$question:ident, $(key $key:literal,)?
        $(scope { $(#[$scope_doc:meta])* $scope:ident: $part:ty },)?
        answers { $(#[$_answers:meta])* $field:ident: $answers:ty }
        $(, subject { $(#[$_subject:meta])* $subject:ident($of:ty) })?;
    )+) => {
        /// The answers that a new report computes. Answers that a world has itself are in every report.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Scope {
            $($($(#[$scope_doc])* pub $scope: $part,)?)+
        }

        impl Scope {
            /// All answers.
            pub const ALL: Self = Self { $($($scope: <$part as ScopePart>::ALL,)?)+ };

            /// No answers.
            pub const NONE: Self = Self { $($($scope: <$part as ScopePart>::NONE,)?)+ };

            /// The answers about the octree alone.
            pub(crate) fn of_octree() -> Self {
                Self::of(|word| word == "octree")
            }

            /// The answers of the questions for whose words `is_wanted` is true.
            pub(super) fn of(is_wanted: impl Fn(&str) -> bool) -> Self {
                Self {
                    $($($scope: if is_wanted(stringify!($folder)) {
                        <$part as ScopePart>::ALL
                    } else {
                        <$part as ScopePart>::NONE
                    },)?)+
                }
            }
        }
    };
}

questions!(scope);
