//! Problems of recorded camera paths, and of cameras that follow them.

use super::list::{Elements, Problem, Problems};
use crate::files::Comparison;
use crate::geometry::narrate::{counted, num};
use crate::import::trajectory::UnreadableRows;
use crate::report::all_answers::Report;
use crate::report::sessions::against::{self, Outcome};
use crate::report::sessions::words;
use crate::scene::LevelProblem;
use crate::world::{Item, SessionAt};

impl Problems {
    /// Adds the problems of the sessions of a report.
    #[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
    pub(in crate::report) fn with_sessions(mut self, report: &Report) -> Self {
        let files = || {
            let sessions = report.sessions.iter().enumerate();
            sessions.filter_map(|(i, session)| Some((i, session, session.file.as_ref().ok()?.recorded().ok()?)))
        };
        let late = files().filter(|(_, _, recorded)| !recorded.left_out.is_empty());
        self.take(LevelProblem::FrameTimes, late, |(i, session, recorded)| {
            let (count, first) = (recorded.left_out.len(), recorded.left_out[0].line);
            let verb = if count == 1 { "is" } else { "are" };
            let frames = counted(count, "frame");
            let message = format!(
                "{}: {frames} {verb} left out, because the time is not later than in the frame before; the first is in {} {first}",
                session.name,
                recorded.format.row()
            );
            Problem { image: None, kind: LevelProblem::FrameTimes, item: Item::Session(i), count, elements: Elements::Object, message }
        });
        let unreadable = files().filter(|(_, _, recorded)| !recorded.unreadable.lines.is_empty());
        self.take(LevelProblem::FrameValues, unreadable, |(i, session, recorded)| {
            let UnreadableRows { lines, reason } = &recorded.unreadable;
            let count = lines.len();
            let verb = if count == 1 { "is" } else { "are" };
            let message = format!(
                "{}: {} {verb} left out, because they cannot be read: {}; {} {}: {reason}",
                session.name,
                counted(count, "row"),
                of_lines(recorded.format.row(), lines),
                recorded.format.row(),
                lines[0]
            );
            let message =
                if count == 1 { message.replace("because they cannot", "because it cannot") } else { message };
            Problem {
                image: None,
                kind: LevelProblem::FrameValues,
                item: Item::Session(i),
                count,
                elements: Elements::Object,
                message,
            }
        });
        self = self.with_comparisons(report);
        let unknown = files().filter(|(.., recorded)| !recorded.trajectory.anchors.unknown_events().is_empty());
        self.take(LevelProblem::UnknownAnchors, unknown, |(i, session, recorded)| {
            let events = recorded.trajectory.anchors.unknown_events();
            let (what, first) = (if events[0].is_removal { "removal" } else { "update" }, &events[0]);
            let (count, time) = (events.len(), num(first.time as f32));
            let message = format!(
                "{}: {} for anchors that do not exist: {}; the first is the {what} of {} at {time} s",
                session.name,
                counted(count, "event"),
                words::unknown_ids(events),
                first.id
            );
            Problem {
                image: None,
                kind: LevelProblem::UnknownAnchors,
                item: Item::Session(i),
                count,
                elements: Elements::Object,
                message,
            }
        });
        let turned =
            report.sessions.iter().flat_map(|session| session.turned_twice.iter().map(move |twice| (session, twice)));
        self.take(LevelProblem::TurnedTwice, turned, |(session, twice)| {
            let camera = report.frusta.get(twice.camera).map_or("", |camera| &camera.camera);
            let [time, turned, seen] = [twice.time, twice.turned, twice.seen].map(|number| num(number as f32));
            let message = format!(
                "{camera} takes the rotation of {}, and so does {}, to which it is attached: at {time} s the session has turned by \
                 {turned}° since its first frame, and the camera by {seen}°",
                session.name, twice.object
            );
            let item = Item::Camera(twice.camera);
            Problem { image: None, kind: LevelProblem::TurnedTwice, item, count: 1, elements: Elements::Object, message }
        });
        self
    }

    /// The problems of sessions that are compared with others.
    fn with_comparisons(mut self, report: &Report) -> Self {
        let compared: Vec<(usize, &SessionAt, Comparison)> = report
            .sessions
            .iter()
            .enumerate()
            .filter_map(|(i, session)| Some((i, session, session.comparison()?)))
            .collect();
        for kind in [LevelProblem::NoCommonTimes, LevelProblem::FewPairs, LevelProblem::NoAlignment] {
            let found = compared.iter().filter_map(|(i, session, comparison)| {
                let reference = session.reference.as_ref().map_or("", |reference| &*reference.name);
                let about = |why: &str| format!("{}: no error against {reference}: {why}", session.name);
                let message = match (kind, against::outcome(comparison), comparison) {
                    (LevelProblem::NoCommonTimes, Outcome::NoPairs, Err(none))
                    | (LevelProblem::NoAlignment, Outcome::NoAlignment, Err(none)) => {
                        about(&against::no_error(session, none))
                    }
                    (LevelProblem::FewPairs, Outcome::Few(pairs, shorter), _) => format!(
                        "{}: only {pairs} of {} of the shorter path have a partner in {reference}",
                        session.name,
                        counted(shorter, "frame")
                    ),
                    _ => return None,
                };
                Some((*i, message))
            });
            self.take(kind, found, |(i, message)| Problem {
                image: None,
                kind,
                item: Item::Session(i),
                count: 1,
                elements: Elements::Object,
                message,
            });
        }
        self
    }
}

/// "line 3", "lines 3, 7, 9 and 4 more".
fn of_lines(row: &str, lines: &[usize]) -> String {
    const FEW: usize = 20;
    let listed: Vec<String> = lines.iter().take(FEW).map(usize::to_string).collect();
    let listed = listed.join(", ");
    match lines.len() {
        1 => format!("{row} {listed}"),
        count if count > FEW => format!("{row}s {listed} and {} more", count - FEW),
        _ => format!("{row}s {listed}"),
    }
}
