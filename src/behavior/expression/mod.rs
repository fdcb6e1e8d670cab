//! Small programs on the blackboard: the script language of BehaviorTree.CPP version 4.
//!
//! ```text
//! hp -= 10; alarm := hp < 50 ? 'high' : 'low'; seen && hp > 0
//! ```
//!
//! - Statements are separated by `;`. The value of an expression is that of its last one.
//! - `:=` sets a value and creates the key if necessary; `=`, `+=`, `-=`, `*=`, `/=` need an existing key. A key keeps its
//!   type: a text does not take the place of a number unless it is written as one, a number not that of a text, and a
//!   fraction not that of a whole number.
//! - In ascending precedence: assignment, `?:`, `||`, `&&`, comparisons (`0 < x < 9` needs both), `|` and `^`, `&`,
//!   `+`, `-` and `..` (joins texts), `*` and `/`, `-x`, `!x`, `~x`.
//! - Whole numbers, also as `0x1F`, and real ones; texts in single quotes; `true` and `false`, which count as 1 and 0. Two
//!   numbers are equal when they differ by no more than [`f32::EPSILON`]. All calculated numbers are real.
//! - Two texts are compared as texts and added as texts. A text and a number are compared as numbers.
//! - Every other name is a key of the blackboard. `&&` and `||` evaluate both sides; a comparison chain ends with the
//!   first comparison that does not hold.
//!
//! Sources: the public documentation at behaviortree.dev, "Introduction to the Scripting language", 2024, and the
//! behaviour of version 4.10 (D. Faconti, 2026). There an infinite number can be stored; here that is an error.
//!
//! A parsed expression is stored in postfix order, so it runs without recursion.

pub(super) mod error;
mod lexer;
mod operator;
mod parser;
pub(super) mod program;
mod run;

pub use error::{ExpressionError, RunError};
pub use program::Expression;
