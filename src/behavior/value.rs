//! The values of a blackboard: numbers, truth values, texts, and lists such as a point.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A typed value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// Any text.
    Text(Arc<str>),
    /// A list, such as a point: three numbers.
    List(Arc<[Value]>),
}

impl Value {
    /// The kind of value, for messages and tables.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "bool",
            Self::Number(_) => "number",
            Self::Text(_) => "text",
            Self::List(_) => "list",
        }
    }

    /// An estimate of the heap memory of the value, in bytes.
    pub fn size(&self) -> usize {
        match self {
            Self::Bool(_) | Self::Number(_) => 0,
            Self::Text(text) => text.len(),
            Self::List(items) => items.iter().map(|item| size_of::<Self>() + item.size()).sum(),
        }
    }

    /// The value as a point; `None` unless it is a list of three numbers.
    pub fn point(&self) -> Option<[f64; 3]> {
        let Self::List(items) = self else { return None };
        match items[..] {
            [Self::Number(x), Self::Number(y), Self::Number(z)] => Some([x, y, z]),
            _ => None,
        }
    }

    /// The order of two values: numbers by size, texts by their characters, false before true. `None` for lists and for
    /// values of different kinds.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => Some(a.cmp(b)),
            (Self::Number(a), Self::Number(b)) => a.partial_cmp(b),
            (Self::Text(a), Self::Text(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }
}

/// Displays a value as JSON, but texts without quotes. Whole numbers have no decimal point; very large and very small
/// numbers have a power of ten.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Number(value) if *value != 0.0 && !(1e-5..1e16).contains(&value.abs()) => write!(f, "{value:e}"),
            Self::Number(value) => value.fmt(f),
            Self::Text(value) => f.write_str(value),
            Self::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.into())
    }
}

/// A comparison of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueComparison {
    /// The same kind and value.
    Equal,
    /// Another kind or value.
    NotEqual,
    /// Less; false for values without an order.
    Less,
    /// Less or equal.
    AtMost,
    /// Greater; false for values without an order.
    Greater,
    /// Greater or equal.
    AtLeast,
}

impl ValueComparison {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Equal, Self::NotEqual, Self::Less, Self::AtMost, Self::Greater, Self::AtLeast];

    /// The operator: `==`, `!=`, `<`, `<=`, `>`, `>=`.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }

    /// Whether it holds for two values. Values without an order are only equal or unequal.
    pub fn holds(self, left: &Value, right: &Value) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left.compare(right) == Some(Ordering::Less),
            Self::AtMost => left.compare(right).is_some_and(Ordering::is_le),
            Self::Greater => left.compare(right) == Some(Ordering::Greater),
            Self::AtLeast => left.compare(right).is_some_and(Ordering::is_ge),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_as_in_json() {
        let point = Value::List([1.0, -0.5, 0.0].map(Value::from).into());
        for (value, text) in
            [(Value::from(100.0), "100"), (true.into(), "true"), ("a b".into(), "a b"), (point.clone(), "[1, -0.5, 0]")]
        {
            assert_eq!(value.to_string(), text);
        }
        assert_eq!(point.point(), Some([1.0, -0.5, 0.0]));
        assert_eq!(Value::from(1.0).point(), None);
    }

    #[test]
    fn only_values_of_one_kind_have_an_order() {
        let (one, two, text): (Value, Value, Value) = (1.0.into(), 2.0.into(), "1".into());
        let holding = |a: &Value, b: &Value| -> Vec<&str> {
            ValueComparison::ALL.into_iter().filter(|c| c.holds(a, b)).map(ValueComparison::sign).collect()
        };
        assert_eq!(holding(&one, &one), ["==", "<=", ">="]);
        assert_eq!(holding(&one, &two), ["!=", "<", "<="]);
        assert_eq!(holding(&two, &one), ["!=", ">", ">="]);
        assert_eq!(holding(&one, &text), ["!="]);
    }
}
