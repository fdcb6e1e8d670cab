//! A way over free cells as a short line.
//!
//! The line is short, and it does not come nearer to a body than the opening makes it: it goes through the middle of narrow places,
//! and around corners at some distance. Each of its segments is measured against every triangle and solid.

use std::collections::BinaryHeap;

use glam::DVec3;

use super::answer::{LeakPath, LeakQuery};
use super::flood::Queued;
use super::grid::{CellIndex, CellSide, CellState, LeakGrid};
use crate::clearance::obstacles::Obstacles;

/// Nearer to a body than so many radii, a way costs more than its length.
const WIDE: f64 = 4.0;
/// How much more at the radius.
const NARROW_COST: f64 = 3.0;
/// Corners of the line keep so many times the distance of the narrowest place, where there is room.
const ROOM: f64 = 1.1;
/// Rounds in which corners are moved and left out.
const ROUNDS: usize = 6;
/// Coordinates of the line are rounded to these parts of a metre, when it then still keeps the radius.
const DIGITS: f64 = 1e6;

/// The box that the centre has to leave.
pub(super) fn bounds_to_leave(query: &LeakQuery) -> [DVec3; 2] {
    let [min, max] = query.bounds;
    if !(min.is_finite() && max.is_finite()) {
        return [query.from, query.from];
    }
    [min - 2.0 * query.radius, max + 2.0 * query.radius]
}

/// Whether a place is outside of the box.
pub(super) fn is_outside(query: &LeakQuery, point: DVec3) -> bool {
    let [min, max] = query.bounds;
    if !(min.is_finite() && max.is_finite()) {
        return true;
    }
    let [min, max] = bounds_to_leave(query);
    point.cmplt(min).any() || point.cmpgt(max).any()
}

/// The cells of a short way over free cells.
pub(super) fn over_cells(
    grid: &LeakGrid,
    obstacles: &Obstacles,
    query: &LeakQuery,
    start: &[CellIndex],
    goal: &[CellIndex],
) -> Option<Vec<CellIndex>> {
    const NONE: CellIndex = CellIndex::MAX;
    let mut costs = vec![f64::INFINITY; grid.len()];
    let mut before = vec![NONE; grid.len()];
    let mut is_goal = vec![false; grid.len()];
    for cell in goal {
        is_goal[*cell as usize] = true;
    }
    let is_free = |cell: CellIndex| grid.cell(cell).state == CellState::Free;
    let mut queue = BinaryHeap::new();
    for cell in start.iter().copied().filter(|cell| is_free(*cell)) {
        let cost = grid.centre(cell).distance(query.from);
        costs[cell as usize] = cost;
        queue.push(Queued { cost, cell });
    }
    let wide = WIDE * query.radius;
    let factor = |cell: CellIndex| {
        let distance = obstacles.nearest(grid.centre(cell), wide).map_or(wide, |nearest| nearest.distance);
        1.0 + NARROW_COST * (1.0 - (distance - query.radius) / (wide - query.radius))
    };
    let mut last = None;
    while let Some(Queued { cost, cell }) = queue.pop() {
        if cost > costs[cell as usize] {
            continue;
        }
        if is_goal[cell as usize] {
            last = Some(cell);
            break;
        }
        let (here, own) = (grid.centre(cell), factor(cell));
        grid.neighbours(cell, |next| {
            if is_free(next) {
                let between = portal(grid, cell, next);
                let length = here.distance(between) + between.distance(grid.centre(next));
                let cost = cost + length * own;
                if cost < costs[next as usize] {
                    costs[next as usize] = cost;
                    before[next as usize] = cell;
                    queue.push(Queued { cost, cell: next });
                }
            }
        });
    }
    let mut cells = vec![last?];
    while let Some(previous) = cells.last().map(|cell| before[*cell as usize]).filter(|cell| *cell != NONE) {
        cells.push(previous);
    }
    cells.reverse();
    Some(cells)
}

/// The middle of the face that two cells share.
fn portal(grid: &LeakGrid, a: CellIndex, b: CellIndex) -> DVec3 {
    let [one, other] = [a, b].map(|cell| (grid.centre(cell), grid.edge(cell) * 0.5));
    let least = (one.0 - one.1).max(other.0 - other.1);
    let greatest = (one.0 + one.1).min(other.0 + other.1);
    (least + greatest) * 0.5
}

/// The corners of a way over cells: the start, centres and the middles of shared faces, and the goal or a place outside.
pub(super) fn points(grid: &LeakGrid, query: &LeakQuery, cells: &[CellIndex]) -> Vec<DVec3> {
    let mut points = vec![query.from];
    for (i, cell) in cells.iter().enumerate() {
        points.push(grid.centre(*cell));
        if let Some(next) = cells.get(i + 1) {
            points.push(portal(grid, *cell, *next));
        }
    }
    match (query.to, cells.last()) {
        (Some(to), _) => points.push(to),
        (None, Some(&last)) => {
            let side = CellSide::ALL.into_iter().find(|side| grid.is_at_boundary(last, *side));
            let half = grid.edge(last) * 0.5;
            points.extend(
                side.map(|side| grid.centre(last) + DVec3::AXES[side.axis] * if side.is_up { half } else { -half }),
            );
        }
        (None, None) => {}
    }
    points
}

/// The line up to the first place outside.
fn trimmed(query: &LeakQuery, mut points: Vec<DVec3>) -> Vec<DVec3> {
    /// Of the radius: the line ends so far outside.
    const BEYOND: f64 = 1e-3;
    let Some(first) = points.iter().position(|point| is_outside(query, *point)).filter(|_| query.to.is_none()) else {
        return points;
    };
    points.truncate(first + 1);
    let [min, max] = bounds_to_leave(query);
    if let [.., from, to] = points[..] {
        let mut t = 1.0;
        for axis in 0..3 {
            for limit in [min[axis], max[axis]] {
                let at = (limit - from[axis]) / (to[axis] - from[axis]);
                if at > 0.0 && at < t {
                    t = at;
                }
            }
        }
        let t = (t + BEYOND * query.radius / from.distance(to)).min(1.0);
        let end = from + (to - from) * t;
        if is_outside(query, end)
            && let Some(last) = points.last_mut()
        {
            *last = end;
        }
    }
    points
}

/// The line without detours, through the middle of narrow places.
pub(super) fn shortened(obstacles: &Obstacles, query: &LeakQuery, points: Vec<DVec3>, resolution: f64) -> LeakPath {
    let mut points = trimmed(query, points);
    points.dedup();
    for round in 0..ROUNDS {
        centre(obstacles, query, &mut points);
        points = pulled(obstacles, query, &points);
        tighten(obstacles, query, &mut points);
        if round + 1 < ROUNDS {
            points = with_middles(obstacles, query, &points);
        }
    }
    points = trimmed(query, points);
    let rounded: Vec<DVec3> = points
        .iter()
        .enumerate()
        .map(|(i, point)| if i == 0 || i + 1 == points.len() { *point } else { (*point * DIGITS).round() / DIGITS })
        .collect();
    let is_clear = rounded.windows(2).all(|ends| obstacles.of_segment([ends[0], ends[1]], query.radius).is_none());
    measured(obstacles, if is_clear { rounded } else { points }, resolution)
}

/// The distances of the segments from the bodies, up to `most`.
fn clearances(obstacles: &Obstacles, points: &[DVec3], most: f64) -> Vec<f64> {
    let of = |ends: &[DVec3]| obstacles.of_segment([ends[0], ends[1]], most).map_or(most, |found| found.distance);
    points.windows(2).map(of).collect()
}

/// Leaves out corners where a straight segment keeps as much distance as the corners did, or enough room.
fn pulled(obstacles: &Obstacles, query: &LeakQuery, points: &[DVec3]) -> Vec<DVec3> {
    let all = clearances(obstacles, points, WIDE * query.radius * ROOM);
    let narrowest = all.iter().copied().fold(f64::INFINITY, f64::min);
    let room = narrowest.max(query.radius) * ROOM;
    let can_skip = |from: usize, to: usize| {
        let least = all[from..to].iter().copied().fold(room, f64::min).max(query.radius);
        obstacles.of_segment([points[from], points[to]], least * (1.0 - 1e-12)).is_none()
    };
    let mut kept: Vec<DVec3> = points.first().copied().into_iter().collect();
    let mut at = 0;
    while at + 1 < points.len() {
        // As far as doubled steps lead, then back by halves.
        let (mut good, mut step) = (at + 1, 1);
        while good + step < points.len() && can_skip(at, good + step) {
            good += step;
            step *= 2;
        }
        while step > 0 {
            if good + step < points.len() && can_skip(at, good + step) {
                good += step;
            }
            step /= 2;
        }
        kept.push(points[good]);
        at = good;
    }
    kept
}

/// Moves corners towards the straight line between their neighbours, as far as that keeps enough room.
fn tighten(obstacles: &Obstacles, query: &LeakQuery, points: &mut [DVec3]) {
    const TRIES: i32 = 5;
    let wide = WIDE * query.radius;
    let narrowest = clearances(obstacles, points, wide).into_iter().fold(f64::INFINITY, f64::min);
    let room = narrowest.max(query.radius) * ROOM;
    for i in 1..points.len().saturating_sub(1) {
        let [before, at, after] = [points[i - 1], points[i], points[i + 1]];
        let along = after - before;
        let part = (at - before).dot(along) / along.length_squared();
        if !part.is_finite() {
            continue;
        }
        let target = before + along * part.clamp(0.0, 1.0);
        let own = clearances(obstacles, &[before, at, after], wide).into_iter().fold(room, f64::min).max(query.radius);
        let keeps = |to: DVec3| {
            [[before, to], [to, after]]
                .into_iter()
                .all(|ends| obstacles.of_segment(ends, own * (1.0 - 1e-12)).is_none())
        };
        let tried = (0..TRIES).map(|halves| at + (target - at) * 0.5_f64.powi(halves));
        if let Some(moved) = tried.into_iter().find(|to| keeps(*to)) {
            points[i] = moved;
        }
    }
}

/// The line with a corner at the middle of each segment, and where the narrowest segment is nearest to a body.
fn with_middles(obstacles: &Obstacles, query: &LeakQuery, points: &[DVec3]) -> Vec<DVec3> {
    let mut more = Vec::with_capacity(points.len() * 2);
    for ends in points.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let near = obstacles.of_segment([from, to], WIDE * query.radius).map_or(0.5, |found| found.at);
        let mut at = vec![0.5];
        if near > 0.01 && near < 0.99 {
            at.push(near);
        }
        at.sort_by(f64::total_cmp);
        more.push(from);
        more.extend(at.into_iter().map(|t| from + (to - from) * t));
    }
    more.extend(points.last());
    more
}

/// Moves corners in narrow places away from the nearest body, across the line.
fn centre(obstacles: &Obstacles, query: &LeakQuery, points: &mut [DVec3]) {
    let wide = WIDE * query.radius;
    let distance = |point: DVec3| obstacles.nearest(point, wide).map_or(wide, |nearest| nearest.distance);
    for i in 1..points.len().saturating_sub(1) {
        let [before, after] = [points[i - 1], points[i + 1]];
        let along = (after - before).normalize_or_zero();
        let (u, v) = along.any_orthonormal_pair();
        let mut best = distance(points[i]);
        if best >= wide || along == DVec3::ZERO {
            continue;
        }
        let (mut at, mut step) = (points[i], 0.5 * query.radius);
        while step > 1e-3 * query.radius {
            let sides = [u, -u, v, -v, u + v, u - v, -u + v, -u - v].map(|side| at + side * step);
            let better = sides.into_iter().map(|side| (distance(side), side)).max_by(|a, b| a.0.total_cmp(&b.0));
            match better.filter(|(found, _)| *found > best) {
                Some(found) => (best, at) = found,
                None => step *= 0.5,
            }
        }
        let least = |middle: DVec3| {
            clearances(obstacles, &[before, middle, after], wide).into_iter().fold(f64::INFINITY, f64::min)
        };
        if least(at) >= least(points[i]) {
            points[i] = at;
        }
    }
}

/// The sizes of a line.
pub(super) fn measured(obstacles: &Obstacles, points: Vec<DVec3>, resolution: f64) -> LeakPath {
    let length = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let (mut least, mut narrowest) = (f64::INFINITY, points.first().copied().unwrap_or_default());
    let single = points.first().map(|point| [*point; 2]).filter(|_| points.len() == 1);
    for ends in points.windows(2).map(|ends| [ends[0], ends[1]]).chain(single) {
        if let Some(found) = obstacles.of_segment(ends, least) {
            (least, narrowest) = (found.distance, ends[0] + (ends[1] - ends[0]) * found.at);
        }
    }
    let bodies = obstacles.bodies_within(narrowest, least * 1.25);
    LeakPath { points, length, narrowest, bodies, width: 2.0 * least, resolution }
}
