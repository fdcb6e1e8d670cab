//! The shown scene as text: its captures and differences.

use crate::geometry::narrate::counted;
use eframe::egui::{Button, Label, RichText, ScrollArea, Ui};

use super::list::tone;
use super::open::Open;
use crate::app::command::{self, Commands, ReviewCommand};
use crate::app::kit::theme;
use crate::check::row::DifferenceSubject;
use crate::geometry::Tone;

/// The heading of the scene, its captures, and its differences. They have at most this height above pictures.
pub(super) fn show(ui: &mut Ui, open: &mut Open, commands: &mut Commands, most: f32) {
    let Some(scene) = open.scene() else { return };
    let (scene_index, current) = open.current();
    ui.horizontal_wrapped(|ui| {
        let state = open.scene_state(scene_index);
        let color = theme::text_color(ui.ctx(), tone(state));
        ui.label(RichText::new(theme::quoted(&scene.name)).strong().size(15.0));
        ui.label(RichText::new(state.word()).color(color));
        let path = scene.scene.display().to_string();
        ui.add(Label::new(RichText::new(theme::quoted(&path)).weak()).truncate());
    });
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        command::button(ui, Button::new("Open the scene"), "Open the scene", ReviewCommand::OpenScene, commands);
        if open.captures().iter().any(|capture| open.baseline(*capture).is_some()) {
            ui.separator();
            ui.weak("Captures:");
        }
        for capture in open.captures() {
            let Some(baseline) = open.baseline(capture) else { continue };
            let state = open.state(scene_index, capture);
            let name = match &baseline.view {
                _ if baseline.is_answers() => "Answers",
                Some(view) => view,
                None => "Picture",
            };
            let words = format!("{name} · {}", state.word());
            let color = theme::text_color_of_row(ui.ctx(), tone(state), capture == current);
            let button = Button::selectable(capture == current, RichText::new(theme::quoted(&words)).color(color));
            if ui.add(button).on_hover_text(theme::quoted(&baseline.baseline.display().to_string())).clicked() {
                clicked = Some(capture);
            }
        }
    });
    let has_pictures = open.baseline(current).is_some_and(|baseline| !baseline.is_answers());
    if has_pictures {
        let scroll = ScrollArea::vertical().id_salt("differences").max_height(most.max(60.0));
        scroll.auto_shrink([false, true]).show(ui, |ui| differences(ui, open));
    } else {
        differences(ui, open);
    }
    if let Some(capture) = clicked {
        open.show_capture(capture);
    }
}

/// The differences by kind.
fn differences(ui: &mut Ui, open: &Open) {
    let Some(scene) = open.scene() else { return };
    for kind in DifferenceSubject::ALL {
        let list: Vec<_> = scene.differences.iter().filter(|difference| difference.kind == kind.word()).collect();
        if list.is_empty() {
            continue;
        }
        ui.label(RichText::new(kind.heading()).strong());
        for difference in list {
            let place = if difference.line > 1 { format!("   (line {})", difference.line) } else { String::new() };
            line(ui, &format!("{}{place}", difference.text), kind <= DifferenceSubject::Verdict);
            for one in &difference.consequences {
                line(ui, &format!("    follows from it: {}", one.text), false);
            }
        }
    }
    let (_, current) = open.current();
    if let Some(pixels) = open.baseline(current).and_then(|baseline| baseline.pixels.as_ref())
        && !pixels.sweep.is_empty()
    {
        let counts: Vec<_> = pixels.sweep.iter().map(|(limit, count)| format!("{limit}: {count}")).collect();
        line(ui, &format!("Pixels that differ by more than a limit: {}", counts.join(" · ")), false);
    }
    let met = scene.expectations.iter().filter(|expected| expected.met).count();
    if met > 0 {
        let (all, verb) = (counted(scene.expectations.len(), "expectation"), if met == 1 { "is" } else { "are" });
        line(ui, &format!("{met} of {all} {verb} met."), false);
    }
    for warning in &scene.warnings {
        let color = theme::text_color(ui.ctx(), Tone::Partial);
        ui.add(Label::new(RichText::new(theme::quoted(&format!("⚠ {warning}"))).color(color)).wrap());
    }
    if scene.differences.is_empty() {
        ui.weak("Answers and pictures are equal to the baselines.");
    }
}

fn line(ui: &mut Ui, text: &str, is_strong: bool) {
    let text = RichText::new(theme::quoted(text));
    ui.add(Label::new(if is_strong { text.strong() } else { text }).wrap());
}
