//! The textures that materials of a glTF name: their images, sets of coordinates, and `KHR_texture_transform`.

use glam::{Affine2, Mat2, Vec2};
use gltf::json::{self, Value};

use super::document::GltfDocument;

/// The bytes of an image: those of a URI or of a buffer view.
pub(super) type ImageKey = (Option<String>, Option<usize>);

/// The sets of texture coordinates that are read.
pub(super) const SETS: u32 = 2;
/// The extension that maps the coordinates of a texture.
pub(super) const TRANSFORM: &str = "KHR_texture_transform";

/// The textures of a material, each with the set of texture coordinates that it uses.
pub(super) fn textures(material: &json::Material) -> impl Iterator<Item = (usize, u32)> {
    let pbr = &material.pbr_metallic_roughness;
    let infos = [&pbr.base_color_texture, &pbr.metallic_roughness_texture, &material.emissive_texture];
    let of_infos = infos.into_iter().flatten().map(|info| {
        let others = info.extensions.as_ref().map(|extensions| &extensions.others);
        (info.index.value(), info.tex_coord, others)
    });
    let of_normal = material.normal_texture.iter().map(|normal| {
        let others = normal.extensions.as_ref().map(|extensions| &extensions.others);
        (normal.index.value(), normal.tex_coord, others)
    });
    of_infos.chain(of_normal).map(|(texture, set, others)| {
        let (_, set) = coordinates(others.and_then(|others| others.get(TRANSFORM)), set);
        (texture, set)
    })
}

/// The map of a texture's coordinates, and their set: that of the transform, else the texture's own.
pub(super) fn coordinates(transform: Option<&Value>, set: u32) -> (Affine2, u32) {
    let (map, moved_set) = transform.map_or((Affine2::IDENTITY, None), texture_transform);
    (map, moved_set.unwrap_or(set))
}

/// The map of `KHR_texture_transform`, translation · rotation · scale, and the set that it names.
fn texture_transform(written: &Value) -> (Affine2, Option<u32>) {
    let offset = written.get("offset").and_then(pair).unwrap_or(Vec2::ZERO);
    let scale = written.get("scale").and_then(pair).unwrap_or(Vec2::ONE);
    let (sin, cos) = libm::sincosf(written.get("rotation").and_then(number).unwrap_or(0.0));
    // The extension's own matrices: v grows downwards, so a positive angle has the opposite sign here.
    let rotation = Mat2::from_cols(Vec2::new(cos, -sin), Vec2::new(sin, cos));
    let map = Affine2::from_mat2_translation(rotation * Mat2::from_diagonal(scale), offset);
    (map, written.get("texCoord").and_then(set))
}

/// What [`texture_transform`] cannot use, and what it uses instead.
pub(super) fn faults_of_transform(written: &Value) -> Vec<String> {
    if !written.is_object() {
        return vec!["its KHR_texture_transform is no object; it is ignored".to_owned()];
    }
    let is_pair: fn(&Value) -> bool = |value| pair(value).is_some();
    let is_number: fn(&Value) -> bool = |value| number(value).is_some();
    let is_set: fn(&Value) -> bool = |value| set(value).is_some();
    let rules = [
        ("offset", is_pair, "is not two finite numbers; 0, 0 is used"),
        ("scale", is_pair, "is not two finite numbers; 1, 1 is used"),
        ("rotation", is_number, "is no finite number; 0 is used"),
        ("texCoord", is_set, "is no index; that of the texture itself is used"),
    ];
    let wrong = rules.into_iter().filter(|(key, is_sound, _)| written.get(*key).is_some_and(|value| !is_sound(value)));
    wrong.map(|(key, _, why)| format!("the `{key}` of its KHR_texture_transform {why}")).collect()
}

/// A finite number.
#[expect(clippy::cast_possible_truncation, reason = "numbers for pictures are of single precision")]
pub(super) fn number(value: &Value) -> Option<f32> {
    value.as_f64().map(|number| number as f32).filter(|number| number.is_finite())
}

fn pair(value: &Value) -> Option<Vec2> {
    Some(Vec2::new(number(value.get(0)?)?, number(value.get(1)?)?))
}

/// The number of a set of texture coordinates.
fn set(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|set| u32::try_from(set).ok())
}

/// The bytes of an image of the list.
pub(super) fn key(document: &GltfDocument, image: usize) -> Option<ImageKey> {
    let image = document.images.get(image)?;
    Some((image.uri.clone(), image.buffer_view.map(|view| view.value())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_transform_is_that_of_its_extension() {
        // The example of the extension's text: offset (0, 1), a quarter turn, scale 0.5.
        let written = r#"{ "offset": [0, 1], "rotation": 1.57079632679, "scale": [0.5, 0.5], "texCoord": 1 }"#;
        let (map, set) = texture_transform(&json::deserialize::from_str(written).unwrap());
        for (uv, expected) in [((0.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 0.5)), ((0.0, 1.0), (0.5, 1.0))] {
            let found = map.transform_point2(Vec2::from(uv));
            assert!(found.distance(Vec2::from(expected)) < 1e-6, "{uv:?} becomes {found}");
        }
        assert_eq!(set, Some(1));
    }

    #[test]
    fn each_part_of_a_texture_transform_that_cannot_be_used_is_named() {
        let faults = |written: &str| faults_of_transform(&json::deserialize::from_str(written).unwrap());
        let sound = r#"{ "offset": [0, 1], "rotation": 1, "scale": [2, 2], "texCoord": 0, "extras": "x" }"#;
        assert!(faults(sound).is_empty() && faults("{}").is_empty());
        let wrong = r#"{ "scale": "x", "offset": [1], "rotation": [3], "texCoord": -1 }"#;
        for (fault, words) in faults(wrong).iter().zip([
            "the `offset` of its KHR_texture_transform is not two finite numbers; 0, 0",
            "the `scale` of its KHR_texture_transform is not two finite numbers; 1, 1",
            "the `rotation` of its KHR_texture_transform is no finite number; 0",
            "the `texCoord` of its KHR_texture_transform is no index",
        ]) {
            assert!(fault.starts_with(words), "{fault}");
        }
        assert_eq!(faults(wrong).len(), 4);
        assert_eq!(faults(r#"{ "offset": [0, 1e300] }"#).len(), 1, "an infinity in single precision");
        assert_eq!(faults("3"), ["its KHR_texture_transform is no object; it is ignored"]);
    }
}
