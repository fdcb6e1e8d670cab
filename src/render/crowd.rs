//! The objects of a picture in GPU memory, reduced to the visible ones in large scenes.
//!
//! ```text
//! Bodies ─ eye ─► Detail of each ─► instances: rows of their maps, colours        (again when the view moves)
//! Looks ──────────────────────────► colours alone, and the edges of boxes         (again with every edit)
//! ```
//!
//! Round solids have as many flat pieces as their size on the screen needs ([`Fineness`]).
//!
//! In a scene of up to [`MANY`] objects all are drawn, with the edges of their boxes. Of more, those outside of the
//! view are left out, small ones have no edges, and those of a few pixels are boxes whatever they are. Where that is
//! still more than [`MOST_TRIANGLES`], as of many solids that overlap on the screen, all are drawn more coarsely, down
//! to [`Fineness::Coarse`]; the largest keep their roundness longest. Only the largest have edges: up to
//! [`MOST_EDGED`], and up to [`MOST_EDGE_PIXELS`]. OpenGL in software keeps every triangle in memory until it draws, so
//! [`SolidBatch::most`] bounds what it gets at a time.
//!
//! If this is still much to draw, solids that nearer ones hide are left out ([`Coverage`]), and of objects with the
//! same pose and form all but the first. The picture stays the same: the depth test would refuse them.
//!
//! Of solids that nearly coincide, each may show somewhere, so the comparison with nearer ones leaves most of them. From
//! [`MOST_COMPARED_OVERDRAW`] on they are not compared. Where [`MOST_UNSORTED`] or more pixels would still be painted, rays
//! find the nearest solid at each pixel ([`first_hits`]), and all others are left out. When the nearest ones alone exceed
//! [`MOST_PAINTED`], those that show at the most pixels are drawn, and [`LeftOut`] has the number of the others.
//!
//! A pile costs no more than as many solids that are spread: 400,000 spheres of radius 10 m within 1 m took 4.4 s of CPU time
//! to render, spread ones 3.5 s to 8.9 s (release build, OpenGL in software, two busy cores, 1280 x 720).
//!
//! The CPU computes the details: it classifies 100,000 boxes in a fraction of a millisecond, and the remaining
//! instances are uploaded again.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use glam::Affine3A;
use three_d::Context;

use super::coverage::{Coverage, Volume};
use super::eye::{Eye, Sight};
use super::first_hits::{FirstHits, first_hits};
use super::lines::{FrameBatch, Frames};
use super::solids::{Forms, Instances, SolidBatch};
use super::{RenderError, item_code};
use crate::budget::{Budget, Reservation};
use crate::geometry::Aabb;
use crate::geometry::frustum::Verdict;
use crate::geometry::frustum::batch::classify_all;
use crate::parallel;
use crate::picture::{
    Bodies, Body, Fineness, Form, Group, LegendEntry, Look, NOT_COUNTED, Palette, Part, Picture, Sample, grouped,
};
use crate::world::Thing;

/// Up to this number of objects, all of them are drawn with full detail.
const MANY: usize = 2000;
/// With more objects, a box needs at least this size on the screen for edges, in pixels.
const LEAST_WITH_EDGES: f32 = 12.0;
/// Objects of a lesser size on the screen are drawn as boxes, in pixels.
const LEAST_SOLID: f32 = 2.0;
/// With more triangles, solids are drawn more coarsely, if the picture has more than [`MANY`] objects.
const MOST_TRIANGLES: usize = 6_000_000;
/// The most boxes whose edges are drawn.
const MOST_EDGED: usize = 20_000;
/// The greatest sum of the lengths of all edges on the screen, in pixels, estimated.
const MOST_EDGE_PIXELS: f32 = 2e7;
/// The greatest factor by which the size of a solid is reduced for the choice of its detail.
const COARSEST: f32 = 100.0;

/// Above this number of triangles, hidden solids are searched. Below, drawing them costs less than the search.
const MOST_UNCULLED: usize = 2_000_000;
/// The same for the average overdraw.
const MOST_OVERDRAWN: f32 = 16.0;
/// The overdraw, as a multiple of the pixels of the picture, above which rays find the nearest solids.
const MOST_UNSORTED: f32 = 1000.0;
/// The greatest overdraw of the solids that are drawn after the search by rays.
const MOST_PAINTED: f32 = 3000.0;
/// The overdraw from which the comparison with nearer solids is left out: so many solids share each pixel that the
/// comparison costs more than the rays.
const MOST_COMPARED_OVERDRAW: f32 = 10_000.0;
/// The greatest visible part of the area of a solid in a pile. At each pixel at most a few larger solids are visible.
const LEAST_SHOWN: f32 = 0.125;
/// The bytes of a solid in GPU memory, and in the upload.
const INSTANCE: u64 = 2 * 72;
/// The bytes of the edges of a box in GPU memory, and in the upload.
const EDGES: u64 = 2 * 56 + 40;
/// The number of solids that are compared with nearer ones at a time, on all threads: at first, and at most.
const AT_ONCE: [usize; 2] = [1, 4096];

/// The detail in which an object is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Nothing: it is not in view.
    Unseen,
    /// Nothing: nearer solids hide it. The faint edges of so many hidden boxes would cover the picture.
    Covered,
    /// Its tested box, because it covers only a few pixels.
    Speck,
    /// Its solid.
    Solid(Fineness),
    /// Its solid, and the edges of its tested box.
    Edged(Fineness),
}

impl Detail {
    /// Whether its solid or its box is drawn.
    fn is_drawn(self) -> bool {
        self == Self::Speck || self.fineness().is_some()
    }

    /// The fineness of its solid; `None` without a solid.
    fn fineness(self) -> Option<Fineness> {
        match self {
            Self::Unseen | Self::Covered | Self::Speck => None,
            Self::Solid(fineness) | Self::Edged(fineness) => Some(fineness),
        }
    }
}

/// All objects of a picture, and the visible ones in GPU memory.
#[derive(Default)]
pub(super) struct Crowd {
    bodies: Arc<Bodies>,
    looks: Vec<Look>,
    details: Vec<Detail>,
    /// The viewpoint for which the details were chosen.
    sight: Option<Sight>,
    sent: Sent,
    solids: Vec<Share>,
    frames: Option<[FrameBatch; 2]>,
    /// Whether solids are drawn that nearer ones hide.
    draws_hidden: bool,
    left_out: LeftOut,
    budget: Option<Budget>,
    /// The reservation for the objects in GPU memory.
    memory: Option<Reservation>,
}

/// The part of a group that is drawn in one call.
struct Share {
    group: usize,
    fineness: Fineness,
    /// Which of those that are drawn of the group, and are as round.
    members: Range<usize>,
    batch: SolidBatch,
}

/// The visible objects that are not drawn, because drawing them would take too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The number of these objects.
    pub objects: usize,
    /// The greatest number of pixels at which one of them would be visible.
    pub pixels: u32,
    /// The number of pixels at which another object may be nearest, because the search was not finished.
    pub unsure: u32,
    /// The number of objects whose boxes have no edges, because the objects are in a pile.
    pub edges: usize,
}

impl LeftOut {
    /// The sentences for the legend; none if all objects are drawn.
    pub fn sentences(&self) -> Vec<String> {
        let Self { objects, pixels, unsure, edges } = *self;
        let mut all = Vec::new();
        if objects > 0 {
            let are = if objects == 1 { "object is" } else { "objects are" };
            let s = if pixels == 1 { "" } else { "s" };
            let (objects, pixels) = (grouped(objects as u64), grouped(pixels.into()));
            all.push(format!("{objects} {are} not drawn, each would show on at most {pixels} pixel{s}"));
        } else if unsure > 0 {
            let s = if unsure == 1 { "" } else { "s" };
            let unsure = grouped(unsure.into());
            all.push(format!("too many objects overlap: the nearest may be missing at {unsure} pixel{s}"));
        }
        if edges > 0 {
            let boxes = if edges == 1 { "box that overlaps" } else { "boxes that overlap" };
            all.push(format!("the edges of {} {boxes} others are not drawn", grouped(edges as u64)));
        }
        all
    }

    /// Rows of the legend with these sentences.
    pub fn legend_entries(&self, palette: &Palette) -> impl Iterator<Item = LegendEntry> {
        let color = palette.partial;
        let row = move |text| LegendEntry { text: format!("⚠ {text}"), color, sample: Sample::None };
        self.sentences().into_iter().map(row)
    }
}

/// The valid part of the data in GPU memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sent {
    #[default]
    Nothing,
    /// The transforms are valid, the colours are not.
    Places,
    All,
}

/// The objects that may be at a pixel, in GPU memory.
pub(super) struct Near {
    pub(super) solids: Vec<SolidBatch>,
    pub(super) frames: FrameBatch,
}

impl Crowd {
    /// Sets the objects of a picture; unchanged bodies stay in GPU memory.
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
        self.budget = picture.memory.budget().cloned();
        // Hidden objects depend on all drawn objects.
        let is_drawn = |look: &Look| look.fill.0[3] > 0;
        if !self.looks.iter().map(is_drawn).eq(picture.looks.iter().map(is_drawn)) {
            self.sight = None;
        }
        self.looks.clone_from(&picture.looks);
        // A picture of a test may have bodies without looks.
        self.looks.resize(self.bodies.len(), Look::HIDDEN);
    }

    /// Whether solids are drawn that nearer ones hide, from the next [`Self::see`] on.
    pub(super) fn draw_hidden(&mut self, is_drawn: bool) {
        self.draws_hidden = is_drawn;
        self.sight = None;
    }

    /// Uploads everything that is visible from a viewpoint.
    ///
    /// # Errors
    ///
    /// [`RenderError::Memory`] when the budget has no room for the visible objects. Then none of them is in GPU memory.
    pub(super) fn see(&mut self, context: &Context, eye: &Eye, forms: &mut Forms) -> Result<(), RenderError> {
        if self.sight != Some(eye.sight()) {
            let looks = (!self.draws_hidden).then_some(&self.looks[..]);
            let details;
            (details, self.left_out) = choose_details(&self.bodies, looks, eye);
            if details != self.details {
                self.details = details;
                self.sent = Sent::Nothing;
            }
            self.sight = Some(eye.sight());
        }
        match self.sent {
            Sent::All => return Ok(()),
            Sent::Places => {
                for Share { group, fineness, members, batch } in &mut self.solids {
                    let mut colors = Vec::with_capacity(members.len());
                    each(&self.bodies, &self.details, *group, *fineness, members.clone(), |_, object| {
                        colors.push(self.looks[object].fill);
                    });
                    batch.recolor(&colors);
                }
            }
            Sent::Nothing => {
                self.solids.clear();
                self.frames = None;
                self.memory = None;
                self.memory = self.reserve()?;
                for (group, form, fineness) in batches(&self.bodies) {
                    let most = SolidBatch::most(form, fineness);
                    for share in 0.. {
                        let members = share * most..(share + 1) * most;
                        let mut instances = Instances::of(form, fineness);
                        each(&self.bodies, &self.details, group, fineness, members.clone(), |map, object| {
                            instances.push(map, self.looks[object].fill, None);
                        });
                        if instances.is_empty() {
                            break;
                        }
                        let batch = SolidBatch::new(context, &instances, forms);
                        self.solids.push(Share { group, fineness, members, batch });
                    }
                }
            }
        }
        let mut frames = [Frames::default(), Frames::default()];
        for (object, look) in self.looks.iter().enumerate() {
            if is_edged(look, self.details[object]) {
                frames[usize::from(look.edge.0[3] == u8::MAX)].push(self.bodies.aabb(object), look, 0);
            }
        }
        self.frames = Some(frames.map(|frames| FrameBatch::new(context, &frames)));
        self.sent = Sent::All;
        Ok(())
    }

    /// Reserves the GPU memory; a part of it is reserved with each object.
    fn reserve(&self) -> Result<Option<Reservation>, RenderError> {
        let Some(budget) = &self.budget else { return Ok(None) };
        let drawn = |body: &&Body| self.details[body.object as usize].is_drawn();
        let pieces: usize = self.bodies.groups().iter().map(|group| group.bodies.iter().filter(drawn).count()).sum();
        let edged = self.details.iter().filter(|detail| matches!(detail, Detail::Edged(_))).count();
        let bytes = pieces as u64 * INSTANCE + edged as u64 * EDGES;
        let what = || "showing the objects in view".to_owned();
        budget
            .take(bytes.saturating_sub(NOT_COUNTED))
            .map(Some)
            .map_err(|over| RenderError::Memory { what: what(), over })
    }

    /// The visible objects that are not drawn.
    pub(super) fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// The opaque solids.
    pub(super) fn solids(&self) -> impl Iterator<Item = &SolidBatch> {
        self.solids.iter().map(|share| &share.batch)
    }

    /// The edges of boxes: the translucent ones, and the others.
    pub(super) fn frames(&self) -> Option<&[FrameBatch; 2]> {
        self.frames.as_ref()
    }

    /// The objects that may be at a pixel or within `reach` pixels around it. [`Self::see`] must have been called.
    pub(super) fn near(&self, context: &Context, eye: &Eye, forms: &mut Forms, at: [f32; 2], reach: f32) -> Near {
        let mut verdicts = Vec::new();
        classify_all(&eye.frustum_around(at, reach), self.bodies.boxes(), &mut verdicts);
        let near: Vec<Detail> = verdicts
            .iter()
            .zip(&self.details)
            .map(|(verdict, detail)| if *verdict == Verdict::Outside { Detail::Unseen } else { *detail })
            .collect();
        let mut solids = Vec::new();
        for (group, form, fineness) in batches(&self.bodies) {
            let mut instances = Instances::of(form, fineness);
            each(&self.bodies, &near, group, fineness, 0..usize::MAX, |map, object| {
                if self.looks[object].fill.0[3] > 0 {
                    instances.push(map, self.looks[object].fill, Some(Thing::Object(object)));
                }
            });
            if !instances.is_empty() {
                solids.push(SolidBatch::new(context, &instances, forms));
            }
        }
        let mut frames = Frames::default();
        for (object, look) in self.looks.iter().enumerate().filter(|(object, look)| is_edged(look, near[*object])) {
            frames.push(self.bodies.aabb(object), look, item_code::code(Some(Thing::Object(object))));
        }
        Near { solids, frames: FrameBatch::new(context, &frames) }
    }
}

/// Whether the edges of its box are drawn. Strong edges have a meaning at every distance.
fn is_edged(look: &Look, detail: Detail) -> bool {
    let is_strong = look.width > 1.0 && detail != Detail::Unseen;
    look.edge.0[3] > 0 && (matches!(detail, Detail::Edged(_)) || is_strong)
}

/// The groups and finenesses that are each drawn in one call.
fn batches(bodies: &Bodies) -> impl Iterator<Item = (usize, &Form, Fineness)> {
    let groups = bodies.groups().iter().enumerate();
    groups.flat_map(|(group, Group { form, .. })| Fineness::ALL.map(|fineness| (group, form, fineness)))
}

/// The drawn pieces of a group with one fineness, in the range `members`.
fn each(
    bodies: &Bodies,
    details: &[Detail],
    group: usize,
    fineness: Fineness,
    members: Range<usize>,
    mut take: impl FnMut(&Affine3A, usize),
) {
    let Group { form, bodies: pieces } = &bodies.groups()[group];
    let is_drawn = |piece: &&Body| details[piece.object as usize].fineness() == Some(fineness);
    let mut count = 0;
    for piece in pieces.iter().filter(is_drawn).skip(members.start).take(members.len()) {
        take(&piece.world_from_unit, piece.object as usize);
        count += 1;
    }
    if *form == Form::Part(Part::Cube) && fineness == Fineness::Coarse {
        let before = if count > 0 { members.start + count } else { pieces.iter().filter(is_drawn).count() };
        let specks = details.iter().enumerate().filter(|(_, detail)| **detail == Detail::Speck);
        let start = members.start.saturating_sub(before);
        for (object, _) in specks.skip(start).take(members.len() - count) {
            let aabb = bodies.aabb(object);
            let map = Affine3A::from_translation(aabb.centre()) * Affine3A::from_scale(aabb.half_extents());
            take(&map, object);
        }
    }
}

/// The detail of each object for a viewpoint. Without looks, everything is drawn.
fn choose_details(bodies: &Bodies, looks: Option<&[Look]>, eye: &Eye) -> (Vec<Detail>, LeftOut) {
    let reaches: Vec<f32> = (0..bodies.len())
        .map(|object| {
            let aabb = bodies.aabb(object);
            aabb.half_extents().length() / eye.metres_per_pixel_at(aabb.centre()).max(f32::MIN_POSITIVE)
        })
        .collect();
    if bodies.len() <= MANY {
        let details = reaches.iter().map(|&reach| Detail::Edged(Fineness::for_reach(reach))).collect();
        return (details, LeftOut::default());
    }
    let mut verdicts = Vec::new();
    classify_all(&eye.frustum(), bodies.boxes(), &mut verdicts);
    let is_seen = verdicts.iter().map(|verdict| *verdict != Verdict::Outside).collect::<Vec<bool>>();
    let choose = |coarser: f32| -> Vec<Detail> {
        let detail = |(is_seen, reach): (&bool, &f32)| match *reach {
            _ if !is_seen => Detail::Unseen,
            reach if reach < LEAST_SOLID => Detail::Speck,
            reach if reach < LEAST_WITH_EDGES => Detail::Solid(Fineness::for_reach(reach / coarser)),
            reach => Detail::Edged(Fineness::for_reach(reach / coarser)),
        };
        is_seen.iter().zip(&reaches).map(detail).collect()
    };
    let pixels = eye.size.element_product();
    let seen = is_seen.iter().zip(&reaches).filter(|(is_seen, _)| **is_seen);
    let area: f32 = seen.map(|(_, reach)| (reach * reach).min(pixels)).sum();
    let is_overdrawn = area > MOST_OVERDRAWN * pixels;
    let mut details = choose(1.0);
    let culled = looks.filter(|_| is_overdrawn || triangles(bodies, &details) > MOST_UNCULLED);
    let mut left_out = LeftOut::default();
    // The drawn objects, if rays found them.
    let mut found: Option<(Vec<bool>, FirstHits)> = None;
    // Whether rays find hidden solids without the comparison with nearer ones.
    let mut is_extreme = false;
    if let Some(looks) = culled {
        let mut area = area;
        if area > MOST_COMPARED_OVERDRAW * pixels {
            leave_out_twins(bodies, looks, &mut details);
            let drawn = details.iter().zip(&reaches).filter(|(detail, _)| detail.is_drawn());
            area = drawn.map(|(_, reach)| (reach * reach).min(pixels)).sum();
            is_extreme = area > MOST_COMPARED_OVERDRAW * pixels;
        }
        if !is_extreme {
            leave_out_covered(bodies, looks, &mut details, eye, area);
        }
        let is_drawn = |object: usize| looks[object].fill.0[3] > 0 && details[object].is_drawn();
        let area = |object: usize| (reaches[object] * reaches[object]).min(pixels);
        let painted: f32 = (0..bodies.len()).filter(|&object| is_drawn(object)).map(area).sum();
        if painted > MOST_UNSORTED * pixels {
            let hits = first_hits(bodies, is_drawn, eye);
            let kept;
            (kept, left_out) = keep_most_seen(&hits, &reaches, area, MOST_PAINTED * pixels);
            left_out.edges = leave_out_others(&mut details, &kept, &hits, area);
            found = Some((kept, hits));
        }
    }
    let mut coarser = 1.0;
    while looks.is_some() && triangles(bodies, &details) > MOST_TRIANGLES && coarser <= COARSEST {
        coarser *= 1.5;
        let covered = details.into_iter().zip(choose(coarser));
        details = covered.map(|(before, now)| if before == Detail::Covered { before } else { now }).collect();
    }
    if let Some(looks) = culled.filter(|_| coarser > 1.0) {
        details = choose(coarser);
        match found {
            Some((kept, hits)) => {
                let area = |object: usize| (reaches[object] * reaches[object]).min(pixels);
                left_out.edges = leave_out_others(&mut details, &kept, &hits, area);
            }
            // Coarser solids are smaller and hide less.
            None => leave_out_covered(bodies, looks, &mut details, eye, area),
        }
    }
    keep_edges_of_largest(bodies, &mut details, &reaches, eye);
    (details, left_out)
}

/// The drawn objects: of those that are nearest at some pixel, the ones at the most pixels, up to the greatest
/// overdraw.
fn keep_most_seen(hits: &FirstHits, reaches: &[f32], area: impl Fn(usize) -> f32, most: f32) -> (Vec<bool>, LeftOut) {
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
fn leave_out_others(details: &mut [Detail], kept: &[bool], hits: &FirstHits, area: impl Fn(usize) -> f32) -> usize {
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
fn leave_out_twins(bodies: &Bodies, looks: &[Look], details: &mut [Detail]) {
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
fn leave_out_covered(bodies: &Bodies, looks: &[Look], details: &mut [Detail], eye: &Eye, area: f32) {
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
    let mut twins = Twins::default();
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
            if is_hidden || !twins.is_first(near, cores[object].key(bodies, object)) {
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
    for (group, Group { form, bodies: pieces }) in bodies.groups().iter().enumerate() {
        if *form != Form::Part(Part::Dome) {
            for (piece, body) in pieces.iter().enumerate() {
                cores[body.object as usize] = Core { group: group as u32, piece: piece as u32 };
            }
        }
    }
    cores
}

impl Core {
    fn body(self, bodies: &Bodies) -> Option<(&Form, &Affine3A)> {
        let Group { form, bodies } = bodies.groups().get(self.group as usize)?;
        Some((form, &bodies.get(self.piece as usize)?.world_from_unit))
    }

    /// `None` for a mesh, which may be open.
    fn part(self, bodies: &Bodies) -> Option<(Part, &Affine3A)> {
        let (form, map) = self.body(bodies)?;
        match form {
            Form::Part(part) => Some((*part, map)),
            Form::Mesh(_) => None,
        }
    }

    /// The key that is equal for objects that differ only in colour.
    fn key(self, bodies: &Bodies, object: usize) -> Key {
        let map = self.body(bodies).map_or([0.0; 12], |(_, map)| map.to_cols_array());
        (self.group, map.map(f32::to_bits), bits(&bodies.aabb(object)))
    }
}

/// See [`Core::key`].
type Key = (u32, [u32; 12], [[u32; 3]; 2]);

/// Objects with the same pose and form, of which the depth test keeps the first. They are queried in ascending
/// nearness, which is equal for all objects of one pose.
#[derive(Default)]
struct Twins {
    near: f32,
    keys: HashSet<Key>,
}

impl Twins {
    fn is_first(&mut self, near: f32, key: Key) -> bool {
        if self.near.to_bits() != near.to_bits() {
            self.near = near;
            self.keys.clear();
        }
        self.keys.insert(key)
    }
}

/// Removes the edges of small boxes, so that at most [`MOST_EDGED`] boxes have edges, and at most [`MOST_EDGE_PIXELS`]
/// pixels are drawn for them. Equal boxes at one place count once, because they are drawn once.
fn keep_edges_of_largest(bodies: &Bodies, details: &mut [Detail], reaches: &[f32], eye: &Eye) {
    let is_edged = |object: &usize| matches!(details[*object], Detail::Edged(_));
    // An estimate of the length of an edge on the screen.
    let length = |reach: f32| reach.min(eye.size.max_element());
    let mut large: Vec<(f32, [[u32; 3]; 2])> =
        (0..details.len()).filter(is_edged).map(|object| (reaches[object], bits(&bodies.aabb(object)))).collect();
    let pixels: f32 = large.iter().map(|(reach, _)| length(*reach) * 12.0).sum();
    if large.len() <= MOST_EDGED && pixels <= MOST_EDGE_PIXELS {
        return;
    }
    parallel::sort_by(&mut large, |(a, i), (b, j)| b.total_cmp(a).then(i.cmp(j)));
    large.dedup_by(|(_, box_), (_, before)| box_ == before);
    let mut left = MOST_EDGE_PIXELS;
    let too_small = large.iter().enumerate().find(|(before, (reach, _))| {
        left -= length(*reach) * 12.0;
        *before >= MOST_EDGED || left < 0.0
    });
    let Some((_, (most, _))) = too_small else { return };
    // Boxes of exactly this size lose their edges, because all of them could be too many.
    for (detail, _) in details.iter_mut().zip(reaches).filter(|(_, reach)| *reach <= most) {
        if let Detail::Edged(fineness) = *detail {
            *detail = Detail::Solid(fineness);
        }
    }
}

/// The bits of a box, for comparison.
fn bits(Aabb { min, max }: &Aabb) -> [[u32; 3]; 2] {
    [min, max].map(|corner| corner.to_array().map(f32::to_bits))
}

/// The number of triangles of unit meshes at these details. Meshes of levels have no other detail, so they do not
/// count.
fn triangles(bodies: &Bodies, details: &[Detail]) -> usize {
    let of_group = |group: &Group| -> usize {
        let Form::Part(part) = &group.form else { return 0 };
        let fineness = group.bodies.iter().filter_map(|body| details[body.object as usize].fineness());
        fineness.map(|fineness| part.triangles(fineness)).sum()
    };
    bodies.groups().iter().map(of_group).sum()
}
