//! What a camera's story says of a box: how far its telling corners are in front of each plane.

use crate::geometry::frustum::Side;
use crate::geometry::{Plot, Step, Tone};

/// The diagram of one camera and one object. Every number in it was told by the query itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Distances {
    /// In plane order.
    pub(super) rows: Vec<Row>,
    /// From how many metres to how many to show at first.
    pub(super) view: [f64; 2],
}

/// One plane; metres, negative behind it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) side: Side,
    pub(super) p: f32,
    pub(super) n: f32,
    pub(super) tone: Tone,
}

impl Row {
    /// What the plane does to the box.
    pub(super) fn word(&self) -> &'static str {
        match self.tone {
            Tone::Fail => "rejects",
            Tone::Partial => "cuts",
            _ => "in front",
        }
    }
}

impl Distances {
    /// `None` for a story without planes.
    pub(super) fn of(steps: &[Step]) -> Option<Self> {
        let row = |step: &Step| match step.plot {
            Some(Plot::PlaneDistances { side, p, n }) => Some(Row { side, p, n, tone: step.tone }),
            _ => None,
        };
        let rows: Vec<Row> = steps.iter().filter_map(row).collect();
        let view = view(&rows);
        (!rows.is_empty()).then_some(Self { rows, view })
    }
}

/// Around zero. A distance much greater than the usual, mostly that of the far plane, leaves the view rather than
/// squeezing the rest; what decides is near zero.
fn view(rows: &[Row]) -> [f64; 2] {
    let mut sizes: Vec<f64> = rows.iter().flat_map(|row| [row.p, row.n]).map(|x| f64::from(x).abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(0.0);
    let most = if usual > 0.0 { 3.0 * usual } else { f64::MAX };
    let shown = |x: f32| f64::from(x).clamp(-most, most);
    let all = rows.iter().flat_map(|row| [shown(row.p), shown(row.n)]);
    let [from, to] = all.fold([0.0_f64, 0.0_f64], |[a, b], x| [a.min(x), b.max(x)]);
    let border = (to - from).max(1e-3) * 0.08;
    [from - border, to + border]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::explain::{Subject, explain};
    use crate::scene::Scene;
    use crate::world::World;

    #[test]
    fn the_bars_are_the_report_s_numbers() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye", "near": 1, "far": 500 }],
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -1.2] },
                        { "name": "back", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 4] }] }"#;
        let scene: Scene = serde_json::from_str(text).unwrap();
        let world = World::at(&scene, 0);
        let report = crate::report::Report::of(&world);
        for (object, words) in [
            (0, ["in front", "in front", "cuts", "cuts", "cuts", "in front"]),
            (1, ["rejects", "rejects", "rejects", "rejects", "rejects", "in front"]),
        ] {
            let story = explain(&world, Subject::CameraObject(0, object)).unwrap().story;
            let plot = Distances::of(&story.steps).unwrap();
            assert_eq!(plot.rows.iter().map(Row::word).collect::<Vec<_>>(), words);
            let told: Vec<_> = plot.rows.iter().map(|row| (row.side, row.p, row.n)).collect();
            let answer = &report.frusta[0].classification(&world.objects[object].aabb).distances;
            let expected: Vec<_> = Side::ALL.into_iter().zip(answer).map(|(side, d)| (side, d.p, d.n)).collect();
            assert_eq!(told, expected);
            assert!(plot.view[0] < 0.0 && plot.view[1] > 0.0 && plot.view[1] < 60.0, "{:?}", plot.view);
        }
        assert_eq!(Distances::of(&[]), None);
    }
}
