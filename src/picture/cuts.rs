//! Cuts: the seam between both halves, and the plane of the selected cut.

use glam::Vec3;

use super::contents::Picture;
use super::hidden::Hidden;
use super::legend::Sample;
use super::palette::Style;
use super::shown::Shown;
use super::strokes::LineStyle;
use crate::geometry::narrate::grouped;
use crate::geometry::{Aabb, Shape};
use crate::world::{CutAt, Item, World};

/// A seam with more edges is not drawn as a whole.
const MOST_EDGES: usize = 100_000;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let Shown { world, report, palette, hidden, ref selected, .. } = *shown;
    let (mut has_seam, mut has_plane, mut has_selected_seam) = (false, false, false);
    let mut too_long = 0;
    for (i, cut) in world.cuts.iter().enumerate().filter(|(_, cut)| !hidden.contains(cut.id)) {
        let is_selected = selected.explained_alone() == Some(Item::Cut(i));
        let pen = LineStyle::solid(if is_selected { palette.selected } else { palette.candidate }, 2.5);
        picture.belonging_to(Item::Cut(i), |picture| {
            // The number of loops is an answer.
            let edges = if report.has_answers() { seam(picture, cut, (world, hidden), pen) } else { 0 };
            let is_drawn = (1..=MOST_EDGES).contains(&edges);
            too_long = too_long.max(if is_drawn { 0 } else { edges });
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
        picture.add_legend(text, palette.neutral, Sample::Patch);
    }
    if too_long > 0 {
        let text = format!(
            "a seam with {} edges, more than {}, is not drawn",
            grouped(too_long as u64),
            grouped(MOST_EDGES as u64)
        );
        picture.add_legend(text, palette.candidate, Sample::None);
    }
    for (text, color, style, is_drawn) in [
        ("seam of a cut", palette.candidate, Style::Solid, has_seam),
        ("seam of the selected cut", palette.selected, Style::Solid, has_selected_seam),
        ("plane of the selected cut", palette.selected, Style::Dashed, has_plane),
    ] {
        if is_drawn {
            picture.add_legend(text, color, Sample::Line(style));
        }
    }
}

/// The box around both halves now.
fn bounds(cut: &CutAt, world: &World) -> Option<Aabb> {
    let halves = cut.objects.iter().flatten().filter_map(|object| world.objects.get(*object));
    halves.map(|half| half.aabb).reduce(|a, b| a.union(&b))
}

/// The closed loops where the halves met, moved with a half that is not hidden. Returns the number of their edges; more
/// than [`MOST_EDGES`] are not drawn.
fn seam(picture: &mut Picture, cut: &CutAt, (world, hidden): (&World, &Hidden), pen: LineStyle) -> usize {
    let Some(Ok(halves)) = &cut.outcome else { return 0 };
    let shown = |object: Option<usize>| world.objects.get(object?).filter(|object| !hidden.contains(object.id));
    let found = cut.objects.iter().enumerate().find_map(|(half, object)| Some((half, shown(*object)?)));
    let Some((half, object)) = found else { return 0 };
    let Shape::Mesh(mesh) = &object.shape else { return 0 };
    let to_world = object.pose.world_from_local();
    let edges: usize = halves.seam(half).iter().map(Vec::len).sum();
    if edges > MOST_EDGES {
        return edges;
    }
    for one in halves.seam(half) {
        let place = |vertex: &u32| Some(to_world.transform_point3(*mesh.positions().get(*vertex as usize)?));
        let places: Vec<Vec3> = one.iter().filter_map(place).collect();
        for (i, from) in places.iter().enumerate() {
            picture.line(*from, places[(i + 1) % places.len()], pen);
        }
    }
    edges
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::palette::Palette;
    use super::super::selected::Selected;
    use super::*;
    use crate::report::Report;

    #[test]
    fn a_seam_is_drawn_while_a_half_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        fs::write(folder.path().join("a.obj"), tetrahedron).unwrap();
        let text = r#"{ "eyeline": 1,
            "objects": [{ "name": "a", "shape": { "mesh": { "file": "a.obj" } } }],
            "cuts": [{ "name": "cut", "object": "a", "point": [0, 0.25, 0], "normal": [0, 1, 0] }] }"#;
        let loaded = crate::files::parse(text, "a.json", Some(folder.path())).unwrap();
        let world = World::at(&loaded.scene, &loaded.files, 0);
        let report = Report::of(&world);
        let drawn = |names: &[&str]| {
            let mut hidden = Hidden::default();
            for name in names {
                hidden.set(world.named(name).unwrap(), true);
            }
            let shown = Shown::new(&world, &report, &Selected::default(), &Palette::DARK);
            let picture = Picture::of(&Shown { hidden: &hidden, ..shown });
            let has_legend = picture.legend.iter().any(|entry| entry.text == "seam of a cut");
            (picture.lines.iter().filter(|line| line.item == Some(Item::Cut(0))).count(), has_legend)
        };
        let (edges, has_legend) = drawn(&[]);
        assert!(edges > 2 && has_legend, "{edges} {has_legend}");
        assert_eq!(drawn(&["a/cut+"]), (edges, true));
        assert_eq!(drawn(&["a/cut-"]), (edges, true));
        assert_eq!(drawn(&["a/cut+", "a/cut-"]), (0, false));
        assert_eq!(drawn(&["cut"]), (0, false));
    }
}
