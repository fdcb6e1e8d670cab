//! The explanation of a camera's planes, and of its answer about one object: the planes one by one, the exact test, and
//! the triangles of a mesh.

use super::answers::difference;
use super::mistaken::MistakenView;
use super::mistaken_step;
use super::subject::ViewSubject;
use crate::geometry::exact::frustum::{Exact, Volume};
use crate::geometry::exact::mesh_in_view::{self, MeshInView};
use crate::geometry::frustum::{self, Classification, Frustum, Side, Verdict};
use crate::geometry::narrate::{counted, num, vec3};
use crate::geometry::{Mark, MarkShape, Mesh, Narrator, Shape, Step, Story, Tone, Values};
use crate::report::explanation::{Explanation, record_bounds};
use crate::report::octree::answers::OctreeAnswers;
use crate::report::tested::TestedObject;
use crate::report::{dispute, octree};
use crate::scene::SkinBounds;
use crate::world::{CameraAt, ObjectAt, World};

/// Explains one answer. `None` when an index is out of range, and for an unplaced camera. `octree` has the octree of the
/// world, if it is known.
pub(super) fn explain(world: &World, octree: Option<&OctreeAnswers>, subject: ViewSubject) -> Option<Explanation> {
    let placed = |camera: usize| world.cameras.get(camera).filter(|camera| camera.error.is_none());
    Some(match subject {
        ViewSubject::Camera(c) => camera(world, octree, placed(c)?),
        ViewSubject::Object(c, o) => camera_object(placed(c)?, world.objects.get(o)?),
    })
}

fn camera(world: &World, answers: Option<&OctreeAnswers>, camera: &CameraAt) -> Explanation {
    let mut story = Story::default();
    let eye = &camera.camera;
    Frustum::of_told(eye, &mut story);
    let all = world.drawn_corners(eye);
    for (side, step) in frustum::Side::ALL.into_iter().zip(story.steps.iter_mut().skip(1)) {
        let corners = side.corners().map(|i| all[i]);
        let at = corners.iter().sum::<glam::Vec3>() / 4.0;
        let plane = camera.frustum.planes[side as usize];
        if !plane.exists() {
            continue;
        }
        let half_size = corners.iter().map(|c| c.distance(at)).fold(0.0, f32::max);
        step.marks.push(Mark {
            shape: MarkShape::Plane { at, normal: plane.normal, half_size },
            tone: Tone::Note,
            label: side.word().to_owned(),
        });
    }
    octree::record_culling(world, answers, &camera.frustum, &mut story);
    Explanation {
        title: format!("The planes of `{}`", camera.name),
        answer: match camera.frustum.planes.iter().filter(|plane| plane.exists()).count() {
            6 => "six planes from the rows of its clip matrix, normals inward".into(),
            5 => "five planes from the rows of its clip matrix, normals inward; the view has no end".into(),
            count => format!("{count} planes from the rows of its clip matrix, normals inward"),
        },
        tone: Tone::Note,
        disagreement: None,
        decided_by: None,
        wrong_step: None,
        story,
    }
}

fn camera_object(camera: &CameraAt, object: &ObjectAt) -> Explanation {
    let mut story = Story::default();
    record_bounds(object, &mut story);
    if let Some(skin) = object.skin.as_ref().filter(|skin| skin.bounds != SkinBounds::Exact) {
        story.step(|| tested_step(skin.bounds, object));
    }
    let fast = frustum::classify_told(&camera.frustum, &object.view_box, &mut story);
    let volume = Volume::of(&camera.camera);
    let exact = volume.classify(&object.aabb);
    story.step(|| exact_step(&exact, volume.axis_counts()));
    let in_view = match &object.shape {
        Shape::Mesh(mesh) => {
            let found = mesh_in_view::classify(&volume, mesh, &object.pose);
            story.step(|| match &found {
                Some(found) => mesh_step(found, volume.axis_counts(), mesh, object),
                None => no_mesh_step(),
            });
            found.map(|found| found.verdict)
        }
        _ => None,
    };
    let (word, truth) = (fast.verdict.word(), exact.verdict.word());
    let by = fast.rejected_by.map(|side| format!(", rejected by the {} plane", side.word())).unwrap_or_default();
    let difference = difference(&volume, &camera.frustum, &object.view_box, &object.aabb);
    let wrong_step = MistakenView::of(camera).and_then(|view| {
        let tested = TestedObject::of(object, view.mistake.is_of_bodies());
        mistaken_step::record(&view, &camera.frustum.planes, &tested, &fast, &mut story)
    });
    let disagreement = difference.map(|difference| dispute::of_view(&difference, fast.verdict, exact.verdict));
    let is_only_box = exact.verdict != Verdict::Outside && in_view == Some(Verdict::Outside);
    let disagreement = disagreement.or_else(|| {
        let why = "The box of the mesh is in view, but no triangle is. This is a false positive of the box test: the object is drawn although it is not visible.";
        is_only_box.then(|| why.to_owned())
    });
    let triangles = in_view.map(|verdict| format!("; its triangles: {}", verdict.word())).unwrap_or_default();
    Explanation {
        title: format!("Is `{}` in view of `{}`?", object.name, camera.name),
        answer: format!("{word}{by}; margin {} m; exact: {truth}{triangles}", num(fast.margin)),
        tone: fast.verdict.tone(),
        disagreement,
        decided_by: deciding(&fast, &story),
        wrong_step,
        story,
    }
}

/// The step that decides: the first plane that rejects the box, or the only one that cuts it. Otherwise all planes decide
/// together, in the verdict.
fn deciding(fast: &Classification, story: &Story) -> Option<usize> {
    let mut cutting = Side::ALL.into_iter().filter(|side| fast.distances[*side as usize].n < 0.0);
    let only = match (cutting.next(), cutting.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    };
    let decides = fast.rejected_by.or(only);
    story.steps.iter().position(|step| match (&step.values, decides) {
        (Some(Values::Plane(values)), Some(side)) => values.side == side,
        (Some(Values::Verdict(_)), None) => true,
        _ => false,
    })
}

/// The box of a skinned mesh that the planes test in place of the tight one.
fn tested_step(bounds: SkinBounds, object: &ObjectAt) -> Step {
    let (tested, tight) = (object.view_box, object.aabb);
    let formula = match bounds {
        SkinBounds::Exact => "box of the posed vertices",
        SkinBounds::Bind => "box of world_from_node · v, for all vertices v as modelled",
        SkinBounds::Root => "box of world_from_root · inverse_bind_root · v, for all vertices v as modelled",
        SkinBounds::Joints => {
            "box of world_from_joint · inverse_bind · v, for each joint and all vertices v that it moves"
        }
        SkinBounds::Given => {
            "box of world_from_node · c, or of world_from_joint · c, for the eight corners c of the box in the scene"
        }
    };
    let furthest = |side: glam::Vec3| side.max_element().max(0.0);
    let reach = furthest(tested.min - tight.min).max(furthest(tight.max - tested.max));
    let outcome = if reach > 0.0 {
        format!("The planes test the {} box. The tight box reaches out of it by {} m.", bounds.word(), num(reach))
    } else {
        format!("The planes test the {} box. It encloses the tight box.", bounds.word())
    };
    let marks = [Mark::edges(&tested, Tone::Partial), Mark::edges(&tight, Tone::Note)].concat();
    Step {
        title: format!("Tested box: {}", bounds.word()),
        formula: formula.into(),
        numbers: format!("from {} to {}", vec3(tested.min), vec3(tested.max)),
        outcome,
        tone: Tone::Partial,
        marks,
        values: None,
    }
}

fn exact_step(exact: &Exact, [faces, crosses]: [usize; 2]) -> Step {
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
        formula: format!(
            "disjoint if on some axis the projections of box and view volume are disjoint\naxes: {faces} plane normals, 3 box \
             axes, {crosses} edge × edge products; in f64"
        ),
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

/// The step for triangles without an answer.
fn no_mesh_step() -> Step {
    Step {
        title: "The triangles themselves".into(),
        outcome: "No answer: f64 is not precise enough for a view volume this thin or this far away.".into(),
        tone: Tone::Note,
        ..Step::default()
    }
}

/// The step with the answer about the triangles of a mesh.
fn mesh_step(found: &MeshInView, [faces, crosses]: [usize; 2], mesh: &Mesh, object: &ObjectAt) -> Step {
    let world = object.pose.world_from_local();
    let outline = found.seen.into_iter().flat_map(|triangle| {
        let corners = mesh.corners(triangle as usize).map(|corner| world.transform_point3(corner));
        [(0, 1), (1, 2), (2, 0)].map(|(a, b)| Mark {
            shape: MarkShape::Segment(corners[a], corners[b]),
            tone: Tone::Exact,
            label: String::new(),
        })
    });
    let seen = found.seen.map(|triangle| format!(" Triangle {triangle}, for example, is in view.")).unwrap_or_default();
    Step {
        title: "The triangles themselves".into(),
        formula: format!(
            "disjoint if on some axis the projections of triangle and view volume are disjoint\naxes: {faces} plane normals, the \
             triangle's, {crosses} edge × edge products; in f64"
        ),
        numbers: format!(
            "{} of {} tested; the others are decided by boxes around groups of triangles",
            found.tested,
            counted(mesh.triangles().len(), "triangle")
        ),
        outcome: match found.verdict {
            Verdict::Outside => "No triangle is in view. The box around the triangles may still be in view.".into(),
            Verdict::Intersect => format!("A part of its surface is in view, a part is not.{seen}"),
            Verdict::Inside => "All triangles are in view.".into(),
        },
        tone: Tone::Exact,
        marks: outline.collect(),
        values: None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}
