//! The keys of a JSON text, found without reading its values. Comments and trailing commas do not matter.
//!
//! A text may be fed in pieces, so that the kind of a large file is known from its first bytes.

/// The greatest number of different keys that are kept.
const MOST: usize = 256;
/// The longest key that is kept, in bytes.
const LONGEST: usize = 64;

/// The keys of the outermost object, and whether some key is anywhere inside.
#[derive(Clone, Debug, Default)]
pub(crate) struct JsonKeys {
    keys: Vec<Vec<u8>>,
    inner: Vec<Vec<u8>>,
    depth: u32,
    /// The first bracket of the text.
    root: Option<u8>,
    place: LexerState,
    /// The string that is read, or that was read last and may be a key.
    string: Vec<u8>,
    has_string: bool,
    is_over: bool,
}

/// Where the next byte is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum LexerState {
    #[default]
    Outside,
    String,
    Escape,
    Slash,
    LineComment,
    Comment,
    CommentStar,
}

impl JsonKeys {
    /// Reads the next bytes. After the end of the outermost value it reads nothing.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.is_over {
                return;
            }
            self.next(byte);
        }
    }

    #[expect(clippy::match_same_arms, reason = "one arm for each transition")]
    fn next(&mut self, byte: u8) {
        self.place = match (self.place, byte) {
            (LexerState::String, b'"') => {
                self.has_string = true;
                LexerState::Outside
            }
            (LexerState::String, b'\\') => LexerState::Escape,
            (LexerState::String | LexerState::Escape, _) => {
                if self.string.len() <= LONGEST {
                    self.string.push(byte);
                }
                LexerState::String
            }
            (LexerState::Slash, b'/') => LexerState::LineComment,
            (LexerState::Slash, b'*') => LexerState::Comment,
            (LexerState::LineComment, b'\n') => LexerState::Outside,
            (LexerState::LineComment, _) => LexerState::LineComment,
            (LexerState::Comment | LexerState::CommentStar, b'*') => LexerState::CommentStar,
            (LexerState::CommentStar, b'/') => LexerState::Outside,
            (LexerState::Comment | LexerState::CommentStar, _) => LexerState::Comment,
            (LexerState::Outside | LexerState::Slash, _) => self.outside(byte),
        };
    }

    fn outside(&mut self, byte: u8) -> LexerState {
        match byte {
            b'"' => {
                self.string.clear();
                self.has_string = false;
                return LexerState::String;
            }
            b'/' => return LexerState::Slash,
            b':' if self.has_string => {
                let list = if self.depth == 1 { &mut self.keys } else { &mut self.inner };
                if list.len() < MOST && self.string.len() <= LONGEST && !list.contains(&self.string) {
                    list.push(self.string.clone());
                }
            }
            b'{' | b'[' => {
                self.root.get_or_insert(byte);
                self.depth = self.depth.saturating_add(1);
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.is_over = self.depth == 0;
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            self.has_string = false;
        }
        LexerState::Outside
    }

    /// Whether the outermost object has a key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.root == Some(b'{') && self.keys.iter().any(|own| own == key.as_bytes())
    }

    /// Whether an object inside has a key.
    pub(crate) fn has_inside(&self, key: &str) -> bool {
        self.inner.iter().any(|own| own == key.as_bytes())
    }

    /// Whether the outermost value has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_the_outermost_object() {
        let text = r#"/* "no": */ { // "not": 1
            "a" : "b:", "c\"": { "inner": [":", "text"], "x": { "deep": 1 } }, "list": ["d", "e"], /* "f": */ "g": 1, } "after": 1"#;
        for piece in [1, 3, 1000] {
            let mut keys = JsonKeys::default();
            text.as_bytes().chunks(piece).for_each(|bytes| keys.feed(bytes));
            for key in ["a", "list", "g"] {
                assert!(keys.has(key), "{key}");
            }
            for key in ["no", "not", "b", "b:", "inner", "deep", "d", "e", "f", "after", "text"] {
                assert!(!keys.has(key), "{key}");
            }
            assert!(keys.has_inside("inner") && keys.has_inside("deep") && !keys.has_inside("a"));
            assert!(keys.is_over());
        }
        let mut list = JsonKeys::default();
        list.feed(br#"["a": 1, {"b": 2}]"#);
        assert!(!list.has("a") && !list.has("b"));
    }
}
