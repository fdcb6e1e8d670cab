//! The subject of one explanation of a ray.

/// The subject of one explanation of a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaySubject {
    /// The first hit of the ray.
    Ray(usize),
    /// The answer of a ray about an object. The ray is the first number.
    Object(usize, usize),
    /// The answer of a ray about an image. The ray is the first number.
    Image(usize, usize),
}
