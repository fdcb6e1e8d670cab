//! The lines that were drawn with the pen.

use eframe::egui::{Color32, Painter, Pos2, Shape, Stroke};

/// The width of a line, points.
const WIDTH: f32 = 3.5;
/// The least distance of two points of a line, points.
const LEAST: f32 = 1.5;

/// All lines.
#[derive(Default)]
pub(super) struct Ink {
    lines: Vec<Vec<Pos2>>,
}

impl Ink {
    /// Begins a line.
    pub(super) fn begin(&mut self, at: Pos2) {
        self.lines.push(vec![at]);
    }

    /// Continues the last line.
    pub(super) fn draw_to(&mut self, at: Pos2) {
        if let Some(line) = self.lines.last_mut()
            && line.last().is_none_or(|last| last.distance(at) >= LEAST)
        {
            line.push(at);
        }
    }

    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Paints the lines with a dark rim, so that they are seen on any ground.
    pub(super) fn paint(&self, painter: &Painter, color: Color32) {
        for (width, color) in [(WIDTH + 2.0, Color32::from_black_alpha(140)), (WIDTH, color)] {
            for line in &self.lines {
                match line[..] {
                    [dot] => drop(painter.circle_filled(dot, 0.5 * width, color)),
                    _ => drop(painter.add(Shape::line(line.clone(), Stroke::new(width, color)))),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    #[test]
    fn a_line_has_the_points_that_are_apart() {
        let mut ink = Ink::default();
        ink.draw_to(pos2(9.0, 9.0));
        assert!(ink.is_empty(), "a line must begin");
        ink.begin(pos2(0.0, 0.0));
        for x in [0.5, 1.0, 2.0, 2.5, 4.0] {
            ink.draw_to(pos2(x, 0.0));
        }
        assert_eq!(ink.lines, [vec![pos2(0.0, 0.0), pos2(2.0, 0.0), pos2(4.0, 0.0)]]);
        ink.clear();
        assert!(ink.is_empty());
    }
}
