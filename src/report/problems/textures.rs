//! Images that materials of levels name and that cannot be used: one problem for each image.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use super::list::{Elements, MOST_ELEMENTS, Problem, Problems, listed_words};
use super::marks::Marks;
use crate::geometry::Mesh;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::source::error::quoted;
use crate::surface::MissingImage;
use crate::world::Item;

impl Problems {
    /// The same with the images that objects miss.
    #[must_use]
    pub(super) fn with_textures(mut self, report: &Report) -> Self {
        let found = missing(&report.marks).into_iter();
        self.take(LevelProblem::TextureMissing, found, |MissedBy { image, objects }| Problem {
            kind: LevelProblem::TextureMissing,
            item: Item::Object(objects[0]),
            count: objects.len(),
            message: message(&image, &objects, report),
            image: Some(image),
            elements: Elements::Objects(objects.into_iter().take(MOST_ELEMENTS).collect()),
        });
        self
    }
}

/// An image with the objects that miss it, of which there is at least one.
struct MissedBy {
    image: Arc<MissingImage>,
    objects: Vec<usize>,
}

/// All missing images, in the order of the first objects that miss them.
fn missing(marks: &Marks) -> Vec<MissedBy> {
    let mut found: Vec<MissedBy> = Vec::new();
    if marks.meshed == 0 {
        return found;
    }
    let mut numbers: BTreeMap<Arc<MissingImage>, usize> = BTreeMap::new();
    // The images of each mesh by their numbers. Most meshes miss none.
    let mut known: HashMap<*const Mesh, Vec<usize>> = HashMap::new();
    for (object, mark) in marks.each.iter().enumerate() {
        let Some(mesh) = &mark.mesh else { continue };
        let of_mesh = known.entry(Arc::as_ptr(mesh)).or_insert_with(|| {
            let parts = mesh.surface().map_or(&[][..], |surface| &surface.parts);
            let mut of_mesh = Vec::new();
            for image in parts.iter().flat_map(|part| &part.material.missing) {
                let number = *numbers.entry(Arc::clone(image)).or_insert_with(|| {
                    found.push(MissedBy { image: Arc::clone(image), objects: Vec::new() });
                    found.len() - 1
                });
                if !of_mesh.contains(&number) {
                    of_mesh.push(number);
                }
            }
            of_mesh
        });
        for &number in &*of_mesh {
            found[number].objects.push(object);
        }
    }
    found
}

/// The objects, the image with its materials and its level, the reason, and the remedy.
fn message(image: &MissingImage, objects: &[usize], report: &Report) -> String {
    let names: Vec<&str> = objects.iter().map(|&object| report.name(object)).collect();
    let verb = if let [_] = objects { "misses" } else { "miss" };
    let MissingImage { file, image, reason, remedy, materials } = image;
    let materials: Vec<&str> = materials.iter().map(|name| &**name).collect();
    let noun = if let [_] = &materials[..] { "material" } else { "materials" };
    let (objects_words, materials) = (few(&names, "object"), few(&materials, "material"));
    let mut words =
        format!("{objects_words} {verb} the image {} of {noun} {materials} in {file}: {reason}", quoted(image));
    if !remedy.is_empty() {
        let _infallible = write!(words, "; {remedy}");
    }
    words + &listed_words(objects.len())
}

/// "a, b, c and 4 more objects".
pub(super) fn few(names: &[&str], noun: &str) -> String {
    const FEW: usize = 3;
    match names {
        [first @ .., last] if names.len() <= FEW && !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ if names.len() <= FEW => names.join(", "),
        _ => {
            let more = names.len() - FEW;
            let plural = if more == 1 { "" } else { "s" };
            format!("{} and {more} more {noun}{plural}", names[..FEW].join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Loaded, parse};
    use crate::world::World;

    #[test]
    fn each_missing_image_is_one_problem_with_its_objects() {
        let folder = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| std::fs::write(folder.path().join(file), text).unwrap();
        write("shed.mtl", "newmtl wood\nmap_Kd wood.png\nnewmtl leaf\nmap_d ../leaf.png\nmap_Bump bump.png\n");
        write("not.png", "this is no image");
        write("other.mtl", "newmtl tin\nmap_Kd not.png\n");
        let faces = "g wall\nusemtl wood\nf 1 2 3\ng roof\nusemtl leaf\nf 1 2 4\nusemtl wood\nf 2 3 4\ng tin\nusemtl tin\nf 1 3 4\n";
        write("shed.obj", &format!("mtllib shed.mtl\nmtllib other.mtl\nv 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\n{faces}"));
        let text = r#"{ "eyeline": 1, "models": [{ "name": "shed", "file": "shed.obj" }] }"#;
        let Loaded { scene, files, faults, warnings, .. } = parse(text, "a.json", Some(folder.path())).unwrap();
        assert_eq!(faults.len(), 0, "textures of levels are not errors: {faults:?}");
        assert!(warnings.iter().any(|warning| warning.to_string().contains("there is no file `wood.png`")));
        let problems = Report::of(&World::at(&scene, &files, 0)).problems();
        let missing = |problem: &&Problem| problem.kind == LevelProblem::TextureMissing;
        let found: Vec<&Problem> = problems.listed.iter().filter(missing).collect();
        let objects = |problem: &Problem| match &problem.elements {
            Elements::Objects(objects) => objects.clone(),
            other => panic!("{other:?}"),
        };
        let words: Vec<(Vec<usize>, &str)> = found.iter().map(|one| (objects(one), &*one.message)).collect();
        let remedy = "put the file where the level refers to it; the path is relative to the level";
        assert_eq!(
            words[0],
            (
                vec![0, 1],
                &*format!(
                    "shed/wall and shed/roof miss the image `wood.png` of material wood in shed.mtl: there is no file \
                     `wood.png`; {remedy}"
                )
            )
        );
        assert_eq!(words.len(), 4, "{words:?}");
        for (i, (own, image, reason)) in [
            (1, "../leaf.png", "leaves the root"),
            (1, "bump.png", "there is no file"),
            (2, "not.png", "supported format"),
        ]
        .into_iter()
        .enumerate()
        {
            let (objects, message) = &words[i + 1];
            let is_it = *objects == [own] && message.contains(image) && message.contains(reason);
            assert!(is_it, "{image}: {words:?}");
        }
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(few(&["a"], "object"), "a");
        assert_eq!(few(&["a", "b", "c"], "object"), "a, b and c");
        assert_eq!(few(&["a", "b", "c", "d"], "object"), "a, b, c and 1 more object");
        assert_eq!(few(&["a", "b", "c", "d", "e"], "object"), "a, b, c and 2 more objects");
    }
}
