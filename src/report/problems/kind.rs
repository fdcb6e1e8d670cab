//! Kinds of problems.

use crate::scene::PROBLEMS;
use crate::scene::problem_kinds::problem_kinds;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $word:literal,)*) => {
        /// The kind of a problem of an object, of its mesh, or of a recorded camera path.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// All of them, in the order of the report.
            pub const ALL: [Self; PROBLEMS.len()] = [$(Self::$kind),*];

            /// The word in reports.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }
        }
    };
}

problem_kinds!(kinds);

impl Kind {
    /// Those of the triangles of meshes.
    pub(super) const OF_MESHES: [Self; 7] = [
        Self::DegenerateTriangles,
        Self::DuplicateTriangles,
        Self::NonManifoldEdges,
        Self::OpenEdges,
        Self::FlippedWinding,
        Self::VerticesNotFinite,
        Self::InsideOut,
    ];

    /// The title on screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::ZeroVolume => "Objects without volume",
            Self::Coincident => "Objects at the same place",
            Self::FarFromOrigin => "Objects far from the origin",
            Self::DegenerateTriangles => "Triangles without area",
            Self::DuplicateTriangles => "Duplicate triangles",
            Self::NonManifoldEdges => "Edges with more than two triangles",
            Self::OpenEdges => "Open edges",
            Self::FlippedWinding => "Inconsistent winding",
            Self::VerticesNotFinite => "Non-finite vertices",
            Self::InsideOut => "Meshes inside out",
            Self::Mirrored => "Mirrored meshes",
            Self::JointsOutOfRange => "Joints out of range",
            Self::JointTwice => "Joints named twice",
            Self::WeightsNotNormalized => "Weights that are not normalized",
            Self::UnusedJoints => "Unused joints",
            Self::SkinnedNodeTransform => "Transforms of skinned nodes",
            Self::NoCommonRoot => "Skins without a common root",
            Self::FrameTimes => "Frames out of order",
            Self::UnknownAnchors => "Unknown anchors",
            Self::TurnedTwice => "Cameras turned twice",
        }
    }

    /// The consequences of the problem, and the remedy.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ZeroVolume => {
                "A flat object has no inside: no point is inside it, collisions can pass it from one side, and if it lies on \
                 another surface, both flicker. Give it a thickness, or delete it."
            }
            Self::Coincident => {
                "Two objects have exactly the same shape and pose: both are drawn, lit and hit by rays, and their surfaces \
                 flicker. The usual cause is a copy that was pasted by accident. Delete all but one."
            }
            Self::FarFromOrigin => {
                "A 32-bit number has 24 significant bits, so the spacing of numbers grows with their size. Where it reaches a \
                 millimetre, edges jitter as the camera moves, and contacts are missed. Move the level to the origin, or use a \
                 local origin."
            }
            Self::DegenerateTriangles => {
                "Two corners are at the same place, or all three are on a line. Such a triangle covers nothing and has no \
                 normal, and it can cause wrong shading and wrong hits. Merge vertices by distance, or dissolve the triangle."
            }
            Self::DuplicateTriangles => {
                "Two triangles with the same corners flicker when they are drawn, and a ray crosses both, so that the test for \
                 inside and outside is wrong. Delete one of them."
            }
            Self::NonManifoldEdges => {
                "At an edge with three triangles or more, the inside is not defined: solids, normals and simplification fail \
                 there. Delete the inner faces, or split the mesh."
            }
            Self::OpenEdges => {
                "An edge with one triangle is the rim of a hole, or of a surface that is open on purpose, such as a floor. A \
                 mesh with an open edge has no inside, so no ray starts inside it. Fill the hole if the mesh is to be solid."
            }
            Self::FlippedWinding => {
                "The corners of a triangle are counter-clockwise as seen from outside. If neighbours have opposite winding, one \
                 of them shows its back face: it is culled, or lit from the wrong side. Recalculate the normals outwards."
            }
            Self::VerticesNotFinite => {
                "A coordinate is infinite or NaN, in most cases because of a division by zero in an exporter. Triangles with \
                 such a corner are neither drawn nor hit. Export the mesh again."
            }
            Self::InsideOut => {
                "The mesh, or a part that no edge connects with the rest, is closed and has a negative signed volume: its \
                 triangles face inwards. They are culled or lit from the wrong side, and inside and outside are exchanged. A \
                 cavity inside another part is not listed. Recalculate the normals outwards."
            }
            Self::Mirrored => {
                "A negative scale, of the object or of a joint, reverses the winding of the triangles. A renderer that does not \
                 reverse its culling draws the back faces instead of the front faces. Apply the scale in the modelling program."
            }
            Self::JointsOutOfRange => {
                "JOINTS_n names a joint that `skin.joints` does not have (ACCESSOR_JOINTS_INDEX_OOB of the glTF validator). The \
                 weight counts as 0 here; other programs may read memory out of bounds. Export the mesh with its skin again."
            }
            Self::JointTwice => {
                "JOINTS_n names a joint twice, both with a weight (ACCESSOR_JOINTS_INDEX_DUPLICATE of the glTF validator). The \
                 weights add up, but a renderer with few influences may drop one of them. Merge both weights."
            }
            Self::WeightsNotNormalized => {
                "The weights of WEIGHTS_n must add up to 1 (ACCESSOR_WEIGHTS_NON_NORMALIZED of the glTF validator). Otherwise a \
                 vertex is pulled towards the origin of the world, the more the farther the model is from it. Normalize all \
                 weights."
            }
            Self::UnusedJoints => {
                "`skin.joints` has joints that no vertex names with a weight. They cost a matrix in each frame, and do not \
                 change the `joints` box. Leave them out of the skin; their nodes may stay."
            }
            Self::SkinnedNodeTransform => {
                "The node of a skinned mesh, or a node above it that is not above its joints, has a transform, and the joints alone place its vertices \
                 (NODE_SKINNED_MESH_LOCAL_TRANSFORMS and NODE_SKINNED_MESH_NON_ROOT of the glTF validator). Programs that use \
                 it anyway show the mesh at another place. Apply the transform, or put the mesh at the root."
            }
            Self::NoCommonRoot => {
                "The joints of a skin must have a common root (SKIN_NO_COMMON_ROOT of the glTF validator). Without it, parts of \
                 the skeleton can be moved apart. Put all joints below one node."
            }
            Self::FrameTimes => {
                "The times of a recording must ascend. A frame that is not later than the one before is left out. The usual \
                 causes are two recordings in one file, and times with too few digits. Record again, or sort the file."
            }
            Self::UnknownAnchors => {
                "The recording updates or removes an anchor that was never added, or was removed before. The event has no \
                 effect. The usual cause is a recording that began after the session."
            }
            Self::TurnedTwice => {
                "The camera and the object that it is attached to both take the rotation of the session, so the rotation is \
                 applied twice: a turn of 90° appears as 180°. Set `track` of one of them to `position`."
            }
        }
    }
}
