//! The picture of a camera by OpenGL, with the target of each pixel in place of a colour.
//!
//! A renderer with the same camera, triangles and depth buffer draws it. [`crate::report::visibility`] compares it with the exact picture. Corners are rounded to `f32` relative to the eye, and so is the matrix. Round solids are divided so
//! finely that their surface is within an eighth of a pixel. Textures with holes are sampled as the material says, without
//! smaller copies. The depth buffer has the bits of the camera; for a float buffer with a range from 0 to 1 the shader computes
//! the depth itself, because OpenGL's range from −1 to 1 would round it first.
//!
//! ```text
//! faces             the triangles of a target, as a renderer draws them
//! vertices          triangles as bytes, until they are drawn
//! holes             textures with the alpha of materials and images
//! buffers           the framebuffer: two numbers for each pixel, and the depth
//! pass              all targets of a camera
//! comparison_image  the drawn and the exact picture as one image
//! ```

mod buffers;
mod comparison_image;
mod faces;
mod holes;
mod pass;
mod vertices;

pub use comparison_image::comparison_image;
pub use pass::id_picture;
