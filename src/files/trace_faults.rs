//! The trace of a scene in the store, and its errors with their places.

use std::sync::Arc;

use super::content::Files;
use crate::scene::{Scene, SceneTrace, names};
use crate::source::error::{SceneError, SceneWarning, quoted};
use crate::source::place::ValuePath;
use crate::trace::Trace;

impl Files {
    /// The trace of a scene; `None` for a scene without one, and when it cannot be read.
    pub fn trace(&self, scene: &Scene) -> Option<&Arc<Trace>> {
        self.traces.get(&scene.trace.as_ref()?.file)?.trace().ok()
    }

    /// The error of the trace of a scene, with the place that names it when it could not be read at all; and a warning for each
    /// line that is not valid.
    pub(crate) fn trace_faults(&self, scene: &Scene) -> (Option<(SceneError, Option<ValuePath>)>, Vec<SceneWarning>) {
        /// More warnings than these are counted.
        const MOST: usize = 20;
        let Some(SceneTrace { file, .. }) = &scene.trace else { return (None, Vec::new()) };
        let Some(read) = self.traces.get(file) else { return (None, Vec::new()) };
        match read.trace() {
            Err(error) => {
                let is_unread = read.is_unread() || error.over.is_some();
                let named_at = is_unread.then(|| ValuePath::default().key("trace").key("file"));
                (Some((error.clone(), named_at)), Vec::new())
            }
            Ok(trace) => {
                let warning = |line, column, message: String| SceneWarning {
                    is_of_file: true,
                    ..SceneWarning::new(file, line, column, message)
                };
                let faults = trace.faults().iter().take(MOST);
                let mut warnings: Vec<_> =
                    faults.map(|fault| warning(fault.line, fault.column, fault.message.clone())).collect();
                let more = trace.fault_count() - warnings.len();
                if more > 0 {
                    let line = trace.faults().get(MOST).map_or(1, |fault| fault.line);
                    warnings.push(warning(line, 1, format!("{more} more faults from here on")));
                }
                let taken = names(scene).filter(|name| trace.kind_of(name).is_some()).take(MOST);
                warnings.extend(taken.map(|name| {
                    let name = quoted(name);
                    warning(1, 1, format!("the scene has an entry named {name} too, and that of the trace is left out"))
                }));
                (None, warnings)
            }
        }
    }
}
