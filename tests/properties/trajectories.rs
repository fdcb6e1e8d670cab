//! Alignments and pose errors of two paths beside a second implementation by other means: poses as 4 by 4 matrices, the
//! rotation as the orthogonal polar factor by Newton's iteration (Higham, "Computing the polar decomposition", 1986), angles
//! from the trace and the skew part, and statistics of sorted lists.

use eyeline::trajectory::align::AlignmentKind;
use eyeline::trajectory::errors::{Clock, Errors, Matched, Matching, Statistics, errors};
use eyeline::trajectory::{Frame, Tracking, Trajectory};
use glam::{DMat3, DMat4, DQuat, DVec3};

use crate::random::Random;

const CASES: u64 = 300;

fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| random.range(-1.0, 1.0) * size))
}

fn turn(random: &mut Random, size: f64) -> DQuat {
    DQuat::from_scaled_axis(vector(random, size))
}

/// A path of random steps, and the same path turned, moved, scaled, and disturbed.
fn paths(random: &mut Random) -> [Trajectory; 2] {
    let count = 3 + random.below(60);
    let (noise, extent) = (random.pick(&[0.0, 1e-3, 0.1]), random.pick(&[1e-2, 1.0, 1e4]));
    let (world, offset) = (turn(random, 3.0), vector(random, 100.0 * extent));
    let scale = random.range(0.2, 3.0);
    let (mut position, mut rotation) = (vector(random, extent), turn(random, 3.0));
    let (mut reference, mut other) = (Vec::new(), Vec::new());
    for i in 0..count {
        let frame = Frame { time: i as f64 * 0.1, position, rotation, tracking: Tracking::Normal };
        reference.push(frame);
        let position_there = world * (position + vector(random, noise * extent)) * scale + offset;
        let rotation_there = world * rotation * turn(random, noise);
        other.push(Frame { position: position_there, rotation: rotation_there, ..frame });
        position += vector(random, extent);
        rotation = (rotation * turn(random, 0.5)).normalize();
    }
    [reference, other].map(|frames| Trajectory::new(frames.into_iter().collect()))
}

/// The pose as a matrix.
fn matrix(frame: &Frame) -> DMat4 {
    DMat4::from_rotation_translation(frame.rotation, frame.position)
}

/// The orthogonal polar factor.
fn polar(mut matrix: DMat3) -> DMat3 {
    for _ in 0..100 {
        matrix = (matrix + matrix.inverse().transpose()) * 0.5;
    }
    matrix
}

/// The angle of the rotation of a pose, in degrees.
fn angle(pose: &DMat4) -> f64 {
    let m = DMat3::from_mat4(*pose);
    let skew = DVec3::new(m.y_axis.z - m.z_axis.y, m.z_axis.x - m.x_axis.z, m.x_axis.y - m.y_axis.x);
    let trace = m.x_axis.x + m.y_axis.y + m.z_axis.z;
    libm::atan2(skew.length(), trace - 1.0).to_degrees()
}

fn statistics(mut list: Vec<f64>) -> [f64; 5] {
    list.sort_by(f64::total_cmp);
    let count = list.len();
    let sum = |power: i32| list.iter().map(|x| x.powi(power)).sum::<f64>() / count as f64;
    let median = f64::midpoint(list[count / 2], list[(count - 1) / 2]);
    [sum(2).sqrt(), sum(1), median, list[count - 1], list[0]]
}

/// Statistics of both absolute and both relative errors; `None` where Newton's iteration finds a reflection.
fn independent(matched: &Matched, freedom: AlignmentKind) -> Option<[[f64; 5]; 4]> {
    let (p, mut q): (Vec<DMat4>, Vec<DMat4>) =
        (matched.reference.iter().map(matrix).collect(), matched.other.iter().map(matrix).collect());
    let place = |pose: &DMat4| pose.w_axis.truncate();
    let mean = |poses: &[DMat4]| poses.iter().map(place).sum::<DVec3>() / poses.len() as f64;
    let (to, from) = (mean(&p), mean(&q));
    let (mut rotation, mut scale) = (DMat3::IDENTITY, 1.0);
    if matches!(freedom, AlignmentKind::Rigid | AlignmentKind::Similarity) {
        let outer = |a: DVec3, b: DVec3| DMat3::from_cols(a * b.x, a * b.y, a * b.z);
        let covariance = p.iter().zip(&q).map(|(p, q)| outer(place(p) - to, place(q) - from)).sum::<DMat3>();
        let size = covariance.to_cols_array().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if covariance.determinant() <= 1e-6 * size.powi(3) {
            return None;
        }
        rotation = polar(covariance * size.recip());
        if freedom == AlignmentKind::Similarity {
            let product = rotation.transpose() * covariance;
            let squares = q.iter().map(|q| place(q).distance_squared(from)).sum::<f64>();
            scale = (product.x_axis.x + product.y_axis.y + product.z_axis.z) / squares;
        }
    }
    if freedom == AlignmentKind::Yaw {
        // z + ix turns by a factor of unit length, which is that of the sum of products.
        let products = p.iter().zip(&q).map(|(p, q)| (place(p) - to, place(q) - from));
        let [re, im] =
            products.fold([0.0; 2], |[re, im], (p, q)| [re + q.z * p.z + q.x * p.x, im + q.z * p.x - q.x * p.z]);
        rotation = DMat3::from_rotation_y(libm::atan2(im, re));
    }
    if freedom == AlignmentKind::Origin {
        let to_first = p[0] * q[0].inverse();
        for pose in &mut q {
            *pose = to_first * *pose;
        }
    } else if freedom != AlignmentKind::None {
        for pose in &mut q {
            let moved = rotation * (place(pose) - from) * scale + to;
            let turned = rotation * DMat3::from_mat4(*pose);
            *pose = DMat4::from_mat3(turned);
            pose.w_axis = moved.extend(1.0);
        }
    }
    let pairs = |i: usize| p[i].inverse() * q[i];
    let step = |path: &[DMat4], i: usize| path[i].inverse() * path[i + 1];
    let steps = |i: usize| step(&p, i).inverse() * step(&q, i);
    let absolute: Vec<DMat4> = (0..p.len()).map(pairs).collect();
    let relative: Vec<DMat4> = (0..p.len() - 1).map(steps).collect();
    let lengths = |poses: &[DMat4]| statistics(poses.iter().map(|pose| place(pose).length()).collect());
    let angles = |poses: &[DMat4]| statistics(poses.iter().map(angle).collect());
    Some([lengths(&absolute), angles(&absolute), lengths(&relative), angles(&relative)])
}

#[test]
fn alignments_and_pose_errors_equal_those_of_a_second_implementation() {
    let mut compared = 0;
    for case in 0..CASES {
        let mut random = Random::new(case);
        let [reference, other] = paths(&mut random);
        let matched = Matched::of(&reference, &other, &Matching { clock: Clock::Scene, ..Matching::default() });
        assert_eq!(matched.reference.len(), reference.frames.len(), "case {case}");
        let places = || matched.reference.iter().chain(&matched.other).map(|frame| frame.position);
        let size = places().fold(0.0_f64, |most, place| most.max(place.length()));
        for freedom in AlignmentKind::ALL {
            let Some(expected) = independent(&matched, freedom) else { continue };
            let Errors { absolute, absolute_turn, relative, relative_turn, .. } = errors(&matched, freedom).unwrap();
            let found = [absolute, absolute_turn, relative, relative_turn].map(|list| {
                let Statistics { rmse, mean, median, max, min } = Statistics::of(&list);
                [rmse, mean, median, max, min]
            });
            for (kind, bound) in [1e-11 * size, 1e-5, 1e-11 * size, 1e-5].into_iter().enumerate() {
                let worst = (0..5).map(|i| (found[kind][i] - expected[kind][i]).abs()).fold(0.0, f64::max);
                assert!(
                    worst <= bound,
                    "case {case}, {freedom:?}, kind {kind}: {:?} {:?}",
                    found[kind],
                    expected[kind]
                );
            }
            compared += 1;
        }
    }
    assert!(compared > CASES * 3, "{compared}");
}
