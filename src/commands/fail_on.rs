//! `--fail-on` of `eyeline report`: makes problems of a scene fail the command.

use std::str::FromStr;

use crate::geometry::narrate::counted;
use crate::report::problems::{Kind, of_world};
use crate::source::suggest;
use crate::world::World;

/// The problems that fail: all kinds, or some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailOn {
    /// The kinds; all of them when `None`.
    kinds: Option<Vec<Kind>>,
}

impl FailOn {
    /// The problems of a world that fail, in one line: their number, and the number of each kind. `None` without one. A
    /// problem that the scene ignores does not fail.
    pub(super) fn found(&self, world: &World) -> Option<String> {
        let problems = of_world(world);
        let counts = Kind::ALL.into_iter().filter(|kind| self.kinds.as_ref().is_none_or(|kinds| kinds.contains(kind)));
        let counts = counts.filter_map(|kind| {
            let listed = problems.listed.iter().filter(|problem| problem.kind == kind).count();
            let left_out =
                problems.left_out.iter().filter(|(of, _)| *of == kind).map(|(_, count)| count).sum::<usize>();
            (listed + left_out > 0).then_some((kind, listed + left_out))
        });
        let counts: Vec<(Kind, usize)> = counts.collect();
        let total: usize = counts.iter().map(|(_, count)| count).sum();
        let each: Vec<_> = counts.iter().map(|(kind, count)| format!("{count} {}", kind.word())).collect();
        (total > 0).then(|| format!("{}: {}", counted(total as u64, "problem"), each.join(", ")))
    }
}

impl FromStr for FailOn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, list) = text.split_once('=').map_or((text, None), |(what, list)| (what, Some(list)));
        if what != "problems" {
            return Err("write `problems`, or `problems=KIND,…` for some kinds of problems".to_owned());
        }
        let kinds = list.map(|list| list.split(',').map(kind).collect::<Result<_, _>>()).transpose()?;
        Ok(Self { kinds })
    }
}

/// The kind of problems with a word.
///
/// # Errors
/// With the words that there are, when there is none.
pub(super) fn kind(word: &str) -> Result<Kind, String> {
    Kind::ALL.into_iter().find(|kind| kind.word() == word).ok_or_else(|| {
        let near = suggest::nearest(word, Kind::ALL.map(Kind::word));
        let help = near.map_or_else(
            || format!("the kinds are {}", Kind::ALL.map(Kind::word).join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        format!("there is no kind of problem `{word}`; {help}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_or_some() {
        assert_eq!("problems".parse(), Ok(FailOn { kinds: None }));
        let some = FailOn { kinds: Some(vec![Kind::OpenEdges, Kind::Mirrored]) };
        assert_eq!("problems=open_edges,mirrored".parse(), Ok(some));
        for (wrong, expected) in [
            ("problem", "write `problems`"),
            ("", "write `problems`"),
            ("problems=", "there is no kind of problem ``; the kinds are zero_volume, "),
            ("problems=open_edge", "did you mean `open_edges`?"),
            ("problems=open_edges,,", "there is no kind of problem ``"),
        ] {
            let error = wrong.parse::<FailOn>().unwrap_err();
            assert!(error.contains(expected), "{wrong}: {error}");
        }
    }
}
