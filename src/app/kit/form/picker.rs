//! A field for one of many objects, cameras or other items: a list with a search opens below it. It is fast with 100,000 names.

use std::sync::Arc;

use eframe::egui::{ComboBox, Id, PopupCloseBehavior, ScrollArea, TextEdit, Ui};

use crate::app::kit::keys;
use crate::app::kit::keys::Left;
use crate::scene::{EntryKind, Scene};
use crate::workspace::Workspace;
use crate::world::World;
use crate::{escape, parallel};

/// Height of an open list, points.
const HEIGHT: f32 = 220.0;

/// The user's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Picked {
    /// The entry for no item.
    Nothing,
    /// The item with this name.
    Name(String),
}

/// The names that can be chosen: the scene's own objects or cameras, then those of models.
#[derive(Clone, Copy)]
pub(in crate::app) struct Offers<'s> {
    scene: &'s Scene,
    world: &'s World,
    /// The value of `Placement::names_revision`, which changes with any name.
    names_revision: u64,
    of: OfferKind,
}

#[derive(Clone, Copy)]
enum OfferKind {
    Objects,
    Cameras,
    /// Objects, then models.
    Bodies,
    /// The scene's own entries of another kind.
    Entries(EntryKind),
}

impl<'s> Offers<'s> {
    pub(in crate::app) fn objects(workspace: &'s Workspace) -> Self {
        Self::of(workspace, OfferKind::Objects)
    }

    pub(in crate::app) fn cameras(workspace: &'s Workspace) -> Self {
        Self::of(workspace, OfferKind::Cameras)
    }

    /// Objects and whole models.
    pub(in crate::app) fn bodies(workspace: &'s Workspace) -> Self {
        Self::of(workspace, OfferKind::Bodies)
    }

    /// What a naming key of an expectation can name; `None` for a key that names no item.
    pub(in crate::app) fn of_key(workspace: &'s Workspace, key: &str) -> Option<Self> {
        let of = match key {
            "camera" => OfferKind::Cameras,
            "object" | "skin" => OfferKind::Objects,
            "occlusion" => OfferKind::Entries(EntryKind::Occlusion),
            _ => OfferKind::Entries(EntryKind::ALL.into_iter().find(|kind| kind.word() == key)?),
        };
        Some(Self::of(workspace, of))
    }

    fn of(workspace: &'s Workspace, of: OfferKind) -> Self {
        Self {
            scene: workspace.scene(),
            world: workspace.world(),
            names_revision: workspace.placement().names_revision(),
            of,
        }
    }

    fn word(&self) -> &'static str {
        match self.of {
            OfferKind::Objects | OfferKind::Bodies => "object",
            OfferKind::Cameras => "camera",
            OfferKind::Entries(kind) => kind.word(),
        }
    }

    /// The number of the scene's own names, and the first index of those of models in the world. The world may have
    /// fewer of the scene's own objects, because unplaced objects are left out.
    fn parts(&self) -> (usize, usize, usize) {
        let Self { scene, world, .. } = *self;
        let first = world.models.first();
        match self.of {
            OfferKind::Objects | OfferKind::Bodies => {
                let all = world.objects.len();
                (scene.objects.len(), first.map_or(all, |model| model.objects.start), all)
            }
            OfferKind::Cameras => {
                let all = world.cameras.len();
                (scene.cameras.len(), first.map_or(all, |model| model.cameras.start), all)
            }
            OfferKind::Entries(kind) => (kind.count(scene), 0, 0),
        }
    }

    fn len(&self) -> usize {
        let (own, from, all) = self.parts();
        let models = if matches!(self.of, OfferKind::Bodies) { self.scene.models.len() } else { 0 };
        own + all - from + models
    }

    fn name(&self, index: usize) -> &'s str {
        let Self { scene, world, .. } = *self;
        let (own, from, all) = self.parts();
        let there = (from + index).wrapping_sub(own);
        match self.of {
            OfferKind::Objects | OfferKind::Bodies if index < own => &scene.objects[index].name,
            OfferKind::Bodies if there >= all => &scene.models[there - all].name,
            OfferKind::Objects | OfferKind::Bodies => &world.objects[there].name,
            OfferKind::Cameras if index < own => &scene.cameras[index].name,
            OfferKind::Cameras => &world.cameras[there].name,
            OfferKind::Entries(kind) => kind.entry(index).name(scene).unwrap_or_default(),
        }
    }

    /// The indices of the names that contain the text, in any case.
    fn matching(&self, search: &str) -> Arc<[usize]> {
        let search = search.trim().to_lowercase();
        let matches = |i| search.is_empty() || self.name(i).to_lowercase().contains(&search);
        let is_in = parallel::collect(self.len(), matches);
        (0..is_in.len()).filter(|&i| is_in[i]).collect()
    }
}

/// An open list: the typed text and its matches, until the text or a name changes.
#[derive(Clone, Default)]
struct PickerSearch {
    text: String,
    found: Arc<[usize]>,
    found_for: Option<(u64, String)>,
}

impl PickerSearch {
    fn update(&mut self, offers: &Offers<'_>) {
        let key = (offers.names_revision, self.text.clone());
        if self.found_for.as_ref() != Some(&key) {
            self.found = offers.matching(&self.text);
            self.found_for = Some(key);
        }
    }
}

/// A field that shows `shown` and opens the list. `nothing` is an optional first entry for no item.
pub(in crate::app) fn picker(
    ui: &mut Ui,
    label: Id,
    salt: &str,
    shown: &str,
    nothing: Option<&str>,
    offers: Offers<'_>,
) -> Option<Picked> {
    let id = ui.scope_id().with(("search of", salt));
    let width = ui.available_width();
    let list =
        ComboBox::from_id_salt(salt).width(width).height(HEIGHT + 80.0).selected_text(escape::shown(shown)).truncate();
    let list = list.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let response = list.show_ui(ui, |ui| {
        ui.set_min_width(width.max(180.0));
        let picked = contents(ui, id, shown, nothing, offers);
        if picked.is_some() {
            ui.close();
        }
        picked
    });
    response.response.labelled_by(label);
    if response.inner.is_none() {
        ui.data_mut(|data| data.remove_temp::<PickerSearch>(id));
    }
    response.inner.flatten()
}

/// The same for a name that may be missing. `nothing` is the entry for that. Returns whether the name changed.
pub(in crate::app) fn optional_picker(
    ui: &mut Ui,
    label: Id,
    salt: &str,
    name: &mut Option<String>,
    nothing: &str,
    offers: Offers<'_>,
) -> bool {
    let shown = name.as_deref().unwrap_or(nothing);
    let picked = match picker(ui, label, salt, shown, Some(nothing), offers) {
        Some(Picked::Nothing) => None,
        Some(Picked::Name(name)) => Some(name),
        None => return false,
    };
    let is_changed = picked != *name;
    *name = picked;
    is_changed
}

fn contents(ui: &mut Ui, id: Id, shown: &str, nothing: Option<&str>, offers: Offers<'_>) -> Option<Picked> {
    let known = ui.data(|data| data.get_temp::<PickerSearch>(id));
    let is_new = known.is_none();
    let mut search = known.unwrap_or_default();
    let hint = format!("Search {}s", offers.word());
    let field = TextEdit::singleline(&mut search.text).hint_text(&hint).desired_width(f32::INFINITY);
    let field = ui.add(field).accessible_name(hint);
    if is_new {
        field.request_focus();
    }
    search.update(&offers);
    let is_entered = keys::left(&field) == Some(Left::Entered) && !search.text.trim().is_empty();
    let matching = Arc::clone(&search.found);
    ui.data_mut(|data| data.insert_temp(id, search));
    let named = |i: usize| Picked::Name(offers.name(i).to_owned());
    let mut picked = matching.first().filter(|_| is_entered).map(|&first| named(first));
    if let Some(word) = nothing
        && ui.selectable_label(shown == word, word).clicked()
    {
        picked = Some(Picked::Nothing);
    }
    if matching.is_empty() {
        ui.weak(format!("No {} has this name.", offers.word()));
    }
    let row = ui.spacing().interact_size.y;
    ScrollArea::vertical().max_height(HEIGHT).show_rows(ui, row, matching.len(), |ui, range| {
        for &i in &matching[range] {
            let name = offers.name(i);
            if ui.selectable_label(shown == name, escape::shown(name)).clicked() {
                picked = Some(named(i));
            }
        }
    });
    picked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{NoLevels, validate};

    const TWO: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\ng Wall\nf 1 2 3\ng floor\nf 1 2 3\n";

    fn workspace(folder: &std::path::Path) -> Workspace {
        let text = r#"{ "eyeline": 1,
            "cameras": [{ "name": "eye" }],
            "objects": [{ "name": "Crate", "shape": { "sphere": { "radius": 1 } } },
                { "name": "crate 2", "shape": { "sphere": { "radius": 1 } } }],
            "models": [{ "name": "a", "file": "two.obj" }, { "name": "b", "file": "two.obj" }],
            "agents": [{ "name": "g", "tree": { "action": { "wait": { "ticks": 1 } } } }] }"#;
        std::fs::write(folder.join("two.obj"), TWO).unwrap();
        let loaded = crate::files::parse(text, "a.json", Some(folder)).unwrap();
        Workspace::on(loaded.scene, loaded.files, None, crate::files::Reading::default())
    }

    #[test]
    fn a_search_finds_names_in_any_case() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path());
        let objects = Offers::objects(&workspace);
        assert_eq!(*objects.matching(" CRATE "), [0, 1]);
        assert_eq!(*objects.matching("wall"), [2, 4]);
        assert_eq!(*objects.matching("x"), [0; 0]);
        assert_eq!(*Offers::cameras(&workspace).matching(""), [0]);
    }

    #[test]
    fn every_listed_name_is_a_valid_reference() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path());
        let objects = Offers::objects(&workspace);
        let names: Vec<&str> = (0..objects.len()).map(|i| objects.name(i)).collect();
        assert_eq!(names, ["Crate", "crate 2", "a/Wall", "a/floor", "b/Wall", "b/floor"]);
        for name in names {
            let mut scene = Scene::clone(workspace.scene());
            scene.cameras[0].attach = Some(name.to_owned());
            scene.agents[0].body = Some(name.to_owned());
            assert_eq!(validate(&scene, &NoLevels, Some(&folder.path().into())), [], "{name}");
        }
    }
}
