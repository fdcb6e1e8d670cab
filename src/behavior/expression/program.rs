//! A parsed expression.

use std::fmt;
use std::sync::Arc;

use super::error::{ExpressionError, RunError};
use super::operator::Instruction;
use super::parser::Parser;
use super::run;
use crate::behavior::blackboard::Blackboard;
use crate::behavior::entry::{NumberForm, Typed};
use crate::behavior::value::Value;

/// A program on the blackboard. Copies share it.
#[derive(Clone, PartialEq)]
pub struct Expression {
    text: Arc<str>,
    steps: Arc<[Instruction]>,
}

impl Expression {
    /// Parses a text.
    ///
    /// # Errors
    /// If the text is no expression, or nests too deep.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        let steps = Parser::new(text)?.program()?;
        Ok(Self { text: text.into(), steps: steps.into() })
    }

    /// The text as its author wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same expression with other keys.
    #[must_use]
    pub fn with_keys(&self, mut key: impl FnMut(&Arc<str>) -> Arc<str>) -> Self {
        let steps = self.steps.iter().map(|step| match step {
            Instruction::Load(name) => Instruction::Load(key(name)),
            Instruction::Store(name, how) => Instruction::Store(key(name), *how),
            other => other.clone(),
        });
        Self { text: Arc::clone(&self.text), steps: steps.collect() }
    }

    /// The same expression with constants in place of some names where these are read.
    #[must_use]
    pub fn with_constants(&self, value: impl Fn(&str) -> Option<Value>) -> Self {
        let steps = self.steps.iter().map(|step| match step {
            Instruction::Load(name) => value(name)
                .map_or_else(|| step.clone(), |value| Instruction::Push(Typed { value, form: NumberForm::Plain })),
            other => other.clone(),
        });
        Self { text: Arc::clone(&self.text), steps: steps.collect() }
    }

    /// The keys that it reads or writes, in order, with repetitions.
    pub fn keys(&self) -> impl Iterator<Item = &Arc<str>> {
        self.steps.iter().filter_map(|step| match step {
            Instruction::Load(name) | Instruction::Store(name, _) => Some(name),
            _ => None,
        })
    }

    /// Runs it and returns its value. Assignments before an error stay on the blackboard.
    ///
    /// # Errors
    /// If a key does not exist, an operator does not accept the kind of a value, a value does not fit the type of its key,
    /// or a number that is stored is not finite.
    pub fn run(&self, blackboard: &mut Blackboard) -> Result<Value, RunError> {
        run::run(&self.steps, blackboard).map(|typed| typed.value)
    }

    /// Runs it and returns whether its value is true: a number other than 0.
    ///
    /// # Errors
    /// Those of [`Expression::run`], and a value that is no number, or a whole number other than 0 and 1.
    pub fn holds(&self, blackboard: &mut Blackboard) -> Result<bool, RunError> {
        let value = run::run(&self.steps, blackboard)?;
        value.holds().map_err(|error| RunError(format!("`{}` must be true or false: {error}", self.text)))
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Expression").field(&self.text).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Blackboard {
        [("hp", 100.0.into()), ("seen", true.into()), ("who", "me".into()), ("n", Value::from("42"))]
            .into_iter()
            .map(|(key, value): (&str, Value)| (key.into(), value))
            .collect()
    }

    fn value(text: &str) -> Result<Value, String> {
        Expression::parse(text).map_err(|e| e.to_string())?.run(&mut board()).map_err(|e| e.to_string())
    }

    #[test]
    fn expressions_have_values() {
        let cases: [(&str, Value); 60] = [
            ("1 + 2 * 3", 7.0.into()),
            ("(1 + 2) * 3", 9.0.into()),
            ("7 - 2 - 1", 4.0.into()),
            ("8 / 4 / 2", 1.0.into()),
            ("-hp + 1", (-99.0).into()),
            ("- - 2", 2.0.into()),
            ("2 * -3", (-6.0).into()),
            ("0x1F", 31.0.into()),
            ("1.5e2", 150.0.into()),
            (".5", 0.5.into()),
            ("6 & 3", 2.0.into()),
            ("6 | 3", 7.0.into()),
            ("6 ^ 3", 5.0.into()),
            ("~0", (-1.0).into()),
            ("6 & 3 == 2", true.into()),
            ("4 | 6 & 3", 6.0.into()),
            ("!true", false.into()),
            ("!0", true.into()),
            ("true + true", 2.0.into()),
            ("true == 1", true.into()),
            ("0.1 + 0.2 == 0.3", true.into()),
            ("0.1 + 0.2 != 0.3", false.into()),
            ("0.1 + 0.2 <= 0.3", false.into()),
            ("1 < 2 < 3", true.into()),
            ("3 > 2 > 2", false.into()),
            ("1 || 1 && 0", true.into()),
            ("3 > 2 > 4", false.into()),
            // The chain ends before the missing key.
            ("1 > 2 > none", false.into()),
            ("0 && 0 || 1", true.into()),
            ("1 < 2 && hp >= 100", true.into()),
            ("'a' + 'b'", "ab".into()),
            // Texts stay texts.
            ("'9' + '10'", "910".into()),
            ("'9' < '10'", false.into()),
            ("'9' < 10", true.into()),
            ("9 < '10'", true.into()),
            ("'true' == 1", true.into()),
            ("'a' .. 1", "a1".into()),
            ("'a' .. 1.5", "a1.500000".into()),
            ("'a' .. (1 + 1)", "a2.000000".into()),
            ("'a' .. 1 .. true", "a11.000000".into()),
            ("1 + 2 .. 'a'", "3.000000a".into()),
            ("'hp ' .. hp", "hp 100".into()),
            ("'a' < 'b'", true.into()),
            ("who == 'me'", true.into()),
            ("n == 42", true.into()),
            ("n + '1'", "421".into()),
            ("hp > 50 ? 'high' : 'low'", "high".into()),
            ("0 ? 1 : 0 ? 2 : 3", 3.0.into()),
            ("'5' ? 1 : 2", 1.0.into()),
            ("'0' ? 1 : 2", 2.0.into()),
            ("1 / 0 > 5", true.into()),
            ("x := 5; x = '7'", 7.0.into()),
            ("x := true; x = 5", 5.0.into()),
            ("x := 5; x = 2.0", 2.0.into()),
            ("x := 3; x *= 2; x", 6.0.into()),
            ("x := y := 2; x + y", 4.0.into()),
            ("hp -= 30", 70.0.into()),
            ("who += '!'; who", "me!".into()),
            (" hp /= 4 ; ; hp = hp + 1; ", 26.0.into()),
            ("ö1 := 1", 1.0.into()),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_computed_is_an_error() {
        for (text, part) in [
            ("x := 1 / 0", "not finite"),
            ("x := 0 / 0", "not finite"),
            ("x := 1e308 * 10", "not finite"),
            ("hp /= seen - 1", "not finite"),
            // A key keeps its type.
            ("v := 5; v = 'text'", "the text `text` is no number"),
            ("v := 5; v = 2.5", "no whole number"),
            ("v := 5; v /= 2", "no whole number"),
            ("v := 'a'; v = 5", "cannot take the place"),
            ("v := 'a'; v += 1", "cannot"),
            ("v := 5; v += 'a'", "cannot take the place"),
            ("n + 1", "cannot"),
            ("none < 3", "`none` is not on the blackboard"),
            ("'' ? 1 : 2", "cannot"),
            ("1 .. 2", "two numbers"),
            ("x := 2; x && 1", "truth"),
            ("none + 1", "`none` is not on the blackboard"),
            ("none = 1", "write `:=`"),
            ("none += 1", "write `:=`"),
            ("'a' - 'b'", "cannot"),
            ("who * 2", "cannot"),
            ("who < 2", "cannot"),
            ("!who", "cannot"),
            ("1.5 & 1", "whole"),
            ("1e300 | 1", "whole"),
            ("who && 1", "cannot"),
            ("-who", "cannot"),
        ] {
            let error = value(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        let doubling = Expression::parse("who += who").unwrap();
        let mut board = board();
        let last = (0..64).map(|_| doubling.run(&mut board)).find_map(Result::err).unwrap();
        assert!(last.to_string().contains("long"), "{last}");
    }

    #[test]
    fn texts_that_are_no_expression_say_where() {
        for (text, at) in [
            ("", 0),
            (" ; ", 3),
            ("1 +", 3),
            ("1 + * 2", 4),
            ("(1", 2),
            ("1)", 1),
            ("1 2", 2),
            ("'it''s'", 4),
            ("'a", 0),
            ("a ? b", 5),
            ("1 := 2", 2),
            ("a + b := 2", 6),
            ("a $ b", 2),
            ("0x", 0),
            ("1e999", 0),
            ("é := \"x\"", 6),
            ("a = = 1", 4),
        ] {
            let error = Expression::parse(text).expect_err(text);
            assert_eq!(error.at, at, "{text}: {error}");
        }
    }

    #[test]
    fn deep_expressions_end_in_an_error_and_long_ones_do_not() {
        for deep in ["(", "-", "!", "1 ? ", "a := ", "(-"] {
            let error = Expression::parse(&deep.repeat(100_000)).unwrap_err();
            assert!(error.message.contains("deep"), "{deep}: {error}");
        }
        assert_eq!(value(&format!("1{}", " + 1".repeat(20_000))), Ok(20_001.0.into()));
        assert_eq!(value(&format!("{}1{}", "(".repeat(50), ")".repeat(50))), Ok(1.0.into()));
    }

    #[test]
    fn keys_can_be_exchanged() {
        let expression = Expression::parse("x := RED + y").unwrap();
        let moved = expression.with_constants(|name| (name == "RED").then(|| 3.0.into()));
        let moved = moved.with_keys(|key| format!("sub/{key}").into());
        assert_eq!(moved.keys().map(|key| &**key).collect::<Vec<_>>(), ["sub/y", "sub/x"]);
        let mut board: Blackboard = [("sub/y".into(), 1.0.into())].into_iter().collect();
        moved.run(&mut board).unwrap();
        assert_eq!(board.get("sub/x"), Some(&4.0.into()));
        assert_eq!(moved.text(), "x := RED + y");
    }
}
