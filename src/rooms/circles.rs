//! Tests that no two files use each other in a circle, a module and its own parts included.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::files;

/// The code of files by their module paths, such as `app/kit/theme`.
pub(super) type Files = BTreeMap<String, String>;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// The code of a file without its tests, its comments and the scopes of its visibilities.
pub(super) fn code(text: &str) -> String {
    let is_test = |(i, _): &(usize, &str)| {
        let after = text[*i..].lines().skip(1).find(|line| !line.starts_with("#["));
        after.is_some_and(|line| line.contains("mod ") && line.ends_with('{'))
    };
    let end = text.match_indices("#[cfg(test)]\n").find(is_test).map_or(text.len(), |(i, _)| i);
    let lines = text[..end].lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    let mut parts = code.split("pub(in ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |code, part| code + part.split_once(')').map_or("", |(_, rest)| rest))
}

/// The paths of a `use`, each written without braces.
fn paths(prefix: &str, tree: &str, found: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((before, list)) = tree.split_once('{') else {
        found.push(format!("{prefix}{}", tree.split(" as ").next().unwrap_or_default()));
        return;
    };
    let prefix = format!("{prefix}{}", before.trim());
    let (mut depth, mut start) = (0, 0);
    let list = list.rsplit_once('}').map_or(list, |(list, _)| list);
    for (i, c) in list.char_indices().chain([(list.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !list[start..i].trim().is_empty() {
                    paths(&prefix, &list[start..i], found);
                }
                start = i + 1;
            }
            _ => {}
        }
    }
}

/// All paths that a file names: those of each `use`, and those in its code that begin with `crate`, `super`, `self` or one
/// of its own parts.
fn named(code: &str, parts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for statement in code.split("use ").skip(1) {
        paths("", statement.split(';').next().unwrap_or_default(), &mut found);
    }
    let parts: Vec<String> = parts.iter().map(|part| format!("{part}::")).collect();
    for root in ["crate::", "super::", "self::"].into_iter().chain(parts.iter().map(String::as_str)) {
        for (i, _) in code.match_indices(root) {
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            // Only at the beginning of a path.
            if !code[..i].ends_with(is_path) {
                let path: String = code[i..].chars().take_while(|c| is_path(*c)).collect();
                // The paths of a list in braces are found above.
                found.extend((!path.ends_with("::")).then_some(path));
            }
        }
    }
    found
}

/// The file to which a path in a file leads.
fn target(files: &Files, from: &str, path: &str) -> Option<String> {
    let mut parts = path.split("::").map(str::trim).peekable();
    let mut at: Vec<&str> = from.split('/').collect();
    match *parts.peek()? {
        "crate" => {
            parts.next();
            at.clear();
        }
        "self" => {
            parts.next();
        }
        "super" => {
            while parts.next_if_eq(&"super").is_some() {
                at.pop();
            }
        }
        first if !files.contains_key(&format!("{from}/{first}")) => return None,
        _ => {}
    }
    while let Some(part) = parts.next_if(|part| files.contains_key(&[&at[..], &[part]].concat().join("/"))) {
        at.push(part);
    }
    let file = at.join("/");
    (file != from && files.contains_key(&file)).then_some(file)
}

/// The files that a file uses.
pub(super) fn used_files(files: &Files, from: &str) -> BTreeSet<String> {
    let part = |other: &'_ String| Some(other.strip_prefix(from)?.strip_prefix('/')?.to_owned());
    let parts: Vec<String> = files.keys().filter_map(part).filter(|part| !part.contains('/')).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    named(&files[from], &parts).into_iter().filter_map(|path| target(files, from, &path)).collect()
}

/// The files that each file uses.
fn graph(files: &Files) -> Graph {
    files.keys().map(|name| (name.clone(), used_files(files, name))).collect()
}

/// All files that can be reached from a file.
fn reached<'g>(graph: &'g Graph, from: &'g str) -> BTreeSet<&'g str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(file) = open.pop() {
        let next = graph.get(file).into_iter().flatten().map(String::as_str);
        open.extend(next.filter(|other| found.insert(*other)));
    }
    found
}

/// The files of each circle.
fn circles(graph: &Graph) -> BTreeSet<Vec<&str>> {
    let reached: BTreeMap<&str, _> = graph.keys().map(|file| (file.as_str(), reached(graph, file))).collect();
    let circle = |file: &str| -> Vec<&str> {
        let back = |other: &&&str| reached.get(**other).is_some_and(|from| from.contains(file));
        reached[file].iter().filter(back).copied().collect()
    };
    graph.keys().map(|file| circle(file)).filter(|circle| !circle.is_empty()).collect()
}

/// The code of all files of the source, without tests.
pub(super) fn files_of_source() -> Files {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&source, &mut all);
    let mut texts = BTreeMap::new();
    for path in all {
        let name = path.strip_prefix(&source).unwrap().with_extension("").to_string_lossy().replace('\\', "/");
        let name = name.strip_suffix("/mod").unwrap_or(&name).to_owned();
        if !name.split('/').any(|part| part.ends_with("tests") || part == "cases" || part == "rooms") {
            texts.insert(name, code(&fs::read_to_string(&path).unwrap()));
        }
    }
    texts
}

#[test]
fn no_file_imports_in_a_circle_with_another() {
    let graph = graph(&files_of_source());
    assert_eq!(circles(&graph), BTreeSet::new(), "files that import each other in a circle");
}

#[test]
fn circles_are_found() {
    let files = [
        ("a", ""),
        ("b", ""),
        ("a/one", "use super::two::Two;"),
        ("a/two", "fn f() -> crate::b::three::Three { three() }"),
        ("b/three", "use crate::{a::one::{self, One}, c};"),
        ("c", "use crate::c::part; mod part;"),
        ("c/part", "use super::C;"),
        ("d", "mod part; fn f() { part::g() }"),
        ("d/part", "use super::super::e;"),
        ("e", "use crate::d::D;"),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), code(text))).into();
    let graph = graph(&files);
    let found = [vec!["a/one", "a/two", "b/three"], vec!["c", "c/part"], vec!["d", "d/part", "e"]];
    assert_eq!(circles(&graph), found.into());
}
