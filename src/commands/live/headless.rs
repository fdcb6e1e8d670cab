//! Without a window: reads, then reports.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::args::LiveArgs;
use super::opened::OpenedSource;
use crate::commands::exit::exit_code;
use crate::commands::load::load;
use crate::commands::message::{has_color, print_message};
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

/// Reads lines until the time is over, the input ends, or Ctrl-C, and writes the report of the last tick with all that the program said.
///
/// # Errors
/// When no keyframe came, or the recording or the report cannot be written.
pub(super) fn run(args: &LiveArgs, opened: OpenedSource) -> anyhow::Result<ExitCode> {
    let OpenedSource { input, source, mut received, place } = opened;
    let is_asked_to_end = signals::request_of_end();
    let end = args.time.map(|time| Instant::now() + time.0);
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
    let loaded = scene_of(received, args.scene_file().as_deref(), &args.read)?;
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
fn scene_of(received: Received, scene: Option<&Path>, read: &SceneArgs) -> anyhow::Result<Loaded> {
    let (trace, messages) = received.finish().map_err(anyhow::Error::msg)?;
    print(messages);
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
    let loaded = trace_as_scene(trace, own, &folder, files, &reading)?;
    loaded.faults.iter().for_each(|fault| print_message(&fault.render(has_color())));
    Ok(loaded)
}
