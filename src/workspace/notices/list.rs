//! The notices in the order in which they are shown.

use std::collections::{HashMap, VecDeque};

use super::notice::{Cause, Notice};

/// A message that is shown for some seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShortMessage<'a> {
    /// The number of such messages since the start.
    pub(crate) count: u64,
    /// The message, such as "Saved desk.json".
    pub(crate) text: &'a str,
    /// Whether it has a button that undoes what it is about. It has none after another change.
    pub(crate) undoes: bool,
}

/// The notices in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    list: Vec<Notice>,
    /// The number of short messages, and the latest one.
    message: (u64, String),
    /// The step that a button beside the latest message undoes.
    undo: Option<String>,
}

impl Notices {
    /// Keeps the short messages that were shown before another scene was opened.
    pub(in crate::workspace) fn take_message(&mut self, before: &mut Self) {
        self.message = std::mem::take(&mut before.message);
        self.undo = None;
    }

    /// The number of short messages since the start, and the latest one, such as "Saved desk.json".
    pub(in crate::workspace) fn latest_message(&self) -> (u64, &str) {
        (self.message.0, &self.message.1)
    }

    /// Shows a short message for some seconds. It is for what succeeded; what failed is a notice.
    pub(crate) fn say(&mut self, text: String) {
        self.message = (self.message.0 + 1, text);
        self.undo = None;
    }

    /// Shows a short message with a button that undoes this step.
    pub(in crate::workspace) fn say_undoable(&mut self, text: String, step: String) {
        self.say(text);
        self.undo = Some(step);
    }

    /// The step that a button beside the latest message undoes.
    pub(in crate::workspace) fn offered_undo(&self) -> Option<&str> {
        self.undo.as_deref()
    }

    pub(in crate::workspace) fn all(&self) -> &[Notice] {
        &self.list
    }

    pub(in crate::workspace) fn all_mut(&mut self) -> &mut [Notice] {
        &mut self.list
    }

    /// Replaces all notices.
    pub(in crate::workspace) fn set(&mut self, new: Vec<Notice>) {
        self.list = new;
    }

    /// Adds a notice. It replaces an older notice that is the same.
    pub(in crate::workspace) fn add(&mut self, notice: Notice) {
        self.list.retain(|old| old.kind != notice.kind);
        self.list.push(notice);
    }

    pub(in crate::workspace) fn extend(&mut self, new: impl Iterator<Item = Notice>) {
        self.list.extend(new);
    }

    /// Closes a notice. It stays in the list until its cause is removed.
    pub fn dismiss(&mut self, notice: usize) {
        if let Some(notice) = self.list.get_mut(notice) {
            notice.is_dismissed = true;
        }
    }

    /// Removes the notices with these causes.
    pub(in crate::workspace) fn settle(&mut self, causes: &[Cause]) {
        self.list.retain(|notice| !causes.contains(&notice.cause));
    }

    /// Keeps the notices for which the test is true.
    pub(in crate::workspace) fn retain(&mut self, keep: impl Fn(&Notice) -> bool) {
        self.list.retain(keep);
    }

    /// Replaces all notices of a cause, and puts them before the others. A notice that existed before stays closed if
    /// it was.
    pub(in crate::workspace) fn replace(&mut self, cause: Cause, new: &[Notice]) {
        let of_cause: Vec<Notice> = self.list.iter().filter(|old| old.cause == cause).cloned().collect();
        let known = |(notice, old): (&Notice, Option<&Notice>)| match old {
            Some(old) => notice.after(old.clone()),
            None => notice.clone(),
        };
        let new: Vec<Notice> = new.iter().zip(before(&of_cause, new)).map(known).collect();
        self.settle(&[cause]);
        self.list.splice(0..0, new);
    }

    /// Closes the notices whose counterparts in an older list were closed.
    pub fn dismiss_as(&mut self, old: &[Notice]) {
        let old = before(old, &self.list);
        let is_away: Vec<bool> = old.into_iter().map(|old| old.is_some_and(|old| old.is_dismissed)).collect();
        self.list.iter_mut().zip(is_away).for_each(|(notice, is_away)| notice.is_dismissed = is_away);
    }
}

/// For each notice of a new list, the same one of an older list. If several notices have the same kind and item, the first
/// corresponds to the first, the second to the second.
fn before<'o>(old: &'o [Notice], new: &[Notice]) -> Vec<Option<&'o Notice>> {
    let mut alike: HashMap<_, VecDeque<&Notice>> = HashMap::new();
    for notice in old {
        alike.entry(notice.identity()).or_default().push_back(notice);
    }
    new.iter().map(|notice| alike.get_mut(&notice.identity())?.pop_front()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::notice::NoticeKind;
    use super::*;
    use crate::scene::EntryId;

    fn titles(notices: &Notices) -> Vec<(&str, &str, bool)> {
        notices.all().iter().map(|notice| (&*notice.title, &*notice.text, notice.is_dismissed)).collect()
    }

    #[test]
    fn a_notice_replaces_one_of_its_kind_and_a_repeated_notice_stays_closed() {
        let mut notices = Notices::default();
        notices.add(Notice::error(NoticeKind::SceneNotSaved, "full"));
        notices.add(Notice::error(NoticeKind::PictureNotSaved, "full"));
        notices.add(Notice::error(NoticeKind::SceneNotSaved, "gone"));
        assert_eq!(
            titles(&notices),
            [("The picture was not saved", "full", false), ("The scene was not saved", "gone", false)]
        );
        let ids = [0; 3].map(|_| EntryId::default().get());
        let image = |i: usize, text| Notice::of_image_in_memory(Some(ids[i]), text);
        notices.replace(Cause::Image, &[image(0, "broken"), image(1, "large")]);
        notices.dismiss(0);
        notices.replace(Cause::Image, &[image(2, "none"), image(0, "broken, in other words")]);
        let first: Vec<_> = titles(&notices).into_iter().take(2).map(|(_, text, away)| (text, away)).collect();
        assert_eq!(first, [("none", false), ("broken, in other words", true)]);
        // Two notices of one kind about one item: each keeps its state.
        notices.replace(Cause::Image, &[image(1, "a"), image(1, "b")]);
        notices.dismiss(1);
        notices.replace(Cause::Image, &[image(1, "a"), image(1, "b"), image(1, "c")]);
        let first: Vec<_> = notices.all().iter().take(3).map(|notice| notice.is_dismissed).collect();
        assert_eq!(first, [false, true, false]);
        notices.settle(&[Cause::Image, Cause::Other]);
        assert!(notices.all().is_empty());
    }
}
