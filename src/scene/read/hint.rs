//! An example of each key, for the help text of an error.

/// "such as …", an example of a key with a value.
pub(in crate::scene) fn such_as(key: &str) -> Option<String> {
    such_as_within("", key)
}

/// The example of a key with several meanings: `around` is the key of the enclosing value.
pub(in crate::scene) fn such_as_within(around: &str, key: &str) -> Option<String> {
    hint(around, key).map(|hint| format!("such as {hint}"))
}

/// An example of a key with a value, in backticks, with its range where needed.
pub(in crate::scene) fn hint(around: &str, key: &str) -> Option<&'static str> {
    let here = WITHIN.iter().find(|(place, known, _)| (*place, *known) == (around, key)).map(|(.., example)| *example);
    here.or_else(|| EXAMPLES.iter().find(|(known, _)| *known == key).map(|(_, example)| *example))
}

/// The enclosing key, the key, and its example there.
const WITHIN: &[(&str, &str, &str)] = &[
    ("octree", "depth", "`\"depth\": 4`, a whole number of halvings from 0 to 10"),
    ("cameras", "depth", "`\"depth\": \"-1..1\"`, `\"0..1\"` or `\"reversed\"`"),
    ("cameras", "size", "`\"size\": [640, 360]`, pixels, each from 1 to 8192"),
    ("octree", "method", "`\"method\": \"tight\"` or `\"loose\"`"),
    ("images", "method", "`\"method\": \"exact\"` or `\"odd_block\"`"),
    ("condition", "blackboard", "`\"blackboard\": { \"key\": \"hp\", \"is\": \"<\", \"value\": 20 }`"),
    ("condition", "script", "`\"script\": [\"failure\", \"success\"]`"),
    ("views", "name", "`\"name\": \"front\"`, unique among the views"),
    ("renderers", "name", "`\"name\": \"nvidia\"`, the name of a folder, unique among the renderers"),
    ("views", "size", "`\"size\": [1280, 720]`, each from 1 to 8192"),
    ("views", "scale", "`\"scale\": 1.5` beside `\"ui\": true`, from 1 to 2"),
    ("tolerance", "number", "`\"number\": 1e-4`, 0 or more"),
    ("occlusion", "method", "`\"method\": \"axes\"`, `\"view\"` or `\"fixed\"`"),
    ("models", "speed", "`\"speed\": 0.5`, seconds of the animation in a second of the scene"),
];

const EXAMPLES: &[(&str, &str)] = &[
    ("trace", "`\"trace\": { \"file\": \"run.jsonl\" }`"),
    ("problem", "`\"problem\": \"open_edges\"`, the kind of a problem in the report"),
    ("animation", "`\"animation\": \"Walk\"`, a name or an index from 0"),
    ("start", "`\"start\": 0.5`, in seconds"),
    ("pose", "`\"pose\": \"bind\"`"),
    (
        "bounds",
        "`\"bounds\": \"exact\"`, `\"bind\"`, `\"root\"`, `\"joints\"`, or a box: `\"bounds\": { \"min\": [-1, 0, -1], \"max\": [1, 2, 1] }`",
    ),
    ("among", "`\"among\": [\"crate\", \"ball\", \"ring\"]`"),
    ("eyeline", "`\"eyeline\": 1`, the format version"),
    ("title", "`\"title\": \"Guard post\"`"),
    ("tick_rate", "`\"tick_rate\": 60`, ticks a second"),
    ("opens_at", "`\"opens_at\": 122`, a tick from 0 to 1000000"),
    ("view", "`\"view\": { \"eye\": [8, 6, 10], \"target\": [0, 1, 0] }`"),
    ("eye", "`\"eye\": [8, 6, 10]`"),
    ("target", "`\"target\": [0, 1, 0]`"),
    ("up", "`\"up\": [0, 1, 0]`"),
    ("select", "`\"select\": [\"guard\", \"crate\"]`"),
    ("fov_y", "`\"fov_y\": 60`, degrees between 0 and 180"),
    ("aspect", "`\"aspect\": 1.5`, width divided by height"),
    ("name", "`\"name\": \"crate\"`, unique in the scene"),
    ("position", "`\"position\": [0, 1.7, 0]`"),
    ("look_at", "`\"look_at\": [0, 1.7, -5]`"),
    ("rotation", "`\"rotation\": [0, 0, 0, 1]`, a quaternion x, y, z, w"),
    ("euler", "`\"euler\": [0, 90, 0]`, pitch, yaw and roll in degrees"),
    ("scale", "`\"scale\": [1, 1, 1]`"),
    ("projection", "`\"projection\": { \"perspective\": { \"fov_y\": 60, \"aspect\": 1.5 } }`"),
    ("near", "`\"near\": 0.1`, metres"),
    ("gap", "`\"gap\": 1`, seconds, or `null` for never"),
    ("far", "`\"far\": 100`, metres from the eye, or `null` for no far plane"),
    ("left", "`\"left\": -0.1`, metres"),
    ("right", "`\"right\": 0.1`, metres"),
    ("bottom", "`\"bottom\": -0.05`, metres"),
    ("top", "`\"top\": 0.05`, metres"),
    (
        "frustum",
        "`\"frustum\": { \"left\": -0.1, \"right\": 0.1, \"bottom\": -0.05, \"top\": 0.05 }`, metres on the near plane",
    ),
    ("ortho", "`\"ortho\": { \"left\": -2, \"right\": 2, \"bottom\": -1, \"top\": 1 }`, metres"),
    (
        "matrix",
        "`\"matrix\": [1, 0, 0, 0, 0, 1.5, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2002, 0]`, 16 numbers, column by column",
    ),
    ("kind", "`\"kind\": \"ray\"`, `\"line\"` or `\"segment\"`"),
    ("inside", "`\"inside\": \"solid\"` or `\"hollow\"`"),
    ("depth_bits", "`\"depth_bits\": 24`, or 16, or 32 for a float"),
    ("mistake", "`\"mistake\": \"near-row-of-minus-one\"`, a key that `eyeline mistakes` lists"),
    ("attach", "`\"attach\": \"crate\"`, the name of an object"),
    ("shape", "`\"shape\": { \"box\": { \"half_extents\": [0.5, 0.5, 0.5] } }`"),
    ("half_extents", "`\"half_extents\": [0.5, 0.5, 0.5]`"),
    ("radius", "`\"radius\": 0.5`"),
    ("half_height", "`\"half_height\": 1`"),
    ("height", "`\"height\": 2`"),
    ("file", "`\"file\": \"leaf.png\"`, relative to the scene file"),
    ("layers", "`\"layers\": [0]`, each from 0 to 63"),
    ("mask", "`\"mask\": [0, 1]`, each from 0 to 63"),
    ("color", "`\"color\": \"#c08040\"`"),
    ("path", "`\"path\": { \"points\": [[0, 0, 0], [4, 0, 0]], \"speed\": 1.5 }`"),
    ("points", "`\"points\": [[0, 0, 0], [4, 0, 0]]`"),
    ("speed", "`\"speed\": 1.5`, metres a second"),
    ("loop", "`\"loop\": true`"),
    ("origin", "`\"origin\": [0, 1, 5]`"),
    ("direction", "`\"direction\": [0, 0, -1]`"),
    ("octree", "`\"octree\": { \"depth\": 4 }`"),
    ("min", "`\"min\": [-8, -8, -8]`"),
    ("max", "`\"max\": [8, 8, 8]`"),
    ("seed", "`\"seed\": 7`, any whole number from 0"),
    ("tree", "`\"tree\": { \"action\": { \"wait\": { \"ticks\": 10 } } }` or `{ \"file\": \"guard.xml\" }`"),
    ("children", "`\"children\": [{ \"action\": { \"wait\": { \"ticks\": 10 } } }]`"),
    ("child", "`\"child\": { \"action\": { \"wait\": { \"ticks\": 10 } } }`"),
    ("abort", "`\"abort\": \"lower_priority\"`, `\"self\"`, `\"both\"` or `\"none\"`"),
    ("policy", "`\"policy\": \"all\"` or `\"any\"`"),
    ("times", "`\"times\": 3`, at least 1"),
    ("ticks", "`\"ticks\": 10`, at least 1"),
    ("condition", "`\"condition\": { \"sees\": { \"object\": \"player\" } }`"),
    ("action", "`\"action\": { \"patrol\": { \"points\": [[-4, 0, 0], [4, 0, 0]], \"speed\": 1 } }`"),
    ("object", "`\"object\": \"player\"`, the name of an object"),
    ("point", "`\"point\": [4, 0, 0]`"),
    ("within", "`\"within\": 5`, metres"),
    ("until", "`\"until\": 8`, metres"),
    ("degrees_per_second", "`\"degrees_per_second\": 90`"),
    ("sees", "`\"sees\": { \"object\": \"player\" }`"),
    ("hears", "`\"hears\": { \"object\": \"player\", \"within\": 5 }`"),
    ("every", "`\"every\": { \"ticks\": 10 }`"),
    ("random", "`\"random\": { \"chance\": 0.5 }`"),
    ("chance", "`\"chance\": 0.5`, from 0 to 1"),
    ("key", "`\"key\": \"hp\"`"),
    ("value", "`\"value\": 20`, a number, `true` or `false`, a text, or a list of them"),
    ("is", "`\"is\": \"<\"`, one of `==`, `!=`, `<`, `<=`, `>`, `>=`"),
    ("message", "`\"message\": \"I have {hp} left\"`"),
    ("script", "`\"script\": [\"running\", \"success\"]`"),
    ("scripts", "`\"scripts\": { \"OpenDoor\": [\"running\", \"success\"] }`"),
    ("blackboard", "`\"blackboard\": { \"hp\": 100 }`"),
    ("texture", "`\"texture\": 0`, an index in the `images` of a glTF or GLB"),
    ("node", "`\"node\": \"door\"`, as in the file"),
    ("divisions", "`\"divisions\": [10, 10]`, each at least 1"),
    ("threshold", "`\"threshold\": 0.5`"),
    ("size", "`\"size\": [2, 2]`, metres"),
    ("check", "`\"check\": { \"views\": [{ \"name\": \"front\", \"camera\": \"guard\" }] }`"),
    ("views", "`\"views\": [{ \"name\": \"front\", \"camera\": \"guard\", \"tick\": 60 }]`"),
    ("tolerance", "`\"tolerance\": { \"number\": 1e-4, \"pixel\": 0.1, \"pixels\": 0 }`"),
    ("pixel", "`\"pixel\": 0.1`, from 0 to 1"),
    ("pixels", "`\"pixels\": 0`, a whole number of pixels"),
    ("pixel_ratio", "`\"pixel_ratio\": 0.001`, a share of the picture's pixels from 0 to 1, in place of `pixels`"),
    ("display", "`\"display\": \"clay\"`, one of `material`, `verdict`, `clay`, `wireframe`, `orientation`"),
    ("theme", "`\"theme\": \"light\"` or `\"dark\"`"),
    ("eyeline_project", "`\"eyeline_project\": 1`, the format version"),
    ("paths", "`\"paths\": [\"scenes\"]`, folders or scenes, relative to the project file"),
    ("baselines", "`\"baselines\": \"tests/baselines\"`, a folder, relative to the project file"),
    ("renderers", "`\"renderers\": [{ \"name\": \"nvidia\", \"matches\": \"NVIDIA\" }]`"),
    ("matches", "`\"matches\": \"NVIDIA\"`, a text that the renderer's name contains"),
    ("ignore", "`\"ignore\": [{ \"view\": \"front\", \"rect\": [0, 0, 200, 40] }]`"),
    ("rect", "`\"rect\": [0, 0, 200, 40]`: left, top, width and height in pixels"),
    ("skip", "`\"skip\": [\"rays\"]`"),
    ("expect", "`\"expect\": [{ \"camera\": \"guard\", \"object\": \"crate\", \"verdict\": \"outside\" }]`"),
    ("tick", "`\"tick\": 60`, a tick from 0 to 1000000"),
    ("ui", "`\"ui\": true`"),
    ("panel", "`\"panel\": \"octree\"` beside `\"ui\": true`"),
    ("a", "`\"a\": \"crate\"`, the name of an object"),
    ("b", "`\"b\": \"ball\"`, the name of an object"),
    ("resolution", "`\"resolution\": 256`, 1 or more"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_of_a_model_is_a_factor() {
        for (around, words) in [("models", "seconds of the animation in a second"), ("path", "metres a second")] {
            let help = such_as_within(around, "speed").unwrap();
            assert!(help.contains(words), "{around}: {help}");
        }
    }
}
