//! Renders pictures to pixels: the same functions for the window, for files and for tests.
//!
//! ```text
//! Picture ─► Viewport ─► texture ─► egui (labels and legend by overlay) ─► window, or Canvas ─► image
//! ```
//!
//! ```
//! use eyeline::picture::{Palette, Picture, Selected, Shown, scene_view};
//! use eyeline::render::picture_to_image;
//! use eyeline::{files::Files, report::Report, scene, world::World};
//!
//! let text = r#"{ "eyeline": 1, "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
//! let scene = scene::parse(text, "ball.json")?;
//! let world = World::at(&scene, &Files::default(), 0);
//! let (report, selected) = (Report::of(&world), Selected::of(&world));
//! let picture = Picture::of(&Shown::new(&world, &report, &selected, &Palette::DARK));
//!
//! // OpenGL without a display.
//! let (image, _) = picture_to_image(&picture, &scene_view(&scene, &world, 1.5), [300, 200], &Palette::DARK, 1.0)?;
//! assert_eq!(image.dimensions(), (300, 200));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything is drawn in gamma space: colours are sRGB numbers from palette to pixel, as egui treats them.
//! Only the light on solids is computed in linear numbers, inside its shader.

mod background;
mod blended;
mod canvas;
mod cards;
mod cell_sums;
mod clip;
mod convert;
mod coverage;
mod crowd;
mod distinct;
mod error;
mod error_plot;
mod faces;
mod first_hits;
pub mod fonts;
mod gl_state;
mod headless;
mod id_picture;
mod images;
mod in_sight;
mod item_code;
mod items;
mod label_plate;
mod lines;
mod occlusion;
pub mod overlay;
mod pieces;
mod pixel_memory;
mod png;
mod programs;
mod raw_program;
mod shot;
mod solids;
mod surfaces;
mod target;
mod texture_quad;
mod translucent;
mod view_uniforms;
mod viewport;

pub use self::png::{has_our_mark, is_our_png, renderer_of, to_png, to_png_by};
pub use canvas::{Canvas, UPRIGHT};
pub use cell_sums::{CellSums, CellTimes, Summed};
pub use clip::format::ClipFormat;
pub use clip::gif::is_our_gif;
pub use clip::writer::Clip;
pub use crowd::left_out::LeftOut;
pub use error::RenderError;
pub use error_plot::{plot_to_image, plot_to_svg};
pub use headless::Headless;
pub use id_picture::{comparison_image, id_picture};
pub use items::PixelRect;
pub(crate) use label_plate::color32;
pub use occlusion::{OcclusionQueries, Pending};
pub use pixel_memory::PixelWork;
pub use programs::Programs;
pub use shot::{covered_pixels, picture_to_image};
pub use texture_quad::TextureQuad;
pub use viewport::Viewport;
