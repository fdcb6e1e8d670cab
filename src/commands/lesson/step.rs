//! Questions, goals and right answers of a step in words.

use std::fmt::Write as _;

use serde_json::Value;

use crate::escape::html as escaped;
use crate::files::Content;
use crate::report::lesson::{
    AnswerReason, RightAnswer, StepAnswers, answer_names, field_question, reason, solved, tick_of_step, value_words,
    wanted,
};
use crate::scene::{AskedAnswer, LessonQuestion, LessonStep};
use crate::world::World;

/// The question of a step as HTML, with space for its answer.
pub(super) fn question(ask: &LessonQuestion, right: Option<&RightAnswer>) -> String {
    let asked = ask.answer();
    let mut html = format!("<div class=\"ask\">\n<p class=\"question\">{}</p>\n", sentence(asked));
    let space = match ask {
        LessonQuestion::Choice(_) => {
            let choices = right.map_or(&[][..], |right| &right.choices);
            let items = choices.iter().fold(String::new(), |mut items, value| {
                let _infallible = write!(items, "<li>{}</li>", escaped(&value_words(&asked.field, value)));
                items
            });
            format!("<ul class=\"choices\">{items}</ul>")
        }
        LessonQuestion::Number(_) => {
            let tolerance = asked.tolerance.unwrap_or_default();
            format!("<p class=\"space\">Answer: <span class=\"line\"></span> (within {tolerance})</p>")
        }
        LessonQuestion::Place(_) => "<p class=\"space\">Mark the place in the picture.</p>".to_owned(),
    };
    html.push_str(&space);
    html.push_str("\n</div>\n");
    html
}

/// Camera `guard`, object `crate`: what is the verdict?
fn sentence(asked: &AskedAnswer) -> String {
    let question = escaped(&field_question(&asked.named, &asked.field));
    format!("{}: <strong>{question}</strong>", with_code(&answer_names(&asked.named)))
}

/// Escaped text with what is between backticks as code.
fn with_code(text: &str) -> String {
    let parts = text.split('`').map(escaped).enumerate();
    parts.fold(String::new(), |mut all, (i, part)| {
        let _infallible = if i % 2 == 1 { write!(all, "<code>{part}</code>") } else { write!(all, "{part}") };
        all
    })
}

/// The goal of a step as HTML, with what the student may change.
pub(super) fn goal(step: &LessonStep) -> String {
    let mut html = String::from("<div class=\"goal\">\n<p>Goal: change the scene until</p>\n<ul>");
    for expected in &step.goal {
        let fields: Vec<String> = expected.fields().map(|(field, value)| wanted(field, value)).collect();
        let names = with_code(&answer_names(expected));
        let _infallible = write!(html, "<li>{names}: {}</li>", escaped(&fields.join(", ")));
    }
    html.push_str("</ul>\n");
    if !step.free.is_empty() {
        let free: Vec<String> = step.free.iter().map(|name| format!("<code>{}</code>", escaped(name))).collect();
        let _infallible = writeln!(html, "<p>You may change {}.</p>", free.join(", "));
    }
    html.push_str("</div>\n");
    html
}

/// The right answer of a step's question with its reason, and a solution of its goal, as HTML. `None` when it has neither.
pub(super) fn answer(content: Content, index: usize, answers: &StepAnswers) -> Option<String> {
    let step = content.scene.lesson.get(index)?;
    let mut html = String::new();
    if let (Some(ask), Some(right)) = (&step.ask, &answers.question) {
        let asked = ask.answer();
        let _infallible = match right {
            Ok(right) => write!(
                html,
                "<p>{} <strong>{}</strong></p>\n{}",
                sentence(asked),
                escaped(&value_words(&asked.field, &right.value)),
                reason_of(content, index, asked).unwrap_or_default()
            ),
            Err(reason) => writeln!(html, "<p>There is no answer: {}.</p>", escaped(reason)),
        };
    }
    if !step.solution.is_empty() {
        html.push_str("<p>One solution of the goal:</p>\n<ul>");
        for (name, keys) in &step.solution {
            for (key, value) in keys.as_object().into_iter().flatten() {
                let (name, key, value) = (escaped(name), escaped(key), escaped(&value.to_string()));
                let _infallible = write!(html, "<li><code>{name}</code>: {key} <code>{value}</code></li>");
            }
        }
        html.push_str("</ul>\n");
        if let Err(reason) = solved(content.scene, content.files, step) {
            let _infallible = writeln!(html, "<p>It cannot be applied: {}.</p>", escaped(&reason));
        }
    }
    (!html.is_empty()).then_some(html)
}

/// The answer in a sentence, and its deciding step.
fn reason_of(content: Content, index: usize, asked: &AskedAnswer) -> Option<String> {
    let tick = asked.named.keys.get("tick").and_then(Value::as_u64);
    let world = World::at(
        content.scene,
        content.files,
        tick.unwrap_or_else(|| tick_of_step(content.scene, &content.scene.lesson, index)),
    );
    let AnswerReason { answer, deciding } = reason(&world, asked)?;
    let deciding = deciding
        .map_or(String::new(), |[title, outcome]| format!(" <em>{}:</em> {}", with_code(&title), with_code(&outcome)));
    let answer = with_code(answer.trim_end_matches('.'));
    Some(format!("<p class=\"reason\">{answer}.{deciding}</p>\n"))
}
