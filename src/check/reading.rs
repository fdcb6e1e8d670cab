//! The first step of a check: reads a scene and answers its questions.
//!
//! Any thread may do it, except for answers that need a depth buffer. They belong to the thread that draws: OpenGL in
//! software takes tens of megabytes for each thread.

use std::path::Path;

use super::digest::InputDigests;
use super::discover::FoundScene;
use super::parts::CheckParts;
use super::plan::Plan;
use super::row::Expected;
use super::settings::CheckSettings;
use super::{answers, digest, project, text};
use crate::budget::{Budget, Reservation};
use crate::files::open::open_file;
use crate::files::{Content, Files, Inputs, Loaded};
use crate::opacity::Progress;
use crate::report::occlusion::{AllUnanswered, Answers, Unanswered};
use crate::report::{agents, cuts};
use crate::scene::{Scene, SceneError};
use crate::source::decoding::guarded_file;
use crate::source::text::path_in_message;
use crate::world::World;

/// A scene whose questions are not answered yet.
pub(super) struct OpenedScene {
    loaded: Loaded,
    text: String,
    /// The memory of the text.
    memory: Reservation,
    inputs: ReadInputs,
    /// Whether the expectations are in the text.
    has_own_expectations: bool,
}

/// The files that decide the result of a scene, and their contents when they were read.
pub(super) struct ReadInputs {
    pub(super) files: Inputs,
    pub(super) digests: InputDigests,
}

/// A scene that was read and answered.
pub(super) struct Read {
    pub(super) loaded: Loaded,
    pub(super) text: String,
    pub(super) inputs: ReadInputs,
    pub(super) plan: Plan,
    pub(super) answers: String,
    pub(super) expectations: Vec<Expected>,
    /// The faults of its lesson, each with the line of its step.
    pub(super) lesson_faults: Vec<(String, usize)>,
    /// The occlusion queries, cuts and agents without an answer.
    pub(super) unanswered: Vec<SceneError>,
    /// The memory of the text and the answers.
    _memory: [Reservation; 2],
}

/// Opens a scene within the budget of its work.
///
/// # Errors
/// When the scene cannot be read, or when reading it panics.
pub(super) fn open(found: &FoundScene, settings: &CheckSettings, budget: &Budget) -> Result<OpenedScene, SceneError> {
    let name = path_in_message(&found.path);
    guarded_file(&name, || unguarded_open(found, &name, settings, budget))
}

/// Answers the questions of a scene. `depth` answers its occlusion queries.
///
/// # Errors
/// When the budget has no room for the answers, or when answering panics.
pub(super) fn answer(
    found: &FoundScene,
    opened: OpenedScene,
    parts: CheckParts,
    depth: Depth,
) -> Result<Read, SceneError> {
    let name = path_in_message(&found.path);
    guarded_file(&name, || unguarded_answer(&found.path, &name, opened, parts, depth))
}

/// Answers the occlusion queries of a scene's world.
pub(super) type Depth<'d> = &'d mut dyn FnMut(&Scene, &World) -> Answers;

impl OpenedScene {
    /// Whether answers need a depth buffer.
    pub(super) fn needs_depth(&self) -> bool {
        !self.loaded.scene.occlusion.is_empty()
    }
}

fn unguarded_open(
    found: &FoundScene,
    name: &str,
    settings: &CheckSettings,
    budget: &Budget,
) -> Result<OpenedScene, SceneError> {
    let path = &*found.path;
    if let Some(reason) = &found.refused {
        let help = "check that file by its own path, or give a folder that contains both with `--root DIR`";
        return Err(SceneError::unreadable(name, reason, Some(help)));
    }
    let mut loaded = open_file(path, Files::within(budget.clone()), settings.reading, &Progress::default())?;
    let inputs = digest::inputs_of(found, &loaded.files, &settings.reading.options);
    let inputs = ReadInputs { digests: InputDigests::of(&inputs), files: inputs };
    let (text, memory) = text::of_scene(path, budget)
        .map_err(|over| SceneError::over_budget(name, "the text of this scene", over))?
        .unwrap_or_else(|| (String::new(), budget.nothing()));
    let own = loaded.scene.check.clone().unwrap_or_default();
    let project = found.project.as_deref();
    if let Some(project) = project {
        project.apply(&mut loaded.scene);
    }
    project::expect_valid(&loaded.scene, &own, project, &loaded.files, (&text, name))?;
    if let Some(expect) = settings.expect {
        expect.apply(&mut loaded, name);
        return Ok(OpenedScene { loaded, text, memory, inputs, has_own_expectations: false });
    }
    Ok(OpenedScene { loaded, text, memory, inputs, has_own_expectations: true })
}

fn unguarded_answer(
    path: &Path,
    name: &str,
    opened: OpenedScene,
    parts: CheckParts,
    depth: Depth,
) -> Result<Read, SceneError> {
    let OpenedScene { loaded, text, memory: of_text, inputs, has_own_expectations } = opened;
    let mut plan = Plan::of(&loaded.scene);
    if !parts.pictures {
        plan.views.clear();
    }
    let mut unanswered = AllUnanswered::default();
    let mut ask = |world: &World| {
        let answers = depth(&loaded.scene, world);
        unanswered.add(Unanswered::all(&answers, world));
        answers
    };
    let (answers, of_answers) = if parts.answers {
        answers::now(path, &loaded, &mut ask)?
    } else {
        (String::new(), loaded.files.budget.nothing())
    };
    let mut expectations = Vec::new();
    let mut lesson_faults = Vec::new();
    if parts.expectations {
        let text_of_expectations = if has_own_expectations { &*text } else { "" };
        expectations = answers::expectations(path, &loaded, text_of_expectations, &mut ask)?;
        if has_own_expectations {
            lesson_faults = answers::lesson_faults(path, &loaded, &text, &mut ask)?;
        }
    }
    let mut unanswered = unanswered.located(&loaded.scene, Some(&text), name);
    if !loaded.scene.cuts.is_empty() || !loaded.scene.agents.is_empty() {
        // A cut keeps its answer, and an agent its error. So the last tick that is checked has all of them.
        let last = plan.views.iter().map(|view| view.tick).fold(loaded.scene.opens_at, u64::max);
        let world = World::at(&loaded.scene, &loaded.files, last);
        unanswered.extend(cuts::unanswered(&world, &loaded.scene, Some(&text), name));
        let content = Content { scene: &loaded.scene, files: &loaded.files };
        unanswered.extend(agents::ended(&world, content, name));
    }
    Ok(Read {
        loaded,
        text,
        inputs,
        plan,
        answers,
        expectations,
        lesson_faults,
        unanswered,
        _memory: [of_text, of_answers],
    })
}
