//! Trees with many children: the work of a tick is proportional to their number. With a search through all children for
//! each of them, these tests would take minutes.

use super::super::*;
use crate::geometry::Silent;

const MANY: usize = 200_000;

/// A parallel of many nodes and an action that runs.
fn parallel(abort: Abort, kind: &NodeKind) -> Tree {
    let mut builder = TreeBuilder::new();
    builder.open(NodeKind::Parallel { policy: Policy::All, abort }, "");
    for _ in 0..MANY {
        builder.leaf(kind.clone(), "");
    }
    builder.leaf(NodeKind::Action(Action::Script(script(&[Status::Running, Status::Running, Status::Success]))), "");
    builder.finish().unwrap()
}

fn script(answers: &[Status]) -> Script {
    Script::new(answers).unwrap()
}

fn ticks(tree: &Tree, count: usize) -> Vec<Status> {
    let mut state = TreeState::new(tree, Blackboard::default(), 0);
    (0..count).map(|_| state.tick(tree, &mut EmptyWorld, &mut Silent)).collect()
}

#[test]
fn many_children_end_in_one_tick() {
    let tree = parallel(Abort::None, &NodeKind::Action(Action::Script(script(&[Status::Running, Status::Success]))));
    assert_eq!(ticks(&tree, 4), [Status::Running, Status::Running, Status::Success, Status::Success]);
    assert_eq!((tree.child_count(0), tree.children(0).count()), (MANY + 1, MANY + 1));
}

#[test]
fn many_conditions_are_watched_while_a_later_child_runs() {
    let tree = parallel(Abort::Own, &NodeKind::Condition(Condition::Script(script(&[Status::Success]))));
    assert_eq!(ticks(&tree, 3), [Status::Running, Status::Running, Status::Success]);
}

#[test]
fn boards_that_share_their_values_are_equal_without_a_look_at_them() {
    // Not a number is not equal to itself.
    let board: Blackboard = [("a".into(), Value::Number(f64::NAN))].into_iter().collect();
    let mut other = board.clone();
    assert_eq!(board, other);
    other.set(&"b".into(), 1.0.into());
    assert_ne!(board, other);
}
