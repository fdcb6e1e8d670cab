//! `Switch2` to `Switch6`: the child whose case equals the variable, else the last child.

use crate::behavior::blackboard::Blackboard;
use crate::behavior::entry::{exact_real_of, exact_whole_of};
use crate::behavior::port::Port;
use crate::behavior::value::Value;

/// The ports of a switch.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// What is compared. Without it, or without its key, the last child is ticked.
    pub variable: Option<Port>,
    /// One for each child but the last.
    pub cases: Vec<Option<Port>>,
}

impl Switch {
    /// The index of the child.
    pub(in crate::behavior) fn choice(&self, board: &Blackboard) -> usize {
        let last = self.cases.len();
        let text = |name: &str, port: &Option<Port>| port.as_ref()?.text(name, board).ok();
        let Some(variable) = text("variable", &self.variable) else { return last };
        let is_equal = |case: &Option<Port>| text("case", case).is_some_and(|case| are_equal(&variable, &case, board));
        self.cases.iter().position(is_equal).unwrap_or(last)
    }
}

/// Whether two texts are equal: as texts, as whole numbers, or as numbers. The name of an enum is its number.
fn are_equal(a: &str, b: &str, board: &Blackboard) -> bool {
    let named = |text: &str| match board.get(text) {
        Some(Value::Number(number)) if is_constant(text) => Some(*number),
        _ => None,
    };
    let whole = |text: &str| {
        let whole = exact_whole_of(text).filter(|whole| i32::try_from(*whole).is_ok());
        named(text).or(whole.map(|whole| whole as f64))
    };
    let real = |text: &str| named(text).or(exact_real_of(text));
    let both = |read: &dyn Fn(&str) -> Option<f64>| read(a).zip(read(b));
    a == b
        || both(&whole).is_some_and(|(a, b)| a.to_bits() == b.to_bits())
        || both(&real).is_some_and(|(a, b)| (a - b).abs() <= f64::from(f32::EPSILON))
}

/// Whether a name is that of an enum: in capitals. Its value is on the blackboard of the agent.
pub fn is_constant(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_equal_as_texts_or_numbers() {
        let board: Blackboard = [("RED".into(), 2.0.into()), ("low".into(), 2.0.into())].into_iter().collect();
        for (a, b, equal) in [
            ("a", "a", true),
            ("1", "01", true),
            ("1", "1.0", true),
            ("1", "1x", false),
            ("RED", "2", true),
            ("low", "2", false),
            ("", "0", false),
            ("0.1", "0.10000001", true),
        ] {
            assert_eq!(are_equal(a, b, &board), equal, "{a} {b}");
        }
    }
}
