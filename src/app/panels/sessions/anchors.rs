//! The history of each anchor: one row an id, with a plot of its area over time.

use eframe::egui::{Align, Label, Layout, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::areas::{Areas, Series};
use super::lines::link;
use crate::app::command::{Commands, PlayCommand};
use crate::app::kit::theme;
use crate::app::timeline::marks;
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::narrate::fine;
use crate::report::sessions::words;
use crate::trajectory::History;
use crate::workspace::Workspace;
use crate::world::SessionAt;
use egui_extras::{Column, TableBuilder};

/// Height of a row in points.
const ROW: f32 = 30.0;
/// Height of the titles of the columns, points.
const HEADER: f32 = 20.0;
/// The least height of the rows, which scroll, points.
const LEAST: f32 = 120.0;

/// The columns: title, least width, help.
const COLUMNS: [(&str, f32, &str); 7] = [
    ("Anchor", 66.0, "The id of the plane."),
    ("Kind", 62.0, "Horizontal or vertical, when the file has it."),
    ("First seen", 54.0, "The time of its first addition."),
    ("Updates", 46.0, "How many updates the file has of it."),
    ("Last area", 62.0, "The last known area of its boundary."),
    ("Area over time", 82.0, "From the first to the last frame. A click goes to that time."),
    ("End", 150.0, "When it was removed, or the anchor that took its place."),
];

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, at: &SessionAt, areas: &mut Areas, commands: &mut Commands) {
    let Some((file, path)) = at.file.as_ref().ok().and_then(|file| Some((file, file.trajectory().ok()?))) else {
        return;
    };
    if let Some(words) = words::unknown(&path.anchors) {
        let color = theme::text_color(ui.ctx(), Tone::Partial);
        ui.add(Label::new(RichText::new(words).color(color)).wrap());
    }
    let histories = path.anchors.histories();
    if histories.is_empty() {
        ui.weak("This recording has no anchors.");
        return;
    }
    let times = path.frames.times();
    let span = [times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0)];
    let series = areas.series(file);
    let room = (ui.available_height() - HEADER - 8.0).max(LEAST);
    let mut table = TableBuilder::new(ui)
        .id_salt(("anchors", at.id))
        .striped(true)
        .min_scrolled_height(0.0)
        .max_scroll_height(room)
        .auto_shrink([false, true])
        .cell_layout(Layout::left_to_right(Align::Center));
    for (i, (_, width, _)) in COLUMNS.into_iter().enumerate() {
        let is_wide = i == COLUMNS.len() - 1;
        table = table.column(if is_wide {
            Column::remainder().at_least(width).clip(true)
        } else {
            Column::exact(width).clip(true)
        });
    }
    table
        .header(HEADER, |mut header| {
            for (title, _, help) in COLUMNS {
                header.col(|ui| {
                    ui.add(Label::new(RichText::new(title).size(12.0).weak()).truncate()).on_hover_text(help);
                });
            }
        })
        .body(|body| {
            body.rows(ROW, histories.len(), |mut row| {
                let (history, series) = (&histories[row.index()], &series[row.index()]);
                row.col(|ui| text(ui, &history.id));
                row.col(|ui| text(ui, history.last_alignment().map_or("–", |alignment| alignment.word())));
                row.col(|ui| link(ui, &format!("{} s", fine(history.added)), history.added, workspace, commands));
                row.col(|ui| text(ui, &history.updates.to_string()));
                row.col(|ui| text(ui, &series.last.map_or("–".to_owned(), |area| format!("{} m²", fine(area)))));
                row.col(|ui| plot(ui, workspace, history, series, span, commands));
                row.col(|ui| match (words::end(history), history.removed) {
                    (Some(words), Some(time)) => link(ui, &words, time, workspace, commands),
                    _ => text(ui, "exists at the end"),
                });
            });
        });
}

fn text(ui: &mut Ui, text: &str) {
    ui.add(Label::new(&*escape::shown(text)).truncate());
}

/// The area over time, from 0 to its greatest, with the time that is shown.
#[expect(clippy::cast_possible_truncation, reason = "a place on screen")]
fn plot(
    ui: &mut Ui,
    workspace: &Workspace,
    history: &History,
    series: &Series,
    span: [f64; 2],
    commands: &mut Commands,
) {
    let (place, response) = ui.allocate_exact_size(vec2(ui.available_width() - 4.0, ROW - 6.0), Sense::click());
    let seconds = (span[1] - span[0]).max(1e-9);
    let x = |time: f64| place.left() + place.width() * ((time - span[0]) / seconds).clamp(0.0, 1.0) as f32;
    let y = |area: f64| place.bottom() - 1.0 - (place.height() - 4.0) * (area / series.most.max(1e-12)) as f32;
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter().with_clip_rect(place.expand(1.0).intersect(ui.clip_rect()));
    painter.rect_filled(place, 2.0, ui.visuals().extreme_bg_color);
    let stroke = Stroke::new(1.5, theme::color(palette.exact));
    for (i, (from, area)) in series.steps.iter().enumerate() {
        let next = series.steps.get(i + 1);
        let (Some(area), until) = (area, next.map_or(span[1], |(time, _)| *time)) else { continue };
        let (left, right, top) = (x(*from), x(until), y(*area));
        let filled = Rect::from_min_max(pos2(left, top), pos2(right, place.bottom()));
        painter.rect_filled(filled, 0.0, theme::color(palette.exact.fade(0.25)));
        painter.line_segment([pos2(left, top), pos2(right, top)], stroke);
        if let Some((_, Some(after))) = next {
            painter.line_segment([pos2(right, top), pos2(right, y(*after))], stroke);
        }
    }
    let now = workspace.world().time;
    painter.vline(x(now), place.y_range(), Stroke::new(1.0, ui.visuals().weak_text_color()));
    let [first, last] =
        [series.steps.iter().find_map(|(_, area)| *area), series.last].map(|area| area.map_or("–".to_owned(), fine));
    let words = format!("Area of {} over time: {first} m² to {last} m²", escape::shown(&history.id));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    let at = |x: f32| span[0] + seconds * f64::from(((x - place.left()) / place.width()).clamp(0.0, 1.0));
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        commands.push(PlayCommand::GoTo(marks::tick_of(at(pointer.x), workspace)));
    }
    if let Some(pointer) = response.hover_pos() {
        let time = at(pointer.x);
        let area = series.at(time).map_or("no anchor".to_owned(), |area| format!("{} m²", fine(area)));
        response.on_hover_text_at_pointer(format!("{area} at {} s", fine(time)));
    }
}
