//! Key presses, each with the modifiers that were held at that press.
//!
//! A key that is pressed and released within one frame is a press like any other. egui's `InputState::modifiers` are those at
//! the end of the frame, so nothing here looks at them.

use eframe::egui::os::OperatingSystem;
use eframe::egui::{Context, Event, Id, Key, KeyboardShortcut, Modifiers, PointerButton, Response};

/// Takes the presses for which `command` gives something. Gives those commands in the order of the presses.
pub(super) fn take<T>(ctx: &Context, mut command: impl FnMut(Key, Modifiers) -> Option<T>) -> Vec<T> {
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

/// Whether a press is that of a shortcut. Ctrl+H is not H, and Ctrl+Shift+S is not Ctrl+S.
pub(super) fn is(shortcut: KeyboardShortcut, key: Key, held: Modifiers) -> bool {
    key == shortcut.logical_key && held.matches_exact(shortcut.modifiers)
}

/// The same for keys that need Shift on some keyboards, such as +.
pub(super) fn is_with_any_shift(shortcut: KeyboardShortcut, key: Key, held: Modifiers) -> bool {
    is(shortcut, key, Modifiers { shift: shortcut.modifiers.shift, ..held })
}

/// Whether keys go to the panels: no text is being typed, and no question is open.
pub(super) fn are_free(ctx: &Context) -> bool {
    !is_typing(ctx) && !has_question(ctx)
}

/// Whether a question waits for its answer, above all panels.
pub(super) fn has_question(ctx: &Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}

/// Whether the keys of this frame go to a text field. egui takes the focus from a field before the frame in which Esc is
/// pressed; that Esc is still the field's.
pub(super) fn is_typing(ctx: &Context) -> bool {
    ctx.text_edit_focused() || ctx.data(|data| data.get_temp(was_typing()).unwrap_or(false))
}

/// Enter answers a question with this button, unless another one was reached by Tab.
pub(super) fn answer_with(button: &Response) {
    if button.ctx.memory(|memory| memory.focused().is_none()) {
        button.request_focus();
    }
}

/// At the end of a frame: whether the next presses go to a text field.
pub(super) fn end_frame(ctx: &Context) {
    let is_typing = ctx.text_edit_focused();
    ctx.data_mut(|data| data.insert_temp(was_typing(), is_typing));
}

fn was_typing() -> Id {
    Id::unique("a text was typed in the last frame")
}

/// At the start of a frame: a letter that is pressed with Alt is no text, or Alt+F would replace the number in a selected
/// field by an f. `AltGr` is not Alt, or is Ctrl+Alt; on a Mac, Option writes characters.
pub(super) fn drop_text_with_alt(ctx: &Context) {
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
pub(super) fn held_at_release(ctx: &Context, of: PointerButton) -> Modifiers {
    ctx.input(|i| {
        let releases = i.events.iter().rev().find_map(|event| match event {
            Event::PointerButton { button, pressed: false, modifiers, .. } if *button == of => Some(*modifiers),
            _ => None,
        });
        releases.unwrap_or(i.modifiers)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::RawInput;

    fn press(key: Key, modifiers: Modifiers) -> [Event; 2] {
        [true, false].map(|pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers })
    }

    /// What `look` sees in a frame with those events, at whose end no modifier is held any more.
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

    const SAVE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::S);
    const HIDE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::H);

    #[test]
    fn short_presses_count_with_their_own_modifiers_and_in_their_order() {
        let ctrl = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };
        let events = [
            press(Key::H, Modifiers::NONE),
            press(Key::S, ctrl),
            press(Key::H, ctrl),
            press(Key::S, Modifiers { shift: true, ..ctrl }),
            press(Key::H, Modifiers::ALT),
            press(Key::H, Modifiers::NONE),
        ];
        let (taken, left) = frame(events.into_iter().flatten(), |ctx| {
            let taken = take(ctx, |key, held| {
                if is(SAVE, key, held) {
                    return Some("save");
                }
                is(HIDE, key, held).then_some("hide")
            });
            (taken, ctx.input(|i| i.num_presses(Key::H) + i.num_presses(Key::S)))
        });
        assert_eq!((taken, left), (vec!["hide", "save", "hide"], 3));
        let plus = KeyboardShortcut::new(Modifiers::COMMAND, Key::Plus);
        for (held, is_it) in [(ctrl, true), (Modifiers { shift: true, ..ctrl }, true), (Modifiers::SHIFT, false)] {
            assert_eq!(is_with_any_shift(plus, Key::Plus, held), is_it, "{held:?}");
        }
    }

    #[test]
    fn a_letter_with_alt_is_no_text() {
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
