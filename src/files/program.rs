//! What is known of the entries of a running program.

use std::sync::Arc;

use crate::trace::Trace;

/// What is known of the entries of a running program, which are added to a scene.
#[derive(Clone, Debug)]
pub(crate) enum ProgramEntries {
    /// It has not sent its keyframe: each name may be that of an entry.
    Awaited,
    /// Its trace so far.
    Received(Arc<Trace>),
}
