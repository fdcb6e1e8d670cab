//! Textures whose alpha controls where a material is visible: candidates for images with cells.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use gltf::json::material::AlphaMode;
use gltf::json::validation::Checked;
use percent_encoding::percent_decode_str;

use super::AlphaTexture;
use super::error::{Place, Result, get};
use super::notes::Kind;
use super::reading::Reading;
use super::source::data_of;
use crate::import::image;

/// The images of materials that are masked or blended by the alpha of their base colour, each once, in file order.
/// Images without alpha are left out; images that cannot be used are left out with a note.
pub(super) fn textures(reading: &mut Reading) -> Result<Vec<AlphaTexture>> {
    let mut wanted: BTreeMap<usize, (Place, Option<String>, Option<f32>)> = BTreeMap::new();
    let document = &reading.source.document;
    for (i, material) in document.materials.iter().enumerate() {
        let cutoff = match material.alpha_mode {
            Checked::Valid(AlphaMode::Mask) => Some(material.alpha_cutoff.map_or(0.5, |cutoff| cutoff.0)),
            Checked::Valid(AlphaMode::Blend) => None,
            _ => continue,
        };
        let Some(texture) = &material.pbr_metallic_roughness.base_color_texture else { continue };
        let place = Place::named("materials", i, material.name.as_ref());
        let texture = get(&document.textures, "textures", texture.index.value(), &place)?;
        let Some(image) = texture.image() else {
            reading
                .notes
                .add(Kind::Texture("its texture has an image only in an unsupported extension".to_owned()), place);
            continue;
        };
        get(&document.images, "images", image, &place)?;
        wanted.entry(image).or_insert((place, material.name.clone(), cutoff));
    }
    let mut found = Vec::new();
    // Images of the same bytes are read once.
    let mut headers: HashMap<(Option<String>, Option<usize>), std::result::Result<image::Header, String>> =
        HashMap::new();
    for (index, (_, material, cutoff)) in wanted {
        let written = &reading.source.document.images[index];
        let place = Place::named("images", index, written.name.as_ref());
        let uri = written.uri.as_deref().filter(|uri| data_of(uri).is_none());
        let file = uri.map(|uri| percent_decode_str(uri).decode_utf8_lossy());
        let stem = file.and_then(|file| Some(Path::new(&*file).file_stem()?.to_string_lossy().into_owned()));
        let name = written.name.clone().filter(|name| !name.trim().is_empty()).or(stem);
        let name = name.or(material.filter(|name| !name.trim().is_empty())).unwrap_or(format!("image {index}"));
        let bytes_of = (written.uri.clone(), written.buffer_view.map(|view| view.value()));
        let header = if let Some(header) = headers.get(&bytes_of) {
            header.clone()
        } else {
            let header = match super::texture::bytes(reading.source, index, &place, reading.stamps) {
                Ok((bytes, _memory)) => image::header(&bytes, &name).map_err(|error| error.to_string()),
                Err(error) if error.over.is_some() => return Err(error),
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
            Err(message) => reading.notes.add(Kind::Texture(message), place),
        }
    }
    Ok(found)
}
