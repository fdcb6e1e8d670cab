//! The same image divided by the other method, computed on a separate thread when the comparison is shown.

use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Context, Ui};

use crate::app::kit::job::Job;
use crate::budget::OverBudget;
use crate::opacity::{Difference, Grid, Layout, Method};
use crate::world::Opacity;

/// Both methods at one threshold.
pub(super) struct Compared {
    pub(super) exact: Arc<Grid>,
    pub(super) odd: Arc<Grid>,
    /// The differences of `odd_block` from `exact`.
    pub(super) difference: Difference,
    threshold: f64,
}

impl Compared {
    /// The mean of `odd_block` minus that of `exact` in a cell, and whether the methods disagree on solid or clear.
    pub(super) fn at(&self, cell: [u32; 2]) -> (f64, bool) {
        let [exact, odd] = [&self.exact, &self.odd].map(|grid| grid.mean(cell).unwrap_or_default());
        (odd - exact, (exact >= self.threshold) != (odd >= self.threshold))
    }
}

/// The grid of the other method, or its computation.
#[derive(Default)]
pub(super) struct Comparison {
    /// The grid of the image's own method.
    of: Option<Arc<Grid>>,
    state: State,
}

#[derive(Default)]
enum State {
    #[default]
    NotComputed,
    Working(Job<Option<Grid>>),
    /// The user cancelled the computation.
    Stopped,
    /// The grid does not fit into the memory budget.
    Refused(OverBudget),
    Ready(Compared),
}

impl Comparison {
    /// Starts or continues the computation for an image at a threshold.
    pub(super) fn update(&mut self, ctx: &Context, opacity: &Opacity, threshold: f64) {
        if !self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, &opacity.grid)) {
            self.of = Some(Arc::clone(&opacity.grid));
            self.state = start(ctx, opacity);
        }
        match &mut self.state {
            State::Working(job) => match job.poll(ctx) {
                Poll::Ready(Some(Some(other))) => {
                    let (own, other) = (Arc::clone(&opacity.grid), Arc::new(other));
                    let [exact, odd] = match own.layout().method() {
                        Method::Exact => [own, other],
                        Method::OddBlock => [other, own],
                    };
                    self.state = compared(exact, odd, threshold);
                }
                Poll::Ready(_) => self.state = State::Stopped,
                Poll::Pending => {}
            },
            State::Ready(ready) if ready.threshold.to_bits() != threshold.to_bits() => {
                self.state = compared(Arc::clone(&ready.exact), Arc::clone(&ready.odd), threshold);
            }
            State::NotComputed | State::Stopped | State::Refused(_) | State::Ready(_) => {}
        }
    }

    /// The comparison, when it is computed.
    pub(super) fn compared(&self) -> Option<&Compared> {
        if let State::Ready(compared) = &self.state { Some(compared) } else { None }
    }

    /// Shows the progress bar until the comparison is computed.
    pub(super) fn bar(&mut self, ui: &mut Ui) {
        match &self.state {
            State::Working(job) => job.bar(ui, "other method"),
            State::Stopped => {
                if ui.button("Compare again").clicked() {
                    self.of = None;
                }
            }
            State::Refused(over) => {
                ui.label(format!("Cutting the image by the other method {over}.")).on_hover_text(over.help());
            }
            State::NotComputed | State::Ready(_) => {}
        }
    }
}

fn start(ctx: &Context, opacity: &Opacity) -> State {
    let own = opacity.layout();
    let Ok(layout) = Layout::new(own.size(), own.divisions(), own.method().other()) else {
        return State::NotComputed;
    };
    let memory = match opacity.budget.take(Grid::size(&layout)) {
        Ok(memory) => memory,
        Err(over) => return State::Refused(over),
    };
    let bitmap = Arc::clone(&opacity.bitmap);
    State::Working(Job::start(ctx, move |progress| {
        Some(Grid::of(&bitmap.pixels()?, &layout, progress)?.paid_by(memory))
    }))
}

fn compared(exact: Arc<Grid>, odd: Arc<Grid>, threshold: f64) -> State {
    match Difference::between(&exact, &odd, threshold) {
        Some(difference) => State::Ready(Compared { exact, odd, difference, threshold }),
        None => State::NotComputed,
    }
}
