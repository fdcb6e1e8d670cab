//! `eyeline live`: the trace of a running program, as it comes.

mod args;
mod received;
mod recording;

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

pub use args::LiveArgs;

use self::received::Received;
use self::recording::RecordedFile;
use super::message::print_message;
use super::{output, signals};
use crate::live::{DEFAULT_ADDRESS, LiveEventKind, LiveInput, LiveSource};
use crate::offscreen::DepthAnswers;
use crate::report::json;
use crate::world::World;

/// How long the command waits before it looks whether it has to end.
const PATIENCE: Duration = Duration::from_millis(50);

/// Reads lines until the time is over, the input ends, or Ctrl-C, and writes the report of the last tick with all that the program said.
///
/// # Errors
/// When the source cannot be opened, no keyframe came, or the recording or the report cannot be written.
pub fn run(args: &LiveArgs) -> anyhow::Result<ExitCode> {
    let input = args.source.clone().unwrap_or_else(|| LiveInput::Address(DEFAULT_ADDRESS.to_owned()));
    let mut recorded = args.record.as_deref().map(RecordedFile::create).transpose()?;
    let is_asked_to_end = signals::request_of_end();
    let source = LiveSource::open(&input).map_err(|error| anyhow::anyhow!("{}: {error}", args::words(&input)))?;
    if let Some(address) = source.address() {
        print_message(&format!("listening on {address}"));
        if !address.ip().is_loopback() {
            print_message(&format!(
                "warning: {address} is open to other machines: each that reaches it can send a trace"
            ));
        }
    }
    let end = args.time.map(|time| Instant::now() + time.0);
    let mut received = Received::default();
    loop {
        if is_asked_to_end.load(Ordering::Relaxed) || end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        match source.events().recv_timeout(PATIENCE) {
            Ok(event) => {
                let is_over = event.kind == LiveEventKind::Ended && input == LiveInput::StandardInput;
                received.take(event, recorded.as_mut())?;
                if is_over {
                    break;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if let Some(recorded) = &mut recorded {
            recorded.flush_now_and_then()?;
        }
    }
    drop(source);
    if let Some(recorded) = recorded {
        recorded.finish()?;
    }
    let loaded = received.finish(args.scene.as_deref(), &args.read)?;
    let trace = loaded.files.trace(&loaded.scene).ok_or_else(|| anyhow::anyhow!("the trace cannot be used"))?;
    let [_, last] = trace.span();
    let tick = super::moment::last_tick_of(last, &loaded.scene);
    let mut world = World::at(&loaded.scene, &loaded.files, tick);
    if let Some(trace) = &mut world.trace {
        trace.is_whole = true;
    }
    let mut depth = DepthAnswers::of(&loaded.scene);
    let name = args::words(&input);
    output::stream(None, |out| {
        json::write_world(&world, &name, None, &mut |world| depth.answers(world), out).map(drop)
    })?;
    Ok(ExitCode::SUCCESS)
}
