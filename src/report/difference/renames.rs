//! Items that have another name and the same answers: one name is in the earlier report only, the other in the later
//! report only, and all their answers are equal.
//!
//! Several items may have other names at once. So the answers of an item are compared with each name that only one
//! report has left out. When several items have the same answers, it is unknown which of them is which, and all of them
//! stay vanished and new.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use super::answers::{Answers, ListedAnswer};
use super::change::{Difference, DifferenceKind};

/// Another name of an item.
pub(super) struct Rename {
    /// The kind of the item.
    role: String,
    before: String,
    after: String,
    answers: usize,
}

impl Rename {
    pub(super) fn difference(self) -> Difference {
        let Self { role, before, after, answers } = self;
        let what = DifferenceKind::Renamed { before, answers };
        Difference { section: role, names: vec![after], what }
    }
}

/// Fields whose texts are words and no names.
const WORDS: [&str; 11] =
    ["verdict", "exact", "rejected_by", "status", "feature", "reason", "kind", "event", "error", "type", "tracking"];

/// The kind of the item that a name of an answer is about. Images and skinned objects are targets of rays and have
/// answers of their own.
fn role(section: &str, position: usize) -> &str {
    match (section, position) {
        ("frusta", 0) => "cameras",
        ("rays", 0) => "rays",
        ("frusta" | "rays" | "images" | "skins" | "octree", _) => "objects",
        (section, _) => section,
    }
}

/// The pairs of an octree.
fn pairs(answer: &ListedAnswer) -> impl Iterator<Item = (&str, [&str; 2])> {
    let lists = ["candidate_pairs", "overlap_pairs"].into_iter().filter(|_| answer.section == "octree");
    lists.flat_map(|key| {
        answer
            .fields
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(move |pair| Some((key, [pair.get(0)?.as_str()?, pair.get(1)?.as_str()?])))
    })
}

/// A kind of item and a name.
type Item<'a> = (&'a str, &'a str);

fn items(answers: &Answers) -> HashSet<Item<'_>> {
    let mut found = HashSet::new();
    for answer in &answers.list {
        let names = answer.names.iter().enumerate();
        // The name of a pair of `among` is made of the names of its objects.
        let names = names.filter(|(_, name)| !(answer.section == "occlusion" && name.contains(" + ")));
        found.extend(names.map(|(at, name)| (role(&answer.section, at), &**name)));
        found.extend(pairs(answer).flat_map(|(_, pair)| pair.map(|name| ("objects", name))));
    }
    found
}

/// All other names of items, in the order of the earlier report.
pub(super) fn find(old: &Answers, new: &Answers) -> Vec<Rename> {
    let (before, after) = (items(old), items(new));
    let gone: HashSet<Item> = before.difference(&after).copied().collect();
    let come: HashSet<Item> = after.difference(&before).copied().collect();
    if gone.is_empty() || come.is_empty() {
        return Vec::new();
    }
    let [gone, come] = [signatures(old, &gone), signatures(new, &come)];
    let mut by_answers: BTreeMap<(&str, &[u64]), Candidates> = BTreeMap::new();
    for ((role, name), signature) in &gone {
        let candidates = by_answers.entry((role, &signature.answers)).or_default();
        candidates.before.push((signature.place, name));
    }
    for ((role, name), signature) in &come {
        by_answers.entry((role, &signature.answers)).or_default().after.push(name);
    }
    let mut found = Vec::new();
    for ((role, answers), Candidates { before, after }) in by_answers {
        if let ([(place, before)], [after]) = (&before[..], &after[..]) {
            let [role, before, after] = [role, before, after].map(str::to_owned);
            found.push((*place, Rename { role, before, after, answers: answers.len() }));
        }
    }
    found.sort_by(|(place, one), (other_place, other)| (place, &one.before).cmp(&(other_place, &other.before)));
    found.into_iter().map(|(_, rename)| rename).collect()
}

/// The names in two files that hold one thing each: one item in each section, or the objects of one model.
pub(super) fn of_files(old: &Answers, new: &Answers) -> Vec<Rename> {
    let rename = |role: &str, before: &str, after: &str| {
        let [before, after] = [before, after].map(str::to_owned);
        Rename { role: role.to_owned(), before, after, answers: 0 }
    };
    if let (Some(old), Some(new)) = (old.only_names(), new.only_names()) {
        let pairs = old.iter().filter_map(|one| Some((one, new.iter().find(|other| other.0 == one.0)?)));
        let other = pairs.filter(|(one, other)| one.1 != other.1);
        return other.map(|(one, other)| rename(role(one.0, 0), one.1, other.1)).collect();
    }
    if let (Some((before, objects)), Some((after, _))) = (old.only_model(), new.only_model())
        && before != after
    {
        let other_name = |name: &&str| Some(format!("{after}/{}", name.split_once('/')?.1));
        let renames = objects.iter().filter_map(|name| Some(rename("objects", name, &other_name(name)?)));
        return renames.collect();
    }
    Vec::new()
}

/// The items with the same answers: those of the earlier report with the places of their first answers, and those of the
/// later one.
#[derive(Default)]
struct Candidates<'a> {
    before: Vec<(usize, &'a str)>,
    after: Vec<&'a str>,
}

/// All answers of an item.
struct Signature {
    /// The place of the first one.
    place: usize,
    /// A hash of each, sorted.
    answers: Vec<u64>,
}

/// The answers of each item that only one report has.
fn signatures<'a>(answers: &'a Answers, of: &HashSet<Item<'a>>) -> BTreeMap<Item<'a>, Signature> {
    let names: HashSet<&str> = of.iter().map(|(_, name)| *name).collect();
    let mut found: BTreeMap<Item, Signature> = BTreeMap::new();
    let mut add = |item: Item<'a>, place: usize, hash: u64| {
        found.entry(item).or_insert_with(|| Signature { place, answers: Vec::new() }).answers.push(hash);
    };
    for (place, answer) in answers.list.iter().enumerate() {
        for (at, name) in answer.names.iter().enumerate() {
            let item = (role(&answer.section, at), &**name);
            if !of.contains(&item) {
                continue;
            }
            let mut hasher = DefaultHasher::new();
            (&answer.section, at).hash(&mut hasher);
            for other in &answer.names {
                masked(other, &names).hash(&mut hasher);
            }
            for (key, value) in &answer.fields {
                hash_value(key, value, &names, &mut hasher);
            }
            add(item, place, hasher.finish());
        }
        for (key, pair) in pairs(answer) {
            for (at, name) in pair.into_iter().enumerate() {
                if of.contains(&("objects", name)) {
                    let mut hasher = DefaultHasher::new();
                    (key, at, masked(pair[1 - at], &names)).hash(&mut hasher);
                    add(("objects", name), place, hasher.finish());
                }
            }
        }
    }
    for signature in found.values_mut() {
        signature.answers.sort_unstable();
    }
    found
}

/// A name, left out when only one report has it.
fn masked<'n>(name: &'n str, left_out: &HashSet<&str>) -> &'n str {
    if left_out.contains(name) { "\0" } else { name }
}

fn hash_value(key: &str, value: &Value, left_out: &HashSet<&str>, hasher: &mut DefaultHasher) {
    key.hash(hasher);
    match value {
        Value::String(text) if WORDS.contains(&key) => text.hash(hasher),
        Value::String(text) => masked(text, left_out).hash(hasher),
        Value::Array(list) => {
            list.len().hash(hasher);
            for item in list {
                hash_value(key, item, left_out, hasher);
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                hash_value(key, value, left_out, hasher);
            }
        }
        other => other.to_string().hash(hasher),
    }
}

/// The answers with the later names.
pub(super) fn renamed(answers: Answers, renames: &[Rename]) -> Answers {
    if renames.is_empty() {
        return answers;
    }
    let names: HashMap<&str, &str> = renames.iter().map(|one| (&*one.before, &*one.after)).collect();
    let of_role: HashMap<(&str, &str), &str> =
        renames.iter().map(|one| ((&*one.role, &*one.before), &*one.after)).collect();
    let mut list = answers.list;
    for answer in &mut list {
        for at in 0..answer.names.len() {
            let name = &*answer.names[at];
            let role = role(&answer.section, at);
            let of_pair = || of_pair(name, &names).filter(|_| answer.section == "occlusion");
            let after = of_role.get(&(role, name)).map(|after| (*after).to_owned());
            if let Some(after) = after.or_else(of_pair) {
                answer.names[at] = after;
            }
        }
        for (key, value) in &mut answer.fields {
            rename_in(key, value, &names);
        }
    }
    Answers::of_list(list)
}

/// The name `NAME: a + b` of a pair of `among` with other names of its objects.
fn of_pair(name: &str, names: &HashMap<&str, &str>) -> Option<String> {
    let (query, pair) = name.split_once(": ")?;
    let (a, b) = pair.split_once(" + ")?;
    let [a, b] = [a, b].map(|name| names.get(name).copied().unwrap_or(name));
    Some(format!("{query}: {a} + {b}"))
}

fn rename_in(key: &str, value: &mut Value, names: &HashMap<&str, &str>) {
    match value {
        Value::String(text) if !WORDS.contains(&key) => {
            if let Some(after) = names.get(&**text) {
                (*after).clone_into(text);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|item| rename_in(key, item, names)),
        Value::Object(map) => map.iter_mut().for_each(|(key, value)| rename_in(key, value, names)),
        _ => {}
    }
}
