//! The keys of one animated value, and its value between them (glTF 2.0, section 3.11 and appendix C).

use glam::DVec4;

use super::error::SkinError;

/// How a value changes from one key to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// The value of the earlier key holds.
    Step,
    /// On a straight line; rotations on the shorter arc with constant speed (slerp).
    Linear,
    /// A cubic Hermite spline. Each key has an in-tangent, a value and an out-tangent, in this order.
    CubicSpline,
}

/// Times with values. Before the first key the value of the first key holds, after the last key the value of the
/// last key.
#[derive(Clone, Debug, PartialEq)]
pub struct Keys {
    interpolation: Interpolation,
    /// Values a key has: 3 for a translation or scale, 4 for a rotation, one for each morph target.
    lanes: usize,
    /// Ascending, in seconds.
    times: Vec<f32>,
    /// The `lanes` values of each key; for a cubic spline those of the in-tangent, the value and the out-tangent.
    values: Vec<f32>,
}

/// The position of a time among the keys.
enum At {
    /// At a key, before the first or after the last one.
    Key(usize),
    /// After this key; `t` from 0 to 1, and the seconds between both keys.
    Between { key: usize, t: f64, seconds: f64 },
}

impl Keys {
    /// Keys with `lanes` values each. A cubic spline has three times as many.
    ///
    /// # Errors
    ///
    /// If there is no key, times are negative, do not ascend or are not finite, or values are not finite or do not
    /// match the number of keys.
    pub fn new(
        interpolation: Interpolation,
        lanes: usize,
        times: Vec<f32>,
        values: Vec<f32>,
    ) -> Result<Self, SkinError> {
        if times.is_empty() {
            return Err(SkinError::NoKeys);
        }
        if let Some(key) = times.iter().position(|time| !time.is_finite() || *time < 0.0) {
            return Err(SkinError::BadTime(key));
        }
        if let Some(key) = times.windows(2).position(|pair| pair[1] <= pair[0]) {
            return Err(SkinError::TimesDoNotAscend(key + 1));
        }
        let a_key = lanes * if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let expected = times.len() * a_key;
        if values.len() != expected {
            return Err(SkinError::CountOfValues { expected, found: values.len() });
        }
        if let Some(value) = values.iter().position(|value| !value.is_finite()) {
            return Err(SkinError::BadValue(value / a_key));
        }
        Ok(Self { interpolation, lanes, times, values })
    }

    /// Values of one key.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// How the value changes between keys.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The times of the keys in seconds.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// The values of all keys, those of a key one after the other; for a cubic spline the in-tangent, the value and the
    /// out-tangent of each key.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The time of the last key in seconds.
    pub fn last_time(&self) -> f32 {
        self.times.last().copied().unwrap_or_default()
    }

    /// The value at a time, lane by lane. Lanes beyond those of `out` are left out.
    pub fn sample(&self, time: f64, out: &mut [f32]) {
        let at = self.locate(time);
        for (lane, out) in out.iter_mut().enumerate().take(self.lanes) {
            *out = narrow(self.lane(&at, lane));
        }
    }

    /// The rotation at a time as a unit quaternion `[x, y, z, w]`; the identity for a zero quaternion.
    pub fn sample_rotation(&self, time: f64) -> [f32; 4] {
        let at = self.locate(time);
        let rotation = match at {
            At::Between { key, t, .. } if self.interpolation == Interpolation::Linear => {
                slerp(self.quaternion(key), self.quaternion(key + 1), t)
            }
            _ => DVec4::from_array(std::array::from_fn(|lane| self.lane(&at, lane))),
        };
        rotation.try_normalize().unwrap_or(DVec4::W).to_array().map(narrow)
    }

    /// The time until which [`sample`](Self::sample) and [`sample_rotation`](Self::sample_rotation) give the same as at a time,
    /// bit by bit: that of the next key, or infinity after the last key. It is the time itself where the value changes, and
    /// between the keys of a cubic spline, whose sum is rounded differently at each time.
    pub fn holds_until(&self, time: f64) -> f64 {
        let after = self.times.partition_point(|&key| f64::from(key) <= time);
        let Some(&next) = self.times.get(after) else { return f64::INFINITY };
        let has_equal_values = || {
            let [from, to] = [after - 1, after].map(|key| &self.values[key * self.lanes..(key + 1) * self.lanes]);
            from.iter().zip(to).all(|(from, to)| from.to_bits() == to.to_bits())
        };
        let holds = after == 0
            || match self.interpolation {
                Interpolation::Step => true,
                Interpolation::Linear => has_equal_values(),
                Interpolation::CubicSpline => false,
            };
        if holds { f64::from(next) } else { time }
    }

    fn locate(&self, time: f64) -> At {
        let after = self.times.partition_point(|&key| f64::from(key) <= time);
        if after == 0 {
            return At::Key(0);
        }
        let key = after - 1;
        let Some(&next) = self.times.get(after) else { return At::Key(key) };
        let seconds = f64::from(next) - f64::from(self.times[key]);
        At::Between { key, t: (time - f64::from(self.times[key])) / seconds, seconds }
    }

    /// The value of a key, or for a cubic spline its in-tangent (`part` 0), value (1) or out-tangent (2).
    fn value(&self, key: usize, part: usize, lane: usize) -> f64 {
        let at = if self.interpolation == Interpolation::CubicSpline { 3 * key + part } else { key };
        f64::from(self.values[at * self.lanes + lane])
    }

    fn quaternion(&self, key: usize) -> DVec4 {
        let written = DVec4::from_array(std::array::from_fn(|lane| self.value(key, 1, lane)));
        written.try_normalize().unwrap_or(DVec4::W)
    }

    fn lane(&self, at: &At, lane: usize) -> f64 {
        match *at {
            At::Key(key) => self.value(key, 1, lane),
            At::Between { key, t, seconds } => match self.interpolation {
                Interpolation::Step => self.value(key, 1, lane),
                Interpolation::Linear => {
                    let (a, b) = (self.value(key, 1, lane), self.value(key + 1, 1, lane));
                    a + (b - a) * t
                }
                // glTF 2.0, appendix C.5; tangents are per second.
                Interpolation::CubicSpline => {
                    let (t2, t3) = (t * t, t * t * t);
                    (2.0 * t3 - 3.0 * t2 + 1.0) * self.value(key, 1, lane)
                        + seconds * (t3 - 2.0 * t2 + t) * self.value(key, 2, lane)
                        + (3.0 * t2 - 2.0 * t3) * self.value(key + 1, 1, lane)
                        + seconds * (t3 - t2) * self.value(key + 1, 0, lane)
                }
            },
        }
    }
}

/// The shorter arc between two unit quaternions (glTF 2.0, appendix C.4).
fn slerp(a: DVec4, b: DVec4, t: f64) -> DVec4 {
    let dot = a.dot(b);
    let b = if dot < 0.0 { -b } else { b };
    let angle = libm::acos(dot.abs().min(1.0));
    let sine = libm::sin(angle);
    // Below this angle the straight line differs from the arc by less than an f32 resolves (angle² / 8).
    if angle < 1e-4 {
        return a + (b - a) * t;
    }
    a * (libm::sin((1.0 - t) * angle) / sine) + b * (libm::sin(t * angle) / sine)
}

#[expect(clippy::cast_possible_truncation, reason = "answers are f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(interpolation: Interpolation, times: &[f32], values: &[f32]) -> Keys {
        Keys::new(interpolation, 1, times.to_vec(), values.to_vec()).unwrap()
    }

    fn at(keys: &Keys, time: f64) -> f32 {
        let mut out = [f32::NAN];
        keys.sample(time, &mut out);
        out[0]
    }

    #[test]
    fn values_between_keys() {
        let times = [1.0, 2.0, 4.0];
        let step = scalar(Interpolation::Step, &times, &[5.0, 7.0, 9.0]);
        let linear = scalar(Interpolation::Linear, &times, &[5.0, 7.0, 9.0]);
        for (time, stepped, line) in
            [(0.0, 5.0, 5.0), (1.0, 5.0, 5.0), (1.5, 5.0, 6.0), (2.0, 7.0, 7.0), (3.0, 7.0, 8.0), (9.0, 9.0, 9.0)]
        {
            assert!((at(&step, time) - stepped).abs() < 1e-6, "step at {time}");
            assert!((at(&linear, time) - line).abs() < 1e-6, "linear at {time}");
        }
    }

    #[test]
    fn a_value_holds_until_the_next_key_at_most() {
        let times = [1.0, 2.0, 4.0];
        let step = scalar(Interpolation::Step, &times, &[5.0, 7.0, 9.0]);
        let linear = scalar(Interpolation::Linear, &times, &[5.0, 5.0, 9.0]);
        let cubic = scalar(Interpolation::CubicSpline, &times, &[0.0, 5.0, 0.0, 0.0, 5.0, 0.0, 0.0, 5.0, 0.0]);
        for (time, stepped, line, curve) in [
            (0.5, 1.0, 1.0, 1.0),
            (1.0, 2.0, 2.0, 1.0),
            (1.5, 2.0, 2.0, 1.5),
            (2.0, 4.0, 2.0, 2.0),
            (3.0, 4.0, 3.0, 3.0),
            (4.0, f64::INFINITY, f64::INFINITY, f64::INFINITY),
        ] {
            let found = [&step, &linear, &cubic].map(|keys| keys.holds_until(time).to_bits());
            assert_eq!(found, [stepped, line, curve].map(f64::to_bits), "at {time}");
        }
    }

    #[test]
    fn a_cubic_spline_repeats_the_polynomial_that_its_tangents_describe() {
        let cubic = |t: f32| t * t * t - 2.0 * t * t + 3.0;
        let slope = |t: f32| 3.0 * t * t - 4.0 * t;
        let times = [0.5_f32, 1.0, 3.0];
        let values: Vec<f32> = times.iter().flat_map(|&t| [slope(t), cubic(t), slope(t)]).collect();
        let keys = scalar(Interpolation::CubicSpline, &times, &values);
        for i in 0_u8..=20 {
            let t = 0.5 + f32::from(i) * 0.125;
            assert!((at(&keys, f64::from(t)) - cubic(t)).abs() < 1e-5, "at {t}");
        }
    }

    #[test]
    fn a_rotation_takes_the_shorter_arc_at_constant_speed() {
        let half = |degrees: f64| (degrees.to_radians() / 2.0).sin_cos();
        let (sin, cos) = half(120.0);
        for sign in [1.0, -1.0] {
            let values = vec![0.0, 0.0, 0.0, 1.0, 0.0, narrow(sign * sin), 0.0, narrow(sign * cos)];
            let keys = Keys::new(Interpolation::Linear, 4, vec![0.0, 4.0], values).unwrap();
            let [_, y, _, w] = keys.sample_rotation(1.0);
            let (sin, cos) = half(30.0);
            assert!((f64::from(y) - sin).abs() < 1e-6 && (f64::from(w) - cos).abs() < 1e-6, "{sign}: {y} {w}");
        }
    }

    #[test]
    fn bad_keys_are_refused() {
        let new = |times: &[f32], values: &[f32]| {
            Keys::new(Interpolation::Linear, 1, times.to_vec(), values.to_vec()).unwrap_err()
        };
        assert_eq!(new(&[], &[]), SkinError::NoKeys);
        assert_eq!(new(&[0.0, 0.0], &[1.0, 2.0]), SkinError::TimesDoNotAscend(1));
        assert_eq!(new(&[0.0, f32::NAN], &[1.0, 2.0]), SkinError::BadTime(1));
        assert_eq!(new(&[-1.0], &[1.0]), SkinError::BadTime(0));
        assert_eq!(new(&[0.0, 1.0], &[1.0, f32::INFINITY]), SkinError::BadValue(1));
        assert_eq!(new(&[0.0, 1.0], &[1.0]), SkinError::CountOfValues { expected: 2, found: 1 });
    }
}
