//! The comparison of lists as sequences: an item that was added or removed is one difference; the items after it are
//! equal.

use std::collections::HashMap;

use serde_json::Value;

use super::change::{ChangeKind, FieldChange};

/// The table of a comparison has at most this many entries; longer middles are compared as bags of items.
const MOST: usize = 4_000_000;

/// The items that only the earlier list has, and those that only the later one has.
pub(super) fn items(
    old: &[Value],
    new: &[Value],
    is_same: impl Fn(&Value, &Value) -> bool,
) -> (Vec<Value>, Vec<Value>) {
    let front = old.iter().zip(new).take_while(|(a, b)| is_same(a, b)).count();
    let (old, new) = (&old[front..], &new[front..]);
    let back = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| is_same(a, b)).count();
    let (old, new) = (&old[..old.len() - back], &new[..new.len() - back]);
    let columns = new.len() + 1;
    if (old.len() + 1).saturating_mul(columns) > MOST {
        return (not_in(old, new), not_in(new, old));
    }
    // The length of the longest common subsequence of what follows each pair of positions.
    let mut common = vec![0_u32; (old.len() + 1) * columns];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * columns + j] = if is_same(&old[i], &new[j]) {
                common[(i + 1) * columns + j + 1] + 1
            } else {
                common[(i + 1) * columns + j].max(common[i * columns + j + 1])
            };
        }
    }
    let (mut removed, mut added, mut i, mut j) = (Vec::new(), Vec::new(), 0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && is_same(&old[i], &new[j]) {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[(i + 1) * columns + j] >= common[i * columns + j + 1]) {
            removed.push(old[i].clone());
            i += 1;
        } else {
            added.push(new[j].clone());
            j += 1;
        }
    }
    (removed, added)
}

/// The items of the first list that the second does not have, or has less often.
fn not_in(list: &[Value], other: &[Value]) -> Vec<Value> {
    let mut left: HashMap<String, usize> = HashMap::new();
    for item in other {
        *left.entry(item.to_string()).or_default() += 1;
    }
    let is_left_out = |item: &&Value| match left.get_mut(&item.to_string()) {
        Some(count @ 1..) => {
            *count -= 1;
            false
        }
        _ => true,
    };
    list.iter().filter(is_left_out).cloned().collect()
}

/// The same for events in the order of their ticks: an event is compared with those of its tick.
pub(super) fn events(
    mut old: &[Value],
    mut new: &[Value],
    is_same: impl Fn(&Value, &Value) -> bool,
) -> (Vec<Value>, Vec<Value>) {
    let tick = |list: &[Value]| list.first().map(|event| event["tick"].as_u64());
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    while let Some(now) = tick(old).into_iter().chain(tick(new)).min() {
        let of_now = |list: &[Value]| list.iter().take_while(|event| event["tick"].as_u64() == now).count();
        let (older, old_rest) = old.split_at(of_now(old));
        let (newer, new_rest) = new.split_at(of_now(new));
        let (gone, come) = items(older, newer, &is_same);
        removed.extend(gone);
        added.extend(come);
        (old, new) = (old_rest, new_rest);
    }
    (removed, added)
}

/// Whether both are rows of equally many cells.
pub(super) fn is_same_size(old: &[Value], new: &[Value]) -> bool {
    let cells = |row: &Value| row.as_array().map(Vec::len);
    old.len() == new.len() && old.iter().zip(new).all(|(a, b)| cells(a).is_some() && cells(a) == cells(b))
}

/// A change for each cell that differs.
pub(super) fn cells<'v>(old: &'v [Value], new: &'v [Value]) -> impl Iterator<Item = FieldChange> + 'v {
    old.iter().zip(new).enumerate().flat_map(|(y, (old, new))| {
        let cells = old.as_array().into_iter().flatten().zip(new.as_array().into_iter().flatten());
        cells.enumerate().filter(|(_, (a, b))| a != b).map(move |(x, (a, b))| FieldChange {
            field: format!("cell {x},{y}"),
            how: ChangeKind::Value { before: a.clone(), after: b.clone() },
        })
    })
}
