//! What a result depends on besides the files of its scene: the program, the renderer and the options.

use super::file::{digest_of_file, digest_of_text};
use crate::check::expectations::TakenExpectations;
use crate::check::parts::CheckParts;
use crate::source::ReadOptions;

/// The program, the renderer and the options of a run.
#[derive(Debug)]
pub struct RunKey<'r> {
    /// The name of the renderer.
    pub renderer: &'r str,
    /// How scenes are read.
    pub options: &'r ReadOptions,
    /// What is checked.
    pub parts: CheckParts,
    /// The expectations that replace those of each scene.
    pub expect: Option<&'r TakenExpectations>,
    /// The bytes of the memory budget. A scene that does not fit is an error.
    pub memory: u64,
}

impl RunKey<'_> {
    /// The digest of all of it, with the file of the program.
    pub(super) fn digest(&self) -> String {
        let program = std::env::current_exe().ok().and_then(|program| digest_of_file(&program));
        let expect = self.expect.and_then(|expect| digest_of_file(&expect.file));
        let Self { renderer, options, parts, memory, .. } = self;
        digest_of_text(&format!("{program:?}\n{renderer:?}\n{options:?}\n{parts:?}\n{expect:?}\n{memory}"))
    }
}
