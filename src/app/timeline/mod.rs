//! timeline
pub(in crate::app) mod bar;
pub(in crate::app) mod loop_range;
pub(in crate::app) mod marks;
pub(in crate::app) mod skin_search_job;
