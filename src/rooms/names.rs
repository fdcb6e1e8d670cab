//! Tests that no name stands for many types: a reader who finds a name should know its type.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::files;

/// So many types may have one name.
const MOST: usize = 3;

/// The names of the types that a file declares outside its tests.
fn declared(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let name = |line| {
        let line: &str = line;
        let indent = line.len() - line.trim_start().len();
        let line = line.trim_start();
        let line = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
            Some(rest) => rest.trim_start(),
            None => line,
        };
        let (kind, rest) = line.split_once(' ')?;
        // An indented `type` belongs to a trait.
        let is_type = matches!(kind, "struct" | "enum" | "trait") || kind == "type" && indent == 0;
        is_type.then(|| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
    };
    code.lines().filter_map(name).collect()
}

#[test]
fn no_name_stands_for_more_than_three_types() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&source, &mut all);
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in all {
        let name = path.strip_prefix(&source).unwrap().with_extension("").to_string_lossy().replace('\\', "/");
        if name.split('/').any(|part| part.ends_with("tests") || part == "cases" || part == "rooms") {
            continue;
        }
        for declared in declared(&fs::read_to_string(&path).unwrap()) {
            types.entry(declared.to_owned()).or_default().push(name.clone());
        }
    }
    assert!(types.len() > 1000, "the search finds types");
    types.retain(|_, files| files.len() > MOST);
    assert_eq!(types, BTreeMap::new());
}

#[test]
fn declared_types_are_found() {
    let text = "pub struct A;\n    pub(super) enum B {\ntrait C<'a> {\n    type D;\ntype E = u8;\nfn struct_f() {}\n// struct F;\n\
                #[cfg(test)]\nmod tests {\n    struct G;\n";
    assert_eq!(declared(text), ["A", "B", "C", "E"]);
}
