//! The source of lines, opened.

use std::io::ErrorKind;

use super::args::LiveArgs;
use crate::commands::message::print_message;
use crate::live::{DEFAULT_ADDRESS, KeptTrace, LiveInput, LiveSource, Received, RecordedFile};

/// The open source, and what is kept of it.
pub(super) struct OpenedSource {
    pub(super) input: LiveInput,
    pub(super) source: LiveSource,
    pub(super) received: Received,
    /// Where its lines come from, in words.
    pub(super) place: String,
}

impl OpenedSource {
    /// Opens the source of the arguments, and prints where it listens. `seconds` is the time that is kept.
    ///
    /// # Errors
    /// When it cannot be opened, or the recording exists already.
    pub(super) fn open(args: &LiveArgs, seconds: Option<f64>) -> anyhow::Result<Self> {
        let input = match (&args.source, &args.brp) {
            (Some(source), None) => source.clone(),
            (None, Some(url)) => LiveInput::BevyRemote { url: url.clone(), rate: args.rate },
            (None, None) => LiveInput::Address(DEFAULT_ADDRESS.to_owned()),
            // With `--brp`, the only argument without a name is the scene.
            (Some(LiveInput::File(_)), Some(url)) if args.scene.is_none() => {
                LiveInput::BevyRemote { url: url.clone(), rate: args.rate }
            }
            (Some(_), Some(_)) => anyhow::bail!("give an address, a file or `-`, or `--brp`, and not both"),
        };
        let recorded = args.record.as_deref().map(RecordedFile::new).transpose()?;
        let place = words(&input);
        let source = LiveSource::open(&input).map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => {
                anyhow::anyhow!("{place}: {error}; perhaps another eyeline listens there. Give another address, such as 127.0.0.1:7421")
            }
            _ => anyhow::anyhow!("{place}: {error}"),
        })?;
        let place = source.address().map_or(place, |address| address.to_string());
        if let Some(address) = source.address() {
            print_message(&format!("listening on {address}"));
            if !address.ip().is_loopback() {
                print_message(&format!(
                    "warning: {address} is open to other machines: each that reaches it can send a trace"
                ));
            }
        }
        let received = Received::new(KeptTrace { seconds, budget: args.read.budget() }, recorded);
        Ok(Self { input, source, received, place })
    }
}

/// The source in messages.
fn words(input: &LiveInput) -> String {
    match input {
        LiveInput::Address(address) => address.clone(),
        LiveInput::File(path) => path.display().to_string(),
        LiveInput::StandardInput => "standard input".to_owned(),
        LiveInput::BevyRemote { url, .. } => url.clone(),
    }
}
