//! The pages of the scenes that are not equal, in the folder of the report: the window on each of them, as `eyeline share` writes it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::args::CheckArgs;
use super::earlier_scene::EarlierScene;
use crate::budget::Budget;
use crate::check::row::{DifferenceSubject, SceneRow, SceneState};
use crate::check::scene_page::{ScenePage, ScenePages};
use crate::commands::load::load_again;
use crate::commands::message::print_message;
use crate::commands::scene_args::SceneArgs;
use crate::commands::share::{Choice, Shared, shared_of};
use crate::escape;
use crate::share::{PageContent, PageProgram, PagesBeside, ProgramError};
use crate::source::decoding::guarded_file;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The end of the name of a page of an earlier scene.
const BEFORE: &str = "-before";
/// The folder of the pages, in the folder of the report.
const FOLDER: &str = "pages";
/// A report has the pages of at most this number of scenes. Each page has a picture, which is drawn for it.
const MOST_SCENES: usize = 50;
/// The files of the scenes in all pages, bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Removes the pages of an earlier run, and writes those of the scenes that are not equal. There are none when this eyeline has no
/// window for browsers. The report does not depend on them: what goes wrong is a message.
pub(super) fn write(rows: &[SceneRow], out: &Rooted, args: &CheckArgs) -> ScenePages {
    let folder = out.join(FOLDER);
    PagesBeside::clear(&folder);
    let wanted: Vec<&SceneRow> =
        rows.iter().filter(|row| row.state() != SceneState::Equal && !row.is_all_written()).collect();
    if args.no_pages || wanted.is_empty() {
        return ScenePages::new();
    }
    let program = match PageProgram::find() {
        Ok(program) => program,
        Err(ProgramError::Missing(_)) => return ScenePages::new(),
        Err(error) => return none(&error),
    };
    match PagesBeside::begin(folder, &program) {
        Ok(pages) => PageWriter::new(pages, args).pages_of(&wanted),
        Err(error) => none(&error),
    }
}

/// Prints why there are no pages.
fn none(error: &dyn std::error::Error) -> ScenePages {
    print_message(&format!("warning: the report has no pages of scenes: {error}"));
    ScenePages::new()
}

struct PageWriter<'a> {
    pages: PagesBeside,
    read: &'a SceneArgs,
    /// The git revision of the pages "before".
    revision: &'a str,
    budget: Budget,
    /// The names of the files, without their endings.
    names: HashSet<String>,
    /// The bytes of the scenes' files that the pages have.
    bytes: u64,
}

impl<'a> PageWriter<'a> {
    fn new(pages: PagesBeside, args: &'a CheckArgs) -> Self {
        let revision = args.only_changed.as_deref().unwrap_or("HEAD");
        Self { pages, read: &args.read, revision, budget: args.read.budget(), names: HashSet::new(), bytes: 0 }
    }

    fn pages_of(mut self, rows: &[&SceneRow]) -> ScenePages {
        let (first, rest) = rows.split_at(rows.len().min(MOST_SCENES));
        let mut pages = ScenePages::new();
        for row in first {
            let name = path_in_message(&row.found.path);
            // A panic costs the page of this scene, and not the report.
            let page = guarded_file(&name, || Ok(self.page_of(row)));
            let page = page.unwrap_or_else(|error| Err(anyhow::anyhow!("{}", error.message)));
            match page {
                Ok(page) => drop(pages.insert(row.found.path.clone(), page)),
                // The report has the error of a scene that cannot be read.
                Err(_) if row.state() == SceneState::Error => {}
                Err(error) => {
                    let reason = format!("This scene has no page: {error:#}.");
                    pages.insert(row.found.path.clone(), ScenePage::Missing(reason));
                }
            }
        }
        let reason = format!("This scene has no page: the report has pages of {MOST_SCENES} scenes.");
        pages.extend(rest.iter().map(|row| (row.found.path.clone(), ScenePage::Missing(reason.clone()))));
        pages
    }

    /// # Errors
    /// When the scene cannot be read or drawn, or its page cannot be written.
    fn page_of(&mut self, row: &SceneRow) -> anyhow::Result<ScenePage> {
        let shown = FirstShown::of(row);
        let Shared { content, inputs, .. } = shown.read(&row.found.path, self.read)?;
        let stem = self.free_stem(&escape::file_name(&row.found.name));
        let after = self.put(format!("{stem}.html"), &content)?;
        let before = EarlierScene::of(&row.found.path, &inputs, self.revision).and_then(|earlier| {
            // Without a scene that can be read, or without room, there is no page "before".
            let before = shown.read(earlier.path(), &earlier.read_by(self.read)).ok()?;
            let file = self.put(format!("{stem}{BEFORE}.html"), &before.content).ok()?;
            Some((file, self.revision.to_owned()))
        });
        Ok(ScenePage::Written { after, before })
    }

    /// Writes a page. Returns its path in the folder of the report.
    ///
    /// # Errors
    /// When the pages would become too large, or when the page cannot be written.
    fn put(&mut self, name: String, content: &PageContent) -> anyhow::Result<PathBuf> {
        let bytes = content.file_bytes();
        let (own, most) = (bytes >> 20, MOST_BYTES >> 20);
        anyhow::ensure!(
            self.bytes + bytes <= MOST_BYTES,
            "its files have {own} MiB, and those of all pages may have {most} MiB; `eyeline share` writes its page"
        );
        self.pages.add(&name, content, &self.budget)?;
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

    fn read(&self, scene: &Path, read: &SceneArgs) -> anyhow::Result<Shared> {
        let loaded = load_again(scene, read)?;
        // A lesson would hide the answer until it is guessed.
        let choice = Choice { read_only: false, select: &self.names, tick: self.tick, lesson: Some(0) };
        let own = Choice { select: &[], tick: None, ..choice };
        // An answer that is not there, or cannot be explained, is not shown.
        shared_of(scene, &loaded, read, &choice).or_else(|_| shared_of(scene, &loaded, read, &own))
    }
}
