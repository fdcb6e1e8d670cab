//! One answer explained: its sentence and its steps, and what the explanations of several questions have in common.

use std::borrow::Cow;

use glam::Vec3;

use crate::escape;
use crate::geometry::narrate::{settled, vec3};
use crate::geometry::{Aabb, Mark, Narrator, Shape, Step, Story, Tone};
use crate::world::ObjectAt;

/// The words beside the step in which a known mistake is.
pub const WRONG_STEP: &str = "the mistake is here";

/// One answer with its steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The question, with its querier and its subject.
    pub title: String,
    /// The answer in a sentence.
    pub answer: String,
    /// How the answer is drawn.
    pub tone: Tone,
    /// Why fast and exact answer differ, when they do.
    pub disagreement: Option<String>,
    /// The index of the step that decides the answer: the one without which the answer would differ. When several steps
    /// would each give the same answer alone, such as two planes that reject a box, it is the first of them; when no
    /// single step decides, it is the one that puts them together. `None` for an explanation without an answer.
    pub decided_by: Option<usize>,
    /// The index of the step in which the known mistake of the querier is, when it changes this answer.
    pub wrong_step: Option<usize>,
    /// Step by step.
    pub story: Story,
}

impl Explanation {
    /// [`decided_by`](Self::decided_by), if there is such a step.
    pub fn deciding(&self) -> Option<usize> {
        self.decided_by.filter(|step| *step < self.story.steps.len())
    }

    /// With escapes in place of characters that steer a terminal or turn a line: names in it come from files.
    pub(super) fn escaped(mut self) -> Self {
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

/// Adds the step that computes the tight box of an object.
pub(super) fn record_bounds(object: &ObjectAt, story: &mut Story) {
    let world = object.pose.world_from_local();
    // The vertices of a posed skin are in world space already.
    let is_posed = object.skin.as_ref().is_some_and(|skin| !skin.is_bind);
    let formula = match object.shape {
        Shape::Mesh(_) if is_posed => {
            "least and greatest coordinates of the posed vertices, over all corners of triangles"
        }
        ref shape => shape.bounds_formula(),
    };
    // The box comes from the matrix, which is shown without rounding noise: see `settled`.
    let column = |column: Vec3| {
        let size = column.abs().max_element().into();
        Vec3::from_array(column.to_array().map(|x| if settled(x.into(), size) == 0.0 { 0.0 } else { x }))
    };
    let columns = glam::Mat3::from(world.matrix3).to_cols_array_2d().map(|of| column(Vec3::from_array(of)));
    let rows = glam::Mat3::from_cols(columns[0], columns[1], columns[2]).transpose();
    let Aabb { min, max } = object.aabb;
    let matrix = format!(
        "M = {} {} {},  origin {}\n",
        vec3(rows.x_axis),
        vec3(rows.y_axis),
        vec3(rows.z_axis),
        vec3(world.translation.into())
    );
    story.step(|| Step {
        title: "Tight box".into(),
        formula: formula.into(),
        numbers: format!("{}from {} to {}", if is_posed { "" } else { &matrix }, vec3(min), vec3(max)),
        outcome: format!(
            "The tight box of the {} {}, {} m in size, is {}.",
            if is_posed { "posed" } else { "transformed" },
            object.shape.word(),
            vec3(max - min),
            if object.view_box == object.aabb { "tested" } else { "not tested" }
        ),
        tone: Tone::Note,
        marks: Mark::edges(&object.aabb, Tone::Note).into(),
        values: None,
    });
}
