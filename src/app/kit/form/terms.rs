//! The inspector's labels that are terms of the glossary.

use crate::app::kit::glossary::Term;

/// The term of a field's label.
pub(in crate::app) fn of_field(label: &str) -> Option<Term> {
    Some(match label {
        "near" | "far" => Term::NearFar,
        "depth" => Term::Depth,
        "field of view" => Term::FieldOfView,
        "aspect" => Term::Aspect,
        "look at" => Term::LookAt,
        "attached to" => Term::Attach,
        "kind" => Term::Line,
        "start inside" => Term::SolidHollow,
        "back faces" => Term::BackFace,
        "layers" | "mask" | "mask layers" => Term::Layers,
        _ => return None,
    })
}

/// The term of a label in the summary.
pub(in crate::app) fn of_fact(label: &str) -> Option<Term> {
    Some(match label {
        "margin" => Term::Margin,
        "rejected by" => Term::RejectingPlane,
        "exact" => Term::Exact,
        "t" | "distance" => Term::T,
        "feature" => Term::Feature,
        "barycentric" => Term::Barycentric,
        "inside for t in" | "crossings for t in" => Term::Interval,
        _ => return None,
    })
}
