//! Problems of recorded camera paths, and of cameras that follow them.

use super::list::{Elements, Problem, Problems};
use crate::geometry::narrate::{counted, num};
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::Item;

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
                "{}: {frames} {verb} left out, because the time is not later than in the frame before; the first is in line {first}",
                session.name
            );
            Problem { kind: LevelProblem::FrameTimes, item: Item::Session(i), count, elements: Elements::Object, message }
        });
        let unknown = files().filter(|(.., recorded)| !recorded.trajectory.anchors.unknown_events().is_empty());
        self.take(LevelProblem::UnknownAnchors, unknown, |(i, session, recorded)| {
            let events = recorded.trajectory.anchors.unknown_events();
            let (what, first) = (if events[0].is_removal { "removal" } else { "update" }, &events[0]);
            let (count, time) = (events.len(), num(first.time as f32));
            let message = format!(
                "{}: {} for an anchor that does not exist; the first is the {what} of {} at {time} s",
                session.name,
                counted(count, "event"),
                first.id
            );
            Problem {
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
            Problem { kind: LevelProblem::TurnedTwice, item, count: 1, elements: Elements::Object, message }
        });
        self
    }
}
