//! The distances of a box's p-vertex and n-vertex from each plane of a camera, read from the answer's steps.

use crate::geometry::frustum::Side;
use crate::geometry::{Plot, Step, Tone};

/// The diagram of one camera and one object. Every number comes from the steps of the query.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Distances {
    /// In plane order.
    pub(super) rows: Vec<PlaneRow>,
    /// The range that is shown at first, metres.
    pub(super) view: [f64; 2],
    /// The number of the test and of all tests, from 1.
    pub(super) test: [usize; 2],
}

/// One plane; metres, negative behind it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlaneRow {
    pub(super) side: Side,
    pub(super) p: f32,
    pub(super) n: f32,
    pub(super) tone: Tone,
}

impl PlaneRow {
    /// The verdict of the plane.
    pub(super) fn word(&self) -> &'static str {
        match self.tone {
            Tone::Fail => "rejects",
            Tone::Partial => "cuts",
            _ => "in front",
        }
    }
}

impl Distances {
    /// `None` for steps without planes. An agent's tree may test several times in one tick: the test of the step
    /// `shown` is then taken, or else the last one.
    pub(super) fn of(steps: &[Step], shown: Option<usize>) -> Option<Self> {
        let mut tests: Vec<(usize, Vec<PlaneRow>)> = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let Some(Plot::PlaneDistances { side, p, n }) = step.plot() else { continue };
            let row = PlaneRow { side, p, n, tone: step.tone };
            match tests.last_mut().filter(|(_, rows)| rows.iter().all(|row| row.side != side)) {
                Some((_, rows)) => rows.push(row),
                None => tests.push((number, vec![row])),
            }
        }
        let count = tests.len();
        let before = |first: usize| shown.is_some_and(|shown| first <= shown);
        let last = tests.iter().rposition(|(first, _)| before(*first)).or(count.checked_sub(1))?;
        let (_, rows) = tests.swap_remove(last);
        let view = view(&rows);
        Some(Self { rows, view, test: [last + 1, count] })
    }
}

/// A range around zero. A distance much greater than the others, mostly that of the far plane, is outside the range, so
/// that the rest stays readable. The deciding distances are always in it: that of the p-vertex behind the rejecting
/// plane, or those of n-vertices behind the planes that cut the box.
fn view(rows: &[PlaneRow]) -> [f64; 2] {
    let mut sizes: Vec<f64> = rows.iter().flat_map(|row| [row.p, row.n]).map(|x| f64::from(x).abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(0.0);
    let most = if usual > 0.0 { 3.0 * usual } else { f64::MAX };
    let shown = |x: f32| f64::from(x).clamp(-most, most);
    let all = rows.iter().flat_map(|row| [shown(row.p), shown(row.n)]);
    let decides = |row: &PlaneRow| match row.tone {
        Tone::Fail => Some(row.p),
        Tone::Partial => Some(row.n),
        _ => None,
    };
    let first = rows.iter().find(|row| row.tone == Tone::Fail);
    let deciding = first.map_or_else(|| rows.iter().filter_map(decides).collect(), |row| vec![row.p]);
    let all = all.chain(deciding.into_iter().map(f64::from));
    let [from, to] = all.fold([0.0_f64, 0.0_f64], |[a, b], x| [a.min(x), b.max(x)]);
    let border = (to - from).max(1e-3) * 0.08;
    [from - border, to + border]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::geometry::frustum::{PlaneDistances, PlaneValues};
    use crate::geometry::{Plane, Values};
    use crate::report::ViewSubject;
    use crate::report::explain::{Subject, explain};
    use crate::scene::Scene;
    use crate::world::World;
    use glam::Vec3;

    #[test]
    fn the_bars_are_the_report_s_numbers() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye", "near": 1, "far": 500 }],
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -1.2] },
                        { "name": "back", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 4] }] }"#;
        let scene: Scene = serde_json::from_str(text).unwrap();
        let world = World::at(&scene, &Files::default(), 0);
        let report = crate::report::Report::of(&world);
        for (object, words) in [
            (0, ["in front", "in front", "cuts", "cuts", "cuts", "in front"]),
            (1, ["rejects", "rejects", "rejects", "rejects", "rejects", "in front"]),
        ] {
            let story = explain(&world, Subject::View(ViewSubject::Object(0, object))).unwrap().story;
            let plot = Distances::of(&story.steps, None).unwrap();
            assert_eq!(plot.rows.iter().map(PlaneRow::word).collect::<Vec<_>>(), words);
            let described: Vec<_> = plot.rows.iter().map(|row| (row.side, row.p, row.n)).collect();
            let answer = &report.frusta[0].classification(&world.objects[object].aabb).distances;
            let expected: Vec<_> = Side::ALL.into_iter().zip(answer).map(|(side, d)| (side, d.p, d.n)).collect();
            assert_eq!(described, expected);
            assert!(plot.view[0] < 0.0 && plot.view[1] > 0.0 && plot.view[1] < 60.0, "{:?}", plot.view);
        }
        assert_eq!(Distances::of(&[], None), None);
    }

    fn described(side: Side, p: f32, tone: Tone) -> Step {
        let plane = Plane { normal: Vec3::X, d: 0.0 };
        let distances = PlaneDistances { p, n: p - 1.0 };
        let values = PlaneValues { side, plane, p_vertex: Vec3::ZERO, n_vertex: Vec3::ZERO, distances };
        Step { tone, values: Some(Values::Plane(values)), ..Step::default() }
    }

    #[test]
    fn planes_that_are_tested_twice_are_listed_once() {
        let test = |p: f32| Side::ALL.map(|side| described(side, p, Tone::Pass));
        let steps: Vec<Step> = test(1.0).into_iter().chain(test(2.0)).collect();
        for (shown, p, number) in [(None, 2.0, 2), (Some(3), 1.0, 1), (Some(6), 2.0, 2)] {
            let plot = Distances::of(&steps, shown).unwrap();
            let sides: Vec<Side> = plot.rows.iter().map(|row| row.side).collect();
            assert_eq!((sides, plot.test), (Side::ALL.to_vec(), [number, 2]), "{shown:?}");
            assert!((plot.rows[0].p - p).abs() < 1e-6, "{shown:?}");
        }
    }

    #[test]
    fn what_decides_is_in_view_however_far_it_is() {
        let mut steps: Vec<Step> = Side::ALL.map(|side| described(side, 1.0, Tone::Pass)).to_vec();
        steps[5] = described(Side::ALL[5], -4000.0, Tone::Fail);
        let plot = Distances::of(&steps, None).unwrap();
        assert!(plot.view[0] < -4000.0 && plot.view[1] > 1.0, "{:?}", plot.view);
    }
}
