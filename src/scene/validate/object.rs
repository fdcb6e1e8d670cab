//! The rules for an object and for a model: shape, path, pose and layers.

use glam::{Quat, Vec3};

use super::check::Check;
use super::violation::{Seeks, ViolationKind};
use super::words::{ABOVE_0, ALL_ABOVE_0, IN_RANGE, NOT_ZERO, is_in_range, is_zero};
use crate::geometry::shape::HullError;
use crate::geometry::{self, Aabb, Pose};
use crate::scene::animation::MissingAnimation;
use crate::scene::document::{Model, Object, Path, Shape};
use crate::scene::read::hint::such_as;
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn object(&mut self, object: &'s Object, at: &ValuePath) {
        self.layers(&object.layers, &at.key("layers"));
        if let Some(path) = &object.path {
            self.path(path, &at.key("path"));
        }
        if let Some(follow) = &object.session {
            self.follow(follow, at);
        }
        let before = self.violations.len();
        self.shape(&object.shape, &at.key("shape"));
        self.placement(object.rotation, object.scale, at);
        if before == self.violations.len() {
            self.reach(object, at);
        }
    }

    pub(super) fn shape(&mut self, shape: &'s Shape, at: &ValuePath) {
        for (size, numbers) in shape.sizes() {
            let rule = if numbers.len() == 1 { ABOVE_0 } else { ALL_ABOVE_0 };
            self.rules(&at.key(shape.word()), &[(numbers.iter().all(|number| *number > 0.0), size.key, rule)]);
        }
        if let Shape::Hull(hull) = shape {
            let is = |error: HullError| hull.solid() == Err(error);
            let least = (!is(HullError::TooFew), "points", "must have at least 4 points");
            let most = (!is(HullError::TooMany), "points", "must have at most 256 points");
            let plane = (!is(HullError::InOnePlane), "points", "must not all be in one plane: the hull has no inside");
            self.rules(&at.key(shape.word()), &[least, most, plane]);
        }
        if let Shape::Mesh { file, node } = shape {
            // An error in the file is not an error of the scene: see `Files::level_faults`.
            let at = at.key("mesh");
            self.file(file, at.key("file"));
            if let Some(Err(message)) = self.levels.mesh(file, node.as_deref()) {
                let kind = ViolationKind::Node(node.as_deref().map(Into::into));
                self.push_kind(kind, at.key("node"), message, None::<String>);
                self.seek(Seeks::NodeOf(file.as_str().into()));
                self.or_place(at.key("file"));
            }
        }
    }

    pub(super) fn path(&mut self, path: &Path, at: &ValuePath) {
        self.rules(
            at,
            &[
                (!path.points.is_empty(), "points", "must contain at least one point"),
                (path.speed >= 0.0, "speed", "must not be negative"),
            ],
        );
    }

    pub(super) fn model(&mut self, model: &'s Model, at: &ValuePath) {
        self.layers(&model.layers, &at.key("layers"));
        self.placement(model.rotation, model.scale, at);
        // An error in the file is not an error of the scene: see `Files::level_faults`.
        self.file(&model.file, at.key("file"));
        self.rules(at, &[(is_in_range(model.start), "start", IN_RANGE), (is_in_range(model.speed), "speed", IN_RANGE)]);
        self.animation(model, at);
        if let Some(given) = model.bounds.given() {
            let ascends = given.min.iter().zip(&given.max).all(|(min, max)| min <= max);
            let is_named = given.joint.as_ref().is_none_or(|joint| !joint.is_empty());
            self.rules(
                &at.key("bounds"),
                &[
                    (ascends, "max", "must not be less than `min` on any axis"),
                    (is_named, "joint", "must not be empty; leave it out for the node of the mesh"),
                ],
            );
        }
    }

    /// The animation that an edit chooses for a model from its file. An animation that the file of a scene's model does
    /// not have is no error of the scene: see `Files::level_faults`.
    fn animation(&mut self, model: &Model, at: &ValuePath) {
        let Some(animation) = &model.animation else { return };
        let before = self.before.and_then(|scene| scene.models.iter().find(|other| other.id.get() == model.id.get()));
        if before.is_none_or(|before| before.file != model.file || before.animation == model.animation) {
            return;
        }
        let Some(names) = self.levels.animations(&model.file) else { return };
        if let Some(missing) = MissingAnimation::of(animation, &model.file, &names) {
            self.push(at.key("animation"), missing.message, Some(missing.help));
        }
    }

    /// The rotation and scale of an object or model.
    pub(super) fn placement(&mut self, rotation: [f32; 4], scale: [f32; 3], at: &ValuePath) {
        self.rules(
            at,
            &[
                (!is_zero(&rotation), "rotation", NOT_ZERO),
                (scale.iter().all(|&s| s != 0.0), "scale", "must not contain a 0"),
            ],
        );
    }

    /// Checks that an object's pose has an inverse, and that its bounds are finite all along its path.
    pub(super) fn reach(&mut self, object: &Object, at: &ValuePath) {
        // For a mesh that could not be read, only the pose is checked.
        let shape = match &object.shape {
            Shape::Mesh { file, node } => {
                let mesh = self.levels.mesh(file, node.as_deref()).and_then(Result::ok);
                mesh.map(geometry::Shape::Mesh)
            }
            shape => shape.solid(),
        };
        let shape = shape.unwrap_or(geometry::Shape::Sphere { radius: 1.0 });
        let here = [object.position];
        let (stops, key) = match &object.path {
            Some(path) => (&*path.points, "path"),
            None => (&here[..], "position"),
        };
        for &stop in stops {
            let pose = |place| Pose::new(place, Quat::from_array(object.rotation), Vec3::from(object.scale));
            if pose(Vec3::ZERO).is_none() {
                let message = "`scale` is too extreme: the pose has no inverse in 32-bit numbers";
                return self.push_value(at.key("scale"), message, such_as("scale"));
            }
            let bounds = pose(stop.into()).map(|pose| Aabb::of(&shape, &pose));
            if !bounds.is_some_and(|bounds| bounds.min.is_finite() && bounds.max.is_finite()) {
                let message = format!("`{key}` leads out of the range of 32-bit numbers");
                return self.push_value(at.key(key), message, such_as(key));
            }
        }
    }

    pub(super) fn layers(&mut self, layers: &[u8], at: &ValuePath) {
        if let Some(i) = layers.iter().position(|&layer| layer > 63) {
            self.push_value(at.index(i), "a layer must be from 0 to 63", such_as("layers"));
        }
    }
}
