//! The panel that a scene is about. It is brought to the front, with a height at which it is readable.
//!
//! The change ends with the scene. Later changes by the user are kept: only parts that are still as the scene set them
//! are reset.

use egui_tiles::{Container, TileId, Tree};

use super::arrangement::LayoutPart;
use super::fit;
use super::fit::PanelPlace;
use super::state::{Featured, Layout};
use crate::app::command::pane::Pane;

/// The share of a part in the column that contains the 3D view, points.
type Share = f32;
/// Shares that differ by less are treated as equal, points. It is less than a pixel, and more than the rounding of a
/// split.
const SAME: Share = 0.05;

impl Layout {
    /// Opens the panel that a scene is about, with the given height, until [`Layout::end_feature`].
    pub(in crate::app) fn feature(&mut self, pane: Pane, height: f32) {
        if self.featured.as_ref().is_some_and(|featured| featured.pane != pane) {
            self.end_feature();
        }
        let earlier = self.featured.take();
        let front = front_of(&self.tree, pane).filter(|front| *front != pane);
        let was_closed = self.closed.contains(&pane);
        self.reveal(pane);
        let before = fit::share_below_view(&self.tree, pane);
        fit::raise(&mut self.tree, pane, height);
        let after = fit::share_below_view(&self.tree, pane);
        let raised = before.zip(after).filter(|(before, after)| after - before > SAME).map(|(a, b)| [a, b]);
        let earlier_raised = earlier.as_ref().and_then(|earlier| earlier.raised);
        self.featured = Some(Featured {
            pane,
            front: earlier.as_ref().map_or(front, |earlier| earlier.front),
            was_closed: earlier.as_ref().map_or(was_closed, |earlier| earlier.was_closed),
            raised: match (earlier_raised, raised) {
                (Some([first, _]), Some([_, last])) => Some([first, last]),
                (earlier, now) => now.or(earlier),
            },
        });
    }

    /// Reverts the layout changes of the scene.
    pub(in crate::app) fn end_feature(&mut self) {
        self.wants_view = false;
        let Some(featured) = self.featured.take() else { return };
        if let Some(wide) = &mut self.wide {
            featured.take_back_in(wide);
        }
        if let Some(mut part) = LayoutPart::of(&self.tree) {
            featured.take_back_in(&mut part);
            self.tree = part.tree();
        }
        if featured.was_closed {
            self.close(featured.pane);
        }
        for closed in self.closed.clone() {
            self.set_visible(closed, false);
        }
    }

    /// The user's own arrangement, and the panels that the user closed.
    pub(super) fn own(&self) -> Option<(LayoutPart, Vec<Pane>)> {
        let mut part = self.wide.clone().or_else(|| LayoutPart::of(&self.tree))?;
        let mut closed = self.closed.clone();
        if let Some(featured) = &self.featured {
            featured.take_back_in(&mut part);
            if featured.was_closed && !closed.contains(&featured.pane) {
                closed.push(featured.pane);
            }
        }
        Some((part, closed))
    }

    /// Called after a border was moved. If it was another border, the height still counts as set by the scene.
    pub(super) fn note_resize(&mut self, places: &[PanelPlace]) {
        let Some(Featured { pane, raised: Some([_, after]), .. }) = &mut self.featured else { return };
        let shown = places.iter().find(|place| fit::group_of(&self.tree, *pane) == Some(place.tabs));
        if let (Some(place), Some(share)) = (shown, fit::share_below_view(&self.tree, *pane))
            && (share - place.rect.height()).abs() < SAME
        {
            *after = share;
        }
    }
}

impl Featured {
    /// Reverts the parts of an arrangement that are still as the scene set them.
    fn take_back_in(&self, part: &mut LayoutPart) {
        match part {
            LayoutPart::Tabs(panes, open) => {
                if *open == self.pane
                    && let Some(front) = self.front.filter(|front| panes.contains(front))
                {
                    *open = front;
                }
            }
            LayoutPart::Column(parts) => {
                for (share, part) in parts {
                    if let Some([before, after]) = self.raised
                        && (*share - after).abs() < SAME
                        && part.panes().contains(&self.pane)
                    {
                        *share = before;
                    }
                    self.take_back_in(part);
                }
            }
            LayoutPart::Row(parts) => parts.iter_mut().for_each(|(_, part)| self.take_back_in(part)),
        }
    }
}

/// The open tab in the group of a panel.
fn front_of(tree: &Tree<Pane>, pane: Pane) -> Option<Pane> {
    let tabs: TileId = fit::group_of(tree, pane)?;
    let Some(Container::Tabs(tabs)) = tree.tiles.get_container(tabs) else { return None };
    tabs.active.and_then(|tab| tree.tiles.get_pane(&tab)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(layout: &Layout) -> f32 {
        fit::share_below_view(&layout.tree, Pane::Behavior).unwrap()
    }

    fn set_share(layout: &mut Layout, share: f32) {
        let Some(LayoutPart::Row(mut parts)) = LayoutPart::of(&layout.tree) else { panic!("a row") };
        let LayoutPart::Column(middle) = &mut parts[1].1 else { panic!("a column") };
        middle[1].0 = share;
        layout.tree = LayoutPart::Row(parts).tree();
    }

    #[test]
    fn the_arrangement_of_a_scene_ends_with_it_and_is_not_stored() {
        let mut layout = Layout::default();
        layout.close(Pane::Behavior);
        let own = layout.own();
        layout.feature(Pane::Behavior, 400.0);
        assert!(layout.shows(Pane::Behavior) && share(&layout) > 399.0);
        assert_eq!(layout.own(), own, "the stored arrangement is the user's");
        layout.feature(Pane::Behavior, 420.0);
        assert_eq!(layout.own(), own, "asked for twice");
        layout.feature(Pane::Opacity, 500.0);
        assert_eq!(layout.own(), own, "and for another panel");
        layout.end_feature();
        assert_eq!(layout.own(), own);
        assert!(layout.shows(Pane::Explain) && !layout.shows(Pane::Behavior));
        assert!((share(&layout) - 240.0).abs() < 1e-3);
    }

    #[test]
    fn later_changes_by_the_user_are_kept() {
        let mut layout = Layout::default();
        layout.feature(Pane::Behavior, 400.0);
        layout.reveal(Pane::Verdicts);
        layout.close(Pane::About);
        layout.end_feature();
        assert!(layout.shows(Pane::Verdicts) && !layout.shows(Pane::About), "tab and closed panel");
        assert!((share(&layout) - 240.0).abs() < 1e-3, "the height was the scene's");

        layout.feature(Pane::Behavior, 400.0);
        set_share(&mut layout, 333.0);
        layout.end_feature();
        assert!((share(&layout) - 333.0).abs() < 1e-3, "the height is the person's");
        assert!(layout.shows(Pane::Verdicts));
    }
}
