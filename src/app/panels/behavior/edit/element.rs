//! Changes of a tree in a separate file, where nodes are XML elements.

use super::change::{Change, Refused};
use crate::app::command::tree_edit::{Spot, SpotSide, Way};
use crate::behavior::Arity;
use crate::import::behavior_tree::{Document, EditError, ElementId, Origin, Template, TreeFile};

/// Makes a change to the node at an index. Returns the element to select afterwards.
pub(in crate::app::panels::behavior) fn change_element(
    trees: &mut TreeFile,
    origins: &[Origin],
    node: usize,
    change: &Change<Template>,
) -> Result<ElementId, Refused> {
    let id = element(trees, origins, node)?;
    let place = Place::of(trees, id)?;
    match change {
        Change::Add(new) => {
            let (parent, index) = match trees.arity(id) {
                Arity::Some => (id, usize::MAX),
                _ => place.after(trees).ok_or(Refused::NoRoom)?,
            };
            Ok(trees.edit(|document| write(document, new, |document| document.add(parent, index, &new.tag)))?)
        }
        Change::Wrap(new) => Ok(trees.edit(|document| write(document, new, |document| document.wrap(id, &new.tag)))?),
        Change::Unwrap => {
            let mut children = trees.document().children(id);
            let (Some(child), None) = (children.next(), children.next()) else { return Err(Refused::NotOne) };
            drop(children);
            trees.edit(|document| document.unwrap_element(id))?;
            Ok(child)
        }
        Change::Move(way) => {
            let (parent, index) = place.moved(trees, *way)?;
            trees.edit(|document| document.move_to(id, parent, index))?;
            Ok(id)
        }
        Change::Place(Spot { node, side }) => {
            let target = element(trees, origins, *node)?;
            let (parent, index) = match side {
                SpotSide::Inside if trees.arity(target) == Arity::Some => (target, usize::MAX),
                SpotSide::Inside => return Err(Refused::NoRoom),
                SpotSide::Before | SpotSide::After => {
                    let target = Place::of(trees, target)?;
                    if trees.arity(target.parent) != Arity::Some {
                        return Err(Refused::NoRoom);
                    }
                    let moves_up = target.parent == place.parent && target.index > place.index;
                    (target.parent, target.index + usize::from(*side == SpotSide::After) - usize::from(moves_up))
                }
            };
            if parent != place.parent {
                place.check_leaving(trees)?;
            }
            trees.edit(|document| document.move_to(id, parent, index)).map_err(|error| match error {
                crate::import::behavior_tree::TreeEditError::Edit(EditError::IntoItself) => Refused::IntoItself,
                error => error.into(),
            })?;
            Ok(id)
        }
        Change::Delete => {
            place.check_leaving(trees)?;
            trees.edit(|document| document.remove(id))?;
            Ok(place.parent)
        }
    }
}

/// The element of a node, if this file contains it.
fn element(trees: &TreeFile, origins: &[Origin], node: usize) -> Result<ElementId, Refused> {
    let origin = origins.get(node).ok_or(Refused::Gone)?;
    if origin.node.document != 0 {
        return Err(Refused::Elsewhere(file_of(trees, *origin).to_owned()));
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
    document: &mut Document,
    new: &Template,
    add: impl FnOnce(&mut Document) -> Result<ElementId, EditError>,
) -> Result<ElementId, EditError> {
    let id = add(document)?;
    for (name, value) in &new.attributes {
        document.set_attribute(id, name, Some(value))?;
    }
    Ok(id)
}

/// The place of an element.
struct Place {
    parent: ElementId,
    index: usize,
    siblings: usize,
}

impl Place {
    fn of(trees: &TreeFile, id: ElementId) -> Result<Self, Refused> {
        let document = trees.document();
        let parent = document.parent(id).ok_or(Refused::Gone)?;
        Ok(Self { parent, index: document.index_of(parent, id), siblings: document.children(parent).count() })
    }

    /// An error if removing the element would make the tree invalid.
    fn check_leaving(&self, trees: &TreeFile) -> Result<(), Refused> {
        match trees.arity(self.parent) {
            _ if self.siblings > 1 => Ok(()),
            Arity::Some => Err(Refused::LastChild),
            _ if &*trees.document().element(self.parent).tag == "BehaviorTree" => Err(Refused::Root),
            _ => Err(Refused::OnlyChild),
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
    fn moved(&self, trees: &TreeFile, way: Way) -> Result<(ElementId, usize), Refused> {
        let &Self { parent, index, siblings } = self;
        match way {
            Way::Left if index > 0 => Ok((parent, index - 1)),
            Way::Right if index + 1 < siblings => Ok((parent, index + 1)),
            Way::Left | Way::Right if siblings > 1 => Err(Refused::NoSibling),
            Way::Left | Way::Right => self.check_leaving(trees).and(Err(Refused::NoSibling)),
            Way::In => {
                let left = index.checked_sub(1).and_then(|left| trees.document().children(parent).nth(left));
                let left = left.filter(|left| trees.arity(*left) == Arity::Some).ok_or(Refused::NoComposite)?;
                Ok((left, usize::MAX))
            }
            Way::Out => {
                self.check_leaving(trees)?;
                let above = Self::of(trees, parent).map_err(|_at_the_root| Refused::NothingAbove)?;
                above.after(trees).ok_or(Refused::NothingAbove)
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
    fn made(change: &Change<Template>, node: usize) -> Result<(String, String), Refused> {
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
            (Change::Add(template("Sleep")), 0, format!(r#"{left} {c} {sub} <Sleep msec="1000"/>"#), "Sleep"),
            (Change::Add(template("A")), 5, format!("{left} {c} <A/> {sub}"), "A"),
            (
                Change::Add(template("Is open")),
                2,
                format!("{} {c} {sub}", left.replace("<A/>", r#"<A/> <Condition ID="Is open"/>"#)),
                "Condition",
            ),
            (
                Change::Wrap(template("Repeat")),
                6,
                format!(r#"{left} {c} <Repeat num_cycles="3"> {sub} </Repeat>"#),
                "Repeat",
            ),
            (Change::Unwrap, 4, format!(r#"{left} <C _skipIf="x == 1"/> {sub}"#), "C"),
            (Change::Move(Way::Left), 6, format!("{left} {sub} {c}"), "SubTree"),
            (Change::Move(Way::Right), 1, format!("{c} {left} {sub}"), "Sequence"),
            (Change::Move(Way::Out), 2, format!("{} <A/> {c} {sub}", left.replace("<A/> ", "")), "A"),
            (Change::Move(Way::In), 4, format!("{} {sub}", left.replace("<B/>", &format!("<B/> {c}"))), "Inverter"),
            (Change::Delete, 4, format!("{left} {sub}"), "Fallback"),
            (
                Change::Place(Spot { node: 2, side: SpotSide::Before }),
                6,
                format!("{} {c}", left.replace("<A/>", &format!("{sub} <A/>"))),
                "SubTree",
            ),
            (Change::Place(Spot { node: 6, side: SpotSide::After }), 1, format!("{c} {sub} {left}"), "Sequence"),
            (
                Change::Place(Spot { node: 1, side: SpotSide::Inside }),
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
            (Change::Delete, 0, Refused::Root),
            (Change::Delete, 7, Refused::Root),
            (Change::Delete, 5, Refused::OnlyChild),
            (Change::Delete, 99, Refused::Gone),
            (Change::Unwrap, 1, Refused::NotOne),
            (Change::Add(template("A")), 7, Refused::NoRoom),
            (Change::Move(Way::Left), 1, Refused::NoSibling),
            (Change::Move(Way::In), 1, Refused::NoComposite),
            (Change::Move(Way::Out), 1, Refused::NothingAbove),
            (Change::Place(Spot { node: 5, side: SpotSide::After }), 2, Refused::NoRoom),
            (Change::Place(Spot { node: 2, side: SpotSide::After }), 1, Refused::IntoItself),
        ] {
            assert_eq!(made(&change, node), Err(why), "{change:?} at {node}");
        }
        let sub = made(&Change::Add(template("Sub")), 7);
        assert!(matches!(sub, Err(Refused::NoRoom)), "{sub:?}");
    }

    #[test]
    fn everything_that_can_be_added_builds() {
        for template in trees().templates() {
            let change = Change::Wrap(template.clone());
            let made = match template.group {
                crate::import::behavior_tree::Group::Control | crate::import::behavior_tree::Group::Decorator => {
                    made(&change, 6)
                }
                _ => made(&Change::Add(template.clone()), 0),
            };
            assert!(made.is_ok(), "{template:?}: {made:?}");
        }
    }
}
