//! Text fields, and what is typed into them.

use eframe::egui::{self, Response, TextEdit, Ui};

use crate::app::kit::keys::{self, Left};
use crate::scene::Color;

/// A text field that takes effect when it loses the focus. Returns the new text then. Esc restores the old text.
pub(super) fn typed(ui: &mut Ui, id: egui::Id, written: &str, label: egui::Id) -> Option<String> {
    typed_in(ui, id, written, label, |ui, text| {
        let width = ui.available_width();
        ui.add(TextEdit::singleline(text).desired_width(width))
    })
}

/// The same with a field that `add` shows.
pub(super) fn typed_in(
    ui: &mut Ui,
    id: egui::Id,
    written: &str,
    label: egui::Id,
    add: impl FnOnce(&mut Ui, &mut String) -> Response,
) -> Option<String> {
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| written.to_owned());
    let response = add(ui, &mut text).labelled_by(label);
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|data| data.remove_temp::<String>(id));
    let is_taken = keys::left(&response).is_some_and(|left| left != Left::Escaped);
    (is_taken && text != written).then_some(text)
}

/// Layers 0 to 63, in any order, once each.
pub(super) fn parse_layers(text: &str) -> Result<Vec<u8>, String> {
    let mut layers = Vec::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        match word.parse::<u8>() {
            Ok(layer) if layer < 64 => layers.push(layer),
            _ => return Err(format!("{word} is not a layer; type numbers from 0 to 63, such as 0, 3")),
        }
    }
    layers.sort_unstable();
    layers.dedup();
    Ok(layers)
}

/// A colour as the file has it. The number sign may be left out.
pub(super) fn parse_color(text: &str) -> Result<[u8; 3], String> {
    let digits = text.trim().trim_start_matches('#');
    Color::try_from(format!("#{digits}")).map(|Color(rgb)| rgb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_typed_as_in_the_file() {
        for text in ["#c08040", " C08040 ", "c08040"] {
            assert_eq!(parse_color(text), Ok([0xc0, 0x80, 0x40]), "{text}");
        }
        assert_eq!(String::from(Color([0xc0, 0x80, 0x40])), "#c08040");
        for wrong in ["", "#c0804", "#c080401", "#c0804g", "red"] {
            assert!(parse_color(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn layers_are_numbers_below_64() {
        assert_eq!(parse_layers(" 5, 3 3,63 "), Ok(vec![3, 5, 63]));
        assert_eq!(parse_layers(""), Ok(vec![]));
        for wrong in ["64", "-1", "a", "1.5", "300"] {
            assert!(parse_layers(wrong).is_err(), "{wrong}");
        }
    }
}
