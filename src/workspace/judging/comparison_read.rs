//! What is read of the comparison with another state.

use super::comparison::{Comparison, MOST_LABELLED, MOST_OUTLINED};
use super::judging_ref::JudgingRef;
use crate::picture::{ChangedAnswer, DrawOptions, Palette, Selected, Shown};
use crate::report::difference::words;
use crate::workspace::disk::revisions::Revision;

impl<'a> JudgingRef<'a> {
    /// The open comparison.
    pub(crate) fn comparison(self) -> Option<&'a Comparison> {
        self.judging.comparing.open()
    }

    /// The name of the state that is being read.
    pub(crate) fn reading_comparison(self) -> Option<&'a str> {
        self.judging.comparing.reading()
    }

    /// A number that changes whenever the list of changes, or what the view shows of it, may have changed.
    pub(crate) fn comparison_revision(self) -> u64 {
        self.judging.comparing.revision()
    }

    /// The recent revisions, or the reason why there are none. `None` while they are being listed.
    pub(crate) fn revisions(self) -> Option<&'a Result<Vec<Revision>, String>> {
        self.judging.comparing.revisions()
    }

    /// The items whose answers have changed: at most [`MOST_OUTLINED`], and the one that was shown last. If an item has
    /// several changes, the one of the selected camera or ray is used. Only the first [`MOST_LABELLED`] items have
    /// words. None while the answers are hidden.
    pub(crate) fn changed_answers(self) -> Vec<ChangedAnswer> {
        let Some(open) = self.comparison() else { return Vec::new() };
        if open.changes().is_empty() || !self.judging.report.has_answers() {
            return Vec::new();
        }
        let querier = self.selection.in_world.querier().and_then(|querier| self.world.name_of(querier));
        let by_name = self.world.by_name();
        let mut found: Vec<ChangedAnswer> = Vec::new();
        let mut places = std::collections::HashMap::new();
        let current = open.current.and_then(|current| open.changes().get(current));
        for change in current.into_iter().chain(open.changes()) {
            let Some(&item) = change.names.last().and_then(|name| by_name.get(&**name)) else { continue };
            let is_asked =
                change.names.len() == 1 || change.names.first().map(|name| &**name) == querier.map(|name| &**name);
            let place = places.get(&item).copied();
            if place.is_some() && !is_asked || place.is_none() && found.len() > MOST_OUTLINED {
                continue;
            }
            let words = if place.unwrap_or(found.len()) > MOST_LABELLED {
                String::new()
            } else if is_asked {
                words::short(change)
            } else {
                format!("{}: {}", change.names[0], words::short(change))
            };
            match place {
                None => {
                    places.insert(item, found.len());
                    found.push(ChangedAnswer { item, words });
                }
                Some(place) => found[place] = ChangedAnswer { item, words },
            }
        }
        found
    }

    /// What the view draws of the other state: the selection with the same names, through the camera with this name. `None` while the
    /// answers are hidden.
    pub(crate) fn shown_before<'p>(self, palette: &'p Palette) -> Option<Shown<'p>>
    where
        'a: 'p,
    {
        let (world, report) = self.judging.comparing.drawn_before().filter(|_| self.judging.report.has_answers())?;
        let items = [self.selection.in_world.querier(), self.selection.in_world.subject];
        let names = items.into_iter().flatten().filter_map(|item| self.world.name_of(item));
        let names: Vec<String> = names.map(ToString::to_string).filter(|name| world.named(name).is_some()).collect();
        let selected = Selected::on(world, &names).unwrap_or_else(|_| Selected::of(world));
        let options = DrawOptions { units: self.view.units(), ..DrawOptions::default() };
        Some(Shown { octree_look: *self.view.octree_look(), options, ..Shown::new(world, report, &selected, palette) })
    }
}
