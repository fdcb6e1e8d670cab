//! What is checked of a scene: its views, and the differences that are allowed.

use std::collections::HashSet;

use super::discover::{DiscoverError, FoundScene, refuse_shared_baselines};
use super::pixels::{Limit, Rect};
use super::text;
use crate::budget::Budget;
use crate::scene::{
    CheckDisplay, CheckPanel, CheckTheme, CheckView, IgnoredPixels, Scene, SceneError, Tolerance, parse_within,
};
use crate::source::decoding::guarded_file;

/// One picture of a scene.
#[derive(Clone, Debug, PartialEq)]
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
    /// What the surfaces of objects show.
    pub display: CheckDisplay,
    /// The colours.
    pub theme: CheckTheme,
    /// The scale of the user interface.
    pub scale: f32,
    /// The names of the objects whose pixels are not compared.
    pub ignored_objects: Vec<String>,
}

impl PlannedView {
    fn of(view: CheckView, scene: &Scene) -> Self {
        let CheckView { name, camera, tick, ui, panel, size, display, theme, scale } = view;
        Self {
            name: Some(name),
            camera,
            tick: tick.unwrap_or(scene.opens_at),
            ui,
            panel,
            size: size.unwrap_or(CheckView::DEFAULT_SIZE),
            display: display.unwrap_or_default(),
            theme: theme.unwrap_or_default(),
            scale: scale.unwrap_or(1.0),
            ignored_objects: Vec::new(),
        }
    }

    /// The view of a scene without `check.views`: the picture of `eyeline render`.
    pub(super) fn default_of(scene: &Scene) -> Self {
        Self { tick: scene.opens_at, ..Self::known(None, CheckView::DEFAULT_SIZE) }
    }

    /// A view whose picture is known from another run, and is not drawn.
    pub(super) fn known(name: Option<String>, size: [u32; 2]) -> Self {
        Self {
            name,
            camera: None,
            tick: 0,
            ui: false,
            panel: None,
            size,
            display: CheckDisplay::default(),
            theme: CheckTheme::default(),
            scale: 1.0,
            ignored_objects: Vec::new(),
        }
    }
}

/// Everything that is checked of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// In file order, at least one. Without pictures it becomes empty.
    pub views: Vec<PlannedView>,
    /// The differences that are allowed.
    pub tolerance: Tolerance,
    /// Rectangles that are not compared, of one view or of all views.
    pub ignored: Vec<(Option<String>, Rect)>,
}

impl Plan {
    /// The plan of a scene.
    pub fn of(scene: &Scene) -> Self {
        let check = scene.check.clone().unwrap_or_default();
        let views = check.views.into_iter().flatten();
        let mut views: Vec<_> = views.map(|view| PlannedView::of(view, scene)).collect();
        if views.is_empty() {
            views.push(PlannedView::default_of(scene));
        }
        let mut rects = Vec::new();
        for IgnoredPixels { view, rect, object } in check.ignore.into_iter().flatten() {
            if let Some(object) = object {
                let is_of = |planned: &&mut PlannedView| view.is_none() || view == planned.name;
                views.iter_mut().filter(is_of).for_each(|planned| planned.ignored_objects.push(object.clone()));
            }
            rects.extend(rect.map(|rect| (view, rect)));
        }
        Self { views, tolerance: check.tolerance, ignored: rects }
    }

    /// The differences that are allowed in the picture of a view.
    pub fn limit(&self, view: &PlannedView) -> Limit {
        Limit { pixel: self.tolerance.pixel(), pixels: self.tolerance.pixels_of(view.size) }
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
    let names: HashSet<&str> = scenes.iter().map(|found| &*found.name).collect();
    // The names of which this one begins with the name and a point.
    let begins = |found: &FoundScene| -> Vec<&str> {
        let points = found.name.match_indices('.').map(|(at, _)| &found.name[..at]);
        points.filter_map(|start| names.get(start).copied()).collect()
    };
    let starts: HashSet<&str> = scenes.iter().flat_map(begins).collect();
    // Only scenes with such names are read a second time, and these are few.
    let concerned = scenes.iter().filter(|found| starts.contains(&*found.name) || !begins(found).is_empty());
    let files = concerned.flat_map(|found| {
        let views = views_of(found, budget).unwrap_or_default();
        views.into_iter().map(move |view| (found, found.picture(view.name.as_deref())))
    });
    refuse_shared_baselines(files)
}

/// The views of a scene; `None` when it cannot be read.
pub(super) fn views_of(found: &FoundScene, budget: &Budget) -> Option<Vec<PlannedView>> {
    scene_of(found, budget).map(|scene| Plan::of(&scene).views)
}

/// A scene that may be read. `None` when it cannot be read.
fn scene_of(found: &FoundScene, budget: &Budget) -> Option<Scene> {
    if found.refused.is_some() {
        return None;
    }
    guarded_file(&found.name, || {
        let over = |over| SceneError::over_budget(&found.name, "the text of this scene", over);
        let Some((text, _memory)) = text::of_scene(&found.path, budget).map_err(over)? else { return Ok(None) };
        let mut scene = parse_within(&text, &found.name, budget)?;
        if let Some(project) = &found.project {
            project.apply(&mut scene);
        }
        Ok(Some(scene))
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
        let default = PlannedView::default_of(&Scene { opens_at: 7, ..Scene::empty() });
        assert_eq!((default.tick, default.size), (7, [1280, 720]));
        assert_eq!(plan("").views, std::slice::from_ref(&default));
        assert_eq!(plan(r#", "check": { "skip": ["rays"] }"#).views, std::slice::from_ref(&default));
        let plan = plan(
            r#", "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
            "check": { "views": [{ "name": "a" }, { "name": "b", "tick": 3, "ui": true, "panel": "plots", "size": [40, 30],
            "display": "clay", "theme": "light", "scale": 1.5 }],
            "tolerance": { "pixel": 0.3, "pixel_ratio": 0.29 },
            "ignore": [{ "rect": [0, 0, 1, 1] }, { "view": "b", "rect": [1, 1, 2, 2] }, { "view": "b", "object": "ball" }] }"#,
        );
        let a = PlannedView { name: Some("a".into()), ..default };
        let b = PlannedView {
            name: Some("b".into()),
            tick: 3,
            ui: true,
            panel: Some(CheckPanel::Plots),
            size: [40, 30],
            display: CheckDisplay::Clay,
            theme: CheckTheme::Light,
            scale: 1.5,
            ignored_objects: vec!["ball".into()],
            ..a.clone()
        };
        assert_eq!(plan.views, [a, b]);
        assert_eq!(plan.limit(&plan.views[1]), Limit { pixel: 0.3, pixels: 348 });
        assert_eq!(plan.ignored_in(&plan.views[0]), [[0, 0, 1, 1]]);
        assert_eq!(plan.ignored_in(&plan.views[1]), [[0, 0, 1, 1], [1, 1, 2, 2]]);
    }
}
