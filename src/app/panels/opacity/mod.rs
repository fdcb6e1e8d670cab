//! The Opacity panel: an image with its cells, the threshold, and the comparison of the methods.
//!
//! ```text
//! panel       its parts: image, controls, and errors in place of the image
//! sight       the visible part of the image: model
//! lattice     the cells that are drawn: layout
//! texture     the visible pixels as textures
//! canvas      the image in its view; paint: with egui's painter
//! callouts    the places of labels: layout
//! histogram   the histogram of means, with the threshold
//! controls    the fields, and the resulting counts
//! comparison  the other method, computed on a separate thread
//! compute     processor or graphics card, with their times
//! waiting     in place of an image that is not read yet
//! words       texts about cells
//! ```

mod callouts;
mod canvas;
mod comparison;
mod compute;
mod controls;
mod histogram;
mod lattice;
mod paint;
mod panel;
mod show;
mod sight;
mod state;
mod subject;
mod texture;
mod waiting;
mod words;

pub(in crate::app) use panel::{HEIGHT, is_about};
pub(in crate::app) use state::OpacityPanel;
