//! The objects of a picture in GPU memory: many, so only what can be seen of them.
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
//! still more than [`MOST_TRIANGLES`], as of many solids that overlap on the screen, all are drawn more coarsely, down to
//! [`Fineness::Coarse`]; the largest keep their roundness longest. Only the largest have edges: up to [`MOST_EDGED`], and up to
//! [`MOST_EDGE_PIXELS`]. OpenGL in
//! software keeps every triangle in memory until it draws, so [`SolidBatch::most`] bounds what it gets at a time.
//!
//! Where even that is much to draw, solids that nearer ones hide are left out ([`Coverage`]), and of objects at the same
//! place with the same form all but the first. The picture stays the same: the depth test would have refused them.
//!
//! Of solids that nearly coincide, each may show somewhere, so the comparison with nearer ones leaves most of them. From
//! [`MOST_COMPARED_OVERDRAW`] on they are not compared. Where [`MOST_UNSORTED`] or more pixels would still be painted, rays
//! find the nearest solid at each pixel ([`first_hits`]), and all others are left out. When the nearest ones alone exceed
//! [`MOST_PAINTED`], those that show at the most pixels are drawn, and [`LeftOut`] has the number of the others.
//!
//! A pile costs no more than as many solids that are spread: 400,000 spheres of radius 10 m within 1 m took 4.4 s of CPU time
//! to render, spread ones 3.5 s to 8.9 s (release build, OpenGL in software, two busy cores, 1280 x 720).
//!
//! Distances are looked at on the CPU: 100,000 boxes are classified in a fraction of a millisecond, and the instances that
//! are left are sent anew.

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

/// As long as there are no more objects than this, all of them are drawn in full.
const MANY: usize = 2000;
/// Of more, the edges of those whose box reaches less far on the screen than this are not drawn, in pixels.
const LEAST_WITH_EDGES: f32 = 12.0;
/// And those that reach less far than this are boxes.
const LEAST_SOLID: f32 = 2.0;
/// From so many triangles on solids are drawn more coarsely, if there are more than [`MANY`] objects.
const MOST_TRIANGLES: usize = 6_000_000;
/// The most boxes whose edges are drawn.
const MOST_EDGED: usize = 20_000;
/// The most pixels that edges are long on the screen together, about.
const MOST_EDGE_PIXELS: f32 = 2e7;
/// By how much a solid counts as smaller than it is, at most.
const COARSEST: f32 = 100.0;

/// From so many triangles on, or so many pixels drawn over each other on average, what nearer solids hide is looked for.
/// Below, drawing it costs less than looking for it.
const MOST_UNCULLED: usize = 2_000_000;
const MOST_OVERDRAWN: f32 = 16.0;
/// How many pixels are painted one over the other, as a multiple of the pixels of the picture: from so many on, rays find
/// what is nearest, and of that no more are painted than this.
const MOST_UNSORTED: f32 = 1000.0;
const MOST_PAINTED: f32 = 3000.0;
/// From so many on, that comparison is left out: so many solids share each pixel that it costs more than the rays.
const MOST_COMPARED_OVERDRAW: f32 = 10_000.0;
/// A solid of a pile shows on less than this part of its area. At each pixel a few larger ones find room at most.
const LEAST_SHOWN: f32 = 0.125;
/// The bytes of a solid in GPU memory, and on its way there.
const INSTANCE: u64 = 2 * 72;
/// The bytes of the edges of a box in GPU memory, and on their way there.
const EDGES: u64 = 2 * 56 + 40;
/// So many solids are compared with what is nearer at a time, on all threads: first one, then up to that many.
const AT_ONCE: [usize; 2] = [1, 4096];

/// How much of an object is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Nothing: it is not in view.
    Unseen,
    /// Nothing: nearer solids hide it. Of so many boxes the edges that are seen faintly through solids would be a carpet.
    Covered,
    /// Its tested box, for it covers a few pixels.
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

    /// How round its solid is; nothing without one.
    fn fineness(self) -> Option<Fineness> {
        match self {
            Self::Unseen | Self::Covered | Self::Speck => None,
            Self::Solid(fineness) | Self::Edged(fineness) => Some(fineness),
        }
    }
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
    solids: Vec<Share>,
    frames: Option<[FrameBatch; 2]>,
    /// Whether solids are drawn that nearer ones hide.
    draws_hidden: bool,
    left_out: LeftOut,
    budget: Option<Budget>,
    /// For what is in GPU memory.
    memory: Option<Reservation>,
}

/// What of a group is drawn in one call.
struct Share {
    group: usize,
    fineness: Fineness,
    /// Which of those that are drawn of the group, and are as round.
    members: Range<usize>,
    batch: SolidBatch,
}

/// The objects that would be seen, and are not drawn because drawing them would take too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// How many.
    pub objects: usize,
    /// At how many pixels any of them would be seen, at most.
    pub pixels: u32,
    /// At how many pixels something else may be the nearest, because the search for it was not finished.
    pub unsure: u32,
    /// How many objects are drawn without the edges of their boxes, because they are in a pile.
    pub edges: usize,
}

impl LeftOut {
    /// The sentences that say so; none where nothing is left out.
    pub fn sentences(&self) -> Vec<String> {
        let Self { objects, pixels, unsure, edges } = *self;
        let mut all = Vec::new();
        if objects > 0 {
            let are = if objects == 1 { "object is" } else { "objects are" };
            let (objects, pixels) = (grouped(objects as u64), grouped(pixels.into()));
            all.push(format!("{objects} {are} not drawn, each would show on at most {pixels} pixels"));
        } else if unsure > 0 {
            let unsure = grouped(unsure.into());
            all.push(format!("too many objects overlap: the nearest may be missing at {unsure} pixels"));
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
        self.budget = picture.memory.budget().cloned();
        // What is hidden by something changes with what is drawn at all.
        let is_drawn = |look: &Look| look.fill.0[3] > 0;
        if !self.looks.iter().map(is_drawn).eq(picture.looks.iter().map(is_drawn)) {
            self.sight = None;
        }
        self.looks.clone_from(&picture.looks);
        // A picture made by hand may have bodies and no looks.
        self.looks.resize(self.bodies.len(), Look::HIDDEN);
    }

    /// Whether solids are drawn that nearer ones hide, from the next [`Self::see`] on.
    pub(super) fn draw_hidden(&mut self, is_drawn: bool) {
        self.draws_hidden = is_drawn;
        self.sight = None;
    }

    /// Gets everything ready that is seen from there.
    ///
    /// # Errors
    ///
    /// [`RenderError::Memory`] when the budget has no room for what is seen. Then nothing of it is in GPU memory.
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

    /// The memory for what goes to GPU memory: some of an object is reserved with the object itself.
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

    /// What would be seen, and is not drawn.
    pub(super) fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// The solids, none of which is seen through.
    pub(super) fn solids(&self) -> impl Iterator<Item = &SolidBatch> {
        self.solids.iter().map(|share| &share.batch)
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

/// Whether the edges of its box are drawn. Strong ones say something, however far away.
fn is_edged(look: &Look, detail: Detail) -> bool {
    let is_strong = look.width > 1.0 && detail != Detail::Unseen;
    look.edge.0[3] > 0 && (matches!(detail, Detail::Edged(_)) || is_strong)
}

/// What is drawn in one call: a group, by its index, and how round its solids are.
fn batches(bodies: &Bodies) -> impl Iterator<Item = (usize, &Form, Fineness)> {
    let groups = bodies.groups().iter().enumerate();
    groups.flat_map(|(group, Group { form, .. })| Fineness::ALL.map(|fineness| (group, form, fineness)))
}

/// Those pieces of a group that are drawn and are as round, of which `members` says which.
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

/// How much of each object is drawn from there. Without looks everything is drawn, however much that is.
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
    // Which of them are drawn, where that was found out by rays.
    let mut found: Option<(Vec<bool>, FirstHits)> = None;
    // Whether rays find what is hidden without the comparison with nearer solids.
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
            // Coarser solids are smaller, and so hide less.
            None => leave_out_covered(bodies, looks, &mut details, eye, area),
        }
    }
    keep_edges_of_largest(bodies, &mut details, &reaches, eye);
    (details, left_out)
}

/// Which objects are drawn: of those that are nearest at some pixel the ones at the most pixels, as many as may be painted.
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

/// Leaves out what is not among those that are drawn, and the edges of the solids in a pile: of those that show on less than
/// [`LEAST_SHOWN`] of their area. Their boxes nearly coincide as the solids do, and hundreds of them are bars that hide the
/// solids. Gives back how many of the solids that are drawn have no edges therefore.
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

/// Leaves out what lies at the same place as an earlier object of the same form.
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

/// Leaves out what nearer solids hide, and what lies at the same place as another of the same form.
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

/// Which piece fills most of an object: a group and an index in it. Of a capsule that is the part between its domes.
#[derive(Clone, Copy)]
struct Core {
    group: u32,
    piece: u32,
}

/// Those of all objects.
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

    /// The same for objects that look the same but for their colour.
    fn key(self, bodies: &Bodies, object: usize) -> Key {
        let map = self.body(bodies).map_or([0.0; 12], |(_, map)| map.to_cols_array());
        (self.group, map.map(f32::to_bits), bits(&bodies.aabb(object)))
    }
}

/// See [`Core::key`].
type Key = (u32, [u32; 12], [[u32; 3]; 2]);

/// Objects at the same place with the same form, of which the depth test keeps the first. They are asked for by rising
/// nearness, which is the same for all of a place.
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

/// Takes the edges of small boxes away, so that no more than [`MOST_EDGED`] boxes have edges, and no more than
/// [`MOST_EDGE_PIXELS`] pixels are drawn for them. Boxes at the same place count once, as they are drawn once.
fn keep_edges_of_largest(bodies: &Bodies, details: &mut [Detail], reaches: &[f32], eye: &Eye) {
    let is_edged = |object: &usize| matches!(details[*object], Detail::Edged(_));
    // What an edge is as long as on the screen, about.
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
    // Those that reach exactly as far lose theirs, for all of them could be too many.
    for (detail, _) in details.iter_mut().zip(reaches).filter(|(_, reach)| *reach <= most) {
        if let Detail::Edged(fineness) = *detail {
            *detail = Detail::Solid(fineness);
        }
    }
}

/// Of a box, to compare it with others.
fn bits(Aabb { min, max }: &Aabb) -> [[u32; 3]; 2] {
    [min, max].map(|corner| corner.to_array().map(f32::to_bits))
}

/// Of how many triangles unit meshes that many details consist. Meshes of levels have no other details, so they do not count.
fn triangles(bodies: &Bodies, details: &[Detail]) -> usize {
    let of_group = |group: &Group| -> usize {
        let Form::Part(part) = &group.form else { return 0 };
        let fineness = group.bodies.iter().filter_map(|body| details[body.object as usize].fineness());
        fineness.map(|fineness| part.triangles(fineness)).sum()
    };
    bodies.groups().iter().map(of_group).sum()
}
