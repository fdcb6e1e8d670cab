//! Document to text, laid out to be read and edited by people: what fits stands on one line, defaults are left out.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::{Object, Scene};

/// How wide a line may be for a list or object to stand on it.
const WIDTH: usize = 100;

/// The scene as the text of a file, with a final line break. [`super::parse`] of it gives the same scene.
pub fn write(scene: &Scene) -> String {
    // The one way for this to fail is a key that is no string, and there is none.
    let compact = serde_json::to_string(scene).unwrap_or_default();
    let parsed = parse_to_ast(&compact, &CollectOptions::default(), &ParseOptions::default());
    let mut text = String::with_capacity(2 * compact.len());
    match parsed.ok().and_then(|parsed| parsed.value) {
        Some(root) => Layout { source: &compact, text: &mut text }.broken(&root, 0),
        None => text = compact, // nested too deep for the layout, but still the scene
    }
    text.push('\n');
    text
}

/// Writes [`write()`]'s text of a scene object by object, so that the text of a large one is never held as a whole. `written`
/// is told how many objects are done, after each.
///
/// # Errors
/// When the writer fails.
pub fn write_to(scene: &Scene, out: &mut dyn Write, mut written: impl FnMut(usize)) -> io::Result<()> {
    let whole = write(&Scene { objects: scene.objects.iter().take(1).cloned().collect(), ..scene.clone() });
    let Some(first) = scene.objects.get(0) else { return out.write_all(whole.as_bytes()) };
    let first = entry(first)?;
    let (before, after) = whole.split_once(&first).ok_or(io::ErrorKind::InvalidData)?;
    out.write_all(before.as_bytes())?;
    for (i, object) in scene.objects.iter().enumerate() {
        out.write_all(if i == 0 { b"" } else { b",\n    " })?;
        out.write_all(entry(object)?.as_bytes())?;
        written(i + 1);
    }
    out.write_all(after.as_bytes())
}

/// An object as an entry of the scene's list.
fn entry(object: &Object) -> io::Result<String> {
    let compact = serde_json::to_string(object)?;
    let parsed = parse_to_ast(&compact, &CollectOptions::default(), &ParseOptions::default());
    let value = parsed.ok().and_then(|parsed| parsed.value).ok_or(io::ErrorKind::InvalidData)?;
    // As in the list: after the indentation of a line.
    let mut text = String::from("    ");
    Layout { source: &compact, text: &mut text }.value(&value, 2);
    Ok(text.split_off(4))
}

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {reason}", path.display())]
pub struct SaveError {
    /// The file that was to be written.
    pub path: PathBuf,
    /// What the system says.
    pub reason: io::Error,
}

/// Writes a scene to a file, as [`save_bytes`] does.
///
/// # Errors
/// When the file cannot be written; it then is as it was.
pub fn save(scene: &Scene, path: &Path) -> Result<(), SaveError> {
    save_bytes(write(scene).as_bytes(), path)
}

/// Writes a file whole or not at all: beside it first, then renamed over it. An existing file keeps its
/// permissions, and a link is followed. A path that is no plain file, such as `/dev/null`, is written directly.
///
/// # Errors
/// When the file cannot be written; it then is as it was, or absent as it was.
pub fn save_bytes(bytes: &[u8], path: &Path) -> Result<(), SaveError> {
    save_with(path, |out| out.write_all(bytes))
}

/// The same for what is written piece by piece.
///
/// # Errors
/// When the file or a piece cannot be written; the file then is as it was, or absent as it was.
pub fn save_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), SaveError> {
    replace(path, write).map_err(|reason| SaveError { path: path.to_owned(), reason })
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let whole = |file: &mut dyn Write| {
        let mut file = io::BufWriter::new(file);
        write(&mut file)?;
        file.flush()
    };
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let existing = target.metadata().ok();
    if target.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder"));
    }
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return whole(&mut std::fs::OpenOptions::new().write(true).open(&target)?);
    }
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
    let mut beside = builder.prefix(".eyeline-").tempfile_in(folder)?;
    whole(&mut beside)?;
    if let Some(existing) = existing {
        if existing.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        beside.as_file().set_permissions(existing.permissions())?;
    }
    beside.as_file().sync_all()?;
    beside.persist(&target).map(drop).map_err(|error| error.error)
}

/// Lays out a syntax tree.
struct Layout<'s> {
    source: &'s str,
    text: &'s mut String,
}

impl Layout<'_> {
    /// A value, on one line if it fits there after what already stands on the line, else over several.
    fn value(&mut self, value: &Value, indent: usize) {
        let start = self.text.len();
        let column = start - self.text.rfind('\n').map_or(0, |i| i + 1);
        self.flat(value);
        if column + self.text.len() - start > WIDTH && !is_leaf(value) {
            self.text.truncate(start);
            self.broken(value, indent);
        }
    }

    /// A list or object with a line for every entry.
    fn broken(&mut self, value: &Value, indent: usize) {
        let break_line = |text: &mut String, is_first: bool, indent: usize| {
            text.push_str(if is_first { "\n" } else { ",\n" });
            text.extend(std::iter::repeat_n("  ", indent));
        };
        let close = |text: &mut String, bracket: char| {
            text.push('\n');
            text.extend(std::iter::repeat_n("  ", indent));
            text.push(bracket);
        };
        match value {
            Value::Array(array) if !array.elements.is_empty() => {
                self.text.push('[');
                for (i, item) in array.elements.iter().enumerate() {
                    break_line(self.text, i == 0, indent + 1);
                    self.value(item, indent + 1);
                }
                close(self.text, ']');
            }
            Value::Object(object) if !object.properties.is_empty() => {
                self.text.push('{');
                for (i, property) in object.properties.iter().enumerate() {
                    break_line(self.text, i == 0, indent + 1);
                    self.slice(property.name.range());
                    self.text.push_str(": ");
                    // The scene's own lists have a line for every item, so that one can be found and moved.
                    match &property.value {
                        list @ Value::Array(_) if indent == 0 => self.broken(list, indent + 1),
                        value => self.value(value, indent + 1),
                    }
                }
                close(self.text, '}');
            }
            _ => self.flat(value),
        }
    }

    /// A value on one line.
    fn flat(&mut self, value: &Value) {
        match value {
            Value::Array(array) => {
                self.text.push('[');
                for (i, item) in array.elements.iter().enumerate() {
                    self.text.push_str(if i == 0 { "" } else { ", " });
                    self.flat(item);
                }
                self.text.push(']');
            }
            Value::Object(object) if object.properties.is_empty() => self.text.push_str("{}"),
            Value::Object(object) => {
                self.text.push_str("{ ");
                for (i, property) in object.properties.iter().enumerate() {
                    self.text.push_str(if i == 0 { "" } else { ", " });
                    self.slice(property.name.range());
                    self.text.push_str(": ");
                    self.flat(&property.value);
                }
                self.text.push_str(" }");
            }
            // `2.0` is written as a person would, `2`.
            Value::NumberLit(number) => {
                let text = number.value;
                self.text.push_str(text.strip_suffix(".0").unwrap_or(text));
            }
            _ => self.slice(value.range()),
        }
    }

    fn slice(&mut self, range: jsonc_parser::common::Range) {
        self.text.push_str(range.text(self.source));
    }
}

fn is_leaf(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}
