//! One tick of a behaviour tree of 100 nodes, all visited, silent and with every event recorded; and of larger ones.
//! `peers/` has the same tree for two other libraries.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::behavior::{
    Abort, Action, Blackboard, Condition, EmptyWorld, Kind, Log, Order, Script, State, Status, Tree, TreeBuilder,
};
use eyeline::geometry::Silent;

/// A sequence of sequences of ten leaves, half of them conditions; a repeater runs it again in every tick.
fn tree(nodes: usize, abort: Abort) -> Tree {
    let sequence = || Kind::Sequence { order: Order::Resume, abort };
    let mut builder = TreeBuilder::new();
    builder.open(Kind::Repeater { times: None }, "");
    builder.open(sequence(), "");
    let mut count = 2;
    while count < nodes {
        builder.open(sequence(), "");
        count += 1;
        for i in 0..10.min(nodes - count) {
            let answer = Script::always(true);
            let is_condition = i % 2 == 0;
            let leaf = if is_condition {
                Kind::Condition(Condition::Script(answer))
            } else {
                Kind::Action(Action::Script(answer))
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
    for nodes in [100, 10_000] {
        let tree = tree(nodes, Abort::None);
        group.throughput(Throughput::Elements(1));
        let mut log = Log::default();
        let mut state = State::new(&tree, Blackboard::default(), 0);
        state.tick(&tree, &mut EmptyWorld, &mut log);
        state.tick(&tree, &mut EmptyWorld, &mut log);
        assert_eq!(state.status(0), Status::Running);
        let ends = log.events.iter().filter(|event| event.tick == 2 && event.status == Status::Success).count();
        assert_eq!(ends, nodes - 1, "all are visited in every tick");
        group.bench_function(BenchmarkId::new("silent", nodes), |b| {
            b.iter(|| black_box(state.tick(black_box(&tree), &mut EmptyWorld, &mut Silent)));
        });
        group.bench_function(BenchmarkId::new("recorded", nodes), |b| {
            b.iter(|| {
                log.events.clear();
                black_box(state.tick(black_box(&tree), &mut EmptyWorld, &mut log))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, tick);
criterion_main!(benches);
