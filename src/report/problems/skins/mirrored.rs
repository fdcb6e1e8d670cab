//! Joints that mirror the vertices that they move.
//!
//! A joint mirrors when the determinant of `level_from_joint · inverse_bind` is negative. The mesh itself is then as it was
//! modelled, and turning its triangles would be wrong.

use glam::{DMat3, DMat4};

use crate::report::all_answers::Report;
use crate::world::{Item, SkinAt};

/// A matrix whose determinant is below this fraction of the product of its axes is flat, and mirrors nothing: the
/// rounding of a matrix without an inverse gives it a determinant of either sign.
const FLAT: f64 = 1e-6;

/// The joints of a skin that mirror.
pub(super) struct Mirroring {
    /// What has the negative scale: a joint, a node above the joints, or an inverse bind matrix.
    what: String,
    /// The number of joints that mirror vertices.
    count: usize,
    /// The number of joints that move vertices.
    moving: usize,
}

impl Mirroring {
    /// `None` for joints that do not mirror, and for joints that put a mesh right that is modelled inside out.
    pub(super) fn of(skin: &SkinAt) -> Option<Self> {
        if skin.is_bind {
            return None;
        }
        let skinned = skin.skinned()?;
        let matrices = skin.rig.joint_matrices(skinned.skin, &skin.pose);
        let mut is_moving = vec![true; matrices.len()];
        for &joint in skinned.unused.iter() {
            if let Some(is_moving) = is_moving.get_mut(usize::from(joint)) {
                *is_moving = false;
            }
        }
        let is_mirroring = |joint: &usize| is_moving[*joint] && mirrors(&matrices[*joint]);
        let mirroring: Vec<usize> = (0..matrices.len()).filter(is_mirroring).collect();
        let found = Self {
            what: source(skin, *mirroring.first()?)?,
            count: mirroring.len(),
            moving: is_moving.iter().filter(|is_moving| **is_moving).count(),
        };
        (!found.are_all() || !is_modelled_inside_out(skin)).then_some(found)
    }

    /// Whether all joints that move vertices mirror them.
    pub(super) fn are_all(&self) -> bool {
        self.count == self.moving
    }

    /// The end of the sentence "m/fox is mirrored …".
    pub(super) fn words(&self) -> String {
        let Self { what, count, moving } = self;
        match *count {
            _ if self.are_all() => format!(": {what} has a negative scale"),
            1 => format!(" in part: {what} has a negative scale, so 1 of {moving} joints mirrors its vertices"),
            _ => format!(" in part: {what} has a negative scale, so {count} of {moving} joints mirror their vertices"),
        }
    }
}

/// Whether the triangles of a skinned mesh face inwards because of its pose: as modelled they do not, so turning them would be
/// wrong.
pub(super) fn is_inside_out_by_pose(item: Item, report: &Report) -> bool {
    let skin = report.skins.iter().find(|(object, _)| Item::Object(*object) == item);
    skin.is_some_and(|(_, skin)| !skin.is_bind && !is_modelled_inside_out(skin))
}

fn is_modelled_inside_out(skin: &SkinAt) -> bool {
    skin.rigged.bind.faults().inside_out.count > 0
}

/// Whether a map mirrors.
fn mirrors(matrix: &DMat4) -> bool {
    let DMat3 { x_axis, y_axis, z_axis } = DMat3::from_mat4(*matrix);
    let size = x_axis.length() * y_axis.length() * z_axis.length();
    x_axis.cross(y_axis).dot(z_axis) < -FLAT * size
}

/// What mirrors the vertices of a joint: of the mirrored nodes from the joint upwards the highest one, else the inverse bind
/// matrix of the joint.
fn source(skin: &SkinAt, joint: usize) -> Option<String> {
    let node = *skin.skin()?.skin.joints.get(joint)?;
    let upwards = std::iter::successors(Some(node), |&node| skin.rig.hierarchy.parent(node));
    let is_mirrored = |node: &usize| skin.pose.level_from_node.get(*node).is_some_and(mirrors);
    Some(match upwards.take_while(is_mirrored).last() {
        Some(highest) => node_words(skin, highest),
        None => format!("the inverse bind matrix of {}", node_words(skin, node)),
    })
}

/// A node of the file of a skin with its name: "joint hips", "node 7".
pub(super) fn node_words(skin: &SkinAt, node: usize) -> String {
    let is_joint = skin.skin().is_some_and(|named| named.skin.joints.contains(&node));
    let name = skin.rig.nodes.get(node).map_or("", |node| &*node.name);
    match (is_joint, name) {
        (true, "") => format!("the joint at node {node}"),
        (true, name) => format!("joint {name}"),
        (false, "") => format!("node {node}"),
        (false, name) => format!("node {name}"),
    }
}
