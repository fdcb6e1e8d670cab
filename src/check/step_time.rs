//! How long the steps of a scene took.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// A step of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckStep {
    /// Reading the scene and its files, and answering its questions.
    Read,
    /// Drawing its views, each twice.
    Draw,
    /// Comparing its answers and pictures with the baselines.
    Compare,
}

impl CheckStep {
    /// All steps, in their order.
    pub const ALL: [Self; 3] = [Self::Read, Self::Draw, Self::Compare];

    /// The verb.
    pub fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Draw => "draw",
            Self::Compare => "compare",
        }
    }
}

/// When a step began and how long it took, in seconds. The run begins at 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepTime {
    /// The step.
    pub step: CheckStep,
    /// The beginning.
    pub start: f64,
    /// How long it took.
    pub seconds: f64,
}

impl StepTime {
    /// A step that ends now. The run began at `run`.
    pub(super) fn ending(step: CheckStep, run: Instant, start: Instant) -> Self {
        // Milliseconds are enough, and numbers stay short in files.
        let seconds = |time: Duration| (time.as_secs_f64() * 1e3).round() / 1e3;
        Self { step, start: seconds(start - run), seconds: seconds(start.elapsed()) }
    }
}
