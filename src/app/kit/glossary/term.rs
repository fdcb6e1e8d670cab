//! The terms for tooltips, the glossary window and its search. Their texts are in `terms.json`.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

/// A term of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::app) enum Term {
    Verdict,
    PVertex,
    NVertex,
    Margin,
    RejectingPlane,
    HalfSpace,
    ViewVolume,
    FalsePositive,
    Exact,
    Aabb,
    WorldAabb,
    NearFar,
    FieldOfView,
    Aspect,
    Depth,
    LookAt,
    Attach,
    Line,
    T,
    Interval,
    Slab,
    Quadratic,
    Nappe,
    Generator,
    Feature,
    SolidHollow,
    Layers,
    NoHit,
    CandidatePair,
    OctreeCell,
    MortonCode,
    Straddler,
    LooseTree,
    Alpha,
    OpacityCell,
    Threshold,
    OddBlock,
    Mesh,
    TreeOfBoxes,
    Barycentric,
    BackFace,
    Winding,
    NonManifoldEdge,
    OpenEdge,
    DegenerateTriangle,
    Instance,
    RecoveryNode,
    PipelineSequence,
    RoundRobin,
    NonblockingSequence,
    PersistentSequence,
    RateController,
    DistanceController,
    SpeedController,
    GoalUpdatedController,
    GoalUpdater,
    SingleTrigger,
    PathLongerOnApproach,
    PauseResumeController,
}

/// The texts of a term.
#[derive(Debug, Deserialize)]
struct TermTexts {
    term: Term,
    /// Its title in the glossary.
    title: String,
    /// At most two sentences.
    text: String,
    /// Its spellings in running text, in lower case; only whole words match.
    words: Vec<String>,
}

/// In the order of the enum. A test reads the file; so it is never empty.
static TABLE: LazyLock<Vec<TermTexts>> =
    LazyLock::new(|| serde_json::from_str(include_str!("terms.json")).unwrap_or_default());

impl Term {
    /// All terms, in the order of the glossary.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|texts| texts.term)
    }

    /// The title of the term.
    pub(in crate::app) fn title(self) -> &'static str {
        self.texts().map_or("", |texts| &texts.title)
    }

    /// The meaning of the term, in one or two sentences.
    pub(in crate::app) fn text(self) -> &'static str {
        self.texts().map_or("", |texts| &texts.text)
    }

    /// The spellings of the term in running text, in lower case.
    pub(super) fn words(self) -> &'static [String] {
        self.texts().map_or(&[], |texts| &texts.words)
    }

    /// The term with this name in files, such as `p-vertex`.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::deserialize(name.into_deserializer() as StrDeserializer<'_, Error>).ok()
    }

    fn texts(self) -> Option<&'static TermTexts> {
        TABLE.get(self as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_every_term_in_the_order_of_the_enum() {
        let texts: Result<Vec<TermTexts>, _> = serde_json::from_str(include_str!("terms.json"));
        assert_eq!(texts.unwrap().len(), Term::PauseResumeController as usize + 1);
        for (i, texts) in TABLE.iter().enumerate() {
            assert_eq!(texts.term as usize, i, "{texts:?}");
        }
    }

    #[test]
    fn every_term_has_one_or_two_sentences() {
        for term in Term::all() {
            let text = term.text();
            let ends = text.match_indices(['.', '?', '!']).filter(|(at, _)| {
                let after = &text[at + 1..];
                after.is_empty() || after.starts_with(' ')
            });
            let sentences = ends.count();
            assert!((1..=2).contains(&sentences), "{term:?}: {sentences} sentences");
            assert!(text.ends_with('.') && text.len() < 200, "{term:?}: {}", text.len());
            assert!(!text.contains("  "), "{term:?}");
        }
    }

    #[test]
    fn titles_and_words_belong_to_one_term_only() {
        let words: Vec<_> = Term::all().flat_map(Term::words).collect();
        for (i, word) in words.iter().enumerate() {
            assert_eq!(**word, word.to_lowercase());
            assert!(!words[..i].contains(word), "{word} twice");
        }
        let titles: Vec<_> = Term::all().map(Term::title).collect();
        assert!(titles.iter().enumerate().all(|(i, title)| !title.is_empty() && !titles[..i].contains(title)));
    }
}
