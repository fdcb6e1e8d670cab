//! The scene and its answers as coloured lines, triangles and labels, without the GPU.
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
mod cuts;
mod display;
mod draw_options;
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
mod normals;
mod objects;
mod occlusion;
mod octree;
mod palette;
mod part;
mod path_errors;
mod problems;
mod rays;
pub(crate) mod selected;
mod sessions;
mod shown;
mod sides;
mod skin_look;
mod skins;
mod strokes;
mod taps;
mod tree_card;
mod tree_layout;
mod triangles;
mod viewpoint;

pub use bodies::{Bodies, Body, Group, Look};
pub use caption::Caption;
pub use changes::ChangedAnswer;
pub use display::Display;
pub use draw_options::{DrawOptions, Labels};
pub use framing::{
    Fit, everything, extent, fit, main_extent, main_points, on_picture, scene_view, shown_points, through, turned,
};
pub use ground::AXIS_COLORS;
pub use hidden::Hidden;
pub use label_layout::{
    Area, AvoidedAreas, CONTEXT, Front, LabelLayout, NEEDED, PlacedLabel, Silhouette, Stroke, place_labels, short,
};
pub(crate) use memory::NOT_COUNTED;
pub use memory::PictureMemory;
pub use octree::{
    CellsShown, DEEPEST_LATTICE, OctreeLook, candidates_by, code_of, counted, grouped, grouped_with, shows_octree,
    summary,
};
pub use palette::{Color, NAMES, Names, Palette, Style};
pub use part::{Fineness, Part, UnitMesh};
pub use path_errors::PathErrors;
pub use selected::{Querier, Selected};
pub use shown::Shown;
pub use sides::{Sides, sides_in_words};
pub use skin_look::{SkinLook, Weights};
pub use tree_card::{TreeCard, TreeRow};
pub use tree_layout::Tidy;
pub use triangles::Form;
pub use viewpoint::{Lens, Viewpoint};

use std::borrow::Cow;
use std::sync::Arc;

use glam::{Affine3A, Vec3};

use crate::escape;
use crate::geometry::Aabb;
use crate::import::image::Thumbnail;
use crate::report::Report;
use crate::report::explain::Subject;
use crate::world::{Item, World};

/// Everything that one frame shows, in world space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The bodies of the objects. Pictures share those that do not move.
    pub bodies: Arc<Bodies>,
    /// The look of each object. Translucent objects are among the solids instead.
    pub looks: Vec<Look>,
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

/// How far the object whose skin is explained is drawn from its place, because it is a half of a cut; from the first world to
/// the second.
fn gap_of(selected: &Selected, [whole, apart]: [&World; 2]) -> Vec3 {
    let Some(Subject::Skin(object)) = selected.subject() else { return Vec3::ZERO };
    let origin = |world: &World| {
        let object = world.objects.get(object)?;
        Some(Vec3::from(object.pose.world_from_local().translation))
    };
    origin(apart).zip(origin(whole)).map_or(Vec3::ZERO, |(apart, whole)| apart - whole)
}

impl Picture {
    /// Adds a row to the legend.
    fn add_legend(&mut self, text: impl Into<String>, color: Color, sample: Sample) {
        self.legend.push(LegendEntry { text: text.into(), color, sample });
    }

    /// Composes a picture for the window, for its inset and for a file, in the order of drawing.
    pub fn of(shown: &Shown) -> Self {
        let whole = shown.world;
        let apart = whole.apart(shown.cut_gap);
        let shown = &match &apart {
            Some(world) => Shown { world, bodies: None, ..shown.clone() },
            None => shown.clone(),
        };
        let Shown { world, palette, .. } = *shown;
        let bodies = shown.bodies.clone().unwrap_or_else(|| Arc::new(Bodies::of(world)));
        let mut picture = Self {
            bodies,
            memory: PictureMemory::within(&world.budget),
            display: shown.display,
            has_one_model: world.models.len() == 1,
            ..Self::default()
        };
        let shown = &Shown { selected: shown.selected_in_view(), ..shown.clone() };
        if shown.options.grid {
            let extent = ground::extent(world, &shown.main_extent);
            ground::draw(&mut picture, &extent, palette, shown.options.units);
        }
        objects::draw(&mut picture, shown);
        normals::draw(&mut picture, shown);
        model::draw(&mut picture, shown);
        frusta::draw(&mut picture, shown);
        images::draw(&mut picture, shown);
        rays::draw(&mut picture, shown);
        sessions::draw(&mut picture, shown);
        taps::draw(&mut picture, shown);
        path_errors::draw(&mut picture, shown);
        cuts::draw(&mut picture, shown);
        skins::draw(&mut picture, shown);
        skin_look::draw(&mut picture, shown);
        agents::draw(&mut picture, shown);
        match shown.marks() {
            _ if shown.hidden.concerns(world, &shown.selected) => {}
            Some(marks) => {
                let marks = marks.iter().map(|mark| mark.moved(gap_of(&shown.selected, [whole, world])));
                marks::draw(&mut picture, shown, &marks.collect::<Vec<_>>());
            }
            None => frusta::pair::draw(&mut picture, shown),
        }
        picture.legend_of(shown.report, &shown.selected, palette);
        objects::tint_legend(&mut picture, shown);
        objects::sides_legend(&mut picture, shown);
        octree::draw(&mut picture, shown);
        occlusion::draw(&mut picture, shown);
        problems::draw(&mut picture, shown);
        changes::draw(&mut picture, shown);
        shown.options.labels.apply(&mut picture.labels, &shown.selected);
        picture.escape_names();
        picture.caption = shown.title.and_then(|title| Caption::of(title, shown));
        picture
    }

    /// Puts escapes in place of control and bidirectional characters of names, and cuts very long ones. A label has one
    /// line.
    fn escape_names(&mut self) {
        let labels = self.labels.iter_mut().map(|label| &mut label.text);
        let cards = self.cards.iter_mut().flat_map(|card| {
            let forms = std::iter::once(&mut card.rows).chain(&mut card.shorter);
            let rows = forms.flatten().flat_map(|row| [&mut row.text, &mut row.note]);
            let label = card.label.iter_mut().map(|label| &mut label.text);
            std::iter::once(&mut card.title).chain(rows).chain(label)
        });
        for text in labels.chain(cards) {
            if let Cow::Owned(shown) = escape::shown(text) {
                *text = shown;
            }
        }
    }

    /// Adds legend entries for the colours in the picture.
    fn legend_of(&mut self, report: &Report, selected: &Selected, palette: &Palette) {
        for (tone, word) in objects::verdicts(report, selected) {
            // A camera tests the box, so the box has the colour of the verdict as well.
            let sample = if selected.ray().is_some() { Sample::Patch } else { Sample::Body(palette.style(tone)) };
            self.add_legend(word, palette.tone(tone), sample);
        }
        if selected.object.is_some() || selected.image.is_some() || selected.model.is_some() {
            self.add_legend("selected", palette.selected, Sample::Line(Style::Solid));
        }
        let camera = selected.camera().and_then(|c| report.frusta.get(c));
        let ray = selected.ray().and_then(|r| report.rays.get(r));
        let is_disputed = camera.is_some_and(|answers| answers.objects.iter().any(|o| !o.agrees()))
            || ray.is_some_and(|answers| answers.disputed().next().is_some());
        if is_disputed {
            self.add_legend("⚠ fast and exact answer differ", palette.exact, Sample::Line(Style::Solid));
        }
    }
}

/// The size of small items, such as arrows and camera bodies, in a scene of this extent.
pub(crate) fn small(extent: &Aabb) -> f32 {
    (extent.half_extents().length() * 0.06).clamp(0.02, 1e4)
}

/// A name with the kind of its item, unless the name contains the kind.
fn named(name: &str, kind: &str) -> String {
    let says_so = name.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(kind));
    if says_so { name.to_owned() } else { format!("{name} ({kind})") }
}

/// One lit piece of a solid: triangles under an affine map.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// The triangles.
    pub form: Form,
    /// Their transform.
    pub world_from_unit: Affine3A,
    /// Surface colour; alpha below 1 makes it translucent.
    pub color: Color,
    /// The item that a click on it selects.
    pub item: Option<Item>,
}

/// A translucent triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Its corners.
    pub corners: [Vec3; 3],
    /// Colour with alpha.
    pub color: Color,
}

/// An image on a rectangle, visible from both sides, transparent where its alpha is low.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Upper left, upper right, lower right and lower left.
    pub corners: [Vec3; 4],
    /// The image of the world.
    pub index: usize,
    /// The pixels, compared by pointer.
    pub image: Arc<Thumbnail>,
    /// The factor of its alpha, from 0 to 1.
    pub strength: f32,
}

/// A cell of an image that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetCell {
    /// The image of the world.
    pub image: usize,
    /// Its corners, in the order of [`Sheet::corners`].
    pub corners: [Vec3; 4],
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The start, from which dashes are measured.
    pub from: Vec3,
    /// End.
    pub to: Vec3,
    /// Colour with alpha.
    pub color: Color,
    /// Width in pixels at 100% scale.
    pub width: f32,
    /// Solid, dashed or dotted.
    pub style: Style,
    /// Whether parts behind solids are not drawn; otherwise they are drawn faintly.
    pub hide_behind: bool,
    /// The item that a click on it selects.
    pub item: Option<Item>,
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
    /// The item that a click on it selects.
    pub item: Option<Item>,
}

/// A text beside a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The point that it names.
    pub at: Vec3,
    /// The text, one line.
    pub text: String,
    /// Text colour.
    pub color: Color,
    /// Labels of higher priority are placed first; labels without a free place are left out.
    pub priority: u8,
    /// The item that a click on it selects.
    pub item: Option<Item>,
    /// The distance that it names, for a label that must be visible: the distance is drawn over everything else, and a
    /// line leads from its middle to the label.
    pub span: Option<Span>,
    /// The item that it names as a whole: the label may be on any side of the item, and does not cover it.
    pub around: Option<Item>,
}

/// The distance from a point to a plane, as a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The point.
    pub from: Vec3,
    /// The foot of the perpendicular on the plane.
    pub to: Vec3,
    /// The colour of the point.
    pub dot: Color,
}

/// One row of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// The meaning.
    pub text: String,
    /// Its colour in the picture.
    pub color: Color,
    /// Its sample.
    pub sample: Sample,
}

/// The form in which a legend row shows its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A short line.
    Line(Style),
    /// A dot.
    Dot,
    /// A filled patch; a translucent one has a border.
    Patch,
    /// A translucent plane, whose border has that style.
    Plane(Style),
    /// A solid in its tested box, whose edges have that style.
    Body(Style),
    /// No sample: the row is about the whole picture.
    None,
}
