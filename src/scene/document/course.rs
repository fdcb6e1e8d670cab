//! A course: lessons in their order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file `course.json` in the folder of a course.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The address of the JSON Schema, for editors. eyeline does not read it.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The version of the format: 1.
    #[schemars(extend("const" = 1))]
    pub eyeline_course: u32,
    /// The title.
    #[schemars(length(min = 1))]
    pub title: String,
    /// What the course is about, in Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub about: String,
    /// The scene files of the lessons in their order, relative to the file of the course. Each is there once, at most 1000.
    #[schemars(length(min = 1, max = 1000))]
    pub lessons: Vec<String>,
}
