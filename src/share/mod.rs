//! The window on a scene as a page for a browser: one file, or a folder for a web server.
//!
//! ```text
//! program   the window for a browser, as tools/web.sh builds it: WebAssembly and the JavaScript that starts it
//! content   what a page shows: the scene with its files, a picture, and the words of the selected answer
//! page      the file
//! site      a folder with a page for each scene, and the program once
//! beside    pages beside a report, which open from the disk and share the program
//! ```
//!
//! A page has no data of the scene in its program text: files are compressed and in Base64, and names are escaped.

mod beside;
mod content;
mod page;
mod program;
mod site;

pub use beside::PagesBeside;
pub use content::{PageContent, PageFile, PageStart};
pub use page::{is_our_page, write_page};
pub use program::{PageProgram, ProgramError};
pub use site::{Site, SiteEntry};
