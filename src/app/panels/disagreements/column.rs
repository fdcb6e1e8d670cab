//! The columns of the table and their cells.

use std::borrow::Cow;

use crate::escape;
use crate::geometry::Tone;
use crate::report::said::{AskedItem, Disagreement, Effect, Opinion};

/// One column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerColumn {
    /// What a player sees.
    Effect,
    /// The section of the report.
    Question,
    /// The camera, ray or agent.
    Asker,
    /// The object that was asked about, or the hit.
    Object,
    /// The answer of the program.
    Program,
    /// Our answer.
    Ours,
    /// The exact answer.
    Exact,
    /// Why they differ.
    Cause,
}

/// A text with its colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnswerCell {
    /// The text, escaped.
    pub(super) text: String,
    /// The colour and the symbol before it; `None` for a plain text.
    pub(super) tone: Option<Tone>,
}

impl AnswerColumn {
    /// The columns of a wide table.
    pub(super) const ALL: [Self; 8] =
        [Self::Effect, Self::Question, Self::Asker, Self::Object, Self::Program, Self::Ours, Self::Exact, Self::Cause];

    /// The columns of a table that has no room for all: what a player sees is of one question, but for cameras.
    pub(super) const WITHOUT_QUESTION: [Self; 7] =
        [Self::Effect, Self::Asker, Self::Object, Self::Program, Self::Ours, Self::Exact, Self::Cause];

    /// The heading.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Effect => "effect",
            Self::Question => "question",
            Self::Asker => "asked by",
            Self::Object => "object",
            Self::Program => "program",
            Self::Ours => "eyeline",
            Self::Exact => "exact",
            Self::Cause => "cause",
        }
    }

    /// What the column has, as a sentence.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Effect => "What a player sees of the answer of the program. The worst is first.",
            Self::Question => "The section of the report that has the question.",
            Self::Asker => "The camera, ray or agent that was asked.",
            Self::Object => "The object that was asked about. Of a ray it is the one that it hits.",
            Self::Program => "The answer of the program.",
            Self::Ours => "The answer of eyeline.",
            Self::Exact => "The exact answer, by another algorithm in 64-bit numbers.",
            Self::Cause => "Why the answers differ: the first cause that holds.",
        }
    }

    /// Least width in points; the columns of names share the rest.
    pub(super) fn width(self) -> f32 {
        match self {
            Self::Effect => 88.0,
            Self::Question => 52.0,
            Self::Asker | Self::Object => 56.0,
            Self::Program | Self::Ours | Self::Exact => 76.0,
            Self::Cause => 148.0,
        }
    }

    /// Whether it has names, which may be long.
    pub(super) fn is_name(self) -> bool {
        matches!(self, Self::Asker | Self::Object)
    }

    /// The contents in the row of a disagreement.
    pub(super) fn cell(self, one: &Disagreement) -> AnswerCell {
        let plain = |text: &str| AnswerCell { text: escape::shown(text).into_owned(), tone: None };
        match self {
            Self::Effect => {
                let is_harmless = matches!(one.effect(), Effect::Needless | Effect::Tighter);
                let tone = if is_harmless { Tone::Note } else { Tone::Mistaken };
                AnswerCell { text: one.effect().title().to_owned(), tone: Some(tone) }
            }
            Self::Question => plain(one.asked.question()),
            Self::Asker => plain(&match &one.asked {
                AskedItem::View { camera, .. } => Cow::Borrowed(&**camera),
                AskedItem::Pair(_) => Cow::Borrowed("broad phase"),
                other => Cow::Owned(other.words().replace('`', "")),
            }),
            Self::Object => plain(&match &one.asked {
                AskedItem::Pair([a, b]) => Cow::Owned(format!("{a} and {b}")),
                _ => Cow::Borrowed(one.object().map_or("", |object| object)),
            }),
            Self::Program => answer(&one.said),
            Self::Ours => answer(&one.ours),
            Self::Exact => one.exact.as_ref().map_or_else(|| plain(""), answer),
            Self::Cause => match one.cause.short() {
                words if words.is_empty() => plain(one.cause.kind().title()),
                words => plain(&words),
            },
        }
    }
}

fn answer(opinion: &Opinion) -> AnswerCell {
    AnswerCell { text: escape::shown(&opinion.words().replace('`', "")).into_owned(), tone: Some(opinion.tone()) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::report::said::Cause;
    use crate::trace::CastRay;

    fn words(one: &Disagreement) -> [String; 8] {
        AnswerColumn::ALL.map(|column| column.cell(one).text)
    }

    #[test]
    fn a_row_has_the_answers_of_each_question() {
        let name = |name: &str| Arc::<str>::from(name);
        let hit = |hit: Option<&str>, t| Opinion::Hit { hit: hit.map(name), t };
        let view = Disagreement {
            tick: 0,
            asked: AskedItem::View { camera: name("eye"), object: name("crate") },
            said: Opinion::Verdict("culled"),
            ours: Opinion::Verdict("outside"),
            exact: Some(Opinion::Verdict("intersect")),
            cause: Cause::Unknown,
        };
        let found = ["vanishes", "frusta", "eye", "crate", "culled", "outside", "intersect", "unknown cause"];
        assert_eq!(words(&view), found);
        let sentence =
            "“crate” in view of “eye”: the program says culled, eyeline outside, the exact answer is intersect";
        assert_eq!(view.sentence(), sentence);
        let ray = Disagreement {
            asked: AskedItem::Ray(CastRay::Named(name("aim"))),
            said: hit(Some("wall"), None),
            ours: hit(None, None),
            exact: Some(hit(Some("wall"), Some(2.5))),
            cause: Cause::Late(3),
            ..view.clone()
        };
        let found = ["other hit", "rays", "aim", "wall", "wall", "no hit", "wall at t 2.5", "late by 3 ticks"];
        assert_eq!(words(&ray), found);
        let pair = Disagreement {
            asked: AskedItem::Pair([name("a"), name("b")]),
            said: Opinion::Pair(false),
            ours: Opinion::Pair(true),
            exact: None,
            cause: Cause::Layers,
            ..view.clone()
        };
        let found = ["missing pair", "octree", "broad phase", "a and b", "no pair", "a pair", "", "layers"];
        assert_eq!(words(&pair), found);
        let state = |status: &str, running: &[&str]| Opinion::Agent {
            status: Some(name(status)),
            running: running.iter().copied().map(name).collect(),
        };
        let agent = Disagreement {
            asked: AskedItem::Agent(name("guard")),
            said: state("success", &[]),
            ours: state("running", &["patrol"]),
            exact: None,
            ..view
        };
        let found = ["other state", "agents", "guard", "", "success", "running, patrol", "", "unknown cause"];
        assert_eq!(words(&agent), found);
    }
}
