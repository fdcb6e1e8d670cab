//! The messages about the input of a conversion.

use std::collections::BTreeMap;

/// So many faults are listed; the others are counted.
const MOST_FAULTS: usize = 20;

/// What a conversion reports about its input: faults with their places, and the kinds of things that it leaves out with their numbers.
#[derive(Debug, Default)]
pub struct Log {
    faults: Vec<String>,
    fault_count: usize,
    left_out: BTreeMap<String, LeftOut>,
}

#[derive(Debug)]
struct LeftOut {
    count: u64,
    first: String,
}

impl Log {
    /// A fault of the input, with its place.
    pub fn fault(&mut self, message: impl Into<String>) {
        self.fault_count += 1;
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(message.into());
        }
    }

    /// One of a kind that the conversion leaves out, such as `shape casts`. `first` is its place, such as `at 0.5 s`: that of the first one is
    /// shown.
    pub fn left_out(&mut self, kind: &str, first: impl FnOnce() -> String) {
        match self.left_out.get_mut(kind) {
            Some(left_out) => left_out.count += 1,
            None => drop(self.left_out.insert(kind.to_owned(), LeftOut { count: 1, first: first() })),
        }
    }

    /// The number of faults so far.
    pub fn fault_count(&self) -> usize {
        self.fault_count
    }

    /// The text of all messages, a line each; empty when there is none.
    pub fn text(&self) -> String {
        let mut lines: Vec<String> = self.faults.iter().map(|fault| format!("warning: {fault}\n")).collect();
        let more = self.fault_count - self.faults.len();
        if more > 0 {
            lines.push(format!("warning: and {more} more of these\n"));
        }
        if !self.left_out.is_empty() {
            let kinds =
                self.left_out.iter().map(|(kind, LeftOut { count, first })| format!("{kind} ({count}, first {first})"));
            lines.push(format!("left out: {}\n", kinds.collect::<Vec<_>>().join(", ")));
        }
        lines.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted_and_faults_are_listed_up_to_a_number() {
        let mut log = Log::default();
        assert_eq!(log.text(), "");
        log.left_out("texts", || "at 0.5 s".to_owned());
        log.left_out("lines", || "at 1 s".to_owned());
        log.left_out("texts", || "at 2 s".to_owned());
        assert_eq!(log.text(), "left out: lines (1, first at 1 s), texts (2, first at 0.5 s)\n");
        (0..MOST_FAULTS + 3).for_each(|i| log.fault(format!("fault {i}")));
        assert_eq!(log.fault_count(), MOST_FAULTS + 3);
        let text = log.text();
        assert_eq!(text.lines().filter(|line| line.starts_with("warning: fault")).count(), MOST_FAULTS);
        assert!(text.contains("warning: and 3 more of these\n"), "{text}");
    }
}
