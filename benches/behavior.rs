//! One tick of a behaviour tree of 100 nodes, all visited, silent and with every event recorded; and of larger ones. The leaves have
//! one constant result, or ask a world. `peers/` has the same tree for two other libraries.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::behavior::{
    Abort, Action, Blackboard, ChildOrder, Condition, LeafPlace, Leaves, Log, Motion, NodeKind, Script, Sense, Status,
    Tree, TreeBuilder, TreeState,
};
use eyeline::geometry::{Narrator, Silent};

/// A world in which all succeeds. It counts the calls.
#[derive(Default)]
struct Obliging {
    calls: u64,
}

impl Leaves for Obliging {
    fn sense<N: Narrator>(&mut self, _: &Sense, _: &mut N) -> bool {
        self.calls += 1;
        black_box(true)
    }

    fn position(&self) -> Option<[f32; 3]> {
        None
    }

    fn act<N: Narrator>(&mut self, _: &Motion, _: &mut u32, _: bool, _: &mut N) -> Status {
        self.calls += 1;
        black_box(Status::Success)
    }
}

/// A sequence of sequences of ten leaves, half of them conditions; a repeater runs it again in every tick.
fn tree(nodes: usize, are_called: bool) -> Tree {
    let sequence = || NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::None };
    let place = || LeafPlace::Point([1.0, 2.0, 3.0]);
    let mut builder = TreeBuilder::new();
    builder.open(NodeKind::Repeater { times: None }, "");
    builder.open(sequence(), "");
    let mut count = 2;
    while count < nodes {
        builder.open(sequence(), "");
        count += 1;
        for i in 0..10.min(nodes - count) {
            let is_condition = i % 2 == 0;
            let leaf = match (is_condition, are_called) {
                (true, false) => NodeKind::Condition(Condition::Script(Script::always(true))),
                (false, false) => NodeKind::Action(Action::Script(Script::always(true))),
                (true, true) => NodeKind::Condition(Condition::Sense(Sense::Near { place: place(), within: 1.0 })),
                (false, true) => {
                    NodeKind::Action(Action::Motion(Motion::MoveTo { place: place(), speed: 1.0, within: 1.0 }))
                }
            };
            builder.leaf(leaf, "");
            count += 1;
        }
        builder.close();
    }
    builder.finish().expect("a tree")
}

fn tick(c: &mut Criterion) {
    let mut group = c.benchmark_group("tick");
    group.throughput(Throughput::Elements(1));
    for (nodes, are_called) in [(100, false), (100, true), (10_000, false), (10_000, true)] {
        let tree = tree(nodes, are_called);
        let (mut log, mut world) = (Log::default(), Obliging::default());
        let mut state = TreeState::new(&tree, Blackboard::default(), 0);
        state.tick(&tree, &mut world, &mut log);
        state.tick(&tree, &mut world, &mut log);
        assert_eq!(state.status(0), Status::Running);
        let ends = log.events.iter().filter(|event| event.tick == 2 && event.status == Status::Success).count();
        assert_eq!(ends, nodes - 1, "all are visited in every tick");
        let leaves = (0..nodes).filter(|&node| tree.children(node).next().is_none()).count() as u64;
        assert_eq!(world.calls, if are_called { 2 * leaves } else { 0 });
        let [silent, recorded] = if are_called { ["called", "called-recorded"] } else { ["silent", "recorded"] };
        group.bench_function(BenchmarkId::new(silent, nodes), |b| {
            b.iter(|| black_box(state.tick(black_box(&tree), &mut world, &mut Silent)));
        });
        group.bench_function(BenchmarkId::new(recorded, nodes), |b| {
            b.iter(|| {
                log.events.clear();
                black_box(state.tick(black_box(&tree), &mut world, &mut log))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, tick);
criterion_main!(benches);
