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
mod changed_answer;
mod changes;
mod colliders;
mod compared_path;
mod compose;
mod contents;
mod cost_map;
mod cost_plan;
mod cost_tiles;
mod crossings;
mod cuts;
mod display;
mod draw_options;
mod error_plot;
mod explanation_text;
mod flicker;
mod floor_plan;
mod framing;
mod frusta;
mod gaps;
mod ground;
mod hidden;
mod images;
mod item;
mod label_layout;
mod label_words;
mod leaks;
mod legend;
mod marks;
mod memory;
mod mesh;
mod mistaken;
mod model;
mod normals;
mod objects;
mod occlusion;
mod octree;
mod palette;
mod part;
mod path_errors;
mod plot;
mod precision_plan;
mod problems;
mod rays;
mod said;
pub(crate) mod selected;
mod sessions;
mod shape_parts;
mod shapes;
mod shown;
mod sides;
mod sizes;
mod skin_look;
mod skin_options;
mod skins;
mod strokes;
mod taps;
mod tree_card;
mod tree_layout;
mod triangles;
mod viewpoint;
mod visibility;

pub use self::contents::Picture;
pub use self::legend::{LegendEntry, Sample};
pub use self::shapes::{Dot, Face, Label, Line, MetCell, Sheet, Solid, Span};
pub(crate) use self::sizes::small;
pub use bodies::{Bodies, BodyGroup, BodyLook, SolidBody};
pub use caption::Caption;
pub use changed_answer::ChangedAnswer;
pub use compared_path::PathErrors;
pub use cost_map::CostMap;
pub use cost_plan::CostPlan;
pub use display::Display;
pub use draw_options::{DrawOptions, Labels};
pub use error_plot::{ErrorPlot, PlottedPath};
pub(crate) use explanation_text::explanations_as_text;
pub use framing::{
    Fit, everything, extent, fit, main_extent, main_points, on_picture, scene_view, shown_points, through, turned,
};
pub use ground::AXIS_COLORS;
pub use hidden::Hidden;
pub use label_layout::area::{Area, Stroke};
pub use label_layout::silhouette::Silhouette;
pub use label_layout::{AvoidedAreas, CONTEXT, Front, LabelLayout, NEEDED, PlacedLabel, place_labels, short};
pub(crate) use memory::NOT_COUNTED;
pub use memory::PictureMemory;
pub use octree::cells::code_of;
pub use octree::counts::{candidates_by, counted, grouped_with, summary};
pub use octree::lattice::DEEPEST as DEEPEST_LATTICE;
pub use octree::look::{CellsShown, OctreeLook, shows_octree};
pub use palette::{Color, ColorNames, NAMES, Palette, Style};
pub use part::{Fineness, SolidPart, UnitMesh};
pub use plot::{PlotShape, PlotSheet, TextAnchor};
pub use precision_plan::PrecisionPlan;
pub use selected::Selected;
pub use shown::Shown;
pub use sides::{MeshSides, sides_in_words};
pub use skin_options::{SkinLook, Weights};
pub use tree_card::{TreeCard, TreeRow};
pub use tree_layout::TreeLayout;
pub use triangles::SolidForm;
pub use viewpoint::{Lens, Viewpoint};
