//! The real window, clicked and typed through without a display.

mod desk;
mod edit;
mod files;
mod look;
mod select;
mod story;
