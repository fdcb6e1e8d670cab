//! Rays against triangles.

use glam::DVec3;

use super::draw::{Draw, exact, rounded};
use super::family::Family;
use crate::hunt::boundary::{last_yes, moved};
use crate::hunt::recipe::Recipe;
use crate::mistakes::{Answer, Case, MistakeSet, SpatialQuestion, rules};

type Triangle = [[f32; 3]; 3];

pub(super) const FAMILIES: [Family; 10] = [
    Family { name: "random", about: "triangles of usual sizes, hit or missed at random", make: |d, _| each(d, random) },
    Family { name: "margin", about: "a few units in the last place to either side of an edge", make: margin },
    Family {
        name: "edges",
        about: "rays exactly through corners and edges, and close to them",
        make: |d, _| each(d, edges),
    },
    Family {
        name: "axes",
        about: "triangles and directions in the planes of the axes, with +0 and −0",
        make: |d, _| each(d, axes),
    },
    Family {
        name: "surface",
        about: "starts in the plane of the triangle, up to rounding",
        make: |d, _| each(d, surface),
    },
    Family { name: "behind", about: "triangles behind the start", make: |d, _| each(d, behind) },
    Family { name: "thin", about: "slivers, tiny and huge triangles, 1e-6 to 1e7 m", make: |d, _| each(d, thin) },
    Family { name: "far", about: "triangles and starts 100 m to 1,000 km from the origin", make: |d, _| each(d, far) },
    Family { name: "distant", about: "starts 1 to 1,000 km from the triangle", make: |d, _| each(d, distant) },
    Family { name: "length", about: "directions of length 1e-6 to 1e6", make: |d, _| each(d, length) },
];

fn each(draw: &mut Draw, one: fn(&mut Draw) -> Case) -> Vec<Recipe> {
    (0..super::family::BLOCK).map(|_| Recipe::Plain(one(draw))).collect()
}

/// A triangle about a place.
fn triangle(draw: &mut Draw, place: DVec3, size: f32) -> Triangle {
    std::array::from_fn(|_| rounded(place + exact(draw.vector(size))))
}

/// A point in the plane of a triangle; inside when `most` is 1.
fn point(draw: &mut Draw, corners: &Triangle, most: f32) -> DVec3 {
    let [a, b, c] = corners.map(exact);
    let (mut u, mut v) = (draw.within(1.0 - most, most), draw.within(1.0 - most, most));
    if most <= 1.0 && u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    a + (b - a) * f64::from(u) + (c - a) * f64::from(v)
}

fn towards(draw: &mut Draw, start: DVec3, corners: Triangle, target: DVec3) -> Case {
    let origin = rounded(start);
    let unit = (target - exact(origin)).try_normalize().unwrap_or(DVec3::NEG_Z);
    let length = if draw.one_in(4) { f64::from(draw.size(0.1, 10.0)) } else { 1.0 };
    Case::RayTriangle { origin, direction: rounded(unit * length), corners }
}

fn start(draw: &mut Draw, corners: &Triangle, low: f32, high: f32) -> DVec3 {
    let [a, b, c] = corners.map(exact);
    let size = a.distance(b).max(b.distance(c)).max(c.distance(a));
    a + draw.direction().as_dvec3() * f64::from(draw.size(low, high)) * size.max(1e-30)
}

fn aimed(draw: &mut Draw, corners: Triangle) -> Case {
    let start = start(draw, &corners, 1.0, 20.0);
    let target = point(draw, &corners, 1.3);
    towards(draw, start, corners, target)
}

fn usual(draw: &mut Draw) -> Triangle {
    let place = exact(draw.vector(10.0));
    let size = draw.size(0.1, 10.0);
    triangle(draw, place, size)
}

fn random(draw: &mut Draw) -> Case {
    let corners = usual(draw);
    aimed(draw, corners)
}

fn margin(draw: &mut Draw, _: SpatialQuestion) -> Vec<Recipe> {
    const UNITS: [i32; 8] = [-9, -3, -1, 0, 1, 2, 4, 12];
    for _ in 0..8 {
        let corners = usual(draw);
        let start = start(draw, &corners, 1.0, 20.0);
        let target = point(draw, &corners, 1.0);
        let Case::RayTriangle { origin, direction, .. } = towards(draw, start, corners, target) else { continue };
        let axis = draw.below(3);
        let with = |x: f32| {
            let mut origin = origin;
            origin[axis] = x;
            Case::RayTriangle { origin, direction, corners }
        };
        let is_hit = |x: f32| matches!(rules::answer(&with(x), MistakeSet::default()), Answer::Hit(Some(_)));
        let miss = origin[axis] + draw.sign() * 200.0;
        if let Some(last) = last_yes(origin[axis], miss, is_hit) {
            return UNITS.map(|units| Recipe::Plain(with(moved(last, units)))).into();
        }
    }
    each(draw, random)
}

/// Half of the rays go exactly through a corner or the middle of an edge: all numbers are small multiples of 1/8.
fn edges(draw: &mut Draw) -> Case {
    if draw.one_in(2) {
        let corners = usual(draw);
        let [a, b, c] = corners.map(exact);
        let target = draw.one_of(&[a, b, c, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0]);
        let start = start(draw, &corners, 1.0, 20.0);
        return towards(draw, start, corners, target);
    }
    // In the plane z = 0, with a ray along z, possibly turned so that another axis is z.
    let mut flat: [[f32; 2]; 3] = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
    let by = [draw.one_of(&[0.0, 1.0, -3.0]), draw.one_of(&[0.0, 2.0, -1.0])];
    for p in &mut flat {
        *p = [p[0] + by[0], p[1] + by[1]];
    }
    let [a, b, c] = flat;
    let middle = |p: [f32; 2], q: [f32; 2]| [f32::midpoint(p[0], q[0]), f32::midpoint(p[1], q[1])];
    let target = draw.one_of(&[a, b, c, middle(a, b), middle(b, c), middle(c, a)]);
    let turn = draw.below(3);
    let place = |[x, y]: [f32; 2], z: f32| {
        let mut p = [0.0; 3];
        p[turn] = x;
        p[(turn + 1) % 3] = y;
        p[(turn + 2) % 3] = z;
        p
    };
    let side = draw.sign();
    let corners = if draw.one_in(2) { [a, b, c] } else { [a, c, b] };
    Case::RayTriangle {
        origin: place(target, side * draw.one_of(&[1.0, 2.0, 8.0])),
        direction: place([0.0, draw.one_of(&[0.0, -0.0])], -side),
        corners: corners.map(|p| place(p, 0.0)),
    }
}

fn axes(draw: &mut Draw) -> Case {
    let along = draw.below(3);
    let tidy = |draw: &mut Draw| {
        let x = draw.within(-4.0, 4.0);
        draw.tidy(x)
    };
    let mut corners = usual(draw).map(|corner| corner.map(|x| x / 4.0));
    for corner in &mut corners {
        *corner = [tidy(draw), tidy(draw), tidy(draw)];
        if draw.one_in(2) {
            corner[along] = 0.0;
        }
    }
    let mut direction = [draw.one_of(&[0.0, -0.0]), draw.one_of(&[0.0, -0.0]), draw.one_of(&[0.0, -0.0])];
    direction[along] = draw.sign();
    let mut origin = rounded(point(draw, &corners, 1.2));
    origin[along] = -direction[along] * 8.0;
    Case::RayTriangle { origin, direction, corners }
}

fn surface(draw: &mut Draw) -> Case {
    let corners = usual(draw);
    let origin = rounded(point(draw, &corners, 1.2));
    Case::RayTriangle { origin, direction: draw.direction().to_array(), corners }
}

fn behind(draw: &mut Draw) -> Case {
    match random(draw) {
        Case::RayTriangle { origin, direction, corners } => {
            Case::RayTriangle { origin, direction: direction.map(|x| -x), corners }
        }
        other => other,
    }
}

fn thin(draw: &mut Draw) -> Case {
    let [low, high] = draw.one_of(&[[1e-6, 1e-3], [1e4, 1e7], [0.1, 10.0]]);
    let place = exact(draw.vector(low));
    let size = draw.size(low, high);
    let mut corners = triangle(draw, place, size);
    if draw.one_in(2) {
        let [a, b] = [exact(corners[0]), exact(corners[1])];
        let aside = draw.direction().as_dvec3() * f64::from(draw.size(1e-5, 1e-2)) * a.distance(b);
        corners[2] = rounded(a.lerp(b, f64::from(draw.within(0.0, 1.0))) + aside);
    }
    aimed(draw, corners)
}

fn far(draw: &mut Draw) -> Case {
    let place = draw.direction().as_dvec3() * f64::from(draw.size(1e2, 1e6));
    let size = draw.size(0.5, 20.0);
    let corners = triangle(draw, place, size);
    aimed(draw, corners)
}

fn distant(draw: &mut Draw) -> Case {
    let corners = usual(draw);
    let away = draw.direction().as_dvec3() * f64::from(draw.size(1e3, 1e6));
    let target = point(draw, &corners, 1.1);
    towards(draw, exact(corners[0]) + away, corners, target)
}

fn length(draw: &mut Draw) -> Case {
    match random(draw) {
        Case::RayTriangle { origin, direction, corners } => {
            let unit = exact(direction).normalize_or_zero();
            Case::RayTriangle { origin, direction: rounded(unit * f64::from(draw.size(1e-6, 1e6))), corners }
        }
        other => other,
    }
}
