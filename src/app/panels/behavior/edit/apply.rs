//! Makes a change to a tree of the scene.

use super::change::{ChangeRefused, TreeChange};
use super::new::{NewNodeValues, is_placeholder};
use super::path::{Path, at, index, parent, path};
use crate::app::command::new_node::New;
use crate::app::command::tree_edit::{Spot, SpotSide, Way};
use crate::scene::tree::Node;

impl TreeChange {
    /// Makes the change to the node at an index. Returns the node's new index.
    pub(in crate::app::panels::behavior) fn apply(
        &self,
        root: &mut Node,
        node: usize,
        values: &NewNodeValues,
    ) -> Result<usize, ChangeRefused> {
        let path = path(root, node).ok_or(ChangeRefused::Gone)?;
        let path = match self {
            Self::Add(new) => add(root, path, new.node(values))?,
            Self::Wrap(new) => {
                let at = at(root, &path).ok_or(ChangeRefused::Gone)?;
                let inner = std::mem::replace(at, New::PLACEHOLDER.node(values));
                *at = new.around(inner, values);
                path
            }
            Self::Unwrap => {
                let at = at(root, &path).ok_or(ChangeRefused::Gone)?;
                let [child] = at.children_mut() else { return Err(ChangeRefused::NotOne) };
                *at = std::mem::replace(child, New::PLACEHOLDER.node(values));
                path
            }
            Self::Move(way) => move_by(root, path, *way)?,
            Self::Place(spot) => place(root, path, *spot)?,
            Self::Delete => {
                let (path, place) = parent(path)?;
                take(root, &path, place)?;
                path
            }
        };
        index(root, &path).ok_or(ChangeRefused::Gone)
    }
}

/// Removes a child from a composite with at least two children.
fn take(root: &mut Node, parent: &[usize], place: usize) -> Result<Node, ChangeRefused> {
    let list = at(root, parent).ok_or(ChangeRefused::Gone)?.list_mut().ok_or(ChangeRefused::OnlyChild)?;
    match list.len() {
        0 | 1 => Err(ChangeRefused::LastChild),
        count if place < count => Ok(list.remove(place)),
        _ => Err(ChangeRefused::Gone),
    }
}

fn add(root: &mut Node, mut path: Path, node: Node) -> Result<Path, ChangeRefused> {
    if let Some(list) = at(root, &path).ok_or(ChangeRefused::Gone)?.list_mut() {
        drop_placeholder(list, &node);
        path.push(list.len());
        list.push(node);
        return Ok(path);
    }
    add_after(root, path, node)
}

/// Removes the child with which a new composite was made, before its first other child is added.
fn drop_placeholder(list: &mut Vec<Node>, added: &Node) {
    if matches!(&list[..], [only] if is_placeholder(only)) && !is_placeholder(added) {
        list.clear();
    }
}

fn move_by(root: &mut Node, path: Path, way: Way) -> Result<Path, ChangeRefused> {
    let (mut above, place) = parent(path)?;
    let list = at(root, &above).ok_or(ChangeRefused::Gone)?.list_mut().ok_or(ChangeRefused::OnlyChild)?;
    match way {
        Way::Left | Way::Right => {
            let other = if way == Way::Left { place.checked_sub(1) } else { Some(place + 1) };
            let other = other.filter(|&other| other < list.len()).ok_or(ChangeRefused::NoSibling)?;
            list.swap(place, other);
            above.push(other);
            Ok(above)
        }
        Way::In => {
            let left = place.checked_sub(1).ok_or(ChangeRefused::NoComposite)?;
            if list.get_mut(left).and_then(Node::list_mut).is_none() {
                return Err(ChangeRefused::NoComposite);
            }
            let node = take(root, &above, place)?;
            above.push(left);
            add(root, above, node)
        }
        Way::Out => {
            if above.is_empty() {
                return Err(ChangeRefused::NothingAbove);
            }
            // A copy is changed first, because the move fails if only decorators are above the node.
            let mut tried = root.clone();
            let node = take(&mut tried, &above, place)?;
            let path = add_after(&mut tried, above, node).or(Err(ChangeRefused::NothingAbove))?;
            *root = tried;
            Ok(path)
        }
    }
}

/// Moves a node to a target at another node, which may be a sibling.
fn place(root: &mut Node, from: Path, spot: Spot) -> Result<Path, ChangeRefused> {
    let mut target = path(root, spot.node).ok_or(ChangeRefused::Gone)?;
    if target.starts_with(&from) {
        return Err(ChangeRefused::IntoItself);
    }
    let (above, taken) = parent(from)?;
    // The indices of later siblings of the removed node, and of their descendants, decrease by one.
    let is_below = target.starts_with(&above);
    if let Some(step) = target.get_mut(above.len()).filter(|step| is_below && **step > taken) {
        *step -= 1;
    }
    let mut tried = root.clone();
    let node = take(&mut tried, &above, taken)?;
    if spot.side == SpotSide::Inside {
        target.push(at(&mut tried, &target).map_or(0, |node| node.children().len()));
    } else if let Some(step) = target.last_mut() {
        *step += usize::from(spot.side == SpotSide::After);
    }
    let (above, step) = parent(target)?;
    let list = at(&mut tried, &above).ok_or(ChangeRefused::Gone)?.list_mut().ok_or(ChangeRefused::NoRoom)?;
    if spot.side == SpotSide::Inside {
        drop_placeholder(list, &node);
    }
    let step = step.min(list.len());
    list.insert(step, node);
    *root = tried;
    Ok([above, vec![step]].concat())
}

/// Adds a node right after the one at a path, or after the decorators around it.
fn add_after(root: &mut Node, path: Path, node: Node) -> Result<Path, ChangeRefused> {
    let mut path = path;
    loop {
        let (above, place) = parent(path)?;
        if let Some(list) = at(root, &above).ok_or(ChangeRefused::Gone)?.list_mut() {
            list.insert((place + 1).min(list.len()), node);
            path = above;
            path.push(place + 1);
            return Ok(path);
        }
        path = above;
    }
}
