//! The steps of the chain, each with its value and its remedy.

use super::body_parts::FaceCounts;
use super::look_target::{LookTarget, Visible};
use super::pixel_camera::{PixelCamera, PixelMap};
use super::seen::Seen;
use crate::geometry::narrate::counted;
use crate::geometry::{Mark, Step, Tone};

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
        "It has no triangle with finite corners and an area, so there is nothing to draw. Check the export of its mesh, and \
         the scales of the nodes above it.".to_owned()
    } else {
        "There is something to draw.".to_owned()
    };
    let numbers = match (what, count) {
        (Visible::Body { shape, .. }, _) if shape.faces().is_none() => format!("a {}", shape.word()),
        (_, count) => counted(count, "triangle"),
    };
    Step { title: "Triangles".into(), numbers, outcome, tone: Tone::pass_or_fail(!is_empty), ..Step::default() }
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
