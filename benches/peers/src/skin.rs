//! The table of posed skins.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| posing a vertex, ns | 4 weights | 8 weights |\n|---|--:|--:|\n");
    for (name, words) in [
        ("exact", "100,000 vertices, the reference in `f64`"),
        ("batch-portable", "100,000 vertices, portable"),
        ("batch-avx2", "100,000 vertices, AVX2"),
        ("batch", "100,000 vertices, widest"),
        ("of-500", "500 vertices, in the first cache"),
        ("of-2000000", "2,000,000 vertices, from memory"),
    ] {
        let time = |weights: u32| results.median("pose", &format!("{name}/{weights}"));
        // A machine may lack an instruction set.
        let (Ok(four), Ok(eight)) = (time(4), time(8)) else { continue };
        writeln!(text, "| {words} | {four:.2} | {eight:.2} |")?;
    }
    let median = |group: &str, name: &str, elements: f64| {
        Ok::<_, Box<dyn std::error::Error>>(results.median(group, name)? * elements / 1e6)
    };
    let [fitted, built] = [median("moved_tree", "fitted", TRIANGLES)?, median("moved_tree", "built", TRIANGLES)?];
    let tick = median("characters", "100 of 10000 triangles", 1.0)?;
    writeln!(text, "\n| moving meshes, ms | |\n|---|--:|")?;
    writeln!(text, "| a tree of 100,000 triangles: fitted | {fitted:.2} |")?;
    writeln!(text, "| the same built again | {built:.2} |")?;
    writeln!(text, "| a tick of 100 characters of 10,000 triangles: one camera, ten rays, two cores | {tick:.1} |")?;
    Ok(text)
}

/// The triangles of the tree: a field of 223 by 223 squares.
const TRIANGLES: f64 = 2.0 * 223.0 * 223.0;
