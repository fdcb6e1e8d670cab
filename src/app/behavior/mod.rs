//! The behaviour panel.

mod board;
mod breaks;
mod canvas;
mod chart;
mod events;
mod history;
mod legend;
mod paint;
#[cfg(test)]
mod sample;
mod shown;
mod strip;
mod why;
mod words;
