//! The window for a browser, which `tools/web.sh` builds: WebAssembly and the JavaScript that starts it.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::source::regular;

/// The two files, in the folder that `tools/web.sh` writes.
const WASM: &str = "eyeline.wasm.gz";
const SCRIPT: &str = "eyeline.js";
/// The environment variable that names their folder.
const FOLDER: &str = "EYELINE_PAGE";
/// A larger file is not read.
const LARGEST: u64 = 64 << 20;

/// The first line of the script has the version, so that a page is not made with the program of another one.
const MARK: &str = concat!("// eyeline ", env!("CARGO_PKG_VERSION"), "\n");

/// The window for a browser.
pub struct PageProgram {
    /// WebAssembly, compressed with gzip.
    pub wasm: Cow<'static, [u8]>,
    /// The JavaScript that `wasm-bindgen` made.
    pub script: Cow<'static, str>,
}

/// Why there is no window for a browser.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// No folder has it.
    #[error(
        "this eyeline has no window for browsers: there is no {}; `tools/web.sh` of the source builds it, and releases have it",
        .0.iter().map(|folder| folder.join(WASM).display().to_string()).collect::<Vec<_>>().join(" and no ")
    )]
    Missing(Vec<PathBuf>),
    /// A file cannot be read.
    #[error("{} cannot be used: {reason}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

#[cfg(feature = "share")]
fn embedded() -> Option<PageProgram> {
    Some(PageProgram {
        wasm: Cow::Borrowed(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/target/page/eyeline.wasm.gz"))),
        script: Cow::Borrowed(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/target/page/eyeline.js"))),
    })
}

#[cfg(not(feature = "share"))]
fn embedded() -> Option<PageProgram> {
    None
}

impl PageProgram {
    /// The program in the folder that the environment variable `EYELINE_PAGE` names, else within this one, else in the folder
    /// `page` beside it, beside its folder, or in `share/eyeline`.
    ///
    /// # Errors
    /// When there is none, or when it is that of another version.
    pub fn find() -> Result<Self, ProgramError> {
        if let Some(named) = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from) {
            return Self::read(&named);
        }
        if let Some(program) = embedded() {
            return Ok(program);
        }
        let program = std::env::current_exe().and_then(|program| program.canonicalize()).unwrap_or_default();
        let beside = program.parent().unwrap_or(Path::new("."));
        let above = beside.parent().unwrap_or(Path::new("."));
        let folders = vec![beside.join("page"), above.join("page"), above.join("share/eyeline/page")];
        match folders.iter().find(|folder| folder.join(WASM).is_file()) {
            Some(folder) => Self::read(folder),
            None => Err(ProgramError::Missing(folders)),
        }
    }

    fn read(folder: &Path) -> Result<Self, ProgramError> {
        let read = |name: &str| {
            let path = folder.join(name);
            let bytes = regular::read(&path, LARGEST);
            bytes.map_err(|error| ProgramError::Unreadable { path, reason: error.to_string() })
        };
        let unusable = |reason: String| ProgramError::Unreadable { path: folder.join(SCRIPT), reason };
        let script = String::from_utf8(read(SCRIPT)?).map_err(|error| unusable(error.to_string()))?;
        if !script.starts_with(MARK) {
            return Err(unusable("it is of another version of eyeline; run tools/web.sh again".to_owned()));
        }
        Ok(Self { wasm: read(WASM)?.into(), script: script.into() })
    }
}

/// Whether a file is a script with the window for a browser, of any version.
pub(super) fn is_script(file: &File) -> bool {
    let start = b"// eyeline ";
    let mut found = [0; 11];
    let mut file = file;
    file.read_exact(&mut found).is_ok() && found == *start
}

/// The script of a program, for tests.
#[cfg(test)]
pub(super) fn test_script() -> String {
    format!("{MARK}let wasm_bindgen;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_another_version_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write(WASM, "wasm");
        write(SCRIPT, &test_script());
        let program = PageProgram::read(folder.path()).unwrap();
        assert_eq!((&*program.wasm, program.script.ends_with("let wasm_bindgen;")), (&b"wasm"[..], true));
        write(SCRIPT, "// eyeline 0.0.1\nlet wasm_bindgen;");
        let error = PageProgram::read(folder.path()).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("another version") && error.contains(SCRIPT), "{error}");
        std::fs::remove_file(folder.path().join(WASM)).unwrap();
        assert!(PageProgram::read(folder.path()).is_err());
    }
}
