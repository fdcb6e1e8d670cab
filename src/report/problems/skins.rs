//! Problems of skins, and of poses that mirror a mesh.

use glam::DMat3;

use super::{Elements, Kind, MOST_ELEMENTS, Problem, Problems};
use crate::geometry::narrate::{counted, num};
use crate::report::Report;
use crate::world::{Item, SkinAt};

/// A problem of a skin before it has a place in the list.
struct Fault {
    kind: Kind,
    object: usize,
    count: usize,
    elements: Elements,
    message: String,
}

impl Problems {
    /// Adds the problems of the skins of a report, and of mirrored meshes.
    pub(in crate::report) fn with_skins(mut self, report: &Report) -> Self {
        let mirrors = |(_, object): &(usize, &crate::report::TestedObject)| {
            let matrix = object.mesh.as_ref().map(|mesh| mesh.pose.world_from_local().matrix3.as_dmat3());
            matrix.is_some_and(|matrix: DMat3| matrix.determinant() < 0.0)
        };
        self.take(Kind::Mirrored, report.objects.iter().enumerate().filter(mirrors), |(i, object)| Problem {
            kind: Kind::Mirrored,
            item: Item::Object(i),
            count: 1,
            elements: Elements::Object,
            message: format!("{} has a negative scale, which mirrors it", object.name),
        });
        let faults: Vec<Fault> = report.skins.iter().flat_map(|(i, skin)| faults(*i, report.name(*i), skin)).collect();
        for kind in Kind::ALL {
            let of_kind = faults.iter().filter(|fault| fault.kind == kind);
            self.take(kind, of_kind, |fault| Problem {
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

#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn faults(object: usize, name: &str, skin: &SkinAt) -> Vec<Fault> {
    let (Some(skinned), Some(joints)) = (skin.skinned(), skin.skin()) else { return Vec::new() };
    let mut faults = Vec::new();
    let mut add = |kind, count: usize, elements: Elements, message: String| {
        if count > 0 {
            faults.push(Fault { kind, object, count, elements, message });
        }
    };
    let first = |vertices: &[u32]| Elements::Vertices(vertices.iter().copied().take(MOST_ELEMENTS).collect());
    let vertices = |count: usize| if count == 1 { "1 vertex".to_owned() } else { format!("{count} vertices") };
    let list = |vertices: &[u32]| first(vertices).words(vertices.len());
    let out = &skinned.out_of_range;
    let verb = |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
    add(
        Kind::JointsOutOfRange,
        out.len(),
        first(out),
        format!(
            "{} of {name} {} a joint that the skin does not have{}",
            vertices(out.len()),
            verb(out.len(), "names", "name"),
            list(out)
        ),
    );
    let twice = &skinned.doubled;
    add(
        Kind::JointTwice,
        twice.len(),
        first(twice),
        format!(
            "{} of {name} {} a joint twice{}",
            vertices(twice.len()),
            verb(twice.len(), "names", "name"),
            list(twice)
        ),
    );
    let weights = skin.weights();
    if let Some((worst, sum)) = weights.worst {
        let moved = if sum == 0.0 {
            "is at the origin of the world".to_owned()
        } else {
            format!("is {} m off", num(weights.displacement as f32))
        };
        add(
            Kind::WeightsNotNormalized,
            weights.off,
            first(&skinned.off),
            format!(
                "the weights of {} of {name} do not add up to 1; vertex {worst} has a sum of {} and {moved}",
                vertices(weights.off),
                num(sum as f32)
            ),
        );
    }
    let (bones, unused) = (skin.bones(), &skinned.unused);
    let more = if unused.len() > 3 { ", …" } else { "" };
    let names = unused.iter().take(3).filter_map(|joint| bones.get(usize::from(*joint)));
    let names = names.map(|bone| &*bone.name).collect::<Vec<_>>().join(", ");
    let verb_of_unused = verb(unused.len(), "moves", "move");
    let message = format!("{} of {name} {verb_of_unused} no vertex: {names}{more}", counted(unused.len(), "joint"));
    add(Kind::UnusedJoints, unused.len(), Elements::Object, message);
    let local = skin.rig.nodes.get(skin.rigged.node).is_some_and(|node| !node.local.is_identity());
    add(
        Kind::SkinnedNodeTransform,
        usize::from(local),
        Elements::Object,
        format!("the node of {name} has a transform, which its joints replace"),
    );
    let hierarchy = &skin.rig.hierarchy;
    let mut root_of: Vec<usize> = (0..hierarchy.len()).collect();
    // Parents come before their children.
    for &node in hierarchy.order() {
        root_of[node] = hierarchy.parent(node).map_or(node, |parent| root_of[parent]);
    }
    let mut roots: Vec<usize> = joints.skin.joints.iter().map(|&node| root_of[node]).collect();
    roots.sort_unstable();
    roots.dedup();
    let apart = if roots.len() > 1 { roots.len() } else { 0 };
    let message = format!("the joints of {name} are below {apart} different roots");
    add(Kind::NoCommonRoot, apart, Elements::Object, message);
    faults
}
