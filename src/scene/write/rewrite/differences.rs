//! Applies the differences of two values to the syntax tree of the first one.

use std::collections::HashMap;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject};

use super::layout::Style;

/// The longest line on which a property is inserted, characters.
const WIDTH: usize = 120;

/// Makes an object that has the value `old` the object `new`. Keys that are not in `old`, because they have their default,
/// stay unless `new` has them.
pub(super) fn merge_object(node: &CstObject, old: &Object, new: &Object, style: &Style<'_>) {
    for property in &old.properties {
        let name = property.name.as_str();
        if value_of(new, name).is_none()
            && let Some(found) = node.get(name)
        {
            found.remove();
        }
    }
    let mut missing = Vec::new();
    for (i, property) in new.properties.iter().enumerate() {
        let name = property.name.as_str();
        let before = value_of(old, name);
        if before.is_some_and(|before| is_same(before, &property.value)) {
            continue;
        }
        match (node.get(name).map(|found| found.value()), before) {
            (Some(Some(found)), Some(before)) => merge(&found, before, &property.value, style),
            (Some(Some(found)), None) => replace(&found, &property.value, style),
            (Some(None), _) => {}
            (None, _) => missing.push(i),
        }
    }
    if !missing.is_empty() && !insert_on_line(node, new, &missing, style) {
        for i in missing {
            insert_property(node, new, i, style);
        }
    }
}

/// Inserts properties into an object on one line, each after the one that comes before it. Returns `false`, and changes
/// nothing, for an object on several lines, and when the line would be too long.
fn insert_on_line(node: &CstObject, new: &Object, missing: &[usize], style: &Style<'_>) -> bool {
    let at = CstNode::from(node.clone());
    let is_empty = node.properties().is_empty();
    let mut text = String::new();
    for child in node.children() {
        text.push_str(&child.to_string());
        let after = child.as_object_prop().and_then(|child| child.decoded_name());
        if after.is_none() && child.token_char() != Some('{') {
            continue;
        }
        let inserted: Vec<String> = missing
            .iter()
            .map(|i| (*i, &new.properties[*i]))
            .filter(|(i, _)| anchor(node, new, *i) == after)
            .map(|(_, ObjectProp { name, value, .. })| format!("\"{}\": {}", name.as_str(), style.text(value, &at)))
            .collect();
        let inserted = inserted.join(", ");
        match &after {
            _ if inserted.is_empty() => {}
            Some(_) => text.extend([", ", &inserted]),
            None if is_empty => text.extend([" ", &inserted, " "]),
            None => text.extend([" ", &inserted, ","]),
        }
    }
    let column = at.indent_text().map_or(0, |indent| indent.chars().count());
    if text.contains(['\n', '\r']) || column + text.chars().count() > WIDTH {
        return false;
    }
    if let Some(replaced) = node.clone().replace_with(CstInputValue::String(String::new()))
        && let Some(replaced) = replaced.as_string_lit()
    {
        replaced.set_raw_value(text);
    }
    true
}

/// The name of the last property before the one at `index` that is there.
fn anchor(node: &CstObject, new: &Object, index: usize) -> Option<String> {
    let before = new.properties[..index].iter().rev().map(|before| before.name.as_str());
    before.map(str::to_owned).find(|name| node.get(name).is_some())
}

/// Inserts a property after the one that comes before it and is there.
fn insert_property(node: &CstObject, new: &Object, index: usize, style: &Style<'_>) {
    let ObjectProp { name, value, .. } = &new.properties[index];
    let place = anchor(node, new, index).and_then(|before| node.get(&before)).map_or(0, |it| it.property_index() + 1);
    let inserted = node.insert(place, name.as_str(), CstInputValue::String(String::new()));
    if let Some(inserted) = inserted.value() {
        set(&inserted, value, style);
    }
}

fn merge(node: &CstNode, old: &Value, new: &Value, style: &Style<'_>) {
    match (old, new, node.as_object(), node.as_array()) {
        (Value::Object(old), Value::Object(new), Some(node), _) => merge_object(&node, old, new, style),
        (Value::Array(old), Value::Array(new), _, Some(array)) if array.elements().len() == old.elements.len() => {
            merge_array(&array, old, new, style);
        }
        _ => replace(node, new, style),
    }
}

/// The same for a list. Entries with names are the same when their names are; other entries are compared in their order.
fn merge_array(node: &CstArray, old: &Array, new: &Array, style: &Style<'_>) {
    let partners = match (names(old), names(new)) {
        (Some(old), Some(new)) => by_name(&old, &new),
        _ => by_place(old, new),
    };
    let elements = node.elements();
    let mut kept = vec![None; elements.len()];
    for (i, partner) in partners.iter().enumerate() {
        if let Some(partner) = partner {
            kept[*partner] = Some(i);
        }
    }
    for (element, place) in elements.iter().zip(&kept) {
        if place.is_none() {
            element.clone().remove();
        }
    }
    let places: Vec<usize> = kept.iter().flatten().copied().collect();
    if !places.is_sorted() {
        let mut place = places.iter();
        node.sort_elements().by_key(|_| place.next().copied());
    }
    let was_empty = places.is_empty();
    for (i, (partner, value)) in partners.iter().zip(&new.elements).enumerate() {
        match partner {
            Some(partner) if is_same(&old.elements[*partner], value) => {}
            Some(partner) => {
                if let Some(element) = node.elements().get(i) {
                    merge(element, &old.elements[*partner], value, style);
                }
            }
            None => {
                let inserted = node.insert(i, CstInputValue::String(String::new()));
                if was_empty && i == 0 && matches!(value, Value::Object(_)) {
                    node.ensure_multiline();
                }
                set(&inserted, value, style);
            }
        }
    }
}

/// The names of the entries of a list, when each has its own.
fn names<'v>(list: &'v Array) -> Option<Vec<&'v str>> {
    let name = |entry: &'v Value| match entry {
        Value::Object(entry) => match value_of(entry, "name")? {
            Value::StringLit(name) => Some(&*name.value),
            _ => None,
        },
        _ => None,
    };
    let names: Vec<&str> = list.elements.iter().map(name).collect::<Option<_>>()?;
    let places: HashMap<&str, usize> = names.iter().enumerate().map(|(i, name)| (*name, i)).collect();
    (places.len() == names.len()).then_some(names)
}

/// For each new entry the index of the old entry with its name. If as many names were removed as added, these entries
/// were renamed, and match in their order.
fn by_name(old: &[&str], new: &[&str]) -> Vec<Option<usize>> {
    let places: HashMap<&str, usize> = old.iter().enumerate().map(|(i, name)| (*name, i)).collect();
    let mut partners: Vec<Option<usize>> = new.iter().map(|name| places.get(name).copied()).collect();
    let known: HashMap<&str, usize> = new.iter().enumerate().map(|(i, name)| (*name, i)).collect();
    let gone: Vec<usize> = (0..old.len()).filter(|i| !known.contains_key(old[*i])).collect();
    let came: Vec<usize> = (0..new.len()).filter(|i| partners[*i].is_none()).collect();
    if gone.len() == came.len() {
        for (came, gone) in came.into_iter().zip(gone) {
            partners[came] = Some(gone);
        }
    }
    partners
}

/// For each new entry the old one at its place: counted from the beginning before the first difference, from the end after
/// the last one, and one by one between them.
fn by_place(old: &Array, new: &Array) -> Vec<Option<usize>> {
    let (old, new) = (&old.elements, &new.elements);
    let first = old.iter().zip(new).take_while(|(a, b)| is_same(a, b)).count();
    let rest = old.len().min(new.len()) - first;
    let last = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| is_same(a, b)).count();
    let of_end = |i: usize| old.len() - (new.len() - i);
    let of_middle = |i: usize| Some(i).filter(|i| *i < old.len() - last);
    (0..new.len()).map(|i| if i >= new.len() - last { Some(of_end(i)) } else { of_middle(i) }).collect()
}

fn value_of<'v>(object: &'v Object, name: &str) -> Option<&'v Value<'v>> {
    object.properties.iter().find(|property| property.name.as_str() == name).map(|property| &property.value)
}

/// Whether two values are written alike, apart from spaces.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::NullKeyword(_), Value::NullKeyword(_)) => true,
        (Value::BooleanLit(a), Value::BooleanLit(b)) => a.value == b.value,
        (Value::NumberLit(a), Value::NumberLit(b)) => a.value == b.value,
        (Value::StringLit(a), Value::StringLit(b)) => a.value == b.value,
        (Value::Array(a), Value::Array(b)) => {
            a.elements.len() == b.elements.len() && a.elements.iter().zip(&b.elements).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same =
                |(a, b): (&ObjectProp, &ObjectProp)| a.name.as_str() == b.name.as_str() && is_same(&a.value, &b.value);
            a.properties.len() == b.properties.len() && a.properties.iter().zip(&b.properties).all(same)
        }
        _ => false,
    }
}

/// Replaces a node by a value.
fn replace(node: &CstNode, value: &Value, style: &Style<'_>) {
    if let (Some(number), Value::NumberLit(_)) = (node.as_number_lit(), value) {
        number.set_raw_value(style.text(value, node));
        return;
    }
    let empty = CstInputValue::String(String::new());
    let replaced = if let Some(node) = node.as_object() {
        node.replace_with(empty)
    } else if let Some(node) = node.as_array() {
        node.replace_with(empty)
    } else if let Some(node) = node.as_string_lit() {
        Some(node.into())
    } else if let Some(node) = node.as_number_lit() {
        node.replace_with(empty)
    } else if let Some(node) = node.as_boolean_lit() {
        node.replace_with(empty)
    } else {
        node.as_null_keyword().and_then(|node| node.replace_with(empty))
    };
    if let Some(replaced) = replaced {
        set(&replaced, value, style);
    }
}

/// Writes a value in place of an empty string.
fn set(node: &CstNode, value: &Value, style: &Style<'_>) {
    if let Some(text) = node.as_string_lit() {
        text.set_raw_value(style.text(value, node));
    }
}
