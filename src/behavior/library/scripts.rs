//! Scripts around a node: `_failureIf`, `_successIf`, `_skipIf` and `_while` before it, `_onSuccess`, `_onFailure`, `_post`
//! and `_onHalted` after it.

use crate::behavior::expression::program::Expression;

/// The scripts around a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeScripts {
    /// When the node would start and this is true, it fails instead.
    pub failure_if: Option<Expression>,
    /// The same, and it succeeds instead.
    pub success_if: Option<Expression>,
    /// The same, and it is skipped instead.
    pub skip_if: Option<Expression>,
    /// When this is false, the node is skipped; a running one is halted before that.
    pub while_true: Option<Expression>,
    /// Runs when the node succeeds.
    pub on_success: Option<Expression>,
    /// Runs when the node fails.
    pub on_failure: Option<Expression>,
    /// Runs when the node is halted.
    pub on_halted: Option<Expression>,
    /// Runs when the node succeeds or fails, after the others.
    pub post: Option<Expression>,
}
