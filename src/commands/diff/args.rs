//! The arguments of `eyeline diff`.

use std::path::PathBuf;

use super::super::scene_args::SceneArgs;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Example: eyeline diff scenes/guard.json guard.report.json\n\nExit codes: 0 equal, 1 differs, 2 could not run."
)]
pub struct DiffArgs {
    /// The first input: a scene, the output of `eyeline report` (full or --brief), a recording (`report --ticks`), a
    /// picture, or `-` for a report or recording from standard input. `REVISION:PATH` is the file at a git revision, with
    /// the files that it names there.
    pub before: PathBuf,
    /// The second input, of any of these kinds. A picture is compared only with a picture.
    pub after: PathBuf,
    /// How to read scenes.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write `{ "equal", "differences": [{ "tick", "section", "names", "new" | "vanished" | "changes" | "renamed",
    /// "text" }] }`. A change is `{ "field", "before", "after" }`, or of a list `{ "field", "removed", "added" }`;
    /// `renamed` is `{ "before", "answers" }`. For a tick that only one side has, the entry is `{ "tick", "missing": true
    /// }`. Of two pictures an entry is `{ "pictures", "pixels", "text" }`.
    #[arg(long)]
    pub json: bool,
    /// Compare at this tick; may be given several times. Without it: the ticks of the reports; of two
    /// scenes tick 0, the tick at which they open, and the ticks of their views.
    #[arg(long, value_name = "N")]
    pub tick: Vec<u64>,
}
