//! The types of blackboard entries, as BehaviorTree.CPP keeps them: a port declares one, and a number is whole or real.
//!
//! The values of a scene have no such type: they take and give any number. Only scripts and ports of tree files use types.
//!
//! Source: the behaviour of BehaviorTree.CPP 4.10 (D. Faconti, 2026), its `Any`, `Blackboard` and `convertFromString`.

use std::sync::Arc;

use super::expression::error::RunError;
use super::value::Value;

/// What is known of an entry besides its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EntryState {
    pub(super) declared: Option<Declared>,
    pub(super) form: NumberForm,
    /// The number of writes since the entry was made.
    pub(super) writes: u64,
}

/// The type of the port that declared an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// 32 bits.
    Whole,
    /// 32 bits.
    Unsigned,
    /// True or false.
    Truth,
    /// A real number.
    Real,
    /// A text.
    Text,
    /// Any value, but no text for a number: the type of an entry that was copied there.
    Any,
}

/// The form of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// That of a scene: whole or real.
    #[default]
    Plain,
    /// Whole, 64 bits: a real number is stored only if it is whole.
    Whole,
    Real,
}

/// A value with the form of its number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Typed {
    pub(super) value: Value,
    pub(super) form: NumberForm,
}

impl Typed {
    pub(super) fn real(number: f64) -> Self {
        Self { value: number.into(), form: NumberForm::Real }
    }

    pub(super) fn whole(number: i64) -> Self {
        Self { value: (number as f64).into(), form: NumberForm::Whole }
    }

    /// A truth value, which is a real number there.
    pub(super) fn truth(truth: bool) -> Self {
        Self { value: truth.into(), form: NumberForm::Real }
    }

    pub(super) fn text(text: &str) -> Self {
        Self { value: text.into(), form: NumberForm::Plain }
    }

    /// The number; `None` for a text or list. True is 1 and false is 0.
    pub(super) fn number(&self) -> Option<f64> {
        match self.value {
            Value::Bool(value) => Some(f64::from(u8::from(value))),
            Value::Number(number) => Some(number),
            Value::Text(_) | Value::List(_) => None,
        }
    }

    /// The text; `None` for all else.
    pub(super) fn as_text(&self) -> Option<&Arc<str>> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A text, or a number as text; a real number has six decimals. `None` for a list.
    pub(super) fn written(&self) -> Option<String> {
        if let Some(text) = self.as_text() {
            return Some(text.to_string());
        }
        let number = self.number()?;
        Some(if self.form == NumberForm::Real { format!("{number:.6}") } else { Value::Number(number).to_string() })
    }

    /// Whether it counts as true.
    ///
    /// # Errors
    /// For a text, a list, and a whole number that is neither 0 nor 1.
    pub(super) fn holds(&self) -> Result<bool, RunError> {
        match (self.number(), self.form) {
            (Some(number), NumberForm::Whole) if ![0.0, 1.0].contains(&number) => {
                Err(RunError(format!("the whole number {number} is neither 0 nor 1, so it is no truth value")))
            }
            (Some(number), _) => Ok(number != 0.0),
            (None, _) => Err(RunError(format!("{} is no truth value", self.shown()))),
        }
    }

    /// The kind and the start of the value, for messages.
    pub(super) fn shown(&self) -> String {
        let shown: String = self.value.to_string().chars().take(48).collect();
        format!("the {} {shown}", self.value.kind())
    }

    /// The whole number.
    ///
    /// # Errors
    /// For all that is none.
    pub(super) fn to_whole(&self) -> Result<i64, RunError> {
        const LARGEST: f64 = (1_i64 << 53) as f64;
        match self.number() {
            Some(number) if number.fract() == 0.0 && number.abs() <= LARGEST =>
            {
                #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and within the range")]
                Ok(number as i64)
            }
            Some(number) => Err(RunError(format!("{number} is no whole number up to 2^53"))),
            None => Err(RunError(format!("{} is no number", self.shown()))),
        }
    }

    /// The value in the place of another one, whose form it takes.
    ///
    /// # Errors
    /// If it does not fit: a text for a number, a number for a text, or a fraction for a whole number.
    pub(super) fn replacing(self, before: &Self) -> Result<Self, RunError> {
        let is_number = |of: &Self| of.number().is_some();
        match (is_number(&self), is_number(before)) {
            (true, true) if before.form == NumberForm::Whole => {
                self.to_whole()?;
                Ok(Self { form: NumberForm::Whole, ..self })
            }
            (true, true) => Ok(Self { form: before.form, ..self }),
            (false, false) if self.value.kind() == before.value.kind() => Ok(self),
            _ => Err(RunError(format!("{} cannot take the place of {}", self.shown(), before.shown()))),
        }
    }
}

impl Declared {
    /// A text as a value of this type.
    ///
    /// # Errors
    /// If the text is none.
    pub(super) fn parse(self, text: &str) -> Result<Typed, RunError> {
        let whole = |range: std::ops::RangeInclusive<i64>, what: &str| match whole_of(text) {
            Some(number) if range.contains(&number) => Ok(Typed::whole(number)),
            _ => Err(RunError(format!("`{text}` is no {what} of 32 bits"))),
        };
        match self {
            Self::Whole => whole(i64::from(i32::MIN)..=i64::from(i32::MAX), "whole number"),
            Self::Unsigned => whole(0..=i64::from(u32::MAX), "whole number from 0"),
            Self::Truth => {
                let truth = truth_of(text).ok_or_else(|| RunError(format!("`{text}` is neither true nor false")))?;
                Ok(Typed { value: truth.into(), form: NumberForm::Whole })
            }
            Self::Real => real_of(text).map(Typed::real).ok_or_else(|| RunError(format!("`{text}` is no number"))),
            Self::Text => Ok(Typed::text(text)),
            Self::Any => Err(RunError(format!("the entry takes no text any more, found `{text}`"))),
        }
    }

    /// Whether an entry of this type keeps to it.
    pub(super) fn is_strict(self) -> bool {
        self != Self::Any
    }

    /// Whether a value is of this type.
    pub(super) fn is_of(self, typed: &Typed) -> bool {
        match self {
            Self::Whole | Self::Unsigned | Self::Truth => typed.number().is_some() && typed.form != NumberForm::Real,
            Self::Real => typed.number().is_some() && typed.form != NumberForm::Whole,
            Self::Text => typed.as_text().is_some(),
            Self::Any => true,
        }
    }
}

/// The value of a literal in a port of a subtree, with its type: a number if it is one, else a text.
pub fn literal(text: &str) -> (Value, Option<Declared>) {
    match (exact_whole_of(text), exact_real_of(text)) {
        (Some(whole), _) => (Typed::whole(whole).value, Some(Declared::Whole)),
        (None, Some(real)) => (real.into(), Some(Declared::Real)),
        (None, None) => (text.into(), None),
    }
}

/// A truth value in words or as 0 or 1.
pub(super) fn truth_of(text: &str) -> Option<bool> {
    match text {
        "true" | "TRUE" | "True" | "1" => Some(true),
        "false" | "FALSE" | "False" | "0" => Some(false),
        _ => None,
    }
}

/// The whole number at the start of a text; what follows it is not read.
pub(super) fn whole_of(text: &str) -> Option<i64> {
    text[..whole_length(text)].parse().ok()
}

/// The whole number that a text is.
pub(super) fn exact_whole_of(text: &str) -> Option<i64> {
    whole_of(text).filter(|_| whole_length(text) == text.len())
}

/// The finite number at the start of a text; what follows it is not read.
pub(super) fn real_of(text: &str) -> Option<f64> {
    text[..real_length(text)].parse().ok().filter(|number: &f64| number.is_finite())
}

/// The number that a text is.
pub(super) fn exact_real_of(text: &str) -> Option<f64> {
    real_of(text).filter(|_| real_length(text) == text.len())
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn whole_length(text: &str) -> usize {
    let sign = usize::from(text.starts_with('-'));
    sign + digits(&text[sign..])
}

/// The length of the number at the start of a text, with its fraction and its power of ten.
fn real_length(text: &str) -> usize {
    let mut length = whole_length(text);
    if let Some(rest) = text[length..].strip_prefix('.') {
        length += 1 + digits(rest);
    }
    let power = &text[length..];
    if power.starts_with(['e', 'E']) {
        let sign = 1 + usize::from(power[1..].starts_with(['+', '-']));
        let digits = digits(&power[sign..]);
        if digits > 0 {
            length += sign + digits;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_the_start_of_a_text() {
        for (text, whole, real) in [
            ("42", Some(42), Some(42.0)),
            ("-7", Some(-7), Some(-7.0)),
            ("2.5", Some(2), Some(2.5)),
            (".5", None, Some(0.5)),
            ("1e3", Some(1), Some(1000.0)),
            ("1ex", Some(1), Some(1.0)),
            ("12abc", Some(12), Some(12.0)),
            ("abc", None, None),
            ("", None, None),
            ("-", None, None),
            ("+1", None, None),
            (" 1", None, None),
            ("1e999", Some(1), None),
        ] {
            assert_eq!((whole_of(text), real_of(text)), (whole, real), "{text}");
        }
        assert_eq!((exact_whole_of("12"), exact_whole_of("12a"), exact_real_of("1.5 ")), (Some(12), None, None));
    }

    #[test]
    fn a_value_takes_the_form_of_the_one_before() {
        let (five, half, text) = (Typed::whole(5), Typed::real(0.5), Typed::text("a"));
        assert_eq!(Typed::real(7.0).replacing(&five), Ok(Typed::whole(7)));
        assert_eq!(five.clone().replacing(&half), Ok(Typed::real(5.0)));
        assert!(half.clone().replacing(&five).is_err() && text.clone().replacing(&five).is_err());
        assert!(five.clone().replacing(&text).is_err());
        assert_eq!((five.written(), half.written()), (Some("5".to_owned()), Some("0.500000".to_owned())));
        assert_eq!(Typed { value: 0.5.into(), form: NumberForm::Plain }.written(), Some("0.5".to_owned()));
        assert!(five.holds().is_err() && text.holds().is_err());
        assert_eq!((half.holds(), Typed::whole(0).holds()), (Ok(true), Ok(false)));
    }

    #[test]
    fn a_declared_type_reads_texts() {
        assert_eq!(Declared::Whole.parse("3"), Ok(Typed::whole(3)));
        assert!(Declared::Whole.parse("x").is_err() && Declared::Whole.parse("3000000000").is_err());
        assert!(Declared::Unsigned.parse("-1").is_err());
        assert_eq!(Declared::Truth.parse("True").map(|truth| truth.value), Ok(true.into()));
        assert!(Declared::Truth.parse("yes").is_err());
        assert_eq!(Declared::Real.parse("2.5"), Ok(Typed::real(2.5)));
        assert_eq!(Declared::Text.parse("2"), Ok(Typed::text("2")));
    }
}
