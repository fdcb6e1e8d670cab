//! Images on rectangles. Their pixels stay in GPU memory while a picture shows them.

use std::sync::Arc;

use three_d::{Context, CpuTexture, Interpolation, Mipmap, Texture2D, TextureData, VertexBuffer, Wrapping};

use super::error::RenderError;
use super::programs::{Programs, Shader};
use super::translucent::TRANSLUCENT;
use super::view_uniforms::Eye;
use crate::import::image::Thumbnail;
use crate::picture::Sheet;

/// An image smaller than this on its longer side shows its pixels as squares.
const FEW_PIXELS: u32 = 96;

/// The rectangles of the picture.
#[derive(Default)]
pub(super) struct Sheets {
    sheets: Vec<Sheet>,
    textures: Vec<(Arc<Thumbnail>, Texture2D)>,
}

impl Sheets {
    /// Sets the images to draw; their pixels are uploaded when they are drawn.
    pub(super) fn set(&mut self, sheets: &[Sheet]) {
        self.sheets = sheets.to_vec();
    }

    /// Draws all of them. They do not write depth.
    pub(super) fn draw(
        &mut self,
        programs: &Programs,
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let (context, Self { sheets, textures }) = (programs.context(), self);
        textures.retain(|(image, _)| sheets.iter().any(|sheet| Arc::ptr_eq(&sheet.image, image)));
        let mut order: Vec<_> = sheets.iter().map(|sheet| (eye.distance(middle(sheet)), sheet)).collect();
        order.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        for (_, sheet) in order {
            let known = textures.iter().position(|(image, _)| Arc::ptr_eq(&sheet.image, image));
            let index = known.unwrap_or_else(|| {
                textures.push((Arc::clone(&sheet.image), texture(context, &sheet.image)));
                textures.len() - 1
            });
            let [a, b, c, d] = sheet.corners.map(|corner| corner.to_array());
            let positions = VertexBuffer::new_with_data(context, &[a, b, c, a, c, d]);
            // three-d turns images upside down, so that v counts from the bottom.
            let [a, b, c, d] = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0_f32]];
            let places = VertexBuffer::new_with_data(context, &[a, b, c, a, c, d]);
            let program = programs.get(Shader::Sheets)?;
            eye.send(program);
            program.use_vertex_attribute("position", &positions);
            program.use_vertex_attribute("place", &places);
            program.use_uniform("strength", sheet.strength);
            program.use_texture("image", &textures[index].1);
            program.draw_arrays(TRANSLUCENT, viewport, 6);
        }
        Ok(())
    }
}

fn middle(sheet: &Sheet) -> glam::Vec3 {
    sheet.corners.iter().sum::<glam::Vec3>() / 4.0
}

fn texture(context: &Context, image: &Thumbnail) -> Texture2D {
    let [width, height] = image.size;
    let is_small = width.max(height) < FEW_PIXELS;
    Texture2D::new(
        context,
        &CpuTexture {
            data: TextureData::RgbaU8(image.rgba.clone()),
            width,
            height,
            min_filter: Interpolation::Linear,
            mag_filter: if is_small { Interpolation::Nearest } else { Interpolation::Linear },
            mipmap: Some(Mipmap::default()),
            wrap_s: Wrapping::ClampToEdge,
            wrap_t: Wrapping::ClampToEdge,
            ..CpuTexture::default()
        },
    )
}
