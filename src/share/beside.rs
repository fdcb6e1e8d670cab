//! Pages beside a report. They open from the disk, where a page may load scripts and nothing else: so the program is a script,
//! which all of them load.

use std::fs::File;
use std::io::{self, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::content::PageContent;
use super::page::{LOADER, is_page, write_files, write_head};
use super::program::{PageProgram, is_script};
use crate::budget::Budget;
use crate::scene::write::save::save_in;
use crate::source::rooted::Rooted;

/// The script with the program.
const PROGRAM: &str = "eyeline.js";

/// A folder with pages.
pub struct PagesBeside {
    folder: Rooted,
}

impl PagesBeside {
    /// Begins a folder, which is made. Writes the program.
    ///
    /// # Errors
    /// When the program cannot be written.
    pub fn begin(folder: Rooted, program: &PageProgram) -> io::Result<Self> {
        let script = [
            &*program.script,
            "\n{\n  const program = document.createElement(\"script\");\n  program.id = \"program\";\n  program.type = \"application/octet-stream\";\n  program.textContent = \"",
            &BASE64_STANDARD.encode(&program.wasm),
            "\";\n  document.body.append(program);\n}\n",
            LOADER,
        ];
        save_in(&folder.join(PROGRAM), script.concat().as_bytes()).map_err(|error| error.reason)?;
        Ok(Self { folder })
    }

    /// Writes the page of a scene to the file `name`.
    ///
    /// # Errors
    /// When a file of the scene cannot be read or does not fit into the budget, or the page cannot be written.
    pub fn add(&self, name: &str, content: &PageContent, budget: &Budget) -> io::Result<()> {
        // Base64 has 4 characters for 3 bytes, and a vector doubles its memory.
        let _memory =
            budget.take(3 * content.file_bytes() + (1 << 20)).map_err(|over| io::Error::other(over.to_string()))?;
        let picture = content.picture_in_page();
        let mut page = Vec::new();
        write_head(content, "script-src 'self' 'wasm-unsafe-eval'", &picture, &mut page)?;
        write_files(content, &mut page)?;
        write!(page, "<script src=\"{PROGRAM}\"></script>\n</body>\n</html>\n")?;
        save_in(&self.folder.join(name), &page).map_err(|error| error.reason)
    }

    /// Removes the pages and the program that an earlier run wrote into a folder. Files of other programs, and what cannot be
    /// removed, stay.
    pub fn clear(folder: &Rooted) {
        for (file, is_folder) in folder.list() {
            let is = |test: fn(&File) -> bool| file.open().ok().flatten().is_some_and(|file| test(&file));
            if !is_folder && (is(is_page) || is(is_script)) {
                let _stays = file.remove();
            }
        }
        let _stays = folder.remove_empty_folder();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::share::content::test_content;
    use crate::share::program::test_script;

    #[test]
    fn a_folder_is_written_and_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let scene = folder.path().join("a.json");
        fs::write(&scene, "{\"eyeline\": 1}").unwrap();
        let content = test_content(&scene);
        let program = PageProgram { wasm: b"wasm"[..].into(), script: test_script().into() };
        let at = Rooted::of_folder(folder.path()).join("pages");
        let pages = PagesBeside::begin(at.clone(), &program).unwrap();
        pages.add("a.html", &content, &Budget::default()).unwrap();
        fs::write(folder.path().join("pages/mine.html"), "mine").unwrap();
        let page = fs::read_to_string(folder.path().join("pages/a.html")).unwrap();
        assert!(page.contains("<script src=\"eyeline.js\">") && page.contains("data-path=\"/a.json\""), "{page}");
        let script = fs::read_to_string(folder.path().join("pages/eyeline.js")).unwrap();
        assert!(script.contains(&BASE64_STANDARD.encode("wasm")) && script.ends_with(LOADER));

        PagesBeside::clear(&at);
        let left: Vec<_> =
            fs::read_dir(folder.path().join("pages")).unwrap().map(|one| one.unwrap().file_name()).collect();
        assert_eq!(left, ["mine.html"]);
        let small = Budget::new(1 << 10);
        assert!(pages.add("a.html", &content, &small).is_err());
    }
}
