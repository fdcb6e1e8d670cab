//! What the types cannot say: ranges, names and references, one table of rules for each kind of thing.
//!
//! Works on the document alone, so an edited scene is checked by the same rules as one from a file.

use std::borrow::Cow;
use std::collections::HashMap;

use glam::{Quat, Vec3};

use super::document::{
    Agent, Camera, Image, Model, Object, Occlusion, Octree, Path, Projection, Ray, Scene, Shape, View,
};
use super::error::quoted;
use super::folder::{self, FolderError};
use super::hint::hint;
use super::place::Place;
use super::suggest::nearest;
use crate::geometry::{Aabb, Pose};

/// A value that a scene cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is.
    pub place: Place,
    /// What is wrong, without the value that was found.
    pub message: String,
    /// What would do.
    pub help: Option<String>,
    /// For a name that is taken: where the other one is.
    pub other: Option<Place>,
}

/// Everything wrong with a scene, in no particular order. Files are looked for in `folder`; without one, only
/// their names are checked.
pub fn check(scene: &Scene, folder: Option<&std::path::Path>) -> Vec<Problem> {
    let mut check = Check { names: Names::default(), folder, problems: Vec::new() };
    check.scene(scene);
    check.problems
}

/// The format version that this program reads.
pub(super) const VERSION: u32 = 1;

struct Check<'s> {
    names: Names<'s>,
    folder: Option<&'s std::path::Path>,
    problems: Vec<Problem>,
}

/// One line of a table: what must hold, the key it is about, and the rest of the sentence "`key` …".
type Rule = (bool, &'static str, &'static str);

impl<'s> Check<'s> {
    fn scene(&mut self, scene: &'s Scene) {
        let root = Place::default();
        self.rules(
            &root,
            &[(scene.eyeline == VERSION, "eyeline", "must be 1"), (scene.tick_rate > 0.0, "tick_rate", ABOVE_0)],
        );
        self.names(scene);
        if let Some(view) = &scene.view {
            self.view(view, &root.key("view"));
        }
        self.each(&scene.cameras, "cameras", Self::camera);
        self.each(&scene.objects, "objects", Self::object);
        self.each(&scene.models, "models", Self::model);
        self.each(&scene.rays, "rays", Self::ray);
        if let Some(octree) = &scene.octree {
            self.octree(octree, &root.key("octree"));
        }
        self.each(&scene.agents, "agents", Self::agent);
        self.each(&scene.images, "images", Self::image);
        self.each(&scene.occlusion, "occlusion", Self::occlusion);
    }

    fn view(&mut self, view: &View, at: &Place) {
        let eye = view.eye.unwrap_or([f32::NAN; 3]);
        self.rules(
            at,
            &[
                (eye != view.target, "eye", "must differ from `target`"),
                (view.up != [0.0; 3], "up", NOT_ZERO),
                (view.fov_y.is_none_or(is_field_of_view), "fov_y", FIELD_OF_VIEW),
                (view.height.is_none_or(|h| h > 0.0), "height", ABOVE_0),
                (view.fov_y.is_none() || view.height.is_none(), "height", "excludes `fov_y`; give one of them"),
            ],
        );
    }

    fn camera(&mut self, camera: &'s Camera, at: &Place) {
        let has = [camera.look_at.is_some(), camera.rotation.is_some(), camera.euler.is_some()];
        let perspective = matches!(camera.projection, Projection::Perspective { .. });
        let rotation = camera.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
        self.rules(
            at,
            &[
                (!(has[0] && has[1]), "rotation", "excludes `look_at`; give one of them"),
                (!(has[0] && has[2]), "euler", "excludes `look_at`; give one of them"),
                (!(has[1] && has[2]), "euler", "excludes `rotation`; give one of them"),
                (camera.look_at != Some(camera.position), "look_at", "must differ from `position`"),
                (rotation != [0.0; 4], "rotation", NOT_ZERO),
                (!perspective || camera.near > 0.0, "near", "must be above 0 for a perspective camera"),
            ],
        );
        if camera.far.partial_cmp(&camera.near) != Some(std::cmp::Ordering::Greater) {
            self.push(at.key("far"), format!("`far` must be above `near`, which is {}", camera.near), hint("far"));
        }
        let at_projection = at.key("projection");
        match camera.projection {
            Projection::Perspective { fov_y, aspect } => self.rules(
                &at_projection.key("perspective"),
                &[(is_field_of_view(fov_y), "fov_y", FIELD_OF_VIEW), (aspect > 0.0, "aspect", ABOVE_0)],
            ),
            Projection::Orthographic { height, aspect } => self.rules(
                &at_projection.key("orthographic"),
                &[(height > 0.0, "height", ABOVE_0), (aspect > 0.0, "aspect", ABOVE_0)],
            ),
        }
        if let Some(object) = &camera.attach {
            self.reference(object, Kind::Object, at.key("attach"));
        }
    }

    fn object(&mut self, object: &'s Object, at: &Place) {
        self.layers(&object.layers, at.key("layers"));
        if let Some(path) = &object.path {
            self.path(path, &at.key("path"));
        }
        let before = self.problems.len();
        self.shape(&object.shape, &at.key("shape"));
        self.placement(object.rotation, object.scale, at);
        if before == self.problems.len() {
            self.reach(object, at);
        }
    }

    fn shape(&mut self, shape: &'s Shape, at: &Place) {
        match shape {
            Shape::Box { half_extents } => {
                self.rules(&at.key("box"), &[(half_extents.iter().all(|&e| e > 0.0), "half_extents", ALL_ABOVE_0)]);
            }
            Shape::Sphere { radius } => self.rules(&at.key("sphere"), &[(*radius > 0.0, "radius", ABOVE_0)]),
            Shape::Cylinder { radius, half_height } => self.rules(
                &at.key("cylinder"),
                &[(*radius > 0.0, "radius", ABOVE_0), (*half_height > 0.0, "half_height", ABOVE_0)],
            ),
            Shape::Cone { radius, height } => {
                self.rules(&at.key("cone"), &[(*radius > 0.0, "radius", ABOVE_0), (*height > 0.0, "height", ABOVE_0)])
            }
            Shape::Capsule { radius, half_height } => self.rules(
                &at.key("capsule"),
                &[(*radius > 0.0, "radius", ABOVE_0), (*half_height > 0.0, "half_height", ABOVE_0)],
            ),
            Shape::Mesh { file, .. } => {
                let at = at.key("mesh");
                if self.file(file, at.key("file")) {
                    let help = Some("use a box, sphere, cylinder, cone or capsule in its place");
                    self.push(at, "mesh shapes are not supported by this version yet", help);
                }
            }
        }
    }

    fn path(&mut self, path: &Path, at: &Place) {
        self.rules(
            at,
            &[
                (!path.points.is_empty(), "points", "must hold at least one point"),
                (path.speed >= 0.0, "speed", "must not be negative"),
            ],
        );
    }

    fn model(&mut self, model: &'s Model, at: &Place) {
        self.layers(&model.layers, at.key("layers"));
        self.placement(model.rotation, model.scale, at);
        self.file(&model.file, at.key("file"));
    }

    fn ray(&mut self, ray: &'s Ray, at: &Place) {
        self.rules(at, &[(ray.direction != [0.0; 3], "direction", NOT_ZERO)]);
        self.layers(ray.mask.as_deref().unwrap_or_default(), at.key("mask"));
    }

    fn octree(&mut self, octree: &Octree, at: &Place) {
        self.rules(
            at,
            &[
                (octree.max.is_some() || octree.min.is_none(), "min", "needs `max` beside it"),
                (octree.min.is_some() || octree.max.is_none(), "max", "needs `min` beside it"),
                (octree.depth <= 10, "depth", "must be from 0 to 10"),
            ],
        );
        if let (Some(min), Some(max)) = (octree.min, octree.max) {
            let extent = (Vec3::from(max) - Vec3::from(min)).to_array();
            self.rules(
                at,
                &[
                    (min.iter().zip(&max).all(|(min, max)| min < max), "max", "must be above `min` on every axis"),
                    (extent.iter().all(|e| e.is_finite()), "max", "is too far from `min` for 32-bit numbers"),
                ],
            );
        }
    }

    fn agent(&mut self, agent: &'s Agent, at: &Place) {
        self.rules(
            at,
            &[
                (agent.tick_rate.is_none_or(|rate| rate > 0.0), "tick_rate", ABOVE_0),
                (!agent.tree.is_empty(), "tree", "must hold a node or a `file`"),
            ],
        );
        for (name, kind, key) in [(&agent.body, Kind::Object, "body"), (&agent.camera, Kind::Camera, "camera")] {
            if let Some(name) = name {
                self.reference(name, kind, at.key(key));
            }
        }
        match agent.tree.get("file") {
            Some(serde_json::Value::String(file)) => {
                self.file(file, at.key("tree").key("file"));
            }
            Some(_) => self.push(at.key("tree").key("file"), "`file` must be text in double quotes", hint("tree")),
            None => {}
        }
    }

    fn image(&mut self, image: &'s Image, at: &Place) {
        self.rules(
            at,
            &[
                (image.divisions.iter().all(|&n| n >= 1), "divisions", "must be at least 1 on both axes"),
                ((0.0..=1.0).contains(&image.threshold), "threshold", "must be from 0 to 1"),
                (image.size.is_none_or(|size| size.iter().all(|&s| s > 0.0)), "size", ALL_ABOVE_0),
            ],
        );
        self.file(&image.file, at.key("file"));
    }

    fn occlusion(&mut self, query: &'s Occlusion, at: &Place) {
        self.rules(at, &[((1..=4096).contains(&query.resolution), "resolution", "must be from 1 to 4096")]);
        self.reference(&query.a, Kind::Object, at.key("a"));
        self.reference(&query.b, Kind::Object, at.key("b"));
    }

    /// Rotation and scale of an object or model.
    fn placement(&mut self, rotation: [f32; 4], scale: [f32; 3], at: &Place) {
        self.rules(
            at,
            &[
                (rotation != [0.0; 4], "rotation", NOT_ZERO),
                (scale.iter().all(|&s| s != 0.0), "scale", "must not hold a 0"),
            ],
        );
    }

    /// Whether an object can be computed with: its pose has an inverse, and its bounds are finite, wherever it goes.
    fn reach(&mut self, object: &Object, at: &Place) {
        let Some(shape) = solid(&object.shape) else { return };
        let here = [object.position];
        let (stops, key) = match &object.path {
            Some(path) => (&*path.points, "path"),
            None => (&here[..], "position"),
        };
        for &stop in stops {
            let pose = |place| Pose::new(place, Quat::from_array(object.rotation), Vec3::from(object.scale));
            if pose(Vec3::ZERO).is_none() {
                let message = "`scale` is too extreme: the pose has no inverse in 32-bit numbers";
                return self.push(at.key("scale"), message, hint("scale"));
            }
            let bounds = pose(stop.into()).map(|pose| Aabb::of(&shape, &pose));
            if !bounds.is_some_and(|bounds| bounds.min.is_finite() && bounds.max.is_finite()) {
                let message = format!("`{key}` leads further than 32-bit numbers reach");
                return self.push(at.key(key), message, hint(key));
            }
        }
    }

    fn layers(&mut self, layers: &[u8], at: Place) {
        if let Some(i) = layers.iter().position(|&layer| layer > 63) {
            self.push(at.index(i), "a layer must be from 0 to 63", hint("layers"));
        }
    }

    /// Whether the file can be used.
    fn file(&mut self, file: &str, at: Place) -> bool {
        let found = match self.folder {
            Some(folder) => folder::resolve(folder, file).map(drop),
            None => folder::check_written(file),
        };
        let refused = found.map_err(|error: FolderError| self.push(at, error.to_string(), Some(error.help())));
        refused.is_ok()
    }

    /// Names are unique over all lists together, and not empty.
    fn names(&mut self, scene: &'s Scene) {
        let lists: [(&'static str, Kind, Vec<&'s str>); 7] = [
            ("cameras", Kind::Camera, scene.cameras.iter().map(|c| &*c.name).collect()),
            ("objects", Kind::Object, scene.objects.iter().map(|o| &*o.name).collect()),
            ("models", Kind::Model, scene.models.iter().map(|m| &*m.name).collect()),
            ("rays", Kind::Ray, scene.rays.iter().map(|r| &*r.name).collect()),
            ("agents", Kind::Agent, scene.agents.iter().map(|a| &*a.name).collect()),
            ("images", Kind::Image, scene.images.iter().map(|i| &*i.name).collect()),
            ("occlusion", Kind::Occlusion, scene.occlusion.iter().map(|o| &*o.name).collect()),
        ];
        for (list, kind, names) in lists {
            for (i, name) in names.into_iter().enumerate() {
                let place = || Place::default().key(list).index(i).key("name");
                if name.trim().is_empty() {
                    self.push(place(), "a name must not be empty", hint("name"));
                } else if let Some((_, other)) = self.names.0.get(name) {
                    let other = Some(other.place());
                    let message = format!("the name {} is taken", quoted(name));
                    let help = Some("names are unique in a scene, over all its lists together".to_owned());
                    self.problems.push(Problem { place: place(), message, help, other });
                } else {
                    self.names.0.insert(name, (kind, Listed { list, index: i }));
                }
            }
        }
    }

    /// Something that names an object or a camera.
    fn reference(&mut self, name: &str, wanted: Kind, at: Place) {
        let message = match self.names.0.get(name) {
            Some((kind, _)) if *kind == wanted => return,
            Some((kind, _)) => format!("{} is {}, not {}", quoted(name), kind.with_article(), wanted.with_article()),
            None if self.names.is_in_model(name) => return,
            None => format!("there is no {} named {}", wanted.word(), quoted(name)),
        };
        let help = self.names.suggestion(name, wanted);
        self.push(at, message, help);
    }

    fn each<T>(&mut self, list: &'s [T], key: &'static str, one: impl Fn(&mut Self, &'s T, &Place)) {
        let list_place = Place::default().key(key);
        for (i, item) in list.iter().enumerate() {
            one(self, item, &list_place.index(i));
        }
    }

    fn rules(&mut self, at: &Place, rules: &[Rule]) {
        for &(holds, key, must) in rules {
            if !holds {
                self.push(at.key(key), format!("`{key}` {must}"), hint(key).map(|hint| format!("such as {hint}")));
            }
        }
    }

    fn push<'m>(&mut self, place: Place, message: impl Into<Cow<'m, str>>, help: Option<impl Into<String>>) {
        let message = message.into().into_owned();
        self.problems.push(Problem { place, message, help: help.map(Into::into), other: None });
    }
}

const ABOVE_0: &str = "must be above 0";
const ALL_ABOVE_0: &str = "must be above 0 on every axis";
const NOT_ZERO: &str = "must not be zero";
const FIELD_OF_VIEW: &str = "must be between 0 and 180 degrees";

fn is_field_of_view(degrees: f32) -> bool {
    degrees > 0.0 && degrees < 180.0
}

fn solid(shape: &Shape) -> Option<crate::geometry::Shape> {
    use crate::geometry::Shape as Solid;
    Some(match *shape {
        Shape::Box { half_extents } => Solid::Box { half_extents: half_extents.into() },
        Shape::Sphere { radius } => Solid::Sphere { radius },
        Shape::Cylinder { radius, half_height } => Solid::Cylinder { radius, half_height },
        Shape::Cone { radius, height } => Solid::Cone { radius, height },
        Shape::Capsule { radius, half_height } => Solid::Capsule { radius, half_height },
        Shape::Mesh { .. } => return None,
    })
}

/// The lists whose items have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Camera,
    Object,
    Model,
    Ray,
    Agent,
    Image,
    Occlusion,
}

impl Kind {
    fn word(self) -> &'static str {
        self.with_article().rsplit_once("a ").or(self.with_article().split_once("an ")).map_or("", |(_, word)| word)
    }

    fn with_article(self) -> &'static str {
        match self {
            Self::Camera => "a camera",
            Self::Object => "an object",
            Self::Model => "a model",
            Self::Ray => "a ray",
            Self::Agent => "an agent",
            Self::Image => "an image",
            Self::Occlusion => "an occlusion query",
        }
    }
}

struct Listed {
    list: &'static str,
    index: usize,
}

impl Listed {
    fn place(&self) -> Place {
        Place::default().key(self.list).index(self.index).key("name")
    }
}

/// Every name with what it stands for.
#[derive(Default)]
struct Names<'s>(HashMap<&'s str, (Kind, Listed)>);

impl Names<'_> {
    /// Whether a name may be `model/node`; which nodes a model has is known only once its file is read.
    fn is_in_model(&self, name: &str) -> bool {
        let mut slashes = name.match_indices('/').map(|(i, _)| i);
        slashes.any(|i| matches!(self.0.get(&name[..i]), Some((Kind::Model, _))))
    }

    fn suggestion(&self, name: &str, wanted: Kind) -> Option<String> {
        let mut known: Vec<&str> =
            self.0.iter().filter(|(_, (kind, _))| *kind == wanted).map(|(name, _)| *name).collect();
        known.sort_unstable();
        match (nearest(name, known.iter().copied()), &*known) {
            (Some(near), _) => Some(format!("did you mean {}?", quoted(near))),
            (None, []) => Some(format!("the scene has no {}s", wanted.word())),
            (None, [few @ ..]) if few.len() <= 8 => {
                let all = few.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
                Some(format!("the {}s are {all}", wanted.word()))
            }
            (None, _) => None,
        }
    }
}
