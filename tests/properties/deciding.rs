//! The marked step of an explanation is the one without which the answer would differ. Each question has a judge here, which
//! finds that step from the values of the steps, or by asking again without the target of a step. Judges do not use the rule
//! of the program.

#![expect(clippy::unwrap_used, reason = "a test fails where there is no answer")]

use std::path::Path;

use eyeline::files::{Files, Loaded, parse};
use eyeline::geometry::ray::RayValues;
use eyeline::geometry::{Step, Values};
use eyeline::octree::OctreeValues;
use eyeline::report::explain::{Explanation, Subject, explain};
use eyeline::report::{OctreeSubject, RaySubject, ViewSubject};
use eyeline::scene::{RayKind, Scene, Shape, generate};
use eyeline::world::World;

use crate::random::Random;

/// The step that a judge expects; `None` when it accepts any.
type Expected = Option<usize>;

fn plane_of(step: &Step) -> Option<[f32; 2]> {
    match step.values.as_ref()? {
        Values::Plane(values) => Some([values.distances.p, values.distances.n]),
        _ => None,
    }
}

/// Of a camera and an object: without the first plane that rejects, another plane would, or none; without the only plane that
/// cuts, the box would be inside.
fn of_view(steps: &[Step]) -> Expected {
    let planes: Vec<(usize, f32, f32)> =
        steps.iter().enumerate().filter_map(|(i, step)| plane_of(step).map(|[p, n]| (i, p, n))).collect();
    assert_eq!(planes.len(), 6);
    let cutting: Vec<usize> = planes.iter().filter(|(.., n)| *n < 0.0).map(|(i, ..)| *i).collect();
    match planes.iter().find(|(_, p, _)| *p < 0.0) {
        Some((i, ..)) => Some(*i),
        None if cutting.len() == 1 => Some(cutting[0]),
        None => steps.iter().position(|step| matches!(step.values, Some(Values::Verdict(_)))),
    }
}

/// Of a ray and an object: the layers when they have none in common, else the first step after which the line is nowhere
/// inside, else the answer of the kind of ray.
fn of_target(steps: &[Step], has_layer: bool) -> Expected {
    if !has_layer {
        return Some(0);
    }
    let values = |step: &Step| match &step.values {
        Some(Values::Ray(values)) => Some(values.clone()),
        _ => None,
    };
    let is_empty = |values: &RayValues| match values {
        RayValues::Boxes(boxes) => boxes.met == 0,
        RayValues::Triangles(triangles) => triangles.met == 0,
        values => values.inside().is_some_and(|t| t.near > t.far),
    };
    let all: Vec<Option<RayValues>> = steps.iter().map(values).collect();
    let empty = all.iter().position(|values| values.as_ref().is_some_and(is_empty));
    let answer = all.iter().position(|values| matches!(values, Some(RayValues::Answer(_))));
    match (empty, answer) {
        // The quadratic of a double cone has no interval of its own: the step after it is empty as well.
        (Some(empty), _) if empty > 0 && matches!(all[empty - 1], Some(RayValues::DoubleCone { .. })) => None,
        (Some(empty), _) => Some(empty),
        (None, answer) => answer,
    }
}

/// Of a pair in the octree: whether it is a candidate pair, and then whether the boxes overlap.
fn of_pair(steps: &[Step]) -> Expected {
    let at = |is: fn(&OctreeValues) -> bool| steps.iter().position(|step| OctreeValues::of(step).is_some_and(is));
    let is_candidate = steps.iter().find_map(|step| match OctreeValues::of(step) {
        Some(OctreeValues::PairCells(cells)) => Some(cells.is_candidate),
        _ => None,
    });
    if is_candidate == Some(true) {
        at(|values| matches!(values, OctreeValues::PairBoxes { .. }))
    } else {
        at(|values| matches!(values, OctreeValues::PairCells(_)))
    }
}

fn world(scene: &Scene) -> World {
    World::at(scene, &Files::default(), 0)
}

/// Of a ray alone, by asking again without each object: only without the target of the marked step the answer differs. When
/// nothing is hit, the marked target is on the line, if any is.
fn judge_ray(scene: &Scene, ray: usize, explanation: &Explanation) {
    let marked = explanation.deciding().unwrap();
    let steps = &explanation.story.steps;
    let what = || format!("{}: {} marks {}", explanation.title, explanation.answer, steps[marked].title);
    if explanation.answer == "nothing" {
        let is_on_line = |step: &Step| !step.marks.is_empty();
        let has_any = steps[..steps.len() - 1].iter().any(is_on_line);
        assert_eq!(is_on_line(&steps[marked]), has_any, "{}", what());
        return;
    }
    let mut without_marked = None;
    for object in 0..scene.objects.len() {
        let mut other = scene.clone();
        let name = other.objects.remove(object).unwrap().name;
        let answer = explain(&world(&other), Subject::Ray(RaySubject::Ray(ray))).unwrap().answer;
        if name == steps[marked].title {
            without_marked = Some(answer);
        } else {
            assert_eq!(answer, explanation.answer, "without {name}, {}", what());
        }
    }
    let without = without_marked.unwrap_or_else(|| panic!("no object is marked: {}", what()));
    assert_ne!(without, explanation.answer, "{}", what());
}

/// Compares the marked step with the one that the judge of its question expects.
fn judge(world: &World, subject: Subject) -> bool {
    let Some(explanation) = explain(world, subject) else { return false };
    let steps = &explanation.story.steps;
    let expected = match subject {
        Subject::View(ViewSubject::Object(..)) => of_view(steps),
        Subject::Ray(RaySubject::Object(ray, object)) => {
            of_target(steps, world.rays[ray].mask & world.objects[object].layers != 0)
        }
        Subject::Octree(OctreeSubject::Pair(..)) => of_pair(steps),
        _ => None,
    };
    let marked = explanation.deciding();
    if let Some(expected) = expected {
        let title = |step: Option<usize>| step.map(|step| &*steps[step].title);
        assert_eq!(title(marked), title(Some(expected)), "{}: {}", explanation.title, explanation.answer);
    }
    assert!(marked.is_none_or(|step| step < steps.len()));
    true
}

/// A scene with few objects of all solids, and rays of all kinds through them.
fn scene(random: &mut Random) -> Scene {
    let mut scene = generate(6, random.bits());
    for i in 0..scene.objects.len() {
        let pick = random.below(5);
        let object = &mut scene.objects[i];
        let position: [f32; 3] = std::array::from_fn(|_| random.within(-6.0, 6.0));
        object.position = position;
        object.shape = match pick {
            0 => Shape::Sphere { radius: random.within(0.5, 3.0) },
            1 => Shape::Cylinder { radius: random.within(0.5, 2.0), half_height: random.within(0.5, 2.0) },
            2 => Shape::Cone { radius: random.within(0.5, 2.0), height: random.within(0.5, 3.0) },
            3 => Shape::Capsule { radius: random.within(0.5, 1.0), half_height: random.within(0.5, 2.0) },
            _ => Shape::Box { half_extents: std::array::from_fn(|_| random.within(0.5, 2.0)) },
        };
        object.layers = vec![u8::from(random.bits().is_multiple_of(2))];
    }
    let mut rays = scene.rays[..3].to_vec();
    for ray in &mut rays {
        ray.origin = std::array::from_fn(|_| random.within(-8.0, 8.0));
        ray.direction = std::array::from_fn(|_| random.within(-4.0, 4.0));
        ray.kind = [RayKind::Line, RayKind::Ray, RayKind::Segment][random.below(3)];
        if random.below(4) == 0 {
            ray.mask = Some(vec![0]);
        }
    }
    scene.rays = rays;
    scene.cameras[0].position = std::array::from_fn(|_| random.within(-6.0, 6.0));
    scene.cameras[0].far = random.within(2.0, 20.0);
    scene
}

#[test]
fn the_marked_step_decides_ten_thousand_answers() {
    let mut random = Random::new(21);
    let mut answers = 0;
    while answers < 10_000 {
        let scene = scene(&mut random);
        let world = world(&scene);
        let objects = 0..scene.objects.len();
        for object in objects.clone() {
            answers += usize::from(judge(&world, Subject::View(ViewSubject::Object(0, object))));
            answers += usize::from(judge(&world, Subject::Octree(OctreeSubject::Object(object))));
            for ray in 0..scene.rays.len() {
                answers += usize::from(judge(&world, Subject::Ray(RaySubject::Object(ray, object))));
            }
            for other in object + 1..objects.end {
                answers += usize::from(judge(&world, Subject::Octree(OctreeSubject::Pair(object, other))));
            }
        }
        for ray in 0..scene.rays.len() {
            let explanation = explain(&world, Subject::Ray(RaySubject::Ray(ray))).unwrap();
            judge_ray(&scene, ray, &explanation);
            answers += 1;
        }
    }
}

#[test]
fn the_marked_step_decides_every_answer_of_the_lessons() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut scenes = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "json") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let Loaded { scene, files, .. } = parse(&text, &name, Some(&folder)).unwrap();
        scenes += 1;
        for tick in [0, scene.opens_at, 60] {
            let world = World::at(&scene, &files, tick);
            // A lesson about many objects has one of each kind of answer.
            let objects = 0..world.objects.len().min(40);
            for object in objects.clone() {
                (0..world.cameras.len()).for_each(|c| _ = judge(&world, Subject::View(ViewSubject::Object(c, object))));
                (0..world.rays.len()).for_each(|r| _ = judge(&world, Subject::Ray(RaySubject::Object(r, object))));
                judge(&world, Subject::Octree(OctreeSubject::Pair(0, object.max(1))));
            }
            for ray in 0..world.rays.len() {
                let explanation = explain(&world, Subject::Ray(RaySubject::Ray(ray))).unwrap();
                let marked = &explanation.story.steps[explanation.deciding().unwrap()];
                let first = explanation.answer.strip_prefix('`').and_then(|rest| rest.split_once('`'));
                if let Some((first, _)) = first {
                    assert_eq!(marked.title, first, "{name}: {}", explanation.title);
                }
            }
            for agent in 0..world.agents.len() {
                judge_agent(&world, agent, &name);
            }
            for tap in 0..world.taps.len() {
                let explanation = explain(&world, Subject::Tap(tap)).unwrap();
                assert!(explanation.deciding().is_some(), "{name}");
            }
        }
    }
    assert!(scenes > 30);
}

/// Of an agent that runs: an aborted branch is marked by the condition that aborted it, so no abort comes before the
/// mark without a change of a condition before it.
fn judge_agent(world: &World, agent: usize, name: &str) {
    let explanation = explain(world, Subject::Agent(agent)).unwrap();
    let titles: Vec<&str> = explanation.story.steps.iter().map(|step| &*step.title).collect();
    let Some(marked) = explanation.deciding() else { return };
    let changes = |title: &&str| title.ends_with("changes its result");
    let halted = |title: &&str| title.ends_with("is halted");
    if explanation.tone == eyeline::geometry::Tone::Partial && titles.iter().any(halted) && titles.iter().any(changes) {
        assert!(changes(&titles[marked]), "{name}: {} marks {}", explanation.title, titles[marked]);
    }
}

#[test]
fn the_answers_of_the_issue_have_their_marks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    for (file, ray, marked) in [("slabs", "through", "box"), ("kinds", "t ≥ 0", "ball 2")] {
        let text = std::fs::read_to_string(folder.join(file).with_extension("json")).unwrap();
        let Loaded { scene, files, .. } = parse(&text, file, Some(&folder)).unwrap();
        let world = World::at(&scene, &files, 0);
        let index = world.rays.iter().position(|one| &*one.name == ray).unwrap();
        let explanation = explain(&world, Subject::Ray(RaySubject::Ray(index))).unwrap();
        assert_eq!(explanation.story.steps[explanation.deciding().unwrap()].title, marked, "{file}");
        assert_eq!(explanation.story.steps.last().unwrap().title, "The first hit");
    }
}
