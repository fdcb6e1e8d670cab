//! The section `cuts` of a report. A cut is left out before its tick. One whose object cannot be cut has `error` in place of
//! its figures.

use serde::Serialize;

use crate::cut::{Half, Measures};
use crate::report::section_source::SectionSource;
use crate::world::CutAt;

/// The section; `None` when the scene does not use it.
pub(super) fn section<'a>(source: &SectionSource<'a>) -> Option<Vec<CutSection<'a>>> {
    let cuts = &source.report.cuts;
    (!cuts.is_empty()).then(|| cuts.iter().filter_map(CutSection::of).collect())
}

/// A cut with the keys of the contract in its order.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum CutSection<'a> {
    Answer {
        cut: &'a str,
        object: &'a str,
        front: HalfEntry,
        back: HalfEntry,
        loops: usize,
        open_loops: usize,
        off_plane: f64,
    },
    Error {
        cut: &'a str,
        object: &'a str,
        error: &'a str,
    },
}

#[derive(Serialize)]
pub(in crate::report) struct HalfEntry {
    vertices: usize,
    triangles: usize,
    cap_triangles: usize,
    area: f64,
    volume: Option<f64>,
}

impl HalfEntry {
    fn of(half: &Half, measures: &Measures) -> Self {
        Self {
            vertices: half.vertices.len(),
            triangles: half.triangles.len(),
            cap_triangles: half.cap_triangles(),
            area: measures.area,
            volume: measures.volume,
        }
    }
}

impl<'a> CutSection<'a> {
    pub(super) fn of(cut: &'a CutAt) -> Option<Self> {
        let (name, object) = (&*cut.name, &*cut.object);
        Some(match cut.outcome.as_ref()? {
            Ok(halves) => Self::Answer {
                cut: name,
                object,
                front: HalfEntry::of(&halves.cut.front, &halves.measures[0]),
                back: HalfEntry::of(&halves.cut.back, &halves.measures[1]),
                loops: halves.cut.loops.len(),
                open_loops: halves.cut.chains.len(),
                off_plane: halves.off_plane,
            },
            Err(error) => Self::Error { cut: name, object, error },
        })
    }
}
