//! The halves of cuts drawn apart.

use std::collections::HashMap;
use std::sync::Arc;

use glam::Vec3;

use crate::world::at_tick::World;

impl World {
    /// A copy in which the halves of cuts are moved along the normals, half of `gap` metres each; `None` when nothing moves.
    /// A half that is cut again moves with both cuts.
    pub fn apart(&self, gap: f32) -> Option<Self> {
        if gap <= 0.0 || !self.cuts.iter().any(|cut| matches!(cut.outcome, Some(Ok(_)))) {
            return None;
        }
        let mut apart = self.clone();
        // The ways of the halves by name, with the number of the cut.
        let mut ways: HashMap<String, (usize, Vec3)> = HashMap::new();
        for (i, cut) in self.cuts.iter().enumerate().filter(|(_, cut)| matches!(cut.outcome, Some(Ok(_)))) {
            let way = cut.plane.normal().as_vec3() * gap / 2.0;
            for (sign, way) in [("+", way), ("-", -way)] {
                ways.insert(format!("{}/{}{sign}", cut.object, cut.name), (i, way));
            }
        }
        for object in &mut apart.objects {
            let name = Arc::clone(&object.name);
            let ends = name.match_indices('/').map(|(i, _)| i).chain([name.len()]);
            let mut own: Vec<&(usize, Vec3)> = ends.filter_map(|end| ways.get(&name[..end])).collect();
            own.sort_by_key(|(cut, _)| *cut);
            for (_, way) in own {
                if let Some(moved) = object.moved(*way) {
                    *object = moved;
                }
            }
        }
        Some(apart)
    }
}
