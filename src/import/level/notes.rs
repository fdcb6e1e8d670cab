//! Notes on ignored or changed content of a level: one for each kind, with the first place and the count.

use std::collections::BTreeMap;

use super::error::LevelPlace;
use super::plain_note::PlainNote;
use crate::geometry::narrate::counted;
use crate::geometry::polygon::Uncut;

/// The kind of a note.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::import) enum NoteKind {
    /// An unsupported extension that the file uses.
    Extension(String),
    /// One of several scenes is read.
    OtherScenes(usize),
    /// Primitives of points or lines.
    NoTriangles,
    /// Primitives without positions.
    NoPositions,
    /// Indices after the last whole triangle.
    LeftOver,
    /// Vertices with a NaN or an infinity.
    NotFinite,
    /// Empty meshes.
    EmptyMesh(String),
    /// Nodes whose matrix cannot be inverted.
    Singular,
    /// Nodes whose meshes exceed the range of 32-bit numbers.
    OutOfReach,
    /// Nodes whose matrix has a projection in its last row.
    Projective,
    /// Nodes with a number that is not finite, with its property.
    NodeNotFinite(&'static str),
    /// Nodes whose transform, which is finite, is not finite in 32-bit numbers together with those of their ancestors.
    NodeOutOfRange,
    /// Colliders that cannot be used, with the reason.
    Collider(String),
    /// Skins that cannot be used, with the reason.
    Skin(String),
    /// Influences of vertices that cannot be used, with the reason.
    Influences(String),
    /// A value that glTF forbids, and how it is read.
    Forbidden(String),
    /// Morph targets that cannot be used, with the reason.
    Morph(String),
    /// Animations that cannot be used, with the reason.
    Animation(String),
    /// A channel of an animation that cannot be used: its index and the reason.
    Channel(usize, String),
    /// Cameras with an impossible projection.
    BadCamera,
    /// Alpha textures that cannot be used, with the reason.
    Texture(String),
    /// Images or textures of materials that cannot be drawn, with the reason.
    TextureNotDrawn(String),
    /// Images that no object shows.
    ImageNotUsed,
    /// Textures that use a set of texture coordinates beyond the second.
    TextureSet(String),
    /// Normals, texture coordinates or colours that cannot be used, with the reason.
    Attribute(String),
    /// Values of an attribute with a NaN or an infinity.
    NotFiniteAttribute(&'static str),
    /// Content that is left out or read in another way than it is written, in words.
    ReadAs(String),
    /// Triangles of an OBJ with an image and without texture coordinates.
    NoCoordinates,
    /// A missing or invalid MTL file, with the reason.
    Materials(String),
    /// A statement of an MTL file that cannot be read, with the reason.
    MaterialLine(String),
    /// Corners of faces with texture coordinates or a normal that do not exist.
    NoCorner(&'static str),
    /// Materials and normals for which there is no memory, with the reason.
    NoMaterialMemory(String),
    /// Materials that are used and not defined.
    NoMaterial(String),
    /// A file without content.
    Nothing,
    /// Lines of an OBJ that are not triangles: points, lines, curves, surfaces.
    NoFace(String),
    /// Of a file that has only meshes.
    Plain(PlainNote),
    /// Polygons that are triangulated as fans which do not cover exactly the polygon.
    Fan(Uncut),
    /// A number of the file that is NaN or infinite, with the kind of what it spoils.
    Number(Box<NoteKind>),
}

/// A note in words, with the first place of its kind.
pub(in crate::import) struct DescribedNote {
    pub(in crate::import) place: LevelPlace,
    pub(in crate::import) message: String,
    /// Whether the file has a number that is NaN or infinite. Such a note is an error, the others are warnings.
    pub(in crate::import) is_error: bool,
}

/// The greatest number of notes that are listed; a file can have one for each of its materials or images.
const MOST_LISTED: usize = 1000;

/// All notes so far.
#[derive(Debug, Default)]
pub(in crate::import) struct Notes {
    /// The count and the first place of each kind.
    found: BTreeMap<NoteKind, (usize, LevelPlace)>,
    /// The number of notes beyond [`MOST_LISTED`].
    left_out: usize,
}

impl Notes {
    /// Adds a note; only the first place of a kind is kept.
    pub(in crate::import) fn add(&mut self, kind: NoteKind, place: LevelPlace) {
        self.add_many(kind, place, 1);
    }

    /// The same for several notes.
    pub(in crate::import) fn add_many(&mut self, kind: NoteKind, place: LevelPlace, count: usize) {
        if count > 0 && self.found.len() >= MOST_LISTED && !self.found.contains_key(&kind) {
            self.left_out += count;
        } else if count > 0 {
            self.found.entry(kind).or_insert((0, place)).0 += count;
        }
    }

    /// Each kind with its first place, in words.
    pub(in crate::import) fn described(self) -> impl Iterator<Item = DescribedNote> {
        let verb = if self.left_out == 1 { "is" } else { "are" };
        let left_out = format!("{} {verb} left out", counted(self.left_out, "more warning"));
        let left_out = (self.left_out > 0).then_some(DescribedNote {
            place: LevelPlace::File,
            message: left_out,
            is_error: false,
        });
        let described = |(kind, (count, place)): (NoteKind, (usize, LevelPlace))| DescribedNote {
            message: kind.described(count),
            is_error: kind.is_error(),
            place,
        };
        self.found.into_iter().map(described).chain(left_out)
    }
}

/// The product of transforms of a node.
const OUT_OF_RANGE: &str = "the product of its transform with those of its ancestors exceeds the range of 32-bit numbers, so \
                            nothing that it moves has a finite position; correct the transforms from the root to this node";

/// A property of a node that has a number which is not finite.
fn not_finite(property: &str) -> String {
    let result = if property == "rotation" {
        "so it places no mesh, and as a joint it has the identity"
    } else {
        "so nothing that it moves has a finite position"
    };
    format!("its `{property}` exceeds the range of 32-bit numbers, {result}; correct this number")
}

impl NoteKind {
    /// The same kind, for a number that is NaN or infinite.
    pub(in crate::import) fn of_number(self) -> Self {
        Self::Number(Box::new(self))
    }

    fn is_error(&self) -> bool {
        matches!(self, Self::Number(_) | Self::NotFinite | Self::NodeNotFinite(_) | Self::NotFiniteAttribute(_))
    }

    fn described(&self, count: usize) -> String {
        let many = |one: &str, many: &str| {
            if count == 1 { one.to_owned() } else { format!("{many} ({count} times; this is the first)") }
        };
        match self {
            Self::Number(kind) => kind.described(count),
            Self::Extension(name) => {
                format!("the extension {name} is not supported and is ignored")
            }
            Self::OtherScenes(all) => format!("the file has {all} scenes; only this one is read"),
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
            Self::NotFinite if count == 1 => "a vertex is not finite; no ray hits triangles with it".to_owned(),
            Self::NotFinite => {
                format!("{count} vertices are not finite, this is the first; no ray hits triangles with them")
            }
            Self::EmptyMesh(why) => format!("the mesh is left out: {why}"),
            Self::Singular => {
                many("is not placed: its matrix has no inverse", "are not placed: their matrices have no inverse")
            }
            Self::OutOfReach => many(
                "is not placed: its coordinates exceed the range of 32-bit numbers",
                "are not placed: their coordinates exceed the range of 32-bit numbers",
            ),
            Self::Projective => many(
                "the last row of its matrix is not 0, 0, 0, 1 and is left out",
                "the last rows of matrices are not 0, 0, 0, 1 and are left out",
            ),
            Self::NodeNotFinite(property) => many(&not_finite(property), &not_finite(property)),
            Self::NodeOutOfRange => many(OUT_OF_RANGE, OUT_OF_RANGE),
            Self::Collider(why) => {
                let one = format!("its collider is left out: {why}");
                many(&one, &one)
            }
            Self::Skin(why) => format!("its skin is not used: {why}"),
            Self::Influences(why) | Self::Forbidden(why) | Self::MaterialLine(why) => why.clone(),
            Self::Morph(why) => format!("a morph target is not used: {why}"),
            Self::Animation(why) => format!("this animation is not played: {why}"),
            Self::Channel(channel, why) => format!("channels[{channel}] is not played: {why}"),
            Self::BadCamera => {
                many("its projection is impossible; it is left out", "their projections are impossible; left out")
            }
            Self::Texture(why) => format!("is not added to the scene as an image: {why}"),
            Self::TextureNotDrawn(why) => format!("its texture is not drawn: {why}"),
            Self::ImageNotUsed => many(
                "no object shows this image; leave it out of the file",
                "no object shows these images; leave them out of the file",
            ),
            Self::TextureSet(why) => {
                format!("its texture is not drawn: it {why}, and only the sets 0 and 1 are supported")
            }
            Self::Attribute(why) => format!("{why}; it is left out of the pictures"),
            Self::NotFiniteAttribute(name) if count == 1 => {
                format!("a value of {name} is not finite; its vertex is drawn without it")
            }
            Self::NotFiniteAttribute(name) => format!(
                "{count} values of {name} are not finite, this is the first; their vertices are drawn without them"
            ),
            Self::ReadAs(why) => many(why, why),
            Self::NoCoordinates if count == 1 => {
                "a triangle with this image has no texture coordinates (`vt`); it is drawn in one colour of the image"
                    .to_owned()
            }
            Self::NoCoordinates => format!(
                "{count} triangles with an image have no texture coordinates (`vt`), this is the first image; each is \
                 drawn in one colour of its image"
            ),
            Self::Materials(why) => format!("{why}; its colours are not used"),
            Self::NoCorner(what) => {
                format!("a corner names {what} that the file does not have; pictures show the corner without")
            }
            Self::NoMaterialMemory(why) => format!("it is drawn without its materials and normals: {why}"),
            Self::NoMaterial(name) => many(
                &format!("no material {name} was found"),
                &format!("no material {name} was found, though it is used"),
            ),
            Self::Plain(note) => note.described(count, many),
            Self::Fan(why) => {
                let one = match why {
                    Uncut::NoArea | Uncut::NotFinite => "a polygon without area",
                    Uncut::Crosses => "a polygon that crosses itself",
                    Uncut::TooMany => "a polygon of too many corners",
                };
                let rest = "is triangulated as a fan from its first corner, which may cover more than the polygon";
                many(&format!("{one} {rest}"), &format!("{one} {rest}"))
            }
            Self::Nothing => "it has no triangle and no camera".to_owned(),
            Self::NoFace(word) => many(
                &format!("`{word}` is not a triangle and is ignored"),
                &format!("`{word}` is not a triangle and is ignored"),
            ),
        }
    }
}
