//! FBX: a file as text and the same as binary are the same level, and any bytes are a level or a located error.
//!
//! `EYELINE_FILE_CASES` is how many changed files of each form are read.

use std::fmt::Write as _;

use eyeline::budget::Budget;
use eyeline::files::LevelFile;
use eyeline::import::level::Level;
use eyeline::opacity::Progress;

use crate::levels::{read, with_other_bytes, with_other_numbers};
use crate::random::Random;

/// A value of a node.
#[derive(Clone)]
enum Value {
    Whole(i64),
    Number(f64),
    Text(String),
    /// The name and the class of an object.
    Name(String, &'static str),
    Wholes(Vec<i32>),
    Longs(Vec<i64>),
    Numbers(Vec<f64>),
}

/// A node of the file.
struct Item {
    name: &'static str,
    values: Vec<Value>,
    below: Vec<Item>,
}

impl Item {
    fn new(name: &'static str, values: Vec<Value>, below: Vec<Item>) -> Self {
        Self { name, values, below }
    }

    fn as_text(&self, text: &mut String) {
        write!(text, "{}: ", self.name).expect("a word");
        let mut lists = String::new();
        let list = |lists: &mut String, numbers: Vec<String>| {
            write!(lists, "{{\na: {}\n}}", numbers.join(",")).expect("a list");
            format!("*{}", numbers.len())
        };
        let values = self.values.iter().map(|value| match value {
            Value::Whole(number) => number.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => format!("\"{text}\""),
            Value::Name(name, class) => format!("\"{class}::{name}\""),
            Value::Wholes(numbers) => list(&mut lists, numbers.iter().map(ToString::to_string).collect()),
            Value::Longs(numbers) => list(&mut lists, numbers.iter().map(ToString::to_string).collect()),
            Value::Numbers(numbers) => list(&mut lists, numbers.iter().map(ToString::to_string).collect()),
        });
        let values: Vec<String> = values.collect();
        writeln!(text, "{} {lists}", values.join(",")).expect("values");
        if !self.below.is_empty() {
            text.truncate(text.trim_end().len());
            text.push_str(" {\n");
            for item in &self.below {
                item.as_text(text);
            }
            text.push_str("}\n");
        }
    }

    fn as_bytes(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.extend([0; 12]);
        bytes.push(u8::try_from(self.name.len()).expect("a short name"));
        bytes.extend(self.name.as_bytes());
        let begin = bytes.len();
        for value in &self.values {
            value.as_bytes(bytes);
        }
        let length = bytes.len() - begin;
        for item in &self.below {
            item.as_bytes(bytes);
        }
        if !self.below.is_empty() {
            bytes.extend([0; 13]);
        }
        let head = [word(bytes.len()), word(self.values.len()), word(length)].concat();
        bytes[start..start + 12].copy_from_slice(&head);
    }
}

fn word(number: usize) -> [u8; 4] {
    u32::try_from(number).expect("a small file").to_le_bytes()
}

impl Value {
    fn as_bytes(&self, bytes: &mut Vec<u8>) {
        let text = |bytes: &mut Vec<u8>, text: &[u8]| {
            bytes.push(b'S');
            bytes.extend(word(text.len()));
            bytes.extend(text);
        };
        let list = |bytes: &mut Vec<u8>, kind: u8, count: usize, data: Vec<u8>| {
            bytes.push(kind);
            bytes.extend([word(count), word(0), word(data.len())].concat());
            bytes.extend(data);
        };
        match self {
            Self::Whole(number) => {
                bytes.push(b'L');
                bytes.extend(number.to_le_bytes());
            }
            Self::Number(number) => {
                bytes.push(b'D');
                bytes.extend(number.to_le_bytes());
            }
            Self::Text(of) => text(bytes, of.as_bytes()),
            Self::Name(name, class) => text(bytes, format!("{name}\0\u{1}{class}").as_bytes()),
            Self::Wholes(of) => list(bytes, b'i', of.len(), of.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Self::Longs(of) => list(bytes, b'l', of.len(), of.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Self::Numbers(of) => list(bytes, b'd', of.len(), of.iter().flat_map(|x| x.to_le_bytes()).collect()),
        }
    }
}

fn as_text(items: &[Item]) -> String {
    let mut text = String::from("; FBX 7.4.0 project file\n");
    for item in items {
        item.as_text(&mut text);
    }
    text
}

fn as_bytes(items: &[Item]) -> Vec<u8> {
    let mut bytes = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
    bytes.extend(word(7400));
    for item in items {
        item.as_bytes(&mut bytes);
    }
    bytes.extend([0; 13]);
    bytes
}

/// A node with one value.
fn leaf(name: &'static str, value: Value) -> Item {
    Item::new(name, vec![value], Vec::new())
}

fn text(name: &'static str, of: &str) -> Item {
    leaf(name, Value::Text(of.to_owned()))
}

fn property(name: &str, values: &[f64]) -> Item {
    let words = [name, "", "", "A"].map(|word| Value::Text(word.to_owned()));
    Item::new("P", words.into_iter().chain(values.iter().map(|number| Value::Number(*number))).collect(), Vec::new())
}

fn properties(list: Vec<Item>) -> Item {
    Item::new("Properties70", Vec::new(), list)
}

fn object(kind: &'static str, class: &'static str, id: i64, name: &str, form: &str, below: Vec<Item>) -> Item {
    let values = vec![Value::Whole(id), Value::Name(name.to_owned(), class), Value::Text(form.to_owned())];
    Item::new(kind, values, below)
}

fn layer(kind: &'static str, below: Vec<Item>) -> Item {
    Item::new(kind, vec![Value::Whole(0)], below)
}

/// A joint by its id, the vertices that it moves, and their weights.
fn cluster(id: i64, vertices: Vec<i32>, weights: Vec<f64>) -> Item {
    let identity = glam::DMat4::IDENTITY.to_cols_array().to_vec();
    let lists = vec![
        leaf("Indexes", Value::Wholes(vertices)),
        leaf("Weights", Value::Numbers(weights)),
        leaf("Transform", Value::Numbers(identity.clone())),
        leaf("TransformLink", Value::Numbers(identity)),
    ];
    object("Deformer", "SubDeformer", id, "", "Cluster", lists)
}

/// A file with all features that the reader supports: polygons, layers, a hierarchy, materials, an image, a skin, shapes, an
/// animation, a camera.
#[expect(clippy::too_many_lines, reason = "a list of one item of each kind")]
fn file(random: &mut Random) -> Vec<Item> {
    let count = 4 + random.below(5);
    let corner = |random: &mut Random| i32::try_from(random.below(count)).expect("small");
    let numbers =
        |random: &mut Random, count: usize| -> Vec<f64> { (0..count).map(|_| random.range(-9.0, 9.0)).collect() };
    let (mut corners, mut polygons) = (Vec::new(), 0);
    for _ in 0..=random.below(5) {
        polygons += 1;
        for _ in 0..2 + random.below(4) {
            corners.push(corner(random));
        }
        corners.push(-1 - corner(random));
    }
    let by_corner = |second: &str| {
        vec![text("MappingInformationType", "ByPolygonVertex"), text("ReferenceInformationType", second)]
    };
    let mut normals = by_corner("Direct");
    normals.push(leaf("Normals", Value::Numbers(numbers(random, 3 * corners.len()))));
    let mut uvs = by_corner("IndexToDirect");
    uvs.push(leaf("UV", Value::Numbers(numbers(random, 8))));
    uvs.push(leaf(
        "UVIndex",
        Value::Wholes(corners.iter().map(|_| i32::try_from(random.below(4)).expect("small")).collect()),
    ));
    let mut slots =
        vec![text("MappingInformationType", "ByPolygon"), text("ReferenceInformationType", "IndexToDirect")];
    slots.push(leaf("Materials", Value::Wholes((0..polygons).map(|i| i % 2).collect())));
    let of_layer = |kind: &str| {
        Item::new("LayerElement", Vec::new(), vec![text("Type", kind), leaf("TypedIndex", Value::Whole(0))])
    };
    let kinds = ["LayerElementNormal", "LayerElementUV", "LayerElementMaterial"].map(of_layer);
    let mesh = vec![
        leaf("Vertices", Value::Numbers(numbers(random, 3 * count))),
        leaf("PolygonVertexIndex", Value::Wholes(corners)),
        layer("LayerElementNormal", normals),
        layer("LayerElementUV", uvs),
        layer("LayerElementMaterial", slots),
        layer("Layer", kinds.into_iter().collect()),
    ];
    let shape = vec![
        leaf("Indexes", Value::Wholes(vec![0, 2])),
        leaf("Vertices", Value::Numbers(numbers(random, 6))),
        leaf("Normals", Value::Numbers(numbers(random, 6))),
    ];
    let vertices: Vec<i32> = (0..i32::try_from(count).expect("small")).collect();
    let weights = (0..count).map(|_| random.range(0.1, 1.0)).collect();
    let seconds = |times: &[i64]| Value::Longs(times.iter().map(|time| time * 46_186_158_000 / 10).collect());
    let curve = |id: i64, random: &mut Random| {
        let keys = vec![
            leaf("Default", Value::Number(0.0)),
            leaf("KeyVer", Value::Whole(4008)),
            leaf("KeyTime", seconds(&[0, 5, 10])),
            leaf("KeyValueFloat", Value::Numbers(numbers(random, 3))),
            leaf("KeyAttrFlags", Value::Wholes(vec![24836])),
            leaf("KeyAttrDataFloat", Value::Numbers(vec![0.0; 4])),
            leaf("KeyAttrRefCount", Value::Wholes(vec![3])),
        ];
        object("AnimationCurve", "AnimCurve", id, "", "", keys)
    };
    let place = |random: &mut Random| {
        let [translation, rotation] =
            ["Lcl Translation", "Lcl Rotation"].map(|name| property(name, &numbers(random, 3)));
        vec![properties(vec![translation, rotation, property("Lcl Scaling", &[1.0, 2.0, 0.5])])]
    };
    let lens = vec![property("FieldOfView", &[40.0]), property("NearPlane", &[1.0]), property("FarPlane", &[100.0])];
    let image = vec![text("FileName", "C:\\old\\none.png"), text("RelativeFilename", "none.png")];
    let objects = vec![
        object("Geometry", "Geometry", 1, "mesh", "Mesh", mesh),
        object("Model", "Model", 2, "group", "Null", place(random)),
        object("Model", "Model", 3, "body", "Mesh", place(random)),
        object("Model", "Model", 4, "other", "Mesh", place(random)),
        object("Model", "Model", 5, "eye", "Camera", place(random)),
        object("NodeAttribute", "NodeAttribute", 6, "lens", "Camera", vec![properties(lens)]),
        object(
            "Material",
            "Material",
            7,
            "red",
            "",
            vec![text("ShadingModel", "phong"), properties(vec![property("DiffuseColor", &[1.0, 0.0, 0.0])])],
        ),
        object("Material", "Material", 8, "glass", "", vec![properties(vec![property("TransparencyFactor", &[0.5])])]),
        object("Texture", "Texture", 9, "wood", "", image),
        object("Deformer", "Deformer", 10, "skin", "Skin", Vec::new()),
        cluster(11, vertices.clone(), weights),
        cluster(12, vertices[1..3].to_vec(), vec![0.5, 0.25]),
        object("Deformer", "Deformer", 13, "shapes", "BlendShape", Vec::new()),
        object(
            "Deformer",
            "SubDeformer",
            14,
            "wide",
            "BlendShapeChannel",
            vec![leaf("DeformPercent", Value::Number(30.0))],
        ),
        object("Geometry", "Geometry", 15, "wide", "Shape", shape),
        object("AnimationStack", "AnimStack", 16, "walk", "", Vec::new()),
        object("AnimationLayer", "AnimLayer", 17, "base", "", Vec::new()),
        object("AnimationCurveNode", "AnimCurveNode", 18, "R", "", Vec::new()),
        curve(19, random),
        object("AnimationCurveNode", "AnimCurveNode", 20, "DeformPercent", "", Vec::new()),
        curve(21, random),
        object("Model", "Model", 22, "joint", "LimbNode", place(random)),
        object("Model", "Model", 23, "tip", "LimbNode", place(random)),
    ];
    let plain = [
        (1, 3),
        (1, 4),
        (2, 0),
        (3, 2),
        (4, 0),
        (5, 2),
        (6, 5),
        (7, 3),
        (8, 3),
        (10, 1),
        (11, 10),
        (12, 10),
        (13, 1),
        (14, 13),
        (15, 14),
        (17, 16),
        (18, 17),
        (20, 17),
        (22, 0),
        (23, 22),
        (22, 11),
        (23, 12),
    ];
    let of_properties = [
        (9, 7, "DiffuseColor"),
        (18, 22, "Lcl Rotation"),
        (19, 18, "d|Z"),
        (20, 14, "DeformPercent"),
        (21, 20, "d|DeformPercent"),
    ];
    let plain =
        plain.iter().map(|&(from, to)| vec![Value::Text("OO".to_owned()), Value::Whole(from), Value::Whole(to)]);
    let of_properties = of_properties.iter().map(|&(from, to, name)| {
        vec![Value::Text("OP".to_owned()), Value::Whole(from), Value::Whole(to), Value::Text(name.to_owned())]
    });
    let connections = plain.chain(of_properties).map(|values| Item::new("C", values, Vec::new())).collect();
    let settings = vec![
        property("UpAxis", &[2.0]),
        property("FrontAxis", &[1.0]),
        property("FrontAxisSign", &[-1.0]),
        property("UnitScaleFactor", &[1.0]),
    ];
    vec![
        Item::new("FBXHeaderExtension", Vec::new(), vec![leaf("FBXVersion", Value::Whole(7400))]),
        Item::new("GlobalSettings", Vec::new(), vec![properties(settings)]),
        Item::new("Objects", Vec::new(), objects),
        Item::new("Connections", Vec::new(), connections),
    ]
}

/// The numbers of cases of each form.
fn cases() -> usize {
    std::env::var("EYELINE_FILE_CASES").map_or(1500, |cases| cases.parse().expect("a number"))
}

#[test]
fn text_and_binary_are_the_same_level() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(41);
    let read = |bytes: &[u8]| -> Level {
        std::fs::write(folder.path().join("a.fbx"), bytes).expect("a file");
        let file = LevelFile::read("a.fbx", &folder.path().into(), &Budget::default(), &Progress::default());
        file.level().expect("a level").clone()
    };
    for _ in 0..50 {
        let items = file(&mut random);
        let (from_text, from_bytes) = (read(as_text(&items).as_bytes()), read(&as_bytes(&items)));
        assert_eq!(from_text, from_bytes, "{}", as_text(&items));
        assert_eq!((from_text.objects.len(), from_text.cameras.len()), (2, 1), "{}", as_text(&items));
        let rig = from_text.rig.as_ref().expect("a rig");
        assert_eq!((rig.skins.len(), rig.animations.len()), (2, 1), "one skin for each node with the mesh");
        let rigged = from_text.objects[0].rigged.as_ref().expect("a mesh that moves");
        assert!(rigged.skin.is_some() && rigged.morph.is_some());
        let walk = rig.animations[0].animation.channels();
        assert_eq!(walk.len(), 3, "the rotation of a joint, and the weights of two nodes");
    }
}

#[test]
fn any_fbx_is_a_level_or_a_located_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(43);
    for is_text in [true, false] {
        let (mut sound, mut refused) = (0, 0);
        for _ in 0..cases() {
            let items = file(&mut random);
            let mut bytes = if is_text { as_text(&items).into_bytes() } else { as_bytes(&items) };
            if is_text && random.below(2) == 0 {
                bytes = with_other_numbers(&String::from_utf8_lossy(&bytes), &mut random).into_bytes();
            } else {
                with_other_bytes(&mut bytes, &mut random);
            }
            match read(folder.path(), "a.fbx", &bytes) {
                Ok(_) => sound += 1,
                Err(error) => {
                    refused += 1;
                    assert!(error.help.is_some(), "{error}");
                }
            }
        }
        assert!(sound > cases() / 30 && refused > cases() / 30, "{is_text}: {sound} sound, {refused} refused");
    }
}
