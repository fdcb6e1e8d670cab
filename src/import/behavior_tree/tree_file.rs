//! A tree file: its document and those that it includes, with their trees by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::document::{ElementId, XmlDocument};
use super::edit::EditError;
use super::model::{self, Class, Model};
use super::notes::Notes;
use crate::budget::Budget;
use crate::source::error::{SceneError, SceneWarning, quoted};
use crate::source::extension::has_extension;
use crate::source::suggest::nearest;

/// A file of behaviour trees that can be built, edited and written.
///
/// Copies share the parts that are not edited.
#[derive(Clone, Debug)]
pub struct TreeFile {
    documents: Vec<Arc<XmlDocument>>,
    /// The number of documents that are the file itself and those that it includes. Others are from folders of `--trees`.
    own: usize,
    /// The files beside the file that have missing trees, by the names of the trees.
    neighbours: Arc<Neighbours>,
    index: Arc<Index>,
    /// Notes on included files that were not read.
    pub(super) left_out: Arc<[SceneWarning]>,
}

/// The documents of a file: its own first, then those that it includes, then those that have missing trees.
pub(super) struct Documents {
    pub(super) all: Vec<Arc<XmlDocument>>,
    /// The number without the last ones.
    pub(super) own: usize,
    /// The files beside the file that have trees that are in no document, by the names of the trees.
    pub(super) neighbours: Neighbours,
}

/// An element of one of the documents: that of the file itself is 0, included ones follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementNode {
    /// The number of the document.
    pub document: u32,
    /// The element.
    pub element: ElementId,
}

/// The trees and models of the documents, by name.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The `BehaviorTree` elements.
    pub(super) trees: BTreeMap<Box<str>, ElementNode>,
    pub(super) models: BTreeMap<Box<str>, Model>,
    pub(super) main: Result<Box<str>, SceneError>,
    pub(super) is_version_4: bool,
    pub(super) notes: Vec<SceneWarning>,
}

/// The name of a tree without one.
const UNNAMED: &str = "BehaviorTree";

impl TreeFile {
    /// An error at an element.
    pub(crate) fn error_at_node(&self, node: ElementNode, message: &str) -> SceneError {
        self.document_of(node).error(node.element, message, None)
    }

    /// The trees of some documents.
    pub(super) fn new(documents: Documents, left_out: Vec<SceneWarning>) -> Result<Self, SceneError> {
        let Documents { all: documents, own, neighbours } = documents;
        let index = Arc::new(Index::of(&documents, own, &neighbours)?);
        Ok(Self { documents, own, neighbours: Arc::new(neighbours), index, left_out: left_out.into() })
    }

    /// The name of the file in messages.
    pub fn file(&self) -> &str {
        self.documents[0].file()
    }

    /// The names of its trees and of those that it includes.
    pub fn trees(&self) -> impl Iterator<Item = &str> {
        self.index.trees.keys().map(|name| &**name)
    }

    /// The tree that runs when none is chosen: the one that the file names, or else the only one of the file that no
    /// other tree of the file includes.
    ///
    /// # Errors
    /// When no such tree exists, or more than one. The error has the trees to choose from.
    pub fn main_tree(&self) -> Result<&str, &SceneError> {
        self.index.main.as_deref()
    }

    /// The tree of a name, or the main tree.
    ///
    /// # Errors
    /// When no tree has that name, or none is named and the file has no main tree.
    pub fn chosen(&self, name: Option<&str>) -> Result<&str, SceneError> {
        let Some(name) = name else { return self.main_tree().map_err(Clone::clone) };
        let known = self.index.trees.get_key_value(name);
        known.map(|(name, _)| &**name).ok_or_else(|| {
            let (document, message) = (self.document(), format!("there is no tree {}", quoted(name)));
            let help = in_neighbour(name, &self.neighbours);
            let help = help.unwrap_or_else(|| near_or_all(name, &self.index.trees));
            document.error(document.root(), &message, Some(&help))
        })
    }

    /// Where a missing tree is and how to use it, when a file beside has it.
    pub(super) fn in_neighbour(&self, name: &str) -> Option<String> {
        in_neighbour(name, &self.neighbours)
    }

    /// The document of the file itself.
    pub fn document(&self) -> &XmlDocument {
        &self.documents[0]
    }

    /// The paths that its own `include` elements name, relative to the folder of the file.
    pub fn includes(&self) -> impl Iterator<Item = &str> {
        let document = self.document();
        let elements = document.children(document.root()).map(|child| document.element(child));
        elements.filter(|element| &*element.tag == "include").filter_map(|element| element.attribute("path"))
    }

    /// The document of a node.
    ///
    /// # Panics
    /// May panic for a node of another file.
    pub fn document_of(&self, node: ElementNode) -> &XmlDocument {
        &self.documents[node.document as usize]
    }

    /// The `BehaviorTree` element of a name.
    pub fn tree(&self, name: &str) -> Option<ElementNode> {
        self.index.trees.get(name).copied()
    }

    /// The declaration of a kind of node in the file or an included one.
    pub fn model(&self, name: &str) -> Option<&Model> {
        self.index.models.get(name)
    }

    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    /// Gives every node the id that the same node has in an earlier reading. Included files are found by their names.
    pub fn adopt_ids(&mut self, before: &Self) {
        for (i, document) in self.documents.iter_mut().enumerate() {
            // The file itself may have another name now.
            let old = match i {
                0 => before.documents.first(),
                _ => before.documents.iter().skip(1).find(|old| old.file() == document.file()),
            };
            if let Some(old) = old.filter(|old| !Arc::ptr_eq(old, document)) {
                Arc::make_mut(document).adopt_ids(old);
            }
        }
    }

    /// Whether the documents of both files are equal; included files do not count.
    pub fn has_text_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.documents[0], &other.documents[0]) || self.documents[0] == other.documents[0]
    }

    /// The file as text, without included files. Reading it gives an equal document.
    pub fn to_xml(&self) -> String {
        self.document().to_xml()
    }

    /// Changes the document of the file itself.
    ///
    /// # Errors
    /// When the change is refused, or the main tree cannot be built after it. The file is then unchanged.
    pub fn edit<T>(
        &mut self,
        change: impl FnOnce(&mut XmlDocument) -> Result<T, EditError>,
    ) -> Result<T, TreeEditError> {
        let mut document = XmlDocument::clone(&self.documents[0]);
        let made = change(&mut document)?;
        let mut documents = self.documents.clone();
        documents[0] = Arc::new(document);
        let index = Arc::new(Index::of(&documents, self.own, &self.neighbours)?);
        let edited = Self { documents, index, ..self.clone() };
        edited.check(&Budget::default())?;
        *self = edited;
        Ok(made)
    }
}

/// The reason why a tree file was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeEditError {
    /// The edit itself cannot be made.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The file would not be valid after the edit.
    #[error(transparent)]
    Unsound(#[from] SceneError),
}

impl TreeEditError {
    /// The reason without file and line, for a place that shows the change. Names are in backticks.
    pub fn reason(&self) -> String {
        match self {
            Self::Edit(error) => error.to_string(),
            Self::Unsound(error) => error.message.to_string(),
        }
    }
}

/// The same documents.
impl PartialEq for TreeFile {
    fn eq(&self, other: &Self) -> bool {
        self.documents == other.documents
    }
}

impl Index {
    /// Of two trees with one name among the first `own` documents, the second is an error; in other documents it is not used.
    fn of(documents: &[Arc<XmlDocument>], own: usize, neighbours: &Neighbours) -> Result<Self, SceneError> {
        let mut trees: BTreeMap<Box<str>, ElementNode> = BTreeMap::new();
        let mut models = BTreeMap::new();
        let mut notes = Notes::default();
        for (document, number) in documents.iter().zip(0..) {
            let root = document.root();
            if &*document.element(root).tag != "root" {
                let found = quoted(&document.element(root).tag);
                return Err(document.error(root, &format!("expected the element `root`, found {found}"), Some(FORM)));
            }
            check_version(document, &mut notes);
            for child in document.children(root) {
                match &*document.element(child).tag {
                    "BehaviorTree" => {
                        let name = name_of(document, child)?;
                        let node = ElementNode { document: number, element: child };
                        match trees.get(name) {
                            Some(first) if (number as usize) < own => {
                                return Err(duplicate(documents, name, *first, node));
                            }
                            Some(first) => {
                                let other = quoted(documents[first.document as usize].file());
                                let message = format!("the tree {} is not used: {other} has one too", quoted(name));
                                notes.at(document, child, message);
                            }
                            None => drop(trees.insert(name.into(), node)),
                        }
                    }
                    "TreeNodesModel" => model::collect(document, child, &mut models),
                    "include" => {}
                    other => notes.at(document, child, format!("{} does nothing here; it is kept", quoted(other))),
                }
            }
        }
        let main = main_tree(&documents[..own], &trees, neighbours);
        let is_version_4 = is_version_4(&documents[0]);
        Ok(Self { trees, models, main, is_version_4, notes: notes.finish() })
    }
}

const FORM: &str =
    "a file of behaviour trees is `<root BTCPP_format=\"4\"> <BehaviorTree ID=\"Main\"> … </BehaviorTree> </root>`";

fn is_version_4(document: &XmlDocument) -> bool {
    document.element(document.root()).attribute("BTCPP_format").is_some_and(|version| version.trim() == "4")
}

fn check_version(document: &XmlDocument, notes: &mut Notes) {
    if !is_version_4(document) {
        let found = match document.element(document.root()).attribute("BTCPP_format") {
            Some(version) => format!("`BTCPP_format` is {}, not `4`", quoted(version)),
            None => "`BTCPP_format=\"4\"` is missing, so the file is read as version 3".to_owned(),
        };
        notes.at(document, document.root(), format!("{found}; nodes of other versions may behave differently here"));
    }
}

fn name_of(document: &XmlDocument, tree: ElementId) -> Result<&str, SceneError> {
    match document.element(tree).attribute("ID") {
        Some("") => Err(document.error(tree, "a `BehaviorTree` must have a name", Some("such as `ID=\"Main\"`"))),
        Some(name) => Ok(name),
        None => Ok(UNNAMED),
    }
}

fn duplicate(documents: &[Arc<XmlDocument>], name: &str, first: ElementNode, second: ElementNode) -> SceneError {
    let (earlier, later) = (&documents[first.document as usize], &documents[second.document as usize]);
    let place = earlier.place(first.element).map_or_else(String::new, |(line, column)| {
        let file = if first.document == second.document { String::new() } else { format!("{}:", earlier.file()) };
        format!(", first at {file}{line}:{column}")
    });
    later.error(
        second.element,
        &format!("there are two trees {}{place}", quoted(name)),
        Some("give each `BehaviorTree` an `ID` of its own"),
    )
}

/// The tree that the file names, or else the only one of the file that no other tree of the file includes. Trees of
/// included files count only for a project of Groot2, which has none of its own, and for a file with a single tree.
fn main_tree(
    documents: &[Arc<XmlDocument>],
    trees: &BTreeMap<Box<str>, ElementNode>,
    neighbours: &Neighbours,
) -> Result<Box<str>, SceneError> {
    let document = &documents[0];
    let root = document.root();
    if let Some(wanted) = document.element(root).attribute_node("main_tree_to_execute") {
        if trees.contains_key(&*wanted.value) {
            return Ok(wanted.value.clone());
        }
        let help = in_neighbour(&wanted.value, neighbours).unwrap_or_else(|| near_or_all(&wanted.value, trees));
        let message = format!("`main_tree_to_execute` names {}, but there is no such tree", quoted(&wanted.value));
        return Err(document.error_at(wanted.at, &message, Some(&help)));
    }
    if trees.is_empty() {
        return Err(document.error(root, "there is no `BehaviorTree`", Some(FORM)));
    }
    let is_project = is_project(document);
    let counted = if is_project { documents } else { &documents[..1] };
    let own: Vec<(&XmlDocument, ElementId)> = counted.iter().flat_map(|document| trees_of(document)).collect();
    if own.is_empty() && trees.len() == 1 {
        return Ok(trees.keys().next().cloned().unwrap_or_default());
    }
    let name =
        |document: &'_ XmlDocument, id: ElementId| document.element(id).attribute("ID").unwrap_or(UNNAMED).to_owned();
    let mut included: BTreeSet<String> = BTreeSet::new();
    for &(document, tree) in &own {
        let mut open: Vec<ElementId> = document.children(tree).collect();
        let own_name = name(document, tree);
        while let Some(id) = open.pop() {
            let element = document.element(id);
            let other = element.attribute("ID").filter(|_| Class::from_tag(&element.tag) == Some(Class::SubTree));
            included.extend(other.filter(|other| *other != own_name).map(str::to_owned));
            open.extend(document.children(id));
        }
    }
    let names: Vec<String> = own.iter().map(|(document, id)| name(document, *id)).collect();
    let (parts, roots): (Vec<&str>, Vec<&str>) =
        names.iter().map(String::as_str).partition(|tree| included.contains(*tree));
    if let [only] = roots[..] {
        return Ok(only.into());
    }
    let all = || trees.keys().map(|tree| &**tree).collect::<Vec<_>>();
    let (candidates, why) = match (roots.is_empty(), parts.is_empty()) {
        (true, true) => (all(), "it has none of its own"),
        (true, false) => (parts.clone(), "each is included by another"),
        (false, _) => (roots.clone(), "several are included by no other tree"),
    };
    let file = if is_project { "project" } else { "file" };
    let message = format!("the {file} does not name the tree to run, and {why}");
    let help = format!(
        "choose one by `--tree NAME`, or name it by `main_tree_to_execute`; the trees are {}",
        listed(candidates.iter().copied())
    );
    let choices = if own.is_empty() { all() } else { roots.into_iter().chain(parts).collect() };
    Err(document.error(root, &message, Some(&help)).with_choices(choices))
}

/// The files beside a file that have missing trees, by the names of the trees.
type Neighbours = BTreeMap<Box<str>, Box<str>>;

/// The `BehaviorTree` elements of a document.
fn trees_of(document: &XmlDocument) -> impl Iterator<Item = (&XmlDocument, ElementId)> {
    let is_tree = |id: &ElementId| &*document.element(*id).tag == "BehaviorTree";
    document.children(document.root()).filter(is_tree).map(move |tree| (document, tree))
}

/// Whether a document is a project of Groot2: it lists files, and has no trees.
fn is_project(document: &XmlDocument) -> bool {
    let has_name = document.element(document.root()).attribute("project_name").is_some();
    let is_named = has_extension(Path::new(document.file()), "btproj");
    (has_name || is_named) && trees_of(document).next().is_none()
}

/// Where a missing tree is, and how to use it.
fn in_neighbour(name: &str, neighbours: &Neighbours) -> Option<String> {
    let file = quoted(neighbours.get(name)?);
    Some(format!(
        "{file} in the same folder has it: give the folder with `--trees DIR`, or add `<include path=\"…\"/>` with the name \
         of that file"
    ))
}

/// The chosen name, or all names.
fn near_or_all(wanted: &str, trees: &BTreeMap<Box<str>, ElementNode>) -> String {
    let names = || trees.keys().map(|name| &**name);
    let near = nearest(wanted, names()).map_or_else(String::new, |near| format!("did you mean {}? ", quoted(near)));
    format!("{near}the trees are {}", listed(names()))
}

/// Names in quotes; only the first of many.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    const FEW: usize = 20;
    let all: Vec<String> = names.map(quoted).collect();
    let more = if all.len() > FEW { format!(" and {} more", all.len() - FEW) } else { String::new() };
    format!("{}{more}", all[..all.len().min(FEW)].join(", "))
}
