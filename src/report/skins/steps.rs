//! The steps of an explained skin: their words and marks, made from their [values](super::values) alone.

use std::fmt::Write;
use std::sync::Arc;

use glam::{DVec3, DVec4};

use super::values::{
    AllAnimations, BoxAround, BoxInAnimation, FourInfluences, FourOfVertex, JointMatrices, JointTerm, Joints, Playing,
    SkinBoxes, SkinValues, SumsOfWeights, VertexOfWhole, VertexSum, WholeAnimation,
};
use crate::cut::VertexSource;
use crate::geometry::narrate::{counted, fine, num, settled};
use crate::geometry::{Mark, MarkShape, OtherValues, Step, Tone, Values};
use crate::import::level::Moment;
use crate::scene::SkinBounds;
use crate::world::{Box64, NormalizedVertex};

/// The words about weights for a mesh that is shown as modelled.
const NOW: &str = "The mesh is shown as modelled, so no vertex is off now.";

/// A step with its values.
pub(super) fn step(values: SkinValues) -> Step {
    let words = match &values {
        SkinValues::Joints(of) => joints(of),
        SkinValues::Vertex(of) => vertex(of),
        SkinValues::Four(of) => four(of),
        SkinValues::Weights(of) => weights(of),
        SkinValues::Boxes(of) => boxes(of),
        SkinValues::Animation(of) => animation(of),
        SkinValues::Enclosing(of) => enclosing(of),
    };
    Step { values: Some(Values::Other(OtherValues::new(values))), ..words }
}

fn joints(Joints { bones, root, playing, chosen }: &Joints) -> Step {
    /// More than these are not listed by name.
    const NAMED: usize = 24;
    /// More than these are not marked; the picture has a line for each bone.
    const MARKED: usize = 1000;
    let names: Vec<&str> = bones.iter().map(|bone| &*bone.name).take(NAMED).collect();
    let mut numbers = names.join(", ");
    if bones.len() > NAMED {
        let _ = write!(numbers, ", and {} more", bones.len() - NAMED);
    }
    let mut listed = String::new();
    if let Some(chosen) = chosen {
        let _ = write!(numbers, "\n{}", chosen.name);
        list_matrices(&mut numbers, chosen);
        listed = format!(" Those of {} are listed.", chosen.name);
    }
    let mut marks = Vec::new();
    for (joint, bone) in bones.iter().enumerate().take(MARKED) {
        if let Some(parent) = bone.parent.and_then(|parent| bones.get(parent)) {
            marks.push(segment(parent.position, bone.position, Tone::Note, String::new()));
        }
        let label = if joint == *root { format!("root: {}", bone.name) } else { String::new() };
        marks.push(dot(bone.position, Tone::Note, label));
    }
    let time = match playing {
        Some(Playing { animation, name, time }) => {
            let name = name.as_ref().map_or_else(|| format!("Animation {animation}"), |name| format!("“{name}”"));
            format!("{name} is at {} s.", fine(*time))
        }
        None => "No animation plays: the joints are as in the file.".to_owned(),
    };
    Step {
        title: "Joints".into(),
        formula: "matrix = world_from_joint · inverse_bind".into(),
        numbers,
        outcome: format!(
            "{time} Each of {} has a matrix from the bind pose to the world.{listed}",
            counted(bones.len(), "joint")
        ),
        tone: Tone::Note,
        marks,
        ..Step::default()
    }
}

fn vertex(values: &VertexSum) -> Step {
    let VertexSum { vertex, modelled, modelled_in_world, terms, sum, is_bind, of_whole } = values;
    let mut numbers = of_whole.as_ref().map_or_else(String::new, of_whole_words);
    let _ = writeln!(numbers, "v = {} as modelled", place(*modelled));
    let at = *modelled_in_world;
    let label = if *is_bind { format!("vertex {vertex}, as modelled") } else { "as modelled".to_owned() };
    let mut marks = vec![dot(at, Tone::Note, label)];
    let arrow = |to: DVec3, tone, label| mark(MarkShape::Arrow(at.as_vec3(), to.as_vec3()), tone, label);
    for JointTerm { joint, weight, moved } in terms {
        let name = &joint.name;
        let full = fine((*weight).into());
        let _ = write!(numbers, "{full} · M({name}) v = {full} · {}", place(*moved));
        list_matrices(&mut numbers, joint);
        numbers.push('\n');
        marks.push(arrow(*moved, Tone::Partial, format!("{} · {name}", num(*weight))));
    }
    marks.push(arrow(*sum, Tone::Pass, String::new()));
    let label = if *is_bind { "the sum, when posed".to_owned() } else { format!("vertex {vertex}") };
    marks.push(dot(*sum, Tone::Pass, label));
    let _ = write!(numbers, "sum = {}", place(*sum));
    let total = fine(terms.iter().map(|term| f64::from(term.weight)).sum());
    let shown = if *is_bind {
        "It is shown as modelled. The sum is its position when it is posed."
    } else {
        "The sum is its position."
    };
    Step {
        title: format!("Vertex {vertex}"),
        formula: "sum over its joints: w · world_from_joint · inverse_bind · v".into(),
        numbers,
        outcome: match terms.len() {
            1 => format!("1 joint with a weight of {total} moves it. {shown}"),
            joints => format!("{joints} joints with weights of {total} together move it. {shown}"),
        },
        tone: Tone::Partial,
        marks,
        ..Step::default()
    }
}

/// The line with the number of a vertex of a half in the whole mesh.
fn of_whole_words(VertexOfWhole { object, source }: &VertexOfWhole) -> String {
    match source {
        VertexSource::Vertex(vertex) => format!("it is vertex {vertex} of `{object}`, which was cut\n"),
        VertexSource::Edge { from, to, t } => {
            format!("the cut made it on the edge between vertices {from} and {to} of `{object}`, t = {}\n", fine(*t))
        }
    }
}

fn four(values: &FourInfluences) -> Step {
    let FourInfluences { vertices, above, explained, worst, is_bind } = values;
    let other = worst.as_ref().filter(|worst| worst.vertex != explained.vertex);
    let mut numbers = four_numbers(explained);
    if let Some((worst, (four, distance))) = other.and_then(|worst| Some((worst, worst.four.zip(worst.distance())?))) {
        let (all, four, distance) = (place(worst.all), place(four), fine(distance));
        let _ = write!(numbers, "\nworst, vertex {}: {four} in place of {all}, {distance} m off", worst.vertex);
    }
    let many = format!("{above} of {vertices} vertices have more than 4 joints.");
    let of_four = four_outcome(explained, worst.as_ref(), *is_bind);
    Step {
        title: "Four influences".into(),
        formula: "the four largest weights, scaled to the sum of all".into(),
        numbers,
        outcome: if *is_bind { format!("{many} {NOW} {of_four}") } else { format!("{many} {of_four}") },
        tone: match worst.as_ref().and_then(FourOfVertex::distance) {
            _ if *is_bind => Tone::Note,
            Some(distance) => Tone::pass_or_fail(distance <= 0.0),
            None => Tone::Fail,
        },
        marks: four_marks(values),
        ..Step::default()
    }
}

/// Both sums of a vertex, and the weights that are dropped.
fn four_numbers(of: &FourOfVertex) -> String {
    let FourOfVertex { vertex, kept, dropped, all, four } = of;
    let total = |weights: &[(Arc<str>, f32)]| weights.iter().map(|(_, weight)| f64::from(*weight)).sum::<f64>();
    let joints = counted(kept.len() + dropped.len(), "joint");
    let mut numbers = format!("vertex {vertex} by {joints}: {}", place(*all));
    if dropped.is_empty() {
        return numbers;
    }
    let named: Vec<String> =
        dropped.iter().map(|(name, weight)| format!("{} {name}", fine((*weight).into()))).collect();
    let (part, whole) = (fine(total(dropped)), fine(total(kept) + total(dropped)));
    let _ = write!(numbers, "\ndropped: {}; together {part} of {whole}", named.join(", "));
    if let Some((four, distance)) = four.zip(of.distance()) {
        let distance = fine(distance);
        let _ = write!(numbers, "\nvertex {vertex} by the other 4: {}, at a distance of {distance} m", place(four));
    }
    numbers
}

/// What a renderer with four influences does with the explained vertex, and with the worst one.
fn four_outcome(explained: &FourOfVertex, worst: Option<&FourOfVertex>, is_bind: bool) -> String {
    let renderer = if is_bind { "When the mesh is posed, a renderer with 4" } else { "A renderer with 4" };
    let FourOfVertex { vertex, kept, dropped, .. } = explained;
    let furthest = worst.and_then(|worst| Some((worst.vertex, worst.distance()?)));
    let of_explained = match explained.distance() {
        _ if dropped.is_empty() => {
            format!("Vertex {vertex} has {}: no weight is dropped.", counted(kept.len(), "joint"))
        }
        None => format!("The 4 largest weights of vertex {vertex} add up to 0, so they cannot be scaled."),
        Some(distance) if distance > 0.0 => format!("{renderer} draws vertex {vertex} off by {} m.", fine(distance)),
        Some(_) => format!("{renderer} draws vertex {vertex} at the same place."),
    };
    let of_worst = match furthest {
        Some((worst, _)) if worst == *vertex => " No vertex is further off.".to_owned(),
        Some((worst, distance)) if distance > 0.0 => {
            let posed = if is_bind { ", when posed" } else { "" };
            format!(" The worst is vertex {worst}: it is off by {} m{posed}.", fine(distance))
        }
        Some(_) => " No vertex is off.".to_owned(),
        None => String::new(),
    };
    format!("{of_explained}{of_worst}")
}

/// Both places of the explained vertex, and the distance of the worst one.
fn four_marks(FourInfluences { explained, worst, is_bind, .. }: &FourInfluences) -> Vec<Mark> {
    let mut marks = Vec::new();
    let posed = if *is_bind { ", when posed" } else { "" };
    if let (Some(four), Some(distance), false) = (explained.four, explained.distance(), explained.dropped.is_empty()) {
        let joints = explained.kept.len() + explained.dropped.len();
        marks.push(segment(explained.all, four, Tone::Fail, format!("{} m", short(distance))));
        marks.push(dot(explained.all, Tone::Pass, format!("vertex {} by {joints} joints{posed}", explained.vertex)));
        marks.push(dot(four, Tone::Fail, format!("vertex {} by 4 joints{posed}", explained.vertex)));
    }
    if let Some(worst) = worst.as_ref().filter(|worst| worst.vertex != explained.vertex)
        && let (Some(four), Some(distance)) = (worst.four, worst.distance())
        && distance > 0.0
    {
        let label = format!("worst, vertex {}: {} m", worst.vertex, short(distance));
        marks.push(segment(worst.all, four, Tone::Fail, label));
        marks.push(dot(four, Tone::Fail, String::new()));
    }
    marks
}

fn weights(SumsOfWeights { vertices, off, worst, is_bind }: &SumsOfWeights) -> Step {
    let all = "The weights of every vertex add up to 1.".to_owned();
    let some = |worst: &NormalizedVertex| {
        let off = format!("The weights of {off} of {vertices} vertices do not add up to 1.");
        let of_worst = worst_outcome(worst, *is_bind);
        if *is_bind { format!("{off} {NOW} {of_worst}") } else { format!("{off} {of_worst}") }
    };
    Step {
        title: "Sums of weights".into(),
        formula: "sum over its joints: w = 1".into(),
        numbers: worst
            .as_ref()
            .map_or_else(String::new, |worst| format!("vertex {}: sum of weights = {}", worst.vertex, fine(worst.sum))),
        outcome: worst.as_ref().map_or(all, some),
        tone: Tone::pass_or_fail(worst.is_none()),
        marks: worst.as_ref().map_or_else(Vec::new, |worst| worst_marks(worst, *is_bind)),
        ..Step::default()
    }
}

/// What the weights do to the worst vertex.
fn worst_outcome(worst: &NormalizedVertex, is_bind: bool) -> String {
    let (NormalizedVertex { vertex, sum, .. }, moved) = (worst, fine(worst.moved()));
    if *sum == 0.0 {
        let posed = if is_bind { " when it is posed" } else { "" };
        return format!(
            "The weights of vertex {vertex} add up to 0, so it is at the origin of the world{posed}, {moved} m from where the node \
             of the mesh puts it as modelled."
        );
    }
    let would = if is_bind {
        format!("When it is posed, vertex {vertex} would move by {moved} m with normalised weights.")
    } else {
        format!("With normalised weights, vertex {vertex} would move by {moved} m.")
    };
    let pulled = if *sum < 1.0 { "pulled towards" } else { "pushed away from" };
    format!("{would} It is {pulled} the origin of the world, so the error grows with the distance from there.")
}

/// The worst vertex, and its way to where normalised weights would put it.
fn worst_marks(worst: &NormalizedVertex, is_bind: bool) -> Vec<Mark> {
    let NormalizedVertex { vertex, at, normalized, .. } = worst;
    let posed = if is_bind { ", when posed" } else { "" };
    vec![
        segment(*at, *normalized, Tone::Fail, format!("{} m", short(worst.moved()))),
        dot(*at, Tone::Fail, format!("vertex {vertex}{posed}")),
    ]
}

fn boxes(SkinBoxes { boxes, tested }: &SkinBoxes) -> Step {
    let (mut numbers, mut marks) = (Vec::new(), Vec::new());
    for BoxAround { method, around, furthest } in boxes {
        let word = method.word();
        let reach = match furthest {
            Some(out) => format!("vertex {} is {} m out", out.vertex, fine(out.distance)),
            None => "encloses the mesh".to_owned(),
        };
        let used = if method == tested { "  (tested)" } else { "" };
        numbers.push(format!("{word}: {} m in size, {reach}{used}", place(around.max - around.min)));
        let tone = match (method, furthest) {
            (SkinBounds::Exact, _) => Tone::Exact,
            (_, Some(_)) => Tone::Fail,
            (_, None) => Tone::Pass,
        };
        let mut edges = Mark::edges(&around.enclosing(), tone);
        word.clone_into(&mut edges[Box64::named_edge(*method)].label);
        marks.extend(edges);
        if let Some(out) = furthest {
            let label = format!("{word}: {} m", short(out.distance));
            marks.push(segment(around.nearest(out.at), out.at, Tone::Fail, label));
            marks.push(dot(out.at, Tone::Fail, String::new()));
        }
    }
    let escape = boxes.iter().find(|of| of.method == *tested).and_then(|of| of.furthest);
    let outcome = match escape {
        Some(out) => format!(
            "The {} box is tested, and the mesh reaches {} m out of it: it can vanish while it is in view.",
            tested.word(),
            fine(out.distance)
        ),
        None => format!("The {} box is tested, and it encloses the mesh at this tick.", tested.word()),
    };
    Step {
        title: "Boxes".into(),
        formula: format!(
            "bind: world_from_node · v\nroot: world_from_root · inverse_bind_root · v\njoints: M v for each joint that moves v\n{}exact: \
             the posed vertices",
            if boxes.iter().any(|of| of.method == SkinBounds::Given) { "given: its moved corners\n" } else { "" }
        ),
        numbers: numbers.join("\n"),
        outcome,
        tone: Tone::pass_or_fail(escape.is_none()),
        marks,
        ..Step::default()
    }
}

fn animation(values: &WholeAnimation) -> Step {
    const TITLE: &str = "The whole animation";
    let Some(boxes) = &values.boxes else {
        let outcome = "The animation is being searched. The answer follows.".to_owned();
        return Step { title: TITLE.into(), outcome, tone: Tone::Note, ..Step::default() };
    };
    let searched = match values.searched_until {
        Some(until) => format!("the first {} s of the animation", fine(until)),
        None => "the whole animation".to_owned(),
    };
    let when = |time: f64| format!("{} s (tick {})", fine(time), values.tick(time));
    let (mut numbers, mut marks, mut sentences) = (Vec::new(), Vec::new(), String::new());
    for BoxInAnimation { method, out, furthest } in boxes {
        let word = method.word();
        let Some(out) = out else {
            numbers.push(format!("{word}: never"));
            continue;
        };
        let moment = |at: Moment| format!("at {}, vertex {} by {} m", when(at.time), at.vertex, fine(at.distance));
        numbers.push(format!("{word}: {}; furthest {}", moment(out.first), moment(out.furthest)));
        let Moment { time, vertex, distance } = out.furthest;
        let _ = write!(sentences, " At {} vertex {vertex} is {} m out of the {word} box.", when(time), fine(distance));
        if let Some((around, at)) = furthest {
            let aabb = around.enclosing();
            let corners = std::array::from_fn(|i| aabb.corner(i));
            marks.push(mark(MarkShape::Box { corners }, Tone::Fail, String::new()));
            let label = format!("{word}: {} m at {} s", short(distance), short(time));
            marks.push(segment(around.nearest(*at), *at, Tone::Fail, label));
            marks.push(dot(*at, Tone::Fail, String::new()));
        }
    }
    let wrong = boxes.iter().filter(|of| of.out.is_some()).count();
    let summary = match wrong {
        0 => format!("No vertex leaves a box in {searched}."),
        1 => format!("A vertex leaves 1 of {} boxes in {searched}.", boxes.len()),
        _ => format!("Vertices leave {wrong} of {} boxes in {searched}.", boxes.len()),
    };
    Step {
        title: TITLE.into(),
        formula:
            "the first tick of the animation at which a vertex is out of the box, and the tick at which one is furthest out"
                .into(),
        numbers: numbers.join("\n"),
        outcome: format!("{summary}{sentences}"),
        tone: Tone::pass_or_fail(wrong == 0),
        marks,
        ..Step::default()
    }
}

fn enclosing(AllAnimations { animations, boxes, around }: &AllAnimations) -> Step {
    const TITLE: &str = "Enclosing box";
    let Some(boxes) = boxes else {
        let outcome = "The animations are being searched. The answer follows.".to_owned();
        return Step { title: TITLE.into(), outcome, tone: Tone::Note, ..Step::default() };
    };
    let all = match animations {
        0 => "The file has no animation: this is the box of its pose.".to_owned(),
        1 => "The box encloses the posed mesh at all ticks of the animation of the file.".to_owned(),
        many => format!("The box encloses the posed mesh at all ticks of all {many} animations of the file."),
    };
    let numbers: Vec<String> =
        boxes.iter().map(|of| format!("{}: {}\n  {}", of.engine, of.convention, of.text)).collect();
    Step {
        title: TITLE.into(),
        formula: "the box of world_from_node⁻¹ · posed vertex, over all ticks of all animations".into(),
        numbers: numbers.join("\n"),
        outcome: if boxes.is_empty() {
            "The node of the mesh has no inverse, so there is no box.".to_owned()
        } else {
            all
        },
        tone: Tone::Note,
        marks: around
            .iter()
            .map(|corners| mark(MarkShape::Box { corners: (**corners).map(DVec3::as_vec3) }, Tone::Note, String::new()))
            .collect(),
        ..Step::default()
    }
}

/// Adds the matrix of a joint with its factors, each in rows.
fn list_matrices(text: &mut String, of: &JointMatrices) {
    for (name, matrix) in [
        ("world_from_joint", &of.world_from_joint),
        ("inverse_bind", &of.inverse_bind),
        ("M = world_from_joint · inverse_bind", &of.matrix),
    ] {
        let _ = write!(text, "\n  {name}");
        // The last row of an affine matrix is (0, 0, 0, 1).
        for i in 0..3 {
            let _ = write!(text, "\n    row {} = {}", i + 1, row(matrix.row(i)));
        }
    }
}

/// A row without rounding noise beside its greatest factor.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn row(of: DVec4) -> String {
    let size = of.truncate().abs().max_element();
    format!("({})", of.to_array().map(|x| num(settled(x, size) as f32)).join(", "))
}

fn mark(shape: MarkShape, tone: Tone, label: String) -> Mark {
    Mark { shape, tone, label }
}

fn dot(at: DVec3, tone: Tone, label: String) -> Mark {
    mark(MarkShape::Point(at.as_vec3()), tone, label)
}

fn segment(from: DVec3, to: DVec3, tone: Tone, label: String) -> Mark {
    mark(MarkShape::Segment(from.as_vec3(), to.as_vec3()), tone, label)
}

/// A number with the digits of a label.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn short(x: f64) -> String {
    num(x as f32)
}

fn place(at: DVec3) -> String {
    format!("({}, {}, {})", fine(at.x), fine(at.y), fine(at.z))
}
