//! The parts of a level that a scene uses, prepared for rays.

use std::collections::HashSet;
use std::sync::Arc;

use super::level::{LevelFile, LevelPart};
use crate::geometry::Mesh;
use crate::import::level::work::LevelWork;
use crate::parallel;
use crate::scene::{Scene, Shape};

impl LevelFile {
    /// Builds the missing trees for rays. Stops when it is cancelled.
    pub(super) fn make_ready(&self, parts: &[LevelPart], work: &LevelWork) {
        let Ok(level) = self.level() else { return };
        let mut meshes: Vec<Arc<Mesh>> = Vec::new();
        for part in parts {
            match part {
                LevelPart::Objects => meshes.extend(level.objects.iter().map(|object| Arc::clone(&object.mesh))),
                LevelPart::Mesh(node) => meshes.extend(self.mesh(node.as_deref())),
            }
        }
        let mut seen = HashSet::new();
        meshes.retain(|mesh| seen.insert(Arc::as_ptr(mesh)));
        if meshes.is_empty() {
            return work.advance_by(1, 1);
        }
        let all = 2 * meshes.iter().map(|mesh| mesh.triangles().len()).sum::<usize>();
        parallel::map(meshes.len(), |i| {
            let mesh = &meshes[i];
            for build in [Mesh::prepare, Mesh::prepare_exact] {
                if !work.is_cancelled() {
                    build(mesh);
                    work.advance_by(mesh.triangles().len(), all);
                }
            }
        });
    }
}

impl LevelPart {
    /// The used parts of a level with this name in the scene.
    pub(crate) fn taken_by(scene: &Scene, file: &str) -> Vec<Self> {
        let of_models = scene.models.iter().any(|model| model.file == file).then_some(Self::Objects);
        let of_objects = scene.objects.iter().filter_map(|object| match &object.shape {
            Shape::Mesh { file: of, node } if of == file => Some(Self::Mesh(node.as_deref().map(Box::from))),
            _ => None,
        });
        of_objects.chain(of_models).collect::<HashSet<_>>().into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Files;
    use super::super::reading::{Pace, Reading};
    use crate::budget::Budget;
    use crate::opacity::Progress;

    use super::*;

    const OBJ: &str = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\nf 1 3 4\n";
    const SCENE: &str = r#"{ "eyeline": 1, "models": [{ "name": "a", "file": "a.obj" }],
        "objects": [{ "name": "b", "shape": { "mesh": { "file": "b.obj", "node": "wall" } } },
            { "name": "c", "shape": { "mesh": { "file": "c.obj" } } }] }"#;

    #[test]
    fn the_used_parts_of_a_level_are_prepared_before_they_are_needed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.obj", "b.obj", "c.obj"] {
            std::fs::write(folder.path().join(name), OBJ).unwrap();
        }
        for pace in [Pace::AtOnce, Pace::Later] {
            let (reading, progress) = (Reading::at(pace), Progress::default());
            let loaded = crate::files::read::parse_watched(
                SCENE,
                "a.json",
                Some(&folder.path().into()),
                Files::default(),
                &reading,
                &progress,
            )
            .unwrap();
            let prepared = |file: &str| {
                let read = loaded.files.levels.get(file).unwrap();
                let of_objects = read.level().unwrap().objects.iter().map(|object| object.mesh.is_prepared());
                of_objects.chain([read.mesh(None).unwrap().is_prepared()]).collect::<Vec<_>>()
            };
            let is_ready = pace == Pace::Later;
            assert_eq!(prepared("a.obj"), [is_ready, is_ready, false], "{pace:?}");
            assert_eq!(prepared("b.obj"), [false, is_ready, false], "{pace:?}");
            assert_eq!(prepared("c.obj"), [false, false, is_ready], "{pace:?}");
            assert!(progress.fraction() > 0.97, "{pace:?}: {}", progress.fraction());
        }
    }

    #[test]
    fn nothing_is_prepared_after_a_cancel() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.obj"), OBJ).unwrap();
        let progress = Progress::default();
        let read = LevelFile::read("a.obj", &folder.path().into(), &Budget::default(), &progress);
        progress.cancel();
        read.make_ready(&[LevelPart::Objects], &LevelWork::new(&progress, &Budget::default()));
        assert!(read.level().unwrap().objects.iter().all(|object| !object.mesh.is_prepared()));
    }
}
