//! Anchors: planes that the device found, with their history.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use glam::{DQuat, DVec2, DVec3};

/// The direction of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// A floor, a table or a ceiling.
    Horizontal,
    /// A wall.
    Vertical,
}

impl Alignment {
    /// The word of files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
        }
    }
}

/// A plane at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// A point of the plane, in metres; the origin of its own axes.
    pub center: DVec3,
    /// The normal of the plane is its +Y. Of unit length.
    pub rotation: DQuat,
    /// The full size along its own X and Z, in metres.
    pub extent: DVec2,
    /// The boundary in its own X and Z, in metres. Without points the rectangle of the extent is the boundary. An update that
    /// does not change it shares it with the anchor before.
    pub polygon: Arc<[DVec2]>,
    /// The direction, when the file has it.
    pub alignment: Option<Alignment>,
}

impl Anchor {
    /// The unit normal.
    pub fn normal(&self) -> DVec3 {
        self.rotation * DVec3::Y
    }

    /// The corners of the extent, in its own X and Z.
    pub fn rectangle(&self) -> [DVec2; 4] {
        let half = self.extent / 2.0;
        [half, DVec2::new(half.x, -half.y), -half, DVec2::new(-half.x, half.y)]
    }

    /// The boundary, in its own X and Z.
    pub fn boundary(&self) -> Cow<'_, [DVec2]> {
        if self.polygon.is_empty() { self.rectangle().to_vec().into() } else { Cow::Borrowed(&*self.polygon) }
    }

    /// A point of its own X and Z in the world.
    pub fn world(&self, DVec2 { x, y: z }: DVec2) -> DVec3 {
        self.center + self.rotation * DVec3::new(x, 0.0, z)
    }

    /// The area of the boundary in square metres (the shoelace formula).
    pub fn area(&self) -> f64 {
        let boundary = self.boundary();
        let next = boundary.iter().cycle().skip(1);
        boundary.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>().abs() / 2.0
    }
}

/// The values of an anchor that an event sets. An update leaves the values that are `None` as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnchorChange {
    /// [`Anchor::center`].
    pub center: Option<DVec3>,
    /// [`Anchor::rotation`].
    pub rotation: Option<DQuat>,
    /// [`Anchor::extent`].
    pub extent: Option<DVec2>,
    /// [`Anchor::polygon`].
    pub polygon: Option<Arc<[DVec2]>>,
    /// [`Anchor::alignment`].
    pub alignment: Option<Alignment>,
    /// The anchor that it is merged into. The merge removes this anchor.
    pub merged_into: Option<Box<str>>,
}

/// What happens to an anchor.
#[derive(Clone, Debug, PartialEq)]
pub enum AnchorEvent {
    /// It is new. A missing centre is the origin, a missing rotation none, a missing extent 0.
    Add(AnchorChange),
    /// It changes.
    Update(AnchorChange),
    /// It is gone.
    Remove,
}

/// The history of an id.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// Unique among the anchors.
    pub id: Box<str>,
    /// The time of the first addition, in seconds.
    pub added: f64,
    /// How many updates.
    pub updates: usize,
    /// The time of the last removal, when the anchor does not exist at the end.
    pub removed: Option<f64>,
    /// The anchor that it was merged into.
    pub merged_into: Option<Box<str>>,
    /// The anchor from a time on, in the order of time; `None` while it is not there.
    pub states: Vec<(f64, Option<Arc<Anchor>>)>,
}

impl History {
    /// The anchor at a time.
    pub fn at(&self, time: f64) -> Option<&Arc<Anchor>> {
        let count = self.states.partition_point(|(from, _)| *from <= time);
        self.states[..count].last()?.1.as_ref()
    }

    /// The area in square metres from a time on, in the order of time; `None` while it is not there.
    pub fn areas(&self) -> impl DoubleEndedIterator<Item = (f64, Option<f64>)> {
        self.states.iter().map(|(time, anchor)| (*time, anchor.as_ref().map(|anchor| anchor.area())))
    }

    /// The area when it was last there, in square metres.
    pub fn last_area(&self) -> Option<f64> {
        self.areas().rev().find_map(|(_, area)| area)
    }

    /// The direction when it was last there, when the file has it.
    pub fn last_alignment(&self) -> Option<Alignment> {
        self.states.iter().rev().find_map(|(_, anchor)| anchor.as_ref())?.alignment
    }

    fn now(&self) -> Option<&Arc<Anchor>> {
        self.states.last()?.1.as_ref()
    }
}

/// An event of an id that is not there. It has no effect.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownAnchor {
    /// Seconds.
    pub time: f64,
    /// The id.
    pub id: Box<str>,
    /// Whether it is a removal, and not an update.
    pub is_removal: bool,
}

/// All anchors of a trajectory, in the order of their first addition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anchors {
    all: Vec<History>,
    /// By id, the index in `all`.
    by_id: HashMap<Box<str>, usize>,
    unknown: Vec<UnknownAnchor>,
}

impl Anchors {
    /// Records an event. Events must be in the order of time. The addition of an existing anchor counts as an update of
    /// all its values.
    pub fn record(&mut self, time: f64, id: &str, event: AnchorEvent) {
        let Some(history) = self.by_id.get(id).map(|&i| &mut self.all[i]) else {
            match event {
                AnchorEvent::Add(change) => {
                    let mut new = History::new(time, id);
                    new.change(time, None, change);
                    self.by_id.insert(id.into(), self.all.len());
                    self.all.push(new);
                }
                event => self.unknown(time, id, &event),
            }
            return;
        };
        let is_merged = history.merged_into.is_some();
        match (event, history.now().cloned()) {
            (AnchorEvent::Add(change), there) => {
                history.updates += usize::from(there.is_some());
                (history.removed, history.merged_into) = (None, None);
                history.change(time, None, change);
            }
            (AnchorEvent::Update(change), Some(old)) => {
                history.updates += 1;
                history.change(time, Some(&old), change);
            }
            (AnchorEvent::Remove, Some(_)) => {
                history.removed = Some(time);
                history.states.push((time, None));
            }
            // A device may report the removal of an anchor that it merged.
            (AnchorEvent::Remove, None) if is_merged => {}
            (event, None) => self.unknown(time, id, &event),
        }
    }

    fn unknown(&mut self, time: f64, id: &str, event: &AnchorEvent) {
        self.unknown.push(UnknownAnchor { time, id: id.into(), is_removal: *event == AnchorEvent::Remove });
    }

    /// The histories, in the order of the first addition.
    pub fn histories(&self) -> &[History] {
        &self.all
    }

    /// Events of ids that were not there.
    pub fn unknown_events(&self) -> &[UnknownAnchor] {
        &self.unknown
    }

    /// The anchors at a time with their ids, in the order of their first addition.
    pub fn at(&self, time: f64) -> impl Iterator<Item = (&str, &Anchor)> {
        self.all.iter().filter_map(move |history| Some((&*history.id, &**history.at(time)?)))
    }

    /// The anchors at a time with the indices of their histories, in the order of their first addition.
    pub fn indexed_at(&self, time: f64) -> impl Iterator<Item = (usize, &Anchor)> {
        self.all.iter().enumerate().filter_map(move |(i, history)| Some((i, &**history.at(time)?)))
    }
}

impl History {
    fn new(added: f64, id: &str) -> Self {
        Self { id: id.into(), added, updates: 0, removed: None, merged_into: None, states: Vec::new() }
    }

    fn change(&mut self, time: f64, old: Option<&Anchor>, change: AnchorChange) {
        let none = Anchor {
            center: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            extent: DVec2::ZERO,
            polygon: Arc::default(),
            alignment: None,
        };
        let old = old.unwrap_or(&none);
        let anchor = Anchor {
            center: change.center.unwrap_or(old.center),
            rotation: change.rotation.unwrap_or(old.rotation),
            extent: change.extent.unwrap_or(old.extent),
            polygon: change.polygon.unwrap_or_else(|| old.polygon.clone()),
            alignment: change.alignment.or(old.alignment),
        };
        let is_merged = change.merged_into.is_some();
        self.states.push((time, (!is_merged).then(|| Arc::new(anchor))));
        if is_merged {
            (self.removed, self.merged_into) = (Some(time), change.merged_into);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized(x: f64) -> AnchorChange {
        AnchorChange { extent: Some(DVec2::new(x, 2.0)), ..AnchorChange::default() }
    }

    #[test]
    fn an_anchor_grows_is_merged_and_is_gone() {
        let mut anchors = Anchors::default();
        anchors.record(1.0, "floor", AnchorEvent::Add(sized(1.0)));
        anchors.record(2.0, "rug", AnchorEvent::Add(sized(0.5)));
        anchors.record(3.0, "floor", AnchorEvent::Update(sized(3.0)));
        let merged = AnchorChange { merged_into: Some("floor".into()), ..AnchorChange::default() };
        anchors.record(4.0, "rug", AnchorEvent::Update(merged));
        anchors.record(5.0, "rug", AnchorEvent::Remove);
        anchors.record(6.0, "floor", AnchorEvent::Remove);
        let areas = |time| anchors.at(time).map(|(id, anchor)| (id, anchor.area())).collect::<Vec<_>>();
        assert_eq!(areas(0.9), []);
        assert_eq!(areas(2.0), [("floor", 2.0), ("rug", 1.0)]);
        assert_eq!(areas(3.5), [("floor", 6.0), ("rug", 1.0)]);
        assert_eq!(areas(4.0), [("floor", 6.0)]);
        assert_eq!(areas(6.0), []);
        let rug = &anchors.histories()[1];
        assert_eq!(rug.areas().collect::<Vec<_>>(), [(2.0, Some(1.0)), (4.0, None)]);
        assert_eq!((rug.last_area(), rug.last_alignment()), (Some(1.0), None));
        let [floor, rug] = anchors.histories() else { panic!() };
        assert_eq!((floor.added, floor.updates, floor.removed, &floor.merged_into), (1.0, 1, Some(6.0), &None));
        assert_eq!((rug.updates, rug.removed, rug.merged_into.as_deref()), (1, Some(4.0), Some("floor")));
        assert_eq!(anchors.unknown_events(), []);
    }

    #[test]
    fn an_event_of_an_unknown_id_has_no_effect_and_is_kept() {
        let mut anchors = Anchors::default();
        anchors.record(1.0, "ghost", AnchorEvent::Update(sized(1.0)));
        anchors.record(2.0, "a", AnchorEvent::Add(sized(1.0)));
        anchors.record(3.0, "a", AnchorEvent::Remove);
        anchors.record(4.0, "a", AnchorEvent::Remove);
        anchors.record(5.0, "a", AnchorEvent::Update(sized(1.0)));
        let found: Vec<_> = anchors.unknown_events().iter().map(|one| (one.time, &*one.id, one.is_removal)).collect();
        assert_eq!(found, [(1.0, "ghost", false), (4.0, "a", true), (5.0, "a", false)]);
        assert_eq!(anchors.histories().len(), 1);
        anchors.record(6.0, "a", AnchorEvent::Add(sized(4.0)));
        assert_eq!((anchors.histories()[0].removed, anchors.at(6.0).count()), (None, 1));
    }
}
