//! The normals of meshes as strokes: of each triangle from its middle, and of each vertex for which the file has one.
//!
//! A normal points to the side from which a ray hits the front, also on a mirrored object. Strokes are bounded by number and
//! by the memory budget. The legend states how many are left out; those of the selected objects are drawn first.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};

use super::contents::Picture;
use super::legend::{LegendEntry, Sample};
use super::palette::{Color, Style};
use super::shapes::Line;
use super::shown::Shown;
use super::strokes::LINE;
use crate::geometry::narrate::grouped;
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
    let is_selected = |i: &usize| shown.selected.object() == Some(*i) || shown.selected.is_other(Item::Object(*i));
    let (first, others): (Vec<usize>, Vec<usize>) = (0..world.objects.len()).filter(is_drawn).partition(is_selected);
    let most = picture.memory.room(2 * LINE).min(MOST);
    let [of_triangles, of_vertices] = shown.palette.normals;
    let mut triangles = Strokes::new(of_triangles, most);
    let mut vertices = Strokes::new(of_vertices, most);
    for i in first.into_iter().chain(others) {
        let Shape::Mesh(mesh) = &world.objects[i].shape else { continue };
        let place = MeshPlace::of(world.objects[i].pose.world_from_local(), LONGEST * shown.small, i);
        triangles.of_triangles(picture, mesh, &place);
        vertices.of_vertices(picture, mesh, &place);
    }
    picture.legend.extend(triangles.legend_entry("normal of a triangle", "normals of triangles"));
    picture.legend.extend(vertices.legend_entry("normal of a vertex, from the file", "normals of vertices"));
}

/// The place of a mesh.
struct MeshPlace {
    world_from_local: Affine3A,
    /// The map of normals.
    normals: Mat3A,
    longest: f32,
    object: usize,
}

impl MeshPlace {
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
    fn of_triangles(&mut self, picture: &mut Picture, mesh: &Mesh, place: &MeshPlace) {
        for (_, corners) in mesh.finite() {
            let [a, b, c] = corners.map(|corner| place.in_world(corner));
            let local = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let Some(normal) = (place.normals * Vec3A::from(local)).try_normalize() else { continue };
            let length = place.length((b - a).cross(c - a).length() / 2.0);
            self.stroke(picture, (a + b + c) / 3.0, normal.into(), (length, place.object));
        }
    }

    /// The same of the vertices of a surface that have a normal.
    fn of_vertices(&mut self, picture: &mut Picture, mesh: &Mesh, place: &MeshPlace) {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::draw_options::DrawOptions;
    use super::super::memory::PictureMemory;
    use super::super::palette::Palette;
    use super::super::selected::Selected;
    use super::*;
    use crate::budget::Budget;
    use crate::files::Files;
    use crate::report::Report;
    use crate::scene::parse;
    use crate::surface::{Material, Part, Surface, Vertex};
    use crate::world::World;

    /// So many squares of two triangles in the plane z = 0; every vertex of the surface has the normal +Z.
    fn squares(count: u32) -> Mesh {
        let at = |i: u32| Vec3::new((i % 4 % 2) as f32 + 2.0 * (i / 4) as f32, (i % 4 / 2) as f32, 0.0);
        let triangles: Vec<[u32; 3]> = (0..count)
            .flat_map(|i| [[0, 1, 2], [1, 3, 2]].map(|corners| corners.map(|corner| 4 * i + corner)))
            .collect();
        let vertices = (0..4 * count).map(|i| Vertex { normal: Vec3::Z, ..Vertex::plain(i) }).collect();
        let parts = vec![Part { triangles: triangles.clone(), material: Arc::new(Material::default()) }];
        let mesh = Mesh::new((0..4 * count).map(at).collect(), triangles).unwrap();
        mesh.with_surface(Some(Arc::new(Surface { vertices, parts })))
    }

    fn world(mesh: Mesh) -> World {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "a", "shape": { "sphere": { "radius": 1 } } },
            { "name": "mirrored", "shape": { "sphere": { "radius": 1 } }, "scale": [1, 2, -3], "position": [0, 0, 50] },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let mut world = World::at(&parse(text, "a.json").unwrap(), &Files::default(), 0);
        let mesh = Arc::new(mesh);
        for object in &mut world.objects[..2] {
            object.shape = Shape::Mesh(Arc::clone(&mesh));
        }
        world
    }

    fn drawn(world: &World, memory: PictureMemory, names: &[&str]) -> Picture {
        let report = Report::of(world);
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let selected = Selected::on(world, &names).unwrap();
        let options = DrawOptions { normals: true, ..DrawOptions::default() };
        let mut picture = Picture { memory, ..Picture::default() };
        draw(&mut picture, &Shown { options, ..Shown::new(world, &report, &selected, &Palette::DARK) });
        picture
    }

    #[test]
    fn normals_point_to_the_front_of_each_triangle_and_vertex() {
        let picture = drawn(&world(squares(1)), PictureMemory::default(), &[]);
        let of = |color: Color| picture.lines.iter().filter(move |line| line.color == color);
        let [triangles, vertices] = Palette::DARK.normals;
        assert_eq!([of(triangles).count(), of(vertices).count()], [4, 8], "of two objects");
        for line in &picture.lines {
            let along = line.to - line.from;
            let is_mirrored = line.from.z > 25.0;
            // The local +Z of the mirrored object is the world's -Z.
            let expected = if is_mirrored { -Vec3::Z } else { Vec3::Z };
            assert!(along.normalize_or_zero().distance(expected) < 1e-6 && along.length() > 0.1, "{line:?}");
        }
        let texts: Vec<&str> = picture.legend.iter().map(|entry| &*entry.text).collect();
        assert_eq!(texts, ["normal of a triangle", "normal of a vertex, from the file"]);
    }

    #[test]
    fn with_little_memory_the_first_are_drawn_and_counted_and_the_selected_come_first() {
        let world = world(squares(20_000));
        let little = || PictureMemory::within(&Budget::new(1 << 20));
        let picture = drawn(&world, little(), &["mirrored"]);
        let [triangles, _] = Palette::DARK.normals;
        let count = picture.lines.iter().filter(|line| line.color == triangles).count();
        assert!((1000..80_000).contains(&count), "{count}");
        let text =
            format!("first {} of 80,000 normals of triangles, those of selected objects first", grouped(count as u64));
        assert_eq!(picture.legend[0].text, text);
        assert!(picture.lines.iter().all(|line| line.from.z > 25.0), "those of the selected object");
        assert!(picture.memory.refused().is_none());
    }
}
