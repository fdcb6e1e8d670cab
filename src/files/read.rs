//! Reading a scene: text, syntax tree, document, checks; the first thing wrong ends it.

use std::path::Path;

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::as_scene;
use super::assets::Assets;
use super::image_faults;
use crate::opacity::Progress;
use crate::scene::check::{Problem, VERSION, check};
use crate::scene::decode::decode;
use crate::scene::document::Scene;
use crate::scene::subject::subject;
use crate::scene::warn::warnings;
use crate::source::error::{SceneError, SceneWarning, line_and_column, quoted};
use crate::source::folder::Folder;
use crate::source::place::Place;
use crate::source::stamp::Stamp;
use crate::source::syntax::{self, Fault};
use crate::source::text::{self, Source, Wanted};

/// A scene whose every value is in its range, and what its author should know.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The scene.
    pub scene: Scene,
    /// Images that have no answer, each with its place, in file order, then levels that are not there or cannot be read, and
    /// trees in files that cannot run; everything else in the scene is answered.
    pub faults: Vec<SceneError>,
    /// In file order.
    pub warnings: Vec<SceneWarning>,
    /// How the scene's file looked just before it was read; `None` for what comes from no scene file.
    pub stamp: Option<Stamp>,
}

/// Reads and checks a scene file. Files that it names are looked for from its folder, inside
/// the root. A file of behaviour trees is read as
/// a scene with one agent, an image as a scene of its cells, and a level as a scene with one model.
///
/// # Errors
/// With the first thing wrong, located: the file cannot be read, is larger than [`super::LARGEST_FILE`] or no UTF-8,
/// is no JSON with comments, does not have a scene's keys and types, or holds values that cannot be.
pub fn read(path: &Path) -> Result<Loaded, SceneError> {
    read_with(path, Assets::default())
}

/// The same with what was read before from the files that it names: they are not read again.
///
/// # Errors
/// As [`read`].
pub fn read_with(path: &Path, assets: Assets) -> Result<Loaded, SceneError> {
    read_watched(path, assets, &Progress::default())
}

/// The same with somebody who watches how the files are read, and may stop that.
///
/// # Errors
/// As [`read`].
pub fn read_watched(path: &Path, assets: Assets, progress: &Progress) -> Result<Loaded, SceneError> {
    read_from(path, Source::Any, assets, progress)
}

/// The same from a file only: a pipe or a device is refused, since it may keep the reader waiting for ever. So a
/// window reads.
///
/// # Errors
/// As [`read`].
pub fn read_file(path: &Path, assets: Assets, progress: &Progress) -> Result<Loaded, SceneError> {
    read_from(path, Source::File, assets, progress)
}

fn read_from(path: &Path, source: Source, assets: Assets, progress: &Progress) -> Result<Loaded, SceneError> {
    if as_scene::is_tree(path) {
        return as_scene::tree::read_as_scene(path, assets);
    }
    let name = text::path_in_message(path);
    if let Some(tree) = &assets.options.tree {
        let message = format!("`--tree {tree}` chooses among the trees of an XML file, and this is none");
        let help = "in a scene, choose by `\"id\"` beside the `\"file\"` of the tree";
        return Err(SceneError::unreadable(&name, &message, Some(help)));
    }
    if crate::import::level::is_level(path) {
        return as_scene::level::read_as_scene(path, assets, progress);
    }
    if as_scene::is_image(path) {
        return as_scene::image::read_as_scene(path, assets);
    }
    let wanted = Wanted { what: "scene", example: "guard.json" };
    // What is written later is seen as a change afterwards.
    let (text, stamp) = text::read_stamped(path, &name, &wanted, source)?;
    let (folder, _) = text::folder_of(path, &assets.options)?;
    let loaded = parse_watched(&text, &name, Some(&folder), assets, progress)?;
    Ok(Loaded { stamp: Some(stamp), ..loaded })
}

/// Reads and checks a scene from text. `name` stands for the file in messages. Files that the scene names are
/// looked for in `folder`; without one, only their names are checked.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, name: &str, folder: Option<&Path>) -> Result<Loaded, SceneError> {
    parse_with(text, name, folder, Assets::default())
}

/// The same with what was read before from the files that it names: they are not read again.
///
/// # Errors
/// As [`read`].
pub fn parse_with(text: &str, name: &str, folder: Option<&Path>, assets: Assets) -> Result<Loaded, SceneError> {
    let folder = folder.map(|folder| Folder::new(folder, &assets.options));
    parse_watched(text, name, folder.as_ref(), assets, &Progress::default())
}

/// The same with somebody who watches how the files are read, and may stop that.
///
/// # Errors
/// As [`read`].
pub(super) fn parse_watched(
    text: &str,
    name: &str,
    folder: Option<&Folder>,
    mut assets: Assets,
    progress: &Progress,
) -> Result<Loaded, SceneError> {
    let (text, _) = text::without_mark(text);
    // Until the syntax tree is dropped.
    let memory = assets.budget.take(memory_of(text));
    let _memory = memory.map_err(|over| SceneError::over_budget(name, "reading this scene", over))?;
    let located = |fault: Fault| SceneError::at(name, text, fault.span, &fault.message, fault.help.as_deref());
    let root = syntax::parse(text).map_err(located)?;
    let located = |fault: Fault| {
        let subject = subject(&root, fault.span.start);
        located(fault).about(subject)
    };
    check_version(&root).map_err(located)?;
    let mut scene: Scene = decode(&root, text).map_err(located)?;
    let faults = check(&scene, folder).into_iter().map(|problem| locate(problem, &root, text));
    if let Some(first) = faults.min_by_key(|fault| fault.span.start) {
        return Err(located(first));
    }
    assets.update_with(&scene, folder, progress);
    scene.assets = assets;
    if let Some(over) = scene.assets.placed.objects() {
        let place = Place::default().key("objects");
        let message = format!("placing {} objects {over}", scene.objects.len());
        return Err(located(locate(Problem::at(place, message, Some(over.help())), &root, text)));
    }
    if !scene.assets.levels.is_empty() {
        // What names in levels mean is known only now.
        let faults = check(&scene, folder).into_iter().map(|problem| locate(problem, &root, text));
        if let Some(first) = faults.min_by_key(|fault| fault.span.start) {
            return Err(located(first));
        }
    }
    let faults = image_faults::faults(&scene).into_iter().map(|problem| located(locate(problem, &root, text)));
    let mut faults: Vec<_> = faults.collect();
    faults.sort_by_key(|fault| fault.span.start);
    let (of_levels, notes) = scene.level_faults();
    let (of_trees, more_notes) = scene.tree_faults();
    let of_trees = of_trees.into_iter().map(|fault| (fault.error, fault.named_at));
    let of_files = of_levels.into_iter().map(|fault| (fault.error, fault.named_at)).chain(of_trees);
    faults.extend(of_files.map(|(error, named_at)| match named_at {
        None => error,
        Some(place) => {
            let SceneError { message, help, subject, .. } = error;
            let problem = Problem::at(place, message.into(), help.map(Into::into));
            located(locate(problem, &root, text)).about(subject.as_deref())
        }
    }));
    let notes = notes.into_iter().chain(more_notes);
    let warnings = warnings(&scene, &root, text, name).into_iter().chain(notes).collect();
    Ok(Loaded { scene, faults, warnings, stamp: None })
}

/// About how many bytes reading a text takes, as its syntax tree and as the values that are made of it.
fn memory_of(text: &str) -> u64 {
    // Measured: each value of a list or object, and besides each object, which may become a camera or the like.
    const VALUE: u64 = 60;
    const OBJECT: u64 = 300;
    let cost = |byte| match byte {
        b'{' => VALUE + OBJECT,
        b'[' | b',' | b':' => VALUE,
        _ => 0,
    };
    text.bytes().map(cost).sum()
}

/// A scene of another version may have other keys, so its version is looked at before everything else.
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

/// A problem with its place in the file, and with the value that stands there.
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
    fn the_least_scene_is_a_version() {
        let loaded = parse("\u{feff}{ \"eyeline\": 1 }", "a.json", None).unwrap();
        assert_eq!((loaded.scene.eyeline, loaded.scene.objects.len()), (1, 0));
        assert!(loaded.warnings.is_empty());
    }
}
