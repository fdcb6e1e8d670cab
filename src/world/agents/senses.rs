//! The leaves' access to the world: what an agent sees, hears and is near to, and the effects of its actions.

use glam::Vec3;

use super::bodies::Bodies;
use super::moves::Mover;
use super::plan::{AgentPlan, Plan};
use super::sight::Scenery;
use crate::behavior::{LeafPlace, Leaves, Motion, ObjectRef, Sense, Status};
use crate::geometry::narrate::{num, vec3};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Tone};
use crate::world::place;

/// The world of one agent during one of its ticks.
pub(super) struct Senses<'a> {
    pub(super) plan: &'a Plan,
    pub(super) agent: &'a AgentPlan,
    pub(super) bodies: &'a mut Bodies,
    /// The positions of the objects that the tree names in the agent's tick before, for a tree with `hears` leaves.
    pub(super) heard: &'a [Vec3],
}

impl Leaves for Senses<'_> {
    fn sense<N: Narrator>(&mut self, sense: &Sense, narrator: &mut N) -> bool {
        match *sense {
            Sense::Sees { object } => self.sees(object, narrator),
            Sense::Hears { object, within } => self.hears(object, within, narrator),
            Sense::Near { place, within } => {
                let Some((at, name)) = self.find(place, narrator) else { return false };
                self.is_near(at, &name, within, narrator)
            }
        }
    }

    fn position(&self) -> Option<[f32; 3]> {
        self.agent.body.map(|body| self.bodies.transform(body).position.to_array())
    }

    fn act<N: Narrator>(&mut self, act: &Motion, memory: &mut u32, _: bool, narrator: &mut N) -> Status {
        let Some(body) = self.agent.body else {
            narrator.step(|| self.lacking_body("nothing can be moved"));
            return Status::Failure;
        };
        let mut mover = Mover { transform: self.bodies.transform(body), written: self.plan.written_rotation(body) };
        let start = mover.transform.position;
        let answer = match act {
            Motion::MoveTo { place, speed, within } => {
                let Some((goal, name)) = self.find(*place, narrator) else { return Status::Failure };
                let has_arrived = mover.approach(goal, self.reach(*speed), f64::from(*within));
                narrator.step(|| {
                    let outcome = if has_arrived {
                        format!("It is at most {} m from {name}: success.", num(*within))
                    } else {
                        format!("It is on its way to {name}.")
                    };
                    self.record_way("Move to", &mover, start, goal, *speed, outcome, has_arrived)
                });
                if has_arrived { Status::Success } else { Status::Running }
            }
            Motion::Flee { place, speed, until } => {
                let Some((from, name)) = self.find(*place, narrator) else { return Status::Failure };
                let is_away = mover.flee(from, self.reach(*speed), f64::from(*until));
                narrator.step(|| {
                    let outcome = if is_away {
                        format!("It is at least {} m away from {name}: success.", num(*until))
                    } else {
                        format!("It moves in a straight line away from {name}.")
                    };
                    self.record_way("Flee", &mover, start, from, *speed, outcome, is_away)
                });
                if is_away { Status::Success } else { Status::Running }
            }
            Motion::Patrol { points, speed } => {
                let next = mover.patrol(points, *memory as usize, self.reach(*speed));
                *memory = u32::try_from(next).unwrap_or(0);
                narrator.step(|| {
                    let goal = Vec3::from(points.get(next).copied().unwrap_or_default());
                    let outcome = format!("It is on its way to point {} of {}.", next + 1, points.len());
                    self.record_way("Patrol", &mover, start, goal, *speed, outcome, false)
                });
                Status::Running
            }
            Motion::Face { place, speed } => {
                let Some((goal, name)) = self.find(*place, narrator) else { return Status::Failure };
                let looks_there = mover.face(goal, f64::from(*speed) / self.agent.tick_rate);
                narrator.step(|| {
                    let outcome = if looks_there {
                        format!("It looks at {name}: success.")
                    } else {
                        format!("It turns to {name}.")
                    };
                    let rate = format!("at most {}° a tick", num(speed.to_degrees() / self.rate()));
                    let marks = vec![segment(start, goal, Tone::Note)];
                    Step {
                        title: "Face".into(),
                        numbers: rate,
                        outcome,
                        tone: tone(looks_there),
                        marks,
                        ..Step::default()
                    }
                });
                if looks_there { Status::Success } else { Status::Running }
            }
        };
        if self.bodies.put(self.plan, body, mover.transform) { answer } else { Status::Failure }
    }
}

impl Senses<'_> {
    fn sees<N: Narrator>(&mut self, object: ObjectRef, narrator: &mut N) -> bool {
        let Some(eye) = &self.agent.eye else {
            narrator.step(|| lacking("camera", "it sees nothing"));
            return false;
        };
        if let Some(lost) = &eye.unplaced_carrier {
            narrator.step(|| Step {
                title: "No camera".to_owned(),
                outcome: format!("The agent's camera `{}` sees nothing: it is {lost}.", eye.camera.name),
                tone: Tone::Fail,
                ..Step::default()
            });
            return false;
        }
        let Some(target) = self.object(object, narrator) else { return false };
        let objects = self.bodies.objects();
        let (camera, frustum) =
            place::seen_from(&eye.at(self.plan, self.bodies.time), eye.carrier.map(|carrier| &objects[carrier]));
        let scenery = Scenery { objects, tree: self.bodies.tree() };
        scenery.look(camera.position, &frustum, target, &self.agent.ignored(), narrator).is_clear()
    }

    fn hears<N: Narrator>(&mut self, object: ObjectRef, within: f32, narrator: &mut N) -> bool {
        let Some(target) = self.object(object, narrator) else { return false };
        let at = self.bodies.objects()[target].aabb.centre();
        let name = format_args!("`{}`", self.bodies.objects()[target].name).to_string();
        let before = self.heard.get(object.0 as usize).copied().unwrap_or(at);
        let has_moved = before != at;
        narrator.step(|| Step {
            title: "Motion".into(),
            numbers: format!("was at {}, is at {}", vec3(before), vec3(at)),
            outcome: if has_moved {
                format!("{name} moved since the tick before: it can be heard.")
            } else {
                format!("{name} has not moved since the tick before: it cannot be heard.")
            },
            tone: Tone::pass_or_fail(has_moved),
            ..Step::default()
        });
        has_moved && self.is_near(at, &name, within, narrator)
    }

    fn is_near<N: Narrator>(&self, at: Vec3, name: &str, within: f32, narrator: &mut N) -> bool {
        let Some(body) = self.agent.body else {
            narrator.step(|| self.lacking_body("nothing is near it"));
            return false;
        };
        let here = self.bodies.transform(body).position;
        let distance = here.as_dvec3().distance(at.as_dvec3());
        let is_near = distance <= f64::from(within);
        narrator.step(|| {
            #[expect(clippy::cast_possible_truncation, reason = "for display")]
            let metres = num(distance as f32);
            Step {
                title: "Distance".into(),
                formula: "|there − body| ≤ within".into(),
                numbers: format!("|{} − {}| = {metres}, within {}", vec3(at), vec3(here), num(within)),
                outcome: format!("{name} is {metres} m away: {}.", if is_near { "near enough" } else { "too far" }),
                tone: Tone::pass_or_fail(is_near),
                marks: vec![segment(here, at, Tone::pass_or_fail(is_near))],
                ..Step::default()
            }
        });
        is_near
    }

    /// The step for an agent without a body, or with an unplaced one.
    fn lacking_body(&self, so: &str) -> Step {
        match &self.agent.unplaced_body {
            None => lacking("body", so),
            Some(name) => Step {
                outcome: format!("The agent's body `{name}` could not be placed, so {so}."),
                ..lacking("body", so)
            },
        }
    }

    /// The distance that the body moves in one tick.
    fn reach(&self, speed: f32) -> f64 {
        place::as_written(speed) / self.agent.tick_rate
    }

    #[expect(clippy::cast_possible_truncation, reason = "for display")]
    fn rate(&self) -> f32 {
        self.agent.tick_rate as f32
    }

    /// An object of the world that the tree names.
    fn object<N: Narrator>(&self, object: ObjectRef, narrator: &mut N) -> Option<usize> {
        let found = self.agent.targets.get(object.0 as usize).copied().flatten();
        if found.is_none() {
            narrator.step(|| Step {
                title: "Object".into(),
                outcome: "The object of this leaf does not exist.".into(),
                tone: Tone::Fail,
                ..Step::default()
            });
        }
        found
    }

    /// The position of a place, and its name.
    fn find<N: Narrator>(&self, place: LeafPlace, narrator: &mut N) -> Option<(Vec3, String)> {
        match place {
            LeafPlace::Point(point) => Some((point.into(), "the point".to_owned())),
            LeafPlace::Object(object) => {
                let found = self.object(object, narrator)?;
                let object = &self.bodies.objects()[found];
                Some((object.aabb.centre(), format!("`{}`", object.name)))
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one step of an explanation")]
    fn record_way(
        &self,
        title: &str,
        mover: &Mover,
        start: Vec3,
        goal: Vec3,
        speed: f32,
        outcome: String,
        has_ended: bool,
    ) -> Step {
        let here = mover.transform.position;
        #[expect(clippy::cast_possible_truncation, reason = "for display")]
        let left = mover.distance(goal) as f32;
        Step {
            title: title.to_owned(),
            formula: "at most speed / tick rate in one tick".into(),
            numbers: format!(
                "{} / {} = {} m a tick; from {} to {}, {} m from {}",
                num(speed),
                num(self.rate()),
                num(speed / self.rate()),
                vec3(start),
                vec3(here),
                num(left),
                vec3(goal)
            ),
            outcome,
            tone: tone(has_ended),
            marks: vec![segment(start, here, Tone::Pass), segment(here, goal, Tone::Note)],
            values: None,
        }
    }
}

/// The tone of an action: running until it has ended.
fn tone(has_ended: bool) -> Tone {
    if has_ended { Tone::Pass } else { Tone::Partial }
}

fn segment(from: Vec3, to: Vec3, tone: Tone) -> Mark {
    Mark { shape: MarkShape::Segment(from, to), tone, label: String::new() }
}

fn lacking(what: &str, so: &str) -> Step {
    Step {
        title: format!("No {what}"),
        outcome: format!("The agent has no {what}, so {so}."),
        tone: Tone::Fail,
        ..Step::default()
    }
}
