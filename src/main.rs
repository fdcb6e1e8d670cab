//! eyeline.
fn main() {}
