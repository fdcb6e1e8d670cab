//! Questions about rays: what a ray hits first, and whether it hits an object at all.

use glam::Vec3;
use serde_json::Value;

use super::asked::{AskedScene, LEAST_MARGIN, choices, some_of};
use super::moved::margin;
use crate::geometry::ray::Hit;
use crate::quiz::candidate::Candidate;
use crate::quiz::chosen::shuffle;
use crate::random::Random;
use crate::report::{RayAnswers, RayTarget, Section};
use crate::world::{RayAt, World};

/// The greatest number of rays: each is cast again from moved origins.
const MOST_RAYS: usize = 60;
/// The greatest number of objects for each ray about which is asked whether it hits them.
const MOST_OBJECTS: usize = 6;
/// A hit that is nearer to the origin is not asked for as a number or a place, metres.
const LEAST_DISTANCE: f64 = 0.2;
/// A smaller object is not asked for a place on it, metres.
const LEAST_SIZE: f64 = 0.2;

pub(super) fn candidates(scene: &AskedScene, random: &mut Random) -> Vec<Candidate> {
    let AskedScene { world, report, .. } = scene;
    let mut all = Vec::new();
    for i in some_of(report.rays.len(), random).into_iter().take(MOST_RAYS) {
        let answers = &report.rays[i];
        if answers.on_line.iter().any(|met| !met.answer.agrees()) {
            continue;
        }
        let about = AskedRay { answers, world, moves: across(answers.ray.ray.direction) };
        all.extend(about.first(random));
        all.extend(about.objects(random));
        all.extend((0..world.images.len()).filter_map(|image| about.image(image)));
    }
    all
}

/// Four unit vectors at right angles to a direction.
fn across(direction: Vec3) -> [Vec3; 4] {
    let direction = direction.as_dvec3().normalize_or(glam::DVec3::Z).as_vec3();
    let right = direction.any_orthonormal_vector();
    let up = direction.cross(right);
    [right, -right, up, -up]
}

struct AskedRay<'a> {
    answers: &'a RayAnswers,
    world: &'a World,
    moves: [Vec3; 4],
}

impl AskedRay<'_> {
    fn moved(&self, by: Vec3) -> RayAt {
        let mut ray = self.answers.ray.clone();
        ray.ray.origin += by;
        ray
    }

    fn name_of(&self, target: RayTarget) -> &str {
        match target {
            RayTarget::Object(i) => &self.world.objects[i].name,
            RayTarget::Image(i) => &self.world.images[i].name,
        }
    }

    /// What it hits first.
    fn first(&self, random: &mut Random) -> Option<Candidate> {
        let nearest = self.answers.nearest;
        let margin = margin(&self.moves, |direction, by| {
            RayAnswers::of(&self.moved(direction * by), self.world).nearest == nearest
        });
        // A line through nothing near is no question.
        if margin < LEAST_MARGIN || (nearest.is_none() && margin.is_infinite() && self.answers.on_line.is_empty()) {
            return None;
        }
        let ray = &*self.answers.ray.name;
        let objects = self.world.objects.iter().map(|object| &object.name);
        let targets = objects.chain(self.world.images.iter().map(|image| &image.name));
        let names: Vec<Value> = targets.map(|name| Value::from(&**name)).collect();
        let right = nearest.map_or(Value::Null, |target| Value::from(self.name_of(target)));
        let mut of = choices(&names, &right, random);
        of.push(Value::Null);
        let answer = if nearest.is_some() { "a hit" } else { "none" };
        let candidate = Candidate::new(Section::Rays, &[("ray", ray)], "nearest", &[ray], answer).by(margin);
        (of.len() > 1).then(|| candidate.among(of))
    }

    /// Whether it hits objects on its line, and objects that it nearly meets.
    fn objects(&self, random: &mut Random) -> Vec<Candidate> {
        let on_line: Vec<usize> = self.answers.on_line.iter().map(|met| met.object).collect();
        let beside = self.moves.iter().flat_map(|direction| {
            let moved = RayAnswers::of(&self.moved(*direction * 0.3), self.world);
            moved.on_line.into_iter().map(|met| met.object)
        });
        let mut objects: Vec<usize> = on_line.into_iter().chain(beside).collect();
        objects.sort_unstable();
        objects.dedup();
        shuffle(&mut objects, random);
        objects.truncate(MOST_OBJECTS);
        let asked = objects.into_iter().flat_map(|object| [self.hit(object), self.number(object), self.place(object)]);
        asked.flatten().collect()
    }

    /// Whether it hits an image, or passes through a clear cell of it.
    fn image(&self, image: usize) -> Option<Candidate> {
        let is_hit =
            |answers: &RayAnswers| answers.images.get(image).copied().flatten().map(|one| one.cast.hit().is_some());
        let crossed = self.answers.images.get(image).copied().flatten()?;
        // A ray beside the image is no question about its cells.
        let right = crossed.cell.and_then(|_| is_hit(self.answers))?;
        let margin = margin(&self.moves, |direction, by| {
            is_hit(&RayAnswers::of(&self.moved(direction * by), self.world)) == Some(right)
        });
        let (ray, name) = (&*self.answers.ray.name, &*self.world.images[image].name);
        let answer = if right { "a solid cell" } else { "a clear cell" };
        (margin >= LEAST_MARGIN && crossed.agrees()).then(|| of_pair((ray, name), "hit", answer).by(margin))
    }

    /// At which t it hits an object.
    fn number(&self, object: usize) -> Option<Candidate> {
        let (hit, margin) = self.clear_hit(object)?;
        let t = f64::from(hit.t);
        let names = (&*self.answers.ray.name, &*self.world.objects[object].name);
        (t * f64::from(self.answers.ray.ray.direction.length()) >= LEAST_DISTANCE)
            .then(|| of_pair(names, "t", "a number").number(t).by(margin))
    }

    /// Where it hits an object.
    fn place(&self, object: usize) -> Option<Candidate> {
        let (hit, margin) = self.clear_hit(object)?;
        let at = &self.world.objects[object];
        let size = f64::from((at.aabb.max - at.aabb.min).max_element());
        let is_beside = f64::from(self.answers.ray.ray.origin.distance(hit.point)) < LEAST_DISTANCE;
        let names = (&*self.answers.ray.name, &*at.name);
        (size >= LEAST_SIZE && !is_beside).then(|| of_pair(names, "point", "a place").place(size / 10.0).by(margin))
    }

    /// The hit of an object whose distance a small shift of the ray does not change by much, and the length of that shift.
    fn clear_hit(&self, object: usize) -> Option<(Hit, f64)> {
        let at = &self.world.objects[object];
        let hit = self.answers.about(object, at.layers).cast.hit()?;
        let is_near = |other: Hit| (other.t - hit.t).abs() <= 0.02 * hit.t;
        let margin = margin(&self.moves, |direction, by| {
            RayAnswers::of(&self.moved(direction * by), self.world)
                .about(object, at.layers)
                .cast
                .hit()
                .is_some_and(is_near)
        });
        (margin >= LEAST_MARGIN).then_some((hit, margin))
    }

    fn hit(&self, object: usize) -> Option<Candidate> {
        let at = &self.world.objects[object];
        let is_hit = |answers: &RayAnswers| answers.about(object, at.layers).cast.hit().is_some();
        let right = is_hit(self.answers);
        let margin = margin(&self.moves, |direction, by| {
            is_hit(&RayAnswers::of(&self.moved(direction * by), self.world)) == right
        });
        let answer = if right { "hit" } else { "no hit" };
        (margin >= LEAST_MARGIN).then(|| of_pair((&self.answers.ray.name, &at.name), "hit", answer).by(margin))
    }
}

/// A question about a ray and an object.
fn of_pair((ray, object): (&str, &str), field: &str, answer: &str) -> Candidate {
    Candidate::new(Section::Rays, &[("ray", ray), ("object", object)], field, &[ray, object], answer)
}
