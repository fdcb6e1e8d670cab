//! The objects of a picture in GPU memory: many, so only what can be seen of them.
//!
//! ```text
//! Bodies ─ eye ─► Detail of each ─► instances: rows of their maps, colours        (again when the view moves)
//! Looks ──────────────────────────► colours alone, and the edges of boxes         (again with every edit)
//! ```
//!
//! In a scene of up to [`MANY`] objects all are drawn, with the edges of their boxes. Of more, those outside of the
//! view are left out, small ones have no edges, and those of a few pixels are boxes whatever they are. Distances are
//! looked at on the CPU: 100,000 boxes are classified in a fraction of a millisecond, and the instances that are left
//! are sent anew.

use std::sync::Arc;

use glam::Affine3A;
use three_d::Context;

use super::eye::{Eye, Sight};
use super::items;
use super::lines::{FrameBatch, Frames};
use super::solids::{Forms, Instances, SolidBatch};
use crate::geometry::frustum::Verdict;
use crate::geometry::frustum::batch::classify_all;
use crate::picture::{Bodies, Form, Group, Item, Look, Part, Picture};

/// As long as there are no more objects than this, all of them are drawn in full.
const MANY: usize = 2000;
/// Of more, the edges of those whose box reaches less far on the screen than this are not drawn, in pixels.
const LEAST_WITH_EDGES: f32 = 12.0;
/// And those that reach less far than this are boxes.
const LEAST_SOLID: f32 = 2.0;

/// How much of an object is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Nothing: it is not in view.
    Unseen,
    /// Its tested box, for it covers a few pixels.
    Speck,
    /// Its solid.
    Solid,
    /// Its solid, and the edges of its tested box.
    Edged,
}

/// All objects of a picture, and those in GPU memory that are seen.
#[derive(Default)]
pub(super) struct Crowd {
    bodies: Arc<Bodies>,
    looks: Vec<Look>,
    details: Vec<Detail>,
    /// From where the details were chosen.
    sight: Option<Sight>,
    sent: Sent,
    /// With the index of their group.
    solids: Vec<(usize, SolidBatch)>,
    frames: Option<[FrameBatch; 2]>,
}

/// How much of what is in GPU memory is still right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sent {
    #[default]
    Nothing,
    /// Where they stand, but not how they look.
    Places,
    All,
}

/// The objects that may be at a pixel, in GPU memory.
pub(super) struct Near {
    pub(super) solids: Vec<SolidBatch>,
    pub(super) frames: FrameBatch,
}

impl Crowd {
    /// Takes over the objects of a picture; those that stand where they stood stay in GPU memory.
    pub(super) fn set(&mut self, picture: &Picture) {
        let is_same = Arc::ptr_eq(&self.bodies, &picture.bodies);
        self.sent = match self.sent {
            Sent::Places | Sent::All if is_same => Sent::Places,
            _ => Sent::Nothing,
        };
        if !is_same {
            self.bodies = Arc::clone(&picture.bodies);
            self.sight = None;
        }
        self.looks.clone_from(&picture.looks);
        // A picture made by hand may have bodies and no looks.
        self.looks.resize(self.bodies.len(), Look::HIDDEN);
    }

    /// Gets everything ready that is seen from there.
    pub(super) fn see(&mut self, context: &Context, eye: &Eye, forms: &mut Forms) {
        if self.sight != Some(eye.sight()) {
            let details = details(&self.bodies, eye);
            if details != self.details {
                self.details = details;
                self.sent = Sent::Nothing;
            }
            self.sight = Some(eye.sight());
        }
        match self.sent {
            Sent::All => return,
            Sent::Places => {
                for (group, batch) in &mut self.solids {
                    let mut colors = Vec::with_capacity(batch.len());
                    each(&self.bodies, &self.details, *group, |_, object| colors.push(self.looks[object].fill));
                    batch.recolor(&colors);
                }
            }
            Sent::Nothing => {
                self.solids.clear();
                for (group, Group { form, .. }) in self.bodies.groups().iter().enumerate() {
                    let mut instances = Instances::of(form);
                    each(&self.bodies, &self.details, group, |map, object| {
                        instances.push(map, self.looks[object].fill, None);
                    });
                    if !instances.is_empty() {
                        self.solids.push((group, SolidBatch::new(context, &instances, forms)));
                    }
                }
            }
        }
        let mut frames = [Frames::default(), Frames::default()];
        for (object, look) in self.looks.iter().enumerate() {
            if is_edged(look, self.details[object]) {
                frames[usize::from(look.edge.0[3] == u8::MAX)].push(&self.bodies.aabb(object), look, 0);
            }
        }
        self.frames = Some(frames.map(|frames| FrameBatch::new(context, &frames)));
        self.sent = Sent::All;
    }

    /// The solids, none of which is seen through.
    pub(super) fn solids(&self) -> impl Iterator<Item = &SolidBatch> {
        self.solids.iter().map(|(_, batch)| batch)
    }

    /// The edges of boxes: those that are seen through, and the others.
    pub(super) fn frames(&self) -> Option<&[FrameBatch; 2]> {
        self.frames.as_ref()
    }

    /// What of the objects may be at a pixel or `reach` pixels around it. [`Self::see`] must have been called.
    pub(super) fn near(&self, context: &Context, eye: &Eye, forms: &mut Forms, at: [f32; 2], reach: f32) -> Near {
        let mut verdicts = Vec::new();
        classify_all(&eye.frustum_around(at, reach), self.bodies.boxes(), &mut verdicts);
        let near: Vec<Detail> = verdicts
            .iter()
            .zip(&self.details)
            .map(|(verdict, detail)| if *verdict == Verdict::Outside { Detail::Unseen } else { *detail })
            .collect();
        let mut solids = Vec::new();
        for (group, Group { form, .. }) in self.bodies.groups().iter().enumerate() {
            let mut instances = Instances::of(form);
            each(&self.bodies, &near, group, |map, object| {
                if self.looks[object].fill.0[3] > 0 {
                    instances.push(map, self.looks[object].fill, Some(Item::Object(object)));
                }
            });
            if !instances.is_empty() {
                solids.push(SolidBatch::new(context, &instances, forms));
            }
        }
        let mut frames = Frames::default();
        for (object, look) in self.looks.iter().enumerate().filter(|(object, look)| is_edged(look, near[*object])) {
            frames.push(&self.bodies.aabb(object), look, items::code(Some(Item::Object(object))));
        }
        Near { solids, frames: FrameBatch::new(context, &frames) }
    }
}

/// Whether the edges of its box are drawn. Strong ones say something, however far away.
fn is_edged(look: &Look, detail: Detail) -> bool {
    look.edge.0[3] > 0 && (detail == Detail::Edged || (look.width > 1.0 && detail != Detail::Unseen))
}

/// Every piece of that group that is drawn.
fn each(bodies: &Bodies, details: &[Detail], group: usize, mut take: impl FnMut(&Affine3A, usize)) {
    for body in &bodies.groups()[group].bodies {
        let object = body.object as usize;
        if matches!(details[object], Detail::Solid | Detail::Edged) {
            take(&body.world_from_unit, object);
        }
    }
    if bodies.groups()[group].form == Form::Part(Part::Cube) {
        for (object, _) in details.iter().enumerate().filter(|(_, detail)| **detail == Detail::Speck) {
            let aabb = bodies.aabb(object);
            let map = Affine3A::from_translation(aabb.centre()) * Affine3A::from_scale(aabb.half_extents());
            take(&map, object);
        }
    }
}

/// How much of each object is drawn from there.
fn details(bodies: &Bodies, eye: &Eye) -> Vec<Detail> {
    if bodies.len() <= MANY {
        return vec![Detail::Edged; bodies.len()];
    }
    let mut verdicts = Vec::new();
    classify_all(&eye.frustum(), bodies.boxes(), &mut verdicts);
    let detail = |(object, verdict): (usize, &Verdict)| {
        if *verdict == Verdict::Outside {
            return Detail::Unseen;
        }
        let aabb = bodies.aabb(object);
        let reach = aabb.half_extents().length() / eye.metres_per_pixel_at(aabb.centre()).max(f32::MIN_POSITIVE);
        match reach {
            _ if reach < LEAST_SOLID => Detail::Speck,
            _ if reach < LEAST_WITH_EDGES => Detail::Solid,
            _ => Detail::Edged,
        }
    };
    verdicts.iter().enumerate().map(detail).collect()
}
