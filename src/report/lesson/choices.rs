//! The values among which a student chooses.

use serde_json::Value;

use crate::scene::{AskedAnswer, Scene, words_of_field};

/// The values of a choice: those of its `of`, else all words of the field, else both truth values, else the objects and images of
/// the scene that a ray can hit. Empty when none of these is known.
pub fn choices(scene: &Scene, asked: &AskedAnswer, right: &Value) -> Vec<Value> {
    if let Some(of) = &asked.of {
        return of.clone();
    }
    if let Some(words) = words_of_field(&asked.named, &asked.field) {
        return words;
    }
    if right.is_boolean() {
        return vec![Value::Bool(true), Value::Bool(false)];
    }
    if asked.field == "nearest" && asked.named.name("object").is_none() {
        let objects = scene.objects.iter().map(|object| &object.name);
        let names = objects.chain(scene.images.iter().map(|image| &image.name)).take(MOST);
        return names.map(|name| Value::from(&**name)).chain([Value::Null]).collect();
    }
    Vec::new()
}

/// A longer list is no choice.
const MOST: usize = 12;
