//! The page: one file without external resources, which opens from disk and prints. The answers are on its last sheet.

use std::fmt::Write as _;

use super::markdown::{markdown, step_text};
use super::step;
use super::stills::Stills;
use crate::escape::html as escaped;
use crate::files::Content;
use crate::report::lesson::StepAnswers;

/// Every page of this command contains this text.
pub(super) const MARK: &str = "<meta name=\"generator\" content=\"eyeline lesson\">";

const STYLE: &str = include_str!("page.css");

/// A lesson as parts of a page.
pub(super) struct LessonParts {
    /// Its title, as text.
    pub(super) title: String,
    /// The text about its scene, as HTML; empty without one.
    about: String,
    /// Its steps with their pictures and questions, as HTML.
    steps: String,
    /// The right answers and solutions, as HTML; empty without any.
    answers: String,
    has_questions: bool,
}

impl LessonParts {
    /// The parts of a lesson. `answers` are those of its steps. A scene without steps has its picture in their place.
    ///
    /// # Errors
    /// When a picture cannot be drawn.
    pub(super) fn of(content: Content, answers: &[StepAnswers], stills: &Stills) -> anyhow::Result<Self> {
        let scene = content.scene;
        let title = if scene.title.is_empty() { "Lesson" } else { &scene.title };
        // The title is the heading already.
        let about = scene.about.strip_prefix("# ").and_then(|about| about.strip_prefix(title)).unwrap_or(&scene.about);
        let about = if about.trim().is_empty() {
            String::new()
        } else {
            format!("<div class=\"about\">{}</div>\n", markdown(about))
        };
        let mut steps = String::new();
        for (i, (step, answers)) in scene.lesson.iter().zip(answers).enumerate() {
            let number = i + 1;
            let _infallible = writeln!(steps, "<section class=\"step\">\n<h2>Step {number}</h2>");
            steps.push_str(&step_text(&answers.text));
            let picture = stills.of_step(i)?;
            let _infallible = writeln!(steps, "<img src=\"{picture}\" alt=\"The scene in step {number}\">");
            if let Some(ask) = &step.ask {
                let right = answers.question.as_ref().and_then(|right| right.as_ref().ok());
                steps.push_str(&step::question(ask, right));
            }
            if !step.goal.is_empty() {
                steps.push_str(&step::goal(step));
            }
            steps.push_str("</section>\n");
        }
        if scene.lesson.is_empty() {
            let _infallible = writeln!(steps, "<img src=\"{}\" alt=\"The scene\">", stills.as_it_opens()?);
        }
        let mut of_steps = String::new();
        for (i, answers) in answers.iter().enumerate() {
            if let Some(answer) = step::answer(content, i, answers) {
                let _infallible = writeln!(of_steps, "<h2>Step {}</h2>\n{answer}", i + 1);
            }
        }
        let has_questions = scene.lesson.iter().any(|step| step.ask.is_some());
        Ok(Self { title: title.to_owned(), about, steps, answers: of_steps, has_questions })
    }

    /// The text before the steps. The text about a scene often has answers, so it is after the questions.
    fn before_steps(&self) -> &str {
        if self.has_questions { "" } else { &self.about }
    }

    /// The text of the last sheet; empty without answers.
    fn after_steps(&self) -> String {
        let about = if self.has_questions { &*self.about } else { "" };
        if self.answers.is_empty() { String::new() } else { format!("{about}{}", self.answers) }
    }
}

/// The page of one lesson.
pub(super) fn of_lesson(lesson: &LessonParts, has_answers: bool) -> String {
    let mut html = head(&lesson.title);
    html.push_str(lesson.before_steps());
    html.push_str("</header>\n<main>\n");
    html.push_str(&lesson.steps);
    html.push_str("</main>\n");
    let answers = lesson.after_steps();
    if has_answers && !answers.is_empty() {
        let _infallible = writeln!(html, "<section class=\"answers\">\n<h1>Answers</h1>\n{answers}</section>");
    }
    html.push_str("</body>\n</html>\n");
    html
}

/// The page of a course: its title and text, the list of its lessons, the lessons, and the answers of all of them.
pub(super) fn of_course(title: &str, about: &str, lessons: &[LessonParts], has_answers: bool) -> String {
    let mut html = head(title);
    if !about.trim().is_empty() {
        let _infallible = writeln!(html, "<div class=\"about\">{}</div>", markdown(about));
    }
    html.push_str("<ol class=\"contents\">\n");
    for (i, lesson) in lessons.iter().enumerate() {
        let _infallible = writeln!(html, "<li><a href=\"#lesson-{}\">{}</a></li>", i + 1, escaped(&lesson.title));
    }
    html.push_str("</ol>\n</header>\n<main>\n");
    for (i, lesson) in lessons.iter().enumerate() {
        let number = i + 1;
        let _infallible = writeln!(
            html,
            "<section class=\"lesson\" id=\"lesson-{number}\">\n<h1>{number}. {}</h1>\n{}{}</section>",
            escaped(&lesson.title),
            lesson.before_steps(),
            lesson.steps
        );
    }
    html.push_str("</main>\n");
    let answers = lessons.iter().enumerate().map(|(i, lesson)| (i, lesson, lesson.after_steps()));
    let answers: Vec<_> = answers.filter(|(_, _, answers)| has_answers && !answers.is_empty()).collect();
    if !answers.is_empty() {
        html.push_str("<section class=\"answers\">\n<h1>Answers</h1>\n");
        for (i, lesson, answers) in answers {
            let _infallible = writeln!(html, "<h1>{}. {}</h1>\n{answers}", i + 1, escaped(&lesson.title));
        }
        html.push_str("</section>\n");
    }
    html.push_str("</body>\n</html>\n");
    html
}

/// The page up to its title.
fn head(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{MARK}\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<header>\n<h1>{0}</h1>\n",
        escaped(title)
    )
}
