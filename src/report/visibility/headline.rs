//! What a camera sees of an object, in one sentence.

use super::json::name;
use super::subject::VisibilitySubject;
use super::words::sentence;
use crate::report::all_answers::Report;

/// The sentence; `None` when the report does not have what the camera sees.
pub(super) fn headline(report: &Report, subject: VisibilitySubject) -> Option<String> {
    let camera = &report.frusta.get(subject.camera)?.camera;
    let answers = report.visibility.iter().find(|answers| answers.camera == *camera)?;
    let answer = answers.targets.get(subject.object)?;
    Some(format!("`{}` is {}.", report.name(subject.object), sentence(answer, |target| name(report, target))))
}
