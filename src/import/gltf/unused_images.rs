//! Images of a glTF that no object shows: no material names them, or only materials that no object has.

use std::collections::BTreeSet;

use super::document::{GltfDocument, Texture};
use super::missing::other_textures;
use super::texture_info::textures;
use crate::import::level::error::LevelPlace;
use crate::import::level::notes::{NoteKind, Notes};

/// The extension by which a program chooses other materials of objects, so that their images are not without use.
const VARIANTS: &str = "KHR_materials_variants";

/// Adds a note about the images that no material of `used` names.
pub(super) fn note_unused(document: &GltfDocument, used: &BTreeSet<Option<usize>>, notes: &mut Notes) {
    if document.extensions_used.iter().any(|name| name == VARIANTS) {
        return;
    }
    let materials = used.iter().flatten().filter_map(|&index| document.materials.get(index));
    let named =
        materials.flat_map(|material| textures(material).map(|(texture, _)| texture).chain(other_textures(material)));
    let shown: BTreeSet<usize> =
        named.filter_map(|texture| document.textures.get(texture)).flat_map(Texture::images).collect();
    for (index, image) in document.images.iter().enumerate().filter(|(index, _)| !shown.contains(index)) {
        notes.add(NoteKind::ImageNotUsed, LevelPlace::named("images", index, image.name.as_ref()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::import::level::tests::Maker;

    fn warnings(more: impl FnOnce(&mut serde_json::Value)) -> Vec<String> {
        let mut maker = Maker::new();
        let mesh = maker.square();
        maker.node("n", mesh);
        maker.json["meshes"][mesh]["primitives"][0]["material"] = json!(0);
        let color = |index: u32| json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": index } } });
        maker.json["materials"] = json!([color(0), color(1)]);
        maker.json["textures"] = json!([{ "source": 0 }, { "source": 1 }]);
        maker.json["images"] = json!([{ "uri": "a.png" }, { "uri": "b.png", "name": "old" }]);
        more(&mut maker.json);
        let warnings = maker.level().notes.into_iter().map(|warning| warning.to_string());
        warnings.filter(|warning| warning.contains("no object shows")).collect()
    }

    #[test]
    fn an_image_of_an_unused_material_has_a_note() {
        let [warning] = &warnings(|_| ())[..] else { panic!("one warning") };
        assert!(warning.contains("images[1]") && warning.contains("old"), "{warning}");
        let both = warnings(|json| json["images"].as_array_mut().unwrap().push(json!({ "uri": "c.png" })));
        assert!(both[0].contains("2 times"), "{both:?}");
    }

    #[test]
    fn images_of_other_textures_fallbacks_and_variants_are_used() {
        let used = |json: &mut serde_json::Value| json["materials"][0]["occlusionTexture"] = json!({ "index": 1 });
        assert_eq!(warnings(used), Vec::<String>::new());
        let fallback = |json: &mut serde_json::Value| {
            json["textures"][0]["extensions"] = json!({ "EXT_texture_webp": { "source": 1 } });
        };
        assert_eq!(warnings(fallback), Vec::<String>::new());
        let variants = |json: &mut serde_json::Value| json["extensionsUsed"] = json!(["KHR_materials_variants"]);
        assert_eq!(warnings(variants), Vec::<String>::new());
    }
}
