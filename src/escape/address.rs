//! Text as a part of an address of the web.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What is written as `%XX`: all but letters, digits and these.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// A name as a part of an address, without characters that have a meaning there.
pub(crate) fn address(name: &str) -> String {
    utf8_percent_encode(name, ENCODED).to_string()
}
