//! A page of plots as SVG.

use std::fmt::Write;

use svg::Document;
use svg::node::element::{Polyline, Rectangle, Text, Title};

use crate::picture::{Color, PlotShape, PlotSheet, TextAnchor};

/// The text of an SVG file.
pub fn plot_to_svg(sheet: &PlotSheet) -> String {
    let [width, height] = sheet.size;
    let background = Rectangle::new().set("width", "100%").set("height", "100%").set("fill", hex(sheet.background));
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("font-family", "\"Segoe UI\", \"Helvetica Neue\", Arial, \"DejaVu Sans\", sans-serif")
        .add(Title::new(&*sheet.title))
        .add(background);
    for shape in &sheet.shapes {
        document = match shape {
            PlotShape::Line { points, color, width, dashes } => {
                let mut line = Polyline::new()
                    .set("points", points_of(points))
                    .set("fill", "none")
                    .set("stroke", hex(*color))
                    .set("stroke-width", *width)
                    .set("stroke-linejoin", "round");
                if let Some([dash, gap]) = dashes {
                    line = line.set("stroke-dasharray", format!("{dash} {gap}"));
                }
                document.add(with_opacity(line, "stroke-opacity", *color))
            }
            PlotShape::Area { min, max, color } => {
                let area = Rectangle::new()
                    .set("x", rounded(min[0]))
                    .set("y", rounded(min[1]))
                    .set("width", rounded(max[0] - min[0]))
                    .set("height", rounded(max[1] - min[1]))
                    .set("fill", hex(*color));
                document.add(with_opacity(area, "fill-opacity", *color))
            }
            PlotShape::Text { at: [x, y], anchor, size, color, text, is_vertical } => {
                let anchor = match anchor {
                    TextAnchor::Start => "start",
                    TextAnchor::Middle => "middle",
                    TextAnchor::End => "end",
                };
                let mut element = Text::new(&**text)
                    .set("x", rounded(*x))
                    .set("y", rounded(*y))
                    // The middle of small and tall letters is at the height.
                    .set("dy", "0.35em")
                    .set("text-anchor", anchor)
                    .set("font-size", *size)
                    .set("fill", hex(*color));
                if *is_vertical {
                    element = element.set("transform", format!("rotate(-90 {} {})", rounded(*x), rounded(*y)));
                }
                document.add(element)
            }
        };
    }
    let mut text = document.to_string();
    text.push('\n');
    text
}

/// The colour without its alpha.
fn hex(Color([r, g, b, _]): Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn with_opacity<N: svg::Node>(mut node: N, key: &str, Color([.., alpha]): Color) -> N {
    if alpha < u8::MAX {
        node.assign(key, rounded(f32::from(alpha) / f32::from(u8::MAX)));
    }
    node
}

fn rounded(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

fn points_of(points: &[[f32; 2]]) -> String {
    points.iter().fold(String::new(), |mut text, [x, y]| {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{},{}", rounded(*x), rounded(*y));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_others_are_escaped_and_shapes_are_read_again() {
        let black = Color::rgb(0, 0, 0);
        let text = |text: &str| PlotShape::Text {
            at: [1.0, 2.005],
            anchor: TextAnchor::End,
            size: 12.0,
            color: black,
            text: text.to_owned(),
            is_vertical: true,
        };
        let sheet = PlotSheet {
            size: [200.0, 100.0],
            background: Color::rgb(255, 255, 255),
            title: "<a> & \"b\"".into(),
            shapes: vec![
                text("</text><script>1</script>&"),
                PlotShape::Line {
                    points: vec![[0.0, 1.0], [2.5, 3.25]],
                    color: Color([1, 2, 255, 128]),
                    width: 1.5,
                    dashes: Some([6.0, 4.0]),
                },
            ],
        };
        let written = plot_to_svg(&sheet);
        let read = roxmltree::Document::parse(&written).unwrap();
        let find = |name: &str| read.descendants().find(|node| node.has_tag_name(name)).unwrap();
        assert_eq!(find("text").text().unwrap().trim(), "</text><script>1</script>&");
        assert_eq!(find("title").text().unwrap().trim(), "<a> & \"b\"");
        assert!(read.descendants().all(|node| !node.has_tag_name("script")));
        let line = find("polyline");
        assert_eq!(line.attribute("points"), Some("0,1 2.5,3.25"));
        assert_eq!((line.attribute("stroke"), line.attribute("stroke-opacity")), (Some("#0102ff"), Some("0.5")));
        assert_eq!(line.attribute("stroke-dasharray"), Some("6 4"));
    }
}
