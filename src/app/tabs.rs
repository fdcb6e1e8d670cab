//! The panel at the bottom: one tab beside the other, each in a file of its own with one `ui`.
//!
//! Which tab is open is kept with egui's memory, so that the next run opens with it.

use eframe::egui::{Button, Context, Id, RichText, Role, Stroke, Ui, WidgetInfo};
use serde::{Deserialize, Serialize};

use super::plots::Plots;
use super::problems::Problems;
use super::session::Session;
use super::verdicts::Verdicts;
use super::{explain, theme};

/// What the tabs remember.
#[derive(Default)]
pub(super) struct Tabs {
    verdicts: Verdicts,
    plots: Plots,
    problems: Problems,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Tab {
    #[default]
    Explain,
    Verdicts,
    Plots,
    Problems,
}

impl Tab {
    const ALL: [Self; 4] = [Self::Explain, Self::Verdicts, Self::Plots, Self::Problems];

    fn title(self) -> &'static str {
        match self {
            Self::Explain => "Explain",
            Self::Verdicts => "Verdicts",
            Self::Plots => "Plots",
            Self::Problems => "Problems",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Explain => "How the selected answer comes about, step by step.",
            Self::Verdicts => "The answer of the camera or ray for every object, to sort and to filter.",
            Self::Plots => "The numbers of the selected answer as a diagram.",
            Self::Problems => "What went wrong with files, and where fast and exact answer differ.",
        }
    }
}

impl Tabs {
    /// The whole panel.
    pub(super) fn ui(&mut self, ui: &mut Ui, session: &mut Session) {
        // A panel is as high as what is in it: it must not change with the tab.
        ui.set_min_height(ui.available_height());
        self.problems.update(session);
        let open = self.strip(ui);
        session.point_at(None);
        match open {
            Tab::Explain => explain::show(ui, session),
            Tab::Verdicts => self.verdicts.ui(ui, session),
            Tab::Plots => self.plots.ui(ui, session),
            Tab::Problems => self.problems.ui(ui, session),
        }
    }

    /// Whether the tab with the notices is open, so that they need not be shown elsewhere.
    pub(super) fn shows_problems(ctx: &Context) -> bool {
        open_tab(ctx) == Tab::Problems
    }

    fn strip(&self, ui: &mut Ui) -> Tab {
        let mut open = open_tab(ui.ctx());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            ui.spacing_mut().button_padding.x = 0.0;
            for tab in Tab::ALL {
                let is_open = tab == open;
                let color = if is_open { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
                let count = if tab == Tab::Problems { self.problems.count() } else { 0 };
                let text = if count > 0 { format!("{} {count}", tab.title()) } else { tab.title().to_owned() };
                let text = RichText::new(text).color(if count > 0 && !is_open {
                    theme::text_color(ui.ctx(), self.problems.tone())
                } else {
                    color
                });
                let response = ui.add(Button::new(text).frame(false));
                response.widget_info(|| WidgetInfo::selected(Role::Tab, true, is_open, tab.title()));
                if is_open {
                    let stroke = Stroke::new(2.0, ui.visuals().hyperlink_color);
                    ui.painter().hline(response.rect.x_range(), response.rect.bottom(), stroke);
                }
                if response.on_hover_text(tab.help()).clicked() {
                    open = tab;
                }
            }
        });
        ui.add_space(2.0);
        ui.data_mut(|data| data.insert_persisted(tab_id(), open));
        open
    }
}

fn tab_id() -> Id {
    Id::unique("open tab")
}

fn open_tab(ctx: &Context) -> Tab {
    ctx.data_mut(|data| data.get_persisted(tab_id()).unwrap_or_default())
}
