//! The real window, clicked and typed through without a display.

mod desk;
mod edit;
mod files;
mod look;
mod look_tmp;
mod select;
mod story;
