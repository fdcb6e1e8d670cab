//! What a picture can leave out: labels, the grid, and the boxes around objects; and the units of its labels.

use super::selected::Selected;
use super::shapes::Label;
use crate::geometry::units::Units;
use crate::world::Item;

/// The labels of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Labels {
    /// The labels of all items, as many as have a place.
    #[default]
    All,
    /// The labels of the selected items and of their answer.
    Selection,
    /// No labels.
    None,
}

impl Labels {
    /// All choices, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::All, Self::Selection, Self::None];

    /// The name in menus.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Selection => "Of the selection",
            Self::None => "None",
        }
    }

    /// Whether a label is drawn.
    fn has(self, label: &Label, selected: &Selected) -> bool {
        match self {
            Self::All => true,
            // A label without an item belongs to the selected answer.
            Self::Selection => label.item.or(label.around).is_none_or(|item| is_selected(selected, item)),
            Self::None => false,
        }
    }

    /// Removes the labels that are not drawn.
    pub(super) fn apply(self, labels: &mut Vec<Label>, selected: &Selected) {
        labels.retain(|label| self.has(label, selected));
    }
}

/// What is drawn besides the objects.
#[expect(clippy::struct_excessive_bools, reason = "independent parts of a picture")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawOptions {
    /// The labels.
    pub labels: Labels,
    /// The grid on the ground, and the axes.
    pub grid: bool,
    /// The tested boxes of objects that are not selected. A box whose answer has a warning is always drawn,
    /// and so are the faint boxes of a crowd out of view.
    pub boxes: bool,
    /// The normals of meshes, as strokes.
    pub normals: bool,
    /// The answers of the known mistake of the selected camera or ray in place of the right ones.
    pub mistaken: bool,
    /// The units and the digits of numbers in labels. A step of an explanation keeps its metres. The window sets them at
    /// the start of each frame to those that the user has chosen, so a value set elsewhere lasts for one frame.
    pub units: Units,
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self { labels: Labels::All, grid: true, boxes: true, normals: false, mistaken: false, units: Units::default() }
    }
}

/// Whether an item is among the selected ones.
fn is_selected(selected: &Selected, item: Item) -> bool {
    let single = [selected.asker, selected.querier(), selected.subject];
    single.contains(&Some(item)) || selected.is_other(item)
}

#[cfg(test)]
mod tests {
    use super::super::contents::Picture;
    use super::super::palette::Palette;
    use super::super::shown::Shown;
    use super::*;
    use crate::files::Files;
    use crate::report::Report;
    use crate::scene::tour;
    use crate::world::World;

    #[test]
    fn labels_grid_and_boxes_are_left_out() {
        let world = World::at(&tour().unwrap(), &Files::default(), 0);
        let report = Report::of(&world);
        let selected = Selected::on(&world, &["guard".to_owned(), "crate".to_owned()]).unwrap();
        let picture = |options: DrawOptions| {
            Picture::of(&Shown { options, ..Shown::new(&world, &report, &selected, &Palette::DARK) })
        };
        let texts = |labels| {
            let picture = picture(DrawOptions { labels, ..DrawOptions::default() });
            picture.labels.iter().map(|label| label.text.clone()).collect::<Vec<_>>()
        };
        let has = |texts: &[String], word: &str| texts.iter().any(|text| text.contains(word));
        let (all, few) = (texts(Labels::All), texts(Labels::Selection));
        assert!(has(&all, "barrel") && has(&all, "crate") && has(&all, "guard"));
        assert!(!has(&few, "barrel") && has(&few, "crate") && has(&few, "guard") && has(&few, "p-vertex"), "{few:?}");
        assert!(texts(Labels::None).is_empty());
        let [with, without] = [true, false].map(|grid| picture(DrawOptions { grid, ..DrawOptions::default() }));
        assert!(without.lines.len() < with.lines.len());
        assert!(with.legend.iter().any(|entry| entry.text.starts_with("grid")));
        assert!(!without.legend.iter().any(|entry| entry.text.starts_with("grid")));
        let [with, without] = [true, false].map(|boxes| picture(DrawOptions { boxes, ..DrawOptions::default() }));
        let edges = |picture: &Picture| picture.looks.iter().filter(|look| look.edge.0[3] > 0).count();
        assert!(edges(&without) < edges(&with), "{} {}", edges(&without), edges(&with));
    }
}
