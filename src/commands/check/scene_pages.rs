//! The pages of the scenes that are not equal, in the folder of the report: the window on each of them, as `eyeline share` writes it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::args::CheckArgs;
use super::earlier_scene::EarlierScene;
use crate::budget::Budget;
use crate::check::row::{DifferenceSubject, SceneRow, SceneState};
use crate::check::scene_page::{ScenePage, ScenePages};
use crate::commands::share::{Choice, Shared, shared};
use crate::escape;
use crate::geometry::narrate::counted;
use crate::share::{PageContent, PageProgram, PagesBeside};
use crate::source::rooted::Rooted;

/// The end of the name of a page of an earlier scene.
const BEFORE: &str = "-before";
/// The folder of the pages, in the folder of the report.
const FOLDER: &str = "pages";
/// A report has the pages of at most this number of scenes. Each page has a picture, which is drawn for it.
const MOST_SCENES: usize = 50;
/// The files of the scenes in all pages, bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Removes the pages of an earlier run, and writes those of the scenes that are not equal. There are none when this eyeline has no
/// window for browsers.
///
/// # Errors
/// When the program of the pages cannot be written.
pub(super) fn write(rows: &[SceneRow], out: &Rooted, args: &CheckArgs) -> anyhow::Result<ScenePages> {
    let folder = out.join(FOLDER);
    PagesBeside::clear(&folder);
    let wanted: Vec<&SceneRow> =
        rows.iter().filter(|row| row.state() != SceneState::Equal && !row.is_all_written()).collect();
    if args.no_pages || wanted.is_empty() {
        return Ok(ScenePages::new());
    }
    let Ok(program) = PageProgram::find() else { return Ok(ScenePages::new()) };
    let mut writer = PageWriter {
        pages: PagesBeside::begin(folder, &program)?,
        args,
        revision: args.only_changed.as_deref().unwrap_or("HEAD"),
        budget: args.read.budget(),
        names: HashSet::new(),
        bytes: 0,
    };
    let (first, rest) = wanted.split_at(wanted.len().min(MOST_SCENES));
    let mut pages = ScenePages::new();
    for row in first {
        if let Some(page) = writer.page_of(row) {
            pages.insert(row.found.path.clone(), page);
        }
    }
    let scenes = counted(MOST_SCENES as u64, "scene");
    let reason = || ScenePage::Missing(format!("The report has pages of {scenes}, and this is a later one."));
    pages.extend(rest.iter().map(|row| (row.found.path.clone(), reason())));
    Ok(pages)
}

struct PageWriter<'a> {
    pages: PagesBeside,
    args: &'a CheckArgs,
    /// The git revision of the pages "before".
    revision: &'a str,
    budget: Budget,
    /// The names of the files, without their endings.
    names: HashSet<String>,
    /// The bytes of the scenes' files that the pages have.
    bytes: u64,
}

impl PageWriter<'_> {
    /// `None` when the scene cannot be read: the report has the error.
    fn page_of(&mut self, row: &SceneRow) -> Option<ScenePage> {
        let shown = FirstShown::of(row);
        let after = shown.read(&row.found.path, self.args)?;
        let stem = self.free_stem(&escape::file_name(&row.found.name));
        let after = match self.put(format!("{stem}.html"), &after.content) {
            Ok(file) => file,
            Err(reason) => return Some(ScenePage::Missing(reason)),
        };
        let before = EarlierScene::of(row, self.revision).and_then(|earlier| {
            let args = CheckArgs { read: earlier.read_by(&self.args.read), ..self.args.clone() };
            let before = shown.read(earlier.path(), &args)?;
            // Without room, there is no page "before".
            let file = self.put(format!("{stem}{BEFORE}.html"), &before.content).ok()?;
            Some((file, self.revision.to_owned()))
        });
        Some(ScenePage::Written { after, before })
    }

    /// Writes a page. Returns its path in the folder of the report.
    ///
    /// # Errors
    /// A sentence with the reason.
    fn put(&mut self, name: String, content: &PageContent) -> Result<PathBuf, String> {
        let bytes = content.file_bytes();
        if self.bytes + bytes > MOST_BYTES {
            let (own, most) = (bytes >> 20, MOST_BYTES >> 20);
            return Err(format!(
                "This scene has no page: its files have {own} MiB, and all pages of a report {most} MiB. `eyeline share` writes its page."
            ));
        }
        self.pages
            .add(&name, content, &self.budget)
            .map_err(|error| format!("This scene has no page: {error}. `eyeline share` writes it."))?;
        self.bytes += bytes;
        Ok(Path::new(FOLDER).join(name))
    }

    /// The name of a scene, with a number when another page has that name.
    fn free_stem(&mut self, scene: &str) -> String {
        let numbered = (2..).map(|count| format!("{scene}-{count}"));
        let mut stems = std::iter::once(scene.to_owned()).chain(numbered);
        let both = |stem: &String| [stem.clone(), format!("{stem}{BEFORE}")];
        let stem = stems.find(|stem| both(stem).iter().all(|name| !self.names.contains(name))).unwrap_or_default();
        self.names.extend(both(&stem));
        stem
    }
}

/// What a page shows first: the first answer that differs.
struct FirstShown {
    names: Vec<String>,
    tick: Option<u64>,
}

impl FirstShown {
    fn of(row: &SceneRow) -> Self {
        let first = row.differences.iter().find(|one| {
            let is_of_answer = matches!(
                one.kind,
                DifferenceSubject::Expectation | DifferenceSubject::Verdict | DifferenceSubject::Answer
            );
            is_of_answer && !one.names.is_empty()
        });
        let names = first.map(|difference| difference.names.clone()).unwrap_or_default();
        Self { names, tick: first.and_then(|difference| difference.tick) }
    }

    fn read(&self, scene: &Path, args: &CheckArgs) -> Option<Shared> {
        // A lesson would hide the answer until it is guessed.
        let choice = Choice { read_only: false, select: &self.names, tick: self.tick, lesson: Some(0) };
        let own = Choice { select: &[], tick: None, ..choice };
        // An answer that cannot be explained, or is not there, is not shown.
        shared(scene, &args.read, &choice).or_else(|_| shared(scene, &args.read, &own)).ok()
    }
}
