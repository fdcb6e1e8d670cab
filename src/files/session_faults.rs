//! The recordings of a scene in the store, and their errors with their places.

use std::sync::Arc;

use super::content::Files;
use super::session::SessionFile;
use crate::scene::{self, Scene};
use crate::source::error::{SceneError, SceneWarning};
use crate::source::place::ValuePath;

impl Files {
    /// The reading of a session; `None` for a scene that has no folder yet.
    pub fn session(&self, session: &scene::RecordedSession) -> Option<&Arc<SessionFile>> {
        self.sessions.get(&session.source())
    }

    /// The errors and warnings of the recordings of a scene, in file order.
    pub(crate) fn session_faults(&self, scene: &Scene) -> (Vec<SessionFault>, Vec<SceneWarning>) {
        let (mut faults, mut notes) = (Vec::new(), Vec::new());
        for (i, session) in scene.sessions.iter().enumerate() {
            let Some(file) = self.session(session) else { continue };
            match file.recorded() {
                Ok(recorded) => {
                    let subject = Some(Box::from(&*session.name));
                    notes.extend(
                        recorded.notes.iter().map(|note| SceneWarning { subject: subject.clone(), ..note.clone() }),
                    );
                }
                Err(error) => {
                    let key = file.missing().or(error.over.is_some().then_some("file"));
                    let place = |key| ValuePath::default().key("sessions").index(i).key(key);
                    faults.push(SessionFault {
                        error: error.clone().about(Some(&session.name)),
                        named_at: key.map(place),
                    });
                }
            }
        }
        (faults, notes)
    }
}

/// The error of a recording that cannot be used.
#[derive(Clone, Debug)]
pub(crate) struct SessionFault {
    /// The error, for the session. It is located in the file if the file was read.
    pub(crate) error: SceneError,
    /// The place in the scene that names the file, for a file that does not exist or cannot be read.
    pub(crate) named_at: Option<ValuePath>,
}
