//! The groups and materials of the files of models, with the items of the world that are their parts.

use super::disk_ref::DiskRef;
use crate::import::level::{Level, Named, Outline, PartIndex};
use crate::world::{Item, World};

/// Which items of the world the parts of a model's file are.
pub(crate) enum PlacedParts {
    /// All parts in file order, from these indices on.
    InOrder { objects: usize, cameras: usize },
    /// The objects by their indices in the file and in the world, ascending by the former: some are not placed, or halves
    /// of a cut have taken the place of one.
    Listed { objects: Vec<(u32, usize)>, cameras: usize },
}

impl PlacedParts {
    /// The items that one part is: none for one that is not placed, two for halves.
    pub(crate) fn items(&self, part: PartIndex) -> impl Iterator<Item = Item> {
        let (one, several) = match (self, part) {
            (Self::InOrder { cameras, .. } | Self::Listed { cameras, .. }, PartIndex::Camera(index)) => {
                (Some(Item::Camera(cameras + index as usize)), &[][..])
            }
            (Self::InOrder { objects, .. }, PartIndex::Object(index)) => {
                (Some(Item::Object(objects + index as usize)), &[][..])
            }
            (Self::Listed { objects, .. }, PartIndex::Object(index)) => {
                let from = objects.partition_point(|(part, _)| *part < index);
                let to = objects.partition_point(|(part, _)| *part <= index);
                (None, &objects[from..to])
            }
        };
        one.into_iter().chain(several.iter().map(|(_, object)| Item::Object(*object)))
    }
}

impl<'a> DiskRef<'a> {
    /// The groups and materials of a model's file; `None` while it is not read.
    pub(crate) fn outline(self, model: usize) -> Option<&'a Outline> {
        self.level_of(model).map(|level| &level.outline)
    }

    /// Which items of the world the parts of a model are.
    pub(crate) fn placed_parts(self, model: usize) -> Option<PlacedParts> {
        let (level, at) = (self.level_of(model)?, self.world.models.get(model)?);
        let cameras = at.cameras.start;
        if at.objects.len() == level.objects.len() && self.world.cuts.is_empty() {
            return Some(PlacedParts::InOrder { objects: at.objects.start, cameras });
        }
        let in_file = |object| Some((index_in(level, self.world, model, object)?, object));
        let mut objects: Vec<(u32, usize)> = at.objects.clone().filter_map(in_file).collect();
        objects.sort_unstable();
        Some(PlacedParts::Listed { objects, cameras })
    }

    /// The model of an object, and the part of its file that the object is; `None` for one of the scene's own.
    pub(crate) fn part_of(self, object: usize) -> Option<(usize, PartIndex)> {
        let model = self.world.model_of(object)?;
        let index = index_in(self.level_of(model)?, self.world, model, object)?;
        Some((model, PartIndex::Object(index)))
    }

    /// The objects that use a material of a model's file.
    pub(crate) fn users_of(self, model: usize, material: usize) -> Vec<Item> {
        let (Some(outline), Some(placed)) = (self.outline(model), self.placed_parts(model)) else { return Vec::new() };
        let users = outline.materials.get(material).map_or(&[][..], |material| &material.objects);
        users.iter().flat_map(|object| placed.items(PartIndex::Object(*object))).collect()
    }

    fn level_of(self, model: usize) -> Option<&'a Level> {
        self.disk.files.level_of(self.document.scene().models.get(model)?)
    }
}

/// The index in its file of an object of the world. A half is named after the object that is cut.
fn index_in(level: &Level, world: &World, model: usize, object: usize) -> Option<u32> {
    let own = &world.models.get(model)?.name;
    let name = world.objects.get(object)?.name.strip_prefix(&**own)?.strip_prefix('/')?;
    let names = std::iter::successors(Some(name), |name| name.rsplit_once('/').map(|(before, _)| before));
    names.into_iter().find_map(|name| match level.find(name)? {
        Named::Object(index) => u32::try_from(index).ok(),
        Named::Camera(_) | Named::Collider(_) => None,
    })
}
