//! `eyeline fmt`: scene files, project files and courses with even indentation and spaces. Comments and the order of keys stay.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use dprint_plugin_json::configuration::{Configuration, ConfigurationBuilder, TrailingCommaKind};
use dprint_plugin_json::format_text;
use jsonc_parser::{JsonValue, parse_to_value};

use super::exit::{COULD_NOT_RUN, DIFFERS};
use super::message::{describe, has_color, print_message};
use super::stdout;
use crate::escape;
use crate::scene::{SceneError, save_bytes};
use crate::source::syntax;
use crate::source::text::{ExpectedFile, path_in_message, read, without_mark};

/// The files that are formatted.
const FILE: ExpectedFile = ExpectedFile { what: "scene", example: "guard.json", most: 64 << 20 };
/// The greatest width of a line, in characters. A longer text stays on its line.
const WIDTH: u32 = 120;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct FormatArgs {
    /// The files: scenes, project files and courses; `-` formats standard input to standard output.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Write nothing, list the files that would change, and end with 1 when there are some.
    #[arg(long)]
    pub check: bool,
}

/// Formats the files. One that cannot be read does not stop the others.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &FormatArgs) -> anyhow::Result<ExitCode> {
    let (mut changed, mut has_failed) = (Vec::new(), false);
    for file in &args.files {
        match one(file, args.check) {
            Ok(true) => changed.push(path_in_message(file)),
            Ok(false) => {}
            Err(error) if error.is::<stdout::ReaderGone>() => return Err(error),
            Err(error) => {
                has_failed = true;
                print_message(&describe(&error, has_color()));
            }
        }
    }
    if args.check {
        stdout::write_output(|out| changed.iter().try_for_each(|file| writeln!(out, "{}", escape::shown(file))))?;
    }
    let code = match (has_failed, args.check && !changed.is_empty()) {
        (true, _) => COULD_NOT_RUN,
        (false, true) => DIFFERS,
        (false, false) => 0,
    };
    Ok(ExitCode::from(code))
}

/// Formats one file. Returns whether it changed, or would change.
fn one(file: &Path, is_check: bool) -> anyhow::Result<bool> {
    let is_input = file.as_os_str() == "-";
    let text = if is_input { standard_input()? } else { read(file, &path_in_message(file), &FILE)? };
    let name = if is_input { "standard input".to_owned() } else { path_in_message(file) };
    let formatted = formatted(&name, &text)?;
    let is_changed = formatted != text;
    if is_input && !is_check {
        stdout::write_output(|out| out.write_all(formatted.as_bytes()))?;
    } else if is_changed && !is_check {
        save_bytes(formatted.as_bytes(), file)?;
    }
    Ok(is_changed)
}

fn standard_input() -> anyhow::Result<String> {
    let mut text = String::new();
    io::stdin().lock().take(FILE.most + 1).read_to_string(&mut text)?;
    anyhow::ensure!(text.len() as u64 <= FILE.most, "standard input has more than {} MiB", FILE.most >> 20);
    Ok(text)
}

/// The text with two spaces of indentation for each level, and lines of at most [`WIDTH`] characters. A list or an object whose first
/// entry begins on a new line has a line for each entry. A byte order mark is left out.
fn formatted(name: &str, text: &str) -> anyhow::Result<String> {
    let (text, _) = without_mark(text);
    let at = |fault: syntax::Fault| SceneError::at(name, text, fault.span, &fault.message, fault.help.as_deref());
    syntax::parse(text).map_err(at)?;
    let made = format_text(Path::new("scene.jsonc"), text, &configuration())?;
    let made = made.unwrap_or_else(|| text.to_owned());
    // The file of the user must not lose anything, whatever the formatter does.
    anyhow::ensure!(value(&made) == value(text), "{name} was not formatted: its values would change");
    Ok(made)
}

fn configuration() -> Configuration {
    let mut builder = ConfigurationBuilder::new();
    builder.line_width(WIDTH).indent_width(2).use_tabs(false).trailing_commas(TrailingCommaKind::Never);
    builder.comment_line_force_space_after_slashes(false);
    builder.build()
}

fn value(text: &str) -> Option<JsonValue<'_>> {
    parse_to_value(text, &syntax::options()).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_keys_and_numbers_stay() {
        let text = "// a scene\n{\"eyeline\":1,\n   /* where */ \"objects\":[{\"name\":\"ball\",\"position\":[1.50,0,-0.0]},], // all\n\"title\":\"T\"}";
        let made = formatted("a.json", text).unwrap();
        assert_eq!(
            made,
            "// a scene\n{\n  \"eyeline\": 1,\n  /* where */ \"objects\": [{ \"name\": \"ball\", \"position\": [1.50, 0, -0.0] }], // all\n  \"title\": \"T\"\n}\n"
        );
        assert_eq!(formatted("a.json", &made).unwrap(), made);
    }

    #[test]
    fn an_error_has_its_line_and_column() {
        let error = formatted("a.json", "{\n  \"eyeline\": 1,,\n}").unwrap_err().to_string();
        assert!(error.contains("a.json:2:16"), "{error}");
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(formatted("a.json", &deep).unwrap_err().to_string().contains("nested more than 256 levels"));
    }
}
