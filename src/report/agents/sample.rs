//! Trees that have run, for the tests of this room.

use crate::behavior::{
    Abort, Action, Blackboard, ChildOrder, Condition, EmptyWorld, Log, NodeKind, Script, Status, Tree, TreeBuilder,
    TreeState,
};

/// A tree after a run, with its log and its state after each tick.
pub(crate) struct SampleRun {
    pub(crate) tree: Tree,
    pub(crate) log: Log,
    /// After each tick, and first before all.
    pub(crate) states: Vec<TreeState>,
}

/// The condition of [`guard`].
pub(crate) const SEES: usize = 2;

/// A selector of an attack, whose condition has these results, and a patrol that never ends:
/// 0 guard, 1 attack, 2 sees player, 3 chase, 4 patrol, 5 walk.
pub(crate) fn guard(abort: Abort, sees: &[Status], ticks: u64) -> SampleRun {
    let mut builder = TreeBuilder::new();
    let script = |answers: &[Status]| Script::new(answers).expect("answers");
    let running = || NodeKind::Action(Action::Script(script(&[Status::Running])));
    builder.open(NodeKind::Selector { order: ChildOrder::Resume, abort: Abort::None }, "guard");
    builder.open(NodeKind::Sequence { order: ChildOrder::Resume, abort }, "attack");
    builder.leaf(NodeKind::Condition(Condition::Script(script(sees))), "sees player");
    builder.leaf(running(), "chase");
    builder.close();
    builder.open(NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::None }, "patrol");
    builder.leaf(running(), "walk");
    run(builder.finish().expect("a tree"), ticks)
}

/// Lets a tree run that needs no world.
pub(crate) fn run(tree: Tree, ticks: u64) -> SampleRun {
    let mut log = Log::default();
    let mut states = vec![TreeState::new(&tree, Blackboard::default(), 7)];
    for _ in 0..ticks {
        let mut state = states.last().expect("the first").clone();
        state.tick(&tree, &mut EmptyWorld, &mut log);
        states.push(state);
    }
    SampleRun { tree, log, states }
}
