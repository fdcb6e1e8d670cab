//! A difference as a sentence: `guard · crate: outside → intersect, near −0.02 → +0.01`.

use serde_json::{Map, Value};

use super::change::{ChangeKind, Difference, DifferenceKind, FieldChange};
use super::cut::{self, shortened};
use crate::geometry::narrate::{apart, counted, fine};

/// The greatest number of items of a list, and of cells, in a sentence.
const MOST: usize = 6;

/// The whole line, without a final line break. Names are as they are in the file: escape the line before it is shown.
pub fn line(difference: &Difference) -> String {
    if let DifferenceKind::Renamed { before, answers } = &difference.what {
        let after = difference.names.first().map_or("", |name| name);
        return format!("`{before}` is now `{after}`, {} equal", counted(*answers, "answer"));
    }
    format!("{}: {}", subject(difference), change(difference, true))
}

/// The line of a difference that follows from an error. It does not repeat the error.
pub fn line_below_error(difference: &Difference) -> String {
    format!("{}: {}", subject(difference), change(difference, false))
}

fn subject(difference: &Difference) -> String {
    match &difference.names[..] {
        [] => difference.section.clone(),
        names => names.join(" · "),
    }
}

/// The change alone, in a few words for a label: only the verdict or the status where it has changed.
pub fn short(difference: &Difference) -> String {
    if let DifferenceKind::Changes(changes) = &difference.what
        && let Some(decides) = changes.iter().find(|change| ["verdict", "status", "nearest"].contains(&&*change.field))
    {
        return in_words(std::slice::from_ref(decides));
    }
    change(difference, true)
}

fn change(difference: &Difference, has_error: bool) -> String {
    let is_hit = difference.section == "rays" && difference.names.len() == 2;
    if let Some(error) = difference.error() {
        let error = if has_error { format!(" ({error})") } else { String::new() };
        let was = match &difference.what {
            DifferenceKind::Changes(changes) => {
                let before = changes.iter().filter_map(|change| match &change.how {
                    ChangeKind::Value { before, .. } => Some((change.field.clone(), before.clone())),
                    ChangeKind::Items { .. } => None,
                });
                was(&before.collect())
            }
            _ if is_hit => ", was no hit".to_owned(),
            _ => String::new(),
        };
        return format!("no answer{error}{was}");
    }
    match &difference.what {
        DifferenceKind::New(fields) if is_hit => format!("no hit → hit{}", after(", ", &fields_in_words(fields))),
        DifferenceKind::Vanished(fields) if is_hit => format!("hit → no hit{}", was(fields)),
        DifferenceKind::New(fields) => format!("new{}", after(", ", &fields_in_words(fields))),
        DifferenceKind::Vanished(fields) => format!("vanished{}", was(fields)),
        DifferenceKind::Changes(changes) => in_words(changes),
        DifferenceKind::Renamed { before, .. } => format!("was `{before}`"),
    }
}

/// An answer that is gone.
fn was(fields: &Map<String, Value>) -> String {
    after(", was ", &fields_in_words(fields))
}

fn after(word: &str, rest: &str) -> String {
    if rest.is_empty() { String::new() } else { format!("{word}{rest}") }
}

fn in_words(changes: &[FieldChange]) -> String {
    let rejected = changes.iter().find(|change| change.field == "rejected_by");
    // The side that rejects names the margin when it rejects in one report only.
    let side = rejected.and_then(|change| match &change.how {
        ChangeKind::Value { before: Value::String(side), after: Value::Null }
        | ChangeKind::Value { before: Value::Null, after: Value::String(side) } => Some(&**side),
        _ => None,
    });
    let side = side.filter(|_| changes.iter().any(|change| change.field == "margin"));
    let mut words: Vec<String> = Vec::new();
    let [mut cells, mut leaves] = [0, 0];
    for change in changes.iter().filter(|change| side.is_none() || change.field != "rejected_by") {
        let small = match change.field.as_str() {
            field if field.starts_with("cell ") => Some(&mut cells),
            field if field.contains('.') => Some(&mut leaves),
            _ => None,
        };
        if let Some(count) = small {
            *count += 1;
            if *count > MOST {
                continue;
            }
        }
        words.push(field_in_words(change, side));
    }
    for (count, what) in [(cells, "more cell"), (leaves, "more figure")] {
        if count > MOST {
            words.push(format!("and {}", counted(count - MOST, what)));
        }
    }
    words.join(", ")
}

/// A field that differs. `side` is the side of a frustum that names the margin.
fn field_in_words(change: &FieldChange, side: Option<&str>) -> String {
    let name = named(&change.field);
    match &change.how {
        ChangeKind::Value { before, after } if change.field.starts_with("cell ") => {
            format!("{name} {} → {}", cell(before), cell(after))
        }
        ChangeKind::Value { before, after } => {
            let [before, after] = values_apart(&change.field, before, after);
            match (&*change.field, side) {
                ("verdict" | "status", _) => format!("{before} → {after}"),
                ("margin", Some(side)) => format!("{side} {before} → {after}"),
                _ => format!("{name} {before} → {after}"),
            }
        }
        ChangeKind::Items { removed, added } => {
            let side = |sign: char, items: &[Value]| match items {
                [] => None,
                items => {
                    let more = items.len().saturating_sub(MOST);
                    let described: Vec<String> =
                        items.iter().take(MOST).map(|one| format!("{sign}{}", item(one))).collect();
                    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                    Some(format!("{}{more}", described.join(", ")))
                }
            };
            let both: Vec<String> = [side('−', removed), side('+', added)].into_iter().flatten().collect();
            format!("{name} {}", both.join("; "))
        }
    }
}

/// The name of a field. That of a nested value is its path.
fn named(field: &str) -> String {
    if field.contains('.') { format!("{field}:") } else { field.replace('_', " ") }
}

fn cell(value: &Value) -> &'static str {
    if value == &Value::Bool(true) { "solid" } else { "not solid" }
}

/// The most important fields of an answer that only one report has, and the number of answers about objects in each
/// class.
fn fields_in_words(fields: &Map<String, Value>) -> String {
    let deciding =
        ["verdict", "status", "feature", "t", "nearest", "solid_cells", "candidate_count", "collides", "error"];
    let is_told = |value: &&Value| !value.is_null() && !value.is_object() && !value.is_array();
    let one = |key: &str, found: &Value| {
        let words = value(key, found);
        if ["verdict", "status"].contains(&key) { words } else { format!("{} {words}", key.replace('_', " ")) }
    };
    let words = deciding.iter().filter_map(|key| Some(one(key, fields.get(*key).filter(is_told)?)));
    let mut words: Vec<String> = words.collect();
    words.extend(classes(fields));
    if words.is_empty() {
        let scalars = fields.iter().filter(|(_, value)| is_told(value));
        words.extend(scalars.take(3).map(|(key, value)| one(key, value)));
    }
    words.join(", ")
}

/// The number of objects in each class of a camera.
fn classes(fields: &Map<String, Value>) -> Vec<String> {
    let objects = fields.get("objects").and_then(Value::as_array);
    let verdicts = || objects.into_iter().flatten().filter_map(|object| object.get("verdict")?.as_str());
    let count = |class: &str| verdicts().filter(|verdict| *verdict == class).count();
    let classes = ["inside", "intersect", "outside"].map(|class| (count(class), class));
    classes.into_iter().filter(|(count, _)| *count > 0).map(|(count, class)| format!("{count} {class}")).collect()
}

/// A value in a few characters.
pub fn value(field: &str, value: &Value) -> String {
    shortened(&whole_value(field, value))
}

fn whole_value(field: &str, value: &Value) -> String {
    match value {
        Value::Null if field == "nearest" => "nothing".to_owned(),
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            number.as_f64().map_or_else(|| number.to_string(), |x| signed(field, x, fine(x)))
        }
        Value::Array(rows) if field == "solid" => {
            let columns = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
            format!("{columns} × {} cells", rows.len())
        }
        Value::Array(names) if !names.is_empty() && names.iter().all(Value::is_string) => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
        }
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        other => other.to_string(),
    }
}

/// Two values of one field: numbers with enough digits, and long texts cut to the part that differs.
pub(in crate::report) fn values_apart(field: &str, before: &Value, after: &Value) -> [String; 2] {
    if before.as_f64().is_some() && after.as_f64().is_some() {
        return values(field, [before, after]);
    }
    cut::apart(&whole_value(field, before), &whole_value(field, after))
}

/// Values of one field. Numbers have enough digits to show that they differ.
pub(in crate::report) fn values<const N: usize>(field: &str, all: [&Value; N]) -> [String; N] {
    let numbers = all.map(Value::as_f64);
    let is_integer = |value: &&Value| value.is_i64() || value.is_u64();
    if numbers.iter().any(Option::is_none) || all.iter().all(is_integer) {
        return all.map(|one| value(field, one));
    }
    let numbers = numbers.map(Option::unwrap_or_default);
    let mut texts = apart(numbers);
    for (text, x) in texts.iter_mut().zip(numbers) {
        *text = signed(field, x, std::mem::take(text));
    }
    texts
}

/// A margin has its sign.
fn signed(field: &str, x: f64, text: String) -> String {
    if field == "margin" && x >= 0.0 { format!("+{text}") } else { text }
}

/// An item of a list: a pair, an event of an agent, or a name.
fn item(value: &Value) -> String {
    match value {
        Value::Array(pair) if pair.iter().all(Value::is_string) => {
            pair.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" + ")
        }
        Value::String(text) => text.clone(),
        Value::Object(event) if event.contains_key("event") => {
            let text = |key: &str| event.get(key).and_then(Value::as_str).unwrap_or_default();
            let tick = event.get("tick").and_then(Value::as_u64).unwrap_or_default();
            format!("tick {tick} {} {} ({})", text("name"), text("event"), text("status"))
        }
        other => shortened(&other.to_string()),
    }
}
