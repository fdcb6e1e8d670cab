//! Consistent winding.

use glam::Vec3;

use super::change::KeptFault;
use super::repaired::RepairTriangle;
use super::sides::Sides;
use crate::geometry::mesh::Mesh;

/// Gives neighbours across edges of two triangles the same winding: that of most of the area of their part.
pub(super) fn align(positions: &[Vec3], triangles: &mut [RepairTriangle]) -> Vec<KeptFault> {
    let sides = Sides::new(positions, triangles);
    let mut neighbours: Vec<Vec<(usize, bool)>> = vec![Vec::new(); triangles.len()];
    for edge in sides.edges() {
        if let [a, b] = edge {
            let disagree = a.is_up == b.is_up;
            neighbours[a.triangle].push((b.triangle, disagree));
            neighbours[b.triangle].push((a.triangle, disagree));
        }
    }
    let (mut flips, mut kept) = (vec![None; triangles.len()], Vec::new());
    for first in 0..triangles.len() {
        if flips[first].is_some() {
            continue;
        }
        flips[first] = Some(false);
        let (mut part, mut next, mut is_two_sided) = (vec![first], 0, true);
        while let Some(&triangle) = part.get(next) {
            next += 1;
            for &(other, disagree) in &neighbours[triangle] {
                let wanted = flips[triangle].unwrap_or(false) != disagree;
                match flips[other] {
                    None => {
                        flips[other] = Some(wanted);
                        part.push(other);
                    }
                    Some(known) => is_two_sided &= known == wanted,
                }
            }
        }
        if !is_two_sided {
            kept.extend(triangles[first].number.map(|triangle| KeptFault::OneSided { triangle }));
            for &i in &part {
                flips[i] = Some(false);
            }
            continue;
        }
        let area = |is_flipped: bool| -> f64 {
            let those = part.iter().filter(|&&i| flips[i] == Some(is_flipped));
            those.map(|&i| triangles[i].area(positions)).sum()
        };
        if area(true) > area(false) {
            for &i in &part {
                flips[i] = flips[i].map(|flip| !flip);
            }
        }
    }
    turn(triangles, flips.into_iter().map(|flip| flip == Some(true)));
    kept
}

/// Turns closed parts that face inwards, by the search that finds the problem `inside_out`.
pub(super) fn face_outwards(positions: &[Vec3], triangles: &mut [RepairTriangle]) {
    let corners = triangles.iter().map(|triangle| triangle.corners).collect();
    let Ok(mesh) = Mesh::new(positions.to_vec(), corners) else { return };
    let sides = Sides::new(positions, triangles);
    let mut joined: Vec<Vec<usize>> = vec![Vec::new(); triangles.len()];
    for edge in sides.edges() {
        for pair in edge.windows(2) {
            joined[pair[0].triangle].push(pair[1].triangle);
            joined[pair[1].triangle].push(pair[0].triangle);
        }
    }
    let mut inwards = vec![false; triangles.len()];
    for part in &mesh.faults().inside_out.first {
        let mut open = vec![part.triangle as usize];
        while let Some(triangle) = open.pop() {
            if !std::mem::replace(&mut inwards[triangle], true) {
                open.extend(&joined[triangle]);
            }
        }
    }
    turn(triangles, inwards.into_iter());
}

/// Reverses the corners of the marked triangles.
fn turn(triangles: &mut [RepairTriangle], marked: impl Iterator<Item = bool>) {
    for (triangle, _) in triangles.iter_mut().zip(marked).filter(|(_, marked)| *marked) {
        triangle.corners.swap(1, 2);
    }
}
