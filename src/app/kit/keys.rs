//! Key presses that are not commands: whether a text field has the keyboard, and the keys of fields and lists.
//!
//! Shortcuts are in the table of [`command`](crate::app::command). Only that table and this file read keys: `clippy.toml`
//! forbids egui's calls that read a key elsewhere. A key that is pressed and released within one frame is a normal
//! press. egui's `InputState::modifiers` are those at the end of the frame, so each press is read with its own
//! modifiers.

use eframe::egui::os::OperatingSystem;
use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{Context, Event, Id, Key, Modifiers, PointerButton, Response};
use glam::{Vec3, vec3};

/// Removes the presses for which `command` returns `Some`. Returns those commands in the order of the presses.
pub(in crate::app) fn take<T>(ctx: &Context, mut command: impl FnMut(Key, Modifiers) -> Option<T>) -> Vec<T> {
    let mut taken = Vec::new();
    ctx.input_mut(|i| {
        i.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let given = command(*key, *modifiers);
            let is_kept = given.is_none();
            taken.extend(given);
            is_kept
        });
    });
    taken
}

/// A press that a drag takes.
pub(in crate::app) enum Press {
    /// A key that types no character, or a letter.
    Key(Key, Modifiers),
    /// A character of a number.
    Text(String),
}

/// Removes all presses and all text of this frame, and returns them in their order. Digits and signs are texts only.
pub(in crate::app) fn take_presses(ctx: &Context) -> Vec<Press> {
    let mut taken = Vec::new();
    ctx.input_mut(|i| {
        i.events.retain(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => {
                taken.push(Press::Key(*key, *modifiers));
                false
            }
            Event::Text(text) => {
                taken.push(Press::Text(text.clone()));
                false
            }
            _ => true,
        });
    });
    taken
}

/// Whether Esc removes the focus from this text field now.
pub(in crate::app) fn is_escaped(field: &Response) -> bool {
    field.has_focus() && is_pressed(&field.ctx, Key::Escape)
}

/// How a field lost the keyboard focus in this frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Left {
    /// By Enter.
    Entered,
    /// By Esc.
    Escaped,
    /// By a click elsewhere, or by Tab.
    Elsewhere,
}

/// How a field lost the keyboard focus, if it did.
pub(in crate::app) fn left(field: &Response) -> Option<Left> {
    field.lost_focus().then(|| {
        if is_pressed(&field.ctx, Key::Enter) {
            Left::Entered
        } else if is_pressed(&field.ctx, Key::Escape) {
            Left::Escaped
        } else {
            Left::Elsewhere
        }
    })
}

/// Whether Esc ends the drag of this frame.
pub(in crate::app) fn cancels_drag(ctx: &Context) -> bool {
    is_pressed(ctx, Key::Escape)
}

#[expect(clippy::disallowed_methods, reason = "keys of fields are read here")]
fn is_pressed(ctx: &Context, key: Key) -> bool {
    ctx.input(|i| i.key_pressed(key))
}

/// The direction in which the held keys W A S D Q E fly: right, up, ahead, each −1 to 1. `None` when none is held.
#[expect(clippy::disallowed_methods, reason = "held keys are read here")]
pub(in crate::app) fn flight(ctx: &Context) -> Option<Vec3> {
    ctx.input(|i| {
        let axis = |plus, minus| f32::from(i8::from(i.key_down(plus)) - i8::from(i.key_down(minus)));
        let direction = vec3(axis(Key::D, Key::A), axis(Key::E, Key::Q), axis(Key::W, Key::S));
        let any = [Key::W, Key::A, Key::S, Key::D, Key::Q, Key::E].into_iter().any(|key| i.key_down(key));
        any.then_some(direction)
    })
}

/// Removes the presses of Esc in this frame. Returns whether there were any.
pub(in crate::app) fn takes_escape(ctx: &Context) -> bool {
    !take(ctx, |key, _| (key == Key::Escape).then_some(())).is_empty()
}

/// Whether a key was pressed or released in this frame.
pub(in crate::app) fn has_any(ctx: &Context) -> bool {
    ctx.input(|i| i.events.iter().any(|event| matches!(event, Event::Key { .. })))
}

/// Whether a modal dialog is open.
pub(in crate::app) fn has_question(ctx: &Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}

/// Whether the keys of this frame go to a text field. egui removes the focus from a field before the frame in which Esc
/// is pressed. That Esc still belongs to the field.
pub(in crate::app) fn is_typing(ctx: &Context) -> bool {
    ctx.text_edit_focused() || ctx.data(|data| data.get_temp(was_typing()).unwrap_or(false))
}

/// Whether a text of a label is selected, which Ctrl+C copies.
pub(in crate::app) fn has_selected_text(ctx: &Context) -> bool {
    ctx.plugin_opt::<LabelSelectionState>().is_some_and(|state| state.lock().has_selection())
}

/// The first letters of the menus.
const MENUS: [Key; 7] = [Key::F, Key::E, Key::I, Key::V, Key::P, Key::L, Key::H];

/// Removes a letter that is pressed with Alt and returns it, a capital letter. `None` while a dialog is open, and on a Mac,
/// where Option types characters.
pub(in crate::app) fn menu_letter(ctx: &Context) -> Option<char> {
    if has_question(ctx) || matches!(ctx.os(), OperatingSystem::Mac | OperatingSystem::IOS) {
        return None;
    }
    let letters = take(ctx, |key, held| {
        (held.alt && !held.command && !held.shift && MENUS.contains(&key)).then(|| key.name().chars().next()).flatten()
    });
    letters.last().copied()
}

/// Makes Enter activate this button of a dialog, unless another one has the focus.
pub(in crate::app) fn answer_with(button: &Response) {
    if button.ctx.memory(|memory| memory.focused().is_none()) {
        button.request_focus();
    }
}

/// At the end of a frame: stores whether the next presses go to a text field.
pub(in crate::app) fn end_frame(ctx: &Context) {
    let is_typing = ctx.text_edit_focused();
    ctx.data_mut(|data| data.insert_temp(was_typing(), is_typing));
}

fn was_typing() -> Id {
    Id::unique("a text was typed in the last frame")
}

/// At the start of a frame: removes the text of letters that are pressed with Alt. Otherwise Alt+F would replace the
/// number in a selected field by an f. `AltGr` is not Alt, or is Ctrl+Alt; on a Mac, Option types characters.
pub(in crate::app) fn drop_text_with_alt(ctx: &Context) {
    if matches!(ctx.os(), OperatingSystem::Mac | OperatingSystem::IOS) {
        return;
    }
    ctx.input_mut(|i| {
        let mut is_with_alt = false;
        i.events.retain(|event| match event {
            Event::Key { pressed, modifiers, .. } => {
                is_with_alt = *pressed && modifiers.alt && !modifiers.ctrl;
                true
            }
            Event::Text(_) => !std::mem::take(&mut is_with_alt),
            _ => true,
        });
    });
}

/// The modifiers that were held at the last release of a button in this frame.
pub(in crate::app) fn held_at_release(ctx: &Context, of: PointerButton) -> Modifiers {
    held_at(ctx, of, |pressed| !pressed)
}

/// The modifiers that were held at the last press or release of a button in this frame. Without one, at its end.
pub(in crate::app) fn held_at_button(ctx: &Context, of: PointerButton) -> Modifiers {
    held_at(ctx, of, |_| true)
}

fn held_at(ctx: &Context, of: PointerButton, is_asked: impl Fn(bool) -> bool) -> Modifiers {
    ctx.input(|i| {
        let found = i.events.iter().rev().find_map(|event| match event {
            Event::PointerButton { button, pressed, modifiers, .. } if *button == of && is_asked(*pressed) => {
                Some(*modifiers)
            }
            _ => None,
        });
        found.unwrap_or(i.modifiers)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::RawInput;

    fn press(key: Key, modifiers: Modifiers) -> [Event; 2] {
        [true, false].map(|pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers })
    }

    /// The value of `look` in a frame with those events. No modifier is held at the end of the frame.
    fn frame<T>(events: impl IntoIterator<Item = Event>, look: impl FnOnce(&Context) -> T) -> T {
        let ctx = Context::default();
        ctx.set_os(OperatingSystem::Nix);
        let mut look = Some(look);
        let mut seen = None;
        let input = RawInput { events: events.into_iter().collect(), ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| seen = look.take().map(|look| look(ui.ctx())).or(seen.take()));
        output.textures_delta.clear();
        seen.unwrap()
    }

    #[test]
    fn a_letter_with_alt_is_not_text() {
        let text = |text: &str| Event::Text(text.to_owned());
        let typed = |held: Modifiers| {
            let [down, up] = press(Key::F, held);
            frame([down, text("f"), up, text("x")], |ctx| {
                drop_text_with_alt(ctx);
                ctx.input(|i| i.events.iter().filter(|event| matches!(event, Event::Text(_))).count())
            })
        };
        assert_eq!(typed(Modifiers::NONE), 2);
        assert_eq!(typed(Modifiers::ALT), 1);
        assert_eq!(typed(Modifiers { alt: true, ctrl: true, ..Modifiers::NONE }), 2, "AltGr");
    }
}
