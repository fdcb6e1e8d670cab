//! The engine and its reference give the same events for any tree.

use proptest::prelude::*;

use super::notation::{letters, run, tree};
use super::reference_interpreter::ReferenceInterpreter;

fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[SFK]{1,5}".prop_map(|answers| format!("c:{answers}")),
        1 => "[SF]{8,16}".prop_map(|answers| format!("c:{answers}")),
        3 => "[R]{0,3}[SFRK]".prop_map(|answers| format!("a:{answers}")),
    ]
}

fn composite() -> impl Strategy<Value = String> {
    let name = prop_oneof![4 => Just("seq"), 4 => Just("sel"), 1 => Just("all"), 1 => Just("any"),
        1 => Just("pipeline"), 1 => Just("robin"), 1 => Just("nonblocking")];
    let abort = prop_oneof![Just(""), Just("/self"), Just("/lower"), Just("/both")];
    (name, abort).prop_map(|(name, abort)| format!("{name}{abort}"))
}

fn decorator() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("not".to_owned()),
        Just("yes".to_owned()),
        Just("no".to_owned()),
        Just("repeater".to_owned()),
        (1_u32..4).prop_map(|times| format!("repeater*{times}")),
        Just("until_success".to_owned()),
        Just("until_failure".to_owned()),
        (1_u32..4).prop_map(|ticks| format!("timeout*{ticks}")),
        (1_u32..5).prop_map(|ticks| format!("rate*{ticks}")),
        Just("trigger".to_owned()),
    ]
}

fn any_tree() -> impl Strategy<Value = String> {
    leaf().prop_recursive(6, 40, 4, |inner| {
        prop_oneof![
            3 => (composite(), prop::collection::vec(inner.clone(), 1..5))
                .prop_map(|(kind, children)| format!("{kind}[ {} ]", children.join(" "))),
            1 => (0_u32..4, inner.clone(), inner.clone())
                .prop_map(|(retries, tried, recovers)| format!("recovery*{retries}[ {tried} {recovers} ]")),
            1 => (decorator(), inner).prop_map(|(kind, child)| format!("{kind}[ {child} ]")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_engine_gives_the_events_of_the_reference(text in any_tree()) {
        let tree = tree(&text);
        let mut interpreter = ReferenceInterpreter::new(&tree);
        let theirs: Vec<String> = (0..24).map(|_| interpreter.tick()).collect();
        let ours = run(&tree, 24);
        for (tick, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            prop_assert_eq!(ours, theirs, "tick {} of {}", tick + 1, text);
        }
        let mut state = crate::behavior::state::TreeState::new(&tree, crate::behavior::blackboard::Blackboard::default(), 0);
        for _ in 0..24 {
            state.tick(&tree, &mut crate::behavior::leaves::EmptyWorld, &mut crate::geometry::Silent);
        }
        prop_assert_eq!(letters(state.statuses()), letters(interpreter.statuses()));
    }

    #[test]
    fn a_copy_of_the_state_is_a_snapshot(text in any_tree(), at in 0_usize..20) {
        let tree = tree(&text);
        let mut state = crate::behavior::state::TreeState::new(&tree, crate::behavior::blackboard::Blackboard::default(), 7);
        let tick = |state: &mut crate::behavior::state::TreeState| {
            let mut log = crate::behavior::event::Log::default();
            state.tick(&tree, &mut crate::behavior::leaves::EmptyWorld, &mut log);
            log
        };
        (0..at).for_each(|_| drop(tick(&mut state)));
        let mut copy = state.clone();
        for _ in 0..5 {
            prop_assert_eq!(tick(&mut state), tick(&mut copy));
            prop_assert_eq!(&state, &copy);
        }
    }
}
