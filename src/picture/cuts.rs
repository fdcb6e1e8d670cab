//! Cuts: the seam between both halves, and the plane of the selected cut.

use glam::Vec3;

use super::strokes::LineStyle;
use super::{LegendEntry, Picture, Sample, Shown, Style};
use crate::geometry::{Aabb, Shape};
use crate::world::{CutAt, Thing, World};

/// A seam with more edges is not drawn as a whole.
const MOST_EDGES: usize = 20_000;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, palette, hidden, ref selected, .. } = *shown;
    let (mut has_seam, mut has_plane, mut has_selected_seam) = (false, false, false);
    for (i, cut) in world.cuts.iter().enumerate().filter(|(_, cut)| !hidden.contains(cut.id)) {
        let is_selected = selected.explained_alone == Some(Thing::Cut(i));
        let pen = LineStyle::solid(if is_selected { palette.selected } else { palette.candidate }, 2.5);
        picture.belonging_to(Thing::Cut(i), |picture| {
            let is_drawn = seam(picture, cut, world, pen);
            has_seam |= is_drawn && !is_selected;
            has_selected_seam |= is_drawn && is_selected;
            if is_selected && let Some(bounds) = bounds(cut, world) {
                plane(picture, cut, &bounds, LineStyle::new(palette.selected, 1.5, Style::Dashed));
                has_plane = true;
            }
        });
    }
    if shown.cut_gap > 0.0 && has_seam | has_selected_seam {
        let text = format!("halves of cuts, drawn {} apart", shown.options.units.length(shown.cut_gap));
        picture.legend.push(LegendEntry { text, color: palette.neutral, sample: Sample::Patch });
    }
    for (text, color, style, is_drawn) in [
        ("seam of a cut", palette.candidate, Style::Solid, has_seam),
        ("seam of the selected cut", palette.selected, Style::Solid, has_selected_seam),
        ("plane of the selected cut", palette.selected, Style::Dashed, has_plane),
    ] {
        if is_drawn {
            picture.legend.push(LegendEntry { text: text.to_owned(), color, sample: Sample::Line(style) });
        }
    }
}

/// The box around both halves now.
fn bounds(cut: &CutAt, world: &World) -> Option<Aabb> {
    let halves = cut.objects.iter().flatten().filter_map(|object| world.objects.get(*object));
    halves.map(|half| half.aabb).reduce(|a, b| a.union(&b))
}

/// The closed loops where the halves met, moved with a half. Returns whether there is one.
fn seam(picture: &mut Picture, cut: &CutAt, world: &World, pen: LineStyle) -> bool {
    let Some(Ok(halves)) = &cut.outcome else { return false };
    let found = cut.objects.iter().enumerate().find_map(|(half, object)| Some((half, world.objects.get((*object)?)?)));
    let Some((half, object)) = found else { return false };
    let Shape::Mesh(mesh) = &object.shape else { return false };
    let to_world = object.pose.world_from_local();
    let edges: usize = halves.seam(half).iter().map(Vec::len).sum();
    if edges > MOST_EDGES {
        return false;
    }
    for one in halves.seam(half) {
        let place = |vertex: &u32| Some(to_world.transform_point3(*mesh.positions().get(*vertex as usize)?));
        let places: Vec<Vec3> = one.iter().filter_map(place).collect();
        for (i, from) in places.iter().enumerate() {
            picture.line(*from, places[(i + 1) % places.len()], pen);
        }
    }
    edges > 0
}

/// A square of the plane around the halves, with its normal.
fn plane(picture: &mut Picture, cut: &CutAt, bounds: &Aabb, pen: LineStyle) {
    let normal = cut.plane.normal();
    let centre = bounds.centre().as_dvec3();
    let middle = (centre - normal * cut.plane.distance(centre)).as_vec3();
    let normal = normal.as_vec3();
    let (u, v) = normal.any_orthonormal_pair();
    let reach = bounds.half_extents().length() * 1.05;
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(a, b)| middle + (u * a + v * b) * reach);
    for i in 0..4 {
        picture.line(corners[i], corners[(i + 1) % 4], pen);
    }
    picture.quad(corners, pen.color.fade(0.12));
    picture.arrow(middle, middle + normal * reach * 0.5, LineStyle { style: Style::Solid, ..pen });
}
