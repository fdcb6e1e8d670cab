//! Cases in words, as a textbook would give them.

use crate::hunt::findings::Example;
use crate::hunt::recipe::{FrustumRecipe, PoseRecipe, RayRecipe, Recipe, SeenBody, is_all, is_unturned};
use crate::hunt::wire::{depth_word, write_answer};
use crate::mistakes::{Case, SolidKind};

/// What a case is made from, in one line. Lengths are in metres.
pub fn in_words(recipe: &Recipe) -> String {
    match recipe {
        Recipe::Frustum(recipe) => view(recipe),
        Recipe::Ray(recipe) => ray(recipe),
        Recipe::Bounds { pose, min, max } => format!("box {}{}", corners(min, max), posed(pose)),
        Recipe::Plain(case) => plain(case),
    }
}

/// The answer of the program to the smallest case of a fault, as it is on the wire; what it said instead when that is no answer. The text
/// of the program is not escaped.
pub fn answer_in_words(example: &Example) -> String {
    let smallest = example.smallest();
    match smallest.answer {
        Some(answer) => write_answer(answer).to_string(),
        None => smallest.said.unwrap_or_default().to_owned(),
    }
}

fn vector(v: &[f32]) -> String {
    let numbers: Vec<String> = v.iter().map(|x| number(*x)).collect();
    format!("({})", numbers.join(", "))
}

/// With as few digits as `f32` needs, and a real minus sign.
fn number(x: f32) -> String {
    let size = x.abs();
    let text = if size != 0.0 && !(1e-4..1e7).contains(&size) { format!("{x:e}") } else { format!("{x}") };
    text.replace('-', "−")
}

fn corners(min: &[f32; 3], max: &[f32; 3]) -> String {
    format!("{}…{}", vector(min), vector(max))
}

fn view(recipe: &FrustumRecipe) -> String {
    let body = match &recipe.body {
        SeenBody::Box([min, max]) => format!("box {}", corners(min, max)),
        SeenBody::Sphere { center, radius } => format!("sphere at {} of radius {}", vector(center), number(*radius)),
    };
    let [left, right, bottom, top] = recipe.window.map(number);
    let near = number(recipe.near);
    let far = if recipe.far.is_finite() { format!("far {}", number(recipe.far)) } else { "no far plane".to_owned() };
    let kind = if recipe.is_perspective { "window on the near plane" } else { "parallel projection, window" };
    let place =
        if is_all(&recipe.position, 0.0) { String::new() } else { format!(", camera at {}", vector(&recipe.position)) };
    let depth = depth_word(recipe.depth).replace('-', "−");
    format!(
        "{body}; near {near}, {far}, {depth} depth, {kind} {left}…{right} × {bottom}…{top}{place}{}",
        turned(&recipe.rotation)
    )
}

/// The rotation of a pose or a camera, with a comma before it; empty without one.
fn turned(rotation: &[f32; 4]) -> String {
    if is_unturned(rotation) {
        return String::new();
    }
    let [x, y, z, w] = rotation.map(f64::from);
    let length = (x * x + y * y + z * z).sqrt();
    let degrees = (2.0 * libm::atan2(length, w)).to_degrees();
    let axis = ["X", "Y", "Z"].iter().zip([x, y, z]).filter(|(_, part)| *part != 0.0).collect::<Vec<_>>();
    match axis[..] {
        [(name, part)] => {
            #[expect(clippy::cast_possible_truncation, reason = "for display")]
            let degrees = ((degrees * part.signum() * 1e3).round() / 1e3) as f32;
            format!(", turned {}° about {name}", number(degrees))
        }
        _ => format!(", turned by the quaternion {}", vector(rotation)),
    }
}

fn posed(pose: &PoseRecipe) -> String {
    let mut text = String::new();
    if !is_all(&pose.scale, 1.0) {
        text.push_str(", scaled by ");
        text.push_str(&vector(&pose.scale));
    }
    text += &turned(&pose.rotation);
    if !is_all(&pose.position, 0.0) {
        text.push_str(", moved to ");
        text.push_str(&vector(&pose.position));
    }
    text
}

fn ray(recipe: &RayRecipe) -> String {
    let size = |i: usize| number(recipe.sizes[i]);
    let solid = match recipe.kind {
        SolidKind::Box => format!("box of half extents {}", vector(&recipe.sizes)),
        SolidKind::Sphere => format!("sphere of radius {}", size(0)),
        SolidKind::Cylinder => format!("cylinder of radius {} and half height {}", size(0), size(1)),
        SolidKind::Cone => format!("cone of radius {} and height {}", size(0), size(1)),
        SolidKind::Capsule => format!("capsule of radius {} and half height {}", size(0), size(1)),
    };
    let (origin, direction) = (vector(&recipe.origin), vector(&recipe.direction));
    format!("ray from {origin} along {direction}; {solid}{}", posed(&recipe.pose))
}

fn plain(case: &Case) -> String {
    match case {
        Case::RayTriangle { origin, direction, corners: [a, b, c] } => {
            let triangle = [a, b, c].map(|corner| vector(corner)).join(", ");
            format!("ray from {} along {}; triangle {triangle}", vector(origin), vector(direction))
        }
        Case::BoxBox { a: [min, max], b: [low, high] } => {
            format!("box {} and box {}", corners(min, max), corners(low, high))
        }
        Case::Morton { cell: [x, y, z], depth } => format!("cell ({x}, {y}, {z}) at depth {depth}"),
        // The others have recipes of their own.
        Case::FrustumBox { .. } | Case::FrustumSphere { .. } | Case::RaySolid(_) | Case::TransformedBox { .. } => {
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::camera::DepthRange;
    use crate::hunt::recipe::UNTURNED;

    #[test]
    fn cases_read_like_those_of_a_textbook() {
        let body = SeenBody::Box([[0.0, 0.0, -1.0], [1.0, 1.0, 0.0]]);
        let camera = FrustumRecipe {
            is_perspective: true,
            window: [-1.0, 1.0, -1.0, 1.0],
            near: 1.0,
            far: f32::INFINITY,
            depth: DepthRange::ZeroToOne,
            position: [0.0; 3],
            rotation: UNTURNED,
            body,
        };
        let expected =
            "box (0, 0, −1)…(1, 1, 0); near 1, no far plane, 0..1 depth, window on the near plane −1…1 × −1…1";
        assert_eq!(in_words(&Recipe::Frustum(camera)), expected);
        let (sin, cos) = libm::sincos(22.5_f64.to_radians());
        #[expect(clippy::cast_possible_truncation, reason = "cases have `f32`")]
        let rotation = [0.0, sin as f32, 0.0, cos as f32];
        let pose = PoseRecipe { rotation, ..PoseRecipe::IDENTITY };
        let bounds = Recipe::Bounds { pose, min: [0.0; 3], max: [1.0; 3] };
        assert_eq!(in_words(&bounds), "box (0, 0, 0)…(1, 1, 1), turned 45° about Y");
    }
}
