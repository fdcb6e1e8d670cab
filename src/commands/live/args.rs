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
    /// A scene whose cameras, rays and expectations are added to the world of the program.
    pub scene: Option<PathBuf>,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the lines to this new file as they come.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write the report of the last tick to standard output at the end, with all that the program said. The window does not show a running
    /// program yet, so this is required.
    #[arg(long, required = true)]
    pub headless: bool,
    /// End after this time, such as `10s` or `2m`. Without it: at Ctrl-C, or at the end of standard input.
    #[arg(long = "for", value_name = "TIME")]
    pub time: Option<HuntTime>,
}

/// The source in messages.
pub(super) fn words(input: &LiveInput) -> String {
    match input {
        LiveInput::Address(address) => address.clone(),
        LiveInput::File(path) => path.display().to_string(),
        LiveInput::StandardInput => "standard input".to_owned(),
    }
}
