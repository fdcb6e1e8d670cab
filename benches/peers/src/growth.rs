//! The table of growth: each reader and question at two sizes.

use std::fmt::Write as _;

use crate::{Result, Results, rounded};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| reader or question | n | n, ms | 4n, ms | growth |\n|---|--:|--:|--:|--:|\n");
    let cases = results.stored("growth")?;
    for case in cases.as_array().ok_or("the result has another form")? {
        let (name, n) = case["name"].as_str().zip(case["n"].as_u64()).ok_or("the result has another form")?;
        let at = |n: u64| results.median("growth", &format!("{name}/{n}"));
        let (small, large) = (at(n)?, at(4 * n)?);
        writeln!(text, "| {name} | {n} | {} | {} | {:.1} |", rounded(small / 1e6), rounded(large / 1e6), large / small)?;
    }
    Ok(text)
}
