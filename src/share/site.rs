//! A folder for a web server: a page for each scene, an index of all, and the program once. The names of files that stay the same
//! have a hash, so that a server may let browsers keep them for ever.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::content::{PageContent, PageFile};
use super::page::{LOADER, icon, opened, pack, write_head};
use super::program::PageProgram;
use crate::budget::Budget;
use crate::escape::{self, html as escaped};
use crate::scene::write::save::save_in;
use crate::source::folder::root_of_work;
use crate::source::options::ReadOptions;
use crate::source::rooted::Rooted;

/// The index of a site contains this text.
const MARK: &str = "<meta name=\"generator\" content=\"eyeline share --site\">";
const INDEX: &str = "index.html";
/// A larger file is not the index of a site.
const LARGEST_INDEX: u64 = 64 << 20;
/// The folder of what the pages load.
const PARTS: &str = "parts";
const STYLE: &str = include_str!("site.css");

/// A folder with pages, while it is written.
pub struct Site {
    folder: Rooted,
    /// The elements that load the program.
    program: String,
    entries: Vec<SiteEntry>,
}

/// A page of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteEntry {
    /// The name of its file.
    pub file: String,
    /// The title of the scene.
    pub title: String,
    /// What the scene is about, in one sentence.
    pub description: String,
    /// The address of its picture.
    pub picture: String,
}

impl Site {
    /// Begins a site in a folder, which is made. Writes the program.
    ///
    /// # Errors
    /// When the folder has files and no site, when a link leads it out of its root, and when a file cannot be written.
    pub fn begin(folder: &Path, program: &PageProgram) -> io::Result<Self> {
        let folder = Rooted::of_results(folder, &root_of_work(&ReadOptions::default()))?;
        let index = folder.join(INDEX).read(LARGEST_INDEX)?.unwrap_or_default();
        let is_site = index.windows(MARK.len()).any(|window| window == MARK.as_bytes());
        if !is_site && !folder.list().is_empty() {
            let reason = "it has files, and no site that eyeline made; choose another folder";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
        }
        let mut site = Self { folder, program: String::new(), entries: Vec::new() };
        // With the ending of compressed files, servers and browsers would unpack it too.
        let wasm = site.put(&program.wasm, "bin")?;
        let script = site.put(format!("{}\n{LOADER}", program.script).as_bytes(), "js")?;
        site.program = format!(
            "<script id=\"program\" type=\"application/octet-stream\" data-source=\"{wasm}\"></script>\n<script src=\"{script}\"></script>\n"
        );
        Ok(site)
    }

    /// Writes a part, unless it is there. Returns its address.
    fn put(&self, bytes: &[u8], ending: &str) -> io::Result<String> {
        let mut name = String::new();
        for byte in Sha256::digest(bytes).iter().take(12) {
            let _infallible = write!(name, "{byte:02x}");
        }
        let address = format!("{PARTS}/{name}.{ending}");
        if self.folder.join(&address).size() != bytes.len() as u64 {
            self.write(&address, bytes)?;
        }
        Ok(address)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        save_in(&self.folder.join(name), bytes).map_err(|error| error.reason)
    }

    /// Writes the page of a scene. `name` is that of its file, without its ending.
    ///
    /// # Errors
    /// When a file of the scene cannot be read or does not fit into the budget, or a file cannot be written.
    pub fn add(&mut self, name: &str, content: &PageContent, budget: &Budget) -> io::Result<()> {
        let picture = self.put(&content.picture, "jpg")?;
        let mut page = Vec::new();
        write_head(content, "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'", &picture, &mut page)?;
        let mut page = String::from_utf8(page).map_err(io::Error::other)?;
        for PageFile { path, file } in &content.files {
            let opened = opened(file)?;
            // What cannot be compressed becomes slightly longer.
            let length = opened.metadata()?.len();
            let _memory =
                budget.take(length + length / 64 + 1024).map_err(|over| io::Error::other(over.to_string()))?;
            let source = self.put(&pack(opened, Vec::new())?, "bin")?;
            let path = escaped(path);
            let _infallible = writeln!(
                page,
                "<script class=\"file\" type=\"application/octet-stream\" data-path=\"{path}\" data-source=\"{source}\"></script>"
            );
        }
        page.push_str(&self.program);
        page.push_str("</body>\n</html>\n");
        let file = self.free_name(name);
        self.write(&file, page.as_bytes())?;
        let PageContent { title, description, .. } = content;
        self.entries.push(SiteEntry { file, title: title.clone(), description: description.clone(), picture });
        Ok(())
    }

    /// The file of a page: its name, with a number when another page has it.
    fn free_name(&self, name: &str) -> String {
        let name = escape::file_name(name);
        let numbered = (1_u32..).map(|number| match number {
            1 => format!("{name}.html"),
            _ => format!("{name}-{number}.html"),
        });
        let is_free = |file: &String| file != INDEX && self.entries.iter().all(|entry| entry.file != *file);
        numbered.into_iter().find(is_free).unwrap_or_default()
    }

    /// Writes the index. Returns the number of pages.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self, title: &str, about: &str) -> io::Result<usize> {
        let mut index = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{MARK}\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{icon}\n<title>{title}</title>\n<style>{STYLE}</style>\n\
             </head>\n<body>\n<h1>{title}</h1>\n<p>{about}</p>\n<ol>\n",
            title = escaped(title),
            about = escaped(about),
            icon = icon(),
        );
        for SiteEntry { file, title, description, picture } in &self.entries {
            let file = escape::address(file);
            let [title, description] = [title, description].map(|text| escaped(text));
            let _infallible = writeln!(
                index,
                "<li><a href=\"{file}\"><img src=\"{picture}\" alt=\"\" loading=\"lazy\"><strong>{title}</strong><span>{description}</span></a></li>"
            );
        }
        index.push_str("</ol>\n</body>\n</html>\n");
        self.write(INDEX, index.as_bytes())?;
        Ok(self.entries.len())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::share::content::test_content;

    #[test]
    fn pages_share_what_is_equal() {
        let folder = tempfile::tempdir().unwrap();
        let scene = folder.path().join("a.json");
        fs::write(&scene, "{}").unwrap();
        let content = test_content(&scene);
        let program = PageProgram { wasm: vec![0; 9].into(), script: "let wasm_bindgen;".into() };
        let at = folder.path().join("site");
        for _ in 0..2 {
            let mut site = Site::begin(&at, &program).unwrap();
            for name in ["index", "a #1", "a #1", "b\u{202e}"] {
                site.add(name, &content, &Budget::default()).unwrap();
            }
            assert_eq!(site.finish("All", "").unwrap(), 4);
        }
        let names = |folder: &Path| {
            let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names(&at), ["a #1-2.html", "a #1.html", "b%E2%80%AE.html", "index-2.html", "index.html", "parts"]);
        assert_eq!(names(&at.join("parts")).len(), 4, "the program, what starts it, the scene and the picture");
        let index = fs::read_to_string(at.join("index.html")).unwrap();
        assert!(index.contains("&lt;A&gt;") && !index.contains("<A>") && index.contains("href=\"a%20%231-2.html\""));

        fs::write(at.join("index.html"), "mine").unwrap();
        assert_eq!(Site::begin(&at, &program).map(|_| ()).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }
}
