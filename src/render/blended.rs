//! The translucent parts of the surfaces of all objects, drawn from far to near over everything opaque.
//!
//! ```text
//! units      each translucent part of each object in view, by the depth of its centre
//! run        units that one draw call can draw: neighbours with the same mesh and material
//! pieces     the triangles of a unit, by their depth (pieces.rs)
//! ```
//!
//! The order does not depend on that of the objects in the file: only of equal depths, the earlier object is drawn first, and of
//! one object the earlier part. Depth is not written. A part whose triangles need an order has a draw call of its own, with
//! indices that are sorted and uploaded for it. A picture is drawn again only after a change, mostly of the viewpoint, so sorted
//! indices are not kept.
//!
//! Two limits bound the time. Of more than [`MOST_SORTED`] triangles, those of the nearest parts are sorted, and of any other part
//! the sides that face away come first. A picture with more than [`MOST_CALLS`] draw calls is divided by depth into slices, and
//! a slice has all objects with the same mesh and material in one call.
//!
//! A part that contains another one, or that crosses it, has no right order. Rejected: to sort the triangles of all objects
//! together, which needs a draw call for nearly each triangle; and weights that need no order (M. McGuire and L. Bavoil, "Weighted
//! Blended Order-Independent Transparency", 2013), whose colours are not those of other viewers of glTF.

use std::collections::{HashMap, HashSet};

use glam::Mat3;
use three_d::{Context, ElementBuffer, InstanceBuffer, Program};

use super::error::RenderError;
use super::programs::Programs;
use super::solids::{Copies, MOST_AT_ONCE, SolidBatch, bind_rows, finish};
use super::surfaces::SurfaceOnGpu;
use super::view_uniforms::Eye;
use crate::geometry::Aabb;
use crate::geometry::frustum::{Verdict, classify};

/// The most triangles that are sorted for a picture: an estimated 20 ms.
const MOST_SORTED: usize = 200_000;
/// The most draw calls of a picture, of an estimated 50 µs each. There are more only for more kinds of parts.
const MOST_CALLS: usize = 1000;

/// The instances and indices of a draw call, which the next one overwrites.
pub(super) struct Blended {
    rows: [InstanceBuffer<[f32; 4]>; 3],
    colors: InstanceBuffer<[f32; 4]>,
    indices: ElementBuffer<u32>,
}

/// A translucent part of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Unit {
    depth: f32,
    /// The number of its object.
    item: u32,
    part: usize,
    batch: usize,
    instance: usize,
    triangles: usize,
    /// Whether its triangles need an order, and thus a draw call of its own.
    is_alone: bool,
    /// Whether its triangles are sorted.
    is_sorted: bool,
}

impl Blended {
    pub(super) fn new(context: &Context) -> Self {
        Self {
            rows: std::array::from_fn(|_| InstanceBuffer::new(context)),
            colors: InstanceBuffer::new(context),
            indices: ElementBuffer::new(context),
        }
    }

    /// Draws the translucent parts of the surfaces of all batches.
    #[expect(clippy::cast_possible_truncation, reason = "a batch counts its instances in 32 bits")]
    pub(super) fn draw<'b>(
        &mut self,
        batches: impl Iterator<Item = &'b SolidBatch>,
        programs: &Programs,
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let batches: Vec<(&SurfaceOnGpu, &Copies)> = batches.filter_map(SolidBatch::blended).collect();
        if batches.is_empty() {
            return Ok(());
        }
        let mut units = units(&batches, eye);
        put_in_order(&mut units, MOST_SORTED, MOST_CALLS);
        let mut corners = Vec::new();
        let mut waiting = 0;
        for run in units.chunk_by(Unit::joins) {
            let first = run[0];
            let (surface, copies) = batches[first.batch];
            self.fill(copies, run);
            let pieces = if first.is_sorted { surface.pieces(first.part) } else { None };
            if let Some(pieces) = pieces {
                pieces.sort(&copies.world_from_unit(first.instance), eye, &mut corners);
                self.indices.fill(&corners);
            }
            let sorted = pieces.map(|_| &self.indices);
            let instances = (run.len() as u32, copies.is_mirrored);
            let bind = |program: &Program| {
                bind_rows(program, &self.rows);
                program.use_instance_attribute("color", &self.colors);
            };
            surface.draw_part((first.part, sorted), programs, instances, eye, viewport, bind)?;
            waiting += run.len() * first.triangles;
            if waiting >= MOST_AT_ONCE / 2 {
                finish(programs.context());
                waiting = 0;
            }
        }
        Ok(())
    }

    /// Uploads the instances of a run.
    fn fill(&mut self, copies: &Copies, run: &[Unit]) {
        let of_run = |all: &[[f32; 4]]| -> Vec<[f32; 4]> { run.iter().map(|unit| all[unit.instance]).collect() };
        for (buffer, row) in self.rows.iter_mut().zip(&copies.rows) {
            buffer.fill(&of_run(row));
        }
        self.colors.fill(&of_run(&copies.colors));
    }
}

impl Unit {
    /// The mesh, drawn with one fineness and mirrored or not, and the part.
    fn kind(&self) -> (usize, usize) {
        (self.batch, self.part)
    }

    /// Whether one draw call draws it and the next unit.
    fn joins(&self, next: &Self) -> bool {
        self.kind() == next.kind() && !self.is_alone && !next.is_alone
    }
}

/// The translucent parts in view.
fn units(batches: &[(&SurfaceOnGpu, &Copies)], eye: &Eye) -> Vec<Unit> {
    let frustum = eye.frustum();
    let mut units = Vec::new();
    for (batch, (surface, copies)) in batches.iter().enumerate() {
        for instance in (0..copies.items.len()).filter(|&instance| copies.is_drawn(instance)) {
            let map = copies.world_from_unit(instance);
            for (part, blended) in surface.blended() {
                let centre = map.transform_point3(blended.bounds.centre());
                let half = Mat3::from(map.matrix3).abs() * blended.bounds.half_extents();
                if classify(&frustum, &Aabb::around(centre, half)).verdict == Verdict::Outside {
                    continue;
                }
                units.push(Unit {
                    // Adding 0 turns −0 into 0.
                    depth: eye.depth(centre) + 0.0,
                    item: copies.items[instance],
                    part,
                    batch,
                    instance,
                    triangles: blended.triangles,
                    is_alone: blended.needs_order(),
                    is_sorted: surface.pieces(part).is_some(),
                });
            }
        }
    }
    units
}

/// Sorts units from far to near, and applies both limits.
fn put_in_order(units: &mut [Unit], most_sorted: usize, most_calls: usize) {
    let place = |unit: &Unit| (unit.item, unit.part, unit.batch, unit.instance);
    units.sort_unstable_by(|a, b| b.depth.total_cmp(&a.depth).then_with(|| place(a).cmp(&place(b))));
    let mut left = most_sorted;
    for unit in units.iter_mut().rev().filter(|unit| unit.is_sorted) {
        match left.checked_sub(unit.triangles) {
            Some(rest) => left = rest,
            None => unit.is_sorted = false,
        }
    }
    if units.chunk_by(Unit::joins).count() <= most_calls {
        return;
    }
    let kinds = units.iter().map(Unit::kind).collect::<HashSet<_>>().len();
    let slices = (most_calls / kinds).max(1);
    for slice in units.chunks_mut(units.len().div_ceil(slices)) {
        let mut firsts = HashMap::new();
        for (i, unit) in slice.iter_mut().enumerate() {
            firsts.entry(unit.kind()).or_insert(i);
            (unit.is_alone, unit.is_sorted) = (false, false);
        }
        // The sort is stable: the units of a kind stay in their order.
        slice.sort_by_key(|unit| firsts[&unit.kind()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(depth: f32, item: u32, batch: usize) -> Unit {
        Unit { depth, item, part: 0, batch, instance: 0, triangles: 10, is_alone: false, is_sorted: false }
    }

    fn items(units: &[Unit]) -> Vec<u32> {
        units.iter().map(|unit| unit.item).collect()
    }

    #[test]
    fn far_units_come_first_and_of_equal_depths_the_earlier_object() {
        let mut units = [unit(1.0, 5, 0), unit(3.0, 9, 1), unit(1.0, 2, 1), unit(-4.0, 1, 0), unit(1.0, 3, 0)];
        put_in_order(&mut units, 100, 100);
        assert_eq!(items(&units), [9, 2, 3, 5, 1]);
        let runs: Vec<usize> = units.chunk_by(Unit::joins).map(<[Unit]>::len).collect();
        assert_eq!(runs, [2, 3], "two kinds");
    }

    #[test]
    fn the_triangles_of_the_nearest_units_are_sorted() {
        let mut units: Vec<Unit> = (0..5_u8)
            .map(|i| Unit { is_alone: true, is_sorted: true, ..unit(f32::from(i), u32::from(i), 0) })
            .collect();
        put_in_order(&mut units, 25, 100);
        let sorted: Vec<bool> = units.iter().map(|unit| unit.is_sorted).collect();
        assert_eq!(sorted, [false, false, false, true, true]);
        assert_eq!(units.chunk_by(Unit::joins).count(), 5);
    }

    #[test]
    fn many_units_are_drawn_in_slices_of_depth() {
        let mut units: Vec<Unit> = (0..100_u16)
            .map(|i| Unit { is_alone: true, is_sorted: true, ..unit(f32::from(i), i.into(), usize::from(i % 3)) })
            .collect();
        put_in_order(&mut units, 10_000, 30);
        let runs = units.chunk_by(Unit::joins).count();
        assert!((20..=30).contains(&runs), "{runs}");
        // Ten slices of ten units.
        for (slice, units) in (0_u16..).zip(units.chunks(10)) {
            let mut depths: Vec<f32> = units.iter().map(|unit| 99.0 - unit.depth).collect();
            depths.sort_by(f32::total_cmp);
            let expected: Vec<f32> = (10 * slice..10 * slice + 10).map(f32::from).collect();
            assert_eq!(depths, expected);
            assert!(units.chunk_by(|a, b| a.batch == b.batch).all(|kind| kind.is_sorted_by(|a, b| a.depth >= b.depth)));
        }
    }
}
