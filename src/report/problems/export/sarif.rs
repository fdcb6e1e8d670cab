//! The list as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format", 2020), a result a line.
//!
//! The rules are the kinds of problems. A result is at the entry of the scene file; where no line is known, as for a level that is opened
//! without a scene, at line 1, because GitHub needs one.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::json::value;
use super::row::{ExportedProblem, ProblemList};
use crate::escape::sarif::{message, uri};
use crate::scene::LevelProblem;

/// The schema of the format.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes the list.
pub(super) fn write(list: &ProblemList, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{{ \"$schema\": \"{SCHEMA}\", \"version\": \"2.1.0\",\n  \"runs\": [{{ \"tool\": ")?;
    let rules: Vec<Value> = LevelProblem::ALL.into_iter().map(rule).collect();
    let version = env!("CARGO_PKG_VERSION");
    let driver = json!({ "name": "eyeline", "version": version, "semanticVersion": version, "rules": rules });
    value(&json!({ "driver": driver }), out)?;
    write!(out, ",\n    \"columnKind\": \"unicodeCodePoints\", \"invocations\": ")?;
    value(&json!([{ "executionSuccessful": list.is_whole }]), out)?;
    write!(out, ",\n    \"results\": [")?;
    for (i, row) in list.rows().enumerate() {
        write!(out, "{}\n      ", if i > 0 { "," } else { "" })?;
        value(&result(&row), out)?;
    }
    writeln!(out, "\n    ] }}] }}")
}

/// A kind of problems.
fn rule(kind: LevelProblem) -> Value {
    let meaning = message(kind.meaning());
    json!({
        "id": kind.word(),
        "shortDescription": { "text": message(kind.title()) },
        "fullDescription": { "text": meaning },
        "help": { "text": meaning },
        "defaultConfiguration": { "level": kind.severity().word() },
    })
}

fn result(row: &ExportedProblem) -> Value {
    let mut region = json!({ "startLine": row.line.unwrap_or(1) });
    if let Some(column) = row.column {
        region["startColumn"] = column.into();
    }
    let artifact = json!({ "uri": uri(&row.file), "uriBaseId": "%SRCROOT%" });
    let mut location = json!({ "physicalLocation": { "artifactLocation": artifact, "region": region } });
    if let Some(object) = &row.object {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": object, "kind": "object" }]);
    }
    let index = LevelProblem::ALL.iter().position(|kind| kind.word() == row.kind);
    json!({
        "ruleId": row.kind,
        "ruleIndex": index,
        "level": row.level,
        "message": { "text": message(&row.message) },
        "locations": [location],
        "partialFingerprints": { "eyelineProblem/v1": row.fingerprint },
        "properties": { "count": row.count, "at": row.at, "place": row.place },
    })
}
