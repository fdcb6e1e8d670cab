//! The answer for one object or image in the outliner, as a word.

use super::line::RowLine;
use crate::app::kit::glossary::Term;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::geometry::narrate::counted;
use crate::geometry::ray::Miss;
use crate::geometry::units::Units;
use crate::import::image::ImageError;
use crate::picture::Selected;
use crate::report::explain::Subject;
use crate::report::occlusion::headline as headline_of;
use crate::report::{RayAnswer, RaySubject, Report, ViewSubject, headline};
use crate::workspace::Workspace;
use crate::world::{OcclusionAt, OcclusionBodies};

/// The word for a missing answer.
pub(super) const NO_ANSWER: &str = "no answer";

/// The answer of the selected camera or ray for one object or image.
#[derive(Default)]
pub(super) struct RowAnswer {
    pub(super) tone: Tone,
    pub(super) word: String,
    /// The deciding number, if a row has room for it; may be empty.
    pub(super) detail: String,
    pub(super) is_disputed: bool,
    /// The glossary term of the word.
    pub(super) term: Option<Term>,
    /// The answer as a sentence, and the effect of a click.
    pub(super) help: String,
}

impl RowAnswer {
    /// A row with this answer.
    pub(super) fn line<'a>(&'a self, symbol: &'a str) -> RowLine<'a> {
        let Self { tone, word, detail, is_disputed: warns, term, .. } = self;
        RowLine { symbol, tone: *tone, word, detail, term: *term, warns: *warns, ..RowLine::default() }
    }
}

/// The answers of an occlusion query: that of its pair, or the number of its pairs that collide.
pub(super) fn of_occlusion(workspace: &Workspace, query: &OcclusionAt) -> RowAnswer {
    let answers: Vec<_> = workspace.judging().answers_of(query.id).collect();
    let wrong = answers.iter().flatten().filter(|answer| !answer.verdict.is_true()).count();
    let colliding = answers.iter().flatten().filter(|answer| answer.collides).count();
    let help = "Show its depth cameras and its steps.";
    let (tone, word, help) = match (&*answers, workspace.judging().occlusion_error()) {
        (_, Some(error)) => (Tone::Fail, NO_ANSWER.to_owned(), format!("{error}. {help}")),
        ([], None) if workspace.judging().occlusion().is_none() => (Tone::Note, String::new(), help.to_owned()),
        ([Err(error)], None) => (Tone::Fail, NO_ANSWER.to_owned(), format!("{error}. {help}")),
        ([Ok(answer)], None) if matches!(query.bodies, OcclusionBodies::Pair(_)) => {
            let tone = Tone::pass_or_fail(answer.collides);
            let word = if answer.collides { "collides" } else { "apart" };
            (tone, word.to_owned(), format!("Method {}: {}. {help}", query.method.word(), headline_of(answer)))
        }
        (answers, None) => {
            let tone = Tone::pass_or_fail(colliding > 0);
            let (pairs, verb) = (counted(answers.len(), "pair"), if colliding == 1 { "collides" } else { "collide" });
            let words = format!("{colliding} of {pairs} with overlapping bounds {verb}. {help}");
            (tone, format!("{colliding} of {}", answers.len()), words)
        }
    };
    RowAnswer { tone, word, detail: String::new(), is_disputed: wrong > 0, term: None, help }
}

/// The answer of the querier about an object.
pub(super) fn answer(report: &Report, selected: &Selected, object: usize, units: Units) -> RowAnswer {
    let camera = selected.camera().and_then(|c| Some((c, report.in_view(c, object)?)));
    let ray = selected.ray().and_then(|r| Some((r, report.on_ray(r, object)?)));
    if let Some(answers) = selected.camera().and_then(|camera| report.frusta.get(camera))
        && answers.error.is_some()
    {
        return RowAnswer {
            tone: Tone::Note,
            word: NO_ANSWER.to_owned(),
            detail: String::new(),
            is_disputed: false,
            term: None,
            help: answers.no_list_sentence().map(|text| theme::quoted(&text)).unwrap_or_default(),
        };
    }
    let sentence = |subject| headline(report, subject).map(|text| theme::quoted(&text)).unwrap_or_default();
    match (camera, ray) {
        (Some((c, answer)), _) => RowAnswer {
            tone: answer.fast.verdict.tone(),
            word: answer.fast.verdict.word().to_owned(),
            detail: report
                .planes_on(c, object)
                .and_then(|planes| planes.rejection())
                .map_or(String::new(), |(side, behind)| format!("{} {}", side.word(), units.length(-behind))),
            is_disputed: !answer.agrees(),
            term: Some(Term::Verdict),
            help: sentence(Subject::View(ViewSubject::Object(c, object))),
        },
        (_, Some((r, answer))) => {
            let help = sentence(Subject::Ray(RaySubject::Object(r, object)));
            on_ray(&answer, selected.object() == Some(object), units, help)
        }
        _ => RowAnswer {
            tone: Tone::Note,
            word: String::new(),
            detail: String::new(),
            is_disputed: false,
            term: None,
            help: "No camera or ray is selected.".to_owned(),
        },
    }
}

/// The answer for an image: that of the selected ray, or the part of it that is solid.
pub(super) fn of_image(report: &Report, selected: &Selected, image: usize, units: Units) -> RowAnswer {
    if let Some((r, answer)) = selected.ray().and_then(|r| Some((r, report.on_ray_image(r, image)?))) {
        let help = headline(report, Subject::Ray(RaySubject::Image(r, image)))
            .map(|text| theme::quoted(&text))
            .unwrap_or_default();
        return on_ray(&answer, selected.image() == Some(image), units, help);
    }
    let opacity = report.images.get(image).map(|image| &image.opacity);
    let (tone, word, help) = match opacity {
        Some(Ok(opacity)) => (Tone::Note, format!("{:.0} % solid", 100.0 * opacity.solid_share()), {
            let verb = if opacity.solid_cells == 1 { "is" } else { "are" };
            format!("{} of {} {verb} solid.", opacity.solid_cells, counted(opacity.layout().len(), "cell"))
        }),
        Some(Err(error)) => {
            let (tone, word) = match error {
                ImageError::Reading(_) => (Tone::Note, "reading …"),
                ImageError::Adding(_) => (Tone::Note, "computing cells …"),
                ImageError::Cancelled(_) => (Tone::Partial, "not read"),
                ImageError::NotAdded(_) => (Tone::Partial, "not added up"),
                _ => (Tone::Fail, NO_ANSWER),
            };
            (tone, word.to_owned(), theme::quoted(&error.to_string()))
        }
        None => (Tone::Note, String::new(), String::new()),
    };
    RowAnswer { tone, word, detail: String::new(), is_disputed: false, term: None, help }
}

/// The answer of a ray.
fn on_ray(answer: &RayAnswer, is_selected: bool, units: Units, help: String) -> RowAnswer {
    let (tone, word) = match answer.cast.result() {
        Ok(hit) => (Tone::Pass, format!("t = {}", units.number(hit.t))),
        // As in the picture, objects that the line misses are drawn as context, unless one is selected.
        Err(miss @ Miss::Masked) => (Tone::Note, miss.word().to_owned()),
        Err(miss @ Miss::Misses) if !is_selected => (Tone::Note, miss.word().to_owned()),
        Err(miss) => (Tone::Fail, miss.word().to_owned()),
    };
    let term = Some(if answer.cast.hit().is_some() { Term::T } else { Term::NoHit });
    RowAnswer { tone, word, detail: String::new(), is_disputed: !answer.agrees(), term, help }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;
    use crate::world::Item;

    #[test]
    fn the_word_is_the_answer_of_the_querier() {
        let text = r#"{ "eyeline": 1,
            "cameras": [{ "name": "eye" }],
            "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
            "objects": [{ "name": "Crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
                        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 50] }] }"#;
        let mut workspace = Workspace::new(serde_json::from_str(text).unwrap(), None);
        assert_eq!(answer(workspace.report(), workspace.selected(), 0, workspace.view().units()).word, "inside");
        let ball = answer(workspace.report(), workspace.selected(), 1, workspace.view().units());
        assert_eq!(ball.word, "outside");
        assert!(ball.detail.starts_with("left −"), "{}", ball.detail);
        workspace.selection_mut().select_querier(Item::Ray(0));
        assert_eq!(answer(workspace.report(), workspace.selected(), 0, workspace.view().units()).word, "t = 9");
        assert_eq!(answer(workspace.report(), workspace.selected(), 1, workspace.view().units()).word, "behind");
    }
}
