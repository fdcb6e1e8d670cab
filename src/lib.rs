//! eyeline answers the questions that games and simulations ask of space, and shows why.
//!
//! Data flows one way, and a room knows only of those before it:
//!
//! [`geometry`] the queries → [`scene`] the document → [`world`] the scene at a tick → [`report`] every answer →
//! [`picture`] lines, triangles and labels → [`render`] pixels → [`app`] the window and [`commands`] the command line.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "a test is content with the platform's sines"))]

pub mod app;
pub mod behavior;
pub mod budget;
pub mod commands;
mod escape;
pub mod files;
pub mod geometry;
pub mod import;
pub mod octree;
pub mod opacity;
mod parallel;
pub mod picture;
pub mod render;
pub mod report;
#[cfg(test)]
mod rooms;
pub mod scene;
pub mod session;
pub mod source;
pub mod world;

/// The README's example is compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
