//! The explanations of a ray: about one object, about one image, and its first hit.

use glam::Vec3;

use super::answers::{First, OnLine, RayAnswer, RayAnswers, RayTarget};
use super::mistaken::MistakenHits;
use super::mistaken_step;
use super::subject::RaySubject;
use super::words::{cast_sentence, material_at};
use crate::geometry::narrate::{fine, num};
use crate::geometry::ray::{self, Hit, Miss, Ray, RayValues};
use crate::geometry::{Interval, Mark, MarkShape, Narrator, Shape, Step, Story, Tone, Values};
use crate::opacity;
use crate::report::dispute;
use crate::report::explanation::Explanation;
use crate::world::{ImageAt, ObjectAt, RayAt, World};

/// Explains one answer. `None` when an index is out of range, and for an image without cells.
pub(super) fn explain(world: &World, subject: RaySubject) -> Option<Explanation> {
    match subject {
        RaySubject::Ray(r) => Some(whole_ray(world.rays.get(r)?, world)),
        RaySubject::Object(r, o) => ray_object(world.rays.get(r)?, o, world),
        RaySubject::Image(r, i) => ray_image(world.rays.get(r)?, world.images.get(i)?),
    }
}

fn ray_object(ray: &RayAt, index: usize, world: &World) -> Option<Explanation> {
    let object = world.objects.get(index)?;
    let mut story = Story::default();
    let masked = ray.mask & object.layers == 0;
    story.step(|| layers_step(ray, object.layers, masked));
    // The same query as in the report, with its steps recorded.
    ray::cast_told(&ray.ray, ray.query, &object.shape, &object.pose, &mut story);
    let answer = RayAnswer::of(ray, object);
    if masked {
        record_mask(&mut story);
    }
    let is_mesh = matches!(object.shape, Shape::Mesh(_));
    let centre = Vec3::from(object.pose.world_from_local().translation);
    story.step(|| exact_interval_step(&answer, is_mesh, &ray.ray, centre));
    let RayAnswer { cast: described, exact, difference, .. } = &answer;
    let disagreement = difference.as_ref().map(|d| dispute::of_ray(d, described, exact, &ray.ray, &object.pose));
    let mistaken = MistakenHits::of(ray, world);
    let right = described.hit().map(|hit| hit.t);
    let decided_by = deciding(&story);
    let wrong_step =
        mistaken.and_then(|mistaken| mistaken_step::record(&mistaken, index, object, &ray.ray, right, &mut story));
    Some(Explanation {
        title: format!("Does `{}` hit `{}`?", ray.name, object.name),
        answer: sentence_on(&answer, object),
        tone: Tone::pass_or_fail(described.hit().is_some()),
        disagreement,
        decided_by,
        wrong_step,
        story,
    })
}

/// The answer about an object in words, with the material of the hit triangle if that has a name.
fn sentence_on(answer: &RayAnswer, object: &ObjectAt) -> String {
    let sentence = cast_sentence(answer);
    match material_at(answer, object) {
        Some(material) => format!("{sentence}, material `{material}`"),
        None => sentence,
    }
}

/// The step that decides about one target: the first after which nothing is left to hit, else the answer of the kind of ray.
fn deciding(story: &Story) -> Option<usize> {
    let is_answer = |step: &Step| matches!(step.values, Some(Values::Ray(RayValues::Answer(_))));
    let answer = story.steps.iter().position(is_answer);
    let ends = story.steps.iter().position(|step| step.tone == Tone::Fail);
    // The steps of a hit are all passed.
    ends.into_iter().chain(answer).min()
}

/// Adds the step "Masked", and replaces every recorded answer by [`Miss::Masked`].
fn record_mask(story: &mut Story) {
    story.step(|| Step {
        title: "Masked".into(),
        outcome: "The ray and the target have no layer in common, so the answer is masked.".into(),
        tone: Tone::Fail,
        ..Step::default()
    });
    for step in &mut story.steps {
        if let Some(Values::Ray(RayValues::Answer(answer))) = &mut step.values {
            answer.result = Err(Miss::Masked);
        }
    }
}

fn layers_step(ray: &RayAt, on: u64, masked: bool) -> Step {
    let mask = if ray.mask == u64::MAX { "all".to_owned() } else { layers(ray.mask) };
    let outcome = if masked {
        "The ray and the target have no layer in common, so the ray passes through."
    } else {
        "The ray and the target have a layer in common, so the ray can hit it."
    };
    Step {
        title: "Layers".into(),
        formula: "mask & layers ≠ 0".into(),
        numbers: format!("mask {mask},  layers {}", layers(on)),
        outcome: outcome.into(),
        tone: if masked { Tone::Fail } else { Tone::Note },
        marks: Vec::new(),
        values: None,
    }
}

fn layers(bits: u64) -> String {
    let list: Vec<_> = (0..64).filter(|layer| bits >> layer & 1 == 1).map(|layer: u32| layer.to_string()).collect();
    if list.is_empty() { "none".into() } else { list.join(", ") }
}

fn exact_interval_step(answer: &RayAnswer, is_mesh: bool, ray: &Ray, centre: Vec3) -> Step {
    let RayAnswer { cast, exact, .. } = answer;
    let exact = exact.interval;
    let fast = cast.interval().map_or("misses".to_owned(), |t| format!("t in [{}, {}]", num(t.near), num(t.far)));
    let truth = exact.map_or("misses".to_owned(), |t| format!("t in [{}, {}]", fine(t.near), fine(t.far)));
    let apart = cast.interval().zip(exact).map(|(fast, exact)| {
        let fast: Interval<f64> = fast.into();
        (fast.near - exact.near).abs().max((fast.far - exact.far).abs())
    });
    let apart_in_words = apart.map(|apart| format!(",  apart by {}", num(to_f32(apart))));
    let numbers = format!("fast: {fast},  exact: {truth}{}", apart_in_words.unwrap_or_default());
    let metres = |t: f64| to_f32(t.abs() * f64::from(ray.direction.length()));
    let furthest = cast.interval().map_or(0.0, |t| t.ends().map(|t| metres(t.into())).into_iter().fold(0.0, f32::max));
    let coordinate = ray.origin.abs().max(centre.abs()).max_element().max(furthest);
    let outcome = match apart {
        _ if !answer.agrees() => "They differ.".to_owned(),
        Some(apart) => dispute::agreement(metres(apart), coordinate),
        None => "They agree.".to_owned(),
    };
    Step {
        title: "Exact reference".into(),
        formula: if is_mesh {
            "all triangles projected along the line, which becomes a point: a triangle that contains the point is hit; in f64, without a tree"
        } else {
            "inside where every bound of the solid is ≤ 0, found by search and bisection in f64"
        }
        .into(),
        numbers,
        outcome,
        tone: Tone::Exact,
        marks: Vec::new(),
        values: None,
    }
}

/// Does the ray hit the image, or pass through it? `None` for an image without cells.
fn ray_image(ray: &RayAt, image: &ImageAt) -> Option<Explanation> {
    let sheet = image.sheet()?;
    let mut story = Story::default();
    let masked = ray.mask & image.layers == 0;
    story.step(|| layers_step(ray, image.layers, masked));
    // The same query as in the report, with its steps recorded.
    opacity::cast_told(&ray.ray, ray.query, &sheet, &mut story);
    if masked {
        record_mask(&mut story);
    }
    let answer = RayAnswer::of_image(ray, image)?;
    story.step(|| exact_image_step(&answer));
    Some(Explanation {
        title: format!("Does `{}` hit `{}`?", ray.name, image.name),
        answer: cast_sentence(&answer),
        tone: Tone::pass_or_fail(answer.cast.hit().is_some()),
        disagreement: None,
        decided_by: deciding(&story),
        wrong_step: None,
        story,
    })
}

fn exact_image_step(answer: &RayAnswer) -> Step {
    let agrees = answer.cast.word() == answer.exact.word();
    let at = |t: Option<f64>| t.map_or_else(String::new, |t| format!(", t = {}", fine(t)));
    let fast = at(answer.cast.interval().map(|t| t.near.into()));
    let exact = at(answer.exact.interval.map(|t| t.near));
    Step {
        title: "Exact reference".into(),
        formula: "pixel by binary search over the edges e between pixels: the sign of (o.x − e)·d.z + (z − o.z)·d.x gives the side of the edge; in f64".into(),
        numbers: format!("fast: {}{fast},  exact: {}{exact}", answer.cast.word(), answer.exact.word()),
        outcome: if agrees { "They agree." } else { "They differ: the line crosses on a border of pixels." }.into(),
        tone: Tone::Exact,
        ..Step::default()
    }
}

/// With more objects than this, only those on the line have a step, and one step counts the others.
const MOST_EXPLAINED: usize = 200;

fn whole_ray(ray: &RayAt, world: &World) -> Explanation {
    let objects = &world.objects;
    let answers = RayAnswers::of(ray, world);
    let mut targets: Vec<Told> = Vec::new();
    if objects.len() <= MOST_EXPLAINED {
        let all = objects.iter().enumerate();
        targets.extend(all.map(|(i, object)| Told::object(i, object, answers.about(i, object.layers))));
    } else {
        let told = |met: &OnLine| Told::object(met.object, &objects[met.object], met.answer);
        targets.extend(answers.on_line.iter().map(told));
    }
    let images = world.images.iter().zip(&answers.images).enumerate();
    let images: Vec<Told> = images.filter_map(|(i, (image, answer))| Some(Told::image(i, image, (*answer)?))).collect();
    let others = objects.len() - targets.len();
    let first_image = targets.len() + usize::from(others > 0);
    let mut story = Story::default();
    story.steps.extend(targets.iter().map(Told::step));
    if others > 0 {
        story.step(|| Step {
            title: format!("{others} other objects"),
            outcome: "The line misses all of them.".into(),
            tone: Tone::Fail,
            ..Step::default()
        });
    }
    story.steps.extend(images.iter().map(Told::step));
    let first = answers.first();
    let places = (0..).zip(&targets).chain((first_image..).zip(&images));
    let decided_by = match first {
        Some(first) => places.clone().find(|(_, told)| told.target == first.target).map(|(step, _)| step),
        None => nearly_hit(places.clone().map(|(step, told)| (step, &told.answer)), &ray.ray),
    };
    let told: Vec<&Told> = places.map(|(_, told)| told).collect();
    story.step(|| first_hit_step(&told, first.as_ref()));
    let decided_by = decided_by.or_else(|| story.steps.len().checked_sub(1));
    if let Some(mistaken) = &answers.mistaken {
        let name = |target: RayTarget| match target {
            RayTarget::Object(i) => &*objects[i].name,
            RayTarget::Image(i) => &*world.images[i].name,
        };
        let right = first.map(|first| (name(first.target), first.hit.t));
        mistaken_step::record_first(mistaken, objects, &ray.ray, right, &mut story);
    }
    let disputed: Vec<_> = answers.disputed().collect();
    let disagreement = disputed.first().map(|first| {
        let more = if disputed.len() > 1 { format!(" and {} more", disputed.len() - 1) } else { String::new() };
        format!("The exact answer differs for `{}`{more}.", objects[first.object].name)
    });
    let answer = match first {
        Some(First { target: RayTarget::Object(i), answer, .. }) => {
            format!("`{}`: {}", objects[i].name, sentence_on(&answer, &objects[i]))
        }
        Some(First { target: RayTarget::Image(i), answer, .. }) => {
            format!("`{}`: {}", world.images[i].name, cast_sentence(&answer))
        }
        None => "nothing".to_owned(),
    };
    Explanation {
        title: format!("What does `{}` hit first?", ray.name),
        answer,
        tone: Tone::pass_or_fail(first.is_some()),
        disagreement,
        // When the line meets nothing, no target decides alone.
        decided_by,
        wrong_step: None,
        story,
    }
}

/// A target of a ray alone, with its answer.
struct Told<'w> {
    target: RayTarget,
    name: &'w str,
    part: SharedName,
    answer: RayAnswer,
}

/// What a line has in common with a target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SharedName {
    /// A stretch inside a solid.
    Solid,
    /// Crossings with the triangles of a mesh, which may be open or have the line leave it in between.
    Mesh,
    /// One crossing with the plane of an image.
    Image,
}

impl<'w> Told<'w> {
    fn object(index: usize, object: &'w ObjectAt, answer: RayAnswer) -> Self {
        let part = if matches!(object.shape, Shape::Mesh(_)) { SharedName::Mesh } else { SharedName::Solid };
        Self { target: RayTarget::Object(index), name: &object.name, part, answer }
    }

    fn image(index: usize, image: &'w ImageAt, answer: RayAnswer) -> Self {
        Self { target: RayTarget::Image(index), name: &image.name, part: SharedName::Image, answer }
    }

    fn step(&self) -> Step {
        object_step(self.name, self.part, &self.answer)
    }
}

/// Of a ray without a hit, the step of the target that it would hit but for the reason of its miss: of those on its line the
/// one that is nearest to the range of the ray. `None` when the line meets nothing.
fn nearly_hit<'a>(steps: impl Iterator<Item = (usize, &'a RayAnswer)>, ray: &Ray) -> Option<usize> {
    let metres = |t: f32| t.abs() * ray.direction.length();
    let off = |answer: &RayAnswer| {
        let t = answer.cast.interval()?;
        Some(match answer.cast.result().err()? {
            Miss::Behind => metres(t.far),
            Miss::Beyond => metres(t.near - 1.0),
            // The line meets these where the ray may hit.
            Miss::Masked | Miss::Transparent | Miss::Misses => 0.0,
        })
    };
    let on_line = steps.filter_map(|(step, answer)| Some((step, off(answer)?)));
    on_line.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(step, _)| step)
}

/// The most hits that the last step lists; the others are counted.
const MOST_HITS: usize = 12;

/// The last step: the least t of all hits.
fn first_hit_step(targets: &[&Told], first: Option<&First>) -> Step {
    let mut hits: Vec<(&str, Hit)> =
        targets.iter().filter_map(|told| Some((told.name, told.answer.cast.hit()?))).collect();
    hits.sort_by(|(_, a), (_, b)| a.along(b));
    let mut rows: Vec<String> =
        hits.iter().take(MOST_HITS).map(|(name, hit)| format!("`{name}`: t = {}", num(hit.t))).collect();
    if hits.len() > MOST_HITS {
        rows.push(format!("and {} more", hits.len() - MOST_HITS));
    }
    let name = first.and_then(|first| targets.iter().find(|told| told.target == first.target)).map(|told| told.name);
    Step {
        title: "The first hit".into(),
        formula: "the hit of the least t".into(),
        numbers: if rows.is_empty() { "no hit".to_owned() } else { rows.join("\n") },
        outcome: match (first, name) {
            (Some(First { hit, .. }), Some(name)) => {
                format!("The least t wins: the ray hits `{name}` first, at t = {}.", num(hit.t))
            }
            _ => "No target is hit, so the ray hits nothing.".to_owned(),
        },
        tone: Tone::pass_or_fail(first.is_some()),
        marks: first
            .map(|first| Mark {
                shape: MarkShape::Point(first.hit.point),
                tone: Tone::Pass,
                label: "first hit".to_owned(),
            })
            .into_iter()
            .collect(),
        ..Step::default()
    }
}

/// The step with the answer about one object.
fn object_step(name: &str, part: SharedName, answer: &RayAnswer) -> Step {
    let cast = &answer.cast;
    let mark = |t: Interval<f32>| Mark { shape: MarkShape::Interval(t), tone: Tone::Note, label: name.to_owned() };
    Step {
        title: name.to_owned(),
        numbers: cast.interval().map_or_else(String::new, |t| match part {
            SharedName::Solid => format!("inside for t ∈ [{}, {}]", num(t.near), num(t.far)),
            SharedName::Mesh => format!("crossings for t ∈ [{}, {}]", num(t.near), num(t.far)),
            SharedName::Image => format!("crosses its plane at t = {}", num(t.near)),
        }),
        outcome: if answer.agrees() {
            cast_sentence(answer)
        } else {
            format!("{}; ⚠ exact: {}", cast_sentence(answer), answer.exact.word())
        },
        tone: Tone::pass_or_fail(cast.hit().is_some()),
        marks: cast.interval().map(mark).into_iter().collect(),
        ..Step::default()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}
