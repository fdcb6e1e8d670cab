//! Runs the instructions of an expression on a stack of values.

use std::cmp::Ordering;
use std::sync::Arc;

use super::error::RunError;
use super::operator::{Assignment, Binary, Chain, Instruction, Unary};
use crate::behavior::blackboard::Blackboard;
use crate::behavior::entry::{Declared, Typed, real_of};
use crate::behavior::value::{Value, ValueComparison};

/// The greatest length of a text value, in bytes. It bounds a script that doubles a text in every tick.
const LONGEST_TEXT: usize = 1 << 16;

type Result<T> = std::result::Result<T, RunError>;

/// The value that remains at the end.
pub(super) fn run(steps: &[Instruction], blackboard: &mut Blackboard) -> Result<Typed> {
    let mut stack: Vec<Typed> = Vec::new();
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        at += 1;
        match step {
            Instruction::Push(value) => stack.push(value.clone()),
            Instruction::Load(key) => stack.push(load(blackboard, key)?),
            Instruction::Store(key, how) => {
                let value = pop(&mut stack)?;
                stack.push(store(blackboard, key, *how, value)?);
            }
            Instruction::Unary(operator) => {
                let value = pop(&mut stack)?;
                stack.push(unary(*operator, &value)?);
            }
            Instruction::Binary(operator) => {
                let (right, left) = (pop(&mut stack)?, pop(&mut stack)?);
                stack.push(binary(*operator, &left, &right)?);
            }
            Instruction::Compare(comparison, Chain { is_last, end }) => {
                let (right, left) = (pop(&mut stack)?, pop(&mut stack)?);
                let holds = compare(*comparison, &left, &right)?;
                if !holds {
                    at = *end;
                }
                stack.push(if holds && !is_last { right } else { Typed::truth(holds) });
            }
            Instruction::Jump(to) => at = *to,
            Instruction::JumpUnless(to) => {
                let value = pop(&mut stack)?;
                if number(&value).ok_or_else(|| cannot("?", &value))? == 0.0 {
                    at = *to;
                }
            }
            Instruction::Drop => drop(stack.pop()),
        }
    }
    pop(&mut stack)
}

/// A value as a number; a text is read as one from its start.
fn number(value: &Typed) -> Option<f64> {
    value.number().or_else(|| real_of(value.as_text()?))
}

/// The same, where `true` and `false` count too.
fn extended_number(value: &Typed) -> Option<f64> {
    match value.as_text().map(|text| &**text) {
        Some("true") => Some(1.0),
        Some("false") => Some(0.0),
        _ => number(value),
    }
}

/// The stack is never empty here: every instruction of a parsed program finds its operands.
fn pop(stack: &mut Vec<Typed>) -> Result<Typed> {
    stack.pop().ok_or_else(|| RunError("the script has no value".to_owned()))
}

fn load(blackboard: &Blackboard, key: &str) -> Result<Typed> {
    blackboard.typed(key).ok_or_else(|| RunError(format!("`{key}` is not on the blackboard")))
}

fn store(blackboard: &mut Blackboard, key: &Arc<str>, how: Assignment, value: Typed) -> Result<Typed> {
    if how != Assignment::Create && !blackboard.has_entry(key) {
        return Err(RunError(format!("`{key}` is not on the blackboard; write `:=` to create it")));
    }
    let before = blackboard.typed(key);
    let value = match how {
        Assignment::Create | Assignment::Existing => assigned(blackboard.declared(key), before, value),
        Assignment::With(operator) => {
            let before = before.ok_or_else(|| RunError(format!("`{key}` has no value yet")))?;
            combined(operator, &before, &value).and_then(|value| value.replacing(&before))
        }
    };
    let value = value.map_err(|error| RunError(format!("`{key}` {} …: {error}", how.sign())))?;
    blackboard.write(key, value.clone())?;
    Ok(value)
}

/// A value in the place of another one.
fn assigned(declared: Option<Declared>, before: Option<Typed>, value: Typed) -> Result<Typed> {
    let Some(text) = value.as_text() else {
        return before.map_or_else(|| Ok(value.clone()), |before| value.clone().replacing(&before));
    };
    match (declared, before) {
        (_, Some(before)) if before.as_text().is_some() => Ok(value),
        (None, None) => Ok(value),
        (Some(declared), _) => declared.parse(text),
        (None, Some(before)) if before.number().is_some() => {
            let number = extended_number(&value);
            number.map(Typed::real).ok_or_else(|| RunError(format!("the text `{text}` is no number")))
        }
        (None, Some(before)) => value.replacing(&before),
    }
}

/// The new value of `+=` and its kin.
fn combined(operator: Binary, before: &Typed, value: &Typed) -> Result<Typed> {
    match (before.number(), value.number()) {
        (Some(_), Some(_)) => binary(operator, before, value),
        _ if value.as_text().is_some() && operator == Binary::Add => joined(before, value),
        _ => Err(cannot(operator.sign(), if value.number().is_some() { before } else { value })),
    }
}

fn unary(operator: Unary, value: &Typed) -> Result<Typed> {
    let operand = value.number().ok_or_else(|| cannot(operator.sign(), value))?;
    Ok(Typed::real(match operator {
        Unary::Negate => -operand,
        Unary::Not => return Ok(Typed::truth(operand == 0.0)),
        #[expect(clippy::cast_possible_truncation, reason = "`as` stops at both ends, and a fraction is dropped")]
        Unary::Complement => !(operand as i64) as f64,
    }))
}

fn binary(operator: Binary, left: &Typed, right: &Typed) -> Result<Typed> {
    let sign = operator.sign();
    let (Some(a), Some(b)) = (left.number(), right.number()) else {
        let are_texts = left.as_text().is_some() && right.as_text().is_some();
        return match operator {
            Binary::Join => joined(left, right),
            Binary::Add if are_texts => joined(left, right),
            _ => Err(cannot(sign, if left.number().is_some() { right } else { left })),
        };
    };
    let whole = |of: &Typed| of.to_whole().map_err(|error| RunError(format!("`{sign}` needs whole numbers: {error}")));
    let truth = |of: &Typed| of.holds().map_err(|error| RunError(format!("`{sign}` needs truth values: {error}")));
    Ok(Typed::real(match operator {
        Binary::Or | Binary::And => {
            let (a, b) = (truth(left)?, truth(right)?);
            return Ok(Typed::truth(if operator == Binary::Or { a || b } else { a && b }));
        }
        Binary::BitOr => (whole(left)? | whole(right)?) as f64,
        Binary::BitXor => (whole(left)? ^ whole(right)?) as f64,
        Binary::BitAnd => (whole(left)? & whole(right)?) as f64,
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Join => return Err(RunError("`..` joins a text with another value, found two numbers".to_owned())),
    }))
}

/// Two values as one text.
fn joined(left: &Typed, right: &Typed) -> Result<Typed> {
    let written = |of: &Typed| of.written().ok_or_else(|| cannot("..", of));
    let text = written(left)? + &written(right)?;
    let is_long = text.len() > LONGEST_TEXT;
    if is_long { Err(RunError("the text becomes too long".to_owned())) } else { Ok(Typed::text(&text)) }
}

fn compare(comparison: ValueComparison, left: &Typed, right: &Typed) -> Result<bool> {
    if let (Value::Text(a), Value::Text(b)) = (&left.value, &right.value) {
        return Ok(match comparison {
            ValueComparison::Equal => a == b,
            ValueComparison::NotEqual => a != b,
            ValueComparison::Less => a < b,
            ValueComparison::AtMost => a <= b,
            ValueComparison::Greater => a > b,
            ValueComparison::AtLeast => a >= b,
        });
    }
    let operand = |value: &Typed| extended_number(value).ok_or_else(|| cannot(comparison.sign(), value));
    let (a, b) = (operand(left)?, operand(right)?);
    // An order holds unless the opposite one does, so all hold for what is not a number.
    let order = a.partial_cmp(&b);
    Ok(match comparison {
        ValueComparison::Equal => (a - b).abs() <= f64::from(f32::EPSILON),
        ValueComparison::NotEqual => (a - b).is_nan() || (a - b).abs() > f64::from(f32::EPSILON),
        ValueComparison::Less => !order.is_some_and(Ordering::is_ge),
        ValueComparison::AtMost => order != Some(Ordering::Greater),
        ValueComparison::Greater => !order.is_some_and(Ordering::is_le),
        ValueComparison::AtLeast => order != Some(Ordering::Less),
    })
}

fn cannot(sign: &str, value: &Typed) -> RunError {
    RunError(format!("`{sign}` cannot take {}", value.shown()))
}
