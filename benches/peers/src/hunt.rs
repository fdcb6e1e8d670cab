//! The table of the hunt.

use std::fmt::Write as _;

use crate::{Result, Results, grouped};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| cases a second | through the pipe, for a program that does nothing | right rule, truth and judge, one thread |\n|---|--:|--:|\n",
    );
    for question in ["ray-sphere", "ray-box", "frustum-box", "box-box"] {
        let rate = |of: &str| -> Result<String> {
            Ok(grouped(1e9 / results.median("hunt", &format!("{of}/{question}"))?))
        };
        writeln!(text, "| `{question}` | {} | {} |", rate("pipe")?, rate("judge")?)?;
    }
    Ok(text)
}
