//! app/actions

pub(in crate::app) mod context;
pub(in crate::app) mod table;
pub(in crate::app) mod target;
