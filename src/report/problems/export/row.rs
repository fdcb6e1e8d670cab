//! One row of a list of problems.

use std::collections::HashMap;

use jsonc_parser::ast::Value;
use serde::Serialize;

use super::super::list::{Problem, Problems};
use crate::budget::Budget;
use crate::geometry::narrate::counted;
use crate::random::mixed;
use crate::report::all_answers::Report;
use crate::scene::{LevelProblem, Scene, Severity};
use crate::source::place::ValuePath;
use crate::source::syntax;
use crate::source::text::LARGEST_FILE;
use crate::world::{Item, World};

/// A problem as it is written for other programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExportedProblem {
    /// The word of its kind.
    pub kind: &'static str,
    /// `error`, `warning` or `note`.
    pub level: &'static str,
    /// What it is about: an object, a session, a camera or a cut. `None` for problems that are not listed one by one.
    pub object: Option<String>,
    /// The number of its elements, as in a report.
    pub count: usize,
    /// The middle of its first place, metres.
    pub at: Option<[f32; 3]>,
    /// What is at that place, such as `triangle 118`; empty without a place.
    pub place: String,
    /// The file of the scene.
    pub file: String,
    /// The line of the entry in that file, from 1.
    pub line: Option<usize>,
    /// The column, in characters from 1.
    pub column: Option<usize>,
    /// The problem in one sentence.
    pub message: String,
    /// Equal for the same problem of another state of the scene: of the same kind, about the same item.
    pub fingerprint: String,
}

/// The problems of a scene at a tick.
pub struct ProblemList<'p> {
    report: &'p Report,
    world: &'p World,
    problems: &'p Problems,
    kinds: &'p [LevelProblem],
    /// The scene file, as it is written.
    file: String,
    /// The lines and columns of entries of the file.
    entries: HashMap<&'static str, Vec<(usize, usize)>>,
    scene: &'p Scene,
    /// Whether all files that the scene names could be read.
    pub(super) is_whole: bool,
}

/// The scene that problems are found in.
#[derive(Clone, Copy)]
pub struct ProblemSource<'p> {
    /// Its answers.
    pub report: &'p Report,
    /// The world of these.
    pub world: &'p World,
    /// The document.
    pub scene: &'p Scene,
    /// The path of its file, as other programs should see it, with `/` between folders.
    pub file: &'p str,
    /// The text of the file, for lines; `None` for a file that is no scene, such as a level.
    pub text: Option<&'p str>,
    /// Whether all files that the scene names could be read.
    pub is_whole: bool,
}

impl<'p> ProblemList<'p> {
    /// Some problems of a scene: those of some kinds, or all without any.
    pub fn of(source: ProblemSource<'p>, problems: &'p Problems, kinds: &'p [LevelProblem], budget: &Budget) -> Self {
        let ProblemSource { report, world, scene, file, text, is_whole } = source;
        let entries = text.map_or_else(HashMap::new, |text| places(text, budget));
        Self { report, world, problems, kinds, file: file.to_owned(), entries, scene, is_whole }
    }

    /// The name of the scene's file.
    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// The tick of the answers.
    pub(super) fn tick(&self) -> u64 {
        self.report.tick
    }

    /// The number of problems that the scene ignores.
    pub(super) fn ignored(&self) -> usize {
        self.problems.ignored
    }

    fn is_chosen(&self, kind: LevelProblem) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// The number of problems with each severity, listed or not.
    pub(super) fn counts(&self) -> [(Severity, usize); 3] {
        let listed = self.problems.listed.iter().map(|problem| (problem.kind, 1));
        let all: Vec<(LevelProblem, usize)> = listed.chain(self.problems.left_out.iter().copied()).collect();
        Severity::ALL.map(|severity| {
            let counted = all.iter().filter(|(kind, _)| self.is_chosen(*kind) && kind.severity() == severity);
            (severity, counted.map(|(_, count)| count).sum())
        })
    }

    /// All rows: kind by kind in the order of the table of kinds, each in the order of the scene.
    pub fn rows(&self) -> impl Iterator<Item = ExportedProblem> {
        // The number of the problem among those of one kind and item, which the fingerprint needs.
        let mut numbers: HashMap<(LevelProblem, Item), u64> = HashMap::new();
        let kinds = LevelProblem::ALL.into_iter().filter(|kind| self.is_chosen(*kind));
        kinds.flat_map(move |kind| {
            let listed = self.problems.listed.iter().filter(|problem| problem.kind == kind);
            let mut rows: Vec<ExportedProblem> = Vec::new();
            for problem in listed {
                let number = numbers.entry((kind, problem.item)).or_default();
                rows.push(self.row(problem, *number));
                *number += 1;
            }
            let left_out = self.problems.left_out.iter().find(|(of, _)| *of == kind);
            rows.extend(left_out.map(|&(_, count)| self.row_of_rest(kind, count)));
            rows
        })
    }

    fn row(&self, problem: &Problem, number: u64) -> ExportedProblem {
        let place = problem.first_place(self.world);
        let object = self.report.name_of(problem.item);
        // Of several missing images of an object each keeps its fingerprint when another is found.
        let own = problem.image.as_ref().map_or_else(|| number.to_string(), |image| image.image.to_string());
        let at = self.entry(problem.item);
        ExportedProblem {
            kind: problem.kind.word(),
            level: problem.kind.severity().word(),
            object: Some(object.to_owned()),
            count: problem.count,
            at: place.as_ref().map(|place| place.middle().to_array().map(|x| x + 0.0)),
            place: place.map_or_else(String::new, |place| place.what),
            file: self.file.clone(),
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
            message: problem.message.clone(),
            fingerprint: fingerprint(&[problem.kind.word(), object, &own]),
        }
    }

    /// The row of the problems of a kind that are not listed.
    fn row_of_rest(&self, kind: LevelProblem, count: usize) -> ExportedProblem {
        ExportedProblem {
            kind: kind.word(),
            level: kind.severity().word(),
            object: None,
            count,
            at: None,
            place: String::new(),
            file: self.file.clone(),
            line: None,
            column: None,
            message: format!("{} with this problem", counted(count as u64, "more object")),
            fingerprint: fingerprint(&[kind.word()]),
        }
    }

    /// The line and column of the entry of an item; of a part of a model, those of the model.
    fn entry(&self, item: Item) -> Option<(usize, usize)> {
        let id = self.world.owner(item).or_else(|| self.world.id_of(item))?;
        let entry = self.scene.find(id)?;
        self.entries.get(entry.kind().list())?.get(entry.index()).copied()
    }
}

/// A hash of some texts, in hexadecimal digits. The same on every machine.
fn fingerprint(texts: &[&str]) -> String {
    let byte = |hash: u64, byte: u8| mixed(hash ^ u64::from(byte));
    let hash = texts.iter().fold(0, |hash, text| mixed(text.bytes().fold(hash, byte) ^ 0x100));
    format!("{hash:016x}")
}

/// The lists of a scene whose entries problems are about.
const LISTS: [&str; 6] = ["objects", "models", "cameras", "sessions", "cuts", "colliders"];

/// The lines and columns of the entries of a text. None for a text that is too long or cannot be read, and without memory.
fn places(text: &str, budget: &Budget) -> HashMap<&'static str, Vec<(usize, usize)>> {
    let fits = text.len() as u64 <= LARGEST_FILE;
    let memory = fits.then(|| budget.take(crate::scene::memory_of_tree(text)).ok()).flatten();
    let Some((_memory, root)) = memory.and_then(|memory| Some((memory, syntax::parse(text).ok()?))) else {
        return HashMap::new();
    };
    let of_list = |list: &'static str| {
        let place = ValuePath::default().key(list);
        let count = match place.find(&root).value {
            Value::Array(array) => array.elements.len(),
            _ => 0,
        };
        // From entry to entry, so that the text is searched once.
        let (mut byte, mut line, mut line_start) = (0, 1, 0);
        let entries = (0..count).map(|index| {
            let start = place.index(index).find(&root).span().start.max(byte);
            let between = &text[byte..start];
            line += between.bytes().filter(|byte| *byte == b'\n').count();
            line_start = between.rfind('\n').map_or(line_start, |at| byte + at + 1);
            byte = start;
            (line, text[line_start..start].chars().count() + 1)
        });
        (list, entries.collect())
    };
    LISTS.into_iter().map(of_list).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::error::line_and_column;

    #[test]
    fn entries_have_the_lines_and_columns_of_their_text() {
        let text = "{ \"eyeline\": 1,\n  // ö\n  \"objects\": [ { \"name\": \"ä\" }, { \"name\": \"b\" },\n    {} ],\n \"models\": [{}] }";
        let found = places(text, &Budget::default());
        assert_eq!(found["objects"], [(3, 16), (3, 33), (4, 5)]);
        assert_eq!(found["models"], [(5, 13)]);
        for (line, column) in &found["objects"] {
            let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
            let byte = start + text[start..].chars().take(column - 1).map(char::len_utf8).sum::<usize>();
            assert!(text[byte..].starts_with('{'));
            assert_eq!(line_and_column(text, byte), (*line, *column));
        }
        assert!(places("{", &Budget::default()).is_empty());
    }

    #[test]
    fn fingerprints_differ_by_each_text() {
        let all = [&["a", "b"][..], &["ab", ""], &["ab"], &["a", "c"], &["a"], &["b", "a"]];
        let hashes: std::collections::BTreeSet<String> = all.map(fingerprint).into_iter().collect();
        assert_eq!(hashes.len(), all.len());
        assert_eq!(fingerprint(&["open_edges", "level/rock", "0"]).len(), 16);
    }
}
