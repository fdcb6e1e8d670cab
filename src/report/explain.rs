//! The explanation of one answer: the query again with a [`Story`] that records its steps, and the exact reference.
//!
//! Each question explains its own answers, see `Question::explain`. This file has the common parts.

use std::borrow::Cow;

pub use super::subject::{ExplainError, Subject, subject, things};
use crate::escape;
use crate::geometry::narrate::vec3;
use crate::geometry::{Aabb, Mark, MarkShape, Narrator, Shape, Step, Story, Tone};
use crate::world::{ObjectAt, World};

/// One answer with its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The question, with its querier and its subject.
    pub title: String,
    /// The answer in a sentence.
    pub answer: String,
    /// The tone in which the answer is drawn.
    pub tone: Tone,
    /// The reason why fast and exact answer differ; `None` when they agree.
    pub disagreement: Option<String>,
    /// The steps.
    pub story: Story,
}

/// Explains one answer. `None` when an index is out of range, and when [`Subject::why_no_answer`] has a reason.
pub fn explain(world: &World, subject: Subject) -> Option<Explanation> {
    subject.explain(world).map(Explanation::escaped)
}

impl Explanation {
    /// With escapes in place of control and bidirectional characters, because names come from files.
    fn escaped(mut self) -> Self {
        let escape_line = |text: &mut String| {
            if let Cow::Owned(escaped) = escape::line(text) {
                *text = escaped;
            }
        };
        let escape_lines = |text: &mut String| {
            if let Cow::Owned(escaped) = escape::lines(text) {
                *text = escaped;
            }
        };
        escape_line(&mut self.title);
        escape_line(&mut self.answer);
        self.disagreement.iter_mut().for_each(escape_line);
        for step in &mut self.story.steps {
            escape_line(&mut step.title);
            escape_lines(&mut step.formula);
            escape_lines(&mut step.numbers);
            escape_lines(&mut step.outcome);
        }
        self
    }
}

/// Adds the step with the computation of the tested box.
pub(super) fn tell_bounds(object: &ObjectAt, story: &mut Story) {
    let world = object.pose.world_from_local();
    let formula = match object.shape {
        Shape::Box { .. } => "reach = |M| · half_extents",
        Shape::Sphere { .. } => "reach = radius · length of each row of M   (an ellipsoid under scale)",
        Shape::Cylinder { .. } => "reach = radius · √(Mx² + Mz²) + half_height · |My|   (two discs)",
        Shape::Cone { .. } => "the apex, and around the base's centre radius · √(Mx² + Mz²)",
        Shape::Capsule { .. } => "reach = radius · length of each row of M + half_height · |My|",
        Shape::Mesh(_) => "least and greatest coordinates of M · corner + origin, over all corners of triangles",
    };
    let rows = glam::Mat3::from(world.matrix3).transpose();
    let Aabb { min, max } = object.aabb;
    let corner = |i| object.aabb.corner(i);
    let edges =
        (0..8usize).flat_map(|i| [1, 2, 4].into_iter().filter(move |bit| i & bit == 0).map(move |bit| (i, i | bit)));
    story.step(|| Step {
        title: "Tight box".into(),
        formula: formula.into(),
        numbers: format!(
            "M = {} {} {},  origin {}\nfrom {} to {}",
            vec3(rows.x_axis),
            vec3(rows.y_axis),
            vec3(rows.z_axis),
            vec3(world.translation.into()),
            vec3(min),
            vec3(max)
        ),
        outcome: format!(
            "The tight box of the transformed {}, {} m in size, is tested.",
            object.shape.word(),
            vec3(max - min)
        ),
        tone: Tone::Note,
        marks: edges
            .map(|(a, b)| Mark {
                shape: MarkShape::Segment(corner(a), corner(b)),
                tone: Tone::Note,
                label: String::new(),
            })
            .collect(),
        values: None,
    });
}
