//! Every answer of a world, and each of them opened.
//!
//! [`Report::of`] asks all questions, in parallel; [`json`] writes them as the contract says; [`explain`] asks one of
//! them again with somebody listening; [`headline`] says it in one sentence.

mod dispute;
pub mod explain;
mod headline;
pub mod json;
mod layout;

use std::sync::Arc;

use rayon::prelude::*;

pub use headline::headline;

use crate::geometry::exact;
use crate::geometry::exact::cast::{Difference, ExactCast};
use crate::geometry::exact::frustum::Exact;
use crate::geometry::frustum::{self, Classification};
use crate::geometry::ray::{self, Cast};
use crate::geometry::{Aabb, Plane, Silent};
use crate::world::{CameraAt, ObjectAt, RayAt, World};

/// All answers for one world. Every list of objects has the world's order.
#[derive(Clone, Debug)]
pub struct Report {
    /// The tick of the world.
    pub tick: u64,
    /// Its time in seconds.
    pub time: f64,
    /// One per camera.
    pub frusta: Vec<FrustumAnswers>,
    /// One per ray.
    pub rays: Vec<RayAnswers>,
}

/// What one camera has in view.
#[derive(Clone, Debug)]
pub struct FrustumAnswers {
    /// Its name.
    pub camera: Arc<str>,
    /// In plane order.
    pub planes: [Plane; 6],
    /// One per object.
    pub objects: Vec<FrustumAnswer>,
}

/// One camera and one object.
#[derive(Clone, Debug)]
pub struct FrustumAnswer {
    /// The object's name.
    pub object: Arc<str>,
    /// The box that was tested.
    pub aabb: Aabb,
    /// By p- and n-vertices.
    pub fast: Classification,
    /// By separating axes.
    pub exact: Exact,
}

impl FrustumAnswer {
    /// Whether the fast answer is the true one.
    pub fn agrees(&self) -> bool {
        self.fast.verdict == self.exact.verdict
    }
}

/// What one ray meets.
#[derive(Clone, Debug)]
pub struct RayAnswers {
    /// The ray as placed.
    pub ray: RayAt,
    /// Index in `objects` of the hit with the least t.
    pub nearest: Option<usize>,
    /// One per object.
    pub objects: Vec<RayAnswer>,
}

/// One ray and one object.
#[derive(Clone, Debug)]
pub struct RayAnswer {
    /// The object's name.
    pub object: Arc<str>,
    /// The hit, or the reason for none.
    pub cast: Cast,
    /// The same by search in `f64`.
    pub exact: ExactCast,
    /// How the two differ, if they do by more than rounding can explain or in their words.
    pub difference: Option<Difference>,
}

impl RayAnswer {
    /// Whether the fast answer is the true one.
    pub fn agrees(&self) -> bool {
        self.difference.is_none()
    }
}

impl Report {
    /// Answers everything.
    pub fn of(world: &World) -> Self {
        Self {
            tick: world.tick,
            time: world.time,
            frusta: world.cameras.par_iter().map(|camera| frustum_answers(camera, &world.objects)).collect(),
            rays: world.rays.par_iter().map(|ray| ray_answers(ray, &world.objects)).collect(),
        }
    }

    /// What one ray meets.
    pub fn of_ray(ray: &RayAt, objects: &[ObjectAt]) -> RayAnswers {
        ray_answers(ray, objects)
    }
}

fn frustum_answers(camera: &CameraAt, objects: &[ObjectAt]) -> FrustumAnswers {
    let corners = camera.camera.corners();
    let answer = |object: &ObjectAt| FrustumAnswer {
        object: Arc::clone(&object.name),
        aabb: object.aabb,
        fast: frustum::classify(&camera.frustum, &object.aabb, &mut Silent),
        exact: exact::frustum::classify(&corners, &object.aabb),
    };
    FrustumAnswers {
        camera: Arc::clone(&camera.name),
        planes: camera.frustum.planes,
        objects: objects.par_iter().map(answer).collect(),
    }
}

fn ray_answers(ray: &RayAt, objects: &[ObjectAt]) -> RayAnswers {
    let objects: Vec<RayAnswer> = objects.par_iter().map(|object| ray_answer(ray, object)).collect();
    let hits = objects.iter().enumerate().filter_map(|(i, answer)| Some((i, answer.cast.hit()?)));
    let nearest = hits.min_by(|(_, a), (_, b)| a.along(b)).map(|(i, _)| i);
    RayAnswers { ray: ray.clone(), nearest, objects }
}

fn ray_answer(ray: &RayAt, object: &ObjectAt) -> RayAnswer {
    let RayAt { ray, query, mask, .. } = ray;
    let cast = ray::cast(ray, *query, &object.shape, &object.pose, &mut Silent);
    let exact = exact::cast::cast(ray, *query, &object.shape, &object.pose);
    let name = Arc::clone(&object.name);
    if mask & object.layers == 0 {
        // Layers are not computed, so nothing can differ.
        return RayAnswer { object: name, cast: cast.masked(), exact: exact.masked(), difference: None };
    }
    let difference = exact::cast::difference(ray, &object.shape, &object.pose, &cast, &exact);
    RayAnswer { object: name, cast, exact, difference }
}
