//! The folder of a run: `index.html`, `results.json`, `junit.xml` and the pictures.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::relative::path_between;
use super::results::{ACTUAL, BEFORE, DIFFERENCE, FILE as RESULTS, Results, RunFacts, RunState, part_of, results};
use super::row::SceneRow;
use super::scene_page::ScenePages;
use super::{junit, page};
use crate::budget::Budget;
use crate::host::fs::File;
use crate::render::has_our_mark;
use crate::scene::write::save::{save_in, sweep};
use crate::source::rooted::{FolderLock, Rooted};

const PAGE: &str = "index.html";
const JUNIT: &str = "junit.xml";
/// The folders of the pictures and answers.
const PARTS: [&str; 3] = [BEFORE, ACTUAL, DIFFERENCE];
/// A run makes no folders that are deeper.
const DEEPEST: usize = 64;

/// Prepares the folder of a run: removes the files that an earlier run wrote or left, and writes `results.json` as that
/// of a run that goes on.
///
/// # Errors
/// When the path is not a folder, when it has files of these names that are not from a run or that are not regular
/// files, when another program writes into it, or when it cannot be written. The folder is locked until the lock is dropped.
pub fn begin(out: &Rooted, facts: &RunFacts, budget: &Budget) -> Result<FolderLock, String> {
    expect_free(out)?;
    // The folder must exist before it is locked, and before its absolute path can be found.
    let failed = |reason: &dyn std::fmt::Display| format!("cannot write into --out {}: {reason}", out.in_message());
    out.make_root().map_err(|reason| failed(&reason))?;
    let lock = out.try_lock().map_err(|reason| failed(&reason))?;
    let lock = lock.ok_or_else(|| {
        failed(&"another `eyeline check` writes into this folder now; wait until it ends, or choose another folder")
    })?;
    remove_earlier(out, budget)?;
    put_results(out, &Results::beginning(facts, directory(out)))?;
    Ok(lock)
}

/// Refuses a path that is not a folder, and a folder with files of these names that are not from a run.
fn expect_free(out: &Rooted) -> Result<(), String> {
    let shown = out.in_message();
    match out.shown().metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("cannot use --out {shown}: {error}")),
        Ok(metadata) if !metadata.is_dir() => return Err(format!("--out {shown} is not a folder")),
        Ok(_) => {}
    }
    for (name, mark) in [(PAGE, page::MARK), (RESULTS, "\"eyeline_check\""), (JUNIT, "eyeline check")] {
        let file = out.join(name);
        match file.open() {
            Ok(None) => {}
            Ok(Some(existing)) if begins_with(&existing, mark) || is_empty(&existing) => {}
            Ok(Some(_)) => {
                return Err(format!(
                    "{} exists and is not from `eyeline check`; choose another folder",
                    file.in_message()
                ));
            }
            Err(reason) => return Err(format!("cannot write {}: {reason}", file.in_message())),
        }
    }
    Ok(())
}

fn is_empty(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.len() == 0)
}

/// Whether the first bytes of a file contain a text.
pub(super) fn begins_with(file: &File, mark: &str) -> bool {
    let mut bytes = Vec::new();
    file.take(4096).read_to_end(&mut bytes).is_ok() && String::from_utf8_lossy(&bytes).contains(mark)
}

/// Removes what an earlier run wrote: its page, the files that its `results.json` lists, and those with our marks that a
/// killed run did not list. Files of other programs and files that cannot be removed are kept.
fn remove_earlier(out: &Rooted, budget: &Budget) -> Result<(), String> {
    sweep(out);
    let earlier = Results::read_unfinished(out, budget).ok();
    let earlier = earlier.as_ref().map(|(results, _memory)| results);
    if let Some(done) = earlier.filter(|earlier| earlier.state == RunState::Done) {
        // Some of its files are removed now, so it is not done any more.
        put_results(out, &Results { state: RunState::Running, ..done.clone() })?;
    }
    let baselines = earlier.iter().flat_map(|earlier| &earlier.scenes).flat_map(|scene| &scene.baselines);
    let parts = baselines.flat_map(|baseline| [&baseline.before, &baseline.actual, &baseline.difference]);
    for part in parts.flatten() {
        let is_ours = PARTS.iter().any(|own| part.starts_with(own)) && is_name_of_part(part);
        if let Ok(file) = part_of(out, part)
            && is_ours
        {
            let _stays = file.remove();
        }
    }
    for folder in PARTS {
        remove_marked(&out.join(folder), 0);
    }
    for name in [PAGE, JUNIT] {
        let _stays = out.join(name).remove();
    }
    Ok(())
}

/// Whether a file has a name of a picture or of answers.
fn is_name_of_part(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    name.ends_with(b".png") || name.ends_with(b".answers.json")
}

/// Removes the files of a folder and of its subfolders that a run wrote, by their marks, and the folders that are empty then.
fn remove_marked(folder: &Rooted, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    sweep(folder);
    for (place, is_folder) in folder.list() {
        if is_folder {
            remove_marked(&place, depth + 1);
        } else if is_name_of_part(place.shown())
            && let Ok(Some(file)) = place.open()
            && (begins_with(&file, "\"eyeline_report\"") || is_our_picture(&place))
        {
            let _stays = place.remove();
        }
    }
    // A folder with a file of another program stays.
    let _stays = folder.remove_empty_folder();
}

pub(super) fn is_our_picture(place: &Rooted) -> bool {
    place.open().ok().flatten().is_some_and(has_our_mark)
}

/// The relative path from the folder of the report to the working folder. `None` when one of them cannot be found.
fn directory(folder: &Rooted) -> Option<PathBuf> {
    let [from, to] = [&*folder.absolute(), Path::new(".")].map(|path| path.canonicalize().ok());
    let path = path_between(&from?, &to?);
    Some(if path.as_os_str().is_empty() { ".".into() } else { path })
}

/// Writes all files. Those of `pages` are there already. `results.json` is written before the others, with their names and as that
/// of a run that goes on, and after them as that of a run that is done.
///
/// # Errors
/// When a file cannot be written.
pub fn write(rows: &[SceneRow], pages: &ScenePages, out: &Rooted, facts: &RunFacts) -> Result<(), String> {
    let (done, parts) = results(rows, facts, directory(out));
    put_results(out, &Results { state: RunState::Running, ..done.clone() })?;
    for part in &parts {
        let file = out.join(&part.path);
        let contents = part.contents.read();
        put(&file, &contents.map_err(|reason| format!("cannot write {}: {reason}", file.in_message()))?)?;
    }
    let junit = junit::xml(rows).map_err(|error| format!("cannot write {JUNIT}: {error}"))?;
    put(&out.join(JUNIT), junit.as_bytes())?;
    put(&out.join(PAGE), page::html(rows, &done, &parts, pages, out.shown()).as_bytes())?;
    put_results(out, &done)
}

fn put_results(out: &Rooted, results: &Results) -> Result<(), String> {
    let file = out.join(RESULTS);
    let text = results.text().map_err(|error| format!("cannot write {}: {error}", file.in_message()))?;
    put(&file, &text)
}

fn put(file: &Rooted, bytes: &[u8]) -> Result<(), String> {
    save_in(file, bytes).map_err(|error| format!("cannot write {}: {}", file.in_message(), error.reason))
}
