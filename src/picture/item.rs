//! The item that a mark belongs to. A click on the mark selects it.

use super::contents::Picture;
use crate::world::Item;

impl Picture {
    /// Assigns everything that `draw` adds to an item, except parts that already have one.
    pub(super) fn belonging_to(&mut self, item: Item, draw: impl FnOnce(&mut Self)) {
        let Self { solids, lines, dots, labels, .. } = self;
        let before = [solids.len(), lines.len(), dots.len(), labels.len()];
        draw(self);
        let slots = self.solids[before[0]..].iter_mut().map(|solid| &mut solid.item);
        let slots = slots.chain(self.lines[before[1]..].iter_mut().map(|line| &mut line.item));
        let slots = slots.chain(self.dots[before[2]..].iter_mut().map(|dot| &mut dot.item));
        let slots = slots.chain(self.labels[before[3]..].iter_mut().map(|label| &mut label.item));
        for slot in slots {
            slot.get_or_insert(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::Palette;
    use super::super::selected::Selected;
    use super::super::shown::Shown;
    use super::*;
    use crate::files::Files;
    use crate::report::Report;
    use crate::scene::Scene;
    use crate::world::World;

    #[test]
    fn marks_have_their_item() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "c" }],
            "objects": [{ "name": "o", "shape": { "cone": { "radius": 1, "height": 1 } }, "position": [0, 0, -4] }],
            "rays": [{ "name": "r", "origin": [0, -0.5, 0], "direction": [0, 0, -1] }] }"#;
        let world = World::at(&serde_json::from_str::<Scene>(text).unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        let selected = Selected { asker: Some(Item::Ray(0)), subject: Some(Item::Object(0)), ..Selected::default() };
        let picture = Picture::of(&Shown::new(&world, &report, &selected, &Palette::DARK));
        let solids = |item| picture.solids.iter().filter(|solid| solid.item == item).count();
        assert_eq!(solids(Some(Item::Camera(0))), 2, "body and lens");
        assert_eq!(solids(Some(Item::Object(0))), 1, "selected, so it is seen through");
        assert_eq!(picture.looks[0].fill.0[3], 0, "and not drawn once more");
        assert_eq!(solids(None), 1, "the mirrored nappe is no part of the cone");
        let label = |text: &str| picture.labels.iter().find(|label| label.text.starts_with(text)).unwrap().item;
        assert_eq!(label("r (ray)"), Some(Item::Ray(0)));
        assert_eq!(label("c (camera)"), Some(Item::Camera(0)));
        assert_eq!(label("X"), None);
        assert!(picture.dots.iter().all(|dot| dot.item == Some(Item::Ray(0))));
        assert!(picture.lines.iter().filter(|line| line.hide_behind).all(|line| line.item.is_none()), "the grid");
        let edge = picture.looks[0].edge;
        assert_eq!(edge.fade(1.0), Palette::DARK.selected, "its box");
        let rims = picture.lines.iter().filter(|line| line.color == Palette::DARK.selected && line.width > 1.5);
        let rims = rims.filter(|line| line.item == Some(Item::Object(0))).count();
        assert!(rims > 20 && edge.0[3] < 128, "a ray meets the cone: its rim is stronger than its box");
        let by_camera = Picture::of(&Shown::new(
            &world,
            &report,
            &Selected { asker: Some(Item::Camera(0)), ..selected.clone() },
            &Palette::DARK,
        ));
        assert_eq!(by_camera.looks[0].edge, Palette::DARK.selected, "a camera tests the box");
    }
}
