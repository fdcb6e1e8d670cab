//! Texts about cells, images and unread pixels.
use crate::geometry::narrate::grouped;
use crate::opacity::{CellLayout, Grid, Method, PixelRect};
use crate::picture::grouped_with;

/// A mean with three digits: "0.503".
pub(super) fn mean(mean: f64) -> String {
    format!("{mean:.3}")
}

/// A mean with few digits: ".50", "1", "0". It has a third digit where two digits would be on the other side of the
/// threshold.
pub(super) fn short(mean: f64, threshold: f64) -> String {
    let text = format!("{mean:.2}");
    let seems = text.parse::<f64>().unwrap_or(mean) >= threshold;
    match text.as_str() {
        _ if seems != (mean >= threshold) => format!("{mean:.3}").trim_start_matches('0').to_owned(),
        "0.00" if mean > 0.0 => "›0".to_owned(),
        "1.00" if mean < 1.0 => "‹1".to_owned(),
        "0.00" => "0".to_owned(),
        "1.00" => "1".to_owned(),
        _ => text.trim_start_matches('0').to_owned(),
    }
}

/// The difference of two means: "+.12", "−.03", "0".
pub(super) fn difference(by: f64) -> String {
    let text = format!("{:.2}", by.abs());
    let sign = if by < 0.0 { '−' } else { '+' };
    match (text.as_str(), by == 0.0) {
        (_, true) => "=".to_owned(),
        ("0.00", _) => format!("{sign}›0"),
        ("1.00", _) => format!("{sign}1"),
        _ => format!("{sign}{}", text.trim_start_matches('0')),
    }
}

/// A fraction in whole percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// "64 of 144 cells are solid, 44 %".
pub(super) fn solid_cells(solid: usize, all: usize) -> String {
    let share = percent(solid as f64 / all as f64);
    let verb = if solid == 1 { "is" } else { "are" };
    format!("{} of {} {verb} solid, {share}", grouped(solid as u64), grouped_with(all as u64, "cell"))
}

/// "cell 3,4: mean 0.503, solid".
pub(super) fn cell(grid: &Grid, cell: [u32; 2], threshold: f64) -> Option<String> {
    let value = grid.mean(cell)?;
    let is_solid = grid.is_solid(cell, threshold)?;
    let [i, j] = cell;
    Some(format!("cell {i},{j}: mean {}, {}", mean(value), if is_solid { "solid" } else { "clear" }))
}

/// "columns 21 … 41, rows 63 … 83: 21 × 21 = 441 pixels".
pub(super) fn pixels(rect: &PixelRect) -> String {
    let [columns, rows] = [&rect.x, &rect.y].map(|range| format!("{} … {}", range.start, range.end.max(1) - 1));
    let [width, height] = [rect.x.len(), rect.y.len()];
    format!("columns {columns}, rows {rows}: {width} × {height} = {} pixels", grouped(rect.area()))
}

/// The number of pixels that a method never reads: "`odd_block` never reads 2,063 of 6,767 pixels, 30 %".
pub(super) fn never_read(layout: &CellLayout) -> String {
    let word = layout.method().word();
    let [width, height] = layout.size();
    let all = u64::from(width) * u64::from(height);
    match (layout.uncovered_pixels(), layout.method()) {
        (0, Method::Exact) => format!("{word} reads every pixel once"),
        (0, Method::OddBlock) => format!("{word} reads every pixel here: its blocks fit"),
        (unread, _) => {
            let share = percent(unread as f64 / all as f64);
            format!("{word} never reads {} of {} pixels, {share}", grouped(unread), grouped(all))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_keep_the_deciding_digits() {
        for (value, text) in [(0.0, "0"), (0.001, "›0"), (0.5, ".50"), (0.999, "‹1"), (1.0, "1")] {
            assert_eq!(short(value, 0.3), text);
        }
        assert_eq!((short(0.498, 0.5), short(0.5, 0.5)), (".498".to_owned(), ".50".to_owned()));
        for (value, text) in [(0.0, "="), (0.001, "+›0"), (-0.25, "−.25"), (1.0, "+1")] {
            assert_eq!(difference(value), text);
        }
    }

    #[test]
    fn unread_pixels_are_counted() {
        for (size, method, text) in [
            ([101, 67], Method::OddBlock, "odd_block never reads 2,063 of 6,767 pixels, 30 %"),
            ([84, 56], Method::OddBlock, "odd_block reads every pixel here: its blocks fit"),
            ([101, 67], Method::Exact, "exact reads every pixel once"),
        ] {
            let layout = CellLayout::new(size, [12, 8], method).unwrap();
            assert_eq!(never_read(&layout), text);
        }
    }
}
