//! The errors of a path against another one: a table, plots, and the colours of the path in the 3D view.
//!
//! The errors are computed on another thread, once for each pair of recordings and alignment.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::{Button, ComboBox, Context, Grid, Label, RichText, Ui};

use super::error_plots::{ErrorPlots, unit_of};
use crate::app::command::Commands;
use crate::app::kit::job::Job;
use crate::app::kit::theme;
use crate::escape;
use crate::files::{Comparison, SessionFile};
use crate::geometry::narrate::{counted, fine};
use crate::geometry::units::Units;
use crate::picture::PathErrors;
use crate::report::sessions::{against, words};
use crate::scene::ItemId;
use crate::trajectory::Trajectory;
use crate::trajectory::align::AlignmentKind;
use crate::trajectory::deviation::{Deviation, Measure};
use crate::trajectory::errors::Matching;
use crate::workspace::Workspace;
use crate::world::{ReferenceAt, SessionAt};

/// The greatest time that a picture waits for the errors.
const LONGEST: Duration = Duration::from_mins(10);

/// What is compared.
#[derive(Clone)]
struct Input {
    reference: Arc<SessionFile>,
    path: Arc<SessionFile>,
    matching: Matching,
    freedom: AlignmentKind,
}

impl PartialEq for Input {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.reference, &other.reference)
            && Arc::ptr_eq(&self.path, &other.path)
            && self.matching == other.matching
            && self.freedom == other.freedom
    }
}

/// The comparison between frames of the window.
#[derive(Default)]
pub(super) struct SessionComparison {
    /// The session that was chosen as the reference.
    reference: Option<ItemId>,
    /// The alignment that was chosen; else that of the scene, else that by rotation and translation.
    freedom: Option<AlignmentKind>,
    measure: Measure,
    plot: ErrorPlots,
    answer: Option<(Input, Comparison)>,
    running: Option<(Input, Job<Comparison>)>,
    /// Whether drawing waits for the errors, as for a picture.
    pub(super) waits_for_results: bool,
}

impl SessionComparison {
    /// Shows the errors of a session with a path.
    pub(super) fn show(&mut self, ui: &mut Ui, workspace: &mut Workspace, at: &SessionAt, commands: &mut Commands) {
        let others: Vec<SessionAt> =
            workspace.world().sessions.iter().filter(|other| other.id != at.id).cloned().collect();
        let Some(first) = others.first() else {
            workspace.view_mut().show_path_errors(None);
            ui.weak("The scene has no other session.");
            return;
        };
        let of_scene = at.reference.as_ref().map(|own| own.id);
        let of_id = |id: Option<ItemId>| others.iter().find(|other| Some(other.id) == id);
        let mut reference = of_id(self.reference).or_else(|| of_id(of_scene)).unwrap_or(first);
        let is_of_scene = |own: &&ReferenceAt| own.id == reference.id;
        let usual = at.reference.as_ref().filter(is_of_scene).map_or(AlignmentKind::Rigid, |own| own.freedom);
        let mut freedom = self.freedom.unwrap_or(usual);
        let before = (reference.id, freedom);
        Self::choices(ui, at, &others, &mut reference, &mut freedom);
        if freedom != before.1 {
            self.freedom = Some(freedom);
        }
        if reference.id != before.0 {
            self.reference = Some(reference.id);
        }
        let (Ok(file), Ok(path)) = (&reference.file, &at.file) else {
            workspace.view_mut().show_path_errors(None);
            let error = reference.file.as_ref().err().or(at.file.as_ref().err());
            theme::failure(ui, error.map_or("", |error| error));
            return;
        };
        let matching = at.matching_with(reference);
        let input = Input { reference: Arc::clone(file), path: Arc::clone(path), matching, freedom };
        match self.advance(ui.ctx(), input) {
            None => {
                workspace.view_mut().show_path_errors(None);
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.weak("Comparing …");
                });
            }
            Some(Err(reason)) => {
                workspace.view_mut().show_path_errors(None);
                theme::failure(ui, &against::why_not(reference, at, &reason));
            }
            Some(Ok(deviation)) => {
                let few = words::few_pairs(deviation.pairs, deviation.shorter);
                if let Some(few) = few {
                    theme::failure(ui, &few);
                }
                self.table(ui, &deviation, workspace.view().units());
                self.plot.show(ui, workspace, &deviation, self.measure, commands);
                let (reference, path, measure) = (reference.id, at.id, self.measure);
                workspace.view_mut().show_path_errors(Some(PathErrors { reference, path, measure, deviation }));
            }
        }
    }

    fn choices<'o>(
        ui: &mut Ui,
        at: &SessionAt,
        others: &'o [SessionAt],
        reference: &mut &'o SessionAt,
        chosen: &mut AlignmentKind,
    ) {
        ui.horizontal_wrapped(|ui| {
            ui.label(theme::quoted(&format!("How far is `{}` from", at.name)));
            let name = escape::shown(&reference.name).into_owned();
            let list = ComboBox::from_id_salt("reference").selected_text(name).width(120.0);
            let list = list.show_ui(ui, |ui| {
                for other in others {
                    if ui.selectable_label(other.id == reference.id, &*escape::shown(&other.name)).clicked() {
                        *reference = other;
                    }
                }
            });
            list.response.accessible_name("reference");
            ui.add_space(6.0);
            ui.weak("aligned by");
            for freedom in AlignmentKind::ALL {
                let (word, name) = match freedom {
                    AlignmentKind::None => ("none", "alignment none"),
                    AlignmentKind::Origin => ("first pose", "alignment first pose"),
                    AlignmentKind::Translation => ("translation", "alignment translation"),
                    AlignmentKind::Yaw => ("yaw", "alignment yaw"),
                    AlignmentKind::Rigid => ("SE(3)", "alignment SE(3)"),
                    AlignmentKind::Similarity => ("Sim(3)", "alignment Sim(3)"),
                };
                let button = ui.add(Button::selectable(*chosen == freedom, word));
                let help = format!("{}. {}", words::alignment(freedom), words::meaning(freedom));
                if button.on_hover_text(help).accessible_name(name).clicked() {
                    *chosen = freedom;
                }
            }
        });
    }

    /// The errors of an input; `None` while they are computed.
    fn advance(&mut self, ctx: &Context, input: Input) -> Option<Comparison> {
        if !self.answer.as_ref().is_some_and(|(of, _)| *of == input) {
            if !self.running.as_ref().is_some_and(|(of, _)| *of == input) {
                let Input { reference, path, matching, freedom } = input.clone();
                let none = Trajectory::default();
                let work = move |_: &_| {
                    let [reference, path] = [&reference, &path].map(|file| file.trajectory().unwrap_or(&none));
                    Deviation::of(reference, path, &matching, freedom).map(Arc::new)
                };
                self.running = Some((input, Job::start(ctx, work)));
            }
            let (of, job) = self.running.as_ref()?;
            let polled = if self.waits_for_results { job.wait(LONGEST) } else { job.poll(ctx) };
            let Poll::Ready(found) = polled else { return None };
            let answer = found.map(|found| (of.clone(), found));
            self.running = None;
            self.answer = answer;
        }
        self.answer.as_ref().map(|(_, answer)| answer.clone())
    }

    /// One row a kind of errors. The chosen kind is in the plot and in the 3D view.
    fn table(&mut self, ui: &mut Ui, deviation: &Deviation, units: Units) {
        Grid::new("errors").num_columns(6).min_row_height(16.0).spacing([14.0, 2.0]).show(ui, |ui| {
            for (title, help) in [
                ("Error", "Absolute and relative pose error. The chosen one is in the plot, and colours the path."),
                ("RMSE", "The square root of the mean of the squares."),
                ("Median", "Half of the errors are smaller."),
                ("Max", "The greatest error."),
                ("Mean", "The arithmetic mean."),
                ("Min", "The least error."),
            ] {
                ui.label(RichText::new(title).size(12.0).weak()).on_hover_text(help);
            }
            ui.end_row();
            for (measure, found) in Measure::ALL.into_iter().zip(deviation.statistics) {
                let (scale, unit) = unit_of(measure, units);
                let name = format!("{} {unit}", measure.name());
                if ui.add(Button::selectable(self.measure == measure, &*name)).clicked() {
                    self.measure = measure;
                }
                for value in [found.rmse, found.median, found.max, found.mean, found.min] {
                    ui.label(fine(value * scale));
                }
                ui.end_row();
            }
        });
        let scale = deviation.alignment.scale;
        let scale = if (scale - 1.0).abs() > 0.0 { format!(" · scale {}", fine(scale)) } else { String::new() };
        let pairs = counted(deviation.pairs, "pair");
        let drift = words::drift(deviation.drift);
        let text = format!("drift {drift} · {pairs} of frames{scale} · {}", words::clock(deviation.clock));
        let help = "Drift: the distance of the last positions when the first poses are the same, over the length of the \
                    reference.";
        ui.add(Label::new(text).truncate()).on_hover_text(help);
    }
}
