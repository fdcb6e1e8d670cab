//! The entries of the trace, and what changes them from one answer of the program to the next.

use std::collections::BTreeMap;

use super::body::Body;
use super::camera::{self, camera};
use super::complaints::Complaints;
use super::entity::EntityId;
use super::lines::{MomentLines, Section, json};
use super::names::Names;
use super::row::EntityRow;
use crate::scene::Camera;

/// What an entity is in the trace. One that has an `Aabb` and a `Projection` is both, under two names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Object,
    Camera,
}

/// The entries that the trace has.
#[derive(Debug, Default)]
pub(super) struct BevyWorld {
    known: BTreeMap<(EntityId, Kind), Known>,
    names: Names,
}

#[derive(Debug)]
struct Known {
    name: String,
    /// The `Name` of the entity.
    own: Option<String>,
    state: State,
}

#[derive(Debug)]
enum State {
    Object(Body),
    Camera(Box<Camera>),
}

/// An entry that the answer has.
struct Present<'r> {
    own: Option<&'r str>,
    state: State,
}

impl BevyWorld {
    /// Makes the entries those of an answer, and adds what changes to the lines: first what is removed, so that its names are free.
    pub(super) fn update(&mut self, rows: &[EntityRow], lines: &mut MomentLines, complaints: &mut Complaints) {
        let mut order = Vec::new();
        let mut present = BTreeMap::new();
        for row in rows {
            let own = row.name.as_deref();
            if let Some(body) = Body::of(row) {
                order.push((row.entity, Kind::Object));
                present.insert((row.entity, Kind::Object), Present { own, state: State::Object(body) });
            }
            match camera(row) {
                Some(Ok(camera)) => {
                    order.push((row.entity, Kind::Camera));
                    present.insert((row.entity, Kind::Camera), Present { own, state: State::Camera(Box::new(camera)) });
                }
                Some(Err(reason)) => complaints.add("camera", || {
                    format!(
                        "eyeline has no camera like that of the entity {}, and it is left out: {reason}",
                        row.entity
                    )
                }),
                None => {}
            }
        }
        self.remove(&present, lines);
        let mut sheared = Vec::new();
        for key in order {
            let Some(Present { own, state }) = present.remove(&key) else { continue };
            match self.known.get_mut(&key) {
                Some(known) => known.become_state(state, lines),
                None => sheared.extend(self.add(key, own, state, lines)),
            }
        }
        for piece in sheared {
            lines.push(Section::Set, piece);
        }
    }

    /// The name of an entry.
    pub(super) fn name(&self, entity: EntityId, kind: Kind) -> Option<&str> {
        self.known.get(&(entity, kind)).map(|known| &*known.name)
    }

    fn remove(&mut self, present: &BTreeMap<(EntityId, Kind), Present>, lines: &mut MomentLines) {
        let names = &mut self.names;
        self.known.retain(|key, known| {
            let stays =
                present.get(key).is_some_and(|now| now.own == known.own.as_deref() && known.can_become(&now.state));
            if !stays {
                names.give_back(&known.name);
                lines.push(Section::Remove, json(&known.name));
            }
            stays
        });
    }

    /// Adds an entry. Returns the matrix of an object that no pose describes, for a line after the one that adds it.
    fn add(
        &mut self,
        key: (EntityId, Kind),
        own: Option<&str>,
        state: State,
        lines: &mut MomentLines,
    ) -> Option<String> {
        let name = self.names.take(key.0, own);
        let mut sheared = None;
        match &state {
            State::Object(body) => {
                let (object, is_whole) = body.object(&name);
                lines.push(Section::Objects, json(&object));
                sheared = (!is_whole).then(|| format!("{}:{}", json(&name), json(&body.placement())));
            }
            State::Camera(camera) => lines.push(Section::Cameras, json(&camera::named(camera, &name))),
        }
        self.known.insert(key, Known { name, own: own.map(str::to_owned), state });
        sheared
    }
}

impl Known {
    /// Whether `set` can make the new state of the old one.
    fn can_become(&self, state: &State) -> bool {
        match (&self.state, state) {
            (State::Object(_), State::Object(_)) => true,
            (State::Camera(before), State::Camera(after)) => camera::change(before, after).is_some(),
            _ => false,
        }
    }

    fn become_state(&mut self, state: State, lines: &mut MomentLines) {
        let change = match (&self.state, &state) {
            (State::Object(before), State::Object(after)) => after.change(before).map(|change| json(&change)),
            (State::Camera(before), State::Camera(after)) if before != after => {
                camera::change(before, after).map(|change| json(&change))
            }
            _ => None,
        };
        if let Some(change) = change {
            lines.push(Section::Set, format!("{}:{change}", json(&self.name)));
            self.state = state;
        }
    }
}
