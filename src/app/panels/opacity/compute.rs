//! Computes the cells on the processor or by a compute shader on the GPU, and measures both.
//!
//! Both compute the same whole numbers; the panel compares them. The GPU computes one band of the image per frame, so
//! that the window stays responsive.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::{Label, RichText, Role, Ui, WidgetInfo};
use web_time::Instant;

use crate::app::kit::host::Host;
use crate::app::kit::job::Job;
use crate::app::kit::{job, theme};
use crate::geometry::Tone;
use crate::geometry::narrate::{capitalized, counted};
use crate::opacity::Grid;
use crate::render::{CellSums, CellTimes, Summed};
use crate::world::Opacity;

/// The chosen device and its result.
#[derive(Default)]
pub(super) struct Compute {
    is_gpu: bool,
    /// Whether there are compute shaders; `None` until this is tested.
    support: Option<Result<(), String>>,
    /// The processor's grid, with which both results are compared.
    of: Option<Arc<Grid>>,
    state: ComputeState,
}

#[derive(Default)]
enum ComputeState {
    #[default]
    Idle,
    /// The processor runs first, so that the two do not disturb each other.
    Cpu(Job<Option<Duration>>),
    Gpu(Duration, Box<CellSums>),
    Done {
        cpu: Duration,
        gpu: CellTimes,
        /// The GPU's grid, and the number of cells in which it differs.
        grid: Arc<Grid>,
        differing: usize,
    },
    Stopped(String),
}

impl Compute {
    /// Deletes the OpenGL objects while their context exists.
    pub(super) fn close(&mut self) {
        self.state = ComputeState::Idle;
        self.of = None;
    }

    /// The cells of an image by the chosen device, when they are computed.
    pub(super) fn grid<'a>(&'a self, opacity: &'a Opacity) -> &'a Arc<Grid> {
        match &self.state {
            ComputeState::Done { grid, .. } if self.is_gpu && self.is_of(opacity) => grid,
            _ => &opacity.grid,
        }
    }

    fn is_of(&self, opacity: &Opacity) -> bool {
        self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, &opacity.grid))
    }

    /// The choice of the device, and the result.
    pub(super) fn ui(&mut self, ui: &mut Ui, opacity: &Opacity, host: &dyn Host) {
        let support = self.support.get_or_insert_with(|| match host.context() {
            Ok(context) => CellSums::support(&context),
            Err(error) => Err(error.to_string()),
        });
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("added up by").weak());
            let cpu = ui.selectable_label(!self.is_gpu, "CPU").on_hover_text("All cores of the processor.");
            if cpu.clicked() {
                self.is_gpu = false;
            }
            ui.add_enabled_ui(support.is_ok(), |ui| {
                let gpu = ui.selectable_label(self.is_gpu, "GPU compute");
                let gpu = gpu.on_hover_text("A compute shader with one thread for each column of pixels. The first run takes longer, because the driver compiles the shader.");
                if gpu.clicked() {
                    self.is_gpu = true;
                    // Each click measures again.
                    self.of = None;
                }
            });
        });
        if let Err(reason) = support {
            ui.add(Label::new(RichText::new(&*reason).weak().small()).wrap());
            return;
        }
        if self.is_gpu {
            self.advance(ui, opacity, host);
            self.show(ui);
        }
    }

    /// Continues the computation by one frame.
    fn advance(&mut self, ui: &Ui, opacity: &Opacity, host: &dyn Host) {
        if !self.is_of(opacity) {
            self.of = Some(Arc::clone(&opacity.grid));
            let (bitmap, layout) = (Arc::clone(&opacity.bitmap), *opacity.layout());
            // The memory of the previous grid is freed first.
            self.state = ComputeState::Idle;
            self.state = match opacity.budget.take(Grid::size(&layout)) {
                Ok(memory) => ComputeState::Cpu(Job::start(ui.ctx(), move |progress| {
                    let pixels = bitmap.pixels()?;
                    let begun = Instant::now();
                    Grid::of(&pixels, &layout, progress).map(|grid| {
                        let time = begun.elapsed();
                        drop(grid.paid_by(memory));
                        time
                    })
                })),
                Err(over) => ComputeState::Stopped(format!("Adding up the cells once more {over}; {}", over.help())),
            };
        }
        self.state = match std::mem::take(&mut self.state) {
            ComputeState::Cpu(job) => match job.poll(ui.ctx()) {
                Poll::Ready(Some(Some(cpu))) => self::begun(cpu, opacity, host),
                Poll::Ready(_) => ComputeState::Stopped("Cancelled. Click GPU compute to start again.".to_owned()),
                Poll::Pending => ComputeState::Cpu(job),
            },
            ComputeState::Gpu(cpu, pass) => self::step(cpu, pass, opacity),
            other => other,
        };
        if matches!(self.state, ComputeState::Gpu(..)) {
            ui.request_repaint();
        }
    }

    fn show(&mut self, ui: &mut Ui) {
        let mut is_cancelled = false;
        match &self.state {
            ComputeState::Idle => {}
            ComputeState::Cpu(job) => job.bar(ui, "CPU"),
            ComputeState::Gpu(_, pass) => is_cancelled = job::bar(ui, "GPU", pass.fraction()),
            ComputeState::Done { cpu, gpu, differing, .. } => {
                let small = |ui: &mut Ui, text: String| ui.add(Label::new(RichText::new(text).small()).wrap());
                small(ui, format!("CPU {}", time(*cpu)));
                let CellTimes { upload, compute, read_back } = *gpu;
                let [total, upload, compute, read_back] = [gpu.total(), upload, compute, read_back].map(time);
                small(ui, format!("GPU {total}: upload {upload}, compute {compute}, read-back {read_back}"));
                let (tone, text) = match differing {
                    0 => (Tone::Pass, "✔ The same sums in every cell".to_owned()),
                    cells => (Tone::Fail, format!("⚠ Other sums in {}", counted(*cells, "cell"))),
                };
                let text = RichText::new(text).small().color(theme::text_color(ui.ctx(), tone));
                ui.add(Label::new(text).wrap());
            }
            ComputeState::Stopped(reason) => {
                let response = ui.add(Label::new(RichText::new(format!("⚠ {reason}")).small()).wrap());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, reason));
            }
        }
        if is_cancelled {
            self.state = ComputeState::Stopped("Cancelled. Click GPU compute to start again.".to_owned());
        }
    }
}

fn begun(cpu: Duration, opacity: &Opacity, host: &dyn Host) -> ComputeState {
    let Some(pixels) = opacity.bitmap.pixels() else { return ComputeState::Idle };
    let pass = host.context().and_then(|context| CellSums::new(&context, &pixels, opacity.layout(), &opacity.budget));
    match pass {
        Ok(pass) => step(cpu, Box::new(pass), opacity),
        Err(error) => ComputeState::Stopped(capitalized(&error.to_string())),
    }
}

fn step(cpu: Duration, mut pass: Box<CellSums>, opacity: &Opacity) -> ComputeState {
    let Some(pixels) = opacity.bitmap.pixels() else { return ComputeState::Idle };
    if pass.step(&pixels) {
        return ComputeState::Gpu(cpu, pass);
    }
    let Summed { sums, times: gpu, memory } = pass.finish();
    let differing = sums.iter().zip(opacity.grid.sums()).filter(|(a, b)| a != b).count();
    match Grid::with_sums(&pixels, opacity.layout(), sums) {
        Some(grid) => ComputeState::Done { cpu, gpu, grid: Arc::new(grid.paid_by(memory)), differing },
        None => ComputeState::Stopped("The GPU returned a wrong number of cells.".to_owned()),
    }
}

/// A time such as "3.2 ms".
fn time(time: Duration) -> String {
    let ms = 1e3 * time.as_secs_f64();
    if ms < 10.0 { format!("{ms:.2} ms") } else { format!("{ms:.0} ms") }
}
