//! The selected models: the box around all objects of each, with the name of the active one.

use super::contents::Picture;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::world::Item;

/// Above the answers of its objects, which keep their own labels.
const PRIORITY: u8 = 8;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, hidden, palette, ref selected, .. } = shown;
    for other in selected.others.iter() {
        let Item::Model(index) = *other else { continue };
        let Some((model, around)) = world.models.get(index).zip(world.bounds_of_model(index)) else { continue };
        if !hidden.contains(model.id) {
            picture.edges(&std::array::from_fn(|i| around.corner(i)), LineStyle::solid(palette.selected, 1.2));
        }
    }
    let Some(index) = selected.model() else { return };
    let Some((model, around)) = world.models.get(index).zip(world.bounds_of_model(index)) else { return };
    if hidden.contains(model.id) {
        return;
    }
    picture.edges(&std::array::from_fn(|i| around.corner(i)), LineStyle::solid(palette.selected, 2.0));
    let mut top = around.centre();
    top.y = around.max.y;
    picture.label(top, model.name.to_string(), palette.selected, PRIORITY);
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::hidden::Hidden;
    use super::super::palette::Palette;
    use super::super::selected::Selected;
    use super::*;
    use crate::report::Report;
    use crate::world::World;

    #[test]
    fn a_selected_model_is_framed_and_named_unless_it_is_hidden() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.obj"), "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng a\nf 1 2 3\ng b\nf 1 2 4\n")
            .unwrap();
        let text = r#"{ "eyeline": 1, "models": [{ "name": "shed", "file": "a.obj" }] }"#;
        let loaded = crate::files::parse(text, "a.json", Some(folder.path())).unwrap();
        let world = World::at(&loaded.scene, &loaded.files, 0);
        let report = Report::of(&world);
        let selected = Selected { subject: Some(Item::Model(0)), ..Selected::default() };
        let picture = Picture::of(&Shown::new(&world, &report, &selected, &Palette::DARK));
        let is_frame = |line: &&super::super::shapes::Line| line.color == Palette::DARK.selected;
        let frame: Vec<_> = picture.lines.iter().filter(is_frame).collect();
        assert_eq!(frame.len(), 12);
        let far = frame.iter().flat_map(|line| [line.from, line.to]).reduce(glam::Vec3::max);
        assert_eq!(far, Some(glam::Vec3::new(2.0, 3.0, 4.0)));
        assert!(picture.labels.iter().any(|label| label.text == "shed"));
        assert!(picture.legend.iter().any(|entry| entry.text == "selected"));
        let mut hidden = Hidden::default();
        hidden.set(world.named("shed").unwrap(), true);
        let picture = Picture::of(&Shown { hidden: &hidden, ..Shown::new(&world, &report, &selected, &Palette::DARK) });
        assert_eq!(picture.lines.iter().filter(is_frame).count(), 0);
    }
}
