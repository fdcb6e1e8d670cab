//! The same changes as steps of the session's history, each one undo away; what was changed is selected afterwards.

use super::add::{New, Spot, add};
use super::delete::delete;
use super::duplicate::duplicate;
use super::item::Item;
use super::rename::rename;
use super::reorder::{Way, step};
use crate::session::Session;

impl Session {
    /// Adds something where `spot` looks.
    pub(crate) fn add(&mut self, new: New, spot: &Spot) {
        let mut added = None;
        self.step(&format!("add {}", new.word()), |scene, world| added = Some(add(scene, new, spot, world)));
        self.then_select(added);
    }

    /// Copies it.
    pub(crate) fn duplicate(&mut self, item: Item) {
        let Some(name) = item.name(self.scene()).map(str::to_owned) else { return };
        let mut copy = None;
        self.step(&format!("duplicate {name}"), |scene, _| copy = duplicate(scene, item));
        self.then_select(copy);
    }

    /// Renames it, and whoever names it follows. Says whether it could; [`Session::refusal`] tells why not, under
    /// "name of" its old name.
    pub(crate) fn rename(&mut self, item: Item, name: &str) -> bool {
        let Some(old) = item.name(self.scene()).map(str::to_owned) else { return false };
        let is_hidden = self.hidden().contains(&old);
        let parts = if let Item::Model(model) = item { self.parts(model) } else { Vec::new() };
        let is_done = self.step(&format!("name of {old}"), |scene, _| rename(scene, item, name));
        if is_done && is_hidden {
            self.amend_hidden(name, true);
        }
        if is_done && !parts.is_empty() {
            self.rename_hidden_parts(&parts, item.index());
        }
        is_done
    }

    /// Deletes it, and every mention of it.
    pub(crate) fn delete(&mut self, item: Item) -> bool {
        let Some(name) = item.name(self.scene()).map(str::to_owned) else { return false };
        self.step(&format!("delete {name}"), |scene, world| delete(scene, item, world))
    }

    /// Takes it one place up or down in its list.
    pub(crate) fn step_in_list(&mut self, item: Item, way: Way) {
        let Some(name) = item.name(self.scene()).map(str::to_owned) else { return };
        let mut moved = None;
        self.step(&format!("move {name}"), |scene, _| moved = step(scene, item, way));
        if let Some(moved) = moved {
            self.select(moved);
        }
    }

    fn then_select(&mut self, item: Option<Item>) {
        let Some(item) = item else { return };
        self.select(item);
        // Something new may have the name of something hidden that is gone.
        if let Some(name) = item.name(self.scene()).map(str::to_owned) {
            self.amend_hidden(&name, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::scene;
    use super::*;
    use crate::picture::Asker;

    type Make = fn(&mut Session);

    fn session() -> Session {
        Session::new(scene(), None)
    }

    fn selected(session: &Session) -> Option<&str> {
        session.active()?.name(session.scene())
    }

    #[test]
    fn every_change_is_one_step() {
        let changes: [(&str, Make); 7] = [
            ("add sphere", |s| {
                s.add(New::Sphere, &Spot::default());
            }),
            ("add camera", |s| {
                s.add(New::Camera, &Spot::default());
            }),
            ("duplicate crate", |s| {
                s.duplicate(Item::Object(0));
            }),
            ("name of crate", |s| {
                s.rename(Item::Object(0), "chest");
            }),
            ("delete crate", |s| {
                s.delete(Item::Object(0));
            }),
            ("delete guard", |s| {
                s.delete(Item::Camera(0));
            }),
            ("move ball", |s| {
                s.step_in_list(Item::Object(1), Way::Up);
            }),
        ];
        for (label, change) in changes {
            let mut session = session();
            change(&mut session);
            let after = session.scene().clone();
            assert_ne!(*after, scene(), "{label}");
            assert_eq!(session.undo_label(), Some(label));
            session.undo();
            assert_eq!(**session.scene(), scene(), "{label}");
            assert_eq!(session.undo_label(), None, "{label}");
            session.redo();
            assert_eq!(*session.scene(), after, "{label}");
        }
    }

    #[test]
    fn two_copies_are_two_steps() {
        let mut session = session();
        session.duplicate(Item::Object(0));
        session.duplicate(Item::Object(0));
        session.undo();
        assert_eq!(session.scene().objects.len(), 3);
    }

    #[test]
    fn a_taken_name_is_refused() {
        let mut session = session();
        assert!(!session.rename(Item::Object(0), "ball"));
        assert_eq!(session.refusal().unwrap().field, "name of crate");
        assert_eq!(session.refusal().unwrap().reason, "the name “ball” is taken");
        assert_eq!(**session.scene(), scene());
        assert!(session.rename(Item::Object(0), "chest"));
        assert_eq!(session.scene().cameras[0].attach.as_deref(), Some("chest"));
    }

    #[test]
    fn what_was_changed_is_selected_and_the_selection_follows_its_thing() {
        let mut session = session();
        session.select_names(&["guard".to_owned(), "ball".to_owned()]).unwrap();
        session.add(New::Box, &Spot::default());
        assert_eq!(selected(&session), Some("box"));
        session.select_object(Some(1));
        session.duplicate(Item::Object(0));
        assert_eq!(selected(&session), Some("crate 2"));
        session.undo();
        session.select_object(Some(1));
        session.delete(Item::Object(0));
        assert_eq!(selected(&session), Some("ball"), "the ball moved up");
        assert_eq!(session.focus().object, Some(0));
        session.undo();
        assert_eq!(selected(&session), Some("ball"), "and down again");
        assert_eq!(session.focus().object, Some(1));
        session.rename(Item::Object(1), "bowl");
        assert_eq!(selected(&session), Some("bowl"));
        session.delete(Item::Object(1));
        assert_eq!(session.focus().object, None);
        assert_eq!(session.focus().asker, Some(Asker::Camera(0)));
        session.select(Item::Camera(0));
        session.delete(Item::Camera(0));
        assert_eq!(session.active(), None, "nobody chose the camera that asks now");
        assert_eq!(session.focus().asker, Some(Asker::Camera(0)));
    }

    #[test]
    fn hiding_is_a_step_but_no_change_of_the_scene_and_lasts_through_a_rename() {
        let mut session = session();
        session.set_hidden("crate", true);
        assert!(!session.is_dirty());
        assert_eq!(session.undo_label(), Some("hide crate"));
        session.rename(Item::Object(0), "chest");
        assert!(session.hidden().contains("chest"));
        session.undo();
        assert!(session.hidden().contains("crate") && !session.hidden().contains("chest"));
        session.rename(Item::Object(1), "chest");
        session.add(New::Box, &Spot::default());
        assert!(!session.hidden().contains("box"));
    }

    #[test]
    fn hiding_is_undone_in_order_with_edits() {
        let mut session = session();
        session.edit("near of guard", |scene| scene.cameras[0].near = 0.25);
        session.set_hidden("crate", true);
        session.set_hidden("crate", true);
        session.set_hidden("ball", true);
        session.edit("near of guard", |scene| scene.cameras[0].near = 0.75);
        let state = |session: &Session| {
            let hidden = ["crate", "ball"].map(|name| session.hidden().contains(name));
            (session.scene().cameras[0].near, hidden)
        };
        let states = [(0.75, [true, true]), (0.25, [true, true]), (0.25, [true, false]), (0.25, [false, false])];
        for (state_then, label) in states.into_iter().zip(["near of guard", "hide ball", "hide crate", "near of guard"])
        {
            assert_eq!((state(&session), session.undo_label()), (state_then, Some(label)));
            session.undo();
        }
        for state_then in states.into_iter().rev() {
            session.redo();
            assert_eq!(state(&session), state_then);
        }
        assert_eq!(session.redo_label(), None);
        session.set_hidden("crate", false);
        assert_eq!(session.undo_label(), Some("show crate"));
    }
}
