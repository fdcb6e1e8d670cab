//! The pairs of all queries by all methods: for a window, which shows the methods side by side.
//!
//! A window does not wait for a depth buffer. It issues [`ComparedBodies::tests`], and [`ComparedBodies::answered`] makes the answers
//! of the results. The exact answer of a pair is computed once for all methods.

use std::collections::HashMap;
use std::sync::Arc;

use super::pair_query::{PairQuery, questions};
use crate::geometry::{Silent, Story};
use crate::occlusion::{Column, DepthTest, DepthView, Exact, Method, Pair, Passed, QueryAnswer, Verdict};
use crate::scene::ItemId;
use crate::world::World;

/// Two bodies and all methods to ask about them.
pub struct ComparedBodies {
    /// The names of both; `None` for a query about several pairs that has no answer.
    pub bodies: Option<[Arc<str>; 2]>,
    /// The queries that ask about the pair, at least one.
    pub queries: Vec<PairSource>,
    /// In the order of [`Method::ALL`], or why nothing can be asked.
    pub pairs: Result<[Pair; 3], Arc<str>>,
    resolution: u32,
}

/// A query that asks about a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairSource {
    /// The query.
    pub query: ItemId,
    /// The name of the report's entry: of the query, or `NAME: a + b` when it is about several pairs.
    pub entry: Arc<str>,
    /// Its method.
    pub method: Method,
}

/// The answers about one pair.
pub struct ComparedAnswers {
    /// What was asked.
    pub tested: ComparedBodies,
    /// In the order of [`Method::ALL`]; none when nothing could be asked.
    pub answers: Vec<QueryAnswer>,
    /// Why answers are false positives, in the same order: the columns of each view. Empty for other answers.
    pub columns: Vec<Vec<Vec<Column>>>,
    passed: Vec<Vec<Passed>>,
    exact: Option<Exact>,
}

/// The pairs of all queries, each once and by all methods. A `resolution` takes the place of those of the scene.
pub fn compared(world: &World, view: &DepthView, resolution: Option<u32>, most: u32) -> Vec<ComparedBodies> {
    let mut found: Vec<ComparedBodies> = Vec::new();
    let mut places = HashMap::new();
    for question in questions(world, view, most) {
        let PairQuery { query, name, bodies, method, resolution: own, pair, .. } = question;
        let resolution = resolution.unwrap_or(own).min(most);
        let source = PairSource { query, entry: name, method };
        // The same pair is asked about at another resolution by itself.
        let place = places.entry((resolution, bodies.clone(), pair.as_ref().is_ok_and(Pair::is_fattened)));
        let place = *place.or_insert(found.len());
        match found.get_mut(place) {
            Some(known) if bodies.is_some() => known.queries.push(source),
            _ => {
                let pairs = pair.map(|pair| {
                    let view = DepthView { resolution, ..*view };
                    let names = bodies.clone().unwrap_or_default();
                    Method::ALL.map(|method| {
                        Pair::new(pair.a.clone(), pair.b.clone(), method, &view)
                            .fattened(pair.is_fattened())
                            .named(names.clone())
                    })
                });
                found.push(ComparedBodies { bodies, queries: vec![source], pairs, resolution });
            }
        }
    }
    found
}

impl ComparedBodies {
    /// The tests of all methods, in their order.
    pub fn tests(&self) -> impl Iterator<Item = DepthTest<'_>> {
        self.pairs.iter().flatten().flat_map(Pair::tests)
    }

    /// The methods by which the scene asks about the pair.
    pub fn has_method(&self, method: Method) -> bool {
        self.queries.iter().any(|source| source.method == method)
    }

    /// `16 pixels, fattened`.
    pub fn picture_in_words(&self) -> String {
        let pixels = if self.resolution == 1 { "pixel" } else { "pixels" };
        format!("{} {pixels}{}", self.resolution, if self.is_fattened() { ", fattened" } else { "" })
    }

    fn is_fattened(&self) -> bool {
        self.pairs.as_ref().is_ok_and(|pairs| pairs[0].is_fattened())
    }

    /// Whether this query asks about the pair.
    pub fn is_of(&self, query: ItemId) -> bool {
        self.queries.iter().any(|source| source.query == query)
    }

    /// The answers that follow from the results of [`Self::tests`], which are taken from the front of `results`.
    pub fn answered(self, results: &mut &[Passed]) -> ComparedAnswers {
        let passed: Vec<Vec<Passed>> = self.pairs.iter().flatten().map(|pair| take(pair, results)).collect();
        let exact = self.pairs.as_ref().ok().map(|pairs| pairs[0].exact());
        let pairs = self.pairs.iter().flatten().zip(&passed);
        let answers: Vec<QueryAnswer> =
            pairs.filter_map(|(pair, passed)| Some(pair.answer(passed, &exact?, &mut Silent))).collect();
        let columns = answers.iter().zip(self.pairs.iter().flatten()).map(|(answer, pair)| {
            let is_fooled = answer.verdict == Verdict::FalsePositive && self.has_method(pair.method);
            if is_fooled { pair.columns().to_vec() } else { Vec::new() }
        });
        let columns = columns.collect();
        ComparedAnswers { tested: self, answers, columns, passed, exact }
    }
}

fn take(pair: &Pair, results: &mut &[Passed]) -> Vec<Passed> {
    let (own, others) = results.split_at((2 * pair.views().len()).min(results.len()));
    *results = others;
    own.to_vec()
}

impl ComparedAnswers {
    /// The pair as a method asks about it.
    pub fn pair(&self, method: Method) -> Option<&Pair> {
        self.tested.pairs.as_ref().ok().map(|pairs| &pairs[method as usize])
    }

    /// The answer by a method.
    pub fn by(&self, method: Method) -> Option<&QueryAnswer> {
        self.answers.get(method as usize)
    }

    /// The steps of the answer by a method, recorded by the code that decides.
    pub fn story(&self, method: Method) -> Story {
        let mut story = Story::default();
        if let (Ok(pairs), Some(passed), Some(exact)) =
            (&self.tested.pairs, self.passed.get(method as usize), &self.exact)
        {
            pairs[method as usize].answer(passed, exact, &mut story);
        }
        story
    }
}

/// The pair of a query that is shown, with the method of the query: that of the `chosen` bodies, else one with the selected
/// `object`, else the first that is answered wrong, else the first that collides, else the first.
pub fn shown_pair<'a>(
    pairs: &'a [ComparedAnswers],
    query: ItemId,
    chosen: Option<&[Arc<str>; 2]>,
    object: Option<&str>,
) -> Option<(&'a ComparedAnswers, Method)> {
    let own = || {
        pairs.iter().filter_map(|pair| {
            let source = pair.tested.queries.iter().find(|source| source.query == query)?;
            Some((pair, source.method))
        })
    };
    let has_object = |pair: &ComparedAnswers| {
        object.is_some_and(|object| pair.tested.bodies.iter().flatten().any(|body| **body == *object))
    };
    let is = |(pair, method): &(&ComparedAnswers, Method), is_it: fn(&QueryAnswer) -> bool| {
        pair.by(*method).is_some_and(is_it)
    };
    own()
        .find(|(pair, _)| chosen.is_some() && pair.tested.bodies.as_ref() == chosen)
        .or_else(|| own().find(|(pair, _)| has_object(pair)))
        .or_else(|| own().find(|pair| is(pair, |answer| !answer.verdict.is_true())))
        .or_else(|| own().find(|pair| is(pair, |answer| answer.collides)))
        .or_else(|| own().next())
}
