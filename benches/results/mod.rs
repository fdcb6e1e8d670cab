//! Files with results that criterion does not store, for the tables in `README.md`.

#![allow(dead_code, reason = "most benchmarks need a part of it")]

use std::path::Path;

/// Writes `target/tmp/NAME.json`.
pub(crate) fn save(name: &str, json: &str) {
    save_bytes(&format!("{name}.json"), json.as_bytes());
}

/// Writes a file into `target/tmp`.
pub(crate) fn save_bytes(name: &str, bytes: &[u8]) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("the target folder can be written to");
}
