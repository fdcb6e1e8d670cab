//! The answer about one pair of bodies.

use std::sync::Arc;

use crate::occlusion::{Method, QueryAnswer, QueryError};
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::world::World;

/// All entries, or the reason why no depth buffer is available.
pub type Answers = Result<Vec<PairEntry>, QueryError>;

/// A function that answers the queries of a world. The writer of a report calls it if the section is selected.
pub type Answerer<'a> = dyn FnMut(&World) -> Answers + 'a;

/// The answers without a depth buffer.
///
/// # Errors
/// Always.
pub fn without_depth(_: &World) -> Answers {
    Err(QueryError("occlusion queries need OpenGL, which is not available here; open the scene in the window or run `eyeline check`".to_owned()))
}

/// One pair of a query, or a query that has no answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PairEntry {
    /// The name of the query; `NAME: a + b` for a query with `among`.
    pub name: Arc<str>,
    /// The names of both bodies; `None` when a query with `among` has no answer.
    pub bodies: Option<[Arc<str>; 2]>,
    /// The method, which chooses the cameras of the depth tests.
    pub method: Method,
    /// Pixels along each side of a depth image.
    pub resolution: u32,
    /// Whether both bodies were drawn wider.
    pub fatten: bool,
    /// The answer, or the reason why there is none, as a sentence without a full stop.
    pub answer: Result<QueryAnswer, Arc<str>>,
}

impl PairEntry {
    /// The reason why the entry has no answer; `None` when it has one.
    pub fn error(&self) -> Option<&str> {
        self.answer.as_ref().err().map(|error| &**error)
    }
}

impl QuestionAnswers for Option<Answers> {
    type Scope = ();

    fn compute(_: &World, _: &[TestedObject], (): ()) -> Self {
        None
    }
}
