//! The spacing of `f32` over a level: bands against neighbouring numbers, and stored places against true ones.

use eyeline::precision::{bands, spacing_at, stored};
use glam::DVec3;
use proptest::prelude::*;

/// Coordinates of all sizes that levels have, many of them at or beside powers of two.
fn coordinate() -> impl Strategy<Value = f32> {
    let power = (-10_i32..30).prop_map(|power| 2.0_f32.powi(power));
    let beside = (power.clone(), -2_i32..3).prop_map(|(power, steps)| {
        let bits = i64::from(power.to_bits()) + i64::from(steps);
        f32::from_bits(u32::try_from(bits).expect("the bits of a positive number"))
    });
    let within = (power, 1.0_f32..2.0).prop_map(|(power, factor)| power * factor);
    (prop_oneof![beside, within], any::<bool>()).prop_map(|(x, is_negative)| if is_negative { -x } else { x })
}

proptest! {
    #[test]
    fn the_spacing_is_the_distance_to_the_next_number(x in coordinate()) {
        let next = f64::from(x.abs().next_up()) - f64::from(x.abs());
        prop_assert_eq!(spacing_at(DVec3::new(0.0, x.into(), 0.0)).to_bits(), next.to_bits());
        // The band of the coordinate has it too.
        let all = bands(f64::from(x.abs()) * 1.5);
        let inside = all.iter().find(|band| band.from <= f64::from(x.abs()) && f64::from(x.abs()) < band.to).unwrap();
        prop_assert_eq!(inside.spacing.to_bits(), next.to_bits());
    }

    #[test]
    fn a_stored_place_is_off_by_half_of_the_spacing_at_most(x in coordinate(), y in coordinate(), z in coordinate(), part in -1.0..1.0) {
        let spacing = [x, y, z].map(|x| f64::from(x.abs().next_up()) - f64::from(x.abs()));
        let truth = DVec3::new(x.into(), y.into(), z.into()) + DVec3::from(spacing) * part;
        let off = (stored(truth) - truth).abs();
        prop_assert!((0..3).all(|axis| off[axis] <= spacing[axis] / 2.0), "{truth}: {off}");
        prop_assert_eq!(stored(stored(truth)), stored(truth));
    }
}
