//! The table of lessons. A lesson is a scene of `scenes/`; its name is also the title of that scene.

use super::lesson::{Lesson, Subject};

const fn lesson(file: &'static str, name: &'static str, question: &'static str) -> Lesson {
    Lesson { file, name, question }
}

/// All subjects with their lessons, in the order in which they build on each other.
pub static SUBJECTS: [Subject; 10] = [
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
            lesson("glyphs", "Letters", "a click between the strokes of a letter passes through"),
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
            lesson("leftovers", "Leftovers of an import", "copies beside their originals, grains, unlike textures"),
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
    Subject {
        name: "Mistakes of real engines",
        lessons: &[
            lesson(
                "mistake_near_row_of_minus_one",
                "Near plane at half its distance",
                "why is a lamp before the near plane drawn?",
            ),
            lesson(
                "mistake_near_row_of_zero_to_one",
                "Near plane at twice its distance",
                "why does a crate close to the camera vanish?",
            ),
            lesson(
                "mistake_reversed_near_plus",
                "Drawn behind an orthographic camera",
                "reversed depth, and a near plane with the wrong sign",
            ),
            lesson(
                "mistake_near_never_culls",
                "Near plane skipped",
                "why does a map show the roof in place of the room?",
            ),
            lesson(
                "mistake_far_plane_skipped",
                "Far plane skipped",
                "a right picture, and objects that no pixel shows",
            ),
            lesson(
                "mistake_plane_constant_sign",
                "Sign of the plane constant",
                "a view volume on the other side of the origin",
            ),
            lesson(
                "mistake_left_row_minus",
                "Wrong sign in the left plane",
                "why are objects to the left of the camera drawn?",
            ),
            lesson(
                "mistake_planes_not_normalised",
                "Planes not normalised",
                "balls that vanish in a scope, and one drawn beyond far",
            ),
            lesson(
                "mistake_p_and_n_vertex_swapped",
                "Exchanged p-vertex and n-vertex",
                "walls that vanish at the edge of the picture",
            ),
            lesson(
                "mistake_radius_without_absolute",
                "Box radius without absolute values",
                "two equal walls, and only one vanishes",
            ),
            lesson("mistake_centre_only", "Only the centre is tested", "a train that vanishes while it is in view"),
            lesson(
                "mistake_two_corners",
                "Only two corners are transformed",
                "the box of an object that is turned by 45°",
            ),
            lesson(
                "mistake_corners_not_sorted",
                "Corners not sorted again",
                "a mirrored ramp, and a box that is inside out",
            ),
            lesson(
                "mistake_bounds_start_at_local_corner",
                "Bounds that start at a local corner",
                "a box that reaches from the origin to the object",
            ),
            lesson(
                "mistake_translation_forgotten",
                "Translation forgotten",
                "a box around the origin, not around the object",
            ),
            lesson(
                "mistake_start_inside_misses",
                "A start inside is a miss",
                "why does a gun shoot through the wall it touches?",
            ),
            lesson(
                "mistake_start_inside_is_behind",
                "A start inside hits behind",
                "can a ray hit something at a negative t?",
            ),
            lesson(
                "mistake_start_inside_leaves",
                "A start inside hits where the ray leaves",
                "is a solid full or hollow for a start inside?",
            ),
            lesson(
                "mistake_behind_is_hit",
                "What is behind the start is hit",
                "why does a character shoot what is behind its back?",
            ),
            lesson(
                "mistake_direction_is_target",
                "Direction taken for a target point",
                "why are rays right only at the origin?",
            ),
            lesson("mistake_t_in_metres", "A t in metres", "why is the hit point behind the wall?"),
            lesson(
                "mistake_unit_direction_assumed",
                "Direction taken to have length 1",
                "why is there a hit in the air before the sphere?",
            ),
            lesson("mistake_rows_for_columns", "Rows for columns", "why does a turned plank miss what it should stop?"),
            lesson("mistake_scale_ignored", "Scale ignored", "why does a shot pass through a scaled cube?"),
            lesson(
                "mistake_negative_scale_ignored",
                "Negative scale ignored",
                "where is the cone of a mirrored level?",
            ),
            lesson(
                "mistake_slab_zero_times_infinity",
                "0 · ∞ in a slab",
                "why do rays along a grid miss the crates on it?",
            ),
            lesson(
                "mistake_f32_discriminant",
                "Discriminant in f32, far away",
                "why is a sphere missed from 5 km away?",
            ),
            lesson("mistake_cylinder_without_ends", "Cylinder without ends", "why does a shot above a stump stop?"),
            lesson("mistake_caps_missing", "Caps missing", "why does a character fall into a column?"),
            lesson("mistake_cone_mirror_half", "Mirror half of the cone", "what does an arrow above a tent hit?"),
            lesson("mistake_edges_excluded", "Edges excluded", "why does a ray pass between two triangles?"),
            lesson(
                "mistake_lowest_bit_lost",
                "Lowest bit lost by a division",
                "why do two cells beside each other have one Morton code?",
            ),
            lesson(
                "mistake_equal_codes_are_ties",
                "Equal Morton codes without a second key",
                "why does the build of a tree lose objects of one cell?",
            ),
        ],
    },
    Subject {
        name: "Running programs",
        lessons: &[lesson("engine_said", "What the engine said", "why do the answers of a running program differ?")],
    },
];
