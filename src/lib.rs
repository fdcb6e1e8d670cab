//! eyeline answers the questions that games and simulations ask of space, and shows why.
//!
//! Data flows one way, and a room knows only of those before it:
//!
//! [`geometry`] the queries → [`scene`] the document → [`world`] the scene at a tick → [`report`] every answer →
//! [`picture`] lines, triangles and labels → [`render`] pixels → [`app`] the window and [`commands`] the command line.

#![cfg_attr(
    not(feature = "window"),
    allow(dead_code, unused_imports, reason = "the window is the only caller of some items of other rooms")
)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "a test is content with the platform's sines"))]

pub mod behavior;
pub mod budget;
pub mod geometry;
pub mod octree;
pub mod opacity;
mod parallel;

#[cfg(feature = "scene")]
mod escape;
#[cfg(feature = "scene")]
pub mod picture;
#[cfg(feature = "scene")]
pub mod report;
#[cfg(feature = "scene")]
pub mod scene;
#[cfg(feature = "scene")]
pub mod world;

#[cfg(feature = "render")]
pub mod render;

#[cfg(feature = "window")]
pub mod app;
#[cfg(feature = "window")]
pub mod commands;

/// The README's example is compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
