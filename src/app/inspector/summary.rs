//! The selected answer in a few lines, at the top of the inspector.

use eframe::egui::{CornerRadius, Frame, Label, Margin, RichText, Ui, WidgetText};

use super::terms;
use crate::app::session::Session;
use crate::app::{explain, glossary, theme};
use crate::geometry::Tone;
use crate::geometry::frustum::{Side, Verdict};
use crate::geometry::narrate::{num, vec3};
use crate::geometry::ray::{Miss, Spot};
use crate::report::explain::Subject;
use crate::report::{FrustumAnswer, RayAnswer};

pub(super) fn show(ui: &mut Ui, session: &Session) {
    let (focus, report) = (session.focus(), session.report());
    let Some(explanation) = session.explanation() else {
        match session.unanswered() {
            Some(reason) => ui.label(theme::quoted(&reason)),
            None => ui.weak("Nothing is selected. Click in the list or in the scene."),
        };
        return;
    };
    Frame::new()
        .fill(ui.visuals().extreme_bg_color)
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(10, 8))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(
                Label::new(RichText::new(theme::quoted(&explanation.title)).color(ui.visuals().weak_text_color()))
                    .wrap(),
            );
            let frusta = focus.camera().and_then(|camera| report.frusta.get(camera));
            let rays = focus.ray().and_then(|ray| report.rays.get(ray));
            let image = focus.ray().zip(focus.image).and_then(|(ray, image)| report.on_ray_image(ray, image));
            match (frusta, rays, focus.object) {
                _ if matches!(focus.subject(), Some(Subject::Agent(_))) => {
                    ui.add(Label::new(theme::quoted(&explanation.answer)).wrap());
                }
                _ if focus.image.is_some() => match image {
                    Some(answer) => on_ray(ui, &answer),
                    None => drop(ui.label(theme::quoted(&explanation.answer))),
                },
                (Some(answers), _, Some(object)) => {
                    if let Some(answer) = answers.objects.get(object) {
                        in_view(ui, answer);
                    }
                }
                (_, Some(_), Some(object)) => {
                    if let Some(answer) = focus.ray().and_then(|ray| report.on_ray(ray, object)) {
                        on_ray(ui, &answer);
                    }
                }
                (Some(answers), _, None) => {
                    for verdict in [Verdict::Inside, Verdict::Intersect, Verdict::Outside] {
                        verdict_line(
                            ui,
                            verdict.tone(),
                            &format!("{} {}", answers.count(verdict), verdict.word()),
                            14.0,
                        );
                    }
                    disputed(ui, answers.objects.iter().filter(|o| !o.agrees()).count());
                }
                (_, Some(answers), None) => {
                    match answers.first() {
                        Some(met) => {
                            verdict_line(ui, Tone::Pass, &format!("{} first", report.target_name(met.target)), 16.0);
                            on_ray_facts(ui, &met.answer);
                        }
                        None => verdict_line(ui, Tone::Fail, "nothing", 16.0),
                    }
                    disputed(ui, answers.disputed().count());
                }
                _ => {
                    ui.label(theme::quoted(&explanation.answer));
                }
            }
            if let Some(disagreement) = &explanation.disagreement {
                ui.add_space(4.0);
                let purple = theme::text_color(ui.ctx(), Tone::Exact);
                explain::callout(ui, purple, |ui| {
                    ui.add(
                        Label::new(RichText::new(format!("⚠ {}", theme::quoted(disagreement))).color(purple)).wrap(),
                    );
                });
            }
        });
}

/// How many answers are disputed, if any are.
fn disputed(ui: &mut Ui, count: usize) {
    if count > 0 {
        verdict_line(ui, Tone::Exact, &format!("{count} where fast and exact differ"), 13.0);
    }
}

fn in_view(ui: &mut Ui, answer: &FrustumAnswer) {
    verdict_line(ui, answer.fast.verdict.tone(), answer.fast.verdict.word(), 18.0);
    fact(
        ui,
        "margin",
        &format!("{} m", num(answer.fast.margin)),
        "How far the box's most favourable corner is in front of the plane that it clears least; below 0 it is out.",
    );
    if let Some(side) = answer.fast.rejected_by.map(Side::word) {
        fact(ui, "rejected by", &format!("{side} plane"), "The first plane that has the whole box behind it.");
    }
    let exact = answer.exact;
    let help = "What the true intersection of box and view volume says, by separating axes in f64.";
    fact(ui, "exact", exact.word(), help);
}

fn on_ray(ui: &mut Ui, answer: &RayAnswer) {
    match answer.cast.result() {
        Ok(_) => verdict_line(ui, Tone::Pass, "hit", 18.0),
        Err(miss @ Miss::Masked) => verdict_line(ui, Tone::Note, miss.word(), 18.0),
        Err(miss) => verdict_line(ui, Tone::Fail, miss.word(), 18.0),
    }
    on_ray_facts(ui, answer);
    let help = "What the same rules make of the interval that a search in f64 finds.";
    fact(ui, "exact", answer.exact.word(), help);
}

fn on_ray_facts(ui: &mut Ui, answer: &RayAnswer) {
    if let Ok(hit) = answer.cast.result() {
        fact(ui, "t", &num(hit.t), "The ray's parameter: the hit is at origin + t · direction.");
        fact(ui, "distance", &format!("{} m", num(hit.distance)), "From the ray's origin, in metres.");
        fact(ui, "point", &vec3(hit.point), "Where it hits, in world space.");
        let normal = hit.normal.map_or("none".to_owned(), vec3);
        fact(ui, "normal", &normal, "Outward unit normal of the surface there; none for a start inside a solid.");
        fact(
            ui,
            "feature",
            &answer.feature().unwrap_or_default(),
            "Which part of the surface is hit, named in the shape's own space.",
        );
        if let Some(Spot { barycentric: [u, v, w], .. }) = answer.spot {
            let help = "The weights of the triangle's three corners at the hit; they add up to 1.";
            fact(ui, "barycentric", &format!("({}, {}, {})", num(u), num(v), num(w)), help);
        }
    }
    let interval = answer.cast.interval();
    if let Some([t, _]) = interval.filter(|_| answer.cell.is_some()) {
        fact(ui, "crosses it at t", &num(t), "Where the line crosses the image's plane, whatever the kind of ray.");
        return;
    }
    let interval = interval.map_or("none".to_owned(), |[a, b]| format!("[{}, {}]", num(a), num(b)));
    fact(ui, "inside for t in", &interval, "Where the whole line is inside the solid, whatever the kind of ray.");
}

fn verdict_line(ui: &mut Ui, tone: Tone, text: &str, size: f32) {
    let color = theme::text_color(ui.ctx(), tone);
    ui.horizontal(|ui| {
        ui.label(RichText::new(theme::palette(ui.ctx()).symbol(tone)).size(size - 2.0).color(color));
        ui.label(RichText::new(text).size(size).strong().color(color));
    });
}

fn fact(ui: &mut Ui, name: &str, value: &str, help: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let label = WidgetText::from(RichText::new(name).color(ui.visuals().weak_text_color()));
        let start = ui.cursor().left();
        let shown = ui.label(label);
        match terms::of_fact(name) {
            Some(term) => glossary::explain(ui, shown, term, help),
            None => shown.on_hover_text(help),
        };
        ui.add_space((start + 96.0 - ui.cursor().left()).max(4.0));
        ui.add(Label::new(value).truncate());
    });
}
