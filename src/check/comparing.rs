//! The third step of a check: compares answers and pictures with their baselines. Any thread may do it.

use image::RgbaImage;

use super::causes::{self, Caused};
use super::compare::{self, PictureMatch};
use super::discover::FoundScene;
use super::drawing::{DrawnView, Twice};
use super::plan::PlannedView;
use super::reading::Read;
use super::relative::path_from_here;
use super::row::{Capture, DifferenceSubject, RowDifference, SceneRow, SceneState, StoredCapture};
use super::settings::{CheckSettings, Undrawn};
use super::spool::{Spool, Spooled};
use super::unstable::{self, SecondDrawing};
use super::{answers, baseline, renderers, words};
use crate::budget::{Budget, Reservation};
use crate::escape;
use crate::render::{PixelWork, to_png_by};
use crate::report::difference::causes::Causes;
use crate::scene::{SceneError, Violation, WrittenScene};
use crate::source::decoding::{guarded, guarded_file};
use crate::source::git_text::GitText;
use crate::source::place::ValuePath;
use crate::source::text::path_in_message;

/// The result of a view.
pub(super) struct Judged {
    capture: Capture,
    differences: Vec<RowDifference>,
    /// The error at the size of the view, when the picture is too large.
    error: Option<SceneError>,
    warning: Option<String>,
}

/// The result of a scene that was read. `judged` are those of its views.
pub(super) fn row(
    found: &FoundScene,
    read: &Read,
    judged: Vec<Judged>,
    settings: &CheckSettings,
    spool: &Spool,
) -> SceneRow {
    let row = guarded_file(&path_in_message(&found.path), || Ok(unguarded_row(found, read, judged, settings, spool)));
    row.unwrap_or_else(|error| SceneRow::of_error(found, error))
}

fn unguarded_row(
    found: &FoundScene,
    read: &Read,
    judged: Vec<Judged>,
    settings: &CheckSettings,
    spool: &Spool,
) -> SceneRow {
    let mut row = SceneRow::new(found);
    row.inputs = read.inputs.files.clone();
    row.digest = read.inputs.digests.whole();
    if let Some(expect) = settings.expect {
        // The answers and pictures do not depend on it.
        row.inputs = row.inputs.and(&expect.file);
    }
    for error in read.loaded.faults.iter().chain(&read.unanswered) {
        row.add_error(error.clone());
    }
    causes::fold_errors(&mut row.differences);
    add_unmet(&mut row, read);
    for (text, line) in &read.lesson_faults {
        row.differences.push(RowDifference::new(DifferenceSubject::Lesson, text.clone(), *line));
    }
    row.expectations.clone_from(&read.expectations);
    read.loaded.warnings.iter().for_each(|warning| row.add_warning(warning.clone()));
    if settings.parts.answers {
        add_answers(&mut row, read, spool);
    }
    let has_equal_answers = row.answers.as_ref().is_some_and(|answers| answers.state == SceneState::Equal);
    let changed = changed_meanwhile(read);
    if !changed.is_empty() && !judged.iter().any(|judged| judged.capture.is_unstable) {
        let text = format!("{} while this scene was checked: check again", changed_files(&changed));
        row.differences.push(RowDifference::new(DifferenceSubject::Error, text, 1));
    }
    for Judged { capture, mut differences, error, warning } in judged {
        let note = match &capture.compared {
            _ if capture.is_unstable => Some(unstable_note(&changed, settings.renderer)),
            Some(PictureMatch::Counted(counts)) if has_equal_answers && read.loaded.faults.is_empty() => {
                renderers::note(counts, settings.renderer)
            }
            _ => None,
        };
        for picture in differences.iter_mut().filter(|one| one.kind == DifferenceSubject::Picture) {
            picture.text += note.as_deref().unwrap_or_default();
        }
        row.captures.push(capture);
        // Without one of its files a scene has another picture.
        let cause = read.loaded.faults.first().map(|fault| fault.message.to_string());
        let cause = |of: &RowDifference| cause.clone().filter(|_| of.kind == DifferenceSubject::Picture);
        let caused = differences.into_iter().map(|difference| Caused { cause: cause(&difference), difference });
        causes::add(&mut row.differences, caused.collect());
        row.errors.extend(error);
        row.warnings.extend(warning);
    }
    row.differences.sort_by_key(|difference| difference.kind);
    row
}

/// The files of the scene that have other contents than when they were read, by their paths from the working folder.
fn changed_meanwhile(read: &Read) -> Vec<String> {
    let changed = read.inputs.digests.changed();
    changed.iter().map(|file| path_in_message(&path_from_here(file))).collect()
}

fn changed_files(changed: &[String]) -> String {
    format!("{} changed", changed.join(", "))
}

/// The end of the text about an unstable picture: the files that changed meanwhile, or else what draws in two ways.
fn unstable_note(changed: &[String], renderer: &str) -> String {
    if changed.is_empty() {
        return format!(
            "; no file of the scene changed meanwhile, so the renderer ({}) draws it in more than one way",
            escape::line(renderer)
        );
    }
    format!("; {} while the scene was drawn: check again", changed_files(changed))
}

/// Adds the expectations that are not met. One about an item that depends on a missing file follows from that error.
fn add_unmet(row: &mut SceneRow, read: &Read) {
    let unmet: Vec<_> = read.expectations.iter().filter(|expected| !expected.is_met).collect();
    let lost = if unmet.is_empty() || row.differences.is_empty() {
        Causes::default()
    } else {
        answers::causes(&read.answers, &read.loaded.scene, &read.text, &read.loaded.files.budget)
    };
    let caused = unmet.into_iter().map(|expected| {
        let own = expected.error.as_deref().filter(|error| causes::is_known(&row.differences, error));
        Caused {
            difference: RowDifference {
                names: expected.names.clone(),
                ..RowDifference::new(DifferenceSubject::Expectation, expected.text.clone(), expected.line)
            },
            cause: own.or_else(|| lost.of_names(&expected.names)).map(str::to_owned),
        }
    });
    let caused = caused.collect();
    causes::add(&mut row.differences, caused);
}

fn add_answers(row: &mut SceneRow, read: &Read, spool: &Spool) {
    let file = row.found.answers();
    let name = file.in_message();
    let mut differences = Vec::new();
    let whole = |kind, text| Caused::by_nothing(RowDifference::new(kind, text, 1));
    let budget = &read.loaded.files.budget;
    match baseline::read(&file, budget) {
        Ok(Some((before, _memory))) => {
            match answers::differences(&before, &read.answers, &read.loaded.scene, &read.text, &name, budget) {
                Ok(found) => differences.extend(found),
                Err(answers::Incomparable::NoMemory(reason)) => {
                    differences.push(whole(DifferenceSubject::Error, format!("{name} cannot be compared: {reason}")));
                }
                Err(answers::Incomparable::Damaged { reason, line, left }) => {
                    // `--update` must not replace answers that were only not fetched.
                    let is_pointer = left == Some(GitText::Pointer);
                    let kind = if is_pointer { DifferenceSubject::Error } else { DifferenceSubject::Answer };
                    let damaged = RowDifference::new(kind, format!("{name}: {reason}"), line);
                    let file = Some(file.shown().to_owned());
                    differences.push(Caused::by_nothing(RowDifference { file, ..damaged }));
                }
            }
        }
        Ok(None) => {
            differences.push(whole(DifferenceSubject::Missing, words::missing(&name, &row.found, &file)));
        }
        Err(reason) => differences.push(whole(DifferenceSubject::Error, format!("cannot read {name}: {reason}"))),
    }
    let kinds = differences.iter().map(|caused| caused.difference.kind.state());
    let mut state = kinds.max().unwrap_or(SceneState::Equal);
    let mut actual = None;
    if state != SceneState::Equal {
        match spool.put(read.answers.as_bytes()) {
            Ok(spooled) => actual = Some(spooled),
            Err(reason) => {
                differences.push(whole(DifferenceSubject::Error, unspooled(&name, &reason)));
                state = SceneState::Error;
            }
        }
    }
    row.answers = Some(StoredCapture { file, actual, state, is_written: false });
    causes::add(&mut row.differences, differences);
}

fn worst(differences: &[RowDifference]) -> SceneState {
    differences.iter().map(|difference| difference.kind.state()).max().unwrap_or(SceneState::Equal)
}

/// The error of a temporary file.
fn unspooled(name: &str, reason: &std::io::Error) -> String {
    format!(
        "the capture of {name} cannot be kept in a temporary file: {reason}; make room in the folder for such files, or set TMPDIR"
    )
}

/// Compares the picture of a view with its baseline.
pub(super) fn judged(
    found: &FoundScene,
    read: &Read,
    drawn: DrawnView,
    settings: &CheckSettings,
    spool: &Spool,
) -> Judged {
    let view = drawn.view.clone();
    guarded(|| unguarded_judged(found, read, drawn, settings, spool)).unwrap_or_else(|panicked| {
        let mut work = ComparingWork::new(found, read, view);
        let text = format!("{} cannot be compared: {panicked}", work.name);
        work.is(DifferenceSubject::Error, text);
        work.done()
    })
}

/// A view whose result is being found.
struct ComparingWork<'w> {
    read: &'w Read,
    /// The name of the baseline.
    name: String,
    /// The line of the view in the scene file.
    line: usize,
    judged: Judged,
}

impl<'w> ComparingWork<'w> {
    fn new(found: &FoundScene, read: &'w Read, view: PlannedView) -> Self {
        let file = found.picture(view.name.as_deref());
        let (name, line) = (file.in_message(), words::NameLines::of(&read.text).line(view.name.as_deref()));
        let capture = Capture {
            view,
            stored: StoredCapture { file, actual: None, state: SceneState::Equal, is_written: false },
            before: None,
            second_drawing: None,
            compared: None,
            difference: None,
            is_unstable: false,
        };
        let judged = Judged { capture, differences: Vec::new(), error: None, warning: None };
        Self { read, name, line, judged }
    }

    fn is(&mut self, kind: DifferenceSubject, text: String) {
        self.judged.differences.push(RowDifference::new(kind, text, self.line));
    }

    fn done(mut self) -> Judged {
        self.judged.capture.stored.state = worst(&self.judged.differences);
        self.judged
    }

    /// The error of a view that is not drawn.
    fn is_undrawn(&mut self, found: &FoundScene, Undrawn { reason, is_of_size }: Undrawn) {
        let text = format!("{} cannot be drawn: {reason}", self.name);
        if is_of_size {
            let Read { loaded, text: source, plan, .. } = self.read;
            let view = &self.judged.capture.view;
            let number = plan.views.iter().position(|one| one == view).unwrap_or(0);
            let place = ValuePath::default().key("check").key("views").index(number).key("size");
            let file = path_in_message(&found.path);
            let written = WrittenScene::parse(source, &file, &loaded.files.budget).ok();
            let written = written.map_or_else(|| WrittenScene::made(&file), |(_, written)| written);
            let error = written.error(&loaded.scene, Violation::at(place, text.clone(), None));
            self.line = error.line;
            self.judged.error = Some(error);
        }
        self.is(DifferenceSubject::Error, text);
    }

    /// A picture with two drawings that differ. Both are shown, and their difference, in place of a comparison.
    fn is_unstable(
        &mut self,
        (first, png): (&RgbaImage, &[u8]),
        second: &SecondDrawing,
        renderer: &str,
        spool: &Spool,
    ) {
        self.judged.capture.is_unstable = true;
        self.is(DifferenceSubject::Picture, format!("{} {}", self.name, second.text()));
        self.judged.capture.before = self.spooled(png, spool);
        let budget = &self.read.loaded.files.budget;
        let difference = match PixelWork::Keep.reserve(budget, first.dimensions().into()) {
            Ok(memory) => Ok(unstable::difference(first, &second.picture).map(|difference| (difference, memory))),
            Err(error) => Err(Undrawn { reason: error.to_string(), is_of_size: true }),
        };
        let mut kept = |picture: &RgbaImage, renderer: &str| {
            encoded(picture, renderer, budget).map(|(bytes, _memory)| self.spooled(&bytes, spool))
        };
        let all = kept(&second.picture, renderer).and_then(|again| match difference? {
            Some((difference, _memory)) => Ok((again, kept(&difference, "")?)),
            None => Ok((again, None)),
        });
        match all {
            Ok((again, difference)) => {
                self.judged.capture.second_drawing = again;
                self.judged.capture.difference = difference;
            }
            Err(Undrawn { reason, .. }) => {
                let text = format!("the two drawings of {} cannot be shown: {reason}", self.name);
                self.is(DifferenceSubject::Error, text);
            }
        }
    }

    /// Keeps bytes for the outputs of the run.
    fn spooled(&mut self, bytes: &[u8], spool: &Spool) -> Option<Spooled> {
        let spooled = spool.put(bytes);
        spooled.map_err(|reason| self.is(DifferenceSubject::Error, unspooled(&self.name, &reason))).ok()
    }
}

/// A picture as a PNG by a renderer, with the memory of its bytes.
fn encoded(picture: &RgbaImage, renderer: &str, budget: &Budget) -> Result<(Vec<u8>, Reservation), Undrawn> {
    let memory = PixelWork::Encode.reserve(budget, picture.dimensions().into());
    let mut memory = memory.map_err(|error| Undrawn { reason: error.to_string(), is_of_size: true })?;
    let png = to_png_by(picture, renderer);
    let png = png.map_err(|error| Undrawn { reason: error.to_string(), is_of_size: false })?;
    memory.shrink_to(png.len() as u64);
    Ok((png, memory))
}

fn unguarded_judged(
    found: &FoundScene,
    read: &Read,
    drawn: DrawnView,
    settings: &CheckSettings,
    spool: &Spool,
) -> Judged {
    let budget = &read.loaded.files.budget;
    let mut work = ComparingWork::new(found, read, drawn.view);
    let file = work.judged.capture.stored.file.clone();
    let mut is_readable = true;
    let before = baseline::read(&file, budget).unwrap_or_else(|reason| {
        is_readable = false;
        work.is(DifferenceSubject::Error, format!("cannot read {}: {reason}", work.name));
        None
    });
    let before = before.as_ref().map(|(bytes, _memory)| &**bytes);
    let png = |picture: &RgbaImage, renderer: &str| encoded(picture, renderer, budget);
    let actual = match drawn.picture.and_then(|twice| Ok((png(&twice.picture, settings.renderer)?, twice))) {
        Err(undrawn) => {
            work.is_undrawn(found, undrawn);
            None
        }
        Ok((first, Twice { unstable: Some(second), picture, .. })) => {
            work.is_unstable((&picture, &first.0), &second, settings.renderer, spool);
            return work.done();
        }
        Ok((png_of_picture, Twice { picture, covered, unstable: None, memory: _memory })) => {
            if let Some(before) = before {
                let view = &work.judged.capture.view;
                let ignored = [read.plan.ignored_in(view), covered].concat();
                let limit = read.plan.limit(view);
                let left = GitText::of(before);
                let (compared, difference) = if let Some(left) = left {
                    let instead = ", or store the present picture with `eyeline check --update`";
                    (PictureMatch::Broken(left.message(&work.name, instead)), None)
                } else {
                    compare::compare(before, picture, &png_of_picture.0, settings.renderer, limit, &ignored, budget)
                };
                if !compared.is_equal() {
                    // `--update` must not replace a picture that was only not fetched.
                    let is_error = matches!(compared, PictureMatch::NoMemory(_)) || left == Some(GitText::Pointer);
                    let kind = if is_error { DifferenceSubject::Error } else { DifferenceSubject::Picture };
                    work.is(kind, words::picture(&work.name, &compared));
                }
                if let PictureMatch::Counted(counts) = &compared {
                    work.judged.warning = words::warning(&work.name, counts);
                }
                if let Some((difference, _memory)) = difference {
                    match png(&difference, "") {
                        Ok((bytes, _memory)) => work.judged.capture.difference = work.spooled(&bytes, spool),
                        Err(Undrawn { reason, .. }) => {
                            work.is(
                                DifferenceSubject::Error,
                                format!("the difference of {} cannot be shown: {reason}", work.name),
                            );
                        }
                    }
                }
                work.judged.capture.compared = Some(compared);
            } else if is_readable {
                work.is(DifferenceSubject::Missing, words::missing(&work.name, found, &file));
            }
            Some(png_of_picture)
        }
    };
    if worst(&work.judged.differences) != SceneState::Equal {
        work.judged.capture.stored.actual = actual.and_then(|(bytes, _memory)| work.spooled(&bytes, spool));
        // A broken baseline cannot be shown as a picture.
        let is_whole =
            !matches!(work.judged.capture.compared, Some(PictureMatch::Broken(_) | PictureMatch::NoMemory(_)));
        let picture = before.filter(|bytes| is_whole && compare::is_png(bytes));
        work.judged.capture.before = picture.and_then(|bytes| work.spooled(bytes, spool));
    }
    work.done()
}
