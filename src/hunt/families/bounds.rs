//! Local boxes under poses.

use super::draw::Draw;
use super::family::Family;
use crate::hunt::recipe::{PoseRecipe, Recipe, UNTURNED};

pub(super) const FAMILIES: [Family; 9] = [
    Family { name: "moved", about: "poses that only move", make: |d, _| each(d, moved) },
    Family { name: "turned", about: "any rotation", make: |d, _| each(d, turned) },
    Family {
        name: "eighths",
        about: "rotations by 30, 45, 90 and 180 degrees about an axis",
        make: |d, _| each(d, eighths),
    },
    Family { name: "mirrored", about: "negative scales", make: |d, _| each(d, mirrored) },
    Family {
        name: "uneven",
        about: "scales of 0.01 to 100, different along each axis, rotated",
        make: |d, _| each(d, uneven),
    },
    Family { name: "aside", about: "boxes away from their local origin", make: |d, _| each(d, aside) },
    Family { name: "flat", about: "boxes without a size along some axes", make: |d, _| each(d, flat) },
    Family { name: "huge", about: "boxes of 1e-6 to 1e7 m", make: |d, _| each(d, huge) },
    Family { name: "far", about: "up to 1,000 km from the origin", make: |d, _| each(d, far) },
];

type PosedBox = (PoseRecipe, [f32; 3], [f32; 3]);

fn each(draw: &mut Draw, one: fn(&mut Draw) -> PosedBox) -> Vec<Recipe> {
    let recipe = |(pose, min, max)| Recipe::Bounds { pose, min, max };
    (0..super::family::BLOCK).map(|_| recipe(one(draw))).collect()
}

/// A box about the local origin, not quite centred.
fn usual(draw: &mut Draw) -> ([f32; 3], [f32; 3]) {
    let min = std::array::from_fn(|_| -draw.size(0.1, 4.0));
    let max = std::array::from_fn(|_| draw.size(0.1, 4.0));
    (min, max)
}

fn moved(draw: &mut Draw) -> PosedBox {
    let (min, max) = usual(draw);
    (PoseRecipe { position: draw.vector(20.0), ..PoseRecipe::IDENTITY }, min, max)
}

fn turned(draw: &mut Draw) -> PosedBox {
    let (min, max) = usual(draw);
    (PoseRecipe { position: draw.vector(20.0), rotation: draw.rotation(), scale: [1.0; 3] }, min, max)
}

fn eighths(draw: &mut Draw) -> PosedBox {
    let (min, max) = usual(draw);
    let position = if draw.one_in(2) { [0.0; 3] } else { draw.vector(20.0) };
    (PoseRecipe { position, rotation: draw.simple_rotation(), scale: [1.0; 3] }, min, max)
}

fn mirrored(draw: &mut Draw) -> PosedBox {
    let (min, max) = usual(draw);
    let rotation = if draw.one_in(2) { UNTURNED } else { draw.rotation() };
    let scale = [draw.sign(), draw.sign(), draw.sign()];
    (PoseRecipe { position: draw.vector(20.0), rotation, scale }, min, max)
}

fn uneven(draw: &mut Draw) -> PosedBox {
    let (min, max) = usual(draw);
    let scale = std::array::from_fn(|_| draw.size(0.01, 100.0) * draw.sign());
    (PoseRecipe { position: draw.vector(20.0), rotation: draw.rotation(), scale }, min, max)
}

fn aside(draw: &mut Draw) -> PosedBox {
    let (min, max) = usual(draw);
    let by = draw.vector(30.0);
    let rotation = if draw.one_in(2) { draw.simple_rotation() } else { draw.rotation() };
    let pose = PoseRecipe { position: draw.vector(20.0), rotation, scale: [draw.size(0.5, 2.0); 3] };
    (pose, std::array::from_fn(|i| min[i] + by[i]), std::array::from_fn(|i| max[i] + by[i]))
}

fn flat(draw: &mut Draw) -> PosedBox {
    let (pose, mut min, max) = if draw.one_in(2) { aside(draw) } else { turned(draw) };
    for axis in 0..3 {
        if draw.one_in(2) {
            min[axis] = max[axis];
        }
    }
    (pose, min, max)
}

fn huge(draw: &mut Draw) -> PosedBox {
    let (pose, ..) = turned(draw);
    let size = draw.size(1e-6, 1e7);
    let (min, max) = usual(draw);
    (pose, min.map(|x| x * size), max.map(|x| x * size))
}

fn far(draw: &mut Draw) -> PosedBox {
    let (pose, min, max) = turned(draw);
    (PoseRecipe { position: (draw.direction() * draw.size(1e3, 1e6)).to_array(), ..pose }, min, max)
}
