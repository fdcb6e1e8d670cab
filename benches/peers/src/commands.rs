//! The table of whole commands.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| command | s | MiB |\n|---|--:|--:|\n");
    for (name, words) in [
        ("report-100k", "`report` of 100,000 boxes, one camera and ten rays, to a file of 334 MiB"),
        ("report-100k-null", "the same, to `/dev/null`"),
        ("read-million", "`report --only agents` of a million boxes: reading, checking and placing"),
        ("octree-million", "`report --only octree` of a million boxes"),
        ("cameras", "`report --only agents` of 10,000 cameras and 100,000 boxes"),
        ("tree", "`report` of an XML file with a million tree nodes"),
        ("triangles", "`render --ui` of 100 objects with 100,000 triangles each"),
        ("tour", "`render` of the tour"),
        ("tour-cold", "the same, with an empty shader cache"),
        ("tour-ui", "`render --ui` of the tour"),
        ("tour-ui-cold", "the same, with an empty shader cache"),
        ("turntable", "`render --turntable 144` of the tour, 144 PNG files of 1280 × 720"),
        ("turntable-alone", "the same with memory for one picture at a time"),
        ("gif", "`render --ticks 0..150 --every 1` of the guard, a GIF of 151 pictures"),
        ("gif-alone", "the same with memory for one picture at a time"),
    ] {
        let time = results.other("commands", name)?;
        let memory = results.other("commands", &format!("{name}-memory"))? / f64::from(1 << 20);
        writeln!(text, "| {words} | {time:.2} | {memory:.0} |")?;
    }
    Ok(text + "\n")
}
