//! Questions about the octree: the level of an object.

use glam::Vec3;
use serde_json::Value;

use super::asked::{AskedScene, LEAST_MARGIN, some_of};
use super::moved::margin;
use crate::geometry::Aabb;
use crate::octree::place;
use crate::quiz::candidate::Candidate;
use crate::random::Random;
use crate::report::Section;
use crate::world::OctreeAt;

/// The greatest number of levels to choose from.
const MOST_LEVELS: u32 = 6;

pub(super) fn candidates(scene: &AskedScene, random: &mut Random) -> Vec<Candidate> {
    let Some(octree) = scene.world.octree.as_ref().filter(|octree| octree.region.depth() > 0) else {
        return Vec::new();
    };
    let indices = some_of(scene.world.objects.len(), random);
    indices
        .into_iter()
        .filter_map(|i| candidate(octree, &scene.world.objects[i].aabb, &scene.world.objects[i].name))
        .collect()
}

fn candidate(OctreeAt { region, method }: &OctreeAt, aabb: &Aabb, name: &str) -> Option<Candidate> {
    let placement = place(region, *method, aabb);
    if placement.is_outside() {
        return None;
    }
    let level = placement.cell.level();
    let directions = [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z];
    let stays = |aabb: Aabb| place(region, *method, &aabb).cell.level() == level;
    let moved = margin(&directions, |direction, by| {
        stays(Aabb { min: aabb.min + direction * by, max: aabb.max + direction * by })
    });
    // The size decides the level of a loose tree.
    let grown = margin(&[1.0, -1.0], |sign: f32, by| {
        let by = Vec3::splat(0.5 * sign * by).max(-0.49 * (aabb.max - aabb.min));
        stays(Aabb { min: aabb.min - by, max: aabb.max + by })
    });
    let margin = moved.min(grown);
    let first = level.saturating_sub(MOST_LEVELS / 2).min((region.depth() + 1).saturating_sub(MOST_LEVELS));
    let levels = (first..=region.depth()).take(MOST_LEVELS as usize).map(Value::from).collect();
    let named = [("octree", ""), ("object", name)];
    let candidate = Candidate::new(Section::Octree, &named, "level", &[name], &level.to_string());
    (margin >= LEAST_MARGIN).then(|| candidate.by(margin).among(levels))
}
