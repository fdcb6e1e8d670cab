//! The resolution that is tried for all queries, and the counts of the batch.

use eframe::egui::{Button, Label, RichText, Ui};

use super::within::within;
use crate::app::kit::form::slider::NumberSlider;
use crate::escape;
use crate::report::occlusion::broad_phase;
use crate::workspace::Workspace;

/// The resolution at the end of the slider, unless the scene names a greater one.
const MOST_TRIED: u32 = 1024;

pub(super) fn controls(ui: &mut Ui, workspace: &mut Workspace) {
    ui.horizontal_wrapped(|ui| {
        let query = workspace.judging().shown_query();
        let shown = workspace.world().occlusion.iter().find(|other| Some(other.id) == query);
        let written = shown.map_or(256, |query| query.resolution);
        let tried = workspace.judging().tried_resolution();
        let mut resolution = tried.unwrap_or(written);
        let most = MOST_TRIED.max(written);
        ui.label(RichText::new("Resolution").weak());
        let slider = NumberSlider {
            name: "resolution of all queries",
            range: 1..=most,
            is_logarithmic: true,
            takes_all: false,
            suffix: " pixels",
            help: "The number of pixels along each side of the depth pictures, tried for all queries. The scene is not changed. At a \
                   low resolution thin bodies are missed.",
        };
        within(ui, 192.0, |ui| {
            if slider.show(ui, &mut resolution, ui.scope_id().with("tried resolution")) {
                workspace.judging_mut().try_resolution(Some(resolution));
            }
        });
        let reset = ui.add_enabled(tried.is_some(), Button::new("As in the scene"));
        if reset.on_hover_text("Use the resolution of each query in the scene.").clicked() {
            workspace.judging_mut().try_resolution(None);
        }
    });
}

pub(super) fn counts(ui: &mut Ui, workspace: &Workspace) {
    let Some(answers) = workspace.judging().occlusion() else { return };
    let frames = if answers.latency == 1 { "frame" } else { "frames" };
    let text = format!(
        "{} draw calls and {} queries in one batch. The two dots of a view: B behind A's front, A behind B's front.",
        answers.draws, answers.queries
    );
    // At the end, because it depends on the machine.
    let latency = format!(" Results after {} {frames}.", answers.latency);
    let shown = workspace.judging().shown_query();
    let query = workspace.world().occlusion.iter().find(|query| Some(query.id) == shown);
    let saved = query.and_then(|query| Some((query, broad_phase(workspace.world(), query)?)));
    let saved = saved.map(|(query, saved)| format!(" Of {}, {}.", escape::shown(&query.name), saved.words()));
    ui.add(Label::new(RichText::new(format!("{text}{}{latency}", saved.unwrap_or_default())).weak()).wrap());
}
