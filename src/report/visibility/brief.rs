//! The section `visibility` of a brief report: the size, and of each object `seen`, `pixels`, `share` and `reason`.

use serde_json::Value;

use crate::report::stored_fields::{each, pick};

/// The brief form of a section.
pub(super) fn shorten(section: &Value) -> Value {
    each(section, |camera| {
        let mut brief = pick(camera, &["camera", "size", "error"]);
        if let Some(objects) = camera.get("objects") {
            let keys = ["object", "seen", "pixels", "share", "reason", "error"];
            brief["objects"] = each(objects, |object| pick(object, &keys));
        }
        brief
    })
}
