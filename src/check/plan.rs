//! What is checked of a scene: its views, and the differences that are allowed.

use super::discover::{DiscoverError, FoundScene, refuse_shared_baselines};
use super::pixels::{Limit, Rect};
use super::text;
use crate::budget::Budget;
use crate::scene::{CheckPanel, CheckView, Scene, SceneError, parse_within};
use crate::source::decoding::guarded_file;

/// One picture of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedView {
    /// Part of the baseline's file name. `None` for the view of a scene without `check.views`.
    pub name: Option<String>,
    /// The camera to look through, instead of the scene's view.
    pub camera: Option<String>,
    /// The tick.
    pub tick: u64,
    /// Whether to draw the whole window.
    pub ui: bool,
    /// The panel of the window whose tab is open.
    pub panel: Option<CheckPanel>,
    /// Width and height.
    pub size: [u32; 2],
}

impl PlannedView {
    fn of(view: CheckView, scene: &Scene) -> Self {
        let CheckView { name, camera, tick, ui, panel, size } = view;
        let tick = tick.unwrap_or(scene.opens_at);
        Self { name: Some(name), camera, tick, ui, panel, size: size.unwrap_or(CheckView::DEFAULT_SIZE) }
    }

    /// The view of a scene without `check.views`: the picture of `eyeline render`.
    fn default_of(scene: &Scene) -> Self {
        let (tick, size) = (scene.opens_at, CheckView::DEFAULT_SIZE);
        Self { name: None, camera: None, tick, ui: false, panel: None, size }
    }
}

/// Everything that is checked of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// In file order, at least one.
    pub views: Vec<PlannedView>,
    /// The differences that are allowed in pictures.
    pub limit: Limit,
    /// Rectangles that are not compared, of one view or of all views.
    pub ignored: Vec<(Option<String>, Rect)>,
}

impl Plan {
    /// The plan of a scene.
    pub fn of(scene: &Scene) -> Self {
        let check = scene.check.clone().unwrap_or_default();
        let mut views: Vec<_> = check.views.into_iter().map(|view| PlannedView::of(view, scene)).collect();
        if views.is_empty() {
            views.push(PlannedView::default_of(scene));
        }
        Self {
            views,
            limit: Limit { pixel: check.tolerance.pixel, pixels: check.tolerance.pixels },
            ignored: check.ignore.into_iter().map(|ignored| (ignored.view, ignored.rect)).collect(),
        }
    }

    /// The rectangles of a view that are not compared.
    pub fn ignored_in(&self, view: &PlannedView) -> Vec<Rect> {
        let is_of = |name: &Option<String>| name.is_none() || *name == view.name;
        self.ignored.iter().filter(|(name, _)| is_of(name)).map(|&(_, rect)| rect).collect()
    }
}

/// Refuses two scenes that would share the file of a picture: view `b` of scene `a`, and scene `a.b`. A scene that
/// cannot be read has no pictures.
///
/// # Errors
/// With the first two such scenes.
pub fn expect_own_pictures(scenes: &[FoundScene], budget: &Budget) -> Result<(), DiscoverError> {
    let is_prefix = |one: &FoundScene, other: &FoundScene| {
        other.name.strip_prefix(&one.name).is_some_and(|rest| rest.starts_with('.'))
    };
    // Only scenes with such names are read a second time, and these are few.
    let concerned =
        scenes.iter().filter(|one| scenes.iter().any(|other| is_prefix(one, other) || is_prefix(other, one)));
    let files = concerned.flat_map(|found| {
        let scene = scene_of(found, budget);
        let views = scene.map_or(Vec::new(), |scene| Plan::of(&scene).views);
        views.into_iter().map(move |view| (found, found.picture(view.name.as_deref())))
    });
    refuse_shared_baselines(files)
}

/// A scene that may be read. `None` when it cannot be read.
fn scene_of(found: &FoundScene, budget: &Budget) -> Option<Scene> {
    if found.refused.is_some() {
        return None;
    }
    guarded_file(&found.name, || {
        let over = |over| SceneError::over_budget(&found.name, "the text of this scene", over);
        let Some((text, _memory)) = text::of_scene(&found.path, budget).map_err(over)? else { return Ok(None) };
        parse_within(&text, &found.name, budget).map(Some)
    })
    .ok()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    #[test]
    fn views_are_those_of_the_scene_or_that_of_render() {
        let plan =
            |check: &str| Plan::of(&parse(&format!(r#"{{ "eyeline": 1, "opens_at": 7{check} }}"#), "a.json").unwrap());
        let default = PlannedView { name: None, camera: None, tick: 7, ui: false, panel: None, size: [1280, 720] };
        assert_eq!(plan("").views, std::slice::from_ref(&default));
        assert_eq!(plan(r#", "check": { "skip": ["rays"] }"#).views, [default]);
        let plan = plan(
            r#", "check": { "views": [{ "name": "a" }, { "name": "b", "tick": 3, "ui": true, "panel": "plots", "size": [40, 30] }],
            "tolerance": { "pixel": 0.3, "pixels": 4 },
            "ignore": [{ "rect": [0, 0, 1, 1] }, { "view": "b", "rect": [1, 1, 2, 2] }] }"#,
        );
        let view = |name: &str, tick, panel: Option<CheckPanel>, size| PlannedView {
            name: Some(name.into()),
            camera: None,
            tick,
            ui: panel.is_some(),
            panel,
            size,
        };
        assert_eq!(plan.views, [view("a", 7, None, [1280, 720]), view("b", 3, Some(CheckPanel::Plots), [40, 30])]);
        assert_eq!(plan.limit, Limit { pixel: 0.3, pixels: 4 });
        assert_eq!(plan.ignored_in(&plan.views[0]), [[0, 0, 1, 1]]);
        assert_eq!(plan.ignored_in(&plan.views[1]), [[0, 0, 1, 1], [1, 1, 2, 2]]);
    }
}
