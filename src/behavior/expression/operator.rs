//! The steps of an expression, in postfix order.

use std::sync::Arc;

use crate::behavior::{Comparison, Value};

/// One step on a stack of values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Puts a value on the stack.
    Push(Value),
    /// Puts a value of the blackboard on the stack.
    Load(Arc<str>),
    /// Writes the top to the blackboard; the new value stays on the stack.
    Store(Arc<str>, Assignment),
    /// Takes one, gives one.
    Unary(Unary),
    /// Takes two, gives one.
    Binary(Binary),
    /// Takes one more than there are comparisons; true when all hold, each between two neighbours.
    Compare(Arc<[Comparison]>),
    /// Goes on at that step.
    Jump(usize),
    /// Takes one, and goes on at that step unless it is true.
    JumpUnless(usize),
    /// Takes one.
    Drop,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assignment {
    /// Made if it is not there.
    Create,
    /// Must be there.
    Existing,
    /// Must be there, and is combined with the new one.
    With(Binary),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Negate,
    Not,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Join,
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Unary {
    pub(super) const ALL: [Self; 3] = [Self::Negate, Self::Not, Self::Complement];

    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Not => "!",
            Self::Complement => "~",
        }
    }
}

impl Binary {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::BitAnd => "&",
            Self::Join => "..",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
        }
    }
}

impl Assignment {
    pub(super) fn from_sign(sign: &str) -> Option<Self> {
        match sign {
            ":=" => Some(Self::Create),
            "=" => Some(Self::Existing),
            "+=" => Some(Self::With(Binary::Add)),
            "-=" => Some(Self::With(Binary::Subtract)),
            "*=" => Some(Self::With(Binary::Multiply)),
            "/=" => Some(Self::With(Binary::Divide)),
            _ => None,
        }
    }
}
