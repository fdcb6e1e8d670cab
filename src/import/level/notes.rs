//! Notes on ignored or changed content of a level: one for each kind, with the first place and the count.

use std::collections::BTreeMap;

use super::error::Place;
use crate::geometry::polygon::Uncut;

/// What may be noted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// An extension that the file uses, and that nothing is done about.
    Extension(String),
    /// Of several scenes one is read, the others not.
    OtherScenes(usize),
    /// Primitives of points or lines.
    NoTriangles,
    /// Primitives without positions.
    NoPositions,
    /// Indices left over after the last triangle.
    LeftOver,
    /// Vertices with a NaN or an infinity.
    NotFinite,
    /// Meshes of which nothing is left.
    EmptyMesh(String),
    /// Nodes whose matrix cannot be inverted.
    Singular,
    /// Nodes whose meshes reach further than 32-bit numbers do.
    OutOfReach,
    /// Nodes whose matrix has a projection in its last row.
    Projective,
    /// Meshes that bones bend.
    Skin,
    /// Meshes with morph targets.
    Morph,
    /// Cameras with an impossible projection.
    BadCamera,
    /// Cameras that see infinitely far.
    InfiniteFar,
    /// Alpha textures that cannot be used, and why.
    Texture(String),
    /// A file of materials that is not there, or wrong, and why.
    Materials(String),
    /// Materials that are used and not defined.
    NoMaterial(String),
    /// A file without content.
    Nothing,
    /// Lines of an OBJ that are no triangles: points, lines, curves, surfaces.
    NoFace(String),
    /// Polygons that are cut as fans, though those cover something else.
    Fan(Uncut),
}

/// So many are listed; a file can have one for each of its materials or images.
const MOST_TOLD: usize = 1000;

/// All notes so far.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// How many, and the first place.
    found: BTreeMap<Kind, (usize, Place)>,
    /// How many more there are beyond [`MOST_TOLD`].
    untold: usize,
}

impl Notes {
    /// Notes something; of many of a kind only the first place is kept.
    pub(super) fn add(&mut self, kind: Kind, place: Place) {
        self.add_many(kind, place, 1);
    }

    /// The same of several at once.
    pub(super) fn add_many(&mut self, kind: Kind, place: Place, count: usize) {
        if count > 0 && self.found.len() >= MOST_TOLD && !self.found.contains_key(&kind) {
            self.untold += count;
        } else if count > 0 {
            self.found.entry(kind).or_insert((0, place)).0 += count;
        }
    }

    /// Each kind with its first place, in words.
    pub(super) fn described(self) -> impl Iterator<Item = (Place, String)> {
        let untold = (self.untold > 0).then(|| (Place::File, format!("{} more warnings are left out", self.untold)));
        self.found.into_iter().map(|(kind, (count, place))| (place, kind.described(count))).chain(untold)
    }
}

impl Kind {
    fn described(&self, count: usize) -> String {
        let many = |one: &str, many: &str| {
            if count == 1 { one.to_owned() } else { format!("{many} ({count} times; this is the first)") }
        };
        match self {
            Self::Extension(name) => {
                format!("the extension {name} is not understood; what it says is left out")
            }
            Self::OtherScenes(all) => format!("the file holds {all} scenes; this one is read"),
            Self::NoTriangles => {
                many("a primitive of points or lines is left out", "primitives of points or lines are left out")
            }
            Self::NoPositions => {
                many("a primitive without POSITION is left out", "primitives without POSITION are left out")
            }
            Self::LeftOver => many(
                "indices are left over after the last triangle",
                "indices are left over after the last triangle of primitives",
            ),
            Self::NotFinite if count == 1 => {
                "a vertex is not finite; triangles with it are counted and met by nothing".to_owned()
            }
            Self::NotFinite => format!(
                "{count} vertices are not finite, this is the first; triangles with them are counted and met by nothing"
            ),
            Self::EmptyMesh(why) => format!("is left out: {why}"),
            Self::Singular => {
                many("is not placed: its matrix has no inverse", "are not placed: their matrices have no inverse")
            }
            Self::OutOfReach => many(
                "is not placed: it reaches further than 32-bit numbers do",
                "are not placed: they reach further than 32-bit numbers do",
            ),
            Self::Projective => many(
                "the last row of its matrix is not 0, 0, 0, 1 and is left out",
                "the last rows of matrices are not 0, 0, 0, 1 and are left out",
            ),
            Self::Skin => many(
                "stands in its bind pose: what its skin and animations do is left out",
                "stand in their bind pose: what skins and animations do is left out",
            ),
            Self::Morph => many(
                "stands without its morph targets, as it was modelled",
                "stand without their morph targets, as they were modelled",
            ),
            Self::BadCamera => {
                many("its projection is impossible; it is left out", "their projections are impossible; left out")
            }
            Self::InfiniteFar => many(
                "has no far plane; one stands at 10,000 times its near distance",
                "have no far plane; one stands at 10,000 times their near distance",
            ),
            Self::Texture(why) => format!("is no image of the scene: {why}"),
            Self::Materials(why) => format!("{why}; objects go without its colours"),
            Self::NoMaterial(name) => many(
                &format!("no material {name} was found"),
                &format!("no material {name} was found, though it is used"),
            ),
            Self::Fan(why) => {
                let one = match why {
                    Uncut::NoArea | Uncut::NotFinite => "a polygon without area",
                    Uncut::Crosses => "a polygon that crosses itself",
                    Uncut::TooMany => "a polygon of too many corners",
                };
                let rest = "is cut as a fan from its first corner, which may cover more than the polygon";
                many(&format!("{one} {rest}"), &format!("{one} {rest}"))
            }
            Self::Nothing => "there is no triangle in it, and no camera".to_owned(),
            Self::NoFace(word) => many(
                &format!("`{word}` is no triangle and is left out"),
                &format!("`{word}` is no triangle and is left out"),
            ),
        }
    }
}
