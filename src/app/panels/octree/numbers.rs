//! Counts, switches, levels and culling as rows.

use eframe::egui::{ComboBox, Label, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::facts::Culled;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::geometry::narrate::grouped;
use crate::octree::{LevelStats, Method, Stats};
use crate::picture::{CellsShown, DEEPEST_LATTICE, candidates_by, counted, grouped_with};
use crate::report::OctreeAnswers;
use crate::workspace::Workspace;

/// The counts of pairs, and both methods side by side.
pub(super) fn headline(ui: &mut Ui, octree: &OctreeAnswers) {
    let palette = theme::palette(ui.ctx());
    let yellow = theme::color(palette.on_plate(palette.candidate));
    let overlaps = octree.overlap_pairs.as_ref().map_or("many".to_owned(), |pairs| grouped(pairs.len() as u64));
    let brute_force = octree.brute_force_pairs();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (count, word, help) in [
            (
                grouped(octree.candidate_count),
                "candidates :",
                format!("Pairs of {}. Only these must be compared.", octree.tree.method().candidates()),
            ),
            (overlaps, "overlaps :", "Pairs whose boxes overlap or touch, by comparing all.".to_owned()),
            (grouped(brute_force), "brute force", "All pairs of objects.".to_owned()),
        ] {
            ui.label(RichText::new(count).size(15.0).strong().color(yellow)).on_hover_text(&help);
            ui.label(RichText::new(word).weak()).on_hover_text(help);
        }
    });
    for method in Method::ALL {
        let is_chosen = method == octree.tree.method();
        let text = format!("{}: {}", method.word(), counted(candidates_by(octree, method), brute_force));
        let text = if is_chosen {
            RichText::new(format!("● {text}")).strong()
        } else {
            RichText::new(format!("○ {text}"))
        };
        ui.add(Label::new(text).truncate());
    }
    ui.add_space(4.0);
}

/// The parts of the octree that the 3D view draws.
pub(super) fn look(ui: &mut Ui, workspace: &mut Workspace) {
    let mut look = *workspace.view().octree_look();
    let depth = workspace.report().octree.as_ref().map_or(0, |octree| octree.tree.region().depth());
    let word = |cells: CellsShown| match cells {
        CellsShown::None => "no cells".to_owned(),
        CellsShown::Occupied => "occupied cells".to_owned(),
        CellsShown::DownTo(level) => format!("all cells to level {level}"),
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("show").weak());
        let list = ComboBox::from_id_salt("cells shown").selected_text(word(look.cells)).width(150.0);
        let shown = list.show_ui(ui, |ui| {
            let levels = (0..=depth.min(DEEPEST_LATTICE)).map(CellsShown::DownTo);
            for cells in [CellsShown::None, CellsShown::Occupied].into_iter().chain(levels) {
                ui.selectable_value(&mut look.cells, cells, word(cells));
            }
        });
        shown.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Cells shown"));
        ui.checkbox(&mut look.has_pairs, "pairs").on_hover_text("Candidates dashed, overlaps strong.");
        ui.checkbox(&mut look.has_planes, "split planes")
            .on_hover_text("The planes that small objects in large cells straddle.");
    });
    workspace.view_mut().set_octree_look(look);
}

/// A bar for each level, and the straddlers.
pub(super) fn levels(ui: &mut Ui, stats: &Stats) {
    ui.add_space(6.0);
    ui.label(RichText::new("Objects by level").strong());
    let most = stats.levels.iter().map(|level| level.objects).max().unwrap_or(0).max(1);
    for (i, level) in stats.levels.iter().enumerate() {
        bar(ui, i, *level, most);
    }
    let [x, y, z] = stats.straddlers;
    let outside = if stats.outside > 0 { format!(" · out of the region {}", stats.outside) } else { String::new() };
    let text = format!("straddlers: x {x}, y {y}, z {z}{outside}");
    let help = "Objects that straddle a split plane of their cell, by axis. Objects that reach out of the region are in \
                the root.";
    ui.add(Label::new(RichText::new(text).weak()).truncate()).on_hover_text(help);
}

fn bar(ui: &mut Ui, number: usize, level: LevelStats, most: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 15.0), Sense::hover());
    let held = if level.straddling > 0 { format!(", {} straddling", level.straddling) } else { String::new() };
    let words = match level.objects {
        0 => "none".to_owned(),
        objects => format!("{} in {}{held}", grouped(objects as u64), grouped_with(level.cells as u64, "cell")),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("level {number}: {words}")));
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter_at(rect);
    let room = (rect.width() - 46.0).max(10.0) * 0.4;
    let width = |count: usize| room * count as f32 / most as f32;
    let start = rect.left() + 46.0;
    let whole = Rect::from_min_size(pos2(start, rect.top() + 3.0), vec2(width(level.objects), 9.0));
    painter.rect_filled(whole, 2.0, theme::color(palette.neutral));
    let held = Rect::from_min_size(whole.min, vec2(width(level.straddling), 9.0));
    painter.rect_filled(held, 2.0, theme::color(palette.tone(Tone::Fail)));
    let text = |x, text: &str, color| {
        let galley = theme::one_line(ui, text, theme::small(), color, rect.right() - x);
        painter.galley(pos2(x, rect.center().y - galley.size().y / 2.0), galley, color);
    };
    text(rect.left(), &format!("level {number}"), ui.visuals().weak_text_color());
    text(start + width(level.objects) + 6.0, &words, ui.visuals().text_color());
    response.on_hover_text("Straddling: small enough for a deeper cell, but they straddle a split plane.");
}

/// The box tests that the cells save for each camera.
pub(super) fn culling(ui: &mut Ui, cameras: &[Culled]) {
    if cameras.is_empty() {
        return;
    }
    ui.add_space(6.0);
    let help = "If a cell is outside a view volume, its objects are skipped. If it is inside, they are accepted. The flat loop tests every object.";
    ui.label(RichText::new("Box tests to cull, by cells and in a flat loop").strong()).on_hover_text(help);
    for Culled { camera, cells, objects, flat, saved } in cameras {
        let text = format!("{camera}: {} (cells {cells} + objects {objects}), flat {flat}", cells + objects);
        let rest = if *saved >= 0 { format!("{saved} saved") } else { format!("{} more", -saved) };
        ui.add(Label::new(format!("{text} · {rest}")).truncate());
    }
}
