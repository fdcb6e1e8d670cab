//! The rows of the outliner: the items that match the search, and those of each model with their groups.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::tree::{GroupOf, GroupTree, MaterialRow, PartGroup, found_groups};
use crate::parallel;
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::world::{Item, ModelAt, World};

/// The sections of the outliner: one for each kind of items, in their order.
pub(super) use crate::world::ItemKind as Section;

/// A row of the outliner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutlinerRow {
    Header(Section),
    Item(Item),
    /// A node that groups parts of a model, or a material.
    Group(PartGroup),
    /// The header of the materials of all models.
    Materials,
    /// A part below a material that it uses. It has a row of its own among the parts of its model.
    Used(PartGroup, Item),
}

impl OutlinerRow {
    /// The section of an item and its index there; `None` for a header or a group, and for a part below a material.
    pub(super) fn place(self) -> Option<(Section, usize)> {
        let Self::Item(item) = self else { return None };
        Some((item.kind(), item.index()))
    }

    /// The item of the row; `None` for a header or a group.
    pub(super) fn item(self) -> Option<Item> {
        match self {
            Self::Item(item) | Self::Used(_, item) => Some(item),
            Self::Header(_) | Self::Group(_) | Self::Materials => None,
        }
    }

    /// The model of a part or a group.
    pub(super) fn model(self, world: &World) -> Option<usize> {
        match self {
            Self::Group(group) => Some(group.model),
            _ => match self.item()? {
                Item::Camera(i) => world.model_of_camera(i),
                Item::Object(i) => world.model_of(i),
                _ => None,
            },
        }
    }
}

/// Ascending indices: a whole range, or some indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Indices {
    All(Range<usize>),
    Some(Arc<[usize]>),
}

/// The largest number of bytes that a search takes for each item: whether it matches, its index, and space for as many
/// more while the list grows.
const PER_ITEM: usize = 1 + 3 * size_of::<usize>();
// The lists of a search are not reserved in the memory budget: they are a small part of the memory that is reserved for
// each object.
const _: () = assert!(PER_ITEM as u64 * 32 <= crate::files::placed::OBJECT);

impl Indices {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::All(range) => range.len(),
            Self::Some(list) => list.len(),
        }
    }

    pub(super) fn get(&self, place: usize) -> Option<usize> {
        match self {
            Self::All(range) => (place < range.len()).then_some(range.start + place),
            Self::Some(list) => list.get(place).copied(),
        }
    }

    /// The place of an index in the list.
    pub(super) fn place_of(&self, index: usize) -> Option<usize> {
        match self {
            Self::All(range) => range.contains(&index).then(|| index - range.start),
            Self::Some(list) => list.binary_search(&index).ok(),
        }
    }

    fn found(range: Range<usize>, matches: impl Fn(usize) -> bool + Sync) -> Self {
        let is_in = parallel::collect(range.len(), |place| matches(range.start + place));
        Self::Some(range.zip(is_in).filter_map(|(index, is_in)| is_in.then_some(index)).collect())
    }
}

/// The parts of a model that match the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Inside {
    /// In `models` of the world.
    pub(super) model: usize,
    pub(super) id: ItemId,
    pub(super) cameras: Indices,
    pub(super) objects: Indices,
    /// Whether the search matches parts, so that the model is expanded.
    pub(super) matches_search: bool,
    /// The nodes that group its parts; `None` for a flat list.
    pub(super) tree: Option<Arc<GroupTree>>,
}

impl Inside {
    pub(super) fn len(&self) -> usize {
        self.cameras.len() + self.objects.len()
    }

    fn all(index: usize, model: &ModelAt) -> Self {
        let (cameras, objects) = (Indices::All(model.cameras.clone()), Indices::All(model.objects.clone()));
        Self { model: index, id: model.id, cameras, objects, matches_search: false, tree: None }
    }

    /// Whether a part of the model matches.
    pub(super) fn has(&self, part: Item) -> bool {
        let indices = if matches!(part, Item::Camera(_)) { &self.cameras } else { &self.objects };
        indices.place_of(part.index()).is_some()
    }
}

/// The items that match the search. They are kept until the search or a name changes.
#[derive(Default)]
pub(super) struct OutlinerRows {
    made_for: Option<(u64, String)>,
    /// The number of updates.
    made: u64,
    /// The scene's own items by section; none for models.
    own: [Option<Indices>; Section::ALL.len()],
    /// The models that match, in their order.
    pub(super) models: Vec<Inside>,
    /// The materials that match, of all models in their order, each with its model and the id of that.
    pub(super) materials: Vec<(usize, ItemId, MaterialRow)>,
    /// The number of all materials that parts use.
    pub(super) material_count: usize,
}

impl OutlinerRows {
    /// Finds the rows for a search.
    pub(super) fn update(&mut self, search: &str, workspace: &Workspace) {
        let key = (workspace.placement().names_revision(), search.to_lowercase());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let (world, wanted) = (workspace.world(), &*key.1);
        self.own = Section::ALL.map(|section| {
            let all = 0..world.own_count(section);
            match section {
                Section::Model => None,
                _ if wanted.is_empty() => Some(Indices::All(all)),
                _ => Some(Indices::found(all, |i| name(world, section, i).to_lowercase().contains(wanted))),
            }
        });
        let models = world.models.iter().enumerate();
        self.models = models.filter_map(|(i, model)| search_in(workspace, i, model, wanted)).collect();
        for inside in &mut self.models {
            inside.tree = GroupTree::of(workspace, inside.model, |part| inside.has(part)).map(Arc::new);
        }
        let is_found = |name: &str| !wanted.is_empty() && name.to_lowercase().contains(wanted);
        self.materials = Vec::new();
        for (i, model) in world.models.iter().enumerate() {
            let inside = self.inside(i);
            let found = MaterialRow::all(workspace, i, is_found, |part| inside.is_some_and(|inside| inside.has(part)));
            self.materials.extend(found.into_iter().map(|material| (i, model.id, material)));
        }
        let materials = |model| workspace.disk().outline(model).map_or(0, |outline| outline.materials.len());
        self.material_count = (0..world.models.len()).map(materials).sum();
        self.made_for = Some(key);
        self.made += 1;
    }

    /// A number that increases with each change of the matches.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// Whether a row matches the search.
    pub(super) fn has(&self, row: OutlinerRow, world: &World) -> bool {
        let (section, index) = match row {
            OutlinerRow::Header(_) | OutlinerRow::Materials => return true,
            OutlinerRow::Group(group) | OutlinerRow::Used(group, _) => return !self.parts_of(group).is_empty(),
            OutlinerRow::Item(item) => (item.kind(), item.index()),
        };
        let inside = |model: usize| self.inside(model);
        match (section, row.model(world)) {
            (Section::Model, _) => inside(index).is_some(),
            (Section::Camera, Some(model)) => inside(model).is_some_and(|i| i.cameras.place_of(index).is_some()),
            (_, Some(model)) => inside(model).is_some_and(|i| i.objects.place_of(index).is_some()),
            (section, None) => self.own(section).is_some_and(|own| own.place_of(index).is_some()),
        }
    }

    /// The scene's own items of a section; none for models.
    pub(super) fn own(&self, section: Section) -> Option<&Indices> {
        self.own[section as usize].as_ref()
    }

    /// The matching parts of a model; `None` when not even its name matches.
    pub(super) fn inside(&self, model: usize) -> Option<&Inside> {
        let place = self.models.binary_search_by_key(&model, |inside| inside.model).ok()?;
        self.models.get(place)
    }

    /// The matching parts of a group.
    pub(super) fn parts_of(&self, group: PartGroup) -> &[Item] {
        match group.of {
            GroupOf::Node(node) => {
                self.inside(group.model).and_then(|inside| inside.tree.as_ref()).map_or(&[], |tree| tree.below(node))
            }
            GroupOf::Material(_) => self.material(group).map_or(&[], |material| &material.parts),
        }
    }

    /// The parts that a click on a group selects: its objects, or its cameras where it has no objects. A camera that is selected
    /// together with objects would ask about them.
    pub(super) fn chosen_of(&self, group: PartGroup) -> Vec<Item> {
        let parts = self.parts_of(group);
        let objects: Vec<Item> = parts.iter().copied().filter(|part| matches!(part, Item::Object(_))).collect();
        if objects.is_empty() { parts.to_vec() } else { objects }
    }

    /// The material of a group.
    pub(super) fn material(&self, group: PartGroup) -> Option<&MaterialRow> {
        let GroupOf::Material(index) = group.of else { return None };
        let key = |(model, _, material): &(usize, ItemId, MaterialRow)| (*model, material.index);
        let place = self.materials.binary_search_by_key(&(group.model, index), key).ok()?;
        self.materials.get(place).map(|(_, _, material)| material)
    }

    /// The number of items that match: of a model that matches by its parts, these parts. A material counts once when it
    /// matches by its name.
    pub(super) fn match_count(&self) -> usize {
        let own = self.own.iter().flatten().map(Indices::len).sum::<usize>();
        let materials = self.materials.iter().filter(|(_, _, material)| material.is_found).count();
        own + materials
            + self.models.iter().map(|inside| if inside.matches_search { inside.len() } else { 1 }).sum::<usize>()
    }

    /// The items that match, section by section: of a model that matches by its parts, these parts, else the model as a whole.
    pub(super) fn matching(&self) -> Vec<Item> {
        let items = |section: Section, indices: &Indices| {
            let places = (0..indices.len()).filter_map(|place| indices.get(place));
            places.map(|index| section.item(index)).collect::<Vec<_>>()
        };
        let mut found: Vec<Item> = Vec::with_capacity(self.match_count());
        for section in Section::ALL {
            let Some(own) = self.own(section) else {
                for inside in &self.models {
                    if inside.matches_search {
                        found.extend(items(Section::Camera, &inside.cameras));
                        found.extend(items(Section::Object, &inside.objects));
                    } else {
                        found.push(Item::Model(inside.model));
                    }
                }
                continue;
            };
            found.extend(items(section, own));
        }
        if self.materials.iter().any(|(_, _, material)| material.is_found) {
            // The users of a material that matches by its name, each once.
            let mut known: HashSet<Item> = found.iter().copied().collect();
            let users = self.materials.iter().filter(|(_, _, material)| material.is_found);
            found
                .extend(users.flat_map(|(_, _, material)| &material.parts).copied().filter(|part| known.insert(*part)));
        }
        found
    }

    /// The number of rows below a header; for models, the number of models.
    pub(super) fn len(&self, section: Section) -> usize {
        self.own(section).map_or(self.models.len(), Indices::len)
    }
}

/// The parts of a model that match a search. Parts are named `model/node`. Only the text after the model's own name is
/// searched, because otherwise a search for the model would match all its parts. A part also matches by the name of a
/// node above it. A model that matches by its own name keeps all parts.
fn search_in(workspace: &Workspace, index: usize, model: &ModelAt, wanted: &str) -> Option<Inside> {
    let world = workspace.world();
    let all = Inside::all(index, model);
    if wanted.is_empty() {
        return Some(all);
    }
    let own = model.name.to_lowercase();
    let is_found = |name: &str| {
        let name = name.to_lowercase();
        name.rfind(wanted).is_some_and(|at| at + wanted.len() > own.len())
    };
    let below = below_found(workspace, index, wanted);
    let is_below = |part: Item| below.contains(&part);
    let cameras =
        Indices::found(model.cameras.clone(), |i| is_found(&world.cameras[i].name) || is_below(Item::Camera(i)));
    let objects =
        Indices::found(model.objects.clone(), |i| is_found(&world.objects[i].name) || is_below(Item::Object(i)));
    let inside = Inside { model: index, id: model.id, cameras, objects, matches_search: true, tree: None };
    if inside.len() > 0 { Some(inside) } else { own.contains(wanted).then_some(all) }
}

/// The parts of a model that are below a node whose name matches a search.
fn below_found(workspace: &Workspace, model: usize, wanted: &str) -> HashSet<Item> {
    let outline = workspace.disk().outline(model).filter(|outline| !outline.groups.is_empty());
    let Some((outline, placed)) = outline.zip(workspace.disk().placed_parts(model)) else { return HashSet::new() };
    let found = found_groups(outline, |name| name.to_lowercase().contains(wanted));
    let parts = outline.parts.iter().filter(|part| part.group.is_some_and(|group| found[group as usize]));
    parts.flat_map(|part| placed.items(part.part)).collect()
}

fn name(world: &World, section: Section, index: usize) -> &str {
    world.name_of(section.item(index)).map_or("", |name| name)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A scene of an eye, a ray, two solids, and two instances of a shed with a wall and a floor.
    pub(in super::super) fn workspace(folder: &std::path::Path) -> Workspace {
        let shed = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\n";
        let text = r#"{ "eyeline": 1,
            "cameras": [{ "name": "eye" }],
            "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
            "objects": [{ "name": "Crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
                        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 50] }],
            "models": [{ "name": "Shed", "file": "shed.obj" }, { "name": "barn", "file": "shed.obj" }] }"#;
        std::fs::write(folder.join("shed.obj"), shed).unwrap();
        let loaded = crate::files::parse(text, "a.json", Some(folder)).unwrap();
        Workspace::on(loaded.scene, loaded.files, None, crate::files::Reading::default())
    }

    #[test]
    fn the_search_matches_in_any_case() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path());
        let mut rows = OutlinerRows::default();
        let mut found = |search: &str| {
            rows.update(search, &workspace);
            let own = Section::ALL.map(|section| rows.own(section).map_or(0, Indices::len));
            let inside = |inside: &Inside| (inside.model, inside.len(), inside.matches_search);
            (own, rows.models.iter().map(inside).collect::<Vec<_>>())
        };
        assert_eq!(found(""), ([0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], vec![(0, 2, false), (1, 2, false)]));
        assert_eq!(found("cra"), ([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], vec![]));
        assert_eq!(found("WALL"), ([0; 13], vec![(0, 1, true), (1, 1, true)]));
        assert_eq!(found("shed"), ([0; 13], vec![(0, 2, false)]), "by its own name, with all that is in it");
        assert_eq!(found("shed/"), ([0; 13], vec![(0, 2, true)]));
        assert_eq!(found("ed/fl"), ([0; 13], vec![(0, 1, true)]));
        assert_eq!(found("a"), ([0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], vec![(0, 1, true), (1, 1, true)]));
        assert_eq!(found("shed/roof"), ([0; 13], vec![]));
    }

    #[test]
    fn the_matching_items_are_those_of_the_rows() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path());
        let mut rows = OutlinerRows::default();
        for (search, expected) in [
            ("wall", vec![Item::Object(3), Item::Object(5)]),
            ("shed", vec![Item::Model(0)]),
            ("cra", vec![Item::Object(0)]),
            ("roof", vec![]),
            ("", vec![Item::Camera(0), Item::Ray(0), Item::Object(0), Item::Object(1), Item::Model(0), Item::Model(1)]),
        ] {
            rows.update(search, &workspace);
            assert_eq!(rows.matching(), expected, "{search}");
            assert_eq!(rows.match_count(), expected.len(), "{search}");
        }
    }

    #[test]
    fn matching_items_are_found_by_their_rows() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path());
        let mut rows = OutlinerRows::default();
        rows.update("wall", &workspace);
        let has = |row| rows.has(row, workspace.world());
        assert!(
            has(OutlinerRow::Item(Item::Object(3)))
                && has(OutlinerRow::Item(Item::Object(5)))
                && has(OutlinerRow::Item(Item::Model(1)))
                && has(OutlinerRow::Header(Section::Ray))
        );
        assert!(
            !has(OutlinerRow::Item(Item::Object(0)))
                && !has(OutlinerRow::Item(Item::Object(2)))
                && !has(OutlinerRow::Item(Item::Camera(0)))
        );
    }
}
