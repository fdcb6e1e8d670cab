//! One answer opened: the same query again, with a [`Story`] that listens, and the exact reference beside it.

use std::borrow::Cow;

use thiserror::Error;

use super::{First, RayAnswer, RayAnswers, Target, agents, dispute, images, octree};
use crate::escape;
use crate::geometry::exact::frustum::{Exact, Volume};
use crate::geometry::exact::mesh_in_view::{self, MeshInView};
use crate::geometry::exact::view_difference;
use crate::geometry::frustum::{self, Frustum, Verdict};
use crate::geometry::narrate::{fine, num, vec3};
use crate::geometry::ray::{self, Miss, RayValues};
use crate::geometry::{Aabb, Interval, Mark, MarkShape, Mesh, Narrator, Shape, Step, Story, Tone, Values};
use crate::world::{CameraAt, ObjectAt, RayAt, World};

/// What can be explained; the numbers are indices into the world's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Is the object in the camera's view?
    CameraObject(usize, usize),
    /// Does the ray hit the object?
    RayObject(usize, usize),
    /// Where the camera's planes come from.
    Camera(usize),
    /// What the ray hits first.
    Ray(usize),
    /// What the agent does, and why.
    Agent(usize),
    /// Where the object lives in the octree.
    Object(usize),
    /// Are the two objects a candidate pair?
    Pair(usize, usize),
    /// Where the image is solid.
    Image(usize),
    /// Does the ray hit the image, or pass through it?
    RayImage(usize, usize),
}

/// One answer with its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Who is asked about whom.
    pub title: String,
    /// The answer in a sentence.
    pub answer: String,
    /// How the answer is drawn.
    pub tone: Tone,
    /// Why fast and exact answer differ, when they do.
    pub disagreement: Option<String>,
    /// Step by step.
    pub story: Story,
}

/// Why there is nothing to explain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// A name that the scene does not have.
    #[error("nothing in the scene is called `{name}`{}", nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    Unknown {
        /// As asked.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// A model whose file could not be read, and why.
    #[error("`{0}` has no answer: {1}")]
    LostModel(String, String),
    /// A model, which is no single object.
    #[error("`{name}` is a model{}", example.as_ref().map_or(" without objects".to_owned(), |e| format!("; ask for one of its objects, such as `{e}`")))]
    Model {
        /// As asked.
        name: String,
        /// One of its objects.
        example: Option<String>,
    },
    /// An object without a place, and why.
    #[error("`{0}` has no answer: {1}")]
    Unplaced(String, String),
    /// Two names that do not make a question.
    #[error(
        "`{0}` is {1} and `{2}` is {3}; ask for an object together with a camera, a ray or another object, or for an image together with a ray"
    )]
    NoQuestion(String, &'static str, String, &'static str),
    /// The same object twice.
    #[error("`{0}` is named twice; ask for an object together with a camera, a ray or another object")]
    Twice(String),
}

/// Finds the subject that one or two names mean; two may stand in either order.
///
/// # Errors
/// When a name is unknown, or the two do not belong together.
pub fn subject(world: &World, first: &str, second: Option<&str>) -> Result<Subject, ExplainError> {
    let one = single(world, first)?;
    let Some(second) = second else { return Ok(one) };
    match (one, single(world, second)?) {
        (Subject::Camera(c), Subject::Object(o)) | (Subject::Object(o), Subject::Camera(c)) => {
            Ok(Subject::CameraObject(c, o))
        }
        (Subject::Ray(r), Subject::Object(o)) | (Subject::Object(o), Subject::Ray(r)) => Ok(Subject::RayObject(r, o)),
        (Subject::Ray(r), Subject::Image(i)) | (Subject::Image(i), Subject::Ray(r)) => Ok(Subject::RayImage(r, i)),
        (Subject::Object(a), Subject::Object(b)) if a == b => Err(ExplainError::Twice(first.to_owned())),
        (Subject::Object(a), Subject::Object(b)) => Ok(Subject::Pair(a, b)),
        (a, b) => Err(ExplainError::NoQuestion(first.to_owned(), kind(a), second.to_owned(), kind(b))),
    }
}

fn single(world: &World, name: &str) -> Result<Subject, ExplainError> {
    let all = || {
        let cameras = world.cameras.iter().enumerate().map(|(i, c)| (&*c.name, Subject::Camera(i)));
        let objects = world.objects.iter().enumerate().map(|(i, o)| (&*o.name, Subject::Object(i)));
        let rays = world.rays.iter().enumerate().map(|(i, r)| (&*r.name, Subject::Ray(i)));
        let agents = world.agents.iter().enumerate().map(|(i, a)| (&*a.name, Subject::Agent(i)));
        let images = world.images.iter().enumerate().map(|(i, image)| (&*image.name, Subject::Image(i)));
        cameras.chain(objects).chain(rays).chain(agents).chain(images)
    };
    all().find(|(n, _)| *n == name).map(|(_, subject)| subject).ok_or_else(|| {
        let own = name.to_owned();
        if let Some(model) = world.models.iter().find(|model| *model.name == *name) {
            if let Some(error) = &model.error {
                return ExplainError::LostModel(own, error.to_string());
            }
            let example = world.objects.get(model.objects.clone()).and_then(|objects| objects.first());
            return ExplainError::Model { name: own, example: example.map(|object| object.name.to_string()) };
        }
        if let Some(unplaced) = world.unplaced.iter().find(|unplaced| *unplaced.name == *name) {
            return ExplainError::Unplaced(own, unplaced.error.to_string());
        }
        let nearest = crate::source::suggest::nearest(name, all().map(|(n, _)| n)).map(str::to_owned);
        ExplainError::Unknown { name: own, nearest }
    })
}

fn kind(subject: Subject) -> &'static str {
    match subject {
        Subject::Camera(_) => "a camera",
        Subject::Ray(_) => "a ray",
        Subject::Agent(_) => "an agent",
        Subject::Image(_) | Subject::RayImage(..) => "an image",
        Subject::Object(_) | Subject::CameraObject(..) | Subject::RayObject(..) | Subject::Pair(..) => "an object",
    }
}

/// Opens one answer. `None` when an index is out of range, and for a camera that has no place, see [`CameraAt::error`].
pub fn explain(world: &World, subject: Subject) -> Option<Explanation> {
    opened(world, subject).map(Explanation::escaped)
}

impl Explanation {
    /// With escapes in place of characters that steer a terminal or turn a line: names in it come from files.
    fn escaped(mut self) -> Self {
        let escape_line = |text: &mut String| {
            if let Cow::Owned(escaped) = escape::line(text) {
                *text = escaped;
            }
        };
        let escape_lines = |text: &mut String| {
            if let Cow::Owned(escaped) = escape::lines(text) {
                *text = escaped;
            }
        };
        escape_line(&mut self.title);
        escape_line(&mut self.answer);
        self.disagreement.iter_mut().for_each(escape_line);
        for step in &mut self.story.steps {
            escape_line(&mut step.title);
            escape_lines(&mut step.formula);
            escape_lines(&mut step.numbers);
            escape_lines(&mut step.outcome);
        }
        self
    }
}

fn opened(world: &World, subject: Subject) -> Option<Explanation> {
    let placed = |camera: usize| world.cameras.get(camera).filter(|camera| camera.error.is_none());
    Some(match subject {
        Subject::CameraObject(c, o) => camera_object(placed(c)?, world.objects.get(o)?),
        Subject::RayObject(r, o) => ray_object(world.rays.get(r)?, world.objects.get(o)?),
        Subject::Camera(c) => camera(world, placed(c)?),
        Subject::Ray(r) => whole_ray(world.rays.get(r)?, world),
        Subject::Agent(a) => agents::explain(world, world.agents.get(a)?),
        Subject::Object(o) => octree::object(world, o)?,
        Subject::Pair(a, b) => octree::pair_of(world, [a, b])?,
        Subject::Image(i) => images::image(world.images.get(i)?),
        Subject::RayImage(r, i) => images::ray_image(world.rays.get(r)?, world.images.get(i)?)?,
    })
}

fn camera_object(camera: &CameraAt, object: &ObjectAt) -> Explanation {
    let mut story = Story::default();
    tell_bounds(object, &mut story);
    let fast = frustum::classify_told(&camera.frustum, &object.aabb, &mut story);
    let volume = Volume::of(&camera.camera);
    let exact = volume.classify(&object.aabb);
    story.step(|| tell_exact(&exact));
    let in_view = match &object.shape {
        Shape::Mesh(mesh) => {
            let found = mesh_in_view::classify(&volume, mesh, &object.pose);
            story.step(|| match &found {
                Some(found) => tell_mesh(found, mesh, object),
                None => tell_no_mesh(),
            });
            found.map(|found| found.verdict)
        }
        _ => None,
    };
    let (word, truth) = (fast.verdict.word(), exact.verdict.word());
    let by = fast.rejected_by.map(|side| format!(", rejected by the {} plane", side.word())).unwrap_or_default();
    let difference = view_difference::of(&volume, &camera.frustum, &object.aabb);
    let disagreement = difference.map(|difference| dispute::of_view(&difference, fast.verdict, exact.verdict));
    let is_only_box = exact.verdict != Verdict::Outside && in_view == Some(Verdict::Outside);
    let disagreement = disagreement.or_else(|| {
        let why = "The box is in view, its triangles are not: a false positive of the box, which is drawn for nothing.";
        is_only_box.then(|| why.to_owned())
    });
    let triangles = in_view.map(|verdict| format!("; its triangles: {}", verdict.word())).unwrap_or_default();
    Explanation {
        title: format!("Is `{}` in view of `{}`?", object.name, camera.name),
        answer: format!("{word}{by}; margin {} m; exact: {truth}{triangles}", num(fast.margin)),
        tone: fast.verdict.tone(),
        disagreement,
        story,
    }
}

fn tell_exact(exact: &Exact) -> Step {
    let (outcome, marks) = match &exact.separation {
        Some(separation) => {
            let gap = format!("{} m", num(to_f32(separation.gap)));
            let to = separation.corners[1].as_vec3();
            let from = to - separation.axis.as_vec3() * to_f32(separation.gap);
            let shape = MarkShape::Segment(from, to);
            let marks = vec![Mark { shape, tone: Tone::Exact, label: format!("gap {gap}") }];
            (format!("Outside: {} leaves a gap of {gap} between them.", dispute::axis_word(separation.kind)), marks)
        }
        None => (format!("No axis separates them: {}.", exact.verdict.word()), Vec::new()),
    };
    Step {
        title: "Exact reference".into(),
        formula: "apart if on some axis the shadows of box and view volume do not meet\naxes: 6 plane normals, 3 box axes, 18 edge × edge products; in f64".into(),
        numbers: exact
            .separation
            .map(|s| format!("axis {},  gap {} m", vec3(s.axis.as_vec3()), num(to_f32(s.gap))))
            .unwrap_or_default(),
        outcome,
        tone: Tone::Exact,
        marks,
        values: None,
    }
}

/// That the triangles have no answer.
fn tell_no_mesh() -> Step {
    Step {
        title: "The triangles themselves".into(),
        outcome: "Not answered: f64 does not have the digits for a view volume this thin or this far away.".into(),
        tone: Tone::Note,
        ..Step::default()
    }
}

/// What is in view of the mesh itself.
fn tell_mesh(found: &MeshInView, mesh: &Mesh, object: &ObjectAt) -> Step {
    let world = object.pose.world_from_local();
    let outline = found.seen.into_iter().flat_map(|triangle| {
        let corners = mesh.corners(triangle as usize).map(|corner| world.transform_point3(corner));
        [(0, 1), (1, 2), (2, 0)].map(|(a, b)| Mark {
            shape: MarkShape::Segment(corners[a], corners[b]),
            tone: Tone::Exact,
            label: String::new(),
        })
    });
    let seen = found.seen.map(|triangle| format!(" Triangle {triangle} is one that is seen.")).unwrap_or_default();
    Step {
        title: "The triangles themselves".into(),
        formula: "apart if on some axis the shadows of triangle and view volume do not meet\naxes: 6 plane normals, the triangle's, 18 edge × edge products; in f64".into(),
        numbers: format!(
            "{} of {} triangles looked at; the boxes around the others decide",
            found.tested,
            mesh.triangles().len()
        ),
        outcome: match found.verdict {
            Verdict::Outside => "No triangle is in view, whatever the box around them says.".into(),
            Verdict::Intersect => format!("Some of its surface is in view, some is not.{seen}"),
            Verdict::Inside => "All triangles are in view.".into(),
        },
        tone: Tone::Exact,
        marks: outline.collect(),
        values: None,
    }
}

fn ray_object(ray: &RayAt, object: &ObjectAt) -> Explanation {
    let mut story = Story::default();
    let masked = ray.mask & object.layers == 0;
    story.step(|| tell_layers(ray, object.layers, masked));
    // The same as in the report, with somebody listening.
    ray::cast_told(&ray.ray, ray.query, &object.shape, &object.pose, &mut story);
    let answer = RayAnswer::of(ray, object);
    if masked {
        tell_masked(&mut story);
    }
    let is_mesh = matches!(object.shape, Shape::Mesh(_));
    story.step(|| tell_exact_interval(&answer, is_mesh));
    let RayAnswer { cast: told, exact, difference, .. } = &answer;
    let disagreement = difference.as_ref().map(|d| dispute::of_ray(d, told, exact, &ray.ray, &object.pose));
    Explanation {
        title: format!("Does `{}` hit `{}`?", ray.name, object.name),
        answer: cast_sentence(&answer),
        tone: if told.hit().is_some() { Tone::Pass } else { Tone::Fail },
        disagreement,
        story,
    }
}

/// "hit side at t = 4.5 (4.5 m)" or the reason for a miss.
pub fn cast_sentence(answer: &RayAnswer) -> String {
    let part = answer.feature().unwrap_or_default();
    match answer.cast.result() {
        Ok(hit) => format!("hit {part} at t = {}, {} m from the origin", num(hit.t), num(hit.distance)),
        Err(Miss::Transparent) if !part.is_empty() => format!("no hit: {part} is transparent"),
        Err(miss) => format!("no hit: {}", miss.word()),
    }
}

/// That nothing counts, whatever was told before.
pub(super) fn tell_masked(story: &mut Story) {
    story.step(|| Step {
        title: "Masked".into(),
        outcome: "They have no layer in common, so whatever the line meets here is no hit.".into(),
        tone: Tone::Fail,
        ..Step::default()
    });
    for step in &mut story.steps {
        if let Some(Values::Ray(RayValues::Answer(answer))) = &mut step.values {
            answer.result = Err(Miss::Masked);
        }
    }
}

pub(super) fn tell_layers(ray: &RayAt, on: u64, masked: bool) -> Step {
    let mask = if ray.mask == u64::MAX { "all".to_owned() } else { layers(ray.mask) };
    let outcome = if masked {
        "They have no layer in common: the ray passes through, whatever follows."
    } else {
        "They have a layer in common: the ray can hit it."
    };
    Step {
        title: "Layers".into(),
        formula: "mask and layers".into(),
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

fn tell_exact_interval(answer: &RayAnswer, is_mesh: bool) -> Step {
    let RayAnswer { cast, exact, .. } = answer;
    let exact = exact.interval;
    let fast = cast.interval().map_or("misses".to_owned(), |t| format!("t in [{}, {}]", num(t.near), num(t.far)));
    let truth = exact.map_or("misses".to_owned(), |t| format!("t in [{}, {}]", fine(t.near), fine(t.far)));
    let apart = cast.interval().zip(exact).map(|(fast, exact)| {
        let fast: Interval<f64> = fast.into();
        let worst = (fast.near - exact.near).abs().max((fast.far - exact.far).abs());
        format!(",  apart by {}", num(to_f32(worst)))
    });
    let numbers = format!("fast: {fast},  exact: {truth}{}", apart.unwrap_or_default());
    Step {
        title: "Exact reference".into(),
        formula: if is_mesh {
            "every triangle seen along the line: met where the line's point is in it; in f64, without a tree"
        } else {
            "inside where every bound of the solid is ≤ 0, found by search and bisection in f64"
        }
        .into(),
        numbers,
        outcome: if answer.agrees() { "They agree." } else { "They differ." }.into(),
        tone: Tone::Exact,
        marks: Vec::new(),
        values: None,
    }
}

fn camera(world: &World, camera: &CameraAt) -> Explanation {
    let mut story = Story::default();
    let eye = &camera.camera;
    Frustum::of_told(eye, &mut story);
    for (side, step) in frustum::Side::ALL.into_iter().zip(story.steps.iter_mut().skip(1)) {
        let corners = side.corners().map(|i| eye.corners()[i].as_vec3());
        let at = corners.iter().sum::<glam::Vec3>() / 4.0;
        let plane = camera.frustum.planes[side as usize];
        let half_size = corners.iter().map(|c| c.distance(at)).fold(0.0, f32::max);
        step.marks.push(Mark {
            shape: MarkShape::Plane { at, normal: plane.normal, half_size },
            tone: Tone::Note,
            label: side.word().to_owned(),
        });
    }
    octree::tell_culling(world, &camera.frustum, &mut story);
    Explanation {
        title: format!("The planes of `{}`", camera.name),
        answer: "six planes from the rows of its clip matrix, normals inward".into(),
        tone: Tone::Note,
        disagreement: None,
        story,
    }
}

/// Of more objects than this only those on the line are told, and the others counted.
const MOST_TOLD: usize = 200;

fn whole_ray(ray: &RayAt, world: &World) -> Explanation {
    let objects = &world.objects;
    let answers = RayAnswers::of(ray, world);
    let mut story = Story::default();
    if objects.len() <= MOST_TOLD {
        for (i, object) in objects.iter().enumerate() {
            story.step(|| tell_object(&object.name, &answers.about(i, object.layers)));
        }
    } else {
        for met in &answers.on_line {
            story.step(|| tell_object(&objects[met.object].name, &met.answer));
        }
        let others = objects.len() - answers.on_line.len();
        story.step(|| Step {
            title: format!("{others} other objects"),
            outcome: "None of them is on the line.".into(),
            tone: Tone::Fail,
            ..Step::default()
        });
    }
    for (image, answer) in world.images.iter().zip(&answers.images).filter_map(|(i, a)| Some((i, a.as_ref()?))) {
        story.step(|| tell_object(&image.name, answer));
    }
    let disputed: Vec<_> = answers.disputed().collect();
    let disagreement = disputed.first().map(|first| {
        let more = if disputed.len() > 1 { format!(" and {} more", disputed.len() - 1) } else { String::new() };
        format!("The exact test says another thing of `{}`{more}.", objects[first.object].name)
    });
    let first = answers.first();
    let answer = match first {
        Some(First { target: Target::Object(i), answer, .. }) => {
            format!("`{}`: {}", objects[i].name, cast_sentence(&answer))
        }
        Some(First { target: Target::Image(i), answer, .. }) => {
            format!("`{}`: {}", world.images[i].name, cast_sentence(&answer))
        }
        None => "nothing".to_owned(),
    };
    Explanation {
        title: format!("What does `{}` hit first?", ray.name),
        answer,
        tone: if first.is_some() { Tone::Pass } else { Tone::Fail },
        disagreement,
        story,
    }
}

/// What a ray says of one object, in short.
fn tell_object(name: &str, answer: &RayAnswer) -> Step {
    let cast = &answer.cast;
    let mark = |t: Interval<f32>| Mark { shape: MarkShape::Interval(t), tone: Tone::Note, label: name.to_owned() };
    Step {
        title: name.to_owned(),
        numbers: cast
            .interval()
            .map(|t| format!("inside for t ∈ [{}, {}]", num(t.near), num(t.far)))
            .unwrap_or_default(),
        outcome: if answer.agrees() {
            cast_sentence(answer)
        } else {
            format!("{}; ⚠ exact: {}", cast_sentence(answer), answer.exact.word())
        },
        tone: if cast.hit().is_some() { Tone::Pass } else { Tone::Fail },
        marks: cast.interval().map(mark).into_iter().collect(),
        ..Step::default()
    }
}

/// Where the tested box comes from.
pub(super) fn tell_bounds(object: &ObjectAt, story: &mut Story) {
    let world = object.pose.world_from_local();
    let formula = match object.shape {
        Shape::Box { .. } => "reach = |M| · half_extents",
        Shape::Sphere { .. } => "reach = radius · length of each row of M   (an ellipsoid under scale)",
        Shape::Cylinder { .. } => "reach = radius · √(Mx² + Mz²) + half_height · |My|   (two discs)",
        Shape::Cone { .. } => "the apex, and around the base's centre radius · √(Mx² + Mz²)",
        Shape::Capsule { .. } => "reach = radius · length of each row of M + half_height · |My|",
        Shape::Mesh(_) => "least and greatest coordinates of M · corner + origin, over all corners of triangles",
    };
    let rows = glam::Mat3::from(world.matrix3).transpose();
    let Aabb { min, max } = object.aabb;
    let corner = |i| object.aabb.corner(i);
    let edges =
        (0..8usize).flat_map(|i| [1, 2, 4].into_iter().filter(move |bit| i & bit == 0).map(move |bit| (i, i | bit)));
    story.step(|| Step {
        title: "Tight box".into(),
        formula: formula.into(),
        numbers: format!(
            "M = {} {} {},  origin {}\nfrom {} to {}",
            vec3(rows.x_axis),
            vec3(rows.y_axis),
            vec3(rows.z_axis),
            vec3(world.translation.into()),
            vec3(min),
            vec3(max)
        ),
        outcome: format!(
            "The tight box of the transformed {}, {} m in size, is tested.",
            object.shape.word(),
            vec3(max - min)
        ),
        tone: Tone::Note,
        marks: edges
            .map(|(a, b)| Mark {
                shape: MarkShape::Segment(corner(a), corner(b)),
                tone: Tone::Note,
                label: String::new(),
            })
            .collect(),
        values: None,
    });
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}
