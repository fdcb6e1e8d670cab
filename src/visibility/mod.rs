//! What a camera sees: the pixels of its picture, each with the object that the ray through its centre hits first.
//!
//! [`look()`] answers for all objects of a camera in one pass, in `f64`. A ray hits the front faces of an object between the
//! near and the far plane:
//!
//! - A triangle shows its front when its corners are counter-clockwise for the eye, as in glTF 2.0 (3.7.2.1). A pose that
//!   mirrors does not exchange the sides: they are those of local space. A double-sided material has a front on both sides.
//! - Where the alpha of a material or of a cell of an image is under its cutoff, nothing is hit.
//! - A solid has only outward faces: a ray hits it where it enters.
//!
//! Triangles are not found by a ray for each pixel: each triangle finds its pixels instead, by the signs of three edge
//! functions in homogeneous coordinates (Olano and Greer, "Triangle Scan Conversion using 2D Homogeneous Coordinates", 1997).
//! An edge function at the centre of a pixel is the triple product of the ray through it and both ends of the edge, so this is
//! the test of a ray against a triangle (Möller and Trumbore, 1997) in another order, and it needs no clipping. Two
//! triangles with a common edge compute its function with the same numbers, so no pixel between them is lost. Edges belong to
//! their triangles. Spheres, cylinders, cones and capsules are met by the ray itself.
//!
//! Of surfaces at the same distance, to 12 digits, that of the first object is seen.
//!
//! ```text
//! faces, pieces   the triangles of a target, as functions of pixels
//! batch           the pieces of some 4000 triangles, sorted by the tiles of the picture
//! canvas          a tile, over which its pieces are swept in the order of the targets
//! look            the tiles together, as counts or as a picture
//! why             the chain of reasons, from what was found
//! ```
//!
//! Batches and tiles are computed on all threads. The numbers of pixels are whole numbers, so they are the same for any number
//! of threads. Every list that grows with the scene or with the picture is paid from a budget before it is allocated.

mod alpha;
mod batch;
mod body_parts;
mod canvas;
mod drawn_picture;
mod faces;
mod look;
mod look_target;
mod nearest_eye;
mod pieces;
mod pixel_camera;
mod pixel_rect;
mod plane_steps;
mod reason;
mod round;
mod seen;
mod seen_picture;
mod steps;
mod tiles;
mod why;

#[cfg(feature = "render")]
pub(crate) use alpha::Holes;
pub use drawn_picture::{DrawnPicture, DrawnPixel};
#[cfg(feature = "render")]
pub(crate) use faces::{LocalFace, count as face_count, each as each_face};
pub(crate) use look::has_outline_near;
pub use look::{Look, look, look_watching, seen_picture};
pub use look_target::{LookTarget, Visible};
pub use nearest_eye::{EyeMove, MoveDirection, nearest_eye};
pub use pixel_camera::PixelCamera;
#[cfg(feature = "render")]
pub(crate) use pixel_rect::in_picture;
pub use reason::Reason;
pub use seen::{Seen, WatchedPixel};
pub use seen_picture::SeenPicture;
pub(crate) use steps::percent;
pub use why::{why, why_told};
