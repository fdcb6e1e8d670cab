//! The choice of the detail of each object for a viewpoint.
//!
//! Round solids have as many flat pieces as their size on the screen needs ([`Fineness`]).
//!
//! A scene of up to [`MANY`] objects is drawn with all objects and the edges of their boxes. In a larger scene, objects outside
//! the view are not drawn, small objects have no edges, and an object of a few pixels is a box whatever its shape. If there are
//! still more than [`MOST_TRIANGLES`], such as for many solids that overlap on the screen, all solids are drawn more coarsely,
//! down to [`Fineness::Coarse`]; the largest stay round longest. Only the largest objects have edges: up to [`MOST_EDGED`], and up
//! to [`MOST_EDGE_PIXELS`]. OpenGL in software keeps every triangle in memory until it draws, so
//! [`SolidBatch::most`](crate::render::solids::SolidBatch::most) bounds how many it gets at a time.
//!
//! The comparison of solids with nearer ones leaves out few solids that nearly coincide, because each may be visible somewhere.
//! From [`MOST_COMPARED_OVERDRAW`] on they are not compared. If [`MOST_UNSORTED`] or more pixels would still be painted, rays find
//! the nearest solid at each pixel ([`first_hits`]), and all others are left out. If the nearest ones alone exceed
//! [`MOST_PAINTED`], the solids with the most visible pixels are drawn, and [`LeftOut`] has the number of the others.

use super::detail::{Detail, LEAST_WITH_EDGES, bits};
use super::hidden::{keep_most_visible, leave_out_covered, leave_out_duplicates, leave_out_others};
use super::left_out::LeftOut;
use crate::geometry::frustum::Verdict;
use crate::parallel;
use crate::picture::{Bodies, BodyGroup, BodyLook, Fineness, SolidForm};
use crate::render::first_hits::{FirstHits, first_hits};
use crate::render::view_uniforms::Eye;

/// Up to this number of objects, all of them are drawn with full detail.
const MANY: usize = 2000;
/// The least size on the screen, in pixels, at which an object is drawn with its shape. Smaller objects are boxes.
const LEAST_SOLID: f32 = 2.0;
/// The most triangles of full detail. If a picture with more than [`MANY`] objects has more, its solids are drawn more coarsely.
const MOST_TRIANGLES: usize = 6_000_000;
/// The most boxes whose edges are drawn.
const MOST_EDGED: usize = 20_000;
/// The greatest sum of the lengths of all edges on the screen, in pixels, estimated.
const MOST_EDGE_PIXELS: f32 = 2e7;
/// The greatest factor by which the size of a solid is reduced for the choice of its detail.
const COARSEST: f32 = 100.0;
/// Above this number of triangles, hidden solids are searched. Below, drawing them costs less than the search.
const MOST_UNCULLED: usize = 2_000_000;
/// The same for the average overdraw.
const MOST_OVERDRAWN: f32 = 16.0;
/// The overdraw, as a multiple of the pixels of the picture, above which rays find the nearest solids.
const MOST_UNSORTED: f32 = 1000.0;
/// The greatest overdraw of the solids that are drawn after the search by rays.
const MOST_PAINTED: f32 = 3000.0;
/// The overdraw from which the comparison with nearer solids is left out: so many solids share each pixel that the
/// comparison costs more than the rays.
const MOST_COMPARED_OVERDRAW: f32 = 10_000.0;

/// The detail of each object for a viewpoint. Without looks, everything is drawn.
pub(super) fn choose_details(bodies: &Bodies, looks: Option<&[BodyLook]>, eye: &Eye) -> (Vec<Detail>, LeftOut) {
    let reaches: Vec<f32> = (0..bodies.len())
        .map(|object| {
            let aabb = bodies.aabb(object);
            aabb.half_extents().length() / eye.metres_per_pixel_at(aabb.centre()).max(f32::MIN_POSITIVE)
        })
        .collect();
    if bodies.len() <= MANY {
        let details = reaches.iter().map(|&reach| Detail::Edged(Fineness::for_reach(reach))).collect();
        return (details, LeftOut::default());
    }
    let verdicts = bodies.classify(&eye.frustum());
    let is_seen = verdicts.iter().map(|verdict| *verdict != Verdict::Outside).collect::<Vec<bool>>();
    let choose = |coarser: f32| -> Vec<Detail> {
        let detail = |(is_seen, reach): (&bool, &f32)| match *reach {
            _ if !is_seen => Detail::Unseen,
            reach if reach < LEAST_SOLID => Detail::Speck,
            reach if reach < LEAST_WITH_EDGES => Detail::Solid(Fineness::for_reach(reach / coarser)),
            reach => Detail::Edged(Fineness::for_reach(reach / coarser)),
        };
        is_seen.iter().zip(&reaches).map(detail).collect()
    };
    let pixels = eye.size.element_product();
    let seen = is_seen.iter().zip(&reaches).filter(|(is_seen, _)| **is_seen);
    let area: f32 = seen.map(|(_, reach)| (reach * reach).min(pixels)).sum();
    let is_overdrawn = area > MOST_OVERDRAWN * pixels;
    let mut details = choose(1.0);
    let culled = looks.filter(|_| is_overdrawn || triangles(bodies, &details) > MOST_UNCULLED);
    let mut left_out = LeftOut::default();
    // The drawn objects, if rays found them.
    let mut found: Option<(Vec<bool>, FirstHits)> = None;
    // Whether rays find hidden solids without the comparison with nearer ones.
    let mut is_extreme = false;
    if let Some(looks) = culled {
        let mut area = area;
        if area > MOST_COMPARED_OVERDRAW * pixels {
            leave_out_duplicates(bodies, looks, &mut details);
            let drawn = details.iter().zip(&reaches).filter(|(detail, _)| detail.is_drawn());
            area = drawn.map(|(_, reach)| (reach * reach).min(pixels)).sum();
            is_extreme = area > MOST_COMPARED_OVERDRAW * pixels;
        }
        if !is_extreme {
            leave_out_covered(bodies, looks, &mut details, eye, area);
        }
        let is_drawn = |object: usize| looks[object].fill.0[3] > 0 && details[object].is_drawn();
        let area = |object: usize| (reaches[object] * reaches[object]).min(pixels);
        let painted: f32 = (0..bodies.len()).filter(|&object| is_drawn(object)).map(area).sum();
        if painted > MOST_UNSORTED * pixels {
            let hits = first_hits(bodies, is_drawn, eye);
            let kept;
            (kept, left_out) = keep_most_visible(&hits, &reaches, area, MOST_PAINTED * pixels);
            left_out.edges = leave_out_others(&mut details, &kept, &hits, area);
            found = Some((kept, hits));
        }
    }
    let mut coarser = 1.0;
    while looks.is_some() && triangles(bodies, &details) > MOST_TRIANGLES && coarser <= COARSEST {
        coarser *= 1.5;
        let covered = details.into_iter().zip(choose(coarser));
        details = covered.map(|(before, now)| if before == Detail::Covered { before } else { now }).collect();
    }
    if let Some(looks) = culled.filter(|_| coarser > 1.0) {
        details = choose(coarser);
        match found {
            Some((kept, hits)) => {
                let area = |object: usize| (reaches[object] * reaches[object]).min(pixels);
                left_out.edges = leave_out_others(&mut details, &kept, &hits, area);
            }
            // Coarser solids are smaller and hide less.
            None => leave_out_covered(bodies, looks, &mut details, eye, area),
        }
    }
    keep_edges_of_largest(bodies, &mut details, &reaches, eye);
    (details, left_out)
}

/// Removes the edges of small boxes, so that at most [`MOST_EDGED`] boxes have edges, and at most [`MOST_EDGE_PIXELS`]
/// pixels are drawn for them. Equal boxes at one place count once, because they are drawn once.
fn keep_edges_of_largest(bodies: &Bodies, details: &mut [Detail], reaches: &[f32], eye: &Eye) {
    let is_edged = |object: &usize| matches!(details[*object], Detail::Edged(_));
    // An estimate of the length of an edge on the screen.
    let length = |reach: f32| reach.min(eye.size.max_element());
    let mut large: Vec<(f32, [[u32; 3]; 2])> =
        (0..details.len()).filter(is_edged).map(|object| (reaches[object], bits(&bodies.aabb(object)))).collect();
    let pixels: f32 = large.iter().map(|(reach, _)| length(*reach) * 12.0).sum();
    if large.len() <= MOST_EDGED && pixels <= MOST_EDGE_PIXELS {
        return;
    }
    parallel::sort_by(&mut large, |(a, i), (b, j)| b.total_cmp(a).then(i.cmp(j)));
    large.dedup_by(|(_, box_), (_, before)| box_ == before);
    let mut left = MOST_EDGE_PIXELS;
    let too_small = large.iter().enumerate().find(|(before, (reach, _))| {
        left -= length(*reach) * 12.0;
        *before >= MOST_EDGED || left < 0.0
    });
    let Some((_, (most, _))) = too_small else { return };
    // Boxes of exactly this size lose their edges, because all of them could be too many.
    for (detail, _) in details.iter_mut().zip(reaches).filter(|(_, reach)| *reach <= most) {
        if let Detail::Edged(fineness) = *detail {
            *detail = Detail::Solid(fineness);
        }
    }
}

/// The number of triangles of unit meshes at these details. Meshes of levels have no other detail, so they do not
/// count.
fn triangles(bodies: &Bodies, details: &[Detail]) -> usize {
    let of_group = |group: &BodyGroup| -> usize {
        let SolidForm::Part(part) = &group.form else { return 0 };
        let fineness = group.bodies.iter().filter_map(|body| details[body.object as usize].fineness());
        fineness.map(|fineness| part.triangles(fineness)).sum()
    };
    bodies.groups().iter().map(of_group).sum()
}
