//! Which node is which in a file that was written again.

use super::notation::tree;
use crate::behavior::correspondence;
use crate::behavior::correspondence::Description;
use crate::behavior::tree::Tree;

fn descriptions(tree: &Tree) -> Vec<Description<'_>> {
    let description = |node| Description {
        kind: tree.kind(node).word(),
        name: tree.name(node),
        contents: format!("{:?}", tree.kind(node)),
        children: tree.children(node).count(),
    };
    (0..tree.len()).map(description).collect()
}

#[test]
fn nodes_are_found_after_every_edit() {
    let old = "seq[ a:S sel[ c:S a:R ] not[ a:F ] ]";
    for (what, new, places) in [
        ("nothing", old, "0 1 2 3 4 5 6"),
        ("a node before", "seq[ c:F a:S sel[ c:S a:R ] not[ a:F ] ]", "0 2 3 4 5 6 7"),
        ("a node gone", "seq[ sel[ c:S a:R ] not[ a:F ] ]", "0 - 1 2 3 4 5"),
        ("a branch gone", "seq[ a:S not[ a:F ] ]", "0 1 - - - 2 3"),
        ("a branch moved", "seq[ not[ a:F ] a:S sel[ c:S a:R ] ]", "0 3 4 5 6 1 2"),
        ("a node wrapped", "seq[ a:S yes[ sel[ c:S a:R ] ] not[ a:F ] ]", "0 1 3 4 5 6 7"),
        ("a node unwrapped", "seq[ a:S sel[ c:S a:R ] a:F ]", "0 1 2 3 4 - 5"),
        ("a parameter changed", "seq[ a:S sel[ c:F a:R ] not[ a:F ] ]", "0 1 2 3 4 5 6"),
        ("a kind changed", "seq[ a:S sel[ c:S a:R ] yes[ a:F ] ]", "0 1 2 3 4 5 6"),
    ] {
        let found = correspondence(&descriptions(&tree(old)), &descriptions(&tree(new)));
        let words = found.iter().map(|place| place.map_or("-".to_owned(), |place| place.to_string()));
        assert_eq!(words.collect::<Vec<_>>().join(" "), places, "{what}");
    }
}
