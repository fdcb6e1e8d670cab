//! The rule: two tests a view, and all views must agree.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::column::{self, Column};
use super::fattened;
use super::limits::{self, Limit};
use super::memory;
use super::method::Method;
use super::queries::{DepthQueries, DepthTest, Passed, QueryError};
use super::steps;
use super::values::OcclusionValues;
use super::verdict::Verdict;
use super::view::DepthView;
use crate::geometry::exact::body::{ExactBody, bounds_of};
use crate::geometry::exact::separation::{Closest, closest};
use crate::geometry::{Narrator, Silent};

/// Two bodies, each of one or several shapes, with the views of their tests.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first body.
    pub a: Vec<ExactBody>,
    /// The second body.
    pub b: Vec<ExactBody>,
    /// The method that chooses the views.
    pub method: Method,
    views: Vec<DepthView>,
    fatten: bool,
    names: [Arc<str>; 2],
    /// Of each view, when first asked for.
    columns: OnceLock<Vec<Vec<Column>>>,
}

/// The answer of the queries for a pair, beside the exact answer.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryAnswer {
    /// The answers of the views, in the order of the method's axes.
    pub views: Vec<ViewAnswer>,
    /// Whether the pair collides in all views.
    pub collides: bool,
    /// Whether the bodies share a point; touching counts, and so does one body inside the other.
    pub exact: bool,
    /// The comparison of both answers.
    pub verdict: Verdict,
    /// The exact distance of the bodies in metres.
    pub separation: f64,
    /// The nearest point of each body; a common point of both when they touch.
    pub points: [DVec3; 2],
    /// The limits of the method that may make an answer of this sign wrong.
    pub limits: Vec<Limit>,
    /// Draw calls.
    pub draws: u32,
    /// Occlusion queries.
    pub queries: u32,
}

impl QueryAnswer {
    /// The limits as a part of a sentence; empty without any.
    pub fn limits_in_words(&self) -> String {
        limits::in_words(&self.limits)
    }
}

/// The exact distance of two bodies in `f64`, independent of any depth buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The exact distance of the bodies in metres; 0 when they share a point.
    pub separation: f64,
    /// The nearest point of each body; a common point of both when they touch.
    pub points: [DVec3; 2],
}

impl Exact {
    /// Whether the bodies share a point.
    pub fn touches(&self) -> bool {
        self.separation <= 0.0
    }
}

/// The two tests of one view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewAnswer {
    /// The depth camera.
    pub view: DepthView,
    /// Whether a back face of B passes against the front faces of A.
    pub a_before_b_back: bool,
    /// Whether a back face of A passes against the front faces of B.
    pub b_before_a_back: bool,
    /// The width of a pixel at the bodies, in metres.
    pub pixel_size: f64,
}

impl ViewAnswer {
    /// The width of a pixel at the furthest corner of the bodies' bounds.
    fn widest_pixel(&self, bodies: [&[ExactBody]; 2]) -> f64 {
        let [min, max] = bounds_of(bodies.into_iter().flatten());
        let corner = |i: usize| DVec3::select(glam::BVec3::new(i & 1 > 0, i & 2 > 0, i & 4 > 0), max, min);
        (0..8).map(|i| self.view.pixel_size(corner(i))).fold(0.0, f64::max)
    }

    /// Whether the pair collides in this view.
    pub fn collides(&self) -> bool {
        self.a_before_b_back && self.b_before_a_back
    }
}

impl Pair {
    /// A pair with its views. `scene` is the view of [`Method::View`]; all views have its resolution.
    pub fn new(a: Vec<ExactBody>, b: Vec<ExactBody>, method: Method, scene: &DepthView) -> Self {
        let views = method.views(scene, bounds_of(a.iter().chain(&b)));
        Self { a, b, method, views, fatten: false, names: ["A".into(), "B".into()], columns: OnceLock::new() }
    }

    /// The same with both bodies made wider by half the diagonal of a pixel, or not.
    #[must_use]
    pub fn fattened(self, fatten: bool) -> Self {
        let bounds = bounds_of(self.a.iter().chain(&self.b));
        let deeper = |view: DepthView| if fatten { view.deepened(fattened::SAG, bounds) } else { view };
        let views = self.views.into_iter().map(deeper).collect();
        Self { fatten, views, columns: OnceLock::new(), ..self }
    }

    /// Whether both bodies are made wider.
    pub fn is_fattened(&self) -> bool {
        self.fatten
    }

    /// The same with names for its steps, in place of A and B.
    #[must_use]
    pub fn named(self, names: [Arc<str>; 2]) -> Self {
        Self { names, ..self }
    }

    /// The depth cameras.
    pub fn views(&self) -> &[DepthView] {
        &self.views
    }

    /// Two tests for each view: A's front with B's back, then B's front with A's back.
    pub fn tests(&self) -> impl Iterator<Item = DepthTest<'_>> {
        self.views.iter().flat_map(|view| {
            let (a, b, fatten) = (&*self.a, &*self.b, self.fatten);
            [DepthTest { view, front: a, back: b, fatten }, DepthTest { view, front: b, back: a, fatten }]
        })
    }

    /// The bytes that its tests take, if they run one after the other.
    pub fn memory(&self) -> u64 {
        self.tests().map(|test| memory::of_test(&test)).max().unwrap_or(0)
    }

    /// The exact distance of both bodies. It does not depend on the method.
    pub fn exact(&self) -> Exact {
        let Closest { distance, points } = closest(&self.a, &self.b);
        Exact { separation: distance, points }
    }

    /// The columns of pixels of each view that pass the tests, computed on the processor at the first call. They show why
    /// a positive answer is one; they decide nothing.
    pub fn columns(&self) -> &[Vec<Column>] {
        let of_view = |view| column::columns(view, [&self.a, &self.b], self.fatten);
        self.columns.get_or_init(|| self.views.iter().map(of_view).collect())
    }

    /// The answer of the pair, from the results of [`Self::tests`] in their order and from [`Self::exact`].
    pub fn answer<N: Narrator>(&self, passed: &[Passed], exact: &Exact, narrator: &mut N) -> QueryAnswer {
        let [min, max] = bounds_of(self.a.iter().chain(&self.b));
        let middle = (min + max) * 0.5;
        let views = self.views.iter().zip(passed.as_chunks::<2>().0).map(|(view, [first, second])| {
            let (a_before_b_back, b_before_a_back) = (first.any, second.any);
            let pixel_size = view.pixel_size(middle);
            narrator.step(|| {
                let bodies = self.names.clone();
                let (view, fatten) = (*view, self.fatten);
                steps::step(OcclusionValues::View {
                    bodies,
                    view,
                    fatten,
                    pixel_size,
                    a_before_b_back,
                    b_before_a_back,
                })
            });
            ViewAnswer { view: *view, a_before_b_back, b_before_a_back, pixel_size }
        });
        let views: Vec<ViewAnswer> = views.collect();
        let colliding = views.iter().filter(|view| view.collides()).count();
        let collides = colliding == views.len();
        narrator.step(|| steps::step(OcclusionValues::Views { method: self.method, colliding, views: views.len() }));
        let (separation, points, exact) = (exact.separation, exact.points, exact.touches());
        let verdict = Verdict::of(collides, exact);
        let limits = self.limits(&views, collides, separation);
        narrator.step(|| {
            let limits = limits.clone();
            steps::step(OcclusionValues::Exact { collides, separation, points, verdict, limits })
        });
        if verdict == Verdict::FalsePositive {
            narrator.step(|| {
                let columns = self.columns().iter().flatten().cloned().collect();
                steps::step(OcclusionValues::FalseContact { bodies: self.names.clone(), columns })
            });
        }
        QueryAnswer {
            views,
            collides,
            exact,
            verdict,
            separation,
            points,
            limits,
            draws: passed.iter().map(|passed| passed.draws).sum(),
            queries: passed.iter().map(|passed| passed.queries).sum(),
        }
    }

    fn limits(&self, views: &[ViewAnswer], collides: bool, separation: f64) -> Vec<Limit> {
        let bodies = [&*self.a, &*self.b];
        if collides {
            // Bodies that are nearer than this may be reported: by the spacing of depths, and because they are wider.
            let wide = |answer: &ViewAnswer| {
                if self.fatten { 2.0 * fattened::reach() * answer.widest_pixel(bodies) } else { 0.0 }
            };
            let gap = views.iter().map(|answer| answer.view.spacing() + wide(answer)).fold(0.0, f64::max);
            return limits::of_positive(bodies, separation, gap);
        }
        let negative = views.iter().filter(|view| !view.collides());
        let found = negative.flat_map(|answer| {
            limits::of_negative(&answer.view, bodies, separation <= 0.0, self.fatten, answer.pixel_size)
        });
        let found: Vec<Limit> = found.collect();
        let all = [Limit::Clipped, Limit::BelowResolution, Limit::OpenMesh];
        all.into_iter().filter(|limit| found.contains(limit)).collect()
    }
}

/// The answers for several pairs. The tests of some pairs run in one batch: OpenGL in software keeps what it draws until the
/// results are read, so that all tests at once may exceed the memory.
///
/// # Errors
/// When no depth buffer is available, or none of the pairs' resolution can be created.
pub fn answer(pairs: &[Pair], queries: &mut dyn DepthQueries) -> Result<Vec<QueryAnswer>, QueryError> {
    let mut answers = Vec::with_capacity(pairs.len());
    let mut rest = pairs;
    while !rest.is_empty() {
        let (batch, others) = rest.split_at(batch(rest));
        answer_batch(batch, queries, &mut answers)?;
        rest = others;
    }
    Ok(answers)
}

/// The bytes of the depth buffers and triangles of all tests of a batch, at most: 64 MiB.
const BATCH: u64 = 64 << 20;

/// How many of the first pairs are tested in one batch, at least one.
fn batch(pairs: &[Pair]) -> usize {
    let mut bytes = 0_u64;
    let fits = |pair: &&Pair| {
        bytes = pair.tests().fold(bytes, |bytes, test| bytes.saturating_add(memory::of_test(&test)));
        bytes <= BATCH
    };
    pairs.iter().take_while(fits).count().max(1)
}

fn answer_batch(
    pairs: &[Pair],
    queries: &mut dyn DepthQueries,
    answers: &mut Vec<QueryAnswer>,
) -> Result<(), QueryError> {
    let tests: Vec<_> = pairs.iter().flat_map(Pair::tests).collect();
    let passed = queries.run(&tests)?;
    let mut rest = &*passed;
    answers.extend(pairs.iter().map(|pair| {
        let (own, others) = rest.split_at((2 * pair.views.len()).min(rest.len()));
        rest = others;
        pair.answer(own, &pair.exact(), &mut Silent)
    }));
    Ok(())
}

/// [`answer`] for one pair, with its steps.
///
/// # Errors
/// When no depth buffer is available, or none of the pairs' resolution can be created.
pub fn answer_told<N: Narrator>(
    pair: &Pair,
    queries: &mut dyn DepthQueries,
    narrator: &mut N,
) -> Result<QueryAnswer, QueryError> {
    let tests: Vec<_> = pair.tests().collect();
    let passed = queries.run(&tests)?;
    Ok(pair.answer(&passed, &pair.exact(), narrator))
}
