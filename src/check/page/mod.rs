//! The HTML page of a run: one file without external resources, which opens from disk.
//!
//! ```text
//! document    the whole page
//! filters     the buttons that filter scenes, and the words of states
//! section     a scene with its differences, and the command that accepts it
//! figure      the pictures of a capture
//! address     the addresses of pictures, embedded or beside the page
//! timeline    the steps of the run on its threads
//! ```
//!
//! The text is written here and escaped. The script only filters rows, moves between them and switches pictures. So the
//! page is readable without the script.
//!
//! The page contains pictures up to `EMBEDDED` bytes, in page order. Further pictures are files beside the page, with
//! relative paths; the browser reads each one when it scrolls into view. So the page of a small run is complete in
//! itself, and the page of a large run stays small.

mod address;
mod document;
mod figure;
mod filters;
mod section;
mod timeline;

pub(super) use document::{MARK, html};
