//! The form with which the fields of an item are shown and changed: the inspector, the Behaviour and the Octree panel use
//! it.
//!
//! ```text
//! fields      rows of a form: a label at the left, the values at the right
//! label       the label of a row; choice: a list of choices; typed_text: text fields, and what is typed into them
//! number      a field for a number with a unit; slider: with a slider beside it
//! attempt     a typed text that is no number; refusal: the plate with the reason
//! rotation    the angles of a rotation
//! several     several selected items of a kind are changed together
//! picker      a choice among the names of the scene; path: the points of a path
//! terms       labels that are terms of the glossary; value_text: values of a blackboard as text
//! ```

// It has the macros for the parts of an item, so it comes first.
#[macro_use]
pub(in crate::app) mod several;

pub(in crate::app) mod attempt;
mod choice;
pub(in crate::app) mod decimal;
pub(in crate::app) mod fields;
mod label;
pub(in crate::app) mod number;
pub(in crate::app) mod path;
pub(in crate::app) mod picker;
pub(in crate::app) mod refusal;
pub(in crate::app) mod rotation;
pub(in crate::app) mod slider;
pub(in crate::app) mod terms;
mod typed_text;
pub(in crate::app) mod value_text;
