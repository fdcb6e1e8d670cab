//! The numbers at an axis: multiples of 1, 2 or 5 times a power of ten.

/// The numbers at an axis with their texts.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::picture) struct Ticks(pub(in crate::picture) Vec<(f64, String)>);

impl Ticks {
    /// About `count` numbers from the least to the greatest value. Without a range there are none.
    pub(in crate::picture) fn of(least: f64, most: f64, count: f64) -> Self {
        let rough = (most - least) / count.max(1.0);
        if !rough.is_finite() || rough <= 0.0 {
            return Self(Vec::new());
        }
        let power = libm::pow(10.0, libm::log10(rough).floor());
        let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough * (1.0 - 1e-9));
        let step = factor.unwrap_or(10.0) * power;
        let (begin, end) = ((least / step - 1e-6).ceil(), (most / step + 1e-6).floor());
        let numbers = (0..=1000_u32).map(|i| begin + f64::from(i)).take_while(|i| *i <= end);
        Self(numbers.map(|i| (i * step, text(i * step, step))).collect())
    }
}

/// A multiple of a step with as many digits as the step has.
fn text(value: f64, step: f64) -> String {
    // No number is written as −0.
    let value = if value.abs() < step * 1e-6 { 0.0 } else { value };
    let sign = if value < 0.0 { "−" } else { "" };
    if !(1e-5..1e7).contains(&step) && value != 0.0 {
        let written = format!("{:.4e}", value.abs());
        let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
        return format!("{sign}{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'));
    }
    let is_whole = |digits: &i32| {
        let scaled = step * libm::pow(10.0, f64::from(*digits));
        (scaled - scaled.round()).abs() < 1e-6
    };
    let digits = (0..6).find(is_whole).unwrap_or(6);
    format!("{sign}{:.*}", usize::try_from(digits).unwrap_or(6), value.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_an_axis_are_round() {
        let of = |least: f64, most: f64| {
            Ticks::of(least, most, 5.0).0.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of(0.0, 1.0), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(of(0.0, 47.0), "0 10 20 30 40");
        assert_eq!(of(-3.2, 2.1), "−2 0 2");
        assert_eq!(of(0.0, 0.0123), "0.000 0.005 0.010");
        assert_eq!(of(0.0, 2.5e-7), "0 5e-8 1e-7 1.5e-7 2e-7 2.5e-7");
        assert_eq!(of(1_000_000.0, 1_000_004.0), "1000000 1000001 1000002 1000003 1000004");
        assert_eq!(of(0.0, 3e9), "0 1e9 2e9 3e9");
        assert_eq!(of(1.0, 1.0), "");
        assert_eq!(of(f64::NEG_INFINITY, 1.0), "");
    }
}
