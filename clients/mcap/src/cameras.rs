//! Calibrations as cameras of a trace.

use eyeline_client::{Camera, Projection};
use eyeline_convert::Pose;

use crate::messages::CameraCalibration;

/// The distance of the near plane in metres; calibrations have none.
const NEAR: f64 = 0.1;
/// The greatest size of a picture that eyeline accepts.
const MOST_PIXELS: u32 = 8192;

/// A camera in its frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lens {
    projection: Projection,
    size: Option<[u32; 2]>,
    /// In the frame: a second camera of a stereo pair is beside its origin.
    pose: Pose,
}

impl Lens {
    /// The lens of a calibration: that of the rectified picture where it has one. Distortion has no place in a view volume.
    ///
    /// # Errors
    /// When the calibration has no size or no focal lengths.
    pub(crate) fn of(calibration: &CameraCalibration) -> Result<Self, String> {
        let CameraCalibration { width, height, intrinsic, projection, .. } = calibration;
        if *width == 0 || *height == 0 {
            return Err(format!("the picture has {width} × {height} pixels"));
        }
        // Both matrices have the focal lengths and the middle at these places.
        let (focal, middle, shift) = match (projection.as_slice(), intrinsic.as_slice()) {
            ([fx, _, cx, tx, _, fy, cy, ty, ..], _) if *fx != 0.0 => ([*fx, *fy], [*cx, *cy], [*tx, *ty]),
            (_, [fx, _, cx, _, fy, cy, ..]) => ([*fx, *fy], [*cx, *cy], [0.0; 2]),
            _ => return Err("it has neither `P` nor `K`".to_owned()),
        };
        let numbers = focal.iter().chain(&middle).chain(&shift);
        if focal.iter().any(|length| *length <= 0.0) || numbers.into_iter().any(|number| !number.is_finite()) {
            return Err(format!("the focal lengths are {focal:?} and the middle {middle:?}, in pixels"));
        }
        let size = [*width, *height];
        let beside = [-shift[0] / focal[0], -shift[1] / focal[1], 0.0];
        // The frame looks along +Z with +Y down, the camera of the trace along −Z with +Y up.
        let pose = Pose { position: beside, rotation: [1.0, 0.0, 0.0, 0.0] };
        let fits = size.iter().all(|pixels| *pixels <= MOST_PIXELS);
        Ok(Self { projection: projection_of(size.map(f64::from), focal, middle), size: fits.then_some(size), pose })
    }

    /// The camera, where its frame is.
    pub(crate) fn camera(&self, frame: &Pose) -> Camera {
        let (position, rotation) = frame.then(&self.pose).rounded();
        #[expect(clippy::cast_possible_truncation, reason = "rounded once")]
        let camera = Camera::new(self.projection).at(position).rotation(rotation).near(NEAR as f32);
        match self.size {
            Some([width, height]) => camera.size(width, height),
            None => camera,
        }
    }
}

/// A symmetric projection where the middle is that of the picture.
#[expect(clippy::cast_possible_truncation, reason = "rounded once")]
fn projection_of(size: [f64; 2], focal: [f64; 2], middle: [f64; 2]) -> Projection {
    // On the plane at distance 1: x to the right, y down.
    let low = [0, 1].map(|i| -middle[i] / focal[i]);
    let high = [0, 1].map(|i| (size[i] - middle[i]) / focal[i]);
    // A thousandth of a pixel shows nowhere.
    if (0..2).all(|i| (middle[i] - size[i] / 2.0).abs() < 1e-3) {
        let fov_y = 2.0 * high[1].atan().to_degrees();
        return Projection::Perspective { fov_y: fov_y as f32, aspect: (high[0] / high[1]) as f32 };
    }
    let [left, right, bottom, top] = [low[0], high[0], -high[1], -low[1]].map(|border| (border * NEAR) as f32);
    Projection::Frustum { left, right, bottom, top }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lens(json: &str) -> Result<Lens, String> {
        Lens::of(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn the_field_of_view_is_that_of_the_calibration() {
        let found = lens(r#"{ "width": 640, "height": 480, "K": [320, 0, 320, 0, 240, 240, 0, 0, 1] }"#).unwrap();
        let Projection::Perspective { fov_y, aspect } = found.projection else { panic!("{found:?}") };
        assert!((fov_y - 90.0).abs() < 1e-4 && (aspect - 1.0).abs() < 1e-6, "{found:?}");
        assert_eq!(found.size, Some([640, 480]));
    }

    #[test]
    fn a_middle_beside_that_of_the_picture_is_a_frustum() {
        let found = lens(r#"{ "width": 200, "height": 100, "K": [100, 0, 50, 0, 100, 75, 0, 0, 1] }"#).unwrap();
        let Projection::Frustum { left, right, bottom, top } = found.projection else { panic!("{found:?}") };
        let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
        // 50 pixels to the left of the middle, 150 to the right; 75 above, 25 below.
        assert!(near(left, -0.05) && near(right, 0.15) && near(bottom, -0.025) && near(top, 0.075), "{found:?}");
    }

    #[test]
    fn the_rectified_lens_counts_and_moves_the_second_camera() {
        let found = lens(
            r#"{ "width": 200, "height": 100, "K": [1, 0, 1, 0, 1, 1, 0, 0, 1], "P": [100, 0, 100, -20, 0, 100, 50, 0, 0, 0, 1, 0] }"#,
        )
        .unwrap();
        assert!(matches!(found.projection, Projection::Perspective { .. }), "{found:?}");
        assert_eq!(found.pose.position, [0.2, 0.0, 0.0]);
        let forward = found.pose.then(&Pose::at([0.0, 0.0, -1.0])).position;
        let up = found.pose.then(&Pose::at([0.0, 1.0, 0.0])).position;
        assert_eq!((forward, up), ([0.2, 0.0, 1.0], [0.2, -1.0, 0.0]));
    }

    #[test]
    fn calibrations_without_a_lens_are_errors() {
        for json in [
            "{}",
            r#"{ "width": 640, "height": 480 }"#,
            r#"{ "width": 640, "height": 480, "K": [0, 0, 0, 0, 0, 0, 0, 0, 1] }"#,
            r#"{ "width": 640, "height": 480, "P": [0, 0, 0, 0], "K": [1] }"#,
        ] {
            lens(json).unwrap_err();
        }
        let large = lens(r#"{ "width": 9000, "height": 480, "K": [100, 0, 50, 0, 100, 75, 0, 0, 1] }"#).unwrap();
        assert_eq!(large.size, None);
    }
}
