//! Where playing stops: at a node's status, or at a value of the blackboard.

use std::sync::Arc;

use super::words;
use crate::behavior::{Blackboard, Comparison, Event, Status, Tree, Value, What};

/// A breakpoint.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Break {
    /// At a node.
    Node {
        /// Which.
        node: usize,
        /// When.
        on: On,
    },
    /// When a value begins to compare so with another.
    Value {
        /// Whose.
        key: Arc<str>,
        /// How.
        is: Comparison,
        /// With what.
        value: Value,
    },
}

/// What a node does when playing stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum On {
    Start,
    Success,
    Failure,
    Halt,
}

impl On {
    pub(super) const ALL: [Self; 4] = [Self::Start, Self::Success, Self::Failure, Self::Halt];

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Start => "starts",
            Self::Success => "succeeds",
            Self::Failure => "fails",
            Self::Halt => "is halted",
        }
    }

    fn is_by(self, event: &Event) -> bool {
        match (event.what, event.status) {
            (What::Start, _) => self == Self::Start,
            (What::Abort, _) => self == Self::Halt,
            (_, Status::Success) => self == Self::Success,
            (_, Status::Failure) => self == Self::Failure,
            _ => false,
        }
    }
}

impl Break {
    /// Whether it stops in a tick with these events, that began and ended with these values.
    pub(super) fn stops(&self, events: &[Event], before: &Blackboard, after: &Blackboard) -> bool {
        match self {
            Self::Node { node, on } => events.iter().any(|event| event.node as usize == *node && on.is_by(event)),
            Self::Value { key, is, value } => {
                let holds = |board: &Blackboard| board.get(key).is_some_and(|found| is.holds(found, value));
                holds(after) && !holds(before)
            }
        }
    }

    /// In words: "`attack` starts", "hp < 30".
    pub(super) fn words(&self, tree: &Tree) -> String {
        match self {
            Self::Node { node, on } if *node < tree.len() => format!("{} {}", words::quoted(tree, *node), on.words()),
            Self::Node { node, on } => format!("node {node} {}", on.words()),
            Self::Value { key, is, value } => format!("{key} {} {value}", is.sign()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::super::why::of_tick;
    use super::*;
    use crate::behavior::Abort;

    #[test]
    fn a_node_stops_in_the_ticks_in_which_it_does_so() {
        let run = sample::guard(Abort::Both, &[Status::Failure, Status::Failure, Status::Success], 6);
        let none = Blackboard::default();
        let stops = |node, on| -> Vec<u64> {
            let one = Break::Node { node, on };
            (1..=6).filter(|tick| one.stops(of_tick(&run.log.events, *tick), &none, &none)).collect()
        };
        assert_eq!(stops(sample::SEES, On::Success), [3]);
        assert_eq!(stops(sample::SEES, On::Failure), [1]);
        assert_eq!(stops(4, On::Halt), [3]);
        assert_eq!(stops(3, On::Start), [3]);
        assert_eq!(stops(3, On::Halt), [0_u64; 0]);
    }

    #[test]
    fn a_value_stops_when_it_gets_there_and_not_while_it_stays() {
        let board = |hp: f64| Blackboard::from_iter([("hp".into(), hp.into())]);
        let low = Break::Value { key: "hp".into(), is: Comparison::Less, value: 30.0.into() };
        for (before, after, stops) in
            [(100.0, 20.0, true), (20.0, 10.0, false), (20.0, 50.0, false), (50.0, 40.0, false)]
        {
            assert_eq!(low.stops(&[], &board(before), &board(after)), stops, "{before} to {after}");
        }
        assert!(low.stops(&[], &Blackboard::default(), &board(1.0)), "it was not there before");
        assert!(!low.stops(&[], &board(1.0), &Blackboard::default()));
    }
}
