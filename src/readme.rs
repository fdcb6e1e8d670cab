//! Sections of `docs` that are generated. Tests compare them; `UPDATE_README=1 cargo test --lib readme` writes them.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Two sections may be written at the same time.
static FILE: Mutex<()> = Mutex::new(());

/// Compares the section of a file between two comments with `text`, or writes it.
///
/// # Panics
/// When the file has no such section, or another text in it.
pub(crate) fn check_section(file: &str, name: &str, text: &str) {
    let _alone = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let (begin, end) = (
        format!("<!-- {name}: written by UPDATE_README=1 cargo test --lib readme -->\n"),
        format!("<!-- End of {} -->\n", name.to_lowercase()),
    );
    let document = std::fs::read_to_string(&path).expect("the file");
    let (before, rest) = document.split_once(&begin).expect("the comment that begins the section");
    let (found, after) = rest.split_once(&end).expect("the comment that ends the section");
    if is_updated() {
        std::fs::write(path, format!("{before}{begin}{text}{end}{after}")).expect("a file that can be written");
    } else {
        assert_eq!(found, text, "UPDATE_README=1 cargo test --lib readme writes it");
    }
}

/// Whether generated files are written instead of compared.
pub(crate) fn is_updated() -> bool {
    std::env::var_os("UPDATE_README").is_some()
}
