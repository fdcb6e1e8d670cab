//! Every kind of node, with leaves that need no world.

use super::super::*;
use super::notation::{expect, letters, tree};

#[test]
fn a_sequence_continues_while_children_succeed() {
    expect("seq[ c:S a:RS a:F a:S ]", &["+0 +1 1S +2", "2S +3 3F 0F", ""]);
    expect("seq[ a:S a:S ]", &["+0 +1 1S +2 2S 0S", ""]);
}

#[test]
fn a_selector_continues_while_children_fail() {
    expect("sel[ c:F a:RF a:S a:S ]", &["+0 +1 1F +2", "2F +3 3S 0S", ""]);
    expect("sel[ a:F a:F ]", &["+0 +1 1F +2 2F 0F", ""]);
}

#[test]
fn a_parallel_gives_every_child_a_turn() {
    // All: success with the last, failure with the first.
    expect("all[ a:RS a:S a:RRS ]", &["+0 +1 +2 2S +3", "1S", "3S 0S", ""]);
    expect("all[ a:RR a:RF a:RR a:R ]", &["+0 +1 +2 +3 +4", "2F 1!0 3!0 4!0 0F", ""]);
    expect("all[ a:R a:F a:R ]", &["+0 +1 +2 2F 1!0 0F"]);
    // Any: success with the first, failure with the last.
    expect("any[ a:RF a:F a:RS ]", &["+0 +1 +2 2F +3", "1F 3S 0S", ""]);
    expect("any[ a:RF a:F a:F ]", &["+0 +1 +2 2F +3 3F", "1F 0F", ""]);
    expect("any[ a:R seq[ a:S a:S ] a:R ]", &["+0 +1 +2 +3 3S +4 4S 2S 1!0 0S"]);
    // Counts of both, and a parallel that waits for all.
    expect("two[ a:S a:RS a:R ]", &["+0 +1 1S +2 +3", "2S 3!0 0S"]);
    expect("two[ a:F a:RF a:R ]", &["+0 +1 1F +2 +3", "2F 3!0 0F"]);
    expect("wait[ a:F a:RS ]", &["+0 +1 1F +2", "2S 0F"]);
    expect("wait[ a:S a:RS ]", &["+0 +1 1S +2", "2S 0S"]);
}

#[test]
fn a_parallel_halts_deepest_first() {
    expect("all[ seq[ a:R ] sel[ seq[ a:R ] ] a:RF ]", &["+0 +1 +2 +3 +4 +5 +6", "6F 5!0 2!0 4!0 1!0 3!0 0F"]);
}

#[test]
fn a_parallel_within_another_keeps_its_own_count() {
    expect("all[ any[ a:RS a:R ] a:RRS ]", &["+0 +1 +2 +3 +4", "2S 3!1 1S", "4S 0S"]);
}

#[test]
fn decorators_change_results() {
    for (decorator, of_success, of_failure) in
        [("not", "0F", "0S"), ("yes", "0S", "0S"), ("no", "0F", "0F"), ("sub", "0S", "0F"), ("odd", "0S", "0F")]
    {
        for (leaf, result) in [("S", of_success), ("F", of_failure)] {
            expect(&format!("{decorator}[ a:R{leaf} ]"), &["+0 +1", &format!("1{leaf} {result}"), ""]);
        }
    }
}

#[test]
fn a_repeater_counts_runs_and_starts_again_in_the_next_tick() {
    expect("repeater*3[ a:F ]", &["+0 +1 1F", "+1 1F", "+1 1F 0S", ""]);
    expect("repeater*2[ a:RS ]", &["+0 +1", "1S", "+1", "1S 0S", ""]);
    let forever = tree("repeater[ a:S ]");
    let mut state = TreeState::new(&forever, Blackboard::default(), 0);
    for _ in 0..10_000 {
        assert_eq!(state.tick(&forever, &mut EmptyWorld, &mut crate::geometry::Silent), Status::Running);
    }
}

#[test]
fn until_nodes_end_in_success() {
    expect("until_success[ c:FFS ]", &["+0 +1 1F", "+1 1F", "+1 1S 0S", ""]);
    expect("until_failure[ c:SF ]", &["+0 +1 1S", "+1 1F 0S", ""]);
    expect("keep[ c:SF ]", &["+0 +1 1S", "+1 1F 0F", ""]);
}

#[test]
fn repeats_and_retries_give_up() {
    expect("repeat*2[ a:S ]", &["+0 +1 1S", "+1 1S 0S"]);
    expect("repeat*3[ c:SF ]", &["+0 +1 1S", "+1 1F 0F"]);
    expect("retry*2[ a:F ]", &["+0 +1 1F", "+1 1F 0F"]);
    expect("retry*3[ c:FS ]", &["+0 +1 1F", "+1 1S 0S"]);
    expect("retry*9[ c:FFFS ]", &["+0 +1 1F", "+1 1F", "+1 1F", "+1 1S 0S"]);
}

#[test]
fn a_child_that_ran_before_is_repeated_in_the_same_tick() {
    expect("repeat*3[ a:RS ]", &["+0 +1", "1S +1", "1S +1", "1S 0S"]);
    expect("retry*2[ a:RF ]", &["+0 +1", "1F +1", "1F 0F"]);
    expect("seq/async[ a:S a:RS a:S a:S ]", &["+0 +1 1S", "+2", "2S +3 3S", "+4 4S 0S"]);
    expect("sel/async[ a:F a:F a:S ]", &["+0 +1 1F", "+2 2F", "+3 3S 0S"]);
}

#[test]
fn what_is_skipped_is_passed_over_and_handed_on() {
    expect("seq[ a:K a:S ]", &["+0 +1 1K +2 2S 0S"]);
    expect("seq[ a:S a:K ]", &["+0 +1 1S +2 2K 0S"]);
    expect("seq[ a:K a:F ]", &["+0 +1 1K +2 2F 0F"]);
    expect("sel[ a:K a:F a:K ]", &["+0 +1 1K +2 2F +3 3K 0F"]);
    for name in [
        "seq",
        "sel",
        "all",
        "any",
        "two",
        "wait",
        "seq/reactive",
        "sel/reactive",
        "seq/memory",
        "seq/async",
        "pipeline",
        "robin",
        "nonblocking",
        "persistent",
        "odd",
    ] {
        expect(&format!("{name}[ a:K c:K ]"), &["+0 +1 1K +2 2K 0K", ""]);
    }
    for name in [
        "not",
        "yes",
        "no",
        "repeater",
        "until_success",
        "until_failure",
        "timeout*3",
        "cooldown*2",
        "repeat*2",
        "retry*2",
        "once",
        "sub",
        "rate",
        "trigger",
    ] {
        expect(&format!("{name}[ a:K ]"), &["+0 +1 1K 0K", ""]);
    }
    expect("keep[ a:KSF ]", &["+0 +1 1K", "+1 1K"]);
    // Parallels count it apart: the scene's ones wait with it, those of a tree file tick it again.
    expect("all[ a:K a:RS ]", &["+0 +1 1K +2", "2S 0S"]);
    expect("any[ a:RF a:K ]", &["+0 +1 +2 2K", "1F 0F"]);
    expect("two[ a:K a:RS a:RS ]", &["+0 +1 1K +2 +3", "+1 1K 2S 3S 0S"]);
    expect("wait[ a:K a:RF ]", &["+0 +1 1K +2", "+1 1K 2F 0F"]);
    // A reactive composite asks again what it skipped.
    expect("seq/reactive[ c:KS a:R ]", &["+0 +1 1K +2", "+1 1S"]);
    expect("recovery*1[ a:K a:S ]", &["+0 +1 1K 0K"]);
    expect("recovery*1[ a:F a:K ]", &["+0 +1 1F +2 2K 0F"]);
    expect("sel/lower[ c:K a:R ]", &["+0 +1 1K +2"]);
}

#[test]
fn a_timeout_fails_at_the_end_of_its_last_tick() {
    expect("timeout*1[ a:R ]", &["+0 +1 1!0 0F", ""]);
    expect("timeout*3[ a:R ]", &["+0 +1", "", "1!0 0F", ""]);
    expect("timeout*3[ a:RRS ]", &["+0 +1", "", "1S 0S"]);
    expect("timeout*2[ seq[ a:S a:R ] ]", &["+0 +1 +2 2S +3", "3!0 1!0 0F"]);
    expect("repeater[ timeout*2[ a:R ] ]", &["+0 +1 +2", "2!1 1F", "+1 +2", "2!1 1F"]);
    // A child that starts over does not begin a new time.
    expect("timeout*2[ repeater[ a:S ] ]", &["+0 +1 +2 2S", "+2 2S 1!0 0F"]);
}

#[test]
fn a_cooldown_counts_from_the_end_of_its_child() {
    expect("repeater[ cooldown*2[ a:S ] ]", &["+0 +1 +2 2S 1S", "+1 1F", "+1 +2 2S 1S", "+1 1F"]);
    expect("repeater[ cooldown*1[ a:S ] ]", &["+0 +1 +2 2S 1S", "+1 +2 2S 1S"]);
    expect("repeater[ cooldown*3[ a:RF ] ]", &["+0 +1 +2", "2F 1F", "+1 1F", "+1 1F", "+1 +2"]);
}

#[test]
fn a_delay_runs_before_its_child() {
    expect("delay*2[ a:RS ]", &["+0", "", "+1", "1S 0S"]);
    // Even a time of 0 ends in the next tick.
    expect("delay*0[ a:S ]", &["+0", "+1 1S 0S"]);
    expect("repeater[ delay*1[ a:S ] ]", &["+0 +1", "+2 2S 1S", "+1", "+2 2S 1S"]);
}

#[test]
fn run_once_is_passed_over_or_answers_again() {
    expect("repeater[ seq[ once_skip[ a:RF ] a:S ] ]", &["+0 +1 +2 +3", "3F 2F 1F", "+1 +2 2K +4 4S 1S"]);
    expect("repeater[ sel[ once_skip[ a:S ] a:F ] ]", &["+0 +1 +2 +3 3S 2S 1S", "+1 +2 2K +4 4F 1F"]);
    expect("repeater[ once_skip[ a:S ] ]", &["+0 +1 +2 2S 1S", "+1 1K 0K", ""]);
    expect("repeater[ once[ a:F ] ]", &["+0 +1 +2 2F 1F", "+1 1F"]);
    expect("repeater[ once[ a:S ] ]", &["+0 +1 +2 2S 1S", "+1 1S"]);
}

#[test]
fn reactive_composites_ask_from_the_first_in_every_tick() {
    expect("seq/reactive[ c:SSF a:R ]", &["+0 +1 1S +2", "+1 1S", "+1 1F 2!1 0F", ""]);
    expect("sel/reactive[ c:FFS a:R ]", &["+0 +1 1F +2", "+1 1F", "+1 1S 2!1 0S", ""]);
    // An earlier child that runs halts the later one.
    expect("seq/reactive[ sel[ c:SF a:R ] a:R ]", &["+0 +1 +2 2S 1S +4", "+1 +2 2F +3 4!1"]);
}

#[test]
fn a_sequence_with_memory_continues_at_the_child_that_failed() {
    expect("until_success[ seq/memory[ a:S c:FFS ] ]", &["+0 +1 +2 2S", "+3 3F 1F", "+1 +3 3S 1S 0S"]);
    // After a success it begins again. After an abort it continues at the same child.
    expect("repeater[ seq/memory[ a:S a:S ] ]", &["+0 +1 +2 2S", "+3 3S 1S", "+1 +2 2S", "+3 3S 1S"]);
    expect(
        "repeater[ timeout*2[ seq/memory[ a:S a:R ] ] ]",
        &["+0 +1 +2 +3 3S", "+4 4!1 2!1 1F", "+1 +2 +4", "4!1 2!1 1F"],
    );
}

#[test]
fn results_stay_until_the_parent_starts_again() {
    let tree = tree("repeater[ sel[ seq[ c:SF a:F ] a:F a:RS ] ]");
    let mut state = TreeState::new(&tree, Blackboard::default(), 0);
    let mut tick = || {
        state.tick(&tree, &mut EmptyWorld, &mut crate::geometry::Silent);
        letters(state.statuses())
    };
    assert_eq!(tick(), "RRFSFFR");
    assert_eq!(tick(), "RSFSFFS");
    // The sequence starts again and its condition fails; its action has no turn.
    assert_eq!(tick(), "RRFF.FR");
}

#[test]
fn leaves_that_need_no_world() {
    let mut builder = TreeBuilder::new();
    builder.open(NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::None }, "");
    for action in [
        Action::Wait { ticks: 3 },
        Action::Set { key: "hp".into(), value: 7.0.into() },
        Action::Log { message: "hp is {hp}".into() },
    ] {
        builder.leaf(NodeKind::Action(action), "");
    }
    for (comparison, value) in [(ValueComparison::Less, 8.0), (ValueComparison::Equal, 7.0)] {
        let condition = Condition::Blackboard { key: "hp".into(), comparison, value: value.into() };
        builder.leaf(NodeKind::Condition(condition), "");
    }
    let missing =
        Condition::Blackboard { key: "none".into(), comparison: ValueComparison::NotEqual, value: 1.0.into() };
    builder.leaf(NodeKind::Condition(missing), "");
    let tree = builder.finish().unwrap();
    let (mut state, mut log) = (TreeState::new(&tree, Blackboard::default(), 0), Log::default());
    let statuses: Vec<String> = (0..3)
        .map(|_| {
            state.tick(&tree, &mut EmptyWorld, &mut log);
            letters(state.statuses())
        })
        .collect();
    assert_eq!(statuses, ["RR.....", "RR.....", "FSSSSSF"]);
    assert_eq!(log.messages, [Message { tick: 3, node: 3, text: "hp is 7".to_owned() }]);
}

#[test]
fn random_and_every_depend_on_seed_node_and_tick() {
    let leaf = |condition| {
        let mut builder = TreeBuilder::new();
        builder.open(NodeKind::Repeater { times: None }, "");
        builder.leaf(NodeKind::Condition(condition), "");
        builder.finish().unwrap()
    };
    let answers = |tree: &Tree, seed, count| -> Vec<bool> {
        let mut state = TreeState::new(tree, Blackboard::default(), seed);
        let mut tick = |_| {
            state.tick(tree, &mut EmptyWorld, &mut crate::geometry::Silent);
            state.status(1) == Status::Success
        };
        (0..count).map(&mut tick).collect()
    };
    assert_eq!(answers(&leaf(Condition::Every { ticks: 3 }), 0, 7), [false, false, true, false, false, true, false]);
    let random = leaf(Condition::Random { chance: 0.25 });
    let (one, two) = (answers(&random, 1, 10_000), answers(&random, 2, 10_000));
    assert_eq!(one, answers(&random, 1, 10_000));
    assert_ne!(one, two);
    let share = one.iter().filter(|&&answer| answer).count();
    // 2,500 with a standard deviation of 43.
    assert!((2330..2670).contains(&share), "{share}");
    assert!(answers(&leaf(Condition::Random { chance: 1.0 }), 3, 100).iter().all(|&answer| answer));
    assert!(!answers(&leaf(Condition::Random { chance: 0.0 }), 3, 100).iter().any(|&answer| answer));
}

#[test]
fn trees_that_cannot_be_run_are_refused() {
    assert_eq!(TreeBuilder::new().finish().unwrap_err(), TreeError::Empty);
    let wait = || NodeKind::Action(Action::Wait { ticks: 1 });
    let sequence = || NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::None };
    for (inner, leaves, node, words) in [
        (vec![sequence()], 0, 0, "`sequence` must have at least one child"),
        (vec![NodeKind::Repeater { times: None }, NodeKind::Inverter], 0, 1, "`inverter` must have a child"),
        (vec![NodeKind::Inverter], 2, 0, "`inverter` must have one child, found 2"),
        (vec![sequence(), wait()], 1, 1, "`action` must have no child, found 1"),
    ] {
        let mut builder = TreeBuilder::new();
        for kind in inner {
            builder.open(kind, "");
        }
        for _ in 0..leaves {
            builder.leaf(wait(), "");
        }
        let error = builder.finish().unwrap_err();
        assert_eq!(error.node(), Some(node));
        assert_eq!(error.to_string(), words);
    }
    let mut builder = TreeBuilder::new();
    builder.open(sequence(), "");
    for _ in 0..MOST_NODES {
        builder.leaf(wait(), "");
    }
    assert_eq!(builder.finish().unwrap_err(), TreeError::TooLarge);
}

#[test]
fn no_tree_is_too_deep() {
    let mut builder = TreeBuilder::new();
    for level in 0..100_000 {
        let odd = level % 3 == 0;
        builder.open(
            if odd { NodeKind::Inverter } else { NodeKind::Sequence { order: ChildOrder::Resume, abort: Abort::Both } },
            "",
        );
    }
    builder.leaf(NodeKind::Condition(Condition::Script(Script::always(true))), "");
    for _ in 0..50_000 {
        builder.close();
    }
    builder.leaf(NodeKind::Action(Action::Script(Script::new(&[Status::Running]).unwrap())), "");
    // The 50,000 that are still open end with a sequence, which may have a second child.
    let tree = builder.finish().unwrap();
    let mut state = TreeState::new(&tree, Blackboard::default(), 0);
    for _ in 0..3 {
        state.tick(&tree, &mut EmptyWorld, &mut crate::geometry::Silent);
    }
    assert_eq!(state.tick_number(), 3);
    assert_eq!(tree.depth(100_000), 100_000);
}
