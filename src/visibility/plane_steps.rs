//! The steps of the chain about the planes of the view volume, each with its value and its remedy.

use super::look_target::LookTarget;
use super::pixel_camera::PixelCamera;
use crate::geometry::frustum::{Classification, Frustum, Side};
use crate::geometry::narrate::{fine, num};
use crate::geometry::{Mark, MarkShape, Step, Tone};

pub(super) fn frustum(
    frustum: &Frustum,
    target: &LookTarget,
    tested: &Classification,
    rejecting: Option<Side>,
    tight: Option<&Classification>,
    is_seen: bool,
) -> Step {
    let sides = [Side::Left, Side::Right, Side::Bottom, Side::Top];
    let distances = sides.map(|side| format!("{} {} m", side.word(), num(tested.distances[side as usize].p)));
    let mut marks: Vec<Mark> = Mark::edges(&target.view_box, Tone::Note).into();
    let outcome = match rejecting {
        None => "Its bounds are inside the four sides of the view, or cross them.".to_owned(),
        Some(side) => {
            let plane = frustum.planes[side as usize];
            let distance = tested.distances[side as usize].p;
            let corner = crate::geometry::frustum::p_vertex(&plane, &target.view_box);
            marks.push(Mark {
                shape: MarkShape::Segment(corner, corner - plane.normal * distance),
                tone: Tone::Fail,
                label: format!("{} m", num(-distance)),
            });
            let is_box_to_blame =
                tight.is_some_and(|tight| sides.iter().all(|side| tight.distances[*side as usize].p >= 0.0));
            let way = match side {
                Side::Left => "to the left",
                Side::Right => "to the right",
                Side::Bottom => "down",
                _ => "up",
            };
            let mut text = format!("Its bounds are outside the {} plane by {} m.", side.word(), num(-distance));
            if is_seen {
                text.push_str(
                    " The box is to blame: the mesh itself is in the picture, but an engine that tests this box drops it. \
                     Use bounds that enclose the posed mesh, such as `\"bounds\": \"exact\"`.",
                );
            } else if is_box_to_blame {
                text.push_str(
                    " The tight box is not: the tested box does not enclose the posed mesh. Use bounds that do, such as \
                     `\"bounds\": \"exact\"`.",
                );
            } else {
                text.extend([" Turn or move the camera ", way, ", or use a wider field of view."]);
            }
            text
        }
    };
    Step {
        title: "Sides of the view".into(),
        formula: "p_distance ≥ 0 for left, right, bottom and top: the corner furthest along each normal".into(),
        numbers: distances.join(",  "),
        outcome,
        tone: match (rejecting, is_seen) {
            (None, _) => Tone::Pass,
            (Some(_), false) => Tone::Fail,
            (Some(_), true) => Tone::Partial,
        },
        marks,
        values: None,
    }
}

fn along(extent: Option<[f64; 2]>) -> String {
    extent.map_or_else(String::new, |[least, most]| {
        format!("it reaches from {} m to {} m along the view", fine(least), fine(most))
    })
}

pub(super) fn near(view: &PixelCamera, extent: Option<[f64; 2]>, is_before: bool) -> Step {
    let near = view.camera.near;
    let outcome = match extent {
        Some([_, most]) if is_before && most <= 0.0 => {
            "All of it is behind the eye. Turn the camera round, or move it back.".to_owned()
        }
        Some([_, most]) if is_before => format!(
            "The near plane cuts all of it away. Its furthest point is at {} m: set `near` below that, or move the camera back.",
            fine(most)
        ),
        _ => "Some of it is behind the near plane.".to_owned(),
    };
    Step {
        title: "Near plane".into(),
        formula: "furthest depth ≥ near".into(),
        numbers: format!("near: {} m;  {}", num(near), along(extent)),
        outcome,
        tone: Tone::pass_or_fail(!is_before),
        ..Step::default()
    }
}

pub(super) fn far(view: &PixelCamera, extent: Option<[f64; 2]>, is_behind: bool) -> Step {
    let outcome = match extent {
        Some([least, _]) if is_behind => format!(
            "The far plane cuts all of it away. Its nearest point is at {} m: set `far` above that, or move the camera nearer.",
            fine(least)
        ),
        _ => "Some of it is before the far plane.".to_owned(),
    };
    let far = view.camera.far;
    Step {
        title: "Far plane".into(),
        formula: "least depth ≤ far".into(),
        numbers: format!(
            "far: {};  {}",
            if far.is_finite() { format!("{} m", num(far)) } else { "no far plane".to_owned() },
            along(extent)
        ),
        outcome,
        tone: Tone::pass_or_fail(!is_behind),
        ..Step::default()
    }
}

/// The near or far plane of a matrix, and how far the furthest point of a target is inside of it.
pub(super) fn plane_of_matrix(side: Side, inside: f64) -> Step {
    let is_cut = inside < 0.0;
    let (title, word) = if side == Side::Near { ("Near plane", "near") } else { ("Far plane", "far") };
    let outcome = if is_cut {
        format!(
            "The {word} plane of the matrix cuts all of it away: its furthest point is {} m outside. Move the camera, or change \
             the matrix.",
            fine(-inside)
        )
    } else {
        format!("Some of it is inside the {word} plane.")
    };
    Step {
        title: title.into(),
        formula: "greatest distance inside the plane ≥ 0".into(),
        numbers: format!("{} m", fine(inside)),
        outcome,
        tone: Tone::pass_or_fail(!is_cut),
        ..Step::default()
    }
}
