//! Pairs of faces that flicker, and the findings that they make: one of the same two bodies.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};

use super::body::FacePart;
use super::fight::FacesConfused;
use super::finding::{Cures, FacePair, Fight, FlickerFinding, FlickerKind};
use super::sight::{FlickerCamera, Sight};

/// A pair of faces that flicker, by the indices of their bodies.
pub(super) struct FoundPair {
    pub(super) bodies: [usize; 2],
    pub(super) parts: [FacePart; 2],
    pub(super) why: FoundKind,
}

pub(super) enum FoundKind {
    Coplanar {
        corners: Vec<DVec3>,
        area: f64,
        is_back_to_back: bool,
    },
    /// By camera, with the distance of the faces at right angles.
    Fights(Vec<(usize, f64, FacesConfused)>),
}

impl FoundPair {
    pub(super) fn bytes(&self) -> u64 {
        const EACH: usize = 48;
        let points = match &self.why {
            FoundKind::Coplanar { corners, .. } => corners.len(),
            FoundKind::Fights(fights) => fights.iter().map(|(.., fight)| 3 * fight.points.len() + 8).sum(),
        };
        (2 * size_of::<Self>() + EACH * points) as u64
    }
}

/// Bodies by their indices, the smaller first, and whether the faces are not in one plane.
type GroupKey = ([usize; 2], bool);

/// The pairs of the same two bodies together.
pub(super) fn findings(found: Vec<FoundPair>, cameras: &[Option<FlickerCamera>]) -> Vec<FlickerFinding> {
    let mut groups: BTreeMap<GroupKey, Vec<FoundPair>> = BTreeMap::new();
    for pair in found {
        let [a, b] = pair.bodies;
        let key = ([a.min(b), a.max(b)], matches!(pair.why, FoundKind::Fights(_)));
        groups.entry(key).or_default().push(pair);
    }
    let groups = groups.into_iter().filter_map(|((bodies, is_fight), pairs)| {
        if is_fight { fight(pairs, bodies, cameras) } else { Some(coplanar(pairs, bodies)) }
    });
    groups.collect()
}

/// The parts in the order of these bodies.
fn in_order(pair: &FoundPair, bodies: [usize; 2]) -> [FacePart; 2] {
    let [a, b] = pair.parts;
    if pair.bodies == bodies { [a, b] } else { [b, a] }
}

/// Both bodies in the order of most of the pairs: that with the smaller faces first.
fn smaller_first(pairs: &[FoundPair], bodies: [usize; 2]) -> [usize; 2] {
    let [a, b] = bodies;
    let ordered = pairs.iter().filter(|pair| pair.bodies == bodies).count();
    if 2 * ordered > pairs.len() { [a, b] } else { [b, a] }
}

fn coplanar(pairs: Vec<FoundPair>, bodies: [usize; 2]) -> FlickerFinding {
    let bodies = smaller_first(&pairs, bodies);
    let mut all: Vec<(FacePair, f64, bool)> = pairs
        .into_iter()
        .filter_map(|pair| {
            let faces = in_order(&pair, bodies);
            let FoundKind::Coplanar { corners, area, is_back_to_back } = pair.why else { return None };
            Some((FacePair { faces, places: vec![corners] }, area, is_back_to_back))
        })
        .collect();
    all.sort_by(|(_, a, _), (_, b, _)| b.total_cmp(a));
    let kind = FlickerKind::Coplanar {
        area: all.iter().map(|(_, area, _)| area).sum(),
        is_back_to_back: all.iter().all(|(.., is_back_to_back)| *is_back_to_back),
    };
    FlickerFinding { bodies, pairs: all.into_iter().map(|(pair, ..)| pair).collect(), kind }
}

fn fight(pairs: Vec<FoundPair>, bodies: [usize; 2], cameras: &[Option<FlickerCamera>]) -> Option<FlickerFinding> {
    let bodies = smaller_first(&pairs, bodies);
    let mut pixels: BTreeMap<usize, f64> = BTreeMap::new();
    for pair in &pairs {
        if let FoundKind::Fights(fights) = &pair.why {
            for (camera, _, fight) in fights {
                *pixels.entry(*camera).or_default() += fight.pixels;
            }
        }
    }
    // The first of those with the most pixels.
    let worst = pixels.iter().rev().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(camera, _)| *camera)?;
    let camera = cameras.get(worst)?.as_ref()?;
    let mut all: Vec<(FacePair, f64, FacesConfused)> = pairs
        .into_iter()
        .filter_map(|pair| {
            let faces = in_order(&pair, bodies);
            let FoundKind::Fights(fights) = pair.why else { return None };
            let (_, gap, mut fight) = fights.into_iter().find(|(camera, ..)| *camera == worst)?;
            Some((FacePair { faces, places: std::mem::take(&mut fight.places) }, gap, fight))
        })
        .collect();
    all.sort_by(|(.., a), (.., b)| b.pixels.total_cmp(&a.pixels));
    let (_, separation, nearest) = all.iter().min_by(|(.., a), (.., b)| a.distance.total_cmp(&b.distance))?;
    let sight = Sight::of(camera)?;
    let [a, b] = nearest.nearest;
    let along = (a - b) / (sight.distance(a) - sight.distance(b));
    let along = if along.is_finite() { along } else { sight.line(DVec2::ZERO).along };
    let points: Vec<_> = all.iter().flat_map(|(.., fight)| fight.points.iter().copied()).collect();
    let is_crossing = all.iter().any(|(.., fight)| fight.is_crossing);
    let least = all.iter().map(|(.., fight)| fight.least).fold(f64::MAX, f64::min);
    let needed = all.iter().map(|(_, gap, fight)| gap * fight.factor).fold(0.0, f64::max);
    let fight = Fight {
        camera: worst,
        others: pixels.into_keys().filter(|camera| *camera != worst).collect(),
        distance: nearest.distance,
        place: sight.world(a),
        separation: *separation,
        along_view: (sight.distance(a) - sight.distance(b)).abs(),
        resolution: sight.buffer.resolution(a, along),
        is_crossing,
        cures: Cures::of(camera, &points, is_crossing, least, needed),
    };
    let pairs = all.into_iter().map(|(pair, ..)| pair).collect();
    Some(FlickerFinding { bodies, pairs, kind: FlickerKind::Fight(fight) })
}
