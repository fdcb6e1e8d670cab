//! Without a window: reads, then reports.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::args::LiveArgs;
use super::opened::OpenedSource;
use super::own_scene::{OwnScene, print_errors};
use crate::commands::exit::exit_code;
use crate::commands::message::print_message;
use crate::commands::scene_args::SceneArgs;
use crate::commands::{moment, output, signals};
use crate::files::{Files, Loaded, Reading, trace_as_scene};
use crate::live::{LiveEventKind, LiveInput, LiveMessage, Received};
use crate::offscreen::DepthAnswers;
use crate::report::json;
use crate::source::folder::Folder;
use crate::world::World;

/// How long the command waits before it looks whether it has to end.
const PATIENCE: Duration = Duration::from_millis(50);

/// After this time of a program, the names of the scene are compared with those that it has sent.
const FIRST_LINES: Duration = Duration::from_millis(500);

/// Reads lines until the time is over, the input ends, or Ctrl-C, and writes the report of the last tick with all that the program said.
///
/// # Errors
/// When no keyframe came, or the recording or the report cannot be written.
pub(super) fn run(args: &LiveArgs, own: Option<OwnScene>, opened: OpenedSource) -> anyhow::Result<ExitCode> {
    let OpenedSource { input, source, mut received, place } = opened;
    let is_asked_to_end = signals::request_of_end();
    let end = args.time.map(|time| Instant::now() + time.0);
    // Once the keyframe has come, and some lines after it.
    let mut names_at: Option<Instant> = None;
    let mut unchecked = own.as_ref();
    loop {
        if is_asked_to_end.load(Ordering::Relaxed) || end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        match source.events().recv_timeout(PATIENCE) {
            Ok(event) => {
                let is_over = event.kind == LiveEventKind::Ended && input == LiveInput::StandardInput;
                received.take(event);
                if is_over {
                    break;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if let (Some(own), Some(trace)) = (unchecked, received.trace())
            && Instant::now() >= *names_at.get_or_insert_with(|| Instant::now() + FIRST_LINES)
        {
            own.warn_of_unsent(trace);
            unchecked = None;
        }
        received.flush_now_and_then();
        print(received.take_messages());
    }
    drop(source);
    received.flush();
    print(received.take_messages());
    let is_recorded = args.record.is_none() || received.has_recording();
    if matches!(input, LiveInput::BevyRemote { .. }) && received.trace().is_none() {
        anyhow::bail!("{place}: no program has answered");
    }
    let loaded = scene_of(received, own, &args.read)?;
    let trace = loaded.files.trace(&loaded.scene).ok_or_else(|| anyhow::anyhow!("the trace cannot be used"))?;
    let [_, last] = trace.span();
    let tick = moment::last_tick_of(last, &loaded.scene);
    let mut world = World::at(&loaded.scene, &loaded.files, tick);
    if let Some(trace) = &mut world.trace {
        trace.is_whole = true;
    }
    let mut depth = DepthAnswers::of(&loaded.scene);
    output::stream(None, |out| {
        json::write_world(&world, &place, None, &mut |world| depth.answers(world), out).map(drop)
    })?;
    anyhow::ensure!(is_recorded, "the recording is not whole; the report is");
    Ok(exit_code(&loaded))
}

fn print(messages: Vec<LiveMessage>) {
    for LiveMessage { is_warning, text } in messages {
        print_message(&if is_warning { format!("warning: {text}") } else { text });
    }
}

/// The world of the program, in the scene of the user or in one of its own.
fn scene_of(received: Received, own: Option<OwnScene>, read: &SceneArgs) -> anyhow::Result<Loaded> {
    let (trace, messages) = received.finish().map_err(anyhow::Error::msg)?;
    print(messages);
    let loaded = if let Some(own) = own {
        own.with_trace(trace)?
    } else {
        let reading = Reading { options: read.options()?, ..Reading::default() };
        let folder = std::env::current_dir().unwrap_or_else(|_| ".".into());
        let folder = Folder::new(&folder, &reading.options);
        trace_as_scene(trace, &folder, Files::within(read.budget()), &reading)?
    };
    print_errors(&loaded);
    Ok(loaded)
}
