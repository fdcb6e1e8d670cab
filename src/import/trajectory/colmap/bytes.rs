//! The binary form of the files of COLMAP.

use crate::source::error::SceneError;

/// Bytes that are read from the start.
pub(super) struct Bytes<'a> {
    file: &'a str,
    rest: &'a [u8],
    length: usize,
}

impl Bytes<'_> {
    pub(super) fn new<'a>(file: &'a str, bytes: &'a [u8]) -> Bytes<'a> {
        Bytes { file, rest: bytes, length: bytes.len() }
    }

    pub(super) fn skip(&mut self, count: u64) -> Result<(), SceneError> {
        let rest = usize::try_from(count).ok().and_then(|count| self.rest.get(count..));
        self.rest = rest.ok_or_else(|| self.ended())?;
        Ok(())
    }

    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], SceneError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or_else(|| self.ended())?;
        self.rest = rest;
        Ok(*taken)
    }

    pub(super) fn u32(&mut self) -> Result<u32, SceneError> {
        self.take().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, SceneError> {
        self.take().map(u64::from_le_bytes)
    }

    pub(super) fn f64(&mut self) -> Result<f64, SceneError> {
        let number = self.take().map(f64::from_le_bytes)?;
        if number.is_finite() { Ok(number) } else { Err(self.error(&format!("{number} is no finite number"))) }
    }

    /// A text that a zero byte ends.
    pub(super) fn text(&mut self) -> Result<String, SceneError> {
        let end = self.rest.iter().position(|&byte| byte == 0).ok_or_else(|| self.ended())?;
        let text = String::from_utf8_lossy(&self.rest[..end]).into_owned();
        self.rest = &self.rest[end + 1..];
        Ok(text)
    }

    fn ended(&self) -> SceneError {
        self.error("the file ends within an entry")
    }

    pub(super) fn error(&self, message: &str) -> SceneError {
        let message = format!("byte {}: {message}", self.length - self.rest.len());
        SceneError::unreadable(self.file, &message, Some("export the model of COLMAP again"))
    }
}
