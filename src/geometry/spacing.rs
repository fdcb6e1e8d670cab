//! The spacing of `f32`.

/// The distance from the absolute value of a number to the next larger `f32`: 2⁻²³ times the power of two at or below
/// it (IEEE 754-2019, binary32). Infinite for NaN.
pub fn spacing(x: f32) -> f32 {
    let x = x.abs();
    if x.is_finite() && x.next_up().is_infinite() {
        x - x.next_down()
    } else if x.is_finite() {
        x.next_up() - x
    } else {
        f32::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_doubles_at_powers_of_two() {
        for (x, expected) in [
            (1.0, 2.0_f32.powi(-23)),
            (-1e6, 0.0625),
            (16_777_215.0, 1.0),
            (16_777_216.0, 2.0),
            (1e10, 1024.0),
            (f32::MAX, 2.0_f32.powi(104)),
            (f32::INFINITY, f32::INFINITY),
        ] {
            assert_eq!(spacing(x).to_bits(), expected.to_bits(), "{x}");
        }
    }
}
