//! Random edits of all kinds, with undo and redo in between: each state is restored to the byte.

use glam::DVec3;

use super::add::{NewItemKind, ViewPlacement};
use super::references::tests::scene;
use super::reorder::MoveDirection;
use super::transform::{Moved, Transform, transform};
use crate::random::Random;
use crate::scene::{EntryKind, ItemId, Scene, write};
use crate::workspace::open_scene::Workspace;

/// The number of edits.
const EDITS: usize = 10_000;
/// The largest number of steps that undo keeps.
const STEPS: usize = 200;
/// With more entries, entries are deleted rather than added.
const MOST: usize = 24;

fn some_entry(workspace: &Workspace, random: &mut Random) -> Option<ItemId> {
    let entries = entries(workspace.scene());
    entries.get(random.below(entries.len())).copied()
}

fn entries(scene: &Scene) -> Vec<ItemId> {
    let of_kind = |kind: EntryKind| (0..kind.count(scene)).filter_map(move |i| kind.entry(i).id(scene));
    EntryKind::ALL.into_iter().flat_map(of_kind).collect()
}

/// One edit, as a panel or the gizmo makes it.
fn edit(workspace: &mut Workspace, random: &mut Random) {
    let Some(id) = some_entry(workspace, random) else {
        return workspace.edits().add(NewItemKind::Box, &ViewPlacement::default());
    };
    let is_full = entries(workspace.scene()).len() > MOST;
    let value = [0.0, -1.5, 1e-3, 12.25, 0.1][random.below(5)];
    match random.below(9) {
        0 | 1 if is_full => drop(workspace.edits().delete(&[id])),
        0 => workspace.edits().add(NewItemKind::ALL[random.below(NewItemKind::ALL.len())], &ViewPlacement::default()),
        1 => workspace.edits().duplicate(&[id]),
        2 => drop(workspace.edits().rename(id, &format!("name {}", random.below(40)))),
        3 => workspace.edits().step_in_list(&[id], [MoveDirection::Up, MoveDirection::Down][random.below(2)]),
        4 => {
            workspace.selection_mut().select(id);
            if let Some(text) = workspace.selection().copied().filter(|_| !is_full) {
                workspace.edits().paste(&text);
            }
        }
        5 if random.below(4) == 0 => drop(workspace.edits().delete(&[id])),
        6 => drop(workspace.edit("title", |scene| scene.title = format!("title {value}"))),
        7 => drop(workspace.edit("position", |scene| {
            let last = scene.objects.len().saturating_sub(1);
            if let Some(object) = scene.objects.get_mut(last) {
                object.position[0] = value;
            }
        })),
        _ => {
            // A drag of several frames is one step.
            let before = workspace.scene().clone();
            let Some(entry) = before.find(id) else { return };
            for part in [0.3, 0.7, 1.0] {
                let by = Transform::Move(DVec3::new(part * f64::from(value), 0.0, part));
                workspace.edit("move", |scene| transform(scene, &before, &Moved::in_world(entry), &by, 0.01));
            }
        }
    }
    workspace.settle();
}

#[test]
fn ten_thousand_random_edits_with_undo_and_redo_leave_byte_equal_scenes() {
    let mut workspace = Workspace::new(scene(), None);
    // The texts to which undo and redo lead; the last of `past` is the current one.
    let (mut past, mut future) = (vec![write(workspace.scene())], Vec::new());
    let (mut random, mut edits, mut undone) = (Random(11), 0, 0);
    while edits < EDITS {
        match random.below(4) {
            0 if past.len() > 1 => {
                // A few steps at once, sometimes all.
                let most = past.len() - 1;
                let count = [1, 1, 1, 1, 1, 2, 5, most][random.below(8)].min(most);
                for _ in 0..count {
                    workspace.undo();
                    future.extend(past.pop());
                    undone += 1;
                    assert_eq!(Some(&write(workspace.scene())), past.last(), "undo after {edits} edits");
                }
            }
            1 if !future.is_empty() => {
                workspace.redo();
                past.extend(future.pop());
            }
            _ => {
                edit(&mut workspace, &mut random);
                let text = write(workspace.scene());
                edits += 1;
                if past.last() != Some(&text) {
                    past.push(text);
                    future.clear();
                    if past.len() > STEPS + 1 {
                        past.remove(0);
                    }
                }
            }
        }
        assert_eq!(Some(&write(workspace.scene())), past.last(), "after {edits} edits");
        assert_eq!(workspace.document().redo_label().is_some(), !future.is_empty(), "after {edits} edits");
    }
    assert!(undone > EDITS / 4, "{undone}");
    while past.len() > 1 {
        workspace.undo();
        past.pop();
        assert_eq!(Some(&write(workspace.scene())), past.last());
    }
    assert_eq!(workspace.document().undo_label(), None);
}
