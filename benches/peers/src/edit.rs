//! The tables of edits.

use std::fmt::{Display, Write as _};

use crate::{Result, Results, grouped, rounded};

/// The scenes by the names in the keys of the results.
const SCENES: [(&str, &str); 3] = [("tour", "the tour"), ("100000", "100,000 boxes"), ("1000000", "1,000,000 boxes")];

const EDITS: [(&str, &str); 3] = [
    ("near plane", "near plane of a camera changed"),
    ("one object", "one object moved"),
    ("one ray", "one ray moved"),
];

/// The parts of an edit.
const PARTS: [(&str, &str); 13] = [
    ("document", "the scene document is copied, changed and checked"),
    ("world", "objects are placed"),
    ("answers", "answers are updated"),
    ("picture", "the data of the picture are made"),
    ("upload and draw", "the picture is uploaded and drawn"),
    ("draw again", "it is drawn again, after the view moved"),
    ("pick", "what is under the pointer, after the view moved"),
    ("labels", "labels are laid out"),
    ("frame with the edit", "whole frame of the window with the edit, without OpenGL"),
    ("end of the drag", "whole frame at the end of the drag, without OpenGL"),
    ("frame without an edit", "whole frame without an edit, without OpenGL"),
    ("frame with the edit, GL", "whole frame with the edit, with OpenGL"),
    ("frame without an edit, GL", "whole frame without an edit, with OpenGL"),
];

/// Input of the mouse and of the keyboard.
const BY_HAND: [(&str, &str); 3] = [
    ("rectangle dragged", "a rectangle is dragged"),
    ("rectangle released", "the rectangle is released and selects objects"),
    ("palette opened", "the command palette opens"),
];

const OCTREE: [(&str, &str); 7] = [
    ("all answers", "all answers of the octree are computed again"),
    ("updated answers", "its answers are updated"),
    ("picture", "the octree's part of the picture is made"),
    ("frame with the edit", "whole frame of the window with the edit, without OpenGL; the box stays in its cell"),
    ("frame with an edit to the next cell", "the same when the box moves to the next cell on X"),
    ("frame with an edit to a far cell", "the same when it moves over a quarter of the region"),
    ("frame without an edit", "whole frame without an edit, without OpenGL"),
];

const FIRST_FRAME: [(&str, &str); 3] = [
    ("read and check", "the file is read and checked"),
    ("world", "objects are placed"),
    ("answers", "answers of one camera and ten rays are computed"),
];

pub(crate) fn tables(results: &Results) -> Result<String> {
    let mut text = String::new();
    for (scene, words) in SCENES {
        let columns = EDITS.map(|(edit, words)| (format!("{scene}/{edit}"), words));
        text += &table(results, &format!("an edit of {words}"), &columns, &PARTS)?;
    }
    let scenes = SCENES.map(|(scene, words)| (format!("{scene}/by hand"), words));
    text += &table(results, "whole frames of the window, with OpenGL", &scenes, &BY_HAND)?;
    let [few, some, many] = SCENES.map(|(scene, _)| results.other("edit", &format!("{scene}/by hand/selected")));
    writeln!(text, "The rectangle selects {}, {} and {} objects.\n", few?, grouped(some?), grouped(many?))?;
    let boxes = &SCENES[1..];
    let trees = |(scene, words): &(&str, &str)| {
        ["loose", "tight"].map(|tree| (format!("{scene}/{tree}"), format!("{words}, {tree}")))
    };
    let trees: Vec<_> = boxes.iter().flat_map(trees).collect();
    text += &table(results, "one of many boxes moved, with the octree's panel in front", &trees, &OCTREE)?;
    let first: Vec<_> = boxes.iter().map(|(scene, words)| (format!("{scene}/first frame"), words)).collect();
    text += &table(results, "the first frame of a scene", &first, &FIRST_FRAME)?;
    Ok(text + &results.opengl("edit")?)
}

/// A table of milliseconds. Its columns have the beginnings of the keys of results, and titles; its rows have the ends of
/// the keys, and titles.
fn table(
    results: &Results,
    title: &str,
    columns: &[(impl Display, impl Display)],
    rows: &[(&str, &str)],
) -> Result<String> {
    let mut text = format!("| {title}, ms |");
    for (_, words) in columns {
        write!(text, " {words} |")?;
    }
    writeln!(text, "\n|---|{}", "--:|".repeat(columns.len()))?;
    for (part, words) in rows {
        write!(text, "| {words} |")?;
        for (column, _) in columns {
            write!(text, " {} |", rounded(results.other("edit", &format!("{column}/{part}"))?))?;
        }
        text.push('\n');
    }
    Ok(text + "\n")
}
