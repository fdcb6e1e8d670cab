//! Files with results that criterion does not store, for the tables in `README.md`.

use std::path::Path;

/// Writes `target/tmp/NAME.json`.
pub(crate) fn save(name: &str, json: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("json");
    std::fs::write(&path, json).expect("the target folder can be written to");
}
