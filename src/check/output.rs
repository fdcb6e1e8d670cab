//! The folder of a run: `index.html`, `results.json`, `junit.xml` and the pictures.

use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path};

use super::results::{ACTUAL, DIFFERENCE, Results, results};
use super::row::Row;
use super::{junit, page, update, words};

/// The file that `--accept` reads.
pub const RESULTS: &str = "results.json";
const PAGE: &str = "index.html";
const JUNIT: &str = "junit.xml";

/// Refuses a folder that cannot be one, or whose files of these names are not from a run.
///
/// # Errors
/// With what is there.
pub fn expect_free(folder: &Path) -> Result<(), String> {
    let shown = words::path(folder);
    match folder.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("cannot use --out {shown}: {error}")),
        Ok(metadata) if !metadata.is_dir() => return Err(format!("--out {shown} is not a folder")),
        Ok(_) => {}
    }
    for (name, mark) in [(PAGE, page::MARK), (RESULTS, "\"eyeline_check\""), (JUNIT, "eyeline check")] {
        let path = folder.join(name);
        let is_ours = match path.metadata() {
            // What is written to a device is not kept, and reading one may never end.
            Ok(metadata) => !metadata.is_file() || metadata.len() == 0 || begins_with(&path, mark),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if !is_ours {
            return Err(format!(
                "{} exists, and `eyeline check` did not make it; name another folder",
                words::path(&path)
            ));
        }
    }
    Ok(())
}

/// Whether a text is in the first bytes of a file.
fn begins_with(path: &Path, mark: &str) -> bool {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(4096).read_to_end(&mut bytes));
    read.is_ok() && String::from_utf8_lossy(&bytes).contains(mark)
}

/// Removes the captures that an earlier run wrote, by the names in its `results.json`. A file that does not go stays.
fn remove_earlier(folder: &Path) {
    let Some(earlier) = read(folder) else { return };
    let parts = earlier.scenes.iter().flat_map(|scene| &scene.baselines);
    for part in parts.flat_map(|baseline| baseline.actual.iter().chain(&baseline.difference)) {
        let is_inside = part.components().all(|part| matches!(part, Component::Normal(_)));
        if is_inside && (part.starts_with(ACTUAL) || part.starts_with(DIFFERENCE)) {
            let _stays = fs::remove_file(folder.join(part));
        }
    }
}

/// The results of an earlier run in a folder.
fn read(folder: &Path) -> Option<Results> {
    let path = folder.join(RESULTS);
    // A pipe or a device may never end.
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Writes everything. `results.json` is last: with it the folder is whole.
///
/// # Errors
/// When a file cannot be written.
pub fn write(rows: &[Row], folder: &Path, renderer: &str, baselines: Option<&Path>) -> Result<(), String> {
    remove_earlier(folder);
    let (results, parts) = results(rows, renderer, baselines);
    let put = |name: &Path, bytes: &[u8]| {
        let path = folder.join(name);
        update::put(bytes, &path).map_err(|reason| format!("cannot write {}: {reason}", words::path(&path)))
    };
    for part in &parts {
        put(&part.path, part.bytes)?;
    }
    let junit = junit::xml(rows).map_err(|error| format!("cannot write {JUNIT}: {error}"))?;
    put(Path::new(JUNIT), junit.as_bytes())?;
    put(Path::new(PAGE), page::html(rows, &results).as_bytes())?;
    let json = serde_json::to_string_pretty(&results).map_err(|error| format!("cannot write {RESULTS}: {error}"))?;
    let mut escaped = Vec::new();
    for line in json.split_inclusive('\n') {
        let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        // A Vec takes everything.
        let _infallible = crate::escape::json(body, &mut escaped);
        escaped.extend_from_slice(end.as_bytes());
    }
    escaped.push(b'\n');
    put(Path::new(RESULTS), &escaped)
}
