//! The JSON Schema of scene files, generated from the document's types.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::document::{Course, Project, Scene};

/// The JSON Schema (draft 2020-12) of scene files, indented, with a final line break.
///
/// It describes keys, types, ranges and defaults. [`crate::files::open`] checks names, references and files.
pub fn schema() -> String {
    text::<Scene>("eyeline scene")
}

/// The JSON Schema of the project file `eyeline.project.json`, in the same form.
pub fn project_schema() -> String {
    text::<Project>("eyeline project")
}

/// The JSON Schema of the file of a course, `course.json`, in the same form.
pub fn course_schema() -> String {
    text::<Course>("eyeline course")
}

fn text<T: JsonSchema>(title: &str) -> String {
    let settings = SchemaSettings::draft2020_12().with_transform(AsWritten);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    format!("{:#}\n", schema.to_value())
}

/// Applies the differences between Rust's types and the file: an optional key is left out rather than `null`, and a
/// number is written with as few digits as its `f32` allows.
#[derive(Clone, Debug)]
struct AsWritten;

impl Transform for AsWritten {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|kind| kind != "null");
            if let [kind] = &mut types[..] {
                let kind = kind.take();
                object.insert("type".to_owned(), kind);
            }
        }
        if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
            choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
            if let [choice] = &mut choices[..]
                && let Value::Object(choice) = choice.take()
            {
                object.shift_remove("anyOf");
                object.extend(choice);
            }
        }
        object.shift_remove("format");
        match object.get_mut("default") {
            Some(Value::Null) => drop(object.shift_remove("default")),
            Some(default) => shorten(default),
            None => {}
        }
    }
}

/// Numbers as short as their `f32` allows: 0.1, not 0.10000000149011612.
fn shorten(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(shorten),
        Value::Object(entries) => entries.values_mut().for_each(shorten),
        Value::Number(number) if number.is_f64() => {
            #[expect(clippy::cast_possible_truncation, reason = "defaults are f32 or short")]
            let short = number.as_f64().map(|number| (number as f32).to_string());
            if let Some(short) = short.and_then(|short| short.parse().ok()) {
                *value = short;
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Calls `look` with every object of a JSON value.
    fn each_object(value: &Value, look: &mut impl FnMut(&serde_json::Map<String, Value>)) {
        match value {
            Value::Object(object) => {
                look(object);
                object.values().for_each(|value| each_object(value, look));
            }
            Value::Array(items) => items.iter().for_each(|value| each_object(value, look)),
            _ => {}
        }
    }

    #[test]
    fn every_key_is_described_and_no_other_is_allowed() {
        for (schema, least) in [(schema(), 20), (project_schema(), 4), (course_schema(), 0)] {
            expect_descriptions(&serde_json::from_str(&schema).unwrap(), least);
        }
    }

    fn expect_descriptions(schema: &Value, least: usize) {
        let mut objects = 0;
        each_object(schema, &mut |object| {
            assert_ne!(object.get("type"), Some(&json!("null")), "{object:?}");
            assert!(!object.get("type").is_some_and(Value::is_array), "{object:?}");
            let Some(Value::Object(properties)) = object.get("properties") else { return };
            objects += 1;
            assert_eq!(object.get("additionalProperties"), Some(&Value::Bool(false)), "{object:?}");
            // A choice, such as a shape or a node, has its description next to its only key.
            let is_choice = properties.len() == 1 && object.contains_key("description");
            for (key, property) in properties {
                assert!(property.get("description").is_some() || is_choice, "{key}");
            }
        });
        assert!(objects > least, "{objects}");
    }

    #[test]
    fn ranges_and_defaults_are_those_of_the_document() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        for (pointer, expected) in [
            ("/properties/eyeline/const", json!(1)),
            ("/properties/tick_rate/default", json!(60)),
            ("/properties/opens_at/maximum", json!(1_000_000)),
            ("/required", json!(["eyeline"])),
            ("/$defs/Camera/properties/near/default", json!(0.1)),
            ("/$defs/Camera/properties/projection/default", json!({ "perspective": {} })),
            ("/$defs/Object/required", json!(["name", "shape"])),
            ("/$defs/Object/properties/layers/items/maximum", json!(63)),
            ("/$defs/Object/properties/rotation/default", json!([0, 0, 0, 1])),
            ("/$defs/Object/properties/scale/items/not/const", json!(0)),
            ("/$defs/Object/properties/rotation/not/const", json!([0, 0, 0, 0])),
            ("/$defs/Camera/properties/rotation/not/const", json!([0, 0, 0, 0])),
            ("/$defs/View/properties/up/not/const", json!([0, 0, 0])),
            ("/$defs/Ray/properties/direction/not/const", json!([0, 0, 0])),
            ("/$defs/Ray/properties/mask/items/maximum", json!(63)),
            ("/$defs/Path/properties/points/minItems", json!(1)),
            ("/$defs/Octree/properties/depth/maximum", json!(10)),
            ("/$defs/Color/pattern", json!("^#[0-9a-fA-F]{6}$")),
            ("/$defs/Image/properties/size/items/exclusiveMinimum", json!(0)),
            ("/$defs/Occlusion/properties/resolution/minimum", json!(1)),
            ("/$defs/Cut/properties/cap/default", json!(true)),
            ("/$defs/Cut/properties/normal/not/const", json!([0, 0, 0])),
        ] {
            assert_eq!(schema.pointer(pointer), Some(&expected), "{pointer}");
        }
    }
}
