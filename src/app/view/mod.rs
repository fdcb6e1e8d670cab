//! The 3D view: what it shows, how it is moved, and what is picked and dragged in it.
//!
//! ```text
//! viewport/        one, two or four views: pictures, labels, inset, pointer
//! navigate         the eye: a turntable around a pivot, as pure functions
//! gizmo/           the handles on the selection, and drags
//! axis_gizmo/      the ends of the axes in the corner
//! pick             the item under the pointer, and what a click selects
//! probe            the point of a ray at the t under the pointer in a plot
//! selected_place   the place of the selected object in the picture
//! saved_view       the viewpoint with which the scene opens
//! movie_eye        the eye of a view, for pictures of the same
//! ```
//!
//! This folder uses `kit` and `command`. It gives commands through the queue and changes the scene through `Workspace`.
//!
//! The state of a view is held in three places. `viewport/state.rs` has what each view has for itself: the eye, the
//! camera through which it looks, the legend. The workspace has what all views and `eyeline render` show alike:
//! `Workspace::display` and `Workspace::draw_options`. egui's memory has what stays between runs: `command/split.rs` and
//! `command/tool.rs`.

pub(in crate::app) mod axis_gizmo;
pub(in crate::app) mod gizmo;
pub(in crate::app) mod movie_eye;
pub(in crate::app) mod navigate;
pub(in crate::app) mod pick;
pub(in crate::app) mod probe;
pub(in crate::app) mod saved_view;
pub(in crate::app) mod selected_place;
pub(in crate::app) mod viewport;
