//! A disagreement of a program with eyeline.

use std::sync::Arc;

use super::bounds_kind::BoundsKind;
use super::cause::Cause;
use super::effect::Effect;
use crate::geometry::Tone;
use crate::geometry::frustum::Verdict;
use crate::trace::CastRay;

/// An answer of a program that is not ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The tick of the scene.
    pub tick: u64,
    /// What was asked.
    pub asked: AskedItem,
    /// What the program answered.
    pub said: Opinion,
    /// What eyeline answers.
    pub ours: Opinion,
    /// The exact answer; `None` where there is no other than ours.
    pub exact: Option<Opinion>,
    /// Why the two differ.
    pub cause: Cause,
}

/// What a program was asked.
#[derive(Clone, Debug, PartialEq)]
pub enum AskedItem {
    /// Whether an object is in the view volume of a camera.
    View {
        /// The camera.
        camera: Arc<str>,
        /// The object.
        object: Arc<str>,
    },
    /// What a ray hits.
    Ray(CastRay),
    /// Whether two objects may collide.
    Pair([Arc<str>; 2]),
    /// What an agent does.
    Agent(Arc<str>),
}

/// An answer of the program, ours, or the exact one.
#[derive(Clone, Debug, PartialEq)]
pub enum Opinion {
    /// A verdict in one word.
    Verdict(&'static str),
    /// The first hit of a ray.
    Hit {
        /// The object; `None` without a hit.
        hit: Option<Arc<str>>,
        /// The parameter of the ray there, where it is known.
        t: Option<f64>,
    },
    /// Whether two objects are a pair.
    Pair(bool),
    /// The state of an agent.
    Agent {
        /// The status of its tree.
        status: Option<Arc<str>>,
        /// The running nodes.
        running: Vec<Arc<str>>,
    },
}

impl Opinion {
    pub(super) fn of_verdict(verdict: Verdict) -> Self {
        Self::Verdict(verdict.word())
    }

    /// The object of a hit.
    fn hit(&self) -> Option<&Arc<str>> {
        match self {
            Self::Hit { hit, .. } => hit.as_ref(),
            _ => None,
        }
    }

    /// The tone of the answer: whether something is in view or hit.
    pub fn tone(&self) -> Tone {
        match self {
            Self::Verdict("inside" | "visible") | Self::Hit { hit: Some(_), .. } | Self::Pair(true) => Tone::Pass,
            Self::Verdict("intersect") => Tone::Partial,
            Self::Verdict(_) | Self::Hit { hit: None, .. } | Self::Pair(false) => Tone::Fail,
            Self::Agent { .. } => Tone::Note,
        }
    }

    /// The answer in words.
    pub fn words(&self) -> String {
        match self {
            Self::Verdict(word) => (*word).to_owned(),
            Self::Hit { hit: None, .. } => "no hit".to_owned(),
            Self::Hit { hit: Some(hit), t: None } => format!("`{hit}`"),
            Self::Hit { hit: Some(hit), t: Some(t) } => {
                #[expect(clippy::cast_possible_truncation, reason = "for display")]
                let t = crate::geometry::narrate::num(*t as f32);
                format!("`{hit}` at t {t}")
            }
            Self::Pair(true) => "a pair".to_owned(),
            Self::Pair(false) => "no pair".to_owned(),
            Self::Agent { status, running } => {
                let running = running.iter().map(|node| format!("`{node}`")).collect::<Vec<_>>().join(", ");
                match (status, running.is_empty()) {
                    (Some(status), true) => status.to_string(),
                    (Some(status), false) => format!("{status}, {running}"),
                    (None, _) => running,
                }
            }
        }
    }
}

impl AskedItem {
    /// The question, by its section of the report.
    pub const fn question(&self) -> &'static str {
        match self {
            Self::View { .. } => "frusta",
            Self::Ray(_) => "rays",
            Self::Pair(_) => "octree",
            Self::Agent(_) => "agents",
        }
    }

    /// What was asked, in words: "`eye` · `crate`".
    pub fn words(&self) -> String {
        match self {
            Self::View { camera, object } => format!("`{camera}` · `{object}`"),
            Self::Ray(CastRay::Named(name)) => format!("`{name}`"),
            Self::Ray(CastRay::Inline { origin: [x, y, z], .. }) => format!("a ray from ({x}, {y}, {z})"),
            Self::Pair([a, b]) => format!("`{a}` and `{b}`"),
            Self::Agent(agent) => format!("`{agent}`"),
        }
    }
}

impl Disagreement {
    /// What a player sees of it, which is also its rank in a list.
    pub fn effect(&self) -> Effect {
        match (&self.asked, &self.said) {
            _ if self.cause == Cause::Bounds(Some(BoundsKind::Oriented)) => Effect::Tighter,
            (AskedItem::View { .. }, Opinion::Verdict("outside" | "culled")) => Effect::Vanishes,
            (AskedItem::View { .. }, _) => Effect::Needless,
            (AskedItem::Ray(_), _) => Effect::OtherHit,
            (AskedItem::Pair(_), _) => Effect::MissingPair,
            (AskedItem::Agent(_), _) => Effect::OtherState,
        }
    }

    /// The object that was asked about. Of a ray it is the one that it hits, by our answer if ours is a hit.
    pub fn object(&self) -> Option<&Arc<str>> {
        match &self.asked {
            AskedItem::View { object, .. } => Some(object),
            AskedItem::Ray(_) => self.ours.hit().or_else(|| self.said.hit()),
            AskedItem::Pair([first, _]) => Some(first),
            AskedItem::Agent(_) => None,
        }
    }

    /// The whole of it in a sentence: "“crate” in view of “eye”: the program says visible, eyeline outside".
    pub fn sentence(&self) -> String {
        let Self { asked, said, ours, exact, .. } = self;
        let what = match asked {
            AskedItem::View { camera, object } => format!("“{object}” in view of “{camera}”"),
            AskedItem::Pair([a, b]) => format!("“{a}” and “{b}”"),
            other => other.words().replace('`', ""),
        };
        let words = |opinion: &Opinion| opinion.words().replace('`', "");
        let exact = exact.as_ref().filter(|exact| *exact != ours);
        let exact = exact.map_or(String::new(), |exact| format!(", the exact answer is {}", words(exact)));
        format!("{what}: the program says {}, eyeline {}{exact}", words(said), words(ours))
    }
}
