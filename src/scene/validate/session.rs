//! The rules for sessions and taps, and for what follows a session.

use super::check::Check;
use super::words::{ABOVE_0, IN_RANGE, is_in_range};
use crate::scene::document::{DeltaUnit, Follow, RecordedSession, SessionGap, SessionReference, Tap};
use crate::scene::names::Kind;
use crate::scene::read::hint::such_as;
use crate::source::error::quoted;
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn session(&mut self, session: &'s RecordedSession, at: &ValuePath) {
        self.file(&session.file, at.key("file"));
        if let Some(times) = &session.times {
            self.file(times, at.key("times"));
        }
        self.rules(at, &[(is_in_range(session.start), "start", IN_RANGE)]);
        self.above_0(at, "rate", session.rate);
        let gap = match session.gap {
            SessionGap::After(seconds) => Some(seconds),
            SessionGap::Usual | SessionGap::Never => None,
        };
        self.above_0(at, "gap", gap);
        self.above_0(&at.key("jump"), "speed", session.jump.speed);
        self.above_0(&at.key("jump"), "turn", session.jump.turn);
        if let Some(reference) = &session.reference {
            self.compared(session, reference, &at.key("reference"));
        }
    }

    /// A number that may be left out.
    fn above_0(&mut self, at: &ValuePath, key: &'static str, number: Option<f64>) {
        if let Some(number) = number {
            self.rules(at, &[(number > 0.0, key, ABOVE_0), (is_in_range(number), key, IN_RANGE)]);
        }
    }

    /// The session that is the reference of another one.
    fn compared(&mut self, session: &'s RecordedSession, reference: &'s SessionReference, at: &ValuePath) {
        self.reference(&reference.session, Kind::Session, at.key("session"));
        if reference.session == session.name {
            let help = Some("name the session that has the true path");
            self.push(at.key("session"), format!("{} is compared with itself", quoted(&session.name)), help);
        }
        self.above_0(at, "max_difference", Some(reference.max_difference));
        let is_whole =
            reference.delta_unit != DeltaUnit::Frames || (reference.delta >= 1.0 && reference.delta.fract() == 0.0);
        self.rules(
            at,
            &[
                (is_in_range(reference.offset), "offset", IN_RANGE),
                (reference.delta > 0.0, "delta", ABOVE_0),
                (is_in_range(reference.delta), "delta", IN_RANGE),
                (
                    is_whole || reference.delta <= 0.0,
                    "delta",
                    "must be a whole number of frames from 1, unless `delta_unit` is \"m\" or \"s\"",
                ),
                (reference.align_first != Some(0), "align_first", "must be at least 1"),
            ],
        );
    }

    /// The session that a camera or object follows.
    pub(super) fn follow(&mut self, follow: &'s Follow, at: &ValuePath) {
        self.reference(&follow.name, Kind::Session, at.key("session").key("name"));
    }

    pub(super) fn tap(&mut self, tap: &'s Tap, at: &ValuePath) {
        let is_inside = tap.screen.iter().all(|part| (0.0..=1.0).contains(part));
        self.rules(
            at,
            &[
                (is_inside, "screen", "must be from 0 to 1 on both axes"),
                (!tap.order.is_empty(), "order", "must contain at least one type"),
            ],
        );
        for (i, kind) in tap.order.iter().enumerate() {
            if tap.order[..i].contains(kind) {
                self.push(at.key("order").index(i), "this type is already in the order", Some("name each type once"));
            }
        }
        let before = self.violations.len();
        self.reference(&tap.camera, Kind::Camera, at.key("camera"));
        let follows = self.names.camera(&tap.camera).is_some_and(|camera| camera.session.is_some());
        if before == self.violations.len() && !follows {
            let message = format!("{} follows no session", quoted(&tap.camera));
            self.push(at.key("camera"), message, such_as("session"));
        }
    }
}
