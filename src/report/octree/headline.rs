//! The octree cell of an object, and whether two objects are a candidate pair, each in one sentence.

use super::split_planes;
use super::subject::OctreeSubject;
use crate::octree::{Cell, Method, pair};
use crate::report::all_answers::Report;

/// The sentence for every object of a scene without an octree. The explanation uses the default octree.
const NO_OCTREE: &str = "The scene has no octree. The steps use a default octree around all objects.";

/// The sentence; `None` when an index is out of range.
pub(super) fn headline(report: &Report, subject: OctreeSubject) -> Option<String> {
    match subject {
        OctreeSubject::Object(o) => of_object(report, o),
        OctreeSubject::Pair(a, b) => of_pair(report, [a, b]),
    }
}

/// The cell of an object and the reason; `None` when the index is out of range.
fn of_object(report: &Report, index: usize) -> Option<String> {
    let name = &report.objects.get(index)?.name;
    let Some(answers) = &report.octree else { return Some(NO_OCTREE.to_owned()) };
    let placement = answers.placements.get(index)?;
    let home = match placement.cell {
        Cell::ROOT => "the root".to_owned(),
        cell => format!("cell {} of level {}", cell.octal(), cell.level()),
    };
    let why = match &split_planes(answers.tree.region(), placement)[..] {
        _ if placement.is_outside() => ": it reaches out of the region".to_owned(),
        _ if answers.tree.method() == Method::Loose => ", by size and centre".to_owned(),
        [] => ", a leaf".to_owned(),
        [plane] => format!(": it straddles the plane {plane}"),
        [one, other] => format!(": it straddles {one} and {other}"),
        _ => ": it straddles three split planes".to_owned(),
    };
    Some(format!("`{name}` is in {home}{why}."))
}

/// Whether two objects are candidates, and whether they overlap; `None` when an index is out of range.
fn of_pair(report: &Report, indices: [usize; 2]) -> Option<String> {
    let [a, b] = [report.objects.get(indices[0])?, report.objects.get(indices[1])?];
    let Some(answers) = &report.octree else { return Some(NO_OCTREE.to_owned()) };
    let cells = [answers.placements.get(indices[0])?.cell, answers.placements.get(indices[1])?.cell];
    let found = pair(answers.tree.region(), answers.tree.method(), cells, [&a.aabb, &b.aabb]);
    let what = match (found.is_candidate, found.overlaps) {
        (_, true) => "overlap",
        (true, false) => "are candidates, but do not overlap",
        (false, false) => "are never compared",
    };
    Some(format!("`{}` and `{}` {what}.", a.name, b.name))
}

#[cfg(test)]
mod tests {
    use super::OctreeSubject;
    use crate::files::Files;
    use crate::report::all_answers::Report;
    use crate::report::headline;
    use crate::report::subject::Subject;
    use crate::scene::Scene;
    use crate::world::World;

    fn report(octree: &str) -> Report {
        let text = format!(
            r#"{{ "eyeline": 1, {octree} "objects": [
                {{ "name": "walker", "shape": {{ "sphere": {{ "radius": 0.25 }} }}, "position": [0, 2.5, 2.5] }},
                {{ "name": "corner", "shape": {{ "sphere": {{ "radius": 0.25 }} }}, "position": [4, 4, 2.5] }},
                {{ "name": "centre", "shape": {{ "sphere": {{ "radius": 0.25 }} }}, "position": [4, 4, 4] }},
                {{ "name": "leaf", "shape": {{ "sphere": {{ "radius": 0.25 }} }}, "position": [2.5, 2.5, 2.5] }},
                {{ "name": "over", "shape": {{ "sphere": {{ "radius": 0.25 }} }}, "position": [8, 2.5, 2.5] }},
                {{ "name": "away", "shape": {{ "sphere": {{ "radius": 0.25 }} }}, "position": [-2.5, -2.5, -2.5] }},
                {{ "name": "beside", "shape": {{ "sphere": {{ "radius": 0.25 }} }}, "position": [4.1, 4, 2.5] }}
            ] }}"#
        );
        Report::of(&World::at(&serde_json::from_str::<Scene>(&text).unwrap(), &Files::default(), 0))
    }

    #[test]
    fn the_sentence_names_the_plane_that_keeps_an_object_in_a_large_cell() {
        let tight = report(r#""octree": { "min": [-8, -8, -8], "max": [8, 8, 8] },"#);
        for (object, expected) in [
            "`walker` is in the root: it straddles the plane x = 0.",
            "`corner` is in cell 0o7 of level 1: it straddles x = 4 and y = 4.",
            "`centre` is in cell 0o7 of level 1: it straddles three split planes.",
            "`leaf` is in cell 0o7070 of level 4, a leaf.",
            "`over` is in the root: it reaches out of the region.",
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(headline(&tight, Subject::Octree(OctreeSubject::Object(object))).as_deref(), Some(expected));
        }
        assert_eq!(headline(&tight, Subject::Octree(OctreeSubject::Object(7))), None);
        let loose = report(r#""octree": { "min": [-8, -8, -8], "max": [8, 8, 8], "method": "loose" },"#);
        let expected = "`walker` is in cell 0o7060 of level 4, by size and centre.";
        assert_eq!(headline(&loose, Subject::Octree(OctreeSubject::Object(0))).as_deref(), Some(expected));
        assert_eq!(headline(&report(""), Subject::Octree(OctreeSubject::Object(0))).as_deref(), Some(super::NO_OCTREE));
    }

    #[test]
    fn the_sentence_of_a_pair_says_candidate_or_not() {
        let report = report(r#""octree": { "min": [-8, -8, -8], "max": [8, 8, 8] },"#);
        for (pair, expected) in [
            ([1, 6], Some("`corner` and `beside` overlap.")),
            ([0, 3], Some("`walker` and `leaf` are candidates, but do not overlap.")),
            ([3, 5], Some("`leaf` and `away` are never compared.")),
            ([0, 7], None),
        ] {
            assert_eq!(
                headline(&report, Subject::Octree(OctreeSubject::Pair(pair[0], pair[1]))).as_deref(),
                expected,
                "{pair:?}"
            );
        }
    }
}
