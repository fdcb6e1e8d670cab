//! Holes of a surface where its alpha is under a cutoff.

use glam::{DVec2, Vec2};

use crate::opacity::Sheet;
use crate::surface::{Alpha, Material, TextureUse, Vertex, Wrap};

/// The alpha of a triangle.
pub(crate) enum Holes<'a> {
    /// The texels, factor and colours of a material with a cutoff, at the corners of the triangle.
    Material {
        material: &'a Material,
        /// Texture coordinates of sets 0 and 1.
        uv: [[Vec2; 2]; 3],
        /// Alpha of the colours of the corners.
        alpha: [f32; 3],
    },
    /// The cells of an image.
    Cells {
        sheet: Sheet<'a>,
        /// The places of the corners, in shares of width and height from the upper left.
        places: [DVec2; 3],
    },
}

impl<'a> Holes<'a> {
    pub(super) fn of_material(material: &'a Material, vertices: [&Vertex; 3]) -> Self {
        Self::Material { material, uv: vertices.map(|vertex| vertex.uv), alpha: vertices.map(|vertex| vertex.color[3]) }
    }

    /// Whether the surface is there at a point with these weights of the corners, which add up to 1.
    pub(super) fn is_solid(&self, weights: [f64; 3]) -> bool {
        match self {
            Self::Material { material, uv, alpha } => {
                let Alpha::Mask(cutoff) = material.alpha else { return true };
                let mix = |of: [f64; 3]| of[0] * weights[0] + of[1] * weights[1] + of[2] * weights[2];
                let sample = |texture: &TextureUse, channel: usize| {
                    let corner = |i: usize| texture.transform.transform_point2(uv[i][usize::from(texture.set.min(1))]);
                    let at = [0, 1].map(|axis| mix([0, 1, 2].map(|i| f64::from(corner(i)[axis]))));
                    texel(texture, at)[channel]
                };
                let share = |byte: u8| f64::from(byte) / 255.0;
                let color = material.base_color_texture.as_ref().map_or(1.0, |texture| share(sample(texture, 3)));
                let opacity = material.opacity_texture.as_ref().map_or(1.0, |texture| share(sample(texture, 0)));
                let vertex = mix(alpha.map(f64::from));
                f64::from(material.base_color[3]) * color * opacity * vertex >= f64::from(cutoff)
            }
            Self::Cells { sheet, places } => {
                let at = places[0] * weights[0] + places[1] * weights[1] + places[2] * weights[2];
                let layout = sheet.grid.layout();
                let [width, height] = layout.size();
                let cell = layout.cell_of([pixel(at.x, width), pixel(at.y, height)]);
                cell.and_then(|cell| sheet.grid.is_solid(cell, sheet.threshold)).unwrap_or_default()
            }
        }
    }
}

/// The pixel at a share of an axis. The far border belongs to the last one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the number of pixels")]
fn pixel(share: f64, pixels: u32) -> u32 {
    ((share * f64::from(pixels)).max(0.0) as u32).min(pixels.saturating_sub(1))
}

/// The texel of an image that contains a point.
fn texel(texture: &TextureUse, at: [f64; 2]) -> [u8; 4] {
    let size = texture.image.size();
    let place = [0, 1].map(|axis| pixel(wrapped(at[axis], texture.wrap[axis]), size[axis]));
    let index = place[1] as usize * size[0] as usize + place[0] as usize;
    texture.image.rgba().get(index).copied().unwrap_or([255; 4])
}

/// A coordinate inside the image, 0 to 1.
fn wrapped(at: f64, wrap: Wrap) -> f64 {
    match wrap {
        Wrap::Repeat => at - at.floor(),
        Wrap::Mirror => {
            let in_two = at - 2.0 * (at / 2.0).floor();
            if in_two > 1.0 { 2.0 - in_two } else { in_two }
        }
        Wrap::Clamp => at.clamp(0.0, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinate_beyond_the_image_is_wrapped() {
        for (wrap, at, expected) in [
            (Wrap::Repeat, 1.25, 0.25),
            (Wrap::Repeat, -0.25, 0.75),
            (Wrap::Mirror, 1.25, 0.75),
            (Wrap::Mirror, -0.25, 0.25),
            (Wrap::Mirror, 2.5, 0.5),
            (Wrap::Clamp, 1.25, 1.0),
            (Wrap::Clamp, -3.0, 0.0),
        ] {
            assert_eq!(wrapped(at, wrap).to_bits(), f64::to_bits(expected), "{wrap:?} {at}");
        }
    }
}
