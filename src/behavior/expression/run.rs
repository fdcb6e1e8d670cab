//! Runs the instructions of an expression on a stack of values.

use std::cmp::Ordering;
use std::sync::Arc;

use super::operator::{Assignment, Binary, Step, Unary};
use super::{LONGEST_TEXT, RunError};
use crate::behavior::{Blackboard, Comparison, Value};

type Result<T> = std::result::Result<T, RunError>;

/// The value that remains at the end.
pub(super) fn run(steps: &[Step], blackboard: &mut Blackboard) -> Result<Value> {
    let mut stack: Vec<Value> = Vec::new();
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        at += 1;
        match step {
            Step::Push(value) => stack.push(value.clone()),
            Step::Load(key) => stack.push(load(blackboard, key)?.clone()),
            Step::Store(key, how) => {
                let value = pop(&mut stack)?;
                stack.push(store(blackboard, key, *how, value)?);
            }
            Step::Unary(operator) => {
                let value = pop(&mut stack)?;
                stack.push(unary(*operator, &value)?);
            }
            Step::Binary(operator) => {
                let (right, left) = (pop(&mut stack)?, pop(&mut stack)?);
                stack.push(binary(*operator, &left, &right)?);
            }
            Step::Compare(comparisons) => {
                let operands = stack.split_off(stack.len().saturating_sub(comparisons.len() + 1));
                let mut holds = true;
                for (comparison, pair) in comparisons.iter().zip(operands.windows(2)) {
                    holds = holds && compare(*comparison, &pair[0], &pair[1])?;
                }
                stack.push(holds.into());
            }
            Step::Jump(to) => at = *to,
            Step::JumpUnless(to) => {
                let is_true = match pop(&mut stack)? {
                    Value::Text(text) => !text.is_empty(),
                    value => number(&value).ok_or_else(|| cannot("?", &value))? != 0.0,
                };
                if !is_true {
                    at = *to;
                }
            }
            Step::Drop => drop(stack.pop()),
        }
    }
    pop(&mut stack)
}

/// A value as a number: true is 1, false is 0, and a text is parsed.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::Number(number) => Some(*number),
        Value::Text(text) => match &**text {
            "true" => Some(1.0),
            "false" => Some(0.0),
            text => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        },
        Value::List(_) => None,
    }
}

/// The stack is never empty here: every instruction of a parsed program finds its operands.
fn pop(stack: &mut Vec<Value>) -> Result<Value> {
    stack.pop().ok_or_else(|| RunError("the script has no value".to_owned()))
}

fn load<'b>(blackboard: &'b Blackboard, key: &str) -> Result<&'b Value> {
    blackboard.get(key).ok_or_else(|| RunError(format!("`{key}` is not on the blackboard")))
}

fn store(blackboard: &mut Blackboard, key: &Arc<str>, how: Assignment, value: Value) -> Result<Value> {
    let found = blackboard.get(key);
    let missing = || RunError(format!("`{key}` is not on the blackboard; write `:=` to create it"));
    let value = match how {
        Assignment::Create => value,
        Assignment::Existing => found.map(|_| value).ok_or_else(missing)?,
        Assignment::With(operator) => binary(operator, found.ok_or_else(missing)?, &value)?,
    };
    blackboard.set(key, value.clone());
    Ok(value)
}

fn unary(operator: Unary, value: &Value) -> Result<Value> {
    let operand = number(value).ok_or_else(|| cannot(operator.sign(), value))?;
    Ok(match operator {
        Unary::Negate => Value::Number(-operand),
        Unary::Not => (operand == 0.0).into(),
        Unary::Complement => Value::Number(!whole(operator.sign(), operand)? as f64),
    })
}

fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value> {
    let sign = operator.sign();
    let are_texts = matches!((left, right), (Value::Text(_), Value::Text(_)));
    if operator == Binary::Join || (operator == Binary::Add && are_texts) {
        let text = format!("{left}{right}");
        let is_long = text.len() > LONGEST_TEXT;
        return if is_long { Err(RunError("the text becomes too long".to_owned())) } else { Ok((&*text).into()) };
    }
    let operand = |value: &Value| number(value).ok_or_else(|| cannot(sign, value));
    let (a, b) = (operand(left)?, operand(right)?);
    let value = match operator {
        Binary::Or => return Ok((a != 0.0 || b != 0.0).into()),
        Binary::And => return Ok((a != 0.0 && b != 0.0).into()),
        Binary::BitOr => (whole(sign, a)? | whole(sign, b)?) as f64,
        Binary::BitXor => (whole(sign, a)? ^ whole(sign, b)?) as f64,
        Binary::BitAnd => (whole(sign, a)? & whole(sign, b)?) as f64,
        Binary::Add | Binary::Join => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
    };
    if value.is_finite() { Ok(Value::Number(value)) } else { Err(RunError(format!("{a} {sign} {b} is not finite"))) }
}

fn compare(comparison: Comparison, left: &Value, right: &Value) -> Result<bool> {
    if matches!((left, right), (Value::Text(_), Value::Text(_)) | (Value::List(_), Value::List(_))) {
        return Ok(comparison.holds(left, right));
    }
    let operand = |value: &Value| number(value).ok_or_else(|| cannot(comparison.sign(), value));
    let (a, b) = (operand(left)?, operand(right)?);
    Ok(match comparison {
        Comparison::Equal => (a - b).abs() <= f64::from(f32::EPSILON),
        Comparison::NotEqual => (a - b).abs() > f64::from(f32::EPSILON),
        Comparison::Less => a < b,
        Comparison::AtMost => a.partial_cmp(&b).is_some_and(Ordering::is_le),
        Comparison::Greater => a > b,
        Comparison::AtLeast => a.partial_cmp(&b).is_some_and(Ordering::is_ge),
    })
}

/// An operand of a bit operator.
fn whole(sign: &str, number: f64) -> Result<i64> {
    const LARGEST: f64 = (1_i64 << 53) as f64;
    if number.fract() == 0.0 && number.abs() <= LARGEST {
        #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and within the range")]
        return Ok(number as i64);
    }
    Err(RunError(format!("`{sign}` needs whole numbers up to 2^53, found {number}")))
}

fn cannot(sign: &str, value: &Value) -> RunError {
    let shown: String = value.to_string().chars().take(48).collect();
    RunError(format!("`{sign}` cannot take the {} {shown}", value.kind()))
}
