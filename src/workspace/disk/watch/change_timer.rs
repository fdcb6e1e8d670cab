//! Decides when changes are reported: once the files have been stable for a short time, and a few times a second while
//! they change continuously.

use std::time::{Duration, Instant};

use crate::workspace::disk::file_debounce::Writing;

/// After this time without a change, a file is no longer being written.
const QUIET: Duration = Duration::from_millis(150);
/// The interval between reports while files change continuously. It is also the least time between two reports.
const INTERIM: Duration = Duration::from_millis(400);

/// A period in which files change.
#[derive(Debug, Default)]
pub(super) struct ChangeTimer {
    now: Option<Burst>,
    /// The time of the last report.
    reported: Option<Instant>,
}

#[derive(Debug)]
struct Burst {
    first_change: Instant,
    last_change: Instant,
}

impl ChangeTimer {
    /// Whether files are changing.
    pub(super) fn is_busy(&self) -> bool {
        self.now.is_some()
    }

    /// Takes whether files have changed since the last call, and returns the report.
    pub(super) fn update(&mut self, has_changed: bool, now: Instant) -> Option<Writing> {
        if has_changed {
            self.now.get_or_insert(Burst { first_change: now, last_change: now }).last_change = now;
        }
        let burst = self.now.as_ref()?;
        if self.reported.is_some_and(|before| now.duration_since(before) < INTERIM) {
            return None;
        }
        let report = if now.duration_since(burst.last_change) >= QUIET {
            self.now = None;
            Writing::Over
        } else if now.duration_since(burst.first_change) >= INTERIM {
            Writing::Changing
        } else {
            return None;
        };
        self.reported = Some(now);
        Some(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reports and their times in milliseconds, for changes at these times. A check is made every 50 ms.
    fn reports(changes: &[u64], end: u64) -> Vec<(u64, Writing)> {
        let (start, mut change_timer) = (Instant::now(), ChangeTimer::default());
        let beats = (0..=end).step_by(50);
        let report = |at: u64| {
            let has_changed = changes.iter().any(|change| (at.saturating_sub(49)..=at).contains(change));
            change_timer.update(has_changed, start + Duration::from_millis(at)).map(|writing| (at, writing))
        };
        beats.filter_map(report).collect()
    }

    #[test]
    fn a_change_is_reported_when_it_has_ended() {
        assert_eq!(reports(&[100], 2000), [(250, Writing::Over)]);
        assert_eq!(reports(&[100, 200, 300], 2000), [(450, Writing::Over)]);
        assert_eq!(reports(&[100, 1000], 2000), [(250, Writing::Over), (1150, Writing::Over)]);
        assert_eq!(reports(&[], 2000), []);
    }

    #[test]
    fn continuous_changes_are_reported_more_than_twice_a_second_and_at_the_end() {
        for period in [1, 10, 50, 100, 140] {
            let changes: Vec<u64> = (0..5000).step_by(period).collect();
            let reports = reports(&changes, 6000);
            let (last, interim) = reports.split_last().unwrap();
            assert_eq!(last.1, Writing::Over, "{period} ms: {reports:?}");
            assert!(interim.iter().all(|(_, writing)| *writing == Writing::Changing), "{period} ms: {reports:?}");
            assert!(interim.len() >= 11, "{period} ms: {reports:?}");
            assert!(interim.windows(2).all(|two| two[1].0 - two[0].0 <= 450), "{period} ms: {reports:?}");
            assert!(reports.len() <= 14, "{period} ms costs no more frames than that: {reports:?}");
        }
        for period in [200, 250, 400] {
            let changes: Vec<u64> = (0..5000).step_by(period).collect();
            let reports = reports(&changes, 6000);
            assert!((10..=14).contains(&reports.len()), "{period} ms: {reports:?}");
            assert!(
                reports.windows(2).all(|two| (400..=500).contains(&(two[1].0 - two[0].0))),
                "{period} ms: {reports:?}"
            );
            assert_eq!(reports.last().unwrap().1, Writing::Over, "{period} ms: {reports:?}");
        }
    }
}
