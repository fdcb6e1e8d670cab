//! The fields of a tap.

use std::sync::Arc;

use eframe::egui::{DragValue, Ui};

use crate::app::kit::form::decimal::decimal;
use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::form::picker::{Offers, Picked, picker};
use crate::app::kit::form::{attempt, several};
use crate::scene::{Tap, TapRule, TapType};
use crate::workspace::Workspace;

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut tap) = workspace.scene().taps.get(index).cloned() else { return };
    let scene = Arc::clone(workspace.scene());
    let mut name = tap.name.clone();
    let mut form = ItemForm::of::<Tap>(ui, workspace, &scene.taps[index].name, index);
    form.name(&mut name);
    form.row("camera", "A camera that follows a session.", |ui, label| {
        match picker(ui, label, "camera", &tap.camera, None, Offers::cameras(workspace)) {
            Some(Picked::Name(name)) => {
                tap.camera = name;
                true
            }
            _ => false,
        }
    });
    decimal(
        &mut form,
        "time s",
        &mut tap.time,
        "The scene time of the tap. It is evaluated for this time, whatever tick is shown.",
    );
    let screen = &mut tap.screen;
    form.row("screen", "The point of the picture: 0 to 1 from the left, and from the top.", |ui, _| {
        let mut is_changed = false;
        for (part, letter) in screen.iter_mut().zip(["X", "Y"]) {
            let drag = DragValue::new(part).speed(0.002).range(0.0..=1.0).max_decimals(4).prefix(format!("{letter} "));
            let id = ui.scope_id().with(("screen", letter, &name));
            is_changed |= attempt::field(ui, drag, id, None).accessible_name(format!("screen {letter}")).changed();
        }
        is_changed
    });
    let rules = [(TapRule::FirstType, "first type with a hit"), (TapRule::Nearest, "nearest of all types")];
    form.choice("rule", &mut tap.rule, &rules, "The rule that chooses among the hits.");
    form.section("Types");
    for (kind, word, help) in [
        (TapType::Polygon, "polygon", "Anchors, inside their boundary."),
        (TapType::Extent, "extent", "Anchors, inside the rectangle of their extent."),
        (TapType::Infinite, "infinite", "The whole planes of anchors."),
        (TapType::Estimated, "estimated", "The horizontal plane through the nearest feature point."),
        (TapType::Point, "point", "The feature point with the smallest angle to the ray, at most 3°."),
    ] {
        let place = tap.order.iter().position(|own| *own == kind);
        let (mut is_on, text) = (place.is_some(), place.map_or(String::new(), |place| format!("number {}", place + 1)));
        form.switch(word, &mut is_on, &text, help);
        match (is_on, place) {
            (true, None) => tap.order.push(kind),
            (false, Some(place)) if tap.order.len() > 1 => drop(tap.order.remove(place)),
            _ => {}
        }
    }
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, tap);
    }
}

multi_edit! { Tap, Tap in taps: vec![
    part!("camera", camera),
    part!("time s", time),
    part!("screen X", screen[0]),
    part!("screen Y", screen[1]),
    part!("order", order),
    part!("rule", rule),
] }
