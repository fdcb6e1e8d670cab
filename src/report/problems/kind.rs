//! Kinds of problems.

/// What is wrong with an object or with its mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An object fills no space: its shape is flat, or it is scaled to nothing.
    ZeroVolume,
    /// Objects have the same shape and the same pose.
    Coincident,
    /// The spacing of f32 is coarse at the place of an object.
    FarFromOrigin,
    /// Triangles of a mesh have no area.
    DegenerateTriangles,
    /// Triangles of a mesh are there twice.
    DuplicateTriangles,
    /// Edges of a mesh have more than two triangles.
    NonManifoldEdges,
    /// Edges of a mesh have one triangle.
    OpenEdges,
    /// Neighbours of a mesh wind against each other.
    FlippedWinding,
    /// Vertices of a mesh have a coordinate that is no number.
    VerticesNotFinite,
}

impl Kind {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 9] = [
        Self::ZeroVolume,
        Self::Coincident,
        Self::FarFromOrigin,
        Self::DegenerateTriangles,
        Self::DuplicateTriangles,
        Self::NonManifoldEdges,
        Self::OpenEdges,
        Self::FlippedWinding,
        Self::VerticesNotFinite,
    ];

    /// Those of the triangles of meshes.
    pub(super) const OF_MESHES: [Self; 6] = [
        Self::DegenerateTriangles,
        Self::DuplicateTriangles,
        Self::NonManifoldEdges,
        Self::OpenEdges,
        Self::FlippedWinding,
        Self::VerticesNotFinite,
    ];

    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::ZeroVolume => "zero_volume",
            Self::Coincident => "coincident_objects",
            Self::FarFromOrigin => "far_from_origin",
            Self::DegenerateTriangles => "degenerate_triangles",
            Self::DuplicateTriangles => "duplicate_triangles",
            Self::NonManifoldEdges => "non_manifold_edges",
            Self::OpenEdges => "open_edges",
            Self::FlippedWinding => "flipped_winding",
            Self::VerticesNotFinite => "vertices_not_finite",
        }
    }

    /// What it is called on screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::ZeroVolume => "Objects without volume",
            Self::Coincident => "Objects at the same place",
            Self::FarFromOrigin => "Objects far from the origin",
            Self::DegenerateTriangles => "Triangles without area",
            Self::DuplicateTriangles => "Triangles that are there twice",
            Self::NonManifoldEdges => "Edges with more than two triangles",
            Self::OpenEdges => "Open edges",
            Self::FlippedWinding => "Triangles that wind against each other",
            Self::VerticesNotFinite => "Vertices that are nowhere",
        }
    }

    /// What it leads to, and what helps.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ZeroVolume => {
                "What is flat has no inside: nothing can be in it, collisions pass it from one side, and where it lies on \
                 another surface the two flicker. Give it a thickness, or take it out if it is left over."
            }
            Self::Coincident => {
                "The same shape at the same place, to the last bit: it is drawn, cast against and lit twice, and surfaces \
                 flicker. It is mostly pasted by accident. Delete all but one."
            }
            Self::FarFromOrigin => {
                "A 32-bit number has 24 bits, so its steps grow with it. Where they reach a millimetre, edges tremble as \
                 the camera moves, and contacts miss. Move the level to the origin, or give it a local one."
            }
            Self::DegenerateTriangles => {
                "Two corners at one place, or all three on a line: such a triangle covers nothing and has no normal, but \
                 rays and shading still stumble over it. Merge vertices by distance, or dissolve it."
            }
            Self::DuplicateTriangles => {
                "Two triangles on the same corners flicker when they are drawn, and a ray crosses both, so that inside and \
                 outside are mixed up. Delete one of them."
            }
            Self::NonManifoldEdges => {
                "On an edge with three triangles or more, nothing can say which side is inside: solids, normals and \
                 simplification break there. Take the inner faces out, or part the mesh."
            }
            Self::OpenEdges => {
                "An edge with one triangle is the rim of a hole, or of a surface that is open on purpose, such as a floor. \
                 With it the mesh has no inside: a ray that starts there does not know. Fill the hole if it should be solid."
            }
            Self::FlippedWinding => {
                "Corners run counter-clockwise seen from outside. Where neighbours disagree, one of them shows its back: it \
                 is culled, or lit from the wrong side. Recalculate the normals outwards."
            }
            Self::VerticesNotFinite => {
                "A coordinate is infinite or not a number, mostly from a division by zero in an exporter. Triangles with \
                 such a corner are neither drawn nor met. Export the mesh again."
            }
        }
    }
}
