//! The samples of animations as keys.

use ufbx::{BakedAnim, BakedVec3};

use crate::skin::{Interpolation, Keys, SkinError};

/// Keys with lines between them. A key that is not later than the one before, in single precision, is left out.
pub(super) fn linear_keys<const N: usize>(
    list: impl Iterator<Item = (f64, [f32; N])>,
) -> std::result::Result<Keys, SkinError> {
    let (mut times, mut values): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    for (time, value) in list {
        #[expect(clippy::cast_possible_truncation, reason = "times of keys are single numbers")]
        let time = time.max(0.0) as f32;
        if times == [0.0] && time <= 0.0 {
            // Of the keys before the begin, the last one counts.
            values.clear();
            values.extend(value);
        } else if times.last().is_none_or(|last| time > *last) {
            times.push(time);
            values.extend(value);
        }
    }
    Keys::new(Interpolation::Linear, N, times, values)
}

/// The keys of a property of an element, by the number of the element.
pub(super) fn keys_of<'b>(baked: &'b BakedAnim, element: u32, name: &str) -> Option<&'b [BakedVec3]> {
    let found = baked.elements.binary_search_by_key(&element, |element| element.element_id).ok()?;
    let property = baked.elements[found].props.iter().find(|property| &*property.name == name)?;
    Some(&property.keys)
}
