//! The 3D viewport: draws a picture from a viewpoint into a texture of its own.
//!
//! The same for the window, where egui shows the texture as an image, and without a display. OpenGL bindings are
//! restored afterwards, so that egui's painter can continue.
//!
//! Order: background; opaque solids; images; translucent surfaces of objects, from far to near; other translucent solids
//! and faces, from far to near; the hidden parts of lines and dots, faintly; lines and dots. Lines are drawn after the
//! translucent faces, so that they stay sharp behind several of them, and so that the hidden pass compares with the depth
//! of solids alone.

use std::rc::Rc;

use image::RgbaImage;
use three_d::context::HasContext;
use three_d::{ClearState, Context, RenderTarget, context as glow};

use super::background::Background;
use super::blended::Blended;
use super::crowd::Crowd;
use super::crowd::left_out::LeftOut;
use super::error::RenderError;
use super::faces::FaceBatch;
use super::gl_state::GlState;
use super::images::Sheets;
use super::items::{self, ItemPass, PixelRect};
use super::lines::{Batch, Pass};
use super::programs::Programs;
use super::solids::{self, Forms, SolidBatch};
use super::target::PictureTarget;
use super::view_uniforms::Eye;
use crate::budget::OverBudget;
use crate::picture::{Display, Face, Line, Palette, Picture, Solid, SolidForm, Viewpoint};
use crate::world::Item;

/// How much farther a back face is drawn than it is, in steps of the depth buffer: more than two triangles with the same
/// corners differ by rounding.
const BACK_OFFSET: f32 = 8.0;

/// Framebuffers and the picture last set.
pub struct Viewport {
    programs: Rc<Programs>,
    target: PictureTarget,
    background: Background,
    forms: Forms,
    sheets: Sheets,
    crowd: Crowd,
    blended: Blended,
    uploaded: Uploaded,
    /// Created at the first pick.
    items: Option<ItemPass>,
    /// The last pick and its result.
    picked: Option<(Seen, [u32; 2], Option<Item>)>,
    /// The reason why the last picture is incomplete.
    refused: Option<OverBudget>,
    /// Whether the next picture is a draft.
    is_draft: bool,
}

/// Viewpoint, size and pixels per point of a picture.
type Seen = (Viewpoint, [u32; 2], f32);

/// A picture in GPU memory.
struct Uploaded {
    opaque: Vec<SolidBatch>,
    /// Solids with colours of their own at each vertex.
    painted: Vec<SolidBatch>,
    translucent: Vec<Translucent>,
    faces: FaceBatch,
    /// Centres of the faces.
    centres: Vec<glam::Vec3>,
    /// Translucent, and hidden behind solids.
    grid: Batch,
    /// Translucent.
    faint_lines: Batch,
    lines: Batch,
    dots: Batch,
}

/// A translucent solid, drawn separately in its order.
struct Translucent {
    batch: SolidBatch,
    centre: glam::Vec3,
    has_item: bool,
}

impl Viewport {
    /// An empty viewport in the context of the programs.
    ///
    /// # Errors
    ///
    /// When OpenGL gives no framebuffer.
    pub fn new(programs: &Rc<Programs>) -> Result<Self, RenderError> {
        let (context, mut forms) = (programs.context(), Forms::default());
        Ok(Self {
            programs: Rc::clone(programs),
            target: PictureTarget::new(context)?,
            background: Background::new(context),
            sheets: Sheets::default(),
            crowd: Crowd::default(),
            blended: Blended::new(context),
            uploaded: Uploaded::new(context, &Picture::default(), &mut forms),
            forms,
            items: None,
            picked: None,
            refused: None,
            is_draft: false,
        })
    }

    /// Sets the picture for any number of [`Viewport::draw`]. Its objects are uploaded when the visible ones are known;
    /// uploaded objects are kept.
    pub fn set_picture(&mut self, picture: &Picture) {
        self.picked = None;
        self.refused = picture.memory.refused();
        if self.refused.is_some() {
            return;
        }
        self.crowd.set(picture);
        self.sheets.set(&picture.sheets);
        self.forms.sweep();
        self.uploaded = Uploaded::new(self.programs.context(), picture, &mut self.forms);
    }

    /// Draws all objects in view, also hidden ones, each with the fineness for its size, for comparison. This may be
    /// many triangles.
    pub fn draw_hidden(&mut self, is_drawn: bool) {
        self.crowd.draw_hidden(is_drawn);
    }

    /// Sets whether the next pictures are drafts, which take less time: one sample a pixel, and no faint edges of objects behind
    /// others. At first they are whole.
    pub fn set_draft(&mut self, is_draft: bool) {
        self.is_draft = is_draft;
        self.target.set_antialiased(!is_draft);
    }

    /// Waits until the last picture is drawn, for measurements of its time.
    pub fn wait(&self) {
        let state = GlState::save(self.programs.context());
        self.target.wait();
        state.restore(self.programs.context());
    }

    /// The number of parts of objects that [`Viewport::draw`] has drawn, for measurements.
    pub fn pieces_drawn(&self) -> usize {
        self.crowd.solids().map(SolidBatch::count).sum()
    }

    /// The visible objects that [`Viewport::draw`] has left out.
    pub fn left_out(&self) -> LeftOut {
        self.crowd.left_out()
    }

    /// Draws the picture into the texture. `size` is in pixels, `pixels_per_point` scales widths of lines and dots.
    ///
    /// # Errors
    ///
    /// [`RenderError::Size`] for an empty picture or one larger than the GPU can hold, [`RenderError::Memory`] when
    /// the memory budget of the scene has no room for it, and [`RenderError::Shader`] when OpenGL refuses a shader.
    pub fn draw(
        &mut self,
        viewpoint: &Viewpoint,
        size: [u32; 2],
        pixels_per_point: f32,
        palette: &Palette,
    ) -> Result<(), RenderError> {
        self.expect_memory()?;
        let state = GlState::save(self.programs.context());
        let drawn = self.draw_anew(&Eye::new(viewpoint, size, pixels_per_point, palette), palette, size);
        state.restore(self.programs.context());
        drawn
    }

    fn draw_anew(&mut self, eye: &Eye, palette: &Palette, size: [u32; 2]) -> Result<(), RenderError> {
        self.target.resize(size)?;
        self.crowd.set_viewpoint(self.programs.context(), eye, &mut self.forms)?;
        let [width, height] = size;
        let target = RenderTarget::from_framebuffer(self.programs.context(), width, height, self.target.drawn());
        target.clear(ClearState::depth(1.0));
        let drawn = self.draw_layers(eye, palette, three_d::Viewport::new_at_origo(width, height));
        // The framebuffer stays with the viewport's target, which deletes it.
        target.into_framebuffer();
        // After an error the mode may still be on.
        self.draw_edges_only(false);
        drawn?;
        self.target.resolve();
        Ok(())
    }

    /// Fails when the budget has no room for the picture.
    fn expect_memory(&self) -> Result<(), RenderError> {
        let what = || "showing the lines, labels and surfaces of the picture".to_owned();
        self.refused.map_or(Ok(()), |over| Err(RenderError::Memory { what: what(), over }))
    }

    /// The item at a pixel, counted from the upper left corner: exactly there, or a line or dot within a few pixels.
    /// [`Viewport::draw`] need not be called before.
    ///
    /// Draws the objects around that pixel; a repeated query uses the last result.
    ///
    /// # Errors
    ///
    /// As [`Viewport::draw`].
    pub fn pick(
        &mut self,
        viewpoint: &Viewpoint,
        size: [u32; 2],
        pixels_per_point: f32,
        at: [u32; 2],
    ) -> Result<Option<Item>, RenderError> {
        let seen = (*viewpoint, size, pixels_per_point);
        if let Some((before, there, item)) = self.picked
            && (before, there) == (seen, at)
        {
            return Ok(item);
        }
        self.expect_memory()?;
        self.target.check(size)?;
        let state = GlState::save(self.programs.context());
        let picked = self.pick_anew(seen, at);
        state.restore(self.programs.context());
        self.picked = picked.as_ref().ok().map(|item| (seen, at, *item));
        picked
    }

    fn pick_anew(&mut self, (viewpoint, size, scale): Seen, at: [u32; 2]) -> Result<Option<Item>, RenderError> {
        let items = match &mut self.items {
            Some(items) => items,
            empty => empty.insert(ItemPass::new(self.programs.context())?),
        };
        // Every palette gives the same items.
        let eye = Eye::new(&viewpoint, size, scale, &Palette::DARK);
        self.crowd.set_viewpoint(self.programs.context(), &eye, &mut self.forms)?;
        let [x, y] = at.map(|pixel| pixel as f32 + 0.5);
        // A strong line reaches a few pixels beyond the box that it belongs to.
        let reach = items::grace(scale) as f32 + 1.0 + 4.0 * scale;
        let near = self.crowd.near(self.programs.context(), &eye, &mut self.forms, [x, size[1] as f32 - y], reach);
        let Uploaded { opaque, painted, translucent, grid, faint_lines, lines, dots, .. } = &self.uploaded;
        let opaque: Vec<_> = near.solids.iter().chain(opaque).chain(painted).collect();
        let translucent: Vec<_> = translucent.iter().filter(|s| s.has_item).map(|s| &s.batch).collect();
        let thin = [&near.frames, grid, faint_lines, lines, dots];
        items.pick(
            &self.programs,
            &items::ShownItems { opaque: &opaque, translucent: &translucent, thin },
            &eye,
            size,
            at,
        )
    }

    /// The pixels that some items cover in a picture, and the pixels beside them. Translucent parts of a picture that are
    /// no objects cover nothing.
    ///
    /// # Errors
    ///
    /// As [`Viewport::draw`].
    pub fn covered(
        &mut self,
        viewpoint: &Viewpoint,
        size: [u32; 2],
        pixels_per_point: f32,
        is_wanted: &dyn Fn(Item) -> bool,
    ) -> Result<Vec<PixelRect>, RenderError> {
        self.expect_memory()?;
        self.target.check(size)?;
        let state = GlState::save(self.programs.context());
        let covered = self.covered_anew((*viewpoint, size, pixels_per_point), is_wanted);
        state.restore(self.programs.context());
        covered
    }

    fn covered_anew(
        &mut self,
        (viewpoint, size, scale): Seen,
        is_wanted: &dyn Fn(Item) -> bool,
    ) -> Result<Vec<PixelRect>, RenderError> {
        let items = match &mut self.items {
            Some(items) => items,
            empty => empty.insert(ItemPass::new(self.programs.context())?),
        };
        // Every palette gives the same items.
        let eye = Eye::new(&viewpoint, size, scale, &Palette::DARK);
        self.crowd.set_viewpoint(self.programs.context(), &eye, &mut self.forms)?;
        let [x, y] = size.map(|side| side as f32 / 2.0);
        let near = self.crowd.near(self.programs.context(), &eye, &mut self.forms, [x, y], x.max(y));
        let Uploaded { opaque, painted, grid, faint_lines, lines, dots, .. } = &self.uploaded;
        let opaque: Vec<_> = near.solids.iter().chain(opaque).chain(painted).collect();
        let thin = [&near.frames, grid, faint_lines, lines, dots];
        let shown = items::ShownItems { opaque: &opaque, translucent: &[], thin };
        items.covered(&self.programs, &shown, &eye, size, is_wanted)
    }

    /// The texture that [`Viewport::draw`] fills, the same one for every size; egui shows it with the uv rectangle
    /// [`super::canvas::UPRIGHT`].
    ///
    /// It is passed to egui's painter, which deletes registered textures; so the caller owns the texture from now on.
    pub fn hand_over_texture(&mut self) -> glow::Texture {
        self.target.hand_over()
    }

    /// The pixels drawn last.
    pub fn read(&self) -> RgbaImage {
        let state = GlState::save(self.programs.context());
        let image = self.target.read();
        state.restore(self.programs.context());
        image
    }

    fn draw_layers(&mut self, eye: &Eye, palette: &Palette, viewport: three_d::Viewport) -> Result<(), RenderError> {
        let programs = &*self.programs;
        self.background.draw(programs, palette, viewport)?;
        let display = self.crowd.display();
        let has_materials = display == Display::Material;
        self.draw_edges_only(display == Display::Wireframe);
        if display == Display::Orientation {
            self.draw_sides(eye, palette, viewport)?;
        } else {
            for batch in self.crowd.solids() {
                if !(has_materials && batch.draw_materials(programs, eye, viewport)?) {
                    batch.draw_opaque(programs, eye, viewport)?;
                }
            }
        }
        self.draw_edges_only(false);
        for batch in &self.uploaded.opaque {
            batch.draw_opaque(programs, eye, viewport)?;
        }
        for batch in &self.uploaded.painted {
            batch.draw_materials(programs, eye, viewport)?;
        }
        self.sheets.draw(programs, eye, viewport)?;
        if has_materials {
            self.blended.draw(self.crowd.solids(), programs, eye, viewport)?;
        }
        self.uploaded.draw_translucent(programs, eye, viewport)?;
        let Uploaded { grid, faint_lines, lines, dots, .. } = &self.uploaded;
        let draw = |batch: &Batch, pass| batch.draw_pass(programs, pass, palette, eye, viewport);
        let frames = |strong: usize, pass| self.crowd.frames().map_or(Ok(()), |frames| draw(&frames[strong], pass));
        let hidden_frames = |strong| if self.is_draft { Ok(()) } else { frames(strong, Pass::Hidden) };
        hidden_frames(0)?;
        draw(faint_lines, Pass::Hidden)?;
        hidden_frames(1)?;
        draw(lines, Pass::Hidden)?;
        draw(dots, Pass::Hidden)?;
        draw(grid, Pass::Blended)?;
        frames(0, Pass::Blended)?;
        draw(faint_lines, Pass::Blended)?;
        frames(1, Pass::Opaque)?;
        draw(lines, Pass::Opaque)?;
        draw(dots, Pass::Opaque)
    }

    /// Draws the front faces of all objects in one colour, then the back faces in another one. Of a front and a back face
    /// at the same place the front is visible, because a ray hits it first.
    fn draw_sides(&self, eye: &Eye, palette: &Palette, viewport: three_d::Viewport) -> Result<(), RenderError> {
        for is_front in [true, false] {
            let color = palette.sides[usize::from(!is_front)];
            self.move_back(if is_front { 0.0 } else { BACK_OFFSET });
            let mut solids = self.crowd.solids();
            let drawn = solids.try_for_each(|batch| batch.draw_side(&self.programs, (is_front, color), eye, viewport));
            self.move_back(0.0);
            drawn?;
        }
        Ok(())
    }

    /// Moves the depth of all surfaces away from the eye, by so many steps of the depth buffer.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn move_back(&self, steps: f32) {
        let context = self.programs.context();
        // SAFETY: the state is one that OpenGL has, and any number is valid.
        unsafe {
            context.polygon_offset(0.0, steps);
            if steps > 0.0 {
                context.enable(glow::POLYGON_OFFSET_FILL);
            } else {
                context.disable(glow::POLYGON_OFFSET_FILL);
            }
        }
    }

    /// Sets whether only the edges of triangles are drawn. OpenGL ES cannot do that.
    #[expect(unsafe_code, reason = "an OpenGL call")]
    fn draw_edges_only(&self, is_on: bool) {
        if !self.programs.context().version().is_embedded {
            // SAFETY: the mode is one that OpenGL has.
            unsafe {
                self.programs.context().polygon_mode(glow::FRONT_AND_BACK, if is_on { glow::LINE } else { glow::FILL });
            }
        }
    }
}

impl Uploaded {
    fn new(context: &Context, picture: &Picture, forms: &mut Forms) -> Self {
        let (lines, seen_through): (Vec<&Line>, Vec<&Line>) =
            picture.lines.iter().partition(|line| line.color.0[3] == u8::MAX);
        let (grid, faint_lines): (Vec<&Line>, Vec<&Line>) = seen_through.into_iter().partition(|line| line.hide_behind);
        Self {
            opaque: solids::opaque_batches(context, &picture.solids, forms),
            painted: picture.painted.iter().map(|solid| solids::alone(context, solid, forms)).collect(),
            translucent: picture
                .solids
                .iter()
                .filter(|solid| !solids::is_opaque(solid))
                .map(|solid| Translucent::new(context, solid, forms))
                .collect(),
            faces: FaceBatch::new(context, &picture.faces),
            centres: picture.faces.iter().map(centre).collect(),
            grid: Batch::of_lines(context, &grid),
            faint_lines: Batch::of_lines(context, &faint_lines),
            lines: Batch::of_lines(context, &lines),
            dots: Batch::of_dots(context, &picture.dots),
        }
    }

    /// Draws faces and solids from far to near, as many faces in a row as there are between two solids.
    fn draw_translucent(
        &mut self,
        programs: &Programs,
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let Self { translucent, centres, faces, .. } = self;
        let solids = translucent.iter().enumerate().map(|(i, solid)| (solid.centre, Some(i), 0));
        let triangles = (0..).zip(centres.iter()).map(|(i, &centre)| (centre, None, i));
        let mut order: Vec<_> =
            solids.chain(triangles).map(|(centre, solid, face)| (eye.distance(centre), solid, face)).collect();
        order.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        let mut run: Vec<u32> = Vec::new();
        for (_, solid, face) in order {
            if let Some(i) = solid {
                faces.draw(programs, &run, eye, viewport)?;
                run.clear();
                translucent[i].batch.draw_translucent(programs, eye, viewport)?;
            } else {
                run.push(face);
            }
        }
        faces.draw(programs, &run, eye, viewport)
    }
}

impl Translucent {
    fn new(context: &Context, solid: &Solid, forms: &mut Forms) -> Self {
        Self { batch: solids::alone(context, solid, forms), centre: middle(solid), has_item: solid.item.is_some() }
    }
}

fn middle(solid: &Solid) -> glam::Vec3 {
    let local = match &solid.form {
        SolidForm::Part(_) => glam::Vec3::ZERO,
        SolidForm::Mesh(mesh) => mesh.bounds().centre(),
    };
    solid.world_from_unit.transform_point3(local)
}

fn centre(face: &Face) -> glam::Vec3 {
    face.corners.iter().sum::<glam::Vec3>() / 3.0
}
