//! The explanation of the selected answer.

use std::cell::OnceCell;
use std::sync::Arc;

use super::answers::{FoundEye, Judging};
use crate::picture::{Selected, SkinLook};
use crate::report::explain::{Explanation, Subject, explain_beside};
use crate::report::occlusion::explain_answers;
use crate::report::skins::{ChosenSkin, EscapeSearch, explain_skin};
use crate::report::visibility::explain::{EyeSearch, explain as explain_seen};
use crate::world::{Item, World};

impl Judging {
    /// The explanation of the selected answer, with the chosen vertex of a skin.
    pub(in crate::workspace) fn explanation(
        &self,
        world: &World,
        selected: &Selected,
        skin_look: &SkinLook,
    ) -> Option<&Explanation> {
        let open = || match selected.question(world)? {
            Subject::Occlusion(query) => self.explain_occlusion(world, query)?.ok(),
            Subject::Skin(object) => {
                let chosen = ChosenSkin { vertex: selected.vertex, joint: skin_look.joint() };
                explain_skin(world, object, chosen, EscapeSearch::IfQuick)
            }
            Subject::Visibility(subject) => match self.eye.filter(|eye| eye.subject == subject) {
                Some(FoundEye { found, .. }) => explain_seen(world, subject, EyeSearch::Known(found)),
                None => explain_beside(world, &self.report, Subject::Visibility(subject)),
            },
            subject => explain_beside(world, &self.report, subject),
        };
        self.explanation.get_or_init(|| if self.lesson.hides { None } else { open() }).as_ref()
    }

    /// Removes the explanation. The next call computes it again.
    pub(in crate::workspace) fn explain_again(&mut self) {
        self.explanation = OnceCell::new();
    }

    /// Removes the explanation and what was searched for it, because the world is another one.
    pub(in crate::workspace) fn explain_other_world(&mut self) {
        self.eye = None;
        self.explain_again();
    }

    /// The reason why a leak or a collider has no explanation.
    fn unanswered_work(&self, world: &World, selected: &Selected) -> Option<String> {
        let (name, input, is_answered) = match selected.question(world)? {
            Subject::Leak(leak) => {
                let asked = self.report.leaks.get(leak)?;
                (&asked.name, asked.input.as_ref().err(), asked.answer.is_some())
            }
            Subject::Collider(collider) => {
                let asked = self.report.colliders.get(collider)?;
                (&asked.name, asked.input.as_ref().err(), asked.answer.is_some())
            }
            _ => return None,
        };
        match input {
            Some(error) => Some(format!("`{name}` has no answer: {error}.")),
            None if is_answered => None,
            None => Some(format!("`{name}` has no answer yet: it is being computed.")),
        }
    }

    /// The steps of an occlusion query. `Err` is the reason why it has no answer; `None` before the first answer.
    fn explain_occlusion(&self, world: &World, query: usize) -> Option<Result<Explanation, Arc<str>>> {
        let query = world.occlusion.get(query)?;
        if let Some(error) = self.occlusion.error() {
            return Some(Err(Arc::clone(error)));
        }
        explain_answers(world, query.id, &self.occlusion.answers()?.pairs)
    }

    /// The reason why there is no explanation: the selected image or occlusion query has no answer, or the selected
    /// object or camera is unplaced. Such as "`leaf` has no answer: `leaf.png` is being read".
    pub(in crate::workspace) fn unanswered(
        &self,
        world: &World,
        selected: &Selected,
        active: Option<Item>,
    ) -> Option<String> {
        if self.lesson.hides {
            return Some("The answers are hidden.".to_owned());
        }
        if let Some(Item::Unplaced(unplaced)) = active {
            let unplaced = world.unplaced.get(unplaced)?;
            return Some(format!("`{}` could not be placed: {}.", unplaced.name, unplaced.error));
        }
        if let Some(Subject::Occlusion(query)) = selected.question(world) {
            let name = &world.occlusion.get(query)?.name;
            return match self.explain_occlusion(world, query) {
                None => Some(format!("`{name}` has no answer yet: its depth tests are running.")),
                Some(explained) => Some(format!("`{name}` has no answer: {}.", explained.err()?)),
            };
        }
        if let Some(reason) = self.unanswered_work(world, selected) {
            return Some(reason);
        }
        if let Some(Subject::View(subject)) = selected.question(world) {
            let answers = self.report.frusta.get(subject.camera()).filter(|answers| answers.error.is_some())?;
            return answers.no_list_sentence();
        }
        let image = selected.image().and_then(|image| world.images.get(image))?;
        let error = image.opacity.as_ref().err()?;
        Some(format!("`{}` has no answer{}: {error}.", image.name, if error.is_pending() { " yet" } else { "" }))
    }
}
