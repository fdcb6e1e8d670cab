//! The place of a node: its index in pre-order, and the child indices from the root to it.

use super::change::ChangeRefused;
use crate::scene::tree::Node;

/// The child indices from the root to a node.
pub(super) type Path = Vec<usize>;

pub(super) fn path(root: &Node, index: usize) -> Option<Path> {
    let (mut at, mut left, mut path) = (root, index, Path::new());
    'down: while left > 0 {
        left -= 1;
        for (place, child) in at.children().iter().enumerate() {
            let count = child.count();
            if left < count {
                path.push(place);
                at = child;
                continue 'down;
            }
            left -= count;
        }
        return None;
    }
    Some(path)
}

pub(super) fn index(root: &Node, path: &[usize]) -> Option<usize> {
    let (mut at, mut index) = (root, 0);
    for &place in path {
        let before: usize = at.children().iter().take(place).map(Node::count).sum();
        index += 1 + before;
        at = at.children().get(place)?;
    }
    Some(index)
}

pub(super) fn at<'a>(root: &'a mut Node, path: &[usize]) -> Option<&'a mut Node> {
    path.iter().try_fold(root, |at, &place| at.children_mut().get_mut(place))
}

pub(super) fn parent(mut path: Path) -> Result<(Path, usize), ChangeRefused> {
    let place = path.pop().ok_or(ChangeRefused::Root)?;
    Ok((path, place))
}
