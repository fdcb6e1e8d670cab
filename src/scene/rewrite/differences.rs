//! Applies the differences of two values to the syntax tree of the first one.

use std::collections::HashMap;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject};

use super::layout::Style;

/// Makes an object that has the value `old` the object `new`. Keys that are not in `old`, because they have their default,
/// stay unless `new` has them.
pub(super) fn merge_object(node: &CstObject, old: &Object, new: &Object, style: &Style<'_>) {
    for (i, property) in new.properties.iter().enumerate() {
        let name = property.name.as_str();
        let before = value_of(old, name);
        let is_same = before.is_some_and(|before| is_same(before, &property.value));
        match (node.get(name), before) {
            _ if is_same => {}
            (Some(found), Some(before)) => {
                if let Some(found) = found.value() {
                    merge(found, before, &property.value, style);
                }
            }
            (Some(found), None) => {
                if let Some(found) = found.value() {
                    replace(found, &property.value, style);
                }
            }
            (None, _) => insert_property(node, new, i, style),
        }
    }
    for property in &old.properties {
        let name = property.name.as_str();
        if value_of(new, name).is_none()
            && let Some(found) = node.get(name)
        {
            found.remove();
        }
    }
}

/// Inserts a property after the one that comes before it and is there.
fn insert_property(node: &CstObject, new: &Object, index: usize, style: &Style<'_>) {
    let ObjectProp { name, value, .. } = &new.properties[index];
    let before = new.properties[..index].iter().rev().find_map(|before| node.get(before.name.as_str()));
    let place = before.map_or(0, |before| before.property_index() + 1);
    let inserted = node.insert(place, name.as_str(), CstInputValue::String(String::new()));
    if let Some(inserted) = inserted.value() {
        set(&inserted, value, style);
    }
}

fn merge(node: CstNode, old: &Value, new: &Value, style: &Style<'_>) {
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
                    merge(element.clone(), &old.elements[*partner], value, style);
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

/// For each new entry the old one with its name. When as many names are gone as came, the entries were renamed.
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
fn replace(node: CstNode, value: &Value, style: &Style<'_>) {
    if let (Some(number), Value::NumberLit(_)) = (node.as_number_lit(), value) {
        number.set_raw_value(style.text(value, &node));
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
