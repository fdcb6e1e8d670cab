//! The scale of the window: egui's zoom factor, in steps.
//!
//! egui keeps the factor in its memory, which eframe stores between runs. egui's own keys use steps of a tenth, down to
//! a fifth. They are [switched off](super::theme::set_look).

use eframe::egui::Context;

/// The steps, percent.
pub(in crate::app) const STEPS: [u16; 5] = [100, 125, 150, 175, 200];

/// The default, percent.
pub(in crate::app) const USUAL: u16 = 100;

/// The current scale, percent.
pub(in crate::app) fn percent(ctx: &Context) -> u16 {
    STEPS[nearest(ctx.zoom_factor())]
}

/// The next larger step.
pub(in crate::app) fn larger_than(percent: u16) -> Option<u16> {
    STEPS.into_iter().find(|step| *step > percent)
}

/// The next smaller step.
pub(in crate::app) fn smaller_than(percent: u16) -> Option<u16> {
    STEPS.into_iter().rev().find(|step| *step < percent)
}

/// Draws everything at this scale.
pub(in crate::app) fn set(ctx: &Context, percent: u16) {
    ctx.set_zoom_factor(f32::from(percent) / 100.0);
}

/// Sets the step nearest to the stored value, for any stored value.
pub(in crate::app) fn settle(ctx: &Context) {
    set(ctx, percent(ctx));
}

fn nearest(factor: f32) -> usize {
    let distance = |per_cent: u16| (f32::from(per_cent) / 100.0 - factor).abs();
    let steps = STEPS.into_iter().enumerate();
    steps.min_by(|(_, a), (_, b)| distance(*a).total_cmp(&distance(*b))).map_or(0, |(step, _)| step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_stored_factor_becomes_a_step() {
        for (factor, per_cent) in
            [(1.0, 100), (1.1, 100), (1.15, 125), (1.25, 125), (2.0, 200), (5.0, 200), (0.2, 100), (f32::NAN, 100)]
        {
            assert_eq!(STEPS[nearest(factor)], per_cent, "{factor}");
        }
    }

    #[test]
    fn steps_have_a_limit_on_both_sides() {
        for (percent, smaller, larger) in [(100, None, Some(125)), (150, Some(125), Some(175)), (200, Some(175), None)]
        {
            assert_eq!((smaller_than(percent), larger_than(percent)), (smaller, larger), "{percent}");
        }
    }
}
