//! Instances of the visible objects, in GPU memory.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Affine3A;
use three_d::Context;

use super::choose::choose_details;
use super::detail::Detail;
use super::left_out::LeftOut;
use crate::budget::{Budget, Reservation};
use crate::geometry::frustum::Verdict;
use crate::picture::{
    Bodies, BodyGroup, BodyLook, Color, Display, Fineness, NOT_COUNTED, Picture, SolidBody, SolidForm, SolidPart,
};
use crate::render::error::RenderError;
use crate::render::item_code;
use crate::render::lines::{Batch, Frames};
use crate::render::solids::{Forms, Instances, SolidBatch};
use crate::render::view_uniforms::{Eye, ViewScale};
use crate::world::Item;

/// If more objects than this moved, all draw calls are uploaded again.
const MOST_MOVED: usize = 1000;
/// The bytes of a solid in GPU memory, and in the upload.
const INSTANCE: u64 = 2 * 72;
/// The bytes of the edges of a box in GPU memory, and in the upload.
const EDGES: u64 = 2 * 56 + 40;

/// All objects of a picture, and the visible ones in GPU memory.
#[derive(Default)]
pub(in crate::render) struct Crowd {
    bodies: Arc<Bodies>,
    looks: Vec<BodyLook>,
    display: Display,
    details: Vec<Detail>,
    /// The viewpoint for which the details were chosen.
    sight: Option<ViewScale>,
    sent: Sent,
    /// The objects whose transforms in GPU memory are not valid.
    moved: BTreeSet<usize>,
    solids: Vec<DrawCall>,
    frames: Option<[Batch; 2]>,
    /// Whether solids are drawn that nearer ones hide.
    draws_hidden: bool,
    left_out: LeftOut,
    budget: Option<Budget>,
    /// The reservation for the objects in GPU memory.
    memory: Option<Reservation>,
}

/// The part of a group that is drawn in one call.
struct DrawCall {
    drawn: DrawnPieces,
    start: DrawStart,
    batch: SolidBatch,
}

/// Where a draw call begins: at a piece of its group, and, for boxes in place of small objects, at an object.
#[derive(Clone, Copy, Debug, Default)]
struct DrawStart {
    piece: usize,
    object: usize,
}

/// Pieces of a group that one call can draw.
#[derive(Clone, Copy)]
struct DrawnPieces {
    group: usize,
    fineness: Fineness,
    /// Whether they are those whose maps mirror; `None` for all.
    is_mirrored: Option<bool>,
}

/// The valid part of the data in GPU memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sent {
    #[default]
    Nothing,
    /// The transforms are valid but for those in [`Crowd::moved`], the colours are not.
    Places,
    All,
}

/// The objects that may be at a pixel, in GPU memory.
pub(in crate::render) struct Near {
    pub(in crate::render) solids: Vec<SolidBatch>,
    pub(in crate::render) frames: Batch,
}

impl Crowd {
    /// Sets the objects of a picture; unchanged bodies stay in GPU memory.
    pub(in crate::render) fn set(&mut self, picture: &Picture) {
        if self.sent == Sent::All {
            self.sent = Sent::Places;
        }
        if !Arc::ptr_eq(&self.bodies, &picture.bodies) {
            match picture.bodies.moved_since(&self.bodies) {
                Some(moved) if moved.len() <= MOST_MOVED => self.moved.extend(moved),
                _ => self.sent = Sent::Nothing,
            }
            self.bodies = Arc::clone(&picture.bodies);
            self.sight = None;
        }
        self.budget = picture.memory.budget().cloned();
        // Hidden objects depend on all drawn objects.
        let is_drawn = |look: &BodyLook| look.fill.0[3] > 0;
        if !self.looks.iter().map(is_drawn).eq(picture.looks.iter().map(is_drawn)) {
            self.sight = None;
        }
        self.looks.clone_from(&picture.looks);
        self.display = picture.display;
        // A picture of a test may have bodies without looks.
        self.looks.resize(self.bodies.len(), BodyLook::HIDDEN);
    }

    /// Whether solids are drawn that nearer ones hide, from the next [`Self::set_viewpoint`] on.
    pub(in crate::render) fn draw_hidden(&mut self, is_drawn: bool) {
        self.draws_hidden = is_drawn;
        self.sight = None;
    }

    /// Uploads everything that is visible from a viewpoint.
    ///
    /// # Errors
    ///
    /// [`RenderError::Memory`] when the budget has no room for the visible objects. Then none of them is in GPU memory.
    pub(in crate::render) fn set_viewpoint(
        &mut self,
        context: &Context,
        eye: &Eye,
        forms: &mut Forms,
    ) -> Result<(), RenderError> {
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
                let mut solids = std::mem::take(&mut self.solids);
                for call in &mut solids {
                    self.renew(context, call, forms);
                }
                self.solids = solids;
            }
            Sent::Nothing => {
                self.solids.clear();
                self.frames = None;
                self.memory = None;
                self.memory = self.reserve()?;
                let mut solids = Vec::new();
                for (drawn, _) in batches(&self.bodies) {
                    let mut start = DrawStart::default();
                    loop {
                        let (instances, next) = self.instances(drawn, start);
                        if instances.is_empty() {
                            break;
                        }
                        solids.push(DrawCall { drawn, start, batch: SolidBatch::new(context, &instances, forms) });
                        start = next;
                    }
                }
                self.solids = solids;
            }
        }
        self.moved.clear();
        let mut frames = [Frames::default(), Frames::default()];
        for (object, look) in self.looks.iter().enumerate() {
            if is_edged(look, self.details[object]) {
                frames[usize::from(look.edge.0[3] == u8::MAX)].push(self.bodies.aabb(object), look, 0);
            }
        }
        self.frames = Some(frames.map(|frames| Batch::of_frames(context, &frames)));
        self.sent = Sent::All;
        Ok(())
    }

    /// The instances of a draw call, none after the last one; and where the next call begins.
    fn instances(&self, drawn: DrawnPieces, start: DrawStart) -> (Instances<'_>, DrawStart) {
        let form = &self.bodies.groups()[drawn.group].form;
        let most = SolidBatch::most(form, drawn.fineness);
        let mut instances = Instances::of(form, drawn.fineness);
        let next = each(&self.bodies, &self.details, drawn, start, most, |map, object| {
            let color = color(&self.looks[object], form, self.display);
            instances.push(map, color, Some(Item::Object(object)));
        });
        (instances, next)
    }

    /// Uploads the colours of a draw call again, and everything if one of its objects has moved.
    fn renew(&self, context: &Context, call: &mut DrawCall, forms: &mut Forms) {
        let form = &self.bodies.groups()[call.drawn.group].form;
        let mut colors = Vec::with_capacity(call.batch.count());
        let mut has_moved = false;
        each(&self.bodies, &self.details, call.drawn, call.start, call.batch.count(), |_, object| {
            colors.push(color(&self.looks[object], form, self.display));
            has_moved |= self.moved.contains(&object);
        });
        if has_moved {
            let (instances, _) = self.instances(call.drawn, call.start);
            call.batch = SolidBatch::new(context, &instances, forms);
        } else {
            call.batch.recolor(&colors);
        }
    }

    /// Reserves the GPU memory; a part of it is reserved with each object.
    fn reserve(&self) -> Result<Option<Reservation>, RenderError> {
        let Some(budget) = &self.budget else { return Ok(None) };
        let drawn = |body: &&SolidBody| self.details[body.object as usize].is_drawn();
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
    pub(in crate::render) fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// What the surfaces of objects show.
    pub(in crate::render) fn display(&self) -> Display {
        self.display
    }

    /// The opaque solids.
    pub(in crate::render) fn solids(&self) -> impl Iterator<Item = &SolidBatch> {
        self.solids.iter().map(|share| &share.batch)
    }

    /// The edges of boxes: the translucent ones, and the others.
    pub(in crate::render) fn frames(&self) -> Option<&[Batch; 2]> {
        self.frames.as_ref()
    }

    /// The objects that may be at a pixel or within `reach` pixels around it. [`Self::set_viewpoint`] must have been
    /// called.
    pub(in crate::render) fn near(
        &self,
        context: &Context,
        eye: &Eye,
        forms: &mut Forms,
        at: [f32; 2],
        reach: f32,
    ) -> Near {
        let verdicts = self.bodies.classify(&eye.frustum_around(at, reach));
        let near: Vec<Detail> = verdicts
            .iter()
            .zip(&self.details)
            .map(|(verdict, detail)| if *verdict == Verdict::Outside { Detail::Unseen } else { *detail })
            .collect();
        let mut solids = Vec::new();
        for (drawn, form) in batches(&self.bodies) {
            let mut instances = Instances::of(form, drawn.fineness);
            if self.display == Display::Material && form.has_material() {
                instances = instances.with_material();
            }
            each(&self.bodies, &near, drawn, DrawStart::default(), usize::MAX, |map, object| {
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
            frames.push(self.bodies.aabb(object), look, item_code::code(Some(Item::Object(object))));
        }
        Near { solids, frames: Batch::of_frames(context, &frames) }
    }
}

/// The colour of a solid: its tint, if it is drawn with materials.
fn color(look: &BodyLook, form: &SolidForm, display: Display) -> Color {
    let is_material = display == Display::Material && look.fill.0[3] > 0 && form.has_material();
    if is_material { look.tint } else { look.fill }
}

/// Whether the edges of its box are drawn. Strong edges have a meaning at every distance.
fn is_edged(look: &BodyLook, detail: Detail) -> bool {
    let is_strong = look.width > 1.0 && detail != Detail::Unseen;
    look.edge.0[3] > 0 && (matches!(detail, Detail::Edged(_)) || is_strong)
}

/// What is each drawn in one call. Mirrored meshes are apart from others, because their front sides are.
fn batches(bodies: &Bodies) -> impl Iterator<Item = (DrawnPieces, &SolidForm)> {
    bodies.groups().iter().enumerate().flat_map(|(group, BodyGroup { form, .. })| {
        let sides: &[Option<bool>] = if form.has_material() { &[Some(false), Some(true)] } else { &[None] };
        Fineness::ALL.into_iter().flat_map(move |fineness| {
            sides.iter().map(move |&is_mirrored| (DrawnPieces { group, fineness, is_mirrored }, form))
        })
    })
}

/// Calls `take` with the drawn pieces among some, from `start` on, at most so many. Returns where the next ones begin.
fn each(
    bodies: &Bodies,
    details: &[Detail],
    DrawnPieces { group, fineness, is_mirrored }: DrawnPieces,
    start: DrawStart,
    most: usize,
    mut take: impl FnMut(&Affine3A, usize),
) -> DrawStart {
    let BodyGroup { form, bodies: pieces } = &bodies.groups()[group];
    let is_drawn = |piece: &SolidBody| {
        details[piece.object as usize].fineness() == Some(fineness)
            && is_mirrored.is_none_or(|side| piece.mirrors() == side)
    };
    let (mut next, mut left) = (start, most);
    for piece in pieces.iter().skip(start.piece) {
        if left == 0 {
            return next;
        }
        next.piece += 1;
        if is_drawn(piece) {
            left -= 1;
            take(&piece.world_from_unit, piece.object as usize);
        }
    }
    if *form == SolidForm::Part(SolidPart::Cube) && fineness == Fineness::Coarse {
        for (object, detail) in details.iter().enumerate().skip(start.object) {
            if left == 0 {
                return next;
            }
            next.object += 1;
            if *detail == Detail::Speck {
                left -= 1;
                let aabb = bodies.aabb(object);
                let map = Affine3A::from_translation(aabb.centre()) * Affine3A::from_scale(aabb.half_extents());
                take(&map, object);
            }
        }
    }
    next
}
