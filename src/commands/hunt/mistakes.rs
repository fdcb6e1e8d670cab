//! `eyeline mistakes`: the known wrong rules.

use std::fmt::Write;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::commands::output;
use crate::lessons;
use crate::mistakes::{MISTAKES, Mistake, SpatialQuestion};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct MistakesArgs {
    /// Print only the mistakes of this question of `eyeline hunt`.
    #[arg(value_name = "QUESTION", value_parser = super::args::questions())]
    pub question: Option<SpatialQuestion>,
    /// Print them as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Prints the mistakes.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &MistakesArgs) -> anyhow::Result<ExitCode> {
    let is_asked = |mistake: &&Mistake| args.question.is_none_or(|question| mistake.questions.contains(&question));
    let asked: Vec<&Mistake> = MISTAKES.iter().filter(is_asked).collect();
    let text = if args.json { as_json(&asked) } else { as_text(&asked) };
    output::deliver(text.as_bytes(), None)?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(mistakes: &[&Mistake]) -> String {
    let entry = |mistake: &&Mistake| {
        json!({
            "key": mistake.key,
            "title": mistake.title,
            "questions": mistake.questions.iter().map(|question| question.word()).collect::<Vec<_>>(),
            "rule": mistake.rule,
            "symptom": mistake.symptom,
            "source": mistake.source,
            "exhibit": mistake.exhibit,
        })
    };
    format!("{:#}\n", mistakes.iter().map(entry).collect::<Value>())
}

fn as_text(mistakes: &[&Mistake]) -> String {
    let mut text = String::new();
    for mistake in mistakes {
        let questions: Vec<&str> = mistake.questions.iter().map(|question| question.word()).collect();
        let of = if questions.is_empty() { String::new() } else { format!(" ({})", questions.join(", ")) };
        let _infallible = writeln!(text, "{}\n  {}{of}", mistake.key, mistake.title);
        let _infallible = writeln!(text, "  {}\n  In a game: {}", mistake.rule, mistake.symptom);
        if let Some(source) = mistake.source {
            let _infallible = writeln!(text, "  Found in: {source}.");
        }
        if let Some(lesson) = mistake.exhibit.and_then(lessons::by_file) {
            let _infallible = writeln!(text, "  Lesson: {} (scenes/{}.json).", lesson.name, lesson.file);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}
