//! The file of a page. It needs no network: its policy refuses every request.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use base64::write::EncoderWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::content::{PageContent, PageFile, PageStart};
use super::program::PageProgram;
use crate::escape::html as escaped;
use crate::source::regular;
use crate::source::rooted::RootedError;

/// Every page contains this text.
const MARK: &str = "<meta name=\"generator\" content=\"eyeline share\">";

const STYLE: &str = include_str!("page.css");
const ICON: &[u8] = include_bytes!("../app/shell/icon.png");
pub(super) const LOADER: &str = include_str!("loader.js");

/// The icon of a page. Without one, a browser asks the server for a file that the site does not have.
pub(super) fn icon() -> String {
    format!("<link rel=\"icon\" href=\"data:image/png;base64,{}\">", BASE64_STANDARD.encode(ICON))
}

/// Whether a file is a page that eyeline wrote.
pub fn is_our_page(file: &Path) -> bool {
    File::open(file).is_ok_and(|file| is_page(&file))
}

/// The same of an open file.
pub(super) fn is_page(file: &File) -> bool {
    let mut start = Vec::new();
    let read = file.take(4096).read_to_end(&mut start);
    read.is_ok() && start.windows(MARK.len()).any(|window| window == MARK.as_bytes())
}

/// Writes a page that contains everything.
///
/// # Errors
/// When a file of the scene cannot be read, or the page cannot be written.
pub fn write_page(content: &PageContent, program: &PageProgram, out: &mut dyn Write) -> io::Result<()> {
    let script = format!("{}\n{LOADER}", program.script);
    let hash = BASE64_STANDARD.encode(Sha256::digest(script.as_bytes()));
    let policy = format!("script-src 'sha256-{hash}' 'wasm-unsafe-eval'");
    write_head(content, &policy, &content.picture_in_page(), out)?;
    write_files(content, out)?;
    out.write_all(b"<script id=\"program\" type=\"application/octet-stream\">")?;
    write_base64(&program.wasm, out)?;
    write!(out, "</script>\n<script>{script}</script>\n</body>\n</html>\n")
}

/// The files of a scene, as elements of its page.
pub(super) fn write_files(content: &PageContent, out: &mut dyn Write) -> io::Result<()> {
    for PageFile { path, file } in &content.files {
        write!(out, "<script class=\"file\" type=\"application/octet-stream\" data-path=\"{}\">", escaped(path))?;
        write_packed(opened(file)?, out)?;
        out.write_all(b"</script>\n")?;
    }
    Ok(())
}

/// Everything before the files.
pub(super) fn write_head(content: &PageContent, policy: &str, picture: &str, out: &mut dyn Write) -> io::Result<()> {
    let PageContent { title, description, files, words, start: PageStart { link, is_read_only }, .. } = content;
    let [title, description, link] = [title, description, link].map(|text| escaped(text));
    let scene = files.first().map_or("", |file| &file.path);
    // What a browser keeps belongs to the scene, also when the page moves.
    let name = format!("{}-{:016x}", escaped(scene), short_hash(scene, &content.title));
    let read_only = if *is_read_only { " data-read-only" } else { "" };
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{MARK}\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {policy}; style-src 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{icon}\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n<meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n<style>{STYLE}</style>\n</head>\n\
         <body data-name=\"{name}\" data-scene=\"{scene}\" data-link=\"{link}\"{read_only}>\n\
         <main id=\"before\">\n<h1>{title}</h1>\n<p id=\"said\" role=\"status\">The window starts …</p>\n\
         <img src=\"{picture}\" alt=\"{description}\">\n<pre id=\"words\" aria-live=\"polite\">{words}</pre>\n\
         <noscript><p>The window needs JavaScript and WebGL 2.</p></noscript>\n</main>\n\
         <canvas id=\"window\" aria-label=\"The scene in three dimensions. Its answer is in the text before.\"></canvas>\n",
        scene = escaped(scene),
        icon = icon(),
        words = words.lines().map(escaped).collect::<Vec<_>>().join("\n"),
    )
}

/// The start of a hash over the place and title of a scene.
fn short_hash(scene: &str, title: &str) -> u64 {
    let digest = Sha256::new().chain_update(scene).chain_update([0]).chain_update(title).finalize();
    digest.iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}

/// The bytes of a file, compressed with gzip, part by part.
pub(super) fn pack<W: Write>(mut file: File, out: W) -> io::Result<W> {
    let mut encoder = GzEncoder::new(out, Compression::best());
    io::copy(&mut file, &mut encoder)?;
    encoder.finish()
}

/// A file of a scene, opened for reading.
pub(super) fn opened(file: &Path) -> io::Result<File> {
    regular::open(file).map_err(|error| {
        let error = io::Error::from(RootedError::from(error));
        io::Error::new(error.kind(), format!("{} cannot be read: {error}", file.display()))
    })
}

fn write_packed(file: File, out: &mut dyn Write) -> io::Result<()> {
    pack(file, EncoderWriter::new(out, &BASE64_STANDARD))?.finish().map(|_| ())
}

fn write_base64(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut encoder = EncoderWriter::new(out, &BASE64_STANDARD);
    encoder.write_all(bytes)?;
    encoder.finish().map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_scene_leaves_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        std::fs::write(&file, "</script><script>alert(1)</script>").unwrap();
        let bad = "</title></script><script>alert(1)</script>\"'&";
        let content = PageContent {
            title: bad.to_owned(),
            description: bad.to_owned(),
            files: vec![PageFile { path: format!("/{bad}"), file: file.clone() }],
            picture: vec![1, 2, 3],
            words: format!("{bad}\nsecond line"),
            start: PageStart { link: bad.to_owned(), is_read_only: true },
        };
        let program = PageProgram { wasm: vec![0; 100].into(), script: "let wasm_bindgen;".into() };
        let mut page = Vec::new();
        write_page(&content, &program, &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert!(!page.contains("<script>alert") && !page.contains("</title></script>"), "{page}");
        assert!(page.contains("\nsecond line</pre>"), "{page}");
        assert_eq!(page.matches("</script>").count(), 3, "a file, the program, and what starts it");
        let script = page.split("<script>").nth(1).unwrap().split("</script>").next().unwrap();
        let hash = BASE64_STANDARD.encode(Sha256::digest(script.as_bytes()));
        assert!(page.contains(&format!("script-src 'sha256-{hash}' 'wasm-unsafe-eval'")));
        assert!(page.contains("default-src 'none'") && !page.contains("http://") && !page.contains("https://"));
        let at = folder.path().join("page.html");
        std::fs::write(&at, &page).unwrap();
        assert!(is_our_page(&at) && !is_our_page(&file));
    }
}
