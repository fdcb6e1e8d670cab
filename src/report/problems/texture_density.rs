//! Textures whose pixels are much larger or smaller than those of most of the level.

use std::collections::HashMap;
use std::sync::Arc;

use glam::Vec2;

use super::list::{Elements, MOST_ELEMENTS, Problem, Problems, listed_words};
use super::textures::few;
use crate::geometry::Mesh;
use crate::geometry::narrate::num;
use crate::report::all_answers::Report;
use crate::report::tested::{MeshAt, TestedObject};
use crate::scene::LevelProblem;
use crate::surface::{Material, Part, Surface};
use crate::world::Item;

/// A texture is listed when its pixels are so many times larger or smaller than those of the median.
const UNLIKE: f64 = 8.0;

/// A median of fewer materials says nothing.
const FEWEST: usize = 3;

/// The textured triangles of a material in one mesh.
struct TexturedPart {
    material: Arc<Material>,
    /// Their area in local space, m².
    area: f64,
    /// The pixels of the image that they show, those of a repeated image each time.
    texels: f64,
}

/// A material with the objects that show it.
struct ShownMaterial {
    material: Arc<Material>,
    objects: Vec<usize>,
    /// In world space, m².
    area: f64,
    texels: f64,
}

impl ShownMaterial {
    /// Pixels of the image on a metre.
    fn density(&self) -> f64 {
        (self.texels / self.area).sqrt()
    }
}

impl Problems {
    /// The same with the textures of unlike density.
    #[must_use]
    pub(super) fn with_texture_density(mut self, report: &Report) -> Self {
        if report.marks.meshed == 0 {
            return self;
        }
        let shown = shown_materials(&report.objects);
        let Some(median) = median(&shown).filter(|_| shown.len() >= FEWEST) else { return self };
        let is_unlike = |of: &ShownMaterial| of.density() > median * UNLIKE || of.density() * UNLIKE < median;
        self.take(LevelProblem::TextureDensity, shown.into_iter().filter(is_unlike), |found| Problem {
            kind: LevelProblem::TextureDensity,
            item: Item::Object(found.objects[0]),
            count: found.objects.len(),
            image: None,
            message: message(&found, median, report),
            elements: Elements::Objects(found.objects.into_iter().take(MOST_ELEMENTS).collect()),
        });
        self
    }
}

fn message(found: &ShownMaterial, median: f64, report: &Report) -> String {
    let names: Vec<&str> = found.objects.iter().map(|&object| report.name(object)).collect();
    #[expect(clippy::cast_possible_truncation, reason = "three digits are shown")]
    let whole = |x: f64| num(format!("{x:.2e}").parse::<f64>().unwrap_or(x) as f32);
    let density = found.density();
    let (times, than) = if density > median { (density / median, "more") } else { (median / density, "fewer") };
    let material = match &*found.material.name {
        "" => "a material without a name".to_owned(),
        name => format!("material {name}"),
    };
    format!(
        "{}: the texture of {material} has {} pixels on a metre, {} times {than} than the median of {}{}",
        few(&names, "object"),
        whole(density),
        whole(times),
        whole(median),
        listed_words(found.objects.len())
    )
}

/// All materials with a base colour texture, in the order of the first objects that show them.
fn shown_materials(objects: &[TestedObject]) -> Vec<ShownMaterial> {
    let mut all: Vec<ShownMaterial> = Vec::new();
    let mut numbers: HashMap<*const Material, usize> = HashMap::new();
    let mut known: HashMap<*const Mesh, Vec<TexturedPart>> = HashMap::new();
    for (object, MeshAt { mesh, pose }) in
        objects.iter().enumerate().filter_map(|(object, at)| Some((object, at.mesh.as_deref()?)))
    {
        let parts = known.entry(Arc::as_ptr(mesh)).or_insert_with(|| textured(mesh));
        // Exact for equal scales of all axes.
        let scale = pose.world_from_local().matrix3.determinant().abs();
        let grown = libm::cbrt(f64::from(scale)).powi(2);
        for part in parts.iter().filter(|_| grown.is_normal()) {
            let number = *numbers.entry(Arc::as_ptr(&part.material)).or_insert_with(|| {
                let material = Arc::clone(&part.material);
                all.push(ShownMaterial { material, objects: Vec::new(), area: 0.0, texels: 0.0 });
                all.len() - 1
            });
            let shown = &mut all[number];
            shown.objects.push(object);
            shown.area += part.area * grown;
            shown.texels += part.texels;
        }
    }
    all
}

/// The parts of a mesh with a texture whose coordinates cover an area.
fn textured(mesh: &Mesh) -> Vec<TexturedPart> {
    let Some(surface) = mesh.surface() else { return Vec::new() };
    let part = |part: &Part| {
        let [area, texels] = measured(mesh, surface, part)?;
        (area.is_normal() && texels.is_normal()).then(|| TexturedPart {
            material: Arc::clone(&part.material),
            area,
            texels,
        })
    };
    surface.parts.iter().filter_map(part).collect()
}

/// The area of the triangles of a part, and the pixels that they show; `None` without a texture of the base colour.
fn measured(mesh: &Mesh, surface: &Surface, part: &Part) -> Option<[f64; 2]> {
    let texture = part.material.base_color_texture.as_ref()?;
    let [width, height] = texture.image.full_size().map(f64::from);
    let positions = mesh.positions();
    let mut sums = [0.0; 2];
    for triangle in &part.triangles {
        let vertices = triangle.map(|i| surface.vertices.get(i as usize));
        let [Some(a), Some(b), Some(c)] = vertices else { continue };
        let at = [a, b, c].map(|vertex| positions.get(vertex.position as usize));
        let [Some(p), Some(q), Some(r)] = at else { continue };
        let area = (*q - *p).as_dvec3().cross((*r - *p).as_dvec3()).length() * 0.5;
        let uv = [a, b, c].map(|vertex| texture.transform.transform_point2(vertex.uv[usize::from(texture.set.min(1))]));
        let shown = (uv[1] - uv[0]).as_dvec2().perp_dot((uv[2] - uv[0]).as_dvec2()).abs() * 0.5;
        if area.is_finite() && shown.is_finite() && uv.iter().all(|at: &Vec2| at.is_finite()) {
            sums[0] += area;
            sums[1] += shown * width * height;
        }
    }
    Some(sums)
}

/// The density that half of the textured area has at least.
fn median(shown: &[ShownMaterial]) -> Option<f64> {
    let mut sorted: Vec<[f64; 2]> = shown.iter().map(|of| [of.density(), of.area]).collect();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let half = sorted.iter().map(|[_, area]| area).sum::<f64>() / 2.0;
    let mut below = 0.0;
    sorted.into_iter().find_map(|[density, area]| {
        below += area;
        (below >= half).then_some(density)
    })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::files::{Loaded, parse};
    use crate::world::World;

    /// Squares of 1 m beside each other, each with its own material; `shown` is how often its image of 64 pixels fits along a side.
    fn found(shown: &[f32], scale: f32) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        image::RgbImage::new(64, 64).save(folder.path().join("a.png")).unwrap();
        let (mut obj, mut mtl) = ("mtllib a.mtl\n".to_owned(), String::new());
        for (i, repeats) in shown.iter().enumerate() {
            let _infallible = writeln!(mtl, "newmtl m{i}\nmap_Kd a.png");
            let (n, x) = (4 * i, 2 * i);
            let _infallible = writeln!(obj, "g g{i}\nv {x} 0 0\nv {} 0 0\nv {} 1 0\nv {x} 1 0", x + 1, x + 1);
            let _infallible =
                writeln!(obj, "vt 0 0\nvt {repeats} 0\nvt {repeats} {repeats}\nvt 0 {repeats}\nusemtl m{i}");
            let corner = |k: usize| format!("{}/{}", n + k, n + k);
            let _infallible = writeln!(obj, "f {} {} {} {}", corner(1), corner(2), corner(3), corner(4));
        }
        std::fs::write(folder.path().join("a.obj"), obj).unwrap();
        std::fs::write(folder.path().join("a.mtl"), mtl).unwrap();
        let text = format!(
            r#"{{ "eyeline": 1, "models": [{{ "name": "a", "file": "a.obj", "scale": [{scale}, {scale}, {scale}] }}] }}"#
        );
        let Loaded { scene, files, .. } = parse(&text, "a.json", Some(folder.path())).unwrap();
        let problems = Report::of(&World::at(&scene, &files, 0)).problems().listed.into_iter();
        problems.filter(|one| one.kind == LevelProblem::TextureDensity).map(|one| one.message).collect()
    }

    #[test]
    fn a_texture_that_is_much_coarser_or_finer_than_the_others_is_found() {
        assert_eq!(found(&[1.0, 1.0, 2.0, 4.0], 1.0), Vec::<String>::new());
        assert_eq!(
            found(&[1.0, 1.0, 1.0, 0.1, 16.0], 1.0),
            [
                "a/g3: the texture of material m3 has 6.4 pixels on a metre, 10 times fewer than the median of 64",
                "a/g4: the texture of material m4 has 1020 pixels on a metre, 16 times more than the median of 64"
            ]
        );
        assert_eq!(found(&[1.0, 16.0], 1.0), Vec::<String>::new(), "two have no median");
        // A larger model has larger pixels.
        assert!(found(&[1.0, 1.0, 1.0, 16.0], 2.0)[0].contains("512 pixels on a metre"));
    }
}
