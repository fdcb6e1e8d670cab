//! The normals of meshes as strokes: of each triangle from its middle, and of each vertex for which the file has one.
//!
//! A normal points to the side from which a ray hits the front, also on a mirrored object. Strokes are bounded by number and
//! by the memory budget. The legend states how many are left out; those of the selected objects are drawn first.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};

use super::strokes::LINE;
use super::{Color, LegendEntry, Line, Picture, Sample, Shown, Style, grouped};
use crate::geometry::{Mesh, Shape};
use crate::world::Item;

/// The most strokes of a kind. OpenGL in software draws as many in about half a second.
const MOST: usize = 100_000;
/// The length of a stroke, by the square root of the area of its triangle.
const LENGTH: f32 = 0.5;
/// The greatest length, by the size of small items in the scene.
const LONGEST: f32 = 2.0;
const WIDTH: f32 = 1.5;

/// Draws the normals of all drawn meshes.
pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    if !shown.options.normals {
        return;
    }
    let world = shown.world;
    let is_drawn = |i: &usize| !shown.hidden.contains(world.objects[*i].id);
    let is_selected = |i: &usize| shown.selected.object == Some(*i) || shown.selected.is_other(Item::Object(*i));
    let (first, others): (Vec<usize>, Vec<usize>) = (0..world.objects.len()).filter(is_drawn).partition(is_selected);
    // Half of the free memory stays for the rest of the picture.
    let most = usize::try_from(picture.memory.left() / 2 / LINE / 2).unwrap_or(usize::MAX).min(MOST);
    let [of_triangles, of_vertices] = shown.palette.normals;
    let mut triangles = Strokes::new(of_triangles, most);
    let mut vertices = Strokes::new(of_vertices, most);
    for i in first.into_iter().chain(others) {
        let Shape::Mesh(mesh) = &world.objects[i].shape else { continue };
        let place = Place::of(world.objects[i].pose.world_from_local(), LONGEST * shown.small, i);
        triangles.of_triangles(picture, mesh, &place);
        vertices.of_vertices(picture, mesh, &place);
    }
    picture.legend.extend(triangles.legend_entry("normal of a triangle", "normals of triangles"));
    picture.legend.extend(vertices.legend_entry("normal of a vertex, from the file", "normals of vertices"));
}

/// The place of a mesh.
struct Place {
    world_from_local: Affine3A,
    /// The map of normals.
    normals: Mat3A,
    longest: f32,
    object: usize,
}

impl Place {
    fn of(world_from_local: Affine3A, longest: f32, object: usize) -> Self {
        let Mat3A { x_axis: x, y_axis: y, z_axis: z } = world_from_local.matrix3;
        // The matrix of cofactors. With the sign of the determinant, a normal stays on its side of the surface.
        let sign = if world_from_local.matrix3.determinant() < 0.0 { -1.0 } else { 1.0 };
        let normals = Mat3A::from_cols(y.cross(z) * sign, z.cross(x) * sign, x.cross(y) * sign);
        Self { world_from_local, normals, longest, object }
    }

    fn in_world(&self, point: Vec3) -> Vec3 {
        self.world_from_local.transform_point3(point)
    }

    fn length(&self, area: f32) -> f32 {
        (LENGTH * area.max(0.0).sqrt()).min(self.longest)
    }
}

/// Strokes of one kind.
struct Strokes {
    color: Color,
    drawn: usize,
    count: usize,
    most: usize,
}

impl Strokes {
    fn new(color: Color, most: usize) -> Self {
        Self { color, drawn: 0, count: 0, most }
    }

    /// Counts all triangles with a normal, and draws as many as there is room for.
    fn of_triangles(&mut self, picture: &mut Picture, mesh: &Mesh, place: &Place) {
        for (_, corners) in mesh.finite() {
            let [a, b, c] = corners.map(|corner| place.in_world(corner));
            let local = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let Some(normal) = (place.normals * Vec3A::from(local)).try_normalize() else { continue };
            let length = place.length((b - a).cross(c - a).length() / 2.0);
            self.stroke(picture, (a + b + c) / 3.0, normal.into(), (length, place.object));
        }
    }

    /// The same of the vertices of a surface that have a normal.
    fn of_vertices(&mut self, picture: &mut Picture, mesh: &Mesh, place: &Place) {
        let Some(surface) = mesh.surface() else { return };
        let mut lengths = vec![0.0_f32; surface.vertices.len()];
        for triangle in surface.parts.iter().flat_map(|part| &part.triangles) {
            let at = |i: u32| place.in_world(mesh.positions()[surface.vertices[i as usize].position as usize]);
            let [a, b, c] = triangle.map(at);
            let length = place.length((b - a).cross(c - a).length() / 2.0);
            for &i in triangle {
                lengths[i as usize] = lengths[i as usize].max(length);
            }
        }
        for (vertex, &length) in surface.vertices.iter().zip(&lengths) {
            let at = place.in_world(mesh.positions()[vertex.position as usize]);
            let normal = (place.normals * Vec3A::from(vertex.normal)).try_normalize();
            if let Some(normal) = normal.filter(|_| at.is_finite() && length > 0.0) {
                self.stroke(picture, at, normal.into(), (length, place.object));
            }
        }
    }

    fn stroke(&mut self, picture: &mut Picture, from: Vec3, normal: Vec3, (length, object): (f32, usize)) {
        self.count += 1;
        if self.drawn < self.most && picture.memory.take(LINE) {
            self.drawn += 1;
            picture.lines.push(Line {
                from,
                to: from + normal * length,
                color: self.color,
                width: WIDTH,
                style: Style::Solid,
                hide_behind: true,
                item: Some(Item::Object(object)),
            });
        }
    }

    /// What the strokes are, and how many of them are drawn if it is not all.
    fn legend_entry(&self, one: &str, many: &str) -> Option<LegendEntry> {
        let (drawn, count) = (grouped(self.drawn as u64), grouped(self.count as u64));
        let text = match self.count {
            0 => return None,
            _ if self.drawn == self.count => one.to_owned(),
            _ => format!("first {drawn} of {count} {many}, those of selected objects first"),
        };
        Some(LegendEntry { text, color: self.color, sample: Sample::Line(Style::Solid) })
    }
}
