//! The table of terms for tooltips, the glossary window and its search.

/// A term of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Term {
    Verdict,
    PVertex,
    NVertex,
    Margin,
    RejectingPlane,
    HalfSpace,
    ViewVolume,
    FalsePositive,
    Exact,
    Aabb,
    WorldAabb,
    NearFar,
    FieldOfView,
    Aspect,
    Depth,
    LookAt,
    Attach,
    Line,
    T,
    Interval,
    Slab,
    Quadratic,
    Nappe,
    Generator,
    Feature,
    SolidHollow,
    Layers,
    NoHit,
    CandidatePair,
    OctreeCell,
    MortonCode,
    Straddler,
    LooseTree,
    Alpha,
    OpacityCell,
    Threshold,
    OddBlock,
    Mesh,
    TreeOfBoxes,
    Barycentric,
    BackFace,
    Winding,
    NonManifoldEdge,
    OpenEdge,
    DegenerateTriangle,
    Instance,
    RecoveryNode,
    PipelineSequence,
    RoundRobin,
    NonblockingSequence,
    PersistentSequence,
    RateController,
    DistanceController,
    SpeedController,
    GoalUpdatedController,
    GoalUpdater,
    SingleTrigger,
    PathLongerOnApproach,
    PauseResumeController,
}

/// The table's entry of a term.
struct Entry {
    term: Term,
    /// Its title in the glossary.
    title: &'static str,
    /// At most two sentences.
    text: &'static str,
    /// Its spellings in running text, in lower case; only whole words match.
    words: &'static [&'static str],
}

const TABLE: [Entry; 59] = [
    Entry {
        term: Term::Verdict,
        title: "verdict",
        text: "Outside: the whole box is behind some plane. Inside: no corner is behind any plane; otherwise the \
               box intersects.",
        words: &["verdict", "verdicts"],
    },
    Entry {
        term: Term::PVertex,
        title: "p-vertex",
        text: "The corner of a box that is furthest along a plane's normal. When even this corner is behind the \
               plane, the whole box is.",
        words: &["p-vertex", "p-vertices", "p-distance", "p-distances"],
    },
    Entry {
        term: Term::NVertex,
        title: "n-vertex",
        text: "The corner of a box that is furthest against a plane's normal. When even this corner is in front of \
               the plane, the whole box is.",
        words: &["n-vertex", "n-vertices", "n-distance", "n-distances"],
    },
    Entry {
        term: Term::Margin,
        title: "margin",
        text: "The least of the six p-vertex distances, in metres. A negative margin means that the box is outside by \
               that distance; near 0, a small move changes the verdict.",
        words: &["margin"],
    },
    Entry {
        term: Term::RejectingPlane,
        title: "rejecting plane",
        text: "The first plane, in the order left, right, bottom, top, near, far, that has the whole box behind it. \
               One such plane is enough: the box is outside.",
        words: &["rejecting plane", "rejected by", "rejects"],
    },
    Entry {
        term: Term::HalfSpace,
        title: "half-space and plane distance",
        text: "A plane parts space into two half-spaces, and its normal points into the half-space in front. The distance \
               of a point v is n·v + d in metres, negative behind.",
        words: &["half-space", "plane distance", "left plane", "right plane", "bottom plane", "top plane"],
    },
    Entry {
        term: Term::ViewVolume,
        title: "view volume (frustum)",
        text: "The part of space that a camera sees, between six planes: a pyramid without its tip, or a box for an \
               orthographic camera.",
        words: &["view volume", "frustum"],
    },
    Entry {
        term: Term::FalsePositive,
        title: "false positive",
        text: "A box out of view with the verdict intersect, because it is not completely behind any single plane. It \
               happens near edges and corners of the view volume, or by rounding near a plane.",
        words: &["false positive", "false positives"],
    },
    Entry {
        term: Term::Exact,
        title: "exact answer",
        text: "The answer of another algorithm in double precision, as a reference. Where the \
               fast answer differs, there is a ⚠, and the Explain panel has the reason.",
        words: &["exact answer", "exact reference", "exact test"],
    },
    Entry {
        term: Term::Aabb,
        title: "axis-aligned box (AABB)",
        text: "A box whose edges follow the world's X, Y and Z axes. It is quicker to test than the shape in it, and \
               larger.",
        words: &["aabb", "bounding box", "axis-aligned box"],
    },
    Entry {
        term: Term::WorldAabb,
        title: "tight box (world AABB)",
        text: "The smallest axis-aligned box around a shape in the world, after its rotation and scale. It is computed \
               from the shape itself; a box around the rotated local box would be larger.",
        words: &["tight box"],
    },
    Entry {
        term: Term::NearFar,
        title: "near and far plane",
        text: "A camera sees nothing that is nearer than the near plane or further than the far plane. Both distances \
               are measured from the eye along the view direction.",
        words: &["near plane", "far plane"],
    },
    Entry {
        term: Term::FieldOfView,
        title: "field of view",
        text: "The vertical angle of the view, from its bottom plane to its top plane.",
        words: &["field of view"],
    },
    Entry {
        term: Term::Aspect,
        title: "aspect",
        text: "The width of the picture divided by its height. Together with the vertical field of view it determines \
               the angle between the left and the right plane.",
        words: &["aspect"],
    },
    Entry {
        term: Term::Depth,
        title: "depth convention",
        text: "The depths of the near and the far plane after the division by w: −1 and 1, 0 and 1, or reversed 1 and \
               0. The planes are the same, but follow from other rows of the matrix.",
        words: &["depth convention", "clip space"],
    },
    Entry {
        term: Term::LookAt,
        title: "look-at point",
        text: "The point in the middle of the picture. The camera turns to it from any position.",
        words: &["look-at"],
    },
    Entry {
        term: Term::Attach,
        title: "attached camera",
        text: "A camera whose position and direction are relative to an object, and move with that object.",
        words: &["attached to"],
    },
    Entry {
        term: Term::Line,
        title: "line, ray and segment",
        text: "A line counts hits at any t, a ray only those with t ≥ 0, a segment only those with 0 ≤ t ≤ 1.",
        words: &["segment"],
    },
    Entry {
        term: Term::T,
        title: "t and distance",
        text: "The points of a ray are origin + t · direction, so t is in units of the direction's length. The distance \
               is t times that length, in metres.",
        words: &["over t", "t in", "t =", "t ∈"],
    },
    Entry {
        term: Term::Interval,
        title: "interval",
        text: "The range of t for which the whole line is inside. For a solid with several bounds it is the \
               intersection of their intervals: from the last entry to the first exit.",
        words: &["interval", "intervals"],
    },
    Entry {
        term: Term::Slab,
        title: "slab",
        text: "The space between two parallel planes; a line is inside for one interval of t. A box is the \
               intersection of three slabs: the line is in the box where all three intervals overlap.",
        words: &["slab", "slabs"],
    },
    Entry {
        term: Term::Quadratic,
        title: "quadratic and discriminant",
        text: "A line meets a round surface where A\u{a0}t²\u{a0}+\u{a0}2\u{a0}B\u{a0}t\u{a0}+\u{a0}C\u{a0}=\u{a0}0. The discriminant B² − A C gives the number of roots: \
               two above 0, one at 0, none below 0.",
        words: &["quadratic", "quadratics", "discriminant"],
    },
    Entry {
        term: Term::Nappe,
        title: "nappe",
        text: "One half of a double cone. The quadratic describes both nappes, but only the lower one belongs to the \
               solid: a root on the upper one is not a hit.",
        words: &["nappe", "nappes", "double cone"],
    },
    Entry {
        term: Term::Generator,
        title: "generator",
        text: "A straight line on the side of a cone, through its apex. A ray parallel to a generator meets the double \
               cone at most once, because the coefficient A of its quadratic is 0.",
        words: &["generator", "generators"],
    },
    Entry {
        term: Term::Feature,
        title: "feature",
        text: "The part of the surface that is hit: a face of a box, the top, bottom or side of a cylinder, the base \
               or side of a cone. The normal points out of it.",
        words: &["feature", "local face"],
    },
    Entry {
        term: Term::SolidHollow,
        title: "start inside: solid or hollow",
        text: "The answer for a ray that starts inside. A solid is hit at t = 0; a hollow is hit where the ray \
               leaves it.",
        words: &["hollow", "full solid"],
    },
    Entry {
        term: Term::Layers,
        title: "layers and mask",
        text: "An object is on some of 64 layers, and the mask of a ray lists the layers that it can hit. When they \
               have no layer in common, the ray passes through the object.",
        words: &["layers", "layer in common", "mask", "masked"],
    },
    Entry {
        term: Term::NoHit,
        title: "no hit",
        text: "The line misses the solid, the solid is behind the start, the segment ends before the solid, or the \
               mask of the ray has none of the object's layers.",
        words: &["no hit"],
    },
    Entry {
        term: Term::CandidatePair,
        title: "candidate pair",
        text: "Two objects that might touch: their octree cells are equal or nested, or overlap when enlarged, in a loose \
               tree. Only candidates are compared; every true overlap is among them.",
        words: &["candidate pair", "candidate pairs", "candidate", "candidates"],
    },
    Entry {
        term: Term::OctreeCell,
        title: "octree, cell and split plane",
        text: "Space is halved on every axis repeatedly: each cell has eight children, divided by its three split \
               planes. Level 0, the root, is the whole region.",
        words: &["octree cell", "octree cells", "occupied cell", "occupied cells", "split plane", "split planes"],
    },
    Entry {
        term: Term::MortonCode,
        title: "Morton code",
        text: "The bits of a cell's x, y and z interleaved into one number. Each octal digit chooses one of eight \
               children; the first digit chooses a child of the root.",
        words: &["morton code", "morton codes"],
    },
    Entry {
        term: Term::Straddler,
        title: "straddler",
        text: "An object that a split plane of its octree cell cuts. Whatever its size, no deeper cell contains \
               the whole object.",
        words: &["straddler", "straddlers"],
    },
    Entry {
        term: Term::LooseTree,
        title: "loose tree",
        text: "An octree whose cells are enlarged by half an edge on every side. Size and centre of an object decide its \
               cell, so that a small object that straddles a split plane is still in a small cell.",
        words: &["loose tree", "loose trees", "loose octree"],
    },
    Entry {
        term: Term::Alpha,
        title: "alpha",
        text: "How opaque a pixel is, from 0 (clear) to 1 (opaque); 8-bit files count to 255. It is the same for \
               straight and for premultiplied colours.",
        words: &["alpha"],
    },
    Entry {
        term: Term::OpacityCell,
        title: "opacity, cell by cell",
        text: "An image is cut into cells. The mean alpha of a cell's pixels is its opacity, and decides whether it is \
               solid or clear.",
        words: &["opacity", "solid cell", "solid cells", "cells are solid", "solid or clear"],
    },
    Entry {
        term: Term::Threshold,
        title: "threshold",
        text: "The least mean alpha of a solid cell of an image. A higher threshold gives fewer solid cells.",
        words: &["threshold"],
    },
    Entry {
        term: Term::OddBlock,
        title: "odd block",
        text: "A cell whose width and height are odd numbers of pixels, so that it has a middle pixel; all cells have \
               the same size. The method does not read the rest of the image at the right and at the bottom.",
        words: &["odd block", "odd blocks", "odd_block"],
    },
    Entry {
        term: Term::Mesh,
        title: "mesh",
        text: "A surface of triangles whose corners are numbered vertices; adjacent triangles share vertices. A mesh \
               without open edges has an inside.",
        words: &["mesh", "meshes"],
    },
    Entry {
        term: Term::TreeOfBoxes,
        title: "tree of boxes (BVH)",
        text: "A bounding volume hierarchy: the root box contains all triangles, and each level divides them into \
               smaller boxes. When a ray misses a box, its triangles are not tested.",
        words: &["bvh", "bounding volume hierarchy", "tree of boxes", "boxes, level"],
    },
    Entry {
        term: Term::Barycentric,
        title: "barycentric coordinates",
        text: "The weights u, v and w of a triangle's corners that give a point of its plane; their sum is 1. Where \
               none is below 0 the point is in the triangle.",
        words: &["barycentric", "barycentric coordinates", "weights"],
    },
    Entry {
        term: Term::BackFace,
        title: "front and back face",
        text: "Seen from its front, the corners of a triangle run counter-clockwise, and its normal points towards the viewer. \
               Many engines cull back faces: they neither draw nor hit them.",
        words: &["back face", "back faces", "front face", "front faces", "from its back", "from its front"],
    },
    Entry {
        term: Term::Winding,
        title: "winding",
        text: "The order of a triangle's corners, clockwise or counter-clockwise. Neighbours have the same winding when \
               they run along their common edge in opposite directions; else one of them is seen from behind.",
        words: &["winding"],
    },
    Entry {
        term: Term::NonManifoldEdge,
        title: "non-manifold edge",
        text: "An edge with more than two triangles, so that the inside is not defined there. In a manifold mesh each \
               edge has two, as on the surface of a solid.",
        words: &["non-manifold", "manifold", "edges with more than two triangles", "edge with more than two triangles"],
    },
    Entry {
        term: Term::OpenEdge,
        title: "open edge",
        text: "An edge with one triangle: the rim of a hole, or of a surface without thickness. A mesh with open edges \
               encloses nothing and has no inside.",
        words: &["open edge", "open edges"],
    },
    Entry {
        term: Term::DegenerateTriangle,
        title: "degenerate triangle",
        text: "A triangle without area: two of its corners are at one place, or all three on a line. It has no normal and \
               covers nothing.",
        words: &[
            "degenerate",
            "degenerate triangle",
            "degenerate triangles",
            "triangle without area",
            "triangles without area",
        ],
    },
    Entry {
        term: Term::Instance,
        title: "instance",
        text: "One of several objects that share a mesh, each with its own position, rotation and scale. The mesh and its \
               tree of boxes are stored once for all of them.",
        words: &["instance", "instances"],
    },
    Entry {
        term: Term::RecoveryNode,
        title: "RecoveryNode",
        text: "Navigation2 (docs.nav2.org): ticks its first child; when that fails, it ticks the second and then \
               the first again. It fails with the second child, or when its retries are used up.",
        words: &["recovery", "recoverynode", "recovery node"],
    },
    Entry {
        term: Term::PipelineSequence,
        title: "PipelineSequence",
        text: "Navigation2 (docs.nav2.org): a sequence that ticks earlier children again while a later one runs. For example, \
               a planner renews the path while a controller follows it.",
        words: &["pipeline_sequence", "pipeline sequence", "pipelinesequence"],
    },
    Entry {
        term: Term::RoundRobin,
        title: "RoundRobin",
        text: "Navigation2 (docs.nav2.org): ticks its children in turn until one succeeds. At its next start it \
               continues with the child after that one, so that each child is ticked.",
        words: &["round_robin", "round robin", "roundrobin"],
    },
    Entry {
        term: Term::NonblockingSequence,
        title: "NonblockingSequence",
        text: "Navigation2 (docs.nav2.org): ticks all children in every tick, also those after a running one. It \
               succeeds when all succeed in one tick, and fails with the first that fails.",
        words: &["nonblocking_sequence", "nonblocking sequence", "nonblockingsequence"],
    },
    Entry {
        term: Term::PersistentSequence,
        title: "PersistentSequence",
        text: "Navigation2 (docs.nav2.org): a sequence that keeps the index of its current child on the blackboard. \
               After an abort it continues at that child, not at the first.",
        words: &["persistent_sequence", "persistent sequence", "persistentsequence"],
    },
    Entry {
        term: Term::RateController,
        title: "RateController",
        text: "Navigation2 (docs.nav2.org): ticks its child at a given rate, such as once a second. In between it \
               returns running.",
        words: &["rate_controller", "rate controller", "ratecontroller"],
    },
    Entry {
        term: Term::DistanceController,
        title: "DistanceController",
        text: "Navigation2 (docs.nav2.org): ticks its child each time the agent's body has moved a given distance. \
               In between it returns running.",
        words: &["distance_controller", "distance controller", "distancecontroller"],
    },
    Entry {
        term: Term::SpeedController,
        title: "SpeedController",
        text: "Navigation2 (docs.nav2.org): ticks its child at a rate that grows with the speed of the agent's \
               body. In between it returns running.",
        words: &["speed_controller", "speed controller", "speedcontroller"],
    },
    Entry {
        term: Term::GoalUpdatedController,
        title: "GoalUpdatedController",
        text: "Navigation2 (docs.nav2.org): ticks its child when it starts and whenever the goal on the blackboard \
               changes. In between it returns running.",
        words: &["goal_updated_controller", "goal updated controller", "goalupdatedcontroller"],
    },
    Entry {
        term: Term::GoalUpdater,
        title: "GoalUpdater",
        text: "Navigation2 (docs.nav2.org): copies its input goal to its output goal on the blackboard, then ticks \
               its child. On a robot, a topic provides the new goal.",
        words: &["goal_updater", "goal updater", "goalupdater"],
    },
    Entry {
        term: Term::SingleTrigger,
        title: "SingleTrigger",
        text: "Navigation2 (docs.nav2.org): runs its child once until it ends. After that it fails until it starts \
               again.",
        words: &["single_trigger", "single trigger", "singletrigger"],
    },
    Entry {
        term: Term::PathLongerOnApproach,
        title: "PathLongerOnApproach",
        text: "Navigation2 (docs.nav2.org): near the goal, ticks its child when the new path to the same goal is much \
               longer than the path before. Otherwise it succeeds without its child.",
        words: &["path_longer_on_approach", "path longer on approach", "pathlongeronapproach"],
    },
    Entry {
        term: Term::PauseResumeController,
        title: "PauseResumeController",
        text: "Navigation2 (docs.nav2.org): ticks its first child until a service pauses it, then the second until a \
               service resumes it. The third child runs once on pause, the fourth once on resume.",
        words: &["pause_resume_controller", "pause resume controller", "pauseresumecontroller"],
    },
];

impl Term {
    /// All terms, in the order of the glossary.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|entry| entry.term)
    }

    /// The title of the term.
    pub(in crate::app) fn title(self) -> &'static str {
        self.entry().title
    }

    /// The meaning of the term, in one or two sentences.
    pub(in crate::app) fn text(self) -> &'static str {
        self.entry().text
    }

    /// The spellings of the term in running text, in lower case.
    pub(super) fn words(self) -> &'static [&'static str] {
        self.entry().words
    }

    fn entry(self) -> &'static Entry {
        // The order is that of the enum, which a test checks.
        &TABLE[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_order_of_the_enum() {
        for (i, term) in Term::all().enumerate() {
            assert_eq!(term as usize, i, "{term:?}");
        }
    }

    #[test]
    fn every_term_has_one_or_two_sentences() {
        for term in Term::all() {
            let text = term.text();
            let ends = text.match_indices(['.', '?', '!']).filter(|(at, _)| {
                let after = &text[at + 1..];
                after.is_empty() || after.starts_with(' ')
            });
            let sentences = ends.count();
            assert!((1..=2).contains(&sentences), "{term:?}: {sentences} sentences");
            assert!(text.ends_with('.') && text.len() < 200, "{term:?}: {}", text.len());
            assert!(!text.contains("  "), "{term:?}");
        }
    }

    #[test]
    fn titles_and_words_belong_to_one_term_only() {
        let words: Vec<_> = Term::all().flat_map(Term::words).collect();
        for (i, word) in words.iter().enumerate() {
            assert_eq!(**word, word.to_lowercase());
            assert!(!words[..i].contains(word), "{word} twice");
        }
        let titles: Vec<_> = Term::all().map(Term::title).collect();
        assert!(titles.iter().enumerate().all(|(i, title)| !title.is_empty() && !titles[..i].contains(title)));
    }
}
