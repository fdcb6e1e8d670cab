//! The escape for JSON.

use std::io;

use super::character::{Characters, is_plain};

/// Writes a part of a JSON text that `serde_json` has escaped. Dangerous characters are replaced by JSON's own escapes,
/// such as `\u009b`. A parser reads the same text.
pub(crate) fn json<W: ?Sized + io::Write>(fragment: &str, out: &mut W) -> io::Result<()> {
    if is_plain(fragment) {
        return out.write_all(fragment.as_bytes());
    }
    let mut written = 0;
    for (at, c, _) in Characters::of(fragment).filter(|(.., is_dangerous)| *is_dangerous) {
        out.write_all(&fragment.as_bytes()[written..at])?;
        for unit in c.encode_utf16(&mut [0; 2]) {
            write!(out, "\\u{unit:04x}")?;
        }
        written = at + c.len_utf8();
    }
    out.write_all(&fragment.as_bytes()[written..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_json_has_the_same_value() {
        let text = "a\u{9b}b\u{202e}\u{e0041}\u{7f}ü\u{fffe}";
        let mut written = Vec::new();
        json(text, &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert_eq!(written, "a\\u009bb\\u202e\\udb40\\udc41\\u007fü\\ufffe");
        assert_eq!(serde_json::from_str::<String>(&format!("\"{written}\"")).unwrap(), text);
    }

    #[test]
    fn a_character_of_json_is_escaped_at_each_place() {
        for length in 0..20 {
            for at in 0..=length {
                for (c, is_dangerous) in [('\u{7f}', true), ('\u{9b}', true), ('ü', false), ('~', false)] {
                    let text = format!("{}{c}{}", "a".repeat(at), "b".repeat(length - at));
                    let mut written = Vec::new();
                    json(&text, &mut written).unwrap();
                    let escape = format!("\\u{:04x}", u32::from(c));
                    let expected = if is_dangerous { text.replace(c, &escape) } else { text };
                    assert_eq!(String::from_utf8(written).unwrap(), expected);
                }
            }
        }
    }
}
