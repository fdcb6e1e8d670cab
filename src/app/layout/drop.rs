//! The target of a dragged panel.

use egui_tiles::{Container, TileId, Tiles, Tree};

use crate::app::command::pane::Pane;

/// Moves a panel that was dropped on a half of a tab's contents beside the whole group of tabs.
///
/// `egui_tiles` would split that tab in two and title it "Horizontal". In this layout tabs contain only panels.
pub(super) fn keep_beside_tabs(tree: &mut Tree<Pane>, dropped: TileId) {
    let tiles = &mut tree.tiles;
    let Some(split) = tiles.parent_of(dropped) else { return };
    let Some(group) = tiles.parent_of(split) else { return };
    let is_split_tab = matches!(tiles.get_container(split), Some(Container::Linear(_)))
        && matches!(tiles.get_container(group), Some(Container::Tabs(_)));
    let neighbour = tiles.get_container(split).and_then(|split| split.children().find(|child| **child != dropped));
    let Some(&neighbour) = neighbour.filter(|_| is_split_tab) else { return };
    let above = tiles.parent_of(group);
    replace(tiles, group, split, neighbour);
    replace(tiles, split, neighbour, group);
    match above {
        Some(above) => replace(tiles, above, group, split),
        None => tree.root = Some(split),
    }
}

fn replace(tiles: &mut Tiles<Pane>, container: TileId, old: TileId, new: TileId) {
    if let Some(egui_tiles::Tile::Container(container)) = tiles.get_mut(container) {
        // The tab is a child of this container, because it was found there.
        let _ = container.replace_child(old, new);
    }
}

#[cfg(test)]
mod tests {
    use egui_tiles::Tile;

    use super::super::arrangement::LayoutPart;
    use super::*;

    #[test]
    fn a_panel_dropped_on_half_a_tab_is_beside_all_tabs() {
        let mut tree = LayoutPart::default().tree();
        let find = |tree: &Tree<Pane>, pane| tree.tiles.find_pane(&pane).unwrap();
        let (plots, about) = (find(&tree, Pane::Plots), find(&tree, Pane::About));
        let group = tree.tiles.parent_of(plots).unwrap();
        // As in egui_tiles: the dropped panel leaves its tabs, and a row replaces the tab.
        let old = tree.tiles.parent_of(about).unwrap();
        let Some(Tile::Container(old)) = tree.tiles.get_mut(old) else { panic!("tabs") };
        old.remove_child(about);
        let row = tree.tiles.insert_horizontal_tile(vec![about, plots]);
        replace(&mut tree.tiles, group, plots, row);
        let above = tree.tiles.parent_of(group).unwrap();

        keep_beside_tabs(&mut tree, about);
        assert_eq!(tree.tiles.parent_of(plots), Some(group), "the tab is where it was");
        assert_eq!(tree.tiles.parent_of(group), Some(row));
        assert_eq!(tree.tiles.parent_of(row), Some(above));
        assert_eq!(tree.tiles.get_container(row).unwrap().children_vec(), [about, group]);
    }

    #[test]
    fn other_drops_are_unchanged() {
        let mut tree = LayoutPart::default().tree();
        let before = tree.clone();
        for pane in Pane::ALL {
            let tile = tree.tiles.find_pane(&pane).unwrap();
            keep_beside_tabs(&mut tree, tile);
        }
        assert!(tree == before);
    }
}
