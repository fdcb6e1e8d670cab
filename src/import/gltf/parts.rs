//! Which primitives of a mesh one object has.
//!
//! glTF 2.0, section 3.7.3.3, requires `JOINTS_0` and `WEIGHTS_0` of every primitive of a skinned mesh. In a file that gives them to
//! some primitives only, no joint moves the others. A sum without terms would put their vertices at the origin of the world, so
//! they are an object of their own, which the node places like a mesh without a skin. [`super::forbidden`] has the note.

use gltf::json::accessor::{ComponentType, GenericComponentType, Type};
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Mesh};

use super::document::GltfDocument;

/// A mesh of the file by its index, and which of its primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MeshPart {
    pub(super) mesh: usize,
    pub(super) part: PrimitiveRange,
}

/// The primitives of a mesh that one object has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum PrimitiveRange {
    /// All of them.
    Whole,
    /// Those that joints can move.
    WithJoints,
    /// Those that no joint can move.
    WithoutJoints,
}

impl PrimitiveRange {
    /// The parts of a mesh at a node, each of which is an object.
    pub(super) fn of(is_split: bool) -> &'static [Self] {
        if is_split { &[Self::WithJoints, Self::WithoutJoints] } else { &[Self::Whole] }
    }

    /// Whether a primitive belongs to it.
    pub(super) fn has(self, document: &GltfDocument, primitive: &Primitive) -> bool {
        match self {
            Self::Whole => true,
            Self::WithJoints => lack(document, primitive).is_none(),
            Self::WithoutJoints => lack(document, primitive).is_some(),
        }
    }
}

/// Whether joints can move some triangles of a mesh and not others.
pub(super) fn is_mixed(document: &GltfDocument, mesh: &Mesh) -> bool {
    let drawn = mesh.primitives.iter().filter(|primitive| is_drawn(primitive));
    let mut can_move = drawn.map(|primitive| lack(document, primitive).is_none());
    can_move.next().is_some_and(|first| can_move.any(|other| other != first))
}

/// Whether a primitive has triangles.
pub(super) fn is_drawn(primitive: &Primitive) -> bool {
    let is_line =
        matches!(primitive.mode, Checked::Valid(Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip));
    !is_line && attribute(primitive, Semantic::Positions).is_some()
}

/// What a primitive does not have and needs so that joints can move it: an attribute, or one whose accessor fits.
pub(super) fn lack(document: &GltfDocument, primitive: &Primitive) -> Option<&'static str> {
    let accessor = |semantic| attribute(primitive, semantic).map(|index| document.accessors.get(index));
    match (accessor(Semantic::Joints(0)), accessor(Semantic::Weights(0))) {
        (None, None) => Some("no JOINTS_0 and no WEIGHTS_0"),
        (None, Some(_)) => Some("no JOINTS_0"),
        (Some(_), None) => Some("no WEIGHTS_0"),
        (Some(joints), Some(weights)) => {
            let positions = accessor(Semantic::Positions).flatten().map_or(0, |accessor| accessor.count.0);
            let fits = |accessor: Option<&Accessor>, is_usable: fn(ComponentType) -> bool| {
                accessor.is_some_and(|accessor| {
                    matches!(accessor.type_, Checked::Valid(Type::Vec4))
                        && matches!(accessor.component_type, Checked::Valid(GenericComponentType(of)) if is_usable(of))
                        && accessor.count.0 >= positions
                })
            };
            let is_index =
                |of: ComponentType| matches!(of, ComponentType::U8 | ComponentType::U16 | ComponentType::U32);
            let is_weight = |of: ComponentType| of != ComponentType::U32;
            let is_usable = fits(joints, is_index) && fits(weights, is_weight);
            (!is_usable).then_some("no JOINTS_0 and WEIGHTS_0 that can be used")
        }
    }
}

/// The accessor of an attribute of a primitive.
pub(super) fn attribute(primitive: &Primitive, semantic: Semantic) -> Option<usize> {
    primitive.attributes.get(&Checked::Valid(semantic)).map(gltf::json::Index::value)
}
