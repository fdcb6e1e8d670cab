//! Wavefront OBJ with its MTL files, in three steps.
//!
//! 1. Parse: `lines` has the statements of a text with their numbers, `mtl_text` those of an MTL file.
//! 2. Check: `memory` counts the lines, so that a level that does not fit is refused before they are read; `corners` checks
//!    the indices of a face.
//! 3. Build: `build` makes the meshes of the groups (`face_group`), with polygons as triangles (`fan`), `surface` their vertices, `mtl` and `mtl_looks` their materials with images.
//!
//! `tobj` 4 reads the same triangles (`obj_is_read_as_tobj_reads_it` in `tests/properties`), but it cannot replace this reader.
//! Its errors have no line, it refuses a file for one bad index, and it cuts every polygon as a fan: see
//! `what_is_wrong_is_found_in_its_line`, `indices_of_coordinates_that_do_not_exist_are_located_and_the_rest_is_drawn` and
//! `polygons_are_cut_where_they_are_not_convex` in `level/tests`. It has no memory limit and no cancel:
//! `the_memory_for_an_obj_is_at_least_what_it_takes_and_at_most_twice_that`.

pub(in crate::import) mod build;
mod corners;
mod face_group;
mod fan;
mod lines;
pub(in crate::import) mod memory;
mod mtl;
mod mtl_looks;
mod mtl_text;
pub(crate) mod repair;
mod surface;
