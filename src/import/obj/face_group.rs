//! The faces of a group, and the vertices that they use.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use glam::Vec3;

use super::corners::Corner;
use crate::budget::{Budget, ChargedVec, OverBudget};
use crate::import::level::error::Result;
use crate::import::level::work::LevelWork;

/// Faces of one name.
pub(super) struct FaceGroup {
    pub(super) name: String,
    /// Its number among all groups, also those without faces.
    pub(super) number: usize,
    /// Of the whole file's vertices.
    pub(super) triangles: ChargedVec<[u32; 3]>,
    /// The corners of the triangles; empty when all so far are plain.
    pub(super) corners: ChargedVec<[Corner; 3]>,
    /// How many triangles one after the other have which material.
    pub(super) runs: ChargedVec<(Option<usize>, usize)>,
}

impl FaceGroup {
    pub(super) fn new(name: &str, number: usize, budget: &Budget) -> Self {
        let (triangles, corners) = (ChargedVec::new(budget), ChargedVec::new(budget));
        Self { name: name.to_owned(), number, triangles, corners, runs: ChargedVec::new(budget) }
    }

    /// Adds a triangle.
    pub(super) fn push(&mut self, corners: [(u32, Corner); 3]) -> std::result::Result<(), OverBudget> {
        let is_plain = corners.iter().all(|(_, corner)| *corner == Corner::PLAIN);
        if !(is_plain && self.corners.is_empty()) {
            self.corners.resize(self.triangles.len(), [Corner::PLAIN; 3])?;
            self.corners.push(corners.map(|(_, corner)| corner))?;
        }
        self.triangles.push(corners.map(|(vertex, _)| vertex))
    }

    /// Counts triangles with a material.
    pub(super) fn extend_run(&mut self, material: Option<usize>, count: usize) -> std::result::Result<(), OverBudget> {
        match self.runs.last_mut() {
            Some((of, triangles)) if *of == material => *triangles += count,
            _ => self.runs.push((material, count))?,
        }
        Ok(())
    }

    /// The triangles, which stay with the level.
    pub(super) fn take_triangles(&mut self, work: &LevelWork) -> Vec<[u32; 3]> {
        work.keep_list(std::mem::replace(&mut self.triangles, ChargedVec::new(work.budget())))
    }
}

/// The most frequent material of the triangles; of several, the first by name. `None` for triangles without one.
pub(super) fn most_used<'n>(runs: &[(Option<usize>, usize)], name: impl Fn(usize) -> &'n str) -> Option<usize> {
    let mut counts: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for (material, count) in runs {
        *counts.entry(*material).or_default() += count;
    }
    let most = counts.into_iter().max_by_key(|&(material, count)| (count, Reverse(material.map(&name))));
    most?.0
}

/// The mesh of a group before it is made.
pub(super) struct RawMesh {
    pub(super) positions: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The index in the file of each vertex; empty when that is the same.
    pub(super) used: ChargedVec<u32>,
}

/// The vertices that triangles use, in the order of their first use, and the triangles with indices of these. All
/// entries of `place_of` are `u32::MAX`, before and after the call.
///
/// # Errors
/// When there is no memory for the vertices.
pub(super) fn only_used(
    all: &[Vec3],
    mut triangles: Vec<[u32; 3]>,
    place_of: &mut [u32],
    work: &LevelWork,
) -> Result<RawMesh> {
    let mut used = ChargedVec::new(work.budget());
    for corner in triangles.as_flattened_mut() {
        let vertex = *corner as usize;
        if place_of[vertex] == u32::MAX {
            place_of[vertex] = u32::try_from(used.len()).unwrap_or(u32::MAX);
            work.charged(used.push(*corner))?;
        }
        *corner = place_of[vertex];
    }
    for &vertex in &*used {
        place_of[vertex as usize] = u32::MAX;
    }
    used.shrink_to_fit();
    work.keep_many(used.len(), size_of::<Vec3>())?;
    let positions = used.iter().map(|&vertex| all[vertex as usize]).collect();
    Ok(RawMesh { positions, triangles, used })
}
