//! The wanted value of a field of a goal: a word, a truth value, a number or a range.

use eframe::egui::{ComboBox, Label, Ui};
use serde_json::{Map, Value, json};

use super::line::{self, row};
use crate::escape;
use crate::report::lesson::{AnswerField, choices, value_words};
use crate::scene::{AskedAnswer, Expectation, NAMING_KEYS, Scene};

/// How a number should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Is,
    AtLeast,
    AtMost,
    Between,
}

impl Relation {
    const ALL: [Self; 4] = [Self::Is, Self::AtLeast, Self::AtMost, Self::Between];

    fn word(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::AtLeast => "is at least",
            Self::AtMost => "is at most",
            Self::Between => "is between",
        }
    }

    /// The relation and the ends of a wanted number. A missing end is the other one.
    fn of(value: &Value) -> Option<(Self, [f64; 2])> {
        let [min, max] = ["min", "max"].map(|key| value.get(key).and_then(Value::as_f64));
        match (min, max, value.as_f64()) {
            (Some(min), Some(max), _) => Some((Self::Between, [min, max])),
            (Some(min), None, _) => Some((Self::AtLeast, [min; 2])),
            (None, Some(max), _) => Some((Self::AtMost, [max; 2])),
            (None, None, number) => number.map(|number| (Self::Is, [number; 2])),
        }
    }

    /// The wanted number of these ends. Whole numbers are written as such.
    fn value(self, [min, max]: [f64; 2]) -> Value {
        match self {
            Self::Is => number(min),
            Self::AtLeast => json!({ "min": number(min) }),
            Self::AtMost => json!({ "max": number(max) }),
            Self::Between => json!({ "min": number(min.min(max)), "max": number(min.max(max)) }),
        }
    }
}

/// A number as a file has it: without a fraction where it has none.
#[expect(clippy::cast_possible_truncation, reason = "the number is whole and small")]
fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 { Value::from(number as i64) } else { Value::from(number) }
}

/// The value that a new part of a goal has: another one than now.
pub(super) fn first(scene: &Scene, named: &Expectation, field: &AnswerField) -> Value {
    let others = values(scene, named, &field.path, &field.value);
    let other = others.into_iter().find(|value| *value != field.value);
    let higher = || field.value.as_f64().map(|now| json!({ "min": number((now + 1.0).floor()) }));
    other.or_else(higher).unwrap_or_else(|| field.value.clone())
}

/// The values that a field can have, where they are known.
fn values(scene: &Scene, named: &Expectation, field: &str, now: &Value) -> Vec<Value> {
    let keys: Map<String, Value> = named
        .keys
        .iter()
        .filter(|(key, _)| NAMING_KEYS.contains(&&***key))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let asked = AskedAnswer { named: Expectation { keys }, field: field.to_owned(), ..AskedAnswer::default() };
    choices(scene, &asked, now)
}

/// A row for each wanted field of an expectation.
pub(super) fn show(ui: &mut Ui, scene: &Scene, i: usize, expected: &mut Expectation) {
    let fields: Vec<(String, Value)> = expected.fields().map(|(key, value)| (key.to_owned(), value.clone())).collect();
    for (key, value) in fields {
        let values = values(scene, expected, &key, &value);
        let label = key.replace('_', " ");
        let new = row(ui, &label, "The value that meets the goal.", |ui| {
            if values.is_empty() {
                return number_of(ui, (i, &key), &value);
            }
            word_of(ui, (i, &key), &value, &values)
        });
        if let Some(new) = new {
            expected.keys.insert(key, new);
        }
    }
}

/// A list of the values.
fn word_of(ui: &mut Ui, (i, key): (usize, &str), value: &Value, values: &[Value]) -> Option<Value> {
    let mut chosen = None;
    let words = |value: &Value| escape::shown(&value_words(key, value)).into_owned();
    let list = ComboBox::from_id_salt(("wanted", i, key)).width(ui.available_width()).selected_text(words(value));
    let response = list.show_ui(ui, |ui| {
        for one in values {
            if ui.selectable_label(one == value, words(one)).clicked() && one != value {
                chosen = Some(one.clone());
            }
        }
    });
    response.response.accessible_name(format!("wanted {}", key.replace('_', " ")));
    chosen
}

/// A relation and one or two numbers. Another value is shown as it is.
fn number_of(ui: &mut Ui, (i, key): (usize, &str), value: &Value) -> Option<Value> {
    let Some((relation, before)) = Relation::of(value) else {
        ui.add(Label::new(escape::shown(&value_words(key, value)).into_owned()).truncate());
        return None;
    };
    let (mut now, mut ends) = (relation, before);
    ComboBox::from_id_salt(("relation", i, key)).width(92.0).selected_text(relation.word()).show_ui(ui, |ui| {
        for one in Relation::ALL {
            ui.selectable_value(&mut now, one, one.word());
        }
    });
    let drag =
        |ui: &mut Ui, end: &mut f64, name: &str| line::number(ui, end, &format!("{name} of {key}"), (i, key, name));
    let mut is_changed = now != relation;
    match relation {
        Relation::AtMost => is_changed |= drag(ui, &mut ends[1], "most"),
        Relation::Between => {
            is_changed |= drag(ui, &mut ends[0], "least");
            is_changed |= drag(ui, &mut ends[1], "most");
        }
        Relation::Is | Relation::AtLeast => is_changed |= drag(ui, &mut ends[0], "least"),
    }
    is_changed.then(|| now.value(ends))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    #[test]
    fn a_relation_reads_what_it_writes() {
        for (value, relation) in [
            (json!(2), Relation::Is),
            (json!(2.5), Relation::Is),
            (json!({ "min": 1 }), Relation::AtLeast),
            (json!({ "max": 0.25 }), Relation::AtMost),
            (json!({ "min": 1, "max": 3 }), Relation::Between),
        ] {
            let (found, ends) = Relation::of(&value).unwrap();
            assert_eq!((found, found.value(ends)), (relation, value));
        }
        assert_eq!(Relation::of(&json!("inside")), None);
    }

    #[test]
    fn a_new_goal_wants_another_value_than_now() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }],
            "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let scene = parse(text, "a.json").unwrap();
        let named = |keys: Value| Expectation { keys: keys.as_object().unwrap().clone() };
        let of_camera = || named(json!({ "camera": "eye", "object": "crate" }));
        for (named, path, now, wanted) in [
            (of_camera(), "verdict", json!("inside"), json!("intersect")),
            (of_camera(), "verdict", json!("outside"), json!("inside")),
            (of_camera(), "seen", json!(true), json!(false)),
            (named(json!({ "ray": "aim" })), "nearest", json!("crate"), json!(null)),
            (named(json!({ "cut": "a" })), "loops", json!(1), json!({ "min": 2 })),
        ] {
            let field = AnswerField { path: path.to_owned(), value: now };
            assert_eq!(first(&scene, &named, &field), wanted, "{path}");
        }
    }
}
