//! The list of the problems of a report and of a world.

use super::faces::{FaceFindings, FaceInput};
use super::list::{Problem, Problems};
use crate::opacity::Progress;
use crate::report::all_answers::Report;
use crate::report::cameras::Cameras;
use crate::report::scope::Scope;
use crate::report::visibility::looking::Looking;
use crate::report::work::Work;
use crate::world::World;

/// The problems of a world that its scene does not ignore.
pub fn of_world(world: &World) -> Problems {
    report_of_problems(world).all_problems(world)
}

/// The part of a report that problems need.
pub fn report_of_problems(world: &World) -> Report {
    let scope = Scope {
        cameras: Cameras::None,
        visibility: Looking::None,
        rays: false,
        octree: false,
        agents: false,
        leaks: Work::Never,
        colliders: Work::Never,
        said: false,
        problems: true,
    };
    Report::within(world, scope)
}

impl Report {
    /// All problems of the world of this report, in words. Those of faces are searched now, which may take a second.
    pub fn all_problems(&self, world: &World) -> Problems {
        self.problems_with(world, &FaceInput::of(world, self, None).search(&Progress::default()))
    }

    /// The same with the problems of faces when they are known.
    pub fn problems_with(&self, world: &World, faces: &FaceFindings) -> Problems {
        let problems = Problems::of(&self.marks, &self.objects).with_faces(self, &world.cameras, faces);
        self.completed(problems)
    }

    /// The first problem of faces that pictures of a selected object show.
    pub fn faces_of(&self, world: &World, object: usize) -> Option<Problem> {
        let found = FaceInput::of(world, self, None).search(&Progress::default());
        let problems = Problems::default().with_faces(self, &world.cameras, &found).without_ignored(self);
        problems.listed.into_iter().find(|problem| problem.is_shown_with(object, world))
    }

    /// The problems of objects and their meshes, in words, without those of faces.
    pub fn problems(&self) -> Problems {
        self.completed(Problems::of(&self.marks, &self.objects))
    }

    /// The same without the problems of meshes, whose first search may take some seconds.
    pub fn problems_of_objects(&self) -> Problems {
        self.completed(Problems::of_objects(&self.marks, &self.objects))
    }

    fn completed(&self, problems: Problems) -> Problems {
        problems
            .with_skins(self)
            .with_cuts(self)
            .with_blockers(self)
            .with_textures(self)
            .with_texture_density(self)
            .with_sessions(self)
            .without_ignored(self)
    }
}
