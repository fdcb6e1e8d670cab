//! The legend below the tree: one or two lines with the symbols in the tree.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Galley, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};

use super::paint::{OutlineForm, TreeColors, draw};
use crate::app::kit::theme;
use crate::behavior::{Abort, Status, Tree};
use crate::picture::Style;
use crate::report::agents::words;

/// Height of a line, between entries, and above the first line, points.
const LINE: f32 = 15.0;
const GAP: f32 = 9.0;
const TOP: f32 = 3.0;
/// Width of the sample of a shape.
const SAMPLE: f32 = 18.0;
/// The part of the height above which each entry of the legend is a single word.
const MOST: f32 = 0.24;
/// The least height of the tree, points. If the legend leaves less, it is folded into one word with a tooltip.
pub(super) const TREE_LEAST: f32 = 120.0;

/// The symbols that a tree needs. Computed once for each tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Legend {
    forms: Vec<OutlineForm>,
    signs: Vec<(&'static str, &'static str)>,
    aborts: Vec<Abort>,
    can_skip: bool,
}

/// The legend with the place of each entry.
pub(super) struct LaidOut {
    entries: Vec<(Pos2, LegendEntry)>,
    width: f32,
    height: f32,
    /// The entries as lines of text, also when they are folded.
    words: String,
}

struct LegendEntry {
    galley: Arc<Galley>,
    form: Option<OutlineForm>,
}

impl Legend {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut legend = Self { can_skip: tree.can_skip(), ..Self::default() };
        for node in 0..tree.len() {
            let kind = tree.kind(node);
            add(&mut legend.forms, OutlineForm::of(kind));
            add(&mut legend.aborts, kind.abort());
            if let Some(meaning) = words::meaning(kind) {
                add(&mut legend.signs, (words::sign(kind), meaning));
            }
        }
        legend.aborts.retain(|abort| *abort != Abort::None);
        // Composites are named by their symbols.
        legend.forms.retain(|form| *form != OutlineForm::Composite);
        legend
    }

    /// The full entries if there is room, else one word each, else only the word "Legend". The choice is the same in
    /// every tick, so that the tree does not move.
    pub(super) fn laid_out(&self, ui: &Ui, room: Vec2) -> LaidOut {
        let full = LaidOut::new(self.entries(ui, true), room.x);
        if full.height <= room.y * MOST {
            return full;
        }
        let short = LaidOut::new(self.entries(ui, false), room.x);
        if room.y - short.height >= TREE_LEAST {
            return short;
        }
        let job = LayoutJob::simple_singleline("Legend".to_owned(), theme::small(), TreeColors::of(ui).weak);
        let folded = vec![LegendEntry { galley: ui.painter().layout_job(job), form: None }];
        LaidOut { words: full.words, ..LaidOut::new(folded, room.x) }
    }

    fn entries(&self, ui: &Ui, is_full: bool) -> Vec<LegendEntry> {
        let colors = TreeColors::of(ui);
        let entry = |sign: &str, color, meaning: &str, form: Option<OutlineForm>| {
            let meaning = if is_full { meaning } else { meaning.split([':', ',']).next().unwrap_or_default() };
            let mut job = LayoutJob::default();
            let format = |color| TextFormat { font_id: theme::small(), color, ..TextFormat::default() };
            job.append(sign, 0.0, format(color));
            job.append(meaning, if form.is_some() { SAMPLE + 4.0 } else { 5.0 }, format(colors.weak));
            LegendEntry { galley: ui.painter().layout_job(job), form }
        };
        let skipped = Some(Status::Skipped).filter(|_| self.can_skip);
        let statuses = [Status::Running, Status::Success, Status::Failure].into_iter().chain(skipped);
        let statuses = statuses.chain([Status::Inactive]);
        let statuses = statuses.map(|status| entry(colors.symbol(status), colors.letters(status), status.word(), None));
        let halted = [
            entry("⊘", colors.abort(), "halted", None),
            entry("╌▸", colors.abort(), "last abort, and what it halted", None),
        ];
        let signs = self.signs.iter().map(|(sign, meaning)| entry(sign, colors.text, meaning, None));
        let aborts = self.aborts.iter();
        let aborts =
            aborts.map(|&abort| entry(words::abort_mark(abort), colors.mark(), words::abort_meaning(abort), None));
        let forms = self.forms.iter().map(|form| entry("", colors.text, form.word(), Some(*form)));
        statuses.chain(halted).chain(signs).chain(aborts).chain(forms).collect()
    }
}

impl LaidOut {
    fn new(entries: Vec<LegendEntry>, width: f32) -> Self {
        let texts: Vec<&str> = entries.iter().map(|entry| entry.galley.text()).collect();
        let words = texts.join("\n");
        let (mut at, mut placed) = (Pos2::new(0.0, TOP), Vec::with_capacity(entries.len()));
        for entry in entries {
            let length = entry.galley.size().x;
            if at.x > 0.0 && at.x + length > width {
                at = Pos2::new(0.0, at.y + LINE);
            }
            placed.push((at, entry));
            at.x += length + GAP;
        }
        Self { entries: placed, width, height: at.y + LINE, words }
    }

    pub(super) fn height(&self) -> f32 {
        self.height
    }

    /// Paints it below and to the right of a corner.
    pub(super) fn paint(&self, ui: &mut Ui, corner: Pos2) {
        let colors = TreeColors::of(ui);
        let rect = Rect::from_min_size(corner, vec2(self.width, self.height));
        let response = ui.interact(rect, ui.scope_id().with("legend"), Sense::hover());
        let spoken = format!("Legend: {}", self.words.replace('\n', ", "));
        let response = response.on_hover_text(&self.words);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
        for (place, LegendEntry { galley, form }) in &self.entries {
            let place = corner + place.to_vec2();
            ui.painter().galley(place, Arc::clone(galley), colors.weak);
            if let Some(form) = form {
                let size = vec2(SAMPLE, 10.0);
                let sample = Rect::from_min_size(place + vec2(0.0, (galley.size().y - size.y) / 2.0), size);
                let nothing = eframe::egui::Color32::TRANSPARENT;
                draw(ui.painter(), form.outline(sample), nothing, Stroke::new(1.0, colors.weak), Style::Solid);
            }
        }
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}
