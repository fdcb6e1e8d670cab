//! Deletes items and every reference to them.

use super::attach::attach;
use super::references::{Reference, ReferencedItem, forget, is_ignored, references};
use crate::scene::{Entry, EntryKind, ItemId, ItemSet, Scene};
use crate::world::World;

/// Deletes items as [`delete`] does one. Items without references are removed together.
pub(super) fn delete_all(scene: &mut Scene, items: &[ItemId], world: &World) {
    let mut items: ItemSet = items.iter().copied().collect();
    for item in referenced(scene, &items) {
        if let Some(entry) = scene.find(item) {
            delete(scene, entry, world);
        }
        items.swap_remove(&item);
    }
    scene.retain(|id| !items.contains(&id));
}

/// The items that other entries refer to or that have consequences, and agents and queries, which refer to others and come
/// first.
fn referenced(scene: &Scene, items: &ItemSet) -> Vec<ItemId> {
    // Objects and models are last, because others refer to them.
    let last = [EntryKind::Object, EntryKind::Model];
    let lists = EntryKind::ALL.into_iter().rev().filter(|kind| !last.contains(kind)).chain(last);
    let entries = lists.flat_map(|kind| (0..kind.count(scene)).map(move |index| kind.entry(index)));
    let refers = |entry: Entry| matches!(entry, Entry::Occlusion(_) | Entry::Agent(_) | Entry::Model(_));
    entries
        .filter_map(|entry| Some((entry, entry.id(scene).filter(|id| items.contains(id))?)))
        .filter(|(entry, _)| refers(*entry) || is_ignored(scene, *entry) || !references(scene, *entry).is_empty())
        .map(|(_, id)| id)
        .collect()
}

/// The further changes of deleting several items, each as a sentence that begins with the name of its item.
pub(crate) fn consequences_of_all(scene: &Scene, items: &[ItemId], world: &World) -> Vec<String> {
    let single = |id: &ItemId| Some(consequences(scene, scene.find(*id)?));
    if let [only] = items {
        return single(only).unwrap_or_default();
    }
    // What is deleted with an item has no consequences for it.
    let mut left = scene.clone();
    let mut all = Vec::new();
    for item in referenced(scene, &items.iter().copied().collect()) {
        let Some(entry) = left.find(item) else { continue };
        let name = entry.name(&left).unwrap_or_default();
        all.extend(consequences(&left, entry).into_iter().map(|sentence| format!("“{name}”: {sentence}")));
        delete(&mut left, entry, world);
    }
    all
}

/// Deletes an item. References to it are removed, as [`consequences`] lists. A camera that was attached to it keeps its
/// place in `world`.
pub(super) fn delete(scene: &mut Scene, item: Entry, world: &World) {
    let Some(name) = item.name(scene).map(str::to_owned) else { return };
    let who = ReferencedItem::of(item, &name);
    for camera in scene.cameras.iter_mut().filter(|camera| camera.attach.as_deref().is_some_and(|n| who.is(n))) {
        attach(camera, None, world);
    }
    item.remove(scene);
    forget(scene, who);
}

/// The further changes of a deletion, each as a sentence.
fn consequences(scene: &Scene, item: Entry) -> Vec<String> {
    let described = |reference: &Reference| match *reference {
        Reference::Attach(i) => {
            format!(
                "Camera “{}” is attached to it. The camera will keep its pose and be attached to no object.",
                scene.cameras[i].name
            )
        }
        Reference::Body(i) => {
            format!("Agent “{}” has it as its body. The agent will have no body.", scene.agents[i].name)
        }
        Reference::Sight(i) => {
            format!("Agent “{}” uses it as its camera. The agent will have no camera.", scene.agents[i].name)
        }
        Reference::Leaf(i) => {
            format!("The tree of agent “{}” refers to it. Those leaves will fail.", scene.agents[i].name)
        }
        Reference::Occlusion(i) if scene.occlusion[i].among.len() > 2 => {
            format!("Occlusion query “{}” refers to it. It will be removed from the query.", scene.occlusion[i].name)
        }
        Reference::Occlusion(i) => {
            format!("Occlusion query “{}” refers to it and will be deleted too.", scene.occlusion[i].name)
        }
        Reference::Follow(entry) => {
            let (kind, name) = (entry.kind().word(), entry.name(scene).unwrap_or_default());
            format!("The {kind} “{name}” follows it and will have its own pose.")
        }
        Reference::Session(i) => {
            format!("Session “{}” is compared with it and will have no reference.", scene.sessions[i].name)
        }
        Reference::Tap(i) => {
            format!("Tap “{}” refers to it and will be deleted too.", scene.taps[i].name)
        }
        Reference::Cut(i) => {
            format!("Cut “{}” refers to it and will be deleted too.", scene.cuts[i].name)
        }
        Reference::Leak(i) if scene.leaks[i].objects.len() > 1 => {
            format!("Leak “{}” refers to it. It will be removed from the leak.", scene.leaks[i].name)
        }
        Reference::Leak(i) => {
            format!("Leak “{}” refers to it and will be deleted too.", scene.leaks[i].name)
        }
        Reference::Collider(i) => {
            format!("Collider “{}” refers to it and will be deleted too.", scene.colliders[i].name)
        }
        Reference::CheckView(i) => {
            let view = scene.check.as_ref().and_then(|check| check.views().get(i)).map_or("", |view| &view.name);
            format!("The checked view “{view}” looks through it and will be deleted too.")
        }
        Reference::Expectation(i) => {
            format!("Expectation {} refers to it and will be deleted too.", i + 1)
        }
        Reference::LessonStep(i) => {
            format!("Step {} of the lesson refers to it. Its question and goals about it will be deleted.", i + 1)
        }
        Reference::Select => {
            let is_other = |name: &&String| item.name(scene).is_none_or(|own| !ReferencedItem::of(item, own).is(name));
            let others = scene.select.iter().find(is_other);
            let left = others.map_or("nothing selected".to_owned(), |name| format!("“{name}” alone"));
            format!("The scene opens with it selected. It will open with {left}.")
        }
    };
    let all = match item {
        Entry::Model(_) => Some("All objects and cameras of its file will be deleted too.".to_owned()),
        _ => None,
    };
    all.into_iter().chain(references(scene, item).iter().map(described)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::{EDITED, scene};
    use super::*;
    use crate::files::Files;
    use crate::scene::{NoLevels, validate};

    #[test]
    fn the_scene_is_valid_after_every_deletion() {
        for item in EDITED {
            let mut left = scene();
            let name = item.name(&left).unwrap().to_owned();
            let before = item.count(&left);
            delete(&mut left, item, &World::at(&scene(), &Files::default(), 0));
            assert_eq!(item.count(&left), before - 1);
            assert_eq!(validate(&left, &NoLevels, None), [], "{name}");
        }
    }

    #[test]
    fn several_items_are_deleted_with_their_references() {
        let before = scene();
        let world = World::at(&before, &Files::default(), 0);
        let ids: Vec<ItemId> = EDITED.iter().filter_map(|item| item.id(&before)).collect();
        let described = consequences_of_all(&before, &ids, &world);
        let crate_ = described.iter().filter(|sentence| sentence.starts_with("“crate”: ")).count();
        let alone = consequences(&before, Entry::Object(0)).len();
        assert!(crate_ < alone, "what is deleted with it is not described: {described:?}");
        let mut left = scene();
        let ids: Vec<ItemId> = EDITED.iter().filter_map(|item| item.id(&left)).collect();
        delete_all(&mut left, &ids, &world);
        assert!(ids.iter().all(|id| left.find(*id).is_none()));
        assert_eq!(validate(&left, &NoLevels, None), []);
        let mut one_by_one = scene();
        for item in &EDITED {
            let name = item.name(&scene()).unwrap().to_owned();
            if let Some(entry) = find(&one_by_one, &name) {
                delete(&mut one_by_one, entry, &world);
            }
        }
        assert_eq!(left, one_by_one);
    }

    fn find(scene: &Scene, name: &str) -> Option<Entry> {
        let lists = EDITED.map(|item| item.at(0));
        let mut entries = lists.into_iter().flat_map(|list| (0..list.count(scene)).map(move |index| list.at(index)));
        entries.find(|entry| entry.name(scene) == Some(name))
    }

    /// An `ignore` entry is no reference that a dialog describes, but it must not name what is gone.
    #[test]
    fn an_item_with_an_ignored_problem_is_deleted() {
        for entry in [Entry::Cut(0), Entry::Cut(1), Entry::Object(0)] {
            let before = super::super::references::tests::scene_of_cuts();
            let mut left = before.clone();
            delete_all(&mut left, &[entry.id(&before).unwrap()], &World::at(&before, &Files::default(), 0));
            assert_eq!(entry.kind().count(&left), 1.min(entry.index()), "{entry:?}");
            assert_eq!(validate(&left, &NoLevels, None), [], "{entry:?}");
        }
        let mut unreferenced = scene();
        unreferenced.ignore = serde_json::from_str(r#"[{ "problem": "open_edges", "object": "ball" }]"#).unwrap();
        unreferenced.agents.clear();
        unreferenced.occlusion.clear();
        let id = Entry::Object(1).id(&unreferenced).unwrap();
        let world = World::at(&unreferenced, &Files::default(), 0);
        delete_all(&mut unreferenced, &[id], &world);
        assert_eq!((unreferenced.objects.len(), unreferenced.ignore.len()), (1, 0));
    }

    #[test]
    fn what_is_not_there_is_not_deleted() {
        let mut left = scene();
        delete(&mut left, Entry::Ray(9), &World::at(&scene(), &Files::default(), 0));
        assert_eq!(left, scene());
    }

    #[test]
    fn an_attached_camera_keeps_its_pose() {
        let mut left = scene();
        let before = World::at(&left, &Files::default(), 0).cameras[0].camera;
        delete(&mut left, Entry::Object(0), &World::at(&scene(), &Files::default(), 0));
        let after = World::at(&left, &Files::default(), 0).cameras[0].camera;
        assert!(before.position.distance(after.position) < 1e-6);
        assert!(before.rotation.angle_between(after.rotation) < 1e-3);
        assert!(before.position.length() > 1.0, "it stood somewhere else than its numbers say");
    }

    #[test]
    fn consequences_list_every_reference() {
        let described = consequences(&scene(), Entry::Object(0));
        let whos = ["open with “guard” alone", "“guard”", "“g”", "“g”", "“touch”", "“other”"];
        assert_eq!(described.len(), whos.len(), "{described:?}");
        for (sentence, who) in described.iter().zip(whos) {
            assert!(sentence.contains(who), "{sentence}");
        }
        let mut alone = scene();
        alone.select = vec!["aim".to_owned()];
        let described = consequences(&alone, Entry::Ray(0));
        assert_eq!(described, ["The scene opens with it selected. It will open with nothing selected."]);
        assert_eq!(consequences(&scene(), Entry::Camera(1)), [""; 0]);
    }
}
