//! Two boxes, and the world box of a local one.

use crate::mistakes::case::affine;
use crate::mistakes::mistake::MistakeKind as M;
use crate::mistakes::set::MistakeSet;
use glam::DVec3;

/// Whether two boxes share a point; touching counts.
pub(super) fn overlap(a: [[f32; 3]; 2], b: [[f32; 3]; 2], mistakes: MistakeSet) -> bool {
    let axes = if mistakes.has(M::ThirdAxisForgotten) { 0..2 } else { 0..3 };
    if mistakes.has(M::CornersOnly) {
        let corner = |of: [[f32; 3]; 2], i: usize| std::array::from_fn::<f32, 3, _>(|axis| of[i >> axis & 1][axis]);
        let holds = |of: [[f32; 3]; 2], p: [f32; 3]| axes.clone().all(|k| of[0][k] <= p[k] && p[k] <= of[1][k]);
        return (0..8).any(|i| holds(a, corner(b, i)));
    }
    let apart = |low: f32, high: f32| if mistakes.has(M::TouchingIsApart) { low >= high } else { low > high };
    axes.clone().all(|axis| !apart(a[0][axis], b[1][axis]) && !apart(b[0][axis], a[1][axis]))
}

/// The least and the greatest corner of the world box: of each entry of the matrix the smaller and the larger product (J. Arvo,
/// "Transforming Axis-Aligned Bounding Boxes", 1990).
pub(super) fn transformed(
    world_from_local: &[f32; 16],
    min: [f32; 3],
    max: [f32; 3],
    mistakes: MistakeSet,
) -> [[f64; 3]; 2] {
    let (mut linear, mut translation) = affine(world_from_local);
    if mistakes.has(M::RowsForColumns) {
        linear = linear.transpose();
    }
    if mistakes.has(M::TranslationForgotten) {
        translation = DVec3::ZERO;
    }
    let (min, max) = (DVec3::from_array(min.map(f64::from)), DVec3::from_array(max.map(f64::from)));
    let ends = [min, max].map(|corner| linear * corner + translation);
    let (mut least, mut most) = (translation, translation);
    for axis in 0..3 {
        let (a, b) = (linear.col(axis) * min[axis], linear.col(axis) * max[axis]);
        least += a.min(b);
        most += a.max(b);
    }
    if mistakes.has(M::TwoCorners) {
        (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    }
    if mistakes.has(M::CornersNotSorted) {
        (least, most) = (ends[0], ends[1]);
    }
    if mistakes.has(M::BoundsStartAtLocalCorner) {
        (least, most) = (least.min(min), most.max(min));
    }
    if mistakes.has(M::BoundsStartAtZero) {
        (least, most) = (least.min(DVec3::ZERO), most.max(DVec3::ZERO));
    }
    [least.to_array(), most.to_array()]
}
