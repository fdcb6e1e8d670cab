//! The caption of a picture that is shown outside the window: question and answer.

use super::palette::Color;
use super::shown::Shown;
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::frustum::Verdict;
use crate::geometry::narrate::capitalized;
use crate::report::explain::Subject;
use crate::report::{FrustumAnswers, ViewSubject, headline, quoted};

/// Question and answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The scene's title; empty for one without.
    pub title: String,
    /// The question; empty without one.
    pub question: String,
    /// The answer in a sentence, with the sign of its tone.
    pub answer: String,
    /// The answer's colour.
    pub color: Color,
}

impl Caption {
    /// The caption of the selected question; `None` without a title and a question.
    pub(super) fn of(title: &str, shown: &Shown) -> Option<Self> {
        let &Shown { world, report, palette, explanation, ref selected, .. } = shown;
        if let Some(Subject::View(subject)) = selected.question(world)
            && let Some(answers) = report.frusta.get(subject.camera())
            && let Some(why) = answers.why_no_list()
            && (answers.error.is_some() || selected.object().is_none())
        {
            let (sign, color) = (palette.symbol(Tone::Fail), palette.tone(Tone::Fail));
            let question = quoted(&format!("What is in view of `{}`?", escape::line(&answers.camera)));
            let answer = format!("{sign} {}.", quoted(&escape::line(&capitalized(&why))));
            return Some(Self {
                title: escape::shown(title).into_owned(),
                question: cut(&question),
                answer: cut(&answer),
                color,
            });
        }
        let Some((subject, explanation)) = selected.question(world).zip(explanation) else {
            let plain = Self {
                title: escape::shown(title).into_owned(),
                question: String::new(),
                answer: String::new(),
                color: palette.text,
            };
            return (!title.is_empty()).then_some(plain);
        };
        let counts = match subject {
            Subject::View(ViewSubject::Camera(camera)) => report.frusta.get(camera).map(counted),
            _ => None,
        };
        let question = match (subject, &counts) {
            (Subject::View(ViewSubject::Camera(camera)), Some(_)) => {
                format!("What is in view of `{}`?", world.cameras[camera].name)
            }
            _ => explanation.title.clone(),
        };
        let step = selected.step.and_then(|number| Some((number, explanation.story.steps.get(number)?)));
        let (answer, tone) = if let Some((number, step)) = step {
            let outcome = step.outcome.lines().next().unwrap_or_default();
            let of = explanation.story.steps.len();
            (format!("Step {} of {of} · {}: {outcome}", number + 1, step.title), step.tone)
        } else {
            let answer = counts.or_else(|| headline(report, subject)).unwrap_or_else(|| explanation.answer.clone());
            (answer, if explanation.disagreement.is_some() { Tone::Exact } else { explanation.tone })
        };
        let (sign, color) = match tone {
            Tone::Note => ("", palette.text),
            tone => (palette.symbol(tone), palette.tone(tone)),
        };
        let answer = format!("{sign} {}", quoted(&answer)).trim_start().to_owned();
        Some(Self {
            title: escape::shown(title).into_owned(),
            question: cut(&quoted(&question)),
            answer: cut(&answer),
            color,
        })
    }
}

/// What a screen has room for.
fn cut(text: &str) -> String {
    escape::shown(text).into_owned()
}

/// The number of objects in view of a camera, in words.
fn counted(answers: &FrustumAnswers) -> String {
    let count = |verdict: Verdict| answers.objects.iter().filter(|answer| answer.fast.verdict == verdict).count();
    let words = [Verdict::Inside, Verdict::Intersect, Verdict::Outside]
        .map(|verdict| format!("{} {}", count(verdict), verdict.word()))
        .join(", ");
    match answers.objects.iter().filter(|answer| !answer.agrees()).count() {
        0 => words,
        differ => format!("{words}; the exact answer differs for {differ}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::contents::Picture;
    use super::super::palette::Palette;
    use super::super::selected::Selected;
    use super::*;
    use crate::files::Files;
    use crate::report::Report;
    use crate::report::explain::explain;
    use crate::scene::tour;
    use crate::world::{Item, World};

    fn said(selected: &Selected, title: &str) -> Option<[String; 3]> {
        let world = World::at(&tour().unwrap(), &Files::default(), 0);
        let explanation = selected.question(&world).and_then(|subject| explain(&world, subject));
        let report = Report::of(&world);
        let shown = Shown::new(&world, &report, selected, &Palette::DARK);
        let caption = Picture::of(&Shown { title: Some(title), explanation: explanation.as_ref(), ..shown }).caption?;
        Some([caption.title, caption.question, caption.answer])
    }

    #[test]
    fn the_caption_has_question_and_answer() {
        let crate_in_view =
            Selected { asker: Some(Item::Camera(0)), subject: Some(Item::Object(0)), ..Selected::default() };
        let [title, question, answer] = said(&crate_in_view, "Tour").unwrap();
        assert_eq!((&*title, &*question), ("Tour", "Is “crate” in view of “guard”?"));
        assert!(answer.contains("“crate” is outside: the right plane rejects it by 0.4409 m."), "{answer}");
        assert!(answer.starts_with(Palette::DARK.symbol(Tone::Fail)), "{answer}");
    }

    #[test]
    fn an_open_step_has_its_number_and_its_sign() {
        let crate_in_view = Selected {
            asker: Some(Item::Camera(0)),
            subject: Some(Item::Object(0)),
            step: Some(2),
            ..Selected::default()
        };
        let [_, question, answer] = said(&crate_in_view, "Tour").unwrap();
        assert_eq!(question, "Is “crate” in view of “guard”?");
        assert!(
            answer.starts_with(&format!("{} Step 3 of 9 · Right plane: ", Palette::DARK.symbol(Tone::Fail))),
            "{answer}"
        );
    }

    #[test]
    fn without_an_object_the_caption_counts_and_without_a_querier_it_is_the_title() {
        let camera = Selected { asker: Some(Item::Camera(0)), ..Selected::default() };
        let expected = ["", "What is in view of “guard”?", "2 inside, 1 intersect, 3 outside"];
        assert_eq!(said(&camera, "").unwrap(), expected);
        assert_eq!(said(&Selected::default(), "Tour").unwrap(), ["Tour", "", ""]);
        assert_eq!(said(&Selected::default(), ""), None);
    }
}
