//! Finds the problems of the skins of a report, and of mirrored meshes.

use std::collections::HashMap;

use super::super::list::{Elements, Problem, Problems};
use super::fault::Fault;
use super::faults::faults;
use super::mirrored::{Mirroring, is_inside_out_by_pose};
use crate::parallel;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::Item;

impl Problems {
    /// Adds the problems of the skins of a report, and of mirrored meshes. A mesh that only its pose turns inside out is not
    /// inside out.
    pub(in crate::report) fn with_skins(mut self, report: &Report) -> Self {
        self.listed
            .retain(|problem| problem.kind != LevelProblem::InsideOut || !is_inside_out_by_pose(problem.item, report));
        let by_joints: HashMap<usize, Mirroring> =
            report.skins.iter().filter_map(|(i, skin)| Some((*i, Mirroring::of(skin)?))).collect();
        let mirrored = parallel::filter_map(report.objects.len(), |i| {
            let object = &report.objects[i];
            let pose = object.mesh.as_ref().map(|mesh| mesh.pose.world_from_local().matrix3.as_dmat3());
            let is_scaled = pose.is_some_and(|pose| pose.determinant() < 0.0);
            match (is_scaled, by_joints.get(&i)) {
                (true, None) => Some((i, object, None)),
                // Joints that mirror a mirrored object put it right.
                (true, Some(joints)) => (!joints.are_all()).then_some((i, object, None)),
                (false, joints) => joints.map(|joints| (i, object, Some(joints))),
            }
        });
        self.take(LevelProblem::Mirrored, mirrored.into_iter(), |(i, object, joints)| Problem {
            image: None,
            kind: LevelProblem::Mirrored,
            item: Item::Object(i),
            count: 1,
            elements: Elements::Object,
            message: match joints {
                None => format!("{} has a negative scale, which mirrors it", object.name),
                Some(joints) => format!("{} is mirrored{}", object.name, joints.words()),
            },
        });
        let faults: Vec<Fault> = report.skins.iter().flat_map(|(i, skin)| faults(*i, report.name(*i), skin)).collect();
        for kind in LevelProblem::ALL {
            let of_kind = faults.iter().filter(|fault| fault.kind == kind);
            self.take(kind, of_kind, |fault| Problem {
                image: None,
                kind,
                item: Item::Object(fault.object),
                count: fault.count,
                elements: fault.elements.clone(),
                message: fault.message.clone(),
            });
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use glam::Vec3;

    use super::*;
    use crate::files::{Loaded, parse};
    use crate::geometry::{Mesh, Shape};
    use crate::import::level::{Local, Rig, RigNode, Skinned};
    use crate::skin::{Hierarchy, Influences, Transform};
    use crate::world::SkinAt;
    use crate::world::World;

    /// The joints `hips` and `left arm` of the figure, by their nodes. Its own node is 0.
    const HIPS: usize = 1;
    const LEFT_ARM: usize = 5;

    /// The figure of the lessons with another rig, mesh or skin.
    fn figure(change: impl FnOnce(&mut Rig, &mut Arc<Mesh>, &mut Skinned)) -> Report {
        let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let text = r#"{ "eyeline": 1, "models": [{ "name": "m", "file": "figure.glb" }] }"#;
        let Loaded { scene, files, .. } = parse(text, "a.json", Some(scenes.as_path())).unwrap();
        let mut world = World::at(&scene, &files, 0);
        let skin = world.objects[0].skin.clone().unwrap();
        let (mut rig, mut bind) = (Rig::clone(&skin.rig), Arc::clone(&skin.rigged.bind));
        let mut skinned = skin.skinned().unwrap().clone();
        change(&mut rig, &mut bind, &mut skinned);
        // A new one, because it keeps the meshes of poses.
        let rigged = Arc::new(skin.rigged.part(bind, skinned, None));
        let skin = SkinAt { pose: rig.pose(None), rig: Arc::new(rig), rigged, ..SkinAt::clone(&skin) };
        world.objects[0].shape = Shape::Mesh(skin.mesh().unwrap());
        world.objects[0].skin = Some(Arc::new(skin));
        Report::of(&world)
    }

    fn messages(report: &Report) -> Vec<(LevelProblem, String)> {
        report.problems().listed.into_iter().map(|problem| (problem.kind, problem.message)).collect()
    }

    fn mirror(rig: &mut Rig, node: usize) {
        let Local::Parts(parts) = &mut rig.nodes[node].local else { panic!("node {node} has a matrix") };
        parts.scale.x = -1.0;
    }

    fn turn(mesh: &mut Arc<Mesh>) {
        let turned = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
        *mesh = Arc::new(Mesh::new(mesh.positions().to_vec(), turned).unwrap());
    }

    #[test]
    fn joints_that_mirror_are_named_and_the_mesh_is_not_inside_out() {
        let of_hips = "m/figure is mirrored: joint hips has a negative scale";
        let of_arm = "m/figure is mirrored in part: joint left arm has a negative scale, \
                      so 2 of 12 joints mirror their vertices";
        assert_eq!(messages(&figure(|_, _, _| ())), []);
        for (joint, expected) in [(HIPS, of_hips), (LEFT_ARM, of_arm)] {
            let found = messages(&figure(|rig, _, _| mirror(rig, joint)));
            let found: Vec<_> = found
                .iter()
                .filter(|(kind, _)| [LevelProblem::Mirrored, LevelProblem::InsideOut].contains(kind))
                .collect();
            assert_eq!(found, [&(LevelProblem::Mirrored, expected.to_owned())]);
        }
    }

    #[test]
    fn a_mesh_that_is_modelled_inside_out_is_told_so_unless_its_joints_mirror_it() {
        let kinds = |report: &Report| messages(report).into_iter().map(|(kind, _)| kind).collect::<Vec<_>>();
        assert_eq!(kinds(&figure(|_, mesh, _| turn(mesh))), [LevelProblem::InsideOut]);
        let mirrored = figure(|rig, mesh, _| {
            mirror(rig, HIPS);
            turn(mesh);
        });
        assert_eq!(kinds(&mirrored), []);
    }

    #[test]
    fn a_transform_above_a_skinned_node_is_a_problem() {
        let report = figure(|rig, _, _| {
            let parents = (0..rig.nodes.len()).map(|node| rig.hierarchy.parent(node));
            let mut parents: Vec<Option<usize>> = parents.chain([None]).collect();
            parents[0] = Some(rig.nodes.len());
            rig.hierarchy = Hierarchy::new(parents).unwrap();
            let parts = Transform { translation: Vec3::X * 5.0, ..Transform::default() };
            rig.nodes.push(RigNode { name: "par".into(), local: Local::Parts(parts) });
        });
        let message =
            "the node of m/figure is below node par, which has a transform: its joints alone place the mesh".to_owned();
        assert_eq!(messages(&report), [(LevelProblem::SkinnedNodeTransform, message)]);
    }

    #[test]
    fn a_transform_above_both_the_mesh_and_its_joints_is_no_problem() {
        let report = figure(|rig, _, _| {
            let parents = (0..rig.nodes.len()).map(|node| rig.hierarchy.parent(node));
            let mut parents: Vec<Option<usize>> = parents.chain([None]).collect();
            let above = rig.nodes.len();
            (parents[0], parents[HIPS]) = (Some(above), Some(above));
            rig.hierarchy = Hierarchy::new(parents).unwrap();
            let parts = Transform { translation: Vec3::X * 5.0, ..Transform::default() };
            rig.nodes.push(RigNode { name: "above".into(), local: Local::Parts(parts) });
        });
        assert_eq!(messages(&report), []);
    }

    /// Vertex 7 with half of its weights.
    fn halve(skinned: &mut Skinned) {
        let old = Arc::clone(&skinned.influences);
        let mut weights = old.weights().to_vec();
        let own = 7 * old.per_vertex()..8 * old.per_vertex();
        weights[own].iter_mut().for_each(|weight| *weight *= 0.5);
        let new = Influences::new(old.joint_count(), old.per_vertex(), old.joints().to_vec(), weights);
        skinned.influences = Arc::new(new.unwrap());
    }

    #[test]
    fn the_worst_vertex_comes_first_with_its_metres() {
        let of_weights = figure(|_, _, skinned| {
            halve(skinned);
            skinned.off = [7].into();
        });
        let of_joints = figure(|_, _, skinned| {
            halve(skinned);
            skinned.out_of_range = [7, 8].into();
        });
        for (report, kind, end) in [
            (of_weights, LevelProblem::WeightsNotNormalized, " m off: its weights add up to 0.5"),
            (
                of_joints,
                LevelProblem::JointsOutOfRange,
                " m off: it names a joint that the skin, with 12 joints, does not have, and this weight counts as 0; it is \
                 the worst of 2 such vertices: 7, 8",
            ),
        ] {
            // The vertex is pulled out of the mesh, which stretches its edges.
            let mut found = messages(&report);
            found.retain(|(kind, _)| *kind != LevelProblem::StretchedEdges);
            let [(found_kind, message)] = &found[..] else { panic!("{found:?}") };
            assert_eq!(*found_kind, kind);
            assert!(message.starts_with("vertex 7 of m/figure is ") && message.ends_with(end), "{message}");
        }
    }
}
