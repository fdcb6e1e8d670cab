//! The tidy layout of trees on random trees: the criteria of Reingold and Tilford ("Tidier Drawings of Trees", 1981).

use eyeline::picture::TreeLayout;

use crate::random::{Random, narrow};

const GAP: f32 = 8.0;
/// The tolerance. Positions are sums of many numbers.
const ROUNDING: f64 = 1e-6;

/// A tree in pre-order.
#[derive(Clone, Debug)]
struct Shape {
    parents: Vec<usize>,
    widths: Vec<f32>,
}

impl Shape {
    /// A random tree: wide, narrow, deep or bushy.
    fn random(random: &mut Random, count: usize) -> Self {
        let (mut parents, mut widths) = (vec![0], vec![40.0]);
        let climb = random.pick(&[2, 3, 8, 50]);
        while parents.len() < count {
            // In pre-order the parent of the next node is the last node or one of its ancestors.
            let mut parent = parents.len() - 1;
            while parent > 0 && !random.once_in(climb) {
                parent = parents[parent];
            }
            parents.push(parent);
            widths.push(narrow(random.pick(&[20.0, 40.0, 200.0])));
        }
        Self { parents, widths }
    }

    fn tidy(&self) -> TreeLayout {
        TreeLayout::of(&self.parents, &self.widths, GAP)
    }

    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.parents.len()];
        for node in 1..depths.len() {
            depths[node] = depths[self.parents[node]] + 1;
        }
        depths
    }

    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.parents.len()];
        for node in 1..self.parents.len() {
            children[self.parents[node]].push(node);
        }
        children
    }

    /// The nodes in the order of a copy of the subtree at `root`, with the children mirrored or not.
    fn order(&self, root: usize, is_mirrored: bool) -> Vec<usize> {
        let children = self.children();
        let (mut order, mut open) = (Vec::new(), vec![root]);
        while let Some(node) = open.pop() {
            order.push(node);
            let below = children[node].iter().copied();
            if is_mirrored { open.extend(below) } else { open.extend(below.rev()) }
        }
        order
    }

    /// A copy of the subtree in that order.
    fn part(&self, order: &[usize]) -> Self {
        let mut places = vec![0; self.parents.len()];
        for (place, &node) in order.iter().enumerate() {
            places[node] = place;
        }
        let parents = order.iter().enumerate().map(|(i, &node)| if i == 0 { 0 } else { places[self.parents[node]] });
        Self { parents: parents.collect(), widths: order.iter().map(|&node| self.widths[node]).collect() }
    }
}

fn shapes() -> impl Iterator<Item = (u64, Shape)> {
    (0..300).map(|seed| {
        let mut random = Random::new(seed);
        let count = 1 + usize::try_from(random.bits() % 120).expect("small");
        (seed, Shape::random(&mut random, count))
    })
}

#[test]
fn neighbours_of_a_level_keep_their_order_and_their_room() {
    for (seed, shape) in shapes() {
        let (tidy, depths) = (shape.tidy(), shape.depths());
        let mut last: Vec<Option<usize>> = vec![None; depths.len()];
        for node in 0..depths.len() {
            if let Some(before) = last[depths[node]].replace(node) {
                let room = tidy.centres[node] - tidy.centres[before];
                let wanted = f64::from(f32::midpoint(shape.widths[node], shape.widths[before]) + GAP);
                assert!(room >= wanted - ROUNDING, "seed {seed}: {before} and {node}: {room} < {wanted}\n{shape:?}");
            }
        }
    }
}

#[test]
fn parents_are_in_the_middle_above_their_children() {
    for (seed, shape) in shapes() {
        let tidy = shape.tidy();
        for (node, children) in shape.children().iter().enumerate() {
            let (Some(&first), Some(&last)) = (children.first(), children.last()) else { continue };
            let middle = f64::midpoint(tidy.centres[first], tidy.centres[last]);
            assert!((tidy.centres[node] - middle).abs() < ROUNDING, "seed {seed}: node {node}\n{shape:?}");
        }
    }
}

#[test]
fn equal_subtrees_have_equal_layouts() {
    for (seed, shape) in shapes() {
        let tidy = shape.tidy();
        let mut random = Random::new(seed);
        let root = usize::try_from(random.bits() % shape.parents.len() as u64).expect("small");
        let order = shape.order(root, false);
        let alone = shape.part(&order).tidy();
        for (place, &node) in order.iter().enumerate() {
            let (here, there) = (tidy.centres[node] - tidy.centres[root], alone.centres[place] - alone.centres[0]);
            assert!((here - there).abs() < ROUNDING, "seed {seed}: node {node} below {root}\n{shape:?}");
        }
    }
}

#[test]
fn a_mirrored_tree_has_a_mirrored_layout() {
    for (seed, shape) in shapes() {
        let tidy = shape.tidy();
        let order = shape.order(0, true);
        let mirrored = shape.part(&order).tidy();
        assert!((tidy.width - mirrored.width).abs() < ROUNDING, "seed {seed}");
        for (place, &node) in order.iter().enumerate() {
            let (here, there) = (tidy.centres[node], tidy.width - mirrored.centres[place]);
            assert!((here - there).abs() < ROUNDING, "seed {seed}: node {node}: {here} and {there}\n{shape:?}");
        }
    }
}

#[test]
fn it_begins_at_the_left_edge_and_ends_at_the_right() {
    for (seed, shape) in shapes() {
        let tidy = shape.tidy();
        let edge = |side: f64| move |(x, width): (&f64, &f32)| x + side * f64::from(*width) / 2.0;
        let pairs = || tidy.centres.iter().zip(&shape.widths);
        let left = pairs().map(edge(-1.0)).fold(f64::INFINITY, f64::min);
        let right = pairs().map(edge(1.0)).fold(f64::NEG_INFINITY, f64::max);
        assert!(left.abs() < ROUNDING && (right - tidy.width).abs() < ROUNDING, "seed {seed}: {left} to {right}");
    }
}

#[test]
fn small_subtrees_between_large_ones_are_spread_evenly() {
    // Two wide subtrees with two leaves between them.
    let parents = [0, 0, 1, 1, 1, 0, 0, 0, 7, 7, 7];
    let tidy = TreeLayout::of(&parents, &[10.0; 11], 10.0);
    let children: Vec<f64> = [1, 5, 6, 7].map(|node| tidy.centres[node]).to_vec();
    let steps: Vec<f64> = children.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps.iter().all(|step| (step - 20.0).abs() < 1e-9), "{steps:?}");
    assert!((tidy.width - 110.0).abs() < 1e-9, "{}", tidy.width);
}

#[test]
fn deep_and_wide_trees_are_laid_out_at_once() {
    let count = 100_000;
    let deep: Vec<usize> = (0..count).map(|node: usize| node.saturating_sub(1)).collect();
    let wide = vec![0; count];
    // A chain with a leaf at every node. Its contours are as long as the chain.
    let comb: Vec<usize> =
        (0..count).map(|node: usize| if node.is_multiple_of(2) { node.saturating_sub(2) } else { node - 1 }).collect();
    for (name, parents) in [("deep", deep), ("wide", wide), ("comb", comb)] {
        let start = std::time::Instant::now();
        let tidy = TreeLayout::of(&parents, &vec![10.0; count], 2.0);
        assert!(start.elapsed().as_secs() < 60, "{name} took {:?}", start.elapsed());
        assert!(tidy.centres.iter().all(|x| x.is_finite()) && tidy.width >= 10.0, "{name}: {}", tidy.width);
    }
    assert_eq!(TreeLayout::of(&[], &[], GAP), TreeLayout { centres: Vec::new(), width: 0.0 });
}
