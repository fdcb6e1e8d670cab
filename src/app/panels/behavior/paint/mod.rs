//! Draws the tree with egui's painter.
//!
//! ```text
//! outline   the shape of a node's box, by its kind
//! label     the words in it
//! links     the lines from parents to children, and the way of the last abort along them
//! node      one box
//! tree_canvas   the painter with what all drawing functions need
//! ```
//!
//! Text that is too small to be read and nodes outside the view are not drawn.

mod label;
mod links;
mod node;
mod outline;
mod tree_canvas;

use eframe::egui::{Painter, Ui};

use super::chart::Chart;
use super::shown::ShownAgent;
use super::sight::ChartView;
use crate::behavior::Status;
pub(super) use label::Label;
pub(super) use outline::{OutlineForm, draw};
use tree_canvas::TreePainter;
pub(super) use tree_canvas::{Extras, TreeColors};

/// Draws the visible part of a tree.
pub(super) fn tree(
    ui: &Ui,
    painter: &Painter,
    shown: &ShownAgent<'_>,
    chart: &Chart,
    sight: &ChartView,
    extras: Extras<'_>,
) {
    let canvas = TreePainter { painter, colors: TreeColors::of(ui), shown, chart, sight, extras };
    links::all(&canvas);
    links::aborts(&canvas);
    let part = sight.part();
    let mut last: Option<(f32, f32, Status)> = None;
    for one in chart.within(&part) {
        let rect = sight.rect(one);
        let key = (rect.top(), rect.right(), shown.statuses[one.node]);
        // A box on the same pixel as the previous one is skipped.
        let is_lost = last.is_some_and(|(top, right, status)| {
            top.to_bits() == key.0.to_bits() && key.1 - right < 0.7 && status == key.2
        });
        if !is_lost {
            node::paint(&canvas, one, rect);
            last = Some(key);
        }
    }
    node::badges(&canvas);
}

#[cfg(test)]
mod tests;
