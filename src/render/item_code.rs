//! Items as numbers for shaders.

use crate::world::Thing;

/// Set in the pixels of lines and dots, by their shaders.
pub(super) const THIN: u32 = 1 << 28;
/// The lowest of the bits of the kind.
const KIND: u32 = 29;
/// The number of an item in shaders; 0 for none.
pub(super) fn code(item: Option<Thing>) -> u32 {
    let (kind, index) = match item {
        Some(Thing::Camera(i)) => (1, i),
        Some(Thing::Object(i)) => (2, i),
        Some(Thing::Ray(i)) => (3, i),
        Some(Thing::Image(i)) => (4, i),
        // A picture has no marks of other items.
        _ => return 0,
    };
    u32::try_from(index).ok().filter(|index| *index < THIN).map_or(0, |index| kind << KIND | index)
}

/// The item of a number.
pub(super) fn item(code: u32) -> Option<Thing> {
    let index = (code & (THIN - 1)) as usize;
    match code >> KIND {
        1 => Some(Thing::Camera(index)),
        2 => Some(Thing::Object(index)),
        3 => Some(Thing::Ray(index)),
        4 => Some(Thing::Image(index)),
        _ => None,
    }
}
