//! Vertices that nearly share a place.

use std::collections::HashMap;

use glam::{DVec3, Vec3};

use super::change::MeshChange;

/// Moves each vertex to the nearest earlier one that kept its place, when it is within the distance.
///
/// A grid of cells as wide as the distance finds candidates, so that time is in proportion to the vertices unless many share a cell.
pub(super) fn merge(positions: &mut [Vec3], distance: f32, changes: &mut Vec<MeshChange>) {
    let width = f64::from(distance);
    let mut kept: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    for vertex in 0..positions.len() {
        let own = positions[vertex];
        if !own.is_finite() {
            continue;
        }
        let cell = cell_of(own, width);
        let mut nearest: Option<(f32, u32)> = None;
        for near in neighbours(cell) {
            for &other in kept.get(&near).into_iter().flatten() {
                let apart = (positions[other as usize].as_dvec3() - own.as_dvec3()).length();
                #[expect(clippy::cast_possible_truncation, reason = "a length of the mesh")]
                let apart = apart as f32;
                if apart <= distance && nearest.is_none_or(|(least, _)| apart < least) {
                    nearest = Some((apart, other));
                }
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "triangles name vertices by 32 bits")]
        let number = vertex as u32;
        match nearest {
            Some((apart, to)) => {
                if apart > 0.0 {
                    changes.push(MeshChange::Merged { vertex: number, to, distance: apart });
                }
                positions[vertex] = positions[to as usize];
            }
            None => kept.entry(cell).or_default().push(number),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a conversion to an integer saturates")]
fn cell_of(position: Vec3, width: f64) -> [i64; 3] {
    let DVec3 { x, y, z } = (position.as_dvec3() / width).floor();
    [x as i64, y as i64, z as i64]
}

fn neighbours([x, y, z]: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    (0..27).map(move |n| {
        let [dx, dy, dz] = [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1];
        [x.saturating_add(dx), y.saturating_add(dy), z.saturating_add(dz)]
    })
}
