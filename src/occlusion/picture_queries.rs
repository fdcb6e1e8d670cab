//! Depth tests on the processor, where no graphics card can be asked: pixel by pixel of a [`DepthPicture`].

use super::picture::DepthPicture;
use super::queries::{DepthQueries, DepthTest, Passed, QueryError};

/// Answers depth tests from the depths in the pixels of a view. They are computed in `f64`, so where a back face is as far away as
/// a front face to the last digits of a depth buffer, OpenGL may answer otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct PictureQueries;

impl PictureQueries {
    /// The greatest resolution. A picture of it has 512 MiB.
    const MOST: u32 = 4096;
}

impl DepthQueries for PictureQueries {
    fn most_resolution(&mut self) -> Result<u32, QueryError> {
        Ok(Self::MOST)
    }

    fn run(&mut self, tests: &[DepthTest]) -> Result<Vec<Passed>, QueryError> {
        let passed = tests.iter().map(|test| {
            let n = test.view.resolution;
            let picture = DepthPicture::of(test.view, [test.front, test.back], test.fatten);
            let any = (0..n * n).any(|i| picture.passes(i % n, i / n)[0]);
            // As OpenGL does it: the front faces, then the back faces within one query.
            Passed { any, draws: 2, queries: 1 }
        });
        Ok(passed.collect())
    }
}
