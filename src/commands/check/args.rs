//! The arguments of `eyeline check`.

use std::path::PathBuf;

use crate::check::CheckParts;
use crate::check::shard::Shard;
use crate::check::update::Update;
use crate::commands::scene_args::SceneArgs;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub struct CheckArgs {
    /// Scenes, names of scenes, or folders to search for scenes. Default: the paths of the project file, else the folder
    /// `scenes`.
    pub paths: Vec<PathBuf>,
    /// How to read scenes.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the baselines that differ or are missing; with `=changed` only those that differ, with `=missing` only
    /// those that are missing.
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        hide_possible_values = true
    )]
    pub update: Option<Update>,
    /// Write a report of the run into this folder: `index.html`, `results.json`, `junit.xml`, the pictures, and pages with the
    /// window on the scenes that are not equal.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the captures of these scenes in the folder of `--out` as baselines. Nothing is drawn.
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "out", conflicts_with_all = ["update", "paths", "shard", "jobs", "format"])]
    pub accept: Vec<String>,
    /// The folder of all baselines, instead of `screenshots` beside the folder of each scene. It may be outside the root.
    #[arg(long, value_name = "DIR")]
    pub baselines: Option<PathBuf>,
    /// Check only these parts of each scene: `answers`, `pictures`, `expectations`, with commas between them.
    #[arg(long, value_name = "PARTS")]
    pub only: Option<CheckParts>,
    /// Judge each scene by the expectations of this scene file instead of its own.
    #[arg(long, value_name = "FILE")]
    pub expect: Option<PathBuf>,
    /// Check only the scenes that failed in the run whose report is in the folder of `--out`.
    #[arg(long, requires = "out")]
    pub last_failed: bool,
    /// Check only the scenes that changed since a git revision, by default since the last commit (HEAD): their files, the
    /// files that they name, the project file, or their baselines. Files that are not committed count too.
    #[arg(long, value_name = "REVISION", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    pub only_changed: Option<String>,
    /// Print the paths of the scenes that would be checked, one a line. Nothing is checked.
    #[arg(long, group = "instead", conflicts_with_all = ["update", "accept", "jobs", "format", "max_failures", "only"])]
    pub list: bool,
    /// Check no more scenes after this number of scenes that fail.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "update")]
    pub max_failures: Option<u32>,
    /// List the baselines that no scene uses. Nothing is checked. Exit code 1 when there are any.
    #[arg(long, group = "instead", conflicts_with_all = ALONE)]
    pub unused: bool,
    /// Delete the baselines that no scene uses. Nothing is checked.
    #[arg(long, group = "instead", conflicts_with_all = ALONE)]
    pub prune: bool,
    /// Join the reports in these folders, such as those of shards, into one in the folder of `--out`. Nothing is checked.
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "out", group = "instead",
          conflicts_with_all = ["update", "accept", "paths", "jobs", "shard", "only", "expect", "last_failed", "max_failures",
                                "only_changed"])]
    pub merge: Vec<PathBuf>,
    /// The number of threads that read scenes, and of threads that compare pictures: at most one for each 64 MiB of
    /// `--memory`. Default: the number of processor cores.
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Check only one of several equal parts of the scenes, such as 1/3, to divide the work among several machines.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Check each scene, also those in which nothing has changed since they were equal.
    #[arg(long)]
    pub no_cache: bool,
    /// Write no pages with the scenes that are not equal into the folder of `--out`.
    #[arg(long, requires = "out")]
    pub no_pages: bool,
    /// Also print annotations for a CI server.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
}

/// The arguments of a check, which `--unused` and `--prune` are not.
const ALONE: [&str; 11] = [
    "update",
    "out",
    "accept",
    "jobs",
    "shard",
    "format",
    "only",
    "expect",
    "last_failed",
    "max_failures",
    "only_changed",
];

/// A CI server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// `::error file=…,line=…::` lines of GitHub Actions.
    Github,
}

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=256) => Ok(jobs),
        _ => Err("write a whole number from 1 to 256".to_owned()),
    }
}
