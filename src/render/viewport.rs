//! The 3D viewport: draws a picture from a viewpoint into a texture of its own.
//!
//! The same for the window, where egui shows the texture as an image, and without a display. Whatever was bound
//! in OpenGL before is bound again afterwards, so egui's painter can go on.
//!
//! Order: background; opaque solids; translucent solids and faces from far to near; what solids hide of lines
//! and dots, faintly; lines and dots. Lines come after the translucent faces, and not before, so that they stay
//! crisp behind several of them, and so that the hidden pass compares with the depth of solids alone.

use image::RgbaImage;
use three_d::context as glow;
use three_d::{ClearState, Context, RenderTarget};

use super::RenderError;
use super::background::Background;
use super::dots::{DotBatch, DotPainter};
use super::eye::Eye;
use super::faces::{FaceBatch, FacePainter};
use super::gl_state::GlState;
use super::items::{self, ItemPass};
use super::lines::{LineBatch, LinePainter, Pass};
use super::solids::{self, SolidBatch, SolidPainter};
use super::target::Target;
use crate::picture::{Face, Item, Line, Palette, Picture, Solid, Viewpoint};

/// Shaders, framebuffers and the picture last set.
pub struct Viewport {
    context: Context,
    target: Target,
    background: Background,
    solids: SolidPainter,
    faces: FacePainter,
    lines: LinePainter,
    dots: DotPainter,
    uploaded: Uploaded,
    /// Made when first asked what is where.
    items: Option<ItemPass>,
    /// From where the items of the picture are drawn, if they are.
    items_seen: Option<Seen>,
}

/// From where a picture is seen, how large, and with how many pixels to a point.
type Seen = (Viewpoint, [u32; 2], f32);

/// A picture in GPU memory.
struct Uploaded {
    opaque: Vec<SolidBatch>,
    translucent: Vec<Translucent>,
    faces: FaceBatch,
    /// Centres of the faces.
    centres: Vec<glam::Vec3>,
    /// Seen through, as grid lines are.
    faint_lines: LineBatch,
    lines: LineBatch,
    dots: DotBatch,
}

/// A solid that is seen through, drawn by itself in its turn.
struct Translucent {
    batch: SolidBatch,
    centre: glam::Vec3,
    has_item: bool,
}

impl Viewport {
    /// An empty viewport; compiles the shaders.
    ///
    /// # Errors
    ///
    /// When OpenGL gives no framebuffer or refuses a shader.
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        Ok(Self {
            context: context.clone(),
            target: Target::new(context)?,
            background: Background::new(context)?,
            solids: SolidPainter::new(context)?,
            faces: FacePainter::new(context)?,
            lines: LinePainter::new(context)?,
            dots: DotPainter::new(context)?,
            uploaded: Uploaded::new(context, &Picture::default()),
            items: None,
            items_seen: None,
        })
    }

    /// Takes the picture to GPU memory, where it stays for any number of [`Viewport::draw`].
    pub fn set_picture(&mut self, picture: &Picture) {
        self.uploaded = Uploaded::new(&self.context, picture);
        self.items_seen = None;
    }

    /// Draws the picture into the texture. `size` is in pixels, `pixels_per_point` scales widths of lines and dots.
    ///
    /// # Errors
    ///
    /// [`RenderError::Size`] for an empty picture or one larger than the GPU can hold.
    pub fn draw(
        &mut self,
        viewpoint: &Viewpoint,
        size: [u32; 2],
        pixels_per_point: f32,
        palette: &Palette,
    ) -> Result<(), RenderError> {
        let state = GlState::save(&self.context);
        let drawn = self.target.resize(size);
        if drawn.is_ok() {
            let eye = Eye::new(viewpoint, size, pixels_per_point, palette);
            self.draw_layers(&eye, palette, size);
            self.target.resolve();
        }
        state.restore(&self.context);
        drawn
    }

    /// What the picture shows at a pixel, counted from the upper left corner: exactly there, or a line or dot within
    /// a few pixels. [`Viewport::draw`] need not have been called.
    ///
    /// Draws the items of the picture when it or the viewpoint changed since the last call, and reads a few pixels.
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
        let state = GlState::save(&self.context);
        let picked = self.draw_items((*viewpoint, size, pixels_per_point)).map(|items| items.at(at, pixels_per_point));
        state.restore(&self.context);
        picked
    }

    fn draw_items(&mut self, seen: Seen) -> Result<&ItemPass, RenderError> {
        let items = match &mut self.items {
            Some(items) => items,
            empty => empty.insert(ItemPass::new(&self.context)?),
        };
        if self.items_seen != Some(seen) {
            self.items_seen = None;
            let (viewpoint, size, pixels_per_point) = seen;
            self.target.check(size)?;
            // Light does not matter here, so any palette will do.
            let eye = Eye::new(&viewpoint, size, pixels_per_point, &Palette::DARK);
            let Uploaded { opaque, translucent, faint_lines, lines, dots, .. } = &self.uploaded;
            let translucent: Vec<_> = translucent.iter().filter(|s| s.has_item).map(|s| &s.batch).collect();
            let shown = items::Shown { opaque, translucent: &translucent, lines: [faint_lines, lines], dots };
            items.draw(&shown, &self.solids, &eye, size)?;
            self.items_seen = Some(seen);
        }
        Ok(items)
    }

    /// The texture that [`Viewport::draw`] fills, the same one for good, whatever the size; egui shows it with the
    /// uv rectangle [`super::UPRIGHT`].
    ///
    /// Meant for registering with egui's painter, which deletes what was registered with it; so the caller owns
    /// the texture from now on.
    pub fn hand_over_texture(&mut self) -> glow::Texture {
        self.target.hand_over()
    }

    /// The pixels drawn last.
    pub fn read(&self) -> RgbaImage {
        let state = GlState::save(&self.context);
        let image = self.target.read();
        state.restore(&self.context);
        image
    }

    fn draw_layers(&mut self, eye: &Eye, palette: &Palette, [width, height]: [u32; 2]) {
        let viewport = three_d::Viewport::new_at_origo(width, height);
        let target = RenderTarget::from_framebuffer(&self.context, width, height, self.target.drawn());
        target.clear(ClearState::depth(1.0));
        self.background.draw(palette, viewport);
        for batch in &self.uploaded.opaque {
            self.solids.draw_opaque(batch, eye, viewport);
        }
        self.draw_translucent(eye, viewport);
        let Uploaded { faint_lines, lines, dots, .. } = &self.uploaded;
        self.lines.draw(faint_lines, Pass::Hidden, eye, viewport);
        self.lines.draw(lines, Pass::Hidden, eye, viewport);
        self.dots.draw(dots, Pass::Hidden, palette, eye, viewport);
        self.lines.draw(faint_lines, Pass::Blended, eye, viewport);
        self.lines.draw(lines, Pass::Opaque, eye, viewport);
        self.dots.draw(dots, Pass::Opaque, palette, eye, viewport);
        // The framebuffer stays ours: a target deletes the one it still holds.
        target.into_framebuffer();
    }

    /// Faces and solids from far to near, as many faces in a row as there are between two solids.
    fn draw_translucent(&mut self, eye: &Eye, viewport: three_d::Viewport) {
        let Uploaded { translucent, centres, faces, .. } = &mut self.uploaded;
        let solids = translucent.iter().enumerate().map(|(i, solid)| (solid.centre, Some(i), 0));
        let triangles = (0..).zip(centres.iter()).map(|(i, &centre)| (centre, None, i));
        let mut order: Vec<_> =
            solids.chain(triangles).map(|(centre, solid, face)| (eye.distance(centre), solid, face)).collect();
        order.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        let mut run: Vec<u32> = Vec::new();
        for (_, solid, face) in order {
            if let Some(i) = solid {
                self.faces.draw(faces, &run, eye, viewport);
                run.clear();
                let solid = &translucent[i];
                self.solids.draw_translucent(&solid.batch, eye, viewport);
            } else {
                run.push(face);
            }
        }
        self.faces.draw(faces, &run, eye, viewport);
    }
}

impl Uploaded {
    fn new(context: &Context, picture: &Picture) -> Self {
        let (lines, faint_lines): (Vec<&Line>, Vec<&Line>) =
            picture.lines.iter().partition(|line| line.color.0[3] == u8::MAX);
        Self {
            opaque: solids::opaque_batches(context, &picture.solids),
            translucent: picture
                .solids
                .iter()
                .filter(|solid| !solids::is_opaque(solid))
                .map(|solid| Translucent::new(context, solid))
                .collect(),
            faces: FaceBatch::new(context, &picture.faces),
            centres: picture.faces.iter().map(centre).collect(),
            faint_lines: LineBatch::new(context, &faint_lines),
            lines: LineBatch::new(context, &lines),
            dots: DotBatch::new(context, &picture.dots),
        }
    }
}

impl Translucent {
    fn new(context: &Context, solid: &Solid) -> Self {
        Self {
            batch: SolidBatch::new(context, solid.part, &[solid]),
            centre: solid.world_from_unit.translation.into(),
            has_item: solid.item.is_some(),
        }
    }
}

fn centre(face: &Face) -> glam::Vec3 {
    face.corners.iter().sum::<glam::Vec3>() / 3.0
}
