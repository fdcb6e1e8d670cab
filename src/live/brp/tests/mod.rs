//! The lines that come of answers, as the reader of traces sees them, and a program that is a server of the test.

mod polling;
mod program;
mod trace;
