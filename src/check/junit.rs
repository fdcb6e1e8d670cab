//! The result of a run as `JUnit` XML, which most CI servers display. A scene is a test case.

use std::borrow::Cow;
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::row::{SceneRow, SceneState};
use crate::escape;
use crate::source::text::path_in_message;

/// The XML of a run.
///
/// # Errors
/// When it cannot be written. This does not happen for a buffer in memory.
pub fn xml(rows: &[SceneRow]) -> Result<String, SerializeError> {
    let mut report = Report::new("eyeline check");
    let mut suite = TestSuite::new("eyeline check");
    suite.add_test_cases(rows.iter().map(case));
    suite.set_time(rows.iter().map(SceneRow::elapsed).sum());
    report.set_time(rows.iter().map(SceneRow::elapsed).sum());
    report.add_test_suite(suite);
    report.to_string()
}

fn case(row: &SceneRow) -> TestCase {
    let kind = match row.state() {
        SceneState::Equal => None,
        SceneState::Differs | SceneState::Missing => Some(NonSuccessKind::Failure),
        SceneState::Error => Some(NonSuccessKind::Error),
    };
    let status = kind.map_or_else(TestCaseStatus::success, |kind| {
        let mut lines: Vec<Cow<str>> = Vec::new();
        for difference in &row.differences {
            lines.push(escape::xml(&difference.located()).into_owned().into());
            lines.extend(difference.heading_of_consequences().map(|heading| format!("  {heading}").into()));
            let below = difference.consequences.iter();
            lines.extend(below.map(|one| format!("    {}", escape::xml(&one.text)).into()));
        }
        let mut status = TestCaseStatus::non_success(kind);
        status.set_type(row.state().word());
        status.set_message(lines.first().map(ToString::to_string).unwrap_or_default());
        status.set_description(lines.join("\n"));
        status
    });
    let mut case = TestCase::new(&*escape::xml(&row.found.name), status);
    if !row.expectations.is_empty() {
        let lines =
            row.expectations.iter().map(|expected| format!("{}: {}", expected.word(), escape::xml(&expected.text)));
        case.set_system_out(lines.collect::<Vec<_>>().join("\n"));
    }
    let folder = row.found.path.parent().filter(|folder| *folder != Path::new(""));
    case.set_classname(path_in_message(folder.unwrap_or(Path::new("."))));
    case.set_time(row.elapsed());
    case.extra.insert("file".into(), path_in_message(&row.found.path).into());
    case
}
