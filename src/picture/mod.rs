//! The scene and its answers as coloured lines, triangles and labels: what to draw, with no GPU in sight.
//!
//! ```
//! use eyeline::picture::{Palette, Picture, Selected, Shown, scene_view};
//! use eyeline::{files::Files, report::Report, scene, world::World};
//!
//! let text = r#"{ "eyeline": 1, "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
//! let scene = scene::parse(text, "ball.json")?;
//! let world = World::at(&scene, &Files::default(), 0);
//! let (report, selected) = (Report::of(&world), Selected::of(&world));
//! let picture = Picture::of(&Shown::new(&world, &report, &selected, &Palette::DARK));
//! assert!(picture.labels.iter().any(|label| label.text == "ball"));
//!
//! // Without a `view` in the scene, everything is framed.
//! assert!(scene_view(&scene, &world, 1.5).eye.is_finite());
//! # Ok::<(), eyeline::scene::SceneError>(())
//! ```
//!
//! A [`Picture`] is plain data in world space, a pure function of world, report and selection. `render/` turns
//! it into pixels, the same way for the window and for a file.

mod agents;
mod bodies;
mod caption;
mod changes;
mod form;
mod framing;
mod frusta;
mod ground;
mod hidden;
mod images;
mod item;
mod label_layout;
mod marks;
mod memory;
mod mesh;
mod model;
mod objects;
mod occlusion;
mod octree;
mod palette;
mod part;
mod problems;
mod rays;
mod selected;
mod shown;
mod strokes;
mod tidy;
mod tree_card;
mod viewpoint;

pub use bodies::{Bodies, Body, Group, Look};
pub use caption::Caption;
pub use changes::ChangedAnswer;
pub use form::Form;
pub use framing::{Fit, everything, extent, fit, framed, points, scene_view, through};
pub use ground::AXIS_COLORS;
pub use hidden::Hidden;
pub use label_layout::{Area, CONTEXT, LabelLayout, PlacedLabel, Shy, Silhouette, Stroke, place_labels, short};
pub(crate) use memory::NOT_COUNTED;
pub use memory::PictureMemory;
pub use octree::{
    CellsShown, DEEPEST_LATTICE, OctreeLook, candidates_by, code_of, counted, grouped, shows_octree, summary,
};
pub use palette::{Color, NAMES, Names, Palette, Style};
pub use part::{Fineness, Part, UnitMesh};
pub use selected::{Querier, Selected};
pub use shown::Shown;
pub use tidy::Tidy;
pub use tree_card::{TreeCard, TreeRow};
pub use viewpoint::{Lens, Viewpoint};

use std::borrow::Cow;
use std::sync::Arc;

use glam::{Affine3A, Vec3};

use crate::escape;
use crate::geometry::Aabb;
use crate::import::image::Thumbnail;
use crate::report::Report;
use crate::world::Thing;

/// Everything that one frame shows, in world space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The objects, which are the same from picture to picture until one moves.
    pub bodies: Arc<Bodies>,
    /// How each of them is shown. Those that are seen through are among the solids instead.
    pub looks: Vec<Look>,
    /// Other lit surfaces.
    pub solids: Vec<Solid>,
    /// Translucent unlit triangles, seen from both sides.
    pub faces: Vec<Face>,
    /// Images on rectangles.
    pub sheets: Vec<Sheet>,
    /// Lines of constant pixel width.
    pub lines: Vec<Line>,
    /// Round dots of constant pixel size.
    pub dots: Vec<Dot>,
    /// Texts beside points.
    pub labels: Vec<Label>,
    /// What the trees of agents do.
    pub cards: Vec<TreeCard>,
    /// What the colours and styles mean, in the order of the list.
    pub legend: Vec<LegendEntry>,
    /// Question and answer, for a picture that is seen without the window.
    pub caption: Option<Caption>,
    /// What it has reserved in the budget of its scene.
    pub memory: PictureMemory,
}

impl Picture {
    /// The one composition of a picture, for the window, for its inset and for a file. The order is that of drawing.
    pub fn of(shown: &Shown) -> Self {
        let Shown { world, palette, .. } = *shown;
        let bodies = shown.bodies.clone().unwrap_or_else(|| Arc::new(Bodies::of(world)));
        let mut picture = Self { bodies, memory: PictureMemory::within(&world.budget), ..Self::default() };
        let shown = &Shown { selected: shown.selected_in_view(), ..shown.clone() };
        ground::draw(&mut picture, &ground::extent(world, &shown.extent), palette);
        objects::draw(&mut picture, shown);
        model::draw(&mut picture, shown);
        frusta::draw(&mut picture, shown);
        images::draw(&mut picture, shown);
        rays::draw(&mut picture, shown);
        agents::draw(&mut picture, shown);
        match shown.marks() {
            _ if shown.hidden.concerns(world, &shown.selected) => {}
            Some(marks) => marks::draw(&mut picture, shown, marks),
            None => frusta::pair::draw(&mut picture, shown),
        }
        picture.legend_of(shown.report, &shown.selected, palette);
        octree::draw(&mut picture, shown);
        occlusion::draw(&mut picture, shown);
        problems::draw(&mut picture, shown);
        changes::draw(&mut picture, shown);
        picture.escape_names();
        picture.caption = shown.title.and_then(|title| Caption::of(title, shown));
        picture
    }

    /// Puts escapes in place of control and bidirectional characters of names, and cuts very long ones. A label has one
    /// line.
    fn escape_names(&mut self) {
        let labels = self.labels.iter_mut().map(|label| &mut label.text);
        let cards = self.cards.iter_mut().flat_map(|card| {
            let rows = card.rows.iter_mut().flat_map(|row| [&mut row.text, &mut row.note]);
            let label = card.label.iter_mut().map(|label| &mut label.text);
            std::iter::once(&mut card.title).chain(rows).chain(label)
        });
        for text in labels.chain(cards) {
            if let Cow::Owned(shown) = escape::shown(text) {
                *text = shown;
            }
        }
    }

    /// Explains the colours that occur.
    fn legend_of(&mut self, report: &Report, selected: &Selected, palette: &Palette) {
        for (tone, word) in objects::verdicts(report, selected) {
            // A camera tests the box, so the box has the colour of the verdict as well.
            let sample = if selected.ray().is_some() { Sample::Patch } else { Sample::Body(palette.style(tone)) };
            self.legend.push(LegendEntry { text: word.to_owned(), color: palette.tone(tone), sample });
        }
        if selected.object.is_some() || selected.image.is_some() || selected.model.is_some() {
            let text = "selected".to_owned();
            self.legend.push(LegendEntry { text, color: palette.selected, sample: Sample::Line(Style::Solid) });
        }
        let camera = selected.camera().and_then(|c| report.frusta.get(c));
        let ray = selected.ray().and_then(|r| report.rays.get(r));
        let is_disputed = camera.is_some_and(|answers| answers.objects.iter().any(|o| !o.agrees()))
            || ray.is_some_and(|answers| answers.disputed().next().is_some());
        if is_disputed {
            let text = "⚠ fast and exact answer differ".to_owned();
            self.legend.push(LegendEntry { text, color: palette.exact, sample: Sample::Line(Style::Solid) });
        }
    }
}

/// A length that suits small things in a scene of this size: arrows, camera bodies.
fn small(extent: &Aabb) -> f32 {
    (extent.half_extents().length() * 0.06).clamp(0.02, 1e4)
}

/// A name with what kind of thing has it, unless the name says so itself.
fn named(name: &str, kind: &str) -> String {
    let says_so = name.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(kind));
    if says_so { name.to_owned() } else { format!("{name} ({kind})") }
}

/// One lit piece of a solid: triangles under an affine map.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Which triangles.
    pub form: Form,
    /// Their place, rotation and size.
    pub world_from_unit: Affine3A,
    /// Surface colour; alpha below 1 makes it translucent.
    pub color: Color,
    /// What a click on it selects.
    pub item: Option<Thing>,
}

/// A translucent triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Its corners.
    pub corners: [Vec3; 3],
    /// Colour with alpha.
    pub color: Color,
}

/// An image on a rectangle, seen from both sides and through where it is clear.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Upper left, upper right, lower right and lower left.
    pub corners: [Vec3; 4],
    /// The image of the world.
    pub index: usize,
    /// The pixels. That they are the same is known by the pointer.
    pub image: Arc<Thumbnail>,
    /// With which its alpha is multiplied, from 0 to 1.
    pub strength: f32,
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Start; dashes are counted from here.
    pub from: Vec3,
    /// End.
    pub to: Vec3,
    /// Colour with alpha.
    pub color: Color,
    /// Width in pixels at 100% scale.
    pub width: f32,
    /// Solid, dashed or dotted.
    pub style: Style,
    /// Whether parts behind solids are left out altogether instead of being drawn faintly.
    pub hide_behind: bool,
    /// What a click on it selects.
    pub item: Option<Thing>,
}

/// A dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Its centre.
    pub at: Vec3,
    /// Colour.
    pub color: Color,
    /// Diameter in pixels at 100% scale.
    pub size: f32,
    /// What a click on it selects.
    pub item: Option<Thing>,
}

/// A text beside a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it names.
    pub at: Vec3,
    /// One line.
    pub text: String,
    /// Text colour.
    pub color: Color,
    /// Higher ones are placed first; those that find no room are left out.
    pub priority: u8,
    /// What a click on it selects.
    pub item: Option<Thing>,
    /// The distance that it says, for one that must be seen: it is drawn over everything that may hide it, and a line
    /// leads from its middle to the words.
    pub span: Option<Span>,
    /// What it names as a whole: it may be at any side of that, and does not cover it.
    pub around: Option<Thing>,
}

/// A distance on its way from a point to a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The point.
    pub from: Vec3,
    /// Its foot on the plane.
    pub to: Vec3,
    /// Colour of the point.
    pub dot: Color,
}

/// One row of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// What it means.
    pub text: String,
    /// Its colour in the picture.
    pub color: Color,
    /// Its sample.
    pub sample: Sample,
}

/// How a legend row shows its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A short line.
    Line(Style),
    /// A dot.
    Dot,
    /// A filled patch; one with alpha has a border, as glass has.
    Patch,
    /// A solid in its tested box, whose edges have that style.
    Body(Style),
    /// None: the row says something of the whole picture.
    None,
}
