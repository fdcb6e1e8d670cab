//! Reads the shapes of a picture: the elements `polygon`, `polyline`, `circle` and `text` of SVG.
//!
//! The first word of `class` is the colour, see [`CLASSES`](super::colors::CLASSES). With `line` as the second word, the
//! outline is drawn, else the area.

use std::str::FromStr;

use eframe::egui::{Align, Vec2, vec2};
use roxmltree::{Document, Node};

use super::colors::CLASSES;

/// The size of every picture, in its units and in points.
pub(in super::super) const SIZE: Vec2 = vec2(160.0, 100.0);

/// A shape of a picture. Lengths are in units of the picture, y points down.
#[derive(Debug)]
pub(super) struct Figure {
    /// The index of its colour in [`CLASSES`].
    pub(super) class: usize,
    pub(super) opacity: f32,
    pub(super) form: FigureForm,
}

/// The form of a shape.
#[derive(Debug)]
pub(super) enum FigureForm {
    /// A convex area.
    Area(Vec<[f32; 2]>),
    /// A line through points, with the lengths of dashes and gaps.
    Line { points: Vec<[f32; 2]>, width: f32, dashes: Option<[f32; 2]> },
    /// A disc, or a circle with this line width.
    Circle { at: [f32; 2], radius: f32, width: Option<f32> },
    /// A line of text. `at` is the middle of its height.
    Text { at: [f32; 2], align: Align, text: String },
}

/// The shapes of a file, in drawing order.
///
/// # Errors
/// The element that is not understood.
pub(super) fn read(text: &str) -> Result<Vec<Figure>, String> {
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let elements = document.root_element().children().filter(Node::is_element);
    elements.map(|element| figure(element).ok_or_else(|| format!("{element:?}"))).collect()
}

fn figure(element: Node<'_, '_>) -> Option<Figure> {
    let mut classes = element.attribute("class")?.split(' ');
    let name = classes.next()?;
    let is_line = classes.next() == Some("line");
    let opacity = element.attribute("stroke-opacity").or(element.attribute("fill-opacity"));
    let at = |x, y| Some([number(element, x)?, number(element, y)?]);
    let form = match element.tag_name().name() {
        "polygon" | "polyline" if is_line => {
            let mut points = points(element)?;
            if element.has_tag_name("polygon") {
                points.push(*points.first()?);
            }
            let dashes = match element.attribute("stroke-dasharray") {
                Some(dashes) => Some(pair(dashes, ' ')?),
                None => None,
            };
            FigureForm::Line { points, width: number(element, "stroke-width")?, dashes }
        }
        "polygon" => FigureForm::Area(points(element)?),
        "circle" => {
            let width = if is_line { Some(number(element, "stroke-width")?) } else { None };
            FigureForm::Circle { at: at("cx", "cy")?, radius: number(element, "r")?, width }
        }
        "text" => {
            let align = match element.attribute("text-anchor")? {
                "start" => Align::Min,
                "middle" => Align::Center,
                "end" => Align::Max,
                _ => return None,
            };
            FigureForm::Text { at: at("x", "y")?, align, text: element.text()?.to_owned() }
        }
        _ => return None,
    };
    let class = CLASSES.iter().position(|class| *class == name)?;
    Some(Figure { class, opacity: opacity.map_or(Some(1.0), |opacity| f32::from_str(opacity).ok())?, form })
}

fn number(element: Node<'_, '_>, attribute: &str) -> Option<f32> {
    element.attribute(attribute)?.parse().ok()
}

fn points(element: Node<'_, '_>) -> Option<Vec<[f32; 2]>> {
    element.attribute("points")?.split_whitespace().map(|point| pair(point, ',')).collect()
}

fn pair(text: &str, between: char) -> Option<[f32; 2]> {
    let (first, second) = text.split_once(between)?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn what_is_not_understood_is_an_error() {
        let picture = |content: &str| read(&format!("<svg>{content}</svg>"));
        assert_eq!(picture(r#"<circle class="text" cx="1" cy="2" r="3"/>"#).unwrap().len(), 1);
        for content in [
            r#"<circle class="text" cx="1" cy="2"/>"#,
            r#"<circle class="colour" cx="1" cy="2" r="3"/>"#,
            r#"<polygon class="text" points="1,2 3"/>"#,
            r#"<polyline class="text line" points="1,2 3,4" stroke-width="1" stroke-dasharray="1"/>"#,
            r#"<text class="text" x="1" y="2" text-anchor="left">word</text>"#,
            r#"<rect class="text"/>"#,
            "<circle",
        ] {
            assert!(picture(content).is_err(), "{content}");
        }
    }
}
