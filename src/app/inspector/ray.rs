//! The numbers of a ray.

use eframe::egui::Ui;

use super::fields::{Form, Unit};
use crate::app::session::Session;
use crate::scene::{RayInside, RayKind};

pub(super) fn show(ui: &mut Ui, session: &mut Session, index: usize) {
    let Some(mut ray) = session.scene().rays.get(index).cloned() else { return };
    let name = ray.name.clone();
    super::name(ui, &name, "");
    let mut form = Form::new(ui, &name, session.refusal());
    form.vector("origin", &mut ray.origin, Unit::Metres, "Where t = 0.");
    let help = "How far t = 1 leads; used as given, not normalised, so its length scales t.";
    form.vector("direction", &mut ray.direction, Unit::Metres, help);
    let kinds =
        [(RayKind::Line, "line: any t"), (RayKind::Ray, "ray: t ≥ 0"), (RayKind::Segment, "segment: 0 ≤ t ≤ 1")];
    form.choice("kind", &mut ray.kind, &kinds, "Which part of the line counts.");
    let insides = [(RayInside::Solid, "solid: hit at t = 0"), (RayInside::Hollow, "hollow: hit on leaving")];
    form.choice("start inside", &mut ray.inside, &insides, "What it means to start inside a solid.");
    let mut is_all = ray.mask.is_none();
    form.switch("mask", &mut is_all, "all layers", "Which layers it can hit.");
    if is_all != ray.mask.is_none() {
        ray.mask = (!is_all).then(|| vec![0]);
    }
    if let Some(mask) = &mut ray.mask {
        form.layers("mask layers", mask, "Layers that it can hit, 0 to 63.");
    }
    if let Some(field) = form.changed() {
        session.edit(&field, |scene| {
            if let Some(target) = scene.rays.get_mut(index) {
                *target = ray;
            }
        });
    }
}
