//! The pictures of a moving picture that are compressed while the next ones are drawn.

use std::sync::Arc;

use image::RgbaImage;

use super::changed::Changed;
use super::encode::Encode;
use crate::parallel::{OrderedJobs, thread_count};
use crate::render::error::RenderError;

/// An encoder and the pictures that wait for it.
pub(super) struct Queue<E: Encode> {
    encoder: E,
    jobs: OrderedJobs<Result<E::Frame, RenderError>>,
}

impl<E: Encode> Queue<E> {
    pub(super) fn new(encoder: E) -> Self {
        Self { encoder, jobs: OrderedJobs::new(thread_count()) }
    }

    /// Changes how many pictures wait at most.
    pub(super) fn set_most(&mut self, most: usize) {
        self.jobs.set_most(most);
    }

    pub(super) fn push(
        &mut self,
        image: Arc<RgbaImage>,
        before: Option<Arc<RgbaImage>>,
        changed: Changed,
        delay: u16,
    ) -> Result<(), RenderError> {
        let finished = self.jobs.start(move || E::encoded(&image, before.as_deref(), changed, delay));
        finished.map_or(Ok(()), |frame| self.encoder.write(&frame?))
    }

    pub(super) fn finish(mut self) -> Result<(), RenderError> {
        while let Some(frame) = self.jobs.take_oldest() {
            self.encoder.write(&frame?)?;
        }
        self.encoder.finish()
    }
}
