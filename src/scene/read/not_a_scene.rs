//! What a JSON text looks like that has no `eyeline` key: such a file is none of ours, and not a scene with a mistake.

use jsonc_parser::ast::{Object, Value};

use crate::geometry::narrate::counted;
use crate::source::place::opening;
use crate::source::syntax::Fault;

/// The files that eyeline opens.
const READ: &str = "eyeline reads scenes (JSON with `\"eyeline\": 1`), levels (glTF, GLB, FBX, OBJ, PLY, STL, Quake `.map` and `.bsp`), behaviour trees (XML), images, \
                    traces of programs (lines of JSON), and recorded camera paths, such as rows of TUM or `transforms.json`";

/// Files that are known by their keys: all of the keys, what the file is, and a hint.
const KNOWN: &[(&[&str], &str, Option<&str>)] = &[
    (&["eyeline_report"], "a report of eyeline", Some("`eyeline diff` compares reports")),
    (&["eyeline_recording"], "a recording of agents by eyeline", Some("`eyeline diff` compares recordings")),
    (&["asset", "buffers"], "a glTF level", Some("end its name with `.gltf`")),
    (&["asset"], "a glTF level without nodes", Some("export the level again")),
    (&["metadata", "object"], "a scene of three.js", Some("export it as glTF")),
    (&["tiledversion"], "a map of Tiled", None),
    (&["features"], "GeoJSON", None),
    (&["dependencies"], "a `package.json`", None),
    (&["$schema", "properties"], "a JSON Schema", None),
    (
        &["frames"],
        "a list of frames without `transform_matrix`",
        Some("each frame of Nerfstudio has a `transform_matrix`"),
    ),
    (&["camera_model"], "cameras of Nerfstudio without frames", Some("give the file that has the `frames`")),
    (&["scenes"], "the results of `eyeline check`", Some("`eyeline check --out DIR` writes a page that shows them")),
];

/// Keys that only scenes have together with the version.
const SCENE: [&str; 9] =
    ["cameras", "objects", "models", "rays", "octree", "agents", "images", "sessions", "occlusion"];

/// The fault of a text without an `eyeline` key; `None` for one that has it.
pub(in crate::scene) fn fault(root: &Value) -> Option<Fault> {
    let object = match root {
        Value::Object(object) => object,
        other => {
            let found = match other {
                Value::Array(list) => format!("a list of {}", counted(list.elements.len(), "value")),
                _ => "a single value".to_owned(),
            };
            let message = format!("this is JSON, and not an eyeline scene: it is {found}, and a scene is an object");
            return Some(Fault::new(opening(root), message).help(READ.to_owned()));
        }
    };
    let has = |key: &str| object.properties.iter().any(|property| property.name.as_str() == key);
    if has("eyeline") {
        return None;
    }
    let known = KNOWN.iter().find(|(keys, ..)| keys.iter().all(|key| has(key)));
    let (message, help) = match known {
        Some((_, what, hint)) => {
            (format!("it looks like {what}"), hint.map_or(READ.to_owned(), |hint| format!("{hint}; {READ}")))
        }
        None if SCENE.iter().any(|key| has(key)) => (
            "it looks like a scene without its version".to_owned(),
            "add `\"eyeline\": 1`, the format version".to_owned(),
        ),
        None => (format!("it is JSON with {}", keys(object)), READ.to_owned()),
    };
    let message = format!("the key `eyeline` is missing, so this is not an eyeline scene: {message}");
    Some(Fault::new(opening(root), message).help(help))
}

/// "the keys `a`, `b`, …".
fn keys(object: &Object) -> String {
    const FEW: usize = 5;
    let all: Vec<String> =
        object.properties.iter().map(|property| crate::source::error::quoted(property.name.as_str())).collect();
    match all.len() {
        0 => "no keys".to_owned(),
        1 => format!("the key {}", all[0]),
        count if count <= FEW => format!("the keys {}", all.join(", ")),
        count => format!("the keys {} and {} more", all[..FEW].join(", "), count - FEW),
    }
}
