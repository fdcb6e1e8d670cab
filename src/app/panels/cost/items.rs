//! The tables of objects and materials, sorted by the column whose heading was clicked.

use std::cmp::Reverse;

use eframe::egui::{Button, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder};

use crate::app::kit::theme;
use crate::budget::Size;
use crate::cost::{ItemCost, LevelCost, MaterialCost};
use crate::escape;
use crate::geometry::narrate::grouped;
use crate::workspace::Workspace;
use crate::world::Item;

/// Height of a row, points.
const ROW: f32 = 20.0;
/// The greatest number of rows.
const MOST: usize = 500;

/// What the table lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Listed {
    #[default]
    Objects,
    Materials,
}

/// A column: its heading, its help, and the number of a row as a number and as text.
struct CostColumn<T> {
    head: &'static str,
    help: &'static str,
    number: fn(&T) -> u64,
    is_bytes: bool,
}

const OBJECTS: [CostColumn<ItemCost>; 6] = [
    CostColumn { head: "triangles", help: "Its triangles.", number: |item| item.triangles, is_bytes: false },
    CostColumn { head: "vertices", help: "Its vertices.", number: |item| item.vertices, is_bytes: false },
    CostColumn {
        head: "geometry",
        help: "The bytes of its vertices and indices.",
        number: |item| item.geometry_bytes,
        is_bytes: true,
    },
    CostColumn {
        head: "shared by",
        help: "The number of objects with the same geometry, which is in memory once.",
        number: |item| item.shared_by,
        is_bytes: false,
    },
    CostColumn {
        head: "textures",
        help: "The bytes of the textures of its materials.",
        number: |item| item.texture_bytes,
        is_bytes: true,
    },
    CostColumn {
        head: "draw calls",
        help: "One for each of its materials.",
        number: |item| item.draws,
        is_bytes: false,
    },
];

const MATERIALS: [CostColumn<MaterialCost>; 4] = [
    CostColumn {
        head: "draw calls",
        help: "One for each object that has it.",
        number: |material| material.count.draws,
        is_bytes: false,
    },
    CostColumn {
        head: "triangles",
        help: "The triangles that have it.",
        number: |material| material.count.triangles,
        is_bytes: false,
    },
    CostColumn {
        head: "textures",
        help: "The number of its textures.",
        number: |material| material.textures.len() as u64,
        is_bytes: false,
    },
    CostColumn {
        head: "bytes",
        help: "The bytes of its textures.",
        number: |material| material.texture_bytes,
        is_bytes: true,
    },
];

/// The tables between frames.
#[derive(Default)]
pub(super) struct ItemTables {
    listed: Listed,
    /// The column by which each table is sorted; `None` for the names.
    objects_by: SortedBy,
    materials_by: SortedBy,
}

/// A column of numbers, or the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SortedBy(Option<usize>);

impl Default for SortedBy {
    fn default() -> Self {
        Self(Some(0))
    }
}

impl ItemTables {
    pub(super) fn show(&mut self, ui: &mut Ui, workspace: &mut Workspace, cost: &LevelCost) {
        ui.horizontal(|ui| {
            for (listed, word, count) in
                [(Listed::Objects, "Objects", cost.items.len()), (Listed::Materials, "Materials", cost.materials.len())]
            {
                let words = format!("{word} ({})", grouped(count as u64));
                if ui.add(Button::selectable(self.listed == listed, words)).clicked() {
                    self.listed = listed;
                }
            }
        });
        match self.listed {
            Listed::Objects => {
                let selected = workspace.selected().object();
                let name = |item: &ItemCost| item.name.to_string();
                let clicked = table(ui, "object", &cost.items, &OBJECTS, name, &mut self.objects_by, selected);
                if let Some(clicked) = clicked {
                    let objects = workspace.world().objects.len();
                    let item = clicked.checked_sub(objects).map_or(Item::Object(clicked), Item::Image);
                    workspace.selection_mut().choose(item, true);
                }
            }
            Listed::Materials => {
                let name = |material: &MaterialCost| material.name.clone();
                table(ui, "material", &cost.materials, &MATERIALS, name, &mut self.materials_by, None);
            }
        }
    }
}

/// A table of rows with names. Returns the row that was clicked.
fn table<T>(
    ui: &mut Ui,
    name_head: &str,
    rows: &[T],
    columns: &[CostColumn<T>],
    name: impl Fn(&T) -> String,
    by: &mut SortedBy,
    selected: Option<usize>,
) -> Option<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    match by.0.and_then(|column| columns.get(column)) {
        Some(column) => order.sort_by_key(|row| Reverse((column.number)(&rows[*row]))),
        None => order.sort_by_cached_key(|row| name(&rows[*row])),
    }
    let shown = order.len().min(MOST);
    let mut clicked = None;
    ui.push_id(name_head, |ui| {
        TableBuilder::new(ui)
            .vscroll(false)
            .striped(true)
            .sense(Sense::click())
            .column(Column::remainder().at_least(90.0).clip(true))
            .columns(Column::auto().at_least(52.0), columns.len())
            .header(ROW, |mut row| {
                row.col(|ui| {
                    if heading(ui, name_head, "Sort by name.", by.0.is_none()) {
                        *by = SortedBy(None);
                    }
                });
                for (i, column) in columns.iter().enumerate() {
                    row.col(|ui| {
                        if heading(ui, column.head, column.help, by.0 == Some(i)) {
                            *by = SortedBy(Some(i));
                        }
                    });
                }
            })
            .body(|body| {
                body.rows(ROW, shown, |mut row| {
                    let index = order[row.index()];
                    let item = &rows[index];
                    row.set_selected(selected == Some(index));
                    row.col(|ui| {
                        ui.add(eframe::egui::Label::new(&*escape::shown(&name(item))).selectable(false).truncate());
                    });
                    for column in columns {
                        let number = (column.number)(item);
                        let text = if column.is_bytes { Size(number).to_string() } else { grouped(number) };
                        row.col(|ui| {
                            ui.add(eframe::egui::Label::new(text).selectable(false));
                        });
                    }
                    if row.response().clicked() {
                        clicked = Some(index);
                    }
                });
            });
    });
    if order.len() > shown {
        ui.weak(format!("{} more rows; `eyeline cost` writes all of them.", grouped((order.len() - shown) as u64)));
    }
    clicked
}

/// The heading of a column. Returns whether it was clicked.
fn heading(ui: &mut Ui, word: &str, help: &str, is_sorted: bool) -> bool {
    let text = RichText::new(if is_sorted { format!("{word} ⏷") } else { word.to_owned() });
    let text = if is_sorted { text.strong() } else { text.weak() };
    ui.add(Button::new(text.font(theme::small())).frame(false)).on_hover_text(help).clicked()
}
