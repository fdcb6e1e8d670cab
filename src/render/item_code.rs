//! Items as numbers for shaders.

use crate::world::Item;

/// Set in the pixels of lines and dots, by their shaders.
pub(super) const THIN: u32 = 1 << 28;
/// The lowest of the bits of the kind.
const KIND: u32 = 29;
/// The number of an item in shaders; 0 for none.
pub(super) fn code(item: Option<Item>) -> u32 {
    let (kind, index) = match item {
        Some(Item::Camera(i)) => (1, i),
        Some(Item::Object(i)) => (2, i),
        Some(Item::Ray(i)) => (3, i),
        Some(Item::Image(i)) => (4, i),
        // A picture has no marks of other items.
        _ => return 0,
    };
    u32::try_from(index).ok().filter(|index| *index < THIN).map_or(0, |index| kind << KIND | index)
}

/// The item of a number.
pub(super) fn item(code: u32) -> Option<Item> {
    let index = (code & (THIN - 1)) as usize;
    match code >> KIND {
        1 => Some(Item::Camera(index)),
        2 => Some(Item::Object(index)),
        3 => Some(Item::Ray(index)),
        4 => Some(Item::Image(index)),
        _ => None,
    }
}
