//! The layout of a tree that is drawn top down: tidy, narrow, and equal for equal subtrees.
//!
//! C. Buchheim, M. Jünger and S. Leipert, "Improving Walker's Algorithm to Run in Linear Time", Graph Drawing 2002,
//! with an own width for each node, and with two differences:
//!
//! - The code is not recursive. Nodes are in pre-order, so in reverse order every node comes after all nodes below it. The
//!   subtrees of a node are placed side by side when the node is visited.
//! - The original packs from the left, so a wide tree is not symmetric. Here a second pass packs from the right, and each
//!   node is at the mean of its two places. The conditions of the layout (the order, the distance of neighbours, a parent
//!   centred above its children) hold for the mean of two layouts if they hold for both. So the layout of a mirrored tree
//!   is exactly mirrored.
//!
//! The unit is that of the widths; x grows to the right.

/// The places of all nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeLayout {
    /// The centre of each node; the left edge of the leftmost node is at 0.
    pub centres: Vec<f64>,
    /// From the left edge of the leftmost node to the right edge of the rightmost.
    pub width: f64,
}

impl TreeLayout {
    /// The layout of nodes in pre-order, each with its parent and its width; `gap` is the least room between neighbours of a
    /// level.
    ///
    /// The root is the first node; its parent is ignored. A parent comes before its children.
    pub fn of(parents: &[usize], widths: &[f32], gap: f32) -> Self {
        debug_assert_eq!(parents.len(), widths.len());
        let left = Links::of(parents);
        let right = left.mirrored();
        let from_left = Pass::run(&left, widths, gap);
        let from_right = Pass::run(&right, widths, gap);
        let mut centres: Vec<f64> = from_left.iter().zip(&from_right).map(|(a, b)| (a - b) / 2.0).collect();
        let half = |node: usize| f64::from(widths[node]) / 2.0;
        let start = centres.iter().enumerate().map(|(node, x)| x - half(node)).fold(f64::INFINITY, f64::min);
        let end = centres.iter().enumerate().map(|(node, x)| x + half(node)).fold(f64::NEG_INFINITY, f64::max);
        for x in &mut centres {
            *x -= start;
        }
        Self { centres, width: (end - start).max(0.0) }
    }
}

/// No such node.
const NONE: usize = usize::MAX;

/// The neighbours, parents and children of the nodes, in the order from the side where packing begins.
struct Links {
    parent: Vec<usize>,
    first: Vec<usize>,
    last: Vec<usize>,
    before: Vec<usize>,
    after: Vec<usize>,
    /// Among its siblings, counted from the left.
    number: Vec<usize>,
}

impl Links {
    fn of(parents: &[usize]) -> Self {
        let none = || vec![NONE; parents.len()];
        let number = vec![0; parents.len()];
        let mut links =
            Self { parent: parents.to_vec(), first: none(), last: none(), before: none(), after: none(), number };
        for (node, &parent) in parents.iter().enumerate().skip(1) {
            let before = links.last[parent];
            if before == NONE {
                links.first[parent] = node;
            } else {
                links.after[before] = node;
                links.before[node] = before;
                links.number[node] = links.number[before] + 1;
            }
            links.last[parent] = node;
        }
        if let Some(root) = links.parent.first_mut() {
            *root = NONE;
        }
        links
    }

    /// The same tree seen in a mirror.
    fn mirrored(&self) -> Self {
        Self {
            parent: self.parent.clone(),
            first: self.last.clone(),
            last: self.first.clone(),
            before: self.after.clone(),
            after: self.before.clone(),
            number: self.number.clone(),
        }
    }
}

/// Packing from one side. The names are those of the paper, where they have one.
struct Pass<'a> {
    links: &'a Links,
    widths: &'a [f32],
    gap: f64,
    /// A node's place before the shifts of those above it, and the shift of all below it.
    prelim: Vec<f64>,
    modifier: Vec<f64>,
    /// Shifts of siblings that are still to be shared out.
    shift: Vec<f64>,
    change: Vec<f64>,
    /// The next node of a contour below a node without children.
    thread: Vec<usize>,
    ancestor: Vec<usize>,
}

impl<'a> Pass<'a> {
    fn run(links: &'a Links, widths: &'a [f32], gap: f32) -> Vec<f64> {
        let count = widths.len();
        let zeros = || vec![0.0; count];
        let mut pass = Self {
            links,
            widths,
            gap: f64::from(gap),
            prelim: zeros(),
            modifier: zeros(),
            shift: zeros(),
            change: zeros(),
            thread: vec![NONE; count],
            ancestor: (0..count).collect(),
        };
        for node in (0..count).rev() {
            pass.pack_children(node);
        }
        pass.places()
    }

    /// Puts the subtrees of a node, each of which is done, side by side.
    fn pack_children(&mut self, node: usize) {
        let first = self.links.first[node];
        let mut default_ancestor = first;
        let mut child = first;
        while child != NONE {
            let (middle, before) = (self.middle(child), self.links.before[child]);
            if before == NONE {
                self.prelim[child] = middle;
            } else {
                self.prelim[child] = self.prelim[before] + self.distance(before, child);
                self.modifier[child] = self.prelim[child] - middle;
                default_ancestor = self.apportion(child, before, first, default_ancestor);
            }
            child = self.links.after[child];
        }
        let (mut shift, mut change, mut child) = (0.0, 0.0, self.links.last[node]);
        while child != NONE {
            self.prelim[child] += shift;
            self.modifier[child] += shift;
            change += self.change[child];
            shift += self.shift[child] + change;
            child = self.links.before[child];
        }
    }

    /// Above its children, or 0 without any.
    fn middle(&self, node: usize) -> f64 {
        match (self.links.first[node], self.links.last[node]) {
            (NONE, _) | (_, NONE) => 0.0,
            (first, last) => f64::midpoint(self.prelim[first], self.prelim[last]),
        }
    }

    fn distance(&self, a: usize, b: usize) -> f64 {
        f64::midpoint(f64::from(self.widths[a]), f64::from(self.widths[b])) + self.gap
    }

    /// Moves a subtree away from all subtrees before it, by the distance of the facing contours.
    fn apportion(&mut self, node: usize, before: usize, first: usize, default_ancestor: usize) -> usize {
        let [mut inner, mut outer, mut other_inner, mut other_outer] = [node, node, before, first];
        let [mut s_inner, mut s_outer, mut s_other_inner, mut s_other_outer] =
            [inner, outer, other_inner, other_outer].map(|node| self.modifier[node]);
        loop {
            let (next_other, next_inner) = (self.far_below(other_inner), self.near_below(inner));
            if next_other == NONE || next_inner == NONE {
                break;
            }
            (other_inner, inner) = (next_other, next_inner);
            other_outer = self.near_below(other_outer);
            outer = self.far_below(outer);
            self.ancestor[outer] = node;
            let shift = self.prelim[other_inner] + s_other_inner - (self.prelim[inner] + s_inner)
                + self.distance(other_inner, inner);
            if shift > 0.0 {
                let ancestor = self.ancestor[other_inner];
                let is_sibling = self.links.parent[ancestor] == self.links.parent[node];
                self.move_subtree(if is_sibling { ancestor } else { default_ancestor }, node, shift);
                s_inner += shift;
                s_outer += shift;
            }
            s_other_inner += self.modifier[other_inner];
            s_inner += self.modifier[inner];
            s_other_outer += self.modifier[other_outer];
            s_outer += self.modifier[outer];
        }
        let (next_other, next_inner) = (self.far_below(other_inner), self.near_below(inner));
        if next_other != NONE && self.far_below(outer) == NONE {
            self.thread[outer] = next_other;
            self.modifier[outer] += s_other_inner - s_outer;
        }
        if next_inner != NONE && self.near_below(other_outer) == NONE {
            self.thread[other_outer] = next_inner;
            self.modifier[other_outer] += s_inner - s_other_outer;
            return node;
        }
        default_ancestor
    }

    /// The next node of the contour on the side where packing begins.
    fn near_below(&self, node: usize) -> usize {
        if self.links.first[node] == NONE { self.thread[node] } else { self.links.first[node] }
    }

    /// The same on the other side.
    fn far_below(&self, node: usize) -> usize {
        if self.links.last[node] == NONE { self.thread[node] } else { self.links.last[node] }
    }

    /// Moves a subtree; those between it and the one that it met share the shift later.
    fn move_subtree(&mut self, met: usize, node: usize, shift: f64) {
        let between = self.links.number[node].abs_diff(self.links.number[met]) as f64;
        self.change[node] -= shift / between;
        self.shift[node] += shift;
        self.change[met] += shift / between;
        self.prelim[node] += shift;
        self.modifier[node] += shift;
    }

    /// Adds the shifts of all nodes above.
    fn places(&self) -> Vec<f64> {
        let mut places = self.prelim.clone();
        let mut sums = vec![0.0; places.len()];
        if let Some(root) = places.first_mut() {
            *root = self.middle(0);
        }
        for node in 1..places.len() {
            let parent = self.links.parent[node];
            sums[node] = sums[parent] + self.modifier[parent];
            places[node] += sums[node];
        }
        places
    }
}
