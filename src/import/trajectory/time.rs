//! The times of rows, which count from the first one, and their unit.

/// The unit of the times of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// Microseconds.
    Microseconds,
    /// Nanoseconds.
    Nanoseconds,
}

impl TimeUnit {
    /// The word of scene files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Milliseconds => "ms",
            Self::Microseconds => "us",
            Self::Nanoseconds => "ns",
        }
    }

    /// The name in a sentence.
    fn name(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Milliseconds => "milliseconds",
            Self::Microseconds => "microseconds",
            Self::Nanoseconds => "nanoseconds",
        }
    }

    /// The unit of a stamp of which only the size is known. 1e11 seconds are more than 3000 years.
    pub(super) fn of_stamp(stamp: f64) -> Self {
        match stamp.abs() {
            1e17.. => Self::Nanoseconds,
            1e14.. => Self::Microseconds,
            1e11.. => Self::Milliseconds,
            _ => Self::Seconds,
        }
    }

    /// The note about a unit that follows from the size of the first stamp; `None` for seconds.
    pub(super) fn note(self, stamp: f64) -> Option<String> {
        let (name, word) = (self.name(), self.word());
        (self != Self::Seconds).then(|| {
            format!(
                "time_unit: the times are read as {name}, because the first is {stamp:e}; `\"time_unit\": \"{word}\"` of the \
                 session says so, `\"s\"` means seconds"
            )
        })
    }

    /// The number of them in a second.
    fn a_second(self) -> f64 {
        match self {
            Self::Seconds => 1.0,
            Self::Milliseconds => 1e3,
            Self::Microseconds => 1e6,
            Self::Nanoseconds => 1e9,
        }
    }
}

/// The time of the first row. Others count from it.
pub(super) struct Times {
    unit: TimeUnit,
    number: Option<f64>,
    /// The whole part and the rest.
    parts: Option<(i64, f64)>,
}

impl Times {
    pub(super) fn new(unit: TimeUnit) -> Self {
        Self { unit, number: None, parts: None }
    }

    /// The seconds since the first row. `field` is the text of `stamp`.
    ///
    /// Nanoseconds since 1970 do not fit into an `f64`, so their whole parts are subtracted first.
    pub(super) fn since(&mut self, field: &str, stamp: f64) -> f64 {
        if self.unit == TimeUnit::Seconds {
            return stamp - *self.number.get_or_insert(stamp);
        }
        match parts(field) {
            Some((whole, rest)) if self.number.is_none() => {
                let (first, first_rest) = *self.parts.get_or_insert((whole, rest));
                (whole.saturating_sub(first) as f64 + (rest - first_rest)) / self.unit.a_second()
            }
            _ => {
                let first = self.parts.map_or(stamp, |(whole, rest)| whole as f64 + rest);
                (stamp - *self.number.get_or_insert(first)) / self.unit.a_second()
            }
        }
    }

    /// The time of the first row as the file has it, in seconds; `None` for a format without times.
    pub(super) fn in_file(&self) -> Option<f64> {
        let first = self.parts.map(|(whole, rest)| whole as f64 + rest).or(self.number);
        first.map(|first| first / self.unit.a_second())
    }
}

/// The whole part of a decimal number and the rest; `None` for a number with an exponent.
fn parts(field: &str) -> Option<(i64, f64)> {
    let (whole, rest) = field.split_once('.').unwrap_or((field, ""));
    let number: i64 = whole.parse().ok()?;
    if rest.is_empty() {
        return Some((number, 0.0));
    }
    let rest: f64 = rest.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("0.{rest}").parse().ok())??;
    Some((number, if whole.starts_with('-') { -rest } else { rest }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_subtracted_before_they_lose_their_last_digits() {
        for (unit, first, second, expected) in [
            (TimeUnit::Nanoseconds, "1403636579763555584", "1403636579763555684", 1e-7),
            (TimeUnit::Nanoseconds, "1403636579763555584.000000000", "1403636580763555584.000000000", 1.0),
            (TimeUnit::Microseconds, "1403636579763555.25", "1403636579763556.75", 1.5e-6),
            (TimeUnit::Milliseconds, "-1.5", "0.5", 2e-3),
            (TimeUnit::Nanoseconds, "1e18", "1000000001000000000", 1.0),
            (TimeUnit::Nanoseconds, "1000000000000000000", "1.000000001e18", 1.0),
            (TimeUnit::Seconds, "10.5", "12", 1.5),
        ] {
            let mut times = Times::new(unit);
            assert!(times.since(first, first.parse().unwrap()).abs() < f64::EPSILON);
            let found = times.since(second, second.parse().unwrap());
            assert!((found - expected).abs() < 1e-12 * expected.max(1e-3), "{first} {second}: {found}");
        }
        assert_eq!(Times::new(TimeUnit::Nanoseconds).in_file(), None);
    }

    #[test]
    fn the_size_of_a_stamp_tells_its_unit() {
        for (stamp, unit) in [
            (1.4e9, TimeUnit::Seconds),
            (9.9e10, TimeUnit::Seconds),
            (1e11, TimeUnit::Milliseconds),
            (1.4e12, TimeUnit::Milliseconds),
            (1e14, TimeUnit::Microseconds),
            (1.4e15, TimeUnit::Microseconds),
            (1e17, TimeUnit::Nanoseconds),
            (-1.4e18, TimeUnit::Nanoseconds),
        ] {
            assert_eq!(TimeUnit::of_stamp(stamp), unit, "{stamp}");
        }
    }
}
