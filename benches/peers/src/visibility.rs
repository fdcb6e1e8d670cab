//! The table of what a camera sees.

use std::fmt::Write as _;

use crate::{Result, Results};

/// The pixels of a picture.
const PIXELS: f64 = 1280.0 * 720.0;

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| 1280 × 720 pixels, all threads, ms | eyeline: pixels, shares, reasons | parry3d: whether a ray hits | |\n|---|--:|--:|--:|\n",
    );
    let time =
        |of: &str, what: &str| -> Result<f64> { Ok(results.median("visibility", &format!("{of}/{what}"))? * PIXELS / 1e6) };
    for (what, words) in [
        ("terrain", "a terrain, 1,000,000 triangles in 100 objects"),
        ("hall", "a hall from inside, 278,000 triangles in 103 objects"),
    ] {
        let (ours, parry) = (time("eyeline", what)?, time("parry3d", what)?);
        writeln!(text, "| {words} | {ours:.1} | {parry:.1} | {:.1}x |", parry / ours)?;
    }
    writeln!(text, "| 100,000 boxes | {:.1} | – | |", time("eyeline", "boxes")?)?;
    writeln!(text, "| 100,000 boxes, without the reasons | {:.1} | – | |", time("look", "boxes")?)?;
    Ok(text)
}
