//! The escape for a part of a file name.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;

use super::character::Characters;

/// A part of a file name with the bytes of dangerous characters in percent-encoding. Percent-decoding gives the same text,
/// and no two texts have the same name: a `%` that would be decoded is encoded too.
pub(crate) fn file_name(part: &str) -> Cow<'_, str> {
    let mut name = String::new();
    let mut written = 0;
    let is_decoded = |at: usize| {
        let digits = part.as_bytes().get(at + 1..at + 3);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    for (at, c, is_dangerous) in Characters::of(part) {
        let must_be_encoded = is_dangerous || (c == '%' && is_decoded(at));
        if !must_be_encoded {
            continue;
        }
        name.push_str(&part[written..at]);
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            let _infallible = write!(name, "%{byte:02X}");
        }
        written = at + c.len_utf8();
    }
    if written == 0 {
        return Cow::Borrowed(part);
    }
    name.push_str(&part[written..]);
    Cow::Owned(name)
}

/// The same for a name in the encoding of the system. A name that is not Unicode is not changed.
pub(crate) fn os_name(name: &OsStr) -> OsString {
    name.to_str().map_or_else(|| name.to_owned(), |name| OsString::from(&*file_name(name)))
}
