//! The tables of `benches/opacity.rs`.

use std::fmt::Write as _;

use crate::{Result, Results};

/// Milliseconds of a result.
fn time(results: &Results, group: &str, name: &str) -> Result<f64> {
    Ok(results.median(group, name)? / 1e6)
}

pub(crate) fn tables(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| 4096 × 4096 RGBA pixels into cells, ms | 10 × 10 | 256 × 256 | 512 × 512 |\n|---|--:|--:|--:|\n",
    );
    for (name, words) in [
        ("fast_image_resize", "fast_image_resize, box filter, one thread"),
        ("batch-portable", "`exact`, portable, one thread"),
        ("batch-avx2", "`exact`, AVX2, one thread"),
        ("exact-1", "`exact`, widest, one thread"),
        ("odd_block-1", "`odd_block`, widest, one thread"),
        ("exact-2", "`exact`, widest, two threads"),
        ("odd_block-2", "`odd_block`, widest, two threads"),
    ] {
        let cells = [10, 256, 512].map(|cells| time(results, "opacity", &format!("{name}/{cells}")));
        // A machine without AVX2 has no such result.
        let [Ok(few), Ok(more), Ok(many)] = cells else { continue };
        writeln!(text, "| {words} | {few:.2} | {more:.2} | {many:.2} |")?;
    }
    writeln!(text, "\nOnly reading the pixels takes {:.2} ms.\n", time(results, "opacity", "read")?)?;
    let [decode, load] = ["decode", "load"].map(|name| time(results, "opacity-png", name));
    let (decode, load) = (decode?, load?);
    text.push_str("| a PNG with the same number of pixels | ms | |\n|---|--:|--:|\n");
    writeln!(text, "| decoding by `image` | {decode:.0} | 1.000x |")?;
    writeln!(text, "| decoding, and cutting into 256 × 256 cells | {load:.0} | {:.3}x |\n", load / decode)?;
    Ok(text)
}
