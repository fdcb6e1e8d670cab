//! The table of the kinds of problems that a report finds and that a scene may ignore.
//!
//! A row has the name of a kind in code and its word in files. [`PROBLEMS`](super::document::PROBLEMS) and the enum of the
//! report are made from it.

/// Calls a macro with all rows, in the order of the report.
macro_rules! problem_kinds {
    ($with:ident) => {
        $with! {
            /// An object has no volume: its shape is flat, or its size is below the spacing of f32.
            ZeroVolume = "zero_volume",
            /// Objects have the same shape and the same pose.
            Coincident = "coincident_objects",
            /// The spacing of f32 is coarse at the place of an object.
            FarFromOrigin = "far_from_origin",
            /// Triangles of a mesh have no area.
            DegenerateTriangles = "degenerate_triangles",
            /// Triangles of a mesh have the corners of another triangle.
            DuplicateTriangles = "duplicate_triangles",
            /// Edges of a mesh have more than two triangles.
            NonManifoldEdges = "non_manifold_edges",
            /// Edges of a mesh have one triangle.
            OpenEdges = "open_edges",
            /// Neighbouring triangles of a mesh have opposite winding.
            FlippedWinding = "flipped_winding",
            /// Vertices of a mesh have a coordinate that is infinite or NaN.
            VerticesNotFinite = "vertices_not_finite",
            /// A closed mesh, or a closed part of one, has a negative volume: its triangles face inwards.
            InsideOut = "inside_out",
            /// The pose of a mesh mirrors it, or its joints do.
            Mirrored = "mirrored",
            /// Vertices name a joint that the skin does not have.
            JointsOutOfRange = "joints_out_of_range",
            /// Vertices name a joint twice with weight.
            JointTwice = "joint_twice",
            /// The weights of vertices do not add up to 1.
            WeightsNotNormalized = "weights_not_normalized",
            /// Joints of a skin move no vertex.
            UnusedJoints = "unused_joints",
            /// The node of a skinned mesh, or a node above it that is not above its joints, has a transform, which does not count.
            SkinnedNodeTransform = "skinned_node_transform",
            /// The joints of a skin have no common root.
            NoCommonRoot = "no_common_root",
            /// Frames of a recording are not later than the frame before, and were left out.
            FrameTimes = "frame_times",
            /// A recording changes or removes an anchor that is not there.
            UnknownAnchors = "unknown_anchors",
            /// A camera takes the rotation of a session that its object takes too.
            TurnedTwice = "turned_twice",
        }
    };
}

pub(crate) use problem_kinds;
