//! The folder of a run: `index.html`, `results.json`, `junit.xml` and the pictures.

use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::results::{ACTUAL, BEFORE, DIFFERENCE, FILE as RESULTS, Results, part_of, results};
use super::row::Row;
use super::{junit, page, update};
use crate::source::text::path_in_message;

const PAGE: &str = "index.html";
const JUNIT: &str = "junit.xml";

/// Refuses a path that is not a folder, and a folder with files of these names that are not from a run.
///
/// # Errors
/// With the path and the reason.
pub fn expect_free(folder: &Path) -> Result<(), String> {
    let shown = path_in_message(folder);
    match folder.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("cannot use --out {shown}: {error}")),
        Ok(metadata) if !metadata.is_dir() => return Err(format!("--out {shown} is not a folder")),
        Ok(_) => {}
    }
    for (name, mark) in [(PAGE, page::MARK), (RESULTS, "\"eyeline_check\""), (JUNIT, "eyeline check")] {
        let path = folder.join(name);
        let is_ours = match path.metadata() {
            // A device does not keep what is written, and reading from one may never end.
            Ok(metadata) => !metadata.is_file() || metadata.len() == 0 || begins_with(&path, mark),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if !is_ours {
            return Err(format!(
                "{} exists and is not from `eyeline check`; choose another folder",
                path_in_message(&path)
            ));
        }
    }
    Ok(())
}

/// Whether the first bytes of a file contain a text.
fn begins_with(path: &Path, mark: &str) -> bool {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(4096).read_to_end(&mut bytes));
    read.is_ok() && String::from_utf8_lossy(&bytes).contains(mark)
}

/// Removes the captures that an earlier run wrote, by the names in its `results.json`. A file that cannot be removed is
/// kept.
fn remove_earlier(folder: &Path) {
    let Ok(earlier) = Results::read(folder) else { return };
    let baselines = earlier.scenes.iter().flat_map(|scene| &scene.baselines);
    let parts = baselines.flat_map(|baseline| [&baseline.before, &baseline.actual, &baseline.difference]);
    for part in parts.flatten() {
        let is_ours = [BEFORE, ACTUAL, DIFFERENCE].iter().any(|own| part.starts_with(own));
        if let Ok(path) = part_of(folder, part)
            && is_ours
        {
            let _stays = fs::remove_file(path);
        }
    }
    // When a file of this run cannot be written, the folder contains no run, rather than a part of the previous one.
    let _stays = fs::remove_file(folder.join(RESULTS));
}

/// The relative path from the folder of the report to the working folder. `None` when one of them cannot be found.
fn directory(folder: &Path) -> Option<PathBuf> {
    let [from, to] = [folder, Path::new(".")].map(|path| path.canonicalize().ok());
    let (from, to) = (from?, to?);
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return Some(to);
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(shared)).collect();
    Some(if path.as_os_str().is_empty() { ".".into() } else { path })
}

/// Writes all files. `results.json` is written last: a folder that has it is complete.
///
/// # Errors
/// When a file cannot be written.
pub fn write(rows: &[Row], folder: &Path, renderer: &str, baselines: Option<&Path>) -> Result<(), String> {
    remove_earlier(folder);
    // The folder must exist before its absolute path can be found.
    fs::create_dir_all(folder)
        .map_err(|reason| format!("cannot write into --out {}: {reason}", path_in_message(folder)))?;
    let (results, parts) = results(rows, renderer, baselines, directory(folder));
    let put = |name: &Path, bytes: &[u8]| {
        let path = folder.join(name);
        update::put(bytes, &path).map_err(|reason| format!("cannot write {}: {reason}", path_in_message(&path)))
    };
    for part in &parts {
        put(&part.path, part.bytes)?;
    }
    let junit = junit::xml(rows).map_err(|error| format!("cannot write {JUNIT}: {error}"))?;
    put(Path::new(JUNIT), junit.as_bytes())?;
    put(Path::new(PAGE), page::html(rows, &results, &parts, folder).as_bytes())?;
    let json = serde_json::to_string_pretty(&results).map_err(|error| format!("cannot write {RESULTS}: {error}"))?;
    let mut escaped = Vec::new();
    for line in json.split_inclusive('\n') {
        let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        // Writing to a `Vec` cannot fail.
        let _infallible = crate::escape::json(body, &mut escaped);
        escaped.extend_from_slice(end.as_bytes());
    }
    escaped.push(b'\n');
    put(Path::new(RESULTS), &escaped)
}
