//! Two boxes.

use super::draw::Draw;
use super::family::Family;
use crate::hunt::boundary::moved;
use crate::hunt::recipe::Recipe;
use crate::mistakes::Case;

type BoxPair = [[[f32; 3]; 2]; 2];

pub(super) const FAMILIES: [Family; 8] = [
    Family { name: "random", about: "boxes of usual sizes, near each other", make: |d, _| each(d, random) },
    Family { name: "touching", about: "boxes with a common face, edge or corner", make: |d, _| each(d, touching) },
    Family {
        name: "margin",
        about: "boxes a few units in the last place apart or overlapping",
        make: |d, _| each(d, margin),
    },
    Family { name: "nested", about: "a box in the other", make: |d, _| each(d, nested) },
    Family {
        name: "crossing",
        about: "boxes that cross without a corner of one in the other",
        make: |d, _| each(d, crossing),
    },
    Family { name: "flat", about: "boxes without a size along one, two or three axes", make: |d, _| each(d, flat) },
    Family { name: "huge", about: "boxes of 1 to 10,000 km beside small ones", make: |d, _| each(d, huge) },
    Family { name: "far", about: "boxes up to 1,000 km from the origin", make: |d, _| each(d, far) },
];

fn each(draw: &mut Draw, one: fn(&mut Draw) -> BoxPair) -> Vec<Recipe> {
    let case = |draw: &mut Draw| {
        let [a, b] = one(draw);
        if draw.one_in(2) { Case::BoxBox { a, b } } else { Case::BoxBox { a: b, b: a } }
    };
    (0..super::family::BLOCK).map(|_| Recipe::Plain(case(draw))).collect()
}

fn around(centre: [f32; 3], half: [f32; 3]) -> [[f32; 3]; 2] {
    [std::array::from_fn(|i| centre[i] - half[i]), std::array::from_fn(|i| centre[i] + half[i])]
}

fn sizes(draw: &mut Draw, low: f32, high: f32) -> [f32; 3] {
    std::array::from_fn(|_| draw.size(low, high))
}

fn random(draw: &mut Draw) -> BoxPair {
    let centre = draw.vector(10.0);
    let (a, b) = (sizes(draw, 0.2, 3.0), sizes(draw, 0.2, 3.0));
    let other = std::array::from_fn(|i| centre[i] + draw.within(-1.6, 1.6) * (a[i] + b[i]));
    [around(centre, a), around(other, b)]
}

/// Moves the second box so that it begins where the first ends along some axes, by some units in the last place beyond.
fn joined(draw: &mut Draw, mut pair: BoxPair, units: &[i32]) -> BoxPair {
    let axes = draw.one_of(&[&[0][..], &[1], &[2], &[0, 1], &[1, 2], &[0, 2], &[0, 1, 2]]);
    let [[first_min, first_max], [min, max]] = &mut pair;
    for axis in 0..3 {
        let size = max[axis] - min[axis];
        if axes.contains(&axis) {
            let units = draw.one_of(units);
            if draw.one_in(2) {
                min[axis] = moved(first_max[axis], units);
                max[axis] = min[axis] + size;
            } else {
                max[axis] = moved(first_min[axis], -units);
                min[axis] = max[axis] - size;
            }
        } else {
            // Along the others they overlap.
            min[axis] = first_min[axis] + draw.within(-0.5, 0.9) * (first_max[axis] - first_min[axis]);
            max[axis] = (min[axis] + size).max(first_min[axis]);
        }
    }
    pair
}

fn touching(draw: &mut Draw) -> BoxPair {
    let pair = random(draw);
    joined(draw, pair, &[0])
}

fn margin(draw: &mut Draw) -> BoxPair {
    let pair = random(draw);
    joined(draw, pair, &[-4, -2, -1, 1, 2, 4])
}

fn nested(draw: &mut Draw) -> BoxPair {
    let centre = draw.vector(10.0);
    let outer = sizes(draw, 0.5, 5.0);
    let inner = outer.map(|half| half * draw.within(0.05, 0.45));
    let inner_centre = std::array::from_fn(|i| centre[i] + draw.within(-0.5, 0.5) * outer[i]);
    [around(centre, outer), around(inner_centre, inner)]
}

fn crossing(draw: &mut Draw) -> BoxPair {
    let centre = draw.vector(10.0);
    let long = draw.below(3);
    let (mut a, mut b) = ([draw.size(0.2, 1.0); 3], [draw.size(0.2, 1.0); 3]);
    a[long] = draw.size(2.0, 8.0);
    b[(long + 1) % 3] = draw.size(2.0, 8.0);
    [around(centre, a), around(centre, b)]
}

fn flat(draw: &mut Draw) -> BoxPair {
    let mut pair = random(draw);
    for one in &mut pair {
        let [min, max] = one;
        for (max, min) in max.iter_mut().zip(min) {
            if draw.one_in(2) {
                *max = *min;
            }
        }
    }
    if draw.one_in(2) { joined(draw, pair, &[0, -1, 1]) } else { pair }
}

fn huge(draw: &mut Draw) -> BoxPair {
    let centre = draw.vector(1e4);
    let large = sizes(draw, 1e3, 1e7);
    let small = sizes(draw, 1e-6, 10.0);
    let other = std::array::from_fn(|i| centre[i] + draw.within(-1.2, 1.2) * large[i]);
    [around(centre, large), around(other, small)]
}

fn far(draw: &mut Draw) -> BoxPair {
    let centre = (draw.direction() * draw.size(1e3, 1e6)).to_array();
    let (a, b) = (sizes(draw, 0.2, 30.0), sizes(draw, 0.2, 30.0));
    let other = std::array::from_fn(|i| centre[i] + draw.within(-1.4, 1.4) * (a[i] + b[i]));
    [around(centre, a), around(other, b)]
}
