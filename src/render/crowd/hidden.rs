//! Objects that are left out because nearer ones hide them.
//!
//! If this is still much to draw, solids that nearer ones hide are left out ([`Coverage`]), and of objects with the
//! same pose and form all but the first. The picture stays the same: the depth test would refuse them.

use std::collections::HashSet;

use glam::Affine3A;

use super::detail::{Detail, LEAST_WITH_EDGES, bits};
use super::left_out::LeftOut;
use crate::parallel;
use crate::picture::{Bodies, BodyGroup, BodyLook, SolidForm, SolidPart};
use crate::render::coverage::{Coverage, Volume};
use crate::render::first_hits::FirstHits;
use crate::render::view_uniforms::Eye;

/// The greatest visible part of the area of a solid in a pile. At each pixel at most a few larger solids are visible.
const LEAST_SHOWN: f32 = 0.125;
/// The number of solids that are compared with nearer ones at a time, on all threads: at first, and at most.
const AT_ONCE: [usize; 2] = [1, 4096];

/// The drawn objects: of those that are nearest at some pixel, the ones at the most pixels, up to the greatest
/// overdraw.
pub(super) fn keep_most_visible(
    hits: &FirstHits,
    reaches: &[f32],
    area: impl Fn(usize) -> f32,
    most: f32,
) -> (Vec<bool>, LeftOut) {
    let mut order: Vec<(u32, usize)> =
        hits.rays.iter().enumerate().filter(|(_, rays)| **rays > 0).map(|(object, rays)| (*rays, object)).collect();
    parallel::sort_by(&mut order, |(a, i), (b, j)| b.cmp(a).then(i.cmp(j)));
    // Small ones may be between the rays, and take little time.
    let mut kept: Vec<bool> = reaches.iter().map(|reach| *reach < LEAST_WITH_EDGES).collect();
    let unsure = hits.unsure * hits.step * hits.step;
    let (mut left, mut left_out) = (most, LeftOut { unsure, ..LeftOut::default() });
    for (rays, object) in order {
        left -= area(object);
        if left >= 0.0 {
            kept[object] = true;
        } else {
            let pixels = rays * hits.step * hits.step;
            left_out.objects += 1;
            left_out.pixels = left_out.pixels.max(pixels);
        }
    }
    (kept, left_out)
}

/// Leaves out the objects that are not in `kept`, and the edges of the solids in a pile: those that are visible on less
/// than [`LEAST_SHOWN`] of their area. Their boxes nearly coincide too, and the edges of hundreds of them would hide
/// the solids. Returns the number of drawn solids without edges for this reason.
pub(super) fn leave_out_others(
    details: &mut [Detail],
    kept: &[bool],
    hits: &FirstHits,
    area: impl Fn(usize) -> f32,
) -> usize {
    let mut edges = 0;
    for (object, detail) in details.iter_mut().enumerate().filter(|(_, detail)| detail.is_drawn()) {
        let shown = (u64::from(hits.rays[object]) * u64::from(hits.step).pow(2)) as f32;
        *detail = match *detail {
            _ if !kept[object] => Detail::Covered,
            Detail::Edged(fineness) if shown < LEAST_SHOWN * area(object) => {
                edges += 1;
                Detail::Solid(fineness)
            }
            detail => detail,
        };
    }
    edges
}

/// Leaves out objects with the pose and form of an earlier one.
pub(super) fn leave_out_duplicates(bodies: &Bodies, looks: &[BodyLook], details: &mut [Detail]) {
    let cores = cores(bodies);
    let mut keys = HashSet::new();
    for (object, detail) in details.iter_mut().enumerate() {
        let is_drawn = looks[object].fill.0[3] > 0 && detail.is_drawn();
        if is_drawn && !keys.insert(cores[object].key(bodies, object)) {
            *detail = Detail::Covered;
        }
    }
}

/// Leaves out objects that nearer solids hide, and objects with the pose and form of another one.
pub(super) fn leave_out_covered(bodies: &Bodies, looks: &[BodyLook], details: &mut [Detail], eye: &Eye, area: f32) {
    let mut coverage = Coverage::new(eye, area);
    let cores = cores(bodies);
    let volume = |object: usize, detail: Detail| {
        let core = detail.fineness().and_then(|fineness| Some((fineness, cores[object].part(bodies)?)));
        let roundness = core.map_or(1.0, |(fineness, _)| fineness.roundness());
        Volume::of(core.map(|(_, part)| part), bodies.aabb(object), roundness)
    };
    let is_drawn = |object: &usize| looks[*object].fill.0[3] > 0 && details[*object].is_drawn();
    let drawn: Vec<usize> = (0..bodies.len()).filter(is_drawn).collect();
    let nearness = parallel::collect(drawn.len(), |i| coverage.nearness(&volume(drawn[i], details[drawn[i]])));
    let mut order: Vec<(f32, usize)> = nearness.into_iter().zip(drawn).collect();
    parallel::sort_by(&mut order, |(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
    let mut keys = SameKeys::default();
    let [mut at_once, most] = AT_ONCE;
    let mut rest = &order[..];
    while !rest.is_empty() {
        let part;
        (part, rest) = rest.split_at(at_once.min(rest.len()));
        at_once = (at_once * 2).min(most);
        let hides = parallel::collect(part.len(), |i| {
            let (_, object) = part[i];
            coverage.hides(&volume(object, details[object]))
        });
        for (&(near, object), is_hidden) in part.iter().zip(hides) {
            let detail = details[object];
            if is_hidden || !keys.is_first(near, cores[object].key(bodies, object)) {
                details[object] = Detail::Covered;
            } else {
                coverage.add(&volume(object, detail));
            }
        }
        coverage.keep_to_time();
    }
}

/// The largest piece of an object: a group and an index in it. For a capsule, the part between its domes.
#[derive(Clone, Copy)]
struct Core {
    group: u32,
    piece: u32,
}

/// The cores of all objects.
#[expect(clippy::cast_possible_truncation, reason = "more than 4 billion pieces do not fit into memory")]
fn cores(bodies: &Bodies) -> Vec<Core> {
    let mut cores = vec![Core { group: 0, piece: 0 }; bodies.len()];
    for (group, BodyGroup { form, bodies: pieces }) in bodies.groups().iter().enumerate() {
        if *form != SolidForm::Part(SolidPart::Dome) {
            for (piece, body) in pieces.iter().enumerate() {
                cores[body.object as usize] = Core { group: group as u32, piece: piece as u32 };
            }
        }
    }
    cores
}

impl Core {
    fn body(self, bodies: &Bodies) -> Option<(&SolidForm, &Affine3A)> {
        let BodyGroup { form, bodies } = bodies.groups().get(self.group as usize)?;
        Some((form, &bodies.get(self.piece as usize)?.world_from_unit))
    }

    /// `None` for a mesh, which may be open.
    fn part(self, bodies: &Bodies) -> Option<(SolidPart, &Affine3A)> {
        let (form, map) = self.body(bodies)?;
        match form {
            SolidForm::Part(part) => Some((*part, map)),
            SolidForm::Mesh(_) => None,
        }
    }

    /// The key that is equal for objects that differ only in colour.
    fn key(self, bodies: &Bodies, object: usize) -> HiddenKey {
        let map = self.body(bodies).map_or([0.0; 12], |(_, map)| map.to_cols_array());
        (self.group, map.map(f32::to_bits), bits(&bodies.aabb(object)))
    }
}

/// See [`Core::key`].
type HiddenKey = (u32, [u32; 12], [[u32; 3]; 2]);

/// Objects with the same pose and form, of which the depth test keeps the first. They are queried in ascending
/// nearness, which is equal for all objects of one pose.
#[derive(Default)]
struct SameKeys {
    near: f32,
    keys: HashSet<HiddenKey>,
}

impl SameKeys {
    fn is_first(&mut self, near: f32, key: HiddenKey) -> bool {
        if self.near.to_bits() != near.to_bits() {
            self.near = near;
            self.keys.clear();
        }
        self.keys.insert(key)
    }
}
