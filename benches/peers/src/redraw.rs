//! The table of pictures.

use std::fmt::Write as _;

use crate::{Result, Results, rounded};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| a picture of 1280 × 720 pixels with four samples a pixel | ms |\n|---|--:|\n");
    for (name, words) in [
        ("background", "the background alone"),
        ("solids", "the solids of the tour"),
        ("faces", "its translucent faces"),
        ("lines", "its lines"),
        ("tour", "the whole tour"),
        ("tour-image", "the whole tour as an image with labels and legend"),
        ("under-pixel-moved", "what is under a pixel, after the view moved"),
        ("answers-and-picture", "the answers of the tour and the data of its picture, without drawing"),
        ("textured-level", "a level of 200,000 triangles with one texture"),
    ] {
        writeln!(text, "| {words} | {} |", rounded(results.median("redraw", name)? / 1e6))?;
    }
    Ok(text + "\n" + &results.opengl("redraw")?)
}
