//! Which bounds of an object a program has tested.

/// Bounds that are not those that eyeline tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundsKind {
    /// The box that eyeline tested so many ticks before.
    Stale(usize),
    /// The world box of a skinned mesh as modelled.
    BindPose,
    /// The box in local space, without the transform of the object.
    Local,
    /// The world box around the corners of the local box; ours is around the shape itself.
    Corners,
    /// A sphere.
    Sphere,
    /// The local box, turned with the object. The format has no field for it: it is tried for a program that has given no bounds.
    Oriented,
}

impl BoundsKind {
    /// The word in a report.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stale(_) => "stale",
            Self::BindPose => "bind pose",
            Self::Local => "local",
            Self::Corners => "corners",
            Self::Sphere => "sphere",
            Self::Oriented => "oriented",
        }
    }

    /// The bounds in a few words.
    pub(super) fn short(self) -> String {
        match self {
            Self::Stale(1) => "box of the tick before".to_owned(),
            Self::Stale(ticks) => format!("box of {ticks} ticks before"),
            Self::BindPose => "box of the bind pose".to_owned(),
            Self::Local => "box in local space".to_owned(),
            Self::Corners => "box around a turned box".to_owned(),
            Self::Sphere => "bounding sphere".to_owned(),
            Self::Oriented => "turned box".to_owned(),
        }
    }

    /// The bounds in a sentence.
    pub(super) fn sentence(self) -> String {
        match self {
            Self::Stale(1) => "The program tested the box that the object had at the tick before.".to_owned(),
            Self::Stale(ticks) => format!("The program tested the box that the object had {ticks} ticks before."),
            Self::BindPose => "The program tested the box of the mesh as modelled, not as posed.".to_owned(),
            Self::Local => "The program tested the box in local space, without the transform of the object.".to_owned(),
            Self::Corners => {
                "The program tested the world box around the turned local box. Our world box is around the shape.".to_owned()
            }
            Self::Sphere => "The program tested a sphere. eyeline tests a box.".to_owned(),
            Self::Oriented => {
                "The local box, turned with the object, gives the answer of the program. eyeline tests the box along the axes of \
                 the world."
                    .to_owned()
            }
        }
    }
}
