//! The table of behaviour trees.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| one tick of a tree of 100 nodes, all visited | ns | |\n|---|--:|--:|\n");
    let lite = results.median("tick", "lite/100")?;
    for (name, words) in [
        ("bonsai", "bonsai-bt"),
        ("lite", "behavior-tree-lite"),
        ("silent", "`State::tick`, silent, constant leaves"),
        ("called", "`State::tick`, silent, leaves that are called"),
        ("recorded", "`State::tick`, every event recorded, constant leaves"),
        ("called-recorded", "`State::tick`, every event recorded, leaves that are called"),
    ] {
        let time = results.median("tick", &format!("{name}/100"))?;
        writeln!(text, "| {words} | {time:.0} | {:.1}x |", lite / time)?;
    }
    Ok(text + "\n")
}
