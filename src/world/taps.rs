//! Taps: the rays of points of recorded pictures, in f64, against the anchors and points of their session.

use std::borrow::Cow;
use std::sync::Arc;

use glam::{DAffine3, DMat3, DQuat, DVec2, DVec3, Vec3};

use super::agents::recording::Recording;
use super::lookup::Lookup;
use super::place;
use super::placed::ObjectAt;
use super::sessions::{following, held};
use crate::files::{Content, SessionFile};
use crate::geometry::camera::Window;
use crate::scene::{self, ItemId, Projection, TapRule, TapType};
use crate::trajectory::Trajectory;
use crate::trajectory::tap::{Candidate, ChosenHit, Rule, Surroundings, TapRay, TapTarget};

/// A tap of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct TapAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// The name of its camera.
    pub camera: Arc<str>,
    /// The scene time, in seconds.
    pub time: f64,
    /// The rule that chooses.
    pub rule: Rule,
    /// The answer, or the reason why there is none.
    pub outcome: Result<Arc<TapAnswer>, Arc<str>>,
}

/// The answer of a tap. Its candidates are computed when they are asked for.
#[derive(Clone, Debug)]
pub struct TapAnswer {
    /// The ray.
    pub ray: TapRay,
    /// The types in the order in which they are tested.
    pub order: Vec<TapTarget>,
    /// The hits that both rules choose, in the order of [`Rule::ALL`].
    chosen: [Option<ChosenHit>; 2],
    /// The recording with the anchors and points.
    file: Arc<SessionFile>,
    /// The time of the tap, in seconds.
    time: f64,
}

/// Two answers about readings of one recording.
impl PartialEq for TapAnswer {
    fn eq(&self, other: &Self) -> bool {
        let Self { ray, order, chosen, file, time } = self;
        let is_same = Arc::ptr_eq(file, &other.file) && time.to_bits() == other.time.to_bits();
        is_same && *ray == other.ray && *order == other.order && *chosen == other.chosen
    }
}

impl TapAnswer {
    fn new(ray: TapRay, order: Vec<TapTarget>, file: &Arc<SessionFile>, path: &Trajectory, time: f64) -> Self {
        let chosen = ray.chosen(&order, around(path, time));
        Self { ray, order, chosen, file: Arc::clone(file), time }
    }

    /// The hit that a rule chooses.
    pub fn chosen(&self, rule: Rule) -> Option<ChosenHit> {
        self.chosen[rule as usize]
    }

    /// The candidates of a type, each computed when it is taken: anchors in the order of their first addition.
    pub fn candidates(&self, target: TapTarget) -> impl Iterator<Item = Candidate> {
        let path = self.file.trajectory().ok();
        path.into_iter().flat_map(move |path| self.ray.candidates(target, around(path, self.time)))
    }

    /// The number of candidates of all types, at most.
    pub fn most_candidates(&self) -> usize {
        self.order.len() * self.file.trajectory().map_or(0, |path| path.anchors.histories().len())
    }

    /// The id of an anchor by the index of its history.
    pub fn id(&self, anchor: Option<usize>) -> Option<&str> {
        Some(&*self.file.trajectory().ok()?.anchors.histories().get(anchor?)?.id)
    }
}

/// What a tap is tested against at a time.
fn around(path: &Trajectory, time: f64) -> Surroundings<'_> {
    Surroundings { anchors: &path.anchors, time, points: path.points_at(time) }
}

/// All taps, in file order.
pub(super) fn taps(recording: &mut Recording, content: Content) -> Vec<TapAt> {
    let lookup = Lookup::of(content);
    let tap = |written: &scene::Tap| TapAt {
        id: written.id.get(),
        name: written.name.as_str().into(),
        camera: written.camera.as_str().into(),
        time: written.time,
        rule: match written.rule {
            TapRule::FirstType => Rule::FirstType,
            TapRule::Nearest => Rule::Nearest,
        },
        outcome: answer(recording, &lookup, written).map(Arc::new),
    };
    content.scene.taps.iter().map(tap).collect()
}

fn answer(recording: &mut Recording, lookup: &Lookup, tap: &scene::Tap) -> Result<TapAnswer, Arc<str>> {
    let camera = lookup.camera(&tap.camera);
    let camera = camera.ok_or_else(|| format!("there is no camera `{}`", tap.camera))?;
    let follow = camera.session.as_ref().ok_or_else(|| format!("`{}` follows no session", tap.camera))?;
    let session = lookup.session(&follow.name);
    let session = session.ok_or_else(|| format!("there is no session `{}`", follow.name))?;
    let file =
        lookup.content.files.session(session).ok_or("the recording has not been read: the scene is not saved yet")?;
    let trajectory = file.trajectory().map_err(ToString::to_string)?;
    let parent = match &camera.attach {
        None => None,
        Some(name) => Some(carrier(recording, lookup, name, tap.time)?),
    };
    let (origin, direction) = ray(lookup, camera, parent.as_ref(), tap);
    let order: Vec<TapTarget> = tap.order.iter().map(|kind| target(*kind)).collect();
    Ok(TapAnswer::new(TapRay { origin, direction }, order, file, trajectory, tap.time))
}

fn target(kind: TapType) -> TapTarget {
    match kind {
        TapType::Polygon => TapTarget::Polygon,
        TapType::Extent => TapTarget::Extent,
        TapType::Infinite => TapTarget::Infinite,
        TapType::Estimated => TapTarget::Estimated,
        TapType::Point => TapTarget::Point,
    }
}

/// The object that carries a camera, at a time.
fn carrier(recording: &mut Recording, lookup: &Lookup, name: &str, time: f64) -> Result<ObjectAt, Arc<str>> {
    let lost = || Arc::from(format!("its camera is {}", place::unplaced_carrier(lookup, name)));
    let slot = place::slot(lookup, name).ok_or_else(lost)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a tick; below 0 there is none")]
    let tick = (time * lookup.content.scene.tick_rate).floor().max(0.0) as u64;
    let bodies = recording.body_transforms(tick);
    place::objects(&[slot], lookup.content, time.max(0.0), &bodies)
        .and_then(|objects| objects.into_iter().next())
        .ok_or_else(lost)
}

/// The ray through a point of the picture, in f64.
fn ray(lookup: &Lookup, camera: &scene::Camera, parent: Option<&ObjectAt>, tap: &scene::Tap) -> (DVec3, DVec3) {
    let followed = following(lookup, Cow::Borrowed(camera), tap.time);
    let (placed, _) = place::seen_from(&followed, parent);
    let (mut position, mut rotation) = (placed.position.as_dvec3(), placed.rotation);
    let (mut fov_y, mut wide) = (None, None);
    if let Some((follow, held)) = held(lookup, camera.session.as_ref(), tap.time) {
        let to_world = parent.map_or(DAffine3::IDENTITY, |object| {
            let map = object.pose.world_from_local();
            DAffine3::from_mat3_translation(map.matrix3.as_dmat3(), Vec3::from(map.translation).as_dvec3())
        });
        if follow.track.has_position() {
            position = to_world.transform_point3(held.position);
        }
        if follow.track.has_rotation() {
            rotation = parent.map_or(DQuat::IDENTITY, |object| object.rotation) * held.rotation;
        }
        (fov_y, wide) = held.lens.map_or((None, None), |lens| (lens.fov_y, lens.aspect));
    }
    let screen = DVec2::new(2.0 * tap.screen[0] - 1.0, 1.0 - 2.0 * tap.screen[1]);
    match followed.projection {
        Projection::Perspective { fov_y: own, aspect } => {
            let half = libm::tan(fov_y.unwrap_or_else(|| own.into()).to_radians() / 2.0);
            let aspect = wide.unwrap_or_else(|| aspect.into());
            let direction = DVec3::new(screen.x * half * aspect, screen.y * half, -1.0);
            (position, (DMat3::from_quat(rotation) * direction).normalize_or(DVec3::NEG_Z))
        }
        Projection::Orthographic { height, aspect } => {
            let half = f64::from(height) / 2.0;
            let offset = DVec3::new(screen.x * half * f64::from(aspect), screen.y * half, 0.0);
            (position + rotation * offset, rotation * DVec3::NEG_Z)
        }
        Projection::Frustum { .. } | Projection::Ortho { .. } | Projection::Matrix(_) => {
            let Window { eye, axes: [right, up, forward], borders, is_perspective } = placed.window();
            let [left, _, bottom, _] = borders;
            let ([x, y], [width, height]) = ([screen.x, screen.y], [borders[1] - left, borders[3] - bottom]);
            let across = right * (left + width * (x + 1.0) / 2.0) + up * (bottom + height * (y + 1.0) / 2.0);
            if is_perspective {
                (position + rotation * eye, (rotation * (across + forward)).normalize_or(rotation * forward))
            } else {
                (position + rotation * across, rotation * forward)
            }
        }
    }
}
