//! `eyeline render`: a picture of a scene, without a window.

use std::path::PathBuf;
use std::str::FromStr;

/// What to draw.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The scene file.
    pub scene: PathBuf,
    /// Write to this PNG file; without it, to the scene's name with `.png` in the working folder.
    #[arg(short, long, value_name = "FILE.png")]
    pub output: Option<PathBuf>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value_t = Size { width: 1280, height: 720 })]
    pub size: Size,
    /// Look through this camera instead of the scene's view.
    #[arg(long, value_name = "NAME")]
    pub camera: Option<String>,
    /// The moment, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
    /// Draw the whole window, not only the scene.
    #[arg(long)]
    pub ui: bool,
}

/// The size of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From 1 to [`Size::LARGEST`].
    pub width: u32,
    /// From 1 to [`Size::LARGEST`].
    pub height: u32,
}

impl Size {
    /// What every OpenGL of the last fifteen years can draw at once.
    pub const LARGEST: u32 = 8192;
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |side: &str| match side.parse() {
            Ok(pixels @ 1..=Self::LARGEST) => Some(pixels),
            _ => None,
        };
        let (width, height) = text.split_once(['x', 'X', '×']).ok_or("write width x height, such as 1280x720")?;
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(format!("width and height are whole numbers of pixels from 1 to {}", Self::LARGEST)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!("1280x720".parse(), Ok(Size { width: 1280, height: 720 }));
        assert_eq!("1X8192".parse(), Ok(Size { width: 1, height: 8192 }));
        for wrong in ["", "x", "1280", "0x720", "1280x0", "8193x1", "-1x1", "1.5x1", "1x1x1", "axb", "99999999999x1"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }
}
