//! Whether the view, panels and lists move to a new place or change at once. The choice stays from one run to the next.

use eframe::egui::style::ScrollAnimation;
use eframe::egui::{Context, Id, Style};

use super::persistent;
use super::persistent::StoredValue;

/// How the window changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Motion {
    /// The view, panels and lists move to their new places.
    Full,
    /// Everything changes at once.
    Reduced,
}

impl Motion {
    /// The motion in use.
    pub(in crate::app) fn of(ctx: &Context) -> Self {
        if ctx.global_style().animation_time > 0.0 { Self::Full } else { Self::Reduced }
    }

    /// Chooses it, also for the next run.
    pub(in crate::app) fn choose(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_persisted(id(), self == Self::Reduced));
        self.set(ctx);
    }

    /// Uses it in this run.
    pub(in crate::app) fn set(self, ctx: &Context) {
        let usual = Style::default();
        let (time, scrolling) = match self {
            Self::Full => (usual.animation_time, usual.scroll_animation),
            Self::Reduced => (0.0, ScrollAnimation::none()),
        };
        ctx.all_styles_mut(|style| {
            style.animation_time = time;
            style.scroll_animation = scrolling;
        });
    }
}

/// Uses the choice of an earlier run, if there is one.
pub(in crate::app) fn settle(ctx: &Context) {
    match ctx.data_mut(|data| data.get_persisted(id())) {
        Some(true) => Motion::Reduced.set(ctx),
        Some(false) => Motion::Full.set(ctx),
        None => {}
    }
}

/// The choice stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<bool>(ctx, id())
}

fn id() -> Id {
    Id::unique("whether motion is reduced")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_used_at_the_next_start_and_no_choice_changes_nothing() {
        let ctx = Context::default();
        assert_eq!(Motion::of(&ctx), Motion::Full);
        Motion::Reduced.set(&ctx);
        settle(&ctx);
        assert_eq!(Motion::of(&ctx), Motion::Reduced, "what the system prefers stays");
        Motion::Full.choose(&ctx);
        assert_eq!(Motion::of(&ctx), Motion::Full);
        Motion::Reduced.set(&ctx);
        settle(&ctx);
        assert_eq!(Motion::of(&ctx), Motion::Full, "the choice of the user is stronger");
    }
}
