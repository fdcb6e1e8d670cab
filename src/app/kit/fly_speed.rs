//! The factor of the speed at which the view flies. The wheel changes it during a flight, and it stays from one run to the
//! next.

use eframe::egui::{Context, Id};

use super::persistent;
use super::persistent::StoredValue;

/// The factors in the settings, in percent.
pub(in crate::app) const STEPS: [u16; 5] = [25, 50, 100, 200, 400];
/// The least and the greatest factor.
const LEAST: f32 = 0.01;
const GREATEST: f32 = 100.0;
/// The change of the factor's logarithm for a point of the wheel.
const PER_POINT: f32 = 0.003;
/// Factors that differ by less are shown as the same one of [`STEPS`].
const SAME: f32 = 0.03;

/// The factor.
pub(in crate::app) fn factor(ctx: &Context) -> f32 {
    let stored = ctx.data_mut(|data| data.get_persisted::<f32>(id()));
    stored.filter(|factor| (LEAST..=GREATEST).contains(factor)).unwrap_or(1.0)
}

/// Chooses the factor, also for the next run.
pub(in crate::app) fn choose(ctx: &Context, factor: f32) {
    ctx.data_mut(|data| data.insert_persisted(id(), factor.clamp(LEAST, GREATEST)));
}

/// Changes the factor by a turn of the wheel, in points, and returns it.
pub(in crate::app) fn turn(ctx: &Context, points: f32) -> f32 {
    choose(ctx, factor(ctx) * libm::expf(points * PER_POINT));
    factor(ctx)
}

/// The one of [`STEPS`] that the factor is; `None` between two of them.
pub(in crate::app) fn step(ctx: &Context) -> Option<u16> {
    let factor = factor(ctx);
    STEPS.into_iter().find(|percent| (factor * 100.0 / f32::from(*percent) - 1.0).abs() < SAME)
}

/// The factor in percent: "141 %".
pub(in crate::app) fn words(factor: f32) -> String {
    format!("{:.0} %", factor * 100.0)
}

/// The factor stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<f32>(ctx, id())
}

fn id() -> Id {
    Id::unique("the speed of flying")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_changes_the_factor_within_its_range() {
        let ctx = Context::default();
        assert_eq!(step(&ctx), Some(100));
        let faster = turn(&ctx, 40.0);
        assert!(faster > 1.1 && step(&ctx).is_none(), "{faster}");
        turn(&ctx, 1e5);
        assert_eq!(words(factor(&ctx)), "10000 %");
        choose(&ctx, 0.5);
        assert_eq!(step(&ctx), Some(50));
        for invalid in [f32::NAN, 0.0, -1.0, f32::INFINITY] {
            ctx.data_mut(|data| data.insert_persisted(id(), invalid));
            assert_eq!(step(&ctx), Some(100), "{invalid}");
        }
    }
}
