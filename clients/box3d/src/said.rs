//! What Box3D answered to the queries of a step, as what the trace says.
//!
//! A ray is a ray. A box whose overlaps were asked is an orthographic camera, and each shape that the query can meet is `visible` or `culled`.
//! The trace has nothing for casts and overlaps of other shapes. The contacts of a step are its pairs.

use std::collections::BTreeSet;

use clap::ValueEnum;
use eyeline_client::{Camera, Hit, Layers, Projection, Ray, Tested, Verdict};
use eyeline_convert::Log;

use crate::native::{Filter, Key, Query, QueryHit, QueryKind};
use crate::scene::TraceScene;
use crate::snapshot::Snapshot;

/// What a trace can have of the answers of Box3D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SaidKind {
    /// Hits of rays.
    Rays,
    /// Overlaps of boxes.
    Overlaps,
    /// Contacts, as pairs.
    Contacts,
}

/// Says the answers to queries that met the world of the snapshot, which is that of the scene.
pub(crate) fn say_queries(
    scene: &mut TraceScene,
    snapshot: &Snapshot,
    queries: &[Query],
    kinds: &[SaidKind],
    time: f64,
) {
    let mut boxes = Vec::new();
    for query in queries {
        match query.kind {
            QueryKind::CastRay | QueryKind::CastRayClosest => {
                if kinds.contains(&SaidKind::Rays) {
                    say_ray(scene, snapshot, query, time);
                }
            }
            QueryKind::OverlapBox => boxes.push(query),
            QueryKind::OverlapShape => left_out(scene.log, "overlaps of shapes", time),
            QueryKind::CastShape => left_out(scene.log, "casts of shapes", time),
            QueryKind::CastMover | QueryKind::CollideMover => left_out(scene.log, "casts of movers", time),
        }
    }
    boxes.retain(|_| kinds.contains(&SaidKind::Overlaps));
    say_overlaps(scene, snapshot, &boxes, time);
}

fn left_out(log: &mut Log, kind: &str, time: f64) {
    log.left_out(kind, || format!("at {time} s"));
}

fn say_ray(scene: &mut TraceScene, snapshot: &Snapshot, query: &Query, time: f64) {
    // A layer is one bit of a category. The trace has nothing for the mask of a shape.
    let is_masked_by_shape =
        |filter: &Filter| meets(filter.category, query.filter.mask) && !can_meet(filter, &query.filter);
    if snapshot.shapes.values().any(|shape| is_masked_by_shape(&shape.filter)) {
        return left_out(scene.log, "rays that the mask of a shape lets through", time);
    }
    let direction = scene.metres(query.translation);
    let mask = (query.filter.mask != u64::MAX).then(|| Layers::from_bits(query.filter.mask));
    let ray = Ray::Cast { origin: scene.metres(query.origin), direction, length: Some(length(direction)), mask };
    let nearest = query.hits.iter().min_by(|a, b| a.fraction.total_cmp(&b.fraction));
    let hit = match nearest.map(|hit| (hit, scene.entries.get(&hit.shape))) {
        None => None,
        Some((hit, Some(entry))) if entry.has_object() => Some((hit, entry.name.clone())),
        Some(_) => return left_out(scene.log, "rays that hit what the trace does not have", time),
    };
    let said = hit.as_ref().map(|(hit, name)| said_hit(scene, hit, name));
    let before = scene.client.refused();
    scene.client.said_ray(ray, said);
    if scene.client.refused() > before {
        left_out(scene.log, "rays without a direction or with numbers that are not finite", time);
    }
}

fn said_hit<'n>(scene: &TraceScene, hit: &QueryHit, object: &'n str) -> Hit<'n> {
    Hit { object, t: Some(hit.fraction), point: Some(scene.metres(hit.point)), normal: Some(hit.normal) }
}

/// The length of a vector, rounded up, so that a hit at its end counts.
#[expect(clippy::cast_possible_truncation, reason = "corrected below")]
fn length(vector: [f32; 3]) -> f32 {
    let exact = vector.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    let rounded = exact as f32;
    if f64::from(rounded) < exact { rounded.next_up() } else { rounded }
}

fn say_overlaps(scene: &mut TraceScene, snapshot: &Snapshot, queries: &[&Query], time: f64) {
    let mut asked = Vec::new();
    for query in queries {
        let bounds = query.bounds.map(|corner| scene.metres(corner));
        match camera(bounds) {
            Some(camera) => asked.push((*query, bounds, camera)),
            None => left_out(scene.log, "overlaps of boxes without a volume", time),
        }
    }
    let cameras = asked.iter().map(|(query, _, camera)| (name_of(query), *camera)).collect();
    let names = scene.update_cameras(cameras);
    for (name, (query, bounds, _)) in names.iter().zip(&asked) {
        let hits: BTreeSet<Key> = query.hits.iter().map(|hit| hit.shape).collect();
        let tested = Tested { planes: Some(planes(*bounds)), ..Tested::default() };
        let bodies = snapshot.bodies.iter().filter(|body| body.is_enabled);
        for key in bodies.flat_map(|body| &body.shapes) {
            let is_asked = snapshot.shapes.get(key).is_some_and(|shape| can_meet(&shape.filter, &query.filter));
            let Some(entry) = scene.entries.get(key).filter(|entry| is_asked && entry.has_object()) else { continue };
            let verdict = if hits.contains(key) { Verdict::Visible } else { Verdict::Culled };
            scene.client.said_visibility(name, &entry.name, verdict, &tested);
        }
    }
}

fn name_of(query: &Query) -> String {
    match (query.name.as_str(), query.id) {
        ("", 0) => "overlap".to_owned(),
        ("", id) => format!("overlap {id}"),
        (name, 0) => format!("overlap {name}"),
        (name, id) => format!("overlap {name} {id}"),
    }
}

/// The orthographic camera that sees a box, from its middle along −Z; `None` for a box without a volume.
fn camera([min, max]: [[f32; 3]; 2]) -> Option<Camera> {
    let half = [0, 1, 2].map(|i| (max[i] - min[i]) / 2.0);
    if !half.iter().all(|half| *half > 0.0 && half.is_finite()) {
        return None;
    }
    let projection = Projection::Ortho { left: -half[0], right: half[0], bottom: -half[1], top: half[1] };
    let middle = [0, 1, 2].map(|i| min[i] + half[i]);
    Some(Camera::new(projection).at(middle).near(-half[2]).far(half[2]))
}

/// The planes of a box in the order of a camera that looks along −Z: left, right, bottom, top, near, far.
fn planes([min, max]: [[f32; 3]; 2]) -> [[f32; 4]; 6] {
    [
        [1.0, 0.0, 0.0, -min[0]],
        [-1.0, 0.0, 0.0, max[0]],
        [0.0, 1.0, 0.0, -min[1]],
        [0.0, -1.0, 0.0, max[1]],
        [0.0, 0.0, -1.0, max[2]],
        [0.0, 0.0, 1.0, -min[2]],
    ]
}

/// Says the pairs of shapes that touched in the step from this world.
pub(crate) fn say_contacts(scene: &mut TraceScene, contacts: impl IntoIterator<Item = [Key; 2]>) {
    // Each body has the contact.
    let contacts: BTreeSet<[Key; 2]> =
        contacts.into_iter().map(|[a, b]| if a <= b { [a, b] } else { [b, a] }).collect();
    let name = |key: &Key| scene.entries.get(key).filter(|entry| entry.has_object()).map(|entry| entry.name.as_str());
    let pairs: Vec<[&str; 2]> = contacts.iter().filter_map(|[a, b]| Some([name(a)?, name(b)?])).collect();
    scene.client.said_pairs(&pairs);
}

fn meets(category: u64, mask: u64) -> bool {
    category & mask != 0
}

/// As `b3ShouldQueryCollide`.
fn can_meet(shape: &Filter, query: &Filter) -> bool {
    meets(shape.category, query.mask) && meets(query.category, shape.mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_not_less_than_the_vector() {
        for vector in [[1.0, 1.0, 1.0], [0.1, 0.2, 0.3], [1e-20, 0.0, 0.0], [20.0, 0.0, 0.0], [3.0, 4.0, 12.5]] {
            let exact = vector.iter().map(|x: &f32| f64::from(*x).powi(2)).sum::<f64>().sqrt();
            let found = f64::from(length(vector));
            assert!((exact..exact * (1.0 + 2e-7)).contains(&found), "{vector:?}: {found}");
        }
        assert_eq!(length([3.0, 0.0, 4.0]), 5.0);
    }

    #[test]
    fn the_planes_of_a_box_have_its_inside_in_front() {
        let (min, max) = ([-1.0, 2.0, -5.0], [3.0, 4.0, 6.0]);
        let distances =
            |point: [f32; 3]| planes([min, max]).map(|[x, y, z, d]| x * point[0] + y * point[1] + z * point[2] + d);
        assert_eq!(distances(min), [0.0, 4.0, 0.0, 2.0, 11.0, 0.0]);
        assert_eq!(distances(max), [4.0, 0.0, 2.0, 0.0, 0.0, 11.0]);
        assert!(camera([min, max]).is_some() && camera([min, min]).is_none());
    }

    #[test]
    fn filters_are_those_of_both() {
        let filter = |category, mask| Filter { category, mask };
        assert!(can_meet(&filter(2, u64::MAX), &filter(u64::MAX, 6)));
        assert!(!can_meet(&filter(1, u64::MAX), &filter(u64::MAX, 6)));
        assert!(!can_meet(&filter(2, 1), &filter(4, 6)));
    }
}
