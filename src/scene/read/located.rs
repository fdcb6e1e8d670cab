//! Reads a scene: text, document, checks. Keeps the text, to locate errors that are found later.
//!
//! A valid text becomes a document in one pass. Its syntax tree is made when that pass refuses the text, and when an error
//! or a warning must be located.

use std::sync::OnceLock;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::decode::decode;
use super::pieces::PIECE;
use super::{not_a_scene, pieces};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::scene::document::Scene;
use crate::scene::levels::{Levels, NoLevels};
use crate::scene::subject::subject;
use crate::scene::validate::{VERSION, Violation, validate};
use crate::scene::warn::{UnusualObjects, warnings};
use crate::source::error::{SceneError, SceneWarning, quoted};
use crate::source::folder::Folder;
use crate::source::lines::Lines;
use crate::source::place::ValuePath;
use crate::source::syntax::{self, Fault};
use crate::source::text;

/// The text of a scene, which gives problems their line and column.
#[derive(Debug)]
pub struct WrittenScene<'t> {
    /// The file's name in messages.
    name: &'t str,
    /// `None` for a scene that the program made.
    source: Option<SourceText<'t>>,
}

#[derive(Debug)]
struct SourceText<'t> {
    text: &'t str,
    budget: Budget,
    /// Made when first used; `None` when the budget has no room for it.
    tree: OnceLock<Option<SyntaxTree<'t>>>,
    /// Made when first used.
    lines: OnceLock<Lines<'t>>,
}

/// The syntax tree of a text. Its memory is reserved until it is dropped.
#[derive(Debug)]
struct SyntaxTree<'t> {
    root: Value<'t>,
    _memory: Reservation,
}

/// Reads and checks a scene from text. `name` is the file's name in messages. The files that the scene names are not
/// read.
///
/// # Errors
/// With the first error, located: the text is not JSON with comments, does not have the keys and types of a scene, or
/// contains invalid values.
pub fn parse(text: &str, name: &str) -> Result<Scene, SceneError> {
    parse_within(text, name, &Budget::default())
}

/// The same within a memory budget.
///
/// # Errors
/// As [`parse`], and when the scene does not fit into the budget.
pub fn parse_within(text: &str, name: &str, budget: &Budget) -> Result<Scene, SceneError> {
    let (scene, written) = WrittenScene::parse(text, name, budget)?;
    written.check(&scene, &NoLevels, None)?;
    Ok(scene)
}

/// The memory of the syntax tree of a text, estimated before it is made.
pub(crate) fn memory_of_tree(text: &str) -> u64 {
    EntryCounts::of(text).memory_of_tree()
}

impl<'t> WrittenScene<'t> {
    /// Reads a scene from text, without checks of its values.
    ///
    /// # Errors
    /// With the first error in the syntax, keys and types, located.
    pub(crate) fn parse(text: &'t str, name: &'t str, budget: &Budget) -> Result<(Scene, Self), SceneError> {
        let (text, _) = text::without_mark(text);
        let source = SourceText { text, budget: budget.clone(), tree: OnceLock::new(), lines: OnceLock::new() };
        let over = |over| SceneError::over_budget(name, "reading this scene", over);
        if let Some(scene) = source.read_directly().map_err(over)? {
            return Ok((scene, Self { name, source: Some(source) }));
        }
        let memory = budget.take(EntryCounts::of(text).memory_of_tree()).map_err(over)?;
        let located = |fault: Fault| SceneError::at(name, text, fault.span, &fault.message, fault.help.as_deref());
        let root = syntax::parse(text).map_err(located)?;
        let tree = source.tree.get_or_init(|| Some(SyntaxTree { root, _memory: memory }));
        let Some(SyntaxTree { root, .. }) = tree else { return Err(SceneError::unreadable(name, "no text", None)) };
        let scene = from_tree(root, text).map_err(|fault| located_in(name, &Lines::of(text), root, fault))?;
        Ok((scene, Self { name, source: Some(source) }))
    }

    /// For a scene that was made from a file of this name. Its problems have no line and column.
    pub(crate) fn made(name: &'t str) -> Self {
        Self { name, source: None }
    }

    /// Checks a scene together with the levels that were read.
    ///
    /// # Errors
    /// With the first error in the text.
    pub(crate) fn check(&self, scene: &Scene, levels: &dyn Levels, folder: Option<&Folder>) -> Result<(), SceneError> {
        let errors = validate(scene, levels, folder).into_iter().map(|problem| self.error(scene, problem));
        errors.min_by_key(|error| error.span.start).map_or(Ok(()), Err)
    }

    /// A problem of the scene with its location.
    pub(crate) fn error(&self, scene: &Scene, problem: Violation) -> SceneError {
        if let Some((lines, root)) = self.tree() {
            return located_in(self.name, lines, root, locate(problem, root, lines));
        }
        let subject = scene.subject(&problem.place);
        SceneError::unreadable(self.name, &problem.message, problem.help.as_deref()).about(subject)
    }

    /// The warnings about the scene and its files, in the order of the text.
    pub(crate) fn warnings(&self, scene: &Scene, of_files: Vec<(ValuePath, String)>) -> Vec<SceneWarning> {
        let of_scene =
            warnings(scene, &mut UnusualObjects::default()).into_iter().map(|(place, message)| (place, message, false));
        let found = of_scene.chain(of_files.into_iter().map(|(place, message)| (place, message, true)));
        let mut found = found.peekable();
        if found.peek().is_none() {
            return Vec::new();
        }
        let Some((lines, root)) = self.tree() else {
            let warning = |(place, message, is_of_file)| {
                let warning = SceneWarning::new(self.name, 1, 1, message).about(scene.subject(&place).map(Into::into));
                SceneWarning { is_of_file, ..warning }
            };
            return found.map(warning).collect();
        };
        let start = |(place, message, is_of_file): (ValuePath, String, bool)| {
            (place.find(root).span().start, message, is_of_file)
        };
        let mut found: Vec<(usize, String, bool)> = found.map(start).collect();
        found.sort_by_key(|(start, ..)| *start);
        let located = |(start, message, is_of_file): (usize, String, bool)| {
            let (line, column) = lines.line_and_column(start);
            let warning = SceneWarning::new(self.name, line, column, message);
            SceneWarning { is_of_file, ..warning.about(subject(root, start).map(Into::into)) }
        };
        found.into_iter().map(located).collect()
    }

    /// The lines of the text, with its syntax tree. `None` for a scene that the program made, and when the budget has no room for the
    /// tree: errors and warnings then have no line and column.
    fn tree(&self) -> Option<(&Lines<'t>, &Value<'t>)> {
        let SourceText { text, budget, tree, lines } = self.source.as_ref()?;
        let make = || {
            let memory = budget.take(EntryCounts::of(text).memory_of_tree()).ok()?;
            Some(SyntaxTree { root: syntax::parse(text).ok()?, _memory: memory })
        };
        let SyntaxTree { root, .. } = tree.get_or_init(make).as_ref()?;
        Some((lines.get_or_init(|| Lines::of(text)), root))
    }
}

impl SourceText<'_> {
    /// The scene, read without a syntax tree; `None` when the tree must decide.
    ///
    /// # Errors
    /// When the scene does not fit into the budget.
    fn read_directly(&self) -> Result<Option<Scene>, OverBudget> {
        let Self { text, budget, .. } = self;
        // Later the memory of the scene is part of that of its world.
        let _memory = budget.take(EntryCounts::of(text).memory_of_scene())?;
        Ok(pieces::read(text, PIECE).filter(|scene| scene.eyeline == VERSION))
    }
}

/// A fault in a text with this syntax tree.
fn located_in(name: &str, lines: &Lines, root: &Value, fault: Fault) -> SceneError {
    let subject = subject(root, fault.span.start);
    SceneError::at_one_of(name, lines, fault.span, &fault.message, fault.help.as_deref()).about(subject)
}

/// The numbers of objects and of other values in a text, at most.
struct EntryCounts {
    objects: u64,
    values: u64,
}

impl EntryCounts {
    fn of(text: &str) -> Self {
        // Sums of bytes are computed for many bytes at once, and a piece is short enough for them.
        let pieces = text.as_bytes().chunks(255);
        let count = |is: fn(u8) -> bool| {
            let sums = pieces.clone().map(|piece| piece.iter().map(|&byte| u8::from(is(byte))).sum::<u8>());
            sums.map(u64::from).sum()
        };
        Self { objects: count(|byte| byte == b'{'), values: count(|byte| matches!(byte, b'[' | b',' | b':')) }
    }

    /// The approximate memory of the syntax tree and the values that are made from it. The numbers were measured: an
    /// object may become an item such as a camera.
    fn memory_of_tree(&self) -> u64 {
        60 * (self.objects + self.values) + 300 * self.objects
    }

    /// The approximate memory of the values alone.
    fn memory_of_scene(&self) -> u64 {
        12 * self.values + 200 * self.objects
    }
}

/// The scene of a syntax tree.
fn from_tree(root: &Value, text: &str) -> Result<Scene, Fault> {
    if let Some(fault) = not_a_scene::fault(root) {
        return Err(fault);
    }
    check_version(root)?;
    decode(root, text)
}

/// The version is checked first, because a scene of another version may have other keys.
fn check_version(root: &Value) -> Result<(), Fault> {
    let number = root.as_object().and_then(|root| root.get_number("eyeline"));
    match number.map(|number| (number, number.value.parse::<f64>())) {
        Some((number, Ok(version))) if version.to_bits() != f64::from(VERSION).to_bits() => {
            let message = format!("`eyeline` must be {VERSION}, found {}", quoted(number.value));
            let help = format!("it is the format version, and this program reads version {VERSION}");
            Err(Fault::new(number.range.start..number.range.end, message).help(help))
        }
        _ => Ok(()),
    }
}

/// A problem with its location in the file, and with the value at that location.
pub(super) fn locate(problem: Violation, root: &Value, lines: &Lines) -> Fault {
    let mut found = problem.place.find(root);
    if let Some(place) = problem.or_place.filter(|_| !found.is_written) {
        found = place.find(root);
    }
    let mut message = problem.message;
    if let Some(other) = problem.other {
        let (first, second) = (other.find(root), found);
        let (first, second) = if first.span().start <= second.span().start { (first, second) } else { (second, first) };
        let (line, column) = lines.line_and_column(first.span().start);
        message = format!("{message}, first at {line}:{column}");
        found = second;
    } else if found.is_written && problem.shows_value {
        let range = found.value.range();
        let written = &lines.text()[range.start..range.end];
        if written.len() <= 48 && !written.contains(['\n', '"', '{']) {
            message = format!("{message}, found {}", quoted(written));
        }
    }
    Fault { span: found.span(), message, help: problem.help }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;
    use crate::scene;

    #[test]
    fn the_smallest_scene_is_a_version() {
        let scene = parse("\u{feff}{ \"eyeline\": 1 }", "a.json").unwrap();
        assert_eq!((scene.eyeline, scene.objects.len()), (1, 0));
    }

    fn directly(text: &str) -> Option<Scene> {
        let source = SourceText { text, budget: Budget::default(), tree: OnceLock::new(), lines: OnceLock::new() };
        let scene = source.read_directly().unwrap();
        for piece in [4, 200, 1000] {
            let by_pieces = pieces::read(text, piece).filter(|scene| scene.eyeline == VERSION);
            assert_eq!(by_pieces.as_ref().map(digits), scene.as_ref().map(digits), "{piece} bytes: {text}");
        }
        scene
    }

    fn by_tree(text: &str) -> Result<Scene, Fault> {
        from_tree(&syntax::parse(text)?, text)
    }

    /// All digits and signs of numbers, which `==` does not compare.
    fn digits(scene: &Scene) -> String {
        format!("{scene:?}")
    }

    /// The scenes of the repository, and one with values that are easily read wrongly.
    fn texts() -> Vec<String> {
        const DELICATE: &str = r##"{ "eyeline": 1, // a comment
            "title": "\u00fc \ud83d\ude00 \" \\ ü", "tick_rate": 59.94, "seed": 18446744073709551615,
            "cameras": [{ "name": "eye", "position": [-0.0, 1e-45, 3.4028235e38], "near": 1.00000017881393432617,
                "projection": { "orthographic": { "height": 16777217, "aspect": 1 } }, }],
            "objects": [{ "name": "a", "shape": { "box": { "half_extents": [0.1, 2E-3, 9007199791611905] } },
                "layers": [0, 63], "color": "#C08040", /* here */ "path": { "points": [[0, 0, 0], [1, 2, 3],], "loop": true } }],
            "models": [{ "name": "m", "file": "m.glb", "animation": 3 }, { "name": "n", "file": "n.glb", "animation": "walk" }],
            "agents": [{ "name": "g", "blackboard": { "hp": 100, "list": [1, "a", true, 0.1, -7], "far": -1e30 },
                "tree": { "selector": { "children": [{ "condition": { "script": ["success"] } },
                    { "inverter": { "child": { "action": { "move_to": { "object": "a", "speed": 3, "within": 1 } } } } }] } } },
                { "name": "h", "tree": { "file": "t.xml", "scripts": { "Leaf": ["running", "failure"] } } }],
            "ignore": [{ "problem": "open_edges" }],
            "expect": [{ "camera": "eye", "object": "a", "verdict": "outside", "margin": { "min": 0.25 } }] }"##;
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes");
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
        files.sort();
        let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
        texts.chain([DELICATE.to_owned(), scene::write(&scene::generate(300, 1))]).collect()
    }

    #[test]
    fn valid_scenes_are_read_without_a_syntax_tree() {
        for text in texts() {
            let scene = directly(&text).unwrap_or_else(|| panic!("not read directly: {text}"));
            assert_eq!(digits(&scene), digits(&by_tree(&text).unwrap()));
        }
    }

    #[test]
    fn what_only_one_reader_would_accept_is_left_to_the_syntax_tree() {
        let object = |object: &str| format!("{{ \"eyeline\": 1, \"objects\": [{{ \"name\": \"a\", {object} }}] }}");
        let sphere = r#""shape": { "sphere": { "radius": 1 } }"#;
        let texts = [
            "{ \"eyeline\": 2 }".to_owned(),
            "{ \"eyeline\": 1, \"eyeline\": 1 }".to_owned(),
            "{ \"eyeline\": 1 } {}".to_owned(),
            "{ \"eyeline\": 1, \"title\": \"a\nb\" }".to_owned(),
            "{\u{a0}\"eyeline\": 1 }".to_owned(),
            "[1]".to_owned(),
            object(&format!("{sphere}, \"color\": null")),
            object(&format!("{sphere}, \"position\": [0, 0]")),
            object(&format!("{sphere}, \"position\": [0, 0, 0, 0]")),
            object(&format!("{sphere}, \"position\": [0, 0, 1e39]")),
            object(&format!("{sphere}, \"position\": [0, 0, 0,,]")),
            object(&format!("{sphere}, \"nmae\": \"b\"")),
            object(r#""shape": { "sphere": { "radius": 1 }, "box": { "half_extents": [1, 1, 1] } }"#),
            object(r#""shape": { "sphere": [1] }"#),
            object(r#""shape": "sphere""#),
            "{ \"eyeline\": 1, \"agents\": [{ \"name\": \"g\", \"blackboard\": { \"a\": 1, \"a\": 2 }, \"tree\": { \"file\": \"t.xml\" } }] }"
                .to_owned(),
            format!("{{ \"eyeline\": 1, \"expect\": {}{} }}", "[".repeat(100_000), "]".repeat(100_000)),
        ];
        for text in texts {
            assert!(directly(&text).is_none(), "{text}");
            assert!(by_tree(&text).is_err(), "{text}");
        }
    }

    /// Pieces of text that decide about what is valid.
    const PIECES: [&str; 24] = [
        ",",
        ":",
        "\"",
        "{",
        "}",
        "[",
        "]",
        "null",
        "true",
        "1e39",
        "-0",
        "4.0",
        "16777217",
        "0.1",
        "\\u00e9",
        "\\",
        "//",
        "\n",
        "/**/",
        " ",
        "\u{a0}",
        "\"name\": \"a\",",
        "1e-50",
        "é",
    ];

    proptest! {
        /// Of a valid scene with some pieces of text put in, taken out or copied.
        #[test]
        fn both_readers_read_the_same(
            which in any::<prop::sample::Index>(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..3, any::<prop::sample::Index>()), 0..4),
        ) {
            let texts = texts();
            let mut text = which.get(&texts).clone();
            for (at, what, piece) in changes {
                let ends: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
                if ends.is_empty() {
                    break;
                }
                let at = *at.get(&ends);
                match what {
                    0 => text.insert_str(at, PIECES[piece.index(PIECES.len())]),
                    1 => {
                        let _removed = text.remove(at);
                    }
                    _ => {
                        let copy: String = text[at..].chars().take(1 + piece.index(40)).collect();
                        text.insert_str(at, &copy);
                    }
                }
            }
            if let Some(scene) = directly(&text) {
                let other = by_tree(&text);
                prop_assert!(other.is_ok(), "{:?}: {}", other, text);
                prop_assert_eq!(digits(&scene), digits(&other.unwrap()));
            }
        }
    }
}
