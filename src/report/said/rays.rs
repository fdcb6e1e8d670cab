//! The answers of a program about rays.

use std::sync::{Arc, OnceLock};

use glam::Vec3;

use super::cause::Cause;
use super::disagreement::{AskedItem, Disagreement, Opinion};
use super::earlier::EarlierWorlds;
use super::outcome::Outcome;
use crate::geometry::ray::{Ray, RayKind, RayQuery};
use crate::mistakes::{MISTAKES, Mistake};
use crate::report::rays::answers::{RayAnswers, RayTarget};
use crate::report::rays::mistaken::MistakenHits;
use crate::scene::EntryId;
use crate::trace::{CastRay, Said, SaidRay};
use crate::world::{RayAt, World};

/// Two t of one hit differ by less than this share of themselves.
const SAME_T: f64 = 1e-3;

/// The first hit of a ray: the name of what it hits, and its t.
type NamedHit = Option<(Arc<str>, f64)>;

pub(super) fn outcome(said: &SaidRay, world: &World) -> Outcome {
    let Some((ray, most)) = ray_of(&said.ray, world) else { return Outcome::Unmatched };
    let answers = RayAnswers::of(&ray, world);
    let [ours, _] = hits(&answers, world, most);
    Outcome::of(agrees(said, &ours, &answers, world))
}

/// The disagreement about a ray; `None` when the world does not have the ray.
pub(super) fn disagreement(
    said: &SaidRay,
    world: &World,
    earlier: &EarlierWorlds,
    mistakes: &RayMistakes,
) -> Option<Disagreement> {
    let (ray, most) = ray_of(&said.ray, world)?;
    let answers = RayAnswers::of(&ray, world);
    let [ours, exact] = hits(&answers, world, most);
    let cause = if let Some(ticks) = late(said, earlier) {
        Cause::Late(ticks)
    } else if agrees(said, &exact, &answers, world) {
        Cause::Precision
    } else if agrees_without_layers(said, &ray, most, world) {
        Cause::Layers
    } else {
        match &said.ray {
            CastRay::Named(_) => Cause::Unknown,
            CastRay::Inline { .. } => Cause::Rule(mistakes.of(said, world)),
        }
    };
    let opinion = |hit: NamedHit| {
        let (hit, t) = hit.unzip();
        Opinion::Hit { hit, t }
    };
    Some(Disagreement {
        tick: world.tick,
        asked: AskedItem::Ray(said.ray.clone()),
        said: Opinion::Hit { hit: said.hit.clone(), t: said.t },
        ours: opinion(ours),
        exact: Some(opinion(exact)),
        cause,
    })
}

/// The ray in a world, and the greatest t of a hit. `None` for a name that the world does not have.
fn ray_of(cast: &CastRay, world: &World) -> Option<(RayAt, f64)> {
    match cast {
        CastRay::Named(name) => {
            let ray = world.rays.iter().find(|ray| ray.name == *name)?;
            Some((ray.clone(), f64::INFINITY))
        }
        CastRay::Inline { origin, direction, length, mask } => {
            let direction = Vec3::from(*direction);
            let ray = Ray { origin: Vec3::from(*origin), direction };
            let query = RayQuery { kind: RayKind::Ray, ..RayQuery::default() };
            let most = length.map_or(f64::INFINITY, |length| f64::from(length) / direction.as_dvec3().length());
            let id = EntryId::default().get();
            Some((RayAt { id, name: Arc::from("ray"), ray, query, mask: *mask, mistake: None }, most))
        }
    }
}

/// The first hit by our rule and by the exact one, with a t of at most `most`.
fn hits(answers: &RayAnswers, world: &World, most: f64) -> [NamedHit; 2] {
    let name = |target: RayTarget| match target {
        RayTarget::Object(i) => world.objects.get(i).map(|object| Arc::clone(&object.name)),
        RayTarget::Image(i) => world.images.get(i).map(|image| Arc::clone(&image.name)),
    };
    let ours = answers.first().and_then(|first| Some((name(first.target)?, f64::from(first.hit.t))));
    let objects = answers.on_line.iter().map(|met| (RayTarget::Object(met.object), met.answer));
    let images = answers.images.iter().enumerate().filter_map(|(i, answer)| Some((RayTarget::Image(i), (*answer)?)));
    let exact = objects.chain(images).filter_map(|(target, answer)| Some((target, answer.exact.result.ok()?)));
    let exact = exact.min_by(|(_, a), (_, b)| a.total_cmp(b)).and_then(|(target, t)| Some((name(target)?, t)));
    let is_within = |(_, t): &(Arc<str>, f64)| *t <= most;
    [ours.filter(is_within), exact.filter(is_within)]
}

fn is_same_t(said: f64, ours: f64) -> bool {
    (said - ours).abs() <= SAME_T * ours.abs().max(said.abs()).max(SAME_T)
}

/// Whether an answer is a hit of ours. Of several objects that are hit at one t, any agrees.
fn agrees(said: &SaidRay, ours: &NamedHit, answers: &RayAnswers, world: &World) -> bool {
    let (Some(name), Some((own, t))) = (&said.hit, ours) else { return said.hit.is_none() && ours.is_none() };
    let is_at_same_t = || {
        let met = answers.on_line.iter().find(|met| world.objects.get(met.object).is_some_and(|at| at.name == *name));
        met.and_then(|met| met.answer.cast.hit()).is_some_and(|hit| is_same_t(f64::from(hit.t), *t))
    };
    (name == own || is_at_same_t()) && said.t.is_none_or(|said| is_same_t(said, *t))
}

/// How many ticks before our answer was that of the program.
fn late(said: &SaidRay, earlier: &EarlierWorlds) -> Option<usize> {
    earlier.last(|before| {
        let Some((ray, most)) = ray_of(&said.ray, before) else { return false };
        let answers = RayAnswers::of(&ray, before);
        let [was, _] = hits(&answers, before, most);
        agrees(said, &was, &answers, before)
    })
}

/// Whether the program answers as a ray that meets all layers.
fn agrees_without_layers(said: &SaidRay, ray: &RayAt, most: f64, world: &World) -> bool {
    if ray.mask == u64::MAX {
        return false;
    }
    let unmasked = RayAnswers::of(&RayAt { mask: u64::MAX, ..ray.clone() }, world);
    let [ours, _] = hits(&unmasked, world, most);
    agrees(said, &ours, &unmasked, world)
}

/// The known mistakes that explain more of what a program said about rays at a tick than the right rule does.
#[derive(Default)]
pub(super) struct RayMistakes(OnceLock<Vec<&'static Mistake>>);

impl RayMistakes {
    /// One that answers as the program does about a ray.
    fn of(&self, said: &SaidRay, world: &World) -> Option<&'static str> {
        // Casts run on all threads. A thread that waits for them may be given another answer of the program, which would wait for this one
        // without an end in `get_or_init`. So two threads may compute the same list.
        let better = if let Some(better) = self.0.get() {
            better
        } else {
            let better = better_than_the_right_rule(world);
            self.0.get_or_init(|| better)
        };
        better.iter().find(|mistake| answers_so(said, mistake, world)).map(|mistake| mistake.key)
    }
}

fn better_than_the_right_rule(world: &World) -> Vec<&'static Mistake> {
    /// So many answers are compared.
    const MOST: usize = 16;
    let all = world.trace.as_deref().map(|trace| &*trace.said).unwrap_or_default();
    let rays = all.iter().filter_map(|said| match said {
        Said::Ray(said) => Some(&**said),
        _ => None,
    });
    let rays: Vec<&SaidRay> = rays.take(MOST).collect();
    let is_ours = |said: &&&SaidRay| {
        let Some((ray, most)) = ray_of(&said.ray, world) else { return false };
        let answers = RayAnswers::of(&ray, world);
        let [ours, _] = hits(&answers, world, most);
        agrees(said, &ours, &answers, world)
    };
    let right = rays.iter().filter(is_ours).count();
    let of_rays = MISTAKES.iter().filter(|mistake| mistake.questions.iter().any(|question| question.is_of_rays()));
    let mut better: Vec<(usize, &'static Mistake)> = of_rays
        .map(|mistake| (rays.iter().filter(|said| answers_so(said, mistake, world)).count(), mistake))
        .filter(|(same, _)| *same > right)
        .collect();
    better.sort_by_key(|(same, _)| std::cmp::Reverse(*same));
    better.into_iter().map(|(_, mistake)| mistake).collect()
}

/// Whether the first hit of a mistake is what the program said.
fn answers_so(said: &SaidRay, mistake: &'static Mistake, world: &World) -> bool {
    let Some((ray, most)) = ray_of(&said.ray, world) else { return false };
    let Some(hits) = MistakenHits::of(&RayAt { mistake: Some(mistake), ..ray }, world) else { return false };
    let nearest = hits.nearest().and_then(|object| Some((object, hits.on(object)?))).filter(|(_, t)| *t <= most);
    match (&said.hit, nearest) {
        (None, None) => true,
        (Some(name), Some((object, t))) => {
            let is_hit = world.objects.get(object).is_some_and(|at| at.name == *name);
            is_hit && said.t.is_none_or(|said| is_same_t(said, t))
        }
        _ => false,
    }
}
