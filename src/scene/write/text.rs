//! Document to text in a layout for people: a value that fits is on one line, and defaults are left out.

use std::io::{self, Write};

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::escape;
use crate::scene::document::{Object, Scene};

/// The greatest length of a line that contains a whole list or object.
const WIDTH: usize = 100;

/// The scene as the text of a file, with a final line break. [`crate::scene::read::located::parse`] of the text gives the same scene.
pub fn write(scene: &Scene) -> String {
    // This fails only for a key that is not a string, and a scene has no such key.
    let compact = compact(scene).unwrap_or_default();
    let parsed = parse_to_ast(&compact, &CollectOptions::default(), &ParseOptions::default());
    let mut text = String::with_capacity(2 * compact.len());
    match parsed.ok().and_then(|parsed| parsed.value) {
        Some(root) => TextLayout { source: &compact, text: &mut text, breaks_lists: true }.broken(&root, 0),
        None => text = compact, // nested too deeply for the layout; still valid
    }
    text.push('\n');
    text
}

/// Writes the text of [`write()`] object by object, so that memory never contains the whole of a large text. `written`
/// is called after each object with the number of objects written so far.
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

/// JSON on one line, with control characters escaped.
pub(in crate::scene) fn compact(value: &impl serde::Serialize) -> io::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, Compact))?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// The text that `serde_json` writes without spaces.
struct Compact;

impl serde_json::ser::Formatter for Compact {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        escape::json(fragment, out)
    }
}

/// A value over several lines where it is long, as if it began at `column`. The first line has no indentation, further lines
/// have two spaces a level.
pub(in crate::scene) fn value_text(source: &str, value: &Value, column: usize) -> String {
    let mut text = " ".repeat(column);
    TextLayout { source, text: &mut text, breaks_lists: false }.value(value, 0);
    text.split_off(column)
}

/// An object as an entry of the scene's list.
fn entry(object: &Object) -> io::Result<String> {
    let compact = compact(object)?;
    let parsed = parse_to_ast(&compact, &CollectOptions::default(), &ParseOptions::default());
    let value = parsed.ok().and_then(|parsed| parsed.value).ok_or(io::ErrorKind::InvalidData)?;
    // The entry has the indentation of a list entry.
    let mut text = String::from("    ");
    TextLayout { source: &compact, text: &mut text, breaks_lists: false }.value(&value, 2);
    Ok(text.split_off(4))
}

/// Lays out a syntax tree.
struct TextLayout<'s> {
    source: &'s str,
    text: &'s mut String,
    /// Whether each list of the outermost object has a line for every entry, as in a scene. A part of a scene has short
    /// lists on one line.
    breaks_lists: bool,
}

impl TextLayout<'_> {
    /// A value, on the current line if it fits, else over several lines.
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
                    // The scene's own lists have one line per item, so that items are easy to find and to move.
                    match &property.value {
                        list @ Value::Array(_) if self.breaks_lists && indent == 0 => self.broken(list, indent + 1),
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
            // `2.0` is written as `2`.
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
