//! Lists of choices.

use eframe::egui::{self, ComboBox, Ui};

/// A list of choices. Returns whether another one was chosen.
/// `is_mixed`: the selected items have different values, so that no choice is shown, and each choice is another one.
pub(super) fn choose<T: PartialEq + Copy>(
    ui: &mut Ui,
    salt: &str,
    label: egui::Id,
    value: &mut T,
    choices: &[(T, &str)],
    is_mixed: bool,
) -> bool {
    let mut is_changed = false;
    let shown = choices.iter().find(|(choice, _)| choice == value && !is_mixed);
    let shown = shown.map_or(if is_mixed { "—" } else { "" }, |(_, word)| *word);
    let list = ComboBox::from_id_salt(salt).width(ui.available_width()).selected_text(shown);
    let response = list.show_ui(ui, |ui| {
        for (choice, word) in choices {
            let is_shown = choice == value && !is_mixed;
            if ui.selectable_label(is_shown, *word).clicked() && !is_shown {
                (*value, is_changed) = (*choice, true);
            }
        }
    });
    response.response.labelled_by(label);
    is_changed
}
