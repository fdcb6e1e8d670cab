//! What a camera sees of an object: the legend of the outlines on its picture, which the open step has.

use super::contents::Picture;
use super::legend::Sample;
use super::shown::Shown;
use crate::geometry::Tone;
use crate::report::explain::Subject;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, palette, ref selected, .. } = *shown;
    let Some(Subject::Visibility(_)) = selected.question(world) else { return };
    let Some(marks) = shown.marks() else { return };
    for (tone, word) in [(Tone::Pass, "its pixels"), (Tone::Partial, "its pixels that others have")] {
        if marks.iter().any(|mark| mark.tone == tone) {
            picture.add_legend(word, palette.tone(tone), Sample::Line(palette.style(tone)));
        }
    }
}
