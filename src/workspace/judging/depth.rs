//! A depth buffer for other threads, because expectations and comparisons need occlusion queries too.
//!
//! OpenGL belongs to the thread of the window. A [`DepthLink`] sends tests to that thread and waits for the results.
//! The window takes requests from the workspace each frame and answers them some frames later. So the other thread waits,
//! and the window does not.

use std::sync::mpsc::{Receiver, Sender, channel};

use crate::geometry::exact::body::ExactBody;
use crate::host::thread::RUNS_BESIDE;
use crate::occlusion::{DepthQueries, DepthTest, DepthView, Passed, PictureQueries, QueryError};
use crate::picture;
use crate::report::occlusion::{Answers, answers};
use crate::scene::Scene;
use crate::world::World;

/// A request for tests by the depth buffer of the window.
pub(crate) struct DepthRequest {
    bodies: Vec<Vec<ExactBody>>,
    /// The view, the indices of the bodies in front and of those behind, and whether they are fattened.
    tests: Vec<(DepthView, [usize; 2], bool)>,
    reply: Sender<Result<DepthResponse, QueryError>>,
}

/// The channel for the result.
pub(crate) struct DepthResponse {
    pub(crate) passed: Vec<Passed>,
    /// The greatest resolution of a depth picture.
    pub(crate) most_resolution: u32,
}

impl DepthRequest {
    pub(crate) fn tests(&self) -> Vec<DepthTest<'_>> {
        let tests = self.tests.iter().map(|(view, [front, back], fatten)| {
            let [front, back] = [front, back].map(|of| &*self.bodies[*of]);
            DepthTest { view, front, back, fatten: *fatten }
        });
        tests.collect()
    }

    /// Ends the wait of the thread that sent the request. That thread may have ended already.
    pub(crate) fn reply(self, reply: Result<DepthResponse, QueryError>) {
        let _ = self.reply.send(reply);
    }
}

/// The depth buffer of the window, for use on another thread.
#[derive(Clone)]
pub(in crate::workspace) struct DepthLink(Sender<DepthRequest>);

impl DepthLink {
    /// The answers to all occlusion queries of a world.
    pub(in crate::workspace) fn answers(&mut self, scene: &Scene, world: &World) -> Answers {
        let view = picture::scene_view(scene, world, 1.0).depth_view(1);
        answers(world, &view, self)
    }

    fn send(&self, tests: &[DepthTest]) -> Result<DepthResponse, QueryError> {
        if !RUNS_BESIDE {
            // This thread is the one of the window, which could not answer while it waits.
            let mut queries = PictureQueries;
            return Ok(DepthResponse { passed: queries.run(tests)?, most_resolution: queries.most_resolution()? });
        }
        let mut places: Vec<*const ExactBody> = Vec::new();
        let mut bodies = Vec::new();
        let mut place = |of: &[ExactBody]| {
            places.iter().position(|known| *known == of.as_ptr()).unwrap_or_else(|| {
                places.push(of.as_ptr());
                bodies.push(of.to_vec());
                places.len() - 1
            })
        };
        let tests = tests.iter().map(|test| (*test.view, [place(test.front), place(test.back)], test.fatten)).collect();
        let closed = |reason: &dyn std::fmt::Display| QueryError(format!("the window was closed: {reason}"));
        let (reply, answer) = channel();
        self.0.send(DepthRequest { bodies, tests, reply }).map_err(|error| closed(&error))?;
        answer.recv().map_err(|error| closed(&error))?
    }
}

impl DepthQueries for DepthLink {
    fn most_resolution(&mut self) -> Result<u32, QueryError> {
        Ok(self.send(&[])?.most_resolution)
    }

    fn run(&mut self, tests: &[DepthTest]) -> Result<Vec<Passed>, QueryError> {
        Ok(self.send(tests)?.passed)
    }
}

/// The requests to the window.
pub(in crate::workspace) struct DepthRequests {
    link: DepthLink,
    requests: Receiver<DepthRequest>,
}

impl Default for DepthRequests {
    fn default() -> Self {
        let (send, requests) = channel();
        Self { link: DepthLink(send), requests }
    }
}

impl DepthRequests {
    /// The depth buffer of the window.
    pub(super) fn link(&self) -> DepthLink {
        self.link.clone()
    }

    /// The next request.
    pub(super) fn next(&self) -> Option<DepthRequest> {
        self.requests.try_recv().ok()
    }
}
