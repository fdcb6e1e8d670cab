//! The second step of a check: draws each view twice. Only the thread with the OpenGL context does it.

use image::RgbaImage;

use super::discover::FoundScene;
use super::pixels::Rect;
use super::plan::{Plan, PlannedView};
use super::settings::{Draw, DrawnPicture, Undrawn};
use super::unstable::{self, SecondDrawing};
use crate::budget::{Budget, Reservation};
use crate::files::Loaded;
use crate::render::PixelWork;
use crate::source::decoding::guarded;

/// A view that was drawn.
pub(super) struct DrawnView {
    pub(super) view: PlannedView,
    pub(super) picture: Result<Twice, Undrawn>,
}

/// The result of drawing a picture twice.
pub(super) struct Twice {
    pub(super) picture: RgbaImage,
    /// The pixels of the objects that the view ignores.
    pub(super) covered: Vec<Rect>,
    /// The second drawing, when it differs.
    pub(super) unstable: Option<Box<SecondDrawing>>,
    /// The memory of the picture.
    pub(super) memory: Reservation,
}

/// All pictures of a scene are kept until they are compared when they take at most this part of the budget.
const KEPT_PART: u64 = 8;

/// Whether all pictures of a scene are drawn before the first one is compared. Then the threads that compare relieve the
/// one that draws. The rule depends on nothing but the scene and the size of the budget, so the same pictures fit into
/// it in each run.
pub(super) fn keeps_all(plan: &Plan, budget: &Budget) -> bool {
    let pixels = plan.views.iter().map(|view| view.size.map(u64::from).iter().product::<u64>());
    let bytes = pixels.sum::<u64>() * size_of::<image::Rgba<u8>>() as u64;
    bytes <= budget.total() / KEPT_PART
}

/// Draws a view twice, within the budget of the scene.
pub(super) fn drawn(found: &FoundScene, loaded: &Loaded, view: &PlannedView, draw: Draw) -> DrawnView {
    DrawnView { view: view.clone(), picture: twice(found, loaded, view, draw) }
}

fn twice(found: &FoundScene, loaded: &Loaded, view: &PlannedView, draw: Draw) -> Result<Twice, Undrawn> {
    let budget = &loaded.files.budget;
    let mut once = || {
        let drawn = guarded(|| draw(found, loaded, view));
        let picture =
            drawn.unwrap_or_else(|panicked| Err(Undrawn { reason: panicked.to_string(), is_of_size: false }))?;
        let memory = PixelWork::Keep.reserve(budget, picture.image.dimensions().into());
        let memory = memory.map_err(|error| Undrawn { reason: error.to_string(), is_of_size: true })?;
        Ok((picture, memory))
    };
    let (DrawnPicture { image: picture, covered }, memory) = once()?;
    let (DrawnPicture { image: again, .. }, of_again) = once()?;
    let unstable = unstable::differing(&picture, &again).map(|part| {
        let names = loaded.scene.objects.iter().map(|object| object.name.as_str());
        let objects = unstable::objects_at(names, [&picture, &again], &mut |names| {
            let view = PlannedView { ignored_objects: names.to_vec(), ..view.clone() };
            guarded(|| draw(found, loaded, &view)).ok()?.ok().map(|drawn| drawn.covered)
        });
        Box::new(SecondDrawing { picture: again, part, objects, _memory: of_again })
    });
    Ok(Twice { picture, covered, unstable, memory })
}
