//! The format version of a file beside scenes: a project file or a course.

use jsonc_parser::ast::Value;

use crate::source::error::quoted;
use crate::source::place::opening;
use crate::source::syntax::Fault;

/// The version that this program reads.
const VERSION: u32 = 1;

/// Refuses a text that is no object, and a file of another version. It is checked first, because such a file may have other keys. A
/// missing version is found when the keys are read. `what` names the file: "a course".
pub(super) fn expect_version(root: &Value, key: &str, what: &str, smallest: &str) -> Result<(), Fault> {
    let Value::Object(object) = root else {
        return Err(Fault::new(opening(root), format!("{what} is an object")).help(smallest));
    };
    match object.get_number(key) {
        Some(number)
            if number.value.parse::<f64>().is_ok_and(|version| version.to_bits() != f64::from(VERSION).to_bits()) =>
        {
            let message = format!("`{key}` must be {VERSION}, found {}", quoted(number.value));
            let help = format!("it is the format version, and this program reads version {VERSION}");
            Err(Fault::new(number.range.start..number.range.end, message).help(help))
        }
        _ => Ok(()),
    }
}
