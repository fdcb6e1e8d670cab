//! The questions that a report answers, all of one shape.
//!
//! A question is a folder of this room with the same files: `mod.rs` (its answers, and its [`Question`]), `headline.rs`
//! (an answer in one sentence), `explain.rs` (an answer step by step), `json.rs` (its section of a report) and
//! `brief.rs` (the brief form of that section). A new question is a variant of [`Section`], and of [`Subject`] if
//! single answers of it are explained. The compiler then shows each place that needs it: [`Question`] lists what the
//! question must have, and every `match` of this file is exhaustive.

use std::str::FromStr;

use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::Value;

use super::Report;
use super::agents::AgentsQuestion;
use super::explain::{Explanation, Subject};
use super::frusta::FrustaQuestion;
use super::images::ImagesQuestion;
use super::json::{Estimate, Form, Source};
use super::occlusion::OcclusionQuestion;
use super::octree::OctreeQuestion;
use super::problems::ProblemsQuestion;
use super::rays::RaysQuestion;
use crate::world::{Thing, World};

/// The functions of every question.
pub(super) trait Question {
    /// The subject of one explanation, as indices of the world's lists; [`Infallible`](std::convert::Infallible) for a
    /// question without explanations of single answers.
    type Subject: Copy;
    /// Its section of a report.
    type Json<'a>: Serialize;
    /// The brief form of its section; `()` for a question of which a brief report has nothing.
    type Brief<'a>: Serialize;

    /// The subject of one thing, or of two in this order; `None` when they are not a subject of this question.
    fn subject(one: Thing, other: Option<Thing>) -> Option<Self::Subject>;

    /// One answer in a sentence, with names in backticks. `None` for a subject without such a sentence, and when an
    /// index is out of range.
    fn headline(report: &Report, subject: Self::Subject) -> Option<String>;

    /// The reason why the subject has no answer: `` `leaf` has no answer: … ``. `None` when it has one.
    fn why_no_answer(world: &World, subject: Self::Subject) -> Option<String>;

    /// One answer by steps. `None` when an index is out of range, and when [`Question::why_no_answer`] has a reason.
    fn explain(world: &World, subject: Self::Subject) -> Option<Explanation>;

    /// Its section of a report; `None` when the scene does not use it.
    fn json<'a>(source: &Source<'a>) -> Option<Self::Json<'a>>;

    /// The brief form of its section. `None` when a brief report does not have the section.
    fn brief<'a>(source: &Source<'a>) -> Option<Self::Brief<'a>>;

    /// The brief form of a section that was read from a report, full or brief.
    fn shorten(section: &Value) -> Option<Value>;

    /// One answer with the fields of the full report: of the thing of this name, about that object. `None` when no
    /// answer has these names. The report need not have a list of answers of cameras and rays.
    fn answer(world: &World, report: &Report, name: &str, object: Option<&str>) -> Option<Value>;

    /// An estimate of the size of its section.
    fn size(world: &World) -> Estimate;
}

/// A question as a section of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Cameras against objects.
    Frusta,
    /// Rays against objects.
    Rays,
    /// The Morton-order octree.
    Octree,
    /// Behaviour trees.
    Agents,
    /// Opacity of images.
    Images,
    /// Occlusion queries.
    Occlusion,
    /// The problems of objects and meshes.
    Problems,
}

// Checks that the list has every section: the number of the last one is the list's length.
const _: () = assert!(Section::Problems as usize + 1 == Section::ALL.len());

impl Section {
    /// All of them, in report order.
    pub const ALL: [Self; 7] =
        [Self::Frusta, Self::Rays, Self::Octree, Self::Agents, Self::Images, Self::Occlusion, Self::Problems];

    /// Its key in the report.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frusta => "frusta",
            Self::Rays => "rays",
            Self::Octree => "octree",
            Self::Agents => "agents",
            Self::Images => "images",
            Self::Occlusion => "occlusion",
            Self::Problems => "problems",
        }
    }

    /// The section of a key of the report.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.word() == word)
    }

    /// The key with which an expectation names an answer of it.
    pub(super) fn naming_key(self) -> Option<&'static str> {
        match self {
            Self::Frusta => Some("camera"),
            Self::Rays => Some("ray"),
            Self::Octree => Some("octree"),
            Self::Agents => Some("agent"),
            Self::Images => Some("image"),
            Self::Occlusion => Some("occlusion"),
            Self::Problems => None,
        }
    }

    /// The brief form of the section that was read from a report; `None` when a brief report does not have it.
    pub(super) fn shorten(self, section: &Value) -> Option<Value> {
        match self {
            Self::Frusta => FrustaQuestion::shorten(section),
            Self::Rays => RaysQuestion::shorten(section),
            Self::Octree => OctreeQuestion::shorten(section),
            Self::Agents => AgentsQuestion::shorten(section),
            Self::Images => ImagesQuestion::shorten(section),
            Self::Problems => ProblemsQuestion::shorten(section),
            Self::Occlusion => OcclusionQuestion::shorten(section),
        }
    }

    /// One answer of it, see [`Question::answer`].
    pub(super) fn answer(self, world: &World, report: &Report, name: &str, object: Option<&str>) -> Option<Value> {
        match self {
            Self::Frusta => FrustaQuestion::answer(world, report, name, object),
            Self::Rays => RaysQuestion::answer(world, report, name, object),
            Self::Octree => OctreeQuestion::answer(world, report, name, object),
            Self::Agents => AgentsQuestion::answer(world, report, name, object),
            Self::Images => ImagesQuestion::answer(world, report, name, object),
            Self::Problems => ProblemsQuestion::answer(world, report, name, object),
            Self::Occlusion => OcclusionQuestion::answer(world, report, name, object),
        }
    }

    /// Writes it into a report, with its key, unless the scene does not use it.
    pub(super) fn write<M: SerializeMap>(
        self,
        source: &Source<'_>,
        form: Form,
        report: &mut M,
    ) -> Result<(), M::Error> {
        match self {
            Self::Frusta => self.write_of::<FrustaQuestion, M>(source, form, report),
            Self::Rays => self.write_of::<RaysQuestion, M>(source, form, report),
            Self::Octree => self.write_of::<OctreeQuestion, M>(source, form, report),
            Self::Agents => self.write_of::<AgentsQuestion, M>(source, form, report),
            Self::Images => self.write_of::<ImagesQuestion, M>(source, form, report),
            Self::Problems => self.write_of::<ProblemsQuestion, M>(source, form, report),
            Self::Occlusion => self.write_of::<OcclusionQuestion, M>(source, form, report),
        }
    }

    fn write_of<Q: Question, M: SerializeMap>(
        self,
        source: &Source<'_>,
        form: Form,
        report: &mut M,
    ) -> Result<(), M::Error> {
        match form {
            Form::Full => self.entry(Q::json(source), report),
            Form::Brief => self.entry(Q::brief(source), report),
        }
    }

    fn entry<M: SerializeMap>(self, section: Option<impl Serialize>, report: &mut M) -> Result<(), M::Error> {
        section.map_or(Ok(()), |section| report.serialize_entry(self.word(), &section))
    }

    /// An estimate of its size.
    pub(super) fn size(self, world: &World) -> Estimate {
        match self {
            Self::Frusta => FrustaQuestion::size(world),
            Self::Rays => RaysQuestion::size(world),
            Self::Octree => OctreeQuestion::size(world),
            Self::Agents => AgentsQuestion::size(world),
            Self::Images => ImagesQuestion::size(world),
            Self::Problems => ProblemsQuestion::size(world),
            Self::Occlusion => OcclusionQuestion::size(world),
        }
    }

    /// The subject of one thing, or of two in this order, for this question.
    fn subject(self, one: Thing, other: Option<Thing>) -> Option<Subject> {
        match self {
            Self::Frusta => FrustaQuestion::subject(one, other).map(Subject::View),
            Self::Rays => RaysQuestion::subject(one, other).map(Subject::Ray),
            Self::Octree => OctreeQuestion::subject(one, other).map(Subject::Octree),
            Self::Agents => AgentsQuestion::subject(one, other).map(Subject::Agent),
            Self::Images => ImagesQuestion::subject(one, other).map(Subject::Image),
            Self::Problems | Self::Occlusion => None,
        }
    }
}

impl FromStr for Section {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::of_word(text.trim())
            .ok_or_else(|| format!("no such section; there are {}", Self::ALL.map(Self::word).join(", ")))
    }
}

impl Subject {
    /// The subject of one thing, or of two in any order; `None` when they are not a subject of any question.
    pub fn about(one: Thing, other: Option<Thing>) -> Option<Self> {
        let find = |one, other| Section::ALL.into_iter().find_map(|section| section.subject(one, other));
        find(one, other).or_else(|| find(other?, Some(one)))
    }

    /// The reason why it has no answer, such as an unplaced camera or an image without cells. `None` when it has one.
    pub fn why_no_answer(self, world: &World) -> Option<String> {
        match self {
            Self::View(subject) => FrustaQuestion::why_no_answer(world, subject),
            Self::Ray(subject) => RaysQuestion::why_no_answer(world, subject),
            Self::Octree(subject) => OctreeQuestion::why_no_answer(world, subject),
            Self::Agent(subject) => AgentsQuestion::why_no_answer(world, subject),
            Self::Image(subject) => ImagesQuestion::why_no_answer(world, subject),
        }
    }

    pub(super) fn headline(self, report: &Report) -> Option<String> {
        match self {
            Self::View(subject) => FrustaQuestion::headline(report, subject),
            Self::Ray(subject) => RaysQuestion::headline(report, subject),
            Self::Octree(subject) => OctreeQuestion::headline(report, subject),
            Self::Agent(subject) => AgentsQuestion::headline(report, subject),
            Self::Image(subject) => ImagesQuestion::headline(report, subject),
        }
    }

    pub(super) fn explain(self, world: &World) -> Option<Explanation> {
        match self {
            Self::View(subject) => FrustaQuestion::explain(world, subject),
            Self::Ray(subject) => RaysQuestion::explain(world, subject),
            Self::Octree(subject) => OctreeQuestion::explain(world, subject),
            Self::Agent(subject) => AgentsQuestion::explain(world, subject),
            Self::Image(subject) => ImagesQuestion::explain(world, subject),
        }
    }
}
