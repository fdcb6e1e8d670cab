//! Why a picture is not reproducible: which part of it differs between two drawings of the same scene, and what is drawn
//! there.

use image::RgbaImage;

use super::pixels::{Pair, Rect};
use crate::budget::Reservation;
use crate::geometry::narrate::counted;
use crate::source::error::quoted;

/// The second drawing of a picture that differs from the first.
pub(super) struct SecondDrawing {
    pub(super) picture: RgbaImage,
    pub(super) part: DifferingPart,
    /// The objects that cover pixels that differ.
    pub(super) objects: ObjectsThere,
    /// The memory of the picture.
    pub(super) _memory: Reservation,
}

/// The pixels in which two drawings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DifferingPart {
    /// Their number.
    pixels: u64,
    /// The smallest rectangle that contains them.
    rect: Rect,
}

/// Objects that cover pixels that differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ObjectsThere {
    names: Vec<String>,
    /// Whether there may be more of them.
    are_more: bool,
}

/// The pixels that differ; `None` for equal pictures.
pub(super) fn differing(one: &RgbaImage, other: &RgbaImage) -> Option<DifferingPart> {
    if one == other {
        return None;
    }
    if one.dimensions() != other.dimensions() {
        let (width, height) = one.dimensions();
        return Some(DifferingPart { pixels: u64::from(width) * u64::from(height), rect: [0, 0, width, height] });
    }
    let mut pixels = 0;
    let [mut left, mut top, mut right, mut bottom] = [u32::MAX, u32::MAX, 0, 0];
    for (x, y, pixel) in one.enumerate_pixels() {
        if pixel != other.get_pixel(x, y) {
            pixels += 1;
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x + 1), bottom.max(y + 1));
        }
    }
    Some(DifferingPart { pixels, rect: [left, top, right.saturating_sub(left), bottom.saturating_sub(top)] })
}

/// A picture of each pixel that differs.
pub(super) fn difference(one: &RgbaImage, other: &RgbaImage) -> Option<RgbaImage> {
    Pair::new(one.clone(), other.clone(), &[])?.difference(0.0)
}

/// The picture is drawn at most so many times more to find the objects.
const MOST_DRAWINGS: u32 = 24;
/// Among more objects they are not searched.
const MOST_OBJECTS: usize = 1000;
/// So many objects are named.
const MOST_NAMES: usize = 6;

/// The objects that cover pixels that differ. `covered` gives the pixels that some objects cover together, so they are
/// found by halving the list of all objects.
pub(super) fn objects_at<'n>(
    names: impl Iterator<Item = &'n str>,
    drawings: [&RgbaImage; 2],
    covered: &mut dyn FnMut(&[String]) -> Option<Vec<Rect>>,
) -> ObjectsThere {
    let names: Vec<String> = names.take(MOST_OBJECTS + 1).map(str::to_owned).collect();
    if names.len() > MOST_OBJECTS {
        return ObjectsThere::default();
    }
    let (mut found, mut drawn) = (ObjectsThere::default(), 0);
    let mut waiting = vec![&names[..]];
    while let Some(part) = waiting.pop().filter(|part| !part.is_empty()) {
        if drawn == MOST_DRAWINGS || found.names.len() == MOST_NAMES {
            found.are_more = true;
            break;
        }
        drawn += 1;
        let Some(rects) = covered(part) else { return ObjectsThere::default() };
        if !rects.iter().any(|rect| differs_in(drawings, *rect)) {
            continue;
        }
        if let [name] = part {
            found.names.push(name.clone());
        } else {
            let (first, second) = part.split_at(part.len() / 2);
            waiting.extend([second, first]);
        }
    }
    found
}

/// Whether two drawings differ in a rectangle.
fn differs_in([one, other]: [&RgbaImage; 2], [x, y, width, height]: Rect) -> bool {
    let [right, bottom] = [x.saturating_add(width).min(one.width()), y.saturating_add(height).min(one.height())];
    (y..bottom).any(|y| (x..right).any(|x| other.get_pixel_checked(x, y) != Some(one.get_pixel(x, y))))
}

impl SecondDrawing {
    /// The difference in words, after the name of the picture.
    pub(super) fn text(&self) -> String {
        let Self { part: DifferingPart { pixels, rect: [x, y, width, height] }, objects, .. } = self;
        let (count, differ) = (counted(*pixels, "pixel"), if *pixels == 1 { "differs" } else { "differ" });
        format!(
            "is unstable: {count} {differ} between two drawings of the same scene, in the rectangle [{x}, {y}, {width}, {height}]{}",
            objects.text()
        )
    }
}

impl ObjectsThere {
    fn text(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| quoted(name)).collect();
        let more = if self.are_more { " and perhaps other objects" } else { "" };
        if names.is_empty() { String::new() } else { format!(", which shows {}{more}", names.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    fn pictures(changed: &[[u32; 2]]) -> [RgbaImage; 2] {
        let one = RgbaImage::from_pixel(20, 10, Rgba([40, 50, 60, 255]));
        let mut other = one.clone();
        for [x, y] in changed {
            other.put_pixel(*x, *y, Rgba([41, 50, 60, 255]));
        }
        [one, other]
    }

    #[test]
    fn the_part_that_differs_is_the_smallest_rectangle() {
        let part = |changed: &[[u32; 2]]| {
            let [one, other] = pictures(changed);
            differing(&one, &other)
        };
        assert_eq!(part(&[]), None);
        assert_eq!(part(&[[19, 9]]), Some(DifferingPart { pixels: 1, rect: [19, 9, 1, 1] }));
        assert_eq!(part(&[[3, 7], [5, 2]]), Some(DifferingPart { pixels: 2, rect: [3, 2, 3, 6] }));
        let [one, _] = pictures(&[]);
        let whole = differing(&one, &RgbaImage::new(3, 3));
        assert_eq!(whole, Some(DifferingPart { pixels: 200, rect: [0, 0, 20, 10] }));
        let [one, other] = pictures(&[[3, 7]]);
        let shown = difference(&one, &other).unwrap();
        assert_ne!(shown.get_pixel(3, 7), shown.get_pixel(4, 7), "the least difference is seen");
    }

    #[test]
    fn the_objects_at_the_pixels_are_found_by_halving() {
        let [one, other] = pictures(&[[3, 7], [15, 2]]);
        // Object `i` covers a column.
        let mut drawn = 0;
        let mut search = |count: u32| {
            let names: Vec<String> = (0..count).map(|i| i.to_string()).collect();
            drawn = 0;
            objects_at(names.iter().map(String::as_str), [&one, &other], &mut |part| {
                drawn += 1;
                Some(part.iter().map(|name| [name.parse().unwrap(), 0, 1, 99]).collect())
            })
        };
        assert_eq!(search(20).text(), ", which shows `3`, `15`");
        assert_eq!(search(2), ObjectsThere::default());
        assert_eq!(search(1001), ObjectsThere::default());
        let many = search(1000);
        assert!(many.are_more && many.names.len() <= 2, "{many:?}");
        assert_eq!(drawn, MOST_DRAWINGS);
        assert_eq!(objects_at(["a"].into_iter(), [&one, &other], &mut |_| None), ObjectsThere::default());
    }
}
