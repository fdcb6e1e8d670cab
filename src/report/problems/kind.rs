//! Kinds of problems.

/// The kind of a problem of an object or of its mesh.
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
    /// Triangles of a mesh have the corners of another triangle.
    DuplicateTriangles,
    /// Edges of a mesh have more than two triangles.
    NonManifoldEdges,
    /// Edges of a mesh have one triangle.
    OpenEdges,
    /// Neighbouring triangles of a mesh have opposite winding.
    FlippedWinding,
    /// Vertices of a mesh have a coordinate that is infinite or NaN.
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
        }
    }
}
