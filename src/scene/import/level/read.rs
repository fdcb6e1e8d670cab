//! Reading a level: the guard first, then whichever reader its name asks for; errors and notes get their places.

use std::path::Path;

use super::error::{LevelError, Place};
use super::gltf;
use super::notes::Notes;
use super::source::{Named, Stamps};
use super::{Level, obj};
use crate::opacity::Progress;
use crate::scene::error::{SceneError, SceneWarning, line_and_column};
use crate::scene::image::Stamp;
use crate::scene::{folder, place, syntax};

/// Reads a level that a scene in `folder` names. `stamps` gets the files that were looked for, itself first.
///
/// # Errors
/// With the first thing that leaves nothing to be read, located.
pub(super) fn read(named: Named, progress: &Progress, stamps: &mut Stamps) -> Result<Level, SceneError> {
    let file = named.file;
    let path = folder::resolve(named.folder, file).map_err(|error| {
        stamps.push((named.folder.join(file), None));
        SceneError::unreadable(file, &error.to_string(), Some(error.help()))
    })?;
    let stamp = Stamp::of(&path);
    stamps.push((path.clone(), stamp));
    let mut text = None;
    let is_obj = Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obj"));
    let read = if is_obj {
        obj::read(named, &path, progress, stamps)
    } else {
        gltf::read(named, path, progress, stamps, &mut text)
    };
    let gltf::Read { mut level, notes, text } = read.map_err(|error| located(error, file, text.as_deref()))?;
    level.notes = told(notes, file, text.as_deref());
    Ok(level)
}

fn located(error: LevelError, file: &str, text: Option<&str>) -> SceneError {
    let LevelError { place, message, help } = error;
    let help = help.as_deref();
    match &place {
        Place::File => SceneError::unreadable(file, &message, help),
        Place::Text { line, text, span } => SceneError::in_line(file, *line, text, span.clone(), &message, help),
        Place::Item { list, index, .. } => {
            let message = format!("{place}: {message}");
            let span = text.and_then(|text| {
                let root = syntax::parse(text).ok()?;
                Some(place::Place::default().key(list).index(*index).find(&root).span())
            });
            match text.zip(span) {
                Some((text, span)) => SceneError::at(file, text, span, &message, help),
                None => SceneError::unreadable(file, &message, help),
            }
        }
    }
}

/// Each note with its line and column, where the file is a text.
fn told(notes: Notes, file: &str, text: Option<&str>) -> Vec<SceneWarning> {
    let told: Vec<_> = notes.told().collect();
    let has_items = told.iter().any(|(place, _)| matches!(place, Place::Item { .. }));
    let root = text.filter(|_| has_items).and_then(|text| Some((text, syntax::parse(text).ok()?)));
    let warning = |(place, message): (Place, String)| {
        let (line, column) = match (&place, &root) {
            (Place::Text { line, text, span }, _) => (*line, line_and_column(text, span.start).1),
            (Place::Item { list, index, .. }, Some((text, root))) => {
                let found = place::Place::default().key(list).index(*index).find(root);
                line_and_column(text, found.span().start)
            }
            _ => (1, 1),
        };
        let message = match place {
            Place::Item { .. } => format!("{place}: {message}"),
            _ => message,
        };
        SceneWarning { file: file.into(), line, column, message: message.into(), subject: None }
    };
    told.into_iter().map(warning).collect()
}
