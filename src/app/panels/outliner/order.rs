//! The place of each row among the visible rows. Sections, models and groups of parts can be collapsed.
//!
//! The order is computed again when a section or model is expanded or collapsed, or when the search changes. A frame
//! reads only the visible rows.

use std::collections::HashSet;
use std::ops::Range;

use super::kinds;
use super::rows::{Indices, Inside, OutlinerRow, OutlinerRows, Section};
use super::tree::{GroupOf, GroupTree, NodeOrPart, PartGroup};
use crate::scene::{ItemId, ItemSet};
use crate::workspace::Workspace;
use crate::world::{Item, World};

/// The expanded sections and models.
#[derive(Default)]
pub(super) struct Folds {
    closed: [bool; Section::ALL.len()],
    /// The expanded models.
    open: ItemSet,
    /// Models that were collapsed although the search matches one of their parts, for the search with this number.
    collapsed_in_search: ItemSet,
    /// The groups that are not as at first, by the id of their model: collapsed nodes, and expanded materials.
    turned: HashSet<(ItemId, GroupOf)>,
    /// Nodes that were collapsed although the search matches a part below them, for the search with this number.
    turned_in_search: HashSet<(ItemId, GroupOf)>,
    /// Whether the materials are shown.
    has_materials: bool,
    search: u64,
    /// The generation of the open scene.
    made_for: Option<u64>,
    changes: u64,
}

impl Folds {
    /// Adapts to another search or another scene. The model of a level that was opened as a scene is expanded.
    pub(super) fn update(&mut self, workspace: &Workspace, rows: &OutlinerRows) {
        if self.search != rows.made() {
            self.search = rows.made();
            self.collapsed_in_search.clear();
            self.turned_in_search.clear();
        }
        if self.made_for.replace(workspace.disk().generation()) == Some(workspace.disk().generation()) {
            return;
        }
        let world = workspace.world();
        let is_alone = world.models.len() == 1 && world.own_count(Section::Object) == 0;
        self.open = world.models.iter().filter(|_| is_alone).map(|model| model.id).collect();
        self.turned.clear();
        self.has_materials = false;
        self.changes += 1;
    }

    pub(super) fn is_section_open(&self, section: Section) -> bool {
        !self.closed[section as usize]
    }

    pub(super) fn open_section(&mut self, section: Section, is_open: bool) {
        self.closed[section as usize] = !is_open;
        self.changes += 1;
    }

    pub(super) fn is_open(&self, inside: &Inside) -> bool {
        if inside.matches_search {
            !self.collapsed_in_search.contains(&inside.id)
        } else {
            self.open.contains(&inside.id)
        }
    }

    pub(super) fn open(&mut self, inside: &Inside, is_open: bool) {
        let (set, is_in) =
            if inside.matches_search { (&mut self.collapsed_in_search, !is_open) } else { (&mut self.open, is_open) };
        if is_in {
            set.insert(inside.id);
        } else {
            set.swap_remove(&inside.id);
        }
        self.changes += 1;
    }

    /// Whether a group is expanded: nodes are at first, and materials are not.
    pub(super) fn is_group_open(&self, group: PartGroup, rows: &OutlinerRows) -> bool {
        let Some((key, is_searched)) = key_of(group, rows) else { return false };
        match group.of {
            GroupOf::Node(_) if is_searched => !self.turned_in_search.contains(&key),
            GroupOf::Node(_) => !self.turned.contains(&key),
            GroupOf::Material(_) => self.turned.contains(&key),
        }
    }

    pub(super) fn open_group(&mut self, group: PartGroup, is_open: bool, rows: &OutlinerRows) {
        let Some((key, is_searched)) = key_of(group, rows) else { return };
        let (set, is_in) = match group.of {
            GroupOf::Node(_) if is_searched => (&mut self.turned_in_search, !is_open),
            GroupOf::Node(_) => (&mut self.turned, !is_open),
            GroupOf::Material(_) => (&mut self.turned, is_open),
        };
        if is_in {
            set.insert(key);
        } else {
            set.remove(&key);
        }
        self.changes += 1;
    }

    /// Whether the materials are shown: not at first. Those whose names match a search are.
    pub(super) fn are_materials_open(&self, rows: &OutlinerRows) -> bool {
        self.has_materials || rows.materials.iter().any(|(_, _, material)| material.is_found)
    }

    pub(super) fn open_materials(&mut self, is_open: bool) {
        self.has_materials = is_open;
        self.changes += 1;
    }

    /// Expands the section, the model and the nodes of a row, so that an item selected elsewhere is visible.
    pub(super) fn reveal(&mut self, row: OutlinerRow, rows: &OutlinerRows, world: &World) {
        let Some((section, _)) = row.place() else { return };
        let model = row.model(world);
        let section = if model.is_some() { Section::Model } else { section };
        if !self.is_section_open(section) {
            self.open_section(section, true);
        }
        if let Some(inside) = model.and_then(|model| rows.inside(model)).filter(|inside| !self.is_open(inside)) {
            self.open(inside, true);
        }
        let tree = model.and_then(|model| Some((model, rows.inside(model)?.tree.clone()?)));
        if let Some(((model, tree), item)) = tree.zip(row.item()) {
            for node in tree.above(item) {
                let group = PartGroup { model, of: GroupOf::Node(node) };
                if !self.is_group_open(group, rows) {
                    self.open_group(group, true, rows);
                }
            }
        }
    }
}

/// The key of a group in the sets of [`Folds`], and whether the search matches parts of its model.
fn key_of(group: PartGroup, rows: &OutlinerRows) -> Option<((ItemId, GroupOf), bool)> {
    match group.of {
        GroupOf::Node(_) => {
            let inside = rows.inside(group.model)?;
            Some(((inside.id, group.of), inside.matches_search))
        }
        GroupOf::Material(_) => {
            let (_, id, _) = rows.materials.iter().find(|(model, _, _)| *model == group.model)?;
            Some(((*id, group.of), false))
        }
    }
}

/// Consecutive rows.
enum RowRun {
    One(OutlinerRow),
    Many(Section, Indices),
    /// Each with the number of groups above it.
    Tree(Vec<(OutlinerRow, u32)>),
}

/// All visible rows.
#[derive(Default)]
pub(super) struct RowOrder {
    made_for: Option<(u64, u64)>,
    /// Each run with the index of its first row, ascending.
    runs: Vec<(usize, RowRun)>,
    len: usize,
}

impl RowOrder {
    /// Computes the order again when the rows or the collapsed models have changed.
    pub(super) fn update(&mut self, rows: &OutlinerRows, folds: &Folds, world: &World) {
        let key = (rows.made(), folds.changes);
        if self.made_for.replace(key) == Some(key) {
            return;
        }
        (self.runs, self.len) = (Vec::new(), 0);
        for section in Section::ALL {
            if kinds::of_kind(section).is_rare && world.own_count(section) == 0 {
                continue;
            }
            self.add(RowRun::One(OutlinerRow::Header(section)), 1);
            let is_open = folds.is_section_open(section);
            match rows.own(section) {
                Some(own) if is_open => self.add(RowRun::Many(section, own.clone()), own.len()),
                None if is_open => self.add_models(rows, folds),
                _ => {}
            }
            if section == Section::Model {
                self.add_materials(rows, folds);
            }
        }
    }

    fn add_models(&mut self, rows: &OutlinerRows, folds: &Folds) {
        for inside in &rows.models {
            self.add(RowRun::One(OutlinerRow::Item(Item::Model(inside.model))), 1);
            if folds.is_open(inside) {
                if let Some(tree) = &inside.tree {
                    self.add_tree(inside, tree, rows, folds);
                    continue;
                }
                let Inside { cameras, objects, .. } = inside;
                self.add(RowRun::Many(Section::Camera, cameras.clone()), cameras.len());
                self.add(RowRun::Many(Section::Object, objects.clone()), objects.len());
            }
        }
    }

    fn add_tree(&mut self, inside: &Inside, tree: &GroupTree, rows: &OutlinerRows, folds: &Folds) {
        let group = |node| PartGroup { model: inside.model, of: GroupOf::Node(node) };
        let mut visible = Vec::new();
        tree.rows(
            |node| folds.is_group_open(group(node), rows),
            |row, depth| {
                let row = match row {
                    NodeOrPart::Node(node) => OutlinerRow::Group(group(node)),
                    NodeOrPart::Part(item) => OutlinerRow::Item(item),
                };
                visible.push((row, depth));
            },
        );
        let len = visible.len();
        self.add(RowRun::Tree(visible), len);
    }

    fn add_materials(&mut self, rows: &OutlinerRows, folds: &Folds) {
        if rows.material_count == 0 {
            return;
        }
        self.add(RowRun::One(OutlinerRow::Materials), 1);
        if !folds.are_materials_open(rows) {
            return;
        }
        let mut visible = Vec::new();
        for (model, _, material) in &rows.materials {
            let group = PartGroup { model: *model, of: GroupOf::Material(material.index) };
            visible.push((OutlinerRow::Group(group), 0));
            if folds.is_group_open(group, rows) {
                visible.extend(material.parts.iter().map(|part| (OutlinerRow::Used(group, *part), 1)));
            }
        }
        let len = visible.len();
        self.add(RowRun::Tree(visible), len);
    }

    fn add(&mut self, run: RowRun, len: usize) {
        if len > 0 {
            self.runs.push((self.len, run));
            self.len += len;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The index of a row, if it is visible.
    pub(super) fn place_of(&self, row: OutlinerRow) -> Option<usize> {
        let place_in = |run: &RowRun| match run {
            RowRun::One(one) => (*one == row).then_some(0),
            RowRun::Many(section, indices) => {
                let (of, index) = row.place()?;
                indices.place_of(index).filter(|_| of == *section)
            }
            RowRun::Tree(rows) => rows.iter().position(|(other, _)| *other == row),
        };
        self.runs.iter().find_map(|(from, run)| Some(from + place_in(run)?))
    }

    /// The row of the group that a row is in.
    pub(super) fn above(&self, row: OutlinerRow) -> Option<OutlinerRow> {
        let place = self.place_of(row)?;
        let run = self.runs.partition_point(|(from, _)| *from <= place).checked_sub(1)?;
        let (from, RowRun::Tree(rows)) = self.runs.get(run)? else { return None };
        let (_, depth) = rows.get(place - from)?;
        rows[..place - from].iter().rev().find(|(_, other)| other < depth).map(|(row, _)| *row)
    }

    /// The rows at these indices.
    pub(super) fn at(&self, range: Range<usize>) -> Vec<OutlinerRow> {
        self.placed_at(range).into_iter().map(|(row, _)| row).collect()
    }

    /// The same, each with the number of groups above it in its tree.
    pub(super) fn placed_at(&self, range: Range<usize>) -> Vec<(OutlinerRow, u32)> {
        let mut run = self.runs.partition_point(|(from, _)| *from <= range.start).saturating_sub(1);
        let row = |place: usize| {
            while self.runs.get(run + 1).is_some_and(|(from, _)| *from <= place) {
                run += 1;
            }
            let (from, rows) = self.runs.get(run)?;
            match rows {
                RowRun::One(row) => Some((*row, 0)),
                RowRun::Many(section, indices) => {
                    Some((OutlinerRow::Item(section.item(indices.get(place - from)?)), 0))
                }
                RowRun::Tree(rows) => rows.get(place - from).copied(),
            }
        };
        (range.start..range.end.min(self.len)).filter_map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::workspace;
    use super::*;

    struct OutlinerList {
        rows: OutlinerRows,
        folds: Folds,
        order: RowOrder,
    }

    impl OutlinerList {
        fn of(workspace: &Workspace, search: &str) -> Self {
            let mut list = Self { rows: OutlinerRows::default(), folds: Folds::default(), order: RowOrder::default() };
            list.update(workspace, search);
            list
        }

        fn update(&mut self, workspace: &Workspace, search: &str) {
            self.rows.update(search, workspace);
            self.folds.update(workspace, &self.rows);
            self.order.update(&self.rows, &self.folds, workspace.world());
        }

        fn open(&mut self, model: usize, is_open: bool) {
            self.folds.open(self.rows.inside(model).unwrap(), is_open);
        }

        /// All rows; checks that each is found at its index.
        fn all(&self) -> Vec<OutlinerRow> {
            let all = self.order.at(0..99);
            assert_eq!(all.len(), self.order.len());
            for (place, row) in all.iter().enumerate() {
                assert_eq!(self.order.place_of(*row), Some(place), "{row:?}");
                assert_eq!(self.order.at(place..place + 2).first(), Some(row));
            }
            all
        }
    }

    const HEADERS: [OutlinerRow; 4] = [
        OutlinerRow::Header(Section::Camera),
        OutlinerRow::Header(Section::Ray),
        OutlinerRow::Header(Section::Object),
        OutlinerRow::Header(Section::Model),
    ];

    #[test]
    fn sections_and_models_expand_and_collapse() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path());
        let mut list = OutlinerList::of(&workspace, "");
        let [cameras, rays, objects, models] = HEADERS;
        let (eye, aim, crate_, ball) = (
            OutlinerRow::Item(Item::Camera(0)),
            OutlinerRow::Item(Item::Ray(0)),
            OutlinerRow::Item(Item::Object(0)),
            OutlinerRow::Item(Item::Object(1)),
        );
        let (shed, barn) = (OutlinerRow::Item(Item::Model(0)), OutlinerRow::Item(Item::Model(1)));
        assert_eq!(list.all(), [cameras, eye, rays, aim, objects, crate_, ball, models, shed, barn]);
        for section in [Section::Camera, Section::Ray, Section::Object] {
            list.folds.open_section(section, false);
        }
        list.open(1, true);
        list.update(&workspace, "");
        assert_eq!(
            list.all(),
            [
                cameras,
                rays,
                objects,
                models,
                shed,
                barn,
                OutlinerRow::Item(Item::Object(4)),
                OutlinerRow::Item(Item::Object(5))
            ]
        );
        assert_eq!(list.order.place_of(crate_), None);
        list.folds.reveal(OutlinerRow::Item(Item::Object(3)), &list.rows, workspace.world());
        list.folds.open_section(Section::Model, false);
        list.folds.reveal(OutlinerRow::Item(Item::Object(3)), &list.rows, workspace.world());
        list.update(&workspace, "");
        assert_eq!(list.order.place_of(OutlinerRow::Item(Item::Object(3))), Some(6));
    }

    #[test]
    fn a_search_expands_its_matches_and_keeps_the_state_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path());
        let mut list = OutlinerList::of(&workspace, "");
        list.open(0, true);
        list.update(&workspace, "wall");
        let found = [
            OutlinerRow::Item(Item::Model(0)),
            OutlinerRow::Item(Item::Object(3)),
            OutlinerRow::Item(Item::Model(1)),
            OutlinerRow::Item(Item::Object(5)),
        ];
        assert_eq!(list.all(), [&HEADERS[..], &found].concat());
        list.open(0, false);
        list.update(&workspace, "wall");
        assert_eq!(list.all(), [&HEADERS[..], &found[..1], &found[2..]].concat());
        list.update(&workspace, "wal");
        assert_eq!(list.all(), [&HEADERS[..], &found].concat(), "another search opens it again");
        list.update(&workspace, "");
        assert_eq!(list.all().last(), Some(&OutlinerRow::Item(Item::Model(1))));
        assert_eq!(list.order.place_of(OutlinerRow::Item(Item::Object(2))), Some(9));
    }

    #[test]
    fn expanded_models_stay_expanded_after_renames_moves_and_additions() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = workspace(folder.path());
        let mut list = OutlinerList::of(&workspace, "");
        list.open(1, true);
        let is_open = |list: &OutlinerList, model| list.folds.is_open(list.rows.inside(model).unwrap());
        workspace.edit("name", |scene| scene.models[1].name = "cowshed".to_owned());
        list.update(&workspace, "");
        assert!(is_open(&list, 1) && !is_open(&list, 0));
        workspace.edit("name and move", |scene| {
            scene.models[0].name = "stable".to_owned();
            scene.models.swap(0, 1);
        });
        list.update(&workspace, "");
        assert!(is_open(&list, 0) && !is_open(&list, 1));
        workspace.edit("delete", |scene| drop(scene.models.pop()));
        list.update(&workspace, "");
        assert!(is_open(&list, 0));
    }

    #[test]
    fn the_model_of_a_level_opened_as_a_scene_is_expanded() {
        let folder = tempfile::tempdir().unwrap();
        workspace(folder.path());
        let mut workspace = Workspace::empty();
        assert!(workspace.open(&folder.path().join("shed.obj")), "{:?}", workspace.notices());
        let list = OutlinerList::of(&workspace, "");
        assert_eq!(
            list.all()[4..],
            [OutlinerRow::Item(Item::Model(0)), OutlinerRow::Item(Item::Object(0)), OutlinerRow::Item(Item::Object(1))]
        );
    }
}
