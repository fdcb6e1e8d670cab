//! Reads a tree file with the files that it includes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::document::{ElementId, Position, XmlDocument};
use super::model::Class;
use super::notes::Notes;
use super::parse as xml;
use super::shelf::Shelf;
use super::tree_file::{Documents, TreeFile};
use crate::budget::Budget;
use crate::host::fs;
use crate::source::error::{SceneError, quoted};
use crate::source::folder::{self, Folder};
use crate::source::options::ReadOptions;
use crate::source::text::LARGEST_FILE;
use crate::source::text::{self, ExpectedFile};

/// The most files that a file of trees may include, by itself and through others.
const MOST_FILES: usize = 200;

const WANTED: ExpectedFile = ExpectedFile { what: "tree", example: "guard.xml", most: LARGEST_FILE };

/// Reads a tree file alone. Included files are searched relative to its folder and inside the root.
///
/// # Errors
/// With the first error, located: the file or an included one cannot be read, is not XML, has two trees with one name,
/// or does not name the main tree.
pub fn read(path: &Path) -> Result<TreeFile, SceneError> {
    let file = read_with(path, &ReadOptions::default(), &Budget::default())?;
    file.chosen(None)?;
    Ok(file)
}

/// The same with the options of the user. The main tree is chosen later, by [`TreeFile::chosen`].
///
/// # Errors
/// As [`read`], and when the file is outside of the root.
pub(crate) fn read_with(path: &Path, options: &ReadOptions, budget: &Budget) -> Result<TreeFile, SceneError> {
    let name = text::path_in_message(path);
    let text = text::read(path, &name, &WANTED)?;
    let (folder, own) = Folder::of_file(path, options)
        .map_err(|error| SceneError::unreadable(&name, &error.to_string(), Some(error.help())))?;
    let mut reader = Reader { budget: budget.clone(), ..Reader::new(Some(&folder)) };
    reader.read(&shared(text), &name, PathBuf::from(own), options.tree.as_deref())
}

/// Reads a tree file that a scene in `folder` names, with included files of this folder.
///
/// # Errors
/// As [`read`], and when the name leads out of the root.
pub fn read_in(folder: &Folder, file: &str) -> Result<TreeFile, SceneError> {
    let file = read_noting(folder, file, None, &mut Vec::new(), &Budget::default())?;
    file.chosen(None)?;
    Ok(file)
}

/// The same, with a list of every file that was searched, the file itself first, also after an error. The tree to run
/// is chosen later, by [`TreeFile::chosen`]; `chosen` is its name, if it is known.
pub(crate) fn read_noting(
    folder: &Folder,
    file: &str,
    chosen: Option<&str>,
    noted: &mut Vec<PathBuf>,
    budget: &Budget,
) -> Result<TreeFile, SceneError> {
    let shown = text::path_in_message(&folder.join(file));
    let path =
        folder.resolve(file).map_err(|error| SceneError::unreadable(&shown, &error.to_string(), Some(error.help())))?;
    noted.push(path.clone());
    let text = text::read(&path, &shown, &WANTED)?;
    let mut reader = Reader { budget: budget.clone(), ..Reader::new(Some(folder)) };
    let read = reader.read(&shared(text), &shown, PathBuf::from(file), chosen);
    noted.extend(reader.known.into_keys().filter(|known| *known != path));
    read
}

/// Reads trees from text. The file has the name `name` in messages. Without a `folder`, included files are left out.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, name: &str, folder: Option<&Folder>) -> Result<TreeFile, SceneError> {
    let file = Reader::new(folder).read(&text::without_mark(text).0.into(), name, PathBuf::new(), None)?;
    file.chosen(None)?;
    Ok(file)
}

/// The text without its byte order mark, for the document that keeps it. The memory of the given text is released, so
/// that there is one copy while the document is read and its trees are built.
fn shared(text: String) -> Arc<str> {
    let (rest, mark) = text::without_mark(&text);
    if mark == 0 { text.into() } else { rest.into() }
}

/// The trees that documents use and do not have, with the tree that is to run.
fn missing(documents: &[Arc<XmlDocument>], chosen: Option<&str>) -> BTreeSet<Box<str>> {
    let (mut declared, mut used) = (BTreeSet::new(), BTreeSet::new());
    used.extend(chosen);
    used.extend(documents[0].element(documents[0].root()).attribute("main_tree_to_execute"));
    for document in documents {
        let trees = document.children(document.root());
        for tree in trees.filter(|tree| &*document.element(*tree).tag == "BehaviorTree") {
            declared.extend(document.element(tree).attribute("ID"));
            let mut open: Vec<ElementId> = document.children(tree).collect();
            while let Some(id) = open.pop() {
                let element = document.element(id);
                let is_subtree = Class::from_tag(&element.tag) == Some(Class::SubTree);
                used.extend(element.attribute("ID").filter(|_| is_subtree));
                open.extend(document.children(id));
            }
        }
    }
    used.difference(&declared).map(|name| (*name).into()).collect()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

struct Reader<'f> {
    folder: Option<&'f Folder>,
    documents: Vec<Arc<XmlDocument>>,
    /// The path of each document in the folder.
    files: Vec<PathBuf>,
    known: HashMap<PathBuf, usize>,
    /// The documents that each one includes, with the positions.
    included: Vec<Vec<(usize, Position)>>,
    notes: Notes,
    bytes: u64,
    /// The budget for the check whether the main tree can be built.
    budget: Budget,
}

impl<'f> Reader<'f> {
    fn new(folder: Option<&'f Folder>) -> Self {
        Self {
            folder,
            documents: Vec::new(),
            files: Vec::new(),
            known: HashMap::new(),
            included: Vec::new(),
            notes: Notes::default(),
            bytes: 0,
            budget: Budget::default(),
        }
    }

    fn read(
        &mut self,
        text: &Arc<str>,
        name: &str,
        own: PathBuf,
        chosen: Option<&str>,
    ) -> Result<TreeFile, SceneError> {
        if let Some(real) = self.folder.and_then(|folder| fs::canonicalize(folder.join(&own)).ok()) {
            self.known.insert(real, 0);
        }
        self.take(text, name, own)?;
        self.include_all(0)?;
        let own = self.documents.len();
        if let Some(folder) = self.folder {
            self.add_supplied(folder, chosen)?;
        }
        let neighbours = self.neighbours(chosen);
        let documents = Documents { all: std::mem::take(&mut self.documents), own, neighbours };
        let file = TreeFile::new(documents, std::mem::take(&mut self.notes).finish())?;
        // Errors of a tree are reported now, not when it is first run.
        file.check(&self.budget)?;
        Ok(file)
    }

    fn take(&mut self, text: &Arc<str>, name: &str, path: PathBuf) -> Result<(), SceneError> {
        self.bytes += text.len() as u64;
        self.documents.push(Arc::new(xml::parse(text, name)?));
        self.files.push(path);
        self.included.push(Vec::new());
        Ok(())
    }

    /// Reads the file of an `include` element, unless it was read before.
    fn include(&mut self, document: &XmlDocument, number: usize, id: ElementId) -> Result<(), SceneError> {
        let element = document.element(id);
        let failed = |message: &str, help: &str| Err(document.error(id, message, Some(help)));
        let Some(path) = element.attribute_node("path") else {
            return failed("`include` must have a path", "such as `<include path=\"other.xml\"/>`");
        };
        let reason = match (element.attribute("ros_pkg"), self.folder) {
            (Some(package), _) => {
                format!("it is in the ROS package {}, and packages are not searched", quoted(package))
            }
            (None, None) => "there is no folder to search".to_owned(),
            (None, Some(folder)) => return self.follow(document, number, path, folder),
        };
        self.notes.at(document, id, format!("{} is left out: {reason}", quoted(&path.value)));
        Ok(())
    }

    fn follow(
        &mut self,
        document: &XmlDocument,
        number: usize,
        path: &super::document::Attribute,
        folder: &Folder,
    ) -> Result<(), SceneError> {
        let beside = self.files[number].parent().unwrap_or(Path::new("")).join(&*path.value);
        let file = if folder::check_written(&path.value).is_ok() { &*beside.to_string_lossy() } else { &path.value };
        let real =
            folder.resolve(file).map_err(|error| document.error_at(path.at, &error.to_string(), Some(error.help())))?;
        let known = self.known.get(&real).copied();
        self.included[number].push((known.unwrap_or(self.documents.len()), path.at));
        if known.is_some() {
            return Ok(());
        }
        let shown = text::path_in_message(&folder.join(file));
        self.known.insert(real.clone(), self.documents.len());
        let text = text::read(&real, &shown, &WANTED)?;
        if self.documents.len() >= MOST_FILES || self.bytes + text.len() as u64 > LARGEST_FILE {
            let message = format!("more than {MOST_FILES} files or {} MiB are included", LARGEST_FILE >> 20);
            return Err(document.error_at(path.at, &message, Some("include fewer files, or smaller ones")));
        }
        self.take(&shared(text), &shown, beside)
    }

    /// Reads the files of the folders of `--trees` that have missing trees.
    fn add_supplied(&mut self, folder: &Folder, chosen: Option<&str>) -> Result<(), SceneError> {
        let main = Arc::clone(&self.documents[0]);
        let refused = |message: &str, help: &str| Err(main.error(main.root(), message, Some(help)));
        let mut missing = missing(&self.documents, chosen);
        if missing.is_empty() {
            return Ok(());
        }
        for trees in folder.trees() {
            let shown = text::path_in_message(trees);
            if !trees.starts_with(folder.root()) {
                let root = text::path_in_message(folder.root());
                let message =
                    format!("the folder {} of `--trees` is outside the root {}", quoted(&shown), quoted(&root));
                return refused(&message, "give a folder that contains both with `--root DIR`");
            }
            let mut offered = Shelf::of(trees, folder.root(), |path| self.known.contains_key(path), &self.budget);
            if let Some(stop) = &offered.stop {
                let message = format!("the folder {} of `--trees`: {}", quoted(&shown), stop.reason());
                return refused(&message, "give a folder with fewer files, or more memory with `--memory SIZE`");
            }
            // A file that is added may itself lack trees of this folder.
            while let Some((name, files)) = missing.iter().find_map(|name| offered.files.remove_entry(name)) {
                if let [first, second, ..] = &files[..] {
                    let [first, second] = [first, second].map(|path| quoted(&file_name(path)));
                    let message = format!(
                        "the tree {} is in two files of {}: {first} and {second}",
                        quoted(&name),
                        quoted(&shown)
                    );
                    return refused(
                        &message,
                        "rename one of them, or include the right file with an `include` element",
                    );
                }
                if let [file] = &files[..] {
                    self.supply(file, folder)?;
                }
                missing = self::missing(&self.documents, chosen);
            }
        }
        Ok(())
    }

    /// Reads one of these files.
    fn supply(&mut self, real: &Path, folder: &Folder) -> Result<(), SceneError> {
        let shown = text::path_in_message(real);
        self.known.insert(real.to_owned(), self.documents.len());
        let text = text::read(real, &shown, &WANTED)?;
        if self.documents.len() >= MOST_FILES || self.bytes + text.len() as u64 > LARGEST_FILE {
            let message = format!("more than {MOST_FILES} files or {} MiB are used", LARGEST_FILE >> 20);
            let help = Some("use trees of fewer files, or smaller ones");
            return Err(SceneError::unreadable(&shown, &message, help));
        }
        let number = self.documents.len();
        let name = folder.name_of(real).map_or_else(|| real.to_owned(), PathBuf::from);
        self.take(&shared(text), &shown, name)?;
        self.include_all(number)
    }

    /// Reads the files that documents include, from the document with this number on, and those that these include.
    fn include_all(&mut self, first: usize) -> Result<(), SceneError> {
        let mut next = first;
        while next < self.documents.len() {
            let document = Arc::clone(&self.documents[next]);
            for child in document.children(document.root()) {
                if &*document.element(child).tag == "include" {
                    self.include(&document, next, child)?;
                }
            }
            next += 1;
        }
        self.check_cycles()
    }

    /// The files beside the first one that have missing trees, by the names of the trees.
    fn neighbours(&self, chosen: Option<&str>) -> BTreeMap<Box<str>, Box<str>> {
        let missing = missing(&self.documents, chosen);
        let Some(folder) = self.folder.filter(|_| !missing.is_empty()) else { return BTreeMap::new() };
        let beside = folder.join(self.files[0].parent().unwrap_or(Path::new("")));
        let beside = if beside.as_os_str().is_empty() { PathBuf::from(".") } else { beside };
        let Some(beside) = fs::canonicalize(&beside).ok().filter(|beside| beside.starts_with(folder.root())) else {
            return BTreeMap::new();
        };
        let offered = Shelf::of(&beside, folder.root(), |path| self.known.contains_key(path), &self.budget);
        let found = offered.files.into_iter().filter(|(name, _)| missing.contains(name));
        found.filter_map(|(name, files)| Some((name, file_name(files.first()?).into()))).collect()
    }

    /// Refuses files that include each other: each is read once here, but other readers would not end.
    fn check_cycles(&self) -> Result<(), SceneError> {
        // The path from the first file to the current one, each with the number of its includes that were followed.
        let mut way: Vec<(usize, usize)> = vec![(0, 0)];
        let mut is_done = vec![false; self.documents.len()];
        while let Some((at, next)) = way.last_mut() {
            let Some(&(to, place)) = self.included[*at].get(*next) else {
                is_done[*at] = true;
                way.pop();
                continue;
            };
            let from = *at;
            *next += 1;
            if let Some(start) = way.iter().position(|(open, _)| *open == to) {
                let files = way[start..].iter().map(|(open, _)| *open).chain([to]);
                let names: Vec<String> = files.map(|file| quoted(self.documents[file].file())).collect();
                let message = format!("these files include each other: {}", names.join(" → "));
                let help = Some("take one of the `include` elements out");
                return Err(self.documents[from].error_at(place, &message, help));
            }
            if !is_done[to] {
                way.push((to, 0));
            }
        }
        Ok(())
    }
}
