//! A run on another thread, and what it has found so far.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use eframe::egui::Context;

use super::found::FoundFault;
use crate::app::kit::job::Job;
use crate::hunt::process::ProcessAnswerer;
use crate::hunt::{Answerer, AnswererInfo, Example, Findings, HuntOptions, Progress};
use crate::hunt_results::ResultFolder;
use crate::mistakes::SpatialQuestion;

/// What a run has found.
pub(super) struct HuntEnd {
    pub(super) info: AnswererInfo,
    pub(super) findings: Findings,
    /// Its examples.
    pub(super) found: Vec<FoundFault>,
}

impl HuntEnd {
    /// Writes the folder of the results.
    ///
    /// # Errors
    /// A sentence, when a file cannot be written.
    pub(super) fn save(&self, folder: &Path) -> Result<(), String> {
        let write = || ResultFolder::open(folder)?.write(&self.findings, &self.info);
        write().map(drop).map_err(|error: anyhow::Error| format!("{error:#}"))
    }
}

/// A run.
pub(super) struct HuntRun {
    job: Job<Result<HuntEnd, String>>,
    live: Arc<LiveHunt>,
}

/// What a run has found so far.
#[derive(Default)]
struct LiveHunt {
    stop: AtomicBool,
    state: Mutex<HuntState>,
}

/// The same at one moment.
#[derive(Clone, Default)]
pub(super) struct HuntState {
    pub(super) cases: u64,
    pub(super) faults: u64,
    /// The examples that are shrunk, and all of them.
    pub(super) shrinking: Option<[usize; 2]>,
    /// The first fault of each kind and family.
    pub(super) found: Vec<FoundFault>,
}

impl LiveHunt {
    fn change(&self, change: impl FnOnce(&mut HuntState)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Progress for LiveHunt {
    fn judged(&self, cases: u64, faults: u64) {
        self.change(|state| (state.cases, state.faults) = (cases, faults));
    }

    fn found(&self, fault: &Example) {
        let fault = FoundFault::of(fault, &[]);
        self.change(|state| state.found.push(fault));
    }

    fn shrinking(&self, done: usize, all: usize) {
        self.change(|state| state.shrinking = Some([done, all]));
    }

    fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl HuntRun {
    /// Starts the program and asks it.
    pub(super) fn start(ctx: &Context, command: String, question: SpatialQuestion, options: HuntOptions) -> Self {
        let live = Arc::new(LiveHunt::default());
        let following = Arc::clone(&live);
        let work = move |_: &crate::opacity::Progress| {
            let mut answerer = ProcessAnswerer::start(&command, question).map_err(|error| error.to_string())?;
            let findings = crate::hunt::run(question, &mut answerer, &options, &*following);
            let found = findings
                .distinct_examples()
                .iter()
                .map(|one| FoundFault::of(one.example, &findings.mistakes))
                .collect();
            Ok(HuntEnd { info: answerer.info().clone(), findings, found })
        };
        Self { job: Job::start(ctx, work), live }
    }

    /// What it has found so far.
    pub(super) fn state(&self) -> HuntState {
        self.live.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends it with what it has found.
    pub(super) fn stop(&self) {
        self.live.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it is to end.
    pub(super) fn is_stopping(&self) -> bool {
        self.live.stop.load(Ordering::Relaxed)
    }

    /// What it has found, when it has ended.
    pub(super) fn end(&self, ctx: &Context) -> Option<Result<HuntEnd, String>> {
        match self.job.poll(ctx) {
            Poll::Pending => None,
            Poll::Ready(Some(end)) => Some(end),
            Poll::Ready(None) => Some(Err("the run has ended before its first case; start it again".to_owned())),
        }
    }
}

impl Drop for HuntRun {
    /// The run asks no further cases.
    fn drop(&mut self) {
        self.stop();
    }
}
