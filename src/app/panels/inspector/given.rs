//! The part of a pose that a camera or object takes from the session that it follows. Its own values do not count then.

use crate::app::kit::form::fields::ItemForm;
use crate::geometry::narrate::fine;
use crate::scene::Follow;
use crate::trajectory::{Lens, PoseAt};
use crate::workspace::Workspace;

/// What a session gives to an item at this tick, in words; `None` where the item has its own value.
#[derive(Default)]
pub(super) struct GivenBySession {
    position: Option<String>,
    rotation: Option<String>,
    /// The name of the session, and the lens of the recording.
    lens: Option<(String, Lens)>,
}

/// Smaller numbers are shown as 0.
const LEAST: f64 = 1e-12;

/// The help of such a value.
const GIVEN: &str = "The session that this item follows gives this value, so the item's own one does not count. Set `follows` to its \
                     own pose, or change `track`, to use its own value.";

impl GivenBySession {
    pub(super) fn of(workspace: &Workspace, follow: Option<&Follow>) -> Self {
        let Some(follow) = follow else { return Self::default() };
        let session = workspace.world().sessions.iter().find(|session| *session.name == *follow.name);
        let Some(held) = session.and_then(|session| session.held) else { return Self::default() };
        let PoseAt { position, rotation, lens, .. } = held;
        let numbers = |numbers: &[f64]| {
            // Rounding errors of a conversion are not shown.
            let rounded = |number: &f64| if number.abs() < LEAST { 0.0 } else { *number };
            let numbers: Vec<String> = numbers.iter().map(|number| fine(rounded(number))).collect();
            marked(&numbers.join(", "), &follow.name)
        };
        Self {
            position: follow.track.has_position().then(|| numbers(&position.to_array())),
            rotation: follow.track.has_rotation().then(|| numbers(&rotation.to_array())),
            lens: lens.map(|lens| (follow.name.clone(), lens)),
        }
    }

    /// Shows the position, when the session gives it.
    pub(super) fn position(&self, form: &mut ItemForm) -> bool {
        shows(form, "position", self.position.as_deref())
    }

    /// Shows the rotation, when the session gives it.
    pub(super) fn rotation(&self, form: &mut ItemForm) -> bool {
        shows(form, "quaternion", self.rotation.as_deref())
    }

    /// Shows the vertical angle of view, when the session gives it.
    pub(super) fn field_of_view(&self, form: &mut ItemForm) -> bool {
        let given = |(session, lens): &(String, Lens)| Some(marked(&format!("{}°", fine(lens.fov_y?)), session));
        shows(form, "field of view", self.lens.as_ref().and_then(given).as_deref())
    }

    /// Shows the aspect of the picture, when the session gives it.
    pub(super) fn aspect(&self, form: &mut ItemForm) -> bool {
        let given = |(session, lens): &(String, Lens)| Some(marked(&fine(lens.aspect?), session));
        shows(form, "aspect", self.lens.as_ref().and_then(given).as_deref())
    }
}

fn marked(value: &str, session: &str) -> String {
    format!("{value} (of {session})")
}

fn shows(form: &mut ItemForm, label: &str, given: Option<&str>) -> bool {
    if let Some(given) = given {
        form.fact(label, given, GIVEN);
    }
    given.is_some()
}
