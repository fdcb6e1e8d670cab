//! The picture of a camera: the target that each pixel shows, and how far it is.

use glam::DVec3;

use super::pixel_camera::{PixelMap, centre};
use super::tiles::Tiles;
use crate::budget::{Budget, ChargedVec, OverBudget};

/// What a pixel shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SeenPixel {
    /// The target that the ray through its centre hits first.
    pub(super) target: Option<u32>,
    /// z / w of the hit, see [`PixelMap`].
    pub(super) depth: f64,
}

/// The target that each pixel of a picture shows.
#[derive(Debug)]
pub struct SeenPicture {
    map: PixelMap,
    pixels: ChargedVec<SeenPixel>,
}

impl SeenPicture {
    /// A picture of its tiles, row by row; a tile that is `None` shows nothing.
    pub(super) fn of_tiles(
        map: &PixelMap,
        tiles: &[Option<ChargedVec<SeenPixel>>],
        budget: &Budget,
    ) -> Result<Self, OverBudget> {
        let [width, height] = map.size.map(|side| side as usize);
        let mut pixels = ChargedVec::with_capacity(budget, width * height)?;
        pixels.resize(width * height, SeenPixel { target: None, depth: f64::NEG_INFINITY })?;
        let places = Tiles::of(map.size);
        for (tile, seen) in tiles.iter().enumerate() {
            let Some(seen) = seen else { continue };
            let [left, top, right, _] = places.pixels(tile).map(|at| at as usize);
            for (row, seen) in seen.chunks(right + 1 - left).enumerate() {
                pixels[(top + row) * width + left..][..seen.len()].copy_from_slice(seen);
            }
        }
        Ok(Self { map: *map, pixels })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.map.size
    }

    /// The target that a pixel shows, by column and row from the upper left corner; `None` for the background, and outside of
    /// the picture.
    pub fn target(&self, [x, y]: [u32; 2]) -> Option<usize> {
        self.pixel([x, y])?.target.map(|target| target as usize)
    }

    /// The place in the world that a pixel shows; `None` for the background, and outside of the picture.
    pub fn point(&self, [x, y]: [u32; 2]) -> Option<DVec3> {
        let seen = self.pixel([x, y]).filter(|seen| seen.target.is_some())?;
        Some(self.map.world_at(centre(x, y), seen.depth))
    }

    fn pixel(&self, [x, y]: [u32; 2]) -> Option<&SeenPixel> {
        let [width, height] = self.map.size;
        let is_inside = x < width && y < height;
        is_inside.then(|| &self.pixels[y as usize * width as usize + x as usize])
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, Quat, Vec3};

    use crate::budget::Budget;
    use crate::geometry::camera::{Camera, DepthRange, Projection};
    use crate::geometry::frustum::Frustum;
    use crate::geometry::{Aabb, Pose, Shape};
    use crate::visibility::{LookTarget, PixelCamera, Visible, look, seen_picture};

    #[test]
    fn the_picture_has_the_counted_pixels_at_their_distances() {
        let projections = [
            Projection::Perspective { fov_y: 1.0, aspect: 1.5 },
            Projection::Orthographic { height: 4.0, aspect: 1.5 },
        ];
        for projection in projections {
            let (near, far, depth) = (0.1, 50.0, DepthRange::Reversed);
            let (position, rotation) = (Vec3::ZERO, DQuat::IDENTITY);
            let camera = Camera { position, rotation, projection, near, far, depth };
            // Tiles of 64 pixels do not fill it.
            let view = PixelCamera { camera, frustum: Frustum::of(&camera), size: [300, 200], mask: u64::MAX };
            let shapes = [Shape::Box { half_extents: Vec3::new(0.5, 0.5, 0.1) }, Shape::Sphere { radius: 0.6 }];
            let places = [Vec3::new(0.3, 0.0, -5.1), Vec3::new(0.0, 0.2, -4.0)];
            let poses = places.map(|position| Pose::new(position, Quat::IDENTITY, Vec3::ONE).unwrap());
            let targets = [0, 1].map(|i| {
                let bounds = Aabb::of(&shapes[i], &poses[i]);
                let what = Visible::Body { shape: &shapes[i], pose: &poses[i] };
                LookTarget { what, layers: 1, bounds, view_box: bounds }
            });
            let picture = seen_picture(&view, &targets, &Budget::new(u64::MAX)).unwrap();
            assert_eq!(picture.size(), view.size);
            let all = || (0..200).flat_map(|y| (0..300).map(move |x| [x, y]));
            for (i, seen) in look(&view, &targets).iter().enumerate() {
                let own: Vec<_> = all().filter(|at| picture.target(*at) == Some(i)).collect();
                assert_eq!(own.len() as u64, seen.pixels, "{projection:?} {i}");
                let on_surface = |at: &[u32; 2]| {
                    let point = picture.point(*at).unwrap();
                    match i {
                        0 => (point.z + 5.0).abs(),
                        _ => (point.distance(places[1].as_dvec3()) - 0.6).abs(),
                    }
                };
                let furthest = own.iter().map(on_surface).fold(0.0, f64::max);
                assert!(furthest < 1e-6, "{projection:?} {i}: {furthest} m from the surface");
            }
            assert!(picture.point([0, 0]).is_none() && picture.target([300, 0]).is_none());
        }
    }
}
