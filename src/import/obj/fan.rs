//! Polygons as fans of triangles.

/// A corner of the fan of a polygon: the first one is that of all triangles, then come those between the triangles.
pub(super) fn of_fan<T: Copy>(triangles: &[[T; 3]], corner: usize) -> T {
    match corner {
        0 | 1 => triangles[0][corner],
        _ => triangles[corner - 2][2],
    }
}

/// Replaces a fan by other triangles of the same polygon.
pub(super) fn replace_fan<T: Copy>(triangles: &mut [[T; 3]], cut: &[[usize; 3]]) {
    let fan = triangles.to_vec();
    for (triangle, cut) in triangles.iter_mut().zip(cut) {
        *triangle = cut.map(|corner| of_fan(&fan, corner));
    }
}
