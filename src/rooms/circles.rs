//! Tests that no two files import each other in a circle. A module and its own parts may.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::files;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// The code of a file without its tests and comments.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let text = text.split("#[cfg(test)]\npub(crate) mod ").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
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

/// All paths that a file names: those of each `use`, and those in its code that begin with `crate`, `super` or `self`.
fn named(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for statement in code.split("use ").skip(1) {
        paths("", statement.split(';').next().unwrap_or_default(), &mut found);
    }
    for root in ["crate::", "super::", "self::"] {
        for (i, _) in code.match_indices(root) {
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            // Only at the beginning of a path, and not the scope of a visibility.
            if !code[..i].ends_with(is_path) && !code[..i].ends_with("pub(in ") {
                let path: String = code[i..].chars().take_while(|c| is_path(*c)).collect();
                // The paths of a list in braces are found above.
                found.extend((!path.ends_with("::")).then_some(path));
            }
        }
    }
    found
}

/// The file to which a path in a file leads.
fn target(files: &BTreeMap<String, String>, from: &str, path: &str) -> Option<String> {
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

/// The imports of each file, except those between a module and its own parts.
fn graph(files: &BTreeMap<String, String>) -> Graph {
    let is_kin = |a: &str, b: &str| a.starts_with(&format!("{b}/")) || b.starts_with(&format!("{a}/"));
    let of = |(name, code): (&String, &String)| {
        let targets = named(code).into_iter().filter_map(|path| target(files, name, &path));
        (name.clone(), targets.filter(|other| !is_kin(name, other)).collect())
    };
    files.iter().map(of).collect()
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

#[test]
fn no_file_imports_in_a_circle_with_another() {
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
    let graph = graph(&texts);
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
    ];
    let files = files.map(|(name, text)| (name.to_owned(), code(text))).into();
    let graph = graph(&files);
    assert_eq!(circles(&graph), [vec!["a/one", "a/two", "b/three"]].into());
}
