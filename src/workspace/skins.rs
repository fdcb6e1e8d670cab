//! What the view shows of the skin of the selected object.

use glam::Vec3;

use super::Workspace;
use crate::picture::{SkinLook, Weights};

/// The step of an explained skin that is about one vertex.
const VERTEX_STEP: usize = 1;

impl Workspace {
    /// What is drawn of the skin of the selected object.
    pub fn skin_look(&self) -> &SkinLook {
        &self.view.skin
    }

    /// Sets what is drawn of the skin of the selected object. This is not a change of the scene.
    pub fn set_skin_look(&mut self, look: SkinLook) {
        if look != self.view.skin {
            if look.chosen() != self.view.skin.chosen() {
                self.explain_again();
            }
            self.view.skin = look;
            self.view.appearance_revision += 1;
        }
    }

    /// Shows the weights of a joint of the selected object.
    pub(crate) fn show_joint(&mut self, joint: usize) {
        self.set_skin_look(SkinLook { weights: Weights::Joint(joint), ..self.view.skin });
    }

    /// Explains the vertex of a skinned object that is nearest to a point of its surface.
    pub(crate) fn pick_vertex(&mut self, object: usize, point: Vec3) {
        let Some(skin) = self.displayed_world().objects.get(object).and_then(|object| object.skin.clone()) else {
            return;
        };
        let posed = skin.posed(&skin.bind(), &skin.matrices());
        let distance = |vertex: usize| posed[vertex].distance_squared(point.as_dvec3());
        let nearest = (0..posed.len()).min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        self.select_skin(object);
        self.set_skin_look(SkinLook { vertex: nearest, ..self.view.skin });
        self.show_step(Some(VERTEX_STEP));
    }
}
