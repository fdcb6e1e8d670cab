//! Tests of the layout without a window.

use eframe::egui::{Color32, Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Ui, Vec2, pos2, vec2};

use super::arrangement::LayoutPart;
use super::badge::Badge;
use super::contents::Contents;
use super::fit;
use super::fit::BAR;
use super::frame::HINT;
use super::state::Layout;
use crate::app::command::pane::Pane;
use crate::app::kit::theme::set_look;

/// Panels that record the places and the order in which they were drawn.
#[derive(Default)]
struct Noted {
    drawn: Vec<(Pane, Rect)>,
    count: usize,
}

impl Contents for Noted {
    fn ui(&mut self, pane: Pane, ui: &mut Ui) {
        self.drawn.push((pane, ui.max_rect()));
    }

    /// The panels Visibility and Cost have a tab only after they were asked for, and Disagreements in a scene with a trace.
    fn is_needed(&self, pane: Pane) -> bool {
        !matches!(pane, Pane::Visibility | Pane::Cost | Pane::Disagreements)
    }

    fn badge(&mut self, pane: Pane, _: &Ui) -> Option<Badge> {
        (pane == Pane::Problems && self.count > 0).then_some(Badge { count: self.count, color: Color32::RED })
    }
}

fn frame(layout: &mut Layout, size: Vec2, contents: &mut Noted) -> Vec<Pane> {
    let ctx = Context::default();
    set_look(&ctx);
    let mut with_hint = Vec::new();
    for _ in 0..2 {
        contents.drawn.clear();
        let input = RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)), ..Default::default() };
        let mut output = ctx.run_ui(input, |ui| {
            layout.ui(ui, contents);
            let area = ui.max_rect();
            let places = fit::fit(&mut layout.tree, area, 1.0);
            with_hint = layout.with_hint_in_bar(ui, &places);
            for place in places {
                assert_eq!(layout.tree.tiles.rect(place.tabs), Some(place.rect), "egui_tiles lays it out alike");
            }
        });
        output.textures_delta.clear();
    }
    with_hint
}

#[test]
fn panels_are_drawn_in_a_fixed_order_at_any_place() {
    let usual = Layout::default();
    let mut turned = Layout::default();
    // The view is drawn first, and the inspector last.
    let one = |pane| LayoutPart::Tabs(vec![pane], pane);
    let parts = [Pane::View, Pane::Explain, Pane::About, Pane::Outliner, Pane::Inspector].map(|pane| (90.0, one(pane)));
    turned.tree = LayoutPart::Row(parts.to_vec()).tree();
    for mut layout in [usual, turned] {
        let mut noted = Noted::default();
        frame(&mut layout, vec2(1440.0, 840.0), &mut noted);
        let order: Vec<Pane> = noted.drawn.iter().map(|(pane, _)| *pane).collect();
        assert_eq!(order, [Pane::Inspector, Pane::Outliner, Pane::About, Pane::Explain, Pane::View]);
    }
}

#[test]
fn every_hint_fits_beside_its_tabs_except_five_tabs_in_the_smallest_window() {
    for (size, without) in [(vec2(1024.0, 580.0), 1), (vec2(1440.0, 840.0), 0)] {
        for tab in [Pane::Explain, Pane::Verdicts, Pane::Plots, Pane::Octree, Pane::Problems] {
            let mut layout = Layout::default();
            layout.reveal(tab);
            let mut noted = Noted { count: 12, ..Noted::default() };
            let with_hint = frame(&mut layout, size, &mut noted);
            assert!(with_hint.len() + without >= noted.drawn.len(), "{size}: {with_hint:?} of {:?}", noted.drawn);
        }
    }
}

#[test]
fn a_hint_that_does_not_fit_gets_a_separate_line_unless_hints_are_off() {
    let mut layout = Layout::default();
    let top = |layout: &mut Layout| {
        let mut noted = Noted::default();
        let with_hint = frame(layout, vec2(720.0, 390.0), &mut noted);
        let (_, rect) = noted.drawn.iter().find(|(pane, _)| *pane == Pane::Explain).unwrap();
        (with_hint.contains(&Pane::Explain), rect.top())
    };
    let (is_in_bar, with) = top(&mut layout);
    layout.has_hints = false;
    let (_, without) = top(&mut layout);
    assert!(!is_in_bar);
    assert!((with - without - HINT).abs() < 1e-3, "{with} and {without}");
}

#[test]
fn closed_panels_open_again_at_their_place() {
    let mut layout = Layout::default();
    let places = |layout: &mut Layout| {
        let mut noted = Noted::default();
        frame(layout, vec2(1440.0, 840.0), &mut noted);
        noted.drawn
    };
    let before = places(&mut layout);
    for pane in Pane::ALL {
        layout.close(pane);
    }
    let alone = places(&mut layout);
    assert_eq!(alone.len(), 1, "{alone:?}");
    assert_eq!(alone[0].0, Pane::View, "it cannot be closed");
    for pane in Pane::ALL {
        layout.reveal(pane);
    }
    layout.reveal(Pane::Explain);
    layout.reveal(Pane::Inspector);
    assert_eq!(places(&mut layout), before);
}

#[test]
fn a_panel_is_visible_when_its_tab_is_in_front() {
    let mut layout = Layout::default();
    assert!(layout.shows(Pane::View) && layout.shows(Pane::Explain) && !layout.shows(Pane::Problems));
    layout.reveal(Pane::Problems);
    assert!(!layout.shows(Pane::Explain) && layout.shows(Pane::Problems));
    layout.close(Pane::Problems);
    assert!(layout.shows(Pane::Explain) && !layout.shows(Pane::Problems));
    layout.reset();
    assert!(layout.closed.is_empty() && layout.shows(Pane::Explain));
}

/// Draws a frame of a window that is too small for three columns.
fn small_frame(ctx: &Context, layout: &mut Layout, events: Vec<Event>) {
    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(600.0, 400.0)));
    let input = RawInput { screen_rect, events, ..Default::default() };
    let mut output = ctx.run_ui(input, |ui| layout.ui(ui, &mut Noted::default()));
    output.textures_delta.clear();
}

/// A tab of the column: its panel, its place, and the visible part of it.
#[derive(Debug)]
struct Tab {
    pane: Pane,
    whole: Rect,
    visible: Rect,
}

impl Tab {
    fn is_visible(&self) -> bool {
        self.visible.is_positive()
    }

    fn is_cut_at_left(&self) -> bool {
        self.is_visible() && self.visible.left() > self.whole.left() + 1.0
    }
}

/// The tabs of the column, after the bar has come to rest.
fn tabs_at_rest(ctx: &Context, layout: &mut Layout) -> Vec<Tab> {
    for _ in 0..40 {
        small_frame(ctx, layout, Vec::new());
    }
    let tab = |pane: Pane| {
        let tile = layout.tree.tiles.find_pane(&pane)?;
        let response = ctx.read_response(tile.egui_id(layout.tree.id()))?;
        Some(Tab { pane, whole: response.rect, visible: response.interact_rect })
    };
    let is_in_column = |pane: &Pane| !matches!(pane, Pane::View | Pane::Review);
    Pane::ALL.into_iter().filter(is_in_column).filter_map(tab).collect()
}

#[test]
fn a_revealed_tab_is_scrolled_into_view() {
    let ctx = Context::default();
    set_look(&ctx);
    let mut layout = Layout::default();
    tabs_at_rest(&ctx, &mut layout);
    for pane in [Pane::Problems, Pane::Explain, Pane::Octree, Pane::Compare, Pane::About, Pane::Plots] {
        layout.reveal(pane);
        let tabs = tabs_at_rest(&ctx, &mut layout);
        let open = tabs.iter().find(|tab| tab.pane == pane).unwrap();
        assert!(open.visible.width() > open.whole.width() - 1.0, "{pane:?}: {tabs:?}");
        assert!(!tabs.iter().any(Tab::is_cut_at_left), "{pane:?}: {tabs:?}");
        assert!(!tabs.iter().all(Tab::is_visible), "{pane:?}: {tabs:?}");
    }
}

#[test]
fn an_arrow_of_a_bar_scrolls_by_whole_tabs() {
    let ctx = Context::default();
    set_look(&ctx);
    let mut layout = Layout::default();
    layout.reveal(Pane::Explain);
    let first = |tabs: &[Tab]| tabs.iter().map(|tab| tab.whole.left()).fold(f32::INFINITY, f32::min);
    let mut before = first(&tabs_at_rest(&ctx, &mut layout));
    for is_right in [true, true, false, false, true] {
        let bar = layout.tree.tiles.rect(fit::group_of(&layout.tree, Pane::Explain).unwrap()).unwrap();
        let x = if is_right { bar.right() - BAR / 2.0 } else { bar.left() + BAR / 2.0 };
        let pos = pos2(x, bar.top() + BAR / 2.0);
        let button =
            |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        for event in [Event::PointerMoved(pos), button(true), button(false)] {
            small_frame(&ctx, &mut layout, vec![event]);
        }
        let tabs = tabs_at_rest(&ctx, &mut layout);
        let after = first(&tabs);
        let way = if is_right { before - after } else { after - before };
        assert!(way > 20.0, "{is_right}: {before} {after}");
        assert!(!tabs.iter().any(Tab::is_cut_at_left), "{is_right}: {tabs:?}");
        before = after;
    }
}
