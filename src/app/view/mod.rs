//! app/view

pub(in crate::app) mod axis_gizmo;
pub(in crate::app) mod gizmo;
pub(in crate::app) mod movie_eye;
pub(in crate::app) mod navigate;
pub(in crate::app) mod pick;
pub(in crate::app) mod probe;
pub(in crate::app) mod saved_view;
pub(in crate::app) mod selected_place;
pub(in crate::app) mod viewport;
