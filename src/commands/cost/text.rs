//! The answer for a terminal: totals, tables and sentences.

use std::fmt::Write;

use super::answer::CostAnswer;
use crate::budget::Size;
use crate::cost::{GEOMETRY_FORMULA, TEXTURE_FORMULA, VIEW_COLUMNS};
use crate::escape::shown;
use crate::geometry::narrate::{counted, grouped};

/// The answer as text.
pub(super) fn text(answer: &CostAnswer) -> String {
    let mut text = String::new();
    totals(&mut text, answer);
    objects(&mut text, answer);
    materials(&mut text, answer);
    positions(&mut text, answer);
    text.push('\n');
    for sentence in answer.sentences {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

fn totals(text: &mut String, answer: &CostAnswer) {
    let cost = answer.cost;
    let _ = writeln!(
        text,
        "{}: {} triangles, {} vertices in {} with {}, {}",
        answer.name,
        grouped(cost.count.triangles),
        grouped(cost.vertices),
        counted(cost.count.objects, "object"),
        counted(cost.geometries, "different mesh").replace("meshs", "meshes"),
        counted(cost.count.draws, "draw call"),
    );
    let _ = writeln!(text, "geometry {}: {GEOMETRY_FORMULA}", Size(cost.geometry_bytes));
    let textures = counted(cost.textures.len() as u64, "texture");
    let _ = writeln!(text, "{textures} {}: {TEXTURE_FORMULA}", Size(cost.texture_bytes));
}

/// A table with a name at the left and numbers at the right.
struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(head: &[&str]) -> Self {
        Self { rows: vec![head.iter().map(|&word| word.to_owned()).collect()] }
    }

    fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    fn write(&self, text: &mut String) {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = format!("  {:<1$}", row[0], widths[0]);
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                let _ = write!(line, "  {cell:>width$}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
}

/// The words after a table that does not have all rows.
fn rest(text: &mut String, all: usize, listed: usize) {
    if all > listed {
        let _ = writeln!(text, "  … and {} more: see --top, or -o FILE.json", all - listed);
    }
}

fn objects(text: &mut String, answer: &CostAnswer) {
    let (cost, top) = (answer.cost, answer.args.top);
    if top == 0 || cost.items.is_empty() {
        return;
    }
    text.push_str("\nObjects by triangles\n");
    let mut table = Table::new(&["object", "triangles", "vertices", "geometry", "shared by", "textures", "draw calls"]);
    for item in cost.ranked(|item| item.triangles).into_iter().take(top) {
        table.row(vec![
            shown(&item.name).into_owned(),
            grouped(item.triangles),
            grouped(item.vertices),
            Size(item.geometry_bytes).to_string(),
            grouped(item.shared_by),
            Size(item.texture_bytes).to_string(),
            grouped(item.draws),
        ]);
    }
    table.write(text);
    rest(text, cost.items.len(), top);
}

fn materials(text: &mut String, answer: &CostAnswer) {
    let (cost, top) = (answer.cost, answer.args.top);
    if top == 0 || cost.materials.is_empty() {
        return;
    }
    text.push_str("\nMaterials by draw calls\n");
    let mut table = Table::new(&["material", "draw calls", "triangles", "textures", "bytes of textures"]);
    for material in cost.ranked_materials(|material| material.count.draws).into_iter().take(top) {
        table.row(vec![
            shown(&material.name).into_owned(),
            grouped(material.count.draws),
            grouped(material.count.triangles),
            grouped(material.textures.len() as u64),
            Size(material.texture_bytes).to_string(),
        ]);
    }
    table.write(text);
    rest(text, cost.materials.len(), top);
}

fn positions(text: &mut String, answer: &CostAnswer) {
    let (survey, measure, top) = (answer.survey, answer.args.measure, answer.args.top);
    let places = survey.ranked(measure);
    let mut head = format!("{} by {}", counted(places.len() as u64, "position"), measure.name());
    let left_out = survey.left_out_in_words();
    if !left_out.is_empty() {
        head = format!("{head}, {left_out}");
    }
    let _ = writeln!(text, "\n{head}");
    if top == 0 || places.is_empty() {
        return;
    }
    let head: Vec<&str> = ["(x, z)"].into_iter().chain(VIEW_COLUMNS.map(|column| column.head)).collect();
    let mut table = Table::new(&head);
    for (index, place) in places.iter().take(top) {
        let Some(view) = place.worst(measure) else { continue };
        let name = survey.name(*index, place);
        table.row([name].into_iter().chain(VIEW_COLUMNS.map(|column| (column.cell)(view))).collect());
    }
    table.write(text);
    rest(text, places.len(), top);
    text.push_str("  seen, covered and no pixel are triangles of whole objects\n");
}
