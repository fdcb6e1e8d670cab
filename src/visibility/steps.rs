//! The steps of the chain, each with its value and its remedy.

use super::body_parts::FaceCounts;
use super::look_target::{LookTarget, Visible};
use super::pixel_camera::{PixelCamera, PixelMap};
use super::seen::Seen;
use crate::geometry::frustum::{Classification, Frustum, Side};
use crate::geometry::narrate::{counted, fine, num};
use crate::geometry::{Mark, MarkShape, Step, Tone};

/// A share in per cent with the digits that tell it from 0 and from 100.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if share > 0.0 && percent < 0.1 {
        return "under 0.1 %".to_owned();
    }
    if share < 1.0 && percent > 99.9 {
        return "over 99.9 %".to_owned();
    }
    if percent < 10.0 { format!("{} %", trimmed(percent)) } else { format!("{percent:.0} %") }
}

fn trimmed(percent: f64) -> String {
    let text = format!("{percent:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn layers(bits: u64) -> String {
    if bits == u64::MAX {
        return "all layers".to_owned();
    }
    let listed: Vec<String> =
        (0..64).filter(|layer| bits >> layer & 1 == 1).map(|layer: u32| layer.to_string()).collect();
    match listed.len() {
        0 => "no layer".to_owned(),
        1 => format!("layer {}", listed[0]),
        _ => format!("layers {}", listed.join(", ")),
    }
}

pub(super) fn layer(mask: u64, of_target: u64, is_shown: bool) -> Step {
    let outcome = if is_shown {
        format!("The camera sees {}.", layers(mask & of_target))
    } else {
        format!(
            "The camera has none of its layers, so it does not draw it. Add {} to the camera's `mask`, or put the object on \
             another layer.",
            layers(of_target)
        )
    };
    Step {
        title: "Layer".into(),
        formula: "mask ∩ layers ≠ ∅".into(),
        numbers: format!("mask: {};  layers: {}", layers(mask), layers(of_target)),
        outcome,
        tone: Tone::pass_or_fail(is_shown),
        ..Step::default()
    }
}

pub(super) fn empty(what: &Visible, is_empty: bool) -> Step {
    let count = super::faces::count(what);
    let outcome = if is_empty {
        "It has no triangle with finite corners, so there is nothing to draw. Check the export of its mesh.".to_owned()
    } else {
        "There is something to draw.".to_owned()
    };
    let numbers = match (what, count) {
        (Visible::Body { shape, .. }, _) if shape.faces().is_none() => format!("a {}", shape.word()),
        (_, count) => counted(count, "triangle"),
    };
    Step { title: "Triangles".into(), numbers, outcome, tone: Tone::pass_or_fail(!is_empty), ..Step::default() }
}

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

pub(super) fn outside(map: &PixelMap, target: &LookTarget, is_inside: bool) -> Step {
    let counts = FaceCounts::of(map, &target.what);
    let numbers = if counts.all > 0 {
        format!("{} of {} have a part in the view volume", counts.inside, counted(counts.all, "triangle"))
    } else {
        String::new()
    };
    let outcome = if is_inside {
        "A part of it is in the view volume."
    } else {
        "No part of it is in the view volume, although its box reaches into it. Turn or move the camera towards it."
    };
    Step {
        title: "In the view volume".into(),
        formula: "the shape itself, cut by the six planes, is not empty".into(),
        numbers,
        outcome: outcome.into(),
        tone: Tone::pass_or_fail(is_inside),
        marks: Mark::edges(&target.bounds, Tone::Note).into(),
        values: None,
    }
}

pub(super) fn faces(map: &PixelMap, target: &LookTarget, has_front: bool) -> Step {
    let counts = FaceCounts::of(map, &target.what);
    let is_mirrored = target.what.world_from_local().matrix3.determinant() < 0.0;
    let mut numbers = if counts.all > 0 {
        format!(
            "{} of {} show their front, {} of them in the view volume",
            counts.fronts,
            counted(counts.all, "triangle"),
            counts.fronts_inside
        )
    } else {
        "a solid shows its outside".to_owned()
    };
    if is_mirrored {
        numbers.push_str(
            "\nits scale mirrors it, which turns the winding in world space; the front stays the front, as in glTF",
        );
    }
    let outcome = if has_front {
        "A front faces the camera."
    } else if counts.all > 0 && counts.fronts_inside == 0 && counts.inside > 0 {
        "All triangles in the view turn away: their corners are clockwise for the camera. Flip the winding of the mesh, set \
         `doubleSided` in its material, or look from the other side."
    } else {
        "The eye or the near plane is inside it, and a solid has no inner faces. Move the camera out of it, or set `near` lower."
    };
    Step {
        title: "Faces".into(),
        formula: "counter-clockwise corners are the front".into(),
        numbers,
        outcome: outcome.into(),
        tone: Tone::pass_or_fail(has_front),
        ..Step::default()
    }
}

pub(super) fn alpha(what: &Visible, seen: &Seen, is_cut_out: bool) -> Step {
    let outcome = if is_cut_out {
        match what {
            Visible::Sheet(_) => {
                "No cell at its pixels is solid: their mean alpha is under the threshold. Lower `threshold`, or use another image."
            }
            _ => {
                "All of its texels at its pixels are under the alpha cutoff of its material. Lower `alphaCutoff`, or check the \
                 texture and its coordinates."
            }
        }
    } else if seen.has_holes {
        "Some lines of sight pass through its holes, others do not."
    } else {
        "No alpha cutoff takes a pixel from it."
    };
    Step {
        title: "Alpha".into(),
        formula: "alpha ≥ cutoff at some pixel".into(),
        numbers: format!("{} outside its holes", counted(seen.alone, "pixel")),
        outcome: outcome.into(),
        tone: Tone::pass_or_fail(!is_cut_out),
        ..Step::default()
    }
}

pub(super) fn covered(seen: &Seen, name: &dyn Fn(usize) -> String, is_covered: bool) -> Step {
    /// The coverers that are named.
    const MOST: usize = 5;
    let mut by: Vec<String> =
        seen.covers().take(MOST).map(|(by, share)| format!("`{}` has {}", name(by), percent(share))).collect();
    if seen.covered_by.len() > MOST {
        by.push(format!("{} others have the rest", seen.covered_by.len() - MOST));
    }
    let outcome = match (is_covered, by.is_empty()) {
        (true, _) => format!("Others cover all of it: {}.", by.join(", ")),
        (false, true) => "Nothing covers it.".to_owned(),
        (false, false) => format!("Others cover a part of it: {}.", by.join(", ")),
    };
    Step {
        title: "Covered".into(),
        formula: "some line of sight through a pixel's centre hits it first".into(),
        numbers: match seen.share() {
            Some(share) => format!("{} of {}: {}", seen.pixels, counted(seen.alone, "pixel"), percent(share)),
            None => "no pixel of its own".to_owned(),
        },
        outcome,
        tone: if is_covered {
            Tone::Fail
        } else if seen.covered_by.is_empty() {
            Tone::Pass
        } else {
            Tone::Partial
        },
        ..Step::default()
    }
}

pub(super) fn small(view: &PixelCamera, seen: &Seen) -> Step {
    let [width, height] = view.size;
    let size = format!("picture of {width} × {height} pixels");
    let (numbers, outcome) = match seen.rect {
        Some([x, y, w, h]) => {
            (format!("{size};  {} in [{x}, {y}, {w}, {h}]", counted(seen.pixels, "pixel")), "It is seen.".to_owned())
        }
        None => (
            format!("{size};  it contains the centre of no pixel"),
            "It is between the centres of the pixels. A picture with more pixels, or a camera nearer to it, shows it."
                .to_owned(),
        ),
    };
    Step {
        title: "Pixels".into(),
        formula: "it contains the centre of a pixel".into(),
        numbers,
        outcome,
        tone: Tone::pass_or_fail(seen.pixels > 0),
        ..Step::default()
    }
}
