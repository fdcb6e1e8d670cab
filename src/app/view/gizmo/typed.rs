//! The number that is typed during a drag.

/// The characters so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    text: String,
    is_negative: bool,
}

/// The largest number of characters.
const MOST: usize = 12;

impl Typed {
    /// Adds a character. A minus sign changes the sign, wherever it is typed. Returns whether the character belongs to a
    /// number.
    pub(super) fn push(&mut self, character: char) -> bool {
        match character {
            '-' | '−' => self.is_negative = !self.is_negative,
            '.' | ',' if self.text.contains('.') => {}
            '.' | ',' => self.text.push('.'),
            '0'..='9' if self.text.len() < MOST => self.text.push(character),
            '0'..='9' => {}
            _ => return false,
        }
        true
    }

    /// Removes the last character.
    pub(super) fn pop(&mut self) {
        if self.text.pop().is_none() {
            self.is_negative = false;
        }
    }

    /// The number; `None` when none has been typed yet.
    pub(super) fn value(&self) -> Option<f64> {
        let size: f64 = match self.text.as_str() {
            "" | "." => return None,
            text => text.parse().ok()?,
        };
        Some(if self.is_negative { -size } else { size })
    }

    /// The characters with a cursor; `None` when nothing was typed.
    pub(super) fn shown(&self) -> Option<String> {
        let sign = if self.is_negative { "−" } else { "" };
        (!self.text.is_empty() || self.is_negative).then(|| format!("{sign}{}_", self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::command::DragKey;

    #[test]
    fn a_number_is_typed_and_corrected() {
        let typed = |keys: &str| {
            let mut typed = Typed::default();
            for key in keys.chars() {
                if key == '<' {
                    typed.pop();
                } else {
                    assert!(typed.push(key), "{key}");
                }
            }
            (typed.value(), typed.shown())
        };
        assert_eq!(typed(""), (None, None));
        assert_eq!(typed("2"), (Some(2.0), Some("2_".to_owned())));
        assert_eq!(typed("1.25<"), (Some(1.2), Some("1.2_".to_owned())));
        assert_eq!(typed("1..5"), (Some(1.5), Some("1.5_".to_owned())));
        assert_eq!(typed("2-"), (Some(-2.0), Some("−2_".to_owned())));
        assert_eq!(typed("-2-,5"), (Some(2.5), Some("2.5_".to_owned())));
        assert_eq!(typed("-."), (None, Some("−._".to_owned())));
        assert_eq!(typed("-2<<"), (None, None));
        assert_eq!(typed("99999999999999").0, Some(999_999_999_999.0));
        assert!(!Typed::default().push('x'));
    }

    #[test]
    fn the_characters_of_a_number_are_those_of_the_table_of_keys() {
        for character in (' '..='~').chain(['−', '½', '٣']) {
            let is_in_table = DragKey::of_character(character).is_some();
            assert_eq!(Typed::default().push(character), is_in_table, "{character}");
        }
    }
}
