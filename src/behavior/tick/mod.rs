//! One tick of a tree: the loop, and how each kind of node is ticked.
//!
//! `run` has the loop with leaves, sequences and selectors; `turn` chooses what ticks every other kind. `abort` evaluates
//! the watched conditions before that, `halt` ends what runs no more, and `scripts` runs what is written around a node.
//! The other files have a kind of node each.

mod abort;
mod answer;
mod controls;
mod decorators;
mod fault;
mod halt;
mod library_leaves;
mod navigation;
mod parallel;
mod queue;
mod run;
mod scripts;
mod switch;
mod turn;
