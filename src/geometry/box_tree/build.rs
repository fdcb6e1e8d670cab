//! The construction of a tree of boxes.

use glam::Vec3;

use super::nodes::{BoxTree, NOTHING, WIDTH, WideNode, sound};
use crate::geometry::bounds::Aabb;
use crate::parallel;

/// Fewer boxes are sorted on one thread.
const MANY: usize = 8192;

/// The average number of moves of a box after which the tree is sorted again.
pub(super) const MOST_MOVES: usize = 16;

impl BoxTree {
    /// A tree of these boxes. No ray meets a box whose corners are not in order or are NaN.
    ///
    /// # Panics
    /// For more than `u32::MAX` boxes.
    pub fn new(boxes: &[Aabb]) -> Self {
        tree(&boxes.iter().map(sound).collect::<Vec<_>>())
    }

    /// Sorts the boxes again if they have moved often enough, see `MOST_MOVES`.
    pub fn refresh(&mut self) {
        if self.moves > MOST_MOVES * self.len() {
            let place = |&place: &u32| self.nodes[place as usize / WIDTH].get(place as usize % WIDTH);
            *self = tree(&self.places.iter().map(place).collect::<Vec<_>>());
        }
    }
}

/// The tree of boxes that are [`sound`].
fn tree(boxes: &[Aabb]) -> BoxTree {
    let count = u32::try_from(boxes.len()).expect("as many boxes as fit into memory several times");
    let middle = |aabb: &Aabb| Some(aabb.centre()).filter(|centre| centre.is_finite()).unwrap_or_default();
    let mut sorted: Vec<(u32, Vec3)> = (0..count).zip(boxes.iter().map(middle)).collect();
    halve(&mut sorted);
    let order: Vec<u32> = sorted.into_iter().map(|(index, _)| index).collect();
    let mut places = vec![0; boxes.len()];
    for (place, &index) in (0..count).zip(&order) {
        places[index as usize] = place;
    }
    let mut tree = BoxTree { nodes: Vec::new(), levels: vec![0], boxes: order, places, moves: 0 };
    let mut below: Vec<Aabb> = tree.boxes.iter().map(|&index| boxes[index as usize]).collect();
    while !below.is_empty() {
        let start = tree.nodes.len();
        tree.nodes.extend(below.chunks(WIDTH).map(node));
        tree.levels.push(u32::try_from(tree.nodes.len()).unwrap_or(u32::MAX));
        below.clear();
        if tree.nodes.len() - start > 1 {
            below.extend(tree.nodes[start..].iter().map(WideNode::union));
        }
    }
    tree
}

fn node(children: &[Aabb]) -> WideNode {
    let mut node = WideNode::EMPTY;
    (0..WIDTH).for_each(|i| node.set(i, children.get(i).unwrap_or(&NOTHING)));
    node
}

/// Sorts centres so that near ones are in one node: by repeated halving along the longest axis, each half a whole
/// number of nodes.
fn halve(list: &mut [(u32, Vec3)]) {
    if list.len() <= WIDTH {
        return;
    }
    let mut unit = WIDTH;
    while unit * WIDTH < list.len() {
        unit *= WIDTH;
    }
    let middle = unit * list.len().div_ceil(unit).div_ceil(2);
    let (min, max) = list
        .iter()
        .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(min, max), (_, centre)| (min.min(*centre), max.max(*centre)));
    let axis = (max - min).max_position();
    if middle < list.len() {
        // By index for equal centres, so that equal boxes make equal trees.
        list.select_nth_unstable_by(middle, |(i, a), (j, b)| a[axis].total_cmp(&b[axis]).then(i.cmp(j)));
    }
    let middle = middle.min(list.len());
    let (left, right) = list.split_at_mut(middle);
    if left.len() >= MANY {
        parallel::join(|| halve(left), || halve(right));
    } else {
        halve(left);
        halve(right);
    }
}
