//! `eyeline render`: a picture of a scene, or a moving one, without a window.

mod args;
mod moving;
mod run;
mod size;
mod still;
mod window;

pub use args::{RenderArgs, ThemeName};
pub use run::run;
pub use size::PictureSize;
pub use still::{picture, picture_covering};
pub use window::{WindowView, window, window_covering};
