//! Finds the item to which a place in the file belongs.

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::document::Scene;
use super::id::ThingId;
use crate::source::place::Place;

/// The name of the camera, object, ray, image, agent or occlusion query that encloses a byte of the file.
pub(crate) fn subject<'v>(root: &'v Value, at: usize) -> Option<&'v str> {
    let lists = root.as_object()?;
    ["cameras", "objects", "models", "rays", "images", "agents", "occlusion"].into_iter().find_map(|list| {
        let mut items = lists.get_array(list)?.elements.iter();
        let item = items.find(|item| (item.start()..item.end()).contains(&at))?;
        Some(&*item.as_object()?.get_string("name")?.value)
    })
}

impl Scene {
    /// The id of the camera, object, model, ray, image, agent or occlusion query that a place belongs to.
    pub(crate) fn id_at(&self, place: &Place) -> Option<ThingId> {
        let (list, i) = place.item()?;
        let id = match list {
            "cameras" => self.cameras.get(i)?.id,
            "objects" => self.objects.get(i)?.id,
            "models" => self.models.get(i)?.id,
            "rays" => self.rays.get(i)?.id,
            "images" => self.images.get(i)?.id,
            "agents" => self.agents.get(i)?.id,
            "occlusion" => self.occlusion.get(i)?.id,
            _ => return None,
        };
        Some(id.get())
    }

    /// The name of the camera, object, model, ray, image, agent or occlusion query that a place belongs to.
    pub(crate) fn subject(&self, place: &Place) -> Option<&str> {
        let (list, i) = place.item()?;
        match list {
            "cameras" => Some(&self.cameras.get(i)?.name),
            "objects" => Some(&self.objects.get(i)?.name),
            "models" => Some(&self.models.get(i)?.name),
            "rays" => Some(&self.rays.get(i)?.name),
            "images" => Some(&self.images.get(i)?.name),
            "agents" => Some(&self.agents.get(i)?.name),
            "occlusion" => Some(&self.occlusion.get(i)?.name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_belongs_to_the_item_that_encloses_it() {
        let text = r#"{ "cameras": [ { "name": "guard", "near": 7 }, {}, 3 ], "rays": [ { "near": 8, "name": "aim" } ],
            "objects": 4, "tick_rate": 9 }"#;
        let root = crate::source::syntax::parse(text).unwrap();
        for (mark, name) in [("7", Some("guard")), ("{}", None), ("3", None), ("8", Some("aim")), ("9", None)] {
            assert_eq!(subject(&root, text.find(mark).unwrap()), name, "{mark}");
        }
        assert_eq!(subject(&crate::source::syntax::parse("null").unwrap(), 0), None);
    }
}
