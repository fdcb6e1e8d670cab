//! A picture of the 3D view as a file: its pixels on screen with labels, in the current size.
//!
//! The pixels are those of the window, so nothing is drawn twice and no other context is needed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use eframe::egui::{Color32, ColorImage, Context, Rect, ScreenshotCallback, ViewportCommand};
use image::RgbaImage;

use crate::app::kit::file_purpose::refuse_input;
use crate::render::to_png;
use crate::scene::save_bytes;
use crate::workspace::{Notice, NoticeKind, Workspace};

/// A picture that is being taken.
///
/// It takes three frames, as egui requires. In the frame of the command or dialog there may be messages over the view,
/// or another tab in its place. The next frame is drawn for the picture: with the view, and without messages. At its
/// end the pixels are requested, and egui delivers them in a later frame.
#[derive(Default)]
pub(in crate::app) struct Screenshot {
    /// The file of the picture that the next frame is drawn for.
    framing: Option<PathBuf>,
    requested: Option<RequestedPixels>,
}

struct RequestedPixels {
    file: PathBuf,
    /// The part of the window, pixels.
    part: Rect,
    image: Receiver<Arc<ColorImage>>,
}

impl Screenshot {
    /// Takes a picture of the view in the next frame and writes it to a file.
    pub(in crate::app) fn take(&mut self, file: PathBuf) {
        self.framing = Some(file);
    }

    /// Whether this frame is drawn for a picture.
    pub(in crate::app) fn is_framing(&self) -> bool {
        self.framing.is_some()
    }

    /// Requests the window's pixels, and writes them when they arrive. `view` is the place of the view in points, if it
    /// is shown.
    pub(in crate::app) fn show(&mut self, ctx: &Context, view: Option<Rect>, workspace: &mut Workspace) {
        if let Some(view) = view
            && let Some(file) = self.framing.take()
        {
            let (send, image) = channel();
            let waker = ctx.clone();
            let callback = ScreenshotCallback::new(move |image| {
                // The receiver is dropped if another picture was taken since.
                let _ = send.send(image);
                waker.request_repaint();
            });
            ctx.send_viewport_cmd(ViewportCommand::Screenshot(callback));
            self.requested = Some(RequestedPixels { file, part: view * ctx.pixels_per_point(), image });
        }
        let Some(image) = self.requested.as_ref().and_then(|requested| requested.image.try_recv().ok()) else { return };
        let Some(RequestedPixels { file, part, .. }) = self.requested.take() else { return };
        let written = refuse_input(&workspace.disk().inputs(), &file).and_then(|()| write(&image, part, &file));
        if let Err(reason) = written {
            workspace.notify(Notice::error(NoticeKind::PictureNotSaved, reason));
        }
    }
}

fn write(image: &ColorImage, part: Rect, file: &Path) -> Result<(), String> {
    let picture = cut(image, part).ok_or("The 3D view is too small for a screenshot. Enlarge it.")?;
    let png = to_png(&picture).map_err(|error| error.to_string())?;
    save_bytes(&png, file).map_err(|error| error.to_string())
}

/// A part of the window; `None` when it is empty.
fn cut(image: &ColorImage, part: Rect) -> Option<RgbaImage> {
    let [width, height] = image.size;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the image")]
    let pixel = |at: f32, most: usize| at.round().clamp(0.0, most as f32) as usize;
    let [left, right] = [part.left(), part.right()].map(|x| pixel(x, width));
    let [top, bottom] = [part.top(), part.bottom()].map(|y| pixel(y, height));
    let rows = (top..bottom).filter_map(|y| image.pixels.get(y * width + left..y * width + right));
    let bytes = rows.flatten().flat_map(Color32::to_array).collect();
    let size = [right.checked_sub(left)?, bottom.checked_sub(top)?].map(u32::try_from);
    let [Ok(width @ 1..), Ok(height @ 1..)] = size else { return None };
    RgbaImage::from_raw(width, height, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::pos2;

    #[test]
    fn a_part_is_cut_out_and_limited_to_the_image() {
        let pixels = (0..12).map(Color32::from_gray).collect();
        let image = ColorImage::new([4, 3], pixels);
        let cut = |x0, y0, x1, y1| {
            let picture = super::cut(&image, Rect::from_min_max(pos2(x0, y0), pos2(x1, y1)))?;
            Some((picture.dimensions(), picture.pixels().map(|p| p.0[0]).collect::<Vec<_>>()))
        };
        assert_eq!(cut(1.0, 1.0, 3.0, 3.0), Some(((2, 2), vec![5, 6, 9, 10])));
        assert_eq!(cut(2.6, -5.0, 99.0, 1.0), Some(((1, 1), vec![3])));
        assert_eq!(cut(1.0, 1.0, 1.0, 3.0), None);
        assert_eq!(cut(3.0, 1.0, 1.0, 3.0), None);
        assert_eq!(cut(50.0, 1.0, 60.0, 3.0), None);
    }
}
