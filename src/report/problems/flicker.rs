//! Problems of faces that flicker: in one plane, or too near to each other for the depth buffer of a camera.
//!
//! They are about faces of two objects, or of one mesh. The item of a problem is the object with the smaller faces, such as the
//! poster on a wall. A problem is ignored when the scene ignores it for one of both objects.

use std::collections::HashSet;
use std::sync::Arc;

use super::list::{Elements, Problem, Problems};
use super::objects::millimetres;
use crate::budget::OverBudget;
use crate::flicker::{FacePart, Fight, Flicker, FlickerFinding, FlickerKind};
use crate::geometry::Mesh;
use crate::geometry::camera::DepthRange;
use crate::geometry::narrate::num;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::{CameraAt, Item};

/// The pairs of faces that a message names.
const NAMED_PAIRS: usize = 3;

impl Problems {
    /// The same with the faces that flicker.
    #[must_use]
    pub(super) fn with_flicker(
        mut self,
        report: &Report,
        cameras: &[CameraAt],
        found: &Result<Flicker, OverBudget>,
    ) -> Self {
        let found = match found {
            Ok(found) => found,
            Err(over) => {
                let words = format!("Faces that flicker were not searched: {over}");
                self.unfinished.push((LevelProblem::DepthFighting, words));
                return self;
            }
        };
        if found.is_cut {
            let words = format!(
                "The search for faces that flicker ended early, after {} findings: too many faces are near to each other. Mend \
                 these first, or move the near planes of the cameras away from the eye",
                found.findings.len()
            );
            self.unfinished.push((LevelProblem::DepthFighting, words));
        }
        let mut meshes = HashSet::new();
        let findings: Vec<&FlickerFinding> =
            found.findings.iter().filter(|finding| is_first_of_mesh(finding, report, &mut meshes)).collect();
        for kind in [LevelProblem::DepthFighting, LevelProblem::CoplanarOverlap] {
            let mut of_kind: Vec<&FlickerFinding> =
                findings.iter().copied().filter(|finding| kind_of(finding) == kind).collect();
            of_kind.sort_by_key(|finding| finding.bodies);
            self.take(kind, of_kind.into_iter(), |finding| Problem {
                kind,
                image: None,
                item: Item::Object(finding.bodies[0]),
                count: finding.pairs.len(),
                elements: Elements::Faces(Arc::new(finding.clone())),
                message: message(finding, report, cameras),
            });
        }
        self
    }
}

fn kind_of(finding: &FlickerFinding) -> LevelProblem {
    match finding.kind {
        FlickerKind::Coplanar { .. } => LevelProblem::CoplanarOverlap,
        FlickerKind::Fight(_) => LevelProblem::DepthFighting,
    }
}

/// Whether a finding is not about faces in one plane of a mesh of which another object has had the same finding.
fn is_first_of_mesh(finding: &FlickerFinding, report: &Report, meshes: &mut HashSet<*const Mesh>) -> bool {
    let [a, b] = finding.bodies;
    if a != b || !matches!(finding.kind, FlickerKind::Coplanar { .. }) {
        return true;
    }
    let mesh = report.marks.each.get(a).and_then(|mark| mark.mesh.as_ref());
    mesh.is_none_or(|mesh| meshes.insert(Arc::as_ptr(mesh)))
}

/// The problem in one sentence.
fn message(finding: &FlickerFinding, report: &Report, cameras: &[CameraAt]) -> String {
    let names = finding.bodies.map(|body| report.name(body));
    let who = if finding.bodies[0] == finding.bodies[1] {
        format!("faces of {}", names[0])
    } else {
        format!("{} and {}", names[0], names[1])
    };
    let faces = faces(finding, names);
    match &finding.kind {
        FlickerKind::Coplanar { area, is_back_to_back } => {
            let sides = if *is_back_to_back { ", seen through a face that is drawn from both sides" } else { "" };
            format!(
                "{who} are in one plane and overlap by {} m², so they flicker from every distance{sides}: {faces}",
                short(*area)
            )
        }
        FlickerKind::Fight(fight) => {
            let Some(camera) = cameras.get(fight.camera) else { return String::new() };
            let others: Vec<&str> =
                fight.others.iter().filter_map(|other| cameras.get(*other)).map(|camera| &*camera.name).collect();
            let others = if others.is_empty() { String::new() } else { format!(", and in {}", few(&others)) };
            format!(
                "{who} {} flicker in {} from {} m on{others}: there one step of its depth buffer ({}) covers {}; {faces}; {}",
                apart(fight),
                camera.name,
                short(fight.distance),
                buffer(camera),
                length(fight.resolution),
                remedy(fight)
            )
        }
    }
}

/// The distance along the view is given where it is larger by this factor.
const LARGER: f64 = 1.1;

/// "are 0.4 mm apart and".
fn apart(fight: &Fight) -> String {
    if fight.is_crossing {
        return "cross at a small angle and".to_owned();
    }
    let along = if fight.along_view > LARGER * fight.separation {
        format!(" ({} along the view)", length(fight.along_view))
    } else {
        String::new()
    };
    format!("are {} apart{along} and", length(fight.separation))
}

/// "24 bits, near 0.01 m".
fn buffer(camera: &CameraAt) -> String {
    let bits = match camera.depth_bits {
        32 => "32-bit float".to_owned(),
        bits => format!("{bits} bits"),
    };
    let reversed = if camera.camera.depth == DepthRange::Reversed { ", reversed" } else { "" };
    format!("{bits}{reversed}, near {} m", num(camera.camera.near))
}

/// What would cure, in words.
fn remedy(fight: &Fight) -> String {
    let cures = &fight.cures;
    if fight.is_crossing {
        return "no depth buffer distinguishes crossing faces: move one of them, or draw it with a polygon offset"
            .to_owned();
    }
    let mut all = Vec::new();
    if let Some(near) = cures.near {
        all.push(format!("set near to {} m", num(near)));
    }
    if cures.bits_24 {
        all.push("use 24 bits".to_owned());
    }
    if cures.float {
        all.push("use a 32-bit float".to_owned());
    } else if cures.reversed {
        all.push("use a 32-bit float with reversed depth".to_owned());
    }
    if let Some(separation) = cures.separation {
        all.push(format!("move them {} apart", length(up(separation))));
    }
    let none = if cures.near.is_none() { "no near plane cures it: " } else { "" };
    if all.is_empty() {
        return format!("{none}delete one of them, or draw it with a polygon offset");
    }
    format!("{none}{}", all.join(", or "))
}

/// "+z of both", "triangle 3 and +y", or the first of many.
fn faces(finding: &FlickerFinding, names: [&str; 2]) -> String {
    let pair = |faces: [FacePart; 2]| {
        let [a, b] = faces.map(FacePart::words);
        match finding.bodies {
            [one, other] if one == other => format!("{a} and {b}"),
            _ => format!("{a} of {} and {b} of {}", names[0], names[1]),
        }
    };
    let short = |faces: [FacePart; 2]| faces.map(FacePart::words).join(" and ");
    match &finding.pairs[..] {
        [only] => pair(only.faces),
        pairs => {
            let first: Vec<String> = pairs.iter().take(NAMED_PAIRS).map(|pair| short(pair.faces)).collect();
            let more = if pairs.len() > NAMED_PAIRS { " …" } else { "" };
            format!("{} pairs of faces: {}{more}", pairs.len(), first.join(", "))
        }
    }
}

/// "a, b and c"; of many the first with the number of the others.
fn few(names: &[&str]) -> String {
    const FEW: usize = 3;
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] if names.len() <= FEW => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more cameras", names[..FEW].join(", "), names.len() - FEW),
    }
}

/// A number with two digits.
fn short(x: f64) -> String {
    let two: f64 = format!("{x:.1e}").parse().unwrap_or(x);
    num(single(two))
}

/// A number rounded up to two digits.
fn up(x: f64) -> f64 {
    let two: f64 = format!("{x:.1e}").parse().unwrap_or(x);
    if two >= x { two } else { format!("{:.1e}", x * 1.05).parse().unwrap_or(x).max(x) }
}

/// A length with two digits, small ones in millimetres.
pub(super) fn length(metres: f64) -> String {
    let two: f64 = format!("{metres:.1e}").parse().unwrap_or(metres);
    millimetres(single(two))
}

#[expect(clippy::cast_possible_truncation, reason = "two digits are shown")]
fn single(x: f64) -> f32 {
    x as f32
}
