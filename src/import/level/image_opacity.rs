//! How an image makes a surface transparent, for formats that do not say how transparent surfaces are drawn.
//!
//! If most pixels are nearly opaque or nearly transparent, as those of leaves and fences, the surface has holes, which needs no
//! order of triangles; else it is translucent.

use std::sync::Arc;

use crate::budget::Budget;
use crate::surface::Pixels;

/// The opacity below which a surface with holes is not drawn.
pub(in crate::import) const CUTOFF: f32 = 0.5;
/// The opacity of an image up to which a pixel is nearly transparent; nearly opaque is as far from 255.
const NEARLY: u8 = 40;
/// One of so many pixels at most is neither, in an image of holes.
const SOFT: usize = 5;

/// The opacity of an image.
#[derive(Clone)]
pub(in crate::import) struct ImageOpacity {
    /// In all channels; `None` for an image that is opaque.
    pub(in crate::import) image: Option<Arc<Pixels>>,
    /// Whether it is the alpha of the image.
    pub(in crate::import) is_alpha: bool,
    pub(in crate::import) has_holes: bool,
}

impl ImageOpacity {
    /// That of a channel, one of `r`, `g`, `b`, `m` for alpha and `l` for luminance; without one, of its alpha if it has any,
    /// else its luminance.
    ///
    /// # Errors
    /// When there is no memory for the image of the opacity.
    pub(in crate::import) fn of(image: &Pixels, channel: Option<char>, budget: &Budget) -> Result<Self, String> {
        let has_alpha = image.rgba().iter().any(|[.., alpha]| *alpha < u8::MAX);
        let is_alpha = channel.map_or(has_alpha, |channel| channel == 'm');
        let values = image.rgba().iter().map(|&[r, g, b, a]| match channel {
            _ if is_alpha => a,
            Some('r') => r,
            Some('g') => g,
            Some('b') => b,
            _ => luminance([r, g, b]),
        });
        let values: Vec<u8> = values.collect();
        if values.iter().all(|value| *value == u8::MAX) {
            return Ok(Self { image: None, is_alpha, has_holes: false });
        }
        let soft = values.iter().filter(|value| (NEARLY..u8::MAX - NEARLY).contains(value)).count();
        let memory = budget.take(Pixels::bytes(image.size())).map_err(|over| over.to_string())?;
        let [width, _] = image.size();
        let pixel = |[x, y]: [u32; 2]| [values[y as usize * width as usize + x as usize]; 4];
        let image = Arc::new(Pixels::reduced(image.size(), pixel, memory));
        Ok(Self { image: Some(image), is_alpha, has_holes: soft * SOFT <= values.len() })
    }
}

/// By the weights of Rec. 709.
fn luminance([r, g, b]: [u8; 3]) -> u8 {
    let sum = 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
    u8::try_from((sum + 5000) / 10_000).unwrap_or(u8::MAX)
}
