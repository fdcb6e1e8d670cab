//! The table of agents in a level.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| one tick of all guards, every event recorded | ms | in view of their guards | seen |\n|---|--:|--:|--:|\n",
    );
    for (objects, guards, words) in [
        (1_000, 100, "100 guards on 1,000 objects"),
        (1_000, 1_000, "1,000 guards on 1,000 objects"),
        (10_000, 1_000, "1,000 guards on 10,000 objects"),
    ] {
        let time = results.median("agents", &format!("tick/{objects}-{guards}"))?;
        let count = |key| results.other(&format!("agents-{objects}-{guards}"), key);
        writeln!(text, "| {words} | {:.2} | {} | {} |", time / 1e6, count("in_view")?, count("seen")?)?;
    }
    let seek = results.median("agents", "seek")? / 1e6;
    let size = results.other("recording", "bytes")? / 1e6;
    writeln!(
        text,
        "\n| 10,000 recorded ticks of the guard scene | |\n|---|--:|\n| memory, MB | {size:.2} |\n| seeking to any tick, ms | {seek:.3} |"
    )?;
    Ok(text + "\n")
}
