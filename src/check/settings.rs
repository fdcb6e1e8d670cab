//! The options of a run, and the function that draws.

use image::RgbaImage;

use super::cache::CheckCache;
use super::discover::FoundScene;
use super::expectations::TakenExpectations;
use super::parts::CheckParts;
use super::pixels::Rect;
use super::plan::PlannedView;
use super::row::SceneRow;
use crate::budget::Budget;
use crate::files::{Loaded, Reading};
use crate::report::occlusion::Answers;
use crate::scene::Scene;
use crate::world::World;

/// Draws a view of a scene, or returns the reason why it cannot.
pub type Draw<'a> = &'a mut dyn FnMut(&FoundScene, &Loaded, &PlannedView) -> Result<DrawnPicture, Undrawn>;

/// A picture, and what of it is not compared.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPicture {
    /// The picture.
    pub image: RgbaImage,
    /// The pixels of the objects that the view ignores.
    pub covered: Vec<Rect>,
}

impl From<RgbaImage> for DrawnPicture {
    fn from(image: RgbaImage) -> Self {
        Self { image, covered: Vec::new() }
    }
}

/// Why a view cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undrawn {
    /// The reason, in one line.
    pub reason: String,
    /// Whether the size of the view is the cause: it does not fit into the memory budget, or OpenGL has no such size.
    pub is_of_size: bool,
}

/// The options of a run.
pub struct CheckSettings<'a> {
    /// How to read scenes.
    pub reading: &'a Reading,
    /// The memory budget, which all scenes share.
    pub budget: &'a Budget,
    /// Answers the occlusion queries of a scene's world. Only the thread that draws calls it.
    pub depth: &'a (dyn Fn(&Scene, &World) -> Answers + Sync),
    /// The name of the renderer that draws.
    pub renderer: &'a str,
    /// The number of threads that read scenes, and of threads that compare pictures.
    pub jobs: usize,
    /// What is checked.
    pub parts: CheckParts,
    /// The expectations that replace those of each scene.
    pub expect: Option<&'a TakenExpectations>,
    /// What is known of scenes that were equal.
    pub cache: Option<&'a CheckCache>,
    /// After so many scenes that fail, in the order of the scenes, no more are checked.
    pub most_failures: Option<usize>,
    /// Called with the number and the row of each scene that is done. Any thread may call it, in any order.
    pub done: &'a (dyn Fn(usize, &SceneRow) + Sync),
}
