//! The page: one file without external resources, which opens from disk and prints. The answers are on its last sheet.

use std::fmt::Write as _;

use super::markdown::{markdown, step_text};
use super::step;
use super::stills::Stills;
use crate::escape::html as escaped;
use crate::files::Content;
use crate::report::lesson::StepAnswers;
use crate::scene::Scene;

/// Every page of this command contains this text.
pub(super) const MARK: &str = "<meta name=\"generator\" content=\"eyeline lesson\">";

const STYLE: &str = include_str!("page.css");

/// The page of a lesson. `answers` are those of its steps.
///
/// # Errors
/// When a picture cannot be drawn.
pub(super) fn page(
    content: Content,
    answers: &[StepAnswers],
    stills: &Stills,
    has_answers: bool,
) -> anyhow::Result<String> {
    let scene = content.scene;
    let title = if scene.title.is_empty() { "Lesson" } else { &scene.title };
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{MARK}\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header>\n<h1>{0}</h1>\n",
        escaped(title)
    );
    let has_questions = scene.lesson.iter().any(|step| step.ask.is_some());
    if !has_questions {
        about_scene(&mut html, scene, title);
    }
    html.push_str("</header>\n<main>\n");
    for (i, (step, answers)) in scene.lesson.iter().zip(answers).enumerate() {
        let number = i + 1;
        let _infallible = writeln!(html, "<section class=\"step\">\n<h2>Step {number}</h2>");
        html.push_str(&step_text(&answers.text));
        let picture = stills.picture(i)?;
        let _infallible = writeln!(html, "<img src=\"{picture}\" alt=\"The scene in step {number}\">");
        if let Some(ask) = &step.ask {
            let right = answers.question.as_ref().and_then(|right| right.as_ref().ok());
            html.push_str(&step::question(ask, right));
        }
        if !step.goal.is_empty() {
            html.push_str(&step::goal(step));
        }
        html.push_str("</section>\n");
    }
    html.push_str("</main>\n");
    if has_answers {
        let found = answers.iter().enumerate().filter_map(|(i, answers)| Some((i, step::answer(content, i, answers)?)));
        let found: Vec<(usize, String)> = found.collect();
        if !found.is_empty() {
            html.push_str("<section class=\"answers\">\n<h1>Answers</h1>\n");
            if has_questions {
                about_scene(&mut html, scene, title);
            }
            for (i, answer) in found {
                let _infallible = writeln!(html, "<h2>Step {}</h2>\n{answer}", i + 1);
            }
            html.push_str("</section>\n");
        }
    }
    html.push_str("</body>\n</html>\n");
    Ok(html)
}

/// The text about the scene. It often has answers, so it is after the questions.
fn about_scene(html: &mut String, scene: &Scene, title: &str) {
    // The title is the heading of the page already.
    let about = scene.about.strip_prefix("# ").and_then(|about| about.strip_prefix(title)).unwrap_or(&scene.about);
    if !about.trim().is_empty() {
        let _infallible = writeln!(html, "<div class=\"about\">{}</div>", markdown(about));
    }
}
