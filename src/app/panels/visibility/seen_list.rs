//! The objects that a camera sees, most pixels first, with their shares as bars; below them the others with their reasons.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use eframe::egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::kit::job::Job;
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::report::visibility::answers::{VisibilityAnswer, VisibilityAnswers};
use crate::report::visibility::targets::name;
use crate::visibility::{Reason, percent};
use crate::workspace::Workspace;
use crate::world::Item;

/// Height of a row, points.
const ROW: f32 = 20.0;
/// The greatest number of rows.
const MOST: usize = 500;
/// The greatest time that a picture waits for the answers.
const LONGEST: Duration = Duration::from_mins(10);

/// What the answers were computed from: the generation of the files, the revision of the report, and the camera.
type LookInput = (u64, u64, usize);

/// The answers of a camera, computed again after a change.
#[derive(Default)]
pub(super) struct SeenList {
    answers: Option<(LookInput, Arc<VisibilityAnswers>)>,
    running: Option<(LookInput, Job<VisibilityAnswers>)>,
}

impl SeenList {
    /// What a camera sees. While it is computed again after a change, the answers before it; `None` before the first ones.
    pub(super) fn answers(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        camera: usize,
        waits: bool,
    ) -> Option<Arc<VisibilityAnswers>> {
        let input = (workspace.disk().generation(), workspace.revision(), camera);
        let is_known = self.answers.as_ref().is_some_and(|(of, _)| *of == input);
        if !is_known && self.running.is_none() {
            let world = workspace.world().clone();
            let work = move |_: &_| VisibilityAnswers::of(&world.cameras[camera], &world);
            self.running = Some((input, Job::start(ui.ctx(), work)));
        }
        if let Some((of, job)) = &self.running {
            let polled = if waits { job.wait(LONGEST) } else { job.poll(ui.ctx()) };
            if let Poll::Ready(found) = polled {
                self.answers = found.map(|found| (*of, Arc::new(found)));
                self.running = None;
            }
        }
        // Those of another scene or camera do not count.
        let of_same = self.answers.as_ref().filter(|(of, _)| (of.0, of.2) == (input.0, input.2));
        if of_same.is_none() {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.weak("Looking …");
            });
        }
        of_same.map(|(_, answers)| Arc::clone(answers))
    }

    /// The rows. A click selects the object and explains why it is seen or not.
    pub(super) fn show(ui: &mut Ui, workspace: &mut Workspace, camera: usize, answers: &VisibilityAnswers) {
        let mut order: Vec<usize> = (0..answers.targets.len()).collect();
        order.sort_by_key(|target| std::cmp::Reverse(answers.targets[*target].seen.pixels));
        let most = order.first().map_or(1, |first| answers.targets[*first].seen.pixels.max(1));
        let objects = workspace.world().objects.len();
        let mut clicked = None;
        for &target in order.iter().take(MOST) {
            let is_selected = workspace.selected().object() == Some(target);
            let words = name(workspace.world(), target).to_owned();
            if row(ui, &words, &answers.targets[target], most, is_selected) {
                clicked = Some(target);
            }
        }
        if order.len() > MOST {
            ui.weak(format!("{} more objects have fewer pixels, or none.", order.len() - MOST));
        }
        if let Some(target) = clicked {
            if target < objects {
                workspace.selection_mut().select_object(Some(target));
                workspace.selection_mut().ask_why(Some(camera));
            } else {
                workspace.selection_mut().choose(Item::Image(target - objects), true);
            }
        }
    }
}

/// A row with its bar. Returns whether it was clicked.
fn row(ui: &mut Ui, name: &str, answer: &VisibilityAnswer, most: u64, is_selected: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let name = escape::shown(name);
    let words = match answer.reason {
        None => format!("{} px · {}", answer.seen.pixels, percent(answer.seen.share().unwrap_or_default())),
        Some(reason) => word(reason).to_owned(),
    };
    let label = format!("{name}: {words}");
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_selected, &label));
    let visuals = ui.style().interact_selectable(&response, is_selected);
    let painter = ui.painter();
    if is_selected || response.hovered() {
        painter.rect_filled(rect, 2.0, visuals.weak_bg_fill);
    }
    if answer.seen.pixels > 0 {
        // The whole bar is what it would have alone; the filled part is what is seen.
        let length = |pixels: u64| rect.width() * (pixels.min(most) as f32 / most as f32);
        let bar = |pixels: u64| {
            Rect::from_min_max(
                pos2(rect.left(), rect.bottom() - 4.0),
                pos2(rect.left() + length(pixels).max(2.0), rect.bottom() - 1.0),
            )
        };
        let color = theme::color(theme::palette(ui.ctx()).tone(Tone::Pass));
        painter.rect_filled(bar(answer.seen.alone), 0.0, color.gamma_multiply(0.25));
        painter.rect_filled(bar(answer.seen.pixels), 0.0, color);
    }
    let text = if answer.reason.is_some() { ui.visuals().weak_text_color() } else { visuals.text_color() };
    let font = theme::small();
    let middle = rect.center().y - 2.0;
    let number = painter.text(pos2(rect.right() - 4.0, middle), Align2::RIGHT_CENTER, &words, font.clone(), text);
    let mut left = rect;
    left.max.x = number.left() - 6.0;
    painter.with_clip_rect(left.intersect(ui.clip_rect())).text(
        pos2(rect.left() + 4.0, middle),
        Align2::LEFT_CENTER,
        &*name,
        font,
        text,
    );
    response.on_hover_text(label).clicked()
}

/// The reason in a row.
fn word(reason: Reason) -> &'static str {
    match reason {
        Reason::Layer => "masked",
        Reason::Empty => "no triangle",
        Reason::Frustum => "beside the view",
        Reason::Near => "before the near plane",
        Reason::Far => "behind the far plane",
        Reason::Outside => "only its box in view",
        Reason::Faces => "faces turn away",
        Reason::Alpha => "transparent",
        Reason::Covered => "covered",
        Reason::Small => "smaller than a pixel",
    }
}
