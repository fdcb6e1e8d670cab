//! The text of a step of a lesson: Markdown with values of the report between braces, such as `{guard.crate.margin}`.

use serde_json::{Map, Value};

use super::document::{AskedAnswer, Expectation, Scene};
use super::levels::Levels;
use super::names::{InModel, Kind, Names};
use crate::source::error::quoted;

/// A part of the text of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonTextPart {
    /// Markdown.
    Text(String),
    /// A value of the report.
    Value {
        /// The text between the braces.
        written: String,
        /// The answer and its field, or the reason why the text names none.
        answer: Result<AskedAnswer, String>,
    },
}

/// The parts of a text.
///
/// Text between braces is a value when it has a dot and no line break. Two braces, `{{` or `}}`, are one brace of the text.
pub fn lesson_text(scene: &Scene, levels: &dyn Levels, text: &str) -> Vec<LessonTextPart> {
    let names = Names::sought(scene, levels);
    parts(text, |path| answer_of(path, &names))
}

/// The text between the braces that shows a field of an answer, such as `guard.crate.margin`. `None` for an answer that no text can name:
/// of another tick than that of the step, or with a name that is ambiguous in a text.
pub fn value_path(scene: &Scene, levels: &dyn Levels, asked: &AskedAnswer) -> Option<String> {
    let keys = &asked.named.keys;
    let name = |(key, value): (&String, &Value)| {
        if key == "octree" { Some("octree".to_owned()) } else { value.as_str().map(str::to_owned) }
    };
    let (objects, others): (Vec<_>, Vec<_>) = keys.iter().partition(|(key, _)| *key == "object");
    let names: Option<Vec<String>> = others.into_iter().chain(objects).map(name).collect();
    let path = names?.into_iter().chain([asked.field.clone()]).collect::<Vec<_>>().join(".");
    match &lesson_text(scene, levels, &format!("{{{path}}}"))[..] {
        [LessonTextPart::Value { answer: Ok(found), .. }]
            if found.field == asked.field && found.named.keys == *keys =>
        {
            Some(path)
        }
        _ => None,
    }
}

/// The text with other names in its values. `renamed` gives the new name of an item that was renamed, and for every other item its own
/// name.
pub(crate) fn rename_in_text(text: &str, renamed: impl Fn(&str) -> Option<String>) -> String {
    let mut whole = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => whole.push_str(text),
            Piece::Brace(brace) => whole.push_str(brace),
            Piece::Path(path) => {
                whole.push('{');
                whole.push_str(&renamed_path(path, &renamed));
                whole.push('}');
            }
        }
    }
    whole
}

fn parts(text: &str, answer_of: impl Fn(&str) -> Result<AskedAnswer, String>) -> Vec<LessonTextPart> {
    let mut found = Vec::new();
    for piece in pieces(text) {
        let text = match piece {
            Piece::Path(path) => {
                found.push(LessonTextPart::Value { written: path.to_owned(), answer: answer_of(path) });
                continue;
            }
            Piece::Text(text) => text,
            Piece::Brace(brace) => &brace[..1],
        };
        match found.last_mut() {
            Some(LessonTextPart::Text(last)) => last.push_str(text),
            _ => found.push(LessonTextPart::Text(text.to_owned())),
        }
    }
    found
}

/// A piece of a text, as it is written.
enum Piece<'t> {
    Text(&'t str),
    /// Two braces.
    Brace(&'t str),
    /// What is between braces.
    Path(&'t str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        if !before.is_empty() {
            found.push(Piece::Text(before));
        }
        let path = from.strip_prefix('{').and_then(|inner| inner.split_once('}')).map(|(path, _)| path);
        let path = path.filter(|path| path.contains('.') && !path.contains(['{', '\n', '\r']));
        let length = if from.starts_with("{{") || from.starts_with("}}") {
            found.push(Piece::Brace(&from[..2]));
            2
        } else if let Some(path) = path {
            found.push(Piece::Path(path));
            path.len() + 2
        } else {
            found.push(Piece::Text(&from[..1]));
            1
        };
        rest = &from[length..];
    }
    if !rest.is_empty() {
        found.push(Piece::Text(rest));
    }
    found
}

/// The places where a path can end a name, the last one first.
fn splits(path: &str) -> impl Iterator<Item = (&str, &str)> {
    path.rmatch_indices('.').map(|(at, _)| (&path[..at], &path[at + 1..]))
}

/// The answer that `item.field` or `item.object.field` names. Names may have dots: the longest names that exist are used.
fn answer_of(path: &str, names: &Names) -> Result<AskedAnswer, String> {
    let kind = |name: &str| match (names.kind(name), names.in_model(name)) {
        (None, Some(InModel::Found(kind))) => Some(kind),
        (None, Some(InModel::Unread)) => Some(Kind::Object),
        (kind, _) => kind,
    };
    let mut without_object = None;
    for (name, rest) in splits(path) {
        let key = match kind(name) {
            Some(kind) => key_of(kind),
            None if name == "octree" && names.has_octree() => Some("octree"),
            None => continue,
        };
        let Some(key) = key else { continue };
        if matches!(key, "camera" | "ray" | "octree") {
            let object = splits(rest).find(|(name, _)| matches!(kind(name), Some(Kind::Object | Kind::Image)));
            if let Some((object, field)) = object {
                return asked(&[(key, name), ("object", object)], field);
            }
        }
        if key != "camera" {
            without_object = without_object.or(Some((key, name, rest)));
        }
    }
    match without_object {
        Some((key, name, field)) => asked(&[(key, name)], field),
        None => Err(format!("{} names no answer", quoted(path))),
    }
}

/// The key by which an expectation names an answer of an item of this kind.
fn key_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Camera => Some("camera"),
        Kind::Object => Some("skin"),
        Kind::Model => None,
        Kind::Ray => Some("ray"),
        Kind::Agent => Some("agent"),
        Kind::Image => Some("image"),
        Kind::Occlusion => Some("occlusion"),
        Kind::Session => Some("session"),
        Kind::Tap => Some("tap"),
        Kind::Cut => Some("cut"),
        Kind::Leak => Some("leak"),
        Kind::Collider => Some("collider"),
    }
}

fn asked(named: &[(&str, &str)], field: &str) -> Result<AskedAnswer, String> {
    if field.is_empty() {
        return Err("the name of a field is missing after the last dot".to_owned());
    }
    let value = |(key, name): &(&str, &str)| {
        let value = if *key == "octree" { Value::Bool(true) } else { Value::from(*name) };
        ((*key).to_owned(), value)
    };
    let keys: Map<String, Value> = named.iter().map(value).collect();
    Ok(AskedAnswer { named: Expectation { keys }, field: field.to_owned(), of: None, tolerance: None })
}

/// A path with other names for items, which are its first and its second name. The first may be a part of a model, which `renamed` does
/// not know.
fn renamed_path(path: &str, renamed: impl Fn(&str) -> Option<String>) -> String {
    let of_item = |path: &str| splits(path).find_map(|(name, rest)| Some((renamed(name)?, rest.to_owned())));
    let of_octree = || path.strip_prefix("octree.").map(|rest| ("octree".to_owned(), rest.to_owned()));
    let of_part = || {
        splits(path).find(|(_, rest)| of_item(rest).is_some()).map(|(first, rest)| (first.to_owned(), rest.to_owned()))
    };
    let Some((first, rest)) = of_item(path).or_else(of_octree).or_else(of_part) else { return path.to_owned() };
    match of_item(&rest) {
        Some((second, field)) => format!("{first}.{second}.{field}"),
        None => format!("{first}.{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::levels::NoLevels;
    use crate::scene::parse;

    fn scene() -> Scene {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "guard" }], "octree": {},
            "objects": [{ "name": "crate.001", "shape": { "sphere": { "radius": 1 } } },
                { "name": "crate", "shape": { "sphere": { "radius": 1 } } }],
            "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }] }"#;
        parse(text, "a.json").unwrap()
    }

    #[test]
    fn a_value_names_an_answer_and_its_field() {
        for (path, expected) in [
            ("guard.crate.margin", r#"{"camera":"guard","object":"crate","field":"margin"}"#),
            ("guard.crate.001.margin", r#"{"camera":"guard","object":"crate.001","field":"margin"}"#),
            ("guard.crate.001.planes.near.d", r#"{"camera":"guard","object":"crate.001","field":"planes.near.d"}"#),
            ("aim.nearest", r#"{"ray":"aim","field":"nearest"}"#),
            ("aim.crate.001.t", r#"{"ray":"aim","object":"crate.001","field":"t"}"#),
            ("octree.candidate_count", r#"{"octree":true,"field":"candidate_count"}"#),
            ("octree.crate.001.level", r#"{"octree":true,"object":"crate.001","field":"level"}"#),
            ("crate.001.joints", r#"{"skin":"crate.001","field":"joints"}"#),
        ] {
            let text = format!("It is {{{path}}} m.");
            let parts = lesson_text(&scene(), &NoLevels, &text);
            let [LessonTextPart::Text(before), LessonTextPart::Value { written, answer }, LessonTextPart::Text(after)] =
                &parts[..]
            else {
                panic!("{parts:?}")
            };
            assert_eq!((&**before, &**written, &**after), ("It is ", path, " m."));
            let asked = answer.as_ref().unwrap();
            assert_eq!(serde_json::to_string(asked).unwrap(), expected);
            assert_eq!(value_path(&scene(), &NoLevels, asked).as_deref(), Some(path));
            let other_tick = AskedAnswer { named: asked.named.at_tick_or(3), ..asked.clone() };
            assert_eq!(value_path(&scene(), &NoLevels, &other_tick), None, "{path}");
        }
        for path in ["guard.margin", "unknown.x", "aim."] {
            let parts = lesson_text(&scene(), &NoLevels, &format!("{{{path}}}"));
            assert!(matches!(&parts[..], [LessonTextPart::Value { answer: Err(_), .. }]), "{path}: {parts:?}");
        }
    }

    #[test]
    fn other_braces_are_text() {
        for (written, text) in [
            ("a {b} c", "a {b} c"),
            ("{{aim.t}} }}", "{aim.t} }"),
            ("{aim.\nt}", "{aim.\nt}"),
            ("} { {", "} { {"),
            ("", ""),
        ] {
            let parts = lesson_text(&scene(), &NoLevels, written);
            let whole: String = parts
                .iter()
                .map(|part| match part {
                    LessonTextPart::Text(text) => &**text,
                    LessonTextPart::Value { .. } => panic!("{written}: {parts:?}"),
                })
                .collect();
            assert_eq!(whole, text);
            assert!(parts.len() <= 1, "{parts:?}");
        }
    }

    #[test]
    fn values_follow_the_name_of_an_item() {
        let renamed = |name: &str| match name {
            "crate.001" => Some("box".to_owned()),
            "crate" => Some("chest".to_owned()),
            "guard" | "aim" => Some(name.to_owned()),
            _ => None,
        };
        for (text, expected) in [
            ("{guard.crate.margin} {aim.crate.t}", "{guard.chest.margin} {aim.chest.t}"),
            ("{guard.crate.001.margin} {{x}} {aim.crate.001.t}", "{guard.box.margin} {{x}} {aim.box.t}"),
            ("{crate.001.joints} {octree.crate.level}", "{box.joints} {octree.chest.level}"),
            ("{level/eye.crate.001.margin}", "{level/eye.box.margin}"),
            ("crate.001 {aim.t}", "crate.001 {aim.t}"),
        ] {
            assert_eq!(rename_in_text(text, renamed), expected);
        }
    }
}
