//! The nodes of an FBX without its root, which has no transform after the conversion of units and axes.

use ufbx::{Node, Scene};

use super::convert::{affine, rotation, single};
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::outline::walk;
use crate::import::level::work::LevelWork;
use crate::skin::Transform;

/// The bytes of a node in the lists here.
const ROW: usize = 64;

/// Of files before this version, the crate reads visible nodes as hidden ones.
const WITH_VISIBILITY: u32 = 6000;

/// The nodes with what the file arranges.
pub(super) struct FbxNodes<'s> {
    /// In the order of the crate: by depth.
    pub(super) all: Vec<&'s Node>,
    /// Each has a smaller number than its children.
    pub(super) parents: Vec<Option<usize>>,
    /// Each before its descendants, which follow it without a gap.
    pub(super) order: Vec<usize>,
    /// Whether the file hides it, or one above it.
    pub(super) is_hidden: Vec<bool>,
}

impl<'s> FbxNodes<'s> {
    /// Those of a file.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub(super) fn of(scene: &'s Scene, notes: &mut Notes, work: &LevelWork) -> Result<Self> {
        work.hold((scene.nodes.count * ROW) as u64)?;
        let all: Vec<&Node> = scene.nodes.into_iter().skip(1).collect();
        let parent = |(number, node): (usize, &&Node)| {
            let parent = node.parent.as_ref().and_then(|parent| number_of(parent));
            parent.filter(|parent| *parent < number)
        };
        let parents: Vec<Option<usize>> = all.iter().enumerate().map(parent).collect();
        let order = walk(&parents);
        let mut is_hidden = vec![false; all.len()];
        for (number, node) in all.iter().enumerate() {
            is_hidden[number] = !node.visible && scene.metadata.version >= WITH_VISIBILITY
                || parents[number].is_some_and(|parent| is_hidden[parent]);
        }
        let tree = Self { all, parents, order, is_hidden };
        tree.note_not_finite(notes);
        Ok(tree)
    }

    /// Errors of nodes whose numbers are not finite, and notes of those whose products are not.
    fn note_not_finite(&self, notes: &mut Notes) {
        for (number, node) in self.all.iter().enumerate() {
            let Transform { translation, rotation, scale } = self.local(number);
            let properties = [
                ("translation", translation.is_finite()),
                ("rotation", rotation.is_finite()),
                ("scale", scale.is_finite()),
            ];
            let is_broken = properties.iter().any(|(_, is_finite)| !is_finite);
            for (property, _) in properties.into_iter().filter(|(_, is_finite)| !is_finite) {
                notes.add(NoteKind::NodeNotFinite(property), self.place(number));
            }
            if !is_broken && !affine(&node.node_to_world).is_finite() {
                notes.add(NoteKind::NodeOutOfRange, self.place(number));
            }
        }
    }

    /// The name of a node for its part: its own, that of its node for a node which `ufbx` has added, else that of its mesh or camera,
    /// else its number.
    pub(super) fn name(&self, number: usize, item: Option<&str>) -> String {
        let own = self.own_name(number);
        let given = |name: &&str| !name.trim().is_empty();
        Some(own).filter(given).or(item.filter(given)).map_or_else(|| format!("node {number}"), str::to_owned)
    }

    /// The name in the file.
    pub(super) fn own_name(&self, number: usize) -> &'s str {
        let node = self.all[number];
        match &node.parent {
            // The crate adds nodes for scales that children do not inherit.
            Some(parent) if node.is_scale_helper && !parent.is_root => {
                self.parents[number].map_or("", |parent| &self.all[parent].element.name)
            }
            _ => &node.element.name,
        }
    }

    /// The transform of a node relative to its parent.
    pub(super) fn local(&self, number: usize) -> Transform {
        let ufbx::Transform { translation, rotation: turn, scale } = self.all[number].local_transform;
        Transform { translation: single(translation), rotation: rotation(turn).as_quat(), scale: single(scale) }
    }

    /// The place of a node in messages.
    pub(super) fn place(&self, number: usize) -> LevelPlace {
        LevelPlace::named("nodes", number, Some(&self.own_name(number).to_owned()))
    }
}

/// The number of a node among those without the root; `None` for the root.
pub(super) fn number_of(node: &Node) -> Option<usize> {
    (node.element.typed_id as usize).checked_sub(1)
}
