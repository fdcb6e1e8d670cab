//! Updates a report after a change of the world: only the affected answers are computed again.

use super::all_answers::{Report, lost_models};
use super::question_answers::{QuestionAnswers, part_of};
use super::questions::questions;
use super::tested::{LocalBody, TestedObject};
use crate::parallel;
use crate::world::{Changes, World};

macro_rules! follow {
    ($(
        $(#[$_section:meta])* $section:ident: $folder:ident::$question:ident, $(key $key:literal,)?
        $(scope { $(#[$_scope:meta])* $scope:ident: $part:ty },)?
        answers { $(#[$_answers:meta])* $field:ident: $answers:ty }
        $(, subject { $(#[$_subject:meta])* $subject:ident($of:ty) })?;
    )+) => {
        impl Report {
            /// Updates the report to `world`; before, it is the report of the world without these changes. The result equals
            /// [`Report::within`] of the same scope.
            ///
            /// A camera or ray that changed is tested against every object, all others against the changed objects. The
            /// caller answers the occlusion queries, because it has the depth buffer.
            pub fn follow(&mut self, world: &World, changes: &Changes) {
                // Without `..`: a new part of a report must be updated or listed here.
                let Self { tick, time, objects, has_local, unplaced, lost_models: lost, ignored, is_hidden: _, scope, $($field,)+ } = self;
                let had_local = std::mem::replace(has_local, LocalBody::is_needed(world));
                let tested = |i: usize| TestedObject::of(&world.objects[i], *has_local);
                if had_local == *has_local {
                    changes.objects.update(objects, tested);
                } else {
                    *objects = parallel::collect(world.objects.len(), tested);
                }
                $(QuestionAnswers::update($field, world, objects, changes, part_of!(scope $($scope)?));)+
                ignored.clone_from(&world.ignored);
                unplaced.clone_from(&world.unplaced);
                *lost = lost_models(world);
                (*tick, *time) = (world.tick, world.time);
            }
        }
    };
}

questions!(follow);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::files::{Content, Files};
    use crate::report::cameras::Cameras;
    use crate::report::scope::Scope;
    use crate::scene::{Octree, OctreeMethod, Scene, parse};
    use crate::world::Recording;

    const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 10, "octree": { "depth": 3 },
        "cameras": [{ "name": "eye", "far": 12 }, { "name": "carried", "attach": "cart" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] },
            { "name": "masked", "origin": [0, 0, 5], "direction": [0, 0.1, -1], "mask": [3] }],
        "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } },
            { "name": "cart", "shape": { "sphere": { "radius": 1 } }, "path": { "points": [[0, 0, -8], [9, 0, -8]] } },
            { "name": "cone", "shape": { "cone": { "radius": 1, "height": 2 } }, "position": [0, 1, -4] },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [3, 0, -9], "layers": [3] }] }"#;

    /// All answers, and some of them.
    const SCOPES: [Scope; 4] = [
        Scope::ALL,
        Scope { cameras: Cameras::None, octree: false, ..Scope::ALL },
        Scope { cameras: Cameras::One(0), rays: false, ..Scope::ALL },
        Scope { agents: false, problems: false, ..Scope::ALL },
    ];

    /// One change of the scene, as any panel makes it. The numbers choose what, and where to.
    fn change(scene: &mut Scene, what: u8, which: usize, to: f32) {
        let count = scene.objects.len();
        let object = which % count.max(1);
        match what {
            0 => scene.cameras[which % 2].near = 0.2 + to.abs() * 0.2,
            1 => scene.cameras[0].position[which % 3] = to,
            2 => scene.rays[which % 2].origin[which % 3] = to,
            3 if count > 0 => scene.objects[object].position[which % 3] = to,
            4 if count > 0 => scene.objects[object].scale[which % 3] = 0.3 + to.abs(),
            5 if count > 0 => scene.objects[object].layers = vec![3],
            6 if count > 2 && scene.objects[object].name != "cart" => drop(scene.objects.remove(object)),
            7 if count > 0 => {
                let mut copy = scene.objects[object].clone();
                copy.name = format!("{} of {which} to {to}", copy.name);
                copy.position[0] += to;
                scene.objects.insert(which % (count + 1), copy);
            }
            14 => {
                let key = ["two-corners", "near-never-culls", "planes-not-normalised"].get(which % 4);
                scene.cameras[0].mistake = key.map(|key| (*key).to_owned());
            }
            8 if count > 1 => scene.objects.swap(object, (object + 1) % count),
            9 => scene.rays.truncate(1 + which % 2),
            10 => {
                let mut copy = scene.cameras[0].clone();
                copy.name = format!("copy {which} {to}");
                scene.cameras.insert(which % 2, copy);
            }
            13 => {
                let max = [to.abs() + 1.0; 3];
                let octree =
                    |depth| Octree { min: Some([-1.0; 3]), max: Some(max), depth, method: OctreeMethod::Loose };
                scene.octree = [None, Some(Octree::default()), Some(octree(2)), Some(octree(9))][which % 4].clone();
            }
            _ => {}
        }
        if scene.rays.len() == 1 && what == 2 {
            let mut copy = scene.rays[0].clone();
            copy.name.push_str(" again");
            scene.rays.push(copy);
        }
    }

    proptest! {
        #[test]
        fn following_gives_what_asking_anew_gives(
            changes in prop::collection::vec((0_u8..15, 0_usize..60, -9.0_f32..9.0), 1..12),
            scope in prop::sample::select(SCOPES.to_vec()),
        ) {
            let mut scene = parse(SCENE, "test.json").unwrap();
            let mut world = World::at(&scene, &Files::default(), 0);
            let mut report = Report::within(&world, scope);
            let (mut past, mut recording) = (vec![scene.clone()], Recording::of(Content { scene: &scene, files: &Files::default() }));
            for (what, which, to) in changes {
                let (before, mut tick) = (scene.clone(), world.tick);
                match what {
                    11 => tick = which as u64,
                    12 => scene = past[which % past.len()].clone(),
                    _ if scene.rays.len() < 2 && what == 2 && which % 2 == 1 => {}
                    _ => change(&mut scene, what, which, to),
                }
                past.push(scene.clone());
                let touched = world.follow(&mut recording, Content { scene: &before, files: &Files::default() }, Content { scene: &scene, files: &Files::default() }, tick);
                report.follow(&world, &touched);
                prop_assert_eq!(&report, &Report::within(&World::at(&scene, &Files::default(), tick), scope), "after {:?}", (what, which, to));
                if before == scene && before.tick_rate.to_bits() == scene.tick_rate.to_bits() && what != 11 {
                    prop_assert!(touched.objects.is_none() && touched.cameras.is_none() && touched.rays.is_none());
                }
            }
        }
    }
}
