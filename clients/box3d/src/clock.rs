//! The times of the steps, and the tick rate at which each step is a tick of its own.

/// The times of the steps of a recording.
#[derive(Debug)]
pub(crate) struct Clock {
    rate: f64,
    /// The times before each step and after the last one, where the steps are not all the same.
    times: Option<Vec<f64>>,
}

impl Clock {
    /// The clock of steps of these times in seconds.
    pub(crate) fn new(steps: impl Iterator<Item = f32>) -> Self {
        let steps: Vec<f64> = steps.map(f64::from).collect();
        let shortest = steps.iter().copied().filter(|step| *step > 0.0).fold(f64::INFINITY, f64::min);
        let exact = if shortest.is_finite() { 1.0 / shortest } else { 60.0 };
        // 1/60 s as a float is not the 60th part of a second.
        let is_whole = (exact - exact.round()).abs() <= 1e-6 * exact;
        let rate = if is_whole { exact.round() } else { exact };
        if steps.iter().all(|step| *step == shortest) {
            return Self { rate, times: None };
        }
        let sums = steps.iter().scan(0.0, |time, step| {
            *time += step;
            Some(*time)
        });
        Self { rate, times: Some(std::iter::once(0.0).chain(sums).collect()) }
    }

    /// The ticks a second.
    pub(crate) fn rate(&self) -> f64 {
        self.rate
    }

    /// The time before a step, counted from 0, in seconds.
    pub(crate) fn time(&self, step: usize) -> f64 {
        match &self.times {
            Some(times) => times.get(step).or(times.last()).copied().unwrap_or(0.0),
            None => step as f64 / self.rate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_steps_are_ticks() {
        let clock = Clock::new([1.0 / 60.0; 3].into_iter());
        assert_eq!((clock.rate(), clock.time(0), clock.time(3)), (60.0, 0.0, 3.0 / 60.0));
        assert_eq!(Clock::new([0.25].into_iter()).rate(), 4.0);
        assert_eq!(Clock::new(std::iter::empty()).rate(), 60.0);
    }

    #[test]
    fn other_steps_have_a_tick_each() {
        let clock = Clock::new([0.5, 0.125, 0.0, 1.0].into_iter());
        assert_eq!(clock.rate(), 8.0);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|step| clock.time(step)), [0.0, 0.5, 0.625, 0.625, 1.625, 1.625]);
    }
}
