//! The About panel: the scene's `about` text. Names in it select the item; names of fields show the field, and those of
//! nodes show the node in its behaviour tree.
//!
//! ```text
//! markdown   text ─► blocks ─► runs of a line
//! links      what a run leads to
//! ```

mod links;
mod markdown;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Color32, FontFamily, FontId, Label, Link, RichText, ScrollArea, Ui};

use self::links::Target;
use self::markdown::{Block, Look, blocks, pieces};
use super::command::{Commands, TreeCommand, WindowCommand};
use super::session::Session;
use super::{lessons, theme};

/// The height of a line, points.
const LINE: f32 = 18.0;

/// Shows the text, with a scroll bar when it is long. The text of another scene is scrolled to the top. Below the text
/// of a lesson is the way to other lessons.
pub(super) fn show(ui: &mut Ui, session: &mut Session, commands: &mut Commands) {
    let lesson = session.lesson();
    let below = if lesson.is_some() { lessons::BAR_HEIGHT + ui.spacing().item_spacing.y } else { 0.0 };
    let height = (ui.available_height() - below).max(0.0);
    let scroll = ScrollArea::vertical().id_salt(("about", session.generation())).auto_shrink([false, false]);
    let text = session.scene().about.clone();
    let clicked = scroll.max_height(height).show(ui, |ui| markdown(ui, &text, session)).inner;
    if let Some(lesson) = lesson {
        lessons::show_bar(ui, lesson, commands);
    }
    if let Some(target) = clicked {
        target.select(session);
        match target {
            Target::Item(_) => {}
            Target::Field { label, pane, .. } => commands.push(WindowCommand::PointAt(label, pane)),
            Target::Node { node, .. } => commands.push(TreeCommand::Show(node)),
        }
    }
}

/// Shows the blocks. Returns what the clicked link leads to.
fn markdown(ui: &mut Ui, text: &str, session: &Session) -> Option<Target> {
    let mut clicked = None;
    for block in blocks(text) {
        match block {
            Block::Heading(level, text) => {
                ui.add_space(4.0);
                let size = if level == 1 { 16.0 } else { 14.0 };
                ui.label(RichText::new(text).size(size).color(ui.visuals().strong_text_color()));
            }
            Block::Paragraph(text) => {
                clicked = line(ui, &text, session).or(clicked);
                ui.add_space(3.0);
            }
            Block::Item(mark, text) => {
                ui.horizontal_top(|ui| {
                    ui.add_space(6.0);
                    ui.label(RichText::new(mark).weak());
                    clicked = line(ui, &text, session).or(clicked.take());
                });
            }
            Block::Code(text) => {
                ui.label(RichText::new(text).monospace().background_color(ui.visuals().code_bg_color));
                ui.add_space(3.0);
            }
        }
    }
    clicked
}

/// A line, which wraps. Runs without a link are one label.
fn line(ui: &mut Ui, text: &str, session: &Session) -> Option<Target> {
    let mut clicked = None;
    let mut near = Vec::new();
    let mut job = LayoutJob::default();
    let runs: Vec<_> = pieces(text)
        .into_iter()
        .map(|(look, piece)| {
            let target = Target::of(look, piece, session, &near);
            if let Some(Target::Item(id)) = &target {
                near.push(*id);
            }
            (look, piece, target)
        })
        .collect();
    if runs.iter().all(|(_, _, target)| target.is_none()) {
        for (look, piece, _) in &runs {
            append(&mut job, ui, *look, piece, None);
        }
        ui.add(Label::new(job).wrap());
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = eframe::egui::Vec2::ZERO;
        ui.spacing_mut().interact_size.y = LINE;
        for (look, piece, target) in runs {
            let Some(target) = target else {
                append(&mut job, ui, look, piece, None);
                continue;
            };
            if !job.is_empty() {
                ui.add(Label::new(std::mem::take(&mut job)));
            }
            let mut link = LayoutJob::default();
            append(&mut link, ui, look, piece, Some(ui.visuals().hyperlink_color));
            let response = ui.add(Link::new(link)).on_hover_text(theme::quoted(&target.help(session)));
            if response.clicked() {
                clicked = Some(target);
            }
        }
        if !job.is_empty() {
            ui.add(Label::new(job));
        }
    });
    clicked
}

/// Appends a run in its style, in a colour of its own if one is given.
fn append(job: &mut LayoutJob, ui: &Ui, look: Look, piece: &str, color: Option<Color32>) {
    let is_strong = matches!(look, Look::Strong | Look::Code);
    let usual = if is_strong { ui.visuals().strong_text_color() } else { ui.visuals().text_color() };
    let font = match look {
        Look::Code => FontId::new(12.0, FontFamily::Monospace),
        _ => FontId::new(13.0, FontFamily::Proportional),
    };
    let format = TextFormat {
        italics: look == Look::Emphasis,
        line_height: Some(LINE),
        ..TextFormat::simple(font, color.unwrap_or(usual))
    };
    job.append(piece, 0.0, format);
}
