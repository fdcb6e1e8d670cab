//! Errors of rendering.

use thiserror::Error;

use crate::budget::OverBudget;

/// The reason why a picture could not be drawn.
#[derive(Debug, Error)]
pub enum RenderError {
    /// No OpenGL without a display: the libraries are missing, or no device offers OpenGL 3.3.
    #[error(
        "cannot draw without a display: {reason}; install EGL and Mesa's software driver: `apt install libegl1 \
         libegl-mesa0 libgl1-mesa-dri`, `dnf install libglvnd-egl mesa-libEGL mesa-dri-drivers` or `pacman -S libglvnd \
         mesa` (tools/setup.sh of the sources does so)"
    )]
    NoHeadless {
        /// The attempts and their errors.
        reason: String,
    },
    /// This system cannot draw without a window.
    #[error("drawing without a display needs EGL, which this system does not have; open the window instead")]
    Unsupported,
    /// OpenGL refused an object or a framebuffer.
    #[error("OpenGL cannot provide {what}: {reason}")]
    Object {
        /// The object.
        what: &'static str,
        /// The error of OpenGL.
        reason: String,
    },
    /// The memory budget of the scene has no room for the data in OpenGL.
    #[error("{what} {over}; {}", .over.help())]
    Memory {
        /// The work, such as "computing 10 × 10 cells on the GPU".
        what: String,
        /// The refusal.
        over: OverBudget,
    },
    /// A shader was refused: a bug of this program or of the driver.
    #[error("OpenGL refused a shader: {0}")]
    Shader(#[from] three_d::CoreError),
    /// The picture could not be written as PNG.
    #[error("cannot write the picture as PNG: {0}")]
    Png(#[from] ::png::EncodingError),
    /// A moving picture could not be written.
    #[error("cannot write the moving picture: {0}")]
    Clip(String),
    /// The size is 0 or exceeds the limit of the GPU.
    #[error("a picture of {width}x{height} pixels cannot be drawn; each side must be from 1 to {most}")]
    Size {
        /// Wanted width.
        width: u32,
        /// Wanted height.
        height: u32,
        /// The longest side that is possible here.
        most: u32,
    },
}
