//! The appearance of a mesh: materials, textures, and the normals, texture coordinates and colours of its vertices.
//!
//! ```text
//! mesh_surface    the surface of a mesh, and its parts
//! vertex          a vertex with its attributes
//! material        the look of a part, with textures of `pixels`
//! missing_image   what is drawn for an image that could not be read
//! srgb            linear light and encoded colours
//! ```
//!
//! A [`crate::geometry::Mesh`] has at most one [`Surface`]. The surface has vertices of its own, because a file may give one
//! position several normals or texture coordinates. Each refers to a vertex of the mesh, so a moved mesh keeps its surface.
//! No answer depends on a surface; only pictures do.
//!
//! Colours are linear light as the shaders have it, the square of the sRGB value (`srgb.rs` says why); pixels of colour
//! textures are sRGB, and other factors are those of glTF 2.0 (section 3.9). Texture coordinates count from the upper left
//! corner of the image.
//!
//! ```
//! use std::sync::Arc;
//!
//! use eyeline::surface::{Material, Part, Surface, Vertex};
//! use glam::{DAffine3, DVec3};
//!
//! let part = Part { triangles: vec![[0, 1, 2]], material: Arc::new(Material::default()) };
//! let one = Surface { vertices: [0, 1, 2].map(Vertex::plain).to_vec(), parts: vec![part] };
//!
//! // The same triangle again, mirrored. Its mesh has its positions from 3 on.
//! let mut both = one.clone();
//! both.append(&one, &DAffine3::from_scale(DVec3::new(-1.0, 1.0, 1.0)), 3);
//! assert_eq!(both.parts[0].triangles, [[0, 1, 2], [3, 5, 4]]);
//! assert_eq!(both.vertices[3].position, 3);
//! ```

mod material;
mod mesh_surface;
mod missing_image;
mod pixels;
mod srgb;
mod vertex;

pub use material::{Alpha, Material, TextureUse, Wrap};
pub use mesh_surface::{Part, Surface};
pub use missing_image::MissingImage;
pub(crate) use missing_image::{CHECKER, CHECKER_SQUARES};
pub use pixels::Pixels;
pub(crate) use srgb::{encoded, linear, linear_color, shaded};
pub use vertex::Vertex;
