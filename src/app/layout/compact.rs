//! The layout of a window too small for three columns: the 3D view, and beside it one column with a tab for each of the
//! other panels. In a window that is higher than wide, such as that of a phone, the tabs are below the 3D view.
//!
//! The arrangement for larger windows is kept, and is restored when the window is large enough. Only that one is
//! stored.

use eframe::egui::Vec2;

use super::arrangement::LayoutPart;
use super::state::Layout;
use crate::app::command::pane::Pane;

/// The width below which three columns are too narrow to read, points.
const LEAST_WIDTH: f32 = 640.0;
const LEAST_HEIGHT: f32 = 300.0;
/// Width of the column of tabs, points. It is that of the widest panel.
const COLUMN: f32 = 272.0;
/// The part of the height that the tabs below the 3D view have.
const TABS: f32 = 0.5;

impl Layout {
    /// Switches to the arrangement for this size.
    pub(super) fn suit(&mut self, room: Vec2) {
        // A window that is being minimised has no size.
        if room.x < 1.0 || room.y < 1.0 {
            return;
        }
        let is_small = room.x < LEAST_WIDTH || room.y < LEAST_HEIGHT;
        let is_tall = room.y > room.x;
        if is_small && (self.wide.is_none() || self.is_tall != is_tall) {
            let Some(wide) = self.wide.take().or_else(|| LayoutPart::of(&self.tree)) else { return };
            let front = self.front();
            self.tree = one_column(&wide, front, is_tall.then_some(room.y)).tree();
            (self.wide, self.is_tall) = (Some(wide), is_tall);
        } else if !is_small && let Some(wide) = self.wide.take() {
            self.tree = wide.tree();
        } else {
            return;
        }
        for pane in self.closed.clone() {
            self.set_visible(pane, false);
        }
    }

    /// The panel to open: the one that the scene is about or that the user has brought to the front, else Explain.
    fn front(&self) -> Pane {
        let about = [Pane::Behavior, Pane::Opacity, Pane::Occlusion, Pane::Sessions];
        let chosen = [
            Pane::Cost,
            Pane::Visibility,
            Pane::Verdicts,
            Pane::Plots,
            Pane::Octree,
            Pane::Disagreements,
            Pane::Problems,
        ];
        about.into_iter().chain(chosen).find(|pane| self.shows(*pane)).unwrap_or(Pane::Explain)
    }
}

/// `height` is that of a window that is higher than wide.
fn one_column(wide: &LayoutPart, front: Pane, height: Option<f32>) -> LayoutPart {
    // The review of a run needs the space of the 3D view.
    let beside = [Pane::View, Pane::Review];
    let mut panes: Vec<Pane> = wide.panes().into_iter().filter(|pane| !beside.contains(pane)).collect();
    // The most useful panels are first, where they need no scrolling.
    let rank = |pane: &Pane| [Pane::Explain, Pane::Inspector, Pane::Outliner].iter().position(|first| first == pane);
    panes.sort_by_key(|pane| rank(pane).unwrap_or(usize::MAX));
    let view = (1.0, LayoutPart::Tabs(beside.to_vec(), Pane::View));
    let tabs = LayoutPart::Tabs(panes, front);
    match height {
        Some(height) => LayoutPart::Column(vec![view, (height * TABS, tabs)]),
        None => LayoutPart::Row(vec![view, (COLUMN, tabs)]),
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::vec2;

    use super::*;

    #[test]
    fn a_small_window_has_one_column_and_a_large_one_the_user_s_arrangement() {
        let mut layout = Layout::default();
        layout.close(Pane::About);
        layout.reveal(Pane::Verdicts);
        let own = layout.own();
        for small in [vec2(512.0, 256.0), vec2(0.0, 0.0), vec2(600.0, 900.0)] {
            layout.suit(small);
            match LayoutPart::of(&layout.tree) {
                Some(LayoutPart::Row(parts)) => assert!(parts.len() == 2 && small.y < 900.0),
                Some(LayoutPart::Column(parts)) => assert!(parts.len() == 2 && small.y > 800.0),
                part => panic!("{part:?}"),
            }
            assert_eq!(layout.own(), own, "what is stored");
            assert!(layout.shows(Pane::View) && layout.shows(Pane::Verdicts) && !layout.shows(Pane::About));
        }
        layout.reveal(Pane::Inspector);
        assert!(layout.shows(Pane::Inspector));
        layout.suit(vec2(1024.0, 580.0));
        assert_eq!(layout.own(), own);
        assert!(layout.shows(Pane::Inspector) && layout.shows(Pane::Verdicts) && !layout.shows(Pane::About));
    }
}
