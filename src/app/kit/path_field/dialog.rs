//! The dialog: its field, its list, and its keys.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::{
    Align, Button, Checkbox, Context, Frame, Id, Label, Modal, Response, RichText, Role, ScrollArea, Sense, TextEdit,
    TextStyle, Ui, WidgetInfo, vec2,
};

use super::listing;
use super::listing::{FolderEntry, Listing, shared_beginning};
use super::typed::{PathChoice, Typed, choose};
use crate::app::kit::file_purpose::Purpose;
use crate::app::kit::list_keys::{ListKey, take_list_keys};
use crate::app::kit::{keys, theme};
use crate::geometry::Tone;
use crate::host::fs;

/// Width of the dialog, points.
const WIDTH: f32 = 560.0;
/// Height of the list, points, and of a row of it.
const LIST: f32 = 240.0;
const ROW: f32 = 20.0;
/// Height of the rest of the dialog, points: title, field, texts and buttons.
const AROUND: f32 = 250.0;

/// The dialog, while it is open.
pub(in crate::app) struct PathField {
    purpose: Purpose,
    text: String,
    /// The base of relative paths.
    base: PathBuf,
    listing: Option<Listing>,
    /// The entry that is chosen with the arrow keys.
    current: Option<usize>,
    /// Whether the list scrolls to it in the next frame.
    scrolls: bool,
    has_all: bool,
    /// The reason why the path was refused, until another path is typed.
    refusal: Option<String>,
    /// The existing file that would be replaced.
    replacing: Option<PathBuf>,
    /// The part of the text that the next frame selects; `None` keeps the user's selection.
    selects: Option<Select>,
    /// Whether the name is the suggested one. It does not filter entries, and Tab does not complete it.
    is_proposed: bool,
}

/// The selection in the field after its text was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Select {
    /// Nothing: the cursor is at the end.
    End,
    /// The name without its extension. Typing replaces a suggested name and keeps the folder and the extension.
    Stem,
}

/// The state of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Done {
    /// It is open.
    Open,
    /// The user cancelled.
    Cancelled,
    /// A file was chosen.
    Chosen(PathBuf),
}

impl PathField {
    /// Starts in the folder of `near`, the scene's file, else in the working folder.
    pub(in crate::app) fn new(purpose: Purpose, near: Option<&Path>) -> Self {
        let working = || fs::working_folder().unwrap_or_default();
        let folder = near.and_then(Path::parent).map(|folder| working().join(folder));
        let base = folder.filter(|folder| fs::is_folder(folder)).unwrap_or_else(working);
        let base = fs::canonicalize(&base).unwrap_or(base);
        let mut folder = base.display().to_string();
        if !folder.ends_with(MAIN_SEPARATOR) {
            folder.push(MAIN_SEPARATOR);
        }
        let text = format!("{folder}{}", purpose.suggested_name(near));
        Self {
            purpose,
            text,
            base,
            listing: None,
            current: None,
            scrolls: false,
            has_all: false,
            refusal: None,
            replacing: None,
            selects: Some(if purpose.is_saving() { Select::Stem } else { Select::End }),
            is_proposed: purpose.is_saving(),
        }
    }

    /// Opens again after a file could not be written.
    pub(in crate::app) fn refused(purpose: Purpose, path: &Path, reason: String) -> Self {
        let text = path.display().to_string();
        Self { text, refusal: Some(reason), is_proposed: false, ..Self::new(purpose, Some(path)) }
    }

    /// The purpose of the file.
    pub(in crate::app) fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Shows the dialog above everything else.
    pub(in crate::app) fn show(&mut self, ctx: &Context) -> Done {
        let is_asking = self.replacing.is_some();
        // While the dialog asks about replacing a file, Tab and Enter go to the buttons: a held Enter does not replace
        // a file.
        let presses = take_list_keys(ctx, |key| !is_asking || key == ListKey::Cancel);
        // The Enter that opened the dialog does not confirm it.
        let was_new = self.listing.is_none();
        // Enter accepts the text that was typed in the same frame, so the field takes its text before.
        let (accepts, others): (Vec<_>, Vec<_>) =
            presses.into_iter().filter(|_| !was_new).partition(|press| *press == ListKey::Accept);
        for press in others {
            let done = self.press(press);
            if done != Done::Open {
                return done;
            }
        }
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("path")).frame(frame).show(ctx, |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 60.0));
            ui.heading(self.purpose.title());
            ui.add_space(6.0);
            self.field(ui);
            let accepted = accepts.first().map(|accept| self.press(*accept)).filter(|done| *done != Done::Open);
            ui.add_space(4.0);
            let clicked = self.list(ui);
            ui.add_space(4.0);
            self.words(ui);
            ui.add_space(8.0);
            self.buttons(ui).or(clicked).or(accepted).unwrap_or(Done::Open)
        });
        // A click outside is most likely a mistake: it does not discard the typed path.
        if modal.inner != Done::Open {
            // Otherwise the field has the keyboard for one more frame, and a key of that frame is no command.
            ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|field| memory.surrender_focus(field)));
        }
        modal.inner
    }

    fn press(&mut self, press: ListKey) -> Done {
        if self.replacing.take().is_some() {
            return Done::Open;
        }
        let (typed, names) = self.matching();
        self.scrolls = true;
        match press {
            ListKey::Cancel => return Done::Cancelled,
            ListKey::Up | ListKey::Down if names.is_empty() => {}
            ListKey::Up => self.current = Some(self.current.map_or(names.len() - 1, |at| at.saturating_sub(1))),
            ListKey::Down => self.current = Some(self.current.map_or(0, |at| (at + 1).min(names.len() - 1))),
            ListKey::Complete => match (self.current.and_then(|at| names.get(at)), &*names) {
                (None, _) if self.is_proposed => {}
                (Some(entry), _) | (None, [entry]) => self.write(typed.with_name(&entry.name, entry.is_folder)),
                (None, _) => {
                    let all: Vec<&str> = names.iter().map(|entry| &*entry.name).collect();
                    let shared = shared_beginning(&all);
                    if shared.chars().count() > typed.name.chars().count() {
                        self.write(typed.with_name(&shared, false));
                    }
                }
            },
            ListKey::Accept => {
                return match self.current.and_then(|at| names.get(at)) {
                    Some(entry) => self.take(&entry.clone()),
                    None => self.accept(),
                };
            }
        }
        Done::Open
    }

    /// The path so far, and its matching entries.
    fn matching(&mut self) -> (Typed, Vec<FolderEntry>) {
        let typed = Typed::of(&self.text);
        let folder = typed.folder(&self.base);
        if self.listing.as_ref().is_none_or(|listing| listing.folder != folder) {
            self.listing = Some(Listing::read(&folder));
        }
        let name = if self.is_proposed { "" } else { &*typed.name };
        let listing = self.listing.as_ref();
        let names = listing.map(|listing| listing.matching(name, self.purpose, self.has_all)).unwrap_or_default();
        (typed.clone(), names.into_iter().cloned().collect())
    }

    /// Sets the text of the field, with the cursor at its end.
    fn write(&mut self, text: String) {
        self.text = text;
        self.is_changed();
        self.selects = Some(Select::End);
    }

    /// Sets the text of the field to a suggested name.
    fn propose(&mut self, text: String) {
        self.write(text);
        if self.purpose.is_saving() {
            (self.selects, self.is_proposed) = (Some(Select::Stem), true);
        }
    }

    fn is_changed(&mut self) {
        (self.current, self.refusal, self.replacing) = (None, None, None);
        self.is_proposed = false;
    }

    /// Applies a chosen entry: a folder is opened, a file is accepted.
    fn take(&mut self, entry: &FolderEntry) -> Done {
        self.write(Typed::of(&self.text).with_name(&entry.name, entry.is_folder));
        // The folder of a run is accepted rather than opened.
        let is_entered = entry.is_folder && !(self.purpose == Purpose::Review && self.is_run());
        if is_entered { Done::Open } else { self.accept() }
    }

    /// Whether the path is the folder of a run.
    fn is_run(&self) -> bool {
        matches!(choose(&self.text, &self.base, self.purpose), PathChoice::Take(_))
    }

    /// Accepts the path if it is valid.
    fn accept(&mut self) -> Done {
        match choose(&self.text, &self.base, self.purpose) {
            PathChoice::Enter => self.write(format!("{}{MAIN_SEPARATOR}", self.text)),
            PathChoice::Take(path) => return Done::Chosen(path),
            PathChoice::Replace(path) => self.replacing = Some(path),
            PathChoice::Refuse(reason) => self.refusal = Some(reason),
        }
        Done::Open
    }

    fn field(&mut self, ui: &mut Ui) {
        let id = Id::unique("path field");
        let field = TextEdit::singleline(&mut self.text).id(id).desired_width(f32::INFINITY).font(TextStyle::Monospace);
        // Tab completes and does not leave the field.
        let response = ui.add_enabled(self.replacing.is_none(), field.lock_focus(true)).accessible_name("Path");
        if response.changed() {
            self.is_changed();
            self.selects = None;
        }
        if !response.has_focus() && self.replacing.is_none() {
            response.request_focus();
        }
        if response.has_focus()
            && let Some(select) = self.selects.take()
        {
            let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
            state.cursor.set_char_range(Some(self.selection(select)));
            state.store(ui.ctx(), id);
        }
    }

    /// The selection, in characters of the text.
    fn selection(&self, select: Select) -> CCursorRange {
        let chars = |text: &str| text.chars().count();
        match select {
            Select::End => CCursorRange::one(CCursor::new(chars(&self.text))),
            Select::Stem => {
                let typed = Typed::of(&self.text);
                let from = chars(&typed.head);
                let stem = Path::new(&typed.name).file_stem().map_or(0, |stem| chars(&stem.to_string_lossy()));
                CCursorRange::two(CCursor::new(from), CCursor::new(from + stem))
            }
        }
    }

    fn list(&mut self, ui: &mut Ui) -> Option<Done> {
        let (typed, names) = self.matching();
        let folder = typed.folder(&self.base);
        let height = LIST.min(ui.ctx().content_rect().height() - AROUND).max(2.0 * ROW);
        let mut clicked: Option<(FolderEntry, bool)> = None;
        let is_enabled = self.replacing.is_none();
        Frame::new().fill(ui.visuals().extreme_bg_color).inner_margin(4).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_height(height);
            if !is_enabled {
                ui.disable();
            }
            ui.spacing_mut().item_spacing.y = 0.0;
            if folder.parent().is_some() {
                let up = FolderEntry { name: "..".to_owned(), is_folder: true };
                if row(ui, &up, false).clicked() {
                    clicked = Some((up, false));
                }
            }
            match self.listing.as_ref().map(|listing| &listing.entries) {
                Some(Err(reason)) => drop(ui.colored_label(theme::text_color(ui.ctx(), Tone::Fail), reason)),
                _ if names.is_empty() => drop(ui.weak("No entry matches.")),
                _ => {}
            }
            if self.listing.as_ref().is_some_and(|listing| listing.is_cut) {
                ui.weak(format!(
                    "The first {} entries of this folder are listed. Type a whole path to open others.",
                    listing::MOST
                ));
            }
            let current = self.current;
            let mut scroll = ScrollArea::vertical().id_salt(&folder).auto_shrink([false, false]);
            scroll = scroll.max_height(ui.available_height());
            scroll.show(ui, |ui| {
                for (i, entry) in names.iter().enumerate() {
                    let response = row(ui, entry, current == Some(i));
                    if current == Some(i) && std::mem::take(&mut self.scrolls) {
                        response.scroll_to_me(Some(Align::Center));
                    }
                    if response.clicked() {
                        clicked = Some((entry.clone(), response.double_clicked()));
                    }
                }
            });
        });
        let (entry, is_twice) = clicked?;
        if entry.name == ".." {
            let above = folder.parent().unwrap_or(&folder).display().to_string();
            let is_root = above.ends_with(MAIN_SEPARATOR);
            let name = if self.purpose.is_saving() { typed.name } else { String::new() };
            self.propose(format!("{above}{}{name}", if is_root { "" } else { "/" }));
            return None;
        }
        if is_twice || entry.is_folder {
            // The suggested file name is kept in the other folder.
            let name = typed.name.clone();
            let done = self.take(&entry);
            if entry.is_folder && self.purpose.is_saving() && !entry.name.starts_with(&name) {
                self.propose(format!("{}{name}", self.text));
            }
            return (done != Done::Open).then_some(done);
        }
        self.write(typed.with_name(&entry.name, false));
        None
    }

    /// The reason why the path cannot be used, or a description of the keys.
    fn words(&self, ui: &mut Ui) {
        if let Some(path) = &self.replacing {
            let color = theme::text_color(ui.ctx(), Tone::Partial);
            ui.add(Label::new(RichText::new(format!("{} exists. Replace it?", path.display())).color(color)).wrap());
        } else if let Some(reason) = &self.refusal {
            let color = theme::text_color(ui.ctx(), Tone::Fail);
            ui.add(Label::new(RichText::new(theme::quoted(&format!("✖ {reason}"))).color(color)).wrap());
        } else {
            ui.add(Label::new(RichText::new("↑ ↓ choose, Tab completes, Enter accepts, Esc cancels.").weak()).wrap());
        }
    }

    fn buttons(&mut self, ui: &mut Ui) -> Option<Done> {
        ui.horizontal(|ui| {
            if let Some(path) = self.replacing.clone() {
                if ui.button("Replace").clicked() {
                    return Some(Done::Chosen(path));
                }
                let back = ui.button("Back");
                if back.clicked() {
                    self.replacing = None;
                } else {
                    keys::answer_with(&back);
                }
                return None;
            }
            if ui.add(Button::new(self.purpose.verb())).clicked() {
                let done = self.accept();
                return (done != Done::Open).then_some(done);
            }
            if ui.button("Cancel").clicked() {
                return Some(Done::Cancelled);
            }
            ui.add_space(12.0);
            let kinds: Vec<&str> = self.purpose.kinds().iter().map(|(name, _)| *name).collect();
            let all = ui.add(Checkbox::new(&mut self.has_all, "All files"));
            let all =
                if kinds.is_empty() { all } else { all.on_hover_text(format!("Otherwise: {}.", kinds.join(", "))) };
            if all.changed() {
                self.current = None;
            }
            None
        })
        .inner
    }
}

/// A row of the list. One of them is chosen with the arrow keys.
fn row(ui: &mut Ui, entry: &FolderEntry, is_current: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK);
    let name = if entry.is_folder { format!("{}/", entry.name) } else { entry.name.clone() };
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, ui.is_enabled(), is_current, &name));
    if is_current {
        ui.painter().rect_filled(rect, 3.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.bg_fill);
    }
    let color = if entry.is_folder { ui.visuals().strong_text_color() } else { ui.visuals().text_color() };
    let font = TextStyle::Body.resolve(ui.style());
    let galley = theme::one_line(ui, &name, font, color, rect.width() - 12.0);
    let place = rect.left_center() + vec2(6.0, -galley.size().y / 2.0);
    ui.painter().galley(place, galley, color);
    response
}
