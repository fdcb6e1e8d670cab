//! The input ports of BehaviorTree.CPP: a text, or a key of the blackboard whose value is read when the node needs it.

use std::borrow::Cow;
use std::sync::Arc;

use super::blackboard::Blackboard;
use super::entry::{Declared, Typed, truth_of};
use super::expression::error::RunError;
use super::status::Status;

/// The source of an input.
#[derive(Clone, Debug, PartialEq)]
pub enum Port {
    /// This text.
    Text(Arc<str>),
    /// The value of this key of the blackboard.
    Key(Arc<str>),
}

impl Port {
    /// How an author writes it.
    pub fn written(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Key(key) => Cow::Owned(format!("{{{key}}}")),
        }
    }

    /// A whole number of 32 bits. `name` is the name of the port, here and below.
    ///
    /// # Errors
    /// If the key is not on the blackboard, or the value is no such number.
    pub(super) fn whole(&self, name: &str, board: &Blackboard) -> Result<i64, RunError> {
        self.number(name, board, Declared::Whole, i64::from(i32::MIN)..=i64::from(i32::MAX))
    }

    /// A whole number from 0 of 32 bits.
    ///
    /// # Errors
    /// As [`Port::whole`].
    pub(super) fn unsigned(&self, name: &str, board: &Blackboard) -> Result<u64, RunError> {
        let number = self.number(name, board, Declared::Unsigned, 0..=i64::from(u32::MAX))?;
        Ok(number.unsigned_abs())
    }

    fn number(
        &self,
        name: &str,
        board: &Blackboard,
        declared: Declared,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<i64, RunError> {
        let found = self.found(name, board)?;
        let number = match found.as_text() {
            Some(text) => declared.parse(text).and_then(|number| number.to_whole()),
            None => found.to_whole(),
        };
        let number = number.map_err(|error| self.wrong(name, &error))?;
        if range.contains(&number) {
            return Ok(number);
        }
        Err(self.wrong(name, &RunError(format!("{number} is not from {} to {}", range.start(), range.end()))))
    }

    /// A truth value.
    ///
    /// # Errors
    /// As [`Port::whole`].
    pub(super) fn truth(&self, name: &str, board: &Blackboard) -> Result<bool, RunError> {
        let found = self.found(name, board)?;
        let truth = match found.as_text() {
            Some(text) => truth_of(text).ok_or_else(|| RunError(format!("`{text}` is neither true nor false"))),
            None => found.holds(),
        };
        truth.map_err(|error| self.wrong(name, &error))
    }

    /// A text, or a number as text.
    ///
    /// # Errors
    /// As [`Port::whole`].
    pub(super) fn text(&self, name: &str, board: &Blackboard) -> Result<String, RunError> {
        let found = self.found(name, board)?;
        found.written().ok_or_else(|| self.wrong(name, &RunError(format!("{} is no text", found.shown()))))
    }

    /// A status, as `SUCCESS`, or by its number there.
    ///
    /// # Errors
    /// As [`Port::whole`].
    pub(super) fn status(&self, name: &str, board: &Blackboard) -> Result<Status, RunError> {
        const BY_NUMBER: [Status; 5] =
            [Status::Inactive, Status::Running, Status::Success, Status::Failure, Status::Skipped];
        let found = self.found(name, board)?;
        let status = match found.as_text().map(|text| &**text) {
            Some("RUNNING") => Some(Status::Running),
            Some("SUCCESS") => Some(Status::Success),
            Some("FAILURE") => Some(Status::Failure),
            Some("SKIPPED") => Some(Status::Skipped),
            Some(_) => None,
            None => found.to_whole().ok().and_then(|at| BY_NUMBER.get(usize::try_from(at).ok()?).copied()),
        };
        let wrong = || self.wrong(name, &RunError(format!("{} is no status that a node returns", found.shown())));
        status.filter(|status| *status != Status::Inactive).ok_or_else(wrong)
    }

    /// The value with its form.
    ///
    /// # Errors
    /// If the key is not on the blackboard.
    pub(super) fn found(&self, name: &str, board: &Blackboard) -> Result<Typed, RunError> {
        match self {
            Self::Text(text) => Ok(Typed::text(text)),
            Self::Key(key) => board.typed(key).ok_or_else(|| {
                RunError(format!("the port `{name}` reads the key `{key}`, which is not on the blackboard"))
            }),
        }
    }

    fn wrong(&self, name: &str, error: &RunError) -> RunError {
        RunError(format!("the port `{name}` reads `{}`: {error}", self.written()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;

    #[test]
    fn a_key_is_read_when_it_is_needed() {
        let mut board: Blackboard = [("n".into(), Value::from("4"))].into_iter().collect();
        let port = Port::Key("n".into());
        assert_eq!(port.whole("num_cycles", &board), Ok(4));
        board.set(&"n".into(), 2.0.into());
        assert_eq!((port.whole("num_cycles", &board), port.text("a", &board)), (Ok(2), Ok("2".to_owned())));
        for (value, part) in
            [(2.5.into(), "no whole number"), ("x".into(), "no whole number"), (3e9.into(), "not from")]
        {
            board.set(&"n".into(), value);
            let error = port.whole("num_cycles", &board).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("`num_cycles` reads `{n}`"), "{error}");
        }
        board.remove("n");
        assert!(port.whole("num_cycles", &board).unwrap_err().to_string().contains("`n`, which is not on"));
        assert_eq!(Port::Text("0".into()).truth("a", &board), Ok(false));
        assert_eq!(Port::Text("SKIPPED".into()).status("else", &board), Ok(Status::Skipped));
        assert!(Port::Text("IDLE".into()).status("else", &board).is_err());
        assert!(Port::Text("-1".into()).unsigned("msec", &board).is_err());
    }
}
