//! Passes what is asked of a section or a subject on to its question.

use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::Value;

use super::all_answers::Report;
use super::explanation::Explanation;
use super::octree::subject::OctreeSubject;
use super::question::Question;
use super::questions::questions;
use super::section::Section;
use super::section_source::{Estimate, ReportForm, SectionSource};
use super::subject::Subject;
use crate::world::{Item, World};

macro_rules! dispatch {
    ($(
        $(#[$_section:meta])* $section:ident: $folder:ident::$question:ident, $(key $key:literal,)?
        $(scope { $(#[$_scope:meta])* $scope:ident: $part:ty },)?
        answers { $(#[$_answers:meta])* $field:ident: $answers:ty }
        $(, subject { $(#[$_subject:meta])* $subject:ident($of:ty) })?;
    )+) => {
        impl Section {
            /// The brief form of the section that was read from a report; `None` when a brief report has nothing of it.
            pub(super) fn shorten(self, section: &Value) -> Option<Value> {
                match self {
                    $(Self::$section => super::$folder::question::$question::shorten(section),)+
                }
            }

            /// One answer of it, see [`Question::answer`].
            pub(super) fn answer(
                self,
                world: &World,
                report: &Report,
                name: &str,
                object: Option<&str>,
            ) -> Option<Value> {
                match self {
                    $(Self::$section => super::$folder::question::$question::answer(world, report, name, object),)+
                }
            }

            /// Writes it into a report, with its key, unless the scene does not use it.
            pub(super) fn write<M: SerializeMap>(
                self,
                source: &SectionSource<'_>,
                form: ReportForm,
                report: &mut M,
            ) -> Result<(), M::Error> {
                match self {
                    $(Self::$section => write::<super::$folder::question::$question, M>(self.word(), source, form, report),)+
                }
            }

            /// About how large it is.
            pub(super) fn size(self, world: &World) -> Estimate {
                match self {
                    $(Self::$section => super::$folder::question::$question::size(world),)+
                }
            }

            /// The subject of this question for one item, or for two items in this order. `None` when they are not its
            /// subject.
            fn subject(self, one: Item, other: Option<Item>) -> Option<Subject> {
                match self {
                    $(Self::$section => {
                        None$(.or_else(|| super::$folder::question::$question::subject(one, other).map(Subject::$subject)))?
                    })+
                }
            }
        }

        impl Subject {
            /// The reason why the subject has no answer, such as an unplaced camera or an image without cells. `None`
            /// when it has an answer.
            pub fn why_no_answer(self, world: &World) -> Option<String> {
                match self {
                    $($(Self::$subject(subject) => super::$folder::question::$question::why_no_answer(world, subject),)?)+
                }
            }

            pub(super) fn headline(self, report: &Report) -> Option<String> {
                match self {
                    $($(Self::$subject(subject) => super::$folder::question::$question::headline(report, subject),)?)+
                }
            }

            pub(super) fn explain(self, world: &World) -> Option<Explanation> {
                match self {
                    $($(Self::$subject(subject) => super::$folder::question::$question::explain(world, subject),)?)+
                }
            }

            pub(super) fn explain_beside(self, world: &World, report: &Report) -> Option<Explanation> {
                match self {
                    $($(Self::$subject(subject) => super::$folder::question::$question::explain_beside(world, report, subject),)?)+
                }
            }
        }
    };
}

questions!(dispatch);

/// Writes the section of a question into a report.
fn write<Q: Question, M: SerializeMap>(
    word: &'static str,
    source: &SectionSource<'_>,
    form: ReportForm,
    report: &mut M,
) -> Result<(), M::Error> {
    match form {
        ReportForm::Full => entry(word, Q::json(source), report),
        ReportForm::Brief => entry(word, Q::brief(source), report),
    }
}

fn entry<M: SerializeMap>(word: &'static str, section: Option<impl Serialize>, report: &mut M) -> Result<(), M::Error> {
    section.map_or(Ok(()), |section| report.serialize_entry(word, &section))
}

impl Subject {
    /// The subject for one item, or for two items in any order. `None` when no question is about them.
    pub fn about(one: Item, other: Option<Item>) -> Option<Self> {
        let find = |one, other| Section::ALL.into_iter().find_map(|section| section.subject(one, other));
        find(one, other).or_else(|| find(other?, Some(one)))
    }

    /// The subject in a world. For a single object with a skin, in a scene without an octree, the subject is its skin.
    #[must_use]
    pub fn in_world(self, world: &World) -> Self {
        match self {
            Self::Octree(OctreeSubject::Object(object))
                if world.octree.is_none() && world.objects.get(object).is_some_and(|at| at.skin.is_some()) =>
            {
                Self::Skin(object)
            }
            other => other,
        }
    }
}
