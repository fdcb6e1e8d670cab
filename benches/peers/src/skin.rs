//! The table of posed skins.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| posing a vertex, ns | 4 weights | 8 weights |\n|---|--:|--:|\n");
    for (name, words) in [
        ("exact", "the reference in `f64`"),
        ("batch-portable", "`pose_at`, portable"),
        ("batch-avx2", "`pose_at`, AVX2"),
        ("batch", "`pose_at`, widest"),
    ] {
        let time = |weights: u32| results.median("pose", &format!("{name}/{weights}"));
        // A machine may lack an instruction set.
        let (Ok(four), Ok(eight)) = (time(4), time(8)) else { continue };
        writeln!(text, "| {words} | {four:.2} | {eight:.2} |")?;
    }
    Ok(text)
}
