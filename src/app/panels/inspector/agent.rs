//! The fields of an agent: its body, camera, tick rate and initial blackboard. Its tree is edited in the Behaviour
//! panel.

use std::sync::Arc;

use eframe::egui::Ui;

use crate::app::kit::form::fields::{ItemForm, Unit};
use crate::app::kit::form::picker::{Offers, optional_picker};
use crate::app::kit::form::several;
use crate::app::kit::form::several::ItemPart;
use crate::app::kit::form::value_text;
use crate::behavior::Value;
use crate::scene::{Agent, Scene};
use crate::workspace::Workspace;

/// The choice of no body or no camera.
const NOTHING: &str = "nothing";

pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, index: usize) {
    let Some(mut agent) = workspace.scene().agents.get(index).cloned() else { return };
    let scene = Arc::clone(workspace.scene());
    let mut name = agent.name.clone();
    let mut form = ItemForm::of::<Agent>(ui, workspace, &scene.agents[index].name, index);
    form.name(&mut name);
    form.row("body", "The object that its actions move and turn.", |ui, label| {
        optional_picker(ui, label, "body", &mut agent.body, NOTHING, Offers::objects(workspace))
    });
    form.row(
        "camera",
        "The camera that it sees with. Attach the camera to the body, so that it moves with the body.",
        |ui, label| {
            optional_picker(ui, label, "camera of the agent", &mut agent.camera, NOTHING, Offers::cameras(workspace))
        },
    );
    rate(&mut form, &mut agent, &scene);
    blackboard(&mut form, &mut agent);
    if let Some(changed) = form.changed() {
        several::change(workspace, index, &changed, &name, agent);
    }
}

/// The tick rate of its tree.
#[expect(clippy::cast_possible_truncation, reason = "as exact as the field shows it")]
fn rate(form: &mut ItemForm, agent: &mut Agent, scene: &Scene) {
    let help = "The number of ticks of its tree per second.";
    form.optional("ticks", &mut agent.tick_rate, "as the scene", help, || scene.tick_rate);
    if let Some(rate) = &mut agent.tick_rate {
        let (before, mut shown) = (*rate as f32, *rate as f32);
        form.number("a second", &mut shown, Unit::Ratio, "Ticks per second, above 0.");
        if shown.to_bits() != before.to_bits() {
            *rate = f64::from(shown);
        }
    }
}

/// Its values, each as JSON.
fn blackboard(form: &mut ItemForm, agent: &mut Agent) {
    form.section("Blackboard at the start");
    let mut gone = None;
    for (key, value) in &mut agent.blackboard {
        let mut text = value_text::written(value);
        let before = text.clone();
        form.text(
            key,
            &mut text,
            "A number, true, false, a text, or a list such as [0, 1, 2]. Clear the field to remove the value.",
        );
        match &*text {
            "" => gone = Some(key.clone()),
            text if text != before => *value = value_text::read(text),
            _ => {}
        }
    }
    if let Some(key) = gone {
        agent.blackboard.remove(&key);
    }
    let mut new = String::new();
    form.text("new key", &mut new, "The key of a new value. The value is 0 at first.");
    let new = new.trim();
    if !new.is_empty() && !agent.blackboard.contains_key(new) {
        agent.blackboard.insert(new.to_owned(), Value::Number(0.0));
    }
}

multi_edit! { Agent, Agent in agents: vec![
    part!("body", body),
    part!("camera", camera),
    presence!("ticks", tick_rate),
    part_of_some!("a second", tick_rate, Some(rate) => *rate),
    ItemPart {
        label: "blackboard",
        differs: |a, b| a.blackboard != b.blackboard,
        write: |before, from, to| {
            for (key, value) in &from.blackboard {
                if before.blackboard.get(key) != Some(value) {
                    to.blackboard.insert(key.clone(), value.clone());
                }
            }
            to.blackboard.retain(|key, _| from.blackboard.contains_key(key) || !before.blackboard.contains_key(key));
        },
    },
] }
