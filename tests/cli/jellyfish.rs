//! The jellyfish of the lesson about four influences. It is generated here and compared with the files. `UPDATE_SCENES=1 cargo
//! test --test cli jellyfish` writes the files.
//!
//! A bell, 1 m wide, has eight arms below its rim. Each arm has a joint, which only moves up and down. The weights of a vertex of
//! the bell are the greater, the nearer the joint is; at the top all eight are equal.

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::DVec3;
use serde_json::json;

use crate::glb::{Glb, compare, flat, normals, short};

/// Joints, each with an arm.
const ARMS: u8 = 8;
/// Vertices around the bell.
const SIDES: u16 = 32;
/// Vertices around an arm.
const ARM_SIDES: u16 = 5;
/// Rings of the outer and of the inner surface of the bell.
const OUTER: u8 = 9;
const INNER: u8 = 5;
/// The radius of the bell, the height of its rim above the ground, and that of its top above the rim.
const RADIUS: f64 = 0.5;
const RIM: f64 = 0.75;
const HEIGHT: f64 = 0.42;
/// Rings of an arm: how far below the joint, how far from the axis of the bell, and the radius.
const ARM: [[f64; 3]; 4] = [[-0.06, 0.46, 0.014], [0.1, 0.452, 0.034], [0.24, 0.455, 0.026], [0.38, 0.475, 0.016]];
/// The tip of an arm.
const TIP: [f64; 2] = [0.54, 0.54];
/// Weights are multiples of one part of these, such as 0.125.
const PARTS: f64 = 200.0;
/// Joints with a lower weight do not move a vertex.
const LEAST: f64 = 0.02;

/// Seconds of the animation, and its keys.
const DURATION: f64 = 2.0;
const KEYS: u8 = 20;
/// How far the arms move up and down.
const WAVE: f64 = 0.18;

/// The horizontal direction at a part of the way around the bell.
fn outward(part: f64) -> DVec3 {
    let (sin, cos) = libm::sincos(TAU * part);
    DVec3::new(cos, 0.0, sin)
}

/// The direction of an arm. Arms 0 to 3 are towards −X.
fn arm_outward(arm: u8) -> DVec3 {
    outward((f64::from(arm) + 2.5) / f64::from(ARMS))
}

fn joint(arm: u8) -> DVec3 {
    arm_outward(arm) * RADIUS + DVec3::Y * RIM
}

/// The mesh in the making. Each vertex has its joints with their weights, the greatest first.
#[derive(Default)]
struct Mesh {
    positions: Vec<DVec3>,
    influences: Vec<Vec<(u8, f64)>>,
    triangles: Vec<[u16; 3]>,
}

impl Mesh {
    fn vertex(&mut self, at: DVec3, influences: Vec<(u8, f64)>) -> u16 {
        self.positions.push(at);
        self.influences.push(influences);
        u16::try_from(self.positions.len() - 1).unwrap()
    }

    /// Closes a surface of revolution: `rings` are the first vertices of its rings, from the pole `start` to the pole `end`.
    fn close(&mut self, start: u16, rings: &[u16], end: u16, sides: u16) {
        let at = |ring: u16, side: u16| ring + side % sides;
        let fan = |side: u16| [start, at(rings[0], side + 1), at(rings[0], side)];
        self.triangles.extend((0..sides).map(fan));
        for pair in rings.windows(2) {
            for side in 0..sides {
                let [a, b] = [at(pair[0], side), at(pair[0], side + 1)];
                let [c, d] = [at(pair[1], side + 1), at(pair[1], side)];
                self.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        let last = rings[rings.len() - 1];
        self.triangles.extend((0..sides).map(|side| [end, at(last, side), at(last, side + 1)]));
    }

    fn bell(&mut self) {
        let quarter = |ring: u8, count: u8| libm::sincos(FRAC_PI_2 * f64::from(ring) / f64::from(count));
        let outer = (1..=OUTER).map(|ring| {
            let (sin, cos) = quarter(ring, OUTER);
            [RADIUS * sin, RIM + HEIGHT * cos]
        });
        let inner = (1..INNER).rev().map(|ring| {
            let (sin, cos) = quarter(ring, INNER);
            [RADIUS * 0.86 * sin, RIM + 0.02 + HEIGHT * 0.6 * cos]
        });
        let lip = [RADIUS * 0.94, RIM - 0.03];
        let top = self.vertex(DVec3::Y * (RIM + HEIGHT), weights(DVec3::ZERO));
        let mut rings = Vec::new();
        for [radius, height] in outer.chain([lip]).chain(inner) {
            for side in 0..SIDES {
                let at = outward(f64::from(side) / f64::from(SIDES)) * radius + DVec3::Y * height;
                let vertex = self.vertex(at, weights(at));
                if side == 0 {
                    rings.push(vertex);
                }
            }
        }
        let under = self.vertex(DVec3::Y * (RIM + 0.02 + HEIGHT * 0.6), weights(DVec3::ZERO));
        self.close(top, &rings, under, SIDES);
    }

    fn arm(&mut self, arm: u8) {
        let away = arm_outward(arm);
        let across = DVec3::new(-away.z, 0.0, away.x);
        let place = |below: f64, out: f64| away * out + DVec3::Y * (RIM - below);
        let rigid = || vec![(arm, 1.0)];
        let start = self.vertex(place(ARM[0][0], ARM[0][1]), rigid());
        let mut rings = Vec::new();
        for [below, out, radius] in ARM {
            for side in 0..ARM_SIDES {
                let (sin, cos) = libm::sincos(TAU * (f64::from(side) / f64::from(ARM_SIDES)));
                let at = place(below, out + radius * cos) + across * (radius * sin);
                let vertex = self.vertex(at, rigid());
                if side == 0 {
                    rings.push(vertex);
                }
            }
        }
        let end = self.vertex(place(TIP[0], TIP[1]), rigid());
        self.close(start, &rings, end, ARM_SIDES);
    }
}

/// The weights of a vertex of the bell: the inverse square of the distance to each joint, seen from above.
fn weights(at: DVec3) -> Vec<(u8, f64)> {
    let mut near = [0.0_f64; 8];
    for (near, arm) in near.iter_mut().zip(0..) {
        let away = at - joint(arm);
        *near = 1.0 / ((away.x * away.x + away.z * away.z) / (RADIUS * RADIUS) + 0.02);
    }
    let sum: f64 = near.iter().sum();
    let near = near.map(|weight| if weight / sum >= LEAST { weight } else { 0.0 });
    let sum: f64 = near.iter().sum();
    // Whole parts that add up to all: those that lose most when rounded down are rounded up.
    let exact = near.map(|weight| short(weight / sum * PARTS));
    let mut parts = exact.map(f64::floor);
    let mut order: Vec<usize> = (0..exact.len()).collect();
    let lost = |arm: usize| short(exact[arm] - exact[arm].floor());
    order.sort_by(|&a, &b| lost(b).total_cmp(&lost(a)));
    let mut missing = PARTS - parts.iter().sum::<f64>();
    for arm in order {
        if missing > 0.5 {
            parts[arm] += 1.0;
            missing -= 1.0;
        }
    }
    let mut kept: Vec<(u8, f64)> = (0..).zip(parts.map(|part| part / PARTS)).filter(|(_, part)| *part > 0.0).collect();
    kept.sort_by(|a, b| b.1.total_cmp(&a.1));
    kept
}

/// How far up an arm is at a part of the animation. The bell sways along X, and less along Z.
fn height(arm: u8, part: f64) -> f64 {
    let away = arm_outward(arm);
    let (sin, cos) = libm::sincos(TAU * part);
    WAVE * (0.3 * away.z * sin - away.x * cos)
}

/// The jellyfish with so many sets of four influences: the largest of each vertex, scaled to a sum of 1.
fn jellyfish(sets: usize) -> Vec<u8> {
    let mut mesh = Mesh::default();
    mesh.bell();
    (0..ARMS).for_each(|arm| mesh.arm(arm));
    for influences in &mut mesh.influences {
        influences.truncate(4 * sets);
        let sum: f64 = influences.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut *influences {
            *weight /= sum;
        }
    }
    let mut glb = Glb::new();
    let mut attributes = json!({ "POSITION": glb.positions(&mesh.positions) });
    attributes["NORMAL"] = json!(glb.floats("VEC3", 3, &flat(&normals(&mesh.positions, &mesh.triangles)), None));
    for set in 0..sets {
        let of_set = mesh.influences.iter().flat_map(|influences| {
            let own = influences.iter().copied().skip(4 * set);
            own.chain(std::iter::repeat((0, 0.0))).take(4)
        });
        let (joints, weights): (Vec<u8>, Vec<f64>) = of_set.unzip();
        attributes[format!("JOINTS_{set}")] = json!(glb.accessor("VEC4", 5121, mesh.influences.len(), &joints, None));
        attributes[format!("WEIGHTS_{set}")] = json!(glb.floats("VEC4", 4, &weights, None));
    }
    let indices = glb.indices(&mesh.triangles);
    let places: Vec<[f64; 3]> = (0..ARMS).map(|arm| joint(arm).to_array().map(short)).collect();
    let bind = glb.inverse_binds(places.iter().copied());
    glb.json["meshes"] = json!([{ "name": "bell",
        "primitives": [{ "material": 0, "indices": indices, "attributes": attributes }] }]);
    glb.json["materials"] = json!([{ "name": "jelly",
        "pbrMetallicRoughness": { "baseColorFactor": [0.62, 0.33, 0.5, 1], "metallicFactor": 0, "roughnessFactor": 0.6 } }]);
    let nodes: Vec<u8> = (2..ARMS + 2).collect();
    glb.push("nodes", json!({ "name": "bell", "mesh": 0, "skin": 0 }));
    glb.push("nodes", json!({ "name": "body", "children": nodes }));
    for (place, number) in places.iter().zip(1..) {
        glb.push("nodes", json!({ "name": format!("arm {number}"), "translation": place }));
    }
    glb.json["skins"] = json!([{ "name": "jellyfish", "joints": nodes, "inverseBindMatrices": bind }]);
    glb.json["scenes"] = json!([{ "nodes": [0, 1] }]);
    let parts: Vec<f64> = (0..=KEYS).map(|key| f64::from(key) / f64::from(KEYS)).collect();
    let times: Vec<f64> = parts.iter().map(|part| short(part * DURATION)).collect();
    let input = glb.floats("SCALAR", 1, &times, Some([json!([0.0]), json!([DURATION])]));
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    for arm in 0..ARMS {
        let way: Vec<DVec3> = parts.iter().map(|part| joint(arm) + DVec3::Y * height(arm, *part)).collect();
        let output = glb.floats("VEC3", 3, &flat(&way), None);
        channels.push(json!({ "sampler": arm, "target": { "node": arm + 2, "path": "translation" } }));
        samplers.push(json!({ "input": input, "output": output }));
    }
    glb.push("animations", json!({ "name": "Swim", "channels": channels, "samplers": samplers }));
    glb.written()
}

#[test]
fn the_jellyfish_of_the_lesson_are_generated() {
    for (name, sets) in [("jellyfish.glb", 2), ("jellyfish_four.glb", 1)] {
        compare(name, &jellyfish(sets));
    }
}
