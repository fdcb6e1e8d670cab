//! Textures with the alpha of materials and images.

use std::collections::HashMap;

use three_d::context as glow;
use three_d::context::HasContext;

use super::faces::HoleSource;
use crate::budget::{Budget, Reservation};
use crate::opacity::Sheet;
use crate::render::error::RenderError;
use crate::surface::{Alpha, Pixels, TextureUse, Wrap};

/// The textures of a pass. Each is uploaded at its first use.
pub(super) struct HoleImages {
    context: three_d::Context,
    budget: Budget,
    /// By the address of what it was made from, which stays while the targets are drawn, and by the threshold of cells.
    made: HashMap<(usize, u64), glow::Texture>,
    /// A texel of 1, where a material has no texture.
    white: Option<glow::Texture>,
    memory: Vec<Reservation>,
}

/// A texture in place, with how it is sampled.
struct Sampled {
    texture: glow::Texture,
    wrap: [Wrap; 2],
    is_nearest: bool,
}

impl HoleImages {
    pub(super) fn new(context: &three_d::Context, budget: &Budget) -> Self {
        Self { context: context.clone(), budget: budget.clone(), made: HashMap::new(), white: None, memory: Vec::new() }
    }

    /// Binds the textures for the colours and the opacity. Returns the cutoff.
    ///
    /// # Errors
    /// When OpenGL refuses a texture, or the budget has no room.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn bind(&mut self, source: &HoleSource) -> Result<f32, RenderError> {
        let (both, cutoff) = match source {
            HoleSource::Material(material) => {
                let cutoff = if let Alpha::Mask(cutoff) = material.alpha { cutoff } else { 0.0 };
                let base_color = self.of_use(material.base_color_texture.as_ref())?;
                let opacity = self.of_use(material.opacity_texture.as_ref())?;
                ([base_color, opacity], cutoff)
            }
            HoleSource::Cells(sheet) => ([self.white()?, self.of_cells(sheet)?], 0.5),
        };
        for (unit, Sampled { texture, wrap, is_nearest }) in
            [glow::TEXTURE1, glow::TEXTURE0].into_iter().zip(both.into_iter().rev())
        {
            let filter = if is_nearest { glow::NEAREST } else { glow::LINEAR };
            let wrap = wrap.map(|wrap| match wrap {
                Wrap::Repeat => glow::REPEAT,
                Wrap::Mirror => glow::MIRRORED_REPEAT,
                Wrap::Clamp => glow::CLAMP_TO_EDGE,
            });
            let parameters = [
                (glow::TEXTURE_MIN_FILTER, filter),
                (glow::TEXTURE_MAG_FILTER, filter),
                (glow::TEXTURE_WRAP_S, wrap[0]),
                (glow::TEXTURE_WRAP_T, wrap[1]),
            ];
            // SAFETY: a name of our own. The first unit is the active one at the end.
            unsafe {
                self.context.active_texture(unit);
                self.context.bind_texture(glow::TEXTURE_2D, Some(texture));
                for (parameter, value) in parameters {
                    self.context.tex_parameter_i32(glow::TEXTURE_2D, parameter, i32::try_from(value).unwrap_or(0));
                }
            }
        }
        Ok(cutoff)
    }

    fn of_use(&mut self, texture: Option<&TextureUse>) -> Result<Sampled, RenderError> {
        let Some(texture) = texture else { return self.white() };
        let image: &Pixels = &texture.image;
        let key = (std::ptr::from_ref(image).addr(), 0);
        let made = if let Some(made) = self.made.get(&key) {
            *made
        } else {
            let made = self.upload(image.size(), Texels::Rgba(image.rgba().as_flattened()))?;
            *self.made.entry(key).or_insert(made)
        };
        Ok(Sampled { texture: made, wrap: texture.wrap, is_nearest: texture.is_nearest })
    }

    /// The pixels of an image that are in solid cells.
    fn of_cells(&mut self, sheet: &Sheet) -> Result<Sampled, RenderError> {
        let key = (std::ptr::from_ref(sheet.grid).addr(), sheet.threshold.to_bits());
        let made = if let Some(made) = self.made.get(&key) {
            *made
        } else {
            let layout = sheet.grid.layout();
            let [width, height] = layout.size();
            let _paid = self.budget.take(u64::from(width) * u64::from(height)).map_err(over)?;
            let is_solid = |at| {
                let cell = layout.cell_of(at);
                cell.and_then(|cell| sheet.grid.is_solid(cell, sheet.threshold)).unwrap_or_default()
            };
            let all = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
            let solid: Vec<u8> = all.map(|at| if is_solid(at) { u8::MAX } else { 0 }).collect();
            let made = self.upload(layout.size(), Texels::Red(&solid))?;
            *self.made.entry(key).or_insert(made)
        };
        Ok(Sampled { texture: made, wrap: [Wrap::Clamp; 2], is_nearest: true })
    }

    fn white(&mut self) -> Result<Sampled, RenderError> {
        let texture = if let Some(white) = self.white {
            white
        } else {
            let made = self.upload([1, 1], Texels::Rgba(&[u8::MAX; 4]))?;
            *self.white.insert(made)
        };
        Ok(Sampled { texture, wrap: [Wrap::Clamp; 2], is_nearest: true })
    }

    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn upload(&mut self, [width, height]: [u32; 2], texels: Texels) -> Result<glow::Texture, RenderError> {
        let (format, order, bytes) = match texels {
            Texels::Rgba(bytes) => (glow::RGBA8, glow::RGBA, bytes),
            Texels::Red(bytes) => (glow::R8, glow::RED, bytes),
        };
        let refused = |reason: String| RenderError::Object { what: "a texture with holes", reason };
        // SAFETY: a query.
        let most = u32::try_from(unsafe { self.context.get_parameter_i32(glow::MAX_TEXTURE_SIZE) }).unwrap_or(0);
        if width.max(height) > most {
            return Err(refused(format!("{width}x{height} texels, and each side may have {most}")));
        }
        self.memory.push(self.budget.take(bytes.len() as u64).map_err(over)?);
        let [w, h] = [width, height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        // SAFETY: a new name, and as many bytes as the size needs, in rows without gaps.
        unsafe {
            let texture = self.context.create_texture().map_err(refused)?;
            self.context.bind_texture(glow::TEXTURE_2D, Some(texture));
            self.context.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
            let format = i32::try_from(format).unwrap_or(0);
            let data = glow::PixelUnpackData::Slice(Some(bytes));
            self.context.tex_image_2d(glow::TEXTURE_2D, 0, format, w, h, 0, order, glow::UNSIGNED_BYTE, data);
            self.context.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAX_LEVEL, 0);
            self.context.pixel_store_i32(glow::UNPACK_ALIGNMENT, 4);
            Ok(texture)
        }
    }
}

/// The texels of a texture, row by row from the top.
#[derive(Clone, Copy)]
enum Texels<'a> {
    Rgba(&'a [u8]),
    Red(&'a [u8]),
}

fn over(over: crate::budget::OverBudget) -> RenderError {
    RenderError::Memory { what: "drawing textures with holes".to_owned(), over }
}

impl Drop for HoleImages {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn drop(&mut self) {
        for texture in self.made.values().copied().chain(self.white) {
            // SAFETY: a name of our own, used by nothing else.
            unsafe { self.context.delete_texture(texture) }
        }
    }
}
