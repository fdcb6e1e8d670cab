//! Reads a scene: text, syntax tree, document, checks. Keeps the text, to locate errors that are found later.

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::check::{Problem, VERSION, check};
use super::decode::decode;
use super::document::Scene;
use super::levels::{Levels, NoLevels};
use super::subject::subject;
use super::warn::warnings;
use crate::budget::{Budget, Reservation};
use crate::source::error::{SceneError, SceneWarning, line_and_column, quoted};
use crate::source::folder::Folder;
use crate::source::place::Place;
use crate::source::syntax::{self, Fault};
use crate::source::text;

/// The text of a scene, which gives problems their line and column.
#[derive(Debug)]
pub struct Written<'t> {
    /// The file's name in messages.
    name: &'t str,
    /// `None` for a scene that the program made.
    source: Option<Source<'t>>,
}

#[derive(Debug)]
struct Source<'t> {
    text: &'t str,
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
    let (scene, written) = Written::parse(text, name, &Budget::default())?;
    written.check(&scene, &NoLevels, None)?;
    Ok(scene)
}

impl<'t> Written<'t> {
    /// Reads a scene from text, without checks of its values.
    ///
    /// # Errors
    /// With the first error in the syntax, keys and types, located.
    pub(crate) fn parse(text: &'t str, name: &'t str, budget: &Budget) -> Result<(Scene, Self), SceneError> {
        let (text, _) = text::without_mark(text);
        // The memory is reserved until the syntax tree is dropped.
        let memory = budget.take(memory_of(text));
        let memory = memory.map_err(|over| SceneError::over_budget(name, "reading this scene", over))?;
        let located = |fault: Fault| SceneError::at(name, text, fault.span, &fault.message, fault.help.as_deref());
        let root = syntax::parse(text).map_err(located)?;
        let written = Self { name, source: Some(Source { text, root, _memory: memory }) };
        let Some(Source { root, .. }) = &written.source else {
            return Err(SceneError::unreadable(name, "no text", None));
        };
        check_version(root).map_err(|fault| written.located(fault))?;
        let scene = decode(root, text).map_err(|fault| written.located(fault))?;
        Ok((scene, written))
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
        let errors = check(scene, levels, folder).into_iter().map(|problem| self.error(scene, problem));
        errors.min_by_key(|error| error.span.start).map_or(Ok(()), Err)
    }

    /// A problem of the scene with its location.
    pub(crate) fn error(&self, scene: &Scene, problem: Problem) -> SceneError {
        if let Some(Source { text, root, .. }) = &self.source {
            return self.located(locate(problem, root, text));
        }
        let subject = scene.subject(&problem.place);
        SceneError::unreadable(self.name, &problem.message, problem.help.as_deref()).about(subject)
    }

    /// The warnings about the scene and its files, in the order of the text.
    pub(crate) fn warnings(&self, scene: &Scene, of_files: Vec<(Place, String)>) -> Vec<SceneWarning> {
        let of_scene = warnings(scene).into_iter().map(|(place, message)| (place, message, false));
        let found = of_scene.chain(of_files.into_iter().map(|(place, message)| (place, message, true)));
        let Some(Source { text, root, .. }) = &self.source else {
            let warning = |(place, message, is_of_file)| {
                let warning = SceneWarning::new(self.name, 1, 1, message).about(scene.subject(&place).map(Into::into));
                SceneWarning { is_of_file, ..warning }
            };
            return found.map(warning).collect();
        };
        let start =
            |(place, message, is_of_file): (Place, String, bool)| (place.find(root).span().start, message, is_of_file);
        let mut found: Vec<(usize, String, bool)> = found.map(start).collect();
        found.sort_by_key(|(start, ..)| *start);
        let located = |(start, message, is_of_file): (usize, String, bool)| {
            let (line, column) = line_and_column(text, start);
            let warning = SceneWarning::new(self.name, line, column, message);
            SceneWarning { is_of_file, ..warning.about(subject(root, start).map(Into::into)) }
        };
        found.into_iter().map(located).collect()
    }

    fn located(&self, fault: Fault) -> SceneError {
        let Some(Source { text, root, .. }) = &self.source else {
            return SceneError::unreadable(self.name, &fault.message, fault.help.as_deref());
        };
        let subject = subject(root, fault.span.start);
        SceneError::at(self.name, text, fault.span, &fault.message, fault.help.as_deref()).about(subject)
    }
}

/// The approximate memory for reading a text: its syntax tree and its values.
fn memory_of(text: &str) -> u64 {
    // These numbers were measured: one for each value of a list or object, and one for each object, which may become an
    // item such as a camera.
    const VALUE: u64 = 60;
    const OBJECT: u64 = 300;
    let cost = |byte| match byte {
        b'{' => VALUE + OBJECT,
        b'[' | b',' | b':' => VALUE,
        _ => 0,
    };
    text.bytes().map(cost).sum()
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
fn locate(problem: Problem, root: &Value, text: &str) -> Fault {
    let mut found = problem.place.find(root);
    if let Some(place) = problem.or_place.filter(|_| !found.is_written) {
        found = place.find(root);
    }
    let mut message = problem.message;
    if let Some(other) = problem.other {
        let (first, second) = (other.find(root), found);
        let (first, second) = if first.span().start <= second.span().start { (first, second) } else { (second, first) };
        let (line, column) = line_and_column(text, first.span().start);
        message = format!("{message}, first at {line}:{column}");
        found = second;
    } else if found.is_written && problem.wants_value {
        let range = found.value.range();
        let written = &text[range.start..range.end];
        if written.len() <= 48 && !written.contains(['\n', '"', '{']) {
            message = format!("{message}, found {}", quoted(written));
        }
    }
    Fault { span: found.span(), message, help: problem.help }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_scene_is_a_version() {
        let scene = parse("\u{feff}{ \"eyeline\": 1 }", "a.json").unwrap();
        assert_eq!((scene.eyeline, scene.objects.len()), (1, 0));
    }
}
