//! What OpenGL draws for a camera, beside the exact picture, without a display.

use crate::render::{Headless, RenderError, id_picture};
use crate::report::visibility::DrawnComparison;
use crate::report::visibility::targets::{targets, view};
use crate::visibility::seen_picture;
use crate::world::{CameraAt, World};

/// Both pictures of a placed camera of a world, and the name of the renderer.
///
/// # Errors
/// When there is no OpenGL, it cannot draw the picture, or the budget of the world has no room for both.
pub fn drawn_comparison(camera: &CameraAt, world: &World) -> Result<(DrawnComparison, String), RenderError> {
    let over = |over| RenderError::Memory { what: "comparing a picture of OpenGL with the exact one".to_owned(), over };
    let headless = Headless::of_this_thread()?;
    let (view, targets) = (view(camera), targets(world).map_err(over)?);
    let drawn = id_picture(headless.context(), &view, camera.depth_bits, &targets, &world.budget)?;
    let seen = seen_picture(&view, &targets, &world.budget).map_err(over)?;
    let found = DrawnComparison::of(&view, camera.depth_bits, &targets, seen, drawn, &world.budget).map_err(over)?;
    Ok((found, headless.renderer()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::visibility::DrawnCause;
    use crate::scene::parse;

    /// The comparison of the only camera of a scene.
    fn of(text: &str) -> DrawnComparison {
        let world = World::at(&parse(text, "a.json").unwrap(), &Files::default(), 0);
        drawn_comparison(&world.cameras[0], &world).unwrap().0
    }

    #[test]
    fn the_pictures_of_the_scenes_differ_for_known_causes_only() {
        let (mut compared, mut counts) = (0, [0; 4]);
        for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes")).unwrap() {
            let path = file.unwrap().path();
            let is_scene = path.extension().is_some_and(|ending| ending == "json");
            let Some(loaded) = is_scene.then(|| crate::files::open(&path).ok()).flatten() else { continue };
            let world = World::at(&loaded.scene, &loaded.files, 0);
            for camera in world.cameras.iter().filter(|camera| camera.error.is_none()) {
                let (found, renderer) = drawn_comparison(camera, &world).unwrap();
                let place = format!("{}, {}, {renderer}", path.display(), camera.name);
                assert_eq!(found.count(DrawnCause::Unknown), 0, "{place}");
                let [width, height] = found.drawn.size.map(f64::from);
                // Rounding changes few of the pixels beside edges, and these are a small part of a picture.
                assert!((found.count(DrawnCause::Edge) as f64) < 0.004 * width * height, "{place}");
                for (sum, cause) in counts.iter_mut().zip(DrawnCause::ALL) {
                    *sum += found.count(cause);
                }
                compared += 1;
            }
        }
        let [edges, depths, holes, _] = counts;
        assert!(compared > 40 && edges > 0 && depths > 0 && holes > 0, "{compared} cameras: {counts:?}");
    }

    #[test]
    fn surfaces_that_a_depth_buffer_confuses_differ_by_their_depth() {
        let text = |buffer: &str| {
            format!(
                r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "position": [0, 0, 40], "near": 0.01, "far": 1000,
                {buffer}, "size": [200, 200] }}], "objects": [
                {{ "name": "back", "shape": {{ "box": {{ "half_extents": [5, 5, 1] }} }}, "rotation": [0.1, 0.2, 0, 0.97] }},
                {{ "name": "front", "shape": {{ "box": {{ "half_extents": [4, 4, 1.001] }} }}, "rotation": [0.1, 0.2, 0, 0.97] }} ] }}"#
            )
        };
        // The faces are 1 mm apart. At 40 m a step is 2.4 m of 16 bits, 9.5 mm of 24 bits, and 3 µm of a float with reversed depth.
        for (buffer, differ) in [
            (r#""depth_bits": 16"#, true),
            (r#""depth_bits": 24"#, true),
            (r#""depth_bits": 32"#, true),
            (r#""depth_bits": 32, "depth": "reversed""#, false),
        ] {
            let found = of(&text(buffer));
            assert_eq!(found.count(DrawnCause::Depth) > 100, differ, "{buffer}");
            assert_eq!(found.count(DrawnCause::Depth) > 0, differ, "{buffer}");
            assert_eq!(found.count(DrawnCause::Unknown), 0, "{buffer}");
        }
    }

    #[test]
    fn small_objects_behind_each_other_differ_at_edges() {
        use std::fmt::Write;

        // Most boxes are two pixels wide, and many are in front of others.
        let mut random = crate::random::Random(2);
        let mut place = || random.within(-40.0, 40.0);
        let mut objects = String::new();
        for i in 0..20_000 {
            let [x, y, z] = [place(), place(), place()];
            let comma = if i == 0 { "" } else { "," };
            write!(
                objects,
                r#"{comma} {{ "name": "{i}", "shape": {{ "box": {{ "half_extents": [0.2, 0.2, 0.2] }} }}, "position": [{x}, {y}, {z}] }}"#
            )
            .unwrap();
        }
        let found = of(&format!(
            r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "position": [0, 0, 60], "size": [256, 144], "far": 300 }}],
            "objects": [{objects}] }}"#
        ));
        assert!(found.count(DrawnCause::Edge) > 10);
        assert_eq!(found.count(DrawnCause::Unknown), 0);
    }
}
