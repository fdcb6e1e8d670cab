//! The peers of `benches/behavior.rs`: one tick of a tree of 100 nodes, all visited, in behavior-tree-lite and
//! bonsai-bt.
//!
//! The same shape, a sequence of sequences of ten leaves that succeed; each library restarts it in its own way.

use std::hint::black_box;

use behavior_tree_lite::{
    BehaviorCallback, BehaviorNode, BehaviorNodeContainer, BehaviorResult, Context, SequenceNode,
};
use bonsai_bt::{BT, Behavior, Event, Status, UpdateArgs};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const SEQUENCES: usize = 9;
const LEAVES: usize = 10;

struct Succeed;

impl BehaviorNode for Succeed {
    fn tick(&mut self, _: BehaviorCallback, _: &mut Context) -> BehaviorResult {
        BehaviorResult::Success
    }
}

fn of_lite() -> BehaviorNodeContainer {
    let mut root = BehaviorNodeContainer::new_node(SequenceNode::default());
    for _ in 0..SEQUENCES {
        let mut sequence = BehaviorNodeContainer::new_node(SequenceNode::default());
        for _ in 0..LEAVES {
            sequence.add_child(BehaviorNodeContainer::new_node(Succeed)).expect("a sequence takes children");
        }
        root.add_child(sequence).expect("a sequence takes children");
    }
    root
}

fn of_bonsai() -> BT<(), ()> {
    let sequence = || Behavior::Sequence((0..LEAVES).map(|_| Behavior::Action(())).collect());
    BT::new(Behavior::Sequence((0..SEQUENCES).map(|_| sequence()).collect()), ())
}

fn tick(c: &mut Criterion) {
    let mut group = c.benchmark_group("tick");
    group.throughput(Throughput::Elements(1));
    let (mut lite, mut context) = (of_lite(), Context::default());
    group.bench_function(BenchmarkId::new("lite", 100), |b| {
        b.iter(|| {
            let result = lite.tick(&mut |_| None, &mut context);
            assert_eq!(result, BehaviorResult::Success);
        });
    });
    let mut bonsai = of_bonsai();
    let event: Event = UpdateArgs { dt: 0.1 }.into();
    group.bench_function(BenchmarkId::new("bonsai", 100), |b| {
        b.iter(|| {
            let result = bonsai.tick(&event, &mut |args, ()| (Status::Success, args.dt));
            black_box(result);
            bonsai.reset_bt();
        });
    });
    group.finish();
}

criterion_group!(benches, tick);
criterion_main!(benches);
