//! The timeline of a run as SVG: a lane for each step and thread, and a bar for each scene.

use std::fmt::Write as _;

use crate::check::results::SceneResult;
use crate::check::step_time::{CheckStep, StepTime};
use crate::escape::html as text;

/// Sizes in units of the SVG.
const WIDTH: f64 = 1000.0;
const LEFT: f64 = 70.0;
const LANE: f64 = 16.0;
const GAP: f64 = 6.0;
const AXIS: f64 = 18.0;
/// The least width of a bar. A bar that ends less than this after the one before it is left out.
const NARROWEST: f64 = 0.5;
/// Times are rounded to milliseconds, so a step may seem to begin before the one before it ended.
const ROUNDED: f64 = 0.002;

/// The bars of one thread.
struct Lane {
    /// When its last bar ends, in seconds.
    free: f64,
    /// Where the last bar that is drawn ends.
    shown: f64,
}

/// The timeline, folded; nothing when no scene has times.
pub(super) fn timeline(scenes: &[SceneResult]) -> String {
    let times = || scenes.iter().flat_map(|scene| scene.steps.iter().map(move |time| (scene, time)));
    let end = times().map(|(_, time)| time.start + time.seconds).fold(0.0, f64::max);
    if end <= 0.0 || !end.is_finite() {
        return String::new();
    }
    let mut html = String::from("<details class=\"timeline\"><summary>");
    html += &text(&summary(&times().map(|(_, time)| *time).collect::<Vec<_>>(), end));
    let (mut bars, mut top) = (String::new(), 0.0);
    for step in CheckStep::ALL {
        let mut of_step: Vec<_> = times().filter(|(_, time)| time.step == step).collect();
        of_step.sort_by(|(_, a), (_, b)| a.start.total_cmp(&b.start));
        let _infallible = write!(bars, "<text x=\"0\" y=\"{}\">{}</text>", number(top + LANE - 4.0), step.word());
        let mut lanes: Vec<Lane> = Vec::new();
        for (scene, time) in of_step {
            // Steps at the same time are of several threads.
            let lane = lanes.iter().position(|lane| lane.free <= time.start + ROUNDED).unwrap_or(lanes.len());
            if lane == lanes.len() {
                lanes.push(Lane { free: 0.0, shown: 0.0 });
            }
            let x = |seconds: f64| LEFT + (WIDTH - LEFT) * seconds / end;
            lanes[lane].free = time.start + time.seconds;
            // Ten thousand scenes have bars that are too narrow to be told apart.
            if x(lanes[lane].free) < lanes[lane].shown + NARROWEST {
                continue;
            }
            lanes[lane].shown = x(lanes[lane].free);
            let title = format!("{}: {} {:.3} s, from {:.3} s", scene.name, step.word(), time.seconds, time.start);
            let _infallible = write!(
                bars,
                "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
                step.word(),
                number(x(time.start)),
                number(top + LANE * lane as f64),
                number((x(time.start + time.seconds) - x(time.start)).max(NARROWEST)),
                number(LANE - 2.0),
                text(&title)
            );
        }
        top += LANE * lanes.len().max(1) as f64 + GAP;
    }
    let tick = tick(end);
    for at in (0..).map(|i| f64::from(i) * tick).take_while(|at| *at <= end) {
        let x = number(LEFT + (WIDTH - LEFT) * at / end);
        let _infallible = write!(
            bars,
            "<line x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"{0}\"/><text class=\"axis\" x=\"{x}\" y=\"{1}\">{at} s</text>",
            number(top),
            number(top + AXIS - 4.0)
        );
    }
    let _infallible = write!(
        html,
        "</summary>\n<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"Timeline of the run\">{bars}</svg>\n</details>\n",
        number(top + AXIS)
    );
    html
}

/// The step that took the most time.
fn summary(times: &[StepTime], end: f64) -> String {
    let of = |step: CheckStep| times.iter().filter(|time| time.step == step).map(|time| time.seconds).sum::<f64>();
    let sums = CheckStep::ALL.map(of);
    let words = CheckStep::ALL.iter().zip(sums).map(|(step, sum)| format!("{} {sum:.1} s", step.word()));
    format!("Timeline: {end:.1} s. Sums over all threads: {}", words.collect::<Vec<_>>().join(", "))
}

/// The distance between two marks of the axis: 1, 2 or 5 times a power of ten, with at most ten marks.
fn tick(end: f64) -> f64 {
    let powers = (-3..9).map(|power| 10f64.powi(power));
    let mut steps = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * power));
    steps.find(|step| end / step <= 10.0).unwrap_or(end)
}

fn number(value: f64) -> String {
    format!("{value:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_has_no_more_bars_than_can_be_seen() {
        let row = |at: usize, seconds: f64| SceneResult {
            steps: vec![StepTime { step: CheckStep::Draw, start: at as f64 * seconds, seconds }],
            ..serde_json::from_str(
                r#"{ "scene": "a", "name": "a", "state": "equal", "differences": [], "baselines": [] }"#,
            )
            .unwrap()
        };
        let bars = |count: usize| {
            let scenes: Vec<_> = (0..count).map(|at| row(at, 0.02)).collect();
            timeline(&scenes).matches("<rect").count()
        };
        assert_eq!((bars(0), bars(1), bars(1000)), (0, 1, 1000));
        assert!((900..2000).contains(&bars(20_000)), "{}", bars(20_000));
    }

    #[test]
    fn the_axis_has_few_round_marks() {
        for (end, expected) in [(0.37, 0.05), (1.0, 0.1), (8.0, 1.0), (36.0, 5.0), (120.0, 20.0)] {
            assert!((tick(end) - expected).abs() < 1e-12, "{end}: {}", tick(end));
        }
    }
}
