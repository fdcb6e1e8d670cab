//! Ids of items, and their indices in the lists of a world.

use std::collections::HashMap;
use std::sync::Arc;

use super::World;
use crate::scene::ThingId;

/// An item of a world, by its index in the list of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// In [`World::cameras`].
    Camera(usize),
    /// In [`World::rays`].
    Ray(usize),
    /// In [`World::objects`].
    Object(usize),
    /// In [`World::unplaced`].
    Unplaced(usize),
    /// In [`World::models`].
    Model(usize),
    /// In [`World::images`].
    Image(usize),
    /// In [`World::agents`].
    Agent(usize),
    /// In [`World::occlusion`].
    Occlusion(usize),
}

impl World {
    /// The item with this id; `None` when this world has none.
    pub fn find(&self, id: ThingId) -> Option<Thing> {
        let camera = || Some(Thing::Camera(self.cameras.iter().position(|camera| camera.id == id)?));
        let object = || Some(Thing::Object(self.objects.iter().position(|object| object.id == id)?));
        if id.is_part() {
            return camera().or_else(object);
        }
        let ray = || Some(Thing::Ray(self.rays.iter().position(|ray| ray.id == id)?));
        let unplaced = || Some(Thing::Unplaced(self.unplaced.iter().position(|unplaced| unplaced.id == id)?));
        let model = || Some(Thing::Model(self.models.iter().position(|model| model.id == id)?));
        let image = || Some(Thing::Image(self.images.iter().position(|image| image.id == id)?));
        let agent = || Some(Thing::Agent(self.agents.iter().position(|agent| agent.id == id)?));
        let query = || Some(Thing::Occlusion(self.occlusion.iter().position(|query| query.id == id)?));
        // The object list may be long, so it is searched last.
        camera()
            .or_else(ray)
            .or_else(model)
            .or_else(image)
            .or_else(agent)
            .or_else(query)
            .or_else(unplaced)
            .or_else(object)
    }

    /// The id of the item with this name.
    pub fn named(&self, name: &str) -> Option<ThingId> {
        let camera = || self.cameras.iter().find(|camera| &*camera.name == name).map(|camera| camera.id);
        let ray = || self.rays.iter().find(|ray| &*ray.name == name).map(|ray| ray.id);
        let model = || self.models.iter().find(|model| &*model.name == name).map(|model| model.id);
        let image = || self.images.iter().find(|image| &*image.name == name).map(|image| image.id);
        let agent = || self.agents.iter().find(|agent| &*agent.name == name).map(|agent| agent.id);
        let query = || self.occlusion.iter().find(|query| &*query.name == name).map(|query| query.id);
        let unplaced = || self.unplaced.iter().find(|unplaced| &*unplaced.name == name).map(|unplaced| unplaced.id);
        let object = || self.objects.iter().find(|object| &*object.name == name).map(|object| object.id);
        camera()
            .or_else(ray)
            .or_else(model)
            .or_else(image)
            .or_else(agent)
            .or_else(query)
            .or_else(unplaced)
            .or_else(object)
    }

    /// All items by their names, for many names: [`named`](Self::named) searches the lists for each.
    pub fn by_name(&self) -> HashMap<&str, Thing> {
        let unplaced = self.unplaced.iter().enumerate().map(|(i, one)| (&*one.name, Thing::Unplaced(i)));
        let objects = self.objects.iter().enumerate().map(|(i, one)| (&*one.name, Thing::Object(i)));
        let agents = self.agents.iter().enumerate().map(|(i, one)| (&*one.name, Thing::Agent(i)));
        let images = self.images.iter().enumerate().map(|(i, one)| (&*one.name, Thing::Image(i)));
        let models = self.models.iter().enumerate().map(|(i, one)| (&*one.name, Thing::Model(i)));
        let rays = self.rays.iter().enumerate().map(|(i, one)| (&*one.name, Thing::Ray(i)));
        let cameras = self.cameras.iter().enumerate().map(|(i, one)| (&*one.name, Thing::Camera(i)));
        // Of two items of one name the first one in this order is found, as by `named`.
        let backwards = objects.rev().chain(unplaced.rev()).chain(agents.rev()).chain(images.rev());
        backwards.chain(models.rev()).chain(rays.rev()).chain(cameras.rev()).collect()
    }

    /// The id of an item; `None` when its index is past the end of its list.
    pub fn id_of(&self, thing: Thing) -> Option<ThingId> {
        self.entry(thing).map(|(id, _)| id)
    }

    /// The name of an item; `None` when its index is past the end of its list.
    pub fn name_of(&self, thing: Thing) -> Option<&Arc<str>> {
        self.entry(thing).map(|(_, name)| name)
    }

    fn entry(&self, thing: Thing) -> Option<(ThingId, &Arc<str>)> {
        match thing {
            Thing::Camera(i) => self.cameras.get(i).map(|camera| (camera.id, &camera.name)),
            Thing::Ray(i) => self.rays.get(i).map(|ray| (ray.id, &ray.name)),
            Thing::Object(i) => self.objects.get(i).map(|object| (object.id, &object.name)),
            Thing::Unplaced(i) => self.unplaced.get(i).map(|unplaced| (unplaced.id, &unplaced.name)),
            Thing::Model(i) => self.models.get(i).map(|model| (model.id, &model.name)),
            Thing::Image(i) => self.images.get(i).map(|image| (image.id, &image.name)),
            Thing::Agent(i) => self.agents.get(i).map(|agent| (agent.id, &agent.name)),
            Thing::Occlusion(i) => self.occlusion.get(i).map(|query| (query.id, &query.name)),
        }
    }

    /// The id of the model that an item is a part of.
    pub fn owner(&self, thing: Thing) -> Option<ThingId> {
        let model = match thing {
            Thing::Camera(i) => self.model_of_camera(i),
            Thing::Object(i) => self.model_of(i),
            _ => None,
        };
        self.models.get(model?).map(|model| model.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Loaded, parse};

    const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }],
        "rays": [{ "name": "aim", "origin": [1, 9, 1], "direction": [0, -1, 0] }],
        "objects": [{ "name": "lost", "shape": { "mesh": { "file": "lost.obj" } } },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
        "models": [{ "name": "shed", "file": "shed.obj" }],
        "images": [{ "name": "leaf", "file": "leaf.png" }],
        "agents": [{ "name": "guard", "tree": { "action": { "wait": { "ticks": 1 } } } }],
        "occlusion": [{ "name": "touch", "a": "ball", "b": "shed" }] }"#;

    #[test]
    fn everything_is_found_by_its_id() {
        let folder = tempfile::tempdir().unwrap();
        let shed = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\n";
        std::fs::write(folder.path().join("shed.obj"), shed).unwrap();
        let Loaded { scene, files, .. } = parse(SCENE, "a.json", Some(folder.path())).unwrap();
        let world = World::at(&scene, &files, 0);
        let things = [
            (Thing::Camera(0), "eye"),
            (Thing::Ray(0), "aim"),
            (Thing::Object(0), "ball"),
            (Thing::Object(1), "shed/floor"),
            (Thing::Object(2), "shed/wall"),
            (Thing::Unplaced(0), "lost"),
            (Thing::Model(0), "shed"),
            (Thing::Image(0), "leaf"),
            (Thing::Agent(0), "guard"),
            (Thing::Occlusion(0), "touch"),
        ];
        for (thing, name) in things {
            assert_eq!(world.name_of(thing).map(|name| &**name), Some(name));
            assert_eq!(world.id_of(thing).and_then(|id| world.find(id)), Some(thing), "{name}");
            assert_eq!(world.named(name), world.id_of(thing));
        }
        assert_eq!(world.named("nothing"), None);
        assert_eq!(world.find(scene.objects[1].id.get()), Some(Thing::Object(0)));
        assert_eq!(world.owner(Thing::Object(2)), Some(scene.models[0].id.get()));
        assert_eq!(world.owner(Thing::Object(0)), None);
        assert_eq!(world.id_of(Thing::Ray(1)), None);
        let other = parse(SCENE, "a.json", Some(folder.path())).unwrap().scene;
        assert_eq!(world.find(other.cameras[0].id.get()), None);
    }
}
