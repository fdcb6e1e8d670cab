//! The table of lessons. A lesson is a scene of `scenes/`; its name is also the title of that scene.

use super::lesson::{Lesson, Subject};

const fn lesson(file: &'static str, name: &'static str, question: &'static str) -> Lesson {
    Lesson { file, name, question }
}

/// All subjects with their lessons, in the order in which they build on each other.
pub static SUBJECTS: [Subject; 8] = [
    Subject {
        name: "Cameras",
        lessons: &[
            lesson("tour", "Tour", "what does the guard see?"),
            lesson("frustum", "Frustum basics", "six planes, two corners"),
            lesson("depth", "Depth conventions", "planes from the clip matrix, and a far plane in the wrong place"),
            lesson("visibility", "Why don't I see it?", "a chain of tests, and what covers an object"),
            lesson("false_positive", "False positives", "a box that no plane rejects"),
        ],
    },
    Subject {
        name: "Rays",
        lessons: &[
            lesson("slabs", "Slabs", "latest entry, earliest exit"),
            lesson("round", "Sphere and cylinder", "one quadratic, one slab"),
            lesson("cone", "Cone", "a quadratic with three cases"),
            lesson("hull", "Convex hull", "a collider that bridges what is hollow"),
            lesson("kinds", "Kinds of rays", "line, ray, segment, and starts inside"),
            lesson("layers", "Layers", "why does my ray hit the player?"),
        ],
    },
    Subject {
        name: "Octree",
        lessons: &[
            lesson("octree", "Split planes", "why a small object can be in the root of an octree"),
            lesson("faces", "Faces", "which cell a face belongs to, and objects that reach out of the region"),
            lesson("deep", "Ten levels", "one digit for each level, and when a loose tree is worse"),
            lesson("crowd", "Crowd", "2,000 moving boxes, tight against loose, culling by cells"),
        ],
    },
    Subject {
        name: "Opacity",
        lessons: &[
            lesson("leaf", "Leaf", "a ray that passes through clear cells"),
            lesson("fence", "Fence", "cells must be finer than what is to be distinguished"),
            lesson("glyphs", "Letters", "a click into a letter's bowl passes through"),
            lesson("gradient", "Threshold", "sweep it over a gradient"),
            lesson("rings", "Awkward sizes", "prime sides, and pixels that odd blocks never read"),
        ],
    },
    Subject {
        name: "Behaviour trees",
        lessons: &[
            lesson("guard", "Guard", "why did it leave its patrol?"),
            lesson("aborts", "Abort kinds", "the same tree with four kinds of abort"),
            lesson("flicker", "Flicker", "seen, not seen, seen, not seen"),
            lesson("repeater", "A long repeater", "two hundred rounds, and any tick at once"),
            lesson("groot", "Groot2", "a tree from another project"),
        ],
    },
    Subject {
        name: "Levels and cuts",
        lessons: &[
            lesson("courtyard", "Courtyard", "rays and triangles of a level"),
            lesson("export", "Export", "common faults of an export"),
            lesson("missing", "Missing textures", "images that a level names and that do not exist"),
            lesson("cut", "Cuts", "nested loops, and a ring that moves on"),
            lesson("leak", "Leak", "where does a sphere get out of a room?"),
            lesson("level_cost", "What does this level cost?", "where is it slow, and what should be cut?"),
            lesson("collider", "Colliders", "what bullets pass, and what stops them in the air"),
            lesson("depth_fighting", "Depth fighting", "why does the poster flicker?"),
            lesson("hidden", "Hidden faces", "which triangles does no camera ever see?"),
        ],
    },
    Subject {
        name: "Collision by depth tests",
        lessons: &[
            lesson("touch_convex", "Two convex bodies", "a ball passes a crate"),
            lesson("touch_off_screen", "Off screen", "the scene's view misses a contact"),
            lesson("touch_ring", "Ring", "one camera gives a false positive, three do not"),
            lesson("touch_cup", "Cup", "the camera above gives the right answer"),
            lesson("touch_diagonal", "Diagonal", "a false positive of three cameras"),
            lesson("touch_blade", "Blade", "thinner than a pixel"),
            lesson("touch_where", "Which part was hit?", "a query gives no place"),
        ],
    },
    Subject {
        name: "Characters and recordings",
        lessons: &[
            lesson("skin", "Joints", "what moves a vertex"),
            lesson("bind", "Bind pose", "where was this vertex before?"),
            lesson("influences", "Four bones", "what does a renderer with four influences lose?"),
            lesson("weights", "Weights", "sums that are not 1, far from the origin"),
            lesson("vanish", "Vanish", "a character that leaves its bounding box"),
            lesson("sword", "Sword", "a moving character is cut"),
            lesson("tap", "Tap", "what a point of a recorded picture hits, the most reliable type first"),
            lesson("lost", "A recording with lost tracking", "lost, relocalized, jumped"),
            lesson("turned", "Turned twice", "a rotation that is applied twice"),
            lesson("merged", "Merged", "the history of a plane anchor"),
            lesson("axes", "Four axis conventions", "one recording, four readings"),
        ],
    },
];
