//! The table of the kinds of problems of a level, which a report lists and a scene can ignore.

/// What the problems of a kind are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemSubject {
    /// Objects as a whole.
    Objects,
    /// The triangles of a mesh: one problem for all objects with that mesh.
    Triangles,
    /// Joints and weights.
    Skins,
    /// Cuts.
    Cuts,
    /// Recorded camera paths.
    Recordings,
}

/// How bad problems of a kind are, as editors and code scanning show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Content is lost or cannot be used.
    Error,
    /// A program may show or compute something wrong.
    Warning,
    /// Often meant so.
    Note,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// Its word, as SARIF has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl LevelProblem {
    /// How bad problems of this kind are.
    pub fn severity(self) -> Severity {
        match self {
            Self::VerticesNotFinite
            | Self::TextureMissing
            | Self::JointsOutOfRange
            | Self::UnweightedVertices
            | Self::FrameTimes
            | Self::FrameValues => Severity::Error,
            Self::OpenEdges
            | Self::Mirrored
            | Self::TooManyInfluences
            | Self::JointsWithoutVertices
            | Self::FewPairs
            | Self::NoAlignment
            | Self::SelfIntersections
            | Self::HiddenFaces
            | Self::BelowPixel
            | Self::TextureDensity => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

/// Defines the kinds of problems: each with what it is about, its word in reports, its title on screen, and its
/// consequences with the remedy.
macro_rules! level_problems {
    ($($(#[$doc:meta])* $kind:ident of $about:ident: $word:literal, $title:literal, $meaning:literal;)+) => {
        /// The kind of a problem of an object, of its mesh, or of a recorded camera path.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum LevelProblem {
            $($(#[$doc])* $kind,)+
        }

        impl LevelProblem {
            /// All of them, in the order of the report.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$kind),+];

            /// Their words, in the same order.
            pub const WORDS: [&str; Self::ALL.len()] = [$($word),+];

            /// What the problems are about.
            pub fn about(self) -> ProblemSubject {
                match self {
                    $(Self::$kind => ProblemSubject::$about,)+
                }
            }

            /// The word in reports.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)+
                }
            }

            /// The title on screen.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$kind => $title,)+
                }
            }

            /// The consequences of the problem, and the remedy.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$kind => $meaning,)+
                }
            }
        }
    };
}

level_problems! {
    /// An object has no volume: its shape is flat, or its size is below the spacing of f32.
    ZeroVolume of Objects: "zero_volume", "Objects without volume",
        "A flat object has no inside: no point is inside it, collisions can pass it from one side, and if it lies on \
         another surface, both flicker. Give it a thickness, or delete it.";
    /// Faces are too near to each other for the depth buffer of a camera.
    DepthFighting of Objects: "depth_fighting", "Faces that flicker at a distance",
        "Two faces are less apart than one step of the depth buffer of a camera covers at their distance, so it depends on the \
         pixel which one is drawn, and it changes as the camera moves (z-fighting). The step grows with the square of the distance \
         and with 1 / near. Move the near plane away from the eye, use a 32-bit float with reversed depth, move the faces apart, or \
         draw the upper one with a polygon offset. What covers the faces does not count: a camera moves.";
    /// Faces in one plane overlap.
    CoplanarOverlap of Objects: "coplanar_overlap", "Overlapping faces in one plane",
        "Two faces are in one plane, face the same side and overlap. Both have the same depth, so rounding decides which one is \
         drawn, and they flicker from every distance. Delete one of them, cut it to the part that is seen, or move it forward by \
         more than a depth buffer resolves.";
    /// Triangles of a mesh go through each other.
    SelfIntersections of Objects: "self_intersections", "Triangles that cross",
        "Two triangles of a mesh go through each other, and have no corner in common. A part of each is inside, so lightmaps have \
         dark seams there, and union, simplification and volume of the mesh are wrong. Parts that were pushed together on purpose \
         are harmless to look at. Cut the parts along the line on which they cross and delete what is inside, or move them apart.";
    /// Faces are inside of a solid.
    HiddenFaces of Objects: "hidden_faces", "Faces inside of solids",
        "A face is wholly inside of a solid of another object, or of another closed part of its own mesh, so no camera outside of \
         it sees the face. It costs triangles and space in lightmaps, and it is drawn for nothing. Delete the face, or move the \
         object out. Only what does not move counts. Colliders are not listed, and not what is inside of a solid that is around the eye of a \
         camera or that one can see through.";
    /// Objects have the same shape and the same pose.
    Coincident of Objects: "coincident_objects", "Objects at the same place",
        "Two objects have exactly the same shape and pose: both are drawn, lit and hit by rays, and their surfaces \
         flicker. The usual cause is a copy that was pasted by accident. Delete all but one.";
    /// An object is a copy of another one that is nearly at the same place.
    NearCopies of Objects: "near_copies", "Copies beside their originals",
        "Two objects have the same shape, and all corners of their boxes are within a fiftieth of the diagonal of each other. Both are \
         drawn, lit and hit by rays, their surfaces cross or flicker, and a body that touches one touches the other too. The usual \
         causes are a copy that was pasted and pushed a little, and two exports of one part. Delete one of them, or move it to its place. \
         Only what does not move counts.";
    /// An object is smaller than a pixel for each camera.
    BelowPixel of Objects: "below_pixel", "Objects smaller than a pixel",
        "The diagonal of the box of an object is shorter than a pixel in the picture of each camera of the scene, at the distance of the \
         object and whatever the camera looks at. It costs a draw call, and it is seen as a dot that flashes, or not at all. The usual causes are a \
         wrong unit on export and a part that was scaled to nothing. Delete it, correct its scale, or hide it at this distance. Only what does not \
         move counts.";
    /// The spacing of f32 is coarse at the place of an object.
    FarFromOrigin of Objects: "far_from_origin", "Objects far from the origin",
        "A 32-bit number has 24 significant bits, so the spacing of numbers grows with their size. Where it reaches a \
         millimetre, edges jitter as the camera moves, and contacts are missed. Move the level to the origin, or use a \
         local origin.";
    /// Triangles of a mesh have no area.
    DegenerateTriangles of Triangles: "degenerate_triangles", "Triangles without area",
        "Two corners are at the same place, or all three are on a line. Such a triangle covers nothing and has no \
         normal, and it can cause wrong shading and wrong hits. Merge vertices by distance, or dissolve the triangle.";
    /// Triangles of a mesh have the corners of another triangle.
    DuplicateTriangles of Triangles: "duplicate_triangles", "Duplicate triangles",
        "Two triangles with the same corners flicker when they are drawn, and a ray crosses both, so that the test for \
         inside and outside is wrong. Delete one of them.";
    /// Edges of a mesh have more than two triangles.
    NonManifoldEdges of Triangles: "non_manifold_edges", "Edges with more than two triangles",
        "At an edge with three triangles or more, the inside is not defined: solids, normals and simplification fail \
         there. Delete the inner faces, or split the mesh.";
    /// Edges of a mesh have one triangle.
    OpenEdges of Triangles: "open_edges", "Open edges",
        "An edge with one triangle is the rim of a hole, or of a surface that is open on purpose, such as a floor. A \
         mesh with an open edge has no inside, so no ray starts inside it. Fill the hole if the mesh is to be solid.";
    /// Neighbouring triangles of a mesh have opposite winding.
    FlippedWinding of Triangles: "flipped_winding", "Inconsistent winding",
        "The corners of a triangle are counter-clockwise as seen from outside. If neighbours have opposite winding, one \
         of them shows its back face: it is culled, or lit from the wrong side. Recalculate the normals outwards.";
    /// Vertices of a mesh have a coordinate that is infinite or NaN.
    VerticesNotFinite of Triangles: "vertices_not_finite", "Non-finite vertices",
        "A coordinate is infinite or NaN, in most cases because of a division by zero in an exporter. Triangles with \
         such a corner are neither drawn nor hit. Export the mesh again.";
    /// A closed mesh, or a closed part of one, has a negative volume: its triangles face inwards.
    InsideOut of Triangles: "inside_out", "Meshes inside out",
        "The mesh, or a part that no edge connects with the rest, is closed and has a negative signed volume: its \
         triangles face inwards. They are culled or lit from the wrong side, and inside and outside are exchanged. A \
         cavity inside another part is not listed. Recalculate the normals outwards.";
    /// Open edges with a vertex of another open edge between their ends.
    TJunctions of Triangles: "t_junctions", "T-junctions",
        "A vertex of one rim is on the side of a triangle of another, which has no vertex there. Both sides are rounded to \
         different pixels, so the background shines through as dots, and lightmaps and collisions leak. Add the vertex to \
         the longer side, or merge both rims.";
    /// Narrow gaps between rims, of one mesh or of two objects.
    Gaps of Triangles: "gaps", "Gaps between rims",
        "Two rims are less than 1 mm apart, and less than a twentieth of their edges: they should meet, and snapping or an \
         export has moved one. The background shines through, and rays pass. Within a mesh, merge vertices by a distance of 1 mm; \
         snap parts of a level to each other.";
    /// Triangles that are very long and low.
    Slivers of Triangles: "slivers", "Slivers",
        "A triangle is at most a thousandth of its longest side high, with its third corner over that side. Its normal is \
         inexact, so shading has spots and physics engines push bodies in wrong directions. Dissolve the corner, or divide \
         the long side.";
    /// A collider by its name with nothing drawn in its place.
    BlockerNotDrawn of Objects: "blocker_not_drawn", "Blockers that are not drawn",
        "The name of the object is that of a collider, such as `UCX_rock`, and no object has the name of what it should follow. \
         Players and bullets stop in the air there. Delete the collider, or add or rename what is drawn. A Godot name that ends \
         with `-colonly` says that nothing is drawn on purpose.";
    /// An image that a material of a level names does not exist, cannot be read or decoded, or lies outside the root.
    TextureMissing of Objects: "texture_missing", "Missing textures",
        "A material of a level names an image that does not exist, is outside the root, or cannot be decoded. Without it the \
         surface has only the factors of the material: an engine draws it white or magenta, and holes that are cut by alpha are \
         closed. The view draws a magenta checker in place of a base colour. Put the file where the level refers to it, correct \
         the path, or export the level with its images.";
    /// A texture has many more or fewer pixels on a metre than the other textures of a level.
    TextureDensity of Objects: "texture_density", "Textures of unlike density",
        "The base colour texture of a material has at least 8 times more or fewer pixels on a metre of its surfaces than the median of the \
         level. Where the surfaces are beside each other, one is blurred or the other wastes memory. The median is that of the area, over all \
         textured materials, of which there are at least 3. Scale the texture coordinates, or use a larger or a smaller image. Repeated images count each \
         time.";
    /// The pose of a mesh mirrors it, or its joints do.
    Mirrored of Objects: "mirrored", "Mirrored meshes",
        "A negative scale, of the object or of a joint, reverses the winding of the triangles. A renderer that does not \
         reverse its culling draws the back faces instead of the front faces. Apply the scale in the modelling program.";
    /// Vertices name a joint that the skin does not have.
    JointsOutOfRange of Skins: "joints_out_of_range", "Joints out of range",
        "JOINTS_n names a joint that `skin.joints` does not have (ACCESSOR_JOINTS_INDEX_OOB of the glTF validator). The \
         weight counts as 0 here; other programs may read memory out of bounds. Export the mesh with its skin again.";
    /// Vertices name a joint twice with weight.
    JointTwice of Skins: "joint_twice", "Joints named twice",
        "JOINTS_n names a joint twice, both with a weight (ACCESSOR_JOINTS_INDEX_DUPLICATE of the glTF validator). The \
         weights add up, but a renderer with few influences may drop one of them. Merge both weights.";
    /// The weights of vertices do not add up to 1.
    WeightsNotNormalized of Skins: "weights_not_normalized", "Weights that are not normalized",
        "The weights of WEIGHTS_n must add up to 1 (ACCESSOR_WEIGHTS_NON_NORMALIZED of the glTF validator). Otherwise a \
         vertex is pulled towards the origin of the world, the more the farther the model is from it. Normalize all \
         weights.";
    /// A vertex has a weight of a joint that is far from the joints of its neighbours.
    StrayWeights of Skins: "stray_weight", "Stray weights",
        "A vertex, or a few vertices beside each other, have a weight of 0.1 or more of a joint, and no neighbour has this \
         joint, its parent, a child or a sibling of it. When the joint moves, it pulls a spike out of the mesh. Remove the \
         weight of this joint, and normalize the others.";
    /// Posed edges are much longer than modelled.
    StretchedEdges of Skins: "stretched_edge", "Stretched edges",
        "An edge is at this tick at least 4 times as long as modelled, and longer by at least 2 % of the diagonal of the mesh. \
         The scale that most edges have does not count. The usual causes are weights of the wrong joint, and weights that do \
         not add up to 1. Select the edge, and compare the joints of its two vertices.";
    /// Vertices of a skinned mesh have no weight.
    UnweightedVertices of Skins: "unweighted", "Vertices without weights",
        "All weights of a vertex are 0, so its position is an empty sum: the origin of the world, however far the model is \
         from it. Assign the vertex to a joint.";
    /// Vertices have more joints than renderers support.
    TooManyInfluences of Skins: "too_many_influences", "Vertices with more than four joints",
        "glTF asks programs to support one set of four joints (glTF 2.0, section 3.7.2.1). Programs that use only four \
         weights of a vertex draw it at another place. Limit the weights to four, and normalize them. The explanation of a \
         skin has the distance.";
    /// Joints of a skin move no vertex.
    JointsWithoutVertices of Skins: "joint_without_vertices", "Joints without vertices",
        "`skin.joints` has joints that no vertex names with a weight. They cost a matrix in each frame, and do not \
         change the `joints` box. Leave them out of the skin; their nodes may stay.";
    /// The node of a skinned mesh, or a node above it that is not above its joints, has a transform, which does not count.
    SkinnedNodeTransform of Skins: "skinned_node_transform", "Transforms of skinned nodes",
        "The node of a skinned mesh, or a node above it that is not above its joints, has a transform, and the joints alone place its vertices \
         (NODE_SKINNED_MESH_LOCAL_TRANSFORMS and NODE_SKINNED_MESH_NON_ROOT of the glTF validator). Programs that use \
         it anyway show the mesh at another place. Apply the transform, or put the mesh at the root.";
    /// The joints of a skin have no common root.
    NoCommonRoot of Skins: "no_common_root", "Skins without a common root",
        "The joints of a skin must have a common root (SKIN_NO_COMMON_ROOT of the glTF validator). Without it, parts of \
         the skeleton can be moved apart. Put all joints below one node.";
    /// The plane of a cut does not meet its mesh.
    CutMisses of Cuts: "cut_misses", "Cuts that miss their object",
        "All vertices of the mesh are on one side of the plane at the tick of the cut, so one half is the whole mesh and the \
         other has no triangle. Move `point` into the mesh, turn `normal`, or cut at another `tick`.";
    /// Frames of a recording are not later than the frame before, and were left out.
    FrameTimes of Recordings: "frame_times", "Frames out of order",
        "The times of a recording must ascend. A frame that is not later than the one before is left out. The usual \
         causes are two recordings in one file, and times with too few digits. Record again, or sort the file.";
    /// Rows of a recording cannot be read, and were left out.
    FrameValues of Recordings: "frame_values", "Rows that cannot be read",
        "A row of a recording with NaN, with a quaternion of length 0, or cut in the middle has no pose. It is left out while \
         at least nine tenths of the rows can be read. The usual causes are a tracker that lost its path and a program that \
         ended while it wrote. Record again, or remove the rows.";
    /// A recording and its reference have no frames at the same moments.
    NoCommonTimes of Recordings: "no_common_times", "Paths without common times",
        "A path is compared with its reference at the frames that both have at the same moments. There are none, so there is no \
         error. The usual cause is two clocks. Set `offset` of the `reference`, or record both with one clock.";
    /// Few frames of a recording are compared with its reference.
    FewPairs of Recordings: "few_pairs", "Few compared frames",
        "Less than half of the frames of the shorter path have a partner in time, so the error is that of a part of the path. \
         Set `offset` or `max_difference` of the `reference`, or record both over the same time.";
    /// A recording and its reference determine no alignment.
    NoAlignment of Recordings: "no_alignment", "Paths that determine no alignment",
        "A path at one place or on a line can be turned about that line without a change, so no rotation is the best one, and \
         there is no error after the alignment. Set `align` of the `reference` to `none`.";
    /// A recording changes or removes an anchor that is not there.
    UnknownAnchors of Recordings: "unknown_anchors", "Unknown anchors",
        "The recording updates or removes an anchor that was never added, or was removed before. The event has no \
         effect. The usual cause is a recording that began after the session.";
    /// A camera takes the rotation of a session that its object takes too.
    TurnedTwice of Recordings: "turned_twice", "Cameras turned twice",
        "The camera and the object that it is attached to both take the rotation of the session, so the rotation is \
         applied twice: a turn of 90° appears as 180°. Set `track` of one of them to `position`.";
}
