//! The costs of the level, and the survey on another thread.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::Ui;

use super::question::{Asked, CostQuestion};
use crate::app::kit::job::Job;
use crate::cost::{LevelCost, Survey, SurveyError, sentences};
use crate::files::Content;
use crate::picture::CostMap;
use crate::workspace::Workspace;

/// The greatest time that a picture waits for the survey.
const LONGEST: Duration = Duration::from_mins(10);

/// What costs are computed from: the generation of the files, and the revision of the report.
type CostInput = (u64, u64);

/// A survey with its sentences.
pub(super) struct Surveyed {
    pub(super) survey: Arc<Survey>,
    pub(super) sentences: Vec<String>,
    of: CostInput,
}

type SurveyJob = Job<Result<(Survey, Vec<String>), SurveyError>>;

/// The costs and the survey between frames.
#[derive(Default)]
pub(super) struct CostWork {
    cost: Option<(CostInput, Result<Arc<LevelCost>, String>)>,
    running: Option<(CostInput, SurveyJob)>,
    found: Option<Result<Surveyed, String>>,
    was_asked: bool,
}

fn input(workspace: &Workspace) -> CostInput {
    (workspace.disk().generation(), workspace.revision())
}

impl CostWork {
    /// The costs of the level, computed again after a change.
    pub(super) fn cost(&mut self, workspace: &Workspace) -> Result<Arc<LevelCost>, String> {
        let input = input(workspace);
        if self.cost.as_ref().is_none_or(|(of, _)| *of != input) {
            let cost = LevelCost::of(workspace.world()).map(Arc::new);
            self.cost =
                Some((input, cost.map_err(|over| format!("There is no room for the list of objects: {over}."))));
        }
        self.cost.as_ref().map_or_else(|| Err(String::new()), |(_, cost)| cost.clone())
    }

    /// Whether a survey runs.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The survey of the open scene, or why there is none.
    pub(super) fn found(&self) -> Option<Result<&Surveyed, &str>> {
        self.found.as_ref().map(|found| found.as_ref().map_err(String::as_str))
    }

    /// Whether the scene has changed after the survey.
    pub(super) fn is_stale(&self, workspace: &Workspace) -> bool {
        matches!(&self.found, Some(Ok(found)) if found.of != input(workspace))
    }

    /// Starts what is asked, takes its result, and gives it to the view. A picture asks at once, and waits.
    pub(super) fn follow(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        asked: Option<&Asked>,
        waits: bool,
        question: &CostQuestion,
    ) {
        // Those of another scene do not count.
        let generation = input(workspace).0;
        if matches!(&self.found, Some(Ok(found)) if found.of.0 != generation) {
            self.found = None;
        }
        let at_once = (waits && !self.was_asked).then(|| question.asked(workspace));
        if let Some(asked) = asked.or(at_once.as_ref()) {
            self.was_asked = true;
            self.start(ui, workspace, asked.clone());
        }
        if let Some((of, job)) = &self.running {
            let polled = if waits { job.wait(LONGEST) } else { job.poll(ui.ctx()) };
            if let Poll::Ready(found) = polled {
                let found = found.unwrap_or(Err(SurveyError::Cancelled));
                self.found = match found {
                    Ok((survey, sentences)) => Some(Ok(Surveyed { survey: Arc::new(survey), sentences, of: *of })),
                    Err(SurveyError::Cancelled) => None,
                    Err(why) => Some(Err(format!("{why}."))),
                };
                self.running = None;
            } else {
                job.bar(ui, "positions");
            }
        }
        let map = match &self.found {
            Some(Ok(found)) => {
                let before = workspace.view().cost_map().filter(|map| Arc::ptr_eq(&map.survey, &found.survey));
                let chosen = before.and_then(|map| map.chosen);
                Some(CostMap { survey: Arc::clone(&found.survey), measure: question.measure, chosen })
            }
            _ => None,
        };
        workspace.view_mut().show_cost_map(map);
    }

    fn start(&mut self, ui: &Ui, workspace: &Workspace, asked: Asked) {
        let of = input(workspace);
        let job = match asked {
            Asked::Plan(options) => {
                let world = workspace.world().clone();
                Job::start(ui.ctx(), move |progress| {
                    let no_room = |over| SurveyError::Memory { triangles: 0, over };
                    let cost = LevelCost::of(&world).map_err(no_room)?;
                    let survey = Survey::over_plan(&world, &cost, &options, progress)?;
                    let sentences = sentences(&cost, &survey);
                    Ok((survey, sentences))
                })
            }
            Asked::Path { camera, last, every } => {
                let (scene, files) = (Arc::clone(workspace.scene()), workspace.files().clone());
                let world = workspace.world().clone();
                Job::start(ui.ctx(), move |progress| {
                    let no_room = |over| SurveyError::Memory { triangles: 0, over };
                    let cost = LevelCost::of(&world).map_err(no_room)?;
                    let content = Content { scene: &scene, files: &files };
                    let survey = Survey::along_path(content, &camera, 0..=last, every, progress)?;
                    let sentences = sentences(&cost, &survey);
                    Ok((survey, sentences))
                })
            }
        };
        self.running = Some((of, job));
    }
}
