//! The arguments of `eyeline live`.

use std::path::PathBuf;

use crate::commands::hunt::HuntTime;
use crate::commands::scene_args::SceneArgs;
use crate::live::LiveInput;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct LiveArgs {
    /// Where the lines come from: an address to listen on (127.0.0.1:7420 by default), a file that grows, or `-` for standard input.
    #[arg(value_name = "ADDRESS|FILE|-")]
    pub source: Option<LiveInput>,
    /// Query a Bevy program over its Remote Protocol, such as `http://127.0.0.1:15702`, in place of waiting for a client.
    #[arg(long, value_name = "URL")]
    pub brp: Option<String>,
    /// Queries a second with `--brp`, from 0.01 to 1000.
    #[arg(long, value_name = "HZ", default_value_t = 10.0, requires = "brp")]
    pub rate: f64,
    /// A scene whose cameras and rays are added to the world of the program.
    pub scene: Option<PathBuf>,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the lines to this new file as they come.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// The window keeps the last part of the trace, such as `60s` (the default) or `5m`; the report of `--headless` is of the whole run. When
    /// the memory is full (`--memory`), the oldest lines are left out in both.
    #[arg(long, value_name = "TIME")]
    pub keep: Option<HuntTime>,
    /// Open no window. At the end, write the report of the last tick to standard output, with all that the program said.
    #[arg(long)]
    pub headless: bool,
    /// End after this time, such as `10s` or `2m`. Without it: at Ctrl-C, or at the end of standard input.
    #[arg(long = "for", value_name = "TIME", requires = "headless")]
    pub time: Option<HuntTime>,
}

impl LiveArgs {
    /// The scene: with `--brp` the only argument without a name.
    pub(super) fn scene_file(&self) -> Option<PathBuf> {
        match (&self.brp, &self.source) {
            (Some(_), Some(LiveInput::File(path))) if self.scene.is_none() => Some(path.clone()),
            _ => self.scene.clone(),
        }
    }
}
