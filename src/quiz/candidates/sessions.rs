//! Questions about recorded sessions: the state of tracking at the tick.

use serde_json::Value;

use super::asked::AskedScene;
use crate::quiz::candidate::Candidate;
use crate::report::Section;
use crate::trajectory::Tracking;
use crate::world::SessionAt;

pub(super) fn candidates(scene: &AskedScene) -> Vec<Candidate> {
    scene.world.sessions.iter().filter_map(candidate).collect()
}

/// The question about a session whose recording is not tracked all the time.
fn candidate(session: &SessionAt) -> Option<Candidate> {
    let held = session.held?;
    let summary = session.file.as_ref().ok()?.summary()?;
    let word = held.tracking.word();
    let name = &*session.name;
    let all = Tracking::ALL.map(|tracking| Value::from(tracking.word())).to_vec();
    let candidate = || Candidate::new(Section::Sessions, &[("session", name)], "pose.tracking", &[name], word);
    (summary.tracked_ratio < 1.0).then(|| candidate().among(all))
}
