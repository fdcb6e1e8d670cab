//! The table of large scenes.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from("| 100,000 objects, a camera, ten rays, an octree; two threads | ms |\n|---|--:|\n");
    for (name, words) in [
        ("read", "the file read and checked"),
        ("answered", "everything placed and answered"),
        ("object", "one object moved: checked, placed, answered"),
        ("camera", "the camera moved"),
        ("ray", "a ray moved"),
        ("picture", "the picture's data, all of it anew"),
    ] {
        writeln!(text, "| {words} | {:.2} |", results.median("large", name)? / 1e6)?;
    }
    let bytes = results.other("large", "bytes_an_object")?;
    writeln!(text, "\nScene, world and answers take {bytes:.0} bytes an object.\n")?;
    text += "| 10 million triangles: 100 instances of 100,352, a camera and ten rays | ms |\n|---|--:|\n";
    for (name, words) in [
        ("opened", "the scene and its OBJ read, the tree made, everything answered"),
        ("answered", "everything placed and answered"),
        ("object", "one instance moved: checked, placed, answered"),
        ("camera", "the camera moved"),
        ("ray", "a ray moved"),
        ("picture", "the picture's data"),
    ] {
        writeln!(text, "| {words} | {:.2} |", results.median("triangles", name)? / 1e6)?;
    }
    Ok(text + "\n")
}
