//! The parts of a glTF's JSON that are read, in the types of the `gltf` crate.
//!
//! Own types replace those of the crate that refuse valid content: scenes without nodes, and textures whose image only
//! an extension names. Each animation and each material is read on its own, so that a bad one does not refuse the file.

use std::fmt;
use std::ops::{Deref, Range};

use gltf::json;
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::source::error::quoted;

/// The bytes of memory for a brace, a bracket and a comma of a JSON: an object, a list and a value; those in extensions
/// count twice for a while. Measured and rounded up.
const COSTS: [(u8, u64); 3] = [(b'{', 700), (b'[', 450), (b',', 100)];
/// The greatest sum of these in bytes.
const MOST_MEMORY: u64 = 900_000_000;
const MOST_PER_BYTE: u64 = 12;

/// The contents of a glTF.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GltfDocument {
    #[serde(default)]
    pub(super) accessors: Vec<json::Accessor>,
    #[serde(default)]
    pub(super) animations: Vec<json::Value>,
    #[serde(default)]
    pub(super) buffer_views: Vec<json::buffer::View>,
    #[serde(default)]
    pub(super) buffers: Vec<json::Buffer>,
    #[serde(default)]
    pub(super) cameras: Vec<json::Camera>,
    #[serde(default)]
    pub(super) images: Vec<json::Image>,
    #[serde(default)]
    pub(super) materials: Materials,
    #[serde(default)]
    pub(super) meshes: Vec<json::Mesh>,
    #[serde(default)]
    pub(super) nodes: Vec<json::Node>,
    pub(super) scene: Option<usize>,
    #[serde(default)]
    pub(super) samplers: Vec<Sampler>,
    #[serde(default)]
    pub(super) scenes: Vec<Scene>,
    #[serde(default)]
    pub(super) skins: Vec<json::Skin>,
    #[serde(default)]
    pub(super) textures: Vec<Texture>,
    #[serde(default)]
    pub(super) extensions: DocumentExtensions,
    #[serde(default)]
    pub(super) extensions_used: Vec<String>,
    #[serde(default)]
    pub(super) extensions_required: Vec<String>,
}

/// The extensions of the file as a whole that are read.
#[derive(Debug, Default, Deserialize)]
pub(super) struct DocumentExtensions {
    #[serde(rename = "OMI_physics_shape")]
    pub(super) omi_shapes: Option<json::Value>,
    #[serde(rename = "KHR_implicit_shapes")]
    pub(super) khr_shapes: Option<json::Value>,
}

/// A list of roots.
#[derive(Debug, Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

/// Which image a texture shows.
#[derive(Debug, Deserialize)]
pub(super) struct Texture {
    source: Option<usize>,
    pub(super) sampler: Option<usize>,
    #[serde(default)]
    extensions: TextureExtensions,
}

#[derive(Debug, Default, Deserialize)]
struct TextureExtensions {
    #[serde(rename = "EXT_texture_webp")]
    webp: Option<TextureSource>,
    #[serde(rename = "KHR_texture_basisu")]
    basis: Option<TextureSource>,
}

#[derive(Debug, Deserialize)]
struct TextureSource {
    source: usize,
}

/// How a texture is sampled, by the numbers of OpenGL.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sampler {
    pub(super) mag_filter: Option<u32>,
    pub(super) wrap_s: Option<u32>,
    pub(super) wrap_t: Option<u32>,
}

impl Texture {
    /// Its image; `None` when it names none. The plain image comes before the one in Basis Universal, which has lost more of the
    /// original.
    pub(super) fn image(&self) -> Option<usize> {
        let TextureExtensions { webp, basis } = &self.extensions;
        let [webp, basis] = [webp, basis].map(|extension| extension.as_ref().map(|extension| extension.source));
        webp.or(self.source).or(basis)
    }

    /// All its images: the one that is shown, and those for programs that do not know a format.
    pub(super) fn images(&self) -> impl Iterator<Item = usize> {
        let TextureExtensions { webp, basis } = &self.extensions;
        let of_extensions = [webp, basis].into_iter().flatten().map(|extension| extension.source);
        self.source.into_iter().chain(of_extensions)
    }
}

/// The materials. A value of a wrong type has its default, because it changes only pictures.
#[derive(Debug, Default)]
pub(super) struct Materials {
    read: Vec<json::Material>,
    /// The values that have their defaults: the index of the material, and the reason.
    pub(super) faults: Vec<(usize, String)>,
}

impl Deref for Materials {
    type Target = [json::Material];

    fn deref(&self) -> &Self::Target {
        &self.read
    }
}

impl<'de> Deserialize<'de> for Materials {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_seq(OneByOne)
    }
}

/// Reads materials one after the other, so that only one of them is in memory twice.
struct OneByOne;

impl<'de> Visitor<'de> for OneByOne {
    type Value = Materials;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of materials")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> std::result::Result<Materials, S::Error> {
        let mut materials = Materials::default();
        while let Some(written) = list.next_element::<json::Value>()? {
            materials.add(written);
        }
        Ok(materials)
    }
}

impl Materials {
    fn add(&mut self, mut written: json::Value) {
        let index = self.read.len();
        let material = json::Material::deserialize(&written).unwrap_or_else(|error| {
            let mut faults = Vec::new();
            if let Some(factors) = written.get_mut("pbrMetallicRoughness") {
                leave_out::<json::material::PbrMetallicRoughness>(factors, &mut faults);
            }
            leave_out::<json::Material>(&mut written, &mut faults);
            if faults.is_empty() {
                faults.push(format!("it cannot be read: {error}; the default material is used"));
            }
            self.faults.extend(faults.into_iter().map(|fault| (index, fault)));
            json::Material::deserialize(&written).unwrap_or_default()
        });
        self.read.push(material);
    }
}

/// Removes the keys of an object whose values are not those of a type, and adds the reasons.
fn leave_out<T: DeserializeOwned>(object: &mut json::Value, faults: &mut Vec<String>) {
    let Some(object) = object.as_object_mut() else { return };
    object.retain(|key, value| {
        let alone = json::Value::Object(std::iter::once((key.clone(), value.clone())).collect());
        let read = json::deserialize::from_value::<T>(alone);
        if let Err(error) = &read {
            faults.push(format!("its {} cannot be read: {error}; the default is used", quoted(key)));
        }
        read.is_ok()
    });
}

#[derive(Deserialize)]
struct Head {
    asset: Asset,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asset {
    version: String,
    min_version: Option<String>,
}

impl GltfDocument {
    /// Reads the JSON of a glTF of version 2. `hold` reserves memory for the document.
    pub(super) fn parse(text: &str, hold: impl FnOnce(u64) -> Result<()>) -> Result<Self> {
        let memory = |(of, cost): (u8, u64)| cost * text.bytes().filter(|&byte| byte == of).count() as u64;
        let cost = COSTS.map(memory).iter().sum::<u64>();
        if cost > MOST_MEMORY.max(MOST_PER_BYTE * text.len() as u64) {
            let message = "its JSON holds so many objects, lists and values that it would take more than a gigabyte";
            return Err(LevelError::file(message).help("split the level, or let instances share meshes"));
        }
        hold(cost)?;
        let head: Head = json::deserialize::from_str(text).map_err(|error| broken(&error, text))?;
        let wanted = head.asset.min_version.as_deref().unwrap_or(&head.asset.version);
        let major = wanted.split('.').next().and_then(|major| major.parse::<u32>().ok());
        if major != Some(2) || head.asset.min_version.as_deref().is_some_and(|version| version != "2.0") {
            let message = format!("this is glTF {}", quoted(wanted));
            return Err(LevelError::file(message).help("glTF 2.0 is read; convert or export it again"));
        }
        match oversized_index(text) {
            Some(number) => Err(oversized(text, number)),
            None => json::deserialize::from_str(text).map_err(|error| broken(&error, text)),
        }
    }
}

/// The place of an index that does not fit into 32 bits: the crate would truncate it.
fn oversized_index(text: &str) -> Option<Range<usize>> {
    const KEYS: [&str; 12] = [
        "POSITION",
        "bufferView",
        "buffer",
        "camera",
        "children",
        "index",
        "indices",
        "inverseBindMatrices",
        "joints",
        "material",
        "mesh",
        "skin",
    ];
    let bytes = text.as_bytes();
    let (mut at, mut key) = (0, "");
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        if byte == b'"' {
            while let Some(&inside) = bytes.get(at).filter(|&&inside| inside != b'"') {
                at += if inside == b'\\' { 2 } else { 1 };
            }
            at += 1;
            let next = bytes.get(at..)?.iter().find(|byte| !byte.is_ascii_whitespace());
            if next == Some(&b':') {
                key = text.get(start + 1..at - 1)?;
            }
        } else if byte.is_ascii_digit() {
            let length =
                bytes[at..].iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
            at += length.count();
            let is_whole = bytes[start..at].iter().all(u8::is_ascii_digit);
            if is_whole && text.get(start..at)?.parse::<u32>().is_err() && KEYS.contains(&key) {
                return Some(start..at);
            }
        }
    }
    None
}

fn oversized(text: &str, number: Range<usize>) -> LevelError {
    let begin = text[..number.start].rfind('\n').map_or(0, |at| at + 1);
    let line = 1 + text[..begin].matches('\n').count();
    let written = text[begin..].lines().next().unwrap_or_default().to_owned();
    let place = LevelPlace::Text { line, text: written.into(), span: number.start - begin..number.end - begin };
    LevelError::at(place, format!("{} exceeds the largest index: an index has 32 bits", &text[number]))
        .help("export the level again from where it was made")
}

/// The parser's message without the place, which precedes it.
fn broken(error: &json::Error, text: &str) -> LevelError {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&place).unwrap_or(&message);
    let line = error.line().max(1);
    let written = text.lines().nth(line - 1).unwrap_or_default();
    let at = error.column().saturating_sub(1).min(written.len());
    let place = LevelPlace::Text { line, text: written.into(), span: at..at + 1 };
    LevelError::at(place, format!("this is no glTF: {message}")).help("export the level again from where it was made")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_material_keeps_what_can_be_read() {
        let text = r#"[
            { "name": "short", "doubleSided": true,
                "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1], "metallicFactor": 0.25 } },
            { "name": 7, "alphaCutoff": "x", "normalTexture": {}, "emissiveFactor": [0, 1, 0] },
            3,
            { "name": "sound", "extras": { "a": [1, { "b": null }] }, "extensions": { "KHR_materials_unlit": {} } }
        ]"#;
        let materials: Materials = json::deserialize::from_str(text).unwrap();
        assert_eq!(materials.len(), 4, "each keeps its index");
        let faults: Vec<String> = materials.faults.iter().map(|(index, fault)| format!("{index}: {fault}")).collect();
        for (fault, words) in faults.iter().zip([
            "0: its `baseColorFactor` cannot be read: invalid length 3, expected an array of length 4; the default",
            "1: its `name` cannot be read: invalid type: integer `7`, expected a string",
            "1: its `alphaCutoff` cannot be read: invalid type: string \"x\", expected f32",
            "1: its `normalTexture` cannot be read: missing field `index`",
            "2: it cannot be read: invalid type: integer `3`",
        ]) {
            assert!(fault.starts_with(words), "{fault}");
        }
        assert_eq!(faults.len(), 5, "{faults:?}");
        let pbr = &materials[0].pbr_metallic_roughness;
        assert!(materials[0].double_sided && materials[0].name.as_deref() == Some("short"));
        assert_eq!((pbr.base_color_factor.0, pbr.metallic_factor.0), ([1.0; 4], 0.25));
        assert_eq!((materials[1].emissive_factor.0, materials[1].name.as_ref()), ([0.0, 1.0, 0.0], None));
        assert!(materials[3].extensions.as_ref().unwrap().others.contains_key("KHR_materials_unlit"));
        assert!(json::deserialize::from_str::<Materials>("{}").is_err());
    }
}
