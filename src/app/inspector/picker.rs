//! One object of many: a list that opens below its field, with a search, so that 100,000 names are no burden.

use eframe::egui::{ComboBox, Id, Key, PopupCloseBehavior, ScrollArea, TextEdit, Ui};

use crate::scene::{List, Object};

/// Height of an open list, points.
const HEIGHT: f32 = 220.0;

/// What was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    /// No object.
    Nothing,
    /// One of the list, by index.
    Object(usize),
}

/// A field that shows `shown` and opens the list of objects. `nothing`, when given, is the first entry and picks none.
pub(super) fn picker(
    ui: &mut Ui,
    label: Id,
    salt: &str,
    shown: &str,
    nothing: Option<&str>,
    objects: &List<Object>,
) -> Option<Picked> {
    let id = ui.scope_id().with(("search of", salt));
    let width = ui.available_width();
    let list = ComboBox::from_id_salt(salt).width(width).height(HEIGHT + 80.0).selected_text(shown).truncate();
    let list = list.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let response = list.show_ui(ui, |ui| {
        ui.set_min_width(width.max(180.0));
        let picked = contents(ui, id, shown, nothing, objects);
        if picked.is_some() {
            ui.close();
        }
        picked
    });
    response.response.labelled_by(label);
    if response.inner.is_none() {
        ui.data_mut(|data| data.remove_temp::<String>(id));
    }
    response.inner.flatten()
}

fn contents(ui: &mut Ui, id: Id, shown: &str, nothing: Option<&str>, objects: &List<Object>) -> Option<Picked> {
    let known = ui.data(|data| data.get_temp::<String>(id));
    let is_new = known.is_none();
    let mut search = known.unwrap_or_default();
    let field = TextEdit::singleline(&mut search).hint_text("Search objects").desired_width(f32::INFINITY);
    let field = ui.add(field).accessible_name("Search objects");
    if is_new {
        field.request_focus();
    }
    let matching = matching(objects, &search);
    let is_entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) && !search.trim().is_empty();
    ui.data_mut(|data| data.insert_temp(id, search));
    let first = matching.first().filter(|_| is_entered);
    let mut picked = first.map(|&first| Picked::Object(first));
    if let Some(word) = nothing
        && ui.selectable_label(shown == word, word).clicked()
    {
        picked = Some(Picked::Nothing);
    }
    if matching.is_empty() {
        ui.weak("No object is called so.");
    }
    let row = ui.spacing().interact_size.y;
    ScrollArea::vertical().max_height(HEIGHT).show_rows(ui, row, matching.len(), |ui, range| {
        for &i in &matching[range] {
            let name = &*objects[i].name;
            if ui.selectable_label(shown == name, name).clicked() {
                picked = Some(Picked::Object(i));
            }
        }
    });
    picked
}

/// Which objects have the text in their name, in any case.
fn matching(objects: &List<Object>, search: &str) -> Vec<usize> {
    let search = search.trim().to_lowercase();
    let matches = |object: &Object| search.is_empty() || object.name.to_lowercase().contains(&search);
    objects.iter().enumerate().filter(|(_, object)| matches(object)).map(|(i, _)| i).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_names_in_any_case() {
        let objects = ["Crate", "crate 2", "ball"].map(|name| {
            serde_json::from_str(&format!(r#"{{ "name": "{name}", "shape": {{ "sphere": {{ "radius": 1 }} }} }}"#))
        });
        let objects = objects.map(Result::unwrap).into_iter().collect();
        assert_eq!(matching(&objects, " CRATE "), [0, 1]);
        assert_eq!(matching(&objects, ""), [0, 1, 2]);
        assert_eq!(matching(&objects, "x"), [0; 0]);
    }
}
