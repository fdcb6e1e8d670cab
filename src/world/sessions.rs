//! Recorded camera paths at a tick, and what follows them.
//!
//! Poses, times and lengths are f64. A camera or object of the world has them rounded to f32.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use glam::{DQuat, Vec3};

use super::lookup::Lookup;
use crate::files::{Comparison, Content, SessionFile};
use crate::scene::{self, DeltaUnit, ItemId, Projection, SessionAlign};
use crate::trajectory::align::AlignmentKind;
use crate::trajectory::errors::{Clock, Matching};
use crate::trajectory::steps::StepLength;
use crate::trajectory::{FarthestTurn, PoseAt, Trajectory};

/// A session at a tick.
#[derive(Clone, Debug)]
pub struct SessionAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// The recording, or the reason why there is none.
    pub file: Result<Arc<SessionFile>, Arc<str>>,
    /// The pose at the tick.
    pub held: Option<PoseAt>,
    /// The cameras that take its rotation twice.
    pub turned_twice: Vec<TurnedTwice>,
    /// What the scene compares it with.
    pub reference: Option<ReferenceAt>,
}

/// The session that another one is compared with, and how.
#[derive(Clone, Debug)]
pub struct ReferenceAt {
    /// The identity of the reference.
    pub id: ItemId,
    /// Its name.
    pub name: Arc<str>,
    /// Its recording, or the reason why there is none.
    pub file: Result<Arc<SessionFile>, Arc<str>>,
    /// How frames are matched.
    pub matching: Matching,
    /// How the path is aligned.
    pub freedom: AlignmentKind,
}

impl PartialEq for ReferenceAt {
    fn eq(&self, other: &Self) -> bool {
        let of = |one: &Self| (one.id, one.matching, one.freedom);
        is_same_file(&self.file, &other.file) && of(self) == of(other) && self.name == other.name
    }
}

/// A camera that takes the rotation of a session while the object that it is attached to takes it too.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnedTwice {
    /// The index of the camera in the world.
    pub camera: usize,
    /// The name of the object.
    pub object: Arc<str>,
    /// When both angles differ most, in seconds: the extra rotation is then the greatest of the recording.
    pub time: f64,
    /// By how much the session has turned since its first frame with tracking, from 0 to 180 degrees.
    pub turned: f64,
    /// By how much the camera has turned, from 0 to 360 degrees.
    pub seen: f64,
}

impl PartialEq for SessionAt {
    fn eq(&self, other: &Self) -> bool {
        is_same_file(&self.file, &other.file)
            && self.id == other.id
            && self.name == other.name
            && self.held == other.held
            && self.turned_twice == other.turned_twice
            && self.reference == other.reference
    }
}

type OfFile = Result<Arc<SessionFile>, Arc<str>>;

fn is_same_file(own: &OfFile, other: &OfFile) -> bool {
    match (own, other) {
        (Ok(own), Ok(other)) => Arc::ptr_eq(own, other),
        (Err(own), Err(other)) => own == other,
        _ => false,
    }
}

impl SessionAt {
    /// The path; `None` when the file cannot be read.
    pub fn trajectory(&self) -> Option<&Trajectory> {
        self.file.as_ref().ok()?.trajectory().ok()
    }

    /// The errors against the reference of the scene; `None` without a reference, or when one of them has no path.
    pub fn comparison(&self) -> Option<Comparison> {
        let reference = self.reference.as_ref()?;
        let (path, to) = (self.file.as_ref().ok()?, reference.file.as_ref().ok()?);
        path.compared_with(to, &reference.matching, reference.freedom)
    }

    /// How the path is compared with another one: as the scene says, else by default.
    pub fn matching_with(&self, other: &Self) -> Matching {
        match (&self.reference, other.trajectory(), self.trajectory()) {
            (Some(own), ..) if own.id == other.id => own.matching,
            (_, Some(reference), Some(path)) => Matching::of(reference, path),
            _ => Matching::default(),
        }
    }
}

/// All sessions at a time, in file order.
pub(super) fn sessions(content: Content, time: f64) -> Vec<SessionAt> {
    let turning = Turning::of(content);
    let file_of = |written: &scene::RecordedSession| match content.files.session(written) {
        None => Err("its file has not been read: the scene is not saved yet".into()),
        Some(file) => match file.trajectory() {
            Ok(_) => Ok(Arc::clone(file)),
            Err(error) => Err(Arc::from(error.to_string())),
        },
    };
    let reference = |written: &scene::SessionReference| {
        // A scene that is being edited may name a session that is not there.
        let to = content.scene.sessions.iter().find(|session| session.name == written.session)?;
        let freedom = match written.align {
            SessionAlign::None => AlignmentKind::None,
            SessionAlign::Origin => AlignmentKind::Origin,
            SessionAlign::Translation => AlignmentKind::Translation,
            SessionAlign::Yaw => AlignmentKind::Yaw,
            SessionAlign::Se3 => AlignmentKind::Rigid,
            SessionAlign::Sim3 => AlignmentKind::Similarity,
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 1; it saturates"
        )]
        let delta = match written.delta_unit {
            DeltaUnit::Frames => StepLength::Frames(written.delta as usize),
            DeltaUnit::Metres => StepLength::Metres(written.delta),
            DeltaUnit::Seconds => StepLength::Seconds(written.delta),
        };
        let (max_difference, offset) = (written.max_difference, written.offset);
        let align_first = written.align_first.map(|count| count as usize);
        let matching = Matching { clock: Clock::File, max_difference, offset, delta, align_first };
        Some(ReferenceAt { id: to.id.get(), name: to.name.as_str().into(), file: file_of(to), matching, freedom })
    };
    let session = |written: &scene::RecordedSession| {
        let file = file_of(written);
        let held = file.as_ref().ok().and_then(|file| file.trajectory().ok()?.at(time));
        let turned_twice = turning.twice(&written.name, &file);
        let reference = written.reference.as_ref().and_then(reference);
        SessionAt { id: written.id.get(), name: written.name.as_str().into(), file, held, turned_twice, reference }
    };
    content.scene.sessions.iter().map(session).collect()
}

/// By session, the cameras that take its rotation while the object that they are attached to takes it too: their indices,
/// with the name of the object.
struct Turning<'c>(HashMap<&'c str, Vec<(usize, &'c str)>>);

impl<'c> Turning<'c> {
    fn of(content: Content<'c>) -> Self {
        let lookup = Lookup::of(content);
        let taken = |follow: &'c Option<scene::Follow>| {
            follow.as_ref().filter(|follow| follow.track.has_rotation()).map(|follow| follow.name.as_str())
        };
        let mut by_session: HashMap<&str, Vec<(usize, &str)>> = HashMap::new();
        for (i, camera) in content.scene.cameras.iter().enumerate() {
            let (Some(session), Some(object)) = (taken(&camera.session), &camera.attach) else { continue };
            if lookup.object(object).is_some_and(|carrier| taken(&carrier.session) == Some(session)) {
                by_session.entry(session).or_default().push((i, object));
            }
        }
        Self(by_session)
    }

    fn twice(&self, session: &str, file: &Result<Arc<SessionFile>, Arc<str>>) -> Vec<TurnedTwice> {
        let Some(cameras) = self.0.get(session) else { return Vec::new() };
        let farthest = file.as_ref().ok().and_then(|file| file.summary()?.farthest_turn);
        let Some(FarthestTurn { time, from, to }) = farthest else { return Vec::new() };
        // The shorter of the two quaternions of the turn.
        let turn = from.conjugate() * to;
        let turn = if turn.w < 0.0 { -turn } else { turn };
        // The camera turns from `from * from` to `to * to`. As a product of two turns it has its angle up to 360 degrees.
        let twice_turned = from.conjugate() * turn * from * turn;
        let angle = |turn: DQuat| (2.0 * libm::atan2(turn.xyz().length(), turn.w)).to_degrees();
        let twice = |(camera, object): &(usize, &str)| TurnedTwice {
            camera: *camera,
            object: (*object).into(),
            time,
            turned: angle(turn),
            seen: angle(twice_turned),
        };
        cameras.iter().map(twice).collect()
    }
}

/// A camera with the tracked part of its session in place of its own, rounded to f32.
#[expect(clippy::cast_possible_truncation, reason = "a camera of the world is f32")]
pub(super) fn following<'c>(lookup: &Lookup, camera: Cow<'c, scene::Camera>, time: f64) -> Cow<'c, scene::Camera> {
    let followed = held(lookup, camera.session.as_ref(), time).map(|(follow, held)| (follow.track, held));
    let Some((track, held)) = followed else { return camera };
    let mut camera = camera.into_owned();
    if track.has_position() {
        camera.position = held.position.as_vec3().to_array();
    }
    if track.has_rotation() {
        (camera.look_at, camera.euler) = (None, None);
        camera.rotation = Some(held.rotation.as_quat().to_array());
    }
    if let (Projection::Perspective { fov_y, aspect }, Some(lens)) = (&mut camera.projection, held.lens) {
        *fov_y = lens.fov_y.map_or(*fov_y, |own| own as f32);
        *aspect = lens.aspect.map_or(*aspect, |own| own as f32);
        if let Some(principal) = lens.principal {
            camera.projection = off_centre(*fov_y, *aspect, principal, camera.near);
        }
    }
    Cow::Owned(camera)
}

/// The projection with its direction of view through another point than the middle of the picture: from the left and the top,
/// as parts of width and height.
#[expect(clippy::cast_possible_truncation, reason = "a camera of the world is f32")]
fn off_centre(fov_y: f32, aspect: f32, [x, y]: [f64; 2], near: f32) -> Projection {
    let height = 2.0 * libm::tan(f64::from(fov_y).to_radians() / 2.0) * f64::from(near);
    let width = height * f64::from(aspect);
    let [left, right] = [-x * width, (1.0 - x) * width].map(|border| border as f32);
    let [bottom, top] = [(y - 1.0) * height, y * height].map(|border| border as f32);
    Projection::Frustum { left, right, bottom, top }
}

/// Position and rotation of an object that follows a session; `None` where it has its own.
pub(super) fn of_object(lookup: &Lookup, object: &scene::Object, time: f64) -> (Option<Vec3>, Option<DQuat>) {
    let Some((follow, held)) = held(lookup, object.session.as_ref(), time) else { return (None, None) };
    (follow.track.has_position().then(|| held.position.as_vec3()), follow.track.has_rotation().then_some(held.rotation))
}

pub(super) fn held<'f>(
    lookup: &Lookup,
    follow: Option<&'f scene::Follow>,
    time: f64,
) -> Option<(&'f scene::Follow, PoseAt)> {
    let follow = follow?;
    let file = lookup.content.files.session(lookup.session(&follow.name)?)?;
    Some((follow, file.trajectory().ok()?.at(time)?))
}
