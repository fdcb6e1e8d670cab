//! Colours of OBJ materials: `newmtl` and `Kd` of an MTL file, and nothing else of it.

use std::collections::HashMap;

use crate::scene::document::Color;

/// The diffuse colour of each material, taken as sRGB; `None` for white and for one without.
pub(super) fn colors(text: &str) -> HashMap<String, Option<Color>> {
    let mut colors = HashMap::new();
    let mut material: Option<String> = None;
    for line in text.lines() {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "newmtl" => {
                let name = rest.trim().to_owned();
                colors.entry(name.clone()).or_insert(None);
                material = Some(name);
            }
            "Kd" => {
                if let Some(name) = &material {
                    colors.insert(name.clone(), color(rest));
                }
            }
            _ => {}
        }
    }
    colors
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn color(text: &str) -> Option<Color> {
    let mut numbers = text.split_whitespace().map_while(|word| word.parse::<f32>().ok());
    let red = numbers.next()?;
    // One number stands for all three.
    let (green, blue) = (numbers.next().unwrap_or(red), numbers.next().unwrap_or(red));
    let color = [red, green, blue].map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    (color != [255; 3]).then_some(Color(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_stands_there_colours_are_found() {
        let text = "Kd 0 0 0\nnewmtl a\n\tKd 1 0 0.5\nnewmtl b c\nNs\nnewmtl white\nKd 1 1 1\nnewmtl gray\nKd 0.2\n\
                    newmtl none\nKd\nnewmtl wrong\nKd red\nnewmtl nan\nKd nan 0 2";
        let colors = colors(text);
        for (name, color) in [
            ("a", Some([255, 0, 128])),
            ("b c", None),
            ("white", None),
            ("gray", Some([51; 3])),
            ("none", None),
            ("wrong", None),
            ("nan", Some([0, 0, 255])),
        ] {
            assert_eq!(colors[name], color.map(Color), "{name}");
        }
        assert_eq!(colors.len(), 7);
    }
}
