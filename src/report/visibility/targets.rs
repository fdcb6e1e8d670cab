//! The objects and images of a world as a camera looks at them: objects first, in the order of the world.

use crate::budget::{ChargedVec, OverBudget};
use crate::visibility::{LookTarget, PixelCamera, Visible};
use crate::world::{CameraAt, ImageAt, ObjectAt, World};

/// All of them.
///
/// # Errors
/// When the budget of the world has no room for the list.
pub(crate) fn targets(world: &World) -> Result<ChargedVec<LookTarget<'_>>, OverBudget> {
    let mut targets = ChargedVec::with_capacity(&world.budget, world.objects.len() + world.images.len())?;
    for target in world.objects.iter().map(of_object).chain(world.images.iter().map(of_image)) {
        targets.push(target)?;
    }
    Ok(targets)
}

/// The camera with its pixels.
pub(crate) fn view(camera: &CameraAt) -> PixelCamera {
    PixelCamera { camera: camera.camera, frustum: camera.frustum, size: camera.size, mask: camera.mask }
}

/// The name of a target.
pub(crate) fn name(world: &World, target: usize) -> &str {
    let image = || world.images.get(target.checked_sub(world.objects.len())?);
    world
        .objects
        .get(target)
        .map(|object| &*object.name)
        .or_else(|| image().map(|image| &*image.name))
        .unwrap_or_default()
}

fn of_object(object: &ObjectAt) -> LookTarget<'_> {
    LookTarget {
        what: Visible::Body { shape: &object.shape, pose: &object.pose },
        layers: object.layers,
        bounds: object.aabb,
        view_box: object.view_box,
    }
}

fn of_image(image: &ImageAt) -> LookTarget<'_> {
    let bounds = image.quad.aabb();
    let what = image.sheet().map_or(Visible::Nothing, Visible::Sheet);
    LookTarget { what, layers: image.layers, bounds, view_box: bounds }
}
