//! A page of plots as SVG and as pixels.

mod painted;
mod svg;

pub use painted::plot_to_image;
pub use svg::plot_to_svg;
