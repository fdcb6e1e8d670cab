//! A line of a trace as it is written.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::scene::{Camera, Color, Depth, Object, Projection, Shape};

/// A line. A keyframe has `eyeline_trace` and `scene`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenLine<'t> {
    #[serde(default)]
    pub eyeline_trace: Option<u64>,
    #[serde(default)]
    pub name: Option<String>,
    pub time: f64,
    #[serde(borrow, default)]
    pub scene: Option<&'t RawValue>,
    #[serde(default)]
    pub set: InOrder<WrittenSet>,
    #[serde(default)]
    pub add: WrittenAdd,
    #[serde(default)]
    pub remove: Vec<String>,
    #[serde(default)]
    pub said: Vec<WrittenSaid>,
}

/// The values of a JSON object in their order, also when a name comes twice.
#[derive(Debug)]
pub(super) struct InOrder<T>(pub Vec<(String, T)>);

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for InOrder<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = InOrder<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object with a name for each entry")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<InOrder<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(InOrder(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// What is set of an entry.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenSet {
    pub position: Option<[f32; 3]>,
    pub rotation: Option<[f32; 4]>,
    pub scale: Option<[f32; 3]>,
    pub matrix: Option<Box<[f32; 16]>>,
    pub shape: Option<Shape>,
    pub layers: Option<Vec<u8>>,
    pub color: Option<Color>,
    pub look_at: Option<[f32; 3]>,
    pub euler: Option<[f32; 3]>,
    pub projection: Option<Projection>,
    pub near: Option<f32>,
    #[serde(deserialize_with = "far")]
    pub far: Option<f32>,
    pub depth: Option<Depth>,
    pub depth_bits: Option<u32>,
    pub mask: Option<Vec<u8>>,
    pub size: Option<[u32; 2]>,
}

/// As in a scene, `null` is an infinite distance.
fn far<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f32>, D::Error> {
    let far = Option::<f32>::deserialize(deserializer)?;
    Ok(Some(far.unwrap_or(f32::INFINITY)))
}

/// New entries.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenAdd {
    pub objects: Vec<Object>,
    pub cameras: Vec<Camera>,
}

/// An answer of the program, of one of four kinds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenSaid {
    pub camera: Option<String>,
    pub object: Option<String>,
    pub verdict: Option<WrittenVerdict>,
    pub planes: Option<Box<[[f32; 4]; 6]>>,
    pub r#box: Option<WrittenBox>,
    pub sphere: Option<WrittenSphere>,
    pub ray: Option<WrittenRay>,
    #[serde(deserialize_with = "hit")]
    pub hit: Option<WrittenHit>,
    pub t: Option<f64>,
    pub point: Option<[f32; 3]>,
    pub normal: Option<[f32; 3]>,
    pub pairs: Option<Vec<[String; 2]>>,
    pub agent: Option<String>,
    pub status: Option<String>,
    pub running: Option<String>,
}

/// What a ray hit: the name of an object, or `null`, which is not the same as no key.
#[derive(Debug)]
pub(super) enum WrittenHit {
    Nothing,
    Object(String),
}

fn hit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<WrittenHit>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    Ok(Some(name.map_or(WrittenHit::Nothing, WrittenHit::Object)))
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum WrittenVerdict {
    Inside,
    Intersect,
    Outside,
    Visible,
    Culled,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenBox {
    pub min: [f32; 3],
    pub max: [f32; 3],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenSphere {
    pub center: [f32; 3],
    pub radius: f32,
}

/// The name of a ray, or a ray.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum WrittenRay {
    Named(String),
    Inline {
        origin: [f32; 3],
        direction: [f32; 3],
        #[serde(default)]
        length: Option<f32>,
        #[serde(default)]
        mask: Option<Vec<u8>>,
    },
}
