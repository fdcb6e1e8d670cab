//! Errors of rendering.

use thiserror::Error;

use crate::budget::OverBudget;

/// Why a picture could not be drawn.
#[derive(Debug, Error)]
pub enum RenderError {
    /// No OpenGL without a display: the libraries are missing, or no device offers OpenGL 3.3.
    #[error("cannot draw without a display: {reason}; run tools/setup.sh, which installs EGL and Mesa")]
    NoHeadless {
        /// What was tried and how it failed.
        reason: String,
    },
    /// This system has no way to draw without a window.
    #[error("drawing without a display needs EGL, which this system does not have; open the window instead")]
    Unsupported,
    /// OpenGL refused an object or a framebuffer.
    #[error("OpenGL cannot provide {what}: {reason}")]
    Object {
        /// The object.
        what: &'static str,
        /// What OpenGL said.
        reason: String,
    },
    /// The memory budget of the scene has no room for what OpenGL should hold.
    #[error("{what} {over}; {}", .over.help())]
    Memory {
        /// The work, such as "adding up 10 × 10 cells on the GPU".
        what: String,
        /// How much is missing.
        over: OverBudget,
    },
    /// A shader was refused: a bug of this program or of the driver.
    #[error("OpenGL refused a shader: {0}")]
    Shader(#[from] three_d::CoreError),
    /// The picture could not be written as PNG.
    #[error("cannot write the picture as PNG: {0}")]
    Png(#[from] ::png::EncodingError),
    /// The size is 0 or above what the GPU can hold.
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
