//! The table of compared pictures.

use std::fmt::Write as _;

use crate::{Result, Results, rounded};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| comparing two pictures of 1920 × 1080 pixels, ms | eyeline | blazediff, one call | |\n|---|--:|--:|--:|\n",
    );
    for (name, words) in [
        ("same-file", "files of equal bytes, which are not decoded"),
        ("decode", "decoding one picture"),
        ("same-pixels", "the same pixels in another file, decoded"),
        ("label", "a changed label"),
        ("edge", "an edge that moved by part of a pixel"),
        ("everywhere", "each pixel changed a little"),
    ] {
        let ours = results.median("check", name)? / 1e6;
        // Only decoded pictures are compared by blazediff.
        let peer = results.median("check", &format!("{name}-blazediff")).map(|time| time / 1e6);
        let peer = peer.map_or_else(|_| "– | –".to_owned(), |peer| format!("{} | {:.1}x", rounded(peer), peer / ours));
        writeln!(text, "| {words} | {} | {peer} |", rounded(ours))?;
    }
    Ok(text)
}
