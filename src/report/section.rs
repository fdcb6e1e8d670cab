//! The list of questions: sections of a report, and the subjects of explanations.
//!
//! A new question is a variant of [`Section`] with a line in `ask!`, and a variant of [`Subject`] with a line in `about!` if
//! single answers of it are explained. The compiler then shows each place that needs it: `Question` lists what the
//! question must have, and every `match` of this file is exhaustive.

use std::str::FromStr;

use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::Value;

use super::agents::question::AgentsQuestion;
use super::all_answers::Report;
use super::cuts::question::CutsQuestion;
use super::explanation::Explanation;
use super::frusta::question::FrustaQuestion;
use super::images::question::ImagesQuestion;
use super::occlusion::question::OcclusionQuestion;
use super::octree::question::OctreeQuestion;
use super::octree::subject::OctreeSubject;
use super::problems::question::ProblemsQuestion;
use super::question::Question;
use super::rays::question::RaysQuestion;
use super::section_source::{Estimate, Form, Source};
use super::sessions::question::SessionsQuestion;
use super::skins::question::SkinsQuestion;
use super::subject::Subject;
use super::taps::question::TapsQuestion;
use crate::world::{Item, World};

/// Evaluates an expression with the [`Question`] of a section under the name `$question`.
macro_rules! ask {
    ($section:expr, $question:ident => $body:expr) => {
        ask!($section, $question => $body; {
            Frusta: FrustaQuestion,
            Rays: RaysQuestion,
            Octree: OctreeQuestion,
            Agents: AgentsQuestion,
            Images: ImagesQuestion,
            Occlusion: OcclusionQuestion,
            Sessions: SessionsQuestion,
            Taps: TapsQuestion,
            Skins: SkinsQuestion,
            Cuts: CutsQuestion,
            Problems: ProblemsQuestion,
        })
    };
    ($section:expr, $question:ident => $body:expr; { $($variant:ident: $ty:ty,)* }) => {
        match $section {
            $(Section::$variant => {
                type $question = $ty;
                $body
            })*
        }
    };
}

/// The same with the [`Question`] of a subject, which is bound to `$inner`.
macro_rules! about {
    ($subject:expr, $inner:ident, $question:ident => $body:expr) => {
        about!($subject, $inner, $question => $body; {
            View: FrustaQuestion,
            Ray: RaysQuestion,
            Octree: OctreeQuestion,
            Agent: AgentsQuestion,
            Image: ImagesQuestion,
            Occlusion: OcclusionQuestion,
            Session: SessionsQuestion,
            Tap: TapsQuestion,
            Skin: SkinsQuestion,
            Cut: CutsQuestion,
        })
    };
    ($subject:expr, $inner:ident, $question:ident => $body:expr; { $($variant:ident: $ty:ty,)* }) => {
        match $subject {
            $(Subject::$variant($inner) => {
                type $question = $ty;
                $body
            })*
        }
    };
}

/// A question as a section of a report, which can be asked for by itself.
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
    /// Recorded camera paths.
    Sessions,
    /// Taps on the pictures of recorded cameras.
    Taps,
    /// Skinned meshes and their boxes.
    Skins,
    /// Meshes that are cut by planes.
    Cuts,
    /// Problems of objects, meshes, skins and recordings.
    Problems,
}

// A new section is in the list too: the last one's place is the list's length.
const _: () = assert!(Section::Problems as usize + 1 == Section::ALL.len());

impl Section {
    /// All of them, in report order.
    pub const ALL: [Self; 11] = [
        Self::Frusta,
        Self::Rays,
        Self::Octree,
        Self::Agents,
        Self::Images,
        Self::Occlusion,
        Self::Sessions,
        Self::Taps,
        Self::Skins,
        Self::Cuts,
        Self::Problems,
    ];

    /// Its key in the report.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frusta => "frusta",
            Self::Rays => "rays",
            Self::Octree => "octree",
            Self::Agents => "agents",
            Self::Images => "images",
            Self::Occlusion => "occlusion",
            Self::Sessions => "sessions",
            Self::Taps => "taps",
            Self::Skins => "skins",
            Self::Cuts => "cuts",
            Self::Problems => "problems",
        }
    }

    /// The section of a key of the report.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.word() == word)
    }

    /// The key by which an expectation names an answer of it.
    pub(super) fn naming_key(self) -> Option<&'static str> {
        match self {
            Self::Frusta => Some("camera"),
            Self::Rays => Some("ray"),
            Self::Octree => Some("octree"),
            Self::Agents => Some("agent"),
            Self::Images => Some("image"),
            Self::Occlusion => Some("occlusion"),
            Self::Sessions => Some("session"),
            Self::Taps => Some("tap"),
            Self::Skins => Some("skin"),
            Self::Cuts => Some("cut"),
            Self::Problems => None,
        }
    }

    /// The brief form of the section that was read from a report; `None` when a brief report has nothing of it.
    pub(super) fn shorten(self, section: &Value) -> Option<Value> {
        ask!(self, Q => Q::shorten(section))
    }

    /// One answer of it, see [`Question::answer`].
    pub(super) fn answer(self, world: &World, report: &Report, name: &str, object: Option<&str>) -> Option<Value> {
        ask!(self, Q => Q::answer(world, report, name, object))
    }

    /// Writes it into a report, with its key, unless the scene does not use it.
    pub(super) fn write<M: SerializeMap>(
        self,
        source: &Source<'_>,
        form: Form,
        report: &mut M,
    ) -> Result<(), M::Error> {
        ask!(self, Q => self.write_of::<Q, M>(source, form, report))
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

    /// About how large it is.
    pub(super) fn size(self, world: &World) -> Estimate {
        ask!(self, Q => Q::size(world))
    }

    /// The subject of this question for one item, or for two items in this order. `None` when they are not its
    /// subject.
    fn subject(self, one: Item, other: Option<Item>) -> Option<Subject> {
        match self {
            Self::Frusta => FrustaQuestion::subject(one, other).map(Subject::View),
            Self::Rays => RaysQuestion::subject(one, other).map(Subject::Ray),
            Self::Octree => OctreeQuestion::subject(one, other).map(Subject::Octree),
            Self::Agents => AgentsQuestion::subject(one, other).map(Subject::Agent),
            Self::Images => ImagesQuestion::subject(one, other).map(Subject::Image),
            Self::Occlusion => OcclusionQuestion::subject(one, other).map(Subject::Occlusion),
            Self::Sessions => SessionsQuestion::subject(one, other).map(Subject::Session),
            Self::Taps => TapsQuestion::subject(one, other).map(Subject::Tap),
            Self::Cuts => CutsQuestion::subject(one, other).map(Subject::Cut),
            // An object alone is asked about its skin by `Subject::in_world`.
            Self::Skins | Self::Problems => None,
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

    /// The reason why the subject has no answer, such as an unplaced camera or an image without cells. `None` when it
    /// has an answer.
    pub fn why_no_answer(self, world: &World) -> Option<String> {
        about!(self, subject, Q => Q::why_no_answer(world, subject))
    }

    pub(super) fn headline(self, report: &Report) -> Option<String> {
        about!(self, subject, Q => Q::headline(report, subject))
    }

    pub(super) fn explain(self, world: &World) -> Option<Explanation> {
        about!(self, subject, Q => Q::explain(world, subject))
    }

    pub(super) fn explain_beside(self, world: &World, report: &Report) -> Option<Explanation> {
        about!(self, subject, Q => Q::explain_beside(world, report, subject))
    }
}
