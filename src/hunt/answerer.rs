//! What answers cases.

use super::fault::FaultKind;
use crate::mistakes::{Answer, Case};

/// What a ray that starts inside of a solid hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsideRule {
    /// It hits at t = 0.
    #[default]
    Solid,
    /// It hits where it leaves the solid.
    Hollow,
}

/// What an answerer says about itself, and how its answers are meant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswererInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// Whether it may answer visible for what is not.
    pub is_conservative: bool,
    /// What rays that start inside hit.
    pub inside: InsideRule,
    /// Whether it answers normals.
    pub has_normals: bool,
    /// The part of t by which its t may be wrong; `None` for the usual one, 1e-4.
    pub t_tolerance: Option<f64>,
    /// The degrees by which its normals may be wrong; `None` for 1.
    pub normal_tolerance: Option<f64>,
}

/// What came back for a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// An answer to the question.
    Answer(Answer),
    /// No answer, or one that cannot be used: why, and what was said.
    Failed(FaultKind, String),
    /// The case was not asked, because the answerer has ended for good.
    NotAsked,
}

/// A program or a rule that is asked.
pub trait Answerer {
    /// What it says about itself.
    fn info(&self) -> &AnswererInfo;

    /// Asks cases. The replies have the order of the cases. When the run is over, it asks no further ones.
    fn ask(&mut self, cases: &[Case], is_over: &dyn Fn() -> bool) -> Vec<Reply>;

    /// Faults that belong to no case since the last call: the kind and what was said.
    fn stray_faults(&mut self) -> Vec<(FaultKind, String)> {
        Vec::new()
    }

    /// Ends it after a run.
    fn finish(&mut self) {}
}
