//! The buttons that filter the scenes of a page, and the words of states.

use std::fmt::Write as _;

use super::super::row::{DifferenceSubject, SceneRow, SceneState};

/// The buttons that filter by state and by kind of difference, and the search.
pub(super) fn filters(rows: &[SceneRow]) -> String {
    let mut html = "<nav><div><button data-filter=\"changed\">Not equal</button>".to_owned();
    for state in SceneState::ALL {
        let count = rows.iter().filter(|row| row.state() == state).count();
        let word = state.word();
        let _infallible =
            write!(html, "<button data-filter=\"{word}\" class=\"{word}\">{} ({count})</button>", title(state));
    }
    let _infallible = write!(html, "<button data-filter=\"all\">All ({})</button>", rows.len());
    html += "<span class=\"place\"></span><button class=\"theme\">Colours</button></div>\n<div>";
    for kind in DifferenceSubject::ALL {
        let count = rows.iter().filter(|row| row.differences.iter().any(|difference| difference.kind == kind)).count();
        if count > 0 {
            let (word, heading) = (kind.word(), kind.heading());
            let _infallible = write!(html, "<button data-kind=\"{word}\">{heading} ({count})</button>");
        }
    }
    html + "<input type=\"search\" placeholder=\"Search scenes and differences\" aria-label=\"Search\"></div></nav>\n"
}

/// The words of the kinds of differences that a scene has.
pub(super) fn kinds(row: &SceneRow) -> String {
    let has = |kind: &DifferenceSubject| row.differences.iter().any(|difference| difference.kind == *kind);
    DifferenceSubject::ALL.into_iter().filter(has).map(DifferenceSubject::word).collect::<Vec<_>>().join(" ")
}

pub(super) fn title(state: SceneState) -> &'static str {
    match state {
        SceneState::Equal => "Equal",
        SceneState::Missing => "No baseline",
        SceneState::Differs => "Different",
        SceneState::Error => "Error",
    }
}
