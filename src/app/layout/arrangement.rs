//! An arrangement of panels as a value: the default, and the arrangement that is stored between runs.
//!
//! `egui_tiles` stores its tiles as a graph of ids, which a damaged file could make cyclic. This type is always a tree
//! and does not depend on that crate, so it is the only form in which layouts are read.

use std::collections::HashSet;

use eframe::egui::Id;
use egui_tiles::{Container, Linear, LinearDir, SimplificationOptions, Tabs, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use crate::app::command::pane::Pane;

/// Every panel is in a group of tabs, so that it has a tab to drag. Tabs contain only panels.
pub(super) const SHAPE: SimplificationOptions = SimplificationOptions {
    prune_empty_tabs: true,
    prune_empty_containers: true,
    prune_single_child_tabs: true,
    prune_single_child_containers: true,
    all_panes_must_have_tabs: true,
    join_nested_linear_containers: true,
    flatten_tabs_in_tabs: true,
};

/// The largest valid share in a file, points. It is larger than any screen.
const LARGEST: f32 = 1e5;

/// One part of the window.
///
/// The numbers are shares of the width or height. Beside a part that contains the 3D view they are points, and the
/// number of the view itself is ignored: the view takes [the rest](super::fit).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum LayoutPart {
    /// Side by side, from the left.
    Row(Vec<(f32, LayoutPart)>),
    /// One below the other, from the top.
    Column(Vec<(f32, LayoutPart)>),
    /// Tabs, and the index of the open one.
    Tabs(Vec<Pane>, Pane),
}

impl Default for LayoutPart {
    fn default() -> Self {
        let one = |pane| Self::Tabs(vec![pane], pane);
        let answers = vec![
            Pane::Explain,
            Pane::Verdicts,
            Pane::Plots,
            Pane::Behavior,
            Pane::Octree,
            Pane::Opacity,
            Pane::Occlusion,
            Pane::Visibility,
            Pane::Cost,
            Pane::Sessions,
            Pane::Compare,
            Pane::Disagreements,
            Pane::Problems,
        ];
        Self::Row(vec![
            (262.0, Self::Column(vec![(56.0, one(Pane::Outliner)), (44.0, one(Pane::About))])),
            (
                1.0,
                Self::Column(vec![
                    (1.0, Self::Tabs(vec![Pane::View, Pane::Review], Pane::View)),
                    (240.0, Self::Tabs(answers, Pane::Explain)),
                ]),
            ),
            (318.0, Self::Tabs(vec![Pane::Inspector, Pane::Lesson], Pane::Inspector)),
        ])
    }
}

impl LayoutPart {
    /// The arrangement of a tree; `None` for an empty tree.
    pub(super) fn of(tree: &Tree<Pane>) -> Option<Self> {
        Self::of_tile(&tree.tiles, tree.root?)
    }

    fn of_tile(tiles: &Tiles<Pane>, tile: TileId) -> Option<Self> {
        match tiles.get(tile)? {
            Tile::Pane(pane) => Some(Self::Tabs(vec![*pane], *pane)),
            Tile::Container(Container::Tabs(tabs)) => {
                let panes: Vec<Pane> = tabs.children.iter().filter_map(|tab| tiles.get_pane(tab)).copied().collect();
                let open = tabs.active.and_then(|tab| tiles.get_pane(&tab)).or(panes.first()).copied()?;
                Some(Self::Tabs(panes, open))
            }
            Tile::Container(Container::Linear(linear)) => {
                let part = |&tile: &TileId| Some((linear.shares[tile], Self::of_tile(tiles, tile)?));
                let parts = linear.children.iter().filter_map(part).collect();
                Some(match linear.dir {
                    LinearDir::Horizontal => Self::Row(parts),
                    LinearDir::Vertical => Self::Column(parts),
                })
            }
            Tile::Container(Container::Grid(_)) => None,
        }
    }

    /// The tree that egui shows.
    pub(super) fn tree(&self) -> Tree<Pane> {
        let mut tiles = Tiles::default();
        let root = self.insert_into(&mut tiles);
        Tree::new(Id::unique("panels"), root, tiles)
    }

    fn insert_into(&self, tiles: &mut Tiles<Pane>) -> TileId {
        let (dir, parts) = match self {
            Self::Tabs(panes, open) => {
                let children: Vec<TileId> = panes.iter().map(|pane| tiles.insert_pane(*pane)).collect();
                let active = panes.iter().position(|pane| pane == open).map(|place| children[place]);
                return tiles.insert_container(Tabs { children, active });
            }
            Self::Row(parts) => (LinearDir::Horizontal, parts),
            Self::Column(parts) => (LinearDir::Vertical, parts),
        };
        let mut linear = Linear::new(dir, Vec::new());
        for (share, part) in parts {
            let tile = part.insert_into(tiles);
            linear.add_child(tile);
            linear.shares.set_share(tile, *share);
        }
        tiles.insert_container(linear)
    }

    /// The panels, from the left and from the top.
    pub(super) fn panes(&self) -> Vec<Pane> {
        match self {
            Self::Tabs(panes, _) => panes.clone(),
            Self::Row(parts) | Self::Column(parts) => parts.iter().flat_map(|(_, part)| part.panes()).collect(),
        }
    }

    /// Completes an arrangement from a file; `None` when it is invalid.
    ///
    /// A panel that is missing in the file, such as a file of an older version, is added to the tabs of related panels.
    pub(super) fn checked(mut self) -> Option<Self> {
        let mut seen = HashSet::new();
        let is_sound = self.has_sound_shares() && self.panes().into_iter().all(|pane| seen.insert(pane));
        if !is_sound || !seen.contains(&Pane::View) {
            return None;
        }
        let usual = Self::default();
        for missing in usual.panes().into_iter().filter(|pane| !seen.contains(pane)) {
            let at_home = usual.group_of(|panes| panes.contains(&missing))?.clone();
            self.group_with(&at_home)?.push(missing);
        }
        Some(self)
    }

    fn has_sound_shares(&self) -> bool {
        match self {
            Self::Tabs(panes, open) => panes.contains(open),
            Self::Row(parts) | Self::Column(parts) => {
                let is_sound = |(share, part): &(f32, Self)| (0.0..=LARGEST).contains(share) && part.has_sound_shares();
                !parts.is_empty() && parts.iter().all(is_sound)
            }
        }
    }

    fn group_of(&self, is_it: impl Fn(&[Pane]) -> bool + Copy) -> Option<&Vec<Pane>> {
        match self {
            Self::Tabs(panes, _) => is_it(panes).then_some(panes),
            Self::Row(parts) | Self::Column(parts) => parts.iter().find_map(|(_, part)| part.group_of(is_it)),
        }
    }

    /// The tabs that contain one of these panels.
    fn group_with(&mut self, some: &[Pane]) -> Option<&mut Vec<Pane>> {
        match self {
            Self::Tabs(panes, _) => panes.iter().any(|pane| some.contains(pane)).then_some(panes),
            Self::Row(parts) | Self::Column(parts) => parts.iter_mut().find_map(|(_, part)| part.group_with(some)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tabs(panes: &[Pane]) -> LayoutPart {
        LayoutPart::Tabs(panes.to_vec(), panes[0])
    }

    #[test]
    fn the_default_contains_every_panel_once() {
        let usual = LayoutPart::default();
        assert_eq!(usual.clone().checked(), Some(usual.clone()));
        assert_eq!(usual.panes().len(), Pane::ALL.len());
        assert!(Pane::ALL.iter().all(|pane| usual.panes().contains(pane)));
    }

    #[test]
    fn a_tree_returns_its_arrangement() {
        let other = LayoutPart::Column(vec![
            (3.0, LayoutPart::Row(vec![(1.0, tabs(&[Pane::View, Pane::About])), (200.0, tabs(&[Pane::Outliner]))])),
            (150.0, LayoutPart::Tabs(vec![Pane::Plots, Pane::Explain, Pane::Problems], Pane::Explain)),
        ]);
        for part in [LayoutPart::default(), other] {
            assert_eq!(LayoutPart::of(&part.tree()), Some(part));
        }
    }

    #[test]
    fn invalid_arrangements_are_refused() {
        let rest = [Pane::Outliner, Pane::Explain, Pane::Inspector, Pane::About];
        let view = || tabs(&[Pane::View]);
        for (part, why) in [
            (tabs(&rest), "no 3D view"),
            (LayoutPart::Row(vec![(1.0, view()), (1.0, view())]), "two of it"),
            (LayoutPart::Row(vec![(1.0, view()), (1.0, tabs(&[Pane::Plots, Pane::Plots]))]), "twice in one place"),
            (LayoutPart::Row(vec![(f32::NAN, view()), (1.0, tabs(&rest))]), "a share that is no number"),
            (LayoutPart::Row(vec![(-1.0, view()), (1.0, tabs(&rest))]), "a share below nothing"),
            (LayoutPart::Row(vec![(1.0, view()), (f32::INFINITY, tabs(&rest))]), "a share without end"),
            (LayoutPart::Row(vec![(1.0, view()), (1.0, LayoutPart::Column(Vec::new()))]), "a place without a panel"),
            (LayoutPart::Tabs(vec![Pane::View], Pane::About), "an open tab that is not there"),
            (view(), "no tabs for the outliner"),
        ] {
            assert_eq!(part.checked(), None, "{why}");
        }
    }

    #[test]
    fn a_panel_unknown_to_an_older_version_is_added_to_related_panels() {
        let old = LayoutPart::Row(vec![
            (1.0, tabs(&[Pane::View])),
            (300.0, tabs(&[Pane::Outliner, Pane::About, Pane::Inspector])),
            (300.0, LayoutPart::Tabs(vec![Pane::Verdicts, Pane::Problems], Pane::Problems)),
        ]);
        let Some(LayoutPart::Row(parts)) = old.checked() else { panic!("it can be used") };
        let added = [
            Pane::Explain,
            Pane::Plots,
            Pane::Behavior,
            Pane::Octree,
            Pane::Opacity,
            Pane::Occlusion,
            Pane::Visibility,
            Pane::Cost,
            Pane::Sessions,
            Pane::Compare,
            Pane::Disagreements,
        ];
        let all = [&[Pane::Verdicts, Pane::Problems][..], &added].concat();
        assert_eq!(parts[2].1, LayoutPart::Tabs(all, Pane::Problems));
    }
}
