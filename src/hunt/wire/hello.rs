//! The first lines: what is asked, and what the program says about itself.

use serde::Deserialize;

use crate::hunt::answerer::{AnswererInfo, InsideRule};
use crate::mistakes::SpatialQuestion;

/// The line that begins a run.
pub fn hello(question: SpatialQuestion) -> String {
    format!("{{\"eyeline_hunt\":1,\"question\":\"{}\"}}\n", question.word())
}

#[derive(Deserialize)]
struct RawHello {
    name: String,
    #[serde(default)]
    version: Option<serde_json::Value>,
    #[serde(default)]
    conservative: Option<bool>,
    #[serde(default)]
    inside: Option<RawInside>,
    #[serde(default)]
    normals: Option<bool>,
    #[serde(default)]
    tolerance: Option<RawTolerance>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum RawInside {
    Solid,
    Hollow,
}

#[derive(Default, Deserialize)]
struct RawTolerance {
    #[serde(default)]
    t: Option<f64>,
    #[serde(default)]
    normal: Option<f64>,
}

/// Reads the first line of a program.
///
/// # Errors
/// When the line is no JSON object (`None`), or one that says something wrong: what is wrong.
pub fn read_hello(line: &str) -> Result<AnswererInfo, Option<String>> {
    if !matches!(serde_json::from_str::<serde_json::Value>(line), Ok(serde_json::Value::Object(_))) {
        return Err(None);
    }
    let raw: RawHello = serde_json::from_str(line).map_err(|error| Some(error.to_string()))?;
    let tolerance = raw.tolerance.unwrap_or_default();
    for (key, value) in [("t", tolerance.t), ("normal", tolerance.normal)] {
        if value.is_some_and(|value| value < 0.0) {
            return Err(Some(format!("`tolerance.{key}` is below 0")));
        }
    }
    let version = raw.version.map(|version| version.as_str().map_or_else(|| version.to_string(), str::to_owned));
    Ok(AnswererInfo {
        name: raw.name,
        version,
        is_conservative: raw.conservative.unwrap_or(false),
        inside: match raw.inside {
            Some(RawInside::Hollow) => InsideRule::Hollow,
            _ => InsideRule::Solid,
        },
        has_normals: raw.normals.unwrap_or(false),
        t_tolerance: tolerance.t,
        normal_tolerance: tolerance.normal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_name_is_required() {
        let info = read_hello(r#"{"name":"engine"}"#).unwrap();
        assert_eq!(info, AnswererInfo { name: "engine".to_owned(), ..AnswererInfo::default() });
        let all = r#"{"name":"e","version":2,"conservative":true,"inside":"hollow","normals":true,"tolerance":{"t":1e-3},"x":1}"#;
        let info = read_hello(all).unwrap();
        assert_eq!(
            (info.version.as_deref(), info.inside, info.t_tolerance),
            (Some("2"), InsideRule::Hollow, Some(1e-3))
        );
        assert_eq!(read_hello("Godot Engine v3"), Err(None));
        assert!(read_hello(r#"{"version":"1"}"#).unwrap_err().unwrap().contains("name"));
        assert!(read_hello(r#"{"name":"e","inside":"full"}"#).unwrap_err().unwrap().contains("full"));
        assert!(read_hello(r#"{"name":"e","tolerance":{"t":-1}}"#).unwrap_err().is_some());
    }
}
