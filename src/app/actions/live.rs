//! Commands on a running program, and the files that they save.

use std::path::Path;

use eframe::egui::{Context, Key};

use super::action::Action;
use super::state::WindowState;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::shift;
use crate::app::command::table::live::{LiveCommand, SavedSpan};
use crate::app::kit::file_purpose::{Purpose, refuse_input};
use crate::app::live::program::{LiveProgram, LiveStart};
use crate::live::{DEFAULT_ADDRESS, KEPT_IN_WINDOW, KeptTrace, LiveInput, LiveSource, Received};
use crate::workspace::{Notice, NoticeKind};

/// What the commands depend on.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct LiveFacts {
    is_open: bool,
    is_held: bool,
    has_world: bool,
    is_saving: bool,
    is_dirty: bool,
    /// Whether the world of the scene is that of a trace.
    has_trace: bool,
    /// Whether that trace came from a running program.
    has_recording: bool,
}

impl LiveFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let WindowState { workspace, live, files, .. } = window;
        Self {
            is_open: live.is_some(),
            is_held: live.as_ref().is_some_and(LiveProgram::is_held),
            has_world: live.as_ref().is_some_and(|program| program.trace().is_some()),
            is_saving: files.recording.is_running(),
            is_dirty: workspace.is_dirty(),
            has_trace: workspace.world().trace.is_some(),
            has_recording: workspace.disk().received().is_some(),
        }
    }
}

impl LiveCommand {
    pub(super) fn action(self, facts: &LiveFacts) -> Action {
        let no_program = "No program is connected. Choose Playback, Running program, Listen for a program.";
        let no_world = "No program has sent its world yet.";
        match self {
            Self::Listen => Action::new("Listen for a program", |target| listen(target.window, target.ctx))
                .help(
                    "Listen on 127.0.0.1:7420 for a game that sends its world and its own answers. Clients for several engines are \
                     in the folder clients.",
                )
                .found_by("live connect engine game running trace")
                .needs(!facts.is_open, "The window listens already.")
                .needs(
                    !facts.is_dirty,
                    "Save the changes first: the world of the program takes the place of this scene.",
                ),
            Self::Hold => {
                let name = if facts.is_held { "Follow the program" } else { "Hold view" };
                Action::new(name, |target| {
                    let WindowState { workspace, live, timeline, .. } = &mut *target.window;
                    let Some(program) = live else { return };
                    if program.is_held() {
                        timeline.pause();
                        program.follow(workspace);
                    } else {
                        program.hold();
                    }
                })
                .help("The view stays at its tick while the program goes on and is recorded.")
                .found_by("live pause freeze")
                .needs(facts.is_open, no_program)
                .needs(facts.has_world, no_world)
            }
            Self::Now => Action::new("Jump to now", |target| {
                let WindowState { workspace, live, timeline, .. } = &mut *target.window;
                timeline.pause();
                if let Some(program) = live {
                    program.follow(workspace);
                }
            })
            .help("Show the last tick of the running program, and follow it.")
            .found_by("live latest")
            .keys(KeyScope::Unfocused, [shift(Key::End)])
            .needs(facts.is_open, no_program)
            .needs(facts.is_held, "The view follows the program already."),
            Self::SaveRecording(span) => {
                let (name, seconds) = match span {
                    SavedSpan::Kept => ("Save recording…".to_owned(), None),
                    SavedSpan::Last(seconds) => (format!("Save last {seconds} s…"), Some(seconds)),
                };
                Action::new(name, move |target| {
                    target.window.files.recording.seconds = seconds;
                    target.choose_file(Purpose::Trace);
                })
                .help("Save what the program has sent as a trace, which opens like a scene.")
                .needs(facts.has_recording, "The open scene has no recording of a running program.")
                .needs(!facts.is_saving, "A recording is being saved.")
            }
            Self::SaveMoment => Action::new("Save this moment…", |target| target.choose_file(Purpose::Moment))
                .help("Save the world of the trace at the shown tick as a scene without the trace.")
                .needs(facts.has_trace, "The world of this scene is not that of a trace."),
            Self::Show(client) => Action::new(format!("Show program {client}"), move |target| {
                if let Some(program) = &target.window.live {
                    program.show(client);
                }
            }),
            Self::Disconnect => Action::new("Disconnect", |target| target.window.live = None)
                .help("Stop listening. What has come stays open.")
                .needs(facts.is_open, no_program),
        }
    }
}

/// Begins to listen on the usual address.
fn listen(window: &mut WindowState, ctx: &Context) {
    let budget = window.workspace.files().budget.fresh();
    let opened = LiveSource::open(&LiveInput::Address(DEFAULT_ADDRESS.to_owned())).and_then(|source| {
        let start = LiveStart {
            source,
            received: Received::new(KeptTrace { seconds: Some(KEPT_IN_WINDOW), budget }, None),
            place: DEFAULT_ADDRESS.to_owned(),
            files: Vec::new(),
        };
        LiveProgram::begin(start, false, ctx)
    });
    match opened {
        Ok(program) => window.live = Some(program),
        Err(error) => {
            let kind = NoticeKind::CannotOpen(DEFAULT_ADDRESS.into());
            window.workspace.notify(Notice::error(kind, format!("Cannot listen on {DEFAULT_ADDRESS}: {error}")));
        }
    }
}

/// Begins to save the recording. When that is not possible, asks for another file.
pub(super) fn save_recording(window: &mut WindowState, ctx: &Context, path: &Path) {
    let WindowState { workspace, live, files, .. } = &mut *window;
    let is_used = live.as_ref().is_some_and(|program| program.uses(path));
    let saved = match workspace.files().trace(workspace.scene()).filter(|_| workspace.disk().received().is_some()) {
        _ if is_used => Err(format!("{} is in use by the running program. Choose another file.", path.display())),
        None => Err("The open scene has no recording of a running program.".to_owned()),
        Some(trace) => refuse_input(&workspace.disk().inputs(), path).map(|()| files.recording.begin(ctx, trace, path)),
    };
    if let Err(reason) = saved {
        window.files.dialogs.refuse(Purpose::Trace, path, reason);
    }
}

/// Saves the shown moment. When that is not possible, asks for another file.
pub(super) fn save_moment(window: &mut WindowState, path: &Path) {
    if let Err(notice) = window.workspace.disk_mut().save_moment(path) {
        window.files.dialogs.refuse(Purpose::Moment, path, notice.text);
    }
}
