//! The reports of several ticks in one document, each with the events of its own ticks alone.
//!
//! ```jsonc
//! { "eyeline_recording": 1, "scene": "guard.json", "ticks": [ { "eyeline_report": 1, … }, … ] }
//! ```
//!
//! It is written tick by tick and never held as a whole.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use super::Report;
use super::json::{self, Section};
use crate::scene::Scene;
use crate::world::{Recording, World};

/// Writes the reports of these ticks. `name` is the scene's file; `only` selects sections, all of them when `None`.
///
/// # Errors
/// When the writer fails.
pub fn write(
    scene: &Scene,
    ticks: RangeInclusive<u64>,
    name: &str,
    only: Option<&[Section]>,
    mut out: impl Write,
) -> io::Result<()> {
    let mut recording = Recording::of(scene);
    let mut world = World::of(&mut recording, scene, *ticks.start());
    let mut report = Report::of(&world);
    // Without room for the answers of all cameras each tick is asked anew, camera by camera.
    let fits = report.frusta.iter().all(|answers| answers.over.is_none());
    if !fits {
        report = Report::within(&world, json::scope(only));
    }
    let name_text = serde_json::to_string(name)?;
    write!(out, "{{\n  \"eyeline_recording\": 1,\n  \"scene\": {name_text},\n  \"ticks\": [")?;
    for tick in ticks.clone() {
        if tick > *ticks.start() {
            out.write_all(b",")?;
            let changes = world.follow(&mut recording, scene, scene, tick);
            if fits {
                report.follow(&world, &changes);
            } else {
                report = Report::within(&world, json::scope(only));
            }
        }
        out.write_all(b"\n")?;
        let mut trimmed = Trimmed { out: &mut out, spaces: Vec::new() };
        json::write_events(&report, (!fits).then_some(&world), name, only, true, &mut trimmed)?;
    }
    out.write_all(b"\n  ]\n}\n")
}

/// Writes all but the white space at the end, which nothing follows.
struct Trimmed<W> {
    out: W,
    spaces: Vec<u8>,
}

impl<W: Write> Write for Trimmed<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let end = text.trim_ascii_end().len();
        if end > 0 {
            self.out.write_all(&self.spaces)?;
            self.out.write_all(&text[..end])?;
            self.spaces.clear();
        }
        self.spaces.extend_from_slice(&text[end..]);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
