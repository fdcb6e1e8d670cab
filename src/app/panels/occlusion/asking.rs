//! Queries that were issued, and their results some frames later. The window does not wait for them.
//!
//! ```text
//! something changed ─► queries issued ─► results there, some frames later ─► exact answers on a thread ─► Session
//! ```

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::Context;
use web_time::Instant;

use crate::app::kit::host::Host;
use crate::occlusion::{DepthTest, Passed, QueryError};
use crate::render::{OcclusionQueries, Pending};
use crate::report::occlusion::{ComparedAnswers, ComparedBodies};
use crate::workspace::job::Job;
use crate::workspace::{DepthRequest, DepthResponse, OcclusionAnswers, OcclusionKey, Workspace};

/// Exact answers for a few bodies take at most this time, so they are shown in the same frame as the results.
const FIRST_WAIT: Duration = Duration::from_millis(4);

/// The longest time that a picture waits for expectations and comparisons.
const MOST: Duration = Duration::from_mins(1);

/// The state of the queries.
#[derive(Default)]
pub(super) struct Asking {
    queries: Option<Result<OcclusionQueries, Arc<str>>>,
    state: AskingState,
    /// The requests of other threads.
    served: Vec<(DepthRequest, Pending)>,
}

#[derive(Default)]
enum AskingState {
    #[default]
    Idle,
    /// The queries run on the GPU.
    Drawing { of: OcclusionKey, tested: Vec<ComparedBodies>, pending: Pending, frames: u32 },
    /// The results are available, and the exact answers are being computed.
    Comparing { of: OcclusionKey, counts: [u32; 3], job: Job<Vec<ComparedAnswers>> },
}

impl Asking {
    /// Continues, and issues queries again when something has changed.
    pub(super) fn advance(&mut self, ctx: &Context, workspace: &mut Workspace, host: &dyn Host) {
        workspace.judging_mut().connect_depth();
        self.serve(workspace, host);
        if !host.has_desktop() {
            self.finish(workspace, host);
        }
        if workspace.judging().awaits_depth() {
            ctx.request_repaint();
        }
        let Some(now) = workspace.judging().occlusion_key() else {
            self.state = AskingState::Idle;
            return;
        };
        // A picture waits for the answers.
        let most = if host.has_desktop() { FIRST_WAIT } else { Duration::from_hours(1) };
        self.state = match std::mem::take(&mut self.state) {
            AskingState::Drawing { of, tested, pending, frames } => match pending.poll() {
                Some(passed) => compare(of, tested, passed, frames + 1).finished(most, workspace),
                None => AskingState::Drawing { of, tested, pending, frames: frames + 1 },
            },
            state => state.finished(most, workspace),
        };
        if matches!(self.state, AskingState::Idle) && !workspace.judging().has_occlusion(now) {
            match self.issue(workspace, host, now) {
                Ok(state) => self.state = state,
                Err(error) => workspace.selection_mut().take_occlusion(now, Err(error)),
            }
        }
        if !matches!(self.state, AskingState::Idle) {
            ctx.request_repaint();
        }
    }

    /// Answers the requests of other threads. Requests of earlier frames come first.
    fn serve(&mut self, workspace: &Workspace, host: &dyn Host) {
        let served = std::mem::take(&mut self.served);
        for (request, pending) in served {
            match pending.poll() {
                Some(passed) => {
                    let most_resolution = self.queries(workspace, host).map_or(0, |queries| queries.most_resolution());
                    request.reply(Ok(DepthResponse { passed, most_resolution }));
                }
                None => self.served.push((request, pending)),
            }
        }
        while let Some(request) = workspace.judging().depth_request() {
            let pending = self
                .queries(workspace, host)
                .and_then(|queries| queries.issue(&request.tests()).map_err(|error| error.to_string().into()));
            match pending {
                Ok(pending) => self.served.push((request, pending)),
                Err(error) => request.reply(Err(QueryError(error.to_string()))),
            }
        }
    }

    /// Waits for expectations and comparison, because a picture shows their answers.
    fn finish(&mut self, workspace: &mut Workspace, host: &dyn Host) {
        let end = Instant::now() + MOST;
        while workspace.judging().awaits_depth() && Instant::now() < end {
            workspace.judging_mut().advance(Duration::from_millis(2));
            self.serve(workspace, host);
        }
    }

    /// The depth buffer, within the budget of the workspace's world.
    fn queries(&mut self, workspace: &Workspace, host: &dyn Host) -> Result<&mut OcclusionQueries, Arc<str>> {
        let opened = self.queries.get_or_insert_with(|| {
            let context = host.context().map_err(|error| error.to_string())?;
            OcclusionQueries::new(&context).map_err(|error| error.to_string().into())
        });
        let queries = opened.as_mut().map_err(|error| Arc::clone(error))?;
        queries.set_budget(&workspace.world().budget);
        Ok(queries)
    }

    fn issue(&mut self, workspace: &Workspace, host: &dyn Host, of: OcclusionKey) -> Result<AskingState, Arc<str>> {
        let queries = self.queries(workspace, host)?;
        let tested = workspace.judging().occlusion_pairs(queries.most_resolution());
        let tests: Vec<DepthTest> = tested.iter().flat_map(ComparedBodies::tests).collect();
        let pending = queries.issue(&tests).map_err(|error| error.to_string())?;
        drop(tests);
        Ok(AskingState::Drawing { of, tested, pending, frames: 0 })
    }
}

/// Starts the exact answers.
fn compare(of: OcclusionKey, tested: Vec<ComparedBodies>, passed: Vec<Passed>, frames: u32) -> AskingState {
    let count = |of: fn(&Passed) -> u32| passed.iter().map(of).sum();
    let counts = [count(|passed| passed.draws), count(|passed| passed.queries), frames];
    let job = Job::quietly(move |_| {
        let mut rest = &*passed;
        tested.into_iter().map(|pair| pair.answered(&mut rest)).collect()
    });
    AskingState::Comparing { of, counts, job }
}

impl AskingState {
    /// Gives finished answers to the workspace.
    fn finished(self, most: Duration, workspace: &mut Workspace) -> Self {
        let Self::Comparing { of, counts, job } = self else { return self };
        let found = match job.wait(most) {
            Poll::Pending => return Self::Comparing { of, counts, job },
            Poll::Ready(found) => found,
        };
        let [draws, queries, latency] = counts;
        let answers = found.map(|pairs| OcclusionAnswers { of, pairs, draws, queries, latency });
        workspace
            .selection_mut()
            .take_occlusion(of, answers.ok_or_else(|| "the exact answers could not be computed".into()));
        Self::Idle
    }
}
