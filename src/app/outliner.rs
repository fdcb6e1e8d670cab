//! The list of cameras, rays and objects, with every object's answer to whoever asks.
//!
//! All rows have one height and only those in sight are laid out, so 100,000 objects scroll as well as ten.

use std::ops::Range;

use eframe::egui::{
    Align2, FontId, Key, Rect, Role, ScrollArea, Sense, TextEdit, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use super::session::Session;
use super::theme;
use crate::geometry::Tone;
use crate::geometry::narrate::num;
use crate::geometry::ray::Miss;
use crate::picture::{Asker, Focus};
use crate::report::Report;

/// Height of a row in points.
const ROW: f32 = 22.0;

/// What the outliner remembers.
#[derive(Default)]
pub(super) struct Outliner {
    search: String,
    closed: [bool; 3],
    rows: Rows,
    /// Selected in the last frame: when another object is, its row comes into sight.
    selected: Option<usize>,
}

/// The rows that pass the search, kept until it or the scene changes.
#[derive(Default)]
struct Rows {
    made_for: Option<(u64, String)>,
    /// Indices of cameras, rays and objects.
    lists: [Vec<usize>; 3],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Header(usize),
    Camera(usize),
    Ray(usize),
    Object(usize),
}

const SECTIONS: [(&str, &str); 3] = [
    ("Cameras", "Each asks of every object: is it in view?"),
    ("Rays", "Each asks of every object: do I hit it?"),
    ("Objects", "The solids, with the answer to the selected camera or ray."),
];

impl Outliner {
    pub(super) fn show(&mut self, ui: &mut Ui, session: &mut Session) {
        ui.add_space(4.0);
        let search = TextEdit::singleline(&mut self.search).hint_text("Search").desired_width(f32::INFINITY);
        let response = ui.add(search).accessible_name("Search");
        if response.has_focus() && ui.input(|i| i.key_pressed(Key::Escape)) {
            self.search.clear();
        }
        ui.add_space(2.0);
        self.rows.update(&self.search, session);
        let lengths: [usize; 3] =
            std::array::from_fn(|section| 1 + if self.closed[section] { 0 } else { self.rows.lists[section].len() });
        ui.spacing_mut().item_spacing.y = 0.0;
        let scroll = ScrollArea::vertical().auto_shrink([false, false]);
        let object = session.focus().object;
        let sought = object.filter(|_| object != self.selected).and_then(|object| self.place_of(object, lengths));
        self.selected = object;
        scroll.show_rows(ui, ROW, lengths.iter().sum(), |ui, range| {
            if let Some(place) = sought {
                let top = ui.max_rect().top() + (place as f32 - range.start as f32) * ROW;
                ui.scroll_to_rect(Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=top + ROW), None);
            }
            for row in self.rows_in(range, lengths) {
                self.row(ui, row, session);
            }
        });
    }

    /// Where an object's row stands, if it is in the list now.
    fn place_of(&self, object: usize, lengths: [usize; 3]) -> Option<usize> {
        let place = self.rows.lists[2].binary_search(&object).ok().filter(|_| !self.closed[2])?;
        Some(lengths[0] + lengths[1] + 1 + place)
    }

    /// Which rows stand at these places of the list.
    fn rows_in(&self, range: Range<usize>, lengths: [usize; 3]) -> Vec<Row> {
        let row = |mut place: usize| {
            for (section, length) in lengths.into_iter().enumerate() {
                if place == 0 {
                    return Some(Row::Header(section));
                }
                if place < length {
                    let index = *self.rows.lists[section].get(place - 1)?;
                    return Some([Row::Camera(index), Row::Ray(index), Row::Object(index)][section]);
                }
                place -= length;
            }
            None
        };
        range.filter_map(row).collect()
    }

    fn row(&mut self, ui: &mut Ui, row: Row, session: &mut Session) {
        let focus = *session.focus();
        match row {
            Row::Header(section) => self.header(ui, section, session),
            Row::Camera(i) => {
                let Some(answers) = session.report().frusta.get(i) else { return };
                let asks = focus.asker == Some(Asker::Camera(i));
                let line = Line { symbol: "▣", tone: Tone::Note, name: &answers.camera, word: "", warns: false };
                if line.show(ui, asks, "Show which objects are in view of this camera.") {
                    session.select_asker(Asker::Camera(i));
                }
            }
            Row::Ray(i) => {
                let Some(answers) = session.report().rays.get(i) else { return };
                let asks = focus.asker == Some(Asker::Ray(i));
                let word = answers.nearest.map_or("nothing".to_owned(), |o| format!("→ {}", answers.objects[o].object));
                let line = Line { symbol: "↗", tone: Tone::Note, name: &answers.ray.name, word: &word, warns: false };
                if line.show(ui, asks, "Show which objects this ray hits; the arrow names the first.") {
                    session.select_asker(Asker::Ray(i));
                }
            }
            Row::Object(i) => {
                let Some(object) = session.world().objects.get(i) else { return };
                let answer = answer(session.report(), &focus, i);
                let line = Line {
                    symbol: theme::palette(ui.ctx()).symbol(answer.tone),
                    tone: answer.tone,
                    name: &object.name,
                    word: &answer.word,
                    warns: answer.is_disputed,
                };
                if line.show(ui, focus.object == Some(i), answer.help) {
                    session.select_object(Some(i));
                }
            }
        }
    }

    fn header(&mut self, ui: &mut Ui, section: usize, session: &Session) {
        let (title, help) = SECTIONS[section];
        let world = session.world();
        let all = [world.cameras.len(), world.rays.len(), world.objects.len()][section];
        let shown = self.rows.lists[section].len();
        let count = if shown == all { all.to_string() } else { format!("{shown} of {all}") };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let is_open = !self.closed[section];
        response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, is_open, title));
        let visuals = ui.style().interact(&response);
        let middle = pos2(rect.left() + 8.0, rect.center().y);
        let arrow = if is_open { "⏷" } else { "⏵" };
        ui.painter().text(middle, Align2::CENTER_CENTER, arrow, theme::small(), visuals.fg_stroke.color);
        let strong = FontId::proportional(12.5);
        let color = ui.visuals().strong_text_color();
        ui.painter().text(middle + vec2(10.0, 0.0), Align2::LEFT_CENTER, title, strong, color);
        let end = rect.right_center() - vec2(6.0, 0.0);
        ui.painter().text(end, Align2::RIGHT_CENTER, count, theme::small(), ui.visuals().weak_text_color());
        if response.on_hover_text(help).clicked() {
            self.closed[section] = is_open;
        }
    }
}

impl Rows {
    fn update(&mut self, search: &str, session: &Session) {
        let key = (session.revision(), search.to_lowercase());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let world = session.world();
        let matching = |names: &mut dyn Iterator<Item = &str>| -> Vec<usize> {
            let matches = |name: &str| key.1.is_empty() || name.to_lowercase().contains(&key.1);
            names.enumerate().filter(|(_, name)| matches(name)).map(|(i, _)| i).collect()
        };
        self.lists = [
            matching(&mut world.cameras.iter().map(|camera| &*camera.name)),
            matching(&mut world.rays.iter().map(|ray| &*ray.name)),
            matching(&mut world.objects.iter().map(|object| &*object.name)),
        ];
        self.made_for = Some(key);
    }
}

/// What one object answers to the asker, in a word.
struct Answer {
    tone: Tone,
    word: String,
    is_disputed: bool,
    help: &'static str,
}

fn answer(report: &Report, focus: &Focus, object: usize) -> Answer {
    let camera = focus.camera().and_then(|c| report.frusta.get(c)?.objects.get(object));
    let ray = focus.ray().and_then(|r| report.rays.get(r)?.objects.get(object));
    match (camera, ray) {
        (Some(answer), _) => Answer {
            tone: answer.fast.verdict.tone(),
            word: answer.fast.verdict.word().to_owned(),
            is_disputed: !answer.agrees(),
            help: "How the object's bounding box lies to the camera's view volume. ⚠ marks where the exact test differs.",
        },
        (_, Some(answer)) => {
            let (tone, word) = match &answer.cast.result {
                Ok(hit) => (Tone::Pass, format!("t = {}", num(hit.t))),
                // As in the picture: what the line does not even meet is context, unless one asks about it.
                Err(miss @ Miss::Masked) => (Tone::Note, miss.word().to_owned()),
                Err(miss @ Miss::Misses) if focus.object != Some(object) => (Tone::Note, miss.word().to_owned()),
                Err(miss) => (Tone::Fail, miss.word().to_owned()),
            };
            let help = "Where the ray meets the solid, counted in lengths of its direction; or why it does not.";
            Answer { tone, word, is_disputed: false, help }
        }
        _ => Answer { tone: Tone::Note, word: String::new(), is_disputed: false, help: "Nobody asks." },
    }
}

/// One selectable line: symbol, name, and at the right what there is to say of it.
struct Line<'a> {
    symbol: &'a str,
    tone: Tone,
    name: &'a str,
    word: &'a str,
    warns: bool,
}

impl Line<'_> {
    /// Says whether it was clicked.
    fn show(&self, ui: &mut Ui, is_selected: bool, help: &str) -> bool {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
        let spoken = [self.name, self.word, if self.warns { "exact differs" } else { "" }];
        let spoken = spoken.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, &spoken));
        let visuals = ui.visuals();
        let text = if is_selected { visuals.selection.stroke.color } else { visuals.text_color() };
        if is_selected {
            ui.painter().rect_filled(rect, 3.0, visuals.selection.bg_fill);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, 3.0, visuals.widgets.hovered.bg_fill.gamma_multiply(0.5));
        }
        let tone =
            if self.tone == Tone::Note { visuals.weak_text_color() } else { theme::text_color(ui.ctx(), self.tone) };
        let tone = if is_selected && self.tone == Tone::Note { text } else { tone };
        let middle = rect.center().y;
        ui.painter().text(
            pos2(rect.left() + 20.0, middle),
            Align2::CENTER_CENTER,
            self.symbol,
            FontId::proportional(12.0),
            tone,
        );
        let mut right = rect.right() - 6.0;
        if self.warns {
            let purple = theme::text_color(ui.ctx(), Tone::Exact);
            let place =
                ui.painter().text(pos2(right, middle), Align2::RIGHT_CENTER, "⚠", FontId::proportional(12.0), purple);
            right = place.left() - 5.0;
        }
        // A long word, such as another object's name, leaves half of the row to the name.
        let most = (rect.width() * 0.5).max(20.0);
        let word = theme::one_line(ui, self.word, theme::small(), tone, most);
        let word_place = pos2(right - word.size().x, middle - word.size().y / 2.0);
        let left = rect.left() + 32.0;
        let name = theme::one_line(ui, self.name, TextStyle::Body.resolve(ui.style()), text, word_place.x - 8.0 - left);
        let name_place = pos2(left, middle - name.size().y / 2.0);
        let is_cut = name.elided;
        ui.painter().galley(word_place, word, tone);
        ui.painter().galley(name_place, name, text);
        let help = if is_cut { format!("{}\n{help}", self.name) } else { help.to_owned() };
        response.on_hover_text(help).clicked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    fn session() -> Session {
        let text = r#"{ "eyeline": 1,
            "cameras": [{ "name": "eye" }],
            "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
            "objects": [{ "name": "Crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
                        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 50] }] }"#;
        Session::new(serde_json::from_str::<Scene>(text).unwrap(), None)
    }

    #[test]
    fn the_search_leaves_what_matches_in_any_case() {
        let session = session();
        let mut rows = Rows::default();
        rows.update("cra", &session);
        assert_eq!(rows.lists, [vec![], vec![], vec![0]]);
        rows.update("", &session);
        assert_eq!(rows.lists, [vec![0], vec![0], vec![0, 1]]);
    }

    #[test]
    fn closed_sections_keep_their_header() {
        let session = session();
        let mut outliner = Outliner { closed: [false, true, false], ..Outliner::default() };
        outliner.rows.update("", &session);
        let rows = outliner.rows_in(0..9, [2, 1, 3]);
        let expected = [Row::Header(0), Row::Camera(0), Row::Header(1), Row::Header(2), Row::Object(0), Row::Object(1)];
        assert!(rows == expected);
    }

    #[test]
    fn the_word_is_the_asker_s() {
        let mut session = session();
        assert_eq!(answer(session.report(), session.focus(), 0).word, "inside");
        assert_eq!(answer(session.report(), session.focus(), 1).word, "outside");
        session.select_asker(Asker::Ray(0));
        assert_eq!(answer(session.report(), session.focus(), 0).word, "t = 9");
        assert_eq!(answer(session.report(), session.focus(), 1).word, "behind");
    }
}
