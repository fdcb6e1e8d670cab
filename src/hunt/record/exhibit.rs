//! A scene that shows a fault: the smallest case, with the program's answer and the right one.

use serde_json::{Map, Value, json};

use super::words::answer_in_words;
use crate::hunt::findings::{Example, SmallestCase};
use crate::hunt::named_mistake::NamedMistake;
use crate::hunt::naming::answers_as;
use crate::hunt::recipe::{FrustumRecipe, PoseRecipe, RayRecipe, Recipe, SeenBody, is_all, is_unturned};
use crate::hunt::wire::{depth_word, write_truth};
use crate::mistakes::{Answer, Case, SolidKind};
use crate::octree::morton::MAX_DEPTH;

/// The layer of what only shows a wrong answer, which no ray and no camera of the scene asks about.
const SHOWN_LAYER: u8 = 31;

/// The scene of an example; `None` when a scene cannot have its case, such as a box without a size. Its camera or ray has the first of
/// the mistakes of the program that answers the case as the program does.
pub fn exhibit(example: &Example, mistakes: &[NamedMistake]) -> Option<String> {
    let SmallestCase { recipe, case, answer, truth, .. } = example.smallest();
    let alone = mistakes.iter().filter(|named| named.keys.len() == 1).flat_map(NamedMistake::mistakes);
    let mistake = answer.and_then(|answer| alone.into_iter().find(|mistake| answers_as(case, answer, mistake)));
    let key = mistake.map(|mistake| mistake.key);
    let question = example.case.question().word();
    let mut scene = Map::new();
    scene.insert("eyeline".to_owned(), 1.into());
    scene.insert("title".to_owned(), format!("{question}: {}", example.kind.word().replace('_', " ")).into());
    let said = answer_in_words(example);
    let about = format!(
        "The program answered `{}`.\n\nRight is `{}`.\n\nThis is the smallest case that was found for a fault of the kind *{}* in the family *{}*: {}.",
        said.replace('`', "'"),
        write_truth(truth),
        example.kind.word(),
        example.family,
        example.kind.about(),
    );
    scene.insert("about".to_owned(), about.into());
    let select = match recipe {
        Recipe::Frustum(recipe) => view(&mut scene, recipe, key)?,
        Recipe::Ray(recipe) => ray(&mut scene, recipe, key, answer),
        Recipe::Bounds { pose, min, max } => bounds(&mut scene, pose, [*min, *max], answer)?,
        Recipe::Plain(Case::BoxBox { a, b }) => boxes(&mut scene, a, b)?,
        Recipe::Plain(Case::Morton { cell, depth }) => cell_of(&mut scene, *cell, *depth)?,
        Recipe::Plain(_) => return None,
    };
    let say = format!(
        "The program answered `{}`. Right is `{}`. The steps show why.",
        said.replace('`', "'"),
        write_truth(truth)
    );
    scene.insert("lesson".to_owned(), json!([{ "say": escaped(&say), "select": select }]));
    serde_json::to_string_pretty(&Value::Object(scene)).ok()
}

/// Text in which no brace is a live value.
fn escaped(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// A number of a scene, with as few digits as `f32` needs.
fn number(x: f32) -> Value {
    let text = format!("{x}");
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

fn numbers(all: &[f32]) -> Value {
    all.iter().map(|x| number(*x)).collect()
}

/// The keys of a pose that are not their defaults.
fn posed(mut entry: Value, pose: &PoseRecipe) -> Value {
    if !is_all(&pose.position, 0.0) {
        entry["position"] = numbers(&pose.position);
    }
    if !is_unturned(&pose.rotation) {
        entry["rotation"] = numbers(&pose.rotation);
    }
    if !is_all(&pose.scale, 1.0) {
        entry["scale"] = numbers(&pose.scale);
    }
    entry
}

/// A box by its corners; `None` for one without a size.
fn solid_box(name: &str, [min, max]: [[f32; 3]; 2]) -> Option<Value> {
    let half: [f32; 3] = std::array::from_fn(|i| (max[i] - min[i]) / 2.0);
    let middle: [f32; 3] = std::array::from_fn(|i| min[i] + half[i]);
    let is_solid = half.iter().all(|x| *x > 0.0 && x.is_finite());
    is_solid.then(|| json!({ "name": name, "shape": { "box": { "half_extents": numbers(&half) } }, "position": numbers(&middle) }))
}

fn view(scene: &mut Map<String, Value>, recipe: &FrustumRecipe, mistake: Option<&str>) -> Option<Value> {
    let object = match recipe.body {
        SeenBody::Box(corners) => solid_box("body", corners)?,
        SeenBody::Sphere { center, radius } => {
            (radius > 0.0).then(|| json!({ "name": "body", "shape": { "sphere": { "radius": number(radius) } }, "position": numbers(&center) }))?
        }
    };
    let [left, right, bottom, top] = recipe.window.map(number);
    let window = json!({ "left": left, "right": right, "bottom": bottom, "top": top });
    let projection = if recipe.is_perspective { json!({ "frustum": window }) } else { json!({ "ortho": window }) };
    let far = if recipe.far.is_finite() { number(recipe.far) } else { Value::Null };
    let mut camera = json!({
        "name": "camera",
        "projection": projection,
        "near": number(recipe.near),
        "far": far,
        "depth": depth_word(recipe.depth),
    });
    camera["position"] = numbers(&recipe.position);
    if !is_unturned(&recipe.rotation) {
        camera["rotation"] = numbers(&recipe.rotation);
    }
    if let Some(mistake) = mistake {
        camera["mistake"] = mistake.into();
    }
    scene.insert("cameras".to_owned(), json!([camera]));
    scene.insert("objects".to_owned(), json!([object]));
    Some(json!(["camera", "body"]))
}

fn ray(scene: &mut Map<String, Value>, recipe: &RayRecipe, mistake: Option<&str>, answer: Option<&Answer>) -> Value {
    let sizes = match recipe.kind {
        SolidKind::Box => json!({ "half_extents": numbers(&recipe.sizes) }),
        kind => {
            kind.size_names().iter().zip(recipe.sizes).map(|(name, size)| ((*name).to_owned(), number(size))).collect()
        }
    };
    let mut shape = Map::new();
    shape.insert(recipe.kind.word().to_owned(), sizes);
    let mut objects = vec![posed(json!({ "name": "solid", "shape": shape }), &recipe.pose)];
    if let Some(Answer::Hit(Some(hit))) = answer
        && hit.t.is_finite()
    {
        #[expect(clippy::cast_possible_truncation, reason = "where it is drawn")]
        let point: [f32; 3] = std::array::from_fn(|i| recipe.origin[i] + hit.t as f32 * recipe.direction[i]);
        let largest = recipe
            .sizes
            .iter()
            .zip(recipe.pose.scale)
            .fold(0.0_f32, |most, (size, scale)| most.max(size * scale.abs()));
        if point.iter().all(|x| x.is_finite() && x.abs() < 1e7) {
            objects.push(json!({
                "name": "their hit",
                "shape": { "sphere": { "radius": number(largest * 0.04) } },
                "position": numbers(&point),
                "layers": [SHOWN_LAYER],
                "color": "#d55e00",
            }));
        }
    }
    scene.insert("objects".to_owned(), objects.into());
    let mut ray = json!({ "name": "ray", "origin": numbers(&recipe.origin), "direction": numbers(&recipe.direction), "mask": [0] });
    if let Some(mistake) = mistake {
        ray["mistake"] = mistake.into();
    }
    scene.insert("rays".to_owned(), json!([ray]));
    json!(["ray", "solid"])
}

fn bounds(
    scene: &mut Map<String, Value>,
    pose: &PoseRecipe,
    [min, max]: [[f32; 3]; 2],
    answer: Option<&Answer>,
) -> Option<Value> {
    let half: [f32; 3] = std::array::from_fn(|i| (max[i] - min[i]) / 2.0);
    if !half.iter().all(|x| *x > 0.0) {
        return None;
    }
    let middle = glam::DVec3::from_array(std::array::from_fn(|i| f64::from(min[i] + half[i])));
    let centre = pose.world_from_local().transform_point3(middle).as_vec3().to_array();
    let moved = PoseRecipe { position: centre, ..*pose };
    let mut objects =
        vec![posed(json!({ "name": "local box", "shape": { "box": { "half_extents": numbers(&half) } } }), &moved)];
    #[expect(clippy::cast_possible_truncation, reason = "where it is drawn")]
    if let Some(Answer::Bounds { min, max }) = answer
        && let Some(mut theirs) = solid_box("their world box", [min.map(|x| x as f32), max.map(|x| x as f32)])
    {
        theirs["color"] = "#d55e00".into();
        theirs["layers"] = json!([SHOWN_LAYER]);
        objects.push(theirs);
    }
    scene.insert("objects".to_owned(), objects.into());
    scene.insert("cameras".to_owned(), json!([]));
    Some(json!(["local box"]))
}

fn boxes(scene: &mut Map<String, Value>, a: &[[f32; 3]; 2], b: &[[f32; 3]; 2]) -> Option<Value> {
    scene.insert("objects".to_owned(), json!([solid_box("a", *a)?, solid_box("b", *b)?]));
    scene.insert("octree".to_owned(), json!({ "depth": 1 }));
    Some(json!(["a", "b"]))
}

fn cell_of(scene: &mut Map<String, Value>, cell: [u32; 3], depth: u32) -> Option<Value> {
    if depth > MAX_DEPTH {
        return None;
    }
    let side = 1_u32 << depth;
    let place = cell.map(|c| json!(f64::from(c) + 0.5));
    scene.insert(
        "objects".to_owned(),
        json!([{ "name": "in the cell", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": place }]),
    );
    scene.insert("octree".to_owned(), json!({ "min": [0, 0, 0], "max": [side, side, side], "depth": depth }));
    Some(json!(["in the cell"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::{HuntOptions, RuleAnswerer, run};
    use crate::mistakes::{MISTAKES, MistakeSet};
    use crate::scene::parse;

    /// The scene of each example can be read, and its lesson selects what it has.
    #[test]
    fn the_scenes_of_faults_are_valid() {
        let mut with_mistake = 0;
        for mistake in &MISTAKES {
            for question in mistake.questions {
                let options = HuntOptions { cases: Some(3_000), examples: 4, ..HuntOptions::default() };
                let mut answerer = RuleAnswerer::new(*question, MistakeSet::one(mistake.kind));
                let findings = run(*question, &mut answerer, &options, &());
                for example in &findings.examples {
                    assert!(!matches!(example.truth, crate::hunt::Truth::Undecided));
                    let Some(text) = exhibit(example, &findings.mistakes) else { continue };
                    with_mistake += usize::from(text.contains("\"mistake\": "));
                    let read = parse(&text, "exhibit.json");
                    assert!(read.is_ok(), "{} {}: {:?}\n{text}", question.word(), mistake.key, read.err());
                }
            }
        }
        assert!(with_mistake > 60, "{with_mistake} ask for the mistake beside the right answer");
    }
}
