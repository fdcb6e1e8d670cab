//! `eyeline report`: every answer of a scene as JSON.

use std::path::PathBuf;

use anyhow::Context;

use super::output;
use crate::report::Report;
use crate::report::json::{self, Section};
use crate::world::World;

/// What to report.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The scene file.
    pub scene: PathBuf,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The moment, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
    /// Report only these sections, separated by commas: frusta, rays, octree, agents, images, occlusion.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub only: Vec<Section>,
}

/// Answers everything at that tick and writes it.
///
/// # Errors
/// When the scene cannot be read or the report not be written; a file is then as it was before.
pub fn run(args: &Args) -> anyhow::Result<()> {
    output::keep_apart(&args.scene, args.output.as_deref())?;
    let scene = super::load(&args.scene)?;
    let report = Report::of(&World::at(&scene, args.tick));
    let name = args.scene.file_name().unwrap_or_default().to_string_lossy();
    let only = (!args.only.is_empty()).then_some(&*args.only);
    let mut text = Vec::new();
    json::write(&report, &name, only, &mut text).context("the report cannot be written as JSON")?;
    output::deliver(&text, args.output.as_deref())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn arguments_are_read() {
        let line = |args: &[&str]| Line::try_parse_from([&["report", "a.json"], args].concat()).map(|line| line.args);
        assert_eq!(line(&[]).unwrap().only, []);
        assert_eq!(line(&["--only", "rays,frusta"]).unwrap().only, [Section::Rays, Section::Frusta]);
        assert_eq!(line(&["--tick", "18446744073709551615"]).unwrap().tick, u64::MAX);
        for wrong in [&["--only", "rayz"][..], &["--only", ""], &["--tick", "-1"], &["--tick", "1.5"], &["-o"], &["b"]]
        {
            assert_eq!(line(wrong).unwrap_err().exit_code(), 2, "{wrong:?}");
        }
    }
}
