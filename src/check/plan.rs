//! What is checked of a scene: its views, and what may differ.

use super::compare::{Limit, Rect};
use crate::scene::Scene;

/// One picture of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Part of the baseline's file name; `None` for the only view of a scene that names none.
    pub name: Option<String>,
    /// Look through this camera instead of the scene's view.
    pub camera: Option<String>,
    /// The moment.
    pub tick: u64,
    /// Draw the whole window.
    pub ui: bool,
    /// Width and height.
    pub size: [u32; 2],
}

/// The size of a view that names none: that of `eyeline render`.
pub const DEFAULT_SIZE: [u32; 2] = [1280, 720];

/// Everything that is checked of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// In file order, at least one.
    pub views: Vec<View>,
    /// What may differ in pictures.
    pub limit: Limit,
    /// Rectangles that are not compared, of one view or of all.
    pub ignored: Vec<(Option<String>, Rect)>,
}

impl Plan {
    /// The plan of a scene.
    pub fn of(scene: &Scene) -> Self {
        let view = View { name: None, camera: None, tick: scene.opens_at, ui: false, size: DEFAULT_SIZE };
        Self { views: vec![view], limit: Limit::default(), ignored: Vec::new() }
    }

    /// The ticks of the stored answers: 0, and that of each view that names one; ascending, each once.
    pub fn ticks(&self) -> Vec<u64> {
        vec![0]
    }

    /// The rectangles of a view that are not compared.
    pub fn ignored_in(&self, view: &View) -> Vec<Rect> {
        let is_of = |name: &Option<String>| name.is_none() || *name == view.name;
        self.ignored.iter().filter(|(name, _)| is_of(name)).map(|&(_, rect)| rect).collect()
    }
}
