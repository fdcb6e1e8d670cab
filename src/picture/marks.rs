//! The marks of one step of a story, strong over a faded scene.

use super::strokes::Pen;
use super::{Focus, Palette, Picture, Style, ray, small};
use crate::geometry::{Aabb, Mark, MarkShape};
use crate::report::Report;
use crate::world::World;

pub(super) fn draw(
    picture: &mut Picture,
    world: &World,
    focus: &Focus,
    marks: &[Mark],
    extent: &Aabb,
    palette: &Palette,
) {
    for line in &mut picture.lines {
        line.color = line.color.fade(f32::from(line.color.0[3]) / 255.0 * 0.4);
    }
    for mark in marks {
        let color = palette.tone(mark.tone);
        let pen = Pen::new(color, 3.0, palette.style(mark.tone));
        let at = match mark.shape {
            MarkShape::Point(at) => {
                picture.dot(at, 11.0, color);
                at
            }
            MarkShape::Segment(from, to) => {
                picture.line(from, to, pen);
                (from + to) / 2.0
            }
            MarkShape::Plane { at, normal, half_size } => {
                let (u, v) = normal.any_orthonormal_pair();
                let (u, v) = (u * half_size, v * half_size);
                picture.quad([at - u - v, at + u - v, at + u + v, at - u + v], color.fade(0.2));
                picture.arrow(at, at + normal * small(extent), Pen::new(color, 2.0, Style::Solid));
                at
            }
            MarkShape::Interval { t_in, t_out } => {
                let Some(answers) = focus.ray().and_then(|r| world.rays.get(r)) else { continue };
                let answers = &Report::of_ray(answers, &world.objects);
                let Some([from, to]) = ray::stretch(answers, extent, [t_in, t_out]) else { continue };
                picture.line(from, to, Pen { width: 7.0, ..pen });
                (from + to) / 2.0
            }
        };
        if !mark.label.is_empty() {
            picture.label(at, mark.label.clone(), color, 9);
        }
    }
}
