//! A question among which a quiz chooses.

use serde_json::Value;

use crate::report::Section;
use crate::scene::{AskedAnswer, CheckPanel, Expectation, LessonQuestion, LessonStep, OpenedPart};

/// A clear question about an answer of the scene.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    /// The section of the report that has the answer.
    pub(super) section: Section,
    /// What is asked, and how it is answered.
    pub(super) ask: LessonQuestion,
    /// The names of what the step selects.
    pub(super) select: Vec<String>,
    /// The right answer, or the group of right answers to which it belongs. A quiz has as many questions of each.
    pub(super) answer: String,
    /// By how much it is decided: the length in metres by which the items may move and the answer stays. Infinite where this is
    /// not measured.
    pub(super) margin: f64,
}

impl Candidate {
    /// A choice of a field of the answer that these keys name. Those of `select` are selected.
    pub(super) fn new(section: Section, named: &[(&str, &str)], field: &str, select: &[&str], answer: &str) -> Self {
        let value = |key: &str, name: &str| if key == "octree" { Value::Bool(true) } else { Value::from(name) };
        let keys = named.iter().map(|(key, name)| ((*key).to_owned(), value(key, name))).collect();
        let asked = AskedAnswer { named: Expectation { keys }, field: field.to_owned(), of: None, tolerance: None };
        Self {
            section,
            ask: LessonQuestion::Choice(asked),
            select: select.iter().map(|name| (*name).to_owned()).collect(),
            answer: answer.to_owned(),
            margin: f64::INFINITY,
        }
    }

    /// The same, decided by so many metres.
    pub(super) fn by(self, margin: f64) -> Self {
        Self { margin, ..self }
    }

    /// The same with these values to choose from.
    pub(super) fn among(mut self, of: Vec<Value>) -> Self {
        self.ask.answer_mut().of = Some(of);
        self
    }

    /// The same about another tick than that of the quiz.
    pub(super) fn at_tick(mut self, tick: u64) -> Self {
        self.ask.answer_mut().named.keys.insert("tick".to_owned(), Value::from(tick));
        self
    }

    /// The same as a question for a number, which is right within a tenth of it.
    pub(super) fn number(self, right: f64) -> Self {
        let asked = AskedAnswer { tolerance: Some(two_digits(right.abs() / 10.0)), ..self.ask.answer().clone() };
        Self { ask: LessonQuestion::Number(asked), ..self }
    }

    /// The same as a question for a place, which is right within a distance in metres.
    pub(super) fn place(self, tolerance: f64) -> Self {
        let asked = AskedAnswer { tolerance: Some(two_digits(tolerance)), ..self.ask.answer().clone() };
        Self { ask: LessonQuestion::Place(asked), ..self }
    }

    /// The step that asks it, at a tick.
    pub(super) fn into_step(self, tick: u64) -> LessonStep {
        // A question about another tick is asked at that tick.
        let asked = self.ask.answer();
        let own = asked.named.keys.get("tick").and_then(Value::as_u64);
        LessonStep {
            say: say(self.section, &asked.field).to_owned(),
            select: self.select,
            tick: Some(own.unwrap_or(tick)),
            open: (self.section == Section::Agents).then_some(OpenedPart::Panel(CheckPanel::Behavior)),
            ask: Some(self.ask),
            ..LessonStep::default()
        }
    }
}

/// A positive number with two digits.
fn two_digits(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}

/// What the words of a question mean.
fn say(section: Section, field: &str) -> &'static str {
    match (section, field) {
        (Section::Frusta, "rejected_by") => {
            "The object is outside of the view volume. A plane rejects its box when the whole box is behind the plane."
        }
        (Section::Frusta, "margin") => {
            "The p-vertex of a plane is the corner of the box that is furthest along the normal of the plane, into the view volume. \
             The **margin** is the least distance of a p-vertex from its plane, in metres. It is below 0 when the object is outside. \
             Estimate it; a tenth more or less is right."
        }
        (Section::Frusta, field) if field.starts_with("planes.") => {
            "The p-vertex of a plane is the corner of the box that is furthest along the normal of the plane, into the view volume. \
             Mark this corner."
        }
        (Section::Frusta, _) => {
            "The object is **outside** when its whole box is behind one plane of the view volume. It is **inside** when no corner of \
             the box is behind a plane. Otherwise it is **intersect**."
        }
        (Section::Visibility, "reason") => {
            "The camera does not see the object. Several tests can be the reason; the first test that fails is the answer."
        }
        (Section::Visibility, _) => "An object is seen when the camera's picture has at least one pixel of it.",
        (Section::Rays, "nearest") => "The first hit is the hit with the least distance from the origin of the ray.",
        (Section::Rays, "t") => {
            "A point of the ray is origin + t · direction, so t counts lengths of the direction. Estimate the t of the hit; a tenth \
             more or less is right."
        }
        (Section::Rays, "point") => "Mark the point where the ray meets the object first.",
        (Section::Rays, _) => "Another object in front does not matter here: each object is tested alone.",
        (Section::Octree, _) => {
            "Level 0 is the root, whose cell is the whole region. Each level has cells of half the size. Find the deepest cell that \
             can have the object."
        }
        (Section::Agents, _) => "Find the running nodes at this tick, from the root of the tree to the leaf.",
        (Section::Occlusion, _) => "The method draws both bodies into depth images and compares them.",
        (Section::Sessions, _) => {
            "The phone knows where it is while tracking is *normal*. While it is *limited* the pose is uncertain, and while it is *lost* \
             the last pose before holds."
        }
        (Section::Skins, _) => "Each vertex has weights of joints. Count the joints of the vertex that has the most.",
        (Section::Cuts, _) => {
            "A plane divides the mesh. The cut edges form closed lines on the plane, the loops, one for each part that it crosses."
        }
        (Section::Taps, "distance") => {
            "The ray of the tap starts at the camera. How far from the camera is the hit that its rule chooses, in metres? A tenth more \
             or less is right."
        }
        (Section::Leaks, "narrowest.width") => {
            "The sphere gets out. The width of its way is twice the least distance of its points from a body, in metres. Estimate it; a \
             tenth more or less is right."
        }
        (Section::Leaks, _) => "A sphere starts inside. There is a leak when it can get out without touching a body.",
        (Section::Colliders, _) => {
            "The collider and the drawn surface are compared both ways. They are within the tolerance when no point of either is \
             further from the other one."
        }
        (Section::Taps, _) => "The rule of the tap chooses one of the hits of all types.",
        _ => "",
    }
}
