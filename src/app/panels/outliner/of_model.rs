//! The answer for a model or a group in the outliner: the sum of its objects' answers.

use std::collections::BTreeMap;

use super::answer::RowAnswer;
use super::tree::PartGroup;
use crate::app::kit::glossary::Term;
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::geometry::frustum::Verdict;
use crate::geometry::narrate::counted;
use crate::workspace::Workspace;
use crate::world::Item;

/// Answers for models. Each is computed when its row becomes visible, and kept until an answer may have changed,
/// because a model may have 100,000 objects.
#[derive(Default)]
pub(super) struct Summaries {
    made_for: Option<(u64, Option<Item>, u64)>,
    known: BTreeMap<usize, Summary>,
    of_groups: BTreeMap<PartGroup, (usize, Summary)>,
}

impl Summaries {
    /// Removes answers that may have changed. `rows` is a number that changes with the parts of groups.
    pub(super) fn update(&mut self, workspace: &Workspace, rows: u64) {
        let key = (workspace.revision(), workspace.selected().querier(), rows);
        if self.made_for.replace(key) != Some(key) {
            self.known.clear();
            self.of_groups.clear();
        }
    }

    /// The answer of a model.
    pub(super) fn row(&mut self, workspace: &Workspace, model: usize) -> RowAnswer {
        let objects = workspace.world().models.get(model).map_or(0..0, |model| model.objects.clone());
        let count = objects.len();
        let summary = self.known.entry(model).or_insert_with(|| {
            let is_in = |object| objects.contains(&object);
            Summary::of(workspace, objects.clone(), is_in)
        });
        summary.answer(workspace, model, count)
    }

    /// The answer of a group with these parts.
    pub(super) fn of_group(&mut self, workspace: &Workspace, group: PartGroup, parts: &[Item]) -> RowAnswer {
        let (count, summary) = self.of_groups.entry(group).or_insert_with(|| {
            let object = |part: &Item| if let Item::Object(object) = part { Some(*object) } else { None };
            let mut objects: Vec<usize> = parts.iter().filter_map(object).collect();
            objects.sort_unstable();
            let is_in = |object| objects.binary_search(&object).is_ok();
            (objects.len(), Summary::of(workspace, objects.iter().copied(), is_in))
        });
        match (*count, *summary) {
            (0, _) => RowAnswer { word: counted(parts.len(), "camera"), ..RowAnswer::default() },
            (count, summary) => summary.answer(workspace, group.model, count),
        }
    }
}

/// The summed answers of a model's objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Summary {
    /// Of a camera: the numbers of objects inside, intersecting and outside, and of those whose exact answer differs.
    InView { counts: [usize; 3], disputed: usize },
    /// Of a ray: the numbers of objects that are hit, and of those whose exact answer differs.
    OnRay { hit: usize, disputed: usize },
    /// No camera or ray is selected, or there are no objects.
    Nothing,
}

impl Summary {
    /// The sum of some objects, ascending; `is_in` says whether one is among them.
    fn of(workspace: &Workspace, objects: impl Iterator<Item = usize> + Clone, is_in: impl Fn(usize) -> bool) -> Self {
        let (Some(least), Some(greatest)) = (objects.clone().next(), objects.clone().last()) else {
            return Self::Nothing;
        };
        let (report, selected) = (workspace.report(), workspace.selected());
        let in_view = selected.camera().and_then(|camera| {
            let answers = objects.map(|object| report.in_view(camera, object));
            answers.collect::<Option<Vec<_>>>()
        });
        let on_ray = selected.ray().and_then(|ray| report.rays.get(ray));
        match (in_view, on_ray) {
            (Some(answers), _) => {
                let mut counts = [0; 3];
                for answer in &answers {
                    counts[place(answer.fast.verdict)] += 1;
                }
                Self::InView { counts, disputed: answers.iter().filter(|answer| !answer.agrees()).count() }
            }
            (None, Some(answers)) => {
                let first = answers.on_line.partition_point(|met| met.object < least);
                let end = answers.on_line.partition_point(|met| met.object <= greatest);
                let met = answers.on_line[first..end].iter().filter(|met| is_in(met.object));
                let hit = met.clone().filter(|met| met.answer.cast.hit().is_some()).count();
                Self::OnRay { hit, disputed: met.filter(|met| !met.answer.agrees()).count() }
            }
            (None, None) => Self::Nothing,
        }
    }

    /// The sum in words. `count` is the number of objects, which are of this model.
    fn answer(self, workspace: &Workspace, model: usize, count: usize) -> RowAnswer {
        let plain = |tone, word: String, help: String| RowAnswer {
            tone,
            word,
            detail: String::new(),
            is_disputed: false,
            term: None,
            help,
        };
        let objects = counted(count, "object");
        match self {
            Self::InView { counts, disputed } => {
                let verdicts = [Verdict::Inside, Verdict::Intersect, Verdict::Outside];
                let only = verdicts.into_iter().find(|verdict| counts[place(*verdict)] == count);
                let [inside, cut, outside] = counts;
                let (tone, word) = match only {
                    Some(verdict) => (verdict.tone(), verdict.word().to_owned()),
                    None => (Tone::Partial, format!("{} of {count} in view", inside + cut)),
                };
                let help = format!("Of {objects}, {inside} inside, {cut} intersect, {outside} outside.");
                RowAnswer { is_disputed: disputed > 0, term: Some(Term::Verdict), ..plain(tone, word, help) }
            }
            Self::OnRay { hit, disputed } => {
                let (tone, word) = match hit {
                    0 => (Tone::Note, "no hit".to_owned()),
                    _ => (Tone::Pass, format!("{hit} of {count} hit")),
                };
                RowAnswer { is_disputed: disputed > 0, ..plain(tone, word, format!("Of {objects}, {hit} hit.")) }
            }
            Self::Nothing if count > 0 => plain(Tone::Note, objects, "No camera or ray is selected.".to_owned()),
            Self::Nothing => {
                let scene = workspace.scene();
                let file = scene.models.get(model).and_then(|model| workspace.files().levels.get(&model.file));
                match file.map(|file| file.why_not()) {
                    Some(Some(why)) => plain(Tone::Fail, "not read".to_owned(), theme::quoted(&why)),
                    Some(None) => {
                        let why = scene.models.get(model).and_then(|model| workspace.files().why_not_placed(model));
                        match why {
                            Some(why) => plain(Tone::Fail, "not placed".to_owned(), theme::quoted(&why)),
                            None => plain(Tone::Note, "empty".to_owned(), "Its file has no objects.".to_owned()),
                        }
                    }
                    None => plain(
                        Tone::Note,
                        "not read".to_owned(),
                        "Its file was not read: save the scene first.".to_owned(),
                    ),
                }
            }
        }
    }
}

fn place(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Inside => 0,
        Verdict::Intersect => 1,
        Verdict::Outside => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::workspace;
    use super::*;

    fn word(workspace: &Workspace, model: usize) -> (Tone, String) {
        let mut summaries = Summaries::default();
        summaries.update(workspace, 0);
        let answer = summaries.row(workspace, model);
        (answer.tone, answer.word)
    }

    #[test]
    fn the_answer_of_a_model_is_the_sum_of_its_objects() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = workspace(folder.path());
        // The floor is below the eye, which looks along −Z. The wall of the second shed is moved into the view.
        assert_eq!(word(&workspace, 0), (Tone::Fail, "outside".to_owned()));
        workspace.edit("place", |scene| scene.models[1].position = [-1.0, -1.0, -20.0]);
        assert_eq!(word(&workspace, 1), (Tone::Pass, "inside".to_owned()));
        workspace.edit("place", |scene| scene.models[1].position = [-1.0, -1.0, -2.0]);
        assert_eq!(word(&workspace, 1).0, Tone::Partial, "{:?}", word(&workspace, 1));
        workspace.selection_mut().select_querier(Item::Ray(0));
        workspace.edit("place", |scene| scene.models[0].position = [5.0, 0.0, 0.0]);
        assert_eq!(word(&workspace, 0), (Tone::Note, "no hit".to_owned()));
        workspace.edit("place", |scene| scene.models[0].position = [-0.5, -0.5, 0.0]);
        assert_eq!(word(&workspace, 0), (Tone::Pass, "1 of 2 hit".to_owned()));
    }

    #[test]
    fn a_model_without_objects_shows_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = workspace(folder.path());
        std::fs::write(folder.path().join("broken.obj"), "f 1 2 3").unwrap();
        let text = r#"{ "eyeline": 1, "models": [{ "name": "a", "file": "broken.obj" }] }"#;
        std::fs::write(folder.path().join("a.json"), text).unwrap();
        assert!(workspace.open(&folder.path().join("a.json")));
        assert_eq!(word(&workspace, 0), (Tone::Fail, "not read".to_owned()));
    }
}
