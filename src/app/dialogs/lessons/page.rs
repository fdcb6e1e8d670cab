//! The page with all lessons: their pictures by subject, and a search over their words.

use std::path::PathBuf;

use eframe::egui::{Align, Context, Frame, Id, Layout, Modal, RichText, ScrollArea, TextEdit, Ui, Vec2};

use super::card::{Card, CardPicture, PICTURE};
use super::course_pictures::CoursePictures;
use super::pictures::LessonPictures;
use super::progress::{self, key_of_lesson, key_of_scene};
use crate::app::command::{Commands, LessonCommand};
use crate::app::kit::list_keys::{ListKey, take_list_keys};
use crate::app::kit::{keys, theme};
use crate::escape;
use crate::files::{CourseLesson, Files, OpenCourse, Reading};
use crate::geometry::Tone;
use crate::geometry::narrate::capitalized;
use crate::lessons::{Lesson, SUBJECTS, Subject};
use crate::workspace::LessonProgress;

/// The greatest width of the page, points.
const WIDTH: f32 = 940.0;
/// Distance of the page from the edges of the window, points.
const AROUND: f32 = 40.0;
/// Gap between two cards, points.
const GAP: f32 = 10.0;

/// The page, while it is open.
#[derive(Default)]
pub(super) struct Page {
    search: String,
    pictures: LessonPictures,
    course_pictures: CoursePictures,
    /// Whether the search field has received the keyboard focus.
    has_focus: bool,
}

impl Page {
    /// Shows the page, with the open course before the lessons of the program; its scenes are read into the given files for their
    /// pictures. The chosen lesson is added to the queue. Returns whether the page is to be closed.
    pub(super) fn show(
        &mut self,
        ctx: &Context,
        course: Option<&(&OpenCourse, (Files, Reading))>,
        commands: &mut Commands,
    ) -> bool {
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
            .or_else(|| {
                keys.contains(&ListKey::Accept).then(|| self.first(course.map(|(course, _)| *course))).flatten()
            })
            .or(self.cards(ui, course, room.y - 60.0))
        });
        match modal.inner {
            Some(LessonChoice::Open(lesson)) => {
                commands.push(LessonCommand::Open(lesson));
                true
            }
            Some(LessonChoice::OfCourse(index)) => {
                commands.push(LessonCommand::OfCourse(index));
                true
            }
            Some(LessonChoice::Close) => true,
            None => keys.contains(&ListKey::Cancel) || modal.should_close(),
        }
    }

    /// The first lesson that is found.
    fn first(&self, course: Option<&OpenCourse>) -> Option<LessonChoice> {
        let of_course = course.and_then(|course| {
            course.lessons.iter().position(|lesson| lesson.path.is_ok() && self.is_in_course(course, lesson))
        });
        let mut of_program = SUBJECTS
            .iter()
            .flat_map(|subject| subject.lessons.iter().filter(move |lesson| self.is_found(&text_of(subject, lesson))));
        of_course.map(LessonChoice::OfCourse).or_else(|| of_program.next().map(LessonChoice::Open))
    }

    fn is_in_course(&self, course: &OpenCourse, lesson: &CourseLesson) -> bool {
        self.is_found(&format!("{} {} {}", course.title, lesson.title, lesson.file))
    }

    /// Whether a text contains all words of the search.
    fn is_found(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    fn field(&mut self, ui: &mut Ui) {
        let field = TextEdit::singleline(&mut self.search).hint_text("Search lessons").desired_width(220.0);
        let response = ui.add(field).accessible_name("Search lessons");
        if !std::mem::replace(&mut self.has_focus, true) {
            response.request_focus();
        }
    }

    /// The cards of all lessons that match the search. Returns what was clicked.
    fn cards(
        &mut self,
        ui: &mut Ui,
        course: Option<&(&OpenCourse, (Files, Reading))>,
        height: f32,
    ) -> Option<LessonChoice> {
        let mut chosen = None;
        let mut is_empty = true;
        ui.add_space(6.0);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, false]).show(
            ui,
            |ui| {
                if let Some(course) = course {
                    let (course, fresh) = course;
                    is_empty &= !self.course(ui, course, fresh, &mut chosen);
                }
                for subject in &SUBJECTS {
                    let found: Vec<&'static Lesson> =
                        subject.lessons.iter().filter(|lesson| self.is_found(&text_of(subject, lesson))).collect();
                    if found.is_empty() {
                        continue;
                    }
                    is_empty = false;
                    let done: Vec<Option<LessonProgress>> =
                        found.iter().map(|lesson| progress::of(ui.ctx(), &key_of_lesson(lesson))).collect();
                    heading(ui, subject.name, &done);
                    let cards: Vec<_> = found.iter().zip(&done).collect();
                    for row in cards.chunks(columns(ui)) {
                        ui.horizontal_top(|ui| {
                            ui.spacing_mut().item_spacing.x = GAP;
                            for (lesson, done) in row {
                                let texture = self.pictures.texture(ui.ctx(), lesson).cloned();
                                let question = capitalized(lesson.question);
                                let card =
                                    Card { name: lesson.name, words: &question, done: done.as_ref(), error: false };
                                let picture = texture.as_ref().map_or(CardPicture::None, CardPicture::Shown);
                                if card.show(ui, picture).clicked() {
                                    chosen = Some(LessonChoice::Open(lesson));
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

    /// The lessons of a course. Returns whether there are any that match the search.
    fn course(
        &mut self,
        ui: &mut Ui,
        course: &OpenCourse,
        fresh: &(Files, Reading),
        chosen: &mut Option<LessonChoice>,
    ) -> bool {
        let found = course.lessons.iter().enumerate().filter(|(_, lesson)| self.is_in_course(course, lesson));
        let found: Vec<(usize, &CourseLesson, Option<LessonProgress>)> = found
            .map(|(i, lesson)| {
                let key = lesson.path.as_ref().ok().map(|path| key_of_scene(path));
                (i, lesson, key.and_then(|key| progress::of(ui.ctx(), &key)))
            })
            .collect();
        if found.is_empty() {
            return false;
        }
        let done: Vec<Option<LessonProgress>> = found.iter().map(|(_, _, done)| done.clone()).collect();
        heading(ui, &escape::shown(&course.title), &done);
        let about = course.about.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        if let Some(about) = about {
            ui.label(escape::shown(about));
            ui.add_space(2.0);
        }
        for row in found.chunks(columns(ui)) {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for (i, lesson, done) in row {
                    let error = lesson.path.as_ref().err().map(|error| error.message.to_string());
                    let name = format!("{}. {}", i + 1, escape::shown(&lesson.title));
                    let words = escape::shown(error.as_deref().unwrap_or(&lesson.file));
                    let card = Card { name: &name, words: &words, done: done.as_ref(), error: error.is_some() };
                    let texture = |path: &PathBuf| self.course_pictures.texture(ui.ctx(), path, fresh).cloned();
                    let texture = lesson.path.as_ref().ok().map(texture);
                    let picture = match &texture {
                        None => CardPicture::None,
                        Some(None) => CardPicture::Waiting,
                        Some(Some(texture)) => CardPicture::Shown(texture),
                    };
                    if card.show(ui, picture).clicked() && error.is_none() {
                        *chosen = Some(LessonChoice::OfCourse(*i));
                    }
                }
            });
        }
        true
    }
}

/// The name of a subject or a course, and how many of its lessons are done.
fn heading(ui: &mut Ui, name: &str, done: &[Option<LessonProgress>]) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).size(14.0).strong());
        let count = done.iter().flatten().filter(|one| one.is_done()).count();
        if count > 0 {
            let words = RichText::new(format!("{count} of {} done", done.len()));
            let color = theme::text_color(ui.ctx(), Tone::Pass);
            if count == done.len() {
                ui.label(words.color(color))
            } else {
                ui.weak(words)
            };
        }
    });
    ui.add_space(2.0);
}

/// What the user did on the page.
enum LessonChoice {
    Close,
    /// Open a lesson of the program.
    Open(&'static Lesson),
    /// Open a lesson of the course, by its index.
    OfCourse(usize),
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

/// The words of a lesson that are searched.
fn text_of(subject: &Subject, lesson: &Lesson) -> String {
    format!("{} {} {} {}", subject.name, lesson.name, lesson.question, lesson.file)
}
