//! What happened in one tick, as the game's thread hands it to the thread that writes. Making it copies a few numbers; formatting them
//! takes ten times as long and is done by the other thread.

use std::sync::Arc;

use crate::camera::Camera;
use crate::object::{Layers, Object};
use crate::said::{Aabb, Sphere, Status, Verdict};

/// A name as JSON, with its quotes.
pub(crate) type Name = Arc<str>;

/// The number of an entry, in place of its name: a shared name would be counted by two threads. A number is that of one name from the tick
/// that adds the entry to the one that removes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id(pub(crate) u32);

/// The names of entries, as the writing thread knows them.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<Name>);

impl Names {
    pub(crate) fn learn(&mut self, Id(at): Id, name: &Name) {
        let at = at as usize;
        if at >= self.0.len() {
            self.0.resize_with(at + 1, || Arc::from(""));
        }
        self.0[at] = Arc::clone(name);
    }

    /// The name of an entry that was learned.
    pub(crate) fn of(&self, Id(at): Id) -> &[u8] {
        self.0[at as usize].as_bytes()
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Object(Object),
    Camera(Camera),
}

/// What of an entry has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts(u8);

impl Parts {
    pub(crate) const POSITION: Self = Self(1);
    pub(crate) const ROTATION: Self = Self(2);
    pub(crate) const SCALE: Self = Self(4);
    pub(crate) const SHAPE: Self = Self(8);
    pub(crate) const LAYERS: Self = Self(16);
    pub(crate) const LENS: Self = Self(32);
    /// All of a pose; also a matrix.
    pub(crate) const PLACE: Self = Self(7);

    pub(crate) fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    pub(crate) fn add(&mut self, part: Self) {
        self.0 |= part.0;
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tick {
    pub(crate) time: f64,
    /// The ticks a second, where they are not eyeline's 60.
    pub(crate) rate: Option<f64>,
    /// The whole world, in place of the changes.
    pub(crate) keyframe: Option<Vec<(Id, Name, Entry)>>,
    /// Entries that are removed before others of their names are added.
    pub(crate) replaced: Vec<Id>,
    pub(crate) set: Vec<(Id, Parts, Entry)>,
    pub(crate) add: Vec<(Id, Name, Entry)>,
    pub(crate) remove: Vec<Id>,
    pub(crate) said: Vec<Said>,
    /// The planes of cameras, which many answers share.
    pub(crate) planes: Vec<[[f32; 4]; 6]>,
}

impl Tick {
    /// Without content, and with the room that it had.
    pub(crate) fn clear(&mut self) {
        self.keyframe = None;
        self.replaced.clear();
        self.set.clear();
        self.add.clear();
        self.remove.clear();
        self.said.clear();
        self.planes.clear();
    }

    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let keyframe = self.keyframe.as_ref().map_or(0, |entries| size_of_val(entries.as_slice()));
        let pairs = |said: &Said| if let Said::Pairs(pairs) = said { size_of_val(&**pairs) } else { 0 };
        size_of::<Self>()
            + keyframe
            + size_of_val(self.replaced.as_slice())
            + size_of_val(self.set.as_slice())
            + size_of_val(self.add.as_slice())
            + size_of_val(self.remove.as_slice())
            + size_of_val(self.said.as_slice())
            + size_of_val(self.planes.as_slice())
            + self.said.iter().map(pairs).sum::<usize>()
    }
}

#[derive(Debug)]
pub(crate) enum Said {
    Visibility {
        camera: Id,
        object: Id,
        verdict: Verdict,
        /// An index into the planes of the tick.
        planes: Option<u32>,
        aabb: Option<Aabb>,
        sphere: Option<Sphere>,
    },
    Ray {
        ray: SaidRay,
        hit: Option<Id>,
        t: Option<f32>,
        point: Option<[f32; 3]>,
        normal: Option<[f32; 3]>,
    },
    Pairs(Box<[[Id; 2]]>),
    Agent {
        agent: Name,
        status: Option<Status>,
        running: Option<Name>,
    },
}

#[derive(Debug)]
pub(crate) enum SaidRay {
    Named(Name),
    Cast { origin: [f32; 3], direction: [f32; 3], length: Option<f32>, mask: Option<Layers> },
}
