//! The world of the trace: an object for each solid of an entity, and a camera for each topic of calibrations.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use eyeline_client::Client;
use eyeline_convert::{Log, Meshes, Names, Pose};

use crate::cameras::Lens;
use crate::frames::{Frames, NoPlace};
use crate::messages::{CameraCalibration, DeletionKind, FrameTransform, SceneEntity, SceneUpdate};
use crate::primitives::{Solid, solids};
use crate::reading::{Content, Event};

/// The world of the trace, and what writes it.
pub(crate) struct TraceScene<'o> {
    pub(crate) client: Client,
    pub(crate) meshes: Meshes,
    log: &'o mut Log,
    settings: Settings,
    names: Names,
    frames: Frames,
    /// By topic and id.
    entities: BTreeMap<(usize, String), Placed<Vec<Solid>>>,
    /// By topic.
    cameras: BTreeMap<usize, Placed<Lens>>,
    cycles: BTreeSet<Vec<String>>,
}

/// What is the same at all times.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The pose of the fixed frame in the trace.
    pub(crate) up: Pose,
    pub(crate) fixed_frame: String,
    pub(crate) topics: Vec<String>,
    /// Whether names have the topic before the id: ids of several topics may be equal.
    pub(crate) has_topics_in_names: bool,
    /// The time of the first event in nanoseconds.
    pub(crate) start: u64,
}

impl Settings {
    /// The time of the trace in seconds.
    pub(crate) fn seconds(&self, time: u64) -> f64 {
        time.saturating_sub(self.start) as f64 / 1e9
    }
}

/// Solids or a camera, in a frame.
#[derive(Debug)]
struct Placed<T> {
    content: T,
    frame: String,
    follows_frame: bool,
    /// When it goes, in nanoseconds.
    expires: Option<u64>,
    /// Where messages say that it is.
    place: String,
    wanted_names: Vec<String>,
    names: Vec<String>,
    /// The pose of its frame in the trace when it was placed last; `None` before.
    pose: Option<Pose>,
    /// Whether the trace has something under its names, if only what was there before.
    is_shown: bool,
}

impl<'o> TraceScene<'o> {
    pub(crate) fn new(client: Client, meshes: Meshes, settings: Settings, log: &'o mut Log) -> Self {
        let (names, frames, cycles) = (Names::default(), Frames::default(), BTreeSet::new());
        Self {
            client,
            meshes,
            log,
            settings,
            names,
            frames,
            entities: BTreeMap::new(),
            cameras: BTreeMap::new(),
            cycles,
        }
    }

    /// Takes a message.
    ///
    /// # Errors
    /// When the file of the meshes cannot be written.
    pub(crate) fn take(&mut self, event: Event) -> io::Result<()> {
        let Event { time, topic, content } = event;
        match content {
            Content::Frames(transforms) => self.set_frames(transforms, topic, time),
            Content::Camera(calibration) => self.put_camera(topic, time, &calibration),
            Content::Scene(SceneUpdate { deletions, entities }) => {
                for deletion in deletions {
                    match deletion.kind {
                        DeletionKind::MatchingId => self.remove(&(topic, deletion.id)),
                        DeletionKind::All => self.remove_all(|(of, _), _| *of == topic),
                    }
                }
                for entity in &entities {
                    self.put_entity(topic, time, entity)?;
                }
            }
        }
        Ok(())
    }

    fn set_frames(&mut self, transforms: Vec<FrameTransform>, topic: usize, time: u64) {
        for transform in transforms {
            if let Err(fault) = self.frames.set(transform) {
                let place = self.place_of("", topic, time);
                self.log.fault(format!("{place}: {fault}"));
            }
        }
    }

    /// How messages name something at a time.
    fn place_of(&self, id: &str, topic: usize, time: u64) -> String {
        let (topic, time) = (&self.settings.topics[topic], self.settings.seconds(time));
        if id.is_empty() { format!("`{topic}` at {time} s") } else { format!("`{id}` on `{topic}` at {time} s") }
    }

    fn put_entity(&mut self, topic: usize, time: u64, entity: &SceneEntity) -> io::Result<()> {
        let place = self.place_of(&entity.id, topic, time);
        let solids = solids(entity, &mut self.meshes, self.log, &place)?;
        let name = match (entity.id.is_empty(), self.settings.has_topics_in_names) {
            (true, _) => self.settings.topics[topic].clone(),
            (false, true) => format!("{}/{}", self.settings.topics[topic], entity.id),
            (false, false) => entity.id.clone(),
        };
        let wanted_names = match solids.as_slice() {
            [_] => vec![name],
            all => all.iter().map(|solid| format!("{name}/{}", solid.word)).collect(),
        };
        let key = (topic, entity.id.clone());
        let kept = self.entities.get(&key).filter(|before| before.wanted_names == wanted_names);
        let (names, is_shown) = if let Some(before) = kept {
            (before.names.clone(), before.is_shown)
        } else {
            self.remove(&key);
            (wanted_names.iter().map(|name| self.names.take(name)).collect(), false)
        };
        let placed = Placed {
            content: solids,
            frame: entity.frame_id.clone(),
            follows_frame: entity.frame_locked,
            expires: entity.lifetime.nanoseconds().map(|lifetime| time.saturating_add(lifetime)),
            place,
            wanted_names,
            names,
            pose: None,
            is_shown,
        };
        if let Some(before) = self.entities.insert(key, placed) {
            self.report_unplaced("entities", &before);
        }
        Ok(())
    }

    fn put_camera(&mut self, topic: usize, time: u64, calibration: &CameraCalibration) {
        let place = self.place_of("", topic, time);
        let lens = match Lens::of(calibration) {
            Ok(lens) => lens,
            Err(fault) => return self.log.fault(format!("{place}: the camera has no view volume: {fault}")),
        };
        let before = self.cameras.remove(&topic);
        let known = before.as_ref().filter(|before| before.content == lens && before.frame == calibration.frame_id);
        let pose = known.and_then(|before| before.pose);
        let (names, is_shown) = match &before {
            Some(before) => (before.names.clone(), before.is_shown),
            None => (vec![self.names.take(&self.settings.topics[topic])], false),
        };
        let frame = calibration.frame_id.clone();
        let placed = Placed {
            content: lens,
            frame,
            follows_frame: true,
            expires: None,
            place,
            wanted_names: Vec::new(),
            names,
            pose,
            is_shown,
        };
        self.cameras.insert(topic, placed);
    }

    fn remove(&mut self, key: &(usize, String)) {
        let Some(entity) = self.entities.remove(key) else { return };
        for name in &entity.names {
            self.names.give_back(name);
            if entity.is_shown {
                self.client.remove(name);
            }
        }
        self.report_unplaced("entities", &entity);
    }

    fn remove_all(&mut self, is_gone: impl Fn(&(usize, String), &Placed<Vec<Solid>>) -> bool) {
        let gone: Vec<(usize, String)> =
            self.entities.iter().filter(|(key, entity)| is_gone(key, entity)).map(|(key, _)| key.clone()).collect();
        for key in gone {
            self.remove(&key);
        }
    }

    /// The first time in nanoseconds at which an entity goes.
    pub(crate) fn next_expiry(&self) -> Option<u64> {
        self.entities.values().filter_map(|entity| entity.expires).min()
    }

    /// Removes what goes at a time or before.
    pub(crate) fn expire(&mut self, time: u64) {
        self.remove_all(|_, entity| entity.expires.is_some_and(|expires| expires <= time));
    }

    /// Ends a time: everything is where its frame is now.
    pub(crate) fn tick(&mut self, time: u64) {
        let mut entities = std::mem::take(&mut self.entities);
        for entity in entities.values_mut() {
            if let Some(frame) = self.place(entity) {
                self.show_solids(entity, &frame);
            }
        }
        self.entities = entities;
        let mut cameras = std::mem::take(&mut self.cameras);
        for camera in cameras.values_mut() {
            if let Some(frame) = self.place(camera) {
                let shown = camera.content.camera(&frame);
                for name in &camera.names {
                    self.client.camera(name, shown);
                }
            }
        }
        self.cameras = cameras;
        self.client.tick(self.settings.seconds(time));
    }

    /// Where the frame is in the trace, if the content must be shown anew. Content of before that has no place now goes.
    fn place<T>(&mut self, placed: &mut Placed<T>) -> Option<Pose> {
        if placed.pose.is_some() && !placed.follows_frame {
            return None;
        }
        match self.frames.pose(&placed.frame, &self.settings.fixed_frame) {
            Ok(pose) => {
                let pose = self.settings.up.then(&pose);
                let has_moved = placed.pose != Some(pose);
                (placed.pose, placed.is_shown) = (Some(pose), true);
                return has_moved.then_some(pose);
            }
            Err(NoPlace::Cycle(cycle)) => {
                if self.cycles.insert(cycle.clone()) {
                    let cycle = cycle.join("` → `");
                    self.log.fault(format!("{}: its frames are a cycle: `{cycle}`", placed.place));
                }
            }
            Err(NoPlace::OtherTree(_)) => {}
        }
        if placed.pose.is_none() && std::mem::take(&mut placed.is_shown) {
            for name in &placed.names {
                self.client.remove(name);
            }
        }
        None
    }

    fn show_solids(&mut self, entity: &Placed<Vec<Solid>>, frame: &Pose) {
        for (name, solid) in entity.names.iter().zip(&entity.content) {
            let before = self.client.refused();
            self.client.object(name, solid.object(frame));
            if self.client.refused() > before {
                self.log.fault(format!("{}: `{name}` has an impossible shape or place: {solid:?}", entity.place));
            }
        }
    }

    /// Reports what was never in the trace because its frame is not in the tree of the fixed frame.
    fn report_unplaced<T>(&mut self, what: &str, placed: &Placed<T>) {
        let fixed = &self.settings.fixed_frame;
        if placed.pose.is_none() && matches!(self.frames.pose(&placed.frame, fixed), Err(NoPlace::OtherTree(_))) {
            let kind = format!("{what} in frame `{}`, which no transform connects with `{fixed}`", placed.frame);
            self.log.left_out(&kind, || placed.place.clone());
        }
    }

    /// Ends the scene: reports what was never placed.
    pub(crate) fn finish(mut self) -> (Client, Meshes) {
        for entity in std::mem::take(&mut self.entities).into_values() {
            self.report_unplaced("entities", &entity);
        }
        for camera in std::mem::take(&mut self.cameras).into_values() {
            self.report_unplaced("cameras", &camera);
        }
        (self.client, self.meshes)
    }
}
