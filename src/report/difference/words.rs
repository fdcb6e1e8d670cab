//! A difference as a sentence: `guard · crate: outside → intersect, near −0.02 → +0.01`.

use serde_json::{Map, Value};

use super::change::{ChangeKind, Difference, DifferenceKind, FieldChange};
use crate::geometry::narrate::{apart, counted, fine};

/// The greatest number of items of a list, and of cells, in a sentence.
const MOST: usize = 6;

/// The whole line, without a final line break. Names are as they are in the file: escape the line before it is shown.
pub fn line(difference: &Difference) -> String {
    let subject = match &difference.names[..] {
        [] => difference.section.clone(),
        names => names.join(" · "),
    };
    format!("{subject}: {}", change(difference))
}

/// The change alone, in a few words for a label: only the verdict or the status where it has changed.
pub fn short(difference: &Difference) -> String {
    if let DifferenceKind::Changes(changes) = &difference.what
        && let Some(decides) = changes.iter().find(|change| ["verdict", "status", "nearest"].contains(&&*change.field))
    {
        return in_words(std::slice::from_ref(decides));
    }
    change(difference)
}

fn change(difference: &Difference) -> String {
    let is_hit = difference.section == "rays" && difference.names.len() == 2;
    match &difference.what {
        DifferenceKind::New(fields) if is_hit => format!("no hit → hit{}", fields_in_words(fields)),
        DifferenceKind::Vanished(_) if is_hit => "hit → no hit".to_owned(),
        DifferenceKind::New(fields) => format!("new{}", fields_in_words(fields)),
        DifferenceKind::Vanished(_) => "vanished".to_owned(),
        DifferenceKind::Changes(changes) => in_words(changes),
    }
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
    for change in changes.iter().filter(|change| side.is_none() || change.field != "rejected_by") {
        let is_cell = change.field.starts_with("cell ");
        words.push(match &change.how {
            ChangeKind::Value { before, after } if is_cell => {
                format!("{} {} → {}", change.field, cell(before), cell(after))
            }
            ChangeKind::Value { before, after } => {
                let [before, after] = values(&change.field, [before, after]);
                match (&*change.field, side) {
                    ("verdict" | "status", _) => format!("{before} → {after}"),
                    ("margin", Some(side)) => format!("{side} {before} → {after}"),
                    (field, _) => format!("{} {before} → {after}", field.replace('_', " ")),
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
                format!("{} {}", change.field.replace('_', " "), both.join("; "))
            }
        });
    }
    let cells = changes.iter().filter(|change| change.field.starts_with("cell ")).count();
    if cells > MOST {
        let mut described = 0;
        words.retain(|word| {
            let is_cell = word.starts_with("cell ");
            described += usize::from(is_cell);
            !is_cell || described <= MOST
        });
        words.push(format!("and {}", counted(cells - MOST, "more cell")));
    }
    words.join(", ")
}

fn cell(value: &Value) -> &'static str {
    if value == &Value::Bool(true) { "solid" } else { "not solid" }
}

/// The most important fields of a new answer.
fn fields_in_words(fields: &Map<String, Value>) -> String {
    let described = ["verdict", "status", "feature", "t", "nearest", "solid_cells", "candidate_count", "error"];
    let words = described.iter().filter_map(|key| {
        let found = fields.get(*key).filter(|found| !found.is_null())?;
        let words = value(key, found);
        Some(if ["verdict", "status"].contains(key) {
            format!(", {words}")
        } else {
            format!(", {} {words}", key.replace('_', " "))
        })
    });
    words.collect()
}

/// A value in a few characters.
pub fn value(field: &str, value: &Value) -> String {
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
            shortened(&names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        other => shortened(&other.to_string()),
    }
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

fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST).chain(['…']).collect() }
}
