//! The control nodes and decorators of Navigation2: the children that they tick, and the ticks in which they do.

use eframe::egui::Align2;

use super::sketch::Sketch;
use crate::geometry::Tone;

/// Size of the boxes of nodes.
const BOX: [f32; 2] = [30.0, 20.0];
const TOP: f32 = 10.0;
const BELOW: f32 = 52.0;
/// The y of a decorator's time line.
const LINE: f32 = 58.0;

/// A child: its result in this tick, or `None` when it is not ticked.
type Child = Option<Tone>;

/// The x of the middle of a child, among `count` children.
fn middle(child: u8, count: u8) -> f32 {
    160.0 * (f32::from(child) + 0.5) / f32::from(count)
}

/// A node above its children, with an arrow to each that is ticked.
fn tree(sketch: &mut Sketch<'_>, children: &[Child], caption: &str) {
    let text = sketch.colors.text;
    sketch.plain_box([80.0 - 0.5 * BOX[0], TOP], [80.0 + 0.5 * BOX[0], TOP + BOX[1]]);
    let count = u8::try_from(children.len()).unwrap_or(u8::MAX);
    for (i, child) in (0_u8..).zip(children) {
        let x = middle(i, count);
        let (min, max) = ([x - 0.5 * BOX[0], BELOW], [x + 0.5 * BOX[0], BELOW + BOX[1]]);
        match child {
            Some(tone) => {
                sketch.toned_box(min, max, *tone);
                sketch.arrow([80.0, TOP + BOX[1]], [x, BELOW], 1.5, text);
            }
            None => sketch.plain_box(min, max),
        }
        sketch.text([x, BELOW + 0.5 * BOX[1]], Align2::CENTER_CENTER, &(i + 1).to_string(), text);
    }
    sketch.text([80.0, 88.0], Align2::CENTER_CENTER, caption, sketch.colors.weak);
}

/// The ticks of a decorator along a line, and those in which it ticks its child.
fn ticks(sketch: &mut Sketch<'_>, of_child: &[u8], along: &str) {
    let (text, weak, tone) = (sketch.colors.text, sketch.colors.weak, sketch.colors.tone(Tone::Pass));
    sketch.arrow([8.0, LINE], [152.0, LINE], 1.2, text);
    for i in 0..13_u8 {
        let x = 14.0 + 10.0 * f32::from(i);
        sketch.path(&[[x, LINE - 3.0], [x, LINE + 3.0]], 0.8, weak);
    }
    for i in of_child {
        let x = 14.0 + 10.0 * f32::from(*i);
        sketch.arrow([x, 26.0], [x, LINE - 5.0], 1.2, tone);
        sketch.dot([x, LINE], 3.0, tone);
    }
    sketch.text([8.0, 14.0], Align2::LEFT_CENTER, "ticks its child", sketch.colors.word(Tone::Pass));
    sketch.text([152.0, 74.0], Align2::RIGHT_CENTER, along, weak);
}

/// The second child, then the first again.
pub(super) fn recovery(sketch: &mut Sketch<'_>) {
    tree(sketch, &[Some(Tone::Fail), Some(Tone::Pass)], "1 fails, 2 repairs, 1 again");
    let color = sketch.colors.text;
    let (y, [first, second]) = (BELOW + 0.5 * BOX[1], [0, 1].map(|child| middle(child, 2)));
    sketch.arrow([second - 0.5 * BOX[0] - 2.0, y], [first + 0.5 * BOX[0] + 2.0, y], 1.5, color);
}

/// All children up to the running one.
pub(super) fn pipeline_sequence(sketch: &mut Sketch<'_>) {
    tree(sketch, &[Some(Tone::Pass), Some(Tone::Pass), Some(Tone::Partial)], "1 and 2 again while 3 runs");
}

/// One child, and at the next start the next one.
pub(super) fn round_robin(sketch: &mut Sketch<'_>) {
    tree(sketch, &[None, Some(Tone::Pass), None], "2 succeeds, next time 3");
    let weak = sketch.colors.weak;
    sketch.dashed(&[[80.0 + 0.5 * BOX[0], TOP + BOX[1]], [middle(2, 3), BELOW]], 1.2, weak);
}

/// All children, independent of the results of the others.
pub(super) fn nonblocking_sequence(sketch: &mut Sketch<'_>) {
    tree(sketch, &[Some(Tone::Partial), Some(Tone::Pass), Some(Tone::Partial)], "all children, each tick");
}

/// After an abort, the stored child.
pub(super) fn persistent_sequence(sketch: &mut Sketch<'_>) {
    tree(sketch, &[None, Some(Tone::Partial), None], "after an abort: 2 again");
}

/// At equal intervals of time.
pub(super) fn rate_controller(sketch: &mut Sketch<'_>) {
    ticks(sketch, &[0, 4, 8, 12], "time");
}

/// At equal intervals of distance.
pub(super) fn distance_controller(sketch: &mut Sketch<'_>) {
    ticks(sketch, &[0, 5, 10], "distance moved");
}

/// More often at higher speed.
pub(super) fn speed_controller(sketch: &mut Sketch<'_>) {
    ticks(sketch, &[0, 5, 8, 10, 11, 12], "time, at rising speed");
}

/// At each new goal.
pub(super) fn goal_updated_controller(sketch: &mut Sketch<'_>) {
    ticks(sketch, &[0, 7], "time");
    let text = sketch.colors.text;
    sketch.text([14.0, 88.0], Align2::LEFT_CENTER, "goal A", text);
    sketch.text([84.0, 88.0], Align2::LEFT_CENTER, "goal B", text);
}

/// One goal becomes the other.
pub(super) fn goal_updater(sketch: &mut Sketch<'_>) {
    let text = sketch.colors.text;
    sketch.plain_box([6.0, 34.0], [66.0, 60.0]);
    sketch.toned_box([94.0, 34.0], [154.0, 60.0], Tone::Pass);
    sketch.arrow([68.0, 47.0], [92.0, 47.0], 1.8, text);
    sketch.text([36.0, 47.0], Align2::CENTER_CENTER, "input goal", text);
    sketch.text([124.0, 47.0], Align2::CENTER_CENTER, "output goal", text);
    sketch.text([80.0, 80.0], Align2::CENTER_CENTER, "then its child is ticked", sketch.colors.weak);
}

/// Once, and then failure.
pub(super) fn single_trigger(sketch: &mut Sketch<'_>) {
    ticks(sketch, &[0, 1, 2, 3], "time");
    let (red, word) = (sketch.colors.tone(Tone::Fail), sketch.colors.word(Tone::Fail));
    sketch.toned(&[[54.0, LINE], [140.0, LINE]], 3.0, Tone::Fail);
    sketch.dot([54.0, LINE], 2.0, red);
    sketch.text([98.0, 42.0], Align2::CENTER_CENTER, "failure", word);
}

/// The short path before, and the long new one around an obstacle.
pub(super) fn path_longer_on_approach(sketch: &mut Sketch<'_>) {
    let (text, weak, tone) = (sketch.colors.text, sketch.colors.weak, sketch.colors.tone(Tone::Partial));
    let (robot, goal) = ([30.0, 62.0], [130.0, 62.0]);
    sketch.dashed(&[robot, goal], 1.2, weak);
    sketch.path(&[robot, [30.0, 22.0], [130.0, 22.0], goal], 1.8, tone);
    sketch.plain_box([74.0, 44.0], [86.0, 80.0]);
    sketch.dot(robot, 3.0, text);
    sketch.dot(goal, 3.0, text);
    sketch.text(
        [80.0, 12.0],
        Align2::CENTER_CENTER,
        "new path: its child is ticked",
        sketch.colors.word(Tone::Partial),
    );
    sketch.text([30.0, 88.0], Align2::CENTER_CENTER, "body", text);
    sketch.text([130.0, 88.0], Align2::CENTER_CENTER, "goal", text);
}

/// The paused child.
pub(super) fn pause_resume_controller(sketch: &mut Sketch<'_>) {
    tree(sketch, &[None, Some(Tone::Partial), None, None], "paused: 2 until it is resumed");
}
