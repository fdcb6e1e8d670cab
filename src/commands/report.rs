//! `eyeline report`: every answer of a scene as JSON.

use std::path::PathBuf;
use std::str::FromStr;

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

/// A section of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Cameras against objects.
    Frusta,
    /// Rays against objects.
    Rays,
    /// The Morton-order octree.
    Octree,
    /// Behaviour trees.
    Agents,
    /// Opacity of images.
    Images,
    /// Occlusion queries.
    Occlusion,
}

impl Section {
    /// All of them, in report order.
    pub const ALL: [Self; 6] = [Self::Frusta, Self::Rays, Self::Octree, Self::Agents, Self::Images, Self::Occlusion];

    /// Its key in the report.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frusta => "frusta",
            Self::Rays => "rays",
            Self::Octree => "octree",
            Self::Agents => "agents",
            Self::Images => "images",
            Self::Occlusion => "occlusion",
        }
    }
}

impl FromStr for Section {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|section| section.word() == text.trim());
        found.ok_or_else(|| format!("no such section; there are {}", Self::ALL.map(Self::word).join(", ")))
    }
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
