//! What a person should look into: what went wrong with files, and where the fast answer is not the true one.
//!
//! Notices also stand above the view until they are put away, so that none is missed; see [`notices`].

use eframe::egui::{self, Align, Button, Label, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use super::session::{Notice, Session};
use super::{explain, theme};
use crate::geometry::Tone;
use crate::picture::Asker;
use crate::report::{FrustumAnswer, Report};

/// Height of a row in points.
const ROW: f32 = 21.0;

/// What the tab remembers.
#[derive(Default)]
pub(super) struct Problems {
    /// Camera and object of every wrong answer, kept until the report changes.
    disagreements: Vec<(usize, usize)>,
    made_for: Option<u64>,
    notices: usize,
    has_error: bool,
}

impl Problems {
    /// Looks for what is new.
    pub(super) fn update(&mut self, session: &Session) {
        self.notices = session.notices().len();
        self.has_error = session.notices().iter().any(|notice| notice.is_error);
        if self.made_for.replace(session.revision()) != Some(session.revision()) {
            self.disagreements = disagreements(session.report());
        }
    }

    /// Notices and disagreements together.
    pub(super) fn count(&self) -> usize {
        self.notices + self.disagreements.len()
    }

    /// The meaning of the worst of them.
    pub(super) fn tone(&self) -> Tone {
        match (self.has_error, self.notices) {
            (true, _) => Tone::Fail,
            (false, 0) => Tone::Exact,
            (false, _) => Tone::Partial,
        }
    }

    /// The whole tab.
    pub(super) fn ui(&mut self, ui: &mut Ui, session: &mut Session) {
        if self.count() == 0 {
            ui.add_space(6.0);
            ui.weak("No problems: the file was read without a warning, and every fast answer is the true one.");
            return;
        }
        ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show_viewport(ui, |ui, sight| {
            notices(ui, session);
            if self.disagreements.is_empty() {
                return;
            }
            let purple = theme::text_color(ui.ctx(), Tone::Exact);
            let head = "⚠ Where the planes say another thing than the exact test";
            ui.label(RichText::new(head).strong().color(purple));
            ui.spacing_mut().item_spacing.y = 0.0;
            let top = ui.cursor().top();
            let from_top = top - ui.min_rect().top();
            let (rect, _) = ui
                .allocate_exact_size(vec2(ui.available_width(), ROW * self.disagreements.len() as f32), Sense::hover());
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rows in sight, not negative")]
            let [first, end] = [sight.min.y, sight.max.y + ROW].map(|y| ((y - from_top) / ROW).max(0.0) as usize);
            let end = end.min(self.disagreements.len());
            for (i, &(camera, object)) in self.disagreements.iter().enumerate().take(end).skip(first) {
                let place =
                    egui::Rect::from_min_size(rect.left_top() + vec2(0.0, i as f32 * ROW), vec2(rect.width(), ROW));
                disagreement(ui, place, session, camera, object);
            }
        });
    }
}

/// All notices, one below the other, each with its button to put it away.
pub(super) fn notices(ui: &mut Ui, session: &mut Session) {
    let mut dismissed = None;
    ui.add_space(6.0);
    for (i, notice) in session.notices().iter().enumerate() {
        if one(ui, notice) {
            dismissed = Some(i);
        }
        ui.add_space(6.0);
    }
    if let Some(notice) = dismissed {
        session.dismiss(notice);
    }
}

/// Says whether it was put away.
fn one(ui: &mut Ui, notice: &Notice) -> bool {
    let tone = if notice.is_error { Tone::Fail } else { Tone::Partial };
    let color = theme::text_color(ui.ctx(), tone);
    let mut is_dismissed = false;
    explain::callout(ui, color, |ui| {
        ui.horizontal(|ui| {
            let symbol = if notice.is_error { "✖" } else { "⚠" };
            ui.label(RichText::new(format!("{symbol} {}", notice.title)).strong().color(color));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                is_dismissed = ui.add(Button::new("Dismiss").small()).clicked();
            });
        });
        ScrollArea::horizontal().id_salt(&notice.text).show(ui, |ui| {
            ui.add(Label::new(RichText::new(&notice.text).monospace()).extend());
        });
    });
    is_dismissed
}

/// One wrong answer; a click selects its camera and its object.
fn disagreement(ui: &mut Ui, place: egui::Rect, session: &mut Session, camera: usize, object: usize) {
    let Some(answers) = session.report().frusta.get(camera) else { return };
    let Some(answer) = answers.objects.get(object) else { return };
    let text = sentence(&answers.camera, session.report().name(object), answer);
    let is_selected = session.focus().asker == Some(Asker::Camera(camera)) && session.focus().object == Some(object);
    let response = ui.interact(place, ui.scope_id().with((camera, object)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_selected, &text));
    let visuals = ui.visuals();
    let color = if is_selected { visuals.selection.stroke.color } else { visuals.text_color() };
    if is_selected {
        ui.painter().rect_filled(place, 3.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        ui.painter().rect_filled(place, 3.0, visuals.widgets.hovered.bg_fill.gamma_multiply(0.5));
    }
    let galley = theme::one_line(ui, &text, egui::FontId::proportional(13.0), color, place.width() - 12.0);
    let corner = place.left_center() + vec2(6.0, -galley.size().y / 2.0);
    ui.painter().galley(corner, galley, color);
    let help = "Select this camera and this object; the tab Explain then tells why they differ.";
    if response.on_hover_text(help).clicked() {
        session.select_asker(Asker::Camera(camera));
        session.select_object(Some(object));
    }
}

fn sentence(camera: &str, object: &str, answer: &FrustumAnswer) -> String {
    format!(
        "“{object}” in view of “{camera}”: the planes say {}, the exact test says {}",
        answer.fast.verdict.word(),
        answer.exact.word()
    )
}

fn disagreements(report: &Report) -> Vec<(usize, usize)> {
    let of_camera = |(camera, answers): (usize, &crate::report::FrustumAnswers)| {
        let wrong = answers.objects.iter().enumerate().filter(|(_, answer)| !answer.agrees());
        wrong.map(|(object, _)| (camera, object)).collect::<Vec<_>>()
    };
    report.frusta.iter().enumerate().flat_map(of_camera).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn every_wrong_answer_and_every_notice_is_counted() {
        // The bar lies beside the far right edge of the view volume: no plane has all of it behind.
        let text = r#"{ "eyeline": 1,
            "cameras": [
                { "name": "away", "position": [0, 1, 0], "look_at": [0, 1, 9], "near": 1, "far": 9 },
                { "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
                  "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } }],
            "objects": [
                { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 1, -5] },
                { "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } },
                  "position": [7.6, 1, -12.4] }] }"#;
        let mut session = Session::new(serde_json::from_str::<Scene>(text).unwrap(), None);
        let mut problems = Problems::default();
        problems.update(&session);
        assert_eq!(problems.disagreements, [(1, 1)]);
        assert_eq!((problems.count(), problems.tone()), (1, Tone::Exact));
        session.notify(Notice { title: "t".into(), text: "x".into(), is_error: false });
        problems.update(&session);
        assert_eq!((problems.count(), problems.tone()), (2, Tone::Partial));
        session.edit("bar", |scene| scene.objects[1].position = [0.0, 1.0, -5.0]);
        problems.update(&session);
        assert_eq!(problems.disagreements, []);
    }
}
