//! The contract's semantics, node by node and abort by abort, with scripted leaves; and against a second, recursive
//! interpreter that was written from the contract's words.

mod aborts;
mod correspondence;
mod large;
mod navigation;
mod nodes;
mod notation;
mod reference;
mod reference_interpreter;
