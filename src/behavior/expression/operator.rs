//! The steps of an expression, in postfix order.

use std::sync::Arc;

use crate::behavior::entry::Typed;
use crate::behavior::value::ValueComparison;

/// One instruction on a stack of values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Instruction {
    /// Pushes a value.
    Push(Typed),
    /// Pushes a value of the blackboard.
    Load(Arc<str>),
    /// Writes the top of the stack to the blackboard. The new value stays on the stack.
    Store(Arc<str>, Assignment),
    /// Pops one value, pushes one.
    Unary(Unary),
    /// Pops two values, pushes one.
    Binary(Binary),
    /// Pops two values. Pushes false and jumps if the comparison does not hold. Else it pushes the second value, which the
    /// next comparison of the chain takes, and after the last comparison true.
    Compare(ValueComparison, Chain),
    /// Jumps to that instruction.
    Jump(usize),
    /// Pops one value. Jumps to that instruction unless the value is true.
    JumpUnless(usize),
    /// Pops one value.
    Drop,
}

/// What follows a comparison that holds, or the instruction after the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) is_last: bool,
    pub(super) end: usize,
}

/// The kinds of assignments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assignment {
    /// Creates a key that does not exist.
    Create,
    /// The key must exist.
    Existing,
    /// The key must exist. Its value is combined with the new one.
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
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Create => ":=",
            Self::Existing => "=",
            Self::With(Binary::Subtract) => "-=",
            Self::With(Binary::Multiply) => "*=",
            Self::With(Binary::Divide) => "/=",
            Self::With(_) => "+=",
        }
    }

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
