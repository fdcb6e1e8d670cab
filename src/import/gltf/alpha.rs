//! Textures whose alpha controls where a material is visible: candidates for images with cells.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use gltf::json::Material;
use gltf::json::material::AlphaMode;
use gltf::json::validation::Checked;
use percent_encoding::percent_decode_str;

use super::document::{GltfDocument, Texture};
use super::image_bytes::image_bytes;
use super::source::data_of;
use super::state::Reading;
use crate::import::image;
use crate::import::level::contents::AlphaTexture;
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::images;
use crate::import::level::notes::NoteKind;

/// The images of materials that are masked or blended by the alpha of their base colour, each once, in file order.
/// Images without alpha are left out; images that cannot be used, and textures without an image, are left out with a note.
pub(super) fn textures(reading: &mut Reading) -> Result<Vec<AlphaTexture>> {
    let mut wanted: BTreeMap<usize, (Option<String>, Option<f32>)> = BTreeMap::new();
    let document = &reading.source.document;
    for (i, material) in document.materials.iter().enumerate() {
        match image_with_alpha(document, material) {
            Some(Ok(image)) => {
                let is_masked = material.alpha_mode == Checked::Valid(AlphaMode::Mask);
                let cutoff = is_masked.then(|| material.alpha_cutoff.map_or(0.5, |cutoff| cutoff.0));
                wanted.entry(image).or_insert((material.name.clone(), cutoff));
            }
            Some(Err(why)) => {
                reading.notes.add(NoteKind::Texture(why), LevelPlace::named("materials", i, material.name.as_ref()));
            }
            None => {}
        }
    }
    let mut found = Vec::new();
    // Images of the same bytes are read once.
    let mut headers: HashMap<(Option<String>, Option<usize>), std::result::Result<image::Header, String>> =
        HashMap::new();
    for (index, (material, cutoff)) in wanted {
        let written = &reading.source.document.images[index];
        let place = LevelPlace::named("images", index, written.name.as_ref());
        let uri = written.uri.as_deref().filter(|uri| data_of(uri).is_none());
        let file = uri.map(|uri| percent_decode_str(uri).decode_utf8_lossy());
        let stem = file.and_then(|file| Some(Path::new(&*file).file_stem()?.to_string_lossy().into_owned()));
        let name = written.name.clone().filter(|name| !name.trim().is_empty()).or(stem);
        let name = name.or(material.filter(|name| !name.trim().is_empty())).unwrap_or(format!("image {index}"));
        let bytes_of = (written.uri.clone(), written.buffer_view.map(|view| view.value()));
        let header = if let Some(header) = headers.get(&bytes_of) {
            header.clone()
        } else {
            let read = |bytes: &[u8]| image::header(bytes, &name).map_err(|error| images::reason(&error));
            let header = match image_bytes(reading.source, index, &place, reading.stamps, read) {
                Ok(header) => header,
                Err(error) if error.over.is_some() || reading.source.work.is_cancelled() => return Err(error),
                Err(error) => Err(error.message),
            };
            headers.entry(bytes_of).or_insert(header).clone()
        };
        match header {
            Ok(image::Header { size, has_alpha: true }) => {
                let image = u32::try_from(index).unwrap_or(u32::MAX);
                found.push(AlphaTexture { name, image, size, cutoff });
            }
            Ok(_) => {}
            Err(message) => reading.notes.add(NoteKind::Texture(message), place),
        }
    }
    Ok(found)
}

/// The image whose alpha masks or blends a material, or the reason why there is none. `None` for an opaque material, and for
/// one without an image.
pub(super) fn image_with_alpha(
    document: &GltfDocument,
    material: &Material,
) -> Option<std::result::Result<usize, String>> {
    if !matches!(material.alpha_mode, Checked::Valid(AlphaMode::Mask | AlphaMode::Blend)) {
        return None;
    }
    let index = material.pbr_metallic_roughness.base_color_texture.as_ref()?.index.value();
    Some(match document.textures.get(index).map(Texture::image) {
        Some(Some(image)) if image < document.images.len() => Ok(image),
        Some(Some(image)) => Err(format!("there is no images[{image}]")),
        Some(None) => Err("its texture has an image only in an unsupported extension".to_owned()),
        None => Err(format!("there is no textures[{index}]")),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::import::level::tests::{Maker, notes};

    #[test]
    fn a_texture_or_an_image_that_does_not_exist_is_a_note() {
        let mut maker = Maker::new();
        let square = maker.square();
        maker.node("n", square);
        let color = |texture: u32| json!({ "baseColorTexture": { "index": texture } });
        maker.json["materials"] = json!([
            { "alphaMode": "MASK", "pbrMetallicRoughness": color(7) },
            { "alphaMode": "BLEND", "pbrMetallicRoughness": color(0) },
        ]);
        maker.json["textures"] = json!([{ "source": 5 }]);
        let level = maker.level();
        let notes = notes(&level);
        for words in [
            "materials[0]: is not added to the scene as an image: there is no textures[7]",
            "materials[1]: is not added to the scene as an image: there is no images[5]",
        ] {
            assert!(notes.iter().any(|note| note.contains(words)), "{notes:?}");
        }
        assert_eq!((level.objects.len(), level.textures.len()), (1, 0));
    }
}
