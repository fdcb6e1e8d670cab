//! The order in which a level's file arranges its parts: the nodes that group them, and the materials that they use.
//!
//! No answer depends on it. Only groups are kept: nodes below which the file has several parts or further nodes with parts.
//! A node with one mesh and nothing below it is its part. Nodes without a part below them (joints, lights, empties) are left
//! out.
//!
//! All lists are in the order of a walk from the roots down, so that whatever is below a group is one range. Nothing here
//! calls itself, because a file may have 100,000 nodes one below the other.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::error::Result;
use super::work::LevelWork;
use crate::scene::Color;

/// An estimate of the bytes of a group or a material in the lists of the window, with what its name takes besides its letters.
const ROW: usize = 128;
/// The same for a use of a material.
const USE: usize = 16;

/// The groups and materials of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The groups, each before all that is below it. None for a file whose parts are a flat list.
    pub groups: Vec<OutlineGroup>,
    /// All objects and cameras in the order of the groups; empty without groups.
    pub parts: Vec<OutlinePart>,
    /// The materials of the file that objects use, in file order.
    pub materials: Vec<UsedMaterial>,
}

/// A node that groups parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineGroup {
    /// As in the file, or the number of the node when it has no name there: not unique, and may hold any character.
    pub name: Arc<str>,
    /// The group above, by its index, which is less than that of this one.
    pub parent: Option<u32>,
    /// The number of groups above.
    pub depth: u32,
    /// The parts at and below it, as a range of [`Outline::parts`].
    pub parts: Range<u32>,
}

/// A part of a level, with the group that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutlinePart {
    /// What it is.
    pub part: PartIndex,
    /// The innermost group, by its index; `None` for a part outside all groups.
    pub group: Option<u32>,
}

/// An object or a camera of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartIndex {
    /// An object, by its index in the level.
    Object(u32),
    /// A camera, by its index in the level.
    Camera(u32),
}

/// A material with the objects that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedMaterial {
    /// As in the file; the number of the material when it has no name there.
    pub name: Arc<str>,
    /// Its base colour; `None` for white, and for a material that is not defined.
    pub color: Option<Color>,
    /// The objects by their indices in the level, ascending.
    pub objects: Vec<u32>,
}

/// The nodes of a file in the order of a walk from the roots down.
pub(in crate::import) struct Nodes<'f> {
    /// Each node before those below it, which follow it without a gap.
    pub(in crate::import) order: &'f [usize],
    /// The parent of each node, by the number of the node.
    pub(in crate::import) parents: &'f [Option<usize>],
}

impl Outline {
    /// The groups above some objects and cameras, each given by the number of its node.
    pub(in crate::import) fn of<'f>(
        nodes: &Nodes,
        name: impl Fn(usize) -> Cow<'f, str>,
        [objects, cameras]: [&[usize]; 2],
        work: &LevelWork,
    ) -> Result<Self> {
        let Nodes { order, parents } = *nodes;
        work.hold((parents.len() * 4 * size_of::<u32>()) as u64)?;
        let mut own = vec![0_u32; parents.len()];
        for node in objects.iter().chain(cameras) {
            own[*node] += 1;
        }
        // Backwards, nodes come before their parents.
        let mut below = own.clone();
        let mut has_nodes = vec![false; parents.len()];
        for &node in order.iter().rev() {
            if let Some(parent) = parents[node].filter(|_| below[node] > 0) {
                below[parent] += below[node];
                has_nodes[parent] = true;
            }
        }
        let is_group = |node: usize| below[node] > 0 && (has_nodes[node] || own[node] > 1);
        let groups = order.iter().filter(|&&node| is_group(node));
        let (count, letters) = groups.fold((0, 0), |(count, letters), node| (count + 1, letters + name(*node).len()));
        if count == 0 {
            return Ok(Self::default());
        }
        let parts = objects.len() + cameras.len();
        work.keep((count * (size_of::<OutlineGroup>() + ROW) + letters + parts * size_of::<OutlinePart>()) as u64)?;
        work.hold((parts * size_of::<(u32, OutlinePart)>()) as u64)?;
        let mut outline = Self { groups: Vec::with_capacity(count), ..Self::default() };
        // The group of each node, and the place of its first part.
        let mut group_of: Vec<Option<u32>> = vec![None; parents.len()];
        let mut place_of = vec![0_u32; parents.len()];
        let mut place = 0;
        for &node in order.iter().filter(|&&node| below[node] > 0) {
            place_of[node] = place;
            let parent = parents[node].and_then(|parent| group_of[parent]);
            group_of[node] = if is_group(node) {
                let depth = parent.map_or(0, |parent| outline.groups[parent as usize].depth + 1);
                let parts = place..place + below[node];
                outline.groups.push(OutlineGroup { name: Arc::from(&*name(node)), parent, depth, parts });
                u32::try_from(outline.groups.len() - 1).ok()
            } else {
                parent
            };
            place += own[node];
        }
        let index = |i: usize| u32::try_from(i).unwrap_or(u32::MAX);
        let of_objects = objects.iter().enumerate().map(|(i, node)| (node, PartIndex::Object(index(i))));
        let of_cameras = cameras.iter().enumerate().map(|(i, node)| (node, PartIndex::Camera(index(i))));
        let placed =
            |(node, part): (&usize, PartIndex)| (place_of[*node], OutlinePart { part, group: group_of[*node] });
        let mut placed: Vec<(u32, OutlinePart)> = of_objects.chain(of_cameras).map(placed).collect();
        placed.sort_by_key(|(place, _)| *place);
        outline.parts = placed.into_iter().map(|(_, part)| part).collect();
        Ok(outline)
    }

    /// Adds the materials of a file: each with its name and colour, and for each object the numbers of its materials,
    /// each once. Materials that no object uses are left out.
    pub(in crate::import) fn add_materials<'f>(
        &mut self,
        count: usize,
        material: impl Fn(usize) -> (&'f str, Option<Color>),
        used: &[Arc<[usize]>],
        work: &LevelWork,
    ) -> Result<()> {
        let mut counts = vec![0_usize; count];
        for &number in used.iter().flat_map(|used| &**used) {
            if let Some(count) = counts.get_mut(number) {
                *count += 1;
            }
        }
        let all: usize = counts.iter().sum();
        let is_used = |number: &usize| counts[*number] > 0;
        let bytes = |number: usize| size_of::<UsedMaterial>() + ROW + material(number).0.len();
        let named: usize = (0..count).filter(is_used).map(bytes).sum();
        work.keep((all * (size_of::<u32>() + USE) + named) as u64)?;
        let mut place_of = vec![None; count];
        for number in (0..count).filter(is_used) {
            let (name, color) = material(number);
            let name = if name.trim().is_empty() { format!("material {number}").into() } else { name.into() };
            place_of[number] = Some(self.materials.len());
            self.materials.push(UsedMaterial { name, color, objects: Vec::with_capacity(counts[number]) });
        }
        for (object, used) in used.iter().enumerate() {
            for place in used.iter().filter_map(|number| place_of.get(*number).copied().flatten()) {
                self.materials[place].objects.push(u32::try_from(object).unwrap_or(u32::MAX));
            }
        }
        Ok(())
    }

    /// The group of an object or a camera, if it is in one.
    pub fn group_of(&self, part: PartIndex) -> Option<u32> {
        self.parts.iter().find(|placed| placed.part == part)?.group
    }

    /// The names of a group and of those above it, the innermost first.
    pub fn path(&self, group: Option<u32>) -> impl Iterator<Item = &str> {
        let at = |index: Option<u32>| self.groups.get(index? as usize);
        std::iter::successors(at(group), move |group| at(group.parent)).map(|group| &*group.name)
    }

    /// The materials that an object uses, by their indices.
    pub fn materials_of(&self, object: u32) -> impl Iterator<Item = usize> {
        let materials = self.materials.iter().enumerate();
        materials.filter(move |(_, material)| material.objects.binary_search(&object).is_ok()).map(|(index, _)| index)
    }
}

/// The roots and children of nodes as a walk from the roots down, for parents each of which has a smaller number than its
/// children.
pub(in crate::import) fn walk(parents: &[Option<usize>]) -> Vec<usize> {
    // The number of nodes from each node down; backwards, nodes come before their parents.
    let mut size = vec![1; parents.len()];
    for node in (0..parents.len()).rev() {
        if let Some(parent) = parents[node] {
            size[parent] += size[node];
        }
    }
    // The place at which the next child of each node begins.
    let (mut next, mut next_root, mut order) = (vec![0; parents.len()], 0, vec![0; parents.len()]);
    for (node, parent) in parents.iter().enumerate() {
        let place = match parent {
            Some(parent) => &mut next[*parent],
            None => &mut next_root,
        };
        let begin = *place;
        *place += size[node];
        next[node] = begin + 1;
        order[begin] = node;
    }
    order
}
