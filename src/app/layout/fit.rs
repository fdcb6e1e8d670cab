//! The sizes of the panels.
//!
//! Panels beside the 3D view keep their size when the window is resized; the view takes the rest. When the rest is too
//! small, the panels shrink by a common factor. They grow again when there is room. In a row or column that contains
//! the view, shares are therefore points. Elsewhere they are proportions, as in `egui_tiles`.

use eframe::egui::{Rect, Vec2, vec2};
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

use crate::app::command::pane::Pane;

/// Height of a tab bar in points: a whole number of pixels at every scale of the menu.
pub(super) const BAR: f32 = 24.0;
/// The least part of its row and of its column that the view keeps.
const VIEW_PART: Vec2 = vec2(0.38, 0.45);
/// The least size of the view, including its tab bar, points.
const VIEW_LEAST: Vec2 = vec2(200.0, 150.0);
/// The greatest part for that least size, so that no panel is pushed out of the window.
const VIEW_MOST: f32 = 0.8;
/// A panel that is dropped beside the view gets at most this size, points.
const DROPPED_MOST: f32 = 320.0;

/// The place of an open panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PanelPlace {
    /// The panel.
    pub pane: Pane,
    /// Tab bar and contents.
    pub rect: Rect,
    /// The group of tabs.
    pub tabs: TileId,
}

/// Gives the rest of the space to the view. Returns the places of the visible panels. `gap` is the distance between
/// them.
///
/// `egui_tiles` computes the same layout, but reports places only while it draws, and contents are drawn before that.
pub(super) fn fit(tree: &mut Tree<Pane>, area: Rect, gap: f32) -> Vec<PanelPlace> {
    let mut places = Vec::new();
    if let Some(root) = tree.root {
        fit_tile(&mut tree.tiles, root, area, gap, &mut places);
    }
    places
}

fn fit_tile(tiles: &mut Tiles<Pane>, tile: TileId, rect: Rect, gap: f32, places: &mut Vec<PanelPlace>) {
    if let Some(Container::Tabs(tabs)) = tiles.get_container(tile) {
        let open = tabs.next_active(tiles).and_then(|tab| tiles.get_pane(&tab));
        places.extend(open.map(|&pane| PanelPlace { pane, rect, tabs: tile }));
        return;
    }
    let children = shown_children(tiles, tile);
    let view = children.iter().copied().find(|child| holds_view(tiles, *child));
    let Some(linear) = linear(tiles, tile) else { return };
    let gaps = gap * children.len().saturating_sub(1) as f32;
    let length = (along(linear.dir, rect.size()) - gaps).max(0.0);
    let even = length / children.len() as f32;
    for &child in &children {
        if !linear.shares.iter().any(|(known, _)| *known == child) {
            // The panel was dropped here in this frame.
            linear.shares.set_share(child, if view.is_some() { even.min(DROPPED_MOST) } else { even });
        }
    }
    if let Some(view) = view {
        let others = children.iter().filter(|child| **child != view).map(|child| linear.shares[*child]).sum();
        linear.shares.set_share(view, share_of_view(length, others, least(linear.dir, length)));
    }
    let lengths = linear.shares.split(&children, length);
    let dir = linear.dir;
    let mut corner = rect.min;
    for (child, length) in children.into_iter().zip(lengths) {
        let (size, step) = match dir {
            LinearDir::Horizontal => (vec2(length, rect.height()), vec2(length + gap, 0.0)),
            LinearDir::Vertical => (vec2(rect.width(), length), vec2(0.0, length + gap)),
        };
        fit_tile(tiles, child, Rect::from_min_size(corner, size), gap, places);
        corner += step;
    }
}

/// The share at which the view gets `length`, when the others have `others` points in total.
fn share_of_view(length: f32, others: f32, least: f32) -> f32 {
    if length - others >= least {
        (length - others).max(1.0)
    } else {
        // The others divide the rest in proportion to their shares.
        least * others / (length - least).max(1.0)
    }
}

fn least(dir: LinearDir, length: f32) -> f32 {
    (length * along(dir, VIEW_PART)).max(along(dir, VIEW_LEAST)).min(length * VIEW_MOST)
}

/// Stores the new sizes after a border was dragged. The view keeps its least size.
pub(super) fn settle(tree: &mut Tree<Pane>) {
    let mut rest: Vec<TileId> = tree.root.into_iter().collect();
    while let Some(tile) = rest.pop() {
        let children = shown_children(&tree.tiles, tile);
        if let Some(view) = children.iter().position(|child| holds_view(&tree.tiles, *child)) {
            settle_around(&mut tree.tiles, tile, &children, view);
            rest.extend(children);
        }
    }
}

fn settle_around(tiles: &mut Tiles<Pane>, tile: TileId, children: &[TileId], view: usize) {
    let rects: Vec<Rect> = children.iter().filter_map(|child| tiles.rect(*child)).collect();
    let Some(linear) = linear(tiles, tile).filter(|_| rects.len() == children.len()) else { return };
    let before: Vec<f32> = rects.iter().map(|rect| along(linear.dir, rect.size())).collect();
    let length: f32 = before.iter().sum();
    let mut after = linear.shares.split(children, length);
    let least = least(linear.dir, length);
    // Half a point is due to rounding.
    if after[view] < least - 0.5 {
        // The border stops at the view's least size, and no other panel moves.
        let growth = |i: &usize| after[*i] - before[*i];
        let grown = (0..children.len()).filter(|i| *i != view).max_by(|a, b| growth(a).total_cmp(&growth(b)));
        let given = (before[view] - least).max(0.0);
        after.clone_from(&before);
        after[view] -= given;
        if let Some(grown) = grown {
            after[grown] += given;
        }
    }
    for (child, length) in children.iter().zip(after) {
        linear.shares.set_share(*child, length);
    }
}

/// Gives the part that contains a panel at least this height, points, if it is above or below the view.
pub(super) fn raise(tree: &mut Tree<Pane>, pane: Pane, height: f32) {
    let mut at = tree.tiles.find_pane(&pane);
    while let Some((child, parent)) = at.and_then(|child| Some((child, tree.tiles.parent_of(child)?))) {
        let is_beside_view = holds_view(&tree.tiles, parent) && !holds_view(&tree.tiles, child);
        if let Some(linear) = linear(&mut tree.tiles, parent).filter(|linear| linear.dir == LinearDir::Vertical)
            && is_beside_view
        {
            let share = linear.shares[child].max(height);
            linear.shares.set_share(child, share);
        }
        at = Some(parent);
    }
}

/// The share of the part that contains a panel, points, if it is above or below the view.
pub(super) fn share_below_view(tree: &Tree<Pane>, pane: Pane) -> Option<f32> {
    let mut at = tree.tiles.find_pane(&pane);
    while let Some((child, parent)) = at.and_then(|child| Some((child, tree.tiles.parent_of(child)?))) {
        if let Some(Container::Linear(linear)) = tree.tiles.get_container(parent)
            && linear.dir == LinearDir::Vertical
            && holds_view(&tree.tiles, parent)
            && !holds_view(&tree.tiles, child)
        {
            return Some(linear.shares[child]);
        }
        at = Some(parent);
    }
    None
}

/// The tabs that contain a panel.
pub(super) fn group_of(tree: &Tree<Pane>, pane: Pane) -> Option<TileId> {
    tree.tiles.parent_of(tree.tiles.find_pane(&pane)?)
}

/// The visible parts of a row or column.
fn shown_children(tiles: &Tiles<Pane>, tile: TileId) -> Vec<TileId> {
    let Some(Container::Linear(linear)) = tiles.get_container(tile) else { return Vec::new() };
    linear.children.iter().copied().filter(|child| tiles.is_visible_in_layout(*child)).collect()
}

fn linear(tiles: &mut Tiles<Pane>, tile: TileId) -> Option<&mut Linear> {
    match tiles.get_mut(tile)? {
        Tile::Container(Container::Linear(linear)) => Some(linear),
        _ => None,
    }
}

fn holds_view(tiles: &Tiles<Pane>, tile: TileId) -> bool {
    match tiles.get(tile) {
        Some(Tile::Pane(pane)) => *pane == Pane::View,
        Some(Tile::Container(container)) => container.children().any(|child| holds_view(tiles, *child)),
        None => false,
    }
}

fn along(dir: LinearDir, size: Vec2) -> f32 {
    match dir {
        LinearDir::Horizontal => size.x,
        LinearDir::Vertical => size.y,
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Pos2, pos2};

    use super::super::arrangement::LayoutPart;
    use super::*;

    fn places(tree: &mut Tree<Pane>, size: Vec2) -> Vec<PanelPlace> {
        fit(tree, Rect::from_min_size(Pos2::ZERO, size), 1.0)
    }

    fn rect(places: &[PanelPlace], pane: Pane) -> Rect {
        places.iter().find(|place| place.pane == pane).map(|place| place.rect).unwrap()
    }

    #[test]
    fn the_view_takes_the_rest_at_any_size_of_the_window() {
        let mut tree = LayoutPart::default().tree();
        for size in [vec2(1440.0, 840.0), vec2(1024.0, 580.0), vec2(2560.0, 1380.0), vec2(1440.0, 840.0)] {
            let places = places(&mut tree, size);
            let [outliner, view, explain, inspector] =
                [Pane::Outliner, Pane::View, Pane::Explain, Pane::Inspector].map(|pane| rect(&places, pane));
            for (found, wanted) in [
                (outliner.width(), 262.0),
                (inspector.width(), 318.0),
                (explain.height(), 240.0),
                (view.width(), size.x - 582.0),
                (view.height(), size.y - 241.0),
            ] {
                assert!((found - wanted).abs() < 0.01, "{found} is not {wanted} at {size}");
            }
            assert!((view.left() - outliner.right() - 1.0).abs() < 0.01);
            assert!((inspector.right() - size.x).abs() < 0.01);
        }
    }

    #[test]
    fn in_a_small_window_the_other_panels_shrink_and_grow_again() {
        let mut tree = LayoutPart::default().tree();
        let wide = places(&mut tree, vec2(1440.0, 840.0));
        for size in [vec2(720.0, 390.0), vec2(512.0, 260.0), vec2(300.0, 200.0), vec2(20.0, 10.0), Vec2::ZERO] {
            let places = places(&mut tree, size);
            let view = rect(&places, Pane::View);
            assert!(view.width() >= (size.x - 2.0) * 0.37 && view.height() >= (size.y - 1.0) * 0.44, "{size}: {view}");
            assert!(view.width() >= 200.0_f32.min((size.x - 2.0) * 0.79), "{size}: {view}");
            let inspector = rect(&places, Pane::Inspector);
            assert!(inspector.right() <= size.x.max(2.0) + 0.01 && !inspector.is_negative(), "{size}: {inspector}");
        }
        assert_eq!(places(&mut tree, vec2(1440.0, 840.0)), wide);
    }

    #[test]
    fn a_panel_dropped_into_a_row_gets_an_equal_part_and_the_view_stays_largest() {
        let mut tree = LayoutPart::default().tree();
        places(&mut tree, vec2(1440.0, 840.0));
        let new = tree.tiles.insert_tab_tile(Vec::new());
        let root = tree.root.unwrap();
        let Some(Tile::Container(row)) = tree.tiles.get_mut(root) else { panic!("a row") };
        row.add_child(new);
        for (width, wanted) in [(1203.0, 300.0), (2003.0, DROPPED_MOST)] {
            let mut tree = tree.clone();
            places(&mut tree, vec2(width, 840.0));
            let found = linear(&mut tree.tiles, root).unwrap().shares[new];
            assert!((found - wanted).abs() < 0.01, "{found} at {width}");
        }
    }

    #[test]
    fn a_panel_is_raised_but_never_lowered_and_the_view_keeps_its_least() {
        let mut tree = LayoutPart::default().tree();
        for (height, wanted) in [(400.0, 400.0), (300.0, 400.0), (9000.0, 0.55 * 840.0)] {
            raise(&mut tree, Pane::Explain, height);
            let found = rect(&places(&mut tree, vec2(1440.0, 840.0)), Pane::Explain).height();
            assert!((found - wanted).abs() < 1.0, "{found} is not {wanted}");
        }
        let before = places(&mut tree, vec2(1440.0, 840.0));
        raise(&mut tree, Pane::Inspector, 700.0);
        assert_eq!(places(&mut tree, vec2(1440.0, 840.0)), before, "it is beside the view, not below");
    }

    #[test]
    fn a_part_whose_panels_are_all_closed_takes_no_room() {
        let mut tree = LayoutPart::default().tree();
        for pane in [Pane::Outliner, Pane::About, Pane::Inspector, Pane::Lesson] {
            let tile = tree.tiles.find_pane(&pane).unwrap();
            tree.tiles.set_visible(tile, false);
        }
        let places = places(&mut tree, vec2(1000.0, 800.0));
        assert_eq!(rect(&places, Pane::View).x_range(), pos2(0.0, 0.0).x..=pos2(1000.0, 0.0).x);
    }
}
