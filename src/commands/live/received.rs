//! What has come from the clients.

use std::collections::BTreeMap;
use std::path::Path;

use super::recording::RecordedFile;
use crate::commands::load::load;
use crate::commands::message::print_message;
use crate::commands::scene_args::SceneArgs;
use crate::escape;
use crate::files::{Files, Loaded, Reading, trace_as_scene};
use crate::live::{LiveEvent, LiveEventKind};
use crate::source::folder::Folder;
use crate::trace::{Trace, TraceReader};

/// The faults of a client that are printed; the others are counted.
const PRINTED: usize = 20;

/// A client with more faults than this is not read further.
const MOST_FAULTS: usize = 1000;

/// The readers of all clients, and which of them sent a keyframe last.
#[derive(Default)]
pub(super) struct Received {
    clients: BTreeMap<usize, LiveClient>,
    shown: Option<usize>,
}

struct LiveClient {
    address: String,
    reader: TraceReader<'static>,
    printed: usize,
    is_refused: bool,
}

impl LiveClient {
    fn new(address: String) -> Self {
        Self { address, reader: TraceReader::waiting("trace"), printed: 0, is_refused: false }
    }
}

impl Received {
    /// Takes an event, and writes a line that belongs to the shown client into the recording.
    pub(super) fn take(&mut self, event: LiveEvent, recorded: Option<&mut RecordedFile>) -> anyhow::Result<()> {
        let LiveEvent { client: number, kind } = event;
        match kind {
            LiveEventKind::Connected(address) => {
                let address = escape::line(&address).into_owned();
                print_message(&format!("client {number} connected: {address}"));
                self.clients.insert(number, LiveClient::new(address));
            }
            LiveEventKind::Restarted => {
                print_message(&format!("client {number} begins again"));
                if let Some(client) = self.clients.get_mut(&number) {
                    *client = LiveClient::new(std::mem::take(&mut client.address));
                }
            }
            LiveEventKind::Refused(reason) => print_message(&format!("warning: client {number}: {reason}")),
            LiveEventKind::Ended => print_message(&format!("client {number} ended")),
            LiveEventKind::Line(line) => {
                let Some(client) = self.clients.get_mut(&number).filter(|client| !client.is_refused) else {
                    return Ok(());
                };
                let had_keyframe = client.reader.has_keyframe();
                client.reader.line(&line);
                client.print_faults(number);
                if !had_keyframe && client.reader.has_keyframe() {
                    self.shown = Some(number);
                }
                if self.shown == Some(number)
                    && let Some(recorded) = recorded
                {
                    recorded.write(&line)?;
                }
            }
        }
        Ok(())
    }

    /// The world of the program, in the scene of the user or in one of its own.
    pub(super) fn finish(mut self, scene: Option<&Path>, read: &SceneArgs) -> anyhow::Result<Loaded> {
        let shown = self.shown.and_then(|number| self.clients.remove(&number));
        let client = shown.ok_or_else(|| {
            anyhow::anyhow!("no keyframe of a trace has come; its first line is such as {{ \"eyeline_trace\": 1, … }}")
        })?;
        let count = client.reader.fault_count();
        if count > client.printed {
            print_message(&format!("warning: {} more faults of {}", count - client.printed, client.address));
        }
        let trace: Trace = client.reader.finish()?;
        let reading = Reading { options: read.options()?, ..Reading::default() };
        let folder = std::env::current_dir().unwrap_or_else(|_| ".".into());
        let (own, files, folder) = match scene {
            Some(path) => {
                let loaded = load(path, read)?;
                let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
                (Some(loaded.scene), loaded.files, folder.to_owned())
            }
            None => (None, Files::within(read.budget()), folder),
        };
        let folder = Folder::new(&folder, &reading.options);
        Ok(trace_as_scene(trace, own, &folder, files, &reading)?)
    }
}

impl LiveClient {
    fn print_faults(&mut self, number: usize) {
        let faults = self.reader.faults();
        for fault in faults.iter().skip(self.printed).take(PRINTED.saturating_sub(self.printed)) {
            let message = escape::line(&fault.message);
            print_message(&format!(
                "warning: client {number}, line {}, column {}: {message}",
                fault.line, fault.column
            ));
        }
        self.printed = faults.len().min(PRINTED);
        if self.reader.fault_count() >= MOST_FAULTS && !self.is_refused {
            self.is_refused = true;
            print_message(&format!("warning: client {number} has sent {MOST_FAULTS} faults, and is not read further"));
        }
    }
}
