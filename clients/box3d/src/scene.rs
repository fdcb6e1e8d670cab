//! The world of the trace: an object for each shape of a body that is switched on, and a camera for each box whose overlaps were asked.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io;
use std::sync::Arc;

use eyeline_client::{Camera, Client, Layers, Object};
use eyeline_convert::{Log, Meshes, Names, Pose};

use crate::native::{Body, BodyShape, Key};
use crate::snapshot::Snapshot;
use crate::solid::Solid;

/// The world of the trace, and what writes it.
#[derive(Debug)]
pub(crate) struct TraceScene<'o> {
    pub(crate) client: Client,
    pub(crate) meshes: Meshes,
    pub(crate) log: &'o mut Log,
    pub(crate) units_per_metre: f32,
    pub(crate) names: Names,
    pub(crate) entries: HashMap<Key, Entry>,
    /// The cameras of the last line: the name that was wanted, and the name.
    cameras: Vec<(String, String)>,
}

/// A shape in the trace.
#[derive(Debug)]
pub(crate) struct Entry {
    shape: Arc<BodyShape>,
    /// The name without a number.
    wanted: String,
    pub(crate) name: String,
    /// `None` when the trace has no object for it.
    solid: Option<Solid>,
}

impl Entry {
    /// Whether the trace has an object for the shape.
    pub(crate) fn has_object(&self) -> bool {
        self.solid.is_some()
    }
}

impl<'o> TraceScene<'o> {
    pub(crate) fn new(client: Client, meshes: Meshes, units_per_metre: f32, log: &'o mut Log) -> Self {
        let (names, entries) = (Names::default(), HashMap::new());
        Self { client, meshes, log, units_per_metre, names, entries, cameras: Vec::new() }
    }

    /// A length or a place in metres.
    pub(crate) fn metres(&self, vector: [f32; 3]) -> [f32; 3] {
        vector.map(|x| x / self.units_per_metre)
    }

    /// Makes the objects those of a snapshot.
    ///
    /// # Errors
    /// When the file of the meshes cannot be written.
    pub(crate) fn update(&mut self, snapshot: &Snapshot, time: f64) -> io::Result<()> {
        let mut present = HashSet::new();
        for body in snapshot.bodies.iter().filter(|body| body.is_enabled) {
            let units = f64::from(self.units_per_metre);
            let place = Pose { position: body.pose.position.map(|coordinate| coordinate / units), ..body.pose };
            for (i, key) in body.shapes.iter().enumerate() {
                let Some(shape) = snapshot.shapes.get(key) else { continue };
                present.insert(*key);
                self.put(*key, shape, &name_of(body, i, shape), &place, time)?;
            }
        }
        let gone: BTreeSet<Key> = self.entries.keys().filter(|key| !present.contains(key)).copied().collect();
        for key in gone {
            self.remove(key);
        }
        Ok(())
    }

    fn put(&mut self, key: Key, shape: &Arc<BodyShape>, wanted: &str, body: &Pose, time: f64) -> io::Result<()> {
        if let Some(entry) = self.entries.get(&key).filter(|entry| Arc::ptr_eq(&entry.shape, shape)) {
            let Some(solid) = &entry.solid else { return Ok(()) };
            let place = body.then(&solid.place);
            let before = self.client.refused();
            self.client.pose(&entry.name, place);
            if self.client.refused() > before {
                self.log.fault(format!("`{}` has an impossible place at {time} s: {place:?}", entry.name));
            }
            return Ok(());
        }
        if self.entries.get(&key).is_some_and(|entry| entry.wanted != wanted) {
            self.remove(key);
        }
        let name = self.entries.remove(&key).map_or_else(|| self.names.take(wanted), |entry| entry.name);
        let solid = self.object(&name, shape, body, time)?;
        let entry = Entry { shape: Arc::clone(shape), wanted: wanted.to_owned(), name, solid };
        self.entries.insert(key, entry);
        Ok(())
    }

    /// Adds an object, or gives it another shape; `None` when the trace can have none.
    fn object(&mut self, name: &str, shape: &BodyShape, body: &Pose, time: f64) -> io::Result<Option<Solid>> {
        let solid = match Solid::of(&shape.geometry, self.units_per_metre, &mut self.meshes)? {
            Ok(solid) => solid,
            Err(none) => {
                self.log.left_out(&none.kind(), || format!("`{name}` at {time} s"));
                return Ok(None);
            }
        };
        let place = body.then(&solid.place);
        let object = Object::new(solid.shape.clone()).pose(place);
        let before = self.client.refused();
        self.client.object(name, object.layers(Layers::from_bits(shape.filter.category)));
        if self.client.refused() > before {
            self.log.fault(format!("`{name}` has an impossible shape or place at {time} s: {solid:?} at {place:?}"));
            return Ok(None);
        }
        Ok(Some(solid))
    }

    fn remove(&mut self, key: Key) {
        let Some(entry) = self.entries.remove(&key) else { return };
        self.names.give_back(&entry.name);
        if entry.has_object() {
            self.client.remove(&entry.name);
        }
    }

    /// Makes the cameras these, each with the name that it should have, and returns their names.
    pub(crate) fn update_cameras(&mut self, wanted: Vec<(String, Camera)>) -> Vec<String> {
        let mut before = std::mem::take(&mut self.cameras);
        let mut new = Vec::new();
        for (name, camera) in wanted {
            let kept = before.iter().position(|(wanted, _)| *wanted == name).map(|i| before.remove(i).1);
            new.push((name, kept, camera));
        }
        for (_, name) in before {
            self.names.give_back(&name);
            self.client.remove(&name);
        }
        for (wanted, kept, camera) in new {
            let name = kept.unwrap_or_else(|| self.names.take(&wanted));
            self.client.camera(&name, camera);
            self.cameras.push((wanted, name));
        }
        self.cameras.iter().map(|(_, name)| name.clone()).collect()
    }
}

/// The name of a shape: that of its body where the body has no other.
fn name_of(body: &Body, index: usize, shape: &BodyShape) -> String {
    let name = if body.name.is_empty() { format!("body {}", body.key.index) } else { body.name.clone() };
    match (body.shapes.len(), shape.name.as_str()) {
        (1, "") => name,
        (1, own) if body.name.is_empty() => own.to_owned(),
        (1, _) => name,
        (_, "") => format!("{name}/{}", index + 1),
        (_, own) => format!("{name}/{own}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::{Filter, Geometry};

    #[test]
    fn shapes_have_the_names_of_their_bodies() {
        let table = [
            ("crate", "", 1, "crate"),
            ("crate", "lid", 1, "crate"),
            ("", "lid", 1, "lid"),
            ("", "", 1, "body 7"),
            ("crate", "", 2, "crate/2"),
            ("crate", "lid", 2, "crate/lid"),
            ("", "lid", 2, "body 7/lid"),
        ];
        for (body, shape, count, expected) in table {
            let key = Key { index: 7, generation: 0 };
            let body =
                Body { key, name: body.to_owned(), pose: Pose::IDENTITY, is_enabled: true, shapes: vec![key; count] };
            let filter = Filter { category: 1, mask: 1 };
            let shape = BodyShape { name: shape.to_owned(), filter, geometry: Geometry::Compound };
            assert_eq!(name_of(&body, count - 1, &shape), expected);
        }
    }
}
