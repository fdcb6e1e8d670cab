//! Lines of answers.
//!
//! Some writers of JSON write `NaN` and `Infinity`, which JSON does not have, and others write `null` for them. Both are answers that are
//! not finite. Anything else that is not JSON is malformed.

use serde::Deserialize;

use crate::hunt::answerer::Reply;
use crate::hunt::fault::FaultKind;
use crate::mistakes::{Answer, SaidHit, SaidVerdict, SpatialQuestion};

/// The longest part of a line that is repeated in messages, in bytes.
const MOST_SAID: usize = 200;

/// A line of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// An answer to the case with this id.
    Answer(u64, Reply),
    /// A line without an id: what is wrong with it.
    Stray(String),
}

#[derive(Deserialize)]
struct RawLine {
    id: u64,
    #[serde(default)]
    verdict: Option<String>,
    #[serde(default)]
    hit: Option<bool>,
    #[serde(default)]
    t: Option<f64>,
    #[serde(default)]
    normal: Option<[Option<f64>; 3]>,
    #[serde(default)]
    overlap: Option<bool>,
    #[serde(default)]
    min: Option<[Option<f64>; 3]>,
    #[serde(default)]
    max: Option<[Option<f64>; 3]>,
    #[serde(default)]
    code: Option<RawCode>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawCode {
    Number(u64),
    Text(String),
    Other(serde_json::Value),
}

#[derive(Deserialize)]
struct OnlyId {
    id: u64,
}

/// Reads a line of answers to a question.
pub fn read_line(line: &[u8], question: SpatialQuestion) -> Line {
    let raw = match serde_json::from_slice::<RawLine>(line) {
        Ok(raw) => raw,
        Err(error) => {
            let text = String::from_utf8_lossy(line);
            let mended = without_infinities(&text);
            match mended.as_deref().map(serde_json::from_str::<RawLine>) {
                Some(Ok(raw)) => raw,
                _ => return broken(&text, mended.as_deref(), &error),
            }
        }
    };
    let id = raw.id;
    let reply = match answer(raw, question) {
        Ok(answer) => Reply::Answer(answer),
        Err(Wrong::NotFinite) => Reply::Failed(FaultKind::NotFinite, said(&String::from_utf8_lossy(line))),
        Err(Wrong::Missing(what)) => {
            Reply::Failed(FaultKind::Malformed, format!("{what} in {}", said(&String::from_utf8_lossy(line))))
        }
    };
    Line::Answer(id, reply)
}

fn broken(text: &str, mended: Option<&str>, error: &serde_json::Error) -> Line {
    let message = format!("{error} in {}", said(text));
    match serde_json::from_str::<OnlyId>(mended.unwrap_or(text)) {
        Ok(OnlyId { id }) => Line::Answer(id, Reply::Failed(FaultKind::Malformed, message)),
        Err(_) => Line::Stray(message),
    }
}

fn said(text: &str) -> String {
    let end = (0..=MOST_SAID.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    if end < text.len() { format!("{} …", &text[..end]) } else { text.to_owned() }
}

/// What is wrong with an answer.
enum Wrong {
    NotFinite,
    Missing(&'static str),
}

fn answer(raw: RawLine, question: SpatialQuestion) -> Result<Answer, Wrong> {
    if question.is_of_frusta() {
        let word = raw.verdict.ok_or(Wrong::Missing("no `verdict`"))?;
        let verdict = SaidVerdict::ALL.into_iter().find(|verdict| verdict.word() == word);
        return verdict.map(Answer::Verdict).ok_or(Wrong::Missing("unknown `verdict`"));
    }
    if question.is_of_rays() {
        if !raw.hit.ok_or(Wrong::Missing("no `hit`"))? {
            return Ok(Answer::Hit(None));
        }
        let t = raw.t.ok_or(Wrong::NotFinite)?;
        let normal = raw.normal.map(all).transpose()?;
        return Ok(Answer::Hit(Some(SaidHit { t, normal })));
    }
    match question {
        SpatialQuestion::BoxBox => raw.overlap.map(Answer::Overlap).ok_or(Wrong::Missing("no `overlap`")),
        SpatialQuestion::TransformedBox => Ok(Answer::Bounds {
            min: all(raw.min.ok_or(Wrong::Missing("no `min`"))?)?,
            max: all(raw.max.ok_or(Wrong::Missing("no `max`"))?)?,
        }),
        _ => code(raw.code.ok_or(Wrong::Missing("no `code`"))?).map(Answer::Code),
    }
}

fn all([x, y, z]: [Option<f64>; 3]) -> Result<[f64; 3], Wrong> {
    match (x, y, z) {
        (Some(x), Some(y), Some(z)) => Ok([x, y, z]),
        _ => Err(Wrong::NotFinite),
    }
}

fn code(raw: RawCode) -> Result<u64, Wrong> {
    const WRONG: Wrong = Wrong::Missing("a `code` that is no whole number of at least 0");
    match raw {
        RawCode::Number(code) => Ok(code),
        RawCode::Text(text) => text.parse().ok().ok_or(WRONG),
        // A program whose numbers are all floating point writes 8.0.
        RawCode::Other(value) => match value.as_f64() {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number in range")]
            Some(x) if x.fract() == 0.0 && (0.0..9.2e18).contains(&x) => Ok(x as u64),
            _ => Err(WRONG),
        },
    }
}

/// The text with `null` for numbers that are not finite; `None` when it has none of them.
fn without_infinities(text: &str) -> Option<String> {
    let mut mended = String::with_capacity(text.len());
    let (mut in_string, mut is_escaped, mut changed) = (false, false, false);
    let mut token = String::new();
    for c in text.chars().chain(['\n']) {
        if in_string {
            mended.push(c);
            in_string = is_escaped || c != '"';
            is_escaped = c == '\\' && !is_escaped;
        } else if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '#') {
            token.push(c);
        } else {
            if is_not_finite(&token) {
                mended.push_str("null");
                changed = true;
            } else {
                mended.push_str(&token);
            }
            token.clear();
            mended.push(c);
            in_string = c == '"';
        }
    }
    changed.then_some(mended)
}

/// Whether a token is a number that is not finite, as some language writes it.
fn is_not_finite(token: &str) -> bool {
    let word = token.trim_start_matches(['+', '-']).to_ascii_lowercase();
    let named = matches!(word.as_str(), "nan" | "inf" | "infinity") || word.starts_with("1.#");
    named || word.starts_with(|c: char| c.is_ascii_digit()) && token.parse::<f64>().is_ok_and(f64::is_infinite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str, question: SpatialQuestion) -> Line {
        read_line(line.as_bytes(), question)
    }

    #[test]
    fn answers_of_all_questions() {
        let hit = |t, normal| Line::Answer(7, Reply::Answer(Answer::Hit(Some(SaidHit { t, normal }))));
        for (line, question, expected) in [
            (r#"{"id":7,"hit":true,"t":5}"#, SpatialQuestion::RayBox, hit(5.0, None)),
            (
                r#"{"id":7,"hit":true,"t":1E-05,"normal":[0,1,0]}"#,
                SpatialQuestion::RayCone,
                hit(1e-5, Some([0.0, 1.0, 0.0])),
            ),
            (
                r#"{"id":7,"hit":false,"t":null}"#,
                SpatialQuestion::RayBox,
                Line::Answer(7, Reply::Answer(Answer::Hit(None))),
            ),
            (
                r#"{"id":7,"hit":false,"t":Infinity}"#,
                SpatialQuestion::RayBox,
                Line::Answer(7, Reply::Answer(Answer::Hit(None))),
            ),
            (
                r#"{"overlap":true,"id":7}"#,
                SpatialQuestion::BoxBox,
                Line::Answer(7, Reply::Answer(Answer::Overlap(true))),
            ),
            (
                r#"{"id":7,"verdict":"culled"}"#,
                SpatialQuestion::FrustumBox,
                Line::Answer(7, Reply::Answer(Answer::Verdict(SaidVerdict::Culled))),
            ),
            (r#"{"id":7,"code":"42"}"#, SpatialQuestion::Morton, Line::Answer(7, Reply::Answer(Answer::Code(42)))),
            (r#"{"id":7,"code":42.0}"#, SpatialQuestion::Morton, Line::Answer(7, Reply::Answer(Answer::Code(42)))),
            (
                r#"{"id":7,"min":[0,0,0],"max":[1,2,3]}"#,
                SpatialQuestion::TransformedBox,
                Line::Answer(7, Reply::Answer(Answer::Bounds { min: [0.0; 3], max: [1.0, 2.0, 3.0] })),
            ),
        ] {
            assert_eq!(of(line, question), expected, "{line}");
        }
    }

    #[test]
    fn numbers_that_are_not_finite_are_no_broken_lines() {
        for t in ["NaN", "-nan", "Infinity", "-inf", "1e999", "null", "1.#INF"] {
            let line = of(&format!(r#"{{"id":7,"hit":true,"t":{t}}}"#), SpatialQuestion::RayBox);
            assert!(matches!(line, Line::Answer(7, Reply::Failed(FaultKind::NotFinite, _))), "{t}: {line:?}");
        }
        let bounds = of(r#"{"id":7,"min":[0,NaN,0],"max":[1,2,3]}"#, SpatialQuestion::TransformedBox);
        assert!(matches!(bounds, Line::Answer(7, Reply::Failed(FaultKind::NotFinite, _))), "{bounds:?}");
    }

    #[test]
    fn broken_lines_keep_their_id_when_they_have_one() {
        for (line, id) in [
            (r#"{"id":7}"#, Some(7)),
            (r#"{"id":7,"hit":"yes"}"#, Some(7)),
            (r#"{"id":7,"hit":1}"#, Some(7)),
            (r#"{"hit":true}"#, None),
            (r#"{"id":-1,"hit":true}"#, None),
            ("hello", None),
            ("", None),
            ("{\"id\":7,\"hit\":tr", None),
            ("\u{fffd}\"\\", None),
        ] {
            match (of(line, SpatialQuestion::RayBox), id) {
                (Line::Answer(7, Reply::Failed(FaultKind::Malformed, _)), Some(7)) | (Line::Stray(_), None) => {}
                (other, _) => panic!("{line}: {other:?}"),
            }
        }
    }
}
