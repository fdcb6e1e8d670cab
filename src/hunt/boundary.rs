//! The place where a yes becomes a no when one number changes.

/// The numbers from `yes` towards `no` at which the answer changes: the last yes. `None` when both ends answer alike, or an end
/// is not finite.
pub(super) fn last_yes(yes: f32, no: f32, is_yes: impl Fn(f32) -> bool) -> Option<f32> {
    if !yes.is_finite() || !no.is_finite() || !is_yes(yes) || is_yes(no) {
        return None;
    }
    let (mut yes, mut no) = (ordered(yes), ordered(no));
    while yes.abs_diff(no) > 1 {
        let middle = i32::midpoint(yes, no);
        if is_yes(number(middle)) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    Some(number(yes))
}

/// A number moved by some units in the last place.
pub(super) fn moved(x: f32, units: i32) -> f32 {
    number(ordered(x) + units)
}

/// Whole numbers in the order of `f32` numbers.
fn ordered(x: f32) -> i32 {
    let bits = x.to_bits().cast_signed();
    if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits }
}

fn number(ordered: i32) -> f32 {
    let bits = if ordered < 0 { i32::MIN.wrapping_sub(ordered) } else { ordered };
    f32::from_bits(bits.cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boundary_is_found_to_the_last_bit() {
        assert_eq!(last_yes(0.0, 10.0, |x| x <= 3.0), Some(3.0));
        assert_eq!(last_yes(-1.0, 1.0, |x| x < 0.0).map(|x| x < 0.0 && moved(x, 1) >= 0.0), Some(true));
        assert_eq!(last_yes(5.0, -5.0, |x| x > -2.0), Some((-2.0_f32).next_up()));
        assert_eq!(last_yes(0.0, 1.0, |_| true), None);
        assert_eq!(moved(1.0, 2).to_bits(), (1.0 + 2.0 * f32::EPSILON).to_bits());
        assert_eq!(moved(0.0, -1).to_bits(), (-f32::from_bits(1)).to_bits());
    }
}
