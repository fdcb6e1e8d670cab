//! A 3D picture inside the window: a [`Viewport`] whose texture egui shows. It is drawn only after a change, and after drafts.

use std::rc::Rc;
use std::time::Duration;

use eframe::egui;
use web_time::Instant;

use crate::app::kit::draft::{Draft, DrawnChange};
use crate::app::kit::host::Host;
use crate::app::kit::shown_texture::ShownTexture;
use crate::picture::{Palette, Picture, Selected, Viewpoint};
use crate::render::{LeftOut, PixelRect, RenderError, Viewport};
use crate::world::Item;

/// One picture on screen. GPU memory is allocated when it is first shown.
#[derive(Default)]
pub(in crate::app) struct Screen {
    drawn: Option<DrawnTexture>,
    picture: Rc<Picture>,
    made_for: Option<PictureSubject>,
}

struct DrawnTexture {
    viewport: Viewport,
    texture: ShownTexture,
    uploaded: Option<PictureSubject>,
    shot: Option<Shot>,
    draft: Draft,
}

/// The inputs of the picture.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct PictureSubject {
    /// The workspace's revision.
    pub revision: u64,
    /// The workspace's counter of changes of visibility.
    pub appearance_revision: u64,
    /// The workspace's counter of changes of the comparison.
    pub compared: u64,
    /// Whether the other state of the comparison is shown.
    pub is_before: bool,
    /// The querier whose answers are shown.
    pub selected: Selected,
    /// The camera through which the scene is seen.
    pub through: Option<usize>,
    /// The theme's colours.
    pub palette: Palette,
}

/// The inputs of the pixels other than the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shot {
    viewpoint: Viewpoint,
    size: [u32; 2],
    pixels_per_point: f32,
}

impl Screen {
    /// Prepares the picture of a subject, with `make` if the subject has changed.
    pub(in crate::app) fn prepare(&mut self, subject: PictureSubject, make: impl FnOnce() -> Picture) {
        if self.made_for.as_ref() != Some(&subject) {
            self.picture = Rc::new(make());
            self.made_for = Some(subject);
        }
    }

    /// Takes the picture of another screen, if both see the scene through the same camera or through none.
    pub(in crate::app) fn share(&mut self, other: &Self) {
        let is_same = |own: &PictureSubject, its: &PictureSubject| own.through == its.through && own != its;
        if let Some(its) = &other.made_for
            && self.made_for.as_ref().map_or(its.through.is_none(), |own| is_same(own, its))
        {
            self.picture = Rc::clone(&other.picture);
            self.made_for = Some(its.clone());
        }
    }

    /// The prepared picture.
    pub(in crate::app) fn picture(&self) -> &Picture {
        &self.picture
    }

    /// Shows the picture in `rect`, seen from `viewpoint`.
    pub(in crate::app) fn show(
        &mut self,
        painter: &egui::Painter,
        rect: egui::Rect,
        viewpoint: &Viewpoint,
        host: &mut dyn Host,
    ) -> Result<(), RenderError> {
        let Some(subject) = &self.made_for else { return Ok(()) };
        let drawn = match &mut self.drawn {
            Some(drawn) => drawn,
            empty => {
                let mut viewport = Viewport::new(&host.programs()?)?;
                let texture = host.show(viewport.hand_over_texture())?;
                empty.insert(DrawnTexture { viewport, texture, uploaded: None, shot: None, draft: Draft::default() })
            }
        };
        let pixels_per_point = painter.ctx().pixels_per_point();
        let shot = Shot { viewpoint: *viewpoint, size: pixels(rect, pixels_per_point), pixels_per_point };
        let is_new = drawn.uploaded.as_ref() != Some(subject);
        if is_new {
            drawn.viewport.set_picture(&self.picture);
        }
        if is_new || drawn.shot != Some(shot) {
            drawn.draw_change(painter.ctx(), shot, &subject.palette, host.most_time_of_picture())?;
            drawn.uploaded = Some(subject.clone());
            drawn.shot = Some(shot);
        }
        match drawn.draft.rest(time(painter.ctx())) {
            Some(wait) if !wait.is_zero() => painter.ctx().request_repaint_after(wait),
            Some(_) => {
                drawn.draw(shot, &subject.palette, false)?;
                drawn.draft.end();
            }
            None => {}
        }
        drawn.texture.paint(painter, rect);
        Ok(())
    }

    /// The objects that the last shown picture leaves out.
    pub(in crate::app) fn left_out(&self) -> LeftOut {
        self.drawn.as_ref().map(|drawn| drawn.viewport.left_out()).unwrap_or_default()
    }

    /// The item at a point of `rect`, in which the picture was last shown. `None` also when the item is unknown.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a point of the picture")]
    pub(in crate::app) fn pick(&mut self, rect: egui::Rect, point: egui::Pos2) -> Option<Item> {
        let drawn = self.drawn.as_mut()?;
        let Shot { viewpoint, size, pixels_per_point } = drawn.shot?;
        let [x, y] = [(point.x - rect.left(), rect.width(), size[0]), (point.y - rect.top(), rect.height(), size[1])]
            .map(|(along, length, pixels)| (along / length * pixels as f32).clamp(0.0, pixels as f32) as u32);
        drawn.viewport.pick(&viewpoint, size, pixels_per_point, [x, y]).ok().flatten()
    }

    /// The pixels of the window that some items cover in the picture, which was last shown in `rect`, and the pixels
    /// beside them.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
    pub(in crate::app) fn covered(
        &mut self,
        rect: egui::Rect,
        is_wanted: &dyn Fn(Item) -> bool,
    ) -> Result<Vec<PixelRect>, RenderError> {
        let Some((drawn, shot)) = self.drawn.as_mut().and_then(|drawn| drawn.shot.map(|shot| (drawn, shot))) else {
            return Ok(Vec::new());
        };
        let covered = drawn.viewport.covered(&shot.viewpoint, shot.size, shot.pixels_per_point, is_wanted)?;
        let [x, y] = [rect.left(), rect.top()].map(|at| (at * shot.pixels_per_point).round().max(0.0) as u32);
        Ok(covered.into_iter().map(|[left, top, width, height]| [x + left, y + top, width, height]).collect())
    }
}

impl DrawnTexture {
    /// Draws a picture that has changed, as a draft when whole ones take more than `most`.
    fn draw_change(
        &mut self,
        ctx: &egui::Context,
        shot: Shot,
        palette: &Palette,
        most: Option<Duration>,
    ) -> Result<(), RenderError> {
        let Some(most) = most else { return self.draw(shot, palette, false) };
        let (frame, now) = (ctx.cumulative_frame_nr(), time(ctx));
        let DrawnChange { is_draft, is_measured } = self.draft.change(frame, now, most.as_secs_f64());
        let begun = Instant::now();
        self.draw(shot, palette, is_draft)?;
        if is_measured {
            self.viewport.wait();
            let seconds = begun.elapsed().as_secs_f64();
            self.draft.note_time(seconds, now + seconds);
        }
        Ok(())
    }

    fn draw(&mut self, shot: Shot, palette: &Palette, is_draft: bool) -> Result<(), RenderError> {
        let Shot { viewpoint, size, pixels_per_point } = shot;
        let divisor = if is_draft { 2 } else { 1 };
        self.viewport.set_draft(is_draft);
        let size = size.map(|side| side.div_ceil(divisor));
        self.viewport.draw(&viewpoint, size, pixels_per_point / divisor as f32, palette)
    }
}

/// The time of the frame, seconds.
fn time(ctx: &egui::Context) -> f64 {
    ctx.input(|input| input.time)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
fn pixels(rect: egui::Rect, pixels_per_point: f32) -> [u32; 2] {
    [rect.width(), rect.height()].map(|points| (points * pixels_per_point).round().max(1.0) as u32)
}
