//! Objects that are smaller than a pixel in the picture of each camera.

use glam::{DVec3, Vec3};

use super::list::{Elements, Problem, Problems};
use crate::flicker::FlickerCamera;
use crate::gaps::GapBody;
use crate::geometry::Aabb;
use crate::geometry::narrate::num;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::{CameraAt, Item};

/// An object that is smaller than a pixel for each camera.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TinyObject {
    object: usize,
    /// The camera in whose picture it is largest.
    camera: usize,
    /// Its size there in pixels, less than 1.
    pixels: f64,
}

/// The pixels that a camera has for a length.
struct PixelScale {
    eye: DVec3,
    /// Pixels for a metre at a distance of one metre; of a parallel projection at any distance.
    focal: f64,
    is_perspective: bool,
}

impl PixelScale {
    fn of(at: &FlickerCamera) -> Self {
        let clip = at.camera.clip_from_view();
        let [width, height] = at.size.map(f64::from);
        let is_perspective = clip.z_axis.w != 0.0;
        let divisor = if is_perspective { clip.z_axis.w.abs() } else { clip.w_axis.w.abs() };
        let focal = (clip.x_axis.x.abs() * width * 0.5).max(clip.y_axis.y.abs() * height * 0.5) / divisor;
        Self { eye: at.camera.position.as_dvec3(), focal, is_perspective }
    }

    /// The most pixels that the diagonal of a box can have at the distance of the box, whatever the camera looks at.
    fn pixels(&self, bounds: &Aabb) -> f64 {
        let [min, max] = [bounds.min, bounds.max].map(Vec3::as_dvec3);
        let diagonal = (max - min).length() * self.focal;
        if self.is_perspective { diagonal / self.eye.distance(self.eye.clamp(min, max)) } else { diagonal }
    }
}

/// Searches objects that do not move and are smaller than a pixel for each camera. Without a camera there are none.
pub(super) fn tiny_objects(bodies: &[GapBody], cameras: &[Option<FlickerCamera>]) -> Vec<TinyObject> {
    let scales: Vec<(usize, PixelScale)> =
        cameras.iter().enumerate().filter_map(|(i, at)| Some((i, PixelScale::of(at.as_ref()?)))).collect();
    let tiny = |(object, body): (usize, &GapBody)| {
        let each = scales.iter().map(|(camera, scale)| (*camera, scale.pixels(&body.bounds)));
        let (camera, pixels) = each.filter(|_| body.is_part).max_by(|a, b| a.1.total_cmp(&b.1))?;
        // A box around nothing, or with a coordinate that is not finite, has a problem of its own.
        (pixels > 0.0 && pixels < 1.0).then_some(TinyObject { object, camera, pixels })
    };
    bodies.iter().enumerate().filter_map(tiny).collect()
}

impl Problems {
    /// The same with the objects that are smaller than a pixel.
    #[must_use]
    pub(super) fn with_tiny(mut self, report: &Report, cameras: &[CameraAt], found: &[TinyObject]) -> Self {
        self.take(LevelProblem::BelowPixel, found.iter(), |tiny| {
            #[expect(clippy::cast_possible_truncation, reason = "some digits are shown")]
            let pixels = num(tiny.pixels as f32);
            let name = report.name(tiny.object);
            let message = match cameras {
                [camera] => format!("{name} is at most {pixels} pixels large in the picture of {}", camera.name),
                _ => format!(
                    "{name} is smaller than a pixel in the pictures of all cameras: at most {pixels} pixels, in that of {}",
                    cameras.get(tiny.camera).map_or("", |camera| &camera.name)
                ),
            };
            Problem {
                kind: LevelProblem::BelowPixel,
                image: None,
                item: Item::Object(tiny.object),
                count: 1,
                elements: Elements::Object,
                message,
            }
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::of_world;
    use super::*;
    use crate::files::Files;
    use crate::scene::parse;
    use crate::world::World;

    fn found(cameras: &str, radius: f32) -> Vec<String> {
        let text = format!(
            r#"{{ "eyeline": 1, "cameras": [{cameras}], "objects": [
                {{ "name": "grain", "shape": {{ "sphere": {{ "radius": {radius} }} }}, "position": [0, 0, -100] }} ] }}"#
        );
        let world = World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0);
        let problems = of_world(&world).listed.into_iter();
        problems.filter(|problem| problem.kind == LevelProblem::BelowPixel).map(|problem| problem.message).collect()
    }

    #[test]
    fn the_size_at_the_distance_counts() {
        // 90 degrees and 600 rows: 300 pixels for a metre at one metre, so 3 at 100 m.
        let eye = r#"{ "name": "eye", "projection": { "perspective": { "fov_y": 90 } }, "size": [1067, 600] }"#;
        let none = Vec::<String>::new();
        assert_eq!(found(eye, 0.1), none, "the diagonal is 0.35 m");
        let [message] = &found(eye, 0.05)[..] else { panic!("one") };
        assert!(message.starts_with("grain is at most 0.52 pixels"), "{message}");
        // It is behind this camera, which may turn.
        let turned = eye.replace(" }, \"size\"", " }, \"rotation\": [0, 1, 0, 0], \"size\"");
        assert_eq!(found(&turned, 0.05).len(), 1);
        // A second camera is nearer.
        let near = format!("{eye}, {}", eye.replace("\"eye\"", "\"near\", \"position\": [0, 0, -80]"));
        assert_eq!(found(&near, 0.05), none);
        let [message] = &found(&near, 0.01)[..] else { panic!("one") };
        assert!(message.contains("pictures of all cameras") && message.ends_with("in that of near"), "{message}");
        assert_eq!(found("", 0.01), none, "no camera says how large a pixel is");
    }

    #[test]
    fn a_parallel_projection_has_the_same_size_at_each_distance() {
        let wide = r#"{ "name": "map", "projection": { "orthographic": { "height": 600 } }, "size": [1067, 600] }"#;
        assert_eq!(found(wide, 0.2).len(), 1, "0.69 pixels");
        assert_eq!(found(wide, 0.4), Vec::<String>::new());
    }
}
