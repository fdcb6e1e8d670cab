//! The table of cuts.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| a ring cut by a plane, with caps, ms | eyeline | parry3d | |\n|---|--:|--:|--:|\n");
    for (triangles, words) in [(10_000, "10,000 triangles"), (1_000_000, "1,000,000 triangles")] {
        let time = |name: &str| -> Result<f64> {
            Ok(results.median("cut", &format!("{name}/{triangles}"))? * f64::from(triangles) / 1e6)
        };
        let (ours, parry) = (time("eyeline")?, time("parry3d")?);
        writeln!(text, "| {words} | {ours:.2} | {parry:.2} | {:.1}x |", parry / ours)?;
    }
    Ok(text)
}
