//! The table of running programs.

use std::fmt::Write as _;

use crate::{Result, Results, grouped};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| a tick of | lines in, a second | ticks out, a second |\n|---|--:|--:|\n");
    for case in ["500 objects and answers", "500 objects", "20000 objects"] {
        let rate = |of: &str| -> Result<String> {
            Ok(grouped(1e9 / results.median("live", &format!("{of}/{case}"))?))
        };
        writeln!(text, "| {} | {} | {} |", case.replace("20000", "20,000"), rate("lines")?, rate("ticks")?)?;
    }
    Ok(text)
}
