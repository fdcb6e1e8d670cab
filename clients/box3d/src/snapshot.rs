//! The bodies and shapes of a replay at a moment.

use std::collections::HashMap;
use std::sync::Arc;

use eyeline_convert::Pose;

use crate::native::{Body, BodyShape, Key, Player, QueryHit};

/// The bodies and shapes at a moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    /// In the order of their creation.
    pub(crate) bodies: Vec<Body>,
    /// Those of all bodies.
    pub(crate) shapes: HashMap<Key, Arc<BodyShape>>,
}

impl Snapshot {
    /// The present world of a replay. Shapes of the world before are not read again, unless they may have changed.
    pub(crate) fn of(player: &Player, before: &Self, have_changed: bool) -> Self {
        let bodies = player.bodies();
        let known = |key: &Key| before.shapes.get(key).filter(|_| !have_changed).map(Arc::clone);
        let shape = |key: &Key| Some((*key, known(key).or_else(|| player.shape(*key).map(Arc::new))?));
        let shapes = bodies.iter().flat_map(|body| &body.shapes).filter_map(shape).collect();
        Self { bodies, shapes }
    }

    /// The world that queries met between this world and the one after the next step: that one with the places of this one, and of the
    /// bodies that were placed since. Shapes that a query hit and that are gone after the step are kept.
    pub(crate) fn before_step(&self, after: &Self, placed: &HashMap<Key, Pose>, hits: &[QueryHit]) -> Self {
        let mut asked = after.clone();
        let was: HashMap<Key, &Body> = self.bodies.iter().map(|body| (body.key, body)).collect();
        for body in &mut asked.bodies {
            let known = was.get(&body.key).map(|body| body.pose);
            if let Some(pose) = placed.get(&body.key).copied().or(known) {
                body.pose = pose;
            }
        }
        for hit in hits.iter().filter(|hit| !after.shapes.contains_key(&hit.shape)) {
            let owner = self.bodies.iter().find(|body| body.shapes.contains(&hit.shape));
            let (Some(owner), Some(shape)) = (owner, self.shapes.get(&hit.shape)) else { continue };
            asked.shapes.insert(hit.shape, Arc::clone(shape));
            match asked.bodies.iter_mut().find(|body| body.key == owner.key) {
                Some(body) if body.shapes.contains(&hit.shape) => {}
                Some(body) => body.shapes.push(hit.shape),
                None => asked.bodies.push(Body { shapes: vec![hit.shape], ..owner.clone() }),
            }
        }
        asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::{Filter, Geometry};

    fn key(index: i32) -> Key {
        Key { index, generation: 0 }
    }

    fn at(x: f64) -> Pose {
        Pose::at([x, 0.0, 0.0])
    }

    /// Bodies by their indices and places; the index of its shape is 10 more.
    fn world(bodies: &[(i32, f64)]) -> Snapshot {
        let filter = Filter { category: 1, mask: 1 };
        let shape = BodyShape { name: String::new(), filter, geometry: Geometry::Compound };
        let body = |(index, x): &(i32, f64)| Body {
            key: key(*index),
            name: String::new(),
            pose: at(*x),
            is_enabled: true,
            shapes: vec![key(index + 10)],
        };
        Snapshot {
            bodies: bodies.iter().map(body).collect(),
            shapes: bodies.iter().map(|(index, _)| (key(index + 10), Arc::new(shape.clone()))).collect(),
        }
    }

    fn places(world: &Snapshot) -> Vec<(i32, f64)> {
        assert!(world.bodies.iter().flat_map(|body| &body.shapes).all(|shape| world.shapes.contains_key(shape)));
        world.bodies.iter().map(|body| (body.key.index, body.pose.position[0])).collect()
    }

    #[test]
    fn queries_meet_the_places_before_the_step() {
        let (before, after) = (world(&[(1, 1.0), (2, 2.0), (3, 3.0)]), world(&[(1, 1.5), (2, 2.5), (4, 4.5)]));
        let hit = QueryHit { shape: key(13), point: [0.0; 3], normal: [0.0; 3], fraction: 0.5 };
        let placed = [(key(2), at(9.0))].into();
        assert_eq!(places(&before.before_step(&after, &placed, &[])), [(1, 1.0), (2, 9.0), (4, 4.5)]);
        let kept = before.before_step(&after, &HashMap::new(), &[hit, hit]);
        assert_eq!(places(&kept), [(1, 1.0), (2, 2.0), (4, 4.5), (3, 3.0)]);
        assert_eq!(kept.bodies[3].shapes, [key(13)]);
    }
}
