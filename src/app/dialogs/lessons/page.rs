//! The page with all lessons: their pictures by subject, and a search over their words.

use std::sync::Arc;

use eframe::egui::{
    Align, Context, CornerRadius, FontId, Frame, Id, Image, Layout, Modal, Rect, RichText, Role, ScrollArea, Sense,
    StrokeKind, TextEdit, Ui, Vec2, WidgetInfo, vec2,
};

use super::pictures::LessonPictures;
use crate::app::command::{Commands, LessonCommand};
use crate::app::kit::keys;
use crate::app::kit::list_keys::{ListKey, take_list_keys};
use crate::geometry::narrate::capitalized;
use crate::lessons::{Lesson, SUBJECTS, Subject};

/// The greatest width of the page, points.
const WIDTH: f32 = 940.0;
/// Distance of the page from the edges of the window, points.
const AROUND: f32 = 40.0;
/// Size of a picture, points.
const PICTURE: Vec2 = vec2(216.0, 121.5);
/// Height of the name and the question below a picture, points.
const WORDS: f32 = 52.0;
/// Gap between two cards, points.
const GAP: f32 = 10.0;

/// The page, while it is open.
#[derive(Default)]
pub(super) struct Page {
    search: String,
    pictures: LessonPictures,
    /// Whether the search field has received the keyboard focus.
    has_focus: bool,
}

impl Page {
    /// Shows the page. The chosen lesson is added to the queue. Returns whether the page is to be closed.
    pub(super) fn show(&mut self, ctx: &Context, commands: &mut Commands) -> bool {
        // Enter in the search field opens the first lesson that is found. Elsewhere it belongs to the focused card.
        let is_typing = keys::is_typing(ctx);
        let keys = take_list_keys(ctx, |key| key == ListKey::Cancel || (key == ListKey::Accept && is_typing));
        let room = ctx.content_rect().size() - Vec2::splat(2.0 * AROUND);
        let frame = Frame::popup(&ctx.global_style()).inner_margin(14);
        let modal = Modal::new(Id::unique("lessons")).frame(frame).show(ctx, |ui| {
            ui.set_width(room.x.min(WIDTH));
            ui.horizontal(|ui| {
                ui.heading("Lessons");
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let is_closed = ui.button("Close").clicked();
                    self.field(ui);
                    is_closed
                })
                .inner
            })
            .inner
            .then_some(LessonChoice::Close)
            .or_else(|| keys.contains(&ListKey::Accept).then(|| self.first().map(LessonChoice::Open)).flatten())
            .or(self.cards(ui, room.y - 60.0).map(LessonChoice::Open))
        });
        match modal.inner {
            Some(LessonChoice::Open(lesson)) => {
                commands.push(LessonCommand::Open(lesson));
                true
            }
            Some(LessonChoice::Close) => true,
            None => keys.contains(&ListKey::Cancel) || modal.should_close(),
        }
    }

    /// The first lesson that is found.
    fn first(&self) -> Option<&'static Lesson> {
        SUBJECTS
            .iter()
            .find_map(|subject| subject.lessons.iter().find(|lesson| is_found(&self.search, subject, lesson)))
    }

    fn field(&mut self, ui: &mut Ui) {
        let field = TextEdit::singleline(&mut self.search).hint_text("Search lessons").desired_width(220.0);
        let response = ui.add(field).accessible_name("Search lessons");
        if !std::mem::replace(&mut self.has_focus, true) {
            response.request_focus();
        }
    }

    /// The cards of all lessons that match the search. Returns the one that was clicked.
    fn cards(&mut self, ui: &mut Ui, height: f32) -> Option<&'static Lesson> {
        let mut chosen = None;
        let mut is_empty = true;
        ui.add_space(6.0);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, false]).show(
            ui,
            |ui| {
                for subject in &SUBJECTS {
                    let found: Vec<_> =
                        subject.lessons.iter().filter(|lesson| is_found(&self.search, subject, lesson)).collect();
                    if found.is_empty() {
                        continue;
                    }
                    is_empty = false;
                    ui.add_space(6.0);
                    ui.label(RichText::new(subject.name).size(14.0).strong());
                    ui.add_space(2.0);
                    for row in found.chunks(columns(ui)) {
                        ui.horizontal_top(|ui| {
                            ui.spacing_mut().item_spacing.x = GAP;
                            for lesson in row {
                                if card(ui, lesson, &mut self.pictures) {
                                    chosen = Some(*lesson);
                                }
                            }
                        });
                    }
                }
                if is_empty {
                    ui.add_space(8.0);
                    ui.weak("No lesson has all these words.");
                }
            },
        );
        chosen
    }
}

/// What the user did on the page.
enum LessonChoice {
    Close,
    Open(&'static Lesson),
}

/// A picture with the name and the question of the lesson below. Returns whether it was clicked.
fn card(ui: &mut Ui, lesson: &'static Lesson, pictures: &mut LessonPictures) -> bool {
    let (rect, response) = ui.allocate_exact_size(PICTURE + vec2(0.0, WORDS), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{}: {}", lesson.name, lesson.question)));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    let picture = Rect::from_min_size(rect.min, PICTURE);
    if let Some(texture) = pictures.texture(ui.ctx(), lesson) {
        Image::new(texture).corner_radius(4).paint_at(ui, picture);
    }
    let visuals = ui.style().interact(&response);
    let is_active = response.hovered() || response.has_focus();
    let edge = if is_active { ui.visuals().selection.stroke } else { visuals.bg_stroke };
    ui.painter().rect_stroke(picture, CornerRadius::same(4), edge, StrokeKind::Inside);
    let (strong, usual) = (ui.visuals().strong_text_color(), ui.visuals().text_color());
    let mut place = picture.left_bottom() + vec2(2.0, 4.0);
    for (words, size, color) in [(lesson.name, 13.0, strong), (&capitalized(lesson.question), 11.5, usual)] {
        let text = ui.painter().layout(words.to_owned(), FontId::proportional(size), color, PICTURE.x - 4.0);
        ui.painter().galley(place, Arc::clone(&text), color);
        place.y += text.size().y;
    }
    response.clicked()
}

/// The number of cards side by side.
fn columns(ui: &Ui) -> usize {
    let mut columns = 1;
    let mut width = 2.0 * PICTURE.x + GAP;
    while width <= ui.available_width() {
        columns += 1;
        width += PICTURE.x + GAP;
    }
    columns
}

/// Whether name, question or subject of a lesson contain all words of the search.
fn is_found(search: &str, subject: &Subject, lesson: &Lesson) -> bool {
    let text = format!("{} {} {} {}", subject.name, lesson.name, lesson.question, lesson.file).to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}
