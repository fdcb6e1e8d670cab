//! The 3D view: the scene, navigation, labels, and the inset with a camera's picture.
//!
//! ```text
//! box_select  a rectangle that selects what it touches
//! cost      clicks on the positions of the costs, and the view from them
//! describe  the view in words
//! following  a recorded session that the view moves with
//! framed    the boxes of what is framed
//! lesson    clicks that answer the question of a lesson
//! linked    the eye of a link
//! locking   cameras that are placed by the view
//! measure   the measuring tape
//! motion    the eye and its movements
//! prepare   the pictures
//! place     the view of a place of a problem
//! pointer   what is under the pointer, and clicks
//! position  the coordinates under the pointer, and the name of the view
//! shoot     rays through the pointer
//! show      one frame
//! sides     the triangles that face away
//! skin      clicks on the joints and vertices of a skin
//! corners   caption, legend button and inset
//! state     the state between frames
//! tools     the buttons of the gizmo
//! views     one, two or four of these views
//! ```

mod box_select;
mod corners;
mod cost;
mod describe;
mod following;
mod framed;
mod lesson;
mod linked;
mod locking;
mod measure;
mod motion;
mod place;
mod pointer;
mod position;
mod prepare;
mod shoot;
mod show;
mod sides;
mod skin;
mod state;
mod tools;
mod views;

pub(in crate::app) use linked::LinkedEye;
pub(in crate::app) use motion::Request;
pub(in crate::app) use state::BLINK;
pub(in crate::app) use views::Views;
