//! The keys of a drag of the gizmo: what each of them does, and the words of the shortcut sheet and of `docs/window.md`.
//!
//! A drag in progress takes all presses. After a drag was refused, the presses that would have belonged to it are
//! dropped: users type "G X 2 Enter" without a look at the screen, and the 2 would change the view.

use eframe::egui::{self, Event, Key, Modifiers};

use crate::app::kit::keys;
use crate::app::kit::keys::Press;

/// What a key does during a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum DragKey {
    /// Constrains the drag to an axis of the world, 0 to 2; the second press to this axis of the item, and the third to
    /// none.
    Axis(usize),
    /// Constrains the drag to the plane perpendicular to an axis.
    Plane(usize),
    /// Adds this character to the typed number.
    Number(char),
    /// Removes the last character of the typed number.
    Erase,
    /// Ends the drag and keeps the change. While Ctrl is held, the change is snapped.
    Accept,
    /// Ends the drag without a change.
    Cancel,
}

impl DragKey {
    /// What it does and its keys, as the shortcut sheet shows them.
    pub(in crate::app) const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Axis(_) => ("Along one axis", "X, Y or Z; twice: the item's own axis"),
            Self::Plane(_) => ("In a plane", "Shift+X, Shift+Y or Shift+Z"),
            Self::Number(_) | Self::Erase => ("Exact number", "Type it"),
            Self::Accept => ("Accept", "Release, or Enter; after a key, click"),
            Self::Cancel => ("Cancel", "Esc or right click"),
        }
    }

    /// What a key does that types no character of a number.
    fn of_key(key: Key, held: Modifiers) -> Option<Self> {
        let along = |axis| if held.shift { Self::Plane(axis) } else { Self::Axis(axis) };
        Some(match key {
            Key::X => along(0),
            Key::Y => along(1),
            Key::Z => along(2),
            Key::Backspace => Self::Erase,
            Key::Enter => Self::Accept,
            Key::Escape => Self::Cancel,
            _ => return None,
        })
    }

    /// What a typed character does.
    pub(in crate::app) fn of_character(character: char) -> Option<Self> {
        matches!(character, '0'..='9' | '.' | ',' | '-' | '−').then_some(Self::Number(character))
    }
}

/// Removes all presses and all text of this frame. Returns what they do during a drag, in their order, with the
/// modifiers that were held.
pub(in crate::app) fn take_drag_keys(ctx: &egui::Context) -> Vec<(DragKey, Modifiers)> {
    let mut taken = Vec::new();
    for press in keys::take_presses(ctx) {
        match press {
            Press::Key(key, held) => taken.extend(DragKey::of_key(key, held).map(|key| (key, held))),
            Press::Text(text) => {
                taken.extend(text.chars().filter_map(DragKey::of_character).map(|key| (key, Modifiers::NONE)));
            }
        }
    }
    taken
}

/// Removes the presses and the text of this frame that belong to a refused drag. Returns their number; `None` when
/// Enter, Esc, another key or a click has ended it.
pub(in crate::app) fn drop_drag_keys(ctx: &egui::Context) -> Option<usize> {
    ctx.input_mut(|i| drop_from(&mut i.events))
}

fn drop_from(events: &mut Vec<Event>) -> Option<usize> {
    let mut count = Some(0);
    events.retain(|event| {
        let Some(dropped) = &mut count else { return true };
        match Relation::of(event) {
            Relation::Part => {
                *dropped += 1;
                false
            }
            Relation::End => {
                count = None;
                false
            }
            Relation::Other => {
                count = None;
                true
            }
            Relation::Unrelated => true,
        }
    });
    count
}

/// The relation of an event to a refused drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// The drag would have gone on with it.
    Part,
    /// The drag would have ended with it.
    End,
    /// It is a command or a click, which is carried out.
    Other,
    /// It is no press, or it is the text of a key whose press came before it.
    Unrelated,
}

impl Relation {
    fn of(event: &Event) -> Self {
        match event {
            Event::Key { key, pressed: true, .. } if is_modifier(*key) => Self::Unrelated,
            Event::Key { pressed: true, modifiers, .. } if modifiers.alt || modifiers.command => Self::Other,
            Event::Key { key, pressed: true, modifiers, .. } => match DragKey::of_key(*key, *modifiers) {
                Some(DragKey::Accept | DragKey::Cancel) => Self::End,
                Some(_) => Self::Part,
                None if types_number(*key) => Self::Part,
                None => Self::Other,
            },
            Event::Text(text) if text.chars().all(is_of_drag) => Self::Part,
            Event::Copy | Event::Cut | Event::Paste(_) | Event::PointerButton { pressed: true, .. } => Self::Other,
            _ => Self::Unrelated,
        }
    }
}

/// Whether the character is one of a number, or the text of the key of an axis.
fn is_of_drag(character: char) -> bool {
    DragKey::of_character(character).is_some() || matches!(character.to_ascii_lowercase(), 'x' | 'y' | 'z')
}

/// Whether the press of a key is followed by a character of a number.
fn types_number(key: Key) -> bool {
    let digits =
        [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    digits.contains(&key) || [Key::Period, Key::Comma, Key::Minus].contains(&key)
}

fn is_modifier(key: Key) -> bool {
    let left = [Key::ShiftLeft, Key::ControlLeft, Key::AltLeft, Key::SuperLeft];
    let right = [Key::ShiftRight, Key::ControlRight, Key::AltRight, Key::SuperRight];
    left.contains(&key) || right.contains(&key)
}

#[cfg(test)]
mod tests {
    use eframe::egui::{PointerButton, Pos2};

    use super::*;

    fn press(key: Key, modifiers: Modifiers) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    fn text(text: &str) -> Event {
        Event::Text(text.to_owned())
    }

    #[test]
    fn the_words_name_the_keys() {
        for (key, held, does, word) in [
            (Key::X, Modifiers::NONE, DragKey::Axis(0), "X"),
            (Key::Y, Modifiers::NONE, DragKey::Axis(1), "Y"),
            (Key::Z, Modifiers::SHIFT, DragKey::Plane(2), "Shift+Z"),
            (Key::Enter, Modifiers::NONE, DragKey::Accept, "Enter"),
            (Key::Escape, Modifiers::NONE, DragKey::Cancel, "Esc"),
        ] {
            assert_eq!(DragKey::of_key(key, held), Some(does), "{key:?}");
            assert!(does.words().1.contains(word), "{key:?}: {:?}", does.words());
        }
        assert_eq!(DragKey::of_key(Key::Num1, Modifiers::NONE), None, "a digit comes as text");
        assert_eq!(DragKey::of_character('7'), Some(DragKey::Number('7')));
        assert_eq!(DragKey::of_character('x'), None, "the text of a letter");
    }

    #[test]
    fn the_keys_of_a_refused_drag_are_dropped_until_it_ends() {
        let shifted = press(Key::X, Modifiers::SHIFT);
        let number = [press(Key::Num2, Modifiers::NONE), text("2"), press(Key::Minus, Modifiers::NONE), text("-")];
        let shift = press(Key::ShiftLeft, Modifiers::SHIFT);
        let enter = press(Key::Enter, Modifiers::NONE);
        let seven = press(Key::Num7, Modifiers::NONE);
        let undo = press(Key::Z, Modifiers::COMMAND);
        let frame = press(Key::F, Modifiers::NONE);
        let button = PointerButton::Primary;
        let click = Event::PointerButton { pos: Pos2::ZERO, button, pressed: true, modifiers: Modifiers::NONE };
        for (events, count, left) in [
            (vec![], Some(0), vec![]),
            (number.to_vec(), Some(4), vec![]),
            (vec![shift.clone(), shifted, text("X")], Some(2), vec![shift]),
            (vec![number[0].clone(), enter, seven.clone()], None, vec![seven.clone()]),
            (vec![press(Key::Escape, Modifiers::NONE)], None, vec![]),
            (vec![frame.clone(), text("f"), seven.clone()], None, vec![frame, text("f"), seven.clone()]),
            (vec![text("s"), seven.clone()], Some(1), vec![text("s")]),
            (vec![undo.clone()], None, vec![undo]),
            (vec![click.clone(), seven.clone()], None, vec![click, seven]),
            (vec![Event::PointerMoved(Pos2::ZERO)], Some(0), vec![Event::PointerMoved(Pos2::ZERO)]),
        ] {
            let mut now = events.clone();
            assert_eq!((drop_from(&mut now), now), (count, left), "{events:?}");
        }
    }
}
