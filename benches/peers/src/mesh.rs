//! The table of `benches/mesh.rs`.

use std::fmt::Write as _;

use crate::{Result, Results};

pub(crate) fn table(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| a terrain of a million triangles | built in, ms | primary rays, million a second | lines of sight, million a second |\n\
         |---|--:|--:|--:|\n",
    );
    let built = |name: &str| Ok::<_, Box<dyn std::error::Error>>(results.median("mesh-build", name)? / 1e6);
    let speed = |group: &str, name: &str| Ok::<_, Box<dyn std::error::Error>>(1e3 / results.median(group, name)?);
    for (words, build, primary, sight) in [
        ("parry3d, one by one", "parry", "parry", "parry"),
        ("parry3d, one by one, with the normal", "parry", "parry-normal", "parry-normal"),
        ("obvhs, one by one", "obvhs-medium", "obvhs", "obvhs"),
        ("`hit_mesh`, one by one", "ours", "single", "single"),
        ("`cast_mesh`, one by one, with the first and last crossing of the line", "ours", "whole", "whole"),
        ("`cast_all`, nearest hit with normal", "ours", "batch", "batch"),
        ("`meets_any`, any hit", "ours", "any", "any"),
    ] {
        let (primary, sight) = (speed("mesh-primary", primary)?, speed("mesh-sight", sight)?);
        writeln!(text, "| {words} | {:.0} | {primary:.2} | {sight:.2} |", built(build)?)?;
    }
    // Without the Python package there are no figures of Embree.
    if let Ok(embree) = results.stored("mesh-embree") {
        let number = |key: &str| embree[key].as_f64().ok_or("the result has another form");
        let (built, primary, sight) = (number("build")? / 1e6, 1e3 / number("primary")?, 1e3 / number("sight")?);
        let version = results.word("mesh-embree", "version")?;
        writeln!(text, "| Embree {version}, one by one | {built:.0} | {primary:.2} | {sight:.2} |")?;
    }
    writeln!(
        text,
        "\nWith its fastest setting, obvhs builds in {:.0} ms; finding all faults of the mesh takes {:.0} ms.\n",
        built("obvhs-fastest")?,
        built("faults")?
    )?;
    Ok(text)
}
