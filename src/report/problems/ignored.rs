//! Problems that the scene ignores.
//!
//! A problem of a mesh that several objects share is left out when it is ignored for all of them. Otherwise it names the
//! first object for which it is not ignored.

use std::collections::{HashMap, HashSet};

use super::list::{Elements, Problem, Problems};
use super::meshes::{NamedObject, all_sharing, problem, sharing};
use crate::report::all_answers::Report;
use crate::scene::{Ignored, LevelProblem, ProblemSubject};
use crate::world::Item;

impl Problems {
    /// The same without the problems that the scene ignores.
    #[must_use]
    pub(in crate::report) fn without_ignored(mut self, report: &Report) -> Self {
        if report.ignored.is_empty() {
            return self;
        }
        let rules = Rules::of(report);
        let mut used = HashSet::new();
        let before = self.listed.len();
        let listed = std::mem::take(&mut self.listed);
        self.listed = listed.into_iter().filter_map(|problem| rules.shown(problem, report, &mut used)).collect();
        let is_of_ignored_kind = |(kind, _): &(LevelProblem, usize)| rules.kinds.contains(kind.word());
        let unlisted: usize = self.left_out.iter().filter(|one| is_of_ignored_kind(one)).map(|(_, count)| count).sum();
        self.ignored = before - self.listed.len() + unlisted;
        // It is not known which objects the problems that are not listed are about.
        let has_unlisted = |word: &str| self.left_out.iter().any(|(kind, _)| kind.word() == word);
        let is_used = |entry: &&Ignored| used.contains(&key(entry)) || has_unlisted(&entry.problem);
        self.unused = report.ignored.iter().filter(|entry| !is_used(entry)).cloned().collect();
        self.left_out.retain(|one| !is_of_ignored_kind(one));
        self
    }
}

impl Report {
    /// The entries of `ignore` that a scene lacks to leave a problem out: one for its item, and one for each other object with
    /// the same mesh.
    pub fn entries_to_ignore(&self, problem: &Problem) -> Vec<Ignored> {
        let names: Vec<&str> = match problem.item {
            Item::Object(object) if problem.kind.about() == ProblemSubject::Triangles => {
                sharing(&self.marks, object).into_iter().map(|object| self.name(object)).collect()
            }
            item => vec![self.name_of(item)],
        };
        let entry = |name: &str| Ignored { problem: problem.kind.word().to_owned(), object: Some(name.to_owned()) };
        names.into_iter().map(entry).filter(|entry| !self.ignored.contains(entry)).collect()
    }
}

/// The kind and the item of an entry of `ignore`.
type IgnoredKey<'r> = (&'r str, Option<&'r str>);

fn key(entry: &Ignored) -> IgnoredKey<'_> {
    (&*entry.problem, entry.object.as_deref())
}

/// What the scene ignores.
struct Rules<'r> {
    /// Kinds of which it ignores all problems.
    kinds: HashSet<&'r str>,
    /// Kinds of problems of one item, with its name.
    items: HashSet<(&'r str, &'r str)>,
    /// The objects of each mesh that several share, by the first of them; empty when no entry needs them.
    sharing: HashMap<usize, Vec<usize>>,
}

impl<'r> Rules<'r> {
    fn of(report: &'r Report) -> Self {
        let entries = || report.ignored.iter().map(key);
        let of_mesh = |kind: &LevelProblem| kind.about() == ProblemSubject::Triangles;
        let is_of_mesh = |word: &str| LevelProblem::ALL.iter().any(|kind| of_mesh(kind) && kind.word() == word);
        let needs_sharing = entries().any(|(word, object)| object.is_some() && is_of_mesh(word));
        Self {
            kinds: entries().filter(|(_, object)| object.is_none()).map(|(word, _)| word).collect(),
            items: entries().filter_map(|(word, object)| Some((word, object?))).collect(),
            sharing: if needs_sharing { all_sharing(&report.marks) } else { HashMap::new() },
        }
    }

    /// A problem as it is listed; `None` for one that is ignored. Adds the entries that match it to `used`.
    fn shown(&self, found: Problem, report: &'r Report, used: &mut HashSet<IgnoredKey<'r>>) -> Option<Problem> {
        let (kind, word) = (found.kind, found.kind.word());
        let is_of_mesh = kind.about() == ProblemSubject::Triangles;
        let is_of_pair = matches!(found.elements, Elements::Gap(_));
        let sharers = if is_of_mesh && !is_of_pair { self.sharing.get(&found.item.index()) } else { None };
        let mut is_ignored = |name: &'r str| {
            let is_ignored = self.items.contains(&(word, name));
            if is_ignored {
                used.insert((word, Some(name)));
            }
            is_ignored
        };
        let found = match sharers {
            None => {
                // Each is asked, so that each entry counts as used.
                let is_ignored = match found.objects_of_faces() {
                    Some(objects) => objects.map(|object| is_ignored(report.name(object))).contains(&true),
                    None => is_ignored(report.name_of(found.item)),
                };
                (!is_ignored).then_some(found)
            }
            Some(objects) => {
                let shown: Vec<usize> =
                    objects.iter().copied().filter(|&object| !is_ignored(report.name(object))).collect();
                let ignored = objects.len() - shown.len();
                match shown.first() {
                    Some(_) if ignored == 0 => Some(found),
                    Some(&object) => {
                        let mesh = report.marks.each.get(object).and_then(|mark| mark.mesh.as_ref());
                        let named = NamedObject { object, sharers: objects.len(), ignored };
                        mesh.and_then(|mesh| problem(mesh, kind, named, &report.objects))
                    }
                    None => None,
                }
            }
        };
        if self.kinds.contains(word) {
            used.insert((word, None));
            return None;
        }
        found
    }
}
