//! Changes of a tree in a separate file, where nodes are XML elements.

use super::change::{ChangeRefused, TreeChange};
use crate::app::command::tree_edit::{Spot, SpotSide, Way};
use crate::behavior::Arity;
use crate::import::behavior_tree::{EditError, ElementId, Origin, Template, TreeFile, XmlDocument};

/// Makes a change to the node at an index. Returns the element to select afterwards.
pub(in crate::app::panels::behavior) fn change_element(
    trees: &mut TreeFile,
    origins: &[Origin],
    node: usize,
    change: &TreeChange<Template>,
) -> Result<ElementId, ChangeRefused> {
    let id = element(trees, origins, node)?;
    let place = ElementPlace::of(trees, id)?;
    match change {
        TreeChange::Add(new) => {
            let (parent, index) = match trees.arity(id) {
                Arity::Some => (id, usize::MAX),
                _ => place.after(trees).ok_or(ChangeRefused::NoRoom)?,
            };
            Ok(trees.edit(|document| write(document, new, |document| document.add(parent, index, &new.tag)))?)
        }
        TreeChange::Wrap(new) => {
            Ok(trees.edit(|document| write(document, new, |document| document.wrap(id, &new.tag)))?)
        }
        TreeChange::Unwrap => {
            let mut children = trees.document().children(id);
            let (Some(child), None) = (children.next(), children.next()) else { return Err(ChangeRefused::NotOne) };
            drop(children);
            trees.edit(|document| document.unwrap_element(id))?;
            Ok(child)
        }
        TreeChange::Move(way) => {
            let (parent, index) = place.moved(trees, *way)?;
            trees.edit(|document| document.move_to(id, parent, index))?;
            Ok(id)
        }
        TreeChange::Place(Spot { node, side }) => {
            let target = element(trees, origins, *node)?;
            let (parent, index) = match side {
                SpotSide::Inside if trees.arity(target) == Arity::Some => (target, usize::MAX),
                SpotSide::Inside => return Err(ChangeRefused::NoRoom),
                SpotSide::Before | SpotSide::After => {
                    let target = ElementPlace::of(trees, target)?;
                    if trees.arity(target.parent) != Arity::Some {
                        return Err(ChangeRefused::NoRoom);
                    }
                    let moves_up = target.parent == place.parent && target.index > place.index;
                    (target.parent, target.index + usize::from(*side == SpotSide::After) - usize::from(moves_up))
                }
            };
            if parent != place.parent {
                place.check_leaving(trees)?;
            }
            trees.edit(|document| document.move_to(id, parent, index)).map_err(|error| match error {
                crate::import::behavior_tree::TreeEditError::Edit(EditError::IntoItself) => ChangeRefused::IntoItself,
                error => error.into(),
            })?;
            Ok(id)
        }
        TreeChange::Delete => {
            place.check_leaving(trees)?;
            trees.edit(|document| document.remove(id))?;
            Ok(place.parent)
        }
    }
}

/// The element of a node, if this file contains it.
fn element(trees: &TreeFile, origins: &[Origin], node: usize) -> Result<ElementId, ChangeRefused> {
    let origin = origins.get(node).ok_or(ChangeRefused::Gone)?;
    if origin.node.document != 0 {
        return Err(ChangeRefused::Elsewhere(file_of(trees, *origin).to_owned()));
    }
    Ok(origin.node.element)
}

/// The name of the file that contains a node, without its folder.
pub(in crate::app::panels::behavior) fn file_of(trees: &TreeFile, origin: Origin) -> &str {
    let file = trees.document_of(origin.node).file();
    file.rsplit('/').next().unwrap_or(file)
}

/// A new element with its attributes.
fn write(
    document: &mut XmlDocument,
    new: &Template,
    add: impl FnOnce(&mut XmlDocument) -> Result<ElementId, EditError>,
) -> Result<ElementId, EditError> {
    let id = add(document)?;
    for (name, value) in &new.attributes {
        document.set_attribute(id, name, Some(value))?;
    }
    Ok(id)
}

/// The place of an element.
struct ElementPlace {
    parent: ElementId,
    index: usize,
    siblings: usize,
}

impl ElementPlace {
    fn of(trees: &TreeFile, id: ElementId) -> Result<Self, ChangeRefused> {
        let document = trees.document();
        let parent = document.parent(id).ok_or(ChangeRefused::Gone)?;
        Ok(Self { parent, index: document.index_of(parent, id), siblings: document.children(parent).count() })
    }

    /// An error if removing the element would make the tree invalid.
    fn check_leaving(&self, trees: &TreeFile) -> Result<(), ChangeRefused> {
        match trees.arity(self.parent) {
            _ if self.siblings > 1 => Ok(()),
            Arity::Some => Err(ChangeRefused::LastChild),
            _ if &*trees.document().element(self.parent).tag == "BehaviorTree" => Err(ChangeRefused::Root),
            _ => Err(ChangeRefused::OnlyChild),
        }
    }

    /// The place right after the element, or after the outermost decorator around it.
    fn after(&self, trees: &TreeFile) -> Option<(ElementId, usize)> {
        let mut place = Self { ..*self };
        while trees.arity(place.parent) != Arity::Some {
            if &*trees.document().element(place.parent).tag == "BehaviorTree" {
                return None;
            }
            place = Self::of(trees, place.parent).ok()?;
        }
        Some((place.parent, place.index + 1))
    }

    /// The target of a move: the parent, and the index in it after the element was removed.
    fn moved(&self, trees: &TreeFile, way: Way) -> Result<(ElementId, usize), ChangeRefused> {
        let &Self { parent, index, siblings } = self;
        match way {
            Way::Left if index > 0 => Ok((parent, index - 1)),
            Way::Right if index + 1 < siblings => Ok((parent, index + 1)),
            Way::Left | Way::Right if siblings > 1 => Err(ChangeRefused::NoSibling),
            Way::Left | Way::Right => self.check_leaving(trees).and(Err(ChangeRefused::NoSibling)),
            Way::In => {
                let left = index.checked_sub(1).and_then(|left| trees.document().children(parent).nth(left));
                let left = left.filter(|left| trees.arity(*left) == Arity::Some).ok_or(ChangeRefused::NoComposite)?;
                Ok((left, usize::MAX))
            }
            Way::Out => {
                self.check_leaving(trees)?;
                let above = Self::of(trees, parent).map_err(|_at_the_root| ChangeRefused::NothingAbove)?;
                above.after(trees).ok_or(ChangeRefused::NothingAbove)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behavior::Blackboard;
    use crate::import::behavior_tree::{Setting, parse};

    const FILE: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
  <!-- kept -->
  <BehaviorTree ID="Main"><Fallback name="root"><Sequence name="left"><A/><B/></Sequence>
    <Inverter><C _skipIf="x == 1"/></Inverter><SubTree ID="Sub"/></Fallback></BehaviorTree>
  <BehaviorTree ID="Sub"><Sleep msec="10"/></BehaviorTree>
  <TreeNodesModel><Condition ID="Is open"/></TreeNodesModel>
</root>"#;

    fn trees() -> TreeFile {
        parse(FILE, "a.xml", None).unwrap()
    }

    fn origins(trees: &TreeFile) -> Vec<Origin> {
        let scripts = std::collections::BTreeMap::new();
        let blackboard = Blackboard::default();
        let setting = Setting {
            tree: None,
            scripts: &scripts,
            tick_rate: 10.0,
            blackboard: &blackboard,
            budget: &crate::budget::Budget::default(),
        };
        trees.build(&setting).unwrap().origins
    }

    /// 0 root, 1 left, 2 A, 3 B, 4 not, 5 C, 6 subtree, 7 sleep.
    fn made(change: &TreeChange<Template>, node: usize) -> Result<(String, String), ChangeRefused> {
        let mut trees = trees();
        let origins = origins(&trees);
        let id = change_element(&mut trees, &origins, node, change)?;
        let text = trees.to_xml();
        assert!(text.contains("<!-- kept -->"));
        assert_eq!(parse(&text, "a.xml", None).unwrap(), trees);
        let start = text.find("<Fallback").unwrap();
        let tree = text[start..text.find("</BehaviorTree>").unwrap()].split_whitespace().collect::<Vec<_>>().join(" ");
        Ok((tree, trees.document().element(id).tag.to_string()))
    }

    fn template(words: &str) -> Template {
        trees().templates().into_iter().find(|one| one.words() == words).unwrap()
    }

    #[test]
    fn elements_are_added_removed_and_moved_and_the_rest_is_unchanged() {
        let c = r#"<Inverter> <C _skipIf="x == 1"/> </Inverter>"#;
        let left = r#"<Sequence name="left"> <A/> <B/> </Sequence>"#;
        let sub = r#"<SubTree ID="Sub"/>"#;
        for (change, node, inside, selected) in [
            (TreeChange::Add(template("Sleep")), 0, format!(r#"{left} {c} {sub} <Sleep msec="1000"/>"#), "Sleep"),
            (TreeChange::Add(template("A")), 5, format!("{left} {c} <A/> {sub}"), "A"),
            (
                TreeChange::Add(template("Is open")),
                2,
                format!("{} {c} {sub}", left.replace("<A/>", r#"<A/> <Condition ID="Is open"/>"#)),
                "Condition",
            ),
            (
                TreeChange::Wrap(template("Repeat")),
                6,
                format!(r#"{left} {c} <Repeat num_cycles="3"> {sub} </Repeat>"#),
                "Repeat",
            ),
            (TreeChange::Unwrap, 4, format!(r#"{left} <C _skipIf="x == 1"/> {sub}"#), "C"),
            (TreeChange::Move(Way::Left), 6, format!("{left} {sub} {c}"), "SubTree"),
            (TreeChange::Move(Way::Right), 1, format!("{c} {left} {sub}"), "Sequence"),
            (TreeChange::Move(Way::Out), 2, format!("{} <A/> {c} {sub}", left.replace("<A/> ", "")), "A"),
            (TreeChange::Move(Way::In), 4, format!("{} {sub}", left.replace("<B/>", &format!("<B/> {c}"))), "Inverter"),
            (TreeChange::Delete, 4, format!("{left} {sub}"), "Fallback"),
            (
                TreeChange::Place(Spot { node: 2, side: SpotSide::Before }),
                6,
                format!("{} {c}", left.replace("<A/>", &format!("{sub} <A/>"))),
                "SubTree",
            ),
            (TreeChange::Place(Spot { node: 6, side: SpotSide::After }), 1, format!("{c} {sub} {left}"), "Sequence"),
            (
                TreeChange::Place(Spot { node: 1, side: SpotSide::Inside }),
                6,
                format!("{} {c}", left.replace("<B/>", &format!("<B/> {sub}"))),
                "SubTree",
            ),
        ] {
            let wanted = format!(r#"<Fallback name="root"> {inside} </Fallback>"#);
            assert_eq!(made(&change, node), Ok((wanted, selected.to_owned())), "{change:?} at {node}");
        }
    }

    #[test]
    fn changes_that_make_an_invalid_tree_are_refused() {
        for (change, node, why) in [
            (TreeChange::Delete, 0, ChangeRefused::Root),
            (TreeChange::Delete, 7, ChangeRefused::Root),
            (TreeChange::Delete, 5, ChangeRefused::OnlyChild),
            (TreeChange::Delete, 99, ChangeRefused::Gone),
            (TreeChange::Unwrap, 1, ChangeRefused::NotOne),
            (TreeChange::Add(template("A")), 7, ChangeRefused::NoRoom),
            (TreeChange::Move(Way::Left), 1, ChangeRefused::NoSibling),
            (TreeChange::Move(Way::In), 1, ChangeRefused::NoComposite),
            (TreeChange::Move(Way::Out), 1, ChangeRefused::NothingAbove),
            (TreeChange::Place(Spot { node: 5, side: SpotSide::After }), 2, ChangeRefused::NoRoom),
            (TreeChange::Place(Spot { node: 2, side: SpotSide::After }), 1, ChangeRefused::IntoItself),
        ] {
            assert_eq!(made(&change, node), Err(why), "{change:?} at {node}");
        }
        let sub = made(&TreeChange::Add(template("Sub")), 7);
        assert!(matches!(sub, Err(ChangeRefused::NoRoom)), "{sub:?}");
    }

    #[test]
    fn everything_that_can_be_added_builds() {
        for template in trees().templates() {
            let change = TreeChange::Wrap(template.clone());
            let made = match template.group {
                crate::import::behavior_tree::TemplateGroup::Control
                | crate::import::behavior_tree::TemplateGroup::Decorator => made(&change, 6),
                _ => made(&TreeChange::Add(template.clone()), 0),
            };
            assert!(made.is_ok(), "{template:?}: {made:?}");
        }
    }
}
