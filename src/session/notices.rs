//! The list of notices.

use super::Notice;
use super::notice::Cause;

/// The notices in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Notices(Vec<Notice>);

impl Notices {
    pub(super) fn all(&self) -> &[Notice] {
        &self.0
    }

    pub(super) fn all_mut(&mut self) -> &mut [Notice] {
        &mut self.0
    }

    /// Replaces all notices.
    pub(super) fn set(&mut self, new: Vec<Notice>) {
        self.0 = new;
    }

    /// Adds a notice, in place of an older one of the same kind.
    pub(super) fn add(&mut self, notice: Notice) {
        self.0.retain(|old| old.kind != notice.kind);
        self.0.push(notice);
    }

    pub(super) fn extend(&mut self, new: impl Iterator<Item = Notice>) {
        self.0.extend(new);
    }

    /// Closes a notice: it stays in the list until its cause is removed.
    pub(super) fn put_away(&mut self, notice: usize) {
        if let Some(notice) = self.0.get_mut(notice) {
            notice.is_put_away = true;
        }
    }

    /// Removes the notices of these causes.
    pub(super) fn settle(&mut self, causes: &[Cause]) {
        self.0.retain(|notice| !causes.contains(&notice.cause));
    }

    /// Keeps the notices that pass the test.
    pub(super) fn retain(&mut self, keep: impl Fn(&Notice) -> bool) {
        self.0.retain(keep);
    }

    /// Replaces all notices of a cause, in front of the others. A notice that existed before stays, closed or not.
    pub(super) fn replace(&mut self, cause: Cause, new: Vec<Notice>) {
        let known = |new: Notice| {
            let old = self.0.iter().find(|old| old.cause == cause && old.is_same_as(&new)).cloned();
            old.map_or_else(|| new.clone(), |old| new.after(old))
        };
        let new: Vec<Notice> = new.into_iter().map(known).collect();
        self.settle(&[cause]);
        self.0.splice(0..0, new);
    }
}

#[cfg(test)]
mod tests {
    use super::super::NoticeKind;
    use super::*;

    fn titles(notices: &Notices) -> Vec<(&str, &str, bool)> {
        notices.all().iter().map(|notice| (&*notice.title, &*notice.text, notice.is_put_away)).collect()
    }

    #[test]
    fn a_notice_replaces_one_of_its_kind_and_what_is_said_again_stays_put_away() {
        let mut notices = Notices::default();
        notices.add(Notice::error(NoticeKind::SceneNotSaved, "full"));
        notices.add(Notice::error(NoticeKind::PictureNotSaved, "full"));
        notices.add(Notice::error(NoticeKind::SceneNotSaved, "gone"));
        assert_eq!(
            titles(&notices),
            [("The picture was not saved", "full", false), ("The scene was not saved", "gone", false)]
        );
        let image = |text| Notice::of_image_in_memory(Some("leaf"), text);
        notices.replace(Cause::Image, vec![image("broken"), image("large")]);
        notices.put_away(0);
        notices.replace(Cause::Image, vec![image("none"), image("broken")]);
        let first: Vec<_> = titles(&notices).into_iter().take(2).map(|(_, text, away)| (text, away)).collect();
        assert_eq!(first, [("none", false), ("broken", true)]);
        notices.settle(&[Cause::Image, Cause::Passing]);
        assert!(notices.all().is_empty());
    }
}
