//! The flat faces of bodies that are near to each other, with the distance at which each is compared.

use std::collections::HashMap;
use std::ops::ControlFlow;

use glam::Vec3;

use super::body::{FacePart, FlickerBody, Place};
use super::coplanar::TOLERANCE;
use super::first_faces::{self, are_first};
use super::sight::{FlickerCamera, Sight};
use crate::geometry::{Aabb, BoxTree};
use crate::parallel;

/// Faces that one thread takes at a time.
const CHUNK: usize = 2048;

/// Bytes of a face with its part of the tree, while the tree is built.
pub(super) const FACE_BYTES: usize = size_of::<NearFace>() + first_faces::BYTES + 128;

/// A face in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearFace {
    pub(super) body: u32,
    pub(super) part: FacePart,
    pub(super) is_double_sided: bool,
    pub(super) normal: Vec3,
    /// The greatest distance at which it is compared.
    pub(super) reach: f32,
    pub(super) bounds: Aabb,
}

impl NearFace {
    pub(super) fn around(&self) -> Aabb {
        let reach = Vec3::splat(self.reach);
        Aabb { min: self.bounds.min - reach, max: self.bounds.max + reach }
    }
}

pub(super) type CameraSight<'c> = (usize, Sight, &'c FlickerCamera);

/// The bodies that have faces near those of another one, or of their own.
pub(super) fn near_bodies(bodies: &[FlickerBody], tree: &BoxTree, sights: &[CameraSight]) -> Vec<usize> {
    let reaches = parallel::collect(bodies.len(), |i| {
        let cameras = sights.iter().map(|(_, sight, camera)| sight.reach(&bodies[i].bounds, &camera.camera));
        cameras.fold(TOLERANCE * bodies[i].spacing(), f64::max)
    });
    let reach = larger(reaches.into_iter().fold(0.0, f64::max));
    parallel::filter_map(bodies.len(), |i| {
        let Aabb { min, max } = bodies[i].bounds;
        let mut is_near = bodies[i].may_fight_itself();
        if !is_near && bodies[i].face_count() > 0 {
            tree.near(&Aabb { min: min - reach, max: max + reach }, |other| {
                is_near |= other != i;
                if is_near { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        is_near.then_some(i)
    })
}

/// A distance as f32, not smaller.
fn larger(distance: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "rounded up")]
    let single = distance.min(f64::from(f32::MAX) / 4.0) as f32;
    single.next_up()
}

/// The faces of some bodies, each with the greatest distance at which it is compared. Duplicates of a triangle are left out.
pub(super) fn faces(bodies: &[FlickerBody], near: &[usize], sights: &[CameraSight]) -> Vec<NearFace> {
    let mut work: Vec<(usize, usize)> = Vec::new();
    for &body in near {
        work.extend((0..bodies[body].face_count()).step_by(CHUNK).map(|first| (body, first)));
    }
    let are_first: HashMap<usize, Vec<bool>> = near.iter().map(|&body| (body, are_first(&bodies[body]))).collect();
    parallel::flat_map(work.len(), |i| {
        let (index, first) = work[i];
        let are_first = &are_first[&index];
        let body = &bodies[index];
        let (place, own) = (Place::of(&body.pose), TOLERANCE * body.spacing());
        let last = body.face_count().min(first + CHUNK);
        let face = |index_of_face: usize| {
            let (part, is_double_sided) = body.part(index_of_face);
            let face = body.face(&place, part)?;
            let [min, max] = face.bounds();
            let bounds = Aabb { min: min.as_vec3().map(f32::next_down), max: max.as_vec3().map(f32::next_up) };
            let seeing = sights.iter().filter(|(_, sight, _)| sight.mask & body.layers != 0);
            let seeing = seeing.filter(|(_, sight, _)| sight.shows(&face, is_double_sided));
            let reach = seeing.map(|(_, sight, camera)| sight.reach(&bounds, &camera.camera)).fold(own, f64::max);
            Some(NearFace {
                body: u32::try_from(index).unwrap_or(u32::MAX),
                part,
                is_double_sided,
                normal: face.normal.as_vec3(),
                reach: larger(reach),
                bounds,
            })
        };
        let is_first = |face: &usize| are_first.get(*face).is_none_or(|is_first| *is_first);
        (first..last).filter(is_first).filter_map(face).collect()
    })
}
