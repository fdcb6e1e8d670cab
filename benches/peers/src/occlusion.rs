//! The tables of occlusion queries.

use std::fmt::Write as _;

use crate::{Result, Results, grouped};

pub(crate) fn tables(results: &Results) -> Result<String> {
    let rate = |name: &str| -> Result<String> { Ok(grouped(1e9 / results.median("occlusion", name)?)) };
    let mut text = String::from(
        "| occlusion queries, pairs a second | 64 × 64 pixels | 256 × 256 | 1024 × 1024 | wrong of 96 answers |\n\
         |---|--:|--:|--:|--:|\n",
    );
    for (method, words) in
        [("view", "the scene's view"), ("fixed", "one fixed depth camera"), ("axes", "three depth cameras")]
    {
        let [few, more, many] = [64, 256, 1024].map(|resolution| rate(&format!("{method}/{resolution}")));
        let wrong = results.other("occlusion", &format!("wrong-{method}"))?;
        writeln!(text, "| {words} | {} | {} | {} | {wrong} |", few?, more?, many?)?;
    }
    text += "\n| exact tests of the same pairs | pairs a second |\n|---|--:|\n";
    for (name, words) in [
        ("parry3d", "parry3d, `intersection_test`"),
        ("exact", "eyeline, distance and the two nearest points in `f64`"),
    ] {
        writeln!(text, "| {words} | {} |", rate(name)?)?;
    }
    Ok(text + "\n" + &results.opengl("occlusion")?)
}
