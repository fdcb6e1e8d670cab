//! Adds comparisons of colliders that are found by their names.

use super::names::free_name;
use crate::report::colliders::{PairByName, is_compared, pairs_by_name};
use crate::scene::{Collider, Entry, EntryId, default};
use crate::workspace::document::edits::Edits;
use crate::workspace::open_scene::Workspace;

/// Whether an object has a collider by its name that the scene does not compare with it.
pub(crate) fn has_new(workspace: &Workspace) -> bool {
    let pairs = workspace.placement.colliders(&workspace.world);
    pairs.iter().any(|pair| !is_compared(pair, &workspace.scene().colliders))
}

impl Edits<'_> {
    /// Adds a comparison for each pair of an object and its collider that is found by name and not yet compared, as one undo step.
    /// The new ones are selected.
    pub(crate) fn add_colliders_by_name(&mut self) {
        let mut added = Vec::new();
        self.workspace.command("compare colliders", |scene, world| {
            for pair in pairs_by_name(world) {
                if is_compared(&pair, &scene.colliders) {
                    continue;
                }
                let PairByName { render, collider, parts } = pair;
                let name = free_name(scene, &format!("{render} fits"));
                let (id, tolerance) = (EntryId::default(), default::collider_tolerance());
                scene.colliders.push(Collider { name, render, collider, parts, tolerance, id });
                added.extend(Entry::Collider(scene.colliders.len() - 1).id(scene));
            }
        });
        self.select_entries(&added);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{NoLevels, parse, validate};

    #[test]
    fn pairs_are_added_once_as_one_step() {
        let object = |name: &str| format!(r#"{{ "name": "{name}", "shape": {{ "sphere": {{ "radius": 1 }} }} }}"#);
        let names = ["rock", "UCX_rock_01", "wall", "wall-col", "tree", "UCX_tree_01", "UCX_tree_02", "UBX_lost"];
        let text = format!(r#"{{ "eyeline": 1, "objects": [{}] }}"#, names.map(object).join(","));
        let mut workspace = Workspace::new(parse(&text, "a.json").unwrap(), None);
        workspace.edits().add_colliders_by_name();
        let pairs = |workspace: &Workspace| -> Vec<Vec<String>> {
            let colliders = &workspace.scene().colliders;
            let names = |one: &Collider| one.names().into_iter().map(str::to_owned).collect::<Vec<_>>();
            colliders.iter().map(|one| [vec![one.render.clone()], names(one)].concat()).collect()
        };
        let expected =
            [vec!["rock", "UCX_rock_01"], vec!["wall", "wall-col"], vec!["tree", "UCX_tree_01", "UCX_tree_02"]];
        assert_eq!(pairs(&workspace), expected);
        assert_eq!(validate(workspace.scene(), &NoLevels, None), []);
        workspace.edits().add_colliders_by_name();
        assert_eq!(pairs(&workspace).len(), 3, "all are compared already");
        workspace.undo();
        assert!(pairs(&workspace).is_empty());
    }
}
