//! Everything that a picture has.

use std::sync::Arc;

use super::bodies::{Bodies, BodyLook};
use super::caption::Caption;
use super::display::Display;
use super::legend::{LegendEntry, Sample};
use super::memory::PictureMemory;
use super::palette::Color;
use super::shapes::{Dot, Face, Label, Line, MetCell, Sheet, Solid};
use super::tree_card::TreeCard;

/// Everything that one frame shows, in world space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The bodies of the objects. Pictures share those that do not move.
    pub bodies: Arc<Bodies>,
    /// The look of each object. Translucent objects are among the solids instead.
    pub looks: Vec<BodyLook>,
    /// What the surfaces of objects show.
    pub display: Display,
    /// Other lit surfaces.
    pub solids: Vec<Solid>,
    /// Surfaces with colours of their own at each vertex, in every display mode.
    pub painted: Vec<Solid>,
    /// Translucent unlit triangles, seen from both sides.
    pub faces: Vec<Face>,
    /// Images on rectangles.
    pub sheets: Vec<Sheet>,
    /// Cells of images that rays meet. Labels beside them do not cover them.
    pub met_cells: Vec<MetCell>,
    /// Lines of constant pixel width.
    pub lines: Vec<Line>,
    /// Round dots of constant pixel size.
    pub dots: Vec<Dot>,
    /// Texts beside points.
    pub labels: Vec<Label>,
    /// The cards with the trees of agents.
    pub cards: Vec<TreeCard>,
    /// The meanings of the colours and styles, in the order of the list.
    pub legend: Vec<LegendEntry>,
    /// Question and answer, for a picture outside the window.
    pub caption: Option<Caption>,
    /// Whether the scene has one model. Then the labels of objects are shorter, and cover nothing that is before their objects.
    pub has_one_model: bool,
    /// Its reservation in the budget of its scene.
    pub memory: PictureMemory,
}

impl Picture {
    /// Adds a row to the legend.
    pub(super) fn add_legend(&mut self, text: impl Into<String>, color: Color, sample: Sample) {
        self.legend.push(LegendEntry { text: text.into(), color, sample });
    }
}
