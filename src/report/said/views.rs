//! The answers of a program about view volumes.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use glam::{DVec3, DVec4, Vec3};

use super::bounds_kind::BoundsKind;
use super::cause::Cause;
use super::disagreement::{AskedItem, Disagreement, Opinion};
use super::earlier::{EarlierWorlds, camera_near, object_near};
use super::outcome::Outcome;
use super::tested_bounds::{SAME, is_same_bounds, is_turned_box_visible, kind_of};
use crate::geometry::exact::frustum::Volume;
use crate::geometry::frustum::{self, Classification, Frustum, Side, Verdict};
use crate::geometry::{Aabb, Plane};
use crate::mistakes::{MISTAKES, Mistake, MistakeKind, MistakeSet, rules};
use crate::report::frusta::mistaken::MistakenView;
use crate::report::tested::TestedObject;
use crate::trace::{Said, SaidBounds, SaidView};
use crate::world::{CameraAt, ObjectAt, TraceAt, World};

/// The cameras and objects of a world, for the comparison with the answers of a program.
pub(super) struct Views<'w> {
    world: &'w World,
    /// All that the program said about view volumes at this tick.
    said: Vec<&'w SaidView>,
    cameras: HashMap<&'w str, usize>,
    objects: HashMap<&'w str, usize>,
    /// Of each camera.
    volumes: Vec<OnceLock<Volume>>,
}

/// Our answer to what a program was asked.
struct ViewAnswer<'w> {
    camera_index: usize,
    camera: &'w CameraAt,
    object_index: usize,
    object: &'w ObjectAt,
    ours: Classification,
    exact: Verdict,
}

impl ViewAnswer<'_> {
    /// Whether a verdict of the program agrees with ours, and with the exact one where ours may be wrong.
    fn agrees(&self, is_visible: bool) -> bool {
        let (is_ours, is_exact) = (self.ours.verdict != Verdict::Outside, self.exact != Verdict::Outside);
        is_visible == is_ours && (is_visible || !is_exact)
    }
}

/// The inputs of a program.
struct GivenInputs {
    frustum: Option<Frustum>,
    bounds: Option<SaidBounds>,
}

impl GivenInputs {
    fn of(said: &SaidView) -> Self {
        let plane = |&[x, y, z, d]: &[f32; 4]| Plane::from_row(Vec3::new(x, y, z).extend(d).as_dvec4());
        let frustum = said.planes.as_deref().map(|planes| Frustum { planes: planes.each_ref().map(plane) });
        Self { frustum, bounds: said.bounds }
    }

    fn are_given(&self) -> bool {
        self.frustum.is_some() || self.bounds.is_some()
    }

    /// Whether they are those of a camera and an object.
    fn are_those_of(&self, camera: &CameraAt, object: &ObjectAt) -> bool {
        let planes = self.frustum.as_ref().is_none_or(|given| {
            given.planes.iter().zip(&camera.frustum.planes).all(|(given, own)| is_same_plane(given, own))
        });
        planes && self.bounds.is_none_or(|given| is_same_bounds(&given, &object.view_box))
    }
}

fn is_same_plane(given: &Plane, own: &Plane) -> bool {
    if !given.exists() || !own.exists() {
        return given.exists() == own.exists();
    }
    (given.normal - own.normal).abs().max_element() < SAME && (given.d - own.d).abs() < SAME * (1.0 + own.d.abs())
}

/// Whether our rule finds bounds in the volume of some planes.
fn is_visible(frustum: &Frustum, bounds: &SaidBounds) -> bool {
    match *bounds {
        SaidBounds::Box { min, max } => {
            frustum::classify(frustum, &Aabb { min: min.into(), max: max.into() }).verdict != Verdict::Outside
        }
        SaidBounds::Sphere { center, radius } => {
            let planes = frustum.planes.iter().filter(|plane| plane.exists());
            planes.map(|plane| plane.distance(center.into())).all(|distance| distance >= -radius)
        }
    }
}

impl<'w> Views<'w> {
    pub(super) fn of(world: &'w World, trace: &'w TraceAt) -> Self {
        let cameras = world.cameras.iter().enumerate().map(|(i, camera)| (&*camera.name, i)).collect();
        let objects = world.objects.iter().enumerate().map(|(i, object)| (&*object.name, i)).collect();
        let said = trace.said.iter().filter_map(|said| match said {
            Said::View(said) => Some(&**said),
            _ => None,
        });
        let volumes = world.cameras.iter().map(|_| OnceLock::new()).collect();
        Self { world, said: said.collect(), cameras, objects, volumes }
    }

    /// Our answer; `None` when the world does not have the camera or the object.
    fn answer(&self, said: &SaidView) -> Option<ViewAnswer<'w>> {
        let (&camera_index, &object_index) = self.cameras.get(&*said.camera).zip(self.objects.get(&*said.object))?;
        let (camera, object) = (&self.world.cameras[camera_index], &self.world.objects[object_index]);
        if camera.error.is_some() {
            return None;
        }
        let ours = frustum::classify(&camera.frustum, &object.view_box);
        let volume = self.volumes[camera_index].get_or_init(|| Volume::of(&camera.camera));
        let exact = volume.verdict_from(ours.rejected_by, &object.aabb);
        Some(ViewAnswer { camera_index, camera, object_index, object, ours, exact })
    }

    pub(super) fn outcome(&self, said: &SaidView) -> Outcome {
        self.answer(said).map_or(Outcome::Unmatched, |answer| Outcome::of(answer.agrees(said.verdict.is_visible())))
    }

    /// The disagreement about an object; `None` when the world does not have the camera or the object.
    pub(super) fn disagreement(&self, said: &SaidView, earlier: &EarlierWorlds) -> Option<Disagreement> {
        let answer = self.answer(said)?;
        Some(Disagreement {
            tick: self.world.tick,
            asked: AskedItem::View { camera: Arc::clone(&answer.camera.name), object: Arc::clone(&answer.object.name) },
            said: Opinion::Verdict(said.verdict.word()),
            ours: Opinion::of_verdict(answer.ours.verdict),
            exact: Some(Opinion::of_verdict(answer.exact)),
            cause: self.cause(said, &answer, earlier),
        })
    }

    fn cause(&self, said: &SaidView, answer: &ViewAnswer, earlier: &EarlierWorlds) -> Cause {
        let ViewAnswer { camera, object, ours, .. } = answer;
        let theirs = said.verdict.is_visible();
        let inputs = GivenInputs::of(said);
        if let Some(ticks) = late(said, &inputs, answer, earlier) {
            return Cause::Late(ticks);
        }
        let own_box = SaidBounds::Box { min: object.view_box.min.to_array(), max: object.view_box.max.to_array() };
        let answers = |frustum: &Frustum, bounds: &SaidBounds| is_visible(frustum, bounds) == theirs;
        // Where ours is the answer too, the two differ from the exact one alone, and no input explains that.
        let differs_from_ours = theirs != (ours.verdict != Verdict::Outside);
        if differs_from_ours {
            if let Some(given) = &inputs.frustum
                && answers(given, &own_box)
            {
                return Cause::Planes(most_different(
                    given,
                    &camera.frustum,
                    &own_box,
                    theirs,
                    object.view_box.centre(),
                ));
            }
            if let Some(cause) = of_bounds(&inputs, answer, theirs, earlier) {
                return cause;
            }
        }
        let largest = [object.view_box.min, object.view_box.max, camera.camera.position].map(|p| p.abs().max_element());
        let largest = largest.into_iter().fold(0.0, f32::max);
        if ours.margin.abs() < 4.0 * (largest.next_up() - largest) {
            return Cause::Precision;
        }
        if camera.mask & object.layers == 0 && !theirs {
            return Cause::Layers;
        }
        if inputs.are_given() && differs_from_ours {
            return Cause::Rule(self.mistake(said, camera));
        }
        Cause::Unknown
    }

    /// A known mistake that answers as the program does, with the inputs of the program, and explains more of its answers about
    /// the camera than the right rule does.
    fn mistake(&self, said: &SaidView, camera: &CameraAt) -> Option<&'static str> {
        /// So many other answers are compared.
        const OTHERS: usize = 100;
        let answers_so = |mistake: &'static Mistake, said: &SaidView| {
            let object = self.objects.get(&*said.object).map(|i| &self.world.objects[*i]);
            object.and_then(|object| with_mistake(mistake, said, camera, object)) == Some(said.verdict.is_visible())
        };
        let of_cameras = MISTAKES.iter().filter(|one| one.questions.iter().any(|question| question.is_of_cameras()));
        let mut possible: Vec<&'static Mistake> = of_cameras.filter(|mistake| answers_so(mistake, said)).collect();
        // With this one nearly all answers are wrong, so that others explain a single one better.
        possible.sort_by_key(|mistake| mistake.kind == MistakeKind::PlaneConstantSign);
        let others: Vec<&SaidView> =
            self.said.iter().copied().filter(|other| other.camera == said.camera).take(OTHERS).collect();
        let is_ours = |said: &&&SaidView| {
            let object = self.objects.get(&*said.object).map(|i| &self.world.objects[*i]);
            let ours = object.map(|object| frustum::classify(&camera.frustum, &object.view_box).verdict);
            ours.is_some_and(|ours| (ours != Verdict::Outside) == said.verdict.is_visible())
        };
        let right = others.iter().filter(is_ours).count();
        let explains =
            |mistake: &&&'static Mistake| others.iter().filter(|other| answers_so(mistake, other)).count() > right;
        let best = possible.iter().find(explains);
        best.map(|mistake| mistake.key)
    }
}

/// The cause when the program has tested other bounds, with our planes or with its own. A program that has given no bounds may have
/// tested the turned box of the object, which it has no key for.
fn of_bounds(inputs: &GivenInputs, answer: &ViewAnswer, theirs: bool, earlier: &EarlierWorlds) -> Option<Cause> {
    let ViewAnswer { camera, object_index, object, .. } = answer;
    let answers = |frustum: &Frustum| match &inputs.bounds {
        Some(given) => is_visible(frustum, given) == theirs,
        None => is_turned_box_visible(frustum, object) == Some(theirs),
    };
    let kind = || match &inputs.bounds {
        Some(given) => kind_of(given, *object_index, object, earlier),
        None => Some(BoundsKind::Oriented),
    };
    if answers(&camera.frustum) {
        return Some(Cause::Bounds(kind()));
    }
    let is_explained = inputs.frustum.as_ref().is_some_and(answers);
    is_explained.then(|| Cause::Inputs(kind()))
}

/// How many ticks before our answer was theirs.
fn late(said: &SaidView, inputs: &GivenInputs, answer: &ViewAnswer, earlier: &EarlierWorlds) -> Option<usize> {
    earlier.last(|before| {
        let camera = camera_near(before, answer.camera_index, &said.camera);
        let object = object_near(before, answer.object_index, &said.object);
        camera.zip(object).is_some_and(|(camera, object)| {
            let was = frustum::classify(&camera.frustum, &object.view_box).verdict;
            (was != Verdict::Outside) == said.verdict.is_visible()
                && (!inputs.are_given() || inputs.are_those_of(camera, object))
        })
    })
}

/// The side whose planes differ most at an object. A single plane of the program that gives its answer goes before the others.
fn most_different(given: &Frustum, own: &Frustum, object: &SaidBounds, theirs: bool, at: Vec3) -> Side {
    let distance = |side: Side| {
        let [given, own] = [&given.planes[side as usize], &own.planes[side as usize]];
        match (given.exists(), own.exists()) {
            (true, true) => (given.distance(at) - own.distance(at)).abs(),
            _ => 0.0,
        }
    };
    let decides = |side: Side| {
        let mut planes = own.planes;
        planes[side as usize] = given.planes[side as usize];
        is_visible(&Frustum { planes }, object) == theirs
    };
    let by_distance = |a: &Side, b: &Side| distance(*a).total_cmp(&distance(*b));
    let deciding = Side::ALL.into_iter().filter(|side| decides(*side)).max_by(by_distance);
    deciding.or_else(|| Side::ALL.into_iter().max_by(by_distance)).unwrap_or(Side::Near)
}

/// Whether a mistake finds an object in view with the inputs of the program; `None` when it is about inputs that are known.
fn with_mistake(mistake: &'static Mistake, said: &SaidView, camera: &CameraAt, object: &ObjectAt) -> Option<bool> {
    let inputs = GivenInputs::of(said);
    if let Some(frustum) = &inputs.frustum {
        return with_planes(mistake.kind, frustum, &inputs, object);
    }
    if inputs.bounds.is_some() && mistake.is_of_world_boxes() {
        return None;
    }
    let view = MistakenView::of(&CameraAt { mistake: Some(mistake), ..camera.clone() })?;
    let mut tested = TestedObject::of(object, true);
    if let Some(SaidBounds::Box { min, max }) = inputs.bounds {
        tested.view_box = Aabb { min: min.into(), max: max.into() };
    }
    Some(view.about(&tested).verdict != Verdict::Outside)
}

/// The answer of a mistake about known planes; `None` for one that is about other things.
fn with_planes(kind: MistakeKind, frustum: &Frustum, inputs: &GivenInputs, object: &ObjectAt) -> Option<bool> {
    use MistakeKind::{
        CentreOnly, CornersSwapped, FarPlaneSkipped, NearNeverCulls, PlaneConstantSign, RadiusWithoutAbs,
    };
    if ![CentreOnly, CornersSwapped, NearNeverCulls, FarPlaneSkipped, PlaneConstantSign, RadiusWithoutAbs]
        .contains(&kind)
    {
        return None;
    }
    let mistakes = MistakeSet::one(kind);
    let row = |plane: &Plane| -> DVec4 {
        let d = f64::from(plane.d);
        plane.normal.as_dvec3().extend(if kind == PlaneConstantSign { -d } else { d })
    };
    let skipped = |side: Side| match side {
        Side::Near => kind == NearNeverCulls,
        Side::Far => kind == FarPlaneSkipped,
        _ => false,
    };
    let p_value = |plane: DVec4| match inputs.bounds {
        Some(SaidBounds::Sphere { center, radius }) => {
            rules::sphere_values(plane, Vec3::from(center).as_dvec3(), f64::from(radius), mistakes)[0]
        }
        Some(SaidBounds::Box { min, max }) => of_box(plane, min.into(), max.into(), mistakes),
        None => of_box(plane, object.view_box.min, object.view_box.max, mistakes),
    };
    let sides = Side::ALL.into_iter().filter(|side| !skipped(*side));
    let planes = sides.map(|side| &frustum.planes[side as usize]).filter(|plane| plane.exists());
    Some(planes.map(row).all(|plane| p_value(plane) >= 0.0))
}

fn of_box(plane: DVec4, min: Vec3, max: Vec3, mistakes: MistakeSet) -> f64 {
    let [min, max]: [DVec3; 2] = [min.as_dvec3(), max.as_dvec3()];
    rules::box_values(plane, min, max, mistakes)[0]
}
