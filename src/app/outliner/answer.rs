//! What one object answers to whoever asks, in a word.

use crate::geometry::Tone;
use crate::geometry::narrate::num;
use crate::geometry::ray::Miss;
use crate::picture::Focus;
use crate::report::Report;

/// What one object answers to the asker, in a word.
pub(super) struct Answer {
    pub(super) tone: Tone,
    pub(super) word: String,
    pub(super) is_disputed: bool,
    pub(super) help: &'static str,
}

/// The answer of the asker about an object.
pub(super) fn answer(report: &Report, focus: &Focus, object: usize) -> Answer {
    let camera = focus.camera().and_then(|camera| report.in_view(camera, object));
    let ray = focus.ray().and_then(|ray| report.on_ray(ray, object));
    match (camera, ray) {
        (Some(answer), _) => Answer {
            tone: answer.fast.verdict.tone(),
            word: answer.fast.verdict.word().to_owned(),
            is_disputed: !answer.agrees(),
            help: "How the object's bounding box lies to the camera's view volume. ⚠ marks where the exact test differs.",
        },
        (_, Some(answer)) => {
            let (tone, word) = match answer.cast.result() {
                Ok(hit) => (Tone::Pass, format!("t = {}", num(hit.t))),
                // As in the picture: what the line does not even meet is context, unless one asks about it.
                Err(miss @ Miss::Masked) => (Tone::Note, miss.word().to_owned()),
                Err(miss @ Miss::Misses) if focus.object != Some(object) => (Tone::Note, miss.word().to_owned()),
                Err(miss) => (Tone::Fail, miss.word().to_owned()),
            };
            let help = "Where the ray meets the solid, counted in lengths of its direction; or why it does not. ⚠ marks \
                        where the exact test differs.";
            Answer { tone, word, is_disputed: !answer.agrees(), help }
        }
        _ => Answer { tone: Tone::Note, word: String::new(), is_disputed: false, help: "Nobody asks." },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Session;
    use crate::picture::Asker;

    #[test]
    fn the_word_is_the_asker_s() {
        let text = r#"{ "eyeline": 1,
            "cameras": [{ "name": "eye" }],
            "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
            "objects": [{ "name": "Crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
                        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 50] }] }"#;
        let mut session = Session::new(serde_json::from_str(text).unwrap(), None);
        assert_eq!(answer(session.report(), session.focus(), 0).word, "inside");
        assert_eq!(answer(session.report(), session.focus(), 1).word, "outside");
        session.select_asker(Asker::Ray(0));
        assert_eq!(answer(session.report(), session.focus(), 0).word, "t = 9");
        assert_eq!(answer(session.report(), session.focus(), 1).word, "behind");
    }
}
