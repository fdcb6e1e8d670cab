//! Taps: the ray of each to what it hits.

use super::contents::Picture;
use super::palette::{Palette, Style};
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::trajectory::tap::ChosenHit;
use crate::world::{Item, TapAnswer, TapAt};

/// The priority of names.
const NAME: u8 = 4;
/// The length of the ray of a tap that hits nothing, metres.
const REACH: f64 = 3.0;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, report, palette, hidden, ref selected, .. } = *shown;
    for (i, tap) in world.taps.iter().enumerate().filter(|(_, tap)| !hidden.contains(tap.id)) {
        let is_selected = selected.explained_alone() == Some(Item::Tap(i));
        if !report.has_answers() {
            if let Ok(answer) = &tap.outcome {
                picture.belonging_to(Item::Tap(i), |picture| question(picture, tap, answer, is_selected, palette));
            }
            continue;
        }
        if let Ok(answer) = &tap.outcome {
            picture.belonging_to(Item::Tap(i), |picture| of_tap(picture, tap, answer, is_selected, palette));
        }
    }
}

/// The ray of a tap to what it hits, and when it is selected the other hits.
fn of_tap(picture: &mut Picture, tap: &TapAt, answer: &TapAnswer, is_selected: bool, palette: &Palette) {
    let color = if is_selected { palette.selected } else { palette.text.fade(0.8) };
    let width = if is_selected { 2.5 } else { 1.2 };
    let chosen = answer.chosen(tap.rule);
    let reach = chosen.map_or(REACH, |chosen| chosen.hit.distance);
    let (from, to) = (answer.ray.origin.as_vec3(), (answer.ray.origin + answer.ray.direction * reach).as_vec3());
    let style = if chosen.is_some() { Style::Solid } else { Style::Dotted };
    picture.line(from, to, LineStyle::new(color, width, style));
    picture.dot(from, 5.0, color);
    let end = |chosen: &ChosenHit| chosen.hit.point.as_vec3();
    if let Some(chosen) = &chosen {
        picture.dot(end(chosen), 8.0, palette.pass);
        picture.label(end(chosen), format!("{} · {}", tap.name, what(answer, chosen)), palette.pass, NAME);
    } else {
        picture.label(from, format!("{} · nothing", tap.name), palette.fail, NAME);
    }
    let other = answer.chosen(tap.rule.other()).filter(|other| Some(*other) != chosen);
    if let Some(other) = &other {
        picture.line(to, end(other), LineStyle::new(palette.partial, width, Style::Dashed));
        picture.dot(end(other), 7.0, palette.partial);
        let text = format!("{}: {}", tap.rule.other().word(), what(answer, other));
        picture.label(end(other), text, palette.partial, NAME);
    }
}

/// The start of the ray of a tap, where what it hits is asked for.
fn question(picture: &mut Picture, tap: &TapAt, answer: &TapAnswer, is_selected: bool, palette: &Palette) {
    let color = if is_selected { palette.selected } else { palette.text };
    let from = answer.ray.origin.as_vec3();
    let to = (answer.ray.origin + answer.ray.direction * REACH).as_vec3();
    picture.line(from, to, LineStyle::new(color, if is_selected { 2.5 } else { 1.2 }, Style::Solid));
    picture.dot(from, 5.0, color);
    picture.label(from, &*tap.name, color, NAME);
}

/// The type of a hit, and the anchor when it has one.
fn what(answer: &TapAnswer, chosen: &ChosenHit) -> String {
    let word = chosen.target.word();
    answer.id(chosen.anchor).map_or_else(|| word.to_owned(), |id| format!("{word} of {id}"))
}
