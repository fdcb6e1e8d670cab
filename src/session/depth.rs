//! A depth buffer for work on other threads: expectations and comparisons ask about occlusion too.
//!
//! OpenGL belongs to the thread of the window. A [`DepthLink`] hands tests over to it and waits for the results; the
//! window takes requests from the session each frame and answers them some frames later. So the work waits, and the window
//! does not.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::Session;
use crate::geometry::exact::body::Body;
use crate::occlusion::{DepthQueries, DepthTest, DepthView, Passed, QueryError};
use crate::picture;
use crate::report::occlusion::{Answers, answers};
use crate::scene::Scene;
use crate::world::World;

/// Tests for the depth buffer of the window.
pub(crate) struct DepthRequest {
    bodies: Vec<Vec<Body>>,
    /// The view, the indices of the bodies in front and of those behind, and whether they are fattened.
    tests: Vec<(DepthView, [usize; 2], bool)>,
    reply: Sender<Result<DepthResponse, QueryError>>,
}

/// Its answer.
pub(crate) struct DepthResponse {
    pub(crate) passed: Vec<Passed>,
    /// The greatest resolution of a picture.
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

    /// Ends the wait of the work that asked. It may have been dropped meanwhile.
    pub(crate) fn reply(self, reply: Result<DepthResponse, QueryError>) {
        let _ = self.reply.send(reply);
    }
}

/// The depth buffer of the window, for another thread.
#[derive(Clone)]
pub(super) struct DepthLink(Sender<DepthRequest>);

impl DepthLink {
    /// All answers of a world of a scene.
    pub(super) fn answers(&mut self, scene: &Scene, world: &World) -> Answers {
        let view = picture::scene_view(scene, world, 1.0).depth_view(1);
        answers(world, &view, self)
    }

    fn send(&self, tests: &[DepthTest]) -> Result<DepthResponse, QueryError> {
        let mut places: Vec<*const Body> = Vec::new();
        let mut bodies = Vec::new();
        let mut place = |of: &[Body]| {
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

    fn ask(&mut self, tests: &[DepthTest]) -> Result<Vec<Passed>, QueryError> {
        Ok(self.send(tests)?.passed)
    }
}

/// The requests of a session.
pub(super) struct DepthRequests {
    link: DepthLink,
    requests: Receiver<DepthRequest>,
}

impl Session {
    /// From now on the caller answers [`Self::depth_request`] each frame.
    pub(crate) fn connect_depth(&mut self) {
        if self.depth.is_none() {
            let (send, requests) = channel();
            self.depth = Some(DepthRequests { link: DepthLink(send), requests });
            // They had no depth buffer.
            self.forget_outcomes();
        }
    }

    /// The next request.
    pub(crate) fn depth_request(&self) -> Option<DepthRequest> {
        self.depth.as_ref()?.requests.try_recv().ok()
    }

    /// The depth buffer of the window; `None` without a window.
    pub(super) fn depth_link(&self) -> Option<DepthLink> {
        self.depth.as_ref().map(|depth| depth.link.clone())
    }

    /// Whether expectations or a comparison that is being computed ask the depth buffer.
    pub(crate) fn awaits_depth(&self) -> bool {
        self.depth.is_some() && (self.expects_occlusion() || self.compares_occlusion())
    }

    /// Continues expectations and comparison, waiting at most `most` for each.
    pub(crate) fn continue_with_depth(&mut self, most: Duration) {
        self.evaluate(most);
        self.compare_on(most);
    }
}
