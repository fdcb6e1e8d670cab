//! Generates scenes of any size for tests and benchmarks, equal for equal arguments on every machine.

use std::io::{self, Read, Write};
use std::path::Path;

use libm::{cosf, sinf};

use super::chunked_list::List;
use super::document::{Camera, Object, Ray, Scene, Shape, View, default};
use crate::host::fs::File;
use crate::random::Random;

/// The side of the square of ground for each box along X and Z, metres.
const ROOM: f32 = 3.0;
/// The number of rays in a generated scene.
const RAYS: usize = 10;
/// The beginning of the first line of a generated OBJ file. The version follows.
const OUR_HILLS: &str = "# made by eyeline ";

/// A scene of boxes of half a metre to three metres on a square. Every other box is rotated about Y. A camera in the
/// middle has about a tenth of the boxes in view, and ten rays run along the ground.
#[expect(clippy::cast_precision_loss, reason = "metres")]
pub fn generate(objects: usize, seed: u64) -> Scene {
    let mut random = Random(seed);
    let half = 0.5 * ROOM * (objects as f32).sqrt();
    let object = |i: usize| {
        let extents: [f32; 3] = std::array::from_fn(|_| random.within(0.25, 1.5));
        let (x, y, z) = (random.within(-half, half), random.within(0.0, 12.0), random.within(-half, half));
        let (sin, cos) = libm::sincosf(random.within(0.0, std::f32::consts::FRAC_PI_2));
        Object {
            position: [x, y + extents[1], z],
            rotation: if i.is_multiple_of(2) { default::rotation() } else { [0.0, sin, 0.0, cos] },
            ..Object::new(format!("box {}", i + 1), Shape::Box { half_extents: extents })
        }
    };
    let objects: List<Object> = (0..objects).map(object).collect();
    let ray = |i: usize| {
        let origin = [random.within(-half, half), 2.0, random.within(-half, half)];
        let direction = [random.within(-1.0, 1.0), 0.0, random.within(0.1, 1.0)];
        Ray::new(format!("ray {}", i + 1), origin, direction)
    };
    let rays = (0..RAYS).map(ray).collect();
    let camera = Camera { position: [0.0, 6.0, 0.0], far: 0.8 * half.max(10.0), ..Camera::new("camera") };
    Scene {
        title: format!("{} boxes", objects.len()),
        view: Some(View {
            eye: Some([0.3 * half, 0.4 * half.max(10.0), half]),
            target: [0.0; 3],
            up: default::up(),
            fov_y: None,
            height: None,
        }),
        cameras: vec![camera],
        objects,
        rays,
        ..Scene::empty()
    }
}

/// Whether the first line of a file shows that [`write_hills`] wrote it.
pub fn are_our_hills(path: &Path) -> bool {
    let mut start = [0; OUR_HILLS.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *OUR_HILLS.as_bytes()
}

/// Writes hills over the square from −1 to 1 in X and Z, at most 0.13 high, as an OBJ file of about `triangles`
/// triangles: two for each square of a grid.
///
/// # Errors
/// When the writer fails.
#[expect(clippy::cast_precision_loss, reason = "a grid")]
pub fn write_hills(triangles: u64, out: &mut dyn Write) -> io::Result<()> {
    let squares = (triangles / 2).max(1).isqrt();
    let place = |i: u64| i as f32 / squares as f32 * 2.0 - 1.0;
    writeln!(out, "{OUR_HILLS}{}: {} triangles\no hills", env!("CARGO_PKG_VERSION"), 2 * squares * squares)?;
    for (z, x) in (0..=squares).flat_map(|z| (0..=squares).map(move |x| (place(z), place(x)))) {
        let height = 0.1 * sinf(3.0 * x) * cosf(2.0 * z) + 0.03 * sinf(11.0 * x + 7.0 * z);
        writeln!(out, "v {x:.5} {height:.5} {z:.5}")?;
    }
    let row = squares + 1;
    for a in (0..squares).flat_map(|z| (0..squares).map(move |x| z * row + x + 1)) {
        writeln!(out, "f {a} {} {}\nf {} {} {}", a + row, a + 1, a + 1, a + row, a + row + 1)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::levels::NoLevels;
    use super::super::validate::validate;
    use super::*;

    #[test]
    fn generated_scenes_are_valid_and_depend_only_on_their_seed() {
        for count in [0, 1, 300] {
            let scene = generate(count, 7);
            assert_eq!(scene.objects.len(), count);
            assert_eq!(validate(&scene, &NoLevels, None), []);
            assert_eq!(scene, generate(count, 7));
        }
        assert_ne!(generate(300, 7), generate(300, 8));
    }
}
