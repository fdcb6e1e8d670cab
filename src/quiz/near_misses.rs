//! A new scene for a quiz: objects at the planes of a view volume and at the split planes of an octree, rays that graze objects, and
//! pairs that nearly touch.

use std::collections::HashSet;

use glam::{Quat, Vec3};

use super::made::{QuizRequest, quiz};
use crate::files::{Content, Files};
use crate::random::Random;
use crate::report::Section;
use crate::report::occlusion::Answers;
use crate::scene::{
    Camera, EntryId, LessonQuestion, List, Object, Occlusion, OcclusionMethod, Octree, Projection, Ray, Scene, Shape,
    View,
};
use crate::world::World;

/// The sections about which [`quiz_scene`] can ask.
pub const GENERATED_SECTIONS: [Section; 4] = [Section::Frusta, Section::Rays, Section::Octree, Section::Occlusion];

/// Half of the side of the octree's region, metres. The camera's view volume is inside.
const HALF: f32 = 11.0;
/// The subdivisions of the octree.
const DEPTH: u32 = 3;
/// The least distance of two objects, metres.
const GAP: f32 = 0.15;
/// How often a place for an object is tried.
const TRIES: usize = 40;

/// A scene with a quiz about it. The lesson of the scene has at most `request.count` questions about the sections of the request,
/// which are of [`GENERATED_SECTIONS`]. `depth` answers occlusion queries. The same request gives the same scene on every machine.
pub fn quiz_scene(request: &QuizRequest, depth: &mut dyn FnMut(&Scene, &World) -> Answers) -> Scene {
    let has = |section| request.sections.contains(&section);
    let count = (3 * request.count).clamp(12, 90);
    let mut maker = Maker { random: Random(request.seed), objects: Vec::new() };
    let camera = camera();
    for i in 0..count {
        let (shape, radius) = maker.shape();
        let place = match i % 3 {
            0 if has(Section::Octree) => Maker::at_split_plane,
            _ => Maker::at_frustum,
        };
        maker.put(shape, radius, |maker| place(maker, radius));
    }
    let mut scene = Scene {
        title: format!("Quiz {}", request.seed),
        about: format!(
            "# Quiz {}\n\nThe answers of this scene are narrow. Predict each one, then compare it with the steps of the answer.",
            request.seed
        ),
        view: Some(View {
            eye: Some([15.0, 11.0, 15.0]),
            target: [0.0, 0.5, 0.0],
            up: [0.0, 1.0, 0.0],
            fov_y: None,
            height: None,
        }),
        ..Scene::empty()
    };
    if has(Section::Rays) {
        scene.rays = (0..count.min(30)).map(|i| maker.ray(i)).collect();
    }
    if has(Section::Occlusion) {
        scene.occlusion = (0..count.min(24)).filter_map(|i| maker.pair(i)).collect();
    }
    if has(Section::Frusta) {
        scene.cameras = vec![camera];
    }
    if has(Section::Octree) {
        scene.octree = Some(Octree { min: Some([-HALF; 3]), max: Some([HALF; 3]), depth: DEPTH, ..Octree::default() });
    }
    scene.objects = maker.objects.into_iter().map(|made| made.object).collect();
    let files = Files::default();
    scene.lesson = quiz(Content { scene: &scene, files: &files }, 0, request, &mut |world| depth(&scene, world));
    without_unused(scene)
}

/// The scene without what no question names. What is left has the same answers: an object that a ray does not hit first and that
/// cannot be chosen changes no answer of another item.
fn without_unused(mut scene: Scene) -> Scene {
    let mut used: HashSet<String> = HashSet::new();
    for step in &scene.lesson {
        used.extend(step.names().map(str::to_owned));
        if let Some(LessonQuestion::Choice(asked)) = &step.ask {
            used.extend(asked.of.iter().flatten().filter_map(|value| value.as_str().map(str::to_owned)));
        }
    }
    scene.rays.retain(|ray| used.contains(&ray.name));
    scene.cameras.retain(|camera| used.contains(&camera.name));
    scene.occlusion.retain(|query| used.contains(&query.name));
    for query in &scene.occlusion {
        used.extend([query.a.clone(), query.b.clone()]);
    }
    let asks_octree = scene.lesson.iter().filter_map(|step| step.ask.as_ref()).any(|ask| ask.answer().field == "level");
    scene.octree = scene.octree.take().filter(|_| asks_octree);
    scene.objects = scene.objects.iter().filter(|object| used.contains(&object.name)).cloned().collect::<List<_>>();
    scene
}

/// The vertical angle of view, degrees.
const FOV_Y: f32 = 50.0;
const ASPECT: f32 = 1.5;
const NEAR: f32 = 2.0;
const FAR: f32 = 14.0;
const EYE: Vec3 = Vec3::new(-2.0, 1.5, 7.0);
const LOOK_AT: Vec3 = Vec3::new(1.0, 0.5, -4.0);

fn camera() -> Camera {
    Camera {
        position: EYE.to_array(),
        look_at: Some(LOOK_AT.to_array()),
        projection: Projection::Perspective { fov_y: FOV_Y, aspect: ASPECT },
        near: NEAR,
        far: FAR,
        ..Camera::new("camera")
    }
}

struct Made {
    object: Object,
    center: Vec3,
    /// The radius of a sphere around it, metres.
    radius: f32,
}

struct Maker {
    random: Random,
    objects: Vec<Made>,
}

impl Maker {
    /// A shape with the radius of a sphere around it.
    fn shape(&mut self) -> (Shape, f32) {
        let size = self.random.within(0.3, 0.75);
        let other = self.random.within(0.3, 0.75);
        match self.random.below(5) {
            0 => (Shape::Sphere { radius: size }, size),
            1 => (Shape::Cylinder { radius: size, half_height: other }, libm::hypotf(size, other)),
            2 => (Shape::Capsule { radius: 0.6 * size, half_height: 0.6 * other }, 0.6 * (size + other)),
            _ => {
                let half_extents = [size, other, self.random.within(0.3, 0.75)];
                (Shape::Box { half_extents }, Vec3::from(half_extents).length())
            }
        }
    }

    /// Adds an object at the first tried place that is free; none when no place is.
    fn put(&mut self, shape: Shape, radius: f32, place: impl Fn(&mut Self) -> Vec3) -> Option<usize> {
        for _ in 0..TRIES {
            let center = place(self);
            if self.is_free(center, radius) {
                return Some(self.add(shape, center, radius));
            }
        }
        None
    }

    fn is_free(&self, center: Vec3, radius: f32) -> bool {
        let is_in = center.abs().max_element() + radius < HALF;
        is_in && self.objects.iter().all(|made| made.center.distance(center) > made.radius + radius + GAP)
    }

    fn add(&mut self, shape: Shape, center: Vec3, radius: f32) -> usize {
        let number = self.objects.len() + 1;
        let name = match shape {
            Shape::Sphere { .. } => "sphere",
            Shape::Cylinder { .. } => "cylinder",
            Shape::Capsule { .. } => "capsule",
            _ => "box",
        };
        let rotation = Quat::from_rotation_y(self.random.within(-1.5, 1.5));
        let object = Object {
            position: center.to_array(),
            rotation: rotation.to_array(),
            ..Object::new(format!("{name} {number}"), shape)
        };
        self.objects.push(Made { object, center, radius });
        self.objects.len() - 1
    }

    /// A place at one of the six planes of the camera's view volume.
    fn at_frustum(&mut self, radius: f32) -> Vec3 {
        let forward = (LOOK_AT - EYE).normalize_or(Vec3::NEG_Z);
        let right = forward.cross(Vec3::Y).normalize_or(Vec3::X);
        let up = right.cross(forward);
        let side = self.random.below(6);
        let depth = match side {
            4 => NEAR,
            5 => FAR,
            _ => self.random.within(NEAR + 2.0, FAR - 1.0),
        };
        let half_height = depth * libm::tanf(0.5 * FOV_Y.to_radians());
        let half_width = half_height * ASPECT;
        let (x, y) = (self.random.within(-0.7, 0.7) * half_width, self.random.within(-0.7, 0.7) * half_height);
        // Outward from the plane, up to a little more than the size of the object.
        let offset = self.random.within(-1.5, 1.5) * radius;
        let (x, y, depth) = match side {
            0 => (-half_width - offset, y, depth),
            1 => (half_width + offset, y, depth),
            2 => (x, -half_height - offset, depth),
            3 => (x, half_height + offset, depth),
            4 => (x, y, depth - offset),
            _ => (x, y, depth + offset),
        };
        EYE + forward * depth + right * x + up * y
    }

    /// A place at a split plane of the octree, of any level.
    fn at_split_plane(&mut self, radius: f32) -> Vec3 {
        let mut center = Vec3::from_array(std::array::from_fn(|_| self.random.within(-0.6, 0.6) * HALF));
        let level = self.random.below(DEPTH as usize);
        // An odd multiple of half of the cell's side, from the least corner.
        let cells = 1_usize << level;
        let odd = 2 * self.random.below(cells) + 1;
        let plane = (odd as f32 / cells as f32 - 1.0) * HALF;
        center[self.random.below(3)] = plane + self.random.within(-1.3, 1.3) * radius;
        center
    }

    /// A ray that meets the sphere around an object near its edge.
    fn ray(&mut self, i: usize) -> Ray {
        let made = &self.objects[i % self.objects.len()];
        let (center, radius) = (made.center, made.radius);
        let turn = self.random.within(0.0, std::f32::consts::TAU);
        let origin = Vec3::new(libm::cosf(turn) * 10.0, self.random.within(0.5, 6.0), libm::sinf(turn) * 10.0);
        let toward = (center - origin).normalize_or(Vec3::X);
        let across = Quat::from_axis_angle(toward, self.random.within(0.0, std::f32::consts::TAU))
            * toward.any_orthonormal_vector();
        let target = center + across * radius * self.random.within(0.3, 1.2);
        Ray::new(format!("ray {}", i + 1), origin.to_array(), (target - origin).normalize_or(Vec3::X).to_array())
    }

    /// A query about an object and a new one beside it.
    fn pair(&mut self, i: usize) -> Option<Occlusion> {
        let made = &self.objects[i % self.objects.len()];
        let (center, radius, a) = (made.center, made.radius, made.object.name.clone());
        let (shape, own) = self.shape();
        let turn = self.random.within(0.0, std::f32::consts::TAU);
        let direction =
            Vec3::new(libm::cosf(turn), self.random.within(-0.3, 0.3), libm::sinf(turn)).normalize_or(Vec3::X);
        let center = center + direction * (radius + own) * self.random.within(0.75, 1.05);
        if center.abs().max_element() + own > HALF {
            return None;
        }
        let index = self.add(shape, center, own);
        let b = self.objects[index].object.name.clone();
        Some(Occlusion {
            name: format!("touch {}", i + 1),
            a,
            b,
            among: Vec::new(),
            method: OcclusionMethod::Axes,
            resolution: 256,
            fatten: false,
            id: EntryId::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::report::lesson::{StepAnswers, faults, is_right, of_steps};
    use crate::report::occlusion::without_depth;
    use crate::scene::{NoLevels, validate};

    const SECTIONS: [Section; 3] = [Section::Frusta, Section::Rays, Section::Octree];

    fn made(count: usize, seed: u64, sections: &[Section]) -> Scene {
        let request = QuizRequest { count, seed, sections: sections.to_vec() };
        quiz_scene(&request, &mut |_, world| without_depth(world))
    }

    fn answers(scene: &Scene) -> Vec<StepAnswers> {
        let content = Content { scene, files: &Files::default() };
        of_steps(content, &scene.lesson, 0..scene.lesson.len(), &mut without_depth)
    }

    fn right(answers: &[StepAnswers]) -> Vec<String> {
        let right = |step: &StepAnswers| step.question.as_ref().unwrap().as_ref().unwrap().value.to_string();
        answers.iter().map(right).collect()
    }

    #[test]
    fn a_new_scene_has_as_many_questions_of_each_answer() {
        for seed in 0..5 {
            let scene = made(24, seed, &SECTIONS);
            assert_eq!(validate(&scene, &NoLevels, None), []);
            assert_eq!(scene.lesson.len(), 24);
            assert_eq!(scene, made(24, seed, &SECTIONS));
            let content = Content { scene: &scene, files: &Files::default() };
            assert_eq!(faults(content, &mut without_depth), []);
            let mut counts: BTreeMap<(&str, String), usize> = BTreeMap::new();
            let right = right(&answers(&scene));
            for (step, right) in scene.lesson.iter().zip(right) {
                let field = &*step.ask.as_ref().unwrap().answer().field;
                // The names of what is hit first are one answer.
                let right = if field == "nearest" && right != "null" { "a hit".to_owned() } else { right };
                *counts.entry((field, right)).or_default() += 1;
            }
            for field in ["verdict", "nearest", "hit", "level"] {
                let of_field: Vec<usize> =
                    counts.iter().filter(|((of, _), _)| *of == field).map(|(_, count)| *count).collect();
                let (least, most) = (of_field.iter().min(), of_field.iter().max());
                assert!(of_field.len() >= 2 && most.unwrap() - least.unwrap() <= 1, "{field}: {counts:?}");
            }
        }
        assert_ne!(made(24, 1, &SECTIONS), made(24, 2, &SECTIONS));
    }

    /// No question has a second answer that a little change of the scene would make right.
    #[test]
    fn a_shift_of_some_millimetres_changes_no_answer() {
        let scene = made(40, 11, &SECTIONS);
        let expected = answers(&scene);
        for direction in [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z] {
            let mut moved = scene.clone();
            for i in 0..moved.objects.len() {
                let object = &mut moved.objects[i];
                object.position = (Vec3::from(object.position) + direction * 0.004).to_array();
            }
            for ((step, now), was) in scene.lesson.iter().zip(answers(&moved)).zip(&expected) {
                let [now, was] = [&now, was].map(|step| step.question.as_ref().unwrap().as_ref().unwrap());
                let ask = step.ask.as_ref().unwrap();
                assert!(is_right(ask, was, &now.value), "{direction}: {} for {}, {ask:?}", now.value, was.value);
            }
        }
    }

    #[test]
    fn sections_are_chosen() {
        let scene = made(6, 1, &[Section::Octree]);
        assert!(scene.cameras.is_empty() && scene.rays.is_empty() && scene.octree.is_some());
        assert_eq!(scene.lesson.len(), 6);
        let scene = made(6, 1, &[Section::Rays]);
        assert!(scene.cameras.is_empty() && scene.octree.is_none());
        // Without OpenGL there are no answers of occlusion queries.
        assert_eq!(made(6, 1, &[Section::Occlusion]).lesson, []);
    }
}
