//! The questions that the answers of a scene allow, a file for each section of the report.

mod agents;
mod asked;
mod colliders;
mod cuts;
mod frusta;
mod leaks;
mod moved;
mod occlusion;
mod octree;
mod rays;
mod sessions;
mod skins;
mod taps;
mod visibility;

pub(super) use asked::AskedScene;

use super::candidate::Candidate;
use crate::random::Random;
use crate::report::occlusion::Answerer;
use crate::report::work::Work;
use crate::report::{Cameras, Looking, Scope, Section};

/// The answers of which the report of a quiz about a section needs.
pub(super) fn scope(sections: &[Section]) -> Scope {
    let has = |section| sections.contains(&section);
    Scope {
        cameras: if has(Section::Frusta) || has(Section::Visibility) { Cameras::All } else { Cameras::None },
        visibility: if has(Section::Visibility) { Looking::Expected } else { Looking::None },
        rays: has(Section::Rays),
        octree: has(Section::Octree),
        leaks: if has(Section::Leaks) { Work::Now } else { Work::Never },
        colliders: if has(Section::Colliders) { Work::Now } else { Work::Never },
        ..Scope::NONE
    }
}

/// The questions of a section.
pub(super) fn of_section(
    section: Section,
    scene: &AskedScene,
    random: &mut Random,
    depth: &mut Answerer,
) -> Vec<Candidate> {
    match section {
        Section::Frusta => frusta::candidates(scene, random),
        Section::Visibility => visibility::candidates(scene, random),
        Section::Rays => rays::candidates(scene, random),
        Section::Octree => octree::candidates(scene, random),
        Section::Agents => agents::candidates(scene, random),
        Section::Occlusion => occlusion::candidates(scene, depth),
        Section::Taps => taps::candidates(scene),
        Section::Sessions => sessions::candidates(scene),
        Section::Skins => skins::candidates(scene),
        Section::Cuts => cuts::candidates(scene),
        Section::Leaks => leaks::candidates(scene),
        Section::Colliders => colliders::candidates(scene),
        _ => Vec::new(),
    }
}
