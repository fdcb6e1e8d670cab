//! The table of large scenes.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| 100,000 objects, a camera, ten rays, an octree; two threads | ms |\n|---|--:|\n");
    for (name, words) in [
        ("read", "reading and checking the file"),
        ("answered", "placing and answering everything"),
        ("object", "moving one object: check, place, answer"),
        ("camera", "moving the camera"),
        ("ray", "moving a ray"),
        ("picture", "all data of the picture"),
    ] {
        writeln!(text, "| {words} | {:.2} |", results.median("large", name)? / 1e6)?;
    }
    text += "\n| 10 million triangles: 100 instances of 100,352, a camera and ten rays | ms |\n|---|--:|\n";
    for (name, words) in [
        ("opened", "opening: reading the scene and its OBJ, building the tree, answering everything"),
        ("answered", "placing and answering everything"),
        ("object", "moving one instance: check, place, answer"),
        ("camera", "moving the camera"),
        ("ray", "moving a ray"),
        ("picture", "the picture's data"),
    ] {
        writeln!(text, "| {words} | {:.2} |", results.median("triangles", name)? / 1e6)?;
    }
    Ok(text + "\n")
}
