//! The command palette: a search over all commands, by the words of their names.

use eframe::egui;
use eframe::egui::text::LayoutJob;
use eframe::egui::{Align, Align2, Button, Frame, Id, Modal, RichText, ScrollArea, TextEdit, TextFormat, Ui, vec2};

use super::commands::{CommandTable, Commands};
use super::menu::is_mac;
use super::table::Command;
use super::table::help::HelpCommand;
use crate::app::kit::list_keys::{ListKey, take_list_keys};
use crate::app::kit::theme;

/// Width, points.
const WIDTH: f32 = 460.0;
/// Height of a row, points.
const ROW: f32 = 24.0;
/// Greatest height of the list, points.
const HEIGHT: f32 = 360.0;
/// Height of the search field and of the frame, points.
const AROUND: f32 = 70.0;
/// Distance from the top of the window, as a part of its height.
const TOP: f32 = 0.12;

/// The state of the palette, open or closed.
#[derive(Debug, Default)]
pub(in crate::app) struct Palette {
    search: Option<PaletteSearch>,
}

#[derive(Debug, Default)]
struct PaletteSearch {
    text: String,
    /// The current row, which Enter runs.
    current: usize,
    /// Whether the list must scroll to the current row.
    scrolls: bool,
    /// Whether the field has the keyboard focus. egui gives the focus to a widget only after its first layout.
    has_focus: bool,
}

impl Palette {
    /// Opens it with an empty search.
    pub(in crate::app) fn open(&mut self, ctx: &egui::Context) {
        self.search = Some(PaletteSearch::default());
        ctx.request_repaint();
    }

    /// Opens it with a search, to which more words can be typed.
    pub(in crate::app) fn open_on(&mut self, ctx: &egui::Context, text: &str) {
        self.search = Some(PaletteSearch { text: text.to_owned(), ..PaletteSearch::default() });
        ctx.request_repaint();
    }

    /// Whether it is open.
    pub(in crate::app) fn is_open(&self) -> bool {
        self.search.is_some()
    }

    /// Shows the palette while it is open. Adds the chosen command to the queue.
    pub(in crate::app) fn show(&mut self, ctx: &egui::Context, commands: &mut Commands) {
        let Some(search) = &mut self.search else { return };
        let keys = take_list_keys(ctx, |key| key != ListKey::Complete);
        let mut chosen = None;
        let mut is_closed = false;
        let top = ctx.content_rect().height() * TOP;
        let area = Modal::default_area(Id::unique("palette")).anchor(Align2::CENTER_TOP, vec2(0.0, top));
        let frame = Frame::popup(&ctx.global_style()).inner_margin(10);
        let modal = Modal::new(Id::unique("palette")).area(area).frame(frame).show(ctx, |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 40.0));
            search.field(ui);
            // After the field: Enter chooses by the text that was typed in the same frame.
            let found = found(&search.text, commands.table());
            for key in keys {
                search.scrolls = true;
                match key {
                    ListKey::Up => search.current = search.current.saturating_sub(1),
                    ListKey::Down => search.current = (search.current + 1).min(found.len().saturating_sub(1)),
                    ListKey::Accept => chosen = found.get(search.current).cloned(),
                    ListKey::Cancel => is_closed = true,
                    ListKey::Complete => {}
                }
            }
            ui.add_space(4.0);
            search.list(ui, &found, commands.table())
        });
        chosen = modal.inner.clone().or(chosen);
        // A disabled command stays in the list and shows its reason.
        let chosen = chosen.filter(|command| commands.table().entry(command).is_enabled());
        if is_closed || chosen.is_some() || modal.should_close() {
            self.search = None;
            ctx.request_repaint();
        }
        if let Some(command) = chosen {
            commands.push(command);
        }
    }
}

impl PaletteSearch {
    fn field(&mut self, ui: &mut Ui) {
        let field = TextEdit::singleline(&mut self.text).hint_text("Search commands").desired_width(f32::INFINITY);
        let response = ui.add(field).accessible_name("Search commands");
        if !std::mem::replace(&mut self.has_focus, true) {
            response.request_focus();
        }
        if response.changed() {
            (self.current, self.scrolls) = (0, true);
        }
    }

    /// The matching commands. Returns the one that was clicked.
    fn list(&mut self, ui: &mut Ui, found: &[Command], table: &CommandTable) -> Option<Command> {
        if found.is_empty() {
            ui.weak("No command has all these words.");
            return None;
        }
        let mut clicked = None;
        // The area keeps the size of its last search, which may be that of no row at all.
        let height = HEIGHT.min(ui.ctx().content_rect().height() * (1.0 - TOP) - AROUND);
        let scroll = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        scroll.auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (i, command) in found.iter().enumerate() {
                if self.row(ui, i, command, table) {
                    clicked = Some(command.clone());
                }
            }
        });
        self.scrolls = false;
        clicked
    }

    /// One command: name and group at the left, keys at the right. For the current one, if it is disabled, the reason
    /// is below.
    fn row(&self, ui: &mut Ui, i: usize, command: &Command, table: &CommandTable) -> bool {
        let is_current = i == self.current;
        let entry = table.entry(command);
        let is_enabled = entry.is_enabled();
        let color = if is_enabled { ui.visuals().text_color() } else { ui.visuals().weak_text_color() };
        let font = egui::TextStyle::Body.resolve(ui.style());
        let mut name = LayoutJob::default();
        name.append(&entry.name, 0.0, TextFormat::simple(font.clone(), color));
        let weak = ui.visuals().weak_text_color();
        name.append(command.group(), 10.0, TextFormat::simple(egui::FontId::new(font.size - 2.0, font.family), weak));
        let mark = if entry.is_on == Some(true) { "✔ " } else { "" };
        let keys = format!("{mark}{}", entry.shortcut(is_mac(ui.ctx())));
        let size = vec2(ui.available_width(), ROW);
        let button = Button::selectable(is_current, name).truncate().min_size(size);
        let button = if keys.is_empty() { button } else { button.shortcut_text(keys) };
        // `add_enabled` is not used, because a click on a disabled command makes it current, which shows the reason.
        let response = ui.add(button).accessible_name(&*entry.name);
        if is_current && self.scrolls {
            response.scroll_to_me(None::<Align>);
        }
        let clicked = response.clicked();
        let tooltip = entry.why_not.as_ref().unwrap_or(&entry.help);
        if !tooltip.is_empty() {
            response.on_hover_text(theme::quoted(tooltip));
        }
        if let Some(reason) = entry.why_not.filter(|_| is_current) {
            ui.horizontal(|ui| {
                ui.add_space(12.0);
                ui.label(RichText::new(theme::quoted(&reason)).small().weak());
            });
        }
        clicked
    }
}

/// The commands whose name, group and further words contain all words of the search. Enabled commands come before disabled ones.
/// Within each, the order is: the name that is the search, names that begin with it, names that contain all words, others.
pub(in crate::app) fn found(text: &str, table: &CommandTable) -> Vec<Command> {
    let sought = text.to_lowercase();
    let words: Vec<&str> = sought.split_whitespace().collect();
    let has_all = |text: &str| words.iter().all(|word| text.contains(word));
    let mut found: Vec<(bool, u8, Command)> = Vec::new();
    for command in Command::all().filter(|command| *command != Command::Help(HelpCommand::Palette)) {
        let entry = table.entry(&command);
        let name = entry.name.to_lowercase();
        let rank = match () {
            () if name == sought.trim() => 0,
            () if name.starts_with(sought.trim()) => 1,
            () if has_all(&name) => 2,
            () if has_all(&format!("{name} {} {}", command.group().to_lowercase(), entry.search_words)) => 3,
            () => continue,
        };
        found.push((entry.why_not.is_some(), rank, command));
    }
    found.sort_by_key(|(is_disabled, rank, _)| (*is_disabled, *rank));
    found.into_iter().map(|(_, _, command)| command).collect()
}
