//! The tables of the octree.

use std::fmt::Write as _;

use crate::{Result, Results, grouped};

pub(crate) fn tables(results: &Results) -> Result<String> {
    Ok(pairs(results)? + &listed(results)? + &moved(results)? + &placed(results)? + &codes(results)? + &cull(results)?)
}

/// Crowds with the number of boxes: as in `benches/inputs`.
const CROWDS: [(&str, u32); 3] = [("uniform", 10_000), ("uniform", 100_000), ("clustered", 100_000)];

/// Boxes whose pairs only parry3d and eyeline list.
const MILLION: u32 = 1_000_000;

fn pairs(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| build, and list all overlapping pairs, ms | obvhs | rstar | Box3D | parry3d | packed tree | | in order | | pairs | candidates: loose | tight |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (crowd, count) in CROWDS {
        let time = |name: &str| milliseconds(results, &format!("pairs-{crowd}"), &format!("{name}/{count}"), count);
        let (parry, packed, in_order) = (time("parry")?, time("packed")?, time("packed-in-order")?);
        let number = |key| results.other(&format!("pairs-{crowd}-{count}"), key).map(grouped);
        writeln!(
            text,
            "| {} boxes, {crowd} | {:.1} | {:.1} | {:.1} | {parry:.1} | {packed:.2} | {:.1}x | {in_order:.2} | {:.1}x | {} | {} | {} |",
            grouped(count.into()),
            time("obvhs")?,
            time("rstar")?,
            time("box3d")?,
            parry / packed,
            parry / in_order,
            number("pairs")?,
            number("loose")?,
            number("tight")?,
        )?;
    }
    let time = |name: &str| milliseconds(results, "pairs-uniform", &format!("{name}/{MILLION}"), MILLION);
    let (parry, packed, in_order) = (time("parry")?, time("packed")?, time("packed-in-order")?);
    writeln!(
        text,
        "| {} boxes, uniform | – | – | – | {parry:.0} | {packed:.0} | {:.1}x | {in_order:.0} | {:.1}x | {} | – | – |",
        grouped(MILLION.into()),
        parry / packed,
        parry / in_order,
        grouped(results.other(&format!("pairs-uniform-{MILLION}"), "pairs")?),
    )?;
    Ok(text + "\n")
}

fn listed(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| listing the pairs of 100,000 boxes, uniform, of a packed tree that is built | ms |\n|---|--:|\n",
    );
    for (name, words) in [("batch-portable", "portable"), ("batch-avx2", "AVX2"), ("batch", "widest")] {
        // A machine without the instruction set has no such result.
        if let Ok(time) = milliseconds(results, "list", name, 100_000) {
            writeln!(text, "| {words} | {time:.2} |")?;
        }
    }
    Ok(text + "\n")
}

fn moved(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| a hundredth of the boxes moved: update, and list its pairs, ms | parry3d, `refit_partial` | packed tree, in order | |\n\
         |---|--:|--:|--:|\n",
    );
    for (crowd, count) in CROWDS {
        let time = |name: &str| -> Result<f64> {
            Ok(results.median(&format!("moved-{crowd}"), &format!("{name}/{count}"))? / 1e6)
        };
        let (parry, packed) = (time("parry")?, time("packed")?);
        let boxes = grouped(count.into());
        writeln!(text, "| {boxes} boxes, {crowd} | {parry:.3} | {packed:.3} | {:.1}x |", parry / packed)?;
    }
    Ok(text + "\n")
}

fn placed(results: &Results) -> Result<String> {
    let mut text = String::from("| building the loose octree | ns an object |\n|---|--:|\n");
    for count in [10_000, 100_000, 1_000_000] {
        let time = results.median("build-loose", &count.to_string())?;
        writeln!(text, "| {} boxes, uniform | {time:.1} |", grouped(f64::from(count)))?;
    }
    Ok(text + "\n")
}

fn codes(results: &Results) -> Result<String> {
    let mut text = String::from("| Morton codes of 30 bits | ns a code |\n|---|--:|\n");
    for (name, words) in [
        ("zorder-portable", "zorder, portable"),
        ("zorder-pdep", "zorder, `pdep`"),
        ("batch-portable", "`encode_all`, portable"),
        ("batch-avx2", "`encode_all`, AVX2"),
        ("batch", "`encode_all`, widest"),
    ] {
        // A machine without the instruction set has no such result.
        if let Ok(time) = results.median("morton", name) {
            writeln!(text, "| {words} | {time:.2} |")?;
        }
    }
    Ok(text + "\n")
}

fn cull(results: &Results) -> Result<String> {
    let mut text = String::from("| 1,000,000 boxes against a frustum, 1 % in view | ms | |\n|---|--:|--:|\n");
    let time = |name| milliseconds(results, "cull", name, 1_000_000);
    let flat = time("flat")?;
    for (name, words) in [
        ("flat", "`classify`, one by one"),
        ("flat-batch", "`classify_all`, widest"),
        ("tight", "by cells, tight"),
        ("loose", "by cells, loose"),
    ] {
        let time = time(name)?;
        writeln!(text, "| {words} | {time:.2} | {:.1}x |", flat / time)?;
    }
    Ok(text + "\n")
}

/// Criterion's median for all `count` elements.
fn milliseconds(results: &Results, group: &str, name: &str, count: u32) -> Result<f64> {
    Ok(results.median(group, name)? * f64::from(count) / 1e6)
}
