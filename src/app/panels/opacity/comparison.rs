//! The same image divided by the other method, computed on a separate thread when the comparison is shown.

use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Context, Ui};

use crate::app::kit::job::Job;
use crate::budget::OverBudget;
use crate::opacity::{CellLayout, Grid, GridDifference, Method};
use crate::world::Opacity;

/// Both methods at one threshold.
pub(super) struct ComparedMethods {
    pub(super) exact: Arc<Grid>,
    pub(super) odd: Arc<Grid>,
    /// The differences of `odd_block` from `exact`.
    pub(super) difference: GridDifference,
    threshold: f64,
}

impl ComparedMethods {
    /// The mean of `odd_block` minus that of `exact` in a cell, and whether the methods disagree on solid or clear.
    pub(super) fn at(&self, cell: [u32; 2]) -> (f64, bool) {
        let [exact, odd] = [&self.exact, &self.odd].map(|grid| grid.mean(cell).unwrap_or_default());
        (odd - exact, (exact >= self.threshold) != (odd >= self.threshold))
    }
}

/// The grid of the other method, or its computation.
#[derive(Default)]
pub(super) struct GridComparison {
    /// The grid of the image's own method.
    of: Option<Arc<Grid>>,
    state: OtherGrid,
}

#[derive(Default)]
enum OtherGrid {
    #[default]
    NotComputed,
    Working(Job<Option<Grid>>),
    /// The user cancelled the computation.
    Stopped,
    /// The grid does not fit into the memory budget.
    Refused(OverBudget),
    Ready(ComparedMethods),
}

impl GridComparison {
    /// Starts or continues the computation for an image at a threshold.
    pub(super) fn update(&mut self, ctx: &Context, opacity: &Opacity, threshold: f64) {
        if !self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, &opacity.grid)) {
            self.of = Some(Arc::clone(&opacity.grid));
            self.state = start(ctx, opacity);
        }
        match &mut self.state {
            OtherGrid::Working(job) => match job.poll(ctx) {
                Poll::Ready(Some(Some(other))) => {
                    let (own, other) = (Arc::clone(&opacity.grid), Arc::new(other));
                    let [exact, odd] = match own.layout().method() {
                        Method::Exact => [own, other],
                        Method::OddBlock => [other, own],
                    };
                    self.state = compared(exact, odd, threshold);
                }
                Poll::Ready(_) => self.state = OtherGrid::Stopped,
                Poll::Pending => {}
            },
            OtherGrid::Ready(ready) if ready.threshold.to_bits() != threshold.to_bits() => {
                self.state = compared(Arc::clone(&ready.exact), Arc::clone(&ready.odd), threshold);
            }
            OtherGrid::NotComputed | OtherGrid::Stopped | OtherGrid::Refused(_) | OtherGrid::Ready(_) => {}
        }
    }

    /// The comparison, when it is computed.
    pub(super) fn compared(&self) -> Option<&ComparedMethods> {
        if let OtherGrid::Ready(compared) = &self.state { Some(compared) } else { None }
    }

    /// Shows the progress bar until the comparison is computed.
    pub(super) fn bar(&mut self, ui: &mut Ui) {
        match &self.state {
            OtherGrid::Working(job) => job.bar(ui, "other method"),
            OtherGrid::Stopped => {
                if ui.button("Compare again").clicked() {
                    self.of = None;
                }
            }
            OtherGrid::Refused(over) => {
                ui.label(format!("Cutting the image by the other method {over}.")).on_hover_text(over.help());
            }
            OtherGrid::NotComputed | OtherGrid::Ready(_) => {}
        }
    }
}

fn start(ctx: &Context, opacity: &Opacity) -> OtherGrid {
    let own = opacity.layout();
    let Ok(layout) = CellLayout::new(own.size(), own.divisions(), own.method().other()) else {
        return OtherGrid::NotComputed;
    };
    let memory = match opacity.budget.take(Grid::size(&layout)) {
        Ok(memory) => memory,
        Err(over) => return OtherGrid::Refused(over),
    };
    let bitmap = Arc::clone(&opacity.bitmap);
    OtherGrid::Working(Job::start(ctx, move |progress| {
        Some(Grid::of(&bitmap.pixels()?, &layout, progress)?.paid_by(memory))
    }))
}

fn compared(exact: Arc<Grid>, odd: Arc<Grid>, threshold: f64) -> OtherGrid {
    match GridDifference::between(&exact, &odd, threshold) {
        Some(difference) => OtherGrid::Ready(ComparedMethods { exact, odd, difference, threshold }),
        None => OtherGrid::NotComputed,
    }
}
