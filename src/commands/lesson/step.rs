//! Questions, goals and right answers of a step in words.

use std::fmt::Write as _;

use serde_json::Value;

use crate::escape::html as escaped;
use crate::files::Content;
use crate::geometry::narrate::capitalized;
use crate::report::explain;
use crate::report::lesson::{RightAnswer, StepAnswers, field_question, field_words, solved, tick_of_step, value_words};
use crate::scene::{AskedAnswer, Expectation, LessonQuestion, LessonStep, NAMING_KEYS};
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
    format!("{}: <strong>{}</strong>", names(&asked.named), escaped(&field_question(&asked.field)))
}

fn names(named: &Expectation) -> String {
    let keys = NAMING_KEYS.into_iter().filter(|key| *key != "object").chain(["object"]);
    let keys = keys.filter(|key| named.keys.contains_key(*key));
    let words = keys.map(|key| match named.name(key) {
        Some(name) => format!("{key} <code>{}</code>", escaped(name)),
        None => key.to_owned(),
    });
    let words: Vec<String> = words.collect();
    let all = words.join(", ");
    let mut letters = all.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The goal of a step as HTML, with what the student may change.
pub(super) fn goal(step: &LessonStep) -> String {
    let mut html = String::from("<div class=\"goal\">\n<p>Goal: change the scene until</p>\n<ul>");
    for expected in &step.goal {
        let fields: Vec<String> = expected.fields().map(|(field, value)| wanted(field, value)).collect();
        let _infallible = write!(html, "<li>{}: {}</li>", names(expected), fields.join(", "));
    }
    html.push_str("</ul>\n");
    if !step.free.is_empty() {
        let free: Vec<String> = step.free.iter().map(|name| format!("<code>{}</code>", escaped(name))).collect();
        let _infallible = writeln!(html, "<p>You may change {}.</p>", free.join(", "));
    }
    html.push_str("</div>\n");
    html
}

/// The verdict is inside; the share is at least 0.2.
fn wanted(field: &str, value: &Value) -> String {
    let words = |value: &Value| escaped(&value_words(field, value));
    let field = escaped(&field_words(field));
    match (value.get("min"), value.get("max")) {
        (Some(min), Some(max)) => format!("the {field} is {} to {}", words(min), words(max)),
        (Some(min), None) => format!("the {field} is at least {}", words(min)),
        (None, Some(max)) => format!("the {field} is at most {}", words(max)),
        (None, None) => format!("the {field} is <strong>{}</strong>", words(value)),
    }
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
                reason(content, index, asked).unwrap_or_default()
            ),
            Err(reason) => write!(html, "<p>There is no answer: {}.</p>\n", escaped(reason)),
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
fn reason(content: Content, index: usize, asked: &AskedAnswer) -> Option<String> {
    let tick = asked.named.keys.get("tick").and_then(Value::as_u64);
    let world = World::at(content.scene, content.files, tick.unwrap_or_else(|| tick_of_step(content.scene, index)));
    let asker = NAMING_KEYS.into_iter().filter(|key| *key != "object").find_map(|key| asked.named.name(key));
    let object = asked.named.name("object");
    let subject = match (asker, object) {
        (Some(asker), object) => explain::subject(&world, asker, object),
        (None, Some(object)) => explain::subject(&world, object, None),
        (None, None) => return None,
    };
    let explanation = explain::explain(&world, subject.ok()?)?;
    let deciding = explanation.deciding().map(|step| &explanation.story.steps[step]);
    let deciding = deciding
        .map_or(String::new(), |step| format!(" <em>{}:</em> {}", escaped(&step.title), escaped(&step.outcome)));
    Some(format!("<p class=\"reason\">{}.{deciding}</p>\n", escaped(&capitalized(&explanation.answer))))
}
