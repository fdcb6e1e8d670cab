//! Problems of skins, and of poses and joints that mirror a mesh.

mod fault;
mod mirrored;
mod vertices;

use std::collections::{HashMap, HashSet};

use self::fault::Fault;
use self::mirrored::{Mirroring, is_inside_out_by_pose, node_words};
use super::list::{Elements, MOST_ELEMENTS, Problem, Problems};
use crate::geometry::narrate::{counted, num};
use crate::parallel;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::{Item, NormalizedVertex, SkinAt};

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

/// Where a vertex is whose weights do not add up to 1.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn off_words(worst: &NormalizedVertex) -> String {
    let moved = num(worst.moved() as f32);
    if worst.sum == 0.0 {
        return format!("is at the origin of the world, {moved} m off");
    }
    format!("is {moved} m off")
}

/// A sum of weights; one that is rounded to 1, by its difference from 1.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn sum_words(sum: f64) -> String {
    let (words, difference) = (num(sum as f32), sum - 1.0);
    if words != "1" || difference == 0.0 {
        return words;
    }
    let sign = if difference < 0.0 { '−' } else { '+' };
    format!("1 {sign} {}", num(difference.abs() as f32))
}

fn faults(object: usize, name: &str, skin: &SkinAt) -> Vec<Fault> {
    let (Some(skinned), Some(joints)) = (skin.skinned(), skin.skin()) else { return Vec::new() };
    let mut faults = Vec::new();
    let mut add = |kind, count: usize, elements: Elements, message: String| {
        if count > 0 {
            faults.push(Fault::new(kind, object, count, elements, message));
        }
    };
    let first = |vertices: &[u32]| Elements::Vertices(vertices.iter().copied().take(MOST_ELEMENTS).collect());
    let few = |vertices: &[u32]| {
        let shown: Vec<String> = vertices.iter().take(3).map(u32::to_string).collect();
        format!("{}{}", shown.join(", "), if vertices.len() > 3 { " …" } else { "" })
    };
    let verb = |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
    let out = &skinned.out_of_range;
    if let Some(worst) = skin.worst_of(out) {
        let others = match out.len() {
            1 => String::new(),
            count => format!("; it is the worst of {count} such vertices: {}", few(out)),
        };
        let message = format!(
            "vertex {} of {name} {}: it names a joint that the skin, with {}, does not have, and this weight counts as 0{others}",
            worst.vertex,
            off_words(&worst),
            counted(joints.skin.joints.len(), "joint")
        );
        add(LevelProblem::JointsOutOfRange, out.len(), first(out), message);
    }
    let twice = &skinned.doubled;
    add(
        LevelProblem::JointTwice,
        twice.len(),
        first(twice),
        format!(
            "{} of {name} {} a joint twice{}",
            if twice.len() == 1 { "1 vertex".to_owned() } else { format!("{} vertices", twice.len()) },
            verb(twice.len(), "names", "name"),
            first(twice).words(twice.len())
        ),
    );
    let weights = skin.weights();
    if let Some(worst) = weights.worst {
        let others = match weights.off {
            1 => String::new(),
            count => format!("; it is the worst of {count} such vertices"),
        };
        add(
            LevelProblem::WeightsNotNormalized,
            weights.off,
            first(&skinned.off),
            format!(
                "vertex {} of {name} {}: its weights add up to {}{others}",
                worst.vertex,
                off_words(&worst),
                sum_words(worst.sum)
            ),
        );
    }
    let hierarchy = &skin.rig.hierarchy;
    let has_transform = |node: usize| skin.rig.nodes.get(node).is_some_and(|node| !node.local.is_identity());
    let own = skin.rigged.node;
    let ancestors = |node: usize| std::iter::successors(hierarchy.parent(node), |&node| hierarchy.parent(node));
    // A node above both the mesh and its joints moves the mesh through the joints.
    let of_joints: HashSet<usize> =
        joints.skin.joints.first().into_iter().flat_map(|&joint| ancestors(joint)).collect();
    let mut above = ancestors(own).take_while(|node| !of_joints.contains(node));
    if has_transform(own) {
        let message = format!("the node of {name} has a transform, which its joints replace");
        add(LevelProblem::SkinnedNodeTransform, 1, Elements::Object, message);
    } else if let Some(above) = above.find(|&node| has_transform(node)) {
        let above = node_words(skin, above);
        let message =
            format!("the node of {name} is below {above}, which has a transform: its joints alone place the mesh");
        add(LevelProblem::SkinnedNodeTransform, 1, Elements::Object, message);
    }
    let mut roots: Vec<usize> = joints.skin.joints.iter().map(|&node| hierarchy.root(node)).collect();
    roots.sort_unstable();
    roots.dedup();
    let apart = if roots.len() > 1 { roots.len() } else { 0 };
    let message = format!("the joints of {name} are below {apart} different roots");
    add(LevelProblem::NoCommonRoot, apart, Elements::Object, message);
    faults.extend(vertices::faults(object, name, skin));
    faults
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

    #[test]
    fn a_sum_of_weights_that_is_nearly_1_is_told_by_its_difference() {
        for (sum, words) in
            [(0.0, "0"), (0.5, "0.5"), (1.0, "1"), (2.1, "2.1"), (1.0 - 5.96e-7, "1 − 5.96e−7"), (1.000_01, "1 + 1e−5")]
        {
            assert_eq!(sum_words(sum), words, "{sum}");
        }
    }
}
