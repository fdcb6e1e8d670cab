//! How large everything in the window is drawn: egui's zoom factor, in steps, by menu and keys.
//!
//! egui keeps the factor in its memory, which eframe stores between runs. Its own keys go in steps of a tenth and as
//! far as a fifth; they are [switched off](super::set_look).

use eframe::egui::{Button, Context, KeyboardShortcut, Ui};

use super::{keys, shortcuts};

/// Per cent.
const STEPS: [u16; 5] = [100, 125, 150, 175, 200];

/// What keys ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Larger,
    Smaller,
    Usual,
}

impl Wish {
    fn from(self, step: usize) -> usize {
        match self {
            Self::Larger => (step + 1).min(STEPS.len() - 1),
            Self::Smaller => step.saturating_sub(1),
            Self::Usual => 0,
        }
    }
}

/// Answers the keys.
pub(super) fn keys(ctx: &Context) {
    let wishes = keys::take(ctx, |key, held| {
        let all = [
            (shortcuts::LARGER, Wish::Larger),
            (shortcuts::LARGER_TOO, Wish::Larger),
            (shortcuts::SMALLER, Wish::Smaller),
            (shortcuts::USUAL_SIZE, Wish::Usual),
        ];
        all.into_iter().find(|(shortcut, _)| keys::is_with_any_shift(*shortcut, key, held)).map(|(_, wish)| wish)
    });
    if !wishes.is_empty() {
        let now = nearest(ctx.zoom_factor());
        set(ctx, wishes.into_iter().fold(now, |step, wish| wish.from(step)));
    }
}

/// Takes the nearest step to what was stored, whatever that is.
pub(super) fn settle(ctx: &Context) {
    set(ctx, nearest(ctx.zoom_factor()));
}

/// An entry of the View menu that opens to the side.
pub(super) fn menu(ui: &mut Ui) {
    ui.menu_button("Scale", |ui| {
        ui.set_min_width(130.0);
        let now = nearest(ui.ctx().zoom_factor());
        for (step, per_cent) in STEPS.into_iter().enumerate() {
            let mut button = Button::selectable(step == now, format!("{per_cent} %"));
            if let Some(keys) = keys_to(step, now) {
                button = button.shortcut_text(ui.ctx().format_shortcut(&keys));
            }
            if ui.add(button).clicked() {
                set(ui.ctx(), step);
            }
        }
    });
}

/// The keys that lead from one step to another.
fn keys_to(step: usize, now: usize) -> Option<KeyboardShortcut> {
    if step == now + 1 {
        Some(shortcuts::LARGER)
    } else if step + 1 == now {
        Some(shortcuts::SMALLER)
    } else {
        (step == 0 && now > 0).then_some(shortcuts::USUAL_SIZE)
    }
}

fn set(ctx: &Context, step: usize) {
    ctx.set_zoom_factor(f32::from(STEPS[step]) / 100.0);
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
    fn steps_have_an_end_on_both_sides() {
        for (wish, from, to) in [
            (Wish::Larger, 0, 1),
            (Wish::Larger, 4, 4),
            (Wish::Smaller, 4, 3),
            (Wish::Smaller, 0, 0),
            (Wish::Usual, 3, 0),
        ] {
            assert_eq!(wish.from(from), to, "{wish:?}");
        }
    }
}
