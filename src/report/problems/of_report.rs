//! The list of the problems of a report and of a world.

use super::list::Problems;
use crate::report::all_answers::Report;
use crate::report::cameras::Cameras;
use crate::report::scope::Scope;
use crate::report::visibility::looking::Looking;
use crate::report::work::Work;
use crate::world::World;

/// The problems of a world that its scene does not ignore.
pub fn of_world(world: &World) -> Problems {
    let scope = Scope {
        cameras: Cameras::None,
        visibility: Looking::None,
        rays: false,
        octree: false,
        agents: false,
        leaks: Work::Never,
        colliders: Work::Never,
        problems: true,
    };
    Report::within(world, scope).problems()
}

impl Report {
    /// The problems of objects and their meshes, in words.
    pub fn problems(&self) -> Problems {
        Problems::of(&self.marks, &self.objects)
            .with_skins(self)
            .with_cuts(self)
            .with_blockers(self)
            .with_sessions(self)
            .without_ignored(self)
    }

    /// The same without the problems of meshes, whose first search may take some seconds.
    pub fn problems_of_objects(&self) -> Problems {
        Problems::of_objects(&self.marks, &self.objects)
            .with_skins(self)
            .with_cuts(self)
            .with_blockers(self)
            .with_sessions(self)
            .without_ignored(self)
    }
}
