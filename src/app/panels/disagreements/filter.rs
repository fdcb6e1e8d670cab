//! Which disagreements are listed.

use crate::report::said::{CauseKind, Disagreement, Effect, Opinion};

/// The choice of disagreements. It is kept while the window is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DisagreementFilter {
    /// Words; each is a part of the row, in any case.
    pub(super) text: String,
    /// What a player sees; everything when `None`.
    pub(super) effect: Option<Effect>,
    /// A cause; all when `None`.
    pub(super) cause: Option<CauseKind>,
}

impl DisagreementFilter {
    /// Whether rows are left out.
    pub(super) fn is_on(&self) -> bool {
        self.effect.is_some() || self.cause.is_some() || !self.text.trim().is_empty()
    }

    /// The places of the disagreements that are listed.
    pub(super) fn rows(&self, all: &[Disagreement]) -> Vec<u32> {
        let words: Vec<String> = self.text.split_whitespace().map(str::to_lowercase).collect();
        (0..).zip(all).filter(|(_, one)| self.has(one, &words)).map(|(row, _)| row).collect()
    }

    fn has(&self, one: &Disagreement, words: &[String]) -> bool {
        if self.effect.is_some_and(|effect| effect != one.effect())
            || self.cause.is_some_and(|cause| cause != one.cause.kind())
        {
            return false;
        }
        if words.is_empty() {
            return true;
        }
        let [kind, effect, question] = [one.cause.kind().title(), one.effect().title(), one.asked.question()];
        let opinions: Vec<String> =
            [Some(&one.said), Some(&one.ours), one.exact.as_ref()].into_iter().flatten().map(Opinion::words).collect();
        let (asked, opinions, cause) = (one.asked.words(), opinions.join(" "), one.cause.short());
        let text = format!("{question} {effect} {asked} {opinions} {kind} {cause}").to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::report::said::{AskedItem, Cause};

    fn view(object: &str, said: &'static str, ours: &'static str, cause: Cause) -> Disagreement {
        Disagreement {
            tick: 3,
            asked: AskedItem::View { camera: Arc::from("Eye"), object: Arc::from(object) },
            said: Opinion::Verdict(said),
            ours: Opinion::Verdict(ours),
            exact: Some(Opinion::Verdict(ours)),
            cause,
        }
    }

    #[test]
    fn words_effects_and_causes_choose_rows() {
        let pair = Disagreement {
            asked: AskedItem::Pair([Arc::from("crate"), Arc::from("wall")]),
            said: Opinion::Pair(false),
            ours: Opinion::Pair(true),
            exact: None,
            ..view("", "culled", "inside", Cause::Unknown)
        };
        let all = [
            view("crate", "culled", "inside", Cause::Late(2)),
            pair,
            view("wall", "visible", "outside", Cause::Rule(Some("far-plane-skipped"))),
        ];
        let rows = |text: &str, effect, cause| DisagreementFilter { text: text.to_owned(), effect, cause }.rows(&all);
        for (text, expected) in [
            ("", vec![0, 1, 2]),
            ("  ", vec![0, 1, 2]),
            ("CRATE", vec![0, 1]),
            ("crate eye", vec![0]),
            ("octree", vec![1]),
            ("vanishes", vec![0]),
            ("far-plane", vec![2]),
            ("late by 2", vec![0]),
            ("tree crate wall", vec![1]),
            ("nothing", vec![]),
        ] {
            assert_eq!(rows(text, None, None), expected, "{text}");
        }
        assert_eq!(rows("", Some(Effect::Needless), None), [2]);
        assert_eq!(rows("", None, Some(CauseKind::Unknown)), [1]);
        assert_eq!(rows("crate", None, Some(CauseKind::Late)), [0]);
        assert_eq!(rows("", Some(Effect::Needless), Some(CauseKind::Late)), Vec::<u32>::new());
    }
}
