//! The search for a way, over cells that are divided where it matters.

use glam::DVec3;

use super::answer::{LeakAnswer, LeakPath, LeakQuery};
use super::flood::mixed_lengths;
use super::grid::{CellIndex, CellSide, CellState, DEEPEST, LeakGrid};
use super::path;
use crate::budget::Budget;
use crate::clearance::obstacles::Obstacles;
use crate::clearance::undecided::UndecidedReason;
use crate::geometry::exact::body::ExactBody;
use crate::opacity::Progress;

/// The edge of the smallest cells, of the radius. The farthest point of a cell is 0.87 of an edge from its centre, so a free or
/// blocked cell is decided when distances differ from the radius by 7 % of it; openings are decided within 14 %.
const SMALLEST: f64 = 0.08;
/// Cells on ways up to so many times as long as the shortest are divided together.
const BESIDE_SHORTEST: f32 = 2.0;
/// A search with more cells ends undecided.
const MOST_CELLS: usize = 12_000_000;
/// From a start or goal in a mixed cell, free cells are sought up to so many radii away.
const ANCHOR_REACH: f64 = 2.0;
/// So many of them at most.
const MOST_ANCHORS: usize = 64;

/// Whether the centre of the sphere can leave. Inside a solid the distance is 0; a mesh is its triangles.
pub fn leak(bodies: Vec<ExactBody>, query: &LeakQuery, budget: &Budget, progress: &Progress) -> LeakAnswer {
    let obstacles = match Obstacles::new(bodies, budget) {
        Ok(obstacles) => obstacles,
        Err(over) => return undecided(UndecidedReason::Memory(over), 0.0, None),
    };
    let body_of = |item: u32| obstacles.item(item).body as usize;
    if let Some(nearest) = obstacles.nearest(query.from, query.radius) {
        return LeakAnswer::StartsInside { distance: nearest.distance, body: body_of(nearest.item) };
    }
    if let Some(to) = query.to {
        if let Some(nearest) = obstacles.nearest(to, query.radius) {
            return LeakAnswer::Sealed { resolution: 0.0, goal_inside: Some(nearest.distance) };
        }
        if obstacles.of_segment([query.from, to], query.radius).is_none() {
            return LeakAnswer::Leaks(path::measured(&obstacles, vec![query.from, to], 0.0));
        }
    } else if path::is_outside(query, query.from) {
        return LeakAnswer::Leaks(path::measured(&obstacles, vec![query.from], 0.0));
    }
    Search::new(&obstacles, query, budget, progress).run()
}

fn undecided(reason: UndecidedReason, resolution: f64, near: Option<DVec3>) -> LeakAnswer {
    LeakAnswer::Undecided { reason, resolution, near }
}

/// The edge of the largest cells that block a wall.
fn wall_edge(query: &LeakQuery) -> f64 {
    0.99 * query.radius
}

/// The cells from which a point is reached, and the cell that contains it.
struct LeakEnd {
    /// The leaf with the point; `None` for the outside.
    leaf: Option<CellIndex>,
    cells: Vec<CellIndex>,
}

/// The lengths of the ways in mixed cells, see [`mixed_lengths`].
struct Ways<'a> {
    from_start: &'a [f32],
    from_goal: &'a [f32],
    /// From the start to the goal.
    shortest: f32,
}

struct Search<'a> {
    obstacles: &'a Obstacles,
    query: &'a LeakQuery,
    progress: &'a Progress,
    grid: LeakGrid,
    /// The level of the largest cells that block a wall: their edge is a little less than the radius.
    wall_level: u8,
    /// Cells of this level are not divided.
    last_level: u8,
}

impl<'a> Search<'a> {
    fn new(obstacles: &'a Obstacles, query: &'a LeakQuery, budget: &Budget, progress: &'a Progress) -> Self {
        let own = [query.from, query.to.unwrap_or(query.from)];
        let outside = path::bounds_to_leave(query);
        let least = own[0].min(own[1]).min(outside[0]);
        let greatest = own[0].max(own[1]).max(outside[1]);
        // The boundary is a little outside of what has to be left.
        let needed = (greatest - least).max_element() * 1.01 + 2.0 * query.radius;
        // A layer of cells whose edge is the radius is always between the two faces of the slab around a wall.
        let wall_level = (0..DEEPEST).find(|level| wall_edge(query) * 2_f64.powi((*level).into()) >= needed);
        let edge = wall_level.map_or(needed, |level| wall_edge(query) * 2_f64.powi(level.into()));
        let wall_level = wall_level.unwrap_or(DEEPEST);
        let grid = LeakGrid::new((least + greatest) * 0.5 - 0.5 * edge, edge, budget);
        let last_level = (0..DEEPEST).find(|level| grid.edge_at(*level) <= SMALLEST * query.radius).unwrap_or(DEEPEST);
        progress.expect(last_level.into());
        Self { obstacles, query, progress, grid, wall_level, last_level }
    }

    fn run(mut self) -> LeakAnswer {
        let mut deepest = 0;
        loop {
            let (start, goal) = (self.start(), self.goal());
            let is_end = |cell: CellIndex| start.leaf == Some(cell) || goal.leaf == Some(cell);
            let is_last = |cell: CellIndex| self.grid.cell(cell).level >= self.last_level && !is_end(cell);
            let from_start = mixed_lengths(&self.grid, start.cells.iter().copied(), is_last);
            let is_free = |cell: &CellIndex| self.grid.cell(*cell).state == CellState::Free;
            if goal.cells.iter().filter(|cell| is_free(cell)).any(|cell| from_start[*cell as usize] <= 0.0) {
                return self.found(&start, &goal);
            }
            let shortest = goal.cells.iter().map(|cell| from_start[*cell as usize]).fold(f32::INFINITY, f32::min);
            if self.progress.is_cancelled() {
                return undecided(UndecidedReason::Cancelled, self.smallest_edge(), None);
            }
            if shortest.is_infinite() {
                return self.ended(&start, &goal);
            }
            let from_goal = mixed_lengths(&self.grid, goal.cells.iter().copied(), is_last);
            let ways = Ways { from_start: &from_start, from_goal: &from_goal, shortest };
            let is_divided = |cell: &CellIndex| {
                let at = self.grid.cell(*cell);
                at.state == CellState::Mixed
                    && at.level < self.last_level
                    && (is_end(*cell) || self.leads_on(*cell, &ways))
            };
            let mut divided: Vec<CellIndex> = self.leaves().filter(is_divided).collect();
            // Smaller cells than those that block a wall are needed only where these leave a way. Then the largest are first.
            let coarsest = divided.iter().map(|cell| self.grid.cell(*cell).level).min();
            let last = coarsest.map_or(0, |coarsest| (coarsest + 1).max(self.wall_level));
            divided.retain(|cell| self.grid.cell(*cell).level < last);
            if divided.is_empty() {
                return undecided(UndecidedReason::TooClose, self.smallest_edge(), Some(self.query.from));
            }
            let next = divided.iter().map(|cell| self.grid.cell(*cell).level + 1).max().unwrap_or(0);
            self.progress.advance(next.saturating_sub(deepest).into());
            deepest = deepest.max(next);
            if self.grid.len() + 8 * divided.len() > MOST_CELLS {
                return undecided(
                    UndecidedReason::TooManyCells,
                    self.smallest_edge(),
                    Some(self.grid.centre(divided[0])),
                );
            }
            let is_cancelled = || self.progress.is_cancelled();
            if let Err(over) = self.grid.divide(&divided, self.obstacles, self.query.radius, &is_cancelled) {
                return undecided(
                    UndecidedReason::Memory(over),
                    self.smallest_edge(),
                    Some(self.grid.centre(divided[0])),
                );
            }
        }
    }

    /// Whether a way that is hardly longer than the shortest leads through a mixed cell, and leaves it nearer to the goal than it
    /// enters it. A cell at a wall from which the way goes back is no such cell.
    fn leads_on(&self, cell: CellIndex, ways: &Ways) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "lengths are only compared")]
        let own = self.grid.edge(cell) as f32;
        if ways.from_start[cell as usize] + ways.from_goal[cell as usize] - own > BESIDE_SHORTEST * ways.shortest {
            return false;
        }
        // What is left of the way from the neighbour through which it enters, and from the one through which it leaves.
        let (mut entered, mut before, mut after) = (f32::INFINITY, f32::INFINITY, f32::INFINITY);
        self.grid.neighbours(cell, |next| {
            let [from, to] = [ways.from_start, ways.from_goal].map(|lengths| lengths[next as usize]);
            if from < entered || (from <= entered && to > before) {
                (entered, before) = (from, to);
            }
            after = after.min(to);
        });
        before > after + 0.01 * own
    }

    fn leaves(&self) -> impl Iterator<Item = CellIndex> + '_ {
        (0..self.grid.len()).filter_map(|i| CellIndex::try_from(i).ok()).filter(|cell| self.grid.is_leaf(*cell))
    }

    fn start(&self) -> LeakEnd {
        self.end_at(self.query.from)
    }

    /// The cells at the boundary of the cube are the outside.
    fn goal(&self) -> LeakEnd {
        if let Some(to) = self.query.to {
            return self.end_at(to);
        }
        let is_outer = |cell: &CellIndex| CellSide::ALL.into_iter().any(|side| self.grid.is_at_boundary(*cell, side));
        LeakEnd { leaf: None, cells: self.leaves().filter(is_outer).collect() }
    }

    /// The leaf with a point, and when it is one of the smallest and mixed, free cells near it to which a straight way keeps the
    /// radius.
    fn end_at(&self, point: DVec3) -> LeakEnd {
        let Some(leaf) = self.grid.leaf_at(point) else { return LeakEnd { leaf: None, cells: Vec::new() } };
        let mut cells = vec![leaf];
        let at = self.grid.cell(leaf);
        if at.state == CellState::Mixed && at.level >= self.last_level {
            let reach = ANCHOR_REACH * self.query.radius;
            let near = self.leaves().filter(|cell| self.grid.cell(*cell).state == CellState::Free);
            let near = near.map(|cell| (self.grid.centre(cell).distance(point), cell));
            let mut near: Vec<(f64, CellIndex)> = near.filter(|(distance, _)| *distance <= reach).collect();
            near.sort_by(|a, b| a.0.total_cmp(&b.0));
            let is_clear = |cell: CellIndex| {
                self.obstacles.of_segment([point, self.grid.centre(cell)], self.query.radius).is_none()
            };
            cells.extend(near.into_iter().map(|(_, cell)| cell).filter(|cell| is_clear(*cell)).take(MOST_ANCHORS));
        }
        LeakEnd { leaf: Some(leaf), cells }
    }

    /// The way over free cells.
    fn found(&self, start: &LeakEnd, goal: &LeakEnd) -> LeakAnswer {
        let over = path::over_cells(&self.grid, self.obstacles, self.query, &start.cells, &goal.cells);
        let Some(cells) = over else { return undecided(UndecidedReason::TooClose, self.smallest_edge(), None) };
        let resolution = cells.iter().map(|cell| self.grid.edge(*cell)).fold(f64::INFINITY, f64::min);
        let points = path::points(&self.grid, self.query, &cells);
        let path: LeakPath = path::shortened(self.obstacles, self.query, points, resolution);
        LeakAnswer::Leaks(path)
    }

    /// No way is left but through the smallest cells, or none at all.
    fn ended(&self, start: &LeakEnd, goal: &LeakEnd) -> LeakAnswer {
        let from_start = mixed_lengths(&self.grid, start.cells.iter().copied(), |_| false);
        if goal.cells.iter().all(|cell| from_start[*cell as usize].is_infinite()) {
            return LeakAnswer::Sealed { resolution: self.smallest_edge(), goal_inside: None };
        }
        let from_goal = mixed_lengths(&self.grid, goal.cells.iter().copied(), |_| false);
        let mixed = self.leaves().filter(|cell| {
            let at = self.grid.cell(*cell);
            at.state == CellState::Mixed && at.level >= self.last_level
        });
        let sum = |cell: CellIndex| from_start[cell as usize] + from_goal[cell as usize];
        let near = mixed.min_by(|a, b| sum(*a).total_cmp(&sum(*b)));
        undecided(UndecidedReason::TooClose, self.smallest_edge(), near.map(|cell| self.grid.centre(cell)))
    }

    fn smallest_edge(&self) -> f64 {
        let deepest = self.leaves().map(|cell| self.grid.cell(cell).level).max().unwrap_or(0);
        self.grid.edge_at(deepest)
    }
}
