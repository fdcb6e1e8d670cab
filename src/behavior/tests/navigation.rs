//! The nodes of Navigation2, tick by tick.

use std::sync::Arc;

use super::notation::{run, tree};
use crate::behavior::blackboard::Blackboard;
use crate::behavior::event::Log;
use crate::behavior::kind::NodeKind;
use crate::behavior::leaf::{Action, Motion, Sense};
use crate::behavior::leaves::{EmptyWorld, Leaves};
use crate::behavior::navigation::{Approach, Calls, Rates};
use crate::behavior::script::Script;
use crate::behavior::state::TreeState;
use crate::behavior::status::Status;
use crate::behavior::tree::TreeBuilder;
use crate::behavior::value::Value;
use crate::geometry::{Narrator, Silent};

#[test]
fn composites_tick_by_tick() {
    for (what, text, ticks) in [
        (
            "a recovery tries again in the same tick, and fails when its retries are used up",
            "recovery*2[ a:F a:S ]",
            &["+0 +1 1F +2 2S +1 1F +2 2S +1 1F 0F"][..],
        ),
        ("it succeeds with the first child", "recovery*2[ a:S a:S ]", &["+0 +1 1S 0S"]),
        ("it fails when the recovery fails", "recovery*2[ a:F a:F ]", &["+0 +1 1F +2 2F 0F"]),
        ("both may run", "recovery*1[ a:RF a:RS ]", &["+0 +1", "1F +2", "2S +1", "1F 0F"]),
        ("without retries it is its first child", "recovery*0[ a:F a:S ]", &["+0 +1 1F 0F"]),
        (
            "a pipeline gives what came before the running child another turn",
            "pipeline[ a:S a:RRS a:RS ]",
            &["+0 +1 1S +2", "+1 1S", "+1 1S 2S +3", "+1 1S +2 3S 2!0 0S"],
        ),
        ("it fails with any child and halts the others", "pipeline[ c:SF a:R ]", &["+0 +1 1S +2", "+1 1F 2!0 0F"]),
        (
            "a nonblocking sequence succeeds when all succeed in one tick",
            "nonblocking[ a:RS a:S ]",
            &["+0 +1 +2 2S", "1S +2 2S 0S"],
        ),
        ("it fails with the first", "nonblocking[ a:R a:F a:S ]", &["+0 +1 +2 2F 1!0 0F"]),
        (
            "a round robin goes on behind the child that succeeded",
            "repeater*3[ robin[ a:S a:F a:S ] ]",
            &["+0 +1 +2 2S 1S", "+1 +3 3F +4 4S 1S", "+1 +2 2S 1S 0S"],
        ),
        ("it fails when all have failed", "robin[ a:F a:RF ]", &["+0 +1 1F +2", "2F 0F"]),
        (
            "a persistent sequence goes on where it failed",
            "repeater*2[ persistent[ a:S a:F ] ]",
            &["+0 +1 +2 2S +3 3F 1F", "+1 +3 3F 1F 0S"],
        ),
        (
            "one that resets begins again",
            "repeater*2[ persistent*1[ a:S a:F ] ]",
            &["+0 +1 +2 2S +3 3F 1F", "+1 +2 2S +3 3F 1F 0S"],
        ),
        (
            "a rate controller holds its child back below a pipeline",
            "pipeline[ rate*3[ a:S ] a:R ]",
            &["+0 +1 +2 2S 1S +3", "+1", "", "+2 2S 1S", "+1"],
        ),
        ("it begins again below others", "repeater*2[ rate*9[ a:S ] ]", &["+0 +1 +2 2S 1S", "+1 +2 2S 1S 0S"]),
        (
            "a single trigger fails once its child has ended",
            "pipeline[ trigger[ a:S ] a:R ]",
            &["+0 +1 +2 2S 1S +3", "+1 1F 3!0 0F"],
        ),
    ] {
        assert_eq!(run(&tree(text), ticks.len()), ticks, "{what}");
    }
}

/// A body that moves one metre in every tick along +X.
struct Walk(f32);

impl Leaves for Walk {
    fn sense<N: Narrator>(&mut self, _: &Sense, _: &mut N) -> bool {
        false
    }
    fn position(&self) -> Option<[f32; 3]> {
        Some([self.0, 0.0, 0.0])
    }
    fn act<N: Narrator>(&mut self, _: &Motion, _: &mut u32, _: bool, _: &mut N) -> Status {
        Status::Failure
    }
}

/// The ticks in which the child of a decorator below a pipeline has a turn, of twelve. `step` runs before each tick.
fn turns<L: Leaves>(kind: NodeKind, leaves: &mut L, step: impl Fn(u64, &mut TreeState, &mut L)) -> Vec<u64> {
    let mut builder = TreeBuilder::new();
    let script = |answer| NodeKind::Action(Action::Script(Script::new(&[answer]).unwrap()));
    builder.open(NodeKind::PipelineSequence, "");
    builder.open(kind, "");
    builder.leaf(script(Status::Success), "");
    builder.close();
    builder.leaf(script(Status::Running), "");
    let tree = builder.finish().unwrap();
    let mut state = TreeState::new(&tree, Blackboard::default(), 0);
    let mut ticks = Vec::new();
    for tick in 1..=12 {
        step(tick, &mut state, leaves);
        let mut log = Log::default();
        state.tick(&tree, leaves, &mut log);
        ticks.extend(log.events.iter().any(|event| event.node == 2).then_some(tick));
    }
    ticks
}

#[test]
fn controllers_follow_the_body_and_the_goal() {
    // The body is at 0 in the first tick.
    let walk = |kind: NodeKind| turns(kind, &mut Walk(-1.0), |_, _, body| body.0 += 1.0);
    assert_eq!(walk(NodeKind::DistanceController { distance: 4.0 }), [1, 5, 9]);
    // At 10 ticks a second the body moves at 10 m/s: fast enough for the greatest rate, or half way to it.
    let goals: [Arc<str>; 2] = ["goal".into(), "goals".into()];
    let rates = |fast| Rates { hertz: [1.0, 5.0], speeds: [0.0, fast], tick_rate: 10.0 };
    let speed = |fast| NodeKind::SpeedController { rates: Box::new(rates(fast)), goals: goals.clone() };
    assert_eq!(walk(speed(10.0)), [1, 3, 5, 7, 9, 11]);
    assert_eq!(walk(speed(20.0)), [1, 3, 7, 11], "3 Hz are a turn every 4 ticks");
    let still = |_: u64, _: &mut TreeState, _: &mut EmptyWorld| {};
    assert_eq!(turns(speed(10.0), &mut EmptyWorld, still), [1, 3], "a body that does not move has the least rate");
    assert_eq!(turns(NodeKind::DistanceController { distance: 1.0 }, &mut EmptyWorld, still), [1]);
    let updated = NodeKind::GoalUpdatedController { goals: goals.clone() };
    let change = |tick: u64, state: &mut TreeState, _: &mut EmptyWorld| {
        if tick == 4 || tick == 9 {
            state.blackboard.set(&"goal".into(), Value::from(tick as f64));
        }
    };
    assert_eq!(turns(updated, &mut EmptyWorld, change), [1, 4, 9]);
}

#[test]
fn values_of_the_blackboard_are_read_and_written() {
    let key: Arc<str> = "current_child_idx".into();
    let leaf = |answer| NodeKind::Action(Action::Script(Script::new(&[answer]).unwrap()));
    let mut builder = TreeBuilder::new();
    builder.open(NodeKind::GoalUpdater { copies: vec![("in".into(), "out".into())] }, "");
    builder.open(NodeKind::PersistentSequence { key: Some(Arc::clone(&key)), resets: true }, "");
    for answer in [Status::Failure, Status::Success, Status::Running] {
        builder.leaf(leaf(answer), "");
    }
    let tree = builder.finish().unwrap();
    let values = [(Arc::clone(&key), Value::from(1.0)), ("in".into(), "dock".into())];
    let mut state = TreeState::new(&tree, values.into_iter().collect(), 0);
    assert_eq!(state.tick(&tree, &mut EmptyWorld, &mut Silent), Status::Running, "the first child has no turn");
    assert_eq!(state.blackboard().get(&key), Some(&Value::from(2.0)));
    assert_eq!(state.blackboard().get("out"), Some(&"dock".into()));
}

#[test]
fn a_longer_path_near_the_goal_ticks_the_child() {
    let approach = || Approach { path: "path".into(), near: 3.0, factor: 2.0 };
    let point = |x: f64, y: f64| Value::List([x, y, 0.0].map(Value::from).into());
    for (what, paths, ticks) in [
        ("no path", &["", "", ""][..], &[][..]),
        ("the same path", &["0,0; 2,0", "0,0; 2,0"], &[]),
        ("a path that is twice as long is not longer", &["0,0; 2,0", "0,0; 1,0; 1,1; 1,0; 2,0"], &[]),
        ("longer, with the same goal", &["0,0; 2,0", "0,0; 0,3; 2,0"], &[2]),
        (
            "longer again, compared with the one that the child has answered",
            &["0,0;2,0", "0,0;0,3;2,0", "0,0;0,9;2,0"],
            &[2],
        ),
        ("another goal", &["0,0; 2,0", "0,0; 0,9; 2,1"], &[]),
        ("far from the goal", &["0,0; 3,0", "0,0; 0,9; 3,0"], &[]),
        ("no number, or no point", &["0,0; 2,0", "0,0; 0,nan; 2,0", "0,0; 1; 2,0", "0,0; 0,9; 2,0"], &[]),
    ] {
        let change = |tick: u64, state: &mut TreeState, _: &mut EmptyWorld| {
            if let Some(path) = usize::try_from(tick - 1).ok().and_then(|tick| paths.get(tick)) {
                state.blackboard.set(&"path".into(), Value::from(*path));
            }
        };
        assert_eq!(turns(NodeKind::PathLongerOnApproach(approach()), &mut EmptyWorld, change), ticks, "{what}");
    }
    let lists = |tick: u64, state: &mut TreeState, _: &mut EmptyWorld| {
        let points =
            if tick == 1 { vec![point(0.0, 0.0), point(2.0, 0.0)] } else { vec![point(0.0, 9.0), point(2.0, 0.0)] };
        state.blackboard.set(&"path".into(), Value::List(points.into()));
    };
    assert_eq!(turns(NodeKind::PathLongerOnApproach(approach()), &mut EmptyWorld, lists), [2], "lists of points");
}

#[test]
fn a_pause_resume_controller_has_a_child_for_each_state() {
    let script = |answers: &[Status]| NodeKind::Action(Action::Script(Script::new(answers).unwrap()));
    let (run, done) = (Status::Running, Status::Success);
    let [pause, resume]: [Arc<str>; 2] = ["p".into(), "r".into()];
    // The running child in each tick, with the calls before it.
    let states = |count: usize, calls: &[(u64, &Arc<str>)]| {
        let mut builder = TreeBuilder::new();
        builder.open(NodeKind::PauseResumeController(Calls { pause: pause.clone(), resume: resume.clone() }), "");
        for leaf in &[script(&[run]), script(&[run, done]), script(&[run, done]), script(&[run, done])][..count] {
            builder.leaf(leaf.clone(), "");
        }
        let tree = builder.finish().unwrap();
        let mut state = TreeState::new(&tree, Blackboard::default(), 0);
        let mut running = Vec::new();
        for tick in 1..=9 {
            for (_, service) in calls.iter().filter(|(at, _)| *at == tick) {
                state.blackboard.set(service, true.into());
            }
            assert_eq!(state.tick(&tree, &mut EmptyWorld, &mut Silent), run, "{tick}");
            assert!(!calls.iter().any(|(_, service)| state.blackboard.get(service) == Some(&true.into())), "answered");
            let child = (1..tree.len()).find(|&node| state.statuses()[node] == run);
            running.push(child.map_or(0, |child| child));
        }
        running
    };
    assert_eq!(states(4, &[]), [1; 9], "resumed");
    assert_eq!(states(4, &[(2, &pause), (6, &resume)]), [1, 3, 0, 2, 0, 4, 0, 1, 1], "the paused child runs again");
    assert_eq!(states(1, &[(2, &pause), (5, &resume)]), [1, 0, 0, 0, 0, 1, 1, 1, 1], "missing children");
    assert_eq!(states(4, &[(2, &pause), (3, &pause)]), [1, 3, 3, 0, 2, 0, 2, 0, 2], "a call during the pause");
    assert_eq!(states(4, &[(3, &resume)]), [1; 9], "it is resumed already");
    assert_eq!(states(4, &[(2, &pause), (2, &resume)]), [1, 4, 0, 1, 1, 1, 1, 1, 1], "both at once");
}
